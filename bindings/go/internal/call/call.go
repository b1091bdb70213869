// Package call has what the packages share: statuses as errors, and lists as the library wants
// them.
package call

import (
	"fmt"
	"unsafe"

	curvemark "github.com/curvemark/curvemark/bindings/go"
)

// Error gives the error of a status, or nil.
func Error(status int32) error {
	if status == 0 {
		return nil
	}
	return curvemark.Error(status)
}

// Must is for calls that cannot fail on what they are given. It panics if one does, which would be
// a fault of this module.
func Must(status int32) {
	if status != 0 {
		panic(fmt.Sprint("a call that cannot fail: ", curvemark.Error(status)))
	}
}

// Threads gives a number of threads as the library takes it, 0 for as many as the machine has. A
// negative number becomes one that the library refuses.
func Threads(threads int) uintptr { return uintptr(threads) }

// Joined gives all items one after the other, and the length of each.
func Joined(items [][]byte) ([]byte, []uintptr) {
	total := 0
	for _, item := range items {
		total += len(item)
	}
	joined, lengths := make([]byte, 0, total), make([]uintptr, len(items))
	for i, item := range items {
		joined = append(joined, item...)
		lengths[i] = uintptr(len(item))
	}
	return joined, lengths
}

// Verdicts turns one byte for each item into one error for each.
func Verdicts(bytes []byte) []error {
	verdicts := make([]error, len(bytes))
	for i, status := range bytes {
		verdicts[i] = Error(int32(status))
	}
	return verdicts
}

// Flat gives arrays of bytes as the bytes that they are in memory, one after the other. Nothing is
// copied.
func Flat[Array ~[32]byte | ~[48]byte | ~[64]byte | ~[96]byte | ~[2048]byte | ~[131072]byte](
	items []Array,
) []byte {
	var one Array
	if len(items) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(items))), len(items)*len(one))
}
