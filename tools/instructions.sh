#!/usr/bin/env bash
# Counts what operations on BLS12-381 execute on AArch64, under qemu: all instructions, and products
# of words among them; curvemark next to blst, whose assembly for that machine is in its crate. A
# count is the difference between three calls and two, so that what is done once cancels.
#
#   tools/instructions.sh [FOLDER]
#
# FOLDER is where it is built; a temporary one without. Needs aarch64-linux-gnu-gcc with its C
# library, qemu-aarch64, a C compiler and rustup's library of the target. Fails if a count is above
# the bound that stands here, or if the libraries disagree.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
for program in aarch64-linux-gnu-gcc qemu-aarch64; do
  command -v "$program" >/dev/null || { echo "no $program here" >&2; exit 1; }
done
rustup target add aarch64-unknown-linux-gnu >&2
folder=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/src"
cp tools/instructions/program.rs "$folder/src/main.rs"
version=$(sed -n '/^name = "blst"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
cat >"$folder/Cargo.toml" <<END
[package]
name = "instructions"
edition = "2024"
[dependencies]
blst = "=$version"
curve = { package = "curvemark-curve", path = "$root/curve", features = ["alloc"] }
curvemark = { path = "$root/curvemark", features = ["std"] }
[profile.release]
codegen-units = 1
[workspace]
END
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$folder/target}
cargo build -q --release --manifest-path "$folder/Cargo.toml" --target aarch64-unknown-linux-gnu
binary=$CARGO_TARGET_DIR/aarch64-unknown-linux-gnu/release/instructions
cc -O2 -shared -fPIC -o "$folder/plugin.so" tools/instructions/plugin.c

# What so many calls execute, and the result.
run() { qemu-aarch64 -plugin "$folder/plugin.so" -L /usr/aarch64-linux-gnu "$binary" "$@" 2>&1; }
counted() {
  local two three
  two=$(run "$1" "$2" 2 | tail -1)
  three=$(run "$1" "$2" 3 | tail -1)
  echo "$((${three% *} - ${two% *})) $((${three#* } - ${two#* }))"
}
printf '%-10s %14s %14s %14s %14s\n' operation curvemark products "blst $version" products
worse=0
# The bound of each operation, in instructions.
while read -r operation bound; do
  [ "$(run curvemark "$operation" 1 | head -1)" = "$(run blst "$operation" 1 | head -1)" ] ||
    { echo "$operation: the libraries disagree" >&2; exit 1; }
  read -r ours our_products <<<"$(counted curvemark "$operation")"
  read -r theirs their_products <<<"$(counted blst "$operation")"
  printf '%-10s %14d %14d %14d %14d\n' "$operation" "$ours" "$our_products" "$theirs" "$their_products"
  [ "$ours" -le "$bound" ] || { echo "$operation: more than $bound instructions" >&2; worse=1; }
done <<END
pairing 5350000
sign 3200000
verify 9900000
msm 96000000
END
exit $worse
