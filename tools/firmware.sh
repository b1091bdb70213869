#!/usr/bin/env bash
# The firmware: a compiler for its chip, which is unpacked where none is at hand; then every Cashu v3 case of vectors/ in the emulator, in software and on the
# RSA block, secrets in step, some cases of the curves without pairings, and counts against firmware/ledger.txt. Fails where it cannot be run.
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
runner check
