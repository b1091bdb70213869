// Command generate writes what package native has of curvemark.h: a function in Go for each of the
// library's, once over cgo and once over WebAssembly, and the statuses of the root package. It also
// writes package minsig from package minpk.
//
//	go run ./internal/generate          in the folder of the module
//	go run ./internal/generate -check   writes nothing, and fails if a file would change
//
// The header keeps to a few kinds of parameters (see [kinds]). One that is of no kind is an error
// here, so that no function is left out silently.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"regexp"
	"strings"
)

const header = "../c/include/curvemark.h"

const written = "// Written by internal/generate from bindings/c/include/curvemark.h. " +
	"DO NOT EDIT.\n\n"

// A kind of parameter: what stands in C, and how each side takes it.
type kind struct {
	// The text in C, in which N is the name, as a regular expression.
	c string
	// The type in Go.
	goType string
	// The argument over cgo, and that over WebAssembly, in which N is the name in Go and T the C
	// type.
	cgo, wasm string
}

// In this order: the first that fits is taken.
var kinds = []kind{
	{`const uint8_t \*N, size_t N_len`, "[]byte", "octets(N), C.size_t(len(N))", "read(N)"},
	{`uint8_t \*N, size_t N_len`, "[]byte", "octets(N), C.size_t(len(N))", "write(N)"},
	{`const size_t \*N, size_t N_count`, "[]uintptr",
		"(*C.size_t)(unsafe.Pointer(unsafe.SliceData(N))), C.size_t(len(N))", "lengths(N)"},
	{`const uint64_t \*N, size_t N_count`, "[]uint64",
		"(*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(N))), C.size_t(len(N))", "numbers(N)"},
	{`size_t \*N`, "*uintptr", "(*C.size_t)(unsafe.Pointer(N))", "size(N)"},
	{`uint64_t \*N`, "*uint64", "(*C.uint64_t)(unsafe.Pointer(N))", "number64(N)"},
	{`size_t N`, "uintptr", "C.size_t(N)", "word(uint64(N))"},
	{`uint32_t N`, "uint32", "C.uint32_t(N)", "word(uint64(N))"},
	{`uint64_t N`, "uint64", "C.uint64_t(N)", "word(N)"},
	{`(curvemark_status) N`, "int32", "C.T(N)", "word(uint64(uint32(N)))"},
	{`(curvemark_\w+) \*\*N`, "*Handle", "(**C.T)(unsafe.Pointer(&N.pointer))", "made(N)"},
	{`(?:const )?(curvemark_\w+) \*N`, "Handle", "(*C.T)(N.pointer)", "handle(N)"},
	{`(curvemark_\w+) N`, "uint32", "C.T(N)", "word(uint64(N))"},
}

type parameter struct{ name, goType, cgo, wasm string }

type function struct {
	name, result string
	parameters   []parameter
}

// The functions of the header, in its order.
func functions(text string) ([]function, error) {
	text = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(text, "")
	declaration := regexp.MustCompile(`(?m)^([a-z][\w ]*?[ *]+)(curvemark_\w+)\(([^;]*?)\);`)
	var found []function
	for _, match := range declaration.FindAllStringSubmatch(text, -1) {
		one := function{name: match[2], result: strings.TrimSpace(match[1])}
		rest := strings.Join(strings.Fields(match[3]), " ")
		if rest == "void" {
			rest = ""
		}
		for rest != "" {
			read, after, ok := first(rest)
			if !ok {
				return nil, fmt.Errorf("%s: no kind of parameter: %s", one.name, rest)
			}
			one.parameters = append(one.parameters, read)
			rest = strings.TrimPrefix(after, ", ")
		}
		found = append(found, one)
	}
	if want := strings.Count(text, ");"); len(found) != want {
		return nil, fmt.Errorf("%d functions were read, and the header has %d", len(found), want)
	}
	return found, nil
}

// The first parameter of a list, and what comes after it.
func first(list string) (parameter, string, bool) {
	for _, kind := range kinds {
		pattern := strings.Replace(kind.c, "N", `([a-z]\w*)`, 1)
		pattern = strings.ReplaceAll(pattern, "N_", `([a-z]\w*)_`)
		match := regexp.MustCompile(`^` + pattern + `(?:, |$)`).FindStringSubmatch(list)
		if match == nil {
			continue
		}
		name, cType := match[1], ""
		switch {
		case strings.Contains(pattern, "(curvemark"):
			cType, name = match[1], match[2]
		case len(match) == 3 && match[1] != match[2]:
			continue
		}
		name = camel(name, false)
		fill := strings.NewReplacer("N", name, "T", cType)
		return parameter{name, kind.goType, fill.Replace(kind.cgo), fill.Replace(kind.wasm)},
			list[len(match[0]):], true
	}
	return parameter{}, "", false
}

