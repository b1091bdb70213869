package curvemark_test

import (
	"bytes"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	curvemark "github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/groth16"
	"github.com/curvemark/curvemark/bindings/go/groups"
	"github.com/curvemark/curvemark/bindings/go/poseidon"
)

func integer(value int64) []byte { return big.NewInt(value).FillBytes(make([]byte, 32)) }

var blsGroups = map[string]groups.Group{"g1": groups.BLS12381G1, "g2": groups.BLS12381G2}

// The generators, from the case 1.
func generators(t *testing.T) map[string][]byte {
	found := map[string][]byte{}
	path := filepath.Join(repository(), "vectors/bls12-381-multiples.txt")
	text := must[[]byte](t)(os.ReadFile(path))
	for _, block := range strings.Split(string(text), "\n\n") {
		if strings.Contains(block, "\ni = 1\n") {
			for name := range blsGroups {
				_, rest, _ := strings.Cut(block, "\n"+name+"-uncompressed = ")
				line, _, _ := strings.Cut(rest, "\n")
				found[name] = unhex(t, line)
			}
		}
	}
	if len(found["g1"]) != 96 || len(found["g2"]) != 192 {
		t.Fatal("no generators")
	}
	return found
}

func TestGroups(t *testing.T) {
	generator := generators(t)
	cases(t, "bls12-381-multiples", func(t *testing.T, v vector) bool {
		i := must[int](t)(strconv.Atoi(v.text("i")))
		for name, group := range blsGroups {
			small, large := v.bytes(name+"-compressed"), v.bytes(name+"-uncompressed")
			same := func(what string, answer []byte, err error) {
				if err != nil || !bytes.Equal(answer, large) {
					t.Errorf("%s: %x %v", what, answer, err)
				}
			}
			for _, form := range [][]byte{small, large} {
				decoded, verdicts, err := group.Decode(len(form), form, 1)
				judge(t, "yes", firstOf(verdicts, err))
				same("decode", decoded, err)
			}
			both := append(bytes.Clone(large), generator[name]...)
			compressed := must[[]byte](t)(group.Compress(both))
			if !bytes.Equal(compressed[:len(small)], small) {
				t.Errorf("%x", compressed)
			}
			product, err := group.Mul(generator[name], integer(int64(i)))
			same("mul", product, err)
			product, err = group.MSM(generator[name], integer(int64(i)), 1)
			same("msm", product, err)
			product, err = group.MSMUncheckedSubgroup(generator[name], integer(int64(i)), 2)
			same("msm", product, err)
			if i > 0 {
				product, err = group.Sum(bytes.Repeat(generator[name], i), 1)
				same("sum", product, err)
			}
		}
		return true
	})
	cases(t, "bls12-381-uncompressed", func(t *testing.T, v vector) bool {
		given := v.bytes("bytes")
		_, verdicts, err := blsGroups[v.text("group")].Decode(len(given), given, 1)
		judge(t, v.text("in-subgroup"), firstOf(verdicts, err))
		return true
	})
	cases(t, "bls12-381-pairings", func(t *testing.T, v vector) bool {
		i := must[int](t)(strconv.Atoi(v.text("i")))
		p := must[[]byte](t)(groups.BLS12381G1.Mul(generator["g1"], integer(int64(i))))
		q := must[[]byte](t)(groups.BLS12381G2.Mul(generator["g2"], integer(int64(i))))
		value, err := groups.BLS12381.Product(p, q, 1)
		compare(t, v.text("value"), value, err)
		judge(t, "no", groups.BLS12381.Check(p, q, 1))
		return true
	})
	for name, group := range blsGroups {
		cases(t, "rfc9380-"+name, func(t *testing.T, v vector) bool {
			if v.text("variant") != "RO" {
				return false
			}
			points, err := group.Hash([][]byte{v.bytes("msg")}, v.bytes("dst"), 1)
			compare(t, v.text("point"), points, err)
			return true
		})
	}
	bases := must[*groups.Bases](t)(
		groups.BLS12381G1.NewBases(bytes.Repeat(generator["g1"], 2), 1_000_000))
	five := must[[]byte](t)(groups.BLS12381G1.Mul(generator["g1"], integer(5)))
	sum := must[[]byte](t)(bases.MSM(append(integer(2), integer(3)...), 1))
	if !bytes.Equal(sum, five) {
		t.Errorf("%x", sum)
	}
}

