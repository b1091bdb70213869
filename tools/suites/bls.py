"""BLS signatures."""

import os

from .common import File, NOBLE, R, WYCHEPROOF, utf8, verdict


# Lines, by the length of the message in bytes for G1 (line i has i bytes) and spread over the file for G2.
G1_SIGNATURES = [0, 1, 2, 3, 31, 32, 33, 54, 55, 56, 63, 64, 65, 100, 119, 127]

G2_SIGNATURES = [0, 1, 2, 3, 5, 11, 29, 30, 60, 90, 180, 270, 360, 450, 540, 558]


def signatures(suites, name, group, chosen, shows):
    out = File(name, shows, [("paulmillr/noble-curves, test/vectors", NOBLE, "MIT")])
    lines = suites.lines(f"bls12-381-misc/bls12-381-{group}-test-vectors.txt")
    dst = f"BLS_SIG_BLS12381{group.upper()}_XMD:SHA-256_SSWU_RO_NUL_"
    for i in chosen:
        secret, message, signature = lines[i].split(":")
        # The publisher's library took any 256 bits and reduced them; half of the secrets for G2 are r or more.
        secret = f"{int(secret, 16) % R:064x}"
        out.case(
            ("name", f"line {i}"), ("dst", utf8(dst)), ("secret", secret), ("msg", message), ("signature", signature)
        )
    return out


ETH_BLS = "006855c56cb6491ee19b4aedfddb806aaeacb1db"

# Cases of Ethereum's suite, by the beginnings of their names; all encodings to take or refuse.
ETH_CASES = {
    "sign": ("sign_case_11b8", "sign_case_zero"),
    "verify": ("verify_infinity", "verify_valid_case_195"),
    "aggregate": ("aggregate_infinity", "aggregate_na", "aggregate_0x00"),
    "aggregate_verify": ("aggregate_verify_na_pubkeys_and_infinity", "aggregate_verify_valid"),
    "fast_aggregate_verify": (
        "fast_aggregate_verify_extra_pubkey_4f",
        "fast_aggregate_verify_na_pubkeys_and_infinity",
        "fast_aggregate_verify_valid_3d",
    ),
    "batch_verify": ("batch_verify_invalid_forged", "batch_verify_valid_simple"),
    "deserialization_G1": tuple(
        "deserialization_" + case
        for case in ("succeeds", "fails_not_in_G1", "fails_too_few", "fails_with_wrong_c", "fails_x_equal")
    ),
    "deserialization_G2": tuple(
        "deserialization_" + case for case in ("fails_not_in_G2", "fails_too_many", "fails_xim_equal")
    ),
    "eth_aggregate_pubkeys": ("valid_pubkeys", "infinity", "empty"),
    "eth_fast_aggregate_verify": ("eth_fast_aggregate_verify_na",),
}


def eth_bls(suites):
    """Ethereum's BLS signatures: keys in G1, the suite with proofs of possession."""
    out = File(
        "bls-eth",
        "Ethereum's BLS functions; `result` is a verdict, the bytes of the answer, or `error`",
        [
            ("ethereum/bls12-381-tests, its generator", ETH_BLS, "CC0-1.0"),
            ("ethereum/consensus-specs, altair: its rules, and ethereum/consensus-spec-tests", "-", "CC0-1.0"),
        ],
    )
    for function, chosen in ETH_CASES.items():
        if function.startswith("eth_"):
            cases = suites.json(f"eth-bls/altair/{function}.json")["cases"]
        else:
            names = sorted(os.listdir(os.path.join(suites.root, "eth-bls", function)))
            cases = [dict(suites.json(f"eth-bls/{function}/{name}"), name=name.removesuffix(".json")) for name in names]
        for case in cases:
            if not case["name"].startswith(tuple(chosen)):
                continue
            given = case["input"]
            if isinstance(given, list):
                given = {"signatures" if function == "aggregate" else "pubkeys": given}
            pairs = [("name", f"{function} {case['name'].removeprefix(function + '_')}"), ("function", function), ("suite", "pop")]
            for key, value in given.items():
                key = {"pubkey": "key", "pubkeys": "key", "privkey": "secret"}.get(key, key.removesuffix("s"))
                values = value if isinstance(value, list) else [value]
                pairs += [(key, text.removeprefix("0x")) for text in values]
            result = case["output"]
            if isinstance(result, str):
                result = result.removeprefix("0x")
            out.case(*pairs, ("result", "error" if result is None else verdict(result) if isinstance(result, bool) else result))
    return out


# Of the kinds of case of Wycheproof's BLS files those that are carried, the first of each.
BLS_KINDS = {
    "basic": ("Valid", "IdentityPoint", "SignatureMalleability", "NotOnCurve", "NotInSubgroup", "InvalidFlags"),
    "pop": ("Valid", "WrongMessage"),
    "aggregate": ("ValidAggregate", "MismatchedCount", "EmptyAggregate", "WrongKey", "NotInSubgroup"),
}


def wycheproof_bls(suites):
    """Verdicts on signatures and aggregates: keys in G1."""
    out = File(
        "bls-wycheproof",
        "keys, messages, signatures in G2 and whether they hold",
        [("C2SP/wycheproof, testvectors_v1/bls_sig_g2_{basic,pop,aggregate}_verify_test.json", WYCHEPROOF, "Apache-2.0")],
    )
    for name in ("basic", "pop", "aggregate"):
        seen = set()
        for group in suites.json(f"wycheproof/bls_sig_g2_{name}_verify_test.json")["testGroups"]:
            for test in group["tests"]:
                kind = test["flags"][0]
                if kind not in BLS_KINDS[name] or kind in seen:
                    continue
                seen.add(kind)
                aggregate = name == "aggregate"
                keys = test["pubkeys"] if aggregate else [group["publicKey"]["pk"]]
                messages = test["messages"] if aggregate else [test["msg"]]
                out.case(
                    ("name", f"{name} tcId {test['tcId']} {kind}"),
                    ("why", test["comment"]),
                    ("function", "aggregate_verify" if aggregate else "verify"),
                    ("suite", "pop" if name == "pop" else "basic"),
                    *[("key", key) for key in keys],
                    *[("message", message) for message in messages],
                    ("signature", test["sig"]),
                    ("result", verdict(test["result"] == "valid")),
                )
    return out