// key_len is keyLen, or KeyLen.
func camel(name string, capital bool) string {
	parts := strings.Split(name, "_")
	for i, part := range parts {
		if i > 0 || capital {
			parts[i] = strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return strings.Join(parts, "")
}

func (f function) signature() string {
	var list []string
	for _, p := range f.parameters {
		list = append(list, p.name+" "+p.goType)
	}
	name := camel(strings.TrimPrefix(f.name, "curvemark_"), true)
	return fmt.Sprintf("// %s is %s.\nfunc %s(%s)", name, f.name, name, strings.Join(list, ", "))
}

func (f function) arguments(of func(parameter) string) string {
	var list []string
	for _, p := range f.parameters {
		list = append(list, of(p))
	}
	return strings.Join(list, ", ")
}

func overCgo(all []function) string {
	var out strings.Builder
	out.WriteString(written + "//go:build cgo\n\npackage native\n\n")
	out.WriteString("/*\n#cgo pkg-config: curvemark\n")
	for _, f := range all {
		// No function calls back into Go, and none keeps a pointer to its arguments.
		fmt.Fprintf(&out, "#cgo noescape %s\n#cgo nocallback %s\n", f.name, f.name)
	}
	out.WriteString("#include <curvemark.h>\n*/\nimport \"C\"\nimport \"unsafe\"\n\n")
	for _, f := range all {
		arguments := f.arguments(func(p parameter) string { return p.cgo })
		call := fmt.Sprintf("C.%s(%s)", f.name, arguments)
		switch f.result {
		case "void":
			fmt.Fprintf(&out, "%s {\n%s\n}\n\n", f.signature(), call)
		case "const char *":
			fmt.Fprintf(&out, "%s string {\nreturn C.GoString(%s)\n}\n\n", f.signature(), call)
		default:
			fmt.Fprintf(&out, "%s int32 {\nreturn int32(%s)\n}\n\n", f.signature(), call)
		}
	}
	return out.String()
}

func overWasm(all []function) string {
	var out strings.Builder
	out.WriteString(written + "//go:build !cgo\n\npackage native\n\n")
	for _, f := range all {
		arguments := f.arguments(func(p parameter) string {
			if p.name == "threads" {
				return "workers(threads)"
			}
			return p.wasm
		})
		if arguments != "" {
			arguments = ", " + arguments
		}
		form := "%s int32 {\nreturn int32(call(%q%s))\n}\n\n"
		switch f.result {
		case "void":
			form = "%s {\ncall(%q%s)\n}\n\n"
		case "const char *":
			form = "%s string {\nreturn text(%q%s)\n}\n\n"
		}
		fmt.Fprintf(&out, form, f.signature(), f.name, arguments)
	}
	return out.String()
}

// The statuses, with the header's comments.
func statuses(text string) string {
	var out strings.Builder
	out.WriteString(written + "package curvemark\n\n// What a function can answer with.\nconst (\n")
	entry := regexp.MustCompile(`/\* ([^*]*?) \*/\s+CURVEMARK_((?:ERROR_|NOT_)\w+) = (\d+),`)
	for _, match := range entry.FindAllStringSubmatch(text, -1) {
		name := camel(strings.ToLower(strings.TrimPrefix(match[2], "ERROR_")), true)
		meaning := strings.Join(strings.Fields(match[1]), " ")
		fmt.Fprintf(&out, "// Err%s: %s\nErr%s Error = %s\n", name, meaning, name, match[3])
	}
	out.WriteString(")\n")
	return out.String()
}

// Package minsig is package minpk with the groups exchanged.
func minSig(text string) (string, error) {
	for _, exchange := range [][2]string{
		{"scheme = 0", "scheme = 1"},
		{"PublicKeyLen = 48", "PublicKeyLen = 96"},
		{"SignatureLen = 96", "SignatureLen = 48"},
		{"Keys are in G1 and signatures in G2, as Ethereum has them.",
			"Keys are in G2 and signatures in G1."},
		{"minpk", "minsig"},
	} {
		if !strings.Contains(text, exchange[0]) {
			return "", fmt.Errorf("bls/minpk/minpk.go has no %q", exchange[0])
		}
		text = strings.ReplaceAll(text, exchange[0], exchange[1])
	}
	return "// Written by internal/generate from bls/minpk/minpk.go. DO NOT EDIT.\n\n" + text, nil
}

func run(check bool) error {
	text, err := os.ReadFile(header)
	if err != nil {
		return err
	}
	all, err := functions(string(text))
	if err != nil {
		return err
	}
	minPk, err := os.ReadFile("bls/minpk/minpk.go")
	if err != nil {
		return err
	}
	// What has no counterpart in the other scheme stands below this line.
	shared, _, _ := strings.Cut(string(minPk), "\n// Of Ethereum only.\n")
	minSig, err := minSig(shared)
	if err != nil {
		return err
	}
	for _, file := range []struct{ path, content string }{
		{"internal/native/cgo.go", overCgo(all)},
		{"internal/native/wasm.go", overWasm(all)},
		{"statuses.go", statuses(string(text))},
		{"bls/minsig/minsig.go", minSig},
	} {
		content, err := format.Source([]byte(file.content))
		if err != nil {
			return fmt.Errorf("%s: %w", file.path, err)
		}
		if check {
			if old, err := os.ReadFile(file.path); err != nil || !bytes.Equal(old, content) {
				return fmt.Errorf("%s is old: go run ./internal/generate", file.path)
			}
		} else if err := os.WriteFile(file.path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	check := flag.Bool("check", false, "write nothing, and fail if a file would change")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}
