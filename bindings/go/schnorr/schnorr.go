// Package schnorr has Schnorr signatures on secp256k1 by BIP-340. Secret keys and public keys are
// 32 bytes, signatures 64.
package schnorr

import (
	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

// PublicKey computes the public key of a secret key: the x coordinate of the point. Constant time
// in the secret key.
//
// Errors: [curvemark.ErrLength], [curvemark.ErrScalar], [curvemark.ErrScalarZero].
func PublicKey(secret []byte) (public [32]byte, err error) {
	err = call.Error(native.SchnorrPublicKey(secret, public[:]))
	return public, err
}

// Sign signs a message of any length, mostly a digest. Auxiliary is 32 random bytes against attacks
// on the device, or 32 zeros: the signature is safe with both. Constant time in the secret key.
func Sign(secret, message []byte, auxiliary *[32]byte) (signature [64]byte, err error) {
	err = call.Error(native.SchnorrSign(secret, message, auxiliary[:], signature[:]))
	return signature, err
}

// Verify verifies a signature: nil if it holds, [curvemark.ErrNotValid] if not, and another error
// if the key is no point. Variable time.
func Verify(public, message, signature []byte) error {
	return call.Error(native.SchnorrVerify(public, message, signature))
}

// Item is a signature to verify with others.
type Item struct {
	PublicKey [32]byte
	Message   []byte
	Signature [64]byte
}

// VerifyBatch verifies many signatures at once. The weights come from the operating system's random
// bytes and from the whole batch.
//
// Errors: [curvemark.ErrNotValid] is the verdict on all of them; [curvemark.ErrEmpty] for none.
func VerifyBatch(items []Item) error {
	var keys, signatures []byte
	messages := make([][]byte, len(items))
	for i := range items {
		keys = append(keys, items[i].PublicKey[:]...)
		signatures = append(signatures, items[i].Signature[:]...)
		messages[i] = items[i].Message
	}
	joined, lengths := call.Joined(messages)
	return call.Error(native.SchnorrVerifyBatch(keys, joined, lengths, signatures))
}
