"""What `curvemark.dask` and `curvemark.ray` have in common: how work is cut into tasks.

An engine runs functions on workers and gives what they return. It schedules, moves data, and runs
again what was lost. Here is only what the tasks are. They follow from their arguments, so that a
task that runs again gives the same bytes.
"""

from __future__ import annotations

import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Protocol

from curvemark import InputError, LengthError, bls12_381, bn254, groth16, kzg, parts
from curvemark.bls import min_pk, min_sig


class Engine(Protocol):
    """Runs functions on workers. A future stands for what a function will return, and may be an
    argument of the next one: then it is the value there."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The future of a call."""

    def gather(self, futures: Sequence[Any]) -> list[Any]:
        """The values of futures, in their order."""

    def hold(self, make: Callable[[Any], Any], sources: Sequence[Any]) -> list[Any]:
        """Makes an object of each source, which stays on a worker, and gives its holder."""

    def call(self, holder: Any, function: Callable[..., Any], *arguments: Any) -> Any:
        """The future of a call where a holder is, with its object as the first argument."""


@dataclass
class Work:
    """Who did what, if you pass one: filled by each call that it is passed to.

    Workers are named 'host:process'. `cpu_seconds` is what their processes' clocks counted during
    the tasks. `bad_slices` are the numbers of the slices in which something is not valid, after a
    verification that does not hold.
    """

    tasks: Counter[str] = field(default_factory=Counter)
    cpu_seconds: dict[str, float] = field(default_factory=dict)
    bad_slices: list[int] = field(default_factory=list)

    def _add(self, done: _Done) -> None:
        self.tasks[done.worker] += 1
        before = self.cpu_seconds.get(done.worker, 0.0)
        self.cpu_seconds[done.worker] = before + done.cpu_seconds


@dataclass(frozen=True)
class _Done:
    """What a task returns."""

    worker: str
    cpu_seconds: float
    value: Any


def _run(function: Callable[..., Any], *arguments: Any) -> _Done:
    """A task: the function, and who ran it for how long."""
    start = time.process_time()
    value = function(*arguments)
    seconds = time.process_time() - start
    return _Done(f"{socket.gethostname()}:{os.getpid()}", seconds, value)


def _run_on(held: Any, function: Callable[..., Any], *arguments: Any) -> _Done:
    """The same for what a holder has."""
    return _run(function, held, *arguments)


def _values(engine: Engine, futures: Sequence[Any], work: Work | None) -> list[Any]:
    done = engine.gather(futures)
    if work is not None:
        for one in done:
            work._add(one)
    return [one.value for one in done]


def load(source: Any) -> Any:
    """The data of a source: what it returns if it can be called, else itself."""
    return source() if callable(source) else source


def cut(size: int, *lists: Any) -> list[tuple[Any, ...]]:
    """Slices of at most `size` items of lists of one length: lists, or arrays of rows."""
    lengths = {len(each) for each in lists}
    if len(lengths) != 1:
        raise LengthError("the lists differ in length", "LengthMismatch")
    [length] = lengths
    if size < 1:
        raise InputError("a slice has one item at least", "Size")
    return [tuple(each[i : i + size] for each in lists) for i in range(0, length, size)]


def _verify(
    engine: Engine,
    slices: Sequence[Any],
    prepare: Callable[..., Any],
    digest: Callable[..., bytes],
    part: Callable[..., Any],
    merge: Callable[[list[Any]], Any],
    finish: Callable[[Any], bool],
    holds: Callable[[Any], bool],
    options: tuple[Any, ...],
    work: Work | None,
) -> bool:
    """Two rounds: digests, of which the batch is made, and parts, which it weighs."""
    held = [engine.submit(prepare, source, *options) for source in slices]
    digests = _values(
        engine, [engine.submit(_run, digest, one, *options) for one in held], work
    )
    batch = parts.batch(digests)
    starts = [0, *accumulate(parts.count(one) for one in digests)]
    found = _values(
        engine,
        [
            engine.submit(_run, part, one, batch, start, *options)
            for one, start in zip(held, starts, strict=False)
        ],
        work,
    )
    verdict = finish(merge(found))
    if work is not None:
        work.bad_slices = []
        if not verdict:
            work.bad_slices = [i for i, one in enumerate(found) if not holds(one)]
    return verdict


_GROUPS = {"min_pk": min_pk, "min_sig": min_sig}


def _prepare_sets(source: Any, *_: Any) -> Any:
    keys, messages, signatures = load(source)
    return keys, list(messages), signatures


