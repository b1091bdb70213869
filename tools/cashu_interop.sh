#!/usr/bin/env bash
# A payment of Cashu v3 both ways between this code and another's: each is wallet and mint once, with
# secrets that are points and a transaction that they sign. What the other makes is accepted here,
# what is made here is accepted there, and a changed transaction nowhere.
#
#   tools/cashu_interop.sh PATH [PROGRAM]
#
# PATH is the folder of a checkout, its packages installed; PROGRAM is `curvemark` (target/release).
# cashu-ts at the head of its pull request 950: `npm ci --ignore-scripts` there first. nutshell at
# the head of its pull request 1111: PYTHON names an interpreter with bip32, cbor2, coincurve,
# cryptography, loguru, mnemonic, pyblst and pydantic.
#
# Says SKIPPED where PATH is neither. It is no part of any CI, and fetches nothing.
set -euo pipefail
path=${1:-}
program=$(realpath -m "${2:-target/release/curvemark}")
tools=$(realpath "$(dirname "$0")")/interop

if [ -n "$path" ] && [ -f "$path/src/crypto/curve_bls.ts" ]; then
  CASHU_TS=$(realpath "$path")
  export CASHU_TS
  theirs() { "$CASHU_TS/node_modules/.bin/tsx" "$tools/cashu_ts.mts" "$@"; }
elif [ -n "$path" ] && [ -f "$path/cashu/core/crypto/bls.py" ]; then
  PYTHONPATH=$(realpath "$path")
  export PYTHONPATH
  theirs() { "${PYTHON:-python3}" "$tools/nutshell.py" "$@"; }
else
  echo "SKIPPED: no checkout of cashu-ts or nutshell with Cashu v3 at '$path'"
  exit 0
fi
git -C "$path" log -1 --format='with %H, %s' 2>/dev/null || true

umask 077
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# A field of an answer, and an object of NAME VALUE pairs; values are JSON.
field() { python3 -c 'import json,sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
object() { python3 -c 'import json,sys; print(json.dumps({k: json.loads(v) for k, v in zip(sys.argv[1::2], sys.argv[2::2])}))' "$@"; }
# transaction PROOF OUTPUT: the JSON of it.
transaction() { object inputs "[$1]" outputs "[$2]"; }
refused() { if "$@" >/dev/null 2>&1; then echo "accepted: $*" >&2; exit 1; fi; }

"$program" cashu keygen mint.key --amounts 4 --unit sat >keyset.json
id=$("$program" cashu keyset-id keyset.json)
key=$(python3 -c 'import json; print(json.load(open("keyset.json"))["keys"]["4"])')

# Their wallet, our mint.
theirs secret <<<'{}' >secret.json
secret=$(field secret <secret.json)
object secret "\"$secret\"" | theirs blind >blinded.json
object amount 4 id "\"$id\"" B_ "\"$(field B_ <blinded.json)\"" >message.json
"$program" cashu sign --key @mint.key @message.json >promise.json
object C_ "\"$(field C_ <promise.json)\"" r "\"$(field r <blinded.json)\"" K "\"$key\"" secret "\"$secret\"" | theirs unblind >unblinded.json
[ "$(field valid <unblinded.json)" = True ] || { echo "their wallet refuses our mint's signature" >&2; exit 1; }
proof=$(object amount 4 id "\"$id\"" secret "\"$secret\"" C "\"$(field C <unblinded.json)\"")
printf %s "$proof" | "$program" cashu verify --key @keyset.json - >/dev/null
echo "their wallet, our mint: blinded there, signed here, unblinded and verified there, verified here"
# They spend it to a new message.
object secret "\"$("$program" cashu nutroot secret next.key)\"" | theirs blind >next.json
output=$(object amount 4 id "\"$id\"" B_ "\"$(field B_ <next.json)\"")
transaction "$proof" "$output" >tx.json
object tx "$(cat tx.json)" keys "[\"$(field key <secret.json)\"]" | theirs spend >witness.json
python3 - <<'PYTHON'
import json
tx, witness = json.load(open("tx.json")), json.load(open("witness.json"))
tx["inputs"][0]["witness"] = witness[0]
json.dump(tx, open("signed.json", "w"))
tx["outputs"][0]["amount"] = 8
json.dump(tx, open("changed.json", "w"))
PYTHON
"$program" cashu nutroot verify @signed.json >/dev/null
refused "$program" cashu nutroot verify @changed.json
echo "their wallet, our mint: a transaction signed there is accepted here, and refused with another amount"

# Our wallet, their mint.
theirs key <<<'{}' >their.json
"$program" cashu nutroot secret our.key >our.secret
"$program" cashu blind --secret @our.secret --new-r our.r --amount 4 --id "$id" >message.json
object B_ "\"$(field B_ <message.json)\"" secret "\"$(field secret <their.json)\"" id "\"$id\"" | theirs sign >promise.json
their=$(field K <their.json)
C=$("$program" cashu unblind --r @our.r --secret @our.secret --key "$their" "$(field C_ <promise.json)")
proof=$(object amount 4 id "\"$id\"" secret "\"$(cat our.secret)\"" C "\"$C\"")
transaction "$proof" "$output" >tx.json
"$program" cashu nutroot sign --key @our.key @tx.json >signed.json
verdict() { object tx "$(cat "$1")" K "\"$their\"" | theirs verify; }
python3 - <<'PYTHON'
import json
tx = json.load(open("signed.json"))
tx["outputs"][0]["amount"] = 8
json.dump(tx, open("changed.json", "w"))
PYTHON
verdict signed.json >good.json
verdict changed.json >bad.json
python3 - <<'PYTHON'
import json
good, bad = json.load(open("good.json")), json.load(open("bad.json"))
assert good == [{"signed": True, "spent": True}], good
assert bad == [{"signed": True, "spent": False}], bad
PYTHON
echo "our wallet, their mint: blinded here, signed there, unblinded and verified here, verified there"
echo "our wallet, their mint: a transaction signed here is accepted there, and refused with another amount"
