"""The published suites in full, where their folder is: `CURVEMARK_VECTORS`, or `../shared/vectors`
next to the checkout. The cases in `vectors/` of the repository are a selection of them."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

import curvemark
from curvemark import bls12_381, evm
from curvemark.bls import ethereum, min_pk
from curvemark.compat import milagro
from curvemark.ecdsa import p256, secp256k1

BESIDE = Path(__file__).resolve().parents[4] / "shared" / "vectors"
SUITES = Path(os.environ.get("CURVEMARK_VECTORS") or BESIDE)

pytestmark = pytest.mark.skipif(
    not SUITES.is_dir(), reason="SKIPPED: the published suites are not here (CURVEMARK_VECTORS)"
)


def data(text: str) -> bytes:
    return bytes.fromhex(text.removeprefix("0x"))


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def bls_answer(function: str, given: Any) -> Any:
    """What a function of Ethereum's suite gives."""
    match function:
        case "sign":
            return min_pk.sign(data(given["privkey"]), data(given["message"]))
        case "verify":
            args = (data(given[key]) for key in ("pubkey", "message", "signature"))
            return milagro.Verify(*args)
        case "aggregate":
            return min_pk.aggregate([data(text) for text in given])
        case "fast_aggregate_verify":
            keys = [data(text) for text in given["pubkeys"]]
            return milagro.FastAggregateVerify(
                keys, data(given["message"]), data(given["signature"])
            )
        case "aggregate_verify":
            keys, messages = ([data(x) for x in given[key]] for key in ("pubkeys", "messages"))
            return milagro.AggregateVerify(keys, messages, data(given["signature"]))
        case "batch_verify":
            lists = ([data(x) for x in given[key]] for key in ("signatures", "pubkeys", "messages"))
            sets = list(zip(*lists, strict=True))
            return milagro.VerifyMultipleAggregateSignatures(sets)
        case "deserialization_G1" | "deserialization_G2":
            key, kind = ("pubkey", "G1") if function.endswith("1") else ("signature", "G2")
            try:
                bls12_381_point = getattr(bls12_381, kind)(data(given[key]))
            except curvemark.Error:
                return False
            return bls12_381_point.to_bytes(compressed=True) == data(given[key])
        case "eth_aggregate_pubkeys":
            return ethereum.eth_aggregate_pubkeys([data(text) for text in given])
        case "eth_fast_aggregate_verify":
            keys = [data(text) for text in given["pubkeys"]]
            try:
                return ethereum.eth_fast_aggregate_verify(
                    keys, data(given["message"]), data(given["signature"])
                )
            except curvemark.Error:
                return False
    raise AssertionError(function)


def test_ethereum_bls() -> None:
    count = 0
    for path in sorted((SUITES / "eth-bls").glob("*/*.json")):
        function = path.parent.name
        if function in ("hash_to_G2", "formats"):
            continue
        suite = load(path)
        function = suite.get("function", function)
        for case in suite.get("cases", [suite]):
            try:
                answer = bls_answer(function, case["input"])
            except curvemark.Error:
                answer = None
            expected = case["output"]
            if isinstance(expected, str):
                expected = data(expected)
            assert answer == expected, (path.name, case.get("name"))
            count += 1
    assert count > 90


CONTRACTS = {
    "add_G1": 0x0B,
    "msm_G1": 0x0C,
    "mul_G1": 0x0C,
    "add_G2": 0x0D,
    "msm_G2": 0x0E,
    "mul_G2": 0x0E,
    "pairing_check": 0x0F,
    "map_fp_to_G1": 0x10,
    "map_fp2_to_G2": 0x11,
}


def test_contracts_of_eip_2537() -> None:
    count = 0
    for path in sorted((SUITES / "evm-precompiles" / "eip-2537").glob("*.json")):
        name = path.stem.removeprefix("fail-").removesuffix("_bls")
        for case in load(path):
            given = data(case["Input"])
            if "Expected" in case:
                assert evm.gas("Osaka", CONTRACTS[name], given) == case["Gas"]
                assert evm.call("Osaka", CONTRACTS[name], given) == data(case["Expected"])
            else:
                with pytest.raises(curvemark.Error):
                    evm.call("Osaka", CONTRACTS[name], given)
            count += 1
    assert count == 309


def test_contract_of_eip_7951() -> None:
    cases = load(SUITES / "evm-precompiles" / "eip-7951" / "test-vectors.json")
    for case in cases:
        assert evm.call("Osaka", 0x100, data(case["Input"])) == data(case["Expected"])
    assert len(cases) == 781


@pytest.mark.parametrize(
    ("name", "curve"), [("secp256k1", secp256k1), ("secp256r1", p256)], ids=["secp256k1", "p256"]
)
def test_wycheproof(name: str, curve: Any) -> None:
    count = 0
    for group in load(SUITES / "wycheproof" / f"ecdsa_{name}_sha256_p1363_test.json")["testGroups"]:
        key = data(group["publicKey"]["uncompressed"])
        for case in group["tests"]:
            message, signature = data(case["msg"]), data(case["sig"])
            try:
                verdict = curve.verify(key, message, signature)
                digest = hashlib.sha256(message).digest()
                assert curve.verify_prehashed(key, digest, signature) is verdict
                [each] = curve.verify_each_prehashed([key], digest, signature)
                assert each is verdict
            except curvemark.Error:
                verdict = False
            assert verdict is (case["result"] == "valid"), case["tcId"]
            count += 1
    assert count > 200
