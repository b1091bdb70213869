"""The functions of `py_ecc.bls.hash`, by Python's own hash functions."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

__all__ = ["expand_message_xmd", "hkdf_expand", "hkdf_extract", "i2osp", "os2ip", "sha256", "xor"]


def i2osp(x: int, xlen: int) -> bytes:
    """The `xlen` bytes of an integer, big-endian."""
    return x.to_bytes(xlen, "big")


def os2ip(x: bytes) -> int:
    """The integer of big-endian bytes."""
    return int.from_bytes(x, "big")


def sha256(x: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(x).digest()


def xor(a: bytes, b: bytes) -> bytes:
    """Bytes added without carries, as many as the shorter of the two has."""
    length = min(len(a), len(b))
    return i2osp(os2ip(a[:length]) ^ os2ip(b[:length]), length)


def hkdf_extract(salt: bytes | bytearray, ikm: bytes | bytearray) -> bytes:
    """HKDF-Extract with SHA-256 (RFC 5869, section 2.2)."""
    return hmac.digest(bytes(salt), bytes(ikm), "sha256")


def hkdf_expand(prk: bytes | bytearray, info: bytes | bytearray, length: int) -> bytes:
    """HKDF-Expand with SHA-256 (RFC 5869, section 2.3)."""
    if length > 255 * 32:
        raise ValueError("HKDF gives at most 8160 bytes")
    blocks = [b""]
    while 32 * (len(blocks) - 1) < length:
        blocks.append(hmac.digest(bytes(prk), blocks[-1] + info + i2osp(len(blocks), 1), "sha256"))
    return b"".join(blocks)[:length]


def expand_message_xmd(
    msg: bytes, DST: bytes, len_in_bytes: int, hash_function: Callable[..., Any]
) -> bytes:
    """expand_message_xmd (RFC 9380, section 5.3.1)."""
    size = hash_function().digest_size
    if len(DST) > 255:
        raise ValueError("DST must be <= 255 bytes")
    if len_in_bytes > 255 * size:
        raise ValueError("invalid len in bytes for hash function")
    tag = DST + i2osp(len(DST), 1)
    padded = bytes(hash_function().block_size) + msg + i2osp(len_in_bytes, 2)
    first = hash_function(padded + b"\0" + tag).digest()
    block, out = bytes(size), b""
    for i in range(1, -(-len_in_bytes // size) + 1):
        block = hash_function(xor(first, block) + i2osp(i, 1) + tag).digest()
        out += block
    return out[:len_in_bytes]
