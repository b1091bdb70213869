## ECDSA on secp256k1 and P-256, Schnorr signatures of BIP-340, Ed25519, and Keccak-256. Secret keys
## and digests are 32 bytes, signatures 64. Verifications give `false` for all that does not hold.

import "."/[abi, errors]
export errors.CurvemarkError

type
  EcdsaCurve* = enum secp256k1, p256
  Ed25519Rule* = enum zip215, rfc8032Strict

proc ecdsaPublicKey*(curve: EcdsaCurve, secret: openArray[byte]):
    array[33, byte] {.raises: [CurvemarkError].} =
  ## Computes the compressed public key. Constant time in the secret key.
  check curvemark_ecdsa_public_key(uint32(curve.ord), p secret, n secret, p result, n result)

proc ecdsaSign*(curve: EcdsaCurve, secret, digest: openArray[byte]):
    array[64, byte] {.raises: [CurvemarkError].} =
  ## Signs a digest of 32 bytes by RFC 6979; s is low. Constant time in the secret key.
  check curvemark_ecdsa_sign(
    uint32(curve.ord), p secret, n secret, p digest, n digest, p result, n result)

proc ecdsaVerify*(curve: EcdsaCurve, public, digest, signature: openArray[byte]): bool =
  ## Says whether a signature on a digest holds, for a key of 33 or 65 bytes. Any s is accepted.
  holds curvemark_ecdsa_verify(
    uint32(curve.ord), p public, n public, p digest, n digest, p signature, n signature)

proc ecdsaSignRecoverable*(curve: EcdsaCurve, secret, digest: openArray[byte]):
    array[65, byte] {.raises: [CurvemarkError].} =
  ## Signs so that the key can be recovered: r, s and the recovery id. Constant time in the key.
  check curvemark_ecdsa_sign_recoverable(
    uint32(curve.ord), p secret, n secret, p digest, n digest, p result, n result)

proc ecdsaRecover*(curve: EcdsaCurve, digest, signature: openArray[byte]):
    array[65, byte] {.raises: [CurvemarkError].} =
  ## Recovers the uncompressed public key from a signature of 65 bytes.
  check curvemark_ecdsa_recover(
    uint32(curve.ord), p digest, n digest, p signature, n signature, p result, n result)

proc schnorrSign*(secret, message: openArray[byte], auxiliary: array[32, byte]):
    array[64, byte] {.raises: [CurvemarkError].} =
  ## Signs a message by BIP-340; auxiliary is random, or zeros. Constant time in the secret key.
  check curvemark_schnorr_sign(
    p secret, n secret, p message, n message, p auxiliary, n auxiliary, p result, n result)

proc schnorrVerify*(public, message, signature: openArray[byte]): bool =
  ## Says whether a signature of BIP-340 holds.
  holds curvemark_schnorr_verify(
    p public, n public, p message, n message, p signature, n signature)

proc ed25519Sign*(seed, message: openArray[byte]):
    array[64, byte] {.raises: [CurvemarkError].} =
  ## Signs a message by Ed25519. Constant time in the seed.
  check curvemark_ed25519_sign(p seed, n seed, p message, n message, p result, n result)

proc ed25519Verify*(rule: Ed25519Rule, public, message, signature: openArray[byte]): bool =
  ## Says whether a signature of Ed25519 holds by a rule.
  holds curvemark_ed25519_verify(
    uint32(rule.ord), p public, n public, p message, n message, p signature, n signature)

proc keccak256*(message: openArray[byte]): array[32, byte] {.raises: [CurvemarkError].} =
  ## The hash function of Ethereum.
  check curvemark_keccak256(p message, n message, p result, n result)
