"""BLS signatures: published cases, batches, accumulators, attacks."""

from __future__ import annotations

import pickle

import pytest
from cases import Case, cases

import curvemark
from curvemark import bls12_381
from curvemark.bls import ethereum, min_pk, min_sig

ORDER = bls12_381.ORDER
GROUPS = pytest.mark.parametrize("group", [min_pk, min_sig], ids=["min_pk", "min_sig"])
SCHEMES = {"pop": "possession", "basic": "basic", "aug": "augmented"}


def answer(case: Case) -> bytes | bool:
    """What a case's function gives, on this library."""
    function, scheme = case.text("function"), SCHEMES[case.text("suite")] if "suite" in case else ""
    match function:
        case "sign":
            return min_pk.sign(case.data("secret"), case.data("message"), scheme=scheme)
        case "verify":
            key, message = case.data("key"), case.data("message")
            return min_pk.verify(key, message, case.data("signature"), scheme=scheme)
        case "aggregate":
            return min_pk.aggregate(case.datas("signature"))
        case "fast_aggregate_verify":
            return min_pk.fast_aggregate_verify(
                case.datas("key"),
                case.data("message"),
                case.data("signature"),
                unchecked_possession=True,
            )
        case "aggregate_verify":
            return min_pk.aggregate_verify(
                case.datas("key"),
                case.datas("message"),
                case.data("signature"),
                scheme=scheme,
                unchecked_possession=True,
            )
        case "batch_verify":
            return min_pk.verify_sets(
                case.datas("key"), case.datas("message"), case.datas("signature")
            )
        case "eth_aggregate_pubkeys":
            return ethereum.eth_aggregate_pubkeys(case.datas("key"))
        case "eth_fast_aggregate_verify":
            return ethereum.eth_fast_aggregate_verify(
                case.datas("key"), case.data("message"), case.data("signature")
            )
        case "deserialization_G1":
            bls12_381.G1(case.data("key"))
            return True
        case "deserialization_G2":
            bls12_381.G2(case.data("signature"))
            return True
    raise AssertionError(f"no such function: {function}")


@pytest.mark.parametrize("case", cases("bls-eth") + cases("bls-wycheproof"), ids=str)
def test_published_cases(case: Case) -> None:
    expected = case.text("result")
    try:
        got = answer(case)
    except curvemark.Error:
        # Of verdicts on bytes that are no points, the suites say "no".
        assert expected in ("error", "no")
        return
    if expected in ("yes", "no"):
        assert got is (expected == "yes")
    else:
        assert isinstance(got, bytes) and got.hex() == expected


@pytest.mark.parametrize(
    ("suite", "group"), [("bls-min-pk", min_pk), ("bls-min-sig", min_sig)], ids=["pk", "sig"]
)
def test_published_signatures(suite: str, group) -> None:  # type: ignore[no-untyped-def]
    for case in cases(suite):
        assert case.data("dst").endswith(b"_SSWU_RO_NUL_")
        secret, message = case.data("secret"), case.data("msg")
        assert group.sign(secret, message, scheme="basic") == case.data("signature")
        key = group.public_key(secret)
        assert group.verify(key, message, case.data("signature"), scheme="basic")
        assert not group.verify(key, message + b"!", case.data("signature"), scheme="basic")


@GROUPS
def test_keys(group) -> None:  # type: ignore[no-untyped-def]
    secret = group.key_gen(bytes(range(32)), info=b"info")
    assert len(secret) == group.SECRET_KEY_BYTES
    assert secret != group.key_gen(bytes(range(32)), info=b"info", salt=b"salt")
    assert len(group.public_key(secret)) == group.PUBLIC_KEY_BYTES
    assert group.random_secret_key() != group.random_secret_key()
    child = group.derive_child(group.derive_master(bytes(32)), 12381)
    assert group.derive_child(group.derive_master(bytes(32)), 12382) != child
    with pytest.raises(curvemark.Error):
        group.key_gen(bytes(31))
    for bad in (bytes(32), ORDER.to_bytes(32, "big"), b"\xff" * 32, bytes(31), bytes(33), b""):
        with pytest.raises(curvemark.Error, match="secret_key"):
            group.public_key(bad)


@GROUPS
def test_possession_and_aggregates(group) -> None:  # type: ignore[no-untyped-def]
    secrets = [group.derive_child(group.derive_master(bytes(32)), i) for i in range(5)]
    keys = [group.public_key(secret) for secret in secrets]
    proofs = [group.prove_possession(secret) for secret in secrets]
    assert all(map(group.verify_possession, keys, proofs))
    assert not group.verify_possession(keys[0], proofs[1])
    total = group.aggregate([group.sign(secret, b"one") for secret in secrets])
    assert group.fast_aggregate_verify(keys, b"one", total, proofs=proofs)
    assert group.fast_aggregate_verify(b"".join(keys), b"one", total, unchecked_possession=True)
    assert not group.fast_aggregate_verify(keys[:4], b"one", total, unchecked_possession=True)
    with pytest.raises(curvemark.InputError, match="unchecked_possession"):
        group.fast_aggregate_verify(keys, b"one", total)
    with pytest.raises(curvemark.InputError, match="proof 0"):
        group.fast_aggregate_verify(keys, b"one", total, proofs=proofs[1:] + proofs[:1])
    with pytest.raises(curvemark.LengthError):
        group.fast_aggregate_verify(keys, b"one", total, proofs=proofs[1:])
    messages = [bytes([i]) for i in range(5)]
    for scheme in ("basic", "augmented"):
        signed = zip(secrets, messages, strict=True)
        total = group.aggregate([group.sign(s, m, scheme=scheme) for s, m in signed])
        assert group.aggregate_verify(keys, messages, total, scheme=scheme)
        assert not group.aggregate_verify(keys, messages[::-1], total, scheme=scheme)
    with pytest.raises(curvemark.InputError) as caught:
        group.aggregate_verify(keys, [b"same"] * 5, total, scheme="basic")
    assert caught.value.reason == "RepeatedMessage"
    with pytest.raises(curvemark.LengthError):
        group.aggregate(b"")


