#!/usr/bin/env python3
"""Writes vectors/hkdf-merkle.txt: keys by HKDF, and Merkle trees with their paths, by Python's hashlib and hmac.

HKDF is RFC 5869 and the trees are RFC 6962, section 2.1, each written down from its definition. Nothing of curvemark is asked. Plain
Python, no packages.

    python3 tools/keyed_hashes.py > vectors/hkdf-merkle.txt
"""

import hashlib
import hmac
import sys

from suites.common import File, derived

HASHES = ("sha256", "sha512", "sha3_256")


def hkdf(name, salt, material, info, length):
    """RFC 5869, section 2."""
    key = hmac.new(salt or bytes(hashlib.new(name).digest_size), material, name).digest()
    block, out, index = b"", b"", 0
    while len(out) < length:
        index += 1
        block = hmac.new(key, block + info + bytes([index]), name).digest()
        out += block
    return key, out[:length]


def leaf(name, data):
    return hashlib.new(name, b"\x00" + data).digest()


def split(count):
    """The largest power of two below the number of leaves."""
    power = 1
    while 2 * power < count:
        power *= 2
    return power


def root(name, leaves):
    """MTH of RFC 6962, section 2.1."""
    if not leaves:
        return hashlib.new(name).digest()
    if len(leaves) == 1:
        return leaf(name, leaves[0])
    at = split(len(leaves))
    return hashlib.new(name, b"\x01" + root(name, leaves[:at]) + root(name, leaves[at:])).digest()


def path(name, index, leaves):
    """PATH of RFC 6962, section 2.1.1."""
    if len(leaves) <= 1:
        return []
    at = split(len(leaves))
    if index < at:
        return path(name, index, leaves[:at]) + [root(name, leaves[at:])]
    return path(name, index - at, leaves[at:]) + [root(name, leaves[:at])]


def some(label, length):
    """So many bytes that look random."""
    return hashlib.shake_128(label.encode()).digest(length)


def main():
    out = File(
        "hkdf-merkle",
        "keys by HKDF: extracted and expanded; roots of Merkle trees, and the path of a leaf",
        [derived("Python's hashlib and hmac, from the text of RFC 5869 and RFC 6962")],
    )
    out.made_by = "tools/keyed_hashes.py"
    for name in HASHES:
        digest = hashlib.new(name).digest_size
        # Nothing, less than a block of the hash, one, more; outputs around whole digests, and the longest.
        shapes = [(0, 0, 0, 1), (0, 32, 0, digest), (16, 1, 10, digest + 1), (64, 64, 64, 2 * digest - 1)]
        shapes += [(136, 136, 1, 100), (200, 300, 500, 3 * digest), (1, 22, 300, 255 * digest)]
        for salt, material, info, length in shapes:
            label = f"{name}, salt of {salt}, material of {material}, info of {info}, output of {length} bytes"
            parts = [some(f"{label}: {part}", size) for part, size in (("salt", salt), ("material", material), ("info", info))]
            key, expanded = hkdf(name, *parts, length)
            # The longest output is given by its hash.
            kept = ("okm", expanded.hex()) if length < 1000 else ("okm-sha256", hashlib.sha256(expanded).hexdigest())
            fields = zip(("salt", "ikm", "info"), (part.hex() for part in parts))
            out.case(("name", f"hkdf {label}"), ("hash", name), *fields, ("length", str(length)), ("prk", key.hex()), kept)
        for count in (0, 1, 2, 3, 5, 7, 8, 9, 16, 31, 33):
            leaves = [some(f"{name}, leaf {index} of {count}", 11 * index % 70) for index in range(count)]
            fields = [("leaf", data.hex()) for data in leaves] + [("root", root(name, leaves).hex())]
            if leaves:
                index = 5 * count // 7
                fields += [("index", str(index))] + [("path", node.hex()) for node in path(name, index, leaves)]
            out.case(("name", f"tree of {count}, {name}"), ("hash", name), *fields)
    sys.stdout.write(out.text())


if __name__ == "__main__":
    main()
