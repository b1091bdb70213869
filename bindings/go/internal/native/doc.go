// Package native calls the library: every function of curvemark.h, with slices in place of pointers
// and lengths. With cgo it is linked; without it runs as WebAssembly inside of wazero. The
// functions of both are written by internal/generate.
package native

//go:generate go -C ../.. run ./internal/generate
