package main

import (
	"encoding/binary"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
	blsfr "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	bn "github.com/consensys/gnark-crypto/ecc/bn254"
	bnfp "github.com/consensys/gnark-crypto/ecc/bn254/fp"
	bnfr "github.com/consensys/gnark-crypto/ecc/bn254/fr"
)

// Verifications of Groth16 (J. Groth, EUROCRYPT 2016, section 3.2), written down here on gnark's points, sums and pairings: the prover
// of that name is another module. A proof holds if e(A, B) = e(α, β)·e(IC₀ + Σ xᵢ·ICᵢ, γ)·e(C, δ).
func ofGroth16(all map[string]operation) {
	for _, inputs := range []struct {
		id    string
		count int
	}{{"1", 1}, {"8", 8}, {"32", 32}} {
		all["groth16/bls12-381_verify_"+inputs.id] = calls(3, blsCase(inputs.count), (*blsProven).holds, verdict)
		all["groth16/bn254_verify_"+inputs.id] = calls(3, bnCase(inputs.count), (*bnProven).holds, verdict)
	}
}

// parts cuts bytes into so many of one length, and says whether that is all.
func parts(bytes []byte, length, count int) ([][]byte, error) {
	if len(bytes) != length*count {
		return nil, errInvalid
	}
	return slices.Collect(slices.Chunk(bytes, length)), nil
}

// The key's points of its inputs: their number as arkworks writes it, then the points.
func inputPoints(bytes []byte, length, count int) ([][]byte, error) {
	if len(bytes) < 8 || binary.LittleEndian.Uint64(bytes) != uint64(count)+1 {
		return nil, errInvalid
	}
	return parts(bytes[8:], length, count+1)
}

// Scalars of 32 little-endian bytes each, below an order.
func littleScalars[T any](bytes []byte, count int, set func(*T, []byte) error) ([]T, error) {
	all := make([]T, count)
	each, err := parts(bytes, 32, count)
	if err != nil {
		return nil, err
	}
	for i, one := range each {
		big := slices.Clone(one)
		slices.Reverse(big)
		if err := set(&all[i], big); err != nil {
			return nil, err
		}
	}
	return all, nil
}

type blsProven struct {
	alpha, a, c       bls.G1Affine
	beta, gamma, d, b bls.G2Affine
	ic                []bls.G1Affine
	inputs            []blsfr.Element
}

// A key, a proof and its inputs, in the encodings of arkworks: of this curve those of ZCash.
func blsCase(count int) func([][]byte) (blsProven, error) {
	return func(args [][]byte) (p blsProven, err error) {
		const one, two = bls.SizeOfG1AffineCompressed, bls.SizeOfG2AffineCompressed
		key, proof := args[0], args[1]
		if len(key) < one+3*two || len(proof) != 2*one+two {
			return p, errInvalid
		}
		ics, err := inputPoints(key[one+3*two:], one, count)
		if err != nil {
			return p, err
		}
		p.ic = make([]bls.G1Affine, len(ics))
		for i, bytes := range ics {
			if _, err = p.ic[i].SetBytes(bytes); err != nil {
				return p, err
			}
		}
		for _, place := range []struct {
			point *bls.G1Affine
			bytes []byte
		}{{&p.alpha, key[:one]}, {&p.a, proof[:one]}, {&p.c, proof[one+two:]}} {
			if _, err = place.point.SetBytes(place.bytes); err != nil {
				return p, err
			}
		}
		for _, place := range []struct {
			point *bls.G2Affine
			bytes []byte
		}{{&p.beta, key[one:]}, {&p.gamma, key[one+two:]}, {&p.d, key[one+2*two:]}, {&p.b, proof[one:]}} {
			if _, err = place.point.SetBytes(place.bytes[:two]); err != nil {
				return p, err
			}
		}
		p.inputs, err = littleScalars(args[2], count, (*blsfr.Element).SetBytesCanonical)
		return p, err
	}
}

func (p *blsProven) holds() (bool, error) {
	var sum, minus bls.G1Affine
	if _, err := sum.MultiExp(p.ic[1:], p.inputs, ecc.MultiExpConfig{NbTasks: 1}); err != nil {
		return false, err
	}
	sum.Add(&sum, &p.ic[0])
	minus.Neg(&p.a)
	return bls.PairingCheck([]bls.G1Affine{minus, p.alpha, sum, p.c}, []bls.G2Affine{p.b, p.beta, p.gamma, p.d})
}

