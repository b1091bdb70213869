## What the library answers with.

import ./abi

type
  CurvemarkError* = object of ValueError
    ## What is wrong with the input: `status` is one of the library's numbers, and the message its
    ## meaning. A verification that does not hold is no error but `false`.
    status*: int32

const
  Ok* = 0'i32
  NotValid* = 1'i32

func p*(bytes: openArray[byte]): ptr byte =
  ## Where the bytes are; of none the library reads nothing.
  if bytes.len == 0: nil else: unsafeAddr bytes[0]

func n*(bytes: openArray[byte]): csize_t =
  ## How many bytes there are.
  csize_t(bytes.len)

func text*(status: int32): string =
  ## What a status means, in a few English words.
  {.cast(noSideEffect).}: $curvemark_status_text(status)

proc check*(status: int32) {.raises: [CurvemarkError].} =
  ## Raises what is wrong, if anything is.
  if status != Ok:
    let error = newException(CurvemarkError, text(status))
    error.status = status
    raise error

proc holds*(status: int32): bool {.raises: [].} =
  ## The verdict of a verification. Malformed keys and signatures do not hold either: whoever wants
  ## to know why reads them by `fromBytes` first.
  status == Ok

proc verdict*(status: int32): bool {.raises: [CurvemarkError].} =
  ## The verdict of a verification; what is malformed is raised.
  if status notin [Ok, NotValid]: check(status)
  status == Ok
