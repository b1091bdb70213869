"""Cashu v3 as it is now: framed ids and derivation, secrets that are points, quotes that are signed for."""

import hashlib
import hmac

from .common import R, SECP256K1_N, File, compact, derived, utf8, verdict

CASHU_TS = "6654d4952025c725d5d8ff3850fdd8e1459d04e7"

CASHU_TS_IDS = "4385f732f1e1c405ebaafda1456c3bea7896be95"

NUTS_QUOTES = "a5a7c70c1b37fe41f114b483517896da68e0286c"

FOLDER = "cashu/v3-2026/"


def cashu_ts(*files):
    return [(f"cashubtc/cashu-ts, refs/pull/950/head, test/{file}", CASHU_TS, "MIT OR Apache-2.0") for file in files]


def keyset_fields(case):
    optional = [(key, case[key]) for key in ("input_fee_ppk", "final_expiry")]
    return (
        ("unit", case["unit"]),
        *((key.replace("_", "-"), str(value)) for key, value in optional if value is not None),
        *(("key", f"{amount},{key.lower()}") for amount, key in case["keys"].items()),
    )


def cashu_keyset(suites):
    suite = suites.json(FOLDER + "keyset_id.json")
    out = File(
        "cashu-v3-keyset-id",
        "NUT-02 keyset id v3, of framed parts; a key is amount, K; a case without id is refused. The expiry is not hashed",
        cashu_ts("consts.ts", "utils/core.test.ts"),
    )
    for case in suite["cases"] + suite["invalid"]:
        out.case(
            ("name", case["name"]), *keyset_fields(case), *(("id", case["id"]) for _ in range(case["id"] is not None))
        )
    return out


def attempt(seed, keyset, counter, kind, order, value):
    """Which attempt gives a value, by the text of NUT-13."""
    for number in range(256):
        message = b"Cashu_KDF_HMAC_SHA256" + len(keyset).to_bytes(4) + keyset + counter.to_bytes(8) + bytes([kind])
        digest = hmac.digest(seed, message + number.to_bytes(4), "sha256")
        if 0 < int.from_bytes(digest) < order:
            assert digest.hex() == value, (counter, kind)
            return number
    raise AssertionError((counter, kind))


def cashu_secrets(suites):
    suite = suites.json(FOLDER + "nutroot-v3.json")["nut13_v3"]
    out = File(
        "cashu-v3-secrets",
        "NUT-13 v3: key, secret, blinding factor and offset from seed, keyset and counter; the attempt that gave the factor",
        cashu_ts("vectors/nutroot-v3.json") + [derived("the attempts, by hashlib and the text of NUT-13")],
    )
    seed, keyset = suite["seed_utf8"].encode(), bytes.fromhex(suite["keyset_id"])
    for case in suite["outputs"]:
        counter = case["counter"]
        assert attempt(seed, keyset, counter, 0, SECP256K1_N, case["secret_key"]) == 0
        assert attempt(seed, keyset, counter, 2, SECP256K1_N, case["nums_offset"]) == 0
        out.case(
            ("name", f"counter {counter}"),
            ("seed", seed.hex()),
            ("keyset", suite["keyset_id"]),
            ("counter", str(counter)),
            ("secret-key", case["secret_key"]),
            ("secret", case["secret"]),
            ("blinding-factor", case["blinding_factor"]),
            ("attempt", str(attempt(seed, keyset, counter, 1, R, case["blinding_factor"]))),
            ("nums-offset", case["nums_offset"]),
            *(("y", case["Y"]) for _ in range("Y" in case)),
        )
    return out