def _digest_sets(data: Any, group: str, scheme: str, threads: int) -> bytes:
    digest: Any = _GROUPS[group].digest_sets
    made: bytes = digest(*data, scheme=scheme)
    return made


def _part_of_sets(
    data: Any, batch: bytes, start: int, group: str, scheme: str, threads: int
) -> Any:
    part: Any = _GROUPS[group].part_of_sets
    return part(*data, batch, start, scheme=scheme, threads=threads)


def verify_sets(
    engine: Engine,
    slices: Sequence[Any],
    group: str,
    scheme: str,
    threads: int,
    work: Work | None,
) -> bool:
    """See `curvemark.dask`, and `curvemark.ray`; the same for what follows."""
    if group not in _GROUPS:
        raise InputError(f"group: 'min_pk' or 'min_sig' is needed, not '{group}'", "Group")
    merge: Any = _GROUPS[group].Part.merge
    options = (group, scheme, threads)
    finish: Any = _GROUPS[group].Part.finish
    holds: Any = _GROUPS[group].Part.holds
    steps = (_prepare_sets, _digest_sets, _part_of_sets, merge, finish, holds)
    return _verify(engine, slices, *steps, options, work)


# What a process makes once.
_made_settings: dict[str | None, kzg.Settings] = {}
_made_keys: dict[tuple[str, bytes], Any] = {}


def _settings(trusted_setup: str | None) -> kzg.Settings:
    if trusted_setup not in _made_settings:
        _made_settings[trusted_setup] = kzg.Settings(trusted_setup)
    return _made_settings[trusted_setup]


def _prepare_blobs(source: Any, trusted_setup: str | None, threads: int) -> bytes:
    # Of 131,072 bytes 160 are left, so the blobs need not stay.
    return _settings(trusted_setup).openings(*load(source), threads=threads)


def _digest_openings(openings: bytes, trusted_setup: str | None, threads: int) -> bytes:
    return kzg.digest_openings(openings)


def _part_of_openings(
    openings: bytes, batch: bytes, start: int, trusted_setup: str | None, threads: int
) -> kzg.OpeningsPart:
    return _settings(trusted_setup).part_of_openings(openings, batch, start, threads=threads)


def verify_blobs(
    engine: Engine,
    slices: Sequence[Any],
    trusted_setup: str | None,
    threads: int,
    work: Work | None,
) -> bool:
    settings = _settings(trusted_setup)
    steps = (_prepare_blobs, _digest_openings, _part_of_openings, kzg.OpeningsPart.merge)
    ends = (settings.finish_openings, settings.openings_hold)
    return _verify(engine, slices, *steps, *ends, (trusted_setup, threads), work)


def _prepare_cells(source: Any, *_: Any) -> Any:
    commitments, indices, cells, proofs = load(source)
    return commitments, [int(index) for index in indices], cells, proofs


def _digest_cells(data: Any, trusted_setup: str | None, threads: int) -> bytes:
    return kzg.digest_cells(*data)


def _part_of_cells(
    data: Any, batch: bytes, start: int, trusted_setup: str | None, threads: int
) -> kzg.CellsPart:
    commitments, indices, cells, proofs = data
    settings = _settings(trusted_setup)
    return settings.part_of_cells(
        commitments, indices, cells, proofs, batch, start, threads=threads
    )


def verify_cells(
    engine: Engine,
    slices: Sequence[Any],
    trusted_setup: str | None,
    threads: int,
    work: Work | None,
) -> bool:
    settings = _settings(trusted_setup)
    steps = (_prepare_cells, _digest_cells, _part_of_cells, kzg.CellsPart.merge)
    ends = (settings.finish_cells, settings.cells_hold)
    return _verify(engine, slices, *steps, *ends, (trusted_setup, threads), work)


_KEYS = {"bn254": groth16.bn254, "bls12_381": groth16.bls12_381}


def _key(curve: str, data: bytes) -> Any:
    if (curve, data) not in _made_keys:
        _made_keys[curve, data] = _KEYS[curve].VerifyingKey(data)
    return _made_keys[curve, data]


def _prepare_proofs(source: Any, *_: Any) -> Any:
    inputs, proofs = load(source)
    return list(inputs), list(proofs)


def _digest_proofs(data: Any, curve: str, key: bytes, compressed: bool) -> bytes:
    digest: bytes = _key(curve, key).digest_proofs(*data, compressed=compressed)
    return digest


