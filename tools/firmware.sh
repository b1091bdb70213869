#!/usr/bin/env bash
# Tasks of the firmware's runner, such as `cashu`, `check` and `board`, with a compiler for its chip, which is unpacked where none is at hand. Fails where they cannot
# be run; without compilers of C for the chip, which `check` installs where it may, the libraries in C are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
runner() { cargo run -q --locked --manifest-path chip/firmware/Cargo.toml -- "$@"; }

# A first build says whether this package compiles; 4 says that no compiler was found.
status=0
runner compiler || status=$?
if [ "$status" = 4 ]; then
  command -v dpkg >/dev/null || { echo "neither a compiler for the chip nor dpkg to unpack Debian's: see docs/esp32.md" >&2; exit 4; }
  variables=$(tools/unpacked-rustc.sh riscv target/unpacked-rustc)
  eval "$variables"
  runner compiler
elif [ "$status" != 0 ]; then
  exit "$status"
fi

[ $# -gt 0 ] || set -- check
for task in "$@"; do
  # The compiler of the libraries in C. Clang 19, by which the models are calibrated too, is used where it is: 100 MB are too much to fetch each time.
  if [ "$task" = check ] && ! command -v riscv64-unknown-elf-gcc >/dev/null; then
    { command -v apt-get >/dev/null && apt-get update -qq &&
      apt-get install -y -qq --no-install-recommends gcc-riscv64-unknown-elf >/dev/null; } ||
      echo "SKIPPED: no riscv64-unknown-elf-gcc, and its package cannot be installed; what it compiles is not counted" >&2
  fi
  runner "$task"
done
