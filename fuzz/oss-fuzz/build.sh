#!/usr/bin/env bash
# Builds all targets of `fuzz/` and puts the programs into $OUT.
#
# OSS-Fuzz runs it in its image, where $SRC/curvemark is the checkout. It also runs anywhere with
# nightly Rust and cargo-fuzz, in the checkout that it lies in:
#
#   OUT=/tmp/fuzzers RUSTUP_TOOLCHAIN=nightly fuzz/oss-fuzz/build.sh
set -euo pipefail

checkout=${SRC:-}/curvemark
if [ ! -f "$checkout/fuzz/Cargo.toml" ]; then
  checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
fi
: "${OUT:?a folder for the programs}"
mkdir -p "$OUT"
cd "$checkout"

# Debug assertions and checks of overflow stay on: the profile in fuzz/Cargo.toml says so.
cargo fuzz build -O

host=$(rustc -vV | sed -n 's/^host: //p')
for target in fuzz/fuzz_targets/*.rs; do
  name=$(basename "$target" .rs)
  cp "fuzz/target/$host/release/$name" "$OUT/"
done
