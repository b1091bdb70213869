"""Points, scalars and pairings: published cases, laws, attacks."""

from __future__ import annotations

import pickle

import pytest
from cases import cases

import curvemark
from curvemark import bls12_381, bn254

CURVES = pytest.mark.parametrize("curve", [bls12_381, bn254], ids=["bls12_381", "bn254"])


@pytest.mark.parametrize("group", ["g1", "g2"])
def test_multiples(group: str) -> None:
    Point = getattr(bls12_381, group.upper())
    for case in cases("bls12-381-multiples"):
        long, short = case.data(f"{group}-uncompressed"), case.data(f"{group}-compressed")
        point = Point.generator() * bls12_381.Scalar(int(case.text("i")))
        assert point.to_bytes() == long and point.to_bytes(compressed=True) == short
        assert Point(long) == point == Point(short)
        convert = getattr(bls12_381, f"{group}_convert")
        assert convert(short, from_compressed=True) == long
        assert convert(long, compressed=True) == short


def test_uncompressed_encodings() -> None:
    for case in cases("bls12-381-uncompressed"):
        group, data = case.text("group"), case.data("bytes")
        Point, total = getattr(bls12_381, group.upper()), getattr(bls12_381, f"{group}_sum")
        if case.text("in-subgroup") == "yes":
            assert Point(data).to_bytes() == data == total(data)
            continue
        with pytest.raises(curvemark.Error):
            Point(data)
        with pytest.raises(curvemark.Error):
            total(data)
        if case.text("on-curve") == "yes":
            with pytest.raises(curvemark.InputError) as caught:
                total(Point.generator().to_bytes() + data)
            assert caught.value.reason == "NotInSubgroup" and "point 1" in str(caught.value)


@pytest.mark.parametrize("group", ["g1", "g2"])
def test_hashing_to_curves(group: str) -> None:
    count = 0
    for case in cases(f"rfc9380-{group}"):
        if case.text("variant") != "RO":
            continue
        message, dst = case.data("msg"), case.data("dst")
        point = getattr(bls12_381, f"hash_to_{group}")(message, dst)
        assert point == case.data("point")
        assert getattr(bls12_381, f"hash_to_{group}_each")([message] * 9, dst) == point * 9
        assert getattr(bls12_381, group.upper()).hash_to_curve(message, dst).to_bytes() == point
        count += 1
    assert count == 5


def test_published_pairings() -> None:
    for case in cases("bls12-381-pairings"):
        k = bls12_381.Scalar(int(case.text("i")))
        p, q = bls12_381.G1.generator() * k, bls12_381.G2.generator() * k
        value = bls12_381.Gt.pairing(p, q)
        expected = bls12_381.pairing_product(p.to_bytes(), q.to_bytes())
        assert value.to_bytes() == expected
        assert sorted(_words(expected)) == sorted(_words(case.data("value")))


def _words(data: bytes) -> list[bytes]:
    return [data[i : i + 48] for i in range(0, len(data), 48)]


