#!/usr/bin/env python3
"""Advisories of the RustSec database that concern a locked package and are not yet in the list.

    git clone https://github.com/rustsec/advisory-db
    tools/advisories.py advisory-db        prints lines for walls/advisories.txt; exits with 1 for any
    tools/advisories.py advisory-db all    those in the list too

What it prints has to be read: whoever adds a line says why it may stay, or moves the package.
"""

import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "walls/advisories.txt"


def number(version):
    """A version as numbers; what comes after a hyphen or a plus counts for nothing."""
    parts = re.split(r"[-+]", version.strip())[0].split(".")
    return tuple(int(part) for part in parts + ["0"] * (3 - len(parts)))


def meets(version, requirement):
    """Whether a version meets a requirement of cargo's kind, a list of comparisons."""
    for comparison in requirement.split(","):
        operator, bound = re.match(r"\s*(>=|<=|>|<|=|\^|~)?\s*(\S+)", comparison).groups()
        there, least = number(version), number(bound)
        if operator in (None, "^"):
            # Up to the next change of the first number that is not zero.
            at = next((i for i, part in enumerate(least) if part), 2)
            most = least[:at] + (least[at] + 1,) + (0,) * (2 - at)
            holds = least <= there < most
        elif operator == "~":
            holds = least <= there < (least[0], least[1] + 1, 0)
        else:
            holds = {
                ">=": there >= least, "<=": there <= least, ">": there > least, "<": there < least,
                "=": there == least,
            }[operator]
        if not holds:
            return False
    return True


def locked():
    """The versions of each package that lock files have, with those files."""
    found = {}
    for path in sorted(ROOT.rglob("Cargo.lock")):
        if "target" in path.relative_to(ROOT).parts:
            continue
        for package in tomllib.loads(path.read_text())["package"]:
            # Ours have no source.
            if "source" in package:
                versions = found.setdefault(package["name"], {})
                versions.setdefault(package["version"], []).append(str(path.relative_to(ROOT)))
    return found


def main():
    database = pathlib.Path(sys.argv[1])
    known = LIST.read_text() if LIST.exists() else ""
    packages, new = locked(), False
    for path in sorted(database.glob("crates/*/RUSTSEC-*.md")):
        versions = packages.get(path.parent.name, {})
        text = re.search(r"```toml\n(.*?)```", path.read_text(), re.S).group(1) if versions else ""
        advisory = tomllib.loads(text)
        if not versions or "withdrawn" in advisory["advisory"]:
            continue
        bounds = advisory["versions"]
        good = bounds.get("patched", []) + bounds.get("unaffected", [])
        for version, files in versions.items():
            if any(meets(version, requirement) for requirement in good):
                continue
            name = advisory["advisory"]["id"]
            listed = name in known
            if listed and sys.argv[2:] != ["all"]:
                continue
            new |= not listed
            below = ", ".join(bounds.get("patched", [])) or "none"
            kind = advisory["advisory"].get("informational", "vulnerability")
            print(f"{name} | {path.parent.name} {version} | {kind}, mended in: {below} | {', '.join(files)}")
    sys.exit(int(new))


if __name__ == "__main__":
    main()
