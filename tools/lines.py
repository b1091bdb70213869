#!/usr/bin/env python3
"""Lines of Rust by crate and by module, as docs/audit-dossier.md quotes them.

    tools/lines.py            both tables, in Markdown

Code is what is neither empty nor a comment. What stands under `tests/`, in a file `tests.rs` or
below `#[cfg(test)]` is counted as tests.
"""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The trust level of each package: what a fault in it does to a user.
LEVELS = [
    ("1", "kernels and arithmetic, `unsafe`", ["limb"]),
    ("2", "fields, groups, pairings, safe code", ["curve"]),
    ("3", "protocols and contracts, safe code", ["curvemark", "evm"]),
    ("3", "the functions for C, `unsafe` for pointers", ["bindings/c"]),
    ("3", "the functions of a zkVM, `unsafe` for pointers", ["guest"]),
    ("3", "the interfaces of other crates, safe code", ["adapters"]),
    ("4", "checks of the above, not shipped", ["prove", "ctcheck", "fuzzing", "fuzz", "walls", "chip/emulator"]),
    ("5", "drivers and images of the chip", ["chip/firmware"]),
    ("5", "kernels for GPUs, safe code, not shipped", ["gpu"]),
    ("6", "lab and peers, out of scope", ["lab", "record", "probe", "counts", "peers"]),
]
LIBRARIES = ["limb", "curve", "curvemark", "evm"]


def count(path):
    """Lines of code, of comments and of nothing, and of tests, in a file."""
    lines = (ROOT / path).read_text().splitlines()
    if "tests" in path.parts[1:] or path.name == "tests.rs":
        return 0, 0, len(lines)
    code = other = tests = 0
    in_comment = in_tests = False
    for at, line in enumerate(lines):
        text = line.strip()
        # An inline module of tests ends its file, by the habit of this repository.
        below = next((below.strip() for below in lines[at + 1 :] if below.strip()), "")
        in_tests |= text == "#[cfg(test)]" and below.startswith("mod ") and below.endswith("{")
        if in_tests:
            tests += 1
        elif in_comment or not text or text.startswith("//") or text.startswith("/*"):
            other += 1
            in_comment = (in_comment or text.startswith("/*")) and "*/" not in text
        else:
            code += 1
    return code, other, tests


def total(paths):
    counts = [count(path) for path in paths]
    return tuple(sum(column) for column in zip(*counts)) if counts else (0, 0, 0)


def row(cells):
    print("| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in cells) + " |")


def main():
    listed = subprocess.run(
        ["git", "ls-files", "*.rs"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    files = [pathlib.Path(line) for line in listed.splitlines()]
    row(["level", "folder", "files", "code", "comments, empty", "tests"])
    print("|---|---|---:|---:|---:|---:|")
    for level, what, folders in LEVELS:
        for folder in folders:
            own = [path for path in files if path.is_relative_to(folder)]
            row([f"{level}: {what}", f"`{folder}`", len(own), *total(own)])
    print()
    row(["module", "files", "code", "comments, empty", "tests"])
    print("|---|---:|---:|---:|---:|")
    for library in LIBRARIES:
        modules = {}
        for path in files:
            if path.parts[:2] == (library, "src"):
                modules.setdefault(path.parts[2].removesuffix(".rs"), []).append(path)
        for name, own in sorted(modules.items()):
            row([f"`{library}`" if name == "lib" else f"`{library}::{name}`", len(own), *total(own)])


if __name__ == "__main__":
    main()
