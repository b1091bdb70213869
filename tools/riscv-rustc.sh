#!/usr/bin/env bash
# Unpacks a Rust compiler with the sources of its standard library, for machines on which rustup can add neither the target of the
# firmware nor rust-src. The packages are Debian's, of the compiler that builds its browsers; they are unpacked and not installed, since they
# would stand in the way of other compilers.
#
# Argument: the folder to unpack into. Prints the two variables that the firmware's runner reads, as lines for `eval`.
set -euo pipefail
folder=$(mkdir -p "${1:?the folder to unpack into}" && cd "$1" && pwd)
if [ ! -x "$folder/unpacked/usr/bin/rustc" ]; then
  (
    cd "$folder"
    # The standard library of the host is for build scripts and macros; its package carries the compiler's version in its name.
    version=$(apt-cache show rustc-web | sed -n 's/^Version: \([0-9]*\.[0-9]*\)\..*/\1/p' | sort -V | tail -1)
    llvm=$(apt-cache depends "libstd-rust-web-$version" | sed -n 's/.*Depends: \(libllvm[0-9]*\).*/\1/p' | head -1)
    apt-get download rustc-web "libstd-rust-web-$version" libstd-rust-web-dev rust-web-src "$llvm" >&2
    for package in ./*.deb; do
      dpkg -x "$package" unpacked
      rm "$package"
    done
  )
fi
libraries=$(dirname "$(find "$folder/unpacked" -name 'librustc_driver-*.so' -print -quit)")
LD_LIBRARY_PATH=$libraries "$folder/unpacked/usr/bin/rustc" --version >&2
printf 'export FW_RUSTC=%q\n' "$folder/unpacked/usr/bin/rustc"
printf 'export FW_RUST_LIB=%q\n' "$libraries"
