"""The functions of the package `milagro_bls_binding`, on Ethereum's BLS signatures.

`from curvemark.compat import milagro as bls`. As there, `Verify` and its like return False for
whatever is not valid, malformed bytes too, and the rest raises `ValueError`. Keys are taken as
proven: who sums keys up has checked that they are possessed.

Difference: `Aggregate` refuses a signature that is not in the group.
"""

from __future__ import annotations

from collections.abc import Sequence

from curvemark import Error
from curvemark.bls import min_pk

__all__ = [
    "Aggregate",
    "AggregateVerify",
    "FastAggregateVerify",
    "Sign",
    "SkToPk",
    "Verify",
    "VerifyMultipleAggregateSignatures",
    "_AggregatePKs",
]

_INFINITY = b"\xc0" + bytes(95)


def SkToPk(SK: bytes) -> bytes:
    """The public key of a secret key of 32 bytes, big-endian."""
    return min_pk.public_key(SK)


def Sign(SK: bytes, message: bytes) -> bytes:
    """The signature of a secret key on a message."""
    return min_pk.sign(SK, message)


def Verify(PK: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is a key's on a message."""
    try:
        return min_pk.verify(PK, message, signature)
    except Error:
        return False


def Aggregate(signatures: Sequence[bytes]) -> bytes:
    """The sum of signatures; infinity for none."""
    return min_pk.aggregate(list(signatures)) if len(signatures) else _INFINITY


def _AggregatePKs(PKs: Sequence[bytes]) -> bytes:
    """The sum of keys, one at least."""
    return min_pk.aggregate_public_keys_unchecked_possession(list(PKs))


def AggregateVerify(PKs: Sequence[bytes], messages: Sequence[bytes], signature: bytes) -> bool:
    """Whether an aggregate is of each key on the message beside it."""
    try:
        return min_pk.aggregate_verify(
            list(PKs), list(messages), signature, unchecked_possession=True
        )
    except Error:
        return False


def FastAggregateVerify(PKs: Sequence[bytes], message: bytes, signature: bytes) -> bool:
    """Whether an aggregate is of all keys on one message."""
    try:
        return min_pk.fast_aggregate_verify(
            list(PKs), message, signature, unchecked_possession=True
        )
    except Error:
        return False


def VerifyMultipleAggregateSignatures(
    SignatureSets: Sequence[tuple[bytes, bytes, bytes]],
) -> bool:
    """Whether all sets of a signature, its key and its message are valid. True for none."""
    if not SignatureSets:
        return True
    signatures, keys, messages = zip(*SignatureSets, strict=True)
    try:
        return min_pk.verify_sets(list(keys), list(messages), list(signatures))
    except Error:
        return False
