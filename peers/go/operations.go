package main

import (
	"math/big"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
	blsfp "github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	blsfr "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	bn "github.com/consensys/gnark-crypto/ecc/bn254"
	bnfp "github.com/consensys/gnark-crypto/ecc/bn254/fp"
	bnfr "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/secp256k1"
	secpfp "github.com/consensys/gnark-crypto/ecc/secp256k1/fp"
	secpfr "github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
)

func operations() map[string]operation {
	all := map[string]operation{}
	ofBLS(all)
	ofBN(all)
	ofBLS12377(all)
	ofSecp256k1(all)
	ofGroth16(all)
	return all
}

// An element of a field, by pointer.
type element[T any] interface {
	*T
	Mul(a, b *T) *T
	Square(a *T) *T
	Inverse(a *T) *T
}

// The three verbs of a field; gnark's inverse of zero is zero.
func arithmetic[T any, P element[T]](all map[string]operation, prefix string, parse parser[T], encode func(*T) []byte, verbs ...string) {
	for _, verb := range verbs {
		switch verb {
		case "mul":
			all[prefix+"_mul"] = chain(parse, parse, func(acc, b *T) { P(acc).Mul(acc, b) }, encode)
		case "sqr":
			all[prefix+"_sqr"] = iterate(parse, func(acc *T) { P(acc).Square(acc) }, encode)
		case "inv":
			all[prefix+"_inv"] = unary(parse, func(a *T) (inverse T, _ error) { P(&inverse).Inverse(a); return }, encode)
		}
	}
}

// A scalar below an order, as gnark's multiplications take it.
func scalar(order *big.Int) parser[big.Int] {
	return func(bytes []byte) (k big.Int, err error) {
		if k.SetBytes(bytes); len(bytes) != 32 || k.Cmp(order) >= 0 {
			err = errInvalid
		}
		return
	}
}

// A tower of a field: parses and encodes coefficients one after the other, the lowest first.
func coefficients[T, F any](length int, parse parser[F], places func(*T) []*F) parser[T] {
	return func(bytes []byte) (value T, err error) {
		all := places(&value)
		if len(bytes) != length*len(all) {
			return value, errInvalid
		}
		for i, place := range all {
			if *place, err = parse(bytes[i*length : (i+1)*length]); err != nil {
				return value, errInvalid
			}
		}
		return
	}
}

func encoded[T, F any](encode func(*F) []byte, places func(*T) []*F) func(*T) []byte {
	return func(value *T) (bytes []byte) {
		for _, place := range places(value) {
			bytes = append(bytes, encode(place)...)
		}
		return
	}
}

