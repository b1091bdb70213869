#!/usr/bin/env bash
# Runs tests of the core on CPUs that lack its faster engines, under qemu: an instruction that the CPU has not ends a program there with
# an illegal instruction, so a test that passes has executed none. Haswell has AVX2 and BMI2, no ADX and no AVX-512; Nehalem has none of
# them. First the proof is proved: programs of one such instruction each must die.
#
# Arguments: those of cargo that choose the build, for instance `--all-features` or `--release`; with those of the tests that ran before, nothing
# is built again. The lab is not run: blst, which it links, takes the assembly of the machine that built it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Name, instruction, CPUs that lack it.
control() {
  local name=$1 instruction=$2
  printf 'int main(void) { unsigned long a = 1, b = 1; __asm__ volatile("%s" : "+r"(a), "+r"(b) : : "xmm0", "rdx", "cc"); return 0; }\n' \
    "$instruction" >"$folder/$name.c"
  cc -o "$folder/$name" "$folder/$name.c"
  shift 2
  for cpu in "$@"; do
    local status=0
    (qemu-x86_64 -cpu "$cpu" "$folder/$name") >/dev/null 2>&1 || status=$?
    # 128 + SIGILL.
    [ "$status" = 132 ] || { echo "$name does not die on $cpu: exit $status" >&2; exit 1; }
  done
  echo "$name: an illegal instruction on $*"
}
control adcx 'adcx %0, %1' Haswell Nehalem
control vpmadd52luq 'vpmadd52luq %%zmm0, %%zmm0, %%zmm0' Haswell Nehalem
control mulx 'mulx %0, %0, %1' Nehalem
control vpaddq 'vpaddq %%ymm0, %%ymm0, %%ymm0' Nehalem

# Of the whole workspace, as its tests are built. qemu says on stderr which features of the
# model it does not emulate; that is not of interest.
tests() { cargo test -q "$@" 2> >(grep -v "TCG doesn't support" >&2); }
for cpu in Haswell Nehalem; do
  echo "-- $cpu"
  export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER="qemu-x86_64 -cpu $cpu"
  tests "$@" --workspace --test=values -- ifma::
  tests "$@" --workspace --test=code -- adx::
  tests "$@" --workspace --test=batches -- decode:: pairing::
done
