#!/usr/bin/env python3
"""Writes vectors/cashu-readers.txt: secrets of Cashu, and which readers of JSON see a spending condition in them.

Every text below is given to Python's json, JavaScript's JSON.parse and Go's encoding/json, each in all the ways in which a wallet or
a mint may call it. A reader sees a lock in a list whose first element is "P2PK" or "HTLC" and whose second is an object. What
curvemark must answer is written down by hand here (NONE, LOCK, FORM) and checked against what the readers saw: whatever one of them
takes for a lock is never NONE. Nothing of curvemark is asked. Node.js and Go must be installed.

    python3 tools/cashu_readers.py > vectors/cashu-readers.txt
"""

import json
import platform
import subprocess
import sys
import tempfile

from suites.common import File, derived, utf8

KINDS = ("P2PK", "HTLC")

JAVASCRIPT = r"""
const saw = (read) => {
  try {
    const value = read();
    return Array.isArray(value) && value.length > 1 && ["P2PK", "HTLC"].includes(value[0])
      && typeof value[1] === "object" && value[1] !== null && !Array.isArray(value[1]);
  } catch { return false; }
};
for (const line of require("fs").readFileSync(0, "utf8").split("\n").slice(0, -1)) {
  const bytes = Buffer.from(line, "hex");
  // A decoder of bytes drops the byte order mark.
  const lock = saw(() => JSON.parse(bytes.toString("utf8"))) || saw(() => JSON.parse(new TextDecoder().decode(bytes)));
  console.log(lock ? "yes" : "no");
}
"""

GO = r"""
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
)

func lock(list []json.RawMessage, err error) bool {
	var kind string
	var body map[string]json.RawMessage
	return err == nil && len(list) > 1 && json.Unmarshal(list[0], &kind) == nil && (kind == "P2PK" || kind == "HTLC") &&
		json.Unmarshal(list[1], &body) == nil && body != nil
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		text, _ := hex.DecodeString(lines.Text())
		var whole, first []json.RawMessage
		wholeErr := json.Unmarshal(text, &whole)
		firstErr := json.NewDecoder(bytes.NewReader(text)).Decode(&first)
		if lock(whole, wholeErr) || lock(first, firstErr) {
			fmt.Println("yes")
		} else {
			fmt.Println("no")
		}
	}
}
"""


def python(text):
    ways = (
        lambda: json.loads(text),
        lambda: json.loads(text, strict=False),
        lambda: json.loads(text.encode()),
        lambda: json.JSONDecoder().raw_decode(text)[0],
    )
    for way in ways:
        try:
            value = way()
        except (ValueError, RecursionError):
            continue
        if isinstance(value, list) and len(value) > 1 and value[0] in KINDS and isinstance(value[1], dict):
            return True
    return False


KEY = "02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9"
HASH = "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5"
BODY = f'"nonce":"a","data":"{KEY}","tags":[]'
P2PK = f'["P2PK",{{{BODY}}}]'

LOCKS = (
    ("P2PK", P2PK),
    ("HTLC", f'["HTLC",{{"nonce":"a","data":"{HASH}"}}]'),
    ("white space of JSON around all", f'\t\r\n [ "P2PK" , {{ {BODY} }} ] \r\n'),
    ("unknown field", f'["P2PK",{{{BODY},"x":{{"y":[null,true,-1.5e3]}}}}]'),
    ("unknown field twice", f'["P2PK",{{{BODY},"x":1,"x":2}}]'),
    ("200 levels", f'["P2PK",{{{BODY},"x":{"[" * 200}{"]" * 200}}}]'),
    ("2000 levels", f'["P2PK",{{{BODY},"x":{"[" * 2000}{"]" * 2000}}}]'),
    ("kind by an escape", f'["\\u00502PK",{{{BODY}}}]'),
    ("kind by escapes of all letters", f'["\\u0050\\u0032\\u0050\\u004B",{{{BODY}}}]'),
    ("names of fields by escapes", f'["P2PK",{{"\\u006eonce":"a","d\\u0061ta":"{KEY}"}}]'),
    ("data by an escape", f'["P2PK",{{"nonce":"a","data":"\\u0030{KEY[1:]}"}}]'),
    ("large number", f'["P2PK",{{{BODY},"x":1e999}}]'),
)

