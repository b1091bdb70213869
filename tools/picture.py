#!/usr/bin/env python3
"""The pictures of a report that README.md shows: docs/report.png and docs/report-dark.png.

    python3 -m venv /tmp/pillow && /tmp/pillow/bin/pip install pillow
    /tmp/pillow/bin/python tools/picture.py [RUN.jsonl]

Without a run it takes the newest stored one of the table of signatures that is of a clean commit.
It needs a Chromium in PATH, Pillow, and the command curvemark, which is taken from PATH or else
built by cargo. If one of the first two is absent it says so, writes nothing, and exits with 4.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Wide enough for the table of a desktop, high enough for some bars.
WIDTH, HEIGHT = 1100, 960
# So few colours are enough for text and bars. Rare ones are kept, such as that of a warning.
COLOURS = 32
# What a picture in the repository may have, in bytes.
LIMIT = 60_000
NAMES = {"light": "report.png", "dark": "report-dark.png"}


def skip(why):
    print(f"SKIPPED: {why}. No picture was made.", file=sys.stderr)
    sys.exit(4)


def newest():
    """The newest stored run of the table of signatures whose commit has no mark of changes."""
    for path in sorted((ROOT / "results").glob("*.jsonl"), reverse=True):
        with path.open(encoding="utf-8") as file:
            header = json.loads(file.readline()).get("header", {})
        clean = not (header.get("build", {}).get("commit") or "+").endswith("+")
        if clean and header.get("method", {}).get("selection") == "--table signatures":
            return path
    sys.exit("picture.py: no stored run of the table of signatures is of a clean commit")


def main():
    names = ["chromium", "chromium-browser", "google-chrome"]
    browser = next(filter(None, map(shutil.which, names)), None)
    if browser is None:
        skip("there is no Chromium in PATH")
    try:
        from PIL import Image
    except ImportError:
        skip("this Python has no Pillow")
    run = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else newest()
    own = shutil.which("curvemark")
    command = [own] if own else ["cargo", "run", "--release", "--quiet", "--"]
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.html")
        subprocess.run([*command, "report", run, "--out", page], cwd=ROOT, check=True)
        text = page.read_text(encoding="utf-8")
        for theme, name in NAMES.items():
            # The page follows the system: here it is told which system that is.
            themed = text.replace("color-scheme: light dark;", f"color-scheme: {theme};")
            if themed == text:
                sys.exit("picture.py: the page does not follow the system's theme")
            page.write_text(themed, encoding="utf-8")
            shot = pathlib.Path(folder, name)
            flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
            flags += ["--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT}"]
            flags += [f"--user-data-dir={folder}/profile", f"--screenshot={shot}"]
            subprocess.run([browser, *flags, page.as_uri()], check=True, capture_output=True)
            image = Image.open(shot).convert("RGB")
            image = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
            out = ROOT / "docs" / name
            image.save(out, optimize=True)
            size = os.path.getsize(out)
            if size > LIMIT:
                sys.exit(f"picture.py: docs/{name} has {size} bytes, more than {LIMIT}")
            print(f"docs/{name}: {size} bytes, of {run.name}")


if __name__ == "__main__":
    main()
