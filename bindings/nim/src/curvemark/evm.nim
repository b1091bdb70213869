## The precompiled contracts of Ethereum with their gas.

import "."/[abi, errors]
export errors.CurvemarkError

type
  Fork* = enum istanbul, berlin, cancun, prague, osaka, amsterdam
  Address* = array[20, byte]

proc gas*(fork: Fork, address: Address, input: openArray[byte]):
    uint64 {.raises: [CurvemarkError].} =
  ## Says what a call costs. Nothing is computed.
  check curvemark_evm_gas(uint32(fork.ord), p address, n address, p input, n input, addr result)

proc call*(fork: Fork, address: Address, input: openArray[byte], gasLimit: uint64):
    tuple[output: seq[byte], gas: uint64] {.raises: [CurvemarkError].} =
  ## Calls a contract. Nothing is computed that the gas does not pay for. An error takes all of it.
  const tooSmall = 4'i32
  result.output = newSeq[byte](max(256, input.len))
  while true:
    var written: csize_t
    let status = curvemark_evm_call(uint32(fork.ord), p address, n address, p input, n input,
      gasLimit, p result.output, n result.output, addr written, addr result.gas)
    if status == tooSmall and int(written) > result.output.len:
      result.output.setLen(int(written))
      continue
    check status
    result.output.setLen(int(written))
    return
