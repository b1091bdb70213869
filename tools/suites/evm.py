"""Ethereum's precompiled contracts."""

import hashlib

from .common import File, R, derived


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
