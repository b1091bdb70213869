## BLS signatures on BLS12-381 with keys in G1 and signatures in G2, as Ethereum has them, under the
## names of nim-blscurve: draft-irtf-cfrg-bls-signature-05, the scheme with proofs of possession.
##
## A value that was read by `fromBytes` or `fromHex` was checked: keys are points of the group and
## not the identity, signatures are points of the group. Verifications give `false` for all that
## does not hold, and raise nothing.

import std/[strutils, sysrand]
import "."/[abi, errors]
export errors.CurvemarkError

const scheme = 0'u32

type
  SecretKey* = object
    ## A secret key, as 32 big-endian bytes. It is overwritten when it goes out of scope, and does
    ## not print itself.
    bytes: array[32, byte]
  PublicKey* = object
    ## A public key as a compressed point.
    bytes: array[48, byte]
  Signature* = object
    ## A signature, or a sum of signatures, as a compressed point.
    bytes: array[96, byte]
  ProofOfPossession* = distinct Signature
    ## A proof that the owner of a key possesses its secret.
  SignatureSet* = tuple[pubkey: PublicKey, message: array[32, byte], signature: Signature]
    ## A signature with its key and message, for `batchVerify`.

proc wipe(bytes: var openArray[byte]) =
  # The compiler of C must keep the zeros, since for all it knows the empty assembly reads them.
  for i in 0 ..< bytes.len: bytes[i] = 0
  let place {.used.} = addr bytes[0]
  {.emit: ["__asm__ volatile(\"\" : : \"r\"(", place, ") : \"memory\");"].}

proc `=destroy`*(key: var SecretKey) = wipe(key.bytes)

proc `$`*(key: SecretKey): string = "SecretKey(…)"
proc `==`*(a, b: PublicKey): bool = a.bytes == b.bytes
proc `==`*(a, b: Signature): bool = a.bytes == b.bytes

proc exportRaw*(key: SecretKey): array[32, byte] = key.bytes
proc exportRaw*(key: PublicKey): array[48, byte] = key.bytes
proc exportRaw*(signature: Signature): array[96, byte] = signature.bytes
proc exportRaw*(proof: ProofOfPossession): array[96, byte] = Signature(proof).bytes

proc toHex*(value: PublicKey or Signature or ProofOfPossession): string =
  ## Lower-case hexadecimal, without a prefix.
  for each in value.exportRaw: result.add(each.toHex.toLowerAscii)

proc `$`*(key: PublicKey): string = key.toHex
proc `$`*(signature: Signature): string = signature.toHex

proc fromBytes*(key: var SecretKey, raw: openArray[byte]): bool =
  ## Reads a secret key: 32 bytes, not zero and below the order. On `false` nothing is changed.
  if raw.len != 32: return false
  var public: array[48, byte]
  if curvemark_bls_public_key(scheme, p raw, n raw, p public, n public) != Ok: return false
  copyMem(addr key.bytes[0], p raw, 32)
  true

proc fromBytes*(key: var PublicKey, raw: openArray[byte]): bool =
  ## Reads a compressed key, and checks encoding, curve and group; the identity is refused. On
  ## `false` nothing is changed.
  if raw.len != 48 or curvemark_bls_check_public_key(scheme, p raw, n raw) != Ok: return false
  copyMem(addr key.bytes[0], p raw, 48)
  true

proc fromBytes*(signature: var Signature, raw: openArray[byte]): bool =
  ## Reads a compressed signature, and checks encoding, curve and group. On `false` nothing is
  ## changed.
  if raw.len != 96: return false
  var decoded: array[192, byte]
  var verdict: array[1, byte]
  const g2 = 1'u32
  if curvemark_points_decode(g2, 96, p raw, n raw, p decoded, n decoded, p verdict, n verdict,
      1) != Ok or verdict[0] != 0: return false
  copyMem(addr signature.bytes[0], p raw, 96)
  true

proc fromHex*[T: SecretKey or PublicKey or Signature](value: var T, text: string): bool =
  ## Reads hexadecimal, with or without `0x`, as `fromBytes`.
  let digits = if text.startsWith("0x"): text[2 .. ^1] else: text
  var raw: seq[byte]
  if digits.len mod 2 != 0: return false
  for i in countup(0, digits.len - 2, 2):
    if digits[i] notin HexDigits or digits[i + 1] notin HexDigits: return false
    raw.add(byte(fromHex[uint8](digits[i .. i + 1])))
  value.fromBytes(raw)

proc keyGen*(material: openArray[byte], public: var PublicKey, secret: var SecretKey): bool =
  ## Makes a pair of keys of at least 32 bytes that nobody can guess. Constant time in them.
  curvemark_bls_key_gen(p material, n material, nil, 0, p secret.bytes, n secret.bytes) == Ok and
    curvemark_bls_public_key(
      scheme, p secret.bytes, n secret.bytes, p public.bytes, n public.bytes) == Ok

