package main

import (
	"runtime"
	"strconv"
	"sync"

	goethkzg "github.com/crate-crypto/go-eth-kzg"
	gokzg4844 "github.com/crate-crypto/go-kzg-4844"
)

// The word by which both libraries say that a proof does not hold. The error is of a package that others cannot name.
const doesNotHold = "can't verify opening proof"

// verdictOf is what an error of a verification says: a verdict, or that the input is refused.
func verdictOf(err error) (bool, error) {
	if err == nil {
		return true, nil
	}
	if err.Error() == doesNotHold {
		return false, nil
	}
	return false, errInvalid
}

// fixed puts an argument into an array, if it has its length.
func fixed(to []byte, from []byte) error {
	if copy(to, from) != len(from) || len(to) != len(from) {
		return errInvalid
	}
	return nil
}

// routines is how many goroutines a library may start: as many as run at once.
func routines() int { return runtime.GOMAXPROCS(0) }

// How a batch of blobs is verified.
type way int

const (
	alone    way = iota // one blob, by itself
	together            // by a random combination
	spread              // each by itself, in a goroutine of its own
)

// What stands on all CPUs too.
var onAll = []string{"commit", "proof", "blob_proof", "verify_blob", "cells_and_proofs", "recover", "verify_cells_128"}

// withThreads adds the operations on all CPUs. They are the same, but for batches.
func withThreads(all map[string]operation) map[string]operation {
	for _, verb := range onAll {
		if known, ok := all["kzg/"+verb]; ok {
			all["kzg/"+verb+"_parallel"] = onAllThreads(known)
		}
	}
	return all
}

var batches = []int{1, 2, 4, 8, 16, 32, 64}

// What both libraries have, by the bytes of EIP-4844.
type eip4844 interface {
	commit(blob []byte) ([]byte, error)
	proof(blob, z []byte) ([]byte, error)
	blobProof(blob, commitment []byte) ([]byte, error)
	verify(commitment, z, y, proof []byte) error
	// Parses blobs, commitments and proofs, and gives what verifies them.
	batch(args [][]byte, how way) (func() error, error)
}

// What of a case is made ready off the clock, and what is timed.
type ready struct{ call func() ([]byte, error) }

func prepared(count int, checks string, parse func(args [][]byte) (func() ([]byte, error), error)) operation {
	make := func(args [][]byte) (ready, error) {
		call, err := parse(args)
		return ready{call}, err
	}
	run := func(one *ready) ([]byte, error) {
		bytes, err := one.call()
		if err != nil {
			return nil, errInvalid
		}
		return bytes, nil
	}
	return fromBytes(checks, calls(count, make, run, func(bytes *[]byte) []byte { return *bytes }))
}

func judged(call func() error) func() ([]byte, error) {
	return func() ([]byte, error) {
		holds, err := verdictOf(call())
		return verdict(&holds), err
	}
}

func of4844(library func() eip4844) map[string]operation {
	all := map[string]operation{}
	all["kzg/commit"] = prepared(1, "none", func(args [][]byte) (func() ([]byte, error), error) {
		return func() ([]byte, error) { return library().commit(args[0]) }, nil
	})
	all["kzg/proof"] = prepared(2, "none", func(args [][]byte) (func() ([]byte, error), error) {
		return func() ([]byte, error) { return library().proof(args[0], args[1]) }, nil
	})
	all["kzg/blob_proof"] = prepared(2, "subgroup", func(args [][]byte) (func() ([]byte, error), error) {
		return func() ([]byte, error) { return library().blobProof(args[0], args[1]) }, nil
	})
	all["kzg/verify"] = prepared(4, "subgroup", func(args [][]byte) (func() ([]byte, error), error) {
		return judged(func() error { return library().verify(args[0], args[1], args[2], args[3]) }), nil
	})
	all["kzg/verify_blob"] = prepared(3, "subgroup", func(args [][]byte) (func() ([]byte, error), error) {
		call, err := library().batch(args, alone)
		return judged(call), err
	})
	for _, count := range batches {
		blobs := func(how way) operation {
			return prepared(3*count, "subgroup", func(args [][]byte) (func() ([]byte, error), error) {
				call, err := library().batch(args, how)
				return judged(call), err
			})
		}
		id := "kzg/verify_blobs_" + strconv.Itoa(count)
		all[id], all[id+"_parallel"] = blobs(together), onAllThreads(blobs(spread))
	}
	return all
}

// Contexts are made when they are first asked for. They have no tables.
var ethContext = sync.OnceValue(func() *goethkzg.Context {
	made, err := goethkzg.NewContext4096Secure()
	if err != nil {
		panic(err)
	}
	return made
})

