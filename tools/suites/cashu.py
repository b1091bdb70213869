"""Cashu, v3 and today's."""

import hashlib

from .common import File, NUTS, compact, derived, utf8, verdict
from .nutroot import CASHU_TS, CASHU_TS_IDS, keyset_fields


def cashu(file):
    return (f"cashubtc/nuts, refs/pull/371/head, tests/{file}", NUTS, "MIT")


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


def cashu_unframed(suites):
    """What version 3 was before its parts were framed: wallets may hold it."""
    out = File(
        "cashu-v3-unframed",
        "version 3 before its parts were framed: keyset ids (a key is amount, K); secret and blinding factor from seed, keyset and counter, the accepted attempt",
        [
            cashu("02-tests.md"),
            cashu("13-tests.md"),
            derived("hashlib by the text of NUT-13, equal to cashu-ts v5.0.0-rc.7"),
            ("cashubtc/cashu-ts, refs/pull/949/head, test/crypto/NUT13.test.ts", CASHU_TS_IDS, "MIT OR Apache-2.0"),
        ],
    )
    for case in suites.json("cashu/v3/keyset_id.json")["cases"]:
        out.case(("name", case["name"]), ("kind", "keyset"), *keyset_fields(case), ("id", case["id"]))
    published = suites.json("cashu/v3/deterministic_secrets.json")["cases"]
    more = suites.json("cashu/v3/derived_deterministic_secrets.json")
    interim = suites.json("cashu/v3-2026/nut13_interim_and_v2.json")["interim_v3"]
    interim["seed_hex"] = utf8(interim["seed_utf8"])
    common = {"seed_hex": more["seed_hex"], "keyset_id": more["keyset_id"]}
    for origin, cases in (
        ("published", published), ("derived", [common | case for case in more["cases"]]), ("interim", [interim])
    ):
        for case in cases:
            out.case(
                ("name", f"{origin} counter {case['counter']}"),
                ("kind", "secret"),
                ("seed", case["seed_hex"]),
                ("keyset", case["keyset_id"]),
                ("counter", str(case["counter"])),
                ("secret", case["secret"]),
                ("blinding-factor", case["blinding_factor"]),
                ("attempt", str(case["accepted_attempt"])),
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
        nuts("00-tests.md", "01-tests.md", "02-tests.md", "12-tests.md", "13-tests.md", "27-test.md", "28-tests.md")
        + [("cashubtc/cashu-ts, refs/pull/950/head, test/crypto/{NUT13,NUT13-p2pk}.test.ts", CASHU_TS, "MIT OR Apache-2.0")],
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
    for case in suites.json("cashu/v3-2026/nut13_interim_and_v2.json")["v2"]:
        if len(case["keyset_id"]) != 66:
            # Of 32 bytes, which no keyset has.
            continue
        out.case(
            ("name", f"derive v2 again {case['counter']}"),
            ("kind", "derive"),
            ("seed", utf8(case["seed_utf8"])),
            ("keyset", case["keyset_id"]),
            ("counter", str(case["counter"])),
            ("secret", case["secret"]),
            ("r", case["blinding_factor"]),
        )
    suite = suites.json("cashu/v3-2026/nut11_nut20_bip32_keys.json")
    assert bip39_seed(suite["mnemonic"]).hex() == suite["seed_hex"]
    for case in suite["cases"]:
        out.case(
            ("name", f"key {case['path']}"),
            ("kind", "key"),
            ("seed", suite["seed_hex"]),
            ("purpose", {"P2PK": "10", "QuoteLock": "20"}[case["purpose"]]),
            ("counter", str(case["counter"])),
            ("public", case["pubkey"]),
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
