#!/usr/bin/env python3
"""Writes a file of vectors whose answers are those of packages in JavaScript by Paul Miller.

    python3 tools/noble_cases.py poseidon-bls12-381 > vectors/poseidon-bls12-381.txt
    python3 tools/noble_cases.py texts > vectors/texts.txt

The first is Poseidon over the scalar field of BLS12-381 by noble-curves, whose constants are made
by the Grain generator of the paper. The second is texts in hexadecimal, base64, base58, bech32 and
bech32m by scure-base, good ones and what is near to them. What is asked is drawn here, by a fixed
seed. Nothing of curvemark is asked. Where curvemark refuses what scure-base takes, the reason is
in `STRICTER`.

Both packages are installed into a folder of their own, which goes with the end of the run: npm and
Node.js are needed. Both are under MIT.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

from suites.common import R, File, derived, utf8

PACKAGES = ["@noble/curves@2.4.0", "@scure/base@2.4.0"]

# Rounds on one element for 1 to 16 inputs; eight more are on all (eprint.iacr.org/2019/458).
PARTIAL = [56, 57, 56, 60, 60, 63, 64, 63, 60, 66, 60, 65, 70, 60, 64, 68]

JAVASCRIPT = r"""
import { grainGenConstants, poseidon } from "@noble/curves/abstract/poseidon.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import {
  base58, base64, base64url, base64nopad, base64urlnopad, bech32, bech32m, hex,
} from "@scure/base";
import { readFileSync } from "node:fs";

const permutations = new Map();
const permute = ({ partial, state }) => {
  const rounds = { roundsFull: 8, roundsPartial: partial, sboxPower: 5 };
  const shape = { Fp: bls12_381.fields.Fr, t: state.length, ...rounds };
  if (!permutations.has(state.length)) {
    permutations.set(state.length, poseidon({ ...shape, ...grainGenConstants(shape) }));
  }
  return permutations.get(state.length)(state.map(BigInt)).map(String);
};
const plain = { hex, base58, base64, base64url, base64nopad, base64urlnopad };
const checked = { bech32, bech32m };
const encode = ({ encoding, prefix, bytes }) => {
  const raw = Uint8Array.from(Buffer.from(bytes, "hex"));
  if (encoding in plain) return plain[encoding].encode(raw);
  return checked[encoding].encode(prefix, checked[encoding].toWords(raw));
};
const decode = ({ encoding, text }) => {
  try {
    const digits = (bytes) => Buffer.from(bytes).toString("hex");
    if (encoding in plain) return { bytes: digits(plain[encoding].decode(text)) };
    const { prefix, words } = checked[encoding].decode(text);
    return { prefix, bytes: digits(checked[encoding].fromWords(words)) };
  } catch { return null; }
};
const steps = { permute, encode, decode };
for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1)) {
  const [step, given] = JSON.parse(line);
  console.log(JSON.stringify(steps[step](given)));
}
"""


class Judge:
    """The packages, installed, and one process for each list of questions."""

    def __init__(self, folder):
        self.folder = folder
        command = ["npm", "install", "--silent", "--no-save", "--ignore-scripts", *PACKAGES]
        subprocess.run(command, cwd=folder, check=True, stdout=sys.stderr)
        with open(os.path.join(folder, "judge.mjs"), "w", encoding="utf-8") as file:
            file.write(JAVASCRIPT)

    def ask(self, questions):
        lines = "".join(json.dumps(question) + "\n" for question in questions)
        node = ["node", "judge.mjs"]
        said = subprocess.run(
            node, cwd=self.folder, check=True, input=lines, stdout=subprocess.PIPE, text=True
        )
        answers = [json.loads(line) for line in said.stdout.splitlines()]
        assert len(answers) == len(questions)
        return answers


def element(value):
    return value.to_bytes(32, "big").hex()


def hashes(judge):
    """Two states for each number of inputs: of the ends of the range, and of random elements."""
    draw = random.Random("poseidon over BLS12-381")
    states = []
    for inputs in range(1, 17):
        states.append([0] + [(0, 1, R - 1)[i % 3] for i in range(inputs)])
        states.append([draw.randrange(R) for _ in range(inputs + 1)])
    digits = [[str(x) for x in state] for state in states]
    asked = [["permute", {"partial": PARTIAL[len(s) - 2], "state": s}] for s in digits]
    file = File(
        "poseidon-bls12-381",
        "permuted states of an initial element and 1 to 16 inputs modulo the order of BLS12-381; "
        "integers big-endian",
        [derived("by noble-curves 2.4.0")],
    )
    for state, permuted in zip(states, judge.ask(asked)):
        pairs = [("name", f"{len(state) - 1} inputs"), ("initial", element(state[0]))]
        pairs += [("input", element(value)) for value in state[1:]]
        pairs += [("output", element(int(value))) for value in permuted]
        file.case(*pairs)
    return file


# What curvemark refuses and scure-base takes, by encoding: what it is, and whether a text is that.
STRICTER = {"hex": ("upper case", lambda text: text != text.lower())}

ENCODINGS = "hex base64 base64nopad base64url base64urlnopad base58 bech32 bech32m".split()


def near(text, draw):
    """Texts next to a good one."""
    symbols = "0OIl1=+/-_ \nAaGgZz9\u00e9"
    at = draw.randrange(len(text) + 1)
    yield text[:at] + draw.choice(symbols) + text[at:]
    if text:
        at = draw.randrange(len(text))
        yield text[:at] + text[at + 1 :]
        yield text[:at] + draw.choice(symbols) + text[at + 1 :]
        yield text[:at] + text[at].swapcase() + text[at + 1 :]
        yield text[:-1]
        # The last symbol, whose spare bits have to be zero.
        yield text[:-1] + draw.choice("BCDEFbcdefqpzry")
    yield text.upper()
    yield text + "="
    yield text.rstrip("=")


def texts(judge):
    draw = random.Random("texts next to good ones")
    asked = []
    for encoding in ENCODINGS:
        for length in (0, 1, 2, 3, 5, 16, 33, 48):
            data = bytes(length // 3) + draw.randbytes(length - length // 3)
            asked.append((encoding, draw.choice(("a", "bc", "split1")), data.hex()))
    good = judge.ask([["encode", {"encoding": e, "prefix": p, "bytes": b}] for e, p, b in asked])
    cases = []
    for (encoding, _, _), text in zip(asked, good):
        cases += [(encoding, one) for one in dict.fromkeys([text, *near(text, draw)])]
    answers = judge.ask([["decode", {"encoding": e, "text": text}] for e, text in cases])
    file = File(
        "texts",
        "texts in hexadecimal, base64, base58 and bech32, and their bytes, if they are read; "
        "texts are UTF-8",
        [derived("by scure-base 2.4.0")],
    )
    for number, ((encoding, text), answer) in enumerate(zip(cases, answers)):
        pairs = [("name", f"{encoding} {number}"), ("encoding", encoding), ("text", utf8(text))]
        reason, applies = STRICTER.get(encoding, ("", lambda _: False))
        if answer and applies(text):
            pairs.append(("stricter", reason))
        elif answer:
            pairs += [(key, answer[key]) for key in ("prefix", "bytes") if key in answer]
        file.case(*pairs)
    return file


if __name__ == "__main__":
    FILES = {"poseidon-bls12-381": hashes, "texts": texts}
    with tempfile.TemporaryDirectory() as folder:
        made = FILES[sys.argv[1]](Judge(folder))
    made.made_by = "tools/noble_cases.py"
    sys.stdout.write(made.text())
