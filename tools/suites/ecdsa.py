"""Signatures and shared secrets on secp256k1 and P-256."""

from .common import BIPS, File, NOBLE, SECP256K1_N, WYCHEPROOF, utf8, verdict


# Wycheproof's encodings of keys as a fixed prefix (ASN.1, a named curve) and a point, by the point's length in bytes.
KEY_PREFIXES = {
    "secp256k1": {"3056301006072a8648ce3d020106052b8104000a034200": 65, "3036301006072a8648ce3d020106052b8104000a032200": 33},
    "secp256r1": {
        "3059301306072a8648ce3d020106082a8648ce3d030107034200": 65,
        "3039301306072a8648ce3d020106082a8648ce3d030107032200": 33,
    },
}

# Every n-th case of the kinds that have many.
THINNED = {"EdgeCaseDoubling": 40, "EdgeCaseSharedSecret": 4, "EdgeCaseEphemeralKey": 4, "AdditionChain": 2, "InvalidCurveAttack": 2}


def ecdh(suites, name, curve):
    """Multiples of points by secrets: the x of k P, or that P is no point."""
    out = File(
        f"ecdh-{name}",
        "x of the multiple of a point by a secret; or that a decoder must refuse the point (no value of x)",
        [("C2SP/wycheproof, testvectors_v1/ecdh_%s_test.json" % curve, WYCHEPROOF, "Apache-2.0")],
    )
    seen = {}
    for group in suites.json(f"wycheproof/ecdh_{curve}_test.json")["testGroups"]:
        for test in group["tests"]:
            kind = test["flags"][0]
            for prefix, length in KEY_PREFIXES[curve].items():
                point = test["public"].removeprefix(prefix)
                if not test["public"].startswith(prefix) or len(point) != 2 * length or kind == "InvalidAsn":
                    continue
                seen[kind] = seen.get(kind, 0) + 1
                if (seen[kind] - 1) % THINNED.get(kind, 1) != 0:
                    continue
                valid = test["result"] != "invalid"
                out.case(
                    ("name", f"tcId {test['tcId']} {kind}"),
                    ("why", test["comment"]),
                    ("secret", f"{int(test['private'], 16):064x}"),
                    ("point", point),
                    *([("x", test["shared"])] if valid else []),
                )
    return out


# Every n-th case of the kinds that have many.
SIGNATURES_THINNED = {"ArithmeticError": 12, "SpecialCaseHash": 12, "InvalidSignature": 10, "EdgeCasePublicKey": 6, "ModularInverse": 5}


def ecdsa(suites, name, curve):
    """Signatures in the fixed-length form, with either s, of messages under SHA-256."""
    out = File(
        f"ecdsa-{name}",
        "keys, messages, signatures r || s, and whether they hold; SHA-256",
        [("C2SP/wycheproof, testvectors_v1/ecdsa_%s_sha256_p1363_test.json" % curve, WYCHEPROOF, "Apache-2.0")],
    )
    seen = {}
    for group in suites.json(f"wycheproof/ecdsa_{curve}_sha256_p1363_test.json")["testGroups"]:
        for test in group["tests"]:
            kind = test["flags"][0]
            seen[kind] = seen.get(kind, 0) + 1
            if (seen[kind] - 1) % SIGNATURES_THINNED.get(kind, 1) != 0:
                continue
            out.case(
                ("name", f"tcId {test['tcId']} {kind}"),
                ("why", test["comment"]),
                ("key", group["publicKey"]["uncompressed"]),
                ("message", test["msg"]),
                ("signature", test["sig"]),
                ("holds", verdict(test["result"] == "valid")),
            )
    return out


def ecdsa_sign(suites):
    """Signatures by deterministic nonces."""
    out = File(
        "ecdsa-sign",
        "signatures by the nonces of RFC 6979: on P-256 of messages, with the s of the equation; on secp256k1 of digests, with the low s, "
        "by nonces of SHA-256 with additional data",
        [
            ("RFC 6979, A.2.5 (as carried by pyca cryptography_vectors 50.0.2)", "-", "BSD-3-Clause"),
            ("paulmillr/noble-curves, test/vectors/secp256k1/ecdsa.json", NOBLE, "MIT"),
        ],
    )
    for case in suites.json("rfc6979/p256.json")["cases"]:
        out.case(
            ("name", f"RFC 6979 {case['hash']} {case['message_utf8']}"),
            ("curve", "P-256"),
            ("hash", case["hash"]),
            ("secret", case["d"]),
            ("message", utf8(case["message_utf8"])),
            ("signature", case["r"] + case["s"]),
        )
    suite = suites.json("secp256k1-misc/ecdsa.json")
    entropies = {
        "signature": "",
        "extraEntropy0": "00" * 32,
        "extraEntropy1": "00" * 31 + "01",
        "extraEntropyN": f"{SECP256K1_N:064x}",
        "extraEntropyMax": "ff" * 32,
    }
    chosen = [(index, "signature", suite["valid"][index]) for index in [*range(9), 1000, 2018]]
    chosen += [(index, kind, suite["extraEntropy"][index]) for index in range(2) for kind in entropies]
    for index, kind, case in chosen:
        out.case(
            ("name", f"noble {index} {kind}"),
            ("curve", "secp256k1"),
            ("secret", case["d"]),
            ("digest", case["m"]),
            ("entropy", entropies[kind]),
            ("signature", case[kind]),
        )
    return out


def bip340(suites):
    out = File(
        "bip340",
        "Schnorr signatures: keys, messages, signatures, and whether they hold; with the secret key and the auxiliary data where they are made",
        [("bitcoin/bips, bip-0340/test-vectors.csv", BIPS, "BSD-2-Clause")],
    )
    for line in suites.lines("bip340/test-vectors.csv")[1:]:
        *fields, why = line.split(",", 7)
        index, secret, key, aux, message, signature, holds = (field.lower() for field in fields)
        case = [("name", index), ("why", why), ("key", key), ("message", message), ("signature", signature)]
        case += [("secret", secret), ("aux", aux)] if secret else []
        out.case(*case, ("holds", verdict(holds == "true")))
    return out
