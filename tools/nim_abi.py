#!/usr/bin/env python3
"""Writes bindings/nim/src/curvemark/abi.nim from bindings/c/include/curvemark.h.

    tools/nim_abi.py            writes it
    tools/nim_abi.py --check    writes nothing, and fails if it would change
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = ROOT / "bindings/c/include/curvemark.h"
OUTPUT = ROOT / "bindings/nim/src/curvemark/abi.nim"

# What a parameter of the header is in Nim, for those that are no handles.
PLAIN = {
    "uint8_t *": "ptr byte",
    "size_t": "csize_t",
    "size_t *": "ptr csize_t",
    "uint64_t": "uint64",
    "uint64_t *": "ptr uint64",
    "uint32_t": "uint32",
    "curvemark_status": "int32",
}

HEAD = """\
## The functions of `curvemark.h`, under their own names and with pointers.
##
## Written by tools/nim_abi.py from the header, whose comments say what each does. The other modules
## of this package are what programs call.

{.passL: staticExec("pkg-config --libs curvemark").}

type
  # What the library makes; only pointers to it are used.
"""
PROCS = """
{.push cdecl, importc, raises: [], gcsafe.}\
"""


def nim_type(text, handles):
    """The type in Nim of a parameter without its name."""
    text = text.replace("const ", "").strip()
    if text in PLAIN:
        return PLAIN[text]
    name, stars = text.rstrip(" *"), text.count("*")
    if name in handles and stars:
        return "ptr " * stars + name
    if re.fullmatch(r"curvemark_\w+", text):
        return "uint32"  # A choice.
    raise SystemExit(f"curvemark.h has a parameter that is not known here: {text}")


def written():
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.S)
    handles = re.findall(r"typedef struct (curvemark_\w+)", text)
    found = re.findall(r"^([a-z][\w ]*?[ *]+)(curvemark_\w+)\(([^;]*?)\);", text, re.M | re.S)
    if len(found) != text.count(");"):
        raise SystemExit(f"{len(found)} functions were read, and the header has {text.count(');')}")
    lines = [HEAD.rstrip("\n")] + [f"  {name}* = object" for name in handles] + [PROCS.rstrip("\n")]
    for result, name, parameters in found:
        parameters = " ".join(parameters.split())
        lines.append("")
        listed = []
        for parameter in [] if parameters in ("", "void") else parameters.split(", "):
            kind, parameter_name = re.fullmatch(r"(.*?)(\w+)", parameter).groups()
            listed.append(f"{parameter_name}: {nim_type(kind.strip(), handles)}")
        answer = {"void": "", "const char *": ": cstring"}.get(result.strip(), ": int32")
        if listed:
            lines.append(f"proc {name}*(")
            lines += [f"  {each}," for each in listed[:-1]] + [f"  {listed[-1]}){answer}"]
        else:
            lines.append(f"proc {name}*(){answer}")
    lines += ["", "{.pop.}", ""]
    return "\n".join(lines)


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        raise SystemExit(__doc__)
    new = written()
    if sys.argv[1:]:
        if not OUTPUT.exists() or OUTPUT.read_text() != new:
            raise SystemExit(f"{OUTPUT.relative_to(ROOT)} is old: run tools/nim_abi.py")
    else:
        OUTPUT.write_text(new)


main()
