#!/usr/bin/env bash
# Compiles bindings/c to a module of WebAssembly. Needs Rust with the target
# wasm32-unknown-unknown, for which it asks rustup, or Debian's packages, which are unpacked into
# target then.
#
#   tools/wasm.sh FILE FEATURES [FILE FEATURES]…     features of bindings/c, with commas
#   tools/wasm.sh --compiler    only gets the compiler; it fails where it cannot be had
set -euo pipefail
only_compiler=
if [ "$*" = --compiler ]; then
  only_compiler=yes
  shift
elif [ $# = 0 ] || [ $(($# % 2)) = 1 ]; then
  echo "usage: tools/wasm.sh FILE FEATURES [FILE FEATURES]… | --compiler" >&2
  exit 2
fi
files=()
while [ $# != 0 ]; do
  files+=("$(realpath "$1")" "$2")
  shift 2
done
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=$(realpath "${CARGO_TARGET_DIR:-target}")
triple=wasm32-unknown-unknown
# The compiler: with the target's standard library, or with its sources.
options=()
if ! [ -d "$(rustc --print target-libdir --target $triple)" ] &&
  ! rustup target add $triple >&2; then
  command -v dpkg >/dev/null || { echo "no rustup and no dpkg to get $triple from" >&2; exit 1; }
  variables=$(tools/unpacked-rustc.sh wasm "$target/unpacked-rustc")
  eval "$variables"
  options=(-Zbuild-std=std,panic_abort)
fi
[ -z "$only_compiler" ] || exit 0
# Random bytes are asked of whoever runs the module, and not of an operating system. The kernels are
# those of processors without a carry flag: docs/build.md has what they save.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS='--cfg getrandom_backend="custom"
  --cfg curvemark_word="32"'
set -- "${files[@]}"
while [ $# != 0 ]; do
  # Only the module: what is compiled for a static library too is kept where nothing calls it.
  cargo rustc -q --locked -p curvemark-c --lib --crate-type cdylib --profile wasm --target $triple \
    --target-dir "$target/js/build" "${options[@]}" --no-default-features --features "$2"
  cp "$target/js/build/$triple/wasm/curvemark_c.wasm" "$1"
  echo "built $(basename "$1"): $(wc -c <"$1") bytes, $(gzip -9 -c "$1" | wc -c) compressed by gzip"
  shift 2
done
