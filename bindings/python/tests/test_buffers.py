"""What counts as bytes: the buffer protocol, numpy arrays, and what is refused."""

from __future__ import annotations

import array
import mmap
import pickle

import pytest

import curvemark
from curvemark import bls12_381, bn254
from curvemark.bls import min_pk

np = pytest.importorskip("numpy")

SECRET = bytes(31) + b"\7"
KEY = min_pk.public_key(SECRET)
SIGNATURE = min_pk.sign(SECRET, b"message")


def mapped(data: bytes) -> mmap.mmap:
    made = mmap.mmap(-1, len(data))
    made.write(data)
    return made


def read_only(data: bytes):  # type: ignore[no-untyped-def]
    made = np.frombuffer(data, np.uint8).copy()
    made.flags.writeable = False
    return made


@pytest.mark.parametrize(
    "of",
    [
        bytes,
        bytearray,
        memoryview,
        mapped,
        read_only,
        lambda data: np.frombuffer(data, np.uint8),
        lambda data: np.frombuffer(data, np.uint8).reshape(2, -1),
        lambda data: array.array("B", data),
        lambda data: memoryview(b"\0" + data)[1:],
    ],
    ids=[
        *("bytes", "bytearray", "memoryview", "mmap", "read-only", "numpy", "2d", "array", "slice"),
    ],
)
def test_taken(of) -> None:  # type: ignore[no-untyped-def]
    assert min_pk.verify(of(KEY), b"message", of(SIGNATURE))
    assert min_pk.aggregate(of(SIGNATURE + SIGNATURE)) == min_pk.aggregate([SIGNATURE, SIGNATURE])


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ("text", "not str"),
        (None, "not NoneType"),
        (7, "not int"),
        ([1, 2], "not list"),
        (np.zeros(48, np.int8), "'b'"),
        (np.zeros(6, np.uint64), "format"),
        (np.zeros(6, np.float64), "'d'"),
        (np.zeros(96, np.uint8)[::2], "contiguous"),
        (np.zeros((48, 2), np.uint8).T, "contiguous"),
        (np.zeros((48, 2), np.uint8)[:, 0], "contiguous"),
        (memoryview(bytes(96))[::2], "contiguous"),
        (array.array("I", [1]), "'I'"),
    ],
    ids=str,
)
def test_refused(bad: object, says: str) -> None:
    with pytest.raises(curvemark.BufferTypeError, match=says) as caught:
        min_pk.verify(bad, b"message", SIGNATURE)
    assert isinstance(caught.value, TypeError) and isinstance(caught.value, curvemark.Error)
    assert caught.value.reason == "BufferType"
    assert "public_key" in "".join(caught.value.__notes__)


def test_lists() -> None:
    assert min_pk.aggregate((SIGNATURE, bytearray(SIGNATURE))) == min_pk.aggregate(SIGNATURE * 2)
    # Lengths that add up to a right one.
    with pytest.raises(curvemark.LengthError, match="95 and 97"):
        min_pk.aggregate([SIGNATURE[:95], SIGNATURE[95:] + SIGNATURE])
    with pytest.raises(curvemark.LengthError, match="multiple of 96"):
        min_pk.aggregate(SIGNATURE[:-1])
    with pytest.raises(curvemark.BufferTypeError):
        min_pk.aggregate([SIGNATURE, "text"])


def test_exceptions_are_a_family_and_can_be_pickled() -> None:
    for name in ("InputError", "LengthError", "BufferTypeError"):
        kind = getattr(curvemark, name)
        assert issubclass(kind, curvemark.Error) and issubclass(kind, ValueError)
        assert kind.__module__ == "curvemark"
        again = pickle.loads(pickle.dumps(kind("a message", "Reason")))
        assert (type(again), str(again), again.reason) == (kind, "a message", "Reason")


@pytest.mark.parametrize("curve", [bls12_381, bn254], ids=["bls12_381", "bn254"])
@pytest.mark.parametrize("group", ["g1", "g2"])
def test_sums_of_numpy_arrays(curve, group: str) -> None:  # type: ignore[no-untyped-def]
    Point = getattr(curve, group.upper())
    msm, total = getattr(curve, f"{group}_msm"), getattr(curve, f"{group}_sum")
    generator = Point.generator()
    count = 40
    points = [generator * curve.Scalar(i) for i in range(count)]
    scalars = [curve.Scalar(curve.ORDER - 1 - i * i) for i in range(count)]
    flat = np.frombuffer(b"".join(point.to_bytes() for point in points), np.uint8)
    rows = flat.reshape(count, -1).copy()
    rows.flags.writeable = False
    factors = np.frombuffer(b"".join(scalar.to_bytes() for scalar in scalars), np.uint8)
    expected = generator * curve.Scalar(sum(-i - i**3 for i in range(count)) % curve.ORDER)
    assert Point(msm(rows, factors)) == expected
    assert Point(msm(rows, factors.reshape(count, 32), threads=2)) == expected
    assert Point(msm(rows, factors, unchecked_subgroup=True)) == expected
    assert Point.msm(points, scalars) == expected
    assert Point(total(rows)) == generator * curve.Scalar(sum(range(count)))
    assert Point(total(b"")) == Point.identity() == Point(msm(b"", b""))
    each = getattr(curve, f"{group}_mul_each")(rows, factors)
    assert Point(total(each)) == expected
    assert getattr(curve, f"{group}_mul_each")(b"", b"") == b""
    table = getattr(curve, f"{group.upper()}FixedBases")(rows, table_bytes=1 << 20)
    # On lanes of doubles a coordinate is a third longer.
    assert 0 < table.table_bytes <= (1 << 20) // 3 * 4
    again = pickle.loads(pickle.dumps(table))
    assert Point(table.msm(factors)) == expected == Point(again.msm(factors, threads=2))
    assert again.table_bytes == table.table_bytes
    # Parts of a sum, as workers would make them.
    parts = msm(rows[:16], factors[: 16 * 32]) + msm(rows[16:], factors[16 * 32 :])
    assert Point(total(parts)) == expected
    with pytest.raises(curvemark.LengthError, match="40 points, and 39"):
        msm(rows, factors[32:])
    with pytest.raises(curvemark.LengthError, match="multiple of"):
        msm(flat[1:], factors)
    with pytest.raises(curvemark.InputError, match="scalar 1") as caught:
        msm(rows[:2], bytes(32) + curve.ORDER.to_bytes(32, "big"))
    assert caught.value.reason == "NotCanonical"
    with pytest.raises(curvemark.LengthError):
        table.msm(b"")
