"""Ed25519."""

from .common import File, NOBLE, derived, utf8, verdict

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
