package curvemark_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/curvemark/curvemark/bindings/go/cashu"
	v3 "github.com/curvemark/curvemark/bindings/go/cashu/v3"
)

func TestCashuV3(t *testing.T) {
	cases(t, "cashu-v3-roundtrip", func(t *testing.T, v vector) bool {
		secret, factor, key := v.bytes("secret"), [32]byte(v.bytes("r")), [32]byte(v.bytes("a"))
		y, err := v3.HashToCurve(secret)
		compare(t, v.text("y"), y[:], err)
		public, err := v3.PublicKey(&key)
		compare(t, v.text("k"), public[:], err)
		blinded, err := v3.Blind(secret, &factor)
		compare(t, v.text("b-blind"), blinded[:], err)
		signed, err := v3.Sign(&key, blinded)
		compare(t, v.text("c-blind"), signed[:], err)
		signature, err := v3.Unblind(signed, &factor)
		compare(t, v.text("c"), signature[:], err)
		judge(t, "yes", v3.Verify(public, secret, signature))
		judge(t, "no", v3.Verify(public, append(secret, 1), signature))
		return true
	})
	cases(t, "cashu-v3-batch", func(t *testing.T, v vector) bool {
		var coins []v3.Coin
		for _, proof := range v.all("proof") {
			parts := strings.Split(proof, ",")
			coins = append(coins, v3.Coin{
				Secret:    unhex(t, parts[0]),
				Signature: v3.Point(unhex(t, parts[1])),
				PublicKey: v3.MintKey(unhex(t, parts[2])),
			})
		}
		judge(t, v.text("verify"), v3.VerifyBatch(coins))
		return true
	})
	scalar := must[[32]byte](t)(v3.RandomScalar())
	must[v3.MintKey](t)(v3.PublicKey(&scalar))
}

func TestCashu(t *testing.T) {
	cases(t, "cashu-legacy", func(t *testing.T, v vector) bool {
		switch v.text("kind") {
		case "hash":
			point, err := cashu.HashToCurve(v.bytes("secret"))
			compare(t, v.text("point"), point[:], err)
		case "blind":
			factor := [32]byte(v.bytes("r"))
			blinded, err := cashu.Blind(v.bytes("secret"), &factor)
			compare(t, v.text("message"), blinded[:], err)
		case "sign", "prove":
			key, message := [32]byte(v.bytes("k")), cashu.Point(v.bytes("message"))
			signature, proof, err := cashu.Sign(&key, message)
			compare(t, v.text("promise"), signature[:], err)
			public := must[cashu.Point](t)(cashu.PublicKey(&key))
			judge(t, "yes", cashu.VerifyProof(public, message, signature, proof))
			proof.E[31] ^= 1
			judge(t, "no", cashu.VerifyProof(public, message, signature, proof))
		case "promise":
			proof := cashu.Proof{E: [32]byte(v.bytes("e")), S: [32]byte(v.bytes("s"))}
			key, message := cashu.Point(v.bytes("key")), cashu.Point(v.bytes("message"))
			promise := cashu.Point(v.bytes("promise"))
			judge(t, "yes", cashu.VerifyProof(key, message, promise, proof))
		case "derive":
			counter := must[uint64](t)(strconv.ParseUint(v.text("counter"), 10, 64))
			secret, err := cashu.DeriveSecret(v.bytes("seed"), v.bytes("keyset"), counter)
			compare(t, v.text("secret"), secret[:], err)
			factor, err := cashu.DeriveFactor(v.bytes("seed"), v.bytes("keyset"), counter)
			compare(t, v.text("r"), factor[:], err)
		default:
			return false
		}
		return true
	})
	// A whole payment.
	key := must[[32]byte](t)(cashu.RandomScalar())
	factor := must[[32]byte](t)(cashu.RandomScalar())
	public := must[cashu.Point](t)(cashu.PublicKey(&key))
	blinded := must[cashu.Point](t)(cashu.Blind([]byte("a secret"), &factor))
	signed, _, err := cashu.Sign(&key, blinded)
	if err != nil {
		t.Fatal(err)
	}
	signature := must[cashu.Point](t)(cashu.Unblind(signed, &factor, public))
	judge(t, "yes", cashu.Verify(&key, []byte("a secret"), signature))
	judge(t, "no", cashu.Verify(&key, []byte("another"), signature))
}
