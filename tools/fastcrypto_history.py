#!/usr/bin/env python3
"""Makes the tables in record/published/ from the benchmark history that fastcrypto has published.

    git clone --branch gh-pages https://github.com/MystenLabs/fastcrypto
    tools/fastcrypto_history.py fastcrypto record/published

Its folder benchmarks/history has a file per measured commit, as `cargo criterion --message-format=json` writes it. Of each benchmark the
typical time is taken to five digits, half of the width of its interval to two, and criterion's own verdict by its first letter. Commits
are in the order in which their files were added, whose dates stand in the second table.
"""

import json
import pathlib
import subprocess
import sys

FOLDER = "benchmarks/history"


def git(repository, *arguments):
    return subprocess.run(["git", "-C", repository, *arguments], check=True, capture_output=True, text=True).stdout


def digits(value, count):
    rounded = float(f"{value:.{count}g}")
    return f"{rounded:.0f}" if rounded >= 10**count else f"{rounded:g}"


def main(repository, folder):
    branch = "gh-pages" if git(repository, "branch", "--list", "gh-pages") else "HEAD"
    names = [name for name in git(repository, "ls-tree", "-r", "--name-only", branch, FOLDER).split() if name.endswith(".json")]
    added = {name: git(repository, "log", branch, "--diff-filter=A", "--format=%cI", "--", name).split()[-1] for name in names}
    names.sort(key=lambda name: added[name])
    figures, runs = ["commit,id,typical_ns,half_ns,verdict"], ["commit,date"]
    for name in names:
        commit = pathlib.Path(name).stem
        runs.append(f"{commit},{added[name][:10]}")
        for line in git(repository, "show", f"{branch}:{name}").splitlines():
            record = json.loads(line)
            if record.get("reason") != "benchmark-complete":
                continue
            typical = record["typical"]
            assert typical["unit"] == "ns" and "," not in record["id"], record["id"]
            half = (typical["upper_bound"] - typical["lower_bound"]) / 2
            verdict = ((record.get("change") or {}).get("change") or "")[:1]
            figures.append(",".join([commit[:6], record["id"], digits(typical["estimate"], 5), digits(half, 2), verdict]))
    folder = pathlib.Path(folder)
    (folder / "fastcrypto.csv").write_text("\n".join(figures) + "\n")
    (folder / "fastcrypto-runs.csv").write_text("\n".join(runs) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
