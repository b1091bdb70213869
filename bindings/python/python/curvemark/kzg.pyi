from collections.abc import Sequence
from typing import TypeAlias, final

from typing_extensions import Buffer

# One item after the other, or a list of items of one length.
_Flat: TypeAlias = Buffer | list[Buffer] | list[bytes] | tuple[Buffer, ...]

BYTES_PER_BLOB: int
BYTES_PER_CELL: int
BYTES_PER_COMMITMENT: int
BYTES_PER_FIELD_ELEMENT: int
BYTES_PER_PROOF: int
CELLS_PER_EXT_BLOB: int

def verify_kzg_proof(commitment: Buffer, z: Buffer, y: Buffer, proof: Buffer) -> bool: ...
def versioned_hash(commitment: Buffer) -> bytes: ...
def compute_challenge(blob: Buffer, commitment: Buffer) -> bytes: ...
def compute_verify_cell_kzg_proof_batch_challenge(
    commitments: _Flat,
    commitment_indices: Sequence[int],
    cell_indices: Sequence[int],
    cells: _Flat,
    proofs: _Flat,
) -> bytes: ...
@final
class Settings:
    def __new__(cls, trusted_setup: str | None = None, table_bytes: int = 0) -> Settings: ...
    @property
    def table_bytes(self) -> int: ...
    def blob_to_kzg_commitment(self, blob: Buffer, *, threads: int = 1) -> bytes: ...
    def compute_kzg_proof(
        self, blob: Buffer, z: Buffer, *, threads: int = 1
    ) -> tuple[bytes, bytes]: ...
    def compute_blob_kzg_proof(
        self, blob: Buffer, commitment: Buffer, *, threads: int = 1
    ) -> bytes: ...
    def verify_kzg_proof(self, commitment: Buffer, z: Buffer, y: Buffer, proof: Buffer) -> bool: ...
    def verify_blob_kzg_proof(self, blob: Buffer, commitment: Buffer, proof: Buffer) -> bool: ...
    def verify_blob_kzg_proof_batch(
        self, blobs: _Flat, commitments: _Flat, proofs: _Flat, *, threads: int = 1
    ) -> bool: ...
    def compute_cells(self, blob: Buffer) -> bytes: ...
    def verify_cell_kzg_proof_batch(
        self,
        commitments: _Flat,
        cell_indices: Sequence[int],
        cells: _Flat,
        proofs: _Flat,
        *,
        threads: int = 1,
    ) -> bool: ...
@final
class CellProver:
    def __new__(cls, trusted_setup: str | None = None, table_bytes: int = 0) -> CellProver: ...
    @property
    def table_bytes(self) -> int: ...
    def compute_cells_and_kzg_proofs(
        self, blob: Buffer, *, threads: int = 1
    ) -> tuple[bytes, bytes]: ...
    def recover_cells_and_kzg_proofs(
        self, cell_indices: Sequence[int], cells: _Flat, *, threads: int = 1
    ) -> tuple[bytes, bytes]: ...
