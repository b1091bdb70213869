"""How much of what two workers of Dask compute is ours: CPU time of tasks over that of processes.

    python clusters/overhead.py --log-points 18

makes bases of 2^18 points of G1, and one sum over them: what is printed is for that sum. The rate
of plain processes would be one, so this is what Dask leaves of it, start-up apart.
"""

import argparse
import time

import inputs
import numpy as np
from dask.distributed import Client, LocalCluster

from curvemark import dask


def main() -> None:
    """Both clocks before and after a sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--log-points", type=int, default=18)
    parser.add_argument("--log-slice", type=int, default=16)
    options = parser.parse_args()
    count, size = 1 << options.log_points, 1 << options.log_slice
    few = inputs.points("bls12_381.G1", 4096)
    points = np.tile(few, (count // 4096, 1))
    scalars = inputs.scalars(count, 1)
    kind = {"n_workers": 2, "threads_per_worker": 1, "processes": True}
    with LocalCluster(dashboard_address=None, **kind) as cluster, Client(cluster) as client:
        slices = [rows for (rows,) in dask.cut(size, points)]
        bases = dask.Bases(client, slices, unchecked_subgroup=True)
        before, here = client.run(time.process_time), time.process_time()
        work = dask.Work()
        bases.msm(scalars, work=work)
        after, here = client.run(time.process_time), time.process_time() - here
    tasks = sum(work.cpu_seconds.values())
    workers = sum(after[address] - before[address] for address in after)
    print(f"{count} points in {len(slices)} slices: {dict(work.tasks)}")
    print(f"tasks {tasks:.2f} s of CPU, their processes {workers:.2f} s: {tasks / workers:.3f}")
    print(f"this process, with the scheduler: {here:.2f} s")


if __name__ == "__main__":
    main()
