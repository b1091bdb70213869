"""KZG, precompiled contracts, Groth16, Poseidon, Cashu: published cases and attacks."""

from __future__ import annotations

import hashlib
import pickle
from functools import cache
from typing import Any

import pytest
from cases import Case, cases

import curvemark
from curvemark import bls12_381, bn254, evm, groth16, kzg, poseidon
from curvemark.cashu import legacy, v3

ORDER = bls12_381.ORDER


@cache
def settings() -> kzg.Settings:
    return kzg.Settings()


@cache
def prover() -> kzg.CellProver:
    return kzg.CellProver()


def blob(description: str) -> bytes:
    """A blob that a case describes."""
    match description.split():
        case ["all", value]:
            return bytes.fromhex(value) * 4096
        case ["powers", base]:
            powers = (pow(int(base), i + 256, ORDER) for i in range(4096))
            return b"".join(power.to_bytes(32, "big") for power in powers)
        case ["zeros", "but", index, value]:
            i = 32 * int(index)
            return bytes(i) + bytes.fromhex(value) + bytes(32 * 4095 - i)
    raise AssertionError(description)


@cache
def cells_of(description: str) -> list[bytes]:
    flat = settings().compute_cells(blob(description))
    return [flat[i : i + 2048] for i in range(0, len(flat), 2048)]


def kzg_answer(case: Case) -> tuple[str, ...]:
    """What a case's function gives, as the case writes it."""
    function = case.text("function")
    method = getattr(kzg if function == "compute_challenge" else settings(), function, None)
    said = {True: ("yes",), False: ("no",)}
    match function:
        case "verify_blob_kzg_proof_batch":
            blobs = [blob(text) for text in case.texts("blob")]
            batch = method(blobs, case.datas("commitment"), case.datas("proof"), threads=2)
            return said[batch]
        case "verify_cell_kzg_proof_batch":
            places = [text.split(" ", 1) for text in case.texts("cell")]
            cells = [cells_of(of)[int(index)] for index, of in places]
            indices = [int(index) for index in case.texts("index")]
            points = case.datas("commitment"), case.datas("proof")
            return said[method(points[0], indices, cells, points[1])]
        case "compute_cells_and_kzg_proofs":
            flats = prover().compute_cells_and_kzg_proofs(blob(case.text("blob")), threads=2)
            return tuple(hashlib.sha256(flat).hexdigest() for flat in flats)
        case "recover_cells_and_kzg_proofs":
            indices = [int(index) for index in case.text("indices").split()]
            cells = [cells_of(case.text("blob"))[index] for index in indices]
            flats = prover().recover_cells_and_kzg_proofs(indices, cells)
            return tuple(hashlib.sha256(flat).hexdigest() for flat in flats)
    given = [key for key in ("blob", "commitment", "z", "y", "proof") if key in case]
    args = [blob(case.text(key)) if key == "blob" else case.data(key) for key in given]
    answer = method(*args)
    if isinstance(answer, bool):
        return said[answer]
    return tuple(x.hex() for x in (answer if isinstance(answer, tuple) else (answer,)))


@pytest.mark.parametrize("case", cases("kzg"), ids=str)
def test_kzg_cases(case: Case) -> None:
    expected = tuple(
        value for key in ("result", "value", "cells", "proofs") for value in case.texts(key)
    )
    try:
        assert kzg_answer(case) == expected
    except curvemark.Error:
        assert expected == ("error",)


