"""How long a batch of BLS signatures takes, by its size. Read it like a notebook.

    python examples/batches.py --largest 256 --out results

writes `batches.csv`, and `batches.svg` if matplotlib is installed.
"""

# %% What is measured: n signatures of n keys on n messages, verified one by one and in a batch.
import argparse
import csv
import time
from pathlib import Path

from curvemark.bls import min_pk

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--largest", type=int, default=256, help="the largest batch")
parser.add_argument("--out", type=Path, default=Path(), help="the folder for the results")
options = parser.parse_args()

# %% Keys and signatures, flat: number i stands at bytes 48*i or 96*i.
master = min_pk.derive_master(bytes(32))
secrets = [min_pk.derive_child(master, index) for index in range(options.largest)]
messages = [b"message %d" % index for index in range(options.largest)]
keys = b"".join(min_pk.public_key(secret) for secret in secrets)
signed = zip(secrets, messages, strict=True)
signatures = b"".join(min_pk.sign(secret, message) for secret, message in signed)


# %% The best of three runs, in microseconds for each signature.
def microseconds(work, count: int) -> float:  # type: ignore[no-untyped-def]
    """Of CPU, so that other programs do not count."""
    times = []
    for _ in range(3):
        start = time.process_time_ns()
        assert work()
        times.append(time.process_time_ns() - start)
    return min(times) / count / 1000


def one_by_one(count: int) -> bool:
    """Each with its own product of pairings."""
    return all(
        min_pk.verify(keys[48 * i : 48 * i + 48], messages[i], signatures[96 * i : 96 * i + 96])
        for i in range(count)
    )


def batch(count: int) -> bool:
    """All with one product."""
    return min_pk.verify_sets(keys[: 48 * count], messages[:count], signatures[: 96 * count])


sizes = [2**i for i in range(options.largest.bit_length())]
rows = []
for size in sizes:
    single = microseconds(lambda: one_by_one(size), size)  # noqa: B023
    together = microseconds(lambda: batch(size), size)  # noqa: B023
    rows.append((size, single, together))

# %% What came out.
options.out.mkdir(parents=True, exist_ok=True)
with open(options.out / "batches.csv", "w", newline="", encoding="utf-8") as file:
    table = csv.writer(file)
    table.writerow(["signatures", "one_by_one_us", "batch_us"])
    table.writerows([size, f"{single:.1f}", f"{together:.1f}"] for size, single, together in rows)
for size, single, together in rows:
    print(f"{size:5} signatures: {single:9.1f} µs each alone, {together:9.1f} µs each in a batch")

# %% The same as a picture.
try:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
except ImportError:
    print("matplotlib is not installed: no picture")
else:
    figure, axes = pyplot.subplots()
    axes.plot(sizes, [row[1] for row in rows], "o-", label="one by one")
    axes.plot(sizes, [row[2] for row in rows], "o-", label="in a batch")
    axes.set_xscale("log", base=2)
    axes.set_xlabel("signatures")
    axes.set_ylabel("µs of CPU for each")
    axes.set_ylim(bottom=0)
    axes.legend()
    figure.savefig(options.out / "batches.svg")