REFUSED = (
    ("NaN", f'["P2PK",{{{BODY},"x":NaN}}]'),
    ("Infinity", f'["P2PK",{{{BODY},"x":Infinity}}]'),
    ("minus Infinity", f'["P2PK",{{{BODY},"x":-Infinity}}]'),
    ("NaN in a third element", f'["P2PK",{{{BODY}}},NaN]'),
    ("NaN in a tag", f'["P2PK",{{"nonce":"a","data":"{KEY}","tags":[["x",NaN]]}}]'),
    ("NaN in HTLC", f'["HTLC",{{"nonce":"a","data":"{HASH}","x":NaN}}]'),
    ("third element", f'["P2PK",{{{BODY}}},1]'),
    ("trailing comma in the list", f'["P2PK",{{{BODY}}},]'),
    ("trailing comma in the object", f'["P2PK",{{{BODY},}}]'),
    ("trailing text", P2PK + "x"),
    ("trailing zero", P2PK + "\0"),
    ("second text", P2PK + P2PK),
    ("cut off", P2PK[:-1]),
    ("byte order mark", "\ufeff" + P2PK),
    ("white space and a byte order mark", " \ufeff " + P2PK),
    ("byte order mark twice", "\ufeff\ufeff" + P2PK),
    ("no-break space", "\u00a0" + P2PK),
    ("line separator", "\u2028" + P2PK),
    ("form feed", "\f" + P2PK),
    ("vertical tab", "\v" + P2PK),
    ("next line", "\x85" + P2PK),
    ("zero", "\0" + P2PK),
    ("escape", "\x1b" + P2PK),
    ("UTF-16, low byte first", P2PK.encode("utf-16-le").decode()),
    ("UTF-16, high byte first", P2PK.encode("utf-16-be").decode()),
    ("UTF-32, low byte first", P2PK.encode("utf-32-le").decode()),
    ("UTF-32, high byte first", P2PK.encode("utf-32-be").decode()),
    ("tab in a string", f'["P2PK",{{"nonce":"a\tb","data":"{KEY}","tags":[]}}]'),
    ("line feed in a string", f'["P2PK",{{"nonce":"a\nb","data":"{KEY}","tags":[]}}]'),
    ("zero in a string", f'["P2PK",{{"nonce":"a\0b","data":"{KEY}","tags":[]}}]'),
    ("tab in an unknown field", f'["P2PK",{{{BODY},"x":"\t"}}]'),
    ("lone high surrogate", f'["P2PK",{{"nonce":"\\ud800","data":"{KEY}","tags":[]}}]'),
    ("lone low surrogate", f'["P2PK",{{"nonce":"\\udc00","data":"{KEY}","tags":[]}}]'),
    ("surrogates in the wrong order", f'["P2PK",{{"nonce":"\\udc00\\ud800","data":"{KEY}","tags":[]}}]'),
    ("lone surrogate in a name", f'["P2PK",{{{BODY},"\\ud800":1}}]'),
    ("kind with a lone surrogate", f'["P2PK\\ud800",{{{BODY}}}]'),
    ("nonce twice", f'["P2PK",{{"nonce":"b",{BODY}}}]'),
    ("data twice", f'["P2PK",{{"data":"{KEY}",{BODY}}}]'),
    ("data twice, by an escape", f'["P2PK",{{"dat\\u0061":"{KEY}",{BODY}}}]'),
    ("tags twice", f'["P2PK",{{"tags":[],{BODY}}}]'),
    ("data again in capitals", f'["P2PK",{{{BODY},"DATA":"{KEY}"}}]'),
    ("tags again with a long s", f'["P2PK",{{{BODY},"tag\u017f":[]}}]'),
    ("data in capitals", f'["P2PK",{{"nonce":"a","Data":"{KEY}","tags":[]}}]'),
    ("number in a tag", f'["P2PK",{{"nonce":"a","data":"{KEY}","tags":[["locktime",5]]}}]'),
    ("tags that are null", f'["P2PK",{{"nonce":"a","data":"{KEY}","tags":null}}]'),
    ("nonce that is a number", f'["P2PK",{{"nonce":1,"data":"{KEY}","tags":[]}}]'),
    ("no nonce", f'["P2PK",{{"data":"{KEY}","tags":[]}}]'),
    ("no data", '["P2PK",{"nonce":"a","tags":[]}]'),
    ("body that is a list", f'["P2PK",["a","{KEY}",[]]]'),
    ("body that is a string", '["P2PK","a"]'),
    ("body that is null", '["P2PK",null]'),
    ("kind alone", '["P2PK"]'),
    ("comment", f'[/**/"P2PK",{{{BODY}}}]'),
    ("single quotes", f"['P2PK',{{{BODY}}}]"),
    ("kind without quotes", f"[P2PK,{{{BODY}}}]"),
    ("hexadecimal escape", f'["\\x502PK",{{{BODY}}}]'),
    ("escape in capitals", f'["\\U00502PK",{{{BODY}}}]'),
    ("unknown escape", f'["P2PK",{{{BODY},"x":"\\q"}}]'),
    ("leading zero", f'["P2PK",{{{BODY},"x":01}}]'),
    ("bare point", f'["P2PK",{{{BODY},"x":1.}}]'),
    ("plus", f'["P2PK",{{{BODY},"x":+1}}]'),
    ("list in a list", f"[{P2PK}]"),
    ("no kind", f"[{{{BODY}}}]"),
    ("kind that is a number", f"[1,{{{BODY}}}]"),
    ("another kind with NaN", '["OTHER",{"x":NaN}]'),
    ("another kind with a third element", '["OTHER",{},1]'),
    ("empty list", "[]"),
    ("bracket", "["),
    ("text in brackets", "[text]"),
)

