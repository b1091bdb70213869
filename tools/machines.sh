#!/usr/bin/env bash
# Runs tests of the core under qemu as other machines run them: AArch64, and s390x, whose words have
# their highest byte first. AArch64 runs its kernels, the other portable words. The standard library
# of the target is rustup's. Where rustup cannot add it, it is built first, from the sources that
# tools/unpacked-rustc.sh unpacks.
#
#   tools/machines.sh FOLDER MACHINE [PACKAGE…]
#
# FOLDER is where a compiler is unpacked to, if one has to be. MACHINE is aarch64 or s390x. PACKAGE
# is limb, curve or curvemark; all of them without. Needs MACHINE-linux-gnu-gcc, the C library of
# the target, and qemu-MACHINE. SYSROOTS is the folder of that library, /usr otherwise.
#
# Emulated, a test takes thirty times as long as on x86-64 or more, and each machine compiles it
# anew. So these are selections: words of both sizes, towers and pairings on them, and, by the
# published cases that the repository carries, the order of bytes in encodings and digests, and
# signatures of each scheme. What is a matter of numbers is the same everywhere and is left out, and
# so is what counts instructions of x86-64.
set -euo pipefail
folder=${1:?the folder of the compiler} machine=${2:?aarch64 or s390x}
shift 2
[ $# -gt 0 ] || set -- limb curve curvemark
cd "$(dirname "${BASH_SOURCE[0]}")/.."
case $machine in
  aarch64 | s390x) ;;
  *) echo "no machine '$machine'; there are aarch64 and s390x" >&2; exit 2 ;;
esac
for program in "$machine-linux-gnu-gcc" "qemu-$machine"; do
  command -v "$program" >/dev/null || { echo "no $program here" >&2; exit 1; }
done
library=${SYSROOTS:-/usr}/$machine-linux-gnu

# A program of the target runs, and has the order of bytes that it is here for.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/order.c" <<'END'
int main(void) { const int one = 1; return *(const char *)&one ? 10 : 20; }
END
"$machine-linux-gnu-gcc" -o "$scratch/order" "$scratch/order.c"
order=0
"qemu-$machine" -cpu max -L "$library" "$scratch/order" || order=$?
case $machine:$order in
  aarch64:10 | s390x:20) echo "$machine under qemu: programs run, in the order of bytes it has" ;;
  *) echo "$machine under qemu: a program ended with $order" >&2; exit 1 ;;
esac

target=$machine-unknown-linux-gnu
name=$(tr 'a-z-' 'A-Z_' <<<"$target")
export "CARGO_TARGET_${name}_LINKER=$machine-linux-gnu-gcc"
export "CARGO_TARGET_${name}_RUNNER=qemu-$machine -cpu max -L $library"
built=()
if rustup target add "$target" >&2; then
  rustc --version
else
  FW_RUSTC='' FW_RUST_LIB=''
  # What the runner of the chip reads does for every target.
  compiler=$(tools/unpacked-rustc.sh riscv "$folder")
  eval "$compiler"
  folder=$(cd "$folder" && pwd)
  # Its libraries are for the compiler only: linkers and programs have their own.
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$FW_RUST_LIB" "$FW_RUSTC" >"$folder/rustc"
  chmod +x "$folder/rustc"
  export RUSTC=$folder/rustc RUSTC_BOOTSTRAP=1
  built=(-Zbuild-std)
fi
# The full suites are for faster machines.
unset CURVEMARK_VECTORS
tests() { cargo test --target "$target" "${built[@]}" "$@"; }
# Both with the same features, so that `curve` is compiled once.
above=(-p curvemark-curve -p curvemark)
above+=(--features curvemark/tokens,curvemark/hashes,curvemark/blake3)
for package in "$@"; do
  case $package in
    # No machine but x86-64 has residue numbers. The code of kernels is AArch64's here.
    limb) tests -p curvemark-limb --test=values --test=runtime --test=code -- --skip rns:: ;;
    curve) tests "${above[@]}" --test=pairings ;;
    curvemark)
      tests "${above[@]}" --test=protocols -- bls::published cashu_conditions:: \
        cashu_v3::the_published ecdsa eddsa:: encoding:: hash:: schnorr::
      ;;
    *) echo "no package '$package'; there are limb, curve and curvemark" >&2; exit 2 ;;
  esac
done
