"""ECDSA, Schnorr and Ed25519: published cases, recovery, batches, attacks."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from cases import Case, cases

import curvemark
from curvemark import eddsa, schnorr
from curvemark.ecdsa import p256, secp256k1

ECDSA = pytest.mark.parametrize("curve", [secp256k1, p256], ids=["secp256k1", "p256"])
ORDERS = {
    secp256k1: 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141,
    p256: 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
}


def holds(function: Any, *args: Any, **kwargs: Any) -> bool:
    """A verdict, where bytes that are refused do not hold either."""
    try:
        verdict = function(*args, **kwargs)
    except curvemark.Error:
        return False
    assert isinstance(verdict, bool)
    return verdict


@ECDSA
def test_ecdsa_verdicts(curve: Any) -> None:
    name = curve.__name__.rsplit(".", 1)[-1]
    verdicts = set()
    for case in cases(f"ecdsa-{name}"):
        args = case.data("key"), case.data("message"), case.data("signature")
        assert holds(curve.verify, *args) is (case.text("holds") == "yes"), str(case)
        verdicts.add(case.text("holds"))
    assert verdicts == {"yes", "no"}


def test_ecdsa_signatures() -> None:
    count = 0
    for case in cases("ecdsa-sign"):
        curve = p256 if case.text("curve") == "P-256" else secp256k1
        if case.texts("hash") != ["SHA256"] or case.texts("entropy") not in ([], [""]):
            continue
        signature = curve.sign(case.data("secret"), case.data("message"))
        # RFC 6979 does not lower s.
        expected = case.data("signature")
        assert signature == (curve.normalize_s(expected) if len(expected) == 64 else expected)
        count += 1
    assert count >= 2


@ECDSA
def test_ecdsa(curve: Any) -> None:
    secret = curve.random_secret_key()
    short, long = curve.public_key(secret), curve.public_key(secret, compressed=False)
    assert (len(short), len(long)) == (33, 65)
    digest = hashlib.sha256(b"message").digest()
    signature = curve.sign(secret, b"message")
    assert signature == curve.sign_prehashed(secret, digest)
    for key in (short, long):
        assert curve.verify(key, b"message", signature, low_s=True)
        assert not curve.verify(key, b"other", signature)
        assert curve.verify_prehashed(key, digest, signature)
    der = curve.signature_to_der(signature)
    assert curve.verify(short, b"message", der, der=True)
    assert curve.signature_from_der(der) == signature
    s = int.from_bytes(signature[32:], "big")
    high = signature[:32] + (ORDERS[curve] - s).to_bytes(32, "big")
    assert curve.verify(short, b"message", high) and curve.normalize_s(high) == signature
    with pytest.raises(curvemark.InputError) as caught:
        curve.verify(short, b"message", high, low_s=True)
    assert caught.value.reason == "HighS"
    recoverable = curve.sign_recoverable_prehashed(secret, digest)
    assert recoverable[:64] == signature
    assert curve.recover_prehashed(recoverable, digest) == short
    assert curve.recover_prehashed(recoverable, digest, compressed=False) == long
    assert curve.recover_prehashed(recoverable[:64] + bytes([recoverable[64] ^ 1]), digest) != short
    with pytest.raises(curvemark.InputError):
        curve.recover_prehashed(signature + b"\4", digest)
    for bad in (bytes(32), ORDERS[curve].to_bytes(32, "big"), bytes(31), b""):
        with pytest.raises(curvemark.Error, match="secret_key"):
            curve.sign(bad, b"message")
    for bad in (b"", short[:-1], short + b"\0", b"\5" + short[1:], b"\0", b"\2" + b"\xff" * 32):
        with pytest.raises(curvemark.Error):
            curve.verify(bad, b"message", signature)
    for bad in (b"", signature[1:], signature + b"\0"):
        with pytest.raises(curvemark.LengthError):
            curve.verify(short, b"message", bad)
    with pytest.raises(curvemark.LengthError, match="digest: 32 bytes"):
        curve.sign_prehashed(secret, digest[1:])


@ECDSA
def test_ecdsa_batches(curve: Any) -> None:
    secrets = [curve.random_secret_key() for _ in range(20)]
    digests = [bytes([i]) * 32 for i in range(20)]
    signed = [curve.sign_prehashed(s, d) for s, d in zip(secrets, digests, strict=True)]
    signed[3], signed[4] = signed[4], signed[3]
    expected = [i not in (3, 4) for i in range(20)]
    for compressed in (True, False):
        keys = [curve.public_key(secret, compressed=compressed) for secret in secrets]
        assert curve.verify_each_prehashed(keys, b"".join(digests), signed) == expected
    assert curve.verify_each_prehashed(b"", b"", b"") == []
    with pytest.raises(curvemark.LengthError):
        curve.verify_each_prehashed(keys[1:], digests, signed)


@pytest.mark.parametrize("case", cases("bip340"), ids=str)
def test_schnorr_cases(case: Case) -> None:
    key, message, signature = (case.data(name) for name in ("key", "message", "signature"))
    assert holds(schnorr.verify, key, message, signature) is (case.text("holds") == "yes")
    if case.texts("secret") not in ([], [""]):
        secret, aux = case.data("secret"), case.data("aux")
        assert schnorr.public_key(secret) == key
        assert schnorr.sign(secret, message, aux_rand=aux) == signature


def test_schnorr() -> None:
    secrets = [schnorr.random_secret_key() for _ in range(12)]
    keys = [schnorr.public_key(secret) for secret in secrets]
    messages = [b"%d" % i for i in range(12)]
    signed = [schnorr.sign(s, m) for s, m in zip(secrets, messages, strict=True)]
    assert schnorr.sign(secrets[0], b"") != schnorr.sign(secrets[0], b"")
    assert schnorr.verify_batch(keys, messages, signed)
    assert schnorr.verify_batch(keys, messages, signed, memory=0)
    assert schnorr.verify_each(keys, messages, signed) == [True] * 12
    messages[5] = b"other"
    assert not schnorr.verify_batch(keys, messages, signed)
    assert schnorr.verify_each(keys, messages, signed) == [i != 5 for i in range(12)]
    assert schnorr.verify_each(b"", [], b"") == []
    with pytest.raises(curvemark.LengthError):
        schnorr.verify_batch(b"", [], b"")
    with pytest.raises(curvemark.LengthError):
        schnorr.verify_each(keys, messages[1:], signed)
    for bad in (b"", keys[0][1:], b"\xff" * 32):
        with pytest.raises(curvemark.Error):
            schnorr.verify(bad, b"", signed[0])
    for bad in (b"", bytes(31), bytes(32)):
        with pytest.raises(curvemark.Error):
            schnorr.sign(bad, b"")


def test_eddsa_cases() -> None:
    rules = {"zip215": "zip215", "cofactorless": "rfc8032_strict"}
    seen: dict[str, set[str]] = {"zip215": set(), "cofactorless": set()}
    for case in cases("ed25519-verify"):
        key, message, signature = case.data("key"), case.data("msg"), case.data("sig")
        for column, rule in rules.items():
            expected = case.text(column) if column in case else "open"
            if expected == "open":
                continue
            verdict = holds(eddsa.verify, key, message, signature, rule=rule)
            if column == "zip215":
                assert verdict is (expected == "yes"), str(case)
            else:
                # The strict rule also refuses what is not canonical.
                assert not (verdict and expected == "no"), str(case)
            seen[column].add(expected)
        if case.texts("seed") not in ([], [""]):
            assert eddsa.public_key(case.data("seed")) == key
            assert eddsa.sign(case.data("seed"), message) == signature
    assert seen["zip215"] >= {"yes", "no"}


def test_eddsa_variants() -> None:
    kinds = set()
    for case in cases("ed25519-variants"):
        seed, key, message = case.data("seed"), case.data("key"), case.data("msg")
        context = case.data("context") if case.texts("context") not in ([], [""]) else b""
        kinds.add(case.text("variant"))
        if case.text("variant") == "ph":
            digest = hashlib.sha512(message).digest()
            assert eddsa.sign_prehashed(seed, digest, context=context) == case.data("sig")
            for rule in ("zip215", "rfc8032_strict"):
                assert eddsa.verify_prehashed(key, digest, case.data("sig"), rule=rule)
        else:
            assert eddsa.sign(seed, message, context=context) == case.data("sig")
            options = {"rule": "zip215", "context": context}
            assert eddsa.verify(key, message, case.data("sig"), **options)
            assert not eddsa.verify(key, message, case.data("sig"), rule="zip215")
    assert kinds == {"ctx", "ph"}


def test_eddsa() -> None:
    seeds = [eddsa.random_seed() for _ in range(12)]
    keys = [eddsa.public_key(seed) for seed in seeds]
    messages = [b"%d" % i for i in range(12)]
    signed = [eddsa.sign(s, m) for s, m in zip(seeds, messages, strict=True)]
    assert eddsa.verify_batch(keys, messages, signed)
    for rule in ("zip215", "rfc8032_strict"):
        assert eddsa.verify_each(keys, messages, signed, rule=rule) == [True] * 12
    messages[5] = b"other"
    assert not eddsa.verify_batch(keys, messages, signed)
    for rule in ("zip215", "rfc8032_strict"):
        verdicts = eddsa.verify_each(keys, messages, signed, rule=rule)
        assert verdicts == [i != 5 for i in range(12)]
    # The identity in an encoding that is not canonical: taken by ZIP 215 only.
    odd = b"\xee" + b"\xff" * 30 + b"\x7f"
    signature = b"\1" + bytes(63)
    assert eddsa.verify(odd, b"anything", signature, rule="zip215")
    assert not holds(eddsa.verify, odd, b"anything", signature, rule="rfc8032_strict")
    with pytest.raises(TypeError):
        eddsa.verify(keys[0], b"", signed[0])
    with pytest.raises(curvemark.InputError, match="rule"):
        eddsa.verify(keys[0], b"", signed[0], rule="any")
    with pytest.raises(curvemark.LengthError):
        eddsa.verify(keys[0], b"", signed[0][1:], rule="zip215")
    with pytest.raises(curvemark.Error):
        eddsa.verify(keys[0][1:], b"", signed[0], rule="zip215")
    with pytest.raises(curvemark.Error):
        eddsa.sign(seeds[0], b"", context=bytes(256))
    with pytest.raises(curvemark.Error):
        eddsa.sign(seeds[0][1:], b"")
