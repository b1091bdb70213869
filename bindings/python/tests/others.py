#!/usr/bin/env python3
"""Runs the tests of others, unchanged, against `curvemark.compat`, and prints how many passed.

Their sources come from package registries at test time, into a temporary folder:

* c-kzg-4844: the tests of its Python binding over its 344 cases, and the other cases that the
  binding's functions answer. The Go module is its whole repository.
* py_ecc: the tests of its BLS ciphersuites and hash functions, from its source package.
* What our own `test_compat.py` compares with the packages ckzg, milagro_bls_binding and
  py_arkworks_bls12381 themselves.

What cannot be had is skipped loudly; `--all` makes that an error.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
KZG_MODULE = "github.com/ethereum/c-kzg-4844/v2@v2.1.8"
KZG_CASES = 344
PY_ECC = "py_ecc==8.0.0"
# The tests of py_ecc's own field elements and points; curvemark has its own types for those.
PY_ECC_LEFT_OUT = {
    "test_g2_primatives.py": "encodes and decodes py_ecc's own points",
    "test_point_compression.py": "the same",
    "test_hash_to_curve.py": "the same; our hashing is tested on RFC 9380's cases",
}
ORIGINALS = ["ckzg", "milagro_bls_binding", "py_arkworks_bls12381"]

# Stands in for `import ckzg`.
CKZG = "from curvemark.compat.ckzg import *  # noqa: F403\n"

# Stands in for py_ecc.bls; what is not replaced stays py_ecc's.
PY_ECC_PLUGIN = """
import sys
import py_ecc.bls.g2_primitives, py_ecc.bls.hash_to_curve, py_ecc.bls.point_compression
import curvemark.compat.py_ecc.bls as ours
import curvemark.compat.py_ecc.bls.ciphersuites, curvemark.compat.py_ecc.bls.hash

sys.modules["py_ecc.bls"] = ours
sys.modules["py_ecc.bls.ciphersuites"] = ours.ciphersuites
sys.modules["py_ecc.bls.hash"] = ours.hash
sys.modules["py_ecc"].bls = ours


def pytest_report_header():
    from py_ecc.bls import G2ProofOfPossession
    assert G2ProofOfPossession.__module__.startswith("curvemark."), "not replaced"
    return "py_ecc.bls is " + ours.__name__
"""

# Counts what c-kzg's tests compare: each opens each of its files once.
KZG_DRIVER = """
import builtins, collections, runpy
opened, real = collections.Counter(), builtins.open
def counting(file, *args, **kwargs):
    if str(file).endswith("data.yaml"):
        opened[str(file).split("tests/")[1].split("/")[0]] += 1
    return real(file, *args, **kwargs)
builtins.open = counting
import ckzg, curvemark.compat.ckzg
assert ckzg.load_trusted_setup is curvemark.compat.ckzg.load_trusted_setup
runpy.run_path("tests.py", run_name="__main__")
import json
print("COUNTS", json.dumps(opened))
"""

# The cases of the two functions that the binding does not have.
KZG_CHALLENGES = """
import collections, glob, json, yaml
import curvemark
from curvemark import kzg
def data(value):
    if isinstance(value, list):
        return [item if isinstance(item, int) else data(item) for item in value]
    return bytes.fromhex(value.removeprefix("0x"))
count = collections.Counter()
for name, keys in [
    ("compute_challenge", ["blob", "commitment"]),
    (
        "compute_verify_cell_kzg_proof_batch_challenge",
        ["commitments", "commitment_indices", "cell_indices", "cosets_evals", "proofs"],
    ),
]:
    for path in glob.glob(f"../../tests/{name}/*/*/data.yaml"):
        with open(path) as file:
            case = yaml.safe_load(file)
        given = [data(case["input"][key]) for key in keys]
        if len(given) == 5:
            # There, a cell is a list of field elements.
            given[3] = [cell if isinstance(cell, bytes) else b"".join(cell) for cell in given[3]]
        try:
            answer = getattr(kzg, name)(*given)
        except curvemark.Error:
            assert case["output"] is None, path
        else:
            assert answer == data(case["output"]), path
        count[name] += 1
