"""Threads: calls run side by side, and the interpreter is free meanwhile."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from curvemark import bls12_381, eddsa, kzg
from curvemark.bls import min_pk
from curvemark.compat import ckzg

COUNT = 8


def test_eight_threads_share_all_there_is() -> None:
    settings = kzg.Settings()
    blob = b"".join(i.to_bytes(32, "big") for i in range(4096))
    commitment = settings.blob_to_kzg_commitment(blob)
    secret = min_pk.key_gen(bytes(32))
    key = min_pk.PublicKey(min_pk.public_key(secret))
    signature = min_pk.sign(secret, b"message")
    seed = bytes(32)
    g = bls12_381.G1.generator()
    table = bls12_381.G1FixedBases(g.to_bytes() * 20, table_bytes=1 << 20)
    gate = threading.Barrier(COUNT)

    def work(number: int) -> bytes:
        gate.wait()
        for _ in range(3):
            assert settings.blob_to_kzg_commitment(blob) == commitment
            assert key.verify(b"message", signature) and not key.verify(b"other", signature)
            signed = eddsa.sign(seed, b"%d" % number)
            assert eddsa.verify(eddsa.public_key(seed), b"%d" % number, signed, rule="zip215")
        return table.msm(number.to_bytes(32, "big") * 20)

    with ThreadPoolExecutor(COUNT) as pool:
        answers = list(pool.map(work, range(COUNT)))
    expected = [(g * bls12_381.Scalar(20 * number)).to_bytes() for number in range(COUNT)]
    assert answers == expected


def test_threads_share_an_accumulator() -> None:
    accumulator, spare = min_pk.Accumulator(), min_pk.Accumulator()
    secret = min_pk.key_gen(bytes(32))
    key = min_pk.public_key(secret)

    def work(number: int) -> None:
        for i in range(10):
            message = b"%d %d" % (number, i)
            into = accumulator if i % 2 else spare
            into.add(key, message, min_pk.sign(secret, message))

    with ThreadPoolExecutor(COUNT) as pool:
        list(pool.map(work, range(COUNT)))
    accumulator.merge(spare)
    assert accumulator.finish() is True


def test_a_setup_of_compat_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Prover:
        def __init__(self, *_: object) -> None:
            made.append(self)

    monkeypatch.setattr(kzg, "CellProver", Prover)
    monkeypatch.setattr(kzg, "Settings", lambda *_: None)
    path = tmp_path / "setup.txt"
    path.write_text("")
    setup = ckzg.load_trusted_setup(str(path), 0)
    gate = threading.Barrier(COUNT)

    def work(_: int) -> object:
        gate.wait()
        return setup.prover

    with ThreadPoolExecutor(COUNT) as pool:
        assert len(set(pool.map(work, range(COUNT)))) == 1 == len(made)


def test_the_interpreter_runs_meanwhile() -> None:
    """Another thread takes steps while one long call runs: it could not if the call held the
    interpreter's lock. What is compared are steps, not times."""
    points = bls12_381.G1.generator().to_bytes() * 4000
    scalars = (b"\x55" * 32) * 4000
    steps, running = [0], threading.Event()
    done = threading.Event()

    def count() -> None:
        running.set()
        while not done.is_set():
            steps[0] += 1

    counter = threading.Thread(target=count)
    # So that the counter is not merely switched to between two instructions of this thread.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    counter.start()
    running.wait()
    try:
        gained = []
        for _ in range(5):
            before = steps[0]
            bls12_381.g1_msm(points, scalars)
            gained.append(steps[0] - before)
    finally:
        done.set()
        counter.join()
        sys.setswitchinterval(interval)
    assert max(gained) > 1000


@pytest.mark.skipif(
    not hasattr(sys, "_is_gil_enabled") or sys._is_gil_enabled(),
    reason="this interpreter has a global lock",
)
def test_a_free_threaded_interpreter_stays_so() -> None:
    assert not sys._is_gil_enabled()
