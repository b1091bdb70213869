// Package ed25519 has signatures by Ed25519. Seeds and public keys are 32 bytes, signatures 64.
package ed25519

import (
	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

// Rule is the rule by which signatures are verified.
type Rule uint32

const (
	// ZIP215 lets all who verify agree, also in batches.
	ZIP215 Rule = 0
	// RFC8032Strict takes canonical points only, and no cofactor.
	RFC8032Strict Rule = 1
)

// PublicKey computes the public key of a seed of 32 secret bytes. Constant time in the seed.
//
// Errors: [curvemark.ErrLength].
func PublicKey(seed []byte) (public [32]byte, err error) {
	err = call.Error(native.Ed25519PublicKey(seed, public[:]))
	return public, err
}

// Sign signs a message of any length. Constant time in the seed.
func Sign(seed, message []byte) (signature [64]byte, err error) {
	err = call.Error(native.Ed25519Sign(seed, message, signature[:]))
	return signature, err
}

// Verify verifies a signature: nil if it holds, [curvemark.ErrNotValid] if not, and another error
// if the key is no point. Variable time.
func (r Rule) Verify(public, message, signature []byte) error {
	return call.Error(native.Ed25519Verify(uint32(r), public, message, signature))
}

// Item is a signature to verify with others.
type Item struct {
	PublicKey [32]byte
	Message   []byte
	Signature [64]byte
}

// VerifyBatch verifies many signatures at once by ZIP-215. (RFC 8032 in its strict reading has no
// such batches: they would not agree with single verifications.)
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
	return call.Error(native.Ed25519VerifyBatch(keys, joined, lengths, signatures))
}
