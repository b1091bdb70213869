"""curvemark.ray on a Ray of this machine: answers, shares, and processes killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import inputs
import pytest

import ray as engine
from curvemark import bls12_381, bn254, kzg, ray
from curvemark.bls import min_pk

WORKERS = 2


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    options: dict[str, Any] = {"include_dashboard": False, "logging_level": "ERROR"}
    memory = 128 << 20
    engine.init(num_cpus=WORKERS, object_store_memory=memory, log_to_driver=False, **options)
    yield
    engine.shutdown()


@pytest.mark.parametrize("group", ["bls12_381.G1", "bn254.G2"])
def test_sums_over_bases_that_stay(group: str) -> None:
    count = 1000
    points = inputs.points(group, count)
    bases = ray.Bases([rows for (rows,) in ray.cut(63, points)], group=group)
    curve = bls12_381 if "bls" in group else bn254
    msm = getattr(curve, f"{group[-2:].lower()}_msm")
    for seed in range(2):
        work = ray.Work()
        scalars = inputs.scalars(count, seed)
        assert bases.msm(scalars, work=work) == msm(points, scalars)
        assert sorted(work.tasks.values()) == [8, 8]


def test_verdicts() -> None:
    keys, messages, signatures = inputs.sets(256)
    work = ray.Work()
    slices = ray.cut(8, keys, messages, signatures)
    assert ray.verify_sets(slices, work=work) is True
    assert min_pk.verify_sets(keys, messages, signatures) is True
    assert sum(work.tasks.values()) == 64
    inputs.fair(work.tasks, WORKERS)
    slices = ray.cut(100, keys, messages, inputs.swapped(signatures))
    assert ray.verify_sets(slices, work=work) is False
    assert work.bad_slices == [0, 2]

    blobs, commitments, proofs = inputs.blobs(8)
    assert ray.verify_blobs(ray.cut(2, blobs, commitments, proofs)) is True
    proofs = inputs.swapped(proofs)
    assert ray.verify_blobs(ray.cut(3, blobs, commitments, proofs), work=work) is False
    assert not kzg.Settings().verify_blob_kzg_proof_batch(blobs, commitments, proofs)
    assert work.bad_slices == [0, 2]

    commitments, indices, cells, proofs = inputs.cells()
    assert ray.verify_cells(ray.cut(16, commitments, indices, cells, proofs)) is True
    slices = ray.cut(50, commitments, indices, cells, inputs.swapped(proofs))
    assert ray.verify_cells(slices, work=work) is False
    assert work.bad_slices == [0, 2]


def die_once(path: str, data: Any) -> Any:
    """A source that kills the worker which loads it first."""

    def load() -> Any:
        marker = Path(path)
        if not marker.exists():
            marker.write_text("")
            os.kill(os.getpid(), signal.SIGKILL)
        return data

    return load


def test_processes_that_die_lose_nothing(tmp_path: Path) -> None:
    keys, messages, signatures = inputs.sets(256)
    for swap in [False, True]:
        marker = tmp_path / f"signatures {swap}"
        lists = (keys, messages, inputs.swapped(signatures) if swap else signatures)
        slices: list[Any] = ray.cut(16, *lists)
        slices[9] = die_once(str(marker), slices[9])
        work = ray.Work()
        assert ray.verify_sets(slices, work=work) is not swap
        assert marker.exists() and work.bad_slices == ([0, 15] if swap else [])

    # An actor that held bases when it was killed reads them again.
    points = inputs.points("bls12_381.G1", 1000)
    bases = ray.Bases([rows for (rows,) in ray.cut(63, points)])
    scalars = inputs.scalars(1000, 5)
    expected = bls12_381.g1_msm(points, scalars)
    work = ray.Work()
    assert bases.msm(scalars, work=work) == expected
    victim = next(iter(work.tasks))
    os.kill(int(victim.rpartition(":")[2]), signal.SIGKILL)
    work = ray.Work()
    assert bases.msm(scalars, work=work) == expected
    assert victim not in work.tasks and sorted(work.tasks.values()) == [8, 8]


def test_without_init_it_says_so() -> None:
    engine.shutdown()
    with pytest.raises(RuntimeError, match="ray.init"):
        ray.verify_sets([])
