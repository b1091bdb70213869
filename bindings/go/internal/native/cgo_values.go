//go:build cgo

package native

/*
#cgo pkg-config: curvemark
#include <curvemark.h>
*/
import "C"
import "unsafe"

// Backend says how the library is called.
const Backend = "cgo"

// Handle is what the library made and has to free.
type Handle struct{ pointer unsafe.Pointer }

// IsNull says whether there is nothing behind the handle.
func (h Handle) IsNull() bool { return h.pointer == nil }

// The bytes of a slice; of an empty one the library reads nothing.
func octets(slice []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(slice)) }
