// Package curvemark has the errors that all packages of this module give, and says how the library
// is called. The packages:
//
//   - bls/minpk and bls/minsig: BLS signatures on BLS12-381;
//   - kzg: blobs and cells of Ethereum, with the names of go-ethereum's crypto/kzg4844;
//   - secp256k1, with the names of go-ethereum's crypto/secp256k1, and ecdsa for P-256 too;
//   - schnorr (BIP-340), ed25519;
//   - evm: the precompiled contracts, with the methods of go-ethereum's;
//   - groups: points, sums of multiples and pairings on BLS12-381 and BN254;
//   - groth16, poseidon, cashu.
//
// Everything that is fixed in length is an array, so that a wrong length is an error of the
// compiler. Functions take what they read by slices or pointers, and keep none of it. All may be
// called from several goroutines at once.
package curvemark

import (
	"strconv"

	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

// Error is what is wrong: one of the constants ErrNotValid and so on, to be compared by [errors.Is]
// or by ==. ErrNotValid is the verdict of a verification on acceptable input; all others mean that
// there was nothing to verify, or nothing was done.
type Error int32

// Error gives the meaning in a few English words.
func (e Error) Error() string {
	return "curvemark: " + native.StatusText(int32(e))
}

// GoString is for %#v.
func (e Error) GoString() string { return "curvemark.Error(" + strconv.Itoa(int(e)) + ")" }

// Version gives the version of the library, such as "0.1.0".
func Version() string { return native.Version() }

// Backend says how the library is called: "cgo" where it is linked, or "wazero" where it runs as
// WebAssembly, which is slower (see the README) and takes one call at a time.
const Backend = native.Backend
