//go:build own

// curvemark's module for Go, by cgo, in place of the other libraries, so that a run shows what a call from Go costs over Rust's:
//
//	make -C bindings/c install PREFIX=$PWD/target/c
//	export PKG_CONFIG_PATH=$PWD/target/c/lib/pkgconfig LD_LIBRARY_PATH=$PWD/target/c/lib
//	go build -C peers/go -tags own -o ../../target/peers/own-go .
//	curvemark run --worker target/peers/own-go
//
// What is timed is what a program in Go pays: slices that are its own, cgo's call, the error that a status becomes, and the library below.
package main

import (
	"errors"

	"github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/bls/minpk"
	"github.com/curvemark/curvemark/bindings/go/groups"
	"github.com/curvemark/curvemark/bindings/go/kzg"
)

func own() []implementation {
	settings, err := kzg.NewSettings(0)
	if err != nil {
		panic(err)
	}
	held := func(pointLen int) operation {
		return parsed(func(pool [][][]byte) (body, error) {
			var all []heldSum
			for _, one := range pool {
				sum, err := holdSum(one, pointLen)
				if err != nil {
					return nil, errInvalid
				}
				all = append(all, sum)
			}
			return &independent[heldSum, []byte]{all: all, call: computeSum, encode: compressed}, nil
		})
	}
	const compressedLen, pointLen = 48, 96
	return []implementation{{
		name: "curvemark for Go", version: "curvemark " + curvemark.Version(),
		engine: "chosen by the CPU, called by " + curvemark.Backend,
		operations: map[string]operation{
			"bls12-381/bls_verify":  fromBytes("subgroup_no_identity", calls(3, signed, verifySigned, verdict)),
			"bls12-381/g1_msm_64":   held(compressedLen),
			"bls12-381/g1_msm_1024": held(compressedLen),
			"kzg/blob_proof": fromBytes("subgroup", calls(2, committed, func(of *committedBlob) (kzg.Proof, error) {
				return settings.ProveBlob(&of.blob, of.commitment, 1)
			}, func(proof *kzg.Proof) []byte { return proof[:] })),
		},
		families: map[string]operation{"bls12-381/g1_msm": held(pointLen)},
	}}
}

type signedMessage struct {
	key       minpk.PublicKey
	message   []byte
	signature minpk.Signature
	refused   bool
}

// Arrays say the length by their type: what has another one is refused.
func signed(args [][]byte) (one signedMessage, _ error) {
	one.message = args[1]
	one.refused = fixed(one.key[:], args[0]) != nil || fixed(one.signature[:], args[2]) != nil
	return
}

func verifySigned(one *signedMessage) (bool, error) {
	if one.refused {
		return false, errInvalid
	}
	err := one.key.Verify(one.message, one.signature)
	if err == nil || errors.Is(err, curvemark.ErrNotValid) {
		return err == nil, nil
	}
	return false, err
}

type committedBlob struct {
	blob       kzg.Blob
	commitment kzg.Commitment
}

func committed(args [][]byte) (one committedBlob, err error) {
	if err = fixed(one.blob[:], args[0]); err == nil {
		err = fixed(one.commitment[:], args[1])
	}
	return
}

// A sum of multiples of points that are held, as a program holds those of many sums; scalars are bytes.
type heldSum struct {
	bases   *groups.Bases
	scalars []byte
}

func holdSum(terms [][]byte, pointLen int) (sum heldSum, err error) {
	var points []byte
	for i := 0; i+1 < len(terms); i += 2 {
		if len(terms[i]) != pointLen {
			return sum, errInvalid
		}
		points, sum.scalars = append(points, terms[i]...), append(sum.scalars, terms[i+1]...)
	}
	if pointLen != groups.BLS12381G1.PointLen() {
		var verdicts []error
		if points, verdicts, err = groups.BLS12381G1.Decode(pointLen, points, 1); err != nil {
			return
		}
		if err = errors.Join(verdicts...); err != nil {
			return
		}
	}
	sum.bases, err = groups.BLS12381G1.NewBases(points, 0)
	return
}

func computeSum(of *heldSum) ([]byte, error) { return of.bases.MSM(of.scalars, 1) }

func compressed(point *[]byte) []byte {
	bytes, err := groups.BLS12381G1.Compress(*point)
	if err != nil {
		panic(err)
	}
	return bytes
}
