package curvemark_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	curvemark "github.com/curvemark/curvemark/bindings/go"
)

// The folder of the repository: two above this one, or what the environment says.
func repository() string {
	if folder := os.Getenv("CURVEMARK_REPOSITORY"); folder != "" {
		return folder
	}
	return filepath.Join("..", "..")
}

// A case of a file in vectors: its values by key, in their order.
type vector struct {
	t      *testing.T
	values map[string][]string
}

func (v vector) all(key string) []string { return v.values[key] }

func (v vector) text(key string) string {
	if list := v.values[key]; len(list) > 0 {
		return list[0]
	}
	return ""
}

func (v vector) has(key string) bool { return len(v.values[key]) > 0 }

func (v vector) bytes(key string) []byte { return unhex(v.t, v.text(key)) }

func (v vector) list(key string) [][]byte {
	var list [][]byte
	for _, text := range v.values[key] {
		list = append(list, unhex(v.t, text))
	}
	return list
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	read, err := hex.DecodeString(text)
	if err != nil {
		t.Fatalf("not hexadecimal: %q", text)
	}
	return read
}

// Runs a function on each case of a file, as a test of its own. It says whether it ran the case;
// one must have run.
func cases(t *testing.T, file string, run func(t *testing.T, v vector) bool) {
	t.Run(file, func(t *testing.T) {
		text, err := os.ReadFile(filepath.Join(repository(), "vectors", file+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		ran := 0
		blocks := strings.Split(strings.TrimSpace(string(text)), "\n\n")
		for _, block := range blocks[1:] {
			v := vector{values: map[string][]string{}}
			for _, line := range strings.Split(block, "\n") {
				key, value, _ := strings.Cut(line, " =")
				v.values[key] = append(v.values[key], strings.TrimSpace(value))
			}
			t.Run(v.text("name"), func(t *testing.T) {
				v.t = t
				if run(t, v) {
					ran++
				}
			})
		}
		if ran == 0 {
			t.Fatal("no case was run")
		}
	})
}

// The verdict of an error as the cases have it.
func outcome(err error) string {
	var known curvemark.Error
	switch {
	case err == nil:
		return "yes"
	case err == curvemark.ErrNotValid:
		return "no"
	case errors.As(err, &known):
		return "error"
	}
	return "another error: " + err.Error()
}

// Compares a verdict with what the case says; where that is no, an error is one too.
func judge(t *testing.T, expected string, err error) {
	t.Helper()
	found := outcome(err)
	if found != expected && (expected != "no" || found != "error") {
		t.Errorf("%s (%v), not %s", found, err, expected)
	}
}

// Compares an answer with what the case says: its bytes, or `error`.
func compare(t *testing.T, expected string, answer []byte, err error) {
	t.Helper()
	found := hex.EncodeToString(answer)
	if err != nil {
		found = outcome(err)
	}
	if found != expected {
		t.Errorf("%s (%v), not %s", found, err, expected)
	}
}

func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// An array of the bytes; whether they are as many.
func array[Array any](bytes []byte, fill func(*Array) []byte) (Array, bool) {
	var out Array
	place := fill(&out)
	return out, copy(place, bytes) == len(bytes) && len(place) == len(bytes)
}

func reversed(b []byte) []byte {
	out := bytes.Clone(b)
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}
