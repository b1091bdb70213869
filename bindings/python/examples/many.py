"""What parts of large work cost: CPU time for each item, and bytes that travel.

    python examples/many.py --points 18 --signatures 4096 --blobs 16

prints what `docs/many-machines.md` calculates with: the best of three runs by the clock of the
process, so that other programs do not count but for caches that they take. One thread.
"""

import argparse
import pickle
import platform
import time
from collections.abc import Callable
from typing import Any

from curvemark import bls12_381, bn254, kzg, parts
from curvemark.bls import min_pk

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--points", type=int, default=16, help="log2 of the most points of a sum")
parser.add_argument("--signatures", type=int, default=1024, help="most signatures of a slice")
parser.add_argument("--blobs", type=int, default=8, help="most blobs of a slice")
options = parser.parse_args()


def cpu(work: Callable[[], Any], runs: int = 3) -> float:
    """Seconds of this process."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def row(what: str, count: int, seconds: float, note: str = "") -> None:
    each = seconds / count * 1e6
    print(f"{what:44} {count:8} {seconds * 1e3:10.1f} ms {each:9.3f} µs each  {note}", flush=True)


processor = platform.processor() or platform.machine()
try:
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        processor = next(line for line in file if line.startswith("model name")).strip()
except (OSError, StopIteration):
    pass
print(processor)

# Points: multiples of the generator, and scalars of 255 bits.
for curve, name, size in [(bls12_381, "G1", 96), (bls12_381, "G2", 192), (bn254, "G1", 64)]:
    title = f"{curve.__name__.rpartition('.')[2]} {name}"
    group: Any = getattr(curve, f"{name}FixedBases")
    most = 1 << (options.points if name == "G1" else max(options.points - 2, 4))
    seeds = b"".join((i * 7919 + 11).to_bytes(32, "big") for i in range(min(most, 4096)))
    some = getattr(curve, f"{name.lower()}_mul_each")(
        getattr(curve, name).generator().to_bytes() * (len(seeds) // 32), seeds
    )
    points = some * (most * size // len(some))
    step = curve.ORDER // (most + 1)
    scalars = b"".join((curve.ORDER - 1 - i * step).to_bytes(32, "big") for i in range(most))
    assert len(points) == most * size
    checked = points[: size * 4096]
    count = len(checked) // size
    row(f"{title}: read and check points", count, cpu(lambda: group(checked, table_bytes=0)))
    quick = cpu(lambda: group(checked, table_bytes=0, unchecked_subgroup=True))
    row(f"{title}: read points that were checked", count, quick)
    bases = group(points, table_bytes=0, unchecked_subgroup=True)
    for log in range(10, most.bit_length(), 2):
        piece = scalars[: 32 << log]
        seconds = cpu(lambda: bases.msm(piece), 3 if log < 17 else 1)
        row(f"{title}: sum over bases that are held", 1 << log, seconds)
    part = bases.msm(scalars[:320])
    sums = 1024
    add = getattr(curve, f"{name.lower()}_sum")
    row(f"{title}: add parts up", sums, cpu(lambda: add(part * sums)), f"{len(part)} bytes a part")

# Signatures: each of a key and a message of its own.
most = options.signatures
secrets = [min_pk.key_gen(i.to_bytes(32, "big")) for i in range(most)]
messages = [i.to_bytes(32, "big") for i in range(most)]
keys = b"".join(min_pk.public_key(secret) for secret in secrets)
signatures = b"".join(map(min_pk.sign, secrets, messages))
slice_bytes = len(pickle.dumps((keys, messages, signatures), protocol=5))
digest = min_pk.digest_sets(keys, messages, signatures)
batch = parts.batch([digest])
row(
    "signatures: digest",
    most,
    cpu(lambda: min_pk.digest_sets(keys, messages, signatures)),
    f"{slice_bytes / most:.0f} bytes a signature travel",
)
log = 4
while 1 << log <= most:
    n = 1 << log
    part_of = (keys[: 48 * n], messages[:n], signatures[: 96 * n])
    whole = parts.batch([min_pk.digest_sets(*part_of)])
    row("signatures: part", n, cpu(lambda: min_pk.part_of_sets(*part_of, whole, 0)))
    row("signatures: one process", n, cpu(lambda: min_pk.verify_sets(*part_of)))
    log += 2
part = min_pk.part_of_sets(keys, messages, signatures, batch, 0)
row("signatures: read a part", 1, cpu(lambda: min_pk.Part(part.to_bytes())))
row("signatures: finish", 1, cpu(part.finish), f"{len(pickle.dumps(part))} bytes a part, pickled")

# Blobs and cells.
settings = kzg.Settings()
most = options.blobs
blobs = [
    b"".join((i * 4096 + k).to_bytes(32, "big") for k in range(4096)) for i in range(most)
]
commitments = b"".join(settings.blob_to_kzg_commitment(blob) for blob in blobs)
proofs = b"".join(
    settings.compute_blob_kzg_proof(blob, commitments[48 * i : 48 * i + 48])
    for i, blob in enumerate(blobs)
)
openings = settings.openings(blobs, commitments, proofs)
row("blobs: openings", most, cpu(lambda: settings.openings(blobs, commitments, proofs)))
many = openings * 64
batch = parts.batch([kzg.digest_openings(many)])
row("blobs: digest", 64 * most, cpu(lambda: kzg.digest_openings(many)))
row("blobs: part", 64 * most, cpu(lambda: settings.part_of_openings(many, batch, 0)))
one = parts.batch([kzg.digest_openings(openings)])
row("blobs: part", most, cpu(lambda: settings.part_of_openings(openings, one, 0)))
opened = settings.part_of_openings(openings, one, 0)
row("blobs: finish", 1, cpu(lambda: settings.finish_openings(opened)))
row(
    "blobs: one process",
    most,
    cpu(lambda: settings.verify_blob_kzg_proof_batch(blobs, commitments, proofs)),
)
cells, cell_proofs = kzg.CellProver().compute_cells_and_kzg_proofs(blobs[0])
slice_of_cells: Any = (commitments[:48] * 128, list(range(128)), cells, cell_proofs)
batch = parts.batch([kzg.digest_cells(*slice_of_cells)])
row("cells: digest", 128, cpu(lambda: kzg.digest_cells(*slice_of_cells)))
row("cells: part", 128, cpu(lambda: settings.part_of_cells(*slice_of_cells, batch, 0)))
row("cells: one process", 128, cpu(lambda: settings.verify_cell_kzg_proof_batch(*slice_of_cells)))
