// Package poseidon has Poseidon, the hash function of zero-knowledge circuits, as circomlib has it.
// Integers are 32 little-endian bytes below the order of the curve's groups. Constant time in the
// integers, not in their number.
package poseidon

import (
	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

// Field is the curve whose scalars are hashed.
type Field uint32

const (
	// BN254 is circom's.
	BN254 Field = 0
	// BLS12381 is the other.
	BLS12381 Field = 1
)

// Hash hashes 1 to 16 integers.
//
// Errors: [curvemark.ErrEmpty], [curvemark.ErrCount], [curvemark.ErrScalar].
func (f Field) Hash(inputs ...[32]byte) (hash [32]byte, err error) {
	err = call.Error(native.PoseidonHash(uint32(f), call.Flat(inputs), hash[:]))
	return hash, err
}

// HashBatch hashes lists of so many integers each, list after list, eight at a time where the CPU
// can. Threads is 1 for the calling thread only, and 0 for as many as the machine has.
//
// Errors: as in [Field.Hash]; [curvemark.ErrCount] if the last list is too short.
func (f Field) HashBatch(each int, inputs [][32]byte, threads int) ([][32]byte, error) {
	var hashes [][32]byte
	if each > 0 {
		hashes = make([][32]byte, len(inputs)/each)
	}
	status := native.PoseidonHashBatch(
		uint32(f), uintptr(each), call.Flat(inputs), call.Flat(hashes), call.Threads(threads))
	if status != 0 {
		return nil, call.Error(status)
	}
	return hashes, nil
}

// MerkleRoot computes the root of a tree whose nodes hash up to 16 integers (fastcrypto's
// poseidon_merkle_tree). It binds the integers only together with their number.
func (f Field) MerkleRoot(inputs [][32]byte, threads int) (root [32]byte, err error) {
	err = call.Error(native.PoseidonMerkleRoot(
		uint32(f), call.Flat(inputs), root[:], call.Threads(threads)))
	return root, err
}