def signed(group, count: int):  # type: ignore[no-untyped-def]
    """Keys, messages and signatures."""
    secrets = [group.derive_child(group.derive_master(bytes(32)), i) for i in range(count)]
    messages = [b"message %d" % i for i in range(count)]
    signatures = [group.sign(s, m) for s, m in zip(secrets, messages, strict=True)]
    return [group.public_key(secret) for secret in secrets], messages, signatures


@GROUPS
@pytest.mark.parametrize("count", [1, 9, 70])
def test_batches(group, count: int) -> None:  # type: ignore[no-untyped-def]
    keys, messages, signatures = signed(group, count)
    for options in ({}, {"threads": 2}, {"deterministic": True}):
        assert group.verify_sets(keys, messages, signatures, **options)
    assert group.find_invalid_sets(keys, messages, signatures) == []
    bad = count // 2
    messages[bad] = b"not signed"
    for options in ({}, {"threads": 2}, {"deterministic": True}):
        assert not group.verify_sets(keys, messages, signatures, **options)
    assert group.find_invalid_sets(keys, messages, signatures) == [bad]
    assert group.find_invalid_sets(keys, messages, signatures, threads=3) == [bad]


@GROUPS
def test_errors_that_cancel_are_found(group) -> None:  # type: ignore[no-untyped-def]
    point = bls12_381.G2 if group is min_pk else bls12_381.G1
    keys, messages, signatures = signed(group, 2)
    error = point.generator()
    shifted = [
        (point(signatures[0]) + error).to_bytes(compressed=True),
        (point(signatures[1]) - error).to_bytes(compressed=True),
    ]
    assert group.aggregate(shifted) == group.aggregate(signatures)
    assert not group.verify_sets(keys, messages, shifted)
    assert group.find_invalid_sets(keys, messages, shifted) == [0, 1]


@GROUPS
def test_accumulators(group) -> None:  # type: ignore[no-untyped-def]
    keys, messages, signatures = signed(group, 70)
    sets = list(zip(keys, messages, signatures, strict=True))
    one, other = group.Accumulator(), group.Accumulator()
    for item in sets[:66]:
        one.add(*item)
    for item in sets[66:]:
        other.add(*item)
    one.merge(other)
    assert one.finish() is True
    for finished in (one, other):
        with pytest.raises(curvemark.InputError, match="finished"):
            finished.finish()
    one = group.Accumulator()
    one.add(keys[0], messages[1], signatures[0])
    assert one.finish() is False
    with pytest.raises(curvemark.LengthError):
        group.Accumulator().finish()
    one = group.Accumulator()
    with pytest.raises(curvemark.InputError, match="itself"):
        one.merge(one)
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(one)


@GROUPS
def test_public_keys(group) -> None:  # type: ignore[no-untyped-def]
    [key], [message], [signature] = signed(group, 1)
    made = group.PublicKey(key)
    assert made.verify(message, signature) and not made.verify(b"", signature)
    again = pickle.loads(pickle.dumps(made))
    assert again == made and hash(again) == hash(made) and again.to_bytes() == key
    assert type(made).__module__ == f"curvemark.bls.{group.__name__.rsplit('.', 1)[-1]}"
    with pytest.raises(AttributeError):
        made.anything = 1


@GROUPS
def test_bytes_that_are_refused(group) -> None:  # type: ignore[no-untyped-def]
    [key], [message], [signature] = signed(group, 1)
    infinity = b"\xc0" + bytes(len(key) - 1)
    for bad, reason in [
        (key[:-1], "Point(Length)"),
        (key + b"\0", "Point(Length)"),
        (b"", "Point(Length)"),
        (infinity, "Point(Identity)"),
        (bytes([key[0] & 0x7F]) + key[1:], "Point(Compression)"),
        (infinity[:-1] + b"\1", "Point(Flags)"),
        (b"\x9f" + b"\xff" * (len(key) - 1), "Point(NotCanonical)"),
    ]:
        with pytest.raises(curvemark.Error, match="public_key") as caught:
            group.verify(bad, message, signature)
        assert caught.value.reason == reason
    for bad in (signature[:-1], signature + b"\0", b"", bytes(len(signature))):
        with pytest.raises(curvemark.Error, match="signature"):
            group.verify(key, message, bad)
    # Infinity is a signature of nobody.
    assert group.verify(key, message, b"\xc0" + bytes(len(signature) - 1)) is False
    with pytest.raises(curvemark.LengthError, match="public_keys"):
        group.verify_sets(key + b"\0", [message], signature)
    with pytest.raises(curvemark.LengthError, match="1 keys, 2 messages"):
        group.verify_sets(key, [message, message], signature)
    with pytest.raises(curvemark.LengthError):
        group.verify_sets(b"", [], b"")
    with pytest.raises(curvemark.InputError, match="public key 1"):
        group.verify_sets([key, infinity], [message] * 2, [signature] * 2)
    with pytest.raises(curvemark.InputError, match="scheme"):
        group.sign(bytes(31) + b"\1", message, scheme="none")
    for threads in (0, 5000):
        with pytest.raises(curvemark.InputError, match="threads"):
            group.verify_sets(key, [message], signature, threads=threads)
