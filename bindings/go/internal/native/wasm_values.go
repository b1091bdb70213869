//go:build !cgo

package native

import (
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Backend says how the library is called.
const Backend = "wazero"

// The library as tools/go.sh builds it. Without cgo there is no other.
//
//go:embed curvemark.wasm
var code []byte

// Handle is what the library made and has to free: an address in the module's memory.
type Handle struct{ address uint32 }

// IsNull says whether there is nothing behind the handle.
func (h Handle) IsNull() bool { return h.address == 0 }

// The one instance. Its memory belongs to one call at a time, so that calls wait for each other.
type instance struct {
	sync.Mutex
	memory         api.Memory
	allocate, free api.Function
	functions      map[string]api.Function
	module         api.Module
	broken         bool
}

var ctx = context.Background()

// Compiles the module, once. What fails here is a fault of the build, as a missing symbol would be.
var library = sync.OnceValue(func() *instance {
	runtime := wazero.NewRuntime(ctx)
	random := func(_ context.Context, module api.Module, pointer, length uint32) uint32 {
		view, ok := module.Memory().Read(pointer, length)
		if !ok {
			return 1
		}
		// It does not fail: Go ends the program where the system has no random bytes.
		rand.Read(view)
		return 0
	}
	_, err := runtime.NewHostModuleBuilder("curvemark").
		NewFunctionBuilder().WithFunc(random).Export("random").Instantiate(ctx)
	var module api.Module
	if err == nil {
		module, err = runtime.Instantiate(ctx, code)
	}
	if err != nil {
		panic(fmt.Sprintf("curvemark: the module does not start: %v", err))
	}
	return &instance{
		memory:    module.Memory(),
		allocate:  module.ExportedFunction("curvemark_js_allocate"),
		free:      module.ExportedFunction("curvemark_js_free"),
		functions: map[string]api.Function{},
		module:    module,
	}
})

// What stands for a parameter: it gives words to the call, and may take something back after it.
type argument func(*frame) []uint64

// What a call has in the module's memory.
type frame struct {
	*instance
	given [][2]uint32
	after []func()
}

// So many bytes in the module's memory, or the address 0 for none.
func (f *frame) room(length int) uint32 {
	if length == 0 {
		return 0
	}
	answer, err := f.allocate.Call(ctx, uint64(length))
	if err != nil || uint32(answer[0]) == 0 {
		panic(fmt.Sprintf("curvemark: no memory for %d bytes", length))
	}
	f.given = append(f.given, [2]uint32{uint32(answer[0]), uint32(length)})
	return uint32(answer[0])
}

// A copy of bytes in the module's memory.
func (f *frame) copied(bytes []byte) uint32 {
	address := f.room(len(bytes))
	if len(bytes) > 0 && !f.memory.Write(address, bytes) {
		panic("curvemark: memory that was given is not there")
	}
	return address
}

func read(bytes []byte) argument {
	return func(f *frame) []uint64 {
		return []uint64{uint64(f.copied(bytes)), uint64(len(bytes))}
	}
}

func write(bytes []byte) argument {
	return func(f *frame) []uint64 {
		address := f.copied(bytes)
		f.after = append(f.after, func() { f.back(address, bytes) })
		return []uint64{uint64(address), uint64(len(bytes))}
	}
}

// Copies back what the call has written.
func (f *frame) back(address uint32, bytes []byte) {
	if len(bytes) == 0 {
		return
	}
	view, ok := f.memory.Read(address, uint32(len(bytes)))
	if !ok {
		panic("curvemark: memory that was given is not there")
	}
	copy(bytes, view)
}

func lengths(list []uintptr) argument {
	return func(f *frame) []uint64 {
		bytes := make([]byte, 0, 4*len(list))
		for _, length := range list {
			bytes = binary.LittleEndian.AppendUint32(bytes, uint32(length))
		}
		return []uint64{uint64(f.copied(bytes)), uint64(len(list))}
	}
}

func numbers(list []uint64) argument {
	return func(f *frame) []uint64 {
		bytes := make([]byte, 0, 8*len(list))
		for _, number := range list {
			bytes = binary.LittleEndian.AppendUint64(bytes, number)
		}
		return []uint64{uint64(f.copied(bytes)), uint64(len(list))}
	}
}

func word(value uint64) argument {
	return func(*frame) []uint64 { return []uint64{value} }
}

// A number of threads: the module has one, so that all that it may be asked for become one.
func workers(threads uintptr) argument {
	if threads <= 1024 {
		threads = 1
	}
	return word(uint64(threads))
}

func size(value *uintptr) argument {
	return func(f *frame) []uint64 {
		var bytes [4]byte
		address := f.copied(bytes[:])
		f.after = append(f.after, func() {
			f.back(address, bytes[:])
			*value = uintptr(binary.LittleEndian.Uint32(bytes[:]))
		})
		return []uint64{uint64(address)}
	}
}

func number64(value *uint64) argument {
	return func(f *frame) []uint64 {
		var bytes [8]byte
		address := f.copied(bytes[:])
		f.after = append(f.after, func() {
			f.back(address, bytes[:])
			*value = binary.LittleEndian.Uint64(bytes[:])
		})
		return []uint64{uint64(address)}
	}
}

func handle(h Handle) argument { return word(uint64(h.address)) }

func made(h *Handle) argument {
	return func(f *frame) []uint64 {
		var bytes [4]byte
		address := f.copied(bytes[:])
		f.after = append(f.after, func() {
			f.back(address, bytes[:])
			h.address = binary.LittleEndian.Uint32(bytes[:])
		})
		return []uint64{uint64(address)}
	}
}

// Calls a function, and gives its answer, or 0 where it has none.
func call(name string, arguments ...argument) uint32 {
	module := library()
	module.Lock()
	defer module.Unlock()
	return module.call(name, arguments...)
}

func (i *instance) call(name string, arguments ...argument) uint32 {
	if i.broken {
		panic("curvemark: the module stopped in an earlier call")
	}
	function, known := i.functions[name]
	if !known {
		function = i.module.ExportedFunction(name)
		i.functions[name] = function
	}
	f := frame{instance: i}
	// The library wipes what is given back: secrets pass through it.
	defer func() {
		for _, given := range f.given {
			if _, err := f.free.Call(ctx, uint64(given[0]), uint64(given[1])); err != nil {
				i.broken = true
			}
		}
	}()
	var words []uint64
	for _, argument := range arguments {
		words = append(words, argument(&f)...)
	}
	answer, err := function.Call(ctx, words...)
	if err != nil {
		i.broken = true
		panic(fmt.Sprintf("curvemark: %s: %v", name, err))
	}
	for _, after := range f.after {
		after()
	}
	if len(answer) == 0 {
		return 0
	}
	return uint32(answer[0])
}

// The text that a function gives, which ends with a zero byte.
func text(name string, arguments ...argument) string {
	module := library()
	module.Lock()
	defer module.Unlock()
	var bytes []byte
	for address := module.call(name, arguments...); ; address++ {
		value, ok := module.memory.ReadByte(address)
		if !ok || value == 0 {
			return string(bytes)
		}
		bytes = append(bytes, value)
	}
}
