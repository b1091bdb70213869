"""What the tests of both engines work on, and what one process says of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from curvemark import bls12_381, bn254, kzg
from curvemark.bls import min_pk

Lists = tuple[Any, ...]


@cache
def points(group: str, count: int) -> Any:
    """Points as rows: multiples of the generator."""
    curve, name = (bls12_381 if "bls" in group else bn254), group[-2:].lower()
    generator = getattr(curve, name.upper()).generator().to_bytes()
    scalars = b"".join((i * i + 7).to_bytes(32, "big") for i in range(count))
    flat = getattr(curve, f"{name}_mul_each")(generator * count, scalars)
    return np.frombuffer(flat, np.uint8).reshape(count, -1)


def scalars(count: int, seed: int) -> Any:
    """Scalars of 31 random bytes as rows."""
    rows = np.zeros((count, 32), np.uint8)
    rows[:, 1:] = np.random.default_rng(seed).integers(0, 256, (count, 31), np.uint8)
    return rows


@cache
def sets(count: int) -> Lists:
    """Signatures: keys and signatures as rows, messages as a list."""
    secrets = [min_pk.key_gen(i.to_bytes(32, "big")) for i in range(count)]
    messages = [b"message %d" % i for i in range(count)]
    keys = b"".join(map(min_pk.public_key, secrets))
    signatures = b"".join(map(min_pk.sign, secrets, messages))
    rows = [np.frombuffer(flat, np.uint8).reshape(count, -1) for flat in (keys, signatures)]
    return rows[0], messages, rows[1]


@cache
def blobs(count: int) -> Lists:
    """Blobs, commitments and proofs."""
    settings = kzg.Settings()
    made = [
        b"".join((i * 4096 + k).to_bytes(32, "big") for k in range(4096)) for i in range(count)
    ]
    commitments = [settings.blob_to_kzg_commitment(blob) for blob in made]
    proofs = list(map(settings.compute_blob_kzg_proof, made, commitments))
    return made, commitments, proofs


@cache
def cells() -> Lists:
    """The 128 cells of a blob."""
    blob = blobs(1)[0][0]
    commitment = kzg.Settings().blob_to_kzg_commitment(blob)
    flat, proofs = kzg.CellProver().compute_cells_and_kzg_proofs(blob)
    cut = [flat[2048 * i : 2048 * (i + 1)] for i in range(128)]
    return [commitment] * 128, list(range(128)), cut, [proofs[48 * i :][:48] for i in range(128)]


def swapped(items: Any) -> Any:
    """The same with the first and the last one in each other's place."""
    order = list(range(len(items)))
    order[0], order[-1] = order[-1], order[0]
    return [bytes(items[i]) for i in order]


def fair(tasks: Any, workers: int) -> None:
    """Each worker did its share: half of an equal one at least."""
    assert len(tasks) == workers, tasks
    assert min(tasks.values()) >= sum(tasks.values()) / workers / 2, tasks