func ofBLS(all map[string]operation) {
	const id = "bls12-381/"
	fp := func(bytes []byte) (a blsfp.Element, err error) {
		if len(bytes) != blsfp.Bytes {
			return a, errInvalid
		}
		return a, a.SetBytesCanonical(bytes)
	}
	fpBytes := func(a *blsfp.Element) []byte { bytes := a.Bytes(); return bytes[:] }
	fr := func(bytes []byte) (a blsfr.Element, err error) {
		if len(bytes) != blsfr.Bytes {
			return a, errInvalid
		}
		return a, a.SetBytesCanonical(bytes)
	}
	frBytes := func(a *blsfr.Element) []byte { bytes := a.Bytes(); return bytes[:] }
	of2 := func(a *bls.E2) []*blsfp.Element { return []*blsfp.Element{&a.A0, &a.A1} }
	of12 := func(a *bls.GT) (places []*blsfp.Element) {
		for _, half := range []*bls.E6{&a.C0, &a.C1} {
			for _, third := range []*bls.E2{&half.B0, &half.B1, &half.B2} {
				places = append(places, of2(third)...)
			}
		}
		return
	}
	fp2, fp2Bytes := coefficients(48, fp, of2), encoded(fpBytes, of2)
	fp12, fp12Bytes := coefficients(48, fp, of12), encoded(fpBytes, of12)
	arithmetic(all, id+"fp", fp, fpBytes, "mul", "sqr", "inv")
	arithmetic(all, id+"fr", fr, frBytes, "mul", "sqr", "inv")
	// Vectors are what it has AVX-512 for.
	type lists = pair[blsfr.Vector, blsfr.Vector]
	products := make(blsfr.Vector, 1024)
	all[id+"fr_mul_1024"] = calls(2048, func(args [][]byte) (both lists, _ error) {
		for i := 0; i < len(args); i += 2 {
			a, err := fr(args[i])
			b, other := fr(args[i+1])
			if err != nil || other != nil {
				return both, errInvalid
			}
			both.a, both.b = append(both.a, a), append(both.b, b)
		}
		return
	}, func(both *lists) (blsfr.Vector, error) {
		products.Mul(both.a, both.b)
		return products, nil
	}, func(products *blsfr.Vector) (bytes []byte) {
		for i := range *products {
			bytes = append(bytes, frBytes(&(*products)[i])...)
		}
		return
	})
	arithmetic(all, id+"fp2", fp2, fp2Bytes, "mul", "sqr", "inv")
	arithmetic(all, id+"fp12", fp12, fp12Bytes, "mul", "sqr", "inv")
	all[id+"fp12_cyclotomic_sqr"] = iterate(fp12, func(acc *bls.GT) { acc.CyclotomicSquare(acc) }, fp12Bytes)

	g1 := func(bytes []byte) (p bls.G1Affine, err error) {
		if len(bytes) != bls.SizeOfG1AffineCompressed {
			return p, errInvalid
		}
		_, err = p.SetBytes(bytes)
		return
	}
	g2 := func(bytes []byte) (p bls.G2Affine, err error) {
		if len(bytes) != bls.SizeOfG2AffineCompressed {
			return p, errInvalid
		}
		_, err = p.SetBytes(bytes)
		return
	}
	g1Jac := func(bytes []byte) (p bls.G1Jac, err error) {
		affine, err := g1(bytes)
		p.FromAffine(&affine)
		return
	}
	g2Jac := func(bytes []byte) (p bls.G2Jac, err error) {
		affine, err := g2(bytes)
		p.FromAffine(&affine)
		return
	}
	g1Affine := func(p *bls.G1Affine) []byte { bytes := p.Bytes(); return bytes[:] }
	g2Affine := func(p *bls.G2Affine) []byte { bytes := p.Bytes(); return bytes[:] }
	g1Bytes := func(p *bls.G1Jac) []byte { var affine bls.G1Affine; return g1Affine(affine.FromJacobian(p)) }
	g2Bytes := func(p *bls.G2Jac) []byte { var affine bls.G2Affine; return g2Affine(affine.FromJacobian(p)) }
	below := scalar(blsfr.Modulus())
	all[id+"g1_add"] = chain(g1Jac, g1Jac, func(acc, q *bls.G1Jac) { acc.AddAssign(q) }, g1Bytes)
	all[id+"g1_double"] = iterate(g1Jac, func(acc *bls.G1Jac) { acc.DoubleAssign() }, g1Bytes)
	all[id+"g2_add"] = chain(g2Jac, g2Jac, func(acc, q *bls.G2Jac) { acc.AddAssign(q) }, g2Bytes)
	all[id+"g2_double"] = iterate(g2Jac, func(acc *bls.G2Jac) { acc.DoubleAssign() }, g2Bytes)
	all[id+"g1_mul_vartime"] = calls(2, both(g1Jac, below), func(c *pair[bls.G1Jac, big.Int]) (p bls.G1Jac, _ error) {
		p.ScalarMultiplication(&c.a, &c.b)
		return
	}, g1Bytes)
	all[id+"g2_mul"] = calls(2, both(g2Jac, below), func(c *pair[bls.G2Jac, big.Int]) (p bls.G2Jac, _ error) {
		p.ScalarMultiplication(&c.a, &c.b)
		return
	}, g2Bytes)
	decode1 := func(bytes *[]byte) (bls.G1Affine, error) { return g1(*bytes) }
	decode2 := func(bytes *[]byte) (bls.G2Affine, error) { return g2(*bytes) }
	raw1 := func(p *bls.G1Affine) []byte { bytes := p.RawBytes(); return bytes[:] }
	raw2 := func(p *bls.G2Affine) []byte { bytes := p.RawBytes(); return bytes[:] }
	all[id+"g1_decode"] = fromBytes("subgroup", unary(asIs, decode1, raw1))
	all[id+"g2_decode"] = fromBytes("subgroup", unary(asIs, decode2, raw2))
	tag := func(group string) []byte { return []byte("CURVEMARK-V01-CS01-with-" + group + "_XMD:SHA-256_SSWU_RO_") }
	tag1, tag2 := tag("BLS12381G1"), tag("BLS12381G2")
	all[id+"g1_msm_64"], all[id+"g1_msm_1024"] = sumsOf(bls.SizeOfG1AffineCompressed), sumsOf(bls.SizeOfG1AffineCompressed)
	all[id+"hash_to_g1"] = fromBytes("none", unary(asIs, func(m *[]byte) (bls.G1Affine, error) { return bls.HashToG1(*m, tag1) }, g1Affine))
	all[id+"hash_to_g2"] = fromBytes("none", unary(asIs, func(m *[]byte) (bls.G2Affine, error) { return bls.HashToG2(*m, tag2) }, g2Affine))

	type pairs struct {
		p []bls.G1Affine
		q []bls.G2Affine
	}
	parsePairs := func(args [][]byte) (all pairs, err error) {
		for i := 0; i < len(args); i += 2 {
			one, err := both(g1, g2)(args[i : i+2])
			if err != nil {
				return all, err
			}
			all.p, all.q = append(all.p, one.a), append(all.q, one.b)
		}
		return
	}
	product := func(c *pairs) (bls.GT, error) { return bls.Pair(c.p, c.q) }
	all[id+"pairing"] = calls(2, parsePairs, product, fp12Bytes)
	all[id+"multi_pairing_2"] = calls(4, parsePairs, product, fp12Bytes)
	all[id+"multi_pairing_8"] = calls(16, parsePairs, product, fp12Bytes)
	all[id+"final_exp"] = unary(fp12, func(f *bls.GT) (bls.GT, error) { return bls.FinalExponentiation(f), nil }, fp12Bytes)
	all[id+"miller_loop"] = calls(2, parsePairs, func(c *pairs) (bls.GT, error) { return bls.MillerLoop(c.p, c.q) }, func(f *bls.GT) []byte {
		value := bls.FinalExponentiation(f)
		return fp12Bytes(&value)
	})

	suite := []byte("BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_")
	_, _, generator, _ := bls.Generators()
	var minus bls.G1Affine
	minus.Neg(&generator)
	all[id+"bls_verify"] = fromBytes("subgroup_no_identity", calls(3, func(args [][]byte) ([][]byte, error) { return args, nil },
		func(args *[][]byte) (bool, error) {
			key, err := g1((*args)[0])
			if err != nil || key.IsInfinity() {
				return false, errInvalid
			}
			signature, err := g2((*args)[2])
			if err != nil {
				return false, errInvalid
			}
			point, err := bls.HashToG2((*args)[1], suite)
			if err != nil {
				return false, err
			}
			return bls.PairingCheck([]bls.G1Affine{key, minus}, []bls.G2Affine{point, signature})
		}, verdict))
}

