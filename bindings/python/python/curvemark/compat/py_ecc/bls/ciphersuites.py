"""The ciphersuites of `py_ecc.bls.ciphersuites`.

As there, keys are integers, `Verify` and its like return False for whatever is not valid,
malformed bytes too, and the rest raises `ValidationError`, that of `eth_utils` if it is installed.

Differences: `Aggregate` refuses a signature that is not in the group, `KeyGen` fewer than 32 bytes.
Another `xmd_hash_function` than SHA-256 is refused.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from curvemark import Error, bls12_381
from curvemark.bls import min_pk

if TYPE_CHECKING:

    class ValidationError(Exception):
        """That of `eth_utils`."""
else:
    try:
        from eth_utils import ValidationError
    except ImportError:

        class ValidationError(Exception):
            """That of `eth_utils`, which is not installed."""


__all__ = ["G2Basic", "G2MessageAugmentation", "G2ProofOfPossession"]

_MINUS_G1 = (-bls12_381.G1.generator()).to_bytes(compressed=True)


class BaseG2Ciphersuite(ABC):
    """What the ciphersuites have in common."""

    DST: bytes = b""
    xmd_hash_function: Any = sha256

    @staticmethod
    def _is_valid_privkey(privkey: int) -> bool:
        return isinstance(privkey, int) and 0 < privkey < bls12_381.ORDER

    @staticmethod
    def _is_valid_pubkey(pubkey: bytes) -> bool:
        return isinstance(pubkey, bytes) and len(pubkey) == 48

    @staticmethod
    def _is_valid_message(message: bytes) -> bool:
        return isinstance(message, bytes)

    @staticmethod
    def _is_valid_signature(signature: bytes) -> bool:
        return isinstance(signature, bytes) and len(signature) == 96

    @classmethod
    def _secret(cls, privkey: int) -> bytes:
        if not cls._is_valid_privkey(privkey):
            raise ValidationError("Invalid private key")
        return privkey.to_bytes(32, "big")

    @classmethod
    def _check_hash(cls) -> None:
        if cls.xmd_hash_function is not sha256:
            raise NotImplementedError("only SHA-256 is offered")

    @classmethod
    def SkToPk(cls, privkey: int) -> bytes:
        """The public key of a secret key."""
        return min_pk.public_key(cls._secret(privkey))

    @classmethod
    def KeyGen(cls, IKM: bytes, key_info: bytes = b"") -> int:
        """A secret key from at least 32 bytes that nobody can guess."""
        try:
            return int.from_bytes(min_pk.key_gen(IKM, info=key_info), "big")
        except Error as error:
            raise ValidationError(str(error)) from error

    @staticmethod
    def KeyValidate(PK: bytes) -> bool:
        """Whether these are the bytes of a key: a point of the group that is not infinity."""
        try:
            min_pk.PublicKey(PK)
        except Error:
            return False
        return True

    @classmethod
    def _CoreSign(cls, SK: int, message: bytes, DST: bytes) -> bytes:
        """The signature on a message under a tag."""
        cls._check_hash()
        cls._secret(SK)
        if not cls._is_valid_message(message):
            raise ValidationError("Invalid message")
        point = bls12_381.G2.hash_to_curve(message, DST) * bls12_381.Scalar(SK)
        return point.to_bytes(compressed=True)

    @classmethod
    def _CoreVerify(cls, PK: bytes, message: bytes, signature: bytes, DST: bytes) -> bool:
        """Whether a signature is a key's on a message under a tag."""
        return cls._CoreAggregateVerify([PK], [message], signature, DST)

    @classmethod
    def _CoreAggregateVerify(
        cls, PKs: Sequence[bytes], messages: Sequence[bytes], signature: bytes, DST: bytes
    ) -> bool:
        """Whether an aggregate is of each key on the message beside it, under a tag."""
        cls._check_hash()
        acceptable = (
            len(PKs) == len(messages) > 0
            and all(cls._is_valid_pubkey(key) and cls.KeyValidate(key) for key in PKs)
            and all(cls._is_valid_message(message) for message in messages)
            and cls._is_valid_signature(signature)
        )
        if not acceptable:
            return False
        try:
            points = bls12_381.hash_to_g2_each(list(messages), DST, compressed=True)
            keys = b"".join(PKs) + _MINUS_G1
            return bls12_381.pairing_check(keys, points + signature, compressed=True)
        except Error:
            return False

    @classmethod
    def Aggregate(cls, signatures: Sequence[bytes]) -> bytes:
        """The sum of signatures, one at least."""
        if len(signatures) < 1:
            raise ValidationError("Insufficient number of signatures. (n < 1)")
        if not all(cls._is_valid_signature(signature) for signature in signatures):
            raise ValidationError("Invalid signature")
        return min_pk.aggregate(b"".join(signatures))

    @classmethod
    def Sign(cls, SK: int, message: bytes) -> bytes:
        """The signature of a secret key on a message."""
        return cls._CoreSign(SK, message, cls.DST)

    @classmethod
    def Verify(cls, PK: bytes, message: bytes, signature: bytes) -> bool:
        """Whether a signature is a key's on a message."""
        return cls._CoreVerify(PK, message, signature, cls.DST)

    @classmethod
    @abstractmethod
    def AggregateVerify(
        cls, PKs: Sequence[bytes], messages: Sequence[bytes], signature: bytes
    ) -> bool:
        """Whether an aggregate is of each key on the message beside it."""