def cashu_nutroot(suites):
    suite, extra = suites.json(FOLDER + "nutroot-v3.json"), suites.json(FOLDER + "nutroot_extra.json")
    out = File(
        "cashu-v3-nutroot",
        "secrets that are points: keys from a seed, trees, tweaks, signatures by the key and by a leaf, transactions, tokens, leaves and texts to refuse",
        cashu_ts("vectors/nutroot-v3.json", "crypto/nutroot.test.ts", "crypto/bls.test.ts"),
    )
    seeds = suite["nut13_v3"]
    for case in seeds["leaf_keys"]:
        out.case(
            ("name", f"leaf key {case['counter']} {case['index']}"),
            ("kind", "leaf-key"),
            ("seed", utf8(seeds["seed_utf8"])),
            ("keyset", seeds["keyset_id"]),
            ("counter", str(case["counter"])),
            ("index", str(case["index"])),
            ("private", case["privkey"]),
            ("public", case["pubkey"]),
        )
    for case in seeds["quote_locks"]:
        out.case(
            ("name", f"quote lock {case['counter']}"),
            ("kind", "quote-lock"),
            ("seed", utf8(seeds["seed_utf8"])),
            ("counter", str(case["counter"])),
            ("private", case["privkey"]),
            ("public", case["pubkey"]),
        )
    one, two, forms, empty = suite["example_6_1"], suite["example_6_2"], suite["leaf_forms"], suite["empty_tweak"]
    assert one["merkle_root"] == tagged("Cashu_NutrootLeaf", one["leaf_after"])
    out.case(
        ("name", "example 6.1"),
        ("kind", "receiver"),
        ("receiver-private", one["carol_priv"]),
        ("receiver", one["carol_pub"]),
        ("ephemeral-private", one["ephemeral_priv"]),
        ("ephemeral", one["ephemeral_pub"]),
        ("slot", str(one["p2bk_slot"])),
        ("factor", one["p2bk_r"]),
        ("internal", one["internal_key"]),
        ("leaf", one["leaf_after"]),
        ("secret", one["secret"]),
        ("private", one["keypath_priv"]),
    )
    slot_key = forms["blind_slot1_key"]
    out.case(
        ("name", "slot 1"),
        ("kind", "blind"),
        ("ephemeral-private", one["ephemeral_priv"]),
        ("slot", "1"),
        ("key", slot_key),
        ("owner-private", one["alice_refund_priv"]),
        ("blinded", forms["blind_slot1_result"]),
        ("leaf", forms["blind_slot1_leaf"]),
    )
    out.case(
        ("name", "bearer"), ("kind", "bare"), ("private", one["bearer_contrast"]["k"]), ("secret", one["bearer_contrast"]["secret"])
    )
    out.case(
        ("name", "no tree"),
        ("kind", "commit"),
        ("internal", empty["internal_key"]),
        ("internal-private", one["carol_priv"]),
        ("tweak", empty["tweak"]),
        ("secret", empty["secret"]),
        ("private", empty["keypath_priv"]),
    )
    duplicate = extra["duplicate_leaf"]
    for name, internal, leaves, root, more in (
        ("example 6.1", one["internal_key"], [one["leaf_after"]], one["merkle_root"], [("tweak", one["tweak"])]),
        (
            "example 6.2",
            two["internal_key"],
            [two["leaf_melt_to"], two["leaf_after"]],
            two["merkle_root"],
            [
                ("tweak", two["tweak"]),
                ("internal-private", two["parent_priv"]),
                ("hash", two["leaf_hash_melt_to"]),
                ("hash", two["leaf_hash_after"]),
                ("path", f"0,{two['melt_witness']['control']['path'][0]}"),
                ("path", f"1,{two['after_witness_path'][0]}"),
            ],
        ),
        (
            "three leaves",
            one["internal_key"],
            forms["three_leaf_tree"],
            forms["three_leaf_root"],
            [("path", ",".join(["2"] + forms["three_leaf_path_index_2"]))],
        ),
        (
            "a leaf twice",
            duplicate["internal_key"],
            [duplicate["leaf"]] * 2,
            duplicate["root"],
            [("hash", duplicate["leaf_hash"]), ("path", f"0,{duplicate['path'][0]}"), ("path", f"1,{duplicate['path'][0]}")],
        ),
    ):
        secrets = {"example 6.1": one["secret"], "example 6.2": two["secret"], "three leaves": forms["three_leaf_secret"]}
        out.case(
            ("name", name),
            ("kind", "commit"),
            ("internal", internal),
            *(("leaf", leaf) for leaf in leaves),
            *more,
            ("root", root),
            ("secret", secrets.get(name, duplicate["secret"])),
        )
    # The covenant of 6.2 is of a type that is not known: its leaf is committed to, and nobody spends by it.
    for name, secret, digest, preimage, keys, witness, verdict_of in (
        ("6.1 key path", one["secret"], one["transcript_digest"], one["transcript_digest_preimage"], [one["keypath_priv"]],
         {"signatures": [one["keypath_signature"]]}, "yes"),
        ("6.1 script path", one["secret"], one["transcript_digest"], one["transcript_digest_preimage"],
         [one["alice_refund_priv"]], one["scriptpath_witness"], "yes"),
        ("6.2 covenant", two["secret"], two["transcript_digest"], two["transcript_digest_preimage"], [two["kid_priv"]],
         two["melt_witness"], "no"),
    ):
        assert hashlib.sha256(preimage.encode()).hexdigest() == digest
        out.case(
            ("name", name),
            ("kind", "witness"),
            ("secret", secret),
            ("digest", digest),
            *(("private", key) for key in keys),
            ("json", compact(witness)),
            ("valid", verdict_of),
        )
    nums = forms["nums_key"]
    out.case(("name", "H"), ("kind", "nums"), ("key", nums))
    for name in ("swap", "mint", "melt", "melt_with_change"):
        case = suite["transcript"][name]
        out.case(
            ("name", name.replace("_", " ")),
            ("kind", "transaction"),
            ("json", compact(case["tx"])),
            ("transcript", case["transcript"]),
            ("digest", case["digest"]),
            *(("signature", case["signature"]) for _ in range("signature" in case)),
            *(("private", seeds["outputs"][0]["secret_key"]) for _ in range("signature" in case)),
        )
    tokens = suite["tokens_v4"]
    for name, case in tokens["shapes"].items():
        out.case(
            ("name", f"token {name}"),
            ("kind", "token"),
            ("mint", tokens["mint"]),
            ("unit", tokens["unit"]),
            ("amount", str(tokens["amount"])),
            ("keyset", seeds["keyset_id"]),
            ("c", tokens["C"]),
            ("secret", case["secret"]),
            ("json", compact(case["spend_info"])),
            ("whole", case["token_nutshell"]),
            ("short", case["token_cashu_ts"]),
        )
    for case in extra["leaves"]:
        out.case(("name", case["name"]), ("kind", "leaf"), ("leaf", case["leaf"]), ("valid", verdict(case["valid"])))
    for index, case in enumerate(extra["point_secrets"]):
        out.case(
            ("name", f"text {index}"), ("kind", "text"), ("secret", case["secret"]), ("valid", verdict(case["valid"]))
        )
    return out


