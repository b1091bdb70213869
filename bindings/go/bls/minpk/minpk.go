// Package minpk has BLS signatures on BLS12-381: draft-irtf-cfrg-bls-signature-05, the scheme with
// proofs of possession.
//
// Keys are in G1 and signatures in G2, as Ethereum has them.
// Points are compressed, in the encoding of ZCash. Every function checks all that it reads.
//
// A verification gives nil if the signature holds. Every other answer is an error, so that nobody
// takes a malformed signature for a valid one: [curvemark.ErrNotValid] is the verdict, and the
// others say what is wrong with the bytes.
package minpk

import (
	"crypto/rand"
	"runtime"

	curvemark "github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

const scheme = 0

const (
	// SecretKeyLen is how many bytes a secret key has.
	SecretKeyLen = 32
	// PublicKeyLen is how many bytes a public key has.
	PublicKeyLen = 48
	// SignatureLen is how many bytes a signature has.
	SignatureLen = 96
)

// PublicKey is a public key as bytes. Its point is checked where it is used.
type PublicKey [PublicKeyLen]byte

// Signature is a signature, or a sum of signatures, as bytes. Its point is checked where it is
// used.
type Signature [SignatureLen]byte

// SecretKey is a secret key: 32 big-endian bytes below the order of the groups, and not zero. It
// does not print itself. Call [SecretKey.Wipe] when it is no longer needed.
type SecretKey struct{ bytes [SecretKeyLen]byte }

// Set is a signature with its key and message.
type Set struct {
	PublicKey PublicKey
	Message   []byte
	Signature Signature
}

// NewSecretKey makes a secret key of random bytes of the operating system.
func NewSecretKey() (*SecretKey, error) {
	var material [SecretKeyLen]byte
	defer clear(material[:])
	// It does not fail: Go ends the program where the system has no random bytes.
	rand.Read(material[:])
	return GenerateKey(material[:], nil)
}

// GenerateKey makes a secret key of at least 32 bytes that nobody can guess: KeyGen of the draft.
// Info is mostly nil; other bytes give another key. Constant time in the material.
//
// Errors: [curvemark.ErrKeyMaterial] for fewer than 32 bytes.
func GenerateKey(material, info []byte) (*SecretKey, error) {
	key := new(SecretKey)
	return key.unless(native.BlsKeyGen(material, info, key.bytes[:]))
}

// DeriveMaster makes the master secret key of a seed of at least 32 bytes: derive_master_SK of
// EIP-2333. Constant time in the seed.
func DeriveMaster(seed []byte) (*SecretKey, error) {
	key := new(SecretKey)
	return key.unless(native.BlsDeriveMaster(seed, key.bytes[:]))
}

// SecretKeyFromBytes reads a secret key of 32 big-endian bytes. Constant time in the bytes.
//
// Errors: [curvemark.ErrLength], [curvemark.ErrScalar], [curvemark.ErrScalarZero].
func SecretKeyFromBytes(bytes []byte) (*SecretKey, error) {
	if len(bytes) != SecretKeyLen {
		return nil, curvemark.ErrLength
	}
	key := new(SecretKey)
	copy(key.bytes[:], bytes)
	var public PublicKey
	return key.unless(native.BlsPublicKey(scheme, bytes, public[:]))
}

func (k *SecretKey) unless(status int32) (*SecretKey, error) {
	if status != 0 {
		k.Wipe()
		return nil, call.Error(status)
	}
	return k, nil
}

// DeriveChild makes a child of a secret key: derive_child_SK of EIP-2333. Constant time in the key.
func (k *SecretKey) DeriveChild(index uint32) (*SecretKey, error) {
	child := new(SecretKey)
	return child.unless(native.BlsDeriveChild(k.bytes[:], index, child.bytes[:]))
}

// PublicKey gives the public key. Constant time in the secret key.
//
// Errors: [curvemark.ErrScalarZero] after Wipe.
func (k *SecretKey) PublicKey() (public PublicKey, err error) {
	err = call.Error(native.BlsPublicKey(scheme, k.bytes[:], public[:]))
	return public, err
}

// Sign signs a message. Constant time in the secret key and in the content of the message.
func (k *SecretKey) Sign(message []byte) (signature Signature, err error) {
	err = call.Error(native.BlsSign(scheme, k.bytes[:], message, signature[:]))
	return signature, err
}

// ProvePossession proves to possess the secret key: PopProve of the draft. Constant time in it.
func (k *SecretKey) ProvePossession() (proof Signature, err error) {
	err = call.Error(native.BlsProvePossession(scheme, k.bytes[:], proof[:]))
	return proof, err
}

// Bytes gives the secret key as 32 big-endian bytes. Wipe them when they are no longer needed.
func (k *SecretKey) Bytes() [SecretKeyLen]byte { return k.bytes }

// Wipe overwrites the key by zeros, with which nothing can be signed.
func (k *SecretKey) Wipe() {
	clear(k.bytes[:])
	runtime.KeepAlive(k)
}

// String does not show the key.
func (k *SecretKey) String() string { return "minpk.SecretKey(…)" }

// GoString does not show the key.
func (k *SecretKey) GoString() string { return k.String() }

// Validate checks a public key: encoding, curve, group, and that it is not the identity
// (KeyValidate of the draft). All functions that take keys do so; this one is for keys that are
// stored.
func (k PublicKey) Validate() error {
	return call.Error(native.BlsCheckPublicKey(scheme, k[:]))
}

// Verify verifies a signature on a message; key and signature are fully checked. Variable time.
func (k PublicKey) Verify(message []byte, signature Signature) error {
	return call.Error(native.BlsVerify(scheme, k[:], message, signature[:]))
}

// VerifyPossession verifies a proof that the key's owner possesses its secret: PopVerify of the
// draft.
func (k PublicKey) VerifyPossession(proof Signature) error {
	return call.Error(native.BlsVerifyPossession(scheme, k[:], proof[:]))
}

// AggregateSignatures adds signatures up. Each is checked to be in its group.
//
// Errors: [curvemark.ErrEmpty], and what is wrong with the first that is no such point.
func AggregateSignatures(signatures []Signature) (sum Signature, err error) {
	err = call.Error(native.BlsAggregateSignatures(scheme, call.Flat(signatures), sum[:]))
	return sum, err
}

// AggregatePublicKeys adds public keys up whose owners have proved to possess the secrets: else
// somebody can choose a key that cancels the others. Each key is fully checked.
//
// Errors: [curvemark.ErrEmpty], [curvemark.ErrKeysCancel], and what is wrong with the first key.
func AggregatePublicKeys(keys []PublicKey) (sum PublicKey, err error) {
	err = call.Error(native.BlsAggregatePublicKeys(scheme, call.Flat(keys), sum[:]))
	return sum, err
}

// FastAggregateVerify verifies the sum of signatures of several keys on one message. The owners of
// the keys have proved to possess the secrets.
func FastAggregateVerify(keys []PublicKey, message []byte, signature Signature) error {
	return call.Error(native.BlsFastAggregateVerify(
		scheme, call.Flat(keys), message, signature[:]))
}

// AggregateVerify verifies the sum of signatures of several keys, of each on its own message. The
// owners of the keys have proved to possess the secrets.
//
// Errors: [curvemark.ErrCount] if there are not as many messages as keys.
func AggregateVerify(keys []PublicKey, messages [][]byte, signature Signature) error {
	joined, lengths := call.Joined(messages)
	return call.Error(native.BlsAggregateVerify(
		scheme, call.Flat(keys), joined, lengths, signature[:]))
}

// VerifySets verifies many signatures at once, much faster than one by one. A batch with a
// signature that is not valid passes with a chance of 2^-125 at most: the weights come from the
// operating system's random bytes and from the whole batch. Threads is 1 for the calling thread
// only, and 0 for as many as the machine has.
//
// Errors: [curvemark.ErrNotValid] is the verdict on all of them, and [FindInvalidSets] says which;
// [curvemark.ErrEmpty].
func VerifySets(sets []Set, threads int) error {
	keys, messages, lengths, signatures := columns(sets)
	return call.Error(native.BlsVerifySets(
		scheme, keys, messages, lengths, signatures, call.Threads(threads)))
}

// VerifySetsDeterministic is [VerifySets] with weights that are hashed from the batch only: the
// same batch always gives the same answer.
func VerifySetsDeterministic(sets []Set, threads int) error {
	keys, messages, lengths, signatures := columns(sets)
	return call.Error(native.BlsVerifySetsDeterministic(
		scheme, keys, messages, lengths, signatures, call.Threads(threads)))
}

// FindInvalidSets says which signatures of a batch hold: nil, or [curvemark.ErrNotValid], for each.
// The second answer is an error if a key or a signature is no point of its group.
func FindInvalidSets(sets []Set, threads int) ([]error, error) {
	keys, messages, lengths, signatures := columns(sets)
	verdicts := make([]byte, len(sets))
	status := native.BlsFindInvalidSets(
		scheme, keys, messages, lengths, signatures, verdicts, call.Threads(threads))
	if status != 0 {
		return nil, call.Error(status)
	}
	return call.Verdicts(verdicts), nil
}

// Accumulator takes signatures one by one and verifies them together at the end. It belongs to one
// goroutine at a time.
type Accumulator struct{ handle native.Handle }

// NewAccumulator makes an empty accumulator. It is freed when nothing refers to it any more.
func NewAccumulator() *Accumulator {
	accumulator := new(Accumulator)
	call.Must(native.BlsAccumulatorNew(scheme, &accumulator.handle))
	runtime.AddCleanup(accumulator, native.BlsAccumulatorFree, accumulator.handle)
	return accumulator
}

// Add adds a signature. Key and signature are fully checked, and nothing is added on an error.
func (a *Accumulator) Add(set *Set) error {
	defer runtime.KeepAlive(a)
	return call.Error(native.BlsAccumulatorAdd(
		a.handle, set.PublicKey[:], set.Message, set.Signature[:]))
}

// Merge moves all signatures of another accumulator, such as that of another goroutine, into this
// one. The other one is empty then.
func (a *Accumulator) Merge(other *Accumulator) error {
	defer runtime.KeepAlive(a)
	defer runtime.KeepAlive(other)
	return call.Error(native.BlsAccumulatorMerge(a.handle, other.handle))
}

// Finish says whether all signatures are valid, and empties the accumulator.
//
// Errors: [curvemark.ErrEmpty] if there was none.
func (a *Accumulator) Finish() error {
	defer runtime.KeepAlive(a)
	return call.Error(native.BlsAccumulatorFinish(a.handle))
}

func columns(sets []Set) (keys, messages []byte, lengths []uintptr, signatures []byte) {
	keys = make([]byte, 0, len(sets)*PublicKeyLen)
	signatures = make([]byte, 0, len(sets)*SignatureLen)
	list := make([][]byte, len(sets))
	for i := range sets {
		keys = append(keys, sets[i].PublicKey[:]...)
		signatures = append(signatures, sets[i].Signature[:]...)
		list[i] = sets[i].Message
	}
	messages, lengths = call.Joined(list)
	return keys, messages, lengths, signatures
}

// Of Ethereum only.

// EthFastAggregateVerify is Ethereum's eth_fast_aggregate_verify: as [FastAggregateVerify], but no
// keys and the signature that is the identity (0xc0, then zeros) are valid.
func EthFastAggregateVerify(keys []PublicKey, message []byte, signature Signature) error {
	return call.Error(native.BlsEthFastAggregateVerify(
		call.Flat(keys), message, signature[:]))
}
