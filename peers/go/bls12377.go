package main

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	zexe "github.com/consensys/gnark-crypto/ecc/bls12-377"
	zexefp "github.com/consensys/gnark-crypto/ecc/bls12-377/fp"
	zexefr "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
)

// The curve of Zexe's provers. Points are coordinates, zeros for the identity; of G2 the coefficient of u comes first, as in gnark's own
// encoding.
func ofBLS12377(all map[string]operation) {
	const id = "bls12-377/"
	fp := func(bytes []byte) (a zexefp.Element, err error) {
		if len(bytes) != zexefp.Bytes {
			return a, errInvalid
		}
		return a, a.SetBytesCanonical(bytes)
	}
	fpBytes := func(a *zexefp.Element) []byte { bytes := a.Bytes(); return bytes[:] }
	// On the curve, perhaps outside the subgroup.
	g1 := func(bytes []byte) (p zexe.G1Affine, err error) {
		if len(bytes) != 96 {
			return p, errInvalid
		}
		if p.X, err = fp(bytes[:48]); err == nil {
			p.Y, err = fp(bytes[48:])
		}
		if err == nil && !p.IsInfinity() && !p.IsOnCurve() {
			err = errInvalid
		}
		return
	}
	g2 := func(bytes []byte) (p zexe.G2Affine, err error) {
		if len(bytes) != 192 {
			return p, errInvalid
		}
		for i, place := range []*zexefp.Element{&p.X.A1, &p.X.A0, &p.Y.A1, &p.Y.A0} {
			if *place, err = fp(bytes[48*i : 48*(i+1)]); err != nil {
				return
			}
		}
		if !p.IsInfinity() && !p.IsOnCurve() {
			err = errInvalid
		}
		return
	}
	g1Affine := func(p *zexe.G1Affine) []byte { return append(fpBytes(&p.X), fpBytes(&p.Y)...) }
	g1Bytes := func(p *zexe.G1Jac) []byte { var affine zexe.G1Affine; return g1Affine(affine.FromJacobian(p)) }
	g2Bytes := func(p *zexe.G2Jac) (bytes []byte) {
		var affine zexe.G2Affine
		affine.FromJacobian(p)
		for _, place := range []*zexefp.Element{&affine.X.A1, &affine.X.A0, &affine.Y.A1, &affine.Y.A0} {
			bytes = append(bytes, fpBytes(place)...)
		}
		return
	}
	g1Jac := func(bytes []byte) (p zexe.G1Jac, err error) {
		affine, err := g1(bytes)
		p.FromAffine(&affine)
		return
	}
	g2Jac := func(bytes []byte) (p zexe.G2Jac, err error) {
		affine, err := g2(bytes)
		p.FromAffine(&affine)
		return
	}
	below := scalar(zexefr.Modulus())
	all[id+"g1_mul_vartime"] = calls(2, both(g1Jac, below), func(c *pair[zexe.G1Jac, big.Int]) (p zexe.G1Jac, _ error) {
		p.ScalarMultiplication(&c.a, &c.b)
		return
	}, g1Bytes)
	all[id+"g2_mul_vartime"] = calls(2, both(g2Jac, below), func(c *pair[zexe.G2Jac, big.Int]) (p zexe.G2Jac, _ error) {
		p.ScalarMultiplication(&c.a, &c.b)
		return
	}, g2Bytes)
	all[id+"g1_subgroup_check"] = unary(g1, func(p *zexe.G1Affine) (bool, error) { return p.IsInSubGroup(), nil }, verdict)
	all[id+"g2_subgroup_check"] = unary(g2, func(p *zexe.G2Affine) (bool, error) { return p.IsInSubGroup(), nil }, verdict)

	fp12Bytes := encoded(fpBytes, func(a *zexe.GT) (places []*zexefp.Element) {
		for _, half := range []*zexe.E6{&a.C0, &a.C1} {
			for _, third := range []*zexe.E2{&half.B0, &half.B1, &half.B2} {
				places = append(places, &third.A0, &third.A1)
			}
		}
		return
	})
	all[id+"pairing"] = calls(2, both(g1, g2), func(c *pair[zexe.G1Affine, zexe.G2Affine]) (zexe.GT, error) {
		return zexe.Pair([]zexe.G1Affine{c.a}, []zexe.G2Affine{c.b})
	}, fp12Bytes)

	type terms = pair[[]zexe.G1Affine, []zexefr.Element]
	sum := func(count int) operation {
		return calls(2*count, func(args [][]byte) (all terms, _ error) {
			for i := 0; i < len(args); i += 2 {
				var k zexefr.Element
				point, err := g1(args[i])
				if err != nil || k.SetBytesCanonical(args[i+1]) != nil {
					return all, errInvalid
				}
				all.a, all.b = append(all.a, point), append(all.b, k)
			}
			return
		}, func(of *terms) (sum zexe.G1Affine, err error) {
			_, err = sum.MultiExp(of.a, of.b, ecc.MultiExpConfig{NbTasks: 1})
			return
		}, g1Affine)
	}
	all[id+"g1_msm_1024"], all[id+"g1_msm_16384"] = sum(1024), sum(16384)
}
