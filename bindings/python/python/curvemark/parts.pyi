from typing import TypeAlias

from typing_extensions import Buffer

# One item after the other, or a list of items of one length.
_Flat: TypeAlias = Buffer | list[Buffer] | list[bytes] | tuple[Buffer, ...]

DIGEST_BYTES: int

def batch(digests: _Flat) -> bytes: ...
def count(digest: Buffer) -> int: ...
