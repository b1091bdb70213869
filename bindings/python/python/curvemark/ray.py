"""curvemark on the workers of Ray: sums of multiples, and batches to verify.

Ray schedules, moves data and runs again what a lost worker had. Call `ray.init` first. Functions
take slices: the pieces that tasks work on. A slice is data, or a function without arguments that
loads it on the worker, such as from a file that all machines see.

`cut(1024, keys, messages, signatures)` makes slices of lists and of arrays of rows. A task should
take a tenth of a second at least: `docs/many-machines.md` of the repository says how many items
that is. The package `ray` is not among what the wheel asks for: `pip install ray`.

Whoever runs a worker is trusted: it says what is valid.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from curvemark import _many, groth16
from curvemark._many import Work, cut

__all__ = ["Bases", "Work", "cut", "verify_blobs", "verify_cells", "verify_proofs", "verify_sets"]

_RETRIES = 5


def _engine() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        message = "curvemark.ray needs the package `ray`: pip install ray"
        raise ImportError(message) from error


class _Holder:
    """The class of the actors: objects that stay in one process. A new one makes them again."""

    def __init__(self, make: Callable[[Any], Any], sources: Sequence[Any]) -> None:
        self.held = [make(source) for source in sources]

    def call(self, number: int, function: Callable[..., Any], *arguments: Any) -> Any:
        return function(self.held[number], *arguments)


class _Ray:
    def __init__(self, holders: int | None = None) -> None:
        self.ray = _engine()
        if not self.ray.is_initialized():
            raise RuntimeError("ray.init() comes first")
        self.holders = holders
        self.remote: dict[Callable[..., Any], Any] = {}

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if function not in self.remote:
            self.remote[function] = self.ray.remote(max_retries=_RETRIES)(function)
        return self.remote[function].remote(*arguments)

    def gather(self, futures: Sequence[Any]) -> list[Any]:
        return list(self.ray.get(list(futures)))

    def hold(self, make: Callable[[Any], Any], sources: Sequence[Any]) -> list[Any]:
        processors = int(self.ray.cluster_resources().get("CPU", 1))
        actors = min(self.holders or processors, len(sources))
        kind = self.ray.remote(max_restarts=_RETRIES, max_task_retries=_RETRIES)(_Holder)
        # The slices of an actor lie apart, so that all have as many.
        made = [kind.remote(make, list(sources[i::actors])) for i in range(actors)]
        return [(made[i % actors], i // actors) for i in range(len(sources))]

    def call(self, holder: Any, function: Callable[..., Any], *arguments: Any) -> Any:
        actor, number = holder
        return actor.call.remote(number, function, *arguments)


class Bases(_many.Bases):
    """Fixed points that stay on the workers.

    A slice has points as the functions of `curvemark.bls12_381` and `curvemark.bn254` take them.
    `group` is 'bls12_381.G1', 'bls12_381.G2', 'bn254.G1' or 'bn254.G2'. With `table_bytes` each
    slice has a table of so many bytes at most. `actors` processes hold the slices, as many as there
    are processors unless you say. If one is lost, another reads its slices again.
    """

    def __init__(
        self,
        slices: Sequence[Any],
        *,
        group: str = "bls12_381.G1",
        table_bytes: int = 0,
        compressed: bool = False,
        unchecked_subgroup: bool = False,
        actors: int | None = None,
        work: Work | None = None,
    ) -> None:
        form = (table_bytes, compressed, unchecked_subgroup)
        super().__init__(_Ray(actors), slices, group, *form, work)


def verify_sets(
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
    return _many.verify_sets(_Ray(), slices, group, scheme, threads, work)


def verify_blobs(
    slices: Sequence[Any],
    *,
    trusted_setup: str | None = None,
    threads: int = 1,
    work: Work | None = None,
) -> bool:
    """Whether all blobs are those of their commitments: each slice has blobs, commitments, proofs.

    As `kzg.Settings(trusted_setup).verify_blob_kzg_proof_batch`.
    """
    return _many.verify_blobs(_Ray(), slices, trusted_setup, threads, work)


def verify_cells(
    slices: Sequence[Any],
    *,
    trusted_setup: str | None = None,
    threads: int = 1,
    work: Work | None = None,
) -> bool:
    """Whether all cells are right: each slice has commitments, cell indices, cells and proofs.

    As `kzg.Settings(trusted_setup).verify_cell_kzg_proof_batch`.
    """
    return _many.verify_cells(_Ray(), slices, trusted_setup, threads, work)


def verify_proofs(
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
    return _many.verify_proofs(_Ray(), key, slices, compressed, work)
