// Written by internal/generate from bindings/c/include/curvemark.h. DO NOT EDIT.

package curvemark

// What a function can answer with.
const (
	// ErrNotValid: The verdict of a verification on acceptable input: it does not hold.
	ErrNotValid Error = 1
	// ErrPointer: A pointer is null where bytes must be, or misaligned.
	ErrPointer Error = 2
	// ErrLength: A buffer has not the length that the function asks for.
	ErrLength Error = 3
	// ErrRoom: The room for the output is too small.
	ErrRoom Error = 4
	// ErrCount: Lists have different numbers of items.
	ErrCount Error = 5
	// ErrEmpty: A list is empty that must not be.
	ErrEmpty Error = 6
	// ErrArgument: A number is none of the choices, or out of its range.
	ErrArgument Error = 7
	// ErrOverlap: A buffer or handle that is written overlaps another one.
	ErrOverlap Error = 8
	// ErrPointEncoding: The bytes are not the canonical encoding of a point.
	ErrPointEncoding Error = 9
	// ErrPointNotOnCurve: The point is not on the curve.
	ErrPointNotOnCurve Error = 10
	// ErrPointNotInSubgroup: The point is not in the group of prime order.
	ErrPointNotInSubgroup Error = 11
	// ErrPointIdentity: The point is the identity, or of small order, where that is not allowed.
	ErrPointIdentity Error = 12
	// ErrScalar: An integer is not below its modulus.
	ErrScalar Error = 13
	// ErrScalarZero: An integer is zero that must not be.
	ErrScalarZero Error = 14
	// ErrKeyMaterial: The bytes that a key is made of are too few or too many.
	ErrKeyMaterial Error = 15
	// ErrKeysCancel: The keys of an aggregate cancel each other.
	ErrKeysCancel Error = 16
	// ErrSignatureEncoding: The bytes are not the encoding of a signature.
	ErrSignatureEncoding Error = 17
	// ErrNotRecoverable: No key has this signature with this recovery id.
	ErrNotRecoverable Error = 18
	// ErrCells: Cells of a blob have wrong indices, a wrong order or number, or are of several blobs.
	ErrCells Error = 19
	// ErrSetup: The text is no trusted setup.
	ErrSetup Error = 20
	// ErrNoContract: There is no precompiled contract at the address under the fork.
	ErrNoContract Error = 21
	// ErrOutOfGas: The precompiled contract costs more gas than the limit.
	ErrOutOfGas Error = 22
	// ErrContract: The precompiled contract refuses its input.
	ErrContract Error = 23
	// ErrTable: A table would be too large.
	ErrTable Error = 24
	// ErrRandomness: The operating system gave no random bytes.
	ErrRandomness Error = 25
	// ErrThreads: The operating system gave no threads.
	ErrThreads Error = 26
	// ErrRefused: The input is refused for a reason without a number of its own.
	ErrRefused Error = 27
	// ErrPanic: A fault of curvemark. Please report it. The handles of the call must be freed.
	ErrPanic Error = 28
	// ErrParts: Parts are of another kind or batch, go beyond it, leave out items or have one twice.
	ErrParts Error = 29
)
