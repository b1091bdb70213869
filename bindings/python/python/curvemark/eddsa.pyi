from collections.abc import Sequence
from typing import Literal, TypeAlias

from typing_extensions import Buffer

# One item after the other, or a list of items of one length.
_Flat: TypeAlias = Buffer | list[Buffer] | list[bytes] | tuple[Buffer, ...]

_Rule: TypeAlias = Literal["zip215", "rfc8032_strict"]

def random_seed() -> bytes: ...
def public_key(seed: Buffer) -> bytes: ...
def sign(seed: Buffer, message: Buffer, *, context: Buffer | None = None) -> bytes: ...
def sign_prehashed(seed: Buffer, digest: Buffer, *, context: Buffer | None = None) -> bytes: ...
def verify(
    public_key: Buffer,
    message: Buffer,
    signature: Buffer,
    *,
    rule: _Rule,
    context: Buffer | None = None,
) -> bool: ...
def verify_prehashed(
    public_key: Buffer,
    digest: Buffer,
    signature: Buffer,
    *,
    rule: _Rule,
    context: Buffer | None = None,
) -> bool: ...
def verify_each(
    public_keys: _Flat, messages: Sequence[Buffer], signatures: _Flat, *, rule: _Rule
) -> list[bool]: ...
def verify_batch(public_keys: _Flat, messages: Sequence[Buffer], signatures: _Flat) -> bool: ...