proc randomSecretKey*(): SecretKey {.raises: [CurvemarkError, OSError].} =
  ## Makes a secret key of random bytes of the operating system.
  var material: array[32, byte]
  if not urandom(material): raise newException(OSError, "no random bytes")
  check curvemark_bls_key_gen(p material, 32, nil, 0, p result.bytes, n result.bytes)
  wipe(material)

proc publicFromSecret*(public: var PublicKey, secret: SecretKey): bool =
  ## Computes the public key. Constant time in the secret key; `false` for one that was never set.
  curvemark_bls_public_key(
    scheme, p secret.bytes, n secret.bytes, p public.bytes, n public.bytes) == Ok

proc sign*(secret: SecretKey, message: openArray[byte]): Signature {.raises: [CurvemarkError].} =
  ## Signs a message. Constant time in the secret key and in the content of the message.
  check curvemark_bls_sign(scheme, p secret.bytes, n secret.bytes, p message, n message,
    p result.bytes, n result.bytes)

proc verify*(public: PublicKey, message: openArray[byte], signature: Signature): bool =
  ## Says whether a signature on a message holds.
  holds curvemark_bls_verify(scheme, p public.bytes, n public.bytes, p message, n message,
    p signature.bytes, n signature.bytes)

proc popProve*(secret: SecretKey): ProofOfPossession {.raises: [CurvemarkError].} =
  ## Proves to possess a secret key. Constant time in it.
  var proof: Signature
  check curvemark_bls_prove_possession(
    scheme, p secret.bytes, n secret.bytes, p proof.bytes, n proof.bytes)
  ProofOfPossession(proof)

proc popVerify*(public: PublicKey, proof: ProofOfPossession): bool =
  ## Says whether a proof of possession holds.
  let proof = Signature(proof)
  holds curvemark_bls_verify_possession(
    scheme, p public.bytes, n public.bytes, p proof.bytes, n proof.bytes)

template flat(items: untyped, length: int): (ptr byte, csize_t) =
  # Arrays in a sequence lie one after the other.
  if items.len == 0: (nil, csize_t(0))
  else: (unsafeAddr items[0].bytes[0], csize_t(items.len * length))

proc aggregateAll*(sum: var Signature, signatures: openArray[Signature]): bool =
  ## Adds signatures up; `false` for none.
  let (all, length) = flat(signatures, 96)
  curvemark_bls_aggregate_signatures(scheme, all, length, p sum.bytes, n sum.bytes) == Ok

proc aggregateAll*(sum: var PublicKey, keys: openArray[PublicKey]): bool =
  ## Adds keys up whose owners have proved to possess the secrets; `false` for none, and if they
  ## cancel each other.
  let (all, length) = flat(keys, 48)
  curvemark_bls_aggregate_public_keys(scheme, all, length, p sum.bytes, n sum.bytes) == Ok

proc fastAggregateVerify*(
    keys: openArray[PublicKey], message: openArray[byte], signature: Signature): bool =
  ## Verifies the sum of signatures of several keys on one message. The owners have proved to
  ## possess the secrets.
  let (all, length) = flat(keys, 48)
  holds curvemark_bls_fast_aggregate_verify(
    scheme, all, length, p message, n message, p signature.bytes, n signature.bytes)

proc aggregateVerify*(
    keys: openArray[PublicKey], messages: openArray[seq[byte]], signature: Signature): bool =
  ## Verifies the sum of signatures of several keys, of each on its own message. The owners have
  ## proved to possess the secrets.
  var joined: seq[byte]
  var lengths: seq[csize_t]
  for message in messages:
    joined.add(message)
    lengths.add(csize_t(message.len))
  let (all, length) = flat(keys, 48)
  holds curvemark_bls_aggregate_verify(scheme, all, length, p joined, n joined,
    (if lengths.len == 0: nil else: addr lengths[0]), csize_t(lengths.len), p signature.bytes,
    n signature.bytes)

proc batchVerify*(sets: openArray[SignatureSet], threads = 1): bool =
  ## Verifies many signatures at once, much faster than one by one. A batch with a signature that
  ## does not hold passes with a chance of 2^-125 at most: the weights come from the operating
  ## system's random bytes and from the whole batch. With 0 there are as many threads as the machine has.
  ## `false` for no sets.
  if threads < 0: return false
  var keys, messages, signatures: seq[byte]
  var lengths: seq[csize_t]
  for each in sets:
    keys.add(each.pubkey.bytes)
    messages.add(each.message)
    lengths.add(32)
    signatures.add(each.signature.bytes)
  holds curvemark_bls_verify_sets(scheme, p keys, n keys, p messages, n messages,
    (if lengths.len == 0: nil else: addr lengths[0]), csize_t(lengths.len), p signatures,
    n signatures, csize_t(threads))
