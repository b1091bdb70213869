// go-ipa, the library of Ethereum's Verkle trees in Go, as a worker: see docs/worker-protocol.md.
//
// It pins an old gnark-crypto, with which `peers/go` cannot be built, so it is a module of its own. The protocol is the same:
// `main.go` and `bodies.go` are those of `peers/go`, which the build lays over this folder (`go build -overlay`).
//
// Time. Its authors claim constant time for nothing, so everything is stated as variable-time.
package main

import (
	"bytes"
	"runtime"
	"slices"
	"sync"

	multiproof "github.com/crate-crypto/go-ipa"
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	"github.com/crate-crypto/go-ipa/banderwagon"
	"github.com/crate-crypto/go-ipa/common"
	"github.com/crate-crypto/go-ipa/ipa"
)

func implementations() []implementation {
	engine := "Go, assembly for fields, " + runtime.GOARCH
	return []implementation{{"go-ipa", version("github.com/crate-crypto/go-ipa"), engine, operations(), nil}}
}

// The points and their tables of 350 MB, made when they are first asked for, which takes seconds.
var settings = sync.OnceValue(func() *ipa.IPAConfig {
	made, err := ipa.NewIPASettings()
	if err != nil {
		panic(err)
	}
	return made
})

// The label that both sides of a proof begin with.
const label = "vt"

func element(bytes []byte) (p banderwagon.Element, err error) {
	err = p.SetBytes(bytes)
	return
}

func scalar(bytes []byte) (k fr.Element, err error) {
	if len(bytes) != fr.Bytes {
		return k, errInvalid
	}
	_, err = k.SetBytesLECanonical(bytes)
	return
}

func elementBytes(p *banderwagon.Element) []byte { bytes := p.Bytes(); return bytes[:] }

func scalarBytes(k *fr.Element) []byte { bytes := k.BytesLE(); return bytes[:] }

// list parses so many values of 32 bytes each, one after the other.
func list[T any](bytes []byte, count int, parse parser[T]) ([]T, error) {
	if len(bytes) != 32*count {
		return nil, errInvalid
	}
	all := make([]T, count)
	for i := range all {
		var err error
		if all[i], err = parse(bytes[32*i : 32*i+32]); err != nil {
			return nil, errInvalid
		}
	}
	return all, nil
}

func pointers[T any](all []T) []*T {
	to := make([]*T, len(all))
	for i := range all {
		to[i] = &all[i]
	}
	return to
}

// What is to be shown of vectors.
type queries struct {
	commitments []*banderwagon.Element
	vectors     [][]fr.Element
	indices     []uint8
}

func queriesOf(count int) func([][]byte) (queries, error) {
	return func(args [][]byte) (of queries, _ error) {
		commitments, err := list(args[0], count, element)
		if err != nil || len(args[2]) != count {
			return of, errInvalid
		}
		values, err := list(args[1], count*common.VectorLength, scalar)
		if err != nil {
			return of, err
		}
		of.commitments, of.indices = pointers(commitments), args[2]
		of.vectors = slices.Collect(slices.Chunk(values, common.VectorLength))
		return of, nil
	}
}

func (of *queries) prove() (*multiproof.MultiProof, error) {
	return multiproof.CreateMultiProof(common.NewTranscript(label), settings(), of.commitments, of.vectors, of.indices)
}

func proofBytes(proof **multiproof.MultiProof) []byte {
	var out bytes.Buffer
	if err := (*proof).Write(&out); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// Verifies a proof of claims, all of it from bytes.
func verify(count int) func(*[][]byte) (bool, error) {
	return func(args *[][]byte) (bool, error) {
		encoded, indices, numbers, proven := (*args)[0], (*args)[1], (*args)[2], (*args)[3]
		commitments, err := list(encoded, count, element)
		if err != nil || len(indices) != count {
			return false, errInvalid
		}
		values, err := list(numbers, count, scalar)
		if err != nil {
			return false, err
		}
		var proof multiproof.MultiProof
		if proof.Read(bytes.NewReader(proven)) != nil {
			return false, errInvalid
		}
		return multiproof.CheckMultiProof(common.NewTranscript(label), settings(), &proof, pointers(commitments), pointers(values), indices)
	}
}

func operations() map[string]operation {
	const id = "banderwagon/"
	all := map[string]operation{}
	all[id+"decode"] = fromBytes("subgroup", unary(asIs, func(bytes *[]byte) (banderwagon.Element, error) { return element(*bytes) }, elementBytes))
	// Twice the element, whose Z is not one.
	twice := func(bytes []byte) (p banderwagon.Element, err error) {
		if p, err = element(bytes); err == nil {
			p.Double(&p)
		}
		return
	}
	all[id+"encode"] = unary(twice, func(p *banderwagon.Element) ([32]byte, error) { return p.Bytes(), nil }, func(bytes *[32]byte) []byte { return bytes[:] })
	all[id+"map_to_field"] = unary(element, func(p *banderwagon.Element) (k fr.Element, _ error) { p.MapToScalarField(&k); return }, scalarBytes)
	all[id+"mul_vartime"] = calls(2, both(element, scalar), func(of *pair[banderwagon.Element, fr.Element]) (p banderwagon.Element, _ error) {
		p.ScalarMul(&of.a, &of.b)
		return
	}, elementBytes)
	all[id+"commit_256"] = made(unary(func(bytes []byte) ([]fr.Element, error) { return list(bytes, common.VectorLength, scalar) }, func(values *[]fr.Element) (banderwagon.Element, error) {
		return settings().Commit(*values), nil
	}, elementBytes))
	all[id+"multiproof_prove_16"] = made(calls(3, queriesOf(16), (*queries).prove, proofBytes))
	all[id+"multiproof_verify_16"] = made(fromBytes("subgroup", calls(4, func(args [][]byte) ([][]byte, error) { return args, nil }, verify(16), verdict)))
	return all
}

// made has the points and their tables made before the clock runs.
func made(one operation) operation {
	prepare := one.prepare
	one.prepare = func(pool [][][]byte) (body, error) {
		settings()
		return prepare(pool)
	}
	return one
}
