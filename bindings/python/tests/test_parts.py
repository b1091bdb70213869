"""Parts of batches: digests by other means, cuts, what must be refused, runs without engines."""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cases import cases
from test_protocols import numbers, snarkjs_points

import curvemark
from curvemark import _many, bls12_381, bn254, dask, groth16, kzg, parts, ray
from curvemark.bls import min_pk, min_sig

GROUPS = pytest.mark.parametrize("group", [min_pk, min_sig], ids=["min_pk", "min_sig"])
DST = {
    "possession": b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_",
    "basic": b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",
}

Sets = tuple[list[bytes], list[bytes], list[bytes]]


def sets(group: Any, count: int, scheme: str = "possession") -> Sets:
    secrets = [group.key_gen(bytes([i]) * 32) for i in range(count)]
    messages = [b"message %d" % (i // 2) for i in range(count)]
    signatures = [
        group.sign(secret, message, scheme=scheme)
        for secret, message in zip(secrets, messages, strict=True)
    ]
    return [group.public_key(secret) for secret in secrets], messages, signatures


def absorbed(*pieces: bytes) -> bytes:
    return b"".join(len(piece).to_bytes(8, "big") + piece for piece in pieces)


@pytest.mark.parametrize("scheme", list(DST))
def test_digests_are_sha_256(scheme: str) -> None:
    keys, messages, signatures = sets(min_pk, 3, scheme)
    text = absorbed(b"curvemark-parts-bls-v1", DST[scheme])
    for item in zip(keys, messages, signatures, strict=True):
        text += absorbed(*item)
    digest = min_pk.digest_sets(keys, messages, signatures, scheme=scheme)
    assert digest == hashlib.sha256(text).digest() + (3).to_bytes(8, "big")
    assert parts.count(digest) == 3 and len(digest) == parts.DIGEST_BYTES
    both = hashlib.sha256(b"curvemark-parts-batch-v1" + digest + digest).digest()
    assert parts.batch([digest, digest]) == parts.batch(digest * 2) == both + bytes(7) + b"\6"


@GROUPS
def test_any_cut_gives_the_verdict(group: Any) -> None:
    lists = sets(group, 5)
    for size in [1, 2, 5]:
        slices = dask.cut(size, *lists)
        batch = parts.batch([group.digest_sets(*one) for one in slices])
        made = []
        for i, one in enumerate(slices):
            part = group.part_of_sets(*one, batch, i * size)
            assert part.batch == batch and part.start == i * size
            assert part.stop == min(5, (i + 1) * size)
            again = group.part_of_sets(*one, batch, i * size, threads=2)
            assert part == again and hash(part) == hash(again)
            assert pickle.loads(pickle.dumps(part)) == part
            assert group.Part(part.to_bytes()).to_bytes() == part.to_bytes()
            made.append(part)
        assert group.Part.merge(made[::-1]).finish() is True


def test_what_is_not_whole_raises() -> None:
    slices = dask.cut(2, *sets(min_pk, 4))
    batch = parts.batch([min_pk.digest_sets(*one) for one in slices])
    first, second = (min_pk.part_of_sets(*one, batch, 2 * i) for i, one in enumerate(slices))
    assert repr(second) == "<Part of items 2 to 4 of 4>"
    refused: list[tuple[str, Callable[[], Any]]] = [
        ("Incomplete", first.finish),
        ("NotNext", lambda: min_pk.Part.merge([first, second, first])),
        ("Empty", lambda: min_pk.Part.merge([])),
        ("Range", lambda: min_pk.part_of_sets(*slices[0], batch, 3)),
        ("Length", lambda: min_pk.Part(second.to_bytes()[:-1])),
        ("Kind", lambda: min_sig.Part(second.to_bytes())),
        ("Target", lambda: min_pk.Part(second.to_bytes()[:-1] + b"\1")),
        ("Length", lambda: parts.batch(batch[:-1])),
        ("Empty", lambda: parts.batch([])),
        ("Length", lambda: min_pk.part_of_sets(*slices[0], batch[:-1], 0)),
    ]
    for reason, call in refused:
        with pytest.raises(curvemark.Error) as caught:
            call()
        assert caught.value.reason == reason
    with pytest.raises(OverflowError):
        min_pk.part_of_sets(*slices[0], batch, -1)
    other = parts.batch([min_pk.digest_sets(*slices[0]), min_pk.digest_sets(*slices[0])])
    stranger = min_pk.part_of_sets(*slices[1], other, 2)
    with pytest.raises(curvemark.Error) as caught:
        min_pk.Part.merge([first, stranger])
    assert caught.value.reason == "OtherBatch"


class Future:
    """A call that is made when its value is asked for, and made twice."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.function, self.arguments = function, arguments

    def value(self) -> Any:
        once, again = (self.function(*map(resolved, self.arguments)) for _ in range(2))
        if isinstance(once, _many._Done):
            # What goes from task to task is the same, byte for byte.
            assert pickle.dumps(once.value) == pickle.dumps(again.value)
        return pickle.loads(pickle.dumps(again))


def resolved(value: Any) -> Any:
    return value.value() if isinstance(value, Future) else value


class Client:
    """As much of a client of Dask as there is to it, in this process."""

    def __init__(self) -> None:
        self.sent = 0

    def submit(self, func: Callable[..., Any], /, *args: Any, pure: bool) -> Future:
        assert pure is False
        self.sent += len(pickle.dumps((func, [a for a in args if not isinstance(a, Future)])))
        return Future(func, args)

    def gather(self, futures: Sequence[Future]) -> list[Any]:
        return [future.value() for future in futures]


@GROUPS
def test_signatures_by_tasks(group: Any) -> None:
    name = group.__name__.rpartition(".")[2]
    keys, messages, signatures = sets(group, 5)
    work = dask.Work()
    for size in [1, 2, 8]:
        slices = dask.cut(size, keys, messages, signatures)
        assert dask.verify_sets(Client(), slices, group=name, work=work) is True
    assert work.bad_slices == [] and sum(work.tasks.values()) == 2 * (5 + 3 + 1)
    assert all(seconds >= 0 for seconds in work.cpu_seconds.values())
    signatures[0], signatures[4] = signatures[4], signatures[0]
    loads = [lambda one=one: one for one in dask.cut(2, keys, messages, signatures)]

    class Here(Client):
        def submit(self, func: Callable[..., Any], /, *args: Any, pure: bool) -> Future:
            return Future(func, args)

    assert dask.verify_sets(Here(), loads, group=name, work=work) is False
    assert work.bad_slices == [0, 2]
    with pytest.raises(curvemark.Error):
        dask.verify_sets(Client(), loads[:0], group=name)
    with pytest.raises(curvemark.InputError, match="min_pk"):
        dask.verify_sets(Client(), [], group="min")


def test_blobs_by_tasks() -> None:
    settings = kzg.Settings()
    blobs = [b"".join((i * k).to_bytes(32, "big") for k in range(4096)) for i in range(3)]
    commitments = [settings.blob_to_kzg_commitment(blob) for blob in blobs]
    both = zip(blobs, commitments, strict=True)
    proofs = [settings.compute_blob_kzg_proof(*pair) for pair in both]
    openings = settings.openings(blobs, commitments, proofs)
    assert len(openings) == 3 * kzg.BYTES_PER_OPENING
    assert openings == settings.openings(blobs, commitments, proofs, threads=2)
    z, y = openings[48:80], openings[80:112]
    assert openings[:48] == commitments[0] and openings[112:160] == proofs[0]
    assert z == kzg.compute_challenge(blobs[0], commitments[0])
    assert kzg.verify_kzg_proof(commitments[0], z, y, proofs[0])
    assert dask.verify_blobs(Client(), dask.cut(2, blobs, commitments, proofs)) is True
    work = dask.Work()
    slices = dask.cut(1, blobs, commitments, [proofs[0], proofs[2], proofs[1]])
    assert dask.verify_blobs(Client(), slices, work=work) is False
    assert work.bad_slices == [1, 2]
    batch = parts.batch([kzg.digest_openings(openings)])
    part = settings.part_of_openings(openings, batch, 0)
    assert settings.finish_openings(part) and settings.openings_hold(part)
    with pytest.raises(curvemark.Error) as caught:
        kzg.CellsPart(part.to_bytes())
    assert caught.value.reason == "Kind"
    outside = part.to_bytes()[:57] + b"\x80" + bytes(46) + b"\4" + part.to_bytes()[105:]
    with pytest.raises(curvemark.Error) as caught:
        kzg.OpeningsPart(outside)
    assert caught.value.reason == "Point(NotInSubgroup)"


def test_cells_by_tasks() -> None:
    prover = kzg.CellProver()
    blob = b"".join(k.to_bytes(32, "big") for k in range(4096))
    commitment = kzg.Settings().blob_to_kzg_commitment(blob)
    flat, all_proofs = prover.compute_cells_and_kzg_proofs(blob)
    indices = [0, 3, 127, 64, 3]
    cells = [flat[2048 * i : 2048 * (i + 1)] for i in indices]
    proofs = [all_proofs[48 * i : 48 * (i + 1)] for i in indices]
    lists: tuple[Any, ...] = ([commitment] * 5, indices, cells, proofs)
    assert dask.verify_cells(Client(), dask.cut(2, *lists)) is True
    work = dask.Work()
    lists = ([commitment] * 5, indices, cells, [*proofs[1:], proofs[0]])
    assert dask.verify_cells(Client(), dask.cut(4, *lists), work=work) is False
    assert work.bad_slices == [0, 1]


@pytest.mark.parametrize("name", ["bn128", "bls12381"])
def test_proofs_by_tasks(name: str) -> None:
    module: Any = groth16.bn254 if name == "bn128" else groth16.bls12_381
    curve = bn254 if name == "bn128" else bls12_381
    inputs, proofs, key = [], [], None
    for case in cases("groth16-snarkjs"):
        if case.text("curve") != name:
            continue
        if "key" in case:
            points = snarkjs_points(curve, [numbers(text) for text in case.texts("key")])
            key = module.VerifyingKey.from_points(*points[:4], points[4:])
        elif case.text("valid") == "yes":
            points = snarkjs_points(curve, [numbers(text) for text in case.texts("point")])
            proofs.append(module.proof_from_points(*points))
            inputs.append([int(text).to_bytes(32, "little") for text in case.texts("input")])
    assert len(proofs) > 2 and key is not None
    for size in [1, 2, 9]:
        assert dask.verify_proofs(Client(), key, dask.cut(size, inputs, proofs)) is True
    work = dask.Work()
    slices = dask.cut(1, inputs, [proofs[1], proofs[0], *proofs[2:]])
    assert dask.verify_proofs(Client(), key, slices, work=work) is False
    assert work.bad_slices == [0, 1]
    batch = parts.batch([key.digest_proofs(inputs, proofs)])
    part = key.part_of_proofs(inputs, proofs, batch, 0)
    assert part.holds() and part.finish() and module.Part(part.to_bytes()) == part


class Scalars:
    """A function that loads scalars."""

    def __init__(self, scalars: list[bytes]) -> None:
        self.scalars = scalars

    def __call__(self) -> list[bytes]:
        return self.scalars


@pytest.mark.parametrize("group", ["bls12_381.G1", "bls12_381.G2", "bn254.G1", "bn254.G2"])
def test_sums_by_tasks(group: str) -> None:
    curve, name = (bls12_381 if "bls" in group else bn254), group[-2:]
    point: Any = getattr(curve, name)
    msm = getattr(curve, f"{name.lower()}_msm")
    points = [(point.generator() * curve.Scalar(i * i + 1)).to_bytes() for i in range(7)]
    scalars = [(curve.ORDER - 1 - i * 12345).to_bytes(32, "big") for i in range(7)]
    expected = msm(points, scalars)
    for size, table_bytes in [(3, 0), (7, 1 << 20), (1, 1 << 16)]:
        client = Client()
        slices = [one for (one,) in dask.cut(size, points)]
        bases = dask.Bases(client, slices, group=group, table_bytes=table_bytes)
        assert len(bases) == 7
        assert bases.msm(scalars) == bases.msm(b"".join(scalars), threads=2) == expected
        # Points travel once: a sum sends scalars, and less than 1000 bytes of a task.
        before = client.sent
        bases.msm(scalars)
        assert client.sent - before < 32 * 7 + 1000 * len(slices)
        for wrong in [scalars[1:], [*scalars, scalars[0]], b""]:
            with pytest.raises(curvemark.LengthError):
                bases.msm(wrong)
    # Scalars that are loaded where the points are.
    sources = [Scalars(one) for (one,) in dask.cut(1, scalars)]
    assert bases.msm(sources) == expected
    for wrong in [sources[1:], [Scalars(scalars[:2]), *sources[1:]]]:
        with pytest.raises(curvemark.LengthError):
            bases.msm(wrong)
    with pytest.raises(curvemark.InputError):
        dask.Bases(Client(), slices, group="bls12_381.g1")
    with pytest.raises(curvemark.LengthError):
        dask.Bases(Client(), [], group=group)
    fixed = getattr(curve, f"{name}FixedBases")(points, table_bytes=0)
    assert fixed.table_bytes == 0 and len(fixed) == 7 and fixed.msm(scalars) == expected
    assert pickle.loads(pickle.dumps(fixed)).msm(scalars) == expected
    assert fixed.msm(scalars[:2]) == msm(points[:2], scalars[:2])
    for wrong in [[], [*scalars, scalars[0]]]:
        with pytest.raises(curvemark.LengthError):
            fixed.msm(wrong)


def test_lists_of_unlike_lengths() -> None:
    with pytest.raises(curvemark.LengthError):
        dask.cut(2, [1, 2], [1])
    with pytest.raises(curvemark.InputError):
        dask.cut(0, [1, 2])
    assert dask.cut(2, [1, 2, 3], "abc") == [([1, 2], "ab"), ([3], "c")]


def test_engines_that_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="pip install distributed"):
        dask.verify_sets(object(), [])  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match="pip install ray"):
        ray.verify_sets([])