class G2Basic(BaseG2Ciphersuite):
    """The basic scheme: messages of an aggregate are distinct."""

    DST = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"

    @classmethod
    def AggregateVerify(
        cls, PKs: Sequence[bytes], messages: Sequence[bytes], signature: bytes
    ) -> bool:
        """Whether an aggregate is of each key on the message beside it, all distinct."""
        if len(set(messages)) != len(messages):
            return False
        return cls._CoreAggregateVerify(PKs, messages, signature, cls.DST)


class G2MessageAugmentation(BaseG2Ciphersuite):
    """Message augmentation: the key is signed with the message."""

    DST = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_"

    @classmethod
    def Sign(cls, SK: int, message: bytes) -> bytes:
        """The signature of a secret key on its public key and a message."""
        return cls._CoreSign(SK, cls.SkToPk(SK) + message, cls.DST)

    @classmethod
    def Verify(cls, PK: bytes, message: bytes, signature: bytes) -> bool:
        """Whether a signature is a key's on the key and a message."""
        return cls._CoreVerify(PK, PK + message, signature, cls.DST)

    @classmethod
    def AggregateVerify(
        cls, PKs: Sequence[bytes], messages: Sequence[bytes], signature: bytes
    ) -> bool:
        """Whether an aggregate is of each key on itself and the message beside it."""
        if len(PKs) != len(messages):
            return False
        augmented = [key + message for key, message in zip(PKs, messages, strict=True)]
        return cls._CoreAggregateVerify(PKs, augmented, signature, cls.DST)


class G2ProofOfPossession(BaseG2Ciphersuite):
    """Proofs of possession: Ethereum's. Who sums keys up has checked that they are possessed."""

    DST = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"
    POP_TAG = b"BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"

    @classmethod
    def Sign(cls, SK: int, message: bytes) -> bytes:
        """The signature of a secret key on a message."""
        if cls.DST is not G2ProofOfPossession.DST:
            return super().Sign(SK, message)
        cls._check_hash()
        if not cls._is_valid_message(message):
            raise ValidationError("Invalid message")
        return min_pk.sign(cls._secret(SK), message)

    @classmethod
    def Verify(cls, PK: bytes, message: bytes, signature: bytes) -> bool:
        """Whether a signature is a key's on a message."""
        if cls.DST is not G2ProofOfPossession.DST:
            return super().Verify(PK, message, signature)
        cls._check_hash()
        try:
            return min_pk.verify(PK, message, signature)
        except Error:
            return False

    @classmethod
    def AggregateVerify(
        cls, PKs: Sequence[bytes], messages: Sequence[bytes], signature: bytes
    ) -> bool:
        """Whether an aggregate is of each key on the message beside it."""
        return cls._CoreAggregateVerify(PKs, messages, signature, cls.DST)

    @classmethod
    def PopProve(cls, SK: int) -> bytes:
        """The proof that a secret key is possessed."""
        return cls._CoreSign(SK, cls.SkToPk(SK), cls.POP_TAG)

    @classmethod
    def PopVerify(cls, PK: bytes, proof: bytes) -> bool:
        """Whether a proof of possession is a key's."""
        return cls._CoreVerify(PK, PK, proof, cls.POP_TAG)

    @staticmethod
    def _AggregatePKs(PKs: Sequence[bytes]) -> bytes:
        if len(PKs) < 1:
            raise ValidationError("Insufficient number of PKs. (n < 1)")
        return min_pk.aggregate_public_keys_unchecked_possession(list(PKs))

    @classmethod
    def FastAggregateVerify(cls, PKs: Sequence[bytes], message: bytes, signature: bytes) -> bool:
        """Whether an aggregate is of all keys on one message."""
        try:
            total = cls._AggregatePKs(PKs)
        except (ValidationError, Error):
            return False
        return cls.Verify(total, message, signature)
