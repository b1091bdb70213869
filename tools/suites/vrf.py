"""Verifiable random functions."""

from .common import File

# Of each suite of RFC 9381 the example that tries and increments most, or the one without input.
CHOSEN = (11, 13, 17, 19)


def ecvrf(suites):
    out = File(
        "ecvrf",
        "keys, proofs and outputs of ECVRF; 5 of the 13 that are proved",
        [
            ("RFC 9381, appendix B: numbers; what it leaves out was computed for these suites", "-", "numbers alone"),
            ("MystenLabs/fastcrypto, by the crate fastcrypto 0.1.11, src/tests/vrf_tests.rs", "-", "Apache-2.0"),
        ],
    )
    for suite, cases in suites.json("ecvrf/rfc9381.json")["suites"].items():
        for case in cases:
            if case["example"] in CHOSEN:
                out.case(
                    ("name", f"example {case['example']}"),
                    ("suite", suite),
                    *((key, case[key]) for key in ("sk", "pk", "alpha", "pi", "beta")),
                )
    [case] = suites.json("ecvrf/fastcrypto_ristretto255.json")["prove"]
    out.case(
        ("name", "fastcrypto"),
        ("suite", "sui_vrf"),
        ("sk", case["sk"]),
        ("pk", case["pk"]),
        ("alpha", case["alpha"]),
        ("pi", case["proof"]),
        ("beta", case["output"]),
    )
    return out
