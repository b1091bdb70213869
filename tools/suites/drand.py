"""Rounds of drand's networks, and a key that is shared."""

from .common import File

# The first case of each kind: a network's rounds, and what each of its verifiers must refuse.
CHOSEN = (0, 1, 2, 3, 4, 6, 7, 8, 9, 12, 17, 18, 25, 35, 36)


def drand(suites):
    out = File(
        "drand",
        "rounds of drand's networks: whether the network signed them so; 15 of the 37 published",
        [
            ("drand/drand-client, test/beacon-verification.test.ts, test/data.ts", "b9572b2ef11d28d5c011144867ca8d27bece23e2", "MIT OR Apache-2.0"),
            ("noislabs/drand-verify, by the crate drand-verify 0.6.2", "1db2248afac44fc2e5c9c78f896b4412d8679914", "Apache-2.0"),
        ],
    )
    cases = suites.json("drand/beacons.json")["cases"]
    for index in CHOSEN:
        case = cases[index]
        previous = [("previous", case["previous_signature"])] if "previous_signature" in case else []
        out.case(
            ("name", f"{index} {case.get('note', case['source'])}"),
            ("scheme", case["scheme"]),
            ("key", case["public_key"]),
            ("round", str(case["round"])),
            ("signature", case["signature"]),
            *previous,
            ("randomness", case["randomness"]),
            ("valid", "yes" if case["valid"] else "no"),
        )
    return out


def threshold_bls(suites):
    out = File(
        "threshold-bls",
        "a key of which three parties hold a share each, and two are needed: shares, partial signatures, their sum",
        [("derived in integers, checked by pyblst 0.3.15; one of five committees", "-", "this project's")],
    )
    committee = suites.json("threshold-bls/derived_min_sig.json")["sets"][1]
    out.case(
        ("name", "two of three"),
        ("secret", committee["secret"]),
        ("message", committee["message"]),
        *(("commitment", point) for point in committee["feldman_g2"]),
        ("signature", committee["signature_g1"]),
    )
    for share in committee["shares"]:
        out.case(
            ("name", f"share {share['index']}"),
            ("index", str(share["index"])),
            ("share", share["share"]),
            ("public", share["public_share_g2"]),
            ("partial", share["partial_signature_g1"]),
        )
    return out
