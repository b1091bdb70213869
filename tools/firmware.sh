#!/usr/bin/env bash
# Tasks of the firmware's runner, such as `cashu`, `check` and `board`, with a compiler for its chip, which is unpacked where none is at hand. Fails where they cannot
# be run; without compilers of C for the chip, which `check` installs where it may, the libraries in C are skipped.
#
# `check` compares counts with those of the ledger's compiler, and strictly where it is that one. So it is that one where it can be had, whatever rustup has, and a
# machine that has none yet comes to the same verdict. A compiler that FW_RUSTC names is taken as it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
runner() { cargo run -q --locked --manifest-path chip/firmware/Cargo.toml -- "$@"; }
unpack() {
  command -v dpkg >/dev/null || { echo "no dpkg to unpack Debian's compiler for the chip: see docs/esp32.md" >&2; return 1; }
  local variables
  variables=$(tools/unpacked-rustc.sh riscv target/unpacked-rustc) && eval "$variables"
}

[ $# -gt 0 ] || set -- check
# A first build says whether this package compiles; 4 says that no compiler was found.
status=0
said=$(runner compiler 2>&1) || status=$?
printf '%s\n' "$said" >&2
if [ "$status" = 4 ]; then
  unpack || exit 4
  runner compiler
elif [ "$status" != 0 ]; then
  exit "$status"
elif [ -z "${FW_RUSTC:-}" ] && [[ " $* " == *" check "* ]]; then
  ledger=$(sed -n 's/^compiler | \([^|]*\) |.*/\1/p' chip/firmware/ledger.txt)
  if [[ $said != *"compiler: $ledger ("* ]]; then
    if unpack; then
      runner compiler
    else
      echo "the counts of the ledger are of $ledger, which cannot be had: they are compared less strictly" >&2
    fi
  fi
fi

for task in "$@"; do
  # The compiler of the libraries in C. Clang 19, by which the models are calibrated too, is used where it is: 100 MB are too much to fetch each time.
  if [[ $task == *check ]] && ! command -v riscv64-unknown-elf-gcc >/dev/null; then
    { command -v apt-get >/dev/null && apt-get update -qq &&
      apt-get install -y -qq --no-install-recommends gcc-riscv64-unknown-elf >/dev/null; } ||
      echo "SKIPPED: no riscv64-unknown-elf-gcc, and its package cannot be installed; what it compiles is not counted" >&2
  fi
  # A task of two words, such as `guests check`, comes as one.
  read -ra words <<<"$task"
  runner "${words[@]}"
done