func TestBn254(t *testing.T) {
	g1 := append(integer(1), integer(2)...)
	double := must[[]byte](t)(groups.BN254G1.Mul(g1, integer(2)))
	sum := must[[]byte](t)(groups.BN254G1.Sum(append(bytes.Clone(g1), g1...), 1))
	if !bytes.Equal(double, sum) {
		t.Errorf("%x is not %x", double, sum)
	}
	messages := [][]byte{[]byte("a"), []byte("b")}
	hashed := must[[]byte](t)(groups.BN254G2.Hash(messages, []byte("tag"), 1))
	// e(P, Q)·e(−P, Q) is one, and e(P, Q) is not.
	minus := must[[]byte](t)(groups.BN254G1.Mul(g1, orderMinusOne()))
	q := hashed[:128]
	both := append(bytes.Clone(g1), minus...)
	judge(t, "yes", groups.BN254.Check(both, append(bytes.Clone(q), q...), 1))
	judge(t, "no", groups.BN254.Check(g1, q, 1))
	judge(t, "yes", groups.BN254.Check(nil, nil, 1))
	if value := must[[]byte](t)(groups.BN254.Product(g1, q, 1)); len(value) != 384 {
		t.Errorf("%x", value)
	}
}

func orderMinusOne() []byte {
	n, _ := new(big.Int).SetString(
		"30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000000", 16)
	return n.FillBytes(make([]byte, 32))
}

func TestGroupErrors(t *testing.T) {
	for group, wrong := range map[groups.Group]curvemark.Error{
		groups.BLS12381G1: curvemark.ErrEmpty,
		groups.BN254G2:    curvemark.ErrEmpty,
		7:                 curvemark.ErrArgument,
	} {
		if _, err := group.Sum(nil, 1); err != wrong {
			t.Errorf("%d: %v, not %v", group, err, wrong)
		}
		if _, _, err := group.Decode(0, nil, 1); err != curvemark.ErrArgument {
			t.Error(err)
		}
	}
	_, err := groups.BN254G1.MSM(make([]byte, 64), make([]byte, 64), 1)
	if err != curvemark.ErrCount {
		t.Error(err)
	}
	if _, err := groups.BN254G1.Compress(make([]byte, 64)); err != curvemark.ErrArgument {
		t.Error(err)
	}
	if _, err := groups.BN254G1.NewBases(make([]byte, 63), 0); err != curvemark.ErrLength {
		t.Error(err)
	}
	if err := groups.BN254.Check(make([]byte, 64), nil, 1); err != curvemark.ErrCount {
		t.Error(err)
	}
}

func TestPoseidon(t *testing.T) {
	cases(t, "poseidon-bn254", func(t *testing.T, v vector) bool {
		if v.has("initial") || len(v.all("output")) != 1 {
			return false
		}
		var inputs [][32]byte
		for _, input := range v.list("input") {
			inputs = append(inputs, [32]byte(reversed(input)))
		}
		hash, err := poseidon.BN254.Hash(inputs...)
		compare(t, v.text("output"), reversed(hash[:]), err)
		twice, err := poseidon.BN254.HashBatch(len(inputs), append(inputs, inputs...), 1)
		if err != nil || len(twice) != 2 || twice[0] != hash || twice[1] != hash {
			t.Errorf("%x %v", twice, err)
		}
		return true
	})
	if _, err := poseidon.BN254.Hash(); err != curvemark.ErrEmpty {
		t.Error(err)
	}
	if _, err := poseidon.BN254.HashBatch(0, nil, 1); err == nil {
		t.Error("lists of no integers are hashed")
	}
	if _, err := poseidon.BN254.Hash(make([][32]byte, 17)...); err != curvemark.ErrCount {
		t.Error(err)
	}
	one, two := [32]byte{1}, [32]byte{2}
	root := must[[32]byte](t)(poseidon.BLS12381.MerkleRoot([][32]byte{one, two}, 1))
	if root != must[[32]byte](t)(poseidon.BLS12381.Hash(one, two)) {
		t.Errorf("%x", root)
	}
}

