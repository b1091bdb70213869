"""curvemark on the workers of Dask: sums of multiples, and batches to verify.

Dask schedules, moves data and runs again what a lost worker had. Functions take a
`dask.distributed.Client`, and slices: the pieces that tasks work on. A slice is data, or a function
without arguments that loads it on the worker, such as from a file that all machines see. Data
travels through the scheduler and stays there, so that it can be sent again: for much of it, let
workers load.

`cut(1024, keys, messages, signatures)` makes slices of lists and of arrays of rows. A task should
take a tenth of a second at least: `docs/many-machines.md` of the repository says how many items
that is. The package `distributed` is not among what the wheel asks for: `pip install distributed`.

Whoever runs a worker is trusted: it says what is valid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from curvemark import _many, groth16
from curvemark._many import Work, cut

__all__ = ["Bases", "Work", "cut", "verify_blobs", "verify_cells", "verify_proofs", "verify_sets"]


class Client(Protocol):
    """What is used of a `dask.distributed.Client`."""

    def submit(self, func: Callable[..., Any], /, *args: Any, pure: bool) -> Any:
        """Runs a function on a worker."""

    def gather(self, futures: Any) -> Any:
        """What functions returned."""


class _Dask:
    def __init__(self, client: Client) -> None:
        if not hasattr(client, "submit") or not hasattr(client, "gather"):
            message = (
                "a dask.distributed.Client is needed, which the package `distributed` has:"
                f" pip install distributed; this is {type(client).__name__}"
            )
            raise TypeError(message)
        self.client = client

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        # By their arguments tasks would be taken for one another, and large ones hashed for that.
        return self.client.submit(function, *arguments, pure=False)

    def gather(self, futures: Sequence[Any]) -> list[Any]:
        return list(self.client.gather(list(futures)))

    def hold(self, make: Callable[[Any], Any], sources: Sequence[Any]) -> list[Any]:
        return [self.submit(make, source) for source in sources]

    def call(self, holder: Any, function: Callable[..., Any], *arguments: Any) -> Any:
        return self.submit(function, holder, *arguments)


class Bases(_many.Bases):
    """Fixed points that stay on the workers.

    A slice has points as the functions of `curvemark.bls12_381` and `curvemark.bn254` take them.
    `group` is 'bls12_381.G1', 'bls12_381.G2', 'bn254.G1' or 'bn254.G2'. With `table_bytes` each
    slice has a table of so many bytes at most. If a worker is lost, others read its slices again.
    """

    def __init__(
        self,
        client: Client,
        slices: Sequence[Any],
        *,
        group: str = "bls12_381.G1",
        table_bytes: int = 0,
        compressed: bool = False,
        unchecked_subgroup: bool = False,
        work: Work | None = None,
    ) -> None:
        form = (table_bytes, compressed, unchecked_subgroup)
        super().__init__(_Dask(client), slices, group, *form, work)


def verify_sets(
    client: Client,
    slices: Sequence[Any],
    *,
    group: str = "min_pk",
    scheme: str = "possession",
    threads: int = 1,
    work: Work | None = None,
) -> bool:
    """One verdict on many BLS signatures: each slice has keys, messages and signatures.

    As `bls.min_pk.verify_sets` with `deterministic=True`, or `bls.min_sig` with that `group`.
    """
    return _many.verify_sets(_Dask(client), slices, group, scheme, threads, work)


def verify_blobs(
    client: Client,
    slices: Sequence[Any],
    *,
    trusted_setup: str | None = None,
    threads: int = 1,
    work: Work | None = None,
) -> bool:
    """Whether all blobs are those of their commitments: each slice has blobs, commitments, proofs.

    As `kzg.Settings(trusted_setup).verify_blob_kzg_proof_batch`.
    """
    return _many.verify_blobs(_Dask(client), slices, trusted_setup, threads, work)


def verify_cells(
    client: Client,
    slices: Sequence[Any],
    *,
    trusted_setup: str | None = None,
    threads: int = 1,
    work: Work | None = None,
) -> bool:
    """Whether all cells are right: each slice has commitments, cell indices, cells and proofs.

    As `kzg.Settings(trusted_setup).verify_cell_kzg_proof_batch`.
    """
    return _many.verify_cells(_Dask(client), slices, trusted_setup, threads, work)


def verify_proofs(
    client: Client,
    key: groth16.bn254.VerifyingKey | groth16.bls12_381.VerifyingKey,
    slices: Sequence[Any],
    *,
    compressed: bool = True,
    work: Work | None = None,
) -> bool:
    """One verdict on many proofs of Groth16 under one key: each slice has lists of inputs, and
    proofs.

    As `key.verify_batch` with `deterministic=True`.
    """
    return _many.verify_proofs(_Dask(client), key, slices, compressed, work)
