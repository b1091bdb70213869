// Package evm has the precompiled contracts of Ethereum with their gas, under each fork from
// Istanbul on.
package evm

import (
	"encoding/hex"

	curvemark "github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

// Fork is the rules of Ethereum since a fork. Forks between these changed no contract.
type Fork uint32

const (
	// Istanbul: December 2019.
	Istanbul Fork = 0
	// Berlin: April 2021.
	Berlin Fork = 1
	// Cancun: March 2024.
	Cancun Fork = 2
	// Prague: May 2025.
	Prague Fork = 3
	// Osaka: December 2025.
	Osaka Fork = 4
	// Amsterdam comes after Osaka, with its contracts and prices.
	Amsterdam Fork = 5
)

// Address is where a contract is.
type Address [20]byte

// Gas says what a call costs. Nothing is computed.
//
// Errors: [curvemark.ErrNoContract] if there is none at the address under the fork.
func (f Fork) Gas(address Address, input []byte) (gas uint64, err error) {
	err = call.Error(native.EvmGas(uint32(f), address[:], input, &gas))
	return gas, err
}

// Call calls a contract. Nothing is computed that the gas does not pay for. An error takes all the
// gas of the call. Variable time.
//
// Errors: [curvemark.ErrNoContract], [curvemark.ErrOutOfGas], [curvemark.ErrContract] if the
// contract refuses the input.
func (f Fork) Call(
	address Address, input []byte, gasLimit uint64,
) (output []byte, gas uint64, err error) {
	room := 256
	if address == (Address{19: 4}) {
		room = len(input)
	}
	for {
		output, written := make([]byte, room), uintptr(0)
		status := native.EvmCall(uint32(f), address[:], input, gasLimit, output, &written, &gas)
		if status == int32(curvemark.ErrRoom) && int(written) > room {
			room = int(written)
			continue
		}
		if status != 0 {
			return nil, 0, call.Error(status)
		}
		return output[:written], gas, nil
	}
}

// Contract is a contract under a fork. Its methods are those of go-ethereum's
// core/vm.PrecompiledContract, so that it can stand in the map of contracts of an EVM.
type Contract struct {
	fork    Fork
	address Address
}

// At gives the contract at an address.
//
// Errors: [curvemark.ErrNoContract].
func (f Fork) At(address Address) (Contract, error) {
	_, err := f.Gas(address, nil)
	return Contract{f, address}, err
}

// Contracts gives all contracts of the fork by their addresses.
func (f Fork) Contracts() map[Address]Contract {
	found := map[Address]Contract{}
	for number := range 1 << 10 {
		address := Address{18: byte(number >> 8), 19: byte(number)}
		if contract, err := f.At(address); err == nil {
			found[address] = contract
		}
	}
	return found
}

// RequiredGas says what a call costs.
func (c Contract) RequiredGas(input []byte) uint64 {
	gas, err := c.fork.Gas(c.address, input)
	if err != nil {
		// The contract is there: At has asked.
		panic(err)
	}
	return gas
}

// Run computes the output. Who calls it has taken the gas.
func (c Contract) Run(input []byte) ([]byte, error) {
	output, _, err := c.fork.Call(c.address, input, ^uint64(0))
	return output, err
}

// Name is a name for logs: the address.
func (c Contract) Name() string { return "curvemark-0x" + hex.EncodeToString(c.address[18:]) }
