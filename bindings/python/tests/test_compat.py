"""The modules with the names of other packages. Where such a package is installed, its answers are
compared with ours; `others.py` installs them."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import pytest
from test_protocols import blob

import curvemark
from curvemark.compat import ckzg, milagro
from curvemark.compat.py_arkworks import GT, G1Point, G2Point, Scalar
from curvemark.compat.py_ecc.bls import G2Basic, G2MessageAugmentation, G2ProofOfPossession

INFINITY = b"\xc0" + bytes(95)
SECRETS = [i.to_bytes(32, "big") for i in range(1, 5)]


def outcome(function: Any, *args: Any) -> Any:
    """An answer, or the base class of what is raised."""
    try:
        return function(*args)
    except ValueError:
        return ValueError


def milagro_calls(bls: Any) -> list[Any]:
    keys = [bls.SkToPk(secret) for secret in SECRETS]
    same = [bls.Sign(secret, b"same") for secret in SECRETS]
    own = [bls.Sign(secret, secret) for secret in SECRETS]
    total, own_total = bls.Aggregate(same), bls.Aggregate(own)
    sets = list(zip(own, keys, SECRETS, strict=True))
    return [
        keys,
        same,
        total,
        bls._AggregatePKs(keys),
        bls.Aggregate([]),
        bls.Verify(keys[0], b"same", same[0]),
        bls.Verify(keys[0], b"same", same[1]),
        bls.Verify(b"", b"same", same[0]),
        bls.Verify(INFINITY[:48], b"same", INFINITY),
        bls.Verify(keys[0], b"same", INFINITY),
        bls.FastAggregateVerify(keys, b"same", total),
        bls.FastAggregateVerify(keys[1:], b"same", total),
        bls.FastAggregateVerify([], b"same", INFINITY),
        bls.AggregateVerify(keys, SECRETS, own_total),
        bls.AggregateVerify(keys, SECRETS[::-1], own_total),
        bls.AggregateVerify([], [], INFINITY),
        bls.AggregateVerify(keys, SECRETS[1:], own_total),
        bls.VerifyMultipleAggregateSignatures(sets),
        bls.VerifyMultipleAggregateSignatures([*sets, (own[0], keys[0], b"")]),
        bls.VerifyMultipleAggregateSignatures([]),
        outcome(bls.SkToPk, bytes(32)),
        outcome(bls.SkToPk, b"\1"),
        outcome(bls.Sign, b"\xff" * 32, b""),
        outcome(bls.Aggregate, [b""]),
        outcome(bls._AggregatePKs, []),
    ]


def test_milagro() -> None:
    answers = milagro_calls(milagro)
    assert answers[5:20] == [
        *(True, False, False, False, False),
        *(True, False, False, True, False, False, False),
        *(True, False, True),
    ]
    assert answers[20:] == [ValueError] * 5
    theirs = pytest.importorskip("milagro_bls_binding")
    assert milagro_calls(theirs) == answers
    names = [name for name in dir(theirs) if name[0].isupper()] + ["_AggregatePKs"]
    assert set(names) == set(milagro.__all__)
    for name in names:
        assert list(inspect.signature(getattr(milagro, name)).parameters) == list(
            inspect.signature(getattr(theirs, name)).parameters
        )


def arkworks_calls(ark: Any) -> list[Any]:
    p, q, k = ark.G1Point(), ark.G2Point(), ark.Scalar(2**300 + 7)
    points1 = [p, ark.G1Point.identity(), p * k, -p + p * k]
    points2 = [q, ark.G2Point.identity(), q * k, q - q * k]
    out: list[Any] = []
    for point in points1 + points2:
        kind = type(point)
        forms = [
            point.to_compressed_bytes(),
            point.to_xy_bytes_be(),
            point.to_xy_bytes_le(),
            str(point),
            repr(point),
            point.is_in_subgroup(),
        ]
        out += forms
        assert kind.from_compressed_bytes(forms[0]) == point
        assert kind.from_compressed_bytes_unchecked(forms[0]) == point
        assert kind.from_xy_bytes_unchecked_be(forms[1]) == point
        assert kind.from_xy_bytes_unchecked_le(forms[2]) == point
        assert kind.from_xy_bytes_le(forms[2]) == point == kind.from_xy_bytes_be(forms[1])
        out += [outcome(kind.from_compressed_bytes, bytes(3))]
        out += [outcome(kind.from_compressed_bytes, bytes(len(forms[0])))]
    five = bytes(47) + b"\5"
    out += [
        ark.G1Point.multiexp_unchecked(points1, [k, k, k, k]).to_compressed_bytes(),
        ark.G1Point.multiexp_unchecked([], []).to_compressed_bytes(),
        ark.G2Point.multiexp_unchecked(points2, [k, k, k, k]).to_compressed_bytes(),
        ark.G1Point.hash_to_curve(b"message", b"a tag").to_compressed_bytes(),
        ark.G2Point.hash_to_curve(b"message", b"a tag").to_compressed_bytes(),
        ark.G1Point.map_from_fp_be(five).to_compressed_bytes(),
        ark.G1Point.map_from_fp_le(five[::-1]).to_compressed_bytes(),
        ark.G2Point.map_from_fp2_be(five + bytes(48)).to_compressed_bytes(),
        ark.G2Point.map_from_fp2_le(five[::-1] + bytes(48)).to_compressed_bytes(),
        ark.GT.pairing(p * k, q) == ark.GT.pairing(p, q * k),
        ark.GT.multi_pairing([p, -p], [q, q]) == ark.GT.one(),
        ark.GT.pairing(p, q) * ark.GT.pairing(p, q) == ark.GT.pairing(p + p, q),
        ark.GT() == ark.GT.pairing(p, q),
        ark.GT() * ark.GT.one() == ark.GT(),
        ark.GT.pairing_check([p, -p], [q, q]),
        ark.GT.pairing_check([p, p], [q, q]),
        outcome(ark.GT.multi_pairing, [p], []),
    ]
    a = ark.Scalar(5)
    scalars = [a, k, a + k, a - k, a * k, -a, a / k, k.inverse(), k.square(), k.pow(a), -k]
    scalars += [ark.Scalar.from_be_bytes_mod_order(b"\xff" * 40), ark.Scalar(0) - a]
    scalars += [ark.Scalar.from_le_bytes_mod_order(b"\xff\1"), ark.Scalar(1)]
    for scalar in scalars:
        out += [scalar.to_le_bytes(), scalar.to_be_bytes(), str(scalar), repr(scalar), int(scalar)]
        out += [scalar.is_zero(), scalar.is_one()]
        assert ark.Scalar.from_le_bytes(scalar.to_le_bytes()) == scalar
        assert ark.Scalar.from_be_bytes(scalar.to_be_bytes()) == scalar
    out += [outcome(ark.Scalar.from_le_bytes, b"\xff" * 32), outcome(ark.Scalar.from_be_bytes, b"")]
    for bad in (lambda: a / ark.Scalar(0), lambda: ark.Scalar(0).inverse()):
        with pytest.raises(ZeroDivisionError):
            bad()
    with pytest.raises(OverflowError):
        ark.Scalar(-1)
    return out


def test_arkworks() -> None:
    from curvemark.compat import py_arkworks

    answers = arkworks_calls(py_arkworks)
    for value in (G1Point(), G2Point.identity(), Scalar(7), GT()):
        again = pickle.loads(pickle.dumps(value))
        assert again == value and hash(again) == hash(value)
        assert type(value).__module__ == "curvemark.compat.py_arkworks"
        with pytest.raises(AttributeError):
            value.anything = 1
    theirs = pytest.importorskip("py_arkworks_bls12381")
    assert arkworks_calls(theirs) == answers
    # What is not there is named on the page of the migration.
    missing = {"GT": {"zero", "__add__", "__sub__", "__neg__"}}
    for name in theirs.__all__:
        names = {n for n in vars(getattr(theirs, name)) if n not in dir(object)}
        ours = set(dir(getattr(py_arkworks, name)))
        operators = {n for n in names if n.startswith("__r") or n in ("__module__",)}
        assert names - ours - operators == missing.get(name, set()), name


def test_ckzg_shapes_and_exceptions(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    setup = ckzg.TrustedSetup.__new__(ckzg.TrustedSetup)
    setup._settings, setup._prover = curvemark.kzg.Settings(), curvemark.kzg.CellProver()
    import threading

    setup._lock = threading.Lock()
    data = blob("powers 5")
    commitment = ckzg.blob_to_kzg_commitment(data, setup)
    proof = ckzg.compute_blob_kzg_proof(data, commitment, setup)
    assert ckzg.verify_blob_kzg_proof(data, commitment, proof, setup)
    assert ckzg.verify_blob_kzg_proof_batch(data, commitment, proof, setup)
    cells, proofs = ckzg.compute_cells_and_kzg_proofs(data, setup)
    assert cells == ckzg.compute_cells(data, setup) and len(cells) == len(proofs) == 128
    assert (cells, proofs) == ckzg.recover_cells_and_kzg_proofs(
        list(range(64)), cells[:64], setup
    )
    args = [commitment] * 2, [0, 127], [cells[0], cells[127]], [proofs[0], proofs[127]], setup
    assert ckzg.verify_cell_kzg_proof_batch(*args)
    point, y = ckzg.compute_kzg_proof(data, bytes(32), setup)
    assert ckzg.verify_kzg_proof(commitment, bytes(32), y, point, setup)
    for refused in (
        lambda: ckzg.blob_to_kzg_commitment(data[1:], setup),
        lambda: ckzg.blob_to_kzg_commitment(None, setup),
        lambda: ckzg.recover_cells_and_kzg_proofs([0], [cells[0][1:]], setup),
        lambda: ckzg.load_trusted_setup(b"file", 0),
        lambda: ckzg.load_trusted_setup("file", 16),
        lambda: ckzg.load_trusted_setup("file", -1),
    ):
        with pytest.raises(ValueError):
            refused()
    for failed in (
        lambda: ckzg.blob_to_kzg_commitment(b"\xff" * len(data), setup),
        lambda: ckzg.compute_blob_kzg_proof(data, bytes(48), setup),
        lambda: ckzg.load_trusted_setup("there is no such file", 0),
        lambda: ckzg.recover_cells_and_kzg_proofs([0], cells[:1], setup),
    ):
        with pytest.raises(RuntimeError):
            failed()
    theirs = pytest.importorskip("ckzg")
    names = {name for name in dir(theirs) if not name.startswith("_")}
    assert names == set(ckzg.__all__)


def test_py_ecc() -> None:
    for suite in (G2Basic, G2MessageAugmentation, G2ProofOfPossession):
        keys = [suite.SkToPk(secret) for secret in (1, 2, 3)]
        messages = [b"1", b"2", b"3"]
        signed = [suite.Sign(s, m) for s, m in zip((1, 2, 3), messages, strict=True)]
        assert all(map(suite.Verify, keys, messages, signed))
        assert not suite.Verify(keys[0], messages[1], signed[0])
        total = suite.Aggregate(signed)
        assert suite.AggregateVerify(keys, messages, total)
        assert not suite.AggregateVerify(keys, messages[::-1], total)
        assert not suite.AggregateVerify(keys, messages[1:], total)
        assert not suite.AggregateVerify([], [], INFINITY)
        assert suite.KeyValidate(keys[0]) and not suite.KeyValidate(INFINITY[:48])
        assert 0 < suite.KeyGen(bytes(32)) < curvemark.bls12_381.ORDER
        for bad in (0, curvemark.bls12_381.ORDER, "1"):
            with pytest.raises(Exception, match="Invalid private key"):
                suite.SkToPk(bad)
    assert not G2Basic.AggregateVerify(
        [G2Basic.SkToPk(1)] * 2, [b"1"] * 2, G2Basic.Aggregate([G2Basic.Sign(1, b"1")] * 2)
    )
    proof = G2ProofOfPossession.PopProve(5)
    key = G2ProofOfPossession.SkToPk(5)
    assert G2ProofOfPossession.PopVerify(key, proof)
    assert not G2ProofOfPossession.PopVerify(G2ProofOfPossession.SkToPk(6), proof)
    # By the general path and by the suite's own: the same bytes, and those of milagro's names.
    signature = G2ProofOfPossession.Sign(5, b"message")
    assert signature == G2ProofOfPossession._CoreSign(5, b"message", G2ProofOfPossession.DST)
    assert signature == milagro.Sign((5).to_bytes(32, "big"), b"message")

    class Another(G2ProofOfPossession):
        DST = b"ANOTHER-V01-CS01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_"

    other = Another.Sign(5, b"message")
    assert other != signature and Another.Verify(key, b"message", other)
    assert not G2ProofOfPossession.Verify(key, b"message", other)
