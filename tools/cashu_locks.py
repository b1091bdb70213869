#!/usr/bin/env python3
"""Writes vectors/cashu-locks.txt: transactions of Cashu under spending conditions, and whether
nutshell's mint and cashu-ts take them.

Conditions, witnesses and signatures are made here, by libsecp256k1. nutshell is asked as its mint
asks itself, for all inputs of a transaction. cashu-ts is asked as a wallet asks it: for each input,
or for the first where all are signed for at once. What curvemark must answer is what nutshell's
mint says. Where it answers otherwise the reason is written down here, in `ANSWERS`. Where cashu-ts
says otherwise the file shows it. Nothing of curvemark is asked.

    python3 tools/cashu_locks.py > vectors/cashu-locks.txt

Both are installed into a folder of their own, which goes with the end of the run: PyPI, npm and
Node.js are needed. Both are under MIT.
"""

import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

NUTSHELL = "cashu==0.21.0"
# What nutshell's conditions import, and no more of what it needs to run.
BELOW = (
    "bip32==5.0.0 cbor2==6.3.0 coincurve==20.0.0 cryptography==50.0.2 environs==15.2.0 "
    "loguru==0.7.3 mnemonic==0.21 pycryptodomex==3.24.2 pydantic==2.14.4 "
    "pydantic-settings==2.16.3 sqlalchemy==2.1.9"
).split()
CASHU_TS = "@cashu/cashu-ts@4.8.0"

# When all verdicts are given; the clock of curvemark's test.
NOW = 1_800_000_000

JAVASCRIPT = r"""
import {
  assertSigAllInputs, buildP2PKSigAllMessageV0,
  isHTLCSpendAuthorised, isP2PKSigAll, isP2PKSpendAuthorised,
} from "@cashu/cashu-ts";
import { readFileSync } from "node:fs";

Date.now = () => NOW * 1000;
const satisfied = (proof, message) => {
  let kind;
  try { kind = JSON.parse(proof.secret)[0]; } catch { return true; }
  if (kind === "P2PK") return isP2PKSpendAuthorised(proof, undefined, message);
  if (kind === "HTLC") return isHTLCSpendAuthorised(proof, undefined, message);
  return true;
};
const judge = ({ inputs, outputs, quote }) => {
  try {
    if (isP2PKSigAll(inputs)) {
      assertSigAllInputs(inputs);
      const blinded = outputs.map((one) => ({ blindedMessage: one }));
      return satisfied(inputs[0], buildP2PKSigAllMessageV0(inputs, blinded, quote));
    }
    return inputs.every((proof) => satisfied(proof));
  } catch { return false; }
};
for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1)) {
  console.log(judge(JSON.parse(line)) ? "yes" : "no");
}
"""


def key(number):
    """A key of a signer, as 33 bytes in hexadecimal digits."""
    from coincurve import PrivateKey

    return PrivateKey(bytes([number]) * 32).public_key.format().hex()


def signature(number, message):
    from coincurve import PrivateKey

    return (
        PrivateKey(bytes([number]) * 32)
        .sign_schnorr(hashlib.sha256(message.encode()).digest(), bytes(32))
        .hex()
    )


def secret(kind, data, tags, nonce="a"):
    body = {"nonce": nonce, "data": data}
    return compact([kind, body | ({"tags": tags} if tags is not None else {})])


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


PREIMAGE = bytes([0xAB]) * 32
HASH = hashlib.sha256(PREIMAGE).hexdigest()


def witness(message, signers, preimage=None):
    out = {"signatures": [signature(number, message) for number in signers]}
    return compact(out | ({"preimage": preimage} if preimage is not None else {}))


def proof(text, given):
    one = {"amount": 1, "id": "00", "secret": text, "C": key(40)}
    return one | ({"witness": given} if given is not None else {})


def alone(text, signers, preimage=None, given=None):
    """A transaction of one input, signed by some."""
    return {
        "inputs": [proof(text, given if given is not None else witness(text, signers, preimage))],
        "outputs": [],
    }


def together(texts, signers, preimage=None, quote=None):
    """A transaction that is signed as a whole, with two outputs."""
    outputs = [{"amount": amount, "id": "00", "B_": key(41 + amount)} for amount in (1, 2)]
    message = (
        "".join(text + key(40) for text in texts)
        + "".join(f"{out['amount']}{out['B_']}" for out in outputs)
        + (quote or "")
    )
    inputs = [
        proof(text, witness(message, signers, preimage) if index == 0 else None)
        for index, text in enumerate(texts)
    ]
    return {"inputs": inputs, "outputs": outputs} | ({"quote": quote} if quote else {})


