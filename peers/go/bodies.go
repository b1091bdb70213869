package main

import "runtime"

// Calls that do not depend on each other; `call` says by an error that an input is refused.
type independent[C, R any] struct {
	all    []C
	next   int
	last   R
	call   func(*C) (R, error)
	encode func(*R) []byte
}

func (b *independent[C, R]) cases() int { return len(b.all) }

func (b *independent[C, R]) answer(index int) ([]byte, error) {
	result, err := b.call(&b.all[index])
	if err != nil {
		return nil, err
	}
	return b.encode(&result), nil
}

func (b *independent[C, R]) run(calls int) {
	for ; calls > 0; calls-- {
		// The result is kept, so that no call can be left out.
		b.last, _ = b.call(&b.all[b.next])
		if b.next++; b.next == len(b.all) {
			b.next = 0
		}
	}
}

// Calls that take the result of the last one as their first argument.
type chained[A, B any] struct {
	firsts  []A
	seconds []B
	next    int
	acc     A
	step    func(*A, *B)
	encode  func(*A) []byte
}

func (b *chained[A, B]) cases() int { return len(b.firsts) }

func (b *chained[A, B]) answer(index int) ([]byte, error) {
	acc := b.firsts[index]
	b.step(&acc, &b.seconds[index])
	return b.encode(&acc), nil
}

func (b *chained[A, B]) run(calls int) {
	for ; calls > 0; calls-- {
		b.step(&b.acc, &b.seconds[b.next])
		if b.next++; b.next == len(b.seconds) {
			b.next = 0
		}
	}
}

// Calls that may use all CPUs. While other bodies are asked, one thread works at a time.
type onAllCPUs struct{ body }

// allCPUs gives them all CPUs until what it returns is called.
func allCPUs() func() {
	before := runtime.GOMAXPROCS(runtime.NumCPU())
	return func() { runtime.GOMAXPROCS(before) }
}

func (b onAllCPUs) answer(index int) ([]byte, error) {
	defer allCPUs()()
	return b.body.answer(index)
}

func onAllThreads(one operation) operation {
	prepare := one.prepare
	one.prepare = func(pool [][][]byte) (body, error) {
		made, err := prepare(pool)
		return onAllCPUs{made}, err
	}
	return one
}

type parser[T any] func([]byte) (T, error)

type pair[A, B any] struct {
	a A
	b B
}

func each[C any](pool [][][]byte, count int, parse func([][]byte) (C, error)) ([]C, error) {
	var all []C
	for _, one := range pool {
		if len(one) != count {
			return nil, errInvalid
		}
		parsed, err := parse(one)
		if err != nil {
			return nil, errInvalid
		}
		all = append(all, parsed)
	}
	return all, nil
}

func both[A, B any](a parser[A], b parser[B]) func([][]byte) (pair[A, B], error) {
	return func(args [][]byte) (two pair[A, B], err error) {
		if two.a, err = a(args[0]); err == nil {
			two.b, err = b(args[1])
		}
		return
	}
}

// A chain of steps acc = acc ∘ b.
func chain[A, B any](a parser[A], b parser[B], step func(*A, *B), encode func(*A) []byte) operation {
	return parsed(func(pool [][][]byte) (body, error) {
		all, err := each(pool, 2, both(a, b))
		if err != nil {
			return nil, err
		}
		made := &chained[A, B]{step: step, encode: encode, acc: all[0].a}
		for _, one := range all {
			made.firsts = append(made.firsts, one.a)
			made.seconds = append(made.seconds, one.b)
		}
		return made, nil
	})
}

// A chain of steps acc = f(acc).
func iterate[A any](a parser[A], step func(*A), encode func(*A) []byte) operation {
	return parsed(func(pool [][][]byte) (body, error) {
		all, err := each(pool, 1, func(args [][]byte) (A, error) { return a(args[0]) })
		if err != nil {
			return nil, err
		}
		take := func(acc *A, _ *struct{}) { step(acc) }
		return &chained[A, struct{}]{firsts: all, seconds: make([]struct{}, len(all)), acc: all[0], step: take, encode: encode}, nil
	})
}

// Independent calls on `count` arguments.
func calls[C, R any](count int, parse func([][]byte) (C, error), call func(*C) (R, error), encode func(*R) []byte) operation {
	return parsed(func(pool [][][]byte) (body, error) {
		all, err := each(pool, count, parse)
		if err != nil {
			return nil, err
		}
		return &independent[C, R]{all: all, call: call, encode: encode}, nil
	})
}

func unary[A, R any](a parser[A], call func(*A) (R, error), encode func(*R) []byte) operation {
	return calls(1, func(args [][]byte) (A, error) { return a(args[0]) }, call, encode)
}

func parsed(prepare func([][][]byte) (body, error)) operation {
	return operation{input: "parsed", checks: "none", prepare: prepare}
}

// fromBytes states that parsing is on the clock, with these checks.
func fromBytes(checks string, one operation) operation {
	one.input, one.checks = "bytes", checks
	return one
}

func asIs(bytes []byte) ([]byte, error) { return bytes, nil }

func verdict(holds *bool) []byte {
	if *holds {
		return []byte{1}
	}
	return []byte{0}
}