type bnProven struct {
	alpha, a, c       bn.G1Affine
	beta, gamma, d, b bn.G2Affine
	ic                []bn.G1Affine
	inputs            []bnfr.Element
}

// A coordinate in the order of arkworks: the least byte first. The two highest bits of the last byte are flags: that y is the larger of
// y and −y, and that this is the identity.
func flagged(bytes []byte) (coordinates []bnfp.Element, larger, identity bool, err error) {
	bytes = slices.Clone(bytes)
	last := len(bytes) - 1
	larger, identity = bytes[last]&0x80 != 0, bytes[last]&0x40 != 0
	bytes[last] &= 0x3f
	coordinates, err = littleScalars(bytes, len(bytes)/32, (*bnfp.Element).SetBytesCanonical)
	for i := range coordinates {
		if identity && !coordinates[i].IsZero() {
			err = errInvalid
		}
	}
	if identity && larger {
		err = errInvalid
	}
	return
}

func bnG1(bytes []byte) (p bn.G1Affine, err error) {
	x, larger, identity, err := flagged(bytes)
	if err != nil || identity {
		return p, err
	}
	var y2, three bnfp.Element
	y2.Square(&x[0]).Mul(&y2, &x[0]).Add(&y2, three.SetUint64(3))
	if p.Y.Sqrt(&y2) == nil {
		return p, errInvalid
	}
	p.X = x[0]
	if p.Y.LexicographicallyLargest() != larger {
		p.Y.Neg(&p.Y)
	}
	return p, nil
}

func bnG2(bytes []byte) (p bn.G2Affine, err error) {
	x, larger, identity, err := flagged(bytes)
	if err != nil || identity {
		return p, err
	}
	// The twist is y² = x³ + 3/(9 + u); gnark's own decoding knows it, of an encoding with the largest byte first.
	p.X.A0, p.X.A1 = x[0], x[1]
	high, low := x[1].Bytes(), x[0].Bytes()
	own := append(high[:], low[:]...)
	own[0] |= 0x80
	if larger {
		own[0] |= 0x40
	}
	_, err = p.SetBytes(own)
	return p, err
}

func bnCase(count int) func([][]byte) (bnProven, error) {
	return func(args [][]byte) (p bnProven, err error) {
		const one, two = 32, 64
		key, proof := args[0], args[1]
		if len(key) < one+3*two || len(proof) != 2*one+two {
			return p, errInvalid
		}
		ics, err := inputPoints(key[one+3*two:], one, count)
		if err != nil {
			return p, err
		}
		p.ic = make([]bn.G1Affine, len(ics))
		for i, bytes := range ics {
			if p.ic[i], err = bnG1(bytes); err != nil {
				return p, err
			}
		}
		for _, place := range []struct {
			point *bn.G1Affine
			bytes []byte
		}{{&p.alpha, key[:one]}, {&p.a, proof[:one]}, {&p.c, proof[one+two:]}} {
			if *place.point, err = bnG1(place.bytes); err != nil {
				return p, err
			}
		}
		for _, place := range []struct {
			point *bn.G2Affine
			bytes []byte
		}{{&p.beta, key[one:]}, {&p.gamma, key[one+two:]}, {&p.d, key[one+2*two:]}, {&p.b, proof[one:]}} {
			if *place.point, err = bnG2(place.bytes[:two]); err != nil {
				return p, err
			}
		}
		p.inputs, err = littleScalars(args[2], count, (*bnfr.Element).SetBytesCanonical)
		return p, err
	}
}

func (p *bnProven) holds() (bool, error) {
	var sum, minus bn.G1Affine
	if _, err := sum.MultiExp(p.ic[1:], p.inputs, ecc.MultiExpConfig{NbTasks: 1}); err != nil {
		return false, err
	}
	sum.Add(&sum, &p.ic[0])
	minus.Neg(&p.a)
	return bn.PairingCheck([]bn.G1Affine{minus, p.alpha, sum, p.c}, []bn.G2Affine{p.b, p.beta, p.gamma, p.d})
}
