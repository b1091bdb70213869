package curvemark_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"

	curvemark "github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/ecdsa"
	"github.com/curvemark/curvemark/bindings/go/ed25519"
	"github.com/curvemark/curvemark/bindings/go/schnorr"
	"github.com/curvemark/curvemark/bindings/go/secp256k1"
)

func hashed(message []byte) []byte {
	digest := sha256.Sum256(message)
	return digest[:]
}

func TestEcdsa(t *testing.T) {
	for file, curve := range map[string]ecdsa.Curve{
		"ecdsa-secp256k1": ecdsa.Secp256k1,
		"ecdsa-p256":      ecdsa.P256,
	} {
		cases(t, file, func(t *testing.T, v vector) bool {
			judge(t, v.text("holds"),
				curve.Verify(v.bytes("key"), hashed(v.bytes("message")), v.bytes("signature")))
			return true
		})
	}
	cases(t, "ecdsa-sign", func(t *testing.T, v vector) bool {
		curve, digest, compared := ecdsa.Secp256k1, []byte(nil), 64
		if v.text("curve") == "P-256" {
			if v.text("hash") != "SHA256" {
				return false
			}
			// The case has the s of the equation, and the function the lower one.
			curve, digest, compared = ecdsa.P256, hashed(v.bytes("message")), 32
		} else if v.text("entropy") != "" {
			return false
		} else {
			digest = v.bytes("digest")
		}
		secret := v.bytes("secret")
		signature := must[[64]byte](t)(curve.Sign(secret, digest))
		if !bytes.Equal(signature[:compared], v.bytes("signature")[:compared]) {
			t.Errorf("%x", signature)
		}
		public := must[[33]byte](t)(curve.PublicKey(secret))
		judge(t, "yes", curve.Verify(public[:], digest, signature[:]))
		judge(t, "yes", curve.VerifyLowS(public[:], digest, signature[:]))
		recoverable := must[[65]byte](t)(curve.SignRecoverable(secret, digest))
		if must[[33]byte](t)(curve.RecoverCompressed(digest, recoverable[:])) != public {
			t.Error("another key is recovered")
		}
		der := must[[]byte](t)(curve.SignatureToDER(signature[:]))
		if must[[64]byte](t)(curve.SignatureFromDER(der)) != signature {
			t.Error("another signature is read from DER")
		}
		if _, err := curve.SignatureFromDER(append(der, 0)); err != curvemark.ErrSignatureEncoding {
			t.Error(err)
		}
		item := ecdsa.Item{PublicKey: public, Digest: [32]byte(digest), Signature: signature}
		other := item
		other.Digest[0] ^= 1
		verdicts := must[[]error](t)(curve.VerifyEach([]ecdsa.Item{item, other, item}))
		if verdicts[0] != nil || verdicts[1] != curvemark.ErrNotValid || verdicts[2] != nil {
			t.Error(verdicts)
		}
		return true
	})
	if _, err := ecdsa.P256.VerifyEach(nil); err != curvemark.ErrEmpty {
		t.Error(err)
	}
}

// The functions of go-ethereum's names.
func TestSecp256k1(t *testing.T) {
	secret := must[[32]byte](t)(ecdsa.Secp256k1.RandomSecretKey())
	public := must[[65]byte](t)(ecdsa.Secp256k1.PublicKeyUncompressed(secret[:]))
	hash := hashed([]byte("a transaction"))
	signature := must[[]byte](t)(secp256k1.Sign(hash, secret[:]))
	if !bytes.Equal(must[[]byte](t)(secp256k1.RecoverPubkey(hash, signature)), public[:]) {
		t.Error("another key is recovered")
	}
	if !secp256k1.VerifySignature(public[:], hash, signature[:64]) {
		t.Error("a good signature is refused")
	}
	for _, wrong := range [][]byte{signature, signature[:63], nil, make([]byte, 64)} {
		if secp256k1.VerifySignature(public[:], hash, wrong) {
			t.Errorf("%x is accepted", wrong)
		}
	}
	if secp256k1.VerifySignature(public[:], hash[:31], signature[:64]) {
		t.Error("a hash of 31 bytes is accepted")
	}
	if _, err := secp256k1.Sign(hash, make([]byte, 32)); err != curvemark.ErrScalarZero {
		t.Error(err)
	}
	signature[64] = 4
	if _, err := secp256k1.RecoverPubkey(hash, signature); err == nil {
		t.Error("a recovery id of 4 is accepted")
	}
}

func TestSchnorr(t *testing.T) {
	cases(t, "bip340", func(t *testing.T, v vector) bool {
		key, message, signature := v.bytes("key"), v.bytes("message"), v.bytes("signature")
		judge(t, v.text("holds"), schnorr.Verify(key, message, signature))
		judge(t, v.text("holds"), schnorr.VerifyBatch([]schnorr.Item{
			{PublicKey: [32]byte(key), Message: message, Signature: [64]byte(signature)}}))
		if v.has("secret") {
			auxiliary := [32]byte(v.bytes("aux"))
			made, err := schnorr.Sign(v.bytes("secret"), message, &auxiliary)
			compare(t, v.text("signature"), made[:], err)
			public, err := schnorr.PublicKey(v.bytes("secret"))
			compare(t, v.text("key"), public[:], err)
		}
		return true
	})
}

func TestEd25519(t *testing.T) {
	cases(t, "ed25519-verify", func(t *testing.T, v vector) bool {
		key, message, signature := v.bytes("key"), v.bytes("msg"), v.bytes("sig")
		judge(t, v.text("zip215"), ed25519.ZIP215.Verify(key, message, signature))
		if len(signature) == 64 && len(key) == 32 {
			judge(t, v.text("zip215"), ed25519.VerifyBatch([]ed25519.Item{
				{PublicKey: [32]byte(key), Message: message, Signature: [64]byte(signature)}}))
		}
		if v.has("seed") {
			made, err := ed25519.Sign(v.bytes("seed"), message)
			compare(t, v.text("sig"), made[:], err)
			public, err := ed25519.PublicKey(v.bytes("seed"))
			compare(t, v.text("key"), public[:], err)
			judge(t, "yes", ed25519.RFC8032Strict.Verify(key, message, signature))
		}
		return true
	})
	err := ed25519.Rule(2).Verify(make([]byte, 32), nil, make([]byte, 64))
	if err != curvemark.ErrArgument {
		t.Error(err)
	}
}

func TestKeccak256(t *testing.T) {
	cases(t, "hashes", func(t *testing.T, v vector) bool {
		if v.text("function") != "Keccak-256" {
			return false
		}
		digest := ecdsa.Keccak256(v.bytes("message"))
		if hex.EncodeToString(digest[:]) != v.text("digest") {
			t.Errorf("%x", digest)
		}
		return true
	})
}