func ofBN(all map[string]operation) {
	const id = "bn254/"
	fp := func(bytes []byte) (a bnfp.Element, err error) {
		if len(bytes) != bnfp.Bytes {
			return a, errInvalid
		}
		return a, a.SetBytesCanonical(bytes)
	}
	fpBytes := func(a *bnfp.Element) []byte { bytes := a.Bytes(); return bytes[:] }
	fr := func(bytes []byte) (a bnfr.Element, err error) {
		if len(bytes) != bnfr.Bytes {
			return a, errInvalid
		}
		return a, a.SetBytesCanonical(bytes)
	}
	frBytes := func(a *bnfr.Element) []byte { bytes := a.Bytes(); return bytes[:] }
	of2 := func(a *bn.E2) []*bnfp.Element { return []*bnfp.Element{&a.A0, &a.A1} }
	of12 := func(a *bn.GT) (places []*bnfp.Element) {
		for _, half := range []*bn.E6{&a.C0, &a.C1} {
			for _, third := range []*bn.E2{&half.B0, &half.B1, &half.B2} {
				places = append(places, of2(third)...)
			}
		}
		return
	}
	fp2, fp2Bytes := coefficients(32, fp, of2), encoded(fpBytes, of2)
	fp12, fp12Bytes := coefficients(32, fp, of12), encoded(fpBytes, of12)
	arithmetic(all, id+"fp", fp, fpBytes, "mul", "sqr", "inv")
	arithmetic(all, id+"fr", fr, frBytes, "mul")
	arithmetic(all, id+"fp2", fp2, fp2Bytes, "mul", "sqr")
	arithmetic(all, id+"fp12", fp12, fp12Bytes, "mul", "sqr")
	all[id+"fp12_cyclotomic_sqr"] = iterate(fp12, func(acc *bn.GT) { acc.CyclotomicSquare(acc) }, fp12Bytes)

	// EIP-196 and EIP-197: coordinates, zeros for the identity; of G2 the coefficient of u comes first, as in gnark's own encoding.
	g1 := func(bytes []byte) (p bn.G1Affine, err error) {
		if len(bytes) != 64 {
			return p, errInvalid
		}
		if p.X, err = fp(bytes[:32]); err == nil {
			p.Y, err = fp(bytes[32:])
		}
		if err == nil && !p.IsInfinity() && !p.IsOnCurve() {
			err = errInvalid
		}
		return
	}
	g2 := func(bytes []byte) (p bn.G2Affine, err error) {
		if len(bytes) != 128 {
			return p, errInvalid
		}
		for i, place := range []*bnfp.Element{&p.X.A1, &p.X.A0, &p.Y.A1, &p.Y.A0} {
			if *place, err = fp(bytes[32*i : 32*(i+1)]); err != nil {
				return
			}
		}
		if !p.IsInfinity() && !(p.IsOnCurve() && p.IsInSubGroup()) {
			err = errInvalid
		}
		return
	}
	g1Affine := func(p *bn.G1Affine) []byte { return append(fpBytes(&p.X), fpBytes(&p.Y)...) }
	g2Affine := func(p *bn.G2Affine) (bytes []byte) {
		for _, place := range []*bnfp.Element{&p.X.A1, &p.X.A0, &p.Y.A1, &p.Y.A0} {
			bytes = append(bytes, fpBytes(place)...)
		}
		return
	}
	g1Jac := func(bytes []byte) (p bn.G1Jac, err error) {
		affine, err := g1(bytes)
		p.FromAffine(&affine)
		return
	}
	g2Jac := func(bytes []byte) (p bn.G2Jac, err error) {
		affine, err := g2(bytes)
		p.FromAffine(&affine)
		return
	}
	g1Bytes := func(p *bn.G1Jac) []byte { var affine bn.G1Affine; return g1Affine(affine.FromJacobian(p)) }
	g2Bytes := func(p *bn.G2Jac) []byte { var affine bn.G2Affine; return g2Affine(affine.FromJacobian(p)) }
	below := scalar(bnfr.Modulus())
	all[id+"g1_add"] = chain(g1Jac, g1Jac, func(acc, q *bn.G1Jac) { acc.AddAssign(q) }, g1Bytes)
	all[id+"g1_double"] = iterate(g1Jac, func(acc *bn.G1Jac) { acc.DoubleAssign() }, g1Bytes)
	all[id+"g2_add"] = chain(g2Jac, g2Jac, func(acc, q *bn.G2Jac) { acc.AddAssign(q) }, g2Bytes)
	all[id+"g2_double"] = iterate(g2Jac, func(acc *bn.G2Jac) { acc.DoubleAssign() }, g2Bytes)
	all[id+"g1_mul_vartime"] = calls(2, both(g1Jac, below), func(c *pair[bn.G1Jac, big.Int]) (p bn.G1Jac, _ error) {
		p.ScalarMultiplication(&c.a, &c.b)
		return
	}, g1Bytes)
	all[id+"g2_mul_vartime"] = calls(2, both(g2Jac, below), func(c *pair[bn.G2Jac, big.Int]) (p bn.G2Jac, _ error) {
		p.ScalarMultiplication(&c.a, &c.b)
		return
	}, g2Bytes)
	all[id+"g1_decode"] = fromBytes("subgroup", unary(asIs, func(bytes *[]byte) (bn.G1Affine, error) { return g1(*bytes) }, g1Affine))
	all[id+"g2_decode"] = fromBytes("subgroup", unary(asIs, func(bytes *[]byte) (bn.G2Affine, error) { return g2(*bytes) }, g2Affine))
}

