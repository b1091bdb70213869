// A worker in Go: see docs/worker-protocol.md. `libraries.go` has what it serves. This file and `bodies.go` are a part of `peers/go-ipa` too.
//
// A call goes through one function value, which costs one to two nanoseconds: it shows in products of the base field alone.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

const protocol = 1

// errInvalid says that an input is not acceptable.
var errInvalid = errors.New("invalid")

// A body is one operation over a pool.
type body interface {
	answer(index int) ([]byte, error)
	run(calls int)
	cases() int
}

// An operation is what the library does for one id.
type operation struct {
	input, checks string
	prepare       func(pool [][][]byte) (body, error)
}

type request struct {
	Hello   *struct{}
	Pin     *struct{ CPU int }
	Prepare *struct {
		Body           uint64
		Implementation string
		Operation      string
		Pool           [][]string
	}
	PrepareFamily *struct {
		Body           uint64
		Implementation string
		Family         string
		Batches        [][][]string
	} `json:"prepare_family"`
	Answer *struct {
		Body uint64
		Case int
	}
	Block *struct {
		Body  uint64
		Calls int
	}
	Discard *struct{ Body uint64 }
}

type object map[string]any

func refused(why any) object { return object{"refused": why} }

func lost(why any) object { return refused(object{"lost": fmt.Sprint(why)}) }

// An implementation: its name, its module and that one's version, what runs, and what it does.
type implementation struct {
	name, version, engine string
	operations            map[string]operation
	// Operations on as many items as one likes. A case is a whole batch, its items one after the other.
	families map[string]operation
}

type server struct {
	implementations []implementation
	bodies          map[uint64]body
}

func (s *server) reply(line []byte) (said any) {
	// A panic of the library is an answer too.
	defer func() {
		if why := recover(); why != nil {
			said = lost(fmt.Sprintf("panic: %v", why))
		}
	}()
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return lost(err)
	}
	switch {
	case asked.Hello != nil:
		return s.hello()
	case asked.Pin != nil:
		pin(asked.Pin.CPU)
		return "done"
	case asked.Prepare != nil:
		said := asked.Prepare
		return s.keep(said.Body, s.find(said.Implementation).operations, said.Operation, said.Pool)
	case asked.PrepareFamily != nil:
		said := asked.PrepareFamily
		pool := make([][]string, len(said.Batches))
		for i, batch := range said.Batches {
			pool[i] = slices.Concat(batch...)
		}
		return s.keep(said.Body, s.find(said.Implementation).families, said.Family, pool)
	case asked.Discard != nil:
		delete(s.bodies, asked.Discard.Body)
		return "done"
	case asked.Answer != nil:
		known, ok := s.bodies[asked.Answer.Body]
		if !ok || asked.Answer.Case < 0 || asked.Answer.Case >= known.cases() {
			return refused(object{"unsupported": "no such body or case"})
		}
		bytes, err := known.answer(asked.Answer.Case)
		if err != nil {
			return refused("invalid")
		}
		return object{"answer": hex.EncodeToString(bytes)}
	case asked.Block != nil:
		known, ok := s.bodies[asked.Block.Body]
		if !ok {
			return refused(object{"unsupported": "no such body"})
		}
		return object{"took": timed(known, asked.Block.Calls)}
	}
	return refused(object{"unsupported": "no such request"})
}

func (s *server) hello() object {
	all := []object{}
	for _, one := range s.implementations {
		all = append(all, object{
			"name": one.name, "version": one.version, "features": []string{}, "flags": []string{"GOMAXPROCS=1, of operations on all threads GOMAXPROCS=" + strconv.Itoa(runtime.NumCPU())},
			"engine": one.engine, "offers": offers(one.operations), "families": offers(one.families), "more": []string{"prepare_family"},
		})
	}
	return object{"hello": object{"protocol": protocol, "compiler": runtime.Version(), "implementations": all}}
}

func offers(all map[string]operation) []object {
	offers := []object{}
	for id, known := range all {
		offers = append(offers, object{"operation": id, "input": known.input, "checks": known.checks, "time": "variable"})
	}
	return offers
}

// version is a module's name and its version in this program.
func version(path string) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == path {
				return name + " " + module.Version
			}
		}
	}
	return name
}

// find gives the implementation of a name, or one that does nothing.
func (s *server) find(name string) (found implementation) {
	for _, one := range s.implementations {
		if one.name == name {
			found = one
		}
	}
	return
}

// keep prepares a body and keeps it under its number.
func (s *server) keep(number uint64, all map[string]operation, id string, pool [][]string) any {
	made, err := prepare(all, id, pool)
	if err == errInvalid {
		return refused("invalid")
	}
	if err != nil {
		return refused(object{"unsupported": err.Error()})
	}
	s.bodies[number] = made
	return "done"
}

func prepare(all map[string]operation, id string, pool [][]string) (body, error) {
	known, ok := all[id]
	if !ok || len(pool) == 0 {
		return nil, fmt.Errorf("%s is not served, or there is nothing to do it on", id)
	}
	cases := make([][][]byte, len(pool))
	for i, one := range pool {
		for _, text := range one {
			bytes, err := hex.DecodeString(text)
			if err != nil {
				return nil, err
			}
			cases[i] = append(cases[i], bytes)
		}
	}
	return known.prepare(cases)
}

type took struct {
	Wall float64  `json:"wall_ns"`
	CPU  *float64 `json:"cpu_ns,omitempty"`
}

func timed(known body, calls int) took {
	if _, all := known.(onAllCPUs); all {
		defer allCPUs()()
	}
	start, cpu := time.Now(), processTime()
	known.run(calls)
	spent, wall := processTime()-cpu, time.Since(start)
	result := took{Wall: max(float64(wall.Nanoseconds()), 1)}
	if spent > 0 {
		ns := float64(spent)
		result.CPU = &ns
	}
	return result
}

// processTime is the CPU time of all threads, in nanoseconds; 0 where the system cannot say. Sums of many points are in goroutines,
// of which one runs at a time, but not on this thread.
func processTime() int64 {
	const processCPU = 2
	var at syscall.Timespec
	if _, _, failed := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, processCPU, uintptr(unsafe.Pointer(&at)), 0); failed != 0 {
		return 0
	}
	return at.Nano()
}

// pin keeps this thread on one CPU; a system that refuses leaves it where it is.
func pin(cpu int) {
	var set [16]uint64
	if cpu < 0 || cpu >= 64*len(set) {
		return
	}
	set[cpu/64] = 1 << (cpu % 64)
	syscall.RawSyscall(syscall.SYS_SCHED_SETAFFINITY, 0, unsafe.Sizeof(set), uintptr(unsafe.Pointer(&set)))
}

func main() {
	// One thread works at a time.
	runtime.GOMAXPROCS(1)
	runtime.LockOSThread()
	served := server{implementations: implementations(), bodies: map[uint64]body{}}
	lines := bufio.NewReaderSize(os.Stdin, 1<<16)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		if out.Encode(served.reply(line)) != nil {
			return
		}
	}
}
