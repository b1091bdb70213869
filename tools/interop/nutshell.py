"""What nutshell does as a wallet and as a mint: one step a call, JSON in and out. Its checkout is on PYTHONPATH."""

import json
import sys

from cashu.core.crypto import bls, bls_dhke, nutroot, transcript
from coincurve import PrivateKey, PublicKey, PublicKeyXOnly


def g1(digits):
    return bls.PublicKey(bytes.fromhex(digits), group="G1")


def g2(digits):
    return bls.PublicKey(bytes.fromhex(digits), group="G2")


def digest(tx):
    proofs = [
        transcript.TranscriptProofInput(one["amount"], bytes.fromhex(one["id"]), bytes.fromhex(one["secret"]), bytes.fromhex(one["C"]))
        for one in tx["inputs"]
    ]
    outputs = [
        transcript.TranscriptBlindedOutput(one["amount"], bytes.fromhex(one["id"]), bytes.fromhex(one["B_"])) for one in tx["outputs"]
    ]
    return transcript.transaction_digest(transcript.TransactionShape(proof_inputs=proofs, blinded_outputs=outputs))


def secret(_):
    """Wallet: a key, and the secret that is its point, with no conditions."""
    key = PrivateKey()
    return {"key": key.secret.hex(), "secret": key.public_key.format().hex()}


def blind(given):
    message, r = bls_dhke.step1_alice(given["secret"])
    return {"B_": message.format().hex(), "r": r.to_hex()}


def unblind(given):
    key = g2(given["K"])
    signature = bls_dhke.step3_alice(g1(given["C_"]), bls.PrivateKey(bytes.fromhex(given["r"])), key)
    return {"C": signature.format().hex(), "valid": bls_dhke.pairing_verification(key, signature, given["secret"])}


def key(_):
    made = bls.PrivateKey()
    return {"secret": made.to_hex(), "K": made.get_g2_public_key().format().hex()}


def sign(given):
    signature, _, _ = bls_dhke.step2_bob(g1(given["B_"]), bls.PrivateKey(bytes.fromhex(given["secret"])))
    return {"C_": signature.format().hex()}


def spent(proof, message):
    """By its key: BIP-340 by libsecp256k1. By a leaf: as nutshell's mint decides it."""
    witness = nutroot.NutrootWitness.model_validate_json(proof["witness"])
    if witness.is_script_path:
        try:
            nutroot.verify_script_path_spend(PublicKey(bytes.fromhex(proof["secret"])), message, witness)
        except ValueError:
            return False
        return True
    point = PublicKeyXOnly(bytes.fromhex(proof["secret"])[1:])
    return point.verify(bytes.fromhex(witness.signatures[0]), message)


def verify(given):
    """Mint: whether a proof is signed, and its input of a transaction, over nutshell's digest."""
    message = digest(given["tx"])

    def of(proof):
        return {
            "signed": bls_dhke.pairing_verification(g2(given["K"]), g1(proof["C"]), proof["secret"]),
            "spent": spent(proof, message),
        }

    return [of(proof) for proof in given["tx"]["inputs"]]


def spend(given):
    message = digest(given["tx"])
    keys = [PrivateKey(bytes.fromhex(one)) for one in given["keys"]]
    return [json.dumps({"signatures": [one.sign_schnorr(message).hex()]}) for one in keys]


def lock(given):
    """Wallet: a secret with two leaves: one key from a time on, two with a preimage."""
    keys = [PrivateKey(), PrivateKey()]
    points = [key.public_key for key in keys]
    leaves = [
        nutroot.NutrootLeaf("after", 1, points[:1], time=given["time"]),
        nutroot.NutrootLeaf("hashlock", 2, points, hash=bytes.fromhex(given["hash"])),
    ]
    tree = [nutroot.serialize_nutroot_leaf(leaf) for leaf in leaves]
    internal = PrivateKey().public_key
    root = nutroot.nutroot_merkle_root([nutroot.nutroot_leaf_hash(leaf) for leaf in tree])
    return {
        "secret": nutroot.nutroot_tweak_pubkey(internal, root).format().hex(),
        "tree": [leaf.hex() for leaf in tree],
        "K": internal.format().hex(),
        "keys": [key.secret.hex() for key in keys],
    }


def spend_leaf(given):
    """Wallet: the witness of a transaction's one input, by a leaf of what `lock` gave."""
    message, locked = digest(given["tx"]), given["locked"]
    tree = [bytes.fromhex(leaf) for leaf in locked["tree"]]
    hashes = [nutroot.nutroot_leaf_hash(leaf) for leaf in tree]
    wanted = nutroot.parse_nutroot_leaf(tree[given["leaf"]]).n
    keys = [PrivateKey(bytes.fromhex(one)) for one in locked["keys"][:wanted]]
    path = nutroot.nutroot_merkle_path(hashes, given["leaf"])
    witness = {
        "leaf": locked["tree"][given["leaf"]],
        "control": {"K": locked["K"], "path": [one.hex() for one in path]},
        "signatures": [one.sign_schnorr(message).hex() for one in keys],
    }
    return [json.dumps(witness | ({"preimage": given["preimage"]} if "preimage" in given else {}))]


STEPS = {step.__name__: step for step in (secret, blind, unblind, key, sign, verify, spend, lock, spend_leaf)}

if __name__ == "__main__":
    print(json.dumps(STEPS[sys.argv[1]](json.loads(sys.stdin.read() or "{}"))))
