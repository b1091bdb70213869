#!/usr/bin/env bash
# Tests bindings/nim: the library is built and installed into target/nim, and the tests and the
# program of the README run against it. Needs nim, a C compiler, make and pkg-config.
#
#   tools/nim.sh
#
# NIM is the compiler and its options, if it is not `nim`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# = 0 ] || { echo "usage: tools/nim.sh" >&2; exit 2; }
read -ra nim <<<"${NIM:-nim}"
command -v "${nim[0]}" >/dev/null || { echo "no nim here: its package is not tested" >&2; exit 1; }

tools/nim_abi.py --check
mkdir -p "${CARGO_TARGET_DIR:-target}/nim"
folder=$(cd "${CARGO_TARGET_DIR:-target}/nim" && pwd)
make -s -C bindings/c install PREFIX="$folder"
export PKG_CONFIG_PATH=$folder/lib/pkgconfig LD_LIBRARY_PATH=$folder/lib
sed -n '/^```nim$/,/^```$/p' bindings/nim/README.md | sed '1d;$d' >"$folder/readme.nim"
# Both kinds of memory management: counted references, and the collector of Nim 1.6.
for memory in orc refc; do
  run=("${nim[@]}" c --hints:off --warnings:off --mm:"$memory" --path:bindings/nim/src
    --nimcache:"$folder/$memory" --outdir:"$folder" -d:release -r)
  "${run[@]}" bindings/nim/tests/test_all.nim
  [ "$("${run[@]}" "$folder/readme.nim")" = "the signature holds" ]
done
echo "the program of the README ran"