// A point of snarkjs as arkworks writes it.
func arkworks(t *testing.T, text, curve string) []byte {
	var numbers []*big.Int
	for _, word := range strings.Fields(text) {
		number, ok := new(big.Int).SetString(word, 10)
		if !ok {
			t.Fatal(text)
		}
		numbers = append(numbers, number)
	}
	half := len(numbers) / 2
	var out []byte
	if curve == "bls12381" {
		// As ZCash does: big-endian, and imaginary parts first.
		for _, part := range [][]*big.Int{numbers[:half], numbers[half:]} {
			for i := range part {
				out = append(out, part[len(part)-1-i].FillBytes(make([]byte, 48))...)
			}
		}
		return out
	}
	for _, number := range numbers {
		out = append(out, reversed(number.FillBytes(make([]byte, 32)))...)
	}
	// Little-endian; the highest bit says whether y is above −y, by its imaginary part unless zero.
	q, _ := new(big.Int).SetString(
		"30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47", 16)
	for i := len(numbers) - 1; i >= half; i-- {
		if numbers[i].Sign() != 0 {
			if numbers[i].Cmp(new(big.Int).Sub(q, numbers[i])) > 0 {
				out[len(out)-1] |= 0x80
			}
			break
		}
	}
	return out
}

func TestGroth16(t *testing.T) {
	keys := map[string]*groth16.VerifyingKey{}
	cases(t, "groth16-snarkjs", func(t *testing.T, v vector) bool {
		curve := v.text("curve")
		if v.text("name") == "key" {
			var points [][]byte
			for _, text := range v.all("key") {
				points = append(points, arkworks(t, text, curve))
			}
			text := bytes.Join(points[:4], nil)
			count := big.NewInt(int64(len(points) - 4)).FillBytes(make([]byte, 8))
			text = append(text, reversed(count)...)
			text = append(text, bytes.Join(points[4:], nil)...)
			form := map[string]groth16.Form{
				"bn128": groth16.BN254Uncompressed, "bls12381": groth16.BLS12381Uncompressed}[curve]
			keys[curve] = must[*groth16.VerifyingKey](t)(groth16.NewVerifyingKey(form, text))
			if _, err := groth16.NewVerifyingKey(form, text[1:]); err == nil {
				t.Error("a key without its first byte is read")
			}
			return false
		}
		var proof, inputs []byte
		for _, text := range v.all("point") {
			proof = append(proof, arkworks(t, text, curve)...)
		}
		for _, text := range v.all("input") {
			number, _ := new(big.Int).SetString(text, 10)
			inputs = append(inputs, reversed(number.FillBytes(make([]byte, 32)))...)
		}
		key := keys[curve]
		judge(t, v.text("valid"), key.Verify(inputs, proof))
		if v.text("valid") != "yes" {
			return true
		}
		if 32*key.Inputs() != len(inputs) {
			t.Errorf("%d inputs", key.Inputs())
		}
		twice := bytes.Repeat(proof, 2)
		judge(t, "yes", key.VerifyBatch(bytes.Repeat(inputs, 2), twice))
		others := append(bytes.Clone(inputs), append(bytes.Clone(inputs[32:]), inputs[:32]...)...)
		judge(t, "no", key.VerifyBatch(others, twice))
		verdicts := must[[]error](t)(key.FindInvalid(others, twice, 2))
		if verdicts[0] != nil || verdicts[1] != curvemark.ErrNotValid {
			t.Error(verdicts)
		}
		if _, err := key.FindInvalid(others, twice, 1); err == nil {
			t.Error("one verdict for two proofs")
		}
		return true
	})
}
