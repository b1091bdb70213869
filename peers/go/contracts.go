package main

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
)

// The contracts of Ethereum, as go-ethereum runs them under the rules of Osaka: by the bytes of a call.
func contracts() map[string]operation {
	powers := []string{"square", "qube", "pow0x10001", "full"}
	all := map[string]operation{}
	add := func(address int64, checks string, names ...string) {
		contract := vm.PrecompiledContractsOsaka[common.BigToAddress(big.NewInt(address))]
		run := func(input *[]byte) ([]byte, error) {
			output, err := contract.Run(*input)
			if err != nil {
				return nil, errInvalid
			}
			return output, nil
		}
		for _, name := range names {
			all["evm/"+name] = fromBytes(checks, unary(asIs, run, func(output *[]byte) []byte { return *output }))
		}
	}
	sizes := func(name string, sizes ...string) (names []string) {
		for _, size := range sizes {
			names = append(names, name+"_"+size)
		}
		return
	}
	add(0x01, "none", "ecrecover")
	add(0x02, "none", sizes("sha256", "32", "64", "96", "128", "160", "192", "224", "256")...)
	add(0x03, "none", sizes("ripemd160", "32", "256")...)
	modexp := []string{"modexp_32_full", "modexp_32_full_even", "modexp_256_full_even"}
	for _, size := range strings.Fields("64 128 256") {
		modexp = append(modexp, sizes("modexp_"+size, powers...)...)
	}
	for _, size := range strings.Fields("512 1024") {
		modexp = append(modexp, sizes("modexp_"+size, powers[:3]...)...)
	}
	add(0x05, "none", modexp...)
	pairs := strings.Fields("1 2 3 4 5 6 7 8")
	add(0x06, "curve", "bn254_g1add")
	add(0x07, "curve", "bn254_g1mul")
	add(0x08, "subgroup", sizes("bn254_pairingcheck", pairs...)...)
	add(0x09, "none", sizes("blake2f", "12", "1200")...)
	add(0x0a, "subgroup", "kzg_point_eval")
	sums := strings.Fields("2 4 8 16 32 64 128")
	add(0x0b, "curve", "bls12_g1add")
	add(0x0c, "subgroup", append(sizes("bls12_g1msm", sums...), "bls12_g1mul")...)
	add(0x0d, "curve", "bls12_g2add")
	add(0x0e, "subgroup", append(sizes("bls12_g2msm", sums...), "bls12_g2mul")...)
	add(0x0f, "subgroup", sizes("bls12_pairingcheck", pairs...)...)
	add(0x10, "none", "bls12_map_fp_to_g1")
	add(0x11, "none", "bls12_map_fp2_to_g2")
	add(0x100, "curve", "p256verify")
	return all
}
