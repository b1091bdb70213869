#!/usr/bin/env bash
# Builds the static library without `std` for RV32IMC, and puts it where the component looks for it.
#
#     bindings/c/esp-idf/build.sh [FOLDER]
#
# FOLDER is where libcurvemark.a goes; without it, `curvemark/lib`. It takes a compiler whose target
# is installed (rustup target add riscv32imc-unknown-none-elf), or the one that
# tools/unpacked-rustc.sh has unpacked and named by FW_RUSTC and FW_RUST_LIB. RISCV is what the
# names of the chip's binutils begin with.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-$here/curvemark/lib}
triple=riscv32imc-unknown-none-elf
riscv=${RISCV:-riscv64-unknown-elf-}
target=${CARGO_TARGET_DIR:-$here/../../../target}/esp-idf
mkdir -p "$out"

options=()
if [ -n "${FW_RUSTC:-}" ]; then
  # Sources of the standard library are next to it, and cargo builds them.
  export RUSTC=$FW_RUSTC RUSTC_BOOTSTRAP=1 LD_LIBRARY_PATH=${FW_RUST_LIB:-}
  options+=(-Zbuild-std=core)
fi
# One unit, so that what nobody calls is not in it. A panic calls the C library's abort.
(cd "$here" && cargo rustc --locked -p curvemark-c --lib --crate-type staticlib \
  --no-default-features --features cashu,signatures,curvemark/generator-combs --profile bare \
  --config 'profile.bare.opt-level="s"' --target "$triple" --target-dir "$target" "${options[@]}")

# As the Makefile does for a computer: one object, whose other names are its own.
unset LD_LIBRARY_PATH
functions=$("${riscv}gcc" -ffreestanding -E -DCURVEMARK_BARE "$here/../include/curvemark.h" |
  sed -n '/^typedef/d; s/^[a-z][a-z_ *]*[ *]\(curvemark_[a-z0-9_]*\).*/-u \1/p')
# shellcheck disable=SC2086 # Words of a list.
"${riscv}ld" -m elf32lriscv -r --gc-sections $functions -o "$out/curvemark.o" \
  "$target/$triple/bare/libcurvemark_c.a"
"${riscv}objcopy" --wildcard --keep-global-symbol='curvemark_*' --strip-debug \
  --remove-section=.llvmbc --remove-section=.llvmcmd "$out/curvemark.o"
rm -f "$out/libcurvemark.a"
"${riscv}ar" rcs "$out/libcurvemark.a" "$out/curvemark.o"
rm "$out/curvemark.o"