def _part_of_proofs(
    data: Any, batch: bytes, start: int, curve: str, key: bytes, compressed: bool
) -> Any:
    return _key(curve, key).part_of_proofs(*data, batch, start, compressed=compressed)


def verify_proofs(
    engine: Engine,
    key: groth16.bn254.VerifyingKey | groth16.bls12_381.VerifyingKey,
    slices: Sequence[Any],
    compressed: bool,
    work: Work | None,
) -> bool:
    curve = "bn254" if isinstance(key, groth16.bn254.VerifyingKey) else "bls12_381"
    part: Any = _KEYS[curve].Part
    steps = (_prepare_proofs, _digest_proofs, _part_of_proofs, part.merge, part.finish, part.holds)
    return _verify(engine, slices, *steps, (curve, key.to_bytes(), compressed), work)


_SUMS: dict[str, tuple[Any, Any]] = {
    "bls12_381.G1": (bls12_381.G1FixedBases, bls12_381.g1_sum),
    "bls12_381.G2": (bls12_381.G2FixedBases, bls12_381.g2_sum),
    "bn254.G1": (bn254.G1FixedBases, bn254.g1_sum),
    "bn254.G2": (bn254.G2FixedBases, bn254.g2_sum),
}


@dataclass(frozen=True)
class _MakeBases:
    """Makes the object that holds a slice of bases."""

    group: str
    table_bytes: int
    compressed: bool
    unchecked_subgroup: bool

    def __call__(self, source: Any) -> Any:
        return _SUMS[self.group][0](
            load(source),
            table_bytes=self.table_bytes,
            compressed=self.compressed,
            unchecked_subgroup=self.unchecked_subgroup,
        )


def _flat(scalars: Any) -> memoryview:
    if isinstance(scalars, list | tuple):
        scalars = b"".join(bytes(scalar) for scalar in scalars)
    return memoryview(scalars).cast("B")


def _as_many(scalars: memoryview, count: int) -> memoryview:
    if len(scalars) != 32 * count:
        message = f"{32 * count} bytes of scalars are needed, not {len(scalars)}"
        raise LengthError(message, "Length")
    return scalars


def _msm(bases: Any, source: Any, threads: int) -> bytes:
    scalars = _as_many(_flat(load(source)), len(bases))
    part: bytes = bases.msm(scalars, threads=threads)
    return part


class Bases:
    """Fixed points that stay on the workers, for sums of multiples with many lists of scalars.

    Made by the subclass of an engine. Each slice is read and checked once, where it stays. A sum
    sends 32 bytes for each scalar and gets one point for each slice.
    """

    def __init__(
        self,
        engine: Engine,
        slices: Sequence[Any],
        group: str,
        table_bytes: int,
        compressed: bool,
        unchecked_subgroup: bool,
        work: Work | None,
    ) -> None:
        if group not in _SUMS:
            names = "', '".join(_SUMS)
            raise InputError(f"group: one of '{names}' is needed, not '{group}'", "Group")
        if not slices:
            raise LengthError("there are no slices", "Empty")
        self._engine = engine
        self._sum = _SUMS[group][1]
        make = _MakeBases(group, table_bytes, compressed, unchecked_subgroup)
        self._holders = engine.hold(make, slices)
        counts = [engine.call(holder, _run_on, len) for holder in self._holders]
        self._ends: list[int] = list(accumulate(_values(engine, counts, work)))

    def __len__(self) -> int:
        """How many points there are."""
        return self._ends[-1]

    def msm(self, scalars: Any, *, threads: int = 1, work: Work | None = None) -> bytes:
        """The sum of scalars[i]*points[i], as many scalars as points. Variable-time.

        Scalars are 32 bytes each, big-endian: a flat array, or a list. Or they are a list of
        functions, which load those of each slice where its points are. The answer is a point,
        uncompressed. `threads` is what each worker uses.
        """
        if isinstance(scalars, list | tuple) and any(map(callable, scalars)):
            if len(scalars) != len(self._holders):
                message = f"there are {len(self._holders)} slices, and {len(scalars)} functions"
                raise LengthError(message, "LengthMismatch")
            pieces = list(scalars)
        else:
            flat = _as_many(_flat(scalars), len(self))
            ends = zip([0, *self._ends], self._ends, strict=False)
            pieces = [bytes(flat[32 * start : 32 * end]) for start, end in ends]
        futures = [
            self._engine.call(holder, _run_on, _msm, piece, threads)
            for holder, piece in zip(self._holders, pieces, strict=True)
        ]
        total: bytes = self._sum(b"".join(_values(self._engine, futures, work)))
        return total
