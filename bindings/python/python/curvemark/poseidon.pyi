from typing import Literal, TypeAlias

from typing_extensions import Buffer

# One item after the other, or a list of items of one length.
_Flat: TypeAlias = Buffer | list[Buffer] | list[bytes] | tuple[Buffer, ...]

_Curve: TypeAlias = Literal["bn254", "bls12_381"]
_Order: TypeAlias = Literal["little", "big"]

def hash(inputs: _Flat, *, curve: _Curve = "bn254", byteorder: _Order = "little") -> bytes: ...
def hash_batch(
    each: int,
    inputs: _Flat,
    *,
    curve: _Curve = "bn254",
    byteorder: _Order = "little",
    threads: int = 1,
) -> bytes: ...
def merkle_root(
    inputs: _Flat, *, curve: _Curve = "bn254", byteorder: _Order = "little", threads: int = 1
) -> bytes: ...
