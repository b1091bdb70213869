// Package groth16 verifies proofs of Groth16 on BN254 and BLS12-381. Keys and proofs are in the
// encoding of arkworks. Public inputs are 32 little-endian bytes each, below the order of the
// groups. All is public, and all takes variable time.
package groth16

import (
	"runtime"

	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

// Form is the curve of a key and its proofs, and the form of their points.
type Form uint32

const (
	// BN254Compressed has proofs of 128 bytes.
	BN254Compressed Form = 0
	// BN254Uncompressed has proofs of 256 bytes.
	BN254Uncompressed Form = 1
	// BLS12381Compressed has proofs of 192 bytes.
	BLS12381Compressed Form = 2
	// BLS12381Uncompressed has proofs of 384 bytes.
	BLS12381Uncompressed Form = 3
)

// VerifyingKey is a key with all that does not depend on a proof. It may be used by many goroutines
// at once.
type VerifyingKey struct {
	handle native.Handle
	inputs int
}

// NewVerifyingKey reads a key, and computes what does not depend on a proof. All points are
// checked.
//
// Errors: [curvemark.ErrLength], [curvemark.ErrCount] for a key without further points.
func NewVerifyingKey(form Form, bytes []byte) (*VerifyingKey, error) {
	key := new(VerifyingKey)
	if status := native.Groth16KeyNew(uint32(form), bytes, &key.handle); status != 0 {
		return nil, call.Error(status)
	}
	runtime.AddCleanup(key, native.Groth16KeyFree, key.handle)
	var inputs uintptr
	call.Must(native.Groth16KeyInputs(key.handle, &inputs))
	key.inputs = int(inputs)
	return key, nil
}

// Inputs says how many public inputs a proof has.
func (k *VerifyingKey) Inputs() int { return k.inputs }

// Verify verifies a proof: nil if it holds, [curvemark.ErrNotValid] if not.
//
// Errors: [curvemark.ErrCount] for another number of inputs, [curvemark.ErrScalar], and what is
// wrong with a point of the proof.
func (k *VerifyingKey) Verify(inputs, proof []byte) error {
	defer runtime.KeepAlive(k)
	return call.Error(native.Groth16Verify(k.handle, inputs, proof))
}

// VerifyBatch verifies many proofs at once: the inputs of the first, then those of the next, and
// the proofs one after the other. The weights come from the operating system's random bytes and
// from the whole batch.
//
// Errors: [curvemark.ErrNotValid] is the verdict on all of them, and [VerifyingKey.FindInvalid]
// says which; [curvemark.ErrEmpty], [curvemark.ErrCount].
func (k *VerifyingKey) VerifyBatch(inputs, proofs []byte) error {
	defer runtime.KeepAlive(k)
	return call.Error(native.Groth16VerifyBatch(k.handle, inputs, proofs))
}

// FindInvalid says which of count proofs of a batch hold: nil or [curvemark.ErrNotValid] for each.
func (k *VerifyingKey) FindInvalid(inputs, proofs []byte, count int) ([]error, error) {
	defer runtime.KeepAlive(k)
	verdicts := make([]byte, max(count, 0))
	if status := native.Groth16FindInvalid(k.handle, inputs, proofs, verdicts); status != 0 {
		return nil, call.Error(status)
	}
	return call.Verdicts(verdicts), nil
}
