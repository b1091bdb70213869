#!/usr/bin/env python3
"""curvemark's wheel as a worker, so that a run shows what a call from Python costs over Rust's.

Install the wheel of bindings/python and numpy, and name this file: `curvemark run --worker peers/python/own.py`. The lines of the
protocol are those of smallest.py, next to it. What is timed is what a Python program pays: the call through the
interpreter, the buffers, and the library below.
"""

import platform
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import smallest  # noqa: E402

import numpy  # noqa: E402

import curvemark  # noqa: E402
from curvemark import bls12_381, kzg  # noqa: E402
from curvemark.bls import min_pk  # noqa: E402

SETTINGS = kzg.Settings()
FROM_BYTES = {"input": "bytes", "checks": "subgroup_no_identity", "time": "variable"}
PARSED = {"input": "parsed", "checks": "none", "time": "variable"}


def verify(case):
    key, message, signature = case
    return bytes([min_pk.verify(key, message, signature)])


def terms(case):
    """Points that are held, as a Python program holds those of many sums; scalars are bytes."""
    points = bls12_381.g1_convert(list(case[::2]), from_compressed=True)
    return bls12_381.G1FixedBases(points, table_bytes=0), b"".join(case[1::2])


def arrays(batch):
    """A batch in two arrays, as those have it who compute with numpy; its points are held."""
    points, scalars = (
        numpy.frombuffer(b"".join(batch[part::2]), numpy.uint8).reshape(-1, length)
        for part, length in ((0, 96), (1, 32))
    )
    return bls12_381.G1FixedBases(points, table_bytes=0), scalars


def msm(parsed):
    bases, scalars = parsed
    return bases.msm(scalars, compressed=True)


# Operation: contract, how a case is parsed, and one call.
OPERATIONS = {
    "bls12-381/bls_verify": (FROM_BYTES, tuple, verify),
    "bls12-381/g1_msm_64": (PARSED, terms, msm),
    "bls12-381/g1_msm_1024": (PARSED, terms, msm),
    "kzg/blob_proof": (
        {**FROM_BYTES, "checks": "subgroup"},
        tuple,
        lambda case: SETTINGS.compute_blob_kzg_proof(*case),
    ),
}
# As many items as one likes: a case is a whole batch, its items one after the other.
FAMILIES = {"bls12-381/g1_msm": (PARSED, arrays, msm)}


class Body:
    """One operation over a pool of cases, parsed."""

    def __init__(self, operation, _, pool):
        _, parse, self.call = (OPERATIONS | FAMILIES)[operation]
        self.cases = [parse([bytes.fromhex(text) for text in case]) for case in pool]
        self.next = 0

    def answer(self, index):
        return self.call(self.cases[index])

    def run(self, calls):
        call, cases, place = self.call, self.cases, self.next
        for _ in range(calls):
            try:
                call(cases[place])
            except curvemark.Error:
                pass  # A refusal is an answer, and costs what it costs.
            place = place + 1 if place + 1 < len(cases) else 0
        self.next = place


def hello():
    offers, families = (
        [{"operation": name, **contract} for name, (contract, *_) in offered.items()]
        for offered in (OPERATIONS, FAMILIES)
    )
    python = f"{platform.python_implementation()} {platform.python_version()}"
    served = {
        "name": "curvemark for Python",
        "version": f"curvemark {curvemark.__version__}",
        "features": [],
        "flags": [],
        "engine": "chosen by the CPU, called by the interpreter",
        "offers": offers,
        "families": families,
        "more": ["prepare_family"],
    }
    return {"hello": {"protocol": 1, "compiler": python, "implementations": [served]}}


plain = smallest.reply


def reply(request, bodies):
    said = request.get("prepare_family")
    if said is None:
        return plain(request, bodies)
    pool = [[text for item in batch for text in item] for batch in said["batches"]]
    bodies[said["body"]] = Body(said["family"], "independent", pool)
    return "done"


# The lines are the smallest worker's; these four are ours.
smallest.reply = reply
smallest.operations = lambda: OPERATIONS
smallest.Body = Body
smallest.hello = hello

if __name__ == "__main__":
    smallest.main()
