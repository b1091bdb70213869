package main

import "runtime"

// gnark-crypto, the Go library of zero-knowledge provers and of Ethereum clients in Go, the contracts of go-ethereum, and the two
// libraries for KZG that clients take.
//
// Time. Their authors claim constant time for nothing here, so everything is stated as variable-time.
func implementations() []implementation {
	// Names are unlike everybody else's, so that a program has either these or curvemark.
	if ours := own(); ours != nil {
		return ours
	}
	return []implementation{
		{"gnark", version("github.com/consensys/gnark-crypto"), "Go, assembly for fields, " + runtime.GOARCH, operations(), families()},
		{"go-ethereum", version("github.com/ethereum/go-ethereum"), "Go, gnark-crypto, libsecp256k1", contracts(), nil},
		{"go-eth-kzg", version("github.com/crate-crypto/go-eth-kzg"), "Go, gnark-crypto", goEthKzgOperations(), nil},
		{"go-kzg-4844", version("github.com/crate-crypto/go-kzg-4844"), "Go, gnark-crypto", goKzg4844Operations(), nil},
	}
}
