from typing import TypeAlias

from typing_extensions import Buffer

# One item after the other, or a list of items of one length.
_Flat: TypeAlias = Buffer | list[Buffer] | list[bytes] | tuple[Buffer, ...]

def eth_aggregate_pubkeys(public_keys: _Flat) -> bytes: ...
def eth_fast_aggregate_verify(public_keys: _Flat, message: Buffer, signature: Buffer) -> bool: ...