@CURVES
def test_pairings(curve) -> None:  # type: ignore[no-untyped-def]
    p, q = curve.G1.generator(), curve.G2.generator()
    a, b = curve.Scalar(123456789), curve.Scalar(curve.ORDER - 2)
    one = curve.Gt.pairing(p, q)
    assert curve.Gt.pairing(p * a, q * b) == one ** (a * b) == curve.Gt.pairing(p * (a * b), q)
    assert (one * one.inverse()).is_identity() and not one.is_identity()
    assert curve.Gt.product_of_pairings([p, p], [q, q]) == one * one
    assert curve.Gt.product_of_pairings([], []) == curve.Gt.identity()
    g1 = [p * a, -p]
    g2 = [q, q * a]
    flat1, flat2 = [b"".join(x.to_bytes() for x in points) for points in (g1, g2)]
    for threads in (1, 2):
        assert curve.pairing_check(flat1, flat2, threads=threads)
    assert not curve.pairing_check(flat1[: len(flat1) // 2], flat2[: len(flat2) // 2])
    assert curve.pairing_check(b"", b"")
    assert curve.pairing_check(curve.G1.identity().to_bytes(), q.to_bytes())
    parts = [curve.pairing_product(x.to_bytes(), y.to_bytes()) for x, y in zip(g1, g2, strict=True)]
    assert curve.Gt(curve.gt_product(parts)).is_identity()
    assert curve.Gt(curve.gt_product(b"")).is_identity()
    with pytest.raises(curvemark.LengthError, match="2 points, and 1"):
        curve.pairing_check(flat1, flat2[: len(flat2) // 2])
    with pytest.raises(curvemark.InputError):
        curve.Gt(bytes(len(parts[0])))
    with pytest.raises(curvemark.LengthError):
        curve.Gt(parts[0][1:])
    with pytest.raises(curvemark.InputError, match="modulus"):
        pow(one, a, 7)


@CURVES
def test_values_never_change_and_can_be_pickled(curve) -> None:  # type: ignore[no-untyped-def]
    p, q = curve.G1.generator(), curve.G2.generator()
    values = [p, q, curve.G1.identity(), curve.Scalar(5), curve.Scalar(0), curve.Gt.pairing(p, q)]
    for value in values:
        again = pickle.loads(pickle.dumps(value))
        assert again == value and hash(again) == hash(value) and again is not value
        assert type(value).__module__ == curve.__name__
        assert repr(value).startswith(type(value).__name__)
        with pytest.raises(AttributeError):
            value.anything = 1
        assert value != 7
    function = pickle.loads(pickle.dumps(curve.g1_msm))
    assert function is curve.g1_msm and function.__module__ == curve.__name__


@CURVES
def test_points(curve) -> None:  # type: ignore[no-untyped-def]
    for Point in (curve.G1, curve.G2):
        g = Point.generator()
        assert g + g == g * curve.Scalar(2) and g - g == Point.identity() == g * curve.Scalar(0)
        assert g + -g == Point.identity() and Point.identity().is_identity()
        assert g * curve.Scalar(curve.ORDER - 1) == -g
        data = g.to_bytes()
        assert Point(data) == g
        for bad in (b"", data[1:], data + b"\0"):
            with pytest.raises(curvemark.LengthError):
                Point(bad)
        wrong = data[:-1] + bytes([data[-1] ^ 1])
        with pytest.raises(curvemark.InputError) as caught:
            Point(wrong)
        assert caught.value.reason == "NotOnCurve"
        with pytest.raises(TypeError):
            g + 7
        with pytest.raises(TypeError):
            g * 7
    with pytest.raises(curvemark.InputError) as caught:
        bn254.g1_sum(bn254.G1.generator().to_bytes(), compressed=True)
    assert caught.value.reason == "Compression"


@CURVES
def test_scalars(curve) -> None:  # type: ignore[no-untyped-def]
    a, b, order = curve.Scalar(2**200 + 1), curve.Scalar(7), curve.ORDER
    assert int(a) == 2**200 + 1
    assert int(a + b) == 2**200 + 8 and int(b - a) == (7 - 2**200 - 1) % order
    assert int(a * b) == (2**200 + 1) * 7 % order and int(-b) == order - 7
    assert int(a / b) == (2**200 + 1) * pow(7, -1, order) % order
    assert b * b.inverse() == curve.Scalar(1)
    assert curve.Scalar.from_bytes(a.to_bytes()) == a
    with pytest.raises(ZeroDivisionError):
        curve.Scalar(0).inverse()
    with pytest.raises(ZeroDivisionError):
        a / curve.Scalar(0)
    for bad in (-1, 2**256):
        with pytest.raises(OverflowError):
            curve.Scalar(bad)
    with pytest.raises(curvemark.InputError):
        curve.Scalar(order)
    with pytest.raises(curvemark.LengthError):
        curve.Scalar.from_bytes(bytes(31))
    with pytest.raises(AttributeError):
        curve.Scalar("7")