PLAIN = (
    ("empty", ""),
    ("digits", "407915bc212be61a77e3e6d2aeb4c727980bda51cd06a6afc29e2861768a7837"),
    ("base64", "VGhpcyBpcyBhIHNlY3JldA=="),
    ("prose", "a coin, not a [\"P2PK\",{}]"),
    ("prose after white space and a mark", " \ufeff\ta coin"),
    ("white space", " \t\r\n"),
    ("number", "1"),
    ("NaN", "NaN"),
    ("null", "null"),
    ("string", '"P2PK"'),
    ("string of a condition", json.dumps(P2PK)),
    ("object", f"{{{BODY}}}"),
    ("object of a kind", f'{{"P2PK":{{{BODY}}}}}'),
    ("object with kind and body", f'{{"kind":"P2PK","body":{{{BODY}}}}}'),
    ("fullwidth bracket", P2PK.replace("[", "\uff3b", 1)),
    ("comment before the list", "/**/" + P2PK),
    ("comma before the list", "," + P2PK),
    ("letters before the list", "\u65e5\u672c" + P2PK),
    ("kind before the list", "P2PK" + P2PK),
    ("brace before the list", "{" + P2PK),
    ("another kind", f'["OTHER",{{{BODY}}}]'),
    ("kind in small letters", f'["p2pk",{{{BODY}}}]'),
    ("kind and a blank", f'["P2PK ",{{{BODY}}}]'),
    ("another kind by an escape", f'["\\u00512PK",{{{BODY}}}]'),
    ("another kind without an object", '["OTHER",null]'),
)


def ask(command, lines):
    done = subprocess.run(command, input="".join(lines), capture_output=True, text=True, check=True)
    answers = [answer == "yes" for answer in done.stdout.split()]
    assert len(answers) == len(lines)
    return answers


def version(command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main():
    texts = [(name, text, "lock") for name, text in LOCKS]
    texts += [(name, text, "form") for name, text in REFUSED]
    texts += [(f"plain: {name}", text, "none") for name, text in PLAIN]
    lines = [utf8(text) + "\n" for _, text, _ in texts]
    javascript = ask(["node", "-e", JAVASCRIPT], lines)
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/main.go", "w", encoding="utf-8") as file:
            file.write(GO)
        go = ask(["go", "run", f"{folder}/main.go"], lines)
    readers = f"Python {platform.python_version()}, Node.js {version(['node', '--version'])}, {version(['go', 'env', 'GOVERSION'])}"
    out = File(
        "cashu-readers",
        "secrets as hexadecimal UTF-8, the readers of JSON that see a lock in them, and the answer: none, lock or form",
        [derived(f"json of {readers}; answers by the rule of curvemark::cashu::conditions")],
    )
    out.made_by = "tools/cashu_readers.py"
    for index, (name, text, answer) in enumerate(texts):
        saw = [("python", python(text)), ("javascript", javascript[index]), ("go", go[index])]
        locks = [reader for reader, lock in saw if lock]
        assert not (locks and answer == "none"), (name, locks)
        out.case(("name", name), ("text", utf8(text)), *(("sees", reader) for reader in locks), ("answer", answer))
    sys.stdout.write(out.text())


if __name__ == "__main__":
    main()
