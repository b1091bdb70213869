#!/usr/bin/env python3
"""Writes vectors/*.txt, the published cases that every fresh clone runs.

    CURVEMARK_VECTORS=FOLDER tools/vectors.py [--out FOLDER]

FOLDER holds the full suites, as listed in vectors/README.md. The result depends on them and on the modules in suites/ alone, byte for byte;
a test of the lab runs the command again and compares. Plain Python, no packages.

The format: UTF-8 text, lines `key = value` (or `key =` for an empty value), lines that begin with `#` are comments. Blocks are
separated by one empty line. The first block is the header; every other block is a case. A key may be repeated, which makes a
list. Bytes are lower-case hexadecimal without prefix, whole numbers are decimal, verdicts are `yes`, `no` or `open`.
"""

import os
import sys

from suites.bls import G1_SIGNATURES, G2_SIGNATURES, eth_bls, signatures, wycheproof_bls
from suites.cashu import cashu_batch, cashu_conditions, cashu_legacy, cashu_points, cashu_roundtrip, cashu_tokens, cashu_unframed
from suites.common import Suites
from suites.curves import expand_message, hash_to_curve, hash_to_edwards, multiples, pairings, secp256k1_points, uncompressed
from suites.drand import drand, threshold_bls
from suites.ecdsa import bip340, ecdh, ecdsa, ecdsa_sign
from suites.eddsa import ed25519_small_order, ed25519_variants, ed25519_verify
from suites.evm import bn254_refused, evm_precompiles
from suites.kzg import kzg
from suites.nutroot import cashu_keyset, cashu_nutroot, cashu_quotes, cashu_secrets
from suites.proofs import groth16_fastcrypto, groth16_snarkjs, poseidon
from suites.texts import base64_suite, hashes
from suites.vrf import ecvrf


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
        threshold_bls(suites),
        drand(suites),
        ecvrf(suites),
        hashes(suites),
        pairings(suites),
        bn254_refused(suites),
        evm_precompiles(suites),
        cashu_roundtrip(suites),
        cashu_batch(suites),
        cashu_points(suites),
        cashu_keyset(suites),
        cashu_secrets(suites),
        cashu_unframed(suites),
        cashu_nutroot(suites),
        cashu_quotes(suites),
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
