package curvemark_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	curvemark "github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/bls/minpk"
	"github.com/curvemark/curvemark/bindings/go/groups"
)

// What internal/generate has written is what the header says.
func TestWrittenFiles(t *testing.T) {
	if _, err := os.Stat("../c/include/curvemark.h"); err != nil {
		t.Skip("SKIPPED: the header is not there; it is in a clone of the repository")
	}
	output, err := exec.Command("go", "run", "./internal/generate", "-check").CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

func TestErrors(t *testing.T) {
	if text := curvemark.ErrNotValid.Error(); !strings.HasPrefix(text, "curvemark: ") {
		t.Error(text)
	}
	if text := fmt.Sprintf("%#v", curvemark.ErrLength); text != "curvemark.Error(3)" {
		t.Error(text)
	}
	if curvemark.Version() == "" || curvemark.Backend != "cgo" && curvemark.Backend != "wazero" {
		t.Error(curvemark.Version(), curvemark.Backend)
	}
	// Every status has a text of its own.
	seen := map[string]bool{}
	for status := curvemark.ErrNotValid; status <= curvemark.ErrParts; status++ {
		if seen[status.Error()] {
			t.Errorf("%d: %s", status, status.Error())
		}
		seen[status.Error()] = true
	}
}

// Eight goroutines at once, each with handles of its own and with one of all, while the collector
// frees what others have dropped.
func TestGoroutines(t *testing.T) {
	secret := must[*minpk.SecretKey](t)(minpk.NewSecretKey())
	public := must[minpk.PublicKey](t)(secret.PublicKey())
	signature := must[minpk.Signature](t)(secret.Sign([]byte("m")))
	generator := generators(t)["g1"]
	shared := must[*groups.Bases](t)(groups.BLS12381G1.NewBases(generator, 0))
	var all sync.WaitGroup
	for i := range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 5 {
				accumulator := minpk.NewAccumulator()
				set := minpk.Set{PublicKey: public, Message: []byte("m"), Signature: signature}
				if err := accumulator.Add(&set); err != nil {
					t.Error(err)
				}
				if err := accumulator.Finish(); err != nil {
					t.Error(err)
				}
				want, err := groups.BLS12381G1.Mul(generator, integer(int64(i)))
				found, err2 := shared.MSM(integer(int64(i)), 1)
				if err != nil || err2 != nil || string(want) != string(found) {
					t.Error(err, err2)
				}
				runtime.GC()
			}
		}()
	}
	all.Wait()
}

// The program of the README.
func TestReadme(t *testing.T) {
	text := must[[]byte](t)(os.ReadFile("README.md"))
	_, rest, _ := strings.Cut(string(text), "```go\n")
	program, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("the README has no program")
	}
	folder := t.TempDir()
	here := must[string](t)(filepath.Abs("."))
	const name = "github.com/curvemark/curvemark/bindings/go"
	module := "module readme\n\ngo 1.25.0\n\nrequire " + name + " v0.0.0\n\n" +
		"replace " + name + " => " + here + "\n"
	for name, content := range map[string]string{"main.go": program, "go.mod": module} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("go", "run", "-mod=mod", ".")
	command.Dir = folder
	output, err := command.CombinedOutput()
	if err != nil || string(output) != "the signature holds\n" {
		t.Errorf("%v: %s", err, output)
	}
}
