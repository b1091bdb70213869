package curvemark_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	curvemark "github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/bls/minpk"
	"github.com/curvemark/curvemark/bindings/go/bls/minsig"
	"github.com/curvemark/curvemark/bindings/go/groups"
)

// Keys and signatures of a case; those of another length are an error, as a caller's compiler would
// say of an array.
func keysOf(v vector) ([]minpk.PublicKey, error) {
	var keys []minpk.PublicKey
	for _, bytes := range v.list("key") {
		key, ok := array(bytes, func(k *minpk.PublicKey) []byte { return k[:] })
		if !ok {
			return nil, curvemark.ErrLength
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func signaturesOf(v vector) ([]minpk.Signature, error) {
	var signatures []minpk.Signature
	for _, bytes := range v.list("signature") {
		signature, ok := array(bytes, func(s *minpk.Signature) []byte { return s[:] })
		if !ok {
			return nil, curvemark.ErrLength
		}
		signatures = append(signatures, signature)
	}
	return signatures, nil
}

func ethereumSuite(t *testing.T, v vector) bool {
	if v.text("suite") != "pop" {
		return false
	}
	expected, messages := v.text("result"), v.list("message")
	keys, err := keysOf(v)
	signatures, err2 := signaturesOf(v)
	if err != nil || err2 != nil {
		judge(t, expected, curvemark.ErrLength)
		return true
	}
	switch v.text("function") {
	case "sign":
		secret, err := minpk.SecretKeyFromBytes(v.bytes("secret"))
		if err != nil {
			compare(t, expected, nil, err)
			return true
		}
		signature, err := secret.Sign(messages[0])
		compare(t, expected, signature[:], err)
	case "verify":
		judge(t, expected, keys[0].Verify(messages[0], signatures[0]))
	case "aggregate":
		sum, err := minpk.AggregateSignatures(signatures)
		compare(t, expected, sum[:], err)
	case "fast_aggregate_verify":
		judge(t, expected, minpk.FastAggregateVerify(keys, messages[0], signatures[0]))
	case "eth_fast_aggregate_verify":
		judge(t, expected, minpk.EthFastAggregateVerify(keys, messages[0], signatures[0]))
	case "eth_aggregate_pubkeys":
		sum, err := minpk.AggregatePublicKeys(keys)
		compare(t, expected, sum[:], err)
	case "aggregate_verify":
		judge(t, expected, minpk.AggregateVerify(keys, messages, signatures[0]))
	case "batch_verify":
		sets := make([]minpk.Set, len(keys))
		for i := range sets {
			sets[i] = minpk.Set{PublicKey: keys[i], Message: messages[i], Signature: signatures[i]}
		}
		judge(t, expected, minpk.VerifySets(sets, 0))
		judge(t, expected, minpk.VerifySetsDeterministic(sets, 1))
		accumulator := minpk.NewAccumulator()
		for i := range sets {
			if err := accumulator.Add(&sets[i]); err != nil {
				judge(t, expected, err)
				return true
			}
		}
		judge(t, expected, accumulator.Finish())
	case "deserialization_G1":
		_, verdicts, err := groups.BLS12381G1.Decode(len(keys[0]), keys[0][:], 1)
		judge(t, expected, firstOf(verdicts, err))
	case "deserialization_G2":
		_, verdicts, err := groups.BLS12381G2.Decode(len(signatures[0]), signatures[0][:], 1)
		judge(t, expected, firstOf(verdicts, err))
	default:
		return false
	}
	return true
}

func firstOf(verdicts []error, err error) error {
	if err != nil {
		return err
	}
	return verdicts[0]
}

func TestBls(t *testing.T) {
	cases(t, "bls-eth", ethereumSuite)
	cases(t, "bls-wycheproof", ethereumSuite)
}

// What package minsig does is seen by its own laws; its bytes are those of the library, which has
// published cases.
func TestMinSig(t *testing.T) {
	secret := must[*minsig.SecretKey](t)(minsig.GenerateKey(bytes.Repeat([]byte{7}, 32), nil))
	public := must[minsig.PublicKey](t)(secret.PublicKey())
	signature := must[minsig.Signature](t)(secret.Sign([]byte("a message")))
	judge(t, "yes", public.Validate())
	judge(t, "yes", public.Verify([]byte("a message"), signature))
	judge(t, "no", public.Verify([]byte("another message"), signature))
	proof := must[minsig.Signature](t)(secret.ProvePossession())
	judge(t, "yes", public.VerifyPossession(proof))
	judge(t, "no", public.VerifyPossession(signature))
}

func TestSets(t *testing.T) {
	sets := make([]minpk.Set, 5)
	for i := range sets {
		secret := must[*minpk.SecretKey](t)(minpk.NewSecretKey())
		sets[i].PublicKey = must[minpk.PublicKey](t)(secret.PublicKey())
		sets[i].Message = bytes.Repeat([]byte{byte(i)}, 40*i)
		sets[i].Signature = must[minpk.Signature](t)(secret.Sign(sets[i].Message))
	}
	judge(t, "yes", minpk.VerifySets(sets, 2))
	sets[3].Message = []byte("another message")
	judge(t, "no", minpk.VerifySets(sets, 2))
	verdicts := must[[]error](t)(minpk.FindInvalidSets(sets, 2))
	for i, verdict := range verdicts {
		if (i == 3) != (verdict == curvemark.ErrNotValid) {
			t.Errorf("set %d: %v", i, verdict)
		}
	}
	if err := minpk.VerifySets(nil, 1); err != curvemark.ErrEmpty {
		t.Error(err)
	}
	if err := minpk.VerifySets(sets, -1); err != curvemark.ErrArgument {
		t.Error(err)
	}
	// Two accumulators of two goroutines become one.
	halves := [2]*minpk.Accumulator{minpk.NewAccumulator(), minpk.NewAccumulator()}
	var both sync.WaitGroup
	for i, half := range halves {
		both.Add(1)
		go func() {
			defer both.Done()
			for at := i; at < len(sets); at += 2 {
				if at != 3 {
					if err := half.Add(&sets[at]); err != nil {
						t.Error(err)
					}
				}
			}
		}()
	}
	both.Wait()
	judge(t, "yes", halves[0].Merge(halves[1]))
	judge(t, "yes", halves[0].Finish())
	if err := halves[0].Finish(); err != curvemark.ErrEmpty {
		t.Error(err)
	}
	if err := halves[1].Finish(); err != curvemark.ErrEmpty {
		t.Error(err)
	}
}

func TestSecretKeys(t *testing.T) {
	secret := must[*minpk.SecretKey](t)(
		minpk.GenerateKey(bytes.Repeat([]byte{1}, 32), []byte("info")))
	again := must[*minpk.SecretKey](t)(minpk.SecretKeyFromBytes(toSlice(secret.Bytes())))
	if again.Bytes() != secret.Bytes() {
		t.Error("a key that was written and read is another one")
	}
	for _, form := range []string{"%v", "%+v", "%#v", "%s"} {
		text := fmt.Sprintf(form, secret)
		bytes := secret.Bytes()
		if strings.Contains(text, fmt.Sprint(bytes[0])) || !strings.Contains(text, "…") {
			t.Errorf("a secret key prints itself: %s", text)
		}
	}
	master := must[*minpk.SecretKey](t)(minpk.DeriveMaster(bytes.Repeat([]byte{2}, 32)))
	must[*minpk.SecretKey](t)(master.DeriveChild(5))
	secret.Wipe()
	if _, err := secret.Sign([]byte("x")); err != curvemark.ErrScalarZero {
		t.Errorf("a wiped key signs: %v", err)
	}
	for wrong, bytes := range map[curvemark.Error][]byte{
		curvemark.ErrLength:     make([]byte, 31),
		curvemark.ErrScalarZero: make([]byte, 32),
		curvemark.ErrScalar:     bytes.Repeat([]byte{0xff}, 32),
	} {
		if _, err := minpk.SecretKeyFromBytes(bytes); err != wrong {
			t.Errorf("%v, not %v", err, wrong)
		}
	}
	if _, err := minpk.GenerateKey(make([]byte, 31), nil); err != curvemark.ErrKeyMaterial {
		t.Error(err)
	}
}

func toSlice(array [32]byte) []byte { return array[:] }
