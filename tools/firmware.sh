#!/usr/bin/env bash
# The firmware: a compiler for its chip, which is unpacked where none is at hand; then every Cashu v3 case of vectors/ in the emulator, in software and on the
# RSA block, secrets in step, some cases of the curves without pairings, other libraries in the same emulator, and counts against
# firmware/ledger.txt. Fails where it cannot be run; without compilers of C for the chip, which it installs where it may, the libraries in C are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
runner() { cargo run -q --locked --manifest-path firmware/Cargo.toml -- "$@"; }

# A first build says whether this package compiles; 4 says that no compiler was found.
status=0
runner compiler || status=$?
if [ "$status" = 4 ]; then
  command -v dpkg >/dev/null || { echo "neither a compiler for the chip nor dpkg to unpack Debian's: see docs/esp32.md" >&2; exit 4; }
  # Lists of packages are missing on a bare machine.
  apt-cache show rustc-web >/dev/null 2>&1 || apt-get update -qq
  variables=$(tools/riscv-rustc.sh target/riscv-rustc)
  eval "$variables"
  runner compiler
elif [ "$status" != 0 ]; then
  exit "$status"
fi

# The compilers of the libraries in C: GCC for their counts, Clang for the models' calibration.
for pair in riscv64-unknown-elf-gcc=gcc-riscv64-unknown-elf clang-19=clang-19; do
  command -v "${pair%=*}" >/dev/null && continue
  { command -v apt-get >/dev/null && apt-get install -y -qq --no-install-recommends "${pair#*=}" >/dev/null; } ||
    echo "SKIPPED: no ${pair%=*}, and the package ${pair#*=} cannot be installed; what it compiles is not counted" >&2
done
runner check
# For a board, on which nothing here can run it.
runner board