var oldContext = sync.OnceValue(func() *gokzg4844.Context {
	made, err := gokzg4844.NewContext4096Secure()
	if err != nil {
		panic(err)
	}
	return made
})

type goEthKzg struct{ *goethkzg.Context }

func (c goEthKzg) commit(bytes []byte) ([]byte, error) {
	blob := new(goethkzg.Blob)
	if err := fixed(blob[:], bytes); err != nil {
		return nil, err
	}
	out, err := c.BlobToKZGCommitment(blob, routines())
	return out[:], err
}

func (c goEthKzg) proof(bytes, point []byte) ([]byte, error) {
	blob, z := new(goethkzg.Blob), goethkzg.Scalar{}
	if fixed(blob[:], bytes) != nil || fixed(z[:], point) != nil {
		return nil, errInvalid
	}
	proof, y, err := c.ComputeKZGProof(blob, z, routines())
	return append(proof[:], y[:]...), err
}

func (c goEthKzg) blobProof(bytes, point []byte) ([]byte, error) {
	blob, commitment := new(goethkzg.Blob), goethkzg.KZGCommitment{}
	if fixed(blob[:], bytes) != nil || fixed(commitment[:], point) != nil {
		return nil, errInvalid
	}
	out, err := c.ComputeBlobKZGProof(blob, commitment, routines())
	return out[:], err
}

func (c goEthKzg) verify(of, at, value, by []byte) error {
	var commitment goethkzg.KZGCommitment
	var z, y goethkzg.Scalar
	var proof goethkzg.KZGProof
	if fixed(commitment[:], of) != nil || fixed(z[:], at) != nil || fixed(y[:], value) != nil || fixed(proof[:], by) != nil {
		return errInvalid
	}
	return c.VerifyKZGProof(commitment, z, y, proof)
}

func (c goEthKzg) batch(args [][]byte, how way) (func() error, error) {
	count := len(args) / 3
	blobs, commitments, proofs := make([]*goethkzg.Blob, count), make([]goethkzg.KZGCommitment, count), make([]goethkzg.KZGProof, count)
	for i := range count {
		blobs[i] = new(goethkzg.Blob)
		if fixed(blobs[i][:], args[3*i]) != nil || fixed(commitments[i][:], args[3*i+1]) != nil || fixed(proofs[i][:], args[3*i+2]) != nil {
			return nil, errInvalid
		}
	}
	switch how {
	case alone:
		return func() error { return c.VerifyBlobKZGProof(blobs[0], commitments[0], proofs[0]) }, nil
	case spread:
		return func() error { return c.VerifyBlobKZGProofBatchPar(blobs, commitments, proofs) }, nil
	}
	return func() error { return c.VerifyBlobKZGProofBatch(blobs, commitments, proofs) }, nil
}

// Cells of EIP-7594.
func (c goEthKzg) cells(args [][]byte) ([]*goethkzg.Cell, error) {
	cells := make([]*goethkzg.Cell, len(args))
	for i, bytes := range args {
		cells[i] = new(goethkzg.Cell)
		if err := fixed(cells[i][:], bytes); err != nil {
			return nil, err
		}
	}
	return cells, nil
}

func indices(bytes []byte) []uint64 {
	out := make([]uint64, len(bytes))
	for i, index := range bytes {
		out[i] = uint64(index)
	}
	return out
}

func withProofs(cells [goethkzg.CellsPerExtBlob]*goethkzg.Cell, proofs []goethkzg.KZGProof) []byte {
	out := []byte{}
	for _, cell := range cells {
		out = append(out, cell[:]...)
	}
	for _, proof := range proofs {
		out = append(out, proof[:]...)
	}
	return out
}

