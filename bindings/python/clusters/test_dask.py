"""curvemark.dask on a LocalCluster of two processes: answers, shares, and a worker killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import inputs
import numpy as np
import pytest
from dask.distributed import Client, LocalCluster, get_worker

from curvemark import bls12_381, bn254, dask, kzg
from curvemark.bls import min_pk

WORKERS = 2


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    options: dict[str, Any] = {"n_workers": WORKERS, "threads_per_worker": 1, "processes": True}
    with LocalCluster(dashboard_address=None, **options) as cluster, Client(cluster) as client:
        client.wait_for_workers(WORKERS)
        yield client


@pytest.mark.parametrize("group", ["bls12_381.G1", "bls12_381.G2", "bn254.G1", "bn254.G2"])
def test_sums_over_bases_that_stay(client: Client, group: str) -> None:
    count = 2000
    points = inputs.points(group, count)
    work = dask.Work()
    slices = [rows for (rows,) in dask.cut(125, points)]
    bases = dask.Bases(client, slices, group=group, work=work)
    curve = bls12_381 if "bls" in group else bn254
    msm = getattr(curve, f"{group[-2:].lower()}_msm")
    for seed in range(3):
        work = dask.Work()
        scalars = inputs.scalars(count, seed)
        assert bases.msm(scalars, work=work) == msm(points, scalars)
        assert sum(work.tasks.values()) == 16
        inputs.fair(work.tasks, WORKERS)


def test_verdicts(client: Client) -> None:
    keys, messages, signatures = inputs.sets(256)
    work = dask.Work()
    slices = dask.cut(16, keys, messages, signatures)
    assert dask.verify_sets(client, slices, work=work) is True
    assert min_pk.verify_sets(keys, messages, signatures) is True
    assert sum(work.tasks.values()) == 32
    inputs.fair(work.tasks, WORKERS)
    slices = dask.cut(100, keys, messages, inputs.swapped(signatures))
    assert dask.verify_sets(client, slices, work=work) is False
    assert work.bad_slices == [0, 2]

    blobs, commitments, proofs = inputs.blobs(8)
    work = dask.Work()
    slices = dask.cut(1, blobs, commitments, proofs)
    assert dask.verify_blobs(client, slices, work=work) is True
    inputs.fair(work.tasks, WORKERS)
    proofs = inputs.swapped(proofs)
    slices = dask.cut(3, blobs, commitments, proofs)
    assert dask.verify_blobs(client, slices, work=work) is False
    assert not kzg.Settings().verify_blob_kzg_proof_batch(blobs, commitments, proofs)
    assert work.bad_slices == [0, 2]

    commitments, indices, cells, proofs = inputs.cells()
    work = dask.Work()
    slices = dask.cut(8, commitments, indices, cells, proofs)
    assert dask.verify_cells(client, slices, work=work) is True
    inputs.fair(work.tasks, WORKERS)
    slices = dask.cut(50, commitments, indices, cells, inputs.swapped(proofs))
    assert dask.verify_cells(client, slices, work=work) is False
    assert work.bad_slices == [0, 2]


def test_workers_load_slices(client: Client, tmp_path: Path) -> None:
    points = inputs.points("bls12_381.G1", 64)
    points.tofile(tmp_path / "points")
    path = str(tmp_path / "points")

    def part(start: int) -> Any:
        return lambda: np.memmap(path, np.uint8, "r", 96 * start, (16, 96))

    bases = dask.Bases(client, [part(start) for start in range(0, 64, 16)])
    scalars = inputs.scalars(64, 1)
    expected = bls12_381.g1_msm(points, scalars)
    assert bases.msm(scalars) == expected
    assert bases.msm([lambda rows=rows: rows for (rows,) in dask.cut(16, scalars)]) == expected


def die_once(path: str, data: Any) -> Any:
    """A source that kills the worker which loads it first, once it has started to compute."""

    def load() -> Any:
        marker = Path(path)
        if not marker.exists():
            marker.write_text(get_worker().address)
            time.sleep(0.3)
            os.kill(os.getpid(), signal.SIGKILL)
        return data

    return load


def test_a_worker_that_dies_loses_nothing(client: Client, tmp_path: Path) -> None:
    lists = inputs.sets(256)
    for swap in [False, True]:
        keys, messages, signatures = lists
        if swap:
            signatures = inputs.swapped(signatures)
        marker = tmp_path / f"signatures {swap}"
        slices: list[Any] = dask.cut(16, keys, messages, signatures)
        slices[9] = die_once(str(marker), slices[9])
        client.wait_for_workers(WORKERS)
        work = dask.Work()
        assert dask.verify_sets(client, slices, work=work) is not swap
        assert marker.exists()
        assert work.bad_slices == ([0, 15] if swap else [])

    # Bases that a worker held when it was killed are read again.
    client.wait_for_workers(WORKERS)
    points = inputs.points("bls12_381.G1", 2000)
    bases = dask.Bases(client, [rows for (rows,) in dask.cut(125, points)])
    scalars = inputs.scalars(2000, 5)
    expected = bls12_381.g1_msm(points, scalars)
    work = dask.Work()
    assert bases.msm(scalars, work=work) == expected
    victim = next(iter(work.tasks))
    os.kill(int(victim.rpartition(":")[2]), signal.SIGKILL)
    work = dask.Work()
    assert bases.msm(scalars, work=work) == expected
    assert victim not in work.tasks and sum(work.tasks.values()) == 16
