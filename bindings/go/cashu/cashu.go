// Package cashu has the blind signatures of today's Cashu, on secp256k1. Package v3 has those of
// version 3, on BLS12-381.
//
// A wallet blinds a secret with a factor, the mint signs the blinded point, and the wallet unblinds
// what it gets. Secret keys and factors are 32 big-endian bytes, not zero and below the order of
// the group. Points are compressed, 33 bytes.
package cashu

import (
	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

// Point is a compressed point.
type Point [33]byte

// Proof is a mint's proof that it signed with its key (NUT-12).
type Proof struct{ E, S [32]byte }

// RandomScalar makes a random factor, or a secret key of a mint, of the operating system's bytes.
func RandomScalar() (scalar [32]byte, err error) {
	err = call.Error(native.CashuRandomScalar(scalar[:]))
	return scalar, err
}

// DeriveSecret derives a wallet's secret from its seed (NUT-13). On the wire it is written in 64
// lower-case hexadecimal characters, and those characters are what is hashed to the curve. Keyset
// is the id, 8 bytes of which the first is 0, or 33 of which it is 1.
//
// Errors: [curvemark.ErrLength], [curvemark.ErrRefused] for another version of keyset,
// [curvemark.ErrArgument] for a counter that is too large.
func DeriveSecret(seed, keyset []byte, counter uint64) (secret [32]byte, err error) {
	err = call.Error(native.CashuDeriveSecret(seed, keyset, counter, secret[:]))
	return secret, err
}

// DeriveFactor derives a wallet's blinding factor from its seed (NUT-13), as [DeriveSecret].
func DeriveFactor(seed, keyset []byte, counter uint64) (factor [32]byte, err error) {
	err = call.Error(native.CashuDeriveFactor(seed, keyset, counter, factor[:]))
	return factor, err
}

// HashToCurve hashes a secret to the point that is signed (NUT-00).
func HashToCurve(secret []byte) (point Point, err error) {
	err = call.Error(native.CashuHashToCurve(secret, point[:]))
	return point, err
}

// Blind blinds a secret. Constant time in the factor.
func Blind(secret []byte, factor *[32]byte) (blinded Point, err error) {
	err = call.Error(native.CashuBlind(secret, factor[:], blinded[:]))
	return blinded, err
}

// PublicKey computes the public key of a mint's secret key. Constant time in the secret key.
func PublicKey(secretKey *[32]byte) (public Point, err error) {
	err = call.Error(native.CashuPublicKey(secretKey[:], public[:]))
	return public, err
}

// Sign signs a blinded point, as a mint, and proves it. Constant time in the secret key.
func Sign(secretKey *[32]byte, blinded Point) (signature Point, proof Proof, err error) {
	err = call.Error(native.CashuSign(
		secretKey[:], blinded[:], signature[:], proof.E[:], proof.S[:]))
	return signature, proof, err
}

// VerifyProof verifies a mint's proof that it signed a blinded point with its key: nil if it holds,
// [curvemark.ErrNotValid] if not.
func VerifyProof(public, blinded, signature Point, proof Proof) error {
	return call.Error(native.CashuVerifyProof(
		public[:], blinded[:], signature[:], proof.E[:], proof.S[:]))
}

// Unblind unblinds a mint's signature. Constant time in the factor.
func Unblind(blindSignature Point, factor *[32]byte, public Point) (signature Point, err error) {
	err = call.Error(native.CashuUnblind(blindSignature[:], factor[:], public[:], signature[:]))
	return signature, err
}

// Verify verifies a signature on a secret, as only the mint can: with its secret key. Constant time
// in the secret key. It gives nil if the signature holds, [curvemark.ErrNotValid] if not.
func Verify(secretKey *[32]byte, secret []byte, signature Point) error {
	return call.Error(native.CashuVerify(secretKey[:], secret, signature[:]))
}