def drawn():
    """Conditions and witnesses of their form, at random."""
    draw = random.Random(32)
    for number in range(34):
        kind = "HTLC" if number % 3 == 0 else "P2PK"
        signers = draw.sample(range(1, 8), 7)
        main, refund = signers[: draw.randint(0, 2)], signers[2 : 2 + draw.randint(0, 2)]
        tags = []
        first = [] if kind == "HTLC" else [9]
        if main:
            tags.append(["pubkeys", *(key(one) for one in main)])
        if first + main and draw.random() < 0.7:
            tags.append(["n_sigs", str(draw.randint(1, len(first + main)))])
        if draw.random() < 0.7:
            tags.append(["locktime", str(NOW + draw.choice((-1000, -1, 1, 1000)))])
            if refund:
                tags.append(["refund", *(key(one) for one in refund)])
                if draw.random() < 0.5:
                    tags.append(["n_sigs_refund", str(draw.randint(1, len(refund)))])
        draw.shuffle(tags)
        text = secret(kind, HASH if kind == "HTLC" else key(9), tags)
        chosen = draw.sample(first + main + refund, draw.randint(0, len(first + main + refund)))
        preimage = (
            draw.choice((None, PREIMAGE.hex(), PREIMAGE.hex(), bytes(32).hex()))
            if kind == "HTLC"
            else None
        )
        yield f"drawn {number}", alone(text, chosen, preimage)


def edges():
    """One rule each."""
    two, late, past = (
        [["pubkeys", key(2)], ["n_sigs", "2"]],
        ["locktime", str(NOW + 1)],
        ["locktime", str(NOW - 1)],
    )
    lock = lambda *tags: secret("P2PK", key(1), list(tags))
    hash_lock = lambda *tags: secret("HTLC", HASH, list(tags))
    yield "a plain secret", alone("coin", [])
    yield "no tags", alone(secret("P2PK", key(1), None), [1])
    yield "another signer", alone(lock(), [2])
    yield "one signs twice", alone(lock(*two), [1, 1])
    yield "two sign", alone(lock(*two), [2, 1])
    yield "a third signs too", alone(lock(*two), [3, 2, 1])
    yield "the time is now", alone(lock(["locktime", str(NOW)]), [])
    yield "the time was a second ago", alone(lock(past), [])
    yield "the time is in a second", alone(lock(late), [])
    yield "refund, too early", alone(lock(late, ["refund", key(3)]), [3])
    yield "refund, in time", alone(lock(past, ["refund", key(3)]), [3])
    yield "refund, and the key signs", alone(lock(past, ["refund", key(3)]), [1])
    yield "refund, and nobody signs", alone(lock(past, ["refund", key(3)]), [])
    yield "time without a number", alone(lock(["locktime", "soon"]), [1])
    yield "n_sigs of zero", alone(lock(["n_sigs", "0"]), [1])
    yield "n_sigs above the keys", alone(lock(["n_sigs", "2"]), [1])
    yield "n_sigs twice", alone(lock(["n_sigs", "1"], ["n_sigs", "1"]), [1])
    yield "n_sigs of two values", alone(lock(["n_sigs", "1", "1"]), [1])
    yield "a key twice", alone(lock(["pubkeys", key(1)], ["n_sigs", "2"]), [1, 1])
    negative = ("03" if key(1)[1] == "2" else "02") + key(1)[2:]
    yield "a key with both signs", alone(lock(["pubkeys", negative], ["n_sigs", "2"]), [1, 1])
    yield "a key in capitals", alone(secret("P2PK", key(1).upper(), []), [1])
    yield "a key that is no point", alone(secret("P2PK", "02" + "ff" * 32, []), [1])
    yield "a key of 32 bytes", alone(secret("P2PK", key(1)[2:], []), [1])
    yield "refund without keys", alone(lock(past, ["refund"]), [])
    yield "an unknown tag", alone(lock(["colour", "red"]), [1])
    yield "an empty tag", alone(lock([]), [1])
    yield "an empty value", alone(lock(["colour", ""]), [1])
    yield "an unknown sigflag", alone(lock(["sigflag", "SIG_SOME"]), [1])
    more = compact(["P2PK", {"nonce": "a", "data": key(1), "tags": [], "x": 1}])
    yield "an unknown field", alone(more, [1])
    yield "an unknown kind", alone(secret("OTHER", key(1), []), [])
    yield "no witness", {"inputs": [proof(lock(), None)], "outputs": []}
    yield "a witness that is no JSON", alone(lock(), [], given="signed")
    capitals = compact({"signatures": [signature(1, lock()).upper()]})
    yield "a signature in capitals", alone(lock(), [], given=capitals)
    yield "the bare preimage", alone(hash_lock(), [], PREIMAGE.hex())
    yield "a wrong preimage", alone(hash_lock(), [], "00" * 32)
    yield "preimage, and nobody signs", alone(hash_lock(["pubkeys", key(2)]), [], PREIMAGE.hex())
    yield "preimage, and a key signs", alone(hash_lock(["pubkeys", key(2)]), [2], PREIMAGE.hex())
    yield "a key signs without the preimage", alone(hash_lock(["pubkeys", key(2)]), [2])
    yield "refund of a hash", alone(hash_lock(past, ["refund", key(3)]), [3])
    yield "a hash in capitals", alone(secret("HTLC", HASH.upper(), []), [], PREIMAGE.hex())
    yield "a preimage in capitals", alone(hash_lock(), [], PREIMAGE.hex().upper())
    every = ["sigflag", "SIG_ALL"]
    all_lock = lambda nonce, *tags, data=1: secret("P2PK", key(data), [every, *tags], nonce)
    yield "all: one signs", together([all_lock("a"), all_lock("b")], [1])
    yield "all: another signs", together([all_lock("a"), all_lock("b")], [2])
    yield "all: to melt", together([all_lock("a")], [1], quote="a quote")
    yield "all: two sign", together([all_lock("a", *two), all_lock("b", *two)], [1, 2])
    yield "all: one of two signs", together([all_lock("a", *two), all_lock("b", *two)], [1])
    yield "all: another key in one", together([all_lock("a"), all_lock("b", data=2)], [1, 2])
    yield "all: one has no sigflag", together([all_lock("a"), lock()], [1])
    yield "all: one is plain", together([all_lock("a"), "coin"], [1])
    yield "all: only the input is signed", alone(all_lock("a"), [1])
    yield "all: hash", together([secret("HTLC", HASH, [every])], [], PREIMAGE.hex())
    yield "all: hash and key", together(
        [secret("HTLC", HASH, [every, ["pubkeys", key(2)]])], [2], PREIMAGE.hex()
    )


