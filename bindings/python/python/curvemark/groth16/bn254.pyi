from collections.abc import Sequence
from typing import TypeAlias, final

from typing_extensions import Buffer

# One item after the other, or a list of items of one length.
_Flat: TypeAlias = Buffer | list[Buffer] | list[bytes] | tuple[Buffer, ...]

def proof_from_points(a: Buffer, b: Buffer, c: Buffer, *, compressed: bool = True) -> bytes: ...
@final
class VerifyingKey:
    def __new__(cls, data: Buffer, *, compressed: bool = True) -> VerifyingKey: ...
    @staticmethod
    def from_points(
        alpha: Buffer, beta: Buffer, gamma: Buffer, delta: Buffer, ic: _Flat
    ) -> VerifyingKey: ...
    @property
    def inputs(self) -> int: ...
    def verify(self, inputs: _Flat, proof: Buffer, *, compressed: bool = True) -> bool: ...
    def verify_batch(
        self,
        inputs: Sequence[_Flat],
        proofs: Sequence[Buffer],
        *,
        compressed: bool = True,
        deterministic: bool = False,
    ) -> bool: ...
    def find_invalid(
        self, inputs: Sequence[_Flat], proofs: Sequence[Buffer], *, compressed: bool = True
    ) -> list[int]: ...
    def to_bytes(self, *, compressed: bool = True) -> bytes: ...
