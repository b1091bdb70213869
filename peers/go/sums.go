package main

import (
	"github.com/consensys/gnark-crypto/ecc"
	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
	blsfr "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// The points and the scalars of a sum of multiples.
type terms = pair[[]bls.G1Affine, []blsfr.Element]

// Sums of multiples in G1, in the library's own form.
func sumsOf(pointLen int) operation {
	return parsed(func(pool [][][]byte) (body, error) {
		var all []terms
		for _, one := range pool {
			var sum terms
			for i := 0; i+1 < len(one); i += 2 {
				var (
					point bls.G1Affine
					k     blsfr.Element
				)
				if len(one[i]) != pointLen {
					return nil, errInvalid
				}
				if _, err := point.SetBytes(one[i]); err != nil {
					return nil, errInvalid
				}
				if k.SetBytesCanonical(one[i+1]) != nil {
					return nil, errInvalid
				}
				sum.a, sum.b = append(sum.a, point), append(sum.b, k)
			}
			all = append(all, sum)
		}
		return &independent[terms, bls.G1Affine]{all: all, call: func(of *terms) (sum bls.G1Affine, err error) {
			_, err = sum.MultiExp(of.a, of.b, ecc.MultiExpConfig{NbTasks: 1})
			return
		}, encode: func(sum *bls.G1Affine) []byte { bytes := sum.Bytes(); return bytes[:] }}, nil
	})
}

// What gnark does on as many items as one likes.
func families() map[string]operation {
	return map[string]operation{"bls12-381/g1_msm": sumsOf(bls.SizeOfG1AffineUncompressed)}
}