def tagged(tag, data):
    prefix = hashlib.sha256(tag.encode()).digest() * 2
    return hashlib.sha256(prefix + bytes.fromhex(data)).hexdigest()


def cashu_quotes(suites):
    suite = suites.json(FOLDER + "nut20_nut29_signature.json")
    out = File(
        "cashu-quotes",
        "signatures on mint quotes and their outputs, and batches of quotes to mint or to refuse",
        [
            ("cashubtc/nuts, refs/pull/375/head, tests/{20-test,29-tests}.md", NUTS_QUOTES, "MIT"),
            *cashu_ts("crypto/NUT20.test.ts"),
            derived("the cases that say so, from the text of NUT-20"),
        ],
    )
    for case in suite["cases"]:
        out.case(
            ("name", case["name"]),
            ("kind", "signature"),
            ("key", case["pubkey"]),
            ("quote", case["quote"]),
            *(("output", f"{output['amount']},{output['B_']}") for output in case["outputs"]),
            ("message", case["msg_to_sign"]),
            ("digest", case["msg_hash"]),
            ("signature", case["signature"]),
            ("valid", verdict(case["valid"])),
        )
    for case in suite["request_rules"]:
        out.case(
            ("name", case["name"]),
            ("kind", "batch"),
            ("json", compact(case["request"])),
            ("valid", {"accept": "yes", "reject": "no"}[case["verdict"]]),
        )
    return out
