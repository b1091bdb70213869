#!/usr/bin/env bash
# Builds the package of bindings/js, whose modules are bindings/c compiled to WebAssembly, packs it,
# installs the packed file into an empty project, and runs the program of its README and its tests
# there. Needs node 20.16 or later with npm, and what tools/wasm.sh needs. Nothing is installed
# outside target but a target of rustup.
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

rm -rf "$folder/package"
mkdir -p "$folder/package"
cp -r bindings/js/{package.json,README.md,*.js,*.d.ts,lib,compat} LICENSE-MIT LICENSE-APACHE \
  "$folder/package"
cp curvemark/src/kzg/ethereum/setup.bin "$folder/package/kzg-setup.bin"
tools/wasm.sh "$folder/package/curvemark.wasm" cashu,groth16,kzg,points,poseidon,signatures \
  "$folder/package/bls.wasm" std
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
