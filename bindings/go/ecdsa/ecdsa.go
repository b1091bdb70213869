// Package ecdsa has ECDSA on secp256k1 and P-256. Secret keys and digests are 32 bytes, signatures
// 64, which are r and s; all integers are big-endian. Public keys are points by SEC 1, 33 bytes
// compressed or 65. Nonces follow from key and digest (RFC 6979): no generator of random numbers
// can spoil them.
//
// A verification gives nil if the signature holds; [curvemark.ErrNotValid] is the verdict, and
// other errors say what is wrong with the bytes.
package ecdsa

import (
	curvemark "github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

// Curve is the curve of a signature.
type Curve uint32

const (
	// Secp256k1 is Bitcoin's and Ethereum's.
	Secp256k1 Curve = 0
	// P256 is NIST's P-256.
	P256 Curve = 1
)

// RandomSecretKey makes a uniformly random secret key of the operating system's bytes.
func (c Curve) RandomSecretKey() (secret [32]byte, err error) {
	err = call.Error(native.EcdsaRandomSecretKey(uint32(c), secret[:]))
	return secret, err
}

// PublicKey computes the compressed public key of a secret key of 32 bytes. Constant time in it.
//
// Errors: [curvemark.ErrLength], [curvemark.ErrScalar], [curvemark.ErrScalarZero].
func (c Curve) PublicKey(secret []byte) (public [33]byte, err error) {
	err = call.Error(native.EcdsaPublicKey(uint32(c), secret, public[:]))
	return public, err
}

// PublicKeyUncompressed is [Curve.PublicKey] as a point of 65 bytes, of which the first is 4.
func (c Curve) PublicKeyUncompressed(secret []byte) (public [65]byte, err error) {
	err = call.Error(native.EcdsaPublicKey(uint32(c), secret, public[:]))
	return public, err
}

// Sign signs a digest of 32 bytes; s is at most half the order, as Bitcoin and Ethereum ask for.
// Constant time in the secret key.
func (c Curve) Sign(secret, digest []byte) (signature [64]byte, err error) {
	err = call.Error(native.EcdsaSign(uint32(c), secret, digest, signature[:]))
	return signature, err
}

// Verify verifies a signature on a digest by a public key of 33 or 65 bytes. Any s below the order
// is accepted. Variable time.
//
// Errors: [curvemark.ErrSignatureEncoding] if r or s is zero or not below the order.
func (c Curve) Verify(public, digest, signature []byte) error {
	return call.Error(native.EcdsaVerify(uint32(c), public, digest, signature))
}

// VerifyLowS is [Curve.Verify], but an s above half the order is an error: for who asks, as Bitcoin
// and Ethereum do, that nobody can turn a signature into another one.
func (c Curve) VerifyLowS(public, digest, signature []byte) error {
	return call.Error(native.EcdsaVerifyLowS(uint32(c), public, digest, signature))
}

// SignRecoverable signs so that the public key can be recovered: r, s and the recovery id, 0 to 3.
// Constant time in the secret key.
func (c Curve) SignRecoverable(secret, digest []byte) (signature [65]byte, err error) {
	err = call.Error(native.EcdsaSignRecoverable(uint32(c), secret, digest, signature[:]))
	return signature, err
}

// Recover gives the uncompressed public key for which a signature of 65 bytes is valid.
//
// Errors: [curvemark.ErrNotRecoverable], [curvemark.ErrSignatureEncoding].
func (c Curve) Recover(digest, signature []byte) (public [65]byte, err error) {
	err = call.Error(native.EcdsaRecover(uint32(c), digest, signature, public[:]))
	return public, err
}

// RecoverCompressed is [Curve.Recover] as a point of 33 bytes.
func (c Curve) RecoverCompressed(digest, signature []byte) (public [33]byte, err error) {
	err = call.Error(native.EcdsaRecover(uint32(c), digest, signature, public[:]))
	return public, err
}

// SignatureToDER writes a signature in DER, as X.509, TLS and Bitcoin have it.
func (c Curve) SignatureToDER(signature []byte) ([]byte, error) {
	der, written := make([]byte, 72), uintptr(0)
	status := native.EcdsaSignatureToDer(uint32(c), signature, der, &written)
	if status != 0 {
		return nil, call.Error(status)
	}
	return der[:written], nil
}

// SignatureFromDER reads a signature in DER, strictly: the shortest form, and nothing after it.
func (c Curve) SignatureFromDER(der []byte) (signature [64]byte, err error) {
	err = call.Error(native.EcdsaSignatureFromDer(uint32(c), der, signature[:]))
	return signature, err
}

// Item is a signature to verify with others: a compressed key, a digest, and r and s.
type Item struct {
	PublicKey [33]byte
	Digest    [32]byte
	Signature [64]byte
}

// VerifyEach verifies many signatures, faster than one by one: nil or an error for each.
//
// Errors: [curvemark.ErrEmpty] for none.
func (c Curve) VerifyEach(items []Item) ([]error, error) {
	var keys, digests, signatures []byte
	for i := range items {
		keys = append(keys, items[i].PublicKey[:]...)
		digests = append(digests, items[i].Digest[:]...)
		signatures = append(signatures, items[i].Signature[:]...)
	}
	verdicts := make([]byte, len(items))
	status := native.EcdsaVerifyEach(uint32(c), keys, digests, signatures, verdicts)
	if status != 0 {
		return nil, curvemark.Error(status)
	}
	return call.Verdicts(verdicts), nil
}

// Keccak256 is the hash function of Ethereum, which is not SHA3-256.
func Keccak256(message []byte) (digest [32]byte) {
	call.Must(native.Keccak256(message, digest[:]))
	return digest
}
