// Package secp256k1 has the functions of go-ethereum's crypto/secp256k1 by which Ethereum signs,
// recovers and verifies, with their names, arguments and errors' moments. Package ecdsa has more.
package secp256k1

import (
	"github.com/curvemark/curvemark/bindings/go/ecdsa"
)

// Sign signs a hash of 32 bytes by a secret key of 32: r, s and the recovery id, 65 bytes. s is
// low. Constant time in the secret key.
func Sign(hash, secret []byte) ([]byte, error) {
	signature, err := ecdsa.Secp256k1.SignRecoverable(secret, hash)
	if err != nil {
		return nil, err
	}
	return signature[:], nil
}

// RecoverPubkey gives the public key of 65 bytes for which a signature of 65 bytes on a hash is
// valid.
func RecoverPubkey(hash, signature []byte) ([]byte, error) {
	public, err := ecdsa.Secp256k1.Recover(hash, signature)
	if err != nil {
		return nil, err
	}
	return public[:], nil
}

// VerifySignature says whether a signature of 64 bytes, r and s, on a hash is valid for a public
// key of 33 or 65 bytes. It refuses an s above half the order.
func VerifySignature(public, hash, signature []byte) bool {
	return ecdsa.Secp256k1.VerifyLowS(public, hash, signature) == nil
}
