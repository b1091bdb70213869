#!/usr/bin/env bash
# A payment of Cashu v3 both ways between this code and another's: each is wallet and mint once, with
# secrets that are points and a transaction that they sign, by the key of the secret or by a leaf of
# its tree. What the other makes is accepted here, what is made here is accepted there, and a changed
# transaction, another preimage or a leaf before its time nowhere.
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
field() {
  python3 -c 'import json,sys; v = json.load(sys.stdin)[sys.argv[1]]; print(v if isinstance(v, str) else json.dumps(v))' "$1"
}
object() { python3 -c 'import json,sys; print(json.dumps({k: json.loads(v) for k, v in zip(sys.argv[1::2], sys.argv[2::2])}))' "$@"; }
# transaction PROOF: the JSON of one input and one output.
transaction() { object inputs "[$1]" outputs "[$output]"; }
# signed WITNESSES: the transaction in tx.json with the first of them.
signed() {
  python3 -c 'import json,sys
tx = json.load(open("tx.json")); tx["inputs"][0]["witness"] = json.load(open(sys.argv[1]))[0]; print(json.dumps(tx))' "$1"
}
# changed TRANSACTION: the same with another amount to be made.
changed() {
  python3 -c 'import json,sys
tx = json.load(open(sys.argv[1])); tx["outputs"][0]["amount"] = 8; print(json.dumps(tx))' "$1"
}
# What our mint says of a transaction, and what theirs does of one whose input its key K has signed.
accepted_here() { "$program" cashu nutroot verify "@$1" >/dev/null; }
refused_here() { if accepted_here "$1" 2>/dev/null; then echo "accepted here: $1" >&2; exit 1; fi; }
says_there() {
  local said
  said=$(object tx "$(cat "$1")" K "\"$their\"" | theirs verify | python3 -c 'import json,sys; print(json.load(sys.stdin) == [{"signed": True, "spent": sys.argv[1] == "spent"}])' "$2")
  [ "$said" = True ] || { echo "there $1 is not $2, or its input is not signed" >&2; exit 1; }
}

"$program" cashu keygen mint.key --amounts 4 --unit sat >keyset.json
id=$("$program" cashu keyset-id keyset.json)
key=$(python3 -c 'import json; print(json.load(open("keyset.json"))["keys"]["4"])')
# What all transactions make: a message of their wallet for a secret of ours.
object secret "\"$("$program" cashu nutroot secret next.key)\"" | theirs blind >next.json
output=$(object amount 4 id "\"$id\"" B_ "\"$(field B_ <next.json)\"")
# A condition: two keys and a preimage, or one key long from now.
preimage=$(python3 -c 'import secrets; print(secrets.token_hex(32))')
hash=$(python3 -c 'import hashlib,sys; print(hashlib.sha256(bytes.fromhex(sys.argv[1])).hexdigest())' "$preimage")
time=4000000000

# their_proof SECRET: blinded there, signed here, unblinded and verified there, verified here.
their_proof() {
  object secret "\"$1\"" | theirs blind >blinded.json
  object amount 4 id "\"$id\"" B_ "\"$(field B_ <blinded.json)\"" >message.json
  "$program" cashu sign --key @mint.key @message.json >promise.json
  object C_ "\"$(field C_ <promise.json)\"" r "\"$(field r <blinded.json)\"" K "\"$key\"" secret "\"$1\"" | theirs unblind >unblinded.json
  [ "$(field valid <unblinded.json)" = true ] || { echo "their wallet refuses our mint's signature" >&2; exit 1; }
  object amount 4 id "\"$id\"" secret "\"$1\"" C "\"$(field C <unblinded.json)\"" >proof.json
  "$program" cashu verify --key @keyset.json - <proof.json >/dev/null
}
# our_proof FILE: blinded here, signed there, unblinded and verified here.
our_proof() {
  rm -f our.r
  "$program" cashu blind --secret "@$1" --new-r our.r --amount 4 --id "$id" >message.json
  object B_ "\"$(field B_ <message.json)\"" secret "\"$(field secret <their.json)\"" id "\"$id\"" | theirs sign >promise.json
  object amount 4 id "\"$id\"" secret "\"$(cat "$1")\"" C \
    "\"$("$program" cashu unblind --r @our.r --secret "@$1" --key "$their" "$(field C_ <promise.json)")\"" >proof.json
}

theirs secret <<<'{}' >secret.json
their_proof "$(field secret <secret.json)"
echo "their wallet, our mint: blinded there, signed here, unblinded and verified there, verified here"
transaction "$(cat proof.json)" >tx.json
object tx "$(cat tx.json)" keys "[\"$(field key <secret.json)\"]" | theirs spend >witness.json
signed witness.json >signed.json
changed signed.json >changed.json
accepted_here signed.json
refused_here changed.json
echo "their wallet, our mint: a transaction signed there is accepted here, and refused with another amount"

object hash "\"$hash\"" time "$time" | theirs lock >locked.json
their_proof "$(field secret <locked.json)"
transaction "$(cat proof.json)" >tx.json
# by_leaf INDEX PREIMAGE: the transaction with their witness by this leaf; PREIMAGE is null or digits.
by_leaf() {
  local also=()
  [ "$2" = null ] || also=(preimage "\"$2\"")
  object tx "$(cat tx.json)" locked "$(cat locked.json)" leaf "$1" "${also[@]}" | theirs spend_leaf >witness.json
  signed witness.json
}
by_leaf 1 "$preimage" >signed.json
changed signed.json >changed.json
by_leaf 1 "$hash" >other.json
by_leaf 0 null >early.json
accepted_here signed.json
for no in changed other early; do refused_here "$no.json"; done
echo "their wallet, our mint: one spent by a leaf there is accepted here; not with another amount or preimage, nor too early"

theirs key <<<'{}' >their.json
their=$(field K <their.json)
"$program" cashu nutroot secret our.key >our.secret
our_proof our.secret
transaction "$(cat proof.json)" >tx.json
"$program" cashu nutroot sign --key @our.key @tx.json >signed.json
changed signed.json >changed.json
says_there signed.json spent
says_there changed.json unspent
echo "our wallet, their mint: blinded here, signed there, unblinded and verified here, verified there"
echo "our wallet, their mint: a transaction signed here is accepted there, and refused with another amount"

first=$("$program" cashu nutroot secret first.key)
second=$("$program" cashu nutroot secret second.key)
"$program" cashu nutroot lock --script \
  --leaf "$("$program" cashu nutroot leaf --key "$first" --after "$time")" \
  --leaf "$("$program" cashu nutroot leaf --key "$first" --key "$second" --threshold 2 --hash "$hash")" >locked.json
field secret <locked.json >locked.secret
our_proof locked.secret
python3 -c 'import json
proof = json.load(open("proof.json")); proof["spend_info"] = json.load(open("locked.json"))["spend_info"]; print(json.dumps(proof))' >with.json
transaction "$(cat with.json)" >tx.json
printf %s "$preimage" >preimage
printf %s "$hash" >other
sign_by() { "$program" cashu nutroot sign --key @first.key --key @second.key "$@" @tx.json; }
sign_by --leaf 1 --preimage @preimage >signed.json
changed signed.json >changed.json
sign_by --leaf 1 --preimage @other >other.json
sign_by --leaf 0 >early.json
says_there signed.json spent
for no in changed other early; do says_there "$no.json" unspent; done
echo "our wallet, their mint: one spent by a leaf here is accepted there; not with another amount or preimage, nor too early"
