#!/usr/bin/env bash
# Tests bindings/go: the library is built and installed into target/go, and the tests run by cgo
# under the race detector. Then the module for WebAssembly is built, and they run without cgo.
#
#   tools/go.sh            all of it
#   tools/go.sh --wasm     only builds the module, in bindings/go/internal/native
#
# Needs Go 1.25, which fetches what go.mod and peers/go name, a C compiler, make, pkg-config, and
# what tools/wasm.sh needs. Where there is no Go it says so and fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

only_wasm=
case ${1:-} in
  '') ;;
  --wasm) only_wasm=yes ;;
  *) echo "usage: tools/go.sh [--wasm]" >&2; exit 2 ;;
esac

target=$(realpath "${CARGO_TARGET_DIR:-target}")
module=bindings/go/internal/native/curvemark.wasm
everything=cashu,ethereum-setup,evm,groth16,kzg,parts,points,poseidon,signatures
if [ -n "$only_wasm" ]; then
  tools/wasm.sh "$module" "$everything"
  exit 0
fi

command -v go >/dev/null || { echo "no go here: the module for Go is not tested" >&2; exit 1; }
make -s -C bindings/c install PREFIX="$target/go"
export PKG_CONFIG_PATH=$target/go/lib/pkgconfig LD_LIBRARY_PATH=$target/go/lib
# go-ethereum's cases, from its module.
CURVEMARK_GO_ETHEREUM=$(cd peers/go && go mod download github.com/ethereum/go-ethereum &&
  go list -m -f '{{.Dir}}' github.com/ethereum/go-ethereum)
export CURVEMARK_GO_ETHEREUM

cd bindings/go
[ -z "$(gofmt -l .)" ] || { echo "run gofmt on: $(gofmt -l .)" >&2; exit 1; }
go vet ./...
# The race detector needs cgo; -count=1 since the library may have changed.
CGO_ENABLED=1 go test -race -count=1 ./...
cd ../..
tools/wasm.sh "$module" "$everything"
cd bindings/go
CGO_ENABLED=0 go vet ./...
# -short: the arithmetic was asked all of go-ethereum's cases by cgo, and takes long on these words.
CGO_ENABLED=0 go test -short -count=1 -timeout 60m ./...
