#!/usr/bin/env bash
# Builds the workers that have curvemark itself behind a binding, for C, Python, JavaScript and Go,
# and asks the gate whether they answer as all others do. The lab then shows what a call from these
# languages costs over Rust's, next to the libraries that their users have otherwise.
#
#   tools/calls.sh                 builds and checks them
#   tools/calls.sh --measure       then measures a verification, a proof of a blob and sums of up to
#                                  2^16 multiples; the machine has to be quiet
#
# Needs Rust, a C compiler, make and pkg-config, Python 3.11 with venv, node 20.19 with npm, Go
# 1.26, and what tools/wasm.sh needs. All of it goes under target/calls and target/peers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

measure=
case ${1:-} in
  '') ;;
  --measure) measure=yes ;;
  *) echo "usage: tools/calls.sh [--measure]" >&2; exit 2 ;;
esac
for command in cc go node npm python3; do
  command -v "$command" >/dev/null ||
    { echo "no $command here: its worker cannot be built" >&2; exit 1; }
done

target=$(realpath "${CARGO_TARGET_DIR:-target}")
folder=$target/calls
mkdir -p "$folder"
cargo build -q --release -p curvemark-lab
curvemark=$target/release/curvemark

make -s -C bindings/c install PREFIX="$folder"
export PKG_CONFIG_PATH=$folder/lib/pkgconfig LD_LIBRARY_PATH=$folder/lib
read -ra linked <<<"$(pkg-config --cflags --libs curvemark)"
cc -O2 -Wall -Wextra -Werror peers/c/own.c peers/c/request.c -o "$folder/own-c" "${linked[@]}"

# The package as .ci/run tests it: the module that cargo builds, next to the package's Python.
cargo build -q --release -p curvemark-python --lib
rm -rf "$folder/package"
cp -r bindings/python/python "$folder/package"
cp "$target/release/lib_native.so" "$folder/package/curvemark/_native.abi3.so"
[ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install -q --disable-pip-version-check numpy
cat >"$folder/own-python" <<EOF
#!/bin/sh
PYTHONPATH='$folder/package' exec '$folder/venv/bin/python' '$PWD/peers/python/own.py'
EOF
chmod +x "$folder/own-python"

tools/js.sh --build
CURVEMARK_JS=$target/js/package
export CURVEMARK_JS
"$curvemark" peers build js --quiet

go build -C peers/go -tags own -trimpath -mod=readonly -o "$folder/own-go" .
"$curvemark" peers build go --quiet

workers=(--worker "$folder/own-c" --worker "$folder/own-python" --worker peers/js/own.mjs
  --worker "$folder/own-go")
names=(C Python JavaScript Go)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Each row must name the languages that offer it: one that did not start agrees with nobody.
while read -r filter languages; do
  # A pattern means the operation of this name only.
  verb=${filter#*/}
  "$curvemark" check --stage agreement --engine portable "${workers[@]}" \
    --filter "${filter%%/*}/[${verb:0:1}]${verb:1}" |
    tee "$scratch/said"
  for language in $languages; do
    grep -q "^agreement/.*curvemark for $language\b.* agree on" "$scratch/said" ||
      { echo "curvemark for $language did not take part in $filter" >&2; exit 1; }
  done
done <<EOF
bls12-381/bls_verify ${names[*]}
bls12-381/bls_sign JavaScript
bls12-381/g1_msm_64 ${names[*]}
bls12-381/g1_msm_1024 ${names[*]}
kzg/blob_proof ${names[*]}
secp256k1/ecdsa_verify JavaScript
secp256k1/ecdsa_sign JavaScript
secp256k1/schnorr_verify JavaScript
secp256k1/schnorr_sign JavaScript
ed25519/verify JavaScript
ed25519/sign JavaScript
ed25519/public_key JavaScript
EOF

most=256 budget=0.1 runs=$scratch/runs page=$scratch/sweep.html
if [ -n "$measure" ]; then
  "$curvemark" run --filter 'bls12-381/bls_verify' "${workers[@]}"
  "$curvemark" run --filter 'kzg/blob_proof' "${workers[@]}"
  most=65536 budget=2 runs=runs page=sweep.html
fi
# It compares the answers at each size, before it times anything.
"$curvemark" sweep --filter g1_msm --max "$most" --budget "$budget" --runs "$runs" --out "$page" \
  "${workers[@]}" | tee "$scratch/said"
for language in "${names[@]}"; do
  grep -q "curvemark for $language\b" "$scratch/said" ||
    { echo "curvemark for $language has no sums" >&2; exit 1; }
done
