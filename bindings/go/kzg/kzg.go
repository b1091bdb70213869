// Package kzg has KZG commitments as Ethereum has them: blobs of EIP-4844 and cells of EIP-7594.
// The names of its types and functions are those of go-ethereum's crypto/kzg4844, so that a program
// for that package changes one import; settings, threads and recovery are here besides.
//
// A blob is 4,096 integers of 32 big-endian bytes below the order of the group. Commitments and
// proofs are compressed points of G1. All is public, and all takes variable time.
//
// A verification gives nil if it holds; [curvemark.ErrNotValid] is the verdict, and other errors
// say what is wrong with the bytes.
package kzg

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"runtime"
	"sync"

	curvemark "github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

const (
	// CellsPerBlob is how many cells a blob has.
	CellsPerBlob = 128
	// CellProofsPerBlob is how many proofs of cells a blob has.
	CellProofsPerBlob = CellsPerBlob
)

type (
	// Blob is 4,096 integers.
	Blob [131072]byte
	// Commitment is a commitment to a blob.
	Commitment [48]byte
	// Proof is a proof of a value, of a blob or of a cell.
	Proof [48]byte
	// Point is where a blob's polynomial is evaluated.
	Point [32]byte
	// Claim is the value there.
	Claim [32]byte
	// Cell is a part of an extended blob.
	Cell [2048]byte
)