def test_kzg() -> None:
    data = blob("powers 3")
    commitment = settings().blob_to_kzg_commitment(data)
    again = pickle.loads(pickle.dumps(settings()))
    assert again.blob_to_kzg_commitment(memoryview(data), threads=2) == commitment
    assert kzg.versioned_hash(commitment)[0] == 1
    proof, y = settings().compute_kzg_proof(data, bytes(31) + b"\7")
    for verify in (kzg.verify_kzg_proof, settings().verify_kzg_proof):
        assert verify(commitment, bytes(31) + b"\7", y, proof)
        assert not verify(commitment, bytes(31) + b"\6", y, proof)
    assert settings().verify_blob_kzg_proof_batch(b"", b"", b"")
    assert settings().verify_cell_kzg_proof_batch(b"", [], b"", b"")
    for bad in (b"", data[1:], data + b"\0"):
        with pytest.raises(curvemark.LengthError):
            settings().blob_to_kzg_commitment(bad)
    with pytest.raises(curvemark.LengthError, match="commitment: 48 bytes"):
        settings().compute_blob_kzg_proof(data, commitment[1:])
    with pytest.raises(curvemark.InputError) as caught:
        settings().compute_blob_kzg_proof(data, bytes(48))
    assert caught.value.reason == "Commitment(Compression)"
    with pytest.raises(curvemark.LengthError):
        settings().verify_blob_kzg_proof_batch(data, commitment, b"")
    with pytest.raises(curvemark.InputError):
        prover().recover_cells_and_kzg_proofs([1, 0] + list(range(2, 64)), [bytes(2048)] * 64)
    with pytest.raises(OverflowError):
        settings().verify_cell_kzg_proof_batch(commitment, [-1], bytes(2048), proof)
    for text in ("", "4096\n64\n", "4096\n65\n00"):
        with pytest.raises(curvemark.InputError):
            kzg.Settings(text)
    assert pickle.loads(pickle.dumps(prover())).table_bytes == prover().table_bytes


NAMES = {
    "modexp": "ModExp",
    "p256-verify": "P256Verify",
    "point-evaluation": "PointEvaluation",
    "sha256": "Sha256",
    "blake2f": "Blake2F",
    "bls12-map-fp-to-g1": "Bls12MapFpToG1",
    "bls12-map-fp2-to-g2": "Bls12MapFp2ToG2",
}


@pytest.mark.parametrize("case", cases("evm-precompiles"), ids=str)
def test_contracts(case: Case) -> None:
    name = case.text("contract")
    name = NAMES.get(name, "".join(part.capitalize() for part in name.split("-")))
    contract, data = evm.CONTRACTS[name], case.data("input")
    if "gas" in case:
        assert evm.gas("Osaka", contract, data) == int(case.text("gas"))
    price = evm.gas("Osaka", contract, data)
    if case.text("output") == "error":
        with pytest.raises(curvemark.Error):
            evm.run("Osaka", contract, data, price)
        return
    assert evm.run("Osaka", contract, data, price) == (price, case.data("output"))
    assert evm.call("Osaka", contract, bytearray(data)) == case.data("output")
    with pytest.raises(curvemark.InputError) as caught:
        evm.run("Osaka", contract, data, price - 1)
    assert caught.value.reason == "OutOfGas"


def test_contracts_that_refuse() -> None:
    numbers = {"bn256Add": 6, "bn256ScalarMul": 7, "bn256Pairing": 8}
    for case in cases("bn254-refused"):
        with pytest.raises(curvemark.Error):
            evm.call("Osaka", numbers[case.text("contract")], case.data("input"))
    for contract in (0, 0x12, 0xFF, 0x101, 2**63):
        with pytest.raises(curvemark.InputError) as caught:
            evm.run("Osaka", contract, b"", 10**9)
        assert caught.value.reason == "NoContract"
    with pytest.raises(curvemark.InputError, match="Cancun has no contract"):
        evm.call("Cancun", 0x0B, bytes(256))
    with pytest.raises(curvemark.InputError, match="Istanbul, Berlin"):
        evm.gas("Frontier", 1, b"")
    assert len(evm.CONTRACTS) == 18 and evm.FORKS[0] == "Istanbul"


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split()]


def snarkjs_points(curve: Any, rows: list[list[int]]) -> list[bytes]:
    """Points of snarkjs' coordinates: x, y, or x.re, x.im, y.re, y.im."""
    size = len(curve.G1.generator().to_bytes()) // 2
    out = []
    for row in rows:
        order = row if len(row) == 2 else [row[1], row[0], row[3], row[2]]
        out.append(b"".join(number.to_bytes(size, "big") for number in order))
    return out


