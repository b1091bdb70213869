"""The classes of the package `py_arkworks_bls12381`.

`from curvemark.compat.py_arkworks import G1Point, G2Point, GT, Scalar`. Objects can be pickled,
which arkworks' cannot.

Differences: all bytes that are read are checked, the subgroup too. So `is_in_subgroup` is always
True, the functions with `unchecked` in their names check, and a point outside the group raises
`ValueError`. A `GT` is a value of the pairing, with `*` and `GT.one()`: sums in the field around
them (`+`, `-`, `GT.zero()`) do not exist here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from curvemark import InputError, LengthError, bls12_381, evm

__all__ = ["GT", "G1Point", "G2Point", "Scalar"]

# Contracts of EIP-2537 that map field elements to the groups.
_MAP_FP_TO_G1, _MAP_FP2_TO_G2 = 0x10, 0x11
_FIELD = 48


def _exactly(data: bytes, size: int) -> bytes:
    if len(data) != size:
        raise LengthError(f"{size} bytes are needed, not {len(data)}", "Length")
    return bytes(data)


class Scalar:
    """An integer modulo the order of the groups; it takes any that is not negative."""

    __slots__ = ("_n",)
    _n: int

    def __init__(self, integer: int) -> None:
        if integer < 0:
            raise OverflowError("can't convert negative int to unsigned")
        object.__setattr__(self, "_n", integer % bls12_381.ORDER)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Scalar never changes")

    def __reduce__(self) -> tuple[type[Scalar], tuple[int]]:
        return Scalar, (self._n,)

    def __add__(self, rhs: Scalar) -> Scalar:
        return Scalar(self._n + rhs._n)

    def __sub__(self, rhs: Scalar) -> Scalar:
        return Scalar(self._n - rhs._n + bls12_381.ORDER)

    def __mul__(self, rhs: Scalar) -> Scalar:
        return Scalar(self._n * rhs._n) if isinstance(rhs, Scalar) else NotImplemented

    def __truediv__(self, rhs: Scalar) -> Scalar:
        return self * rhs.inverse()

    def __neg__(self) -> Scalar:
        return Scalar(bls12_381.ORDER - self._n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scalar) and self._n == other._n

    def __hash__(self) -> int:
        return hash(self._n)

    def __int__(self) -> int:
        return self._n

    def __str__(self) -> str:
        return self.to_le_bytes().hex()

    def __repr__(self) -> str:
        return f"Scalar({self._n})"

    def pow(self, exp: Scalar) -> Scalar:
        """This to a power."""
        return Scalar(pow(self._n, exp._n, bls12_381.ORDER))

    def square(self) -> Scalar:
        """The square."""
        return self * self

    def inverse(self) -> Scalar:
        """The inverse; zero has none."""
        if self._n == 0:
            raise ZeroDivisionError("Cannot invert zero")
        return Scalar(pow(self._n, -1, bls12_381.ORDER))

    def is_zero(self) -> bool:
        """Whether it is zero."""
        return self._n == 0

    def is_one(self) -> bool:
        """Whether it is one."""
        return self._n == 1

    def to_le_bytes(self) -> bytes:
        """32 bytes, little-endian."""
        return self._n.to_bytes(32, "little")

    def to_be_bytes(self) -> bytes:
        """32 bytes, big-endian."""
        return self._n.to_bytes(32, "big")

    @staticmethod
    def from_le_bytes(data: bytes) -> Scalar:
        """Of 32 bytes, little-endian, below the order."""
        return Scalar.from_be_bytes(_exactly(data, 32)[::-1])

    @staticmethod
    def from_be_bytes(data: bytes) -> Scalar:
        """Of 32 bytes, big-endian, below the order."""
        integer = int.from_bytes(_exactly(data, 32), "big")
        if integer >= bls12_381.ORDER:
            raise InputError("the scalar is not below the order of the group", "NotCanonical")
        return Scalar(integer)

    @staticmethod
    def from_le_bytes_mod_order(data: bytes) -> Scalar:
        """Of any bytes, little-endian."""
        return Scalar(int.from_bytes(data, "little"))

    @staticmethod
    def from_be_bytes_mod_order(data: bytes) -> Scalar:
        """Of any bytes, big-endian."""
        return Scalar(int.from_bytes(data, "big"))


def _elements(data: bytes) -> list[bytes]:
    """The field elements of coordinates."""
    return [data[i : i + _FIELD] for i in range(0, len(data), _FIELD)]


def _turned(data: bytes) -> bytes:
    """Each field element in the other order of bytes."""
    return b"".join(element[::-1] for element in _elements(data))


def _other_order(data: bytes) -> bytes:
    """Of G2, real and imaginary parts of each coordinate changed for each other: ZCash's encoding
    has the imaginary part first."""
    elements = _elements(data)
    if len(elements) == 2:
        return data
    return b"".join(elements[i] for i in (1, 0, 3, 2))


def _native(scalar: Scalar) -> bls12_381.Scalar:
    return bls12_381.Scalar(scalar._n)


class _Point:
    """What the points of both groups have in common."""

    __slots__ = ("_point",)
    _point: Any
    _group: ClassVar[Any]
    # Of x and y together.
    _size: ClassVar[int]

    def __init__(self) -> None:
        object.__setattr__(self, "_point", self._group.generator())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a point never changes")

    @classmethod
    def _of(cls, point: Any) -> Self:
        made = cls.__new__(cls)
        object.__setattr__(made, "_point", point)
        return made

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return type(self).from_compressed_bytes, (self.to_compressed_bytes(),)

    @classmethod
    def identity(cls) -> Self:
        """Infinity."""
        return cls._of(cls._group.identity())

    def __add__(self, rhs: Self) -> Self:
        return self._of(self._point + rhs._point)

    def __sub__(self, rhs: Self) -> Self:
        return self._of(self._point - rhs._point)

    def __neg__(self) -> Self:
        return self._of(-self._point)

    def __mul__(self, rhs: Scalar) -> Self:
        return self._of(self._point * _native(rhs))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and bool(self._point == other._point)

    def __hash__(self) -> int:
        return hash(self._point)

    def __str__(self) -> str:
        return self.to_compressed_bytes().hex()

    def __repr__(self) -> str:
        text = str(self)
        return f"{type(self).__name__}(0x{text[:8]}...{text[-8:]})"

    def is_in_subgroup(self) -> bool:
        """True: all points here are."""
        return True

    def to_compressed_bytes(self) -> bytes:
        """The compressed encoding."""
        data: bytes = self._point.to_bytes(compressed=True)
        return data

    @classmethod
    def from_compressed_bytes(cls, data: bytes) -> Self:
        """The point of a compressed encoding."""
        return cls._of(cls._group(_exactly(data, cls._size // 2)))

    @classmethod
    def from_compressed_bytes_unchecked(cls, data: bytes) -> Self:
        """The same; it checks too."""
        return cls.from_compressed_bytes(data)

    def to_xy_bytes_be(self) -> bytes:
        """x and y, big-endian, real parts first; zeros for infinity."""
        if self._point.is_identity():
            return bytes(self._size)
        return _other_order(self._point.to_bytes())

    def to_xy_bytes_le(self) -> bytes:
        """x and y, little-endian, real parts first; zeros for infinity."""
        return _turned(self.to_xy_bytes_be())

    @classmethod
    def from_xy_bytes_be(cls, data: bytes) -> Self:
        """The point of x and y, big-endian; infinity for zeros."""
        data = _exactly(data, cls._size)
        return cls._of(cls._group(_other_order(data))) if any(data) else cls.identity()

    @classmethod
    def from_xy_bytes_le(cls, data: bytes) -> Self:
        """The point of x and y, little-endian; infinity for zeros."""
        return cls.from_xy_bytes_be(_turned(_exactly(data, cls._size)))

    @classmethod
    def from_xy_bytes_unchecked_be(cls, data: bytes) -> Self:
        """The same as `from_xy_bytes_be`; it checks too."""
        return cls.from_xy_bytes_be(data)

    @classmethod
    def from_xy_bytes_unchecked_le(cls, data: bytes) -> Self:
        """The same as `from_xy_bytes_le`; it checks too."""
        return cls.from_xy_bytes_le(data)

    @classmethod
    def hash_to_curve(cls, msg: bytes, dst: bytes) -> Self:
        """The point that a message hashes to (RFC 9380)."""
        return cls._of(cls._group.hash_to_curve(msg, dst))

    @classmethod
    def multiexp_unchecked(cls, points: Sequence[Self], scalars: Sequence[Scalar]) -> Self:
        """The sum of multiples of points, as many as the shorter list has."""
        pairs = list(zip(points, scalars, strict=False))
        return cls._of(
            cls._group.msm([point._point for point, _ in pairs], [_native(k) for _, k in pairs])
        )


def _mapped(contract: int, elements: bytes) -> bytes:
    """The output of a contract of EIP-2537, where 16 zeros stand before each field element."""
    padded = b"".join(bytes(16) + element for element in _elements(elements))
    output = evm.call("Prague", contract, padded)
    return b"".join(output[i + 16 : i + 64] for i in range(0, len(output), 64))


class G1Point(_Point):
    """A point of G1; `G1Point()` is the generator."""

    __slots__ = ()
    _group = bls12_381.G1
    _size = 96

    @staticmethod
    def map_from_fp_be(fp_bytes: bytes) -> G1Point:
        """The point that a field element maps to, big-endian (EIP-2537's contract 0x10)."""
        return G1Point.from_xy_bytes_be(_mapped(_MAP_FP_TO_G1, _exactly(fp_bytes, _FIELD)))

    @staticmethod
    def map_from_fp_le(fp_bytes: bytes) -> G1Point:
        """The same, little-endian."""
        return G1Point.map_from_fp_be(fp_bytes[::-1])


class G2Point(_Point):
    """A point of G2; `G2Point()` is the generator."""

    __slots__ = ()
    _group = bls12_381.G2
    _size = 192

    @staticmethod
    def map_from_fp2_be(fp2_bytes: bytes) -> G2Point:
        """The point that an element c0, c1 maps to, big-endian (EIP-2537's contract 0x11)."""
        return G2Point.from_xy_bytes_be(_mapped(_MAP_FP2_TO_G2, _exactly(fp2_bytes, 2 * _FIELD)))

    @staticmethod
    def map_from_fp2_le(fp2_bytes: bytes) -> G2Point:
        """The same, little-endian."""
        return G2Point.map_from_fp2_be(_turned(fp2_bytes))


class GT:
    """A value of the pairing; `GT()` is that of the generators."""

    __slots__ = ("_value",)
    _value: bls12_381.Gt

    def __init__(self) -> None:
        value = bls12_381.Gt.pairing(bls12_381.G1.generator(), bls12_381.G2.generator())
        object.__setattr__(self, "_value", value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a GT never changes")

    @classmethod
    def _of(cls, value: bls12_381.Gt) -> GT:
        made = cls.__new__(cls)
        object.__setattr__(made, "_value", value)
        return made

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return _gt, (self._value.to_bytes(),)

    @staticmethod
    def one() -> GT:
        """The identity of `*`."""
        return GT._of(bls12_381.Gt.identity())

    @staticmethod
    def pairing(g1: G1Point, g2: G2Point) -> GT:
        """The pairing of two points."""
        return GT._of(bls12_381.Gt.pairing(g1._point, g2._point))

    @staticmethod
    def multi_pairing(g1s: Sequence[G1Point], g2s: Sequence[G2Point]) -> GT:
        """The product of the pairings of two lists, pair by pair."""
        if len(g1s) != len(g2s):
            raise LengthError("g1s and g2s must have the same length", "LengthMismatch")
        points = [point._point for point in g1s]
        return GT._of(bls12_381.Gt.product_of_pairings(points, [point._point for point in g2s]))

    @staticmethod
    def pairing_check(g1s: Sequence[G1Point], g2s: Sequence[G2Point]) -> bool:
        """Whether that product is one."""
        return GT.multi_pairing(g1s, g2s)._value.is_identity()

    def __mul__(self, rhs: GT) -> GT:
        return GT._of(self._value * rhs._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GT) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __str__(self) -> str:
        return self._value.to_bytes().hex()

    def __repr__(self) -> str:
        text = str(self)
        return f"GT(0x{text[:8]}...{text[-8:]})"


def _gt(data: bytes) -> GT:
    return GT._of(bls12_381.Gt(data))
