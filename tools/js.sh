#!/usr/bin/env bash
# Builds the package of bindings/js, whose modules are bindings/c compiled to WebAssembly, packs it,
# installs the packed file into an empty project, and runs the program of its README and its tests
# there. Needs node 20.16 or later with npm, and what tools/wasm.sh needs. Nothing is installed
# outside target but a target of rustup.
#
#   tools/js.sh            all of it
#   tools/js.sh --build    only the package, in target/js/package
#   tools/js.sh --page     the package, and the page to look at, in target/js/page
#   tools/js.sh --node     the package, published cases through it, and its size; needs no npm
#   tools/js.sh --others   the package, and the tests of other packages over it, unchanged: c-kzg's,
#                          whose sources Go downloads; @chainsafe/blst's and kzg-wasm's, where
#                          CURVEMARK_BLST_TS and CURVEMARK_KZG_WASM name checkouts of their sources
#
# Where there is no node it says so and ends without failing: --build needs none. So does --node
# where there is no compiler for WebAssembly.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
repository=$PWD

only_build= only_page= only_node= only_others=
case ${1:-} in
  '') ;;
  --build) only_build=yes ;;
  --page) only_page=yes ;;
  --node) only_node=yes ;;
  --others) only_others=yes ;;
  *) echo "usage: tools/js.sh [--build | --page | --node | --others]" >&2; exit 2 ;;
esac

new='const [a, b] = process.versions.node.split("."); process.exit(+(a * 100 + +b < 2016))'
npm=npm
[ -z "$only_node" ] || npm=node
if [ -z "$only_build" ] && ! { command -v "$npm" >/dev/null && node -e "$new"; } 2>/dev/null; then
  echo "SKIPPED: no node of 20.16 or later with npm here; the package for JavaScript is not built" \
    "and not tested"
  exit 0
fi

if [ -n "$only_node" ] && ! tools/wasm.sh --compiler; then
  echo "SKIPPED: no compiler for WebAssembly can be had; the module is not built and not run"
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

if [ -n "$only_node" ]; then
  rm -rf "$folder/node"
  mkdir -p "$folder/node/node_modules"
  ln -s ../../package "$folder/node/node_modules/curvemark"
  cp -r bindings/js/tests "$folder/node"
  cd "$folder/node"
  echo '{ "private": true, "type": "module" }' >package.json
  CURVEMARK_REPOSITORY=$repository node --test tests/vectors.test.js tests/sizes.test.js
  exit 0
fi

if [ -n "$only_others" ]; then
  mkdir -p "$folder/others"
  echo '{ "private": true, "type": "module" }' >"$folder/others/package.json"
  npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$folder/others" \
    vitest@3 chai@4 js-yaml@4 glob@13
  ln -sfn "$folder/package" "$folder/others/node_modules/curvemark"
  sources=()
  if command -v go >/dev/null; then
    # The module, of the version that Python's tests take, is its whole repository.
    module=$(sed -n 's/^KZG_MODULE = "\(.*\)"$/\1/p' bindings/python/tests/others.py)
    sources+=(--c-kzg "$(cd "$folder" && GOFLAGS=-mod=mod go mod download -json "$module" |
      sed -n 's/^\t"Dir": "\(.*\)",\?$/\1/p')")
  fi
  [ -z "${CURVEMARK_BLST_TS:-}" ] || sources+=(--blst-ts "$CURVEMARK_BLST_TS")
  [ -z "${CURVEMARK_KZG_WASM:-}" ] || sources+=(--kzg-wasm "$CURVEMARK_KZG_WASM")
  node bindings/js/tests/others.js --folder "$folder/others" "${sources[@]}"
  exit 0
fi

# The page: files alone, which any server of files can serve.
rm -rf "$folder/page"
cp -r bindings/js/page "$folder/page"
cp -r "$folder/package" "$folder/page/curvemark"
noble=$folder/noble/node_modules/@noble
if [ -d "$noble/curves" ] ||
  npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$folder/noble" \
    @noble/curves@2.4.0; then
  mkdir "$folder/page/noble"
  cp -r "$noble/curves" "$noble/hashes" "$folder/page/noble"
else
  echo "SKIPPED: noble cannot be installed; the page times nothing"
fi
if [ -n "$only_page" ]; then
  echo "look at it: python3 -m http.server --directory $folder/page --bind localhost"
  exit 0
fi

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
CURVEMARK_REPOSITORY=$repository CURVEMARK_PAGE=$folder/page node --test tests/

# Types: by the compiler of TypeScript, in a folder of its own.
if [ -x "$folder/typescript/node_modules/.bin/tsc" ] ||
  npm install --loglevel=error --no-audit --no-fund --prefix "$folder/typescript" typescript@5; then
  "$folder/typescript/node_modules/.bin/tsc" -p tests/tsconfig.json
  echo "the types hold"
else
  echo "SKIPPED: TypeScript cannot be installed; the types are not checked"
fi
