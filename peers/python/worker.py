#!/usr/bin/env python3
"""coincurve, libsecp256k1 for Python, as a worker: see docs/worker-protocol.md.

What is timed is what a Python program pays: the call through the interpreter, the objects, and the C library below.

Time. The library's: multiplication by a secret, signing and key creation constant, the rest variable.
"""

import json
import os
import platform
import sys
import time

from coincurve import PrivateKey, PublicKey, PublicKeyXOnly
from coincurve.ecdsa import cdata_to_der, der_to_cdata, deserialize_compact, serialize_compact
from importlib.metadata import version


class Invalid(Exception):
    """An input is not acceptable."""


def fixed(raw, length):
    if len(raw) != length:
        raise Invalid
    return raw


def point(raw):
    return PublicKey(fixed(raw, 65))


def scalar(raw):
    # coincurve refuses zero and what is not below n.
    return PrivateKey(fixed(raw, 32)).secret


def encoded(key):
    return key.format(compressed=False)


def verdict(holds):
    return bytes([holds])


def signature_to_der(raw):
    return cdata_to_der(deserialize_compact(fixed(raw, 64)))


def xonly(message, signature, key):
    return PublicKeyXOnly(fixed(key, 32)), fixed(signature, 64), fixed(message, 32)


# Operation: input, checks, time; how a case is parsed; one call; how its result is written.
OPERATIONS = {
    "secp256k1/generator_mul": (
        ("parsed", "none", "constant"),
        lambda k: (scalar(k),),
        PublicKey.from_secret,
        encoded,
    ),
    "secp256k1/mul_vartime": (
        ("parsed", "none", "variable"),
        lambda p, k: (point(p), scalar(k)),
        lambda p, k: p.multiply(k),
        encoded,
    ),
    "secp256k1/decode": (
        ("bytes", "curve", "variable"),
        lambda raw: (raw,),
        lambda raw: PublicKey(fixed(raw, 33)),
        encoded,
    ),
    "secp256k1/ecdsa_sign": (
        ("parsed", "none", "constant"),
        lambda secret, digest: (PrivateKey(fixed(secret, 32)), fixed(digest, 32)),
        lambda key, digest: key.sign(digest, hasher=None),
        lambda der: serialize_compact(der_to_cdata(der)),
    ),
    # Signatures are in DER, which is how coincurve takes them; it parses them on every call.
    "secp256k1/ecdsa_verify": (
        ("bytes", "none", "variable"),
        lambda digest, signature, key: (point(key), signature_to_der(signature), fixed(digest, 32)),
        lambda key, der, digest: key.verify(der, digest, hasher=None),
        verdict,
    ),
    "secp256k1/schnorr_sign": (
        ("parsed", "none", "constant"),
        lambda secret, message: (PrivateKey(fixed(secret, 32)), fixed(message, 32)),
        lambda key, message: key.sign_schnorr(message, bytes(32)),
        bytes,
    ),
    "secp256k1/schnorr_verify": (
        ("bytes", "none", "variable"),
        xonly,
        lambda key, signature, message: key.verify(signature, message),
        verdict,
    ),
}


class Body:
    """One operation over a pool of cases, parsed."""

    def __init__(self, operation, pool):
        _, parse, self.call, self.encode = OPERATIONS[operation]
        self.cases = [parse(*[bytes.fromhex(text) for text in case]) for case in pool]
        self.next = 0

    def answer(self, index):
        return self.encode(self.call(*self.cases[index]))

    def run(self, calls):
        call, cases, place = self.call, self.cases, self.next
        for _ in range(calls):
            try:
                call(*cases[place])
            except ValueError:
                pass  # A refusal is an answer, and costs what it costs.
            place = place + 1 if place + 1 < len(cases) else 0
        self.next = place


def hello():
    offers = [
        {"operation": name, "input": contract[0], "checks": contract[1], "time": contract[2]}
        for name, (contract, *_) in OPERATIONS.items()
    ]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    served = {
        "name": "coincurve",
        "version": f"coincurve {version('coincurve')}",
        "features": [],
        "flags": [],
        "engine": "libsecp256k1 called by the interpreter",
        "offers": offers,
    }
    return {"hello": {"protocol": 1, "compiler": python, "implementations": [served]}}


def reply(request, bodies):
    ((verb, said),) = request.items()
    if verb == "hello":
        return hello()
    if verb == "pin":
        if hasattr(os, "sched_setaffinity"):
            try:
                os.sched_setaffinity(0, {said["cpu"]})
            except OSError:
                pass  # A system that refuses leaves us where we are.
        return "done"
    if verb == "prepare":
        if said["operation"] not in OPERATIONS or not said["pool"]:
            return {"refused": {"unsupported": "not served, or nothing to do it on"}}
        bodies[said["body"]] = Body(said["operation"], said["pool"])
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
        except (Invalid, ValueError, TypeError):
            said = {"refused": "invalid"}
        except Exception as error:  # A reason is better than the end of the process.
            said = {"refused": {"lost": f"{type(error).__name__}: {error}"}}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