def test_groth16_of_snarkjs() -> None:
    keys: dict[str, Any] = {}
    curves = {"bn128": (groth16.bn254, bn254), "bls12381": (groth16.bls12_381, bls12_381)}
    counts = {"yes": 0, "no": 0}
    for case in cases("groth16-snarkjs"):
        name = case.text("curve")
        module, curve = curves[name]
        if "key" in case:
            alpha, beta, gamma, delta, *ic = snarkjs_points(
                curve, [numbers(text) for text in case.texts("key")]
            )
            keys[name] = module.VerifyingKey.from_points(alpha, beta, gamma, delta, ic)
            continue
        inputs = [int(text) for text in case.texts("input")]
        try:
            points = snarkjs_points(curve, [numbers(text) for text in case.texts("point")])
            proof = module.proof_from_points(*points)
            flat = [x.to_bytes(32, "little") for x in inputs]
            verdict = keys[name].verify(flat, proof)
        except (curvemark.Error, OverflowError, TypeError):
            verdict = False
        assert verdict is (case.text("valid") == "yes"), str(case)
        counts[case.text("valid")] += 1
        if verdict:
            key = pickle.loads(pickle.dumps(keys[name]))
            assert key.verify(flat, proof) and key.inputs == len(inputs)
            assert key.verify_batch([flat] * 3, [proof] * 3)
            assert key.verify_batch([flat] * 3, [proof] * 3, deterministic=True)
            other = [bytes(32)] + flat[1:]
            assert not key.verify_batch([flat, other], [proof] * 2)
            assert key.find_invalid([flat, other, flat], [proof] * 3) == [1]
            with pytest.raises(curvemark.Error) as caught:
                key.verify(flat[1:], proof)
            assert caught.value.reason == "InputCount"
            for bad in (proof[:-1], proof + b"\0", b""):
                with pytest.raises(curvemark.LengthError):
                    key.verify(flat, bad)
            with pytest.raises(curvemark.InputError):
                key.verify([curve.ORDER.to_bytes(32, "little")] + flat[1:], proof)
            long = key.to_bytes(compressed=False)
            assert module.VerifyingKey(long, compressed=False).verify(flat, proof)
            with pytest.raises(curvemark.Error):
                module.VerifyingKey(long[:-1], compressed=False)
    assert counts["yes"] > 1 and counts["no"] > 1


def test_poseidon() -> None:
    count = 0
    for case in cases("poseidon-bn254"):
        if "input" not in case or len(case.texts("output")) != 1 or "initial" in case:
            continue
        inputs, output = case.datas("input"), case.data("output")
        assert poseidon.hash(inputs, byteorder="big") == output
        turned = [data[::-1] for data in inputs]
        assert poseidon.hash(turned) == output[::-1]
        batch = poseidon.hash_batch(len(inputs), inputs * 9, byteorder="big", threads=2)
        assert batch == output * 9
        count += 1
    assert count > 5
    for curve in ("bn254", "bls12_381"):
        one = poseidon.hash(bytes(32), curve=curve)
        assert one != bytes(32) and poseidon.hash_batch(1, bytes(64), curve=curve) == one * 2
        assert len(poseidon.merkle_root(bytes(32 * 20), curve=curve, threads=2)) == 32
    with pytest.raises(curvemark.LengthError):
        poseidon.hash(b"")
    with pytest.raises(curvemark.LengthError):
        poseidon.hash(bytes(33))
    with pytest.raises(curvemark.InputError, match="integer 1"):
        poseidon.hash(bytes(32) + b"\xff" * 32)
    with pytest.raises(curvemark.InputError):
        poseidon.hash(bytes(32 * 17))
    with pytest.raises(curvemark.LengthError):
        poseidon.hash_batch(2, bytes(96))
    with pytest.raises(curvemark.InputError, match="byteorder"):
        poseidon.hash(bytes(32), byteorder="middle")
    with pytest.raises(curvemark.InputError, match="curve"):
        poseidon.hash(bytes(32), curve="none")