# What curvemark must answer other than nutshell, and why.
ANSWERS = {
    "an unknown field": (
        "yes",
        "NUT-10 forbids no further field; the lock is read, and its key has signed",
    ),
    "an unknown kind": (
        "yes",
        "NUT-10: of a kind that a mint does not support, proofs may be spent by anyone",
    ),
    "a preimage in capitals": ("no", "stricter: bytes have one text in hexadecimal digits"),
    "time without a number": (
        "yes",
        "a locktime that is no number is none, so that the key opens it",
    ),
}


def nutshell(case):
    import time

    from cashu.core.base import BlindedMessage, Proof
    from cashu.mint.conditions import LedgerSpendingConditions

    time.time = lambda: NOW
    proofs = [Proof(**one) for one in case["inputs"]]
    outputs = [BlindedMessage(**one) for one in case["outputs"]]
    try:
        return LedgerSpendingConditions()._verify_input_output_spending_conditions(
            proofs, outputs, case.get("quote")
        )
    except Exception:
        return False


def write(folder):
    from loguru import logger

    from suites.common import File, derived

    logger.remove()
    cases = [*edges(), *drawn()]
    script = pathlib.Path(folder, "judge.mjs")
    script.write_text(JAVASCRIPT.replace("NOW", str(NOW)), encoding="utf-8")
    lines = "".join(compact(case) + "\n" for _, case in cases)
    done = subprocess.run(["node", script], input=lines, capture_output=True, text=True, check=True)
    theirs = done.stdout.split()
    assert len(theirs) == len(cases), (len(theirs), len(cases))
    out = File(
        "cashu-locks",
        "transactions under spending conditions; whether nutshell's mint and cashu-ts take them; "
        "the answer, and why it is another",
        [derived(f"verdicts of {NUTSHELL} on PyPI, which is nutshell, and of {CASHU_TS} on npm")],
    )
    out.made_by = "tools/cashu_locks.py"
    for (name, case), ts in zip(cases, theirs):
        mint = "yes" if nutshell(case) else "no"
        answer, why = ANSWERS.get(name, (mint, None))
        assert (why is None) == (answer == mint), (name, mint)
        pairs = [
            ("name", name),
            ("json", compact(case)),
            ("nutshell", mint),
            ("cashu-ts", ts),
            ("spendable", answer),
        ]
        out.case(*pairs, *([("why", why)] if why else []))
    sys.stdout.write(out.text())


def main():
    quietly = {"check": True, "stdout": subprocess.DEVNULL}
    with tempfile.TemporaryDirectory() as folder:
        python = pathlib.Path(folder, "venv", "bin", "python")
        subprocess.run([sys.executable, "-m", "venv", pathlib.Path(folder, "venv")], **quietly)
        pip = [
            python,
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
            "--only-binary",
            ":all:",
        ]
        subprocess.run([*pip, *BELOW], **quietly)
        subprocess.run([*pip, "--no-deps", NUTSHELL], **quietly)
        subprocess.run(
            ["npm", "install", "--silent", "--ignore-scripts", "--prefix", folder, CASHU_TS],
            **quietly,
        )
        # nutshell reads settings of its user, and writes into a folder of its own.
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("MINT_", "CASHU_"))
        }
        here = [python, __file__, "--within", folder]
        subprocess.run(
            here, check=True, cwd=folder, env=environment | {"HOME": folder, "CASHU_DIR": folder}
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--within"]:
        write(sys.argv[2])
    else:
        main()
