#!/bin/sh
# Proofs of Groth16 on both curves, both ways between this code and snarkjs: its keys and proofs are read here, ours are read there, and what
# is wrong is refused on both sides. snarkjs (GPL-3.0) runs as a program of its own; nothing of it is linked, kept or shipped.
#
#   tools/groth16_snarkjs.sh PROGRAM     the program is `curvemark`, as cargo built it
#
# Needs node and npm, and snarkjs from the registry the first time. Says SKIPPED where there are none.
set -eu
command -v node > /dev/null && command -v npm > /dev/null || { echo "SKIPPED: no node or no npm"; exit 0; }
curvemark=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-save --ignore-scripts --prefix "$folder" snarkjs@0.7.6 > /dev/null
snarkjs() { node "$folder/node_modules/snarkjs/build/cli.cjs" "$@" > said 2>&1; }

# refused COMMAND…: it must fail.
refused() {
    if "$@" > said 2>&1; then
        echo "accepted: $*" >&2
        exit 1
    fi
}

# round NAME KEY: a proof by either under this proving key, verified by both, for its own inputs only.
round() {
    rm -f public-ours.json
    snarkjs zkey export verificationkey "$2" theirs.json
    "$curvemark" groth16 key "$2" > ours.json
    "$curvemark" groth16 prove "$2" test/witness.wtns --public public-ours.json > proof-ours.json
    snarkjs groth16 prove "$2" test/witness.wtns proof-theirs.json public-theirs.json
    for key in ours theirs; do
        for proof in ours theirs; do
            snarkjs groth16 verify "$key.json" "public-$proof.json" "proof-$proof.json"
            "$curvemark" groth16 verify "$key.json" "proof-$proof.json" "public-$proof.json" > said
            # The first input, one digit changed.
            sed 's/"\([0-8]\)/"9/; t; s/"9/"8/' "public-$proof.json" | tr -d '\n' > changed.json
            refused snarkjs groth16 verify "$key.json" changed.json "proof-$proof.json"
            refused "$curvemark" groth16 verify "$key.json" "proof-$proof.json" changed.json
        done
    done
    echo "$1: 8 verifications of good proofs, 8 of wrong inputs"
}

for curve in bn128 bls12381; do
    rm -rf test
    "$curvemark" groth16 setup --insecure-test --constraints 50 --seed 7 --curve "$curve" --out test > said
    round "$curve, a key made here" test/circuit.zkey
    # A ceremony of one, by snarkjs.
    snarkjs powersoftau new "$curve" 7 first.ptau
    snarkjs powersoftau contribute first.ptau second.ptau --name=test -e=test
    snarkjs powersoftau prepare phase2 second.ptau last.ptau
    snarkjs groth16 setup test/circuit.r1cs last.ptau made.zkey
    round "$curve, a key made by snarkjs" made.zkey
done
