#!/usr/bin/env python3
"""Makes curvemark/src/kzg/ethereum/setup.bin from c-kzg's trusted_setup.txt.

    tools/kzg_setup.py trusted_setup.txt curvemark/src/kzg/ethereum/setup.bin

The file has the coordinates of the points of G1, 48 big-endian bytes each, so that a program that reads it takes no square roots: first the
powers of tau, then the Lagrange points in bit-reversed order. The points of G2 follow as they are, compressed.
"""
import sys

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB


def coordinates(digits):
    encoded = int(digits, 16)
    assert encoded >> 383 == 1 and (encoded >> 382) & 1 == 0, "compressed, and not the identity"
    largest, x = (encoded >> 381) & 1, encoded & ((1 << 381) - 1)
    square = (x**3 + 4) % P
    y = pow(square, (P + 1) // 4, P)
    assert y * y % P == square
    if (y > P - y) != bool(largest):
        y = P - y
    return x.to_bytes(48, "big") + y.to_bytes(48, "big")


def main():
    source, target = sys.argv[1:]
    with open(source) as file:
        g1, g2, *points = file.read().split()
    g1, g2 = int(g1), int(g2)
    lagrange, powers_g2, powers = points[:g1], points[g1 : g1 + g2], points[g1 + g2 :]
    assert len(powers) == g1
    bits = g1.bit_length() - 1
    reverse = [int(f"{i:0{bits}b}"[::-1], 2) for i in range(g1)]
    with open(target, "wb") as file:
        file.write(b"".join(map(coordinates, powers)))
        file.write(b"".join(coordinates(lagrange[i]) for i in reverse))
        file.write(bytes.fromhex("".join(powers_g2)))


main()