// MarshalText writes a commitment in hexadecimal, with 0x before it.
func (c Commitment) MarshalText() ([]byte, error) { return text(c[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (c *Commitment) UnmarshalText(input []byte) error { return fromText(c[:], input) }

// MarshalText writes a proof in hexadecimal, with 0x before it.
func (p Proof) MarshalText() ([]byte, error) { return text(p[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (p *Proof) UnmarshalText(input []byte) error { return fromText(p[:], input) }

// MarshalText writes a blob in hexadecimal, with 0x before it.
func (b *Blob) MarshalText() ([]byte, error) { return text(b[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (b *Blob) UnmarshalText(input []byte) error { return fromText(b[:], input) }

func text(bytes []byte) []byte { return hex.AppendEncode([]byte("0x"), bytes) }

func fromText(out, input []byte) error {
	if len(input) < 2 || input[0] != '0' || input[1]|0x20 != 'x' {
		return fmt.Errorf("kzg: hexadecimal begins with 0x")
	}
	if len(input) != 2+2*len(out) {
		return fmt.Errorf("kzg: %d hexadecimal digits, not %d", len(input)-2, 2*len(out))
	}
	read := make([]byte, len(out))
	if _, err := hex.Decode(read, input[2:]); err != nil {
		return fmt.Errorf("kzg: %w", err)
	}
	copy(out, read)
	return nil
}

// Settings is what all functions need that make no proofs of cells: points of a trusted setup, and
// what follows from them. It may be used by many goroutines at once.
type Settings struct{ handle native.Handle }

// Prover is what functions need that make proofs of cells. It may be used by many goroutines at
// once.
type Prover struct{ handle native.Handle }

// NewSettings makes settings of Ethereum's ceremony, which is part of the library. With tableBytes
// 0 there is no table; 4194304 is for one of 3.75 MiB, which makes commitments a quarter cheaper.
func NewSettings(tableBytes uint) (*Settings, error) {
	settings := new(Settings)
	return settings.unless(native.KzgSettingsEthereum(uintptr(tableBytes), &settings.handle))
}

// SettingsFromText makes settings of a trusted setup in the text format of c-kzg-4844
// (trusted_setup.txt). All its points and their powers are checked.
//
// Errors: [curvemark.ErrSetup].
func SettingsFromText(text []byte, tableBytes uint) (*Settings, error) {
	settings := new(Settings)
	return settings.unless(native.KzgSettingsFromText(text, uintptr(tableBytes), &settings.handle))
}

func (s *Settings) unless(status int32) (*Settings, error) {
	if status != 0 {
		return nil, call.Error(status)
	}
	runtime.AddCleanup(s, native.KzgSettingsFree, s.handle)
	return s, nil
}

// NewProver makes a prover of cells of Ethereum's ceremony. With tableBytes 0 there is no table,
// which takes 13 MiB; more is faster. Threads is 1 for the calling thread only, and 0 for as many
// as the machine has.
func NewProver(tableBytes uint, threads int) (*Prover, error) {
	prover := new(Prover)
	return prover.unless(native.KzgCellProverEthereum(
		uintptr(tableBytes), call.Threads(threads), &prover.handle))
}

// ProverFromText makes a prover of cells of a trusted setup in the text format of c-kzg-4844.
func ProverFromText(text []byte, tableBytes uint, threads int) (*Prover, error) {
	prover := new(Prover)
	return prover.unless(native.KzgCellProverFromText(
		text, uintptr(tableBytes), call.Threads(threads), &prover.handle))
}

func (p *Prover) unless(status int32) (*Prover, error) {
	if status != 0 {
		return nil, call.Error(status)
	}
	runtime.AddCleanup(p, native.KzgCellProverFree, p.handle)
	return p, nil
}

// Commit computes the commitment to a blob.
//
// Errors: [curvemark.ErrScalar] if an integer of the blob is not below the order.
func (s *Settings) Commit(blob *Blob, threads int) (commitment Commitment, err error) {
	defer runtime.KeepAlive(s)
	err = call.Error(native.KzgCommit(s.handle, blob[:], commitment[:], call.Threads(threads)))
	return commitment, err
}

// Prove computes the value of a blob's polynomial at a point, and a proof of it.
func (s *Settings) Prove(
	blob *Blob, point Point, threads int,
) (proof Proof, claim Claim, err error) {
	defer runtime.KeepAlive(s)
	err = call.Error(native.KzgProve(
		s.handle, blob[:], point[:], proof[:], claim[:], call.Threads(threads)))
	return proof, claim, err
}

// ProveBlob computes a proof that a blob is that of its commitment. The commitment must be the
// blob's: it is not computed again, and the proof is worthless if it is not.
func (s *Settings) ProveBlob(
	blob *Blob, commitment Commitment, threads int,
) (proof Proof, err error) {
	defer runtime.KeepAlive(s)
	err = call.Error(native.KzgProveBlob(
		s.handle, blob[:], commitment[:], proof[:], call.Threads(threads)))
	return proof, err
}

// Verify verifies that the polynomial of a commitment has a value at a point.
func (s *Settings) Verify(commitment Commitment, point Point, claim Claim, proof Proof) error {
	defer runtime.KeepAlive(s)
	return call.Error(native.KzgVerify(s.handle, commitment[:], point[:], claim[:], proof[:]))
}

// VerifyBlob verifies that a blob is that of a commitment.
func (s *Settings) VerifyBlob(blob *Blob, commitment Commitment, proof Proof) error {
	defer runtime.KeepAlive(s)
	return call.Error(native.KzgVerifyBlob(s.handle, blob[:], commitment[:], proof[:]))
}

// VerifyBlobs verifies many blobs at once; none are valid.
//
// Errors: [curvemark.ErrCount] if there are not as many of each.
func (s *Settings) VerifyBlobs(
	blobs []Blob, commitments []Commitment, proofs []Proof, threads int,
) error {
	defer runtime.KeepAlive(s)
	return call.Error(native.KzgVerifyBlobs(s.handle, call.Flat(blobs), call.Flat(commitments),
		call.Flat(proofs), call.Threads(threads)))
}

// VerifyCells verifies that cells are those of blobs: of each cell the commitment of its blob, its
// index there, itself, and its proof. None are valid.
//
// Errors: [curvemark.ErrCount], [curvemark.ErrCells].
func (s *Settings) VerifyCells(
	commitments []Commitment, indices []uint64, cells []Cell, proofs []Proof, threads int,
) error {
	defer runtime.KeepAlive(s)
	return call.Error(native.KzgVerifyCells(s.handle, call.Flat(commitments), indices,
		call.Flat(cells), call.Flat(proofs), call.Threads(threads)))
}

// ComputeCells computes the 128 cells of a blob without proofs.
func (s *Settings) ComputeCells(blob *Blob) ([]Cell, error) {
	defer runtime.KeepAlive(s)
	cells := make([]Cell, CellsPerBlob)
	if status := native.KzgComputeCells(s.handle, blob[:], call.Flat(cells)); status != 0 {
		return nil, call.Error(status)
	}
	return cells, nil
}

// ProveCells computes the 128 cells of a blob and their proofs.
func (p *Prover) ProveCells(blob *Blob, threads int) ([]Cell, []Proof, error) {
	defer runtime.KeepAlive(p)
	cells, proofs := make([]Cell, CellsPerBlob), make([]Proof, CellsPerBlob)
	status := native.KzgProveCells(
		p.handle, blob[:], call.Flat(cells), call.Flat(proofs), call.Threads(threads))
	if status != 0 {
		return nil, nil, call.Error(status)
	}
	return cells, proofs, nil
}

// RecoverCells recovers all cells of a blob and their proofs from half of the cells or more.
// Indices are those of the cells that are there, ascending. More than 64 cells that are not all of
// one blob are refused; [Prover.RecoverCellsTruncated] has the rule of EIP-7594 for those.
//
// Errors: [curvemark.ErrCells], [curvemark.ErrCount], [curvemark.ErrScalar].
func (p *Prover) RecoverCells(
	indices []uint64, known []Cell, threads int,
) ([]Cell, []Proof, error) {
	return p.recover(native.KzgRecoverCells, indices, known, threads)
}

// RecoverCellsTruncated is [Prover.RecoverCells] by the rule of EIP-7594 for all input: for cells
// that are not all of one blob it answers with cells and proofs of another one, and no error says
// so. Take it only where the answer must be that of others who follow the specification to the
// letter.
func (p *Prover) RecoverCellsTruncated(
	indices []uint64, known []Cell, threads int,
) ([]Cell, []Proof, error) {
	return p.recover(native.KzgRecoverCellsTruncated, indices, known, threads)
}

func (p *Prover) recover(
	run func(native.Handle, []uint64, []byte, []byte, []byte, uintptr) int32,
	indices []uint64, known []Cell, threads int,
) ([]Cell, []Proof, error) {
	defer runtime.KeepAlive(p)
	cells, proofs := make([]Cell, CellsPerBlob), make([]Proof, CellsPerBlob)
	status := run(p.handle, indices, call.Flat(known), call.Flat(cells), call.Flat(proofs),
		call.Threads(threads))
	if status != 0 {
		return nil, nil, call.Error(status)
	}
	return cells, proofs, nil
}

// What the functions of go-ethereum's names use: made once, at the first call.
var settings = sync.OnceValue(func() *Settings {
	made, err := NewSettings(1 << 22)
	if err != nil {
		panic(err)
	}
	return made
})

var prover = sync.OnceValue(func() *Prover {
	made, err := NewProver(0, 1)
	if err != nil {
		panic(err)
	}
	return made
})

// BlobToCommitment is [Settings.Commit] by Ethereum's ceremony, on the calling thread, as are the
// functions below. The first call makes settings with a table, which takes longer; so does the
// first call about proofs of cells, which makes a prover.
func BlobToCommitment(blob *Blob) (Commitment, error) { return settings().Commit(blob, 1) }

// ComputeProof is [Settings.Prove].
func ComputeProof(blob *Blob, point Point) (Proof, Claim, error) {
	return settings().Prove(blob, point, 1)
}

// VerifyProof is [Settings.Verify].
func VerifyProof(commitment Commitment, point Point, claim Claim, proof Proof) error {
	return settings().Verify(commitment, point, claim, proof)
}

// ComputeBlobProof is [Settings.ProveBlob].
func ComputeBlobProof(blob *Blob, commitment Commitment) (Proof, error) {
	return settings().ProveBlob(blob, commitment, 1)
}

// VerifyBlobProof is [Settings.VerifyBlob].
func VerifyBlobProof(blob *Blob, commitment Commitment, proof Proof) error {
	return settings().VerifyBlob(blob, commitment, proof)
}

// ComputeCellProofs gives the proofs of [Prover.ProveCells].
func ComputeCellProofs(blob *Blob) ([]Proof, error) {
	_, proofs, err := prover().ProveCells(blob, 1)
	return proofs, err
}

// ComputeCells is [Settings.ComputeCells] of several blobs, one after the other.
func ComputeCells(blobs []Blob) ([]Cell, error) {
	cells := make([]Cell, 0, len(blobs)*CellsPerBlob)
	for i := range blobs {
		some, err := settings().ComputeCells(&blobs[i])
		if err != nil {
			return nil, err
		}
		cells = append(cells, some...)
	}
	return cells, nil
}

// VerifyCellProofs verifies all cells of blobs: of each blob its commitment and 128 proofs.
//
// Errors: [curvemark.ErrCount] if there are not as many of each.
func VerifyCellProofs(blobs []Blob, commitments []Commitment, proofs []Proof) error {
	if len(blobs) != len(commitments) || len(proofs) != len(blobs)*CellsPerBlob {
		return curvemark.ErrCount
	}
	cells, err := ComputeCells(blobs)
	if err != nil {
		return err
	}
	of, indices := make([]Commitment, len(cells)), make([]uint64, len(cells))
	for i := range cells {
		of[i], indices[i] = commitments[i/CellsPerBlob], uint64(i%CellsPerBlob)
	}
	return settings().VerifyCells(of, indices, cells, proofs, 1)
}

// CalcBlobHashV1 is the versioned hash of a commitment, by a hash function that must be SHA-256.
func CalcBlobHashV1(hasher hash.Hash, commitment *Commitment) (versioned [32]byte) {
	if hasher.Size() != sha256.Size {
		panic("kzg: the hash function has another size than SHA-256")
	}
	hasher.Reset()
	hasher.Write(commitment[:])
	hasher.Sum(versioned[:0])
	versioned[0] = 1
	return versioned
}

// IsValidVersionedHash says whether a hash begins with the version that [CalcBlobHashV1] writes.
func IsValidVersionedHash(hash []byte) bool { return len(hash) == 32 && hash[0] == 1 }
