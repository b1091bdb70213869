#!/usr/bin/env python3
"""The smallest worker: products, squares and inverses modulo primes, by Python's integers alone.

It is what docs/worker-protocol.md explains, whole: copy it to begin one of your own. It needs nothing but Python 3.8.
"""

import json
import platform
import sys
import time

# Per curve: base field, scalar field, and the length of their elements in bytes.
CURVES = {
    "bls12-381": (
        0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB,
        48,
        0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001,
        32,
    ),
    "bn254": (
        21888242871839275222246405745257275088696311157297823662689037894645226208583,
        32,
        21888242871839275222246405745257275088548364400416034343698204186575808495617,
        32,
    ),
    "secp256k1": (
        2**256 - 2**32 - 977,
        32,
        0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141,
        32,
    ),
}


def inverse(a, m):
    return pow(a, -1, m) if a else 0


# Verb: how many arguments, and what one call does.
VERBS = {
    "mul": (2, lambda m, a, b: a * b % m),
    "sqr": (1, lambda m, a: a * a % m),
    "inv": (1, lambda m, a: inverse(a, m)),
}
MISSING = {"bn254/fr_sqr", "bn254/fr_inv", "secp256k1/fr_sqr"}  # The lab has no such operations.


def operations():
    for curve in CURVES:
        for field in ("fp", "fr"):
            for verb in VERBS:
                identifier = f"{curve}/{field}_{verb}"
                if identifier not in MISSING:
                    yield identifier


class Body:
    """One operation over a pool of cases, parsed."""

    def __init__(self, operation, shape, pool):
        curve, _, rest = operation.partition("/")
        field, _, verb = rest.partition("_")
        p, p_bytes, r, r_bytes = CURVES[curve]
        self.modulus, self.length = (p, p_bytes) if field == "fp" else (r, r_bytes)
        self.count, self.call = VERBS[verb]
        self.chain = shape == "chain"
        self.cases = [self.parsed(case) for case in pool]
        self.next = 0
        self.last = self.cases[0][0]

    def parsed(self, case):
        raw = [bytes.fromhex(text) for text in case]
        values = [int.from_bytes(one, "big") for one in raw]
        fits = all(len(one) == self.length for one in raw) and all(value < self.modulus for value in values)
        if len(case) != self.count or not fits:
            raise ValueError("invalid")
        return values

    def answer(self, index):
        return self.call(self.modulus, *self.cases[index]).to_bytes(self.length, "big")

    def run(self, calls):
        # A chain feeds each result to the next call, so that latency is measured; else each call takes the next case.
        call, modulus, cases, place, last = self.call, self.modulus, self.cases, self.next, self.last
        for _ in range(calls):
            case = cases[place]
            last = call(modulus, last, *case[1:]) if self.chain else call(modulus, *case)
            place = place + 1 if place + 1 < len(cases) else 0
        self.next = place
        if self.chain:
            self.last = last


def hello():
    offers = [
        {"operation": name, "input": "parsed", "checks": "none", "time": "variable"} for name in operations()
    ]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    served = {"name": "integers", "version": python, "features": [], "flags": [], "engine": "big integers", "offers": offers}
    return {"hello": {"protocol": 1, "compiler": python, "implementations": [served]}}


def reply(request, bodies):
    (verb, said), = request.items()
    if verb == "hello":
        return hello()
    if verb == "pin":
        return "done"
    if verb == "prepare":
        if not said["pool"] or said["operation"] not in operations():
            return {"refused": {"unsupported": "not offered, or nothing to do it on"}}
        bodies[said["body"]] = Body(said["operation"], said["shape"], said["pool"])
        return "done"
    if verb == "discard":
        bodies.pop(said["body"], None)
        return "done"
    body = bodies[said["body"]]
    if verb == "answer":
        return {"answer": body.answer(said["case"]).hex()}
    wall, cpu = time.perf_counter_ns(), time.thread_time_ns()
    body.run(said["calls"])
    cpu, wall = time.thread_time_ns() - cpu, time.perf_counter_ns() - wall
    return {"took": {"wall_ns": max(wall, 1), "cpu_ns": max(cpu, 1)}}


def main():
    bodies = {}
    for line in sys.stdin:
        try:
            said = reply(json.loads(line), bodies)
        except ValueError:
            said = {"refused": "invalid"}
        except Exception as error:  # A reason is better than the end of the process.
            said = {"refused": {"lost": f"{type(error).__name__}: {error}"}}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