func goEthKzgOperations() map[string]operation {
	library := func() goEthKzg { return goEthKzg{ethContext()} }
	all := of4844(func() eip4844 { return library() })
	blob := func(args [][]byte) (*goethkzg.Blob, error) {
		made := new(goethkzg.Blob)
		return made, fixed(made[:], args[0])
	}
	all["kzg/cells"] = prepared(1, "none", func(args [][]byte) (func() ([]byte, error), error) {
		blob, err := blob(args)
		return func() ([]byte, error) {
			cells, err := library().ComputeCells(blob, routines())
			if err != nil {
				return nil, err
			}
			return withProofs(cells, nil), nil
		}, err
	})
	all["kzg/cells_and_proofs"] = prepared(1, "none", func(args [][]byte) (func() ([]byte, error), error) {
		blob, err := blob(args)
		return func() ([]byte, error) {
			cells, proofs, err := library().ComputeCellsAndKZGProofs(blob, routines())
			if err != nil {
				return nil, err
			}
			return withProofs(cells, proofs[:]), nil
		}, err
	})
	recover := func(args [][]byte) (func() ([]byte, error), error) {
		cells, err := library().cells(args[1:])
		return func() ([]byte, error) {
			cells, proofs, err := library().RecoverCellsAndComputeKZGProofs(indices(args[0]), cells, routines())
			if err != nil {
				return nil, err
			}
			return withProofs(cells, proofs[:]), nil
		}, err
	}
	all["kzg/recover"] = prepared(65, "none", recover)
	all["kzg/recover_truncated"] = prepared(97, "none", recover)
	all["kzg/recover_cells"] = prepared(65, "none", func(args [][]byte) (func() ([]byte, error), error) {
		cells, err := library().cells(args[1:])
		return func() ([]byte, error) {
			cells, err := library().RecoverCells(indices(args[0]), cells, routines())
			if err != nil {
				return nil, err
			}
			return withProofs(cells, nil), nil
		}, err
	})
	verifyCells := func(args [][]byte) (func() ([]byte, error), error) {
		count := (len(args) - 2) / 2
		commitments, proofs := make([]goethkzg.KZGCommitment, count), make([]goethkzg.KZGProof, count)
		for i := range count {
			if fixed(commitments[i][:], args[0]) != nil || fixed(proofs[i][:], args[2+count+i]) != nil {
				return nil, errInvalid
			}
		}
		cells, err := library().cells(args[2 : 2+count])
		return judged(func() error {
			return library().VerifyCellKZGProofBatch(commitments, indices(args[1]), cells, proofs)
		}), err
	}
	all["kzg/verify_cells_1"] = prepared(4, "subgroup", verifyCells)
	all["kzg/verify_cells_128"] = prepared(258, "subgroup", verifyCells)
	return withThreads(all)
}

type goKzg4844 struct{ *gokzg4844.Context }

func (c goKzg4844) commit(bytes []byte) ([]byte, error) {
	blob := new(gokzg4844.Blob)
	if err := fixed(blob[:], bytes); err != nil {
		return nil, err
	}
	out, err := c.BlobToKZGCommitment(blob, routines())
	return out[:], err
}

func (c goKzg4844) proof(bytes, point []byte) ([]byte, error) {
	blob, z := new(gokzg4844.Blob), gokzg4844.Scalar{}
	if fixed(blob[:], bytes) != nil || fixed(z[:], point) != nil {
		return nil, errInvalid
	}
	proof, y, err := c.ComputeKZGProof(blob, z, routines())
	return append(proof[:], y[:]...), err
}

func (c goKzg4844) blobProof(bytes, point []byte) ([]byte, error) {
	blob, commitment := new(gokzg4844.Blob), gokzg4844.KZGCommitment{}
	if fixed(blob[:], bytes) != nil || fixed(commitment[:], point) != nil {
		return nil, errInvalid
	}
	out, err := c.ComputeBlobKZGProof(blob, commitment, routines())
	return out[:], err
}

func (c goKzg4844) verify(of, at, value, by []byte) error {
	var commitment gokzg4844.KZGCommitment
	var z, y gokzg4844.Scalar
	var proof gokzg4844.KZGProof
	if fixed(commitment[:], of) != nil || fixed(z[:], at) != nil || fixed(y[:], value) != nil || fixed(proof[:], by) != nil {
		return errInvalid
	}
	return c.VerifyKZGProof(commitment, z, y, proof)
}

func (c goKzg4844) batch(args [][]byte, how way) (func() error, error) {
	count := len(args) / 3
	blobs, commitments, proofs := make([]gokzg4844.Blob, count), make([]gokzg4844.KZGCommitment, count), make([]gokzg4844.KZGProof, count)
	for i := range count {
		if fixed(blobs[i][:], args[3*i]) != nil || fixed(commitments[i][:], args[3*i+1]) != nil || fixed(proofs[i][:], args[3*i+2]) != nil {
			return nil, errInvalid
		}
	}
	switch how {
	case alone:
		return func() error { return c.VerifyBlobKZGProof(&blobs[0], commitments[0], proofs[0]) }, nil
	case spread:
		return func() error { return c.VerifyBlobKZGProofBatchPar(blobs, commitments, proofs) }, nil
	}
	return func() error { return c.VerifyBlobKZGProofBatch(blobs, commitments, proofs) }, nil
}

func goKzg4844Operations() map[string]operation {
	return withThreads(of4844(func() eip4844 { return goKzg4844{oldContext()} }))
}
