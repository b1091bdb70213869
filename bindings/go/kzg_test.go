package curvemark_test

import (
	"crypto/sha256"
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
	"testing"

	curvemark "github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/kzg"
)

var order, _ = new(big.Int).SetString(
	"73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16)

// The blob of a description: `all VALUE`, `powers BASE`, `zeros but INDEX VALUE`.
func blobOf(t *testing.T, description string) *kzg.Blob {
	blob, words := new(kzg.Blob), strings.Split(description, " ")
	set := func(i int, value []byte) { copy(blob[32*i:32*i+32], value) }
	switch words[0] {
	case "all":
		for i := range 4096 {
			set(i, unhex(t, words[1]))
		}
	case "powers":
		base, ok := new(big.Int).SetString(words[1], 10)
		if !ok {
			t.Fatal(description)
		}
		power := new(big.Int).Exp(base, big.NewInt(256), order)
		for i := range 4096 {
			set(i, power.FillBytes(make([]byte, 32)))
			power.Mod(power.Mul(power, base), order)
		}
	case "zeros":
		at, err := strconv.Atoi(words[2])
		if err != nil {
			t.Fatal(err)
		}
		set(at, unhex(t, words[3]))
	default:
		t.Fatal(description)
	}
	return blob
}

func arraysOf[Array any](v vector, key string, place func(*Array) []byte) ([]Array, error) {
	var list []Array
	for _, bytes := range v.list(key) {
		one, ok := array(bytes, place)
		if !ok {
			return nil, curvemark.ErrLength
		}
		list = append(list, one)
	}
	return list, nil
}

func TestKzg(t *testing.T) {
	settings := must[*kzg.Settings](t)(kzg.NewSettings(1 << 22))
	prover := must[*kzg.Prover](t)(kzg.NewProver(0, 0))
	kept := map[string][]kzg.Cell{}
	cellsOf := func(t *testing.T, description string) []kzg.Cell {
		if kept[description] == nil {
			kept[description] = must[[]kzg.Cell](t)(settings.ComputeCells(blobOf(t, description)))
		}
		return kept[description]
	}
	// The hash of all cells, once that of the proofs was compared.
	both := func(t *testing.T, v vector, cells []kzg.Cell, proofs []kzg.Proof, err error) {
		if err == nil {
			compare(t, v.text("proofs"), hashed(call.Flat(proofs)), nil)
		}
		compare(t, v.text("cells"), hashed(call.Flat(cells)), err)
	}
	ran := map[string]bool{}
	cases(t, "kzg", func(t *testing.T, v vector) bool {
		commitments, err := arraysOf(v, "commitment",
			func(c *kzg.Commitment) []byte { return c[:] })
		proofs, err2 := arraysOf(v, "proof", func(p *kzg.Proof) []byte { return p[:] })
		points, err3 := arraysOf(v, "z", func(p *kzg.Point) []byte { return p[:] })
		claims, err4 := arraysOf(v, "y", func(c *kzg.Claim) []byte { return c[:] })
		expected := v.text("result")
		if err != nil || err2 != nil || err3 != nil || err4 != nil {
			judge(t, expected, curvemark.ErrLength)
			return true
		}
		var blobs []kzg.Blob
		for _, description := range v.all("blob") {
			blobs = append(blobs, *blobOf(t, description))
		}
		switch v.text("function") {
		case "blob_to_kzg_commitment":
			commitment, err := kzg.BlobToCommitment(&blobs[0])
			compare(t, expected, commitment[:], err)
		case "compute_kzg_proof":
			proof, claim, err := kzg.ComputeProof(&blobs[0], points[0])
			compare(t, expected, proof[:], err)
			if v.has("value") {
				compare(t, v.text("value"), claim[:], err)
			}
		case "compute_blob_kzg_proof":
			proof, err := kzg.ComputeBlobProof(&blobs[0], commitments[0])
			compare(t, expected, proof[:], err)
		case "verify_kzg_proof":
			judge(t, expected, kzg.VerifyProof(commitments[0], points[0], claims[0], proofs[0]))
		case "verify_blob_kzg_proof":
			judge(t, expected, kzg.VerifyBlobProof(&blobs[0], commitments[0], proofs[0]))
		case "verify_blob_kzg_proof_batch":
			judge(t, expected, settings.VerifyBlobs(blobs, commitments, proofs, 2))
		case "verify_cell_kzg_proof_batch":
			var cells []kzg.Cell
			for _, cell := range v.all("cell") {
				index, description, _ := strings.Cut(cell, " ")
				at := must[int](t)(strconv.Atoi(index))
				cells = append(cells, cellsOf(t, description)[at])
			}
			var indices []uint64
			for _, index := range v.all("index") {
				indices = append(indices, must[uint64](t)(strconv.ParseUint(index, 10, 64)))
			}
			judge(t, expected, settings.VerifyCells(commitments, indices, cells, proofs, 1))
		case "compute_cells_and_kzg_proofs":
			cells, made, err := prover.ProveCells(&blobs[0], 0)
			both(t, v, cells, made, err)
		case "recover_cells_and_kzg_proofs":
			whole := cellsOf(t, v.text("blob"))
			var indices []uint64
			var known []kzg.Cell
			for _, index := range strings.Fields(v.text("indices")) {
				at := must[uint64](t)(strconv.ParseUint(index, 10, 64))
				indices, known = append(indices, at), append(known, whole[at])
			}
			cells, made, err := prover.RecoverCells(indices, known, 0)
			both(t, v, cells, made, err)
		default:
			return false
		}
		ran[v.text("function")] = true
		return true
	})
	if len(ran) != 9 {
		t.Errorf("cases of %d functions were run, not of 9", len(ran))
	}
}

func TestKzgErrors(t *testing.T) {
	settings := must[*kzg.Settings](t)(kzg.NewSettings(0))
	blobs, infinity := make([]kzg.Blob, 1), kzg.Commitment{0xc0}
	judge(t, "yes", settings.VerifyBlob(&blobs[0], infinity, kzg.Proof(infinity)))
	judge(t, "yes", settings.VerifyBlobs(nil, nil, nil, 1))
	commitments, proof := []kzg.Commitment{infinity}, kzg.Proof(infinity)
	for wrong, err := range map[curvemark.Error]error{
		curvemark.ErrCount:    settings.VerifyBlobs(blobs, nil, nil, 1),
		curvemark.ErrArgument: settings.VerifyBlobs(blobs, commitments, []kzg.Proof{proof}, 1025),
		curvemark.ErrScalar:   settings.Verify(infinity, kzg.Point{0xff}, kzg.Claim{}, proof),
	} {
		if err != wrong {
			t.Errorf("%v, not %v", err, wrong)
		}
	}
	for _, text := range []string{"", "4096\n65\n", "é"} {
		if _, err := kzg.SettingsFromText([]byte(text), 0); err != curvemark.ErrSetup {
			t.Errorf("%q: %v", text, err)
		}
		if _, err := kzg.ProverFromText([]byte(text), 0, 1); err != curvemark.ErrSetup {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// What go-ethereum's package has besides the functions.
func TestKzg4844(t *testing.T) {
	commitment := kzg.Commitment{0xc0}
	versioned := kzg.CalcBlobHashV1(sha256.New(), &commitment)
	if !kzg.IsValidVersionedHash(versioned[:]) || kzg.IsValidVersionedHash(versioned[1:]) {
		t.Errorf("%x", versioned)
	}
	text := must[[]byte](t)(json.Marshal(commitment))
	if want := `"0xc0` + strings.Repeat("00", 47) + `"`; string(text) != want {
		t.Errorf("%s", text)
	}
	var read kzg.Commitment
	if err := json.Unmarshal(text, &read); err != nil || read != commitment {
		t.Errorf("%v %v", read, err)
	}
	for _, wrong := range []string{`"c0"`, `"0xc0"`, `"0x` + strings.Repeat("zz", 48) + `"`, `""`} {
		if err := json.Unmarshal([]byte(wrong), &read); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
	blobs := []kzg.Blob{*blobOf(t, "powers 3")}
	commitment = must[kzg.Commitment](t)(kzg.BlobToCommitment(&blobs[0]))
	proofs := must[[]kzg.Proof](t)(kzg.ComputeCellProofs(&blobs[0]))
	judge(t, "yes", kzg.VerifyCellProofs(blobs, []kzg.Commitment{commitment}, proofs))
	proofs[5] = proofs[6]
	judge(t, "no", kzg.VerifyCellProofs(blobs, []kzg.Commitment{commitment}, proofs))
	if err := kzg.VerifyCellProofs(blobs, nil, proofs); err != curvemark.ErrCount {
		t.Error(err)
	}
}
