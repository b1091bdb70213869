"""What nutshell does as a wallet and as a mint: one step a call, JSON in and out. Its checkout is on PYTHONPATH."""

import json
import sys

from cashu.core.crypto import bls, bls_dhke, transcript
from coincurve import PrivateKey, PublicKeyXOnly


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


def verify(given):
    """Mint: whether a proof is signed, and its input of a transaction: BIP-340 by libsecp256k1, over nutshell's digest."""
    message = digest(given["tx"])

    def of(proof):
        signatures = json.loads(proof["witness"])["signatures"]
        point = PublicKeyXOnly(bytes.fromhex(proof["secret"])[1:])
        return {
            "signed": bls_dhke.pairing_verification(g2(given["K"]), g1(proof["C"]), proof["secret"]),
            "spent": len(signatures) == 1 and point.verify(bytes.fromhex(signatures[0]), message),
        }

    return [of(proof) for proof in given["tx"]["inputs"]]


def spend(given):
    message = digest(given["tx"])
    keys = [PrivateKey(bytes.fromhex(one)) for one in given["keys"]]
    return [json.dumps({"signatures": [one.sign_schnorr(message).hex()]}) for one in keys]


STEPS = {step.__name__: step for step in (secret, blind, unblind, key, sign, verify, spend)}

if __name__ == "__main__":
    print(json.dumps(STEPS[sys.argv[1]](json.loads(sys.stdin.read() or "{}"))))
