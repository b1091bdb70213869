#!/usr/bin/env bash
# Builds the package of bindings/js, whose modules are bindings/c compiled to WebAssembly, packs it,
# installs the packed file into an empty project, and runs the program of its README and its tests
# there. Needs node 20.16 or later with npm, and Rust with the target wasm32-unknown-unknown, or
# Debian's packages, which are unpacked then. Nothing is installed outside target.
#
#   tools/js.sh            all of it
#   tools/js.sh --build    only the package, in target/js/package
#
# Where there is no node it says so and ends without failing: --build needs none.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
repository=$PWD

only_build=
case ${1:-} in
  '') ;;
  --build) only_build=yes ;;
  *) echo "usage: tools/js.sh [--build]" >&2; exit 2 ;;
esac

new='const [a, b] = process.versions.node.split("."); process.exit(+(a * 100 + +b < 2016))'
if [ -z "$only_build" ] && ! { command -v npm >/dev/null && node -e "$new"; } 2>/dev/null; then
  echo "SKIPPED: no node of 20.16 or later with npm here; the package for JavaScript is not built" \
    "and not tested"
  exit 0
fi

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/js"
folder=$(cd "$target/js" && pwd)
triple=wasm32-unknown-unknown

# The compiler: with the target's standard library, or with its sources. A subshell keeps its
# variables away from node.
modules() (
  options=()
  if ! [ -d "$(rustc --print target-libdir --target $triple)" ]; then
    command -v dpkg >/dev/null ||
      { echo "run this first: rustup target add $triple" >&2; exit 1; }
    variables=$(tools/unpacked-rustc.sh wasm "$target/unpacked-rustc")
    eval "$variables"
    options=(-Zbuild-std=std,panic_abort)
  fi
  # Random bytes are asked of JavaScript, and not of an operating system.
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS='--cfg getrandom_backend="custom"'
  module() {
    cargo build -q --locked -p curvemark-c --lib --profile wasm --target $triple \
      --target-dir "$folder/build" "${options[@]}" \
      --no-default-features --features "$2"
    cp "$folder/build/$triple/wasm/curvemark_c.wasm" "$folder/package/$1"
    echo "built $1: $(wc -c <"$folder/package/$1") bytes," \
      "$(gzip -9 -c "$folder/package/$1" | wc -c) compressed by gzip"
  }
  module curvemark.wasm cashu,groth16,kzg,points,poseidon,signatures
  module bls.wasm std
)

rm -rf "$folder/package"
mkdir -p "$folder/package"
cp -r bindings/js/{package.json,README.md,*.js,*.d.ts,lib,compat} LICENSE-MIT LICENSE-APACHE \
  "$folder/package"
cp curvemark/src/kzg/ethereum/setup.bin "$folder/package/kzg-setup.bin"
modules
[ -z "$only_build" ] || exit 0

# The packed file in an empty project, as somebody else has it.
rm -rf "$folder/project"
mkdir -p "$folder/project"
(cd "$folder/package" && npm pack --loglevel=error --pack-destination "$folder/project")
cd "$folder/project"
echo '{ "private": true, "type": "module" }' >package.json
npm install --loglevel=error --no-audit --no-fund --offline ./curvemark-*.tgz

# The first program of the README.
sed -n '/^```js$/,/^```$/p' "$repository/bindings/js/README.md" | sed -n '2,/^```$/p' |
  sed '$d' >readme.js
[ -s readme.js ] || { echo "the README has no program" >&2; exit 1; }
node readme.js
echo "the program of the README ran"

cp -r "$repository/bindings/js/tests" tests
CURVEMARK_REPOSITORY=$repository node --test tests/

# Types: by the compiler of TypeScript, in a folder of its own.
if [ -x "$folder/typescript/node_modules/.bin/tsc" ] ||
  npm install --loglevel=error --no-audit --no-fund --prefix "$folder/typescript" typescript@5; then
  "$folder/typescript/node_modules/.bin/tsc" -p tests/tsconfig.json
  echo "the types hold"
else
  echo "SKIPPED: TypeScript cannot be installed; the types are not checked"
fi
