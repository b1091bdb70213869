"""Points: hashed to curves, multiples, encodings, pairings."""

from .common import File, NOBLE, P_BYTES, ZKCRYPTO, coordinate, derived, element, sec1, utf8, verdict


RFC9380 = (
    "cfrg/draft-irtf-cfrg-hash-to-curve, poc/vectors (the text of RFC 9380, appendices J and K)",
    "664b13592116cecc9e52fb192dcde0ade36f904e",
    "BSD-3-Clause",
)


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
