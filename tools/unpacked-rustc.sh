#!/usr/bin/env bash
# Unpacks a Rust compiler with the sources of its standard library, for machines on which rustup can
# add neither a target nor rust-src. The packages are Debian's, of the compiler that builds its
# browsers; they are unpacked and not installed, since they would stand in the way of other
# compilers.
#
#   tools/unpacked-rustc.sh riscv FOLDER
#   tools/unpacked-rustc.sh wasm FOLDER
#
# FOLDER is where it is unpacked to; one folder serves both. What is printed are variables, as lines
# for `eval`: for `riscv` those that the firmware's runner reads, for `wasm` those that cargo reads,
# to be followed by `cargo build -Zbuild-std=std,panic_abort --target wasm32-unknown-unknown`.
set -euo pipefail
usage="usage: tools/unpacked-rustc.sh riscv|wasm FOLDER"
target=${1:?$usage}
case $target in riscv | wasm) ;; *) echo "$usage" >&2; exit 2 ;; esac
folder=$(mkdir -p "${2:?$usage}" && cd "$2" && pwd)
if [ ! -x "$folder/unpacked/usr/bin/rustc" ]; then
  (
    cd "$folder"
    # Lists of packages are missing on a bare machine.
    apt-cache show rustc-web >/dev/null 2>&1 || apt-get update -qq >&2
    # The standard library of the host is for build scripts and macros; its package carries the
    # compiler's version in its name.
    version=$(apt-cache show rustc-web |
      sed -n 's/^Version: \([0-9]*\.[0-9]*\)\..*/\1/p' | sort -V | tail -1)
    llvm=$(apt-cache depends "libstd-rust-web-$version" |
      sed -n 's/.*Depends: \(libllvm[0-9]*\).*/\1/p' | head -1)
    apt-get download rustc-web "libstd-rust-web-$version" libstd-rust-web-dev rust-web-src \
      "$llvm" >&2
    for package in ./*.deb; do
      dpkg -x "$package" unpacked
      rm "$package"
    done
  )
fi
rustc=$folder/unpacked/usr/bin/rustc
libraries=$(dirname "$(find "$folder/unpacked" -name 'librustc_driver-*.so' -print -quit)")
LD_LIBRARY_PATH=$libraries "$rustc" --version >&2
if [ "$target" = riscv ]; then
  printf 'export FW_RUSTC=%q\n' "$rustc"
  printf 'export FW_RUST_LIB=%q\n' "$libraries"
  exit
fi

# The packages have no linker for WebAssembly. The installed compiler has one, which must not be
# loaded with the libraries of the other.
linker=$(find "$(rustc --print sysroot)/lib/rustlib" -name rust-lld -print -quit)
[ -n "$linker" ] || { echo "the installed compiler has no rust-lld" >&2; exit 1; }
{
  echo '#!/bin/sh'
  echo 'unset LD_LIBRARY_PATH'
  printf 'exec %q "$@"\n' "$linker"
} >"$folder/rust-lld"
chmod +x "$folder/rust-lld"
printf 'export RUSTC=%q\n' "$rustc"
printf 'export LD_LIBRARY_PATH=%q\n' "$libraries"
printf 'export RUSTC_BOOTSTRAP=1\n'
printf 'export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=%q\n' "$folder/rust-lld"
