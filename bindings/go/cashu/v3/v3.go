// Package v3 has the blind signatures of Cashu's version 3, on BLS12-381. A mint's public key is a
// compressed point of G2, 96 bytes, and all other points are compressed points of G1, 48 bytes.
// Secret keys and factors are 32 big-endian bytes, not zero and below the order of the group.
package v3

import (
	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

type (
	// Point is a point that is signed, a blinded one, or a signature.
	Point [48]byte
	// MintKey is a mint's public key.
	MintKey [96]byte
)

// RandomScalar makes a random factor, or a secret key of a mint, of the operating system's bytes.
func RandomScalar() (scalar [32]byte, err error) {
	err = call.Error(native.CashuV3RandomScalar(scalar[:]))
	return scalar, err
}

// DeriveFactor derives a wallet's blinding factor from its seed (NUT-13). Keyset is the id, 33
// bytes of which the first is 2. Constant time in the seed but for the number of attempts.
//
// Errors: [curvemark.ErrLength], [curvemark.ErrRefused] for another version of keyset.
func DeriveFactor(seed, keyset []byte, counter uint64) (factor [32]byte, err error) {
	err = call.Error(native.CashuV3DeriveFactor(seed, keyset, counter, factor[:]))
	return factor, err
}

// HashToCurve hashes a secret to the point that is signed. Constant time in its content.
func HashToCurve(secret []byte) (point Point, err error) {
	err = call.Error(native.CashuV3HashToCurve(secret, point[:]))
	return point, err
}

// Blind blinds a secret. Constant time in the secret's content and the factor.
func Blind(secret []byte, factor *[32]byte) (blinded Point, err error) {
	err = call.Error(native.CashuV3Blind(secret, factor[:], blinded[:]))
	return blinded, err
}

// PublicKey computes the public key of a mint's secret key. Constant time in the secret key.
func PublicKey(secretKey *[32]byte) (public MintKey, err error) {
	err = call.Error(native.CashuV3PublicKey(secretKey[:], public[:]))
	return public, err
}

// Sign signs a blinded point, as a mint. Constant time in the secret key.
func Sign(secretKey *[32]byte, blinded Point) (signature Point, err error) {
	err = call.Error(native.CashuV3Sign(secretKey[:], blinded[:], signature[:]))
	return signature, err
}

// Unblind unblinds a mint's signature. Constant time in the factor.
func Unblind(blindSignature Point, factor *[32]byte) (signature Point, err error) {
	err = call.Error(native.CashuV3Unblind(blindSignature[:], factor[:], signature[:]))
	return signature, err
}

// Verify verifies a signature on a secret by the mint's public key: nil if it holds,
// [curvemark.ErrNotValid] if not.
func Verify(public MintKey, secret []byte, signature Point) error {
	return call.Error(native.CashuV3Verify(public[:], secret, signature[:]))
}

// Coin is a signature to verify with others.
type Coin struct {
	PublicKey MintKey
	Secret    []byte
	Signature Point
}

// VerifyBatch verifies many signatures at once; the weights are hashed from the batch, as Cashu's
// version 3 has it.
//
// Errors: [curvemark.ErrNotValid] is the verdict on all of them; [curvemark.ErrEmpty] for none.
func VerifyBatch(coins []Coin) error {
	var keys, signatures []byte
	secrets := make([][]byte, len(coins))
	for i := range coins {
		keys = append(keys, coins[i].PublicKey[:]...)
		signatures = append(signatures, coins[i].Signature[:]...)
		secrets[i] = coins[i].Secret
	}
	joined, lengths := call.Joined(secrets)
	return call.Error(native.CashuV3VerifyBatch(keys, joined, lengths, signatures))
}
