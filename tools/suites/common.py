"""The format of the files, and the suites that they are made of."""

import json
import os

P_BYTES = 48

# The order of secp256k1.
SECP256K1_N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141

# The order of both groups.
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001


class File:
    """One file of vectors: a header and cases, in order."""

    def __init__(self, name, shows, sources):
        self.name, self.shows, self.sources, self.cases = name, shows, sources, []
        self.made_by = "tools/vectors.py"

    def case(self, *pairs):
        self.cases.append(pairs)

    def text(self):
        lines = ["format = curvemark-vectors 1", f"suite = {self.name}", f"shows = {self.shows}"]
        for source, commit, licence in self.sources:
            lines += [f"source = {source}", f"commit = {commit}", f"licence = {licence}"]
        lines += [f"made-by = {self.made_by}", f"count = {len(self.cases)}"]
        for case in self.cases:
            lines.append("")
            for key, value in case:
                assert "\n" not in value and value == value.strip() and not key.startswith("#"), (key, value)
                lines.append(f"{key} = {value}".rstrip())
        return "\n".join(lines) + "\n"


def utf8(text):
    return text.encode().hex()


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def verdict(value):
    return {True: "yes", False: "no", None: "open"}[value]


class Suites:
    """The folder of full suites."""

    def __init__(self, root):
        self.root = root

    def json(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return json.load(file)

    def lines(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read().splitlines()

    def rows(self, path, width):
        with open(os.path.join(self.root, path), "rb") as file:
            data = file.read()
        assert len(data) % width == 0
        return [data[i : i + width].hex() for i in range(0, len(data), width)]


NUTS = "c65511be85a71d1cc524e47d07aaf0718a8a6a57"

NOBLE = "ef106458a5bba5408ba4c342f2ae2ab54adb892e"

WYCHEPROOF = "dac1dd4729fd1f8dd9e1e9f3dce51d783da6c166"

BIPS = "7fe0b034ec967b52a5a28276419117326df93263"

ZKCRYPTO = "6bb96951d5c2035caf4989b6e4a018435379590f"


def derived(how):
    return (f"derived: {how}", "-", "MIT OR Apache-2.0")


def element(text):
    """An element of Fp or Fp2 as `c0 || c1`, from `0x..` or `0x..,0x..`."""
    return "".join(part.removeprefix("0x").zfill(2 * P_BYTES) for part in text.split(","))


def coordinate(text):
    """The same in the order of point encodings, `c1 || c0`."""
    return "".join(part.removeprefix("0x").zfill(2 * P_BYTES) for part in reversed(text.split(",")))


def sec1(x, y):
    """The uncompressed encoding of SEC 1."""
    return "04" + "".join(part.removeprefix("0x").zfill(64) for part in (x, y))
