"""The functions of the package `ckzg`: `from curvemark.compat import ckzg`.

Differences: arguments may be any buffer, not only `bytes`. What proves cells is made when it is
first used, for all threads that wait. Wrong types and lengths raise `ValueError` as in ckzg, all
other refusals `RuntimeError`.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

from curvemark import BufferTypeError, Error, LengthError, kzg

__all__ = [
    "blob_to_kzg_commitment",
    "compute_blob_kzg_proof",
    "compute_cells",
    "compute_cells_and_kzg_proofs",
    "compute_kzg_proof",
    "load_trusted_setup",
    "recover_cells_and_kzg_proofs",
    "verify_blob_kzg_proof",
    "verify_blob_kzg_proof_batch",
    "verify_cell_kzg_proof_batch",
    "verify_kzg_proof",
]

# Bytes of c-kzg's tables for a window of one bit: 8192 points of 96 bytes.
_TABLE = 8192 * 96

_P = ParamSpec("_P")
_R = TypeVar("_R")


def _as_ckzg(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """The exceptions that ckzg raises."""

    @functools.wraps(function)
    def wrapped(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            return function(*args, **kwargs)
        except (BufferTypeError, LengthError) as error:
            raise ValueError(str(error)) from error
        except Error as error:
            raise RuntimeError(str(error)) from error

    return wrapped


class TrustedSetup:
    """What `load_trusted_setup` returns; the other functions take it as their last argument."""

    def __init__(self, text: str, precompute: int) -> None:
        self._text = text
        self._table_bytes = _TABLE << (precompute - 1) if precompute else 0
        self._settings = kzg.Settings(text)
        self._prover: kzg.CellProver | None = None
        self._lock = threading.Lock()

    @property
    def settings(self) -> kzg.Settings:
        """What commits, proves and verifies blobs."""
        return self._settings

    @property
    def prover(self) -> kzg.CellProver:
        """What proves and recovers cells."""
        with self._lock:
            if self._prover is None:
                self._prover = kzg.CellProver(self._text, self._table_bytes)
            return self._prover

    def __reduce__(self) -> tuple[Callable[..., TrustedSetup], tuple[str, int]]:
        return _made, (self._text, self._table_bytes)


def _made(text: str, table_bytes: int) -> TrustedSetup:
    setup = TrustedSetup(text, 0)
    setup._table_bytes = table_bytes
    return setup


@_as_ckzg
def load_trusted_setup(file: str, precompute: int) -> TrustedSetup:
    """The setup of a file in c-kzg's format. All of it is checked."""
    if not isinstance(file, str) or not isinstance(precompute, int):
        raise ValueError("expected string and int")
    if not 0 <= precompute <= 15:
        raise ValueError("invalid precompute value")
    try:
        text = Path(file).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise RuntimeError("error reading trusted setup") from error
    try:
        return TrustedSetup(text, precompute)
    except Error as error:
        raise RuntimeError(f"error loading trusted setup: {error}") from error


def _rows(flat: bytes, size: int) -> list[bytes]:
    return [flat[i : i + size] for i in range(0, len(flat), size)]


@_as_ckzg
def blob_to_kzg_commitment(blob: bytes, ts: TrustedSetup) -> bytes:
    """The commitment of a blob."""
    return ts.settings.blob_to_kzg_commitment(blob)


@_as_ckzg
def compute_kzg_proof(blob: bytes, z: bytes, ts: TrustedSetup) -> tuple[bytes, bytes]:
    """The proof of a blob's value at z, and the value."""
    return ts.settings.compute_kzg_proof(blob, z)


@_as_ckzg
def compute_blob_kzg_proof(blob: bytes, commitment: bytes, ts: TrustedSetup) -> bytes:
    """The proof that a commitment is a blob's."""
    return ts.settings.compute_blob_kzg_proof(blob, commitment)


@_as_ckzg
def verify_kzg_proof(
    commitment: bytes, z: bytes, y: bytes, proof: bytes, ts: TrustedSetup
) -> bool:
    """Whether the polynomial of a commitment has the value y at z."""
    return ts.settings.verify_kzg_proof(commitment, z, y, proof)


@_as_ckzg
def verify_blob_kzg_proof(blob: bytes, commitment: bytes, proof: bytes, ts: TrustedSetup) -> bool:
    """Whether a commitment is a blob's."""
    return ts.settings.verify_blob_kzg_proof(blob, commitment, proof)


@_as_ckzg
def verify_blob_kzg_proof_batch(
    blobs: bytes, commitments: bytes, proofs: bytes, ts: TrustedSetup
) -> bool:
    """Whether all commitments are their blobs'; all three are flat."""
    return ts.settings.verify_blob_kzg_proof_batch(blobs, commitments, proofs)


@_as_ckzg
def compute_cells(blob: bytes, ts: TrustedSetup) -> list[bytes]:
    """The 128 cells of a blob."""
    return _rows(ts.settings.compute_cells(blob), kzg.BYTES_PER_CELL)


def _cells_and_proofs(flats: tuple[bytes, bytes]) -> tuple[list[bytes], list[bytes]]:
    return _rows(flats[0], kzg.BYTES_PER_CELL), _rows(flats[1], kzg.BYTES_PER_PROOF)


@_as_ckzg
def compute_cells_and_kzg_proofs(blob: bytes, ts: TrustedSetup) -> tuple[list[bytes], list[bytes]]:
    """The 128 cells of a blob, and their proofs."""
    return _cells_and_proofs(ts.prover.compute_cells_and_kzg_proofs(blob))


def _each_of(size: int, items: Sequence[bytes], what: str) -> list[bytes]:
    """A list of items of one size: ckzg says so of each."""
    for item in items:
        if len(item) != size:
            raise ValueError(f"expected {what} to be {size} bytes")
    return list(items)


@_as_ckzg
def recover_cells_and_kzg_proofs(
    cell_indices: Sequence[int], cells: Sequence[bytes], ts: TrustedSetup
) -> tuple[list[bytes], list[bytes]]:
    """All cells and proofs of a blob, from half of its cells or more."""
    rows = _each_of(kzg.BYTES_PER_CELL, cells, "cell")
    return _cells_and_proofs(ts.prover.recover_cells_and_kzg_proofs(list(cell_indices), rows))


@_as_ckzg
def verify_cell_kzg_proof_batch(
    commitments: Sequence[bytes],
    cell_indices: Sequence[int],
    cells: Sequence[bytes],
    proofs: Sequence[bytes],
    ts: TrustedSetup,
) -> bool:
    """Whether all cells are their commitments'."""
    return ts.settings.verify_cell_kzg_proof_batch(
        _each_of(kzg.BYTES_PER_COMMITMENT, commitments, "commitment"),
        list(cell_indices),
        _each_of(kzg.BYTES_PER_CELL, cells, "cell"),
        _each_of(kzg.BYTES_PER_PROOF, proofs, "proof"),
    )
