"""Groth16 and Poseidon."""

from .common import File, coordinate, derived, verdict


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