func ofSecp256k1(all map[string]operation) {
	const id = "secp256k1/"
	fp := func(bytes []byte) (a secpfp.Element, err error) {
		if len(bytes) != secpfp.Bytes {
			return a, errInvalid
		}
		return a, a.SetBytesCanonical(bytes)
	}
	fpBytes := func(a *secpfp.Element) []byte { bytes := a.Bytes(); return bytes[:] }
	fr := func(bytes []byte) (a secpfr.Element, err error) {
		if len(bytes) != secpfr.Bytes {
			return a, errInvalid
		}
		return a, a.SetBytesCanonical(bytes)
	}
	frBytes := func(a *secpfr.Element) []byte { bytes := a.Bytes(); return bytes[:] }
	arithmetic(all, id+"fp", fp, fpBytes, "mul", "sqr", "inv")
	arithmetic(all, id+"fr", fr, frBytes, "mul", "inv")

	point := func(bytes []byte) (p secp256k1.G1Affine, err error) {
		if len(bytes) == 1 && bytes[0] == 0 {
			return
		}
		if len(bytes) != 65 || bytes[0] != 4 {
			return p, errInvalid
		}
		if p.X, err = fp(bytes[1:33]); err == nil {
			p.Y, err = fp(bytes[33:])
		}
		if err == nil && !p.IsOnCurve() {
			err = errInvalid
		}
		return
	}
	jacobian := func(bytes []byte) (p secp256k1.G1Jac, err error) {
		affine, err := point(bytes)
		p.FromAffine(&affine)
		return
	}
	affineBytes := func(p *secp256k1.G1Affine) []byte {
		if p.IsInfinity() {
			return []byte{0}
		}
		return append(append([]byte{4}, fpBytes(&p.X)...), fpBytes(&p.Y)...)
	}
	bytes := func(p *secp256k1.G1Jac) []byte {
		var affine secp256k1.G1Affine
		return affineBytes(affine.FromJacobian(p))
	}
	below := scalar(secpfr.Modulus())
	all[id+"add"] = chain(jacobian, jacobian, func(acc, q *secp256k1.G1Jac) { acc.AddAssign(q) }, bytes)
	all[id+"double"] = iterate(jacobian, func(acc *secp256k1.G1Jac) { acc.DoubleAssign() }, bytes)
	all[id+"mul_vartime"] = calls(2, both(point, below), func(c *pair[secp256k1.G1Affine, big.Int]) (p secp256k1.G1Affine, _ error) {
		p.ScalarMultiplication(&c.a, &c.b)
		return
	}, affineBytes)
	all[id+"generator_mul"] = unary(below, func(k *big.Int) (p secp256k1.G1Affine, _ error) {
		p.ScalarMultiplicationBase(k)
		return
	}, affineBytes)
}
