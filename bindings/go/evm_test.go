package curvemark_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	curvemark "github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/evm"
)

// Addresses of contracts by the names of the repository's cases.
var contracts = map[string]evm.Address{
	"sha256": at(0x02), "modexp": at(0x05), "blake2f": at(0x09), "point-evaluation": at(0x0a),
	"bls12-g1-add": at(0x0b), "bls12-g1-msm": at(0x0c), "bls12-g2-add": at(0x0d),
	"bls12-g2-msm": at(0x0e), "bls12-pairing": at(0x0f), "bls12-map-fp-to-g1": at(0x10),
	"bls12-map-fp2-to-g2": at(0x11), "p256-verify": at(0x100),
}

func at(number int) evm.Address { return evm.Address{18: byte(number >> 8), 19: byte(number)} }

func TestEvm(t *testing.T) {
	cases(t, "evm-precompiles", func(t *testing.T, v vector) bool {
		address, known := contracts[v.text("contract")]
		if !known {
			t.Fatalf("no contract %s", v.text("contract"))
		}
		output, gas, err := evm.Osaka.Call(address, v.bytes("input"), 1<<40)
		compare(t, v.text("output"), output, err)
		if v.has("gas") && err == nil {
			if priced := must[uint64](t)(evm.Osaka.Gas(address, v.bytes("input"))); priced != gas {
				t.Errorf("the price is %d, and %d were taken", priced, gas)
			}
		}
		return true
	})
}

func TestEvmErrors(t *testing.T) {
	for fork, want := range map[evm.Fork]int{
		evm.Istanbul: 9, evm.Berlin: 9, evm.Cancun: 10,
		evm.Prague: 17, evm.Osaka: 18, evm.Amsterdam: 18,
	} {
		if found := len(fork.Contracts()); found != want {
			t.Errorf("fork %d has %d contracts, not %d", fork, found, want)
		}
	}
	if _, err := evm.Istanbul.At(at(0x0a)); err != curvemark.ErrNoContract {
		t.Error(err)
	}
	if _, err := evm.Fork(99).At(at(1)); err != curvemark.ErrArgument {
		t.Error(err)
	}
	if _, _, err := evm.Osaka.Call(at(2), []byte("abc"), 71); err != curvemark.ErrOutOfGas {
		t.Error(err)
	}
	// Outputs that are longer than the contracts mostly give.
	input := bytes.Repeat([]byte{3}, 1000)
	identity := must[evm.Contract](t)(evm.Osaka.At(at(4)))
	if output := must[[]byte](t)(identity.Run(input)); !bytes.Equal(output, input) {
		t.Errorf("%x", output)
	}
	power := make([]byte, 96+1+1+700)
	power[31], power[63], power[94], power[95] = 1, 1, 2, 188
	power[96], power[97], power[len(power)-1] = 2, 3, 9
	modexp := must[evm.Contract](t)(evm.Osaka.At(at(5)))
	output := must[[]byte](t)(modexp.Run(power))
	if len(output) != 700 || output[699] != 8 {
		t.Errorf("%x", output)
	}
	if identity.Name() != "curvemark-0x0004" {
		t.Error(identity.Name())
	}
}

// Of go-ethereum's cases, what each file asks: the address of a contract, and the fork whose prices
// the file has. Names are in lower case, since two files write one name in two ways.
var goEthereum = map[string]struct {
	address int
	fork    evm.Fork
}{
	"blake2f":         {0x09, evm.Istanbul},
	"ecrecover":       {0x01, evm.Istanbul},
	"bn256add":        {0x06, evm.Istanbul},
	"bn256scalarmul":  {0x07, evm.Istanbul},
	"bn256pairing":    {0x08, evm.Istanbul},
	"modexp":          {0x05, evm.Istanbul},
	"modexp_eip2565":  {0x05, evm.Berlin},
	"modexp_eip7883":  {0x05, evm.Osaka},
	"pointevaluation": {0x0a, evm.Cancun},
	"p256verify":      {0x100, evm.Osaka},
	"blsg1add":        {0x0b, evm.Prague},
	"blsg1mul":        {0x0c, evm.Prague},
	"blsg1multiexp":   {0x0c, evm.Prague},
	"blsg2add":        {0x0d, evm.Prague},
	"blsg2mul":        {0x0e, evm.Prague},
	"blsg2multiexp":   {0x0e, evm.Prague},
	"blspairing":      {0x0f, evm.Prague},
	"blsmapg1":        {0x10, evm.Prague},
	"blsmapg2":        {0x11, evm.Prague},
}

// go-ethereum's own cases, from its module, if CURVEMARK_GO_ETHEREUM names its folder: all files
// that there are. With -short every eighth case, and the first of each file.
func TestGoEthereum(t *testing.T) {
	folder := os.Getenv("CURVEMARK_GO_ETHEREUM")
	if folder == "" {
		t.Skip("SKIPPED: CURVEMARK_GO_ETHEREUM names no folder of go-ethereum's source")
	}
	folder = filepath.Join(folder, "core/vm/testdata/precompiles")
	step, least := 1, 1800
	if testing.Short() {
		step, least = 8, 200
	}
	ran := 0
	for _, entry := range must[[]os.DirEntry](t)(os.ReadDir(folder)) {
		name := strings.ToLower(strings.TrimSuffix(entry.Name(), ".json"))
		name, failing := strings.CutPrefix(name, "fail-")
		of, known := goEthereum[name]
		if !known {
			t.Errorf("no contract is known for %s", entry.Name())
			continue
		}
		text := must[[]byte](t)(os.ReadFile(filepath.Join(folder, entry.Name())))
		var list []struct {
			Input, Expected, Name string
			Gas                   uint64
		}
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		contract := must[evm.Contract](t)(of.fork.At(at(of.address)))
		for i := 0; i < len(list); i += step {
			c := list[i]
			input := unhex(t, c.Input)
			output, err := contract.Run(input)
			if failing {
				if err == nil {
					t.Errorf("%s: %s is accepted", name, c.Name)
				}
			} else if err != nil || !bytes.Equal(output, unhex(t, c.Expected)) {
				t.Errorf("%s: %s: %x %v", name, c.Name, output, err)
			} else if gas := contract.RequiredGas(input); gas != c.Gas {
				t.Errorf("%s: %s: %d gas, not %d", name, c.Name, gas, c.Gas)
			}
			ran++
		}
	}
	t.Logf("%d cases of go-ethereum", ran)
	if ran < least {
		t.Errorf("only %d cases", ran)
	}
}