def test_cashu_v3() -> None:
    for case in cases("cashu-v3-roundtrip"):
        secret, r, a = case.data("secret"), case.data("r"), case.data("a")
        assert v3.hash_to_curve(secret) == case.data("y")
        assert v3.public_key(a) == case.data("k")
        assert v3.blind(secret, r) == case.data("b-blind")
        assert v3.sign(a, case.data("b-blind")) == case.data("c-blind")
        assert v3.unblind(case.data("c-blind"), r) == case.data("c")
        assert v3.verify(case.data("k"), secret, case.data("c"))
        assert not v3.verify(case.data("k"), secret + b"!", case.data("c"))
    verdicts = set()
    for case in cases("cashu-v3-batch"):
        proofs = [
            [bytes.fromhex(part) for part in text.split(",")] for text in case.texts("proof")
        ]
        secrets, signatures, keys = zip(*proofs, strict=True)
        verdict = v3.verify_batch(list(keys), list(secrets), list(signatures))
        assert verdict is (case.text("verify") == "yes"), str(case)
        verdicts.add(verdict)
    assert verdicts == {True, False}
    mint, r = v3.random_secret_key(), v3.random_blinding_factor()
    signature = v3.unblind(v3.sign(mint, v3.blind(b"secret", r)), r)
    assert v3.verify(v3.public_key(mint), b"secret", signature)
    key = v3.keyset_id([1, 2], v3.public_key(mint) + v3.public_key(r), "sat")
    assert len(key) == 33 and len(v3.derive_blinding_factor(bytes(64), key, 0)) == 32
    with pytest.raises(curvemark.InputError, match="ascend"):
        v3.keyset_id([2, 1], v3.public_key(mint) + v3.public_key(r), "sat")
    with pytest.raises(curvemark.LengthError):
        v3.keyset_id([1], v3.public_key(mint) + v3.public_key(r), "sat")
    with pytest.raises(curvemark.LengthError, match="2 secrets"):
        v3.verify_batch(v3.public_key(mint), [b"1", b"2"], signature)
    for bad in (b"", bytes(32), b"\xff" * 32):
        with pytest.raises(curvemark.Error):
            v3.sign(bad, v3.blind(b"secret", r))
    with pytest.raises(curvemark.Error):
        v3.sign(mint, b"\xc0" + bytes(47))


def test_cashu_legacy() -> None:
    kinds = set()
    for case in cases("cashu-legacy"):
        kind = case.text("kind")
        kinds.add(kind)
        if kind == "hash":
            assert legacy.hash_to_curve(case.data("secret")) == case.data("point")
        elif kind == "blind":
            assert legacy.blind(case.data("secret"), case.data("r")) == case.data("message")
        elif kind == "sign":
            assert legacy.sign(case.data("k"), case.data("message")) == case.data("promise")
        elif kind == "keyset":
            pairs = [text.split(",") for text in case.texts("key")]
            amounts = [int(amount) for amount, _ in pairs]
            keys = [bytes.fromhex(key) for _, key in pairs]
            for text in case.texts("id"):
                expected, unit, fee, expiry = text.split(",")
                options = {
                    "unit": unit or None,
                    "input_fee_ppk": int(fee) if fee else None,
                    "final_expiry": int(expiry) if expiry else None,
                }
                assert legacy.keyset_id(amounts, keys, **options).hex() == expected
    assert kinds >= {"hash", "blind", "sign", "keyset"}
    mint, r = legacy.random_secret_key(), legacy.random_blinding_factor()
    key, message = legacy.public_key(mint), legacy.blind(b"secret", r)
    promise, proof = legacy.sign_with_proof(mint, message)
    assert promise == legacy.sign(mint, message)
    assert legacy.verify_proof(key, message, promise, proof)
    assert not legacy.verify_proof(key, message, promise, proof[:-1] + bytes([proof[-1] ^ 1]))
    signature = legacy.unblind(promise, r, key)
    assert legacy.verify(mint, b"secret", signature) and not legacy.verify(mint, b"", signature)
    assert legacy.verify_unblinded_proof(key, b"secret", signature, r, proof)
    assert not legacy.verify_unblinded_proof(key, b"other", signature, r, proof)
    keyset = legacy.keyset_id([1], key)
    assert len(legacy.derive_secret(bytes(64), keyset, 0)) == 32
    assert len(legacy.derive_blinding_factor(bytes(64), keyset, 0)) == 32
    with pytest.raises(curvemark.InputError, match="unit"):
        legacy.keyset_id([1], key, input_fee_ppk=1)
    with pytest.raises(curvemark.LengthError, match="proof: 64 bytes"):
        legacy.verify_proof(key, message, promise, proof[1:])
