"""The stubs say what the module has; the papers' examples run; modules name themselves."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import subprocess
import sys
import sysconfig
from importlib import metadata, util
from pathlib import Path
from types import ModuleType

import pytest

import curvemark

FOLDER = Path(__file__).resolve().parents[1]
PAGES = [FOLDER / "README.md", *sorted((FOLDER / "docs").glob("*.md"))]


def modules() -> list[ModuleType]:
    names = [name for name in sys.modules if name.startswith("curvemark.")]
    native = {name for name in names if not hasattr(sys.modules[name], "__file__")}
    assert len(native) == 21, sorted(native)
    return [importlib.import_module(name) for name in sorted(native)]


def test_every_function_and_class_has_its_module_and_its_page() -> None:
    count = 0
    for module in modules():
        assert module.__doc__
        for name, value in vars(module).items():
            if name.startswith("_") or not (inspect.isbuiltin(value) or inspect.isclass(value)):
                continue
            assert value.__module__ == module.__name__, name
            assert value.__doc__, f"{module.__name__}.{name}"
            if inspect.isbuiltin(value):
                assert value.__text_signature__ is not None
            else:
                for inner, method in vars(value).items():
                    if not inner.startswith("_"):
                        assert method.__doc__, f"{module.__name__}.{name}.{inner}"
            count += 1
    assert count > 150


def test_stubs(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="SKIPPED: mypy is not installed, stubs are not compared")
    allowed = tmp_path / "allowed"
    # Python makes reflected operators of all operators; nobody calls them.
    allowed.write_text(r"curvemark\..*\.__r(add|sub|mul|truediv|pow)__")
    command = [sys.executable, "-m", "mypy.stubtest", "curvemark", "--allowlist", str(allowed)]
    environment = {**os.environ, "MYPY_CACHE_DIR": str(tmp_path / "cache")}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    check = [sys.executable, "-m", "mypy", "--strict", "-p", "curvemark"]
    run = subprocess.run(check, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_pages(page: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    assert blocks
    for block in blocks:
        if "numpy" in block:
            pytest.importorskip("numpy")
        exec(compile(block, str(page), "exec"), {})


def test_the_example_runs(tmp_path: Path) -> None:
    script = FOLDER / "examples" / "batches.py"
    command = [sys.executable, str(script), "--largest", "8", "--out", str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    rows = (tmp_path / "batches.csv").read_text().splitlines()
    assert rows[0] == "signatures,one_by_one_us,batch_us" and len(rows) == 5
    has_plot = util.find_spec("matplotlib") is not None
    assert (tmp_path / "batches.svg").exists() is has_plot


@pytest.mark.wheel
def test_what_the_wheel_says() -> None:
    assert metadata.version("curvemark") == curvemark.__version__
    names = {file.name for file in metadata.files("curvemark") or []}
    assert names >= {"LICENSE-MIT", "LICENSE-APACHE", "py.typed"}
    native = [name for name in names if name.startswith("_native.")]
    free = sysconfig.get_config_var("Py_GIL_DISABLED")
    # One library, for the stable ABI where there is one.
    assert len([name for name in native if name.endswith(".so")]) == 1
    assert free or "_native.abi3.so" in native