print("COUNTS", json.dumps(count))
"""

skipped: list[str] = []


def skip(what: str, why: str) -> None:
    """Says loudly that something is not tested."""
    skipped.append(what)
    print(f"SKIPPED: {what}: {why}", flush=True)


def run(command: list[str | Path], **options: object) -> subprocess.CompletedProcess[str]:
    """A command, its output kept."""
    return subprocess.run(command, capture_output=True, text=True, **options)  # type: ignore


def must(run: subprocess.CompletedProcess[str]) -> str:
    """The output of a command that has to succeed."""
    if run.returncode:
        sys.exit(f"{run.args}\n{run.stdout}\n{run.stderr}")
    return run.stdout


def kzg(folder: Path, python: Path) -> None:
    """c-kzg-4844's tests."""
    go = shutil.which("go")
    if go is None:
        return skip("c-kzg-4844's tests", "no go, which downloads the module")
    environment = {
        **os.environ,
        "GOPATH": str(folder / "go"),
        "GOFLAGS": "-modcacherw -mod=mod",
        "GOTOOLCHAIN": "local",
    }
    download = run([go, "mod", "download", "-json", KZG_MODULE], env=environment, cwd=folder)
    if download.returncode:
        return skip("c-kzg-4844's tests", download.stdout + download.stderr)
    source = Path(json.loads(download.stdout)["Dir"])
    cases = list((source / "tests").glob("*/*/*/data.yaml"))
    assert len(cases) == KZG_CASES, f"{len(cases)} cases, not {KZG_CASES}"
    shim = folder / "shim"
    shim.mkdir()
    (shim / "ckzg.py").write_text(CKZG)
    (shim / "driver.py").write_text(KZG_DRIVER)
    (shim / "challenges.py").write_text(KZG_CHALLENGES)
    environment = {**os.environ, "PYTHONPATH": str(shim), "PYTHONDONTWRITEBYTECODE": "1"}
    binding = source / "bindings" / "python"
    output = must(run([python, shim / "driver.py"], env=environment, cwd=binding))
    assert "tests passed" in output
    counts = json.loads(output.split("COUNTS ")[1])
    output = must(run([python, shim / "challenges.py"], env=environment, cwd=binding))
    counts |= json.loads(output.split("COUNTS ")[1])
    for path in sorted((source / "tests").iterdir()):
        total = len(list(path.glob("*/*/data.yaml")))
        done = counts.get(path.name, 0)
        print(f"c-kzg-4844: {path.name}: {done} of {total} passed")
        assert done == total
    print(f"c-kzg-4844: {sum(counts.values())} of {KZG_CASES} cases passed")


def py_ecc(folder: Path, python: Path) -> None:
    """py_ecc's tests of BLS."""
    command = [python, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", "py_ecc", PY_ECC]
    download = run([*command, "-d", str(folder)])
    install = run([python, "-m", "pip", "install", "-q", PY_ECC])
    if download.returncode or install.returncode:
        return skip("py_ecc's tests", download.stderr + install.stderr)
    [archive] = folder.glob("py_ecc-*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    plugin = folder / "plugin"
    plugin.mkdir()
    (plugin / "curvemark_for_py_ecc.py").write_text(PY_ECC_PLUGIN)
    tests = folder / archive.name.removesuffix(".tar.gz") / "tests" / "bls"
    for name, why in PY_ECC_LEFT_OUT.items():
        assert (tests / name).exists()
        print(f"py_ecc: {name}: left out: {why}")
    command = [python, "-m", "pytest", "-p", "curvemark_for_py_ecc", "-p", "no:cacheprovider"]
    command += [f"--ignore={tests / name}" for name in PY_ECC_LEFT_OUT]
    environment = {**os.environ, "PYTHONPATH": str(plugin)}
    output = must(run([*command, tests], env=environment, cwd=folder))
    assert "py_ecc.bls is curvemark.compat" in output
    print(f"py_ecc: {output.strip().splitlines()[-1]}")


def originals(python: Path) -> None:
    """What `test_compat.py` compares with the packages themselves."""
    found = []
    for name in ORIGINALS:
        if run([python, "-m", "pip", "install", "-q", name]).returncode:
            skip(f"comparison with {name}", "it cannot be installed here")
        else:
            found.append(name)
    command = [python, "-m", "pytest", "-p", "no:cacheprovider", HERE / "test_compat.py"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    output = must(run(command, env=environment, cwd=HERE.parent))
    print(f"compared with {', '.join(found)}: {output.strip().splitlines()[-1]}")


def main() -> None:
    """All of it, in an environment of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheel", type=Path, required=True, help="the wheel to be tested")
    parser.add_argument("--all", action="store_true", help="fail if anything is skipped")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="curvemark-others-") as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        python = folder / "venv" / "bin" / "python"
        needed = ["pytest", "pyyaml", str(options.wheel.resolve())]
        install = run([python, "-m", "pip", "install", "-q", *needed])
        if install.returncode:
            skip("all tests of others", install.stderr)
        else:
            kzg(folder, python)
            py_ecc(folder, python)
            originals(python)
    if skipped and options.all:
        sys.exit(f"{len(skipped)} skipped")


if __name__ == "__main__":
    main()
