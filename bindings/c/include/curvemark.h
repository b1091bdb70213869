/*
 * curvemark for C, and for all languages that call C.
 *
 * Bytes in, bytes out. Each buffer is a pointer and its length; what is written goes to a buffer of
 * the caller's. A length in bytes is called _len, a number of elements of another type _count. An
 * input of length zero may be null.
 *
 * Each function answers with a status. CURVEMARK_OK is zero, so `if (status != CURVEMARK_OK)` sees
 * all that is wrong. CURVEMARK_NOT_VALID is the verdict of a verification on acceptable input. All
 * other numbers are errors, such as a null pointer, a wrong length, a point that is none. On an
 * error outputs are as they were, except that numbers may be written where it is said, and that the
 * place of a new handle holds null.
 *
 * What is written may not overlap anything else of the same call (CURVEMARK_ERROR_OVERLAP).
 *
 * A function takes constant time in its secrets where its comment says so, and variable time in all
 * that is public. Secrets are not wiped from the caller's buffers: that is the caller's task.
 *
 * All functions may be called from several threads at the same time. Handles that are passed as
 * const may be shared; others belong to one thread at a time.
 *
 * A library for a chip has only what stands outside of CURVEMARK_BARE. Define it where you use that
 * library, so that the compiler says what is not there.
 *
 * This file is written from the source by a test: do not edit it.
 */

#ifndef CURVEMARK_H
#define CURVEMARK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Choices are passed as numbers, so that their size does not depend on a compiler's options. */

/*
 * ------------------------------------------------------------------------------------------
 * Statuses: what every function answers with.
 * ------------------------------------------------------------------------------------------
 */

/* The answer of a function: CURVEMARK_OK, CURVEMARK_NOT_VALID, or what is wrong. */
typedef int32_t curvemark_status;
enum {
    /* Done; or, of a verification: it holds. */
    CURVEMARK_OK = 0,
    /* The verdict of a verification on acceptable input: it does not hold. */
    CURVEMARK_NOT_VALID = 1,
    /* A pointer is null where bytes must be, or misaligned. */
    CURVEMARK_ERROR_POINTER = 2,
    /* A buffer has not the length that the function asks for. */
    CURVEMARK_ERROR_LENGTH = 3,
    /* The room for the output is too small. */
    CURVEMARK_ERROR_ROOM = 4,
    /* Lists have different numbers of items. */
    CURVEMARK_ERROR_COUNT = 5,
    /* A list is empty that must not be. */
    CURVEMARK_ERROR_EMPTY = 6,
    /* A number is none of the choices, or out of its range. */
    CURVEMARK_ERROR_ARGUMENT = 7,
    /* A buffer or handle that is written overlaps another one. */
    CURVEMARK_ERROR_OVERLAP = 8,
    /* The bytes are not the canonical encoding of a point. */
    CURVEMARK_ERROR_POINT_ENCODING = 9,
    /* The point is not on the curve. */
    CURVEMARK_ERROR_POINT_NOT_ON_CURVE = 10,
    /* The point is not in the group of prime order. */
    CURVEMARK_ERROR_POINT_NOT_IN_SUBGROUP = 11,
    /* The point is the identity, or of small order, where that is not allowed. */
    CURVEMARK_ERROR_POINT_IDENTITY = 12,
    /* An integer is not below its modulus. */
    CURVEMARK_ERROR_SCALAR = 13,
    /* An integer is zero that must not be. */
    CURVEMARK_ERROR_SCALAR_ZERO = 14,
    /* The bytes that a key is made of are too few or too many. */
    CURVEMARK_ERROR_KEY_MATERIAL = 15,
    /* The keys of an aggregate cancel each other. */
    CURVEMARK_ERROR_KEYS_CANCEL = 16,
    /* The bytes are not the encoding of a signature. */
    CURVEMARK_ERROR_SIGNATURE_ENCODING = 17,
    /* No key has this signature with this recovery id. */
    CURVEMARK_ERROR_NOT_RECOVERABLE = 18,
    /* Cells of a blob have wrong indices, a wrong order or number, or are of several blobs. */
    CURVEMARK_ERROR_CELLS = 19,
    /* The text is no trusted setup. */
    CURVEMARK_ERROR_SETUP = 20,
    /* There is no precompiled contract at the address under the fork. */
    CURVEMARK_ERROR_NO_CONTRACT = 21,
    /* The precompiled contract costs more gas than the limit. */
    CURVEMARK_ERROR_OUT_OF_GAS = 22,
    /* The precompiled contract refuses its input. */
    CURVEMARK_ERROR_CONTRACT = 23,
    /* A table would be too large. */
    CURVEMARK_ERROR_TABLE = 24,
    /* The operating system gave no random bytes. */
    CURVEMARK_ERROR_RANDOMNESS = 25,
    /* The operating system gave no threads. */
    CURVEMARK_ERROR_THREADS = 26,
    /* The input is refused for a reason without a number of its own. */
    CURVEMARK_ERROR_REFUSED = 27,
    /* A fault of curvemark. Please report it. The handles of the call must be freed. */
    CURVEMARK_ERROR_PANIC = 28,
    /* Parts are of another kind or batch, go beyond it, leave out items or have one twice. */
    CURVEMARK_ERROR_PARTS = 29,
};

/*
 * What a status means, in a few English words: a text that ends with a zero byte and lives as
 * long as the program. Any number is allowed.
 */
const char *curvemark_status_text(curvemark_status status);

/* The version of this library, such as "0.1.0". */
const char *curvemark_version(void);

/*
 * ------------------------------------------------------------------------------------------
 * BLS signatures on BLS12-381, as Ethereum has them: draft-irtf-cfrg-bls-signature-05, the scheme
 * with proofs of possession.
 *
 * Keys in G1 and signatures in G2 (MIN_PK, Ethereum's choice), or the other way round (MIN_SIG).
 * Points are compressed, 48 bytes in G1 and 96 in G2, in the encoding of ZCash; secret keys are 32
 * big-endian bytes.
 * ------------------------------------------------------------------------------------------
 */

/* In which groups keys and signatures are. */
typedef uint32_t curvemark_bls_scheme;
enum {
    /* Keys of 48 bytes in G1, signatures of 96 in G2: Ethereum's. */
    CURVEMARK_BLS_MIN_PK = 0,
    /* Keys of 96 bytes in G2, signatures of 48 in G1. */
    CURVEMARK_BLS_MIN_SIG = 1,
};

/*
 * Makes a secret key of secret bytes: KeyGen of the draft, HKDF with SHA-256.
 *
 * material: at least 32 bytes that nobody can guess, such as 32 of the operating system.
 * info: any bytes, mostly none; other bytes give another key. secret_key: 32 bytes.
 * The key is for both schemes. Constant time in the material.
 * Errors: CURVEMARK_ERROR_KEY_MATERIAL for fewer than 32 bytes.
 */
curvemark_status curvemark_bls_key_gen(
    const uint8_t *material, size_t material_len,
    const uint8_t *info, size_t info_len,
    uint8_t *secret_key, size_t secret_key_len);

/*
 * Makes the master secret key of a seed: derive_master_SK of EIP-2333.
 *
 * seed: at least 32 secret bytes. secret_key: 32 bytes. Constant time in the seed.
 * Errors: CURVEMARK_ERROR_KEY_MATERIAL for fewer than 32 bytes.
 */
curvemark_status curvemark_bls_derive_master(
    const uint8_t *seed, size_t seed_len,
    uint8_t *secret_key, size_t secret_key_len);

/*
 * Makes a child of a secret key: derive_child_SK of EIP-2333. It takes about 500 times
 * SHA-256.
 *
 * parent: 32 bytes. index: any. secret_key: 32 bytes. Constant time in the parent.
 * Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the parent is no key.
 */
curvemark_status curvemark_bls_derive_child(
    const uint8_t *parent, size_t parent_len,
    uint32_t index,
    uint8_t *secret_key, size_t secret_key_len);

/*
 * Computes the public key of a secret key. Constant time in the secret key.
 *
 * secret_key: 32 bytes. public_key: 48 bytes for MIN_PK, 96 for MIN_SIG.
 * Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
 */
curvemark_status curvemark_bls_public_key(
    curvemark_bls_scheme scheme,
    const uint8_t *secret_key, size_t secret_key_len,
    uint8_t *public_key, size_t public_key_len);

/*
 * Checks a public key: encoding, curve, group, and that it is not the identity (KeyValidate of
 * the draft). The other functions check too: this one is for keys that are stored.
 *
 * public_key: 48 bytes for MIN_PK, 96 for MIN_SIG. Variable time; all is public.
 * Errors: CURVEMARK_ERROR_POINT_* with the reason.
 */
curvemark_status curvemark_bls_check_public_key(
    curvemark_bls_scheme scheme,
    const uint8_t *public_key, size_t public_key_len);

/*
 * Signs a message. Constant time in the secret key and in the content of the message.
 *
 * secret_key: 32 bytes. message: any length. signature: 96 bytes for MIN_PK, 48 for MIN_SIG.
 * Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
 */
curvemark_status curvemark_bls_sign(
    curvemark_bls_scheme scheme,
    const uint8_t *secret_key, size_t secret_key_len,
    const uint8_t *message, size_t message_len,
    uint8_t *signature, size_t signature_len);

/*
 * Verifies a signature; key and signature are fully checked. Variable time; all is public.
 *
 * public_key: 48 bytes for MIN_PK, 96 for MIN_SIG. message: any length. signature: 96 or 48.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_* if key or signature is
 * no such point.
 */
curvemark_status curvemark_bls_verify(
    curvemark_bls_scheme scheme,
    const uint8_t *public_key, size_t public_key_len,
    const uint8_t *message, size_t message_len,
    const uint8_t *signature, size_t signature_len);

/*
 * Proves to possess a secret key: PopProve of the draft, a signature on the public key under
 * another tag. Constant time in the secret key.
 *
 * secret_key: 32 bytes. proof: 96 bytes for MIN_PK, 48 for MIN_SIG.
 * Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
 */
curvemark_status curvemark_bls_prove_possession(
    curvemark_bls_scheme scheme,
    const uint8_t *secret_key, size_t secret_key_len,
    uint8_t *proof, size_t proof_len);

/*
 * Verifies that the owner of a public key possesses its secret: PopVerify of the draft.
 * Variable time; all is public.
 *
 * public_key: 48 bytes for MIN_PK, 96 for MIN_SIG. proof: 96 or 48.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_* as for signatures.
 */
curvemark_status curvemark_bls_verify_possession(
    curvemark_bls_scheme scheme,
    const uint8_t *public_key, size_t public_key_len,
    const uint8_t *proof, size_t proof_len);

#ifndef CURVEMARK_BARE

/*
 * ------------------------------------------------------------------------------------------
 * Many BLS signatures and keys: sums, batches, accumulators. Schemes and bytes are as above.
 *
 * Whoever adds keys up must know that their owners possess the secrets: check a proof of each with
 * curvemark_bls_verify_possession, once, or trust who did. Else somebody can choose a key that
 * cancels the others.
 * ------------------------------------------------------------------------------------------
 */

/* Signatures that are verified together at the end. */
typedef struct curvemark_bls_accumulator curvemark_bls_accumulator;

/*
 * Adds signatures up. Each is checked to be in its group. Variable time; all is public.
 *
 * signatures: at least one, of 96 bytes for MIN_PK, 48 for MIN_SIG, one after the other.
 * signature: 96 or 48 bytes.
 * Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_POINT_* for the first that is no such point.
 */
curvemark_status curvemark_bls_aggregate_signatures(
    curvemark_bls_scheme scheme,
    const uint8_t *signatures, size_t signatures_len,
    uint8_t *signature, size_t signature_len);

/*
 * Adds public keys up whose owners have proved to possess the secrets (see above). Each key is
 * fully checked. Variable time; all is public.
 *
 * public_keys: at least one, of 48 bytes for MIN_PK, 96 for MIN_SIG, one after the other.
 * public_key: 48 or 96 bytes.
 * Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_KEYS_CANCEL if the sum is the identity;
 * CURVEMARK_ERROR_POINT_* for the first that is no key.
 */
curvemark_status curvemark_bls_aggregate_public_keys(
    curvemark_bls_scheme scheme,
    const uint8_t *public_keys, size_t public_keys_len,
    uint8_t *public_key, size_t public_key_len);

/*
 * Verifies the sum of signatures of several keys on one message: FastAggregateVerify of the
 * draft. The owners of the keys have proved to possess the secrets. Variable time.
 *
 * public_keys: at least one, of 48 or 96 bytes, one after the other. message: any length.
 * signature: 96 bytes for MIN_PK, 48 for MIN_SIG.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_EMPTY;
 * CURVEMARK_ERROR_KEYS_CANCEL; CURVEMARK_ERROR_POINT_*.
 */
curvemark_status curvemark_bls_fast_aggregate_verify(
    curvemark_bls_scheme scheme,
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *message, size_t message_len,
    const uint8_t *signature, size_t signature_len);

/*
 * Ethereum's eth_fast_aggregate_verify: as curvemark_bls_fast_aggregate_verify with MIN_PK,
 * but no keys and the signature that is the identity (0xc0, then zeros) are valid.
 *
 * public_keys: any number, of 48 bytes, one after the other. message: any length.
 * signature: 96 bytes.
 * Errors: as there.
 */
curvemark_status curvemark_bls_eth_fast_aggregate_verify(
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *message, size_t message_len,
    const uint8_t *signature, size_t signature_len);

/*
 * Verifies the sum of signatures of several keys, of each on its own message: AggregateVerify
 * of the draft. The owners of the keys have proved to possess the secrets. Variable time.
 *
 * public_keys: at least one, of 48 or 96 bytes, one after the other. messages: all messages,
 * one after the other; message_lens: the length of each in bytes, as many as keys.
 * signature: 96 bytes for MIN_PK, 48 for MIN_SIG.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT if
 * there are not as many messages as keys; CURVEMARK_ERROR_LENGTH if the lengths do not sum up
 * to messages_len; CURVEMARK_ERROR_POINT_*.
 */
curvemark_status curvemark_bls_aggregate_verify(
    curvemark_bls_scheme scheme,
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *messages, size_t messages_len,
    const size_t *message_lens, size_t message_lens_count,
    const uint8_t *signature, size_t signature_len);

/*
 * Verifies many signatures of any keys on any messages at once, much faster than one by one.
 * A batch with a signature that is not valid passes with a chance of 2^-125 at most: the
 * weights come from the operating system's random bytes and from the whole batch, so that no
 * caller can choose them badly. Variable time; all is public.
 *
 * public_keys, signatures: as many of each, of 48 and 96 bytes for MIN_PK, 96 and 48 for
 * MIN_SIG, one after the other. messages: all messages, one after the other; message_lens: the
 * length of each in bytes. threads: 1 for the calling thread only, 0 for as many as the
 * machine has; at most 1024.
 * Errors: CURVEMARK_NOT_VALID is the verdict on all of them; curvemark_bls_find_invalid_sets
 * says which. CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_LENGTH;
 * CURVEMARK_ERROR_POINT_* for the first that is no such point; CURVEMARK_ERROR_RANDOMNESS;
 * CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_bls_verify_sets(
    curvemark_bls_scheme scheme,
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *messages, size_t messages_len,
    const size_t *message_lens, size_t message_lens_count,
    const uint8_t *signatures, size_t signatures_len,
    size_t threads);

/*
 * As curvemark_bls_verify_sets, but the weights are hashed from the batch only: the same batch
 * always gives the same answer, and no random bytes are needed. Whoever makes a batch that
 * passes wrongly has to try about 2^125 batches.
 */
curvemark_status curvemark_bls_verify_sets_deterministic(
    curvemark_bls_scheme scheme,
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *messages, size_t messages_len,
    const size_t *message_lens, size_t message_lens_count,
    const uint8_t *signatures, size_t signatures_len,
    size_t threads);

/*
 * Says which signatures of a batch are not valid.
 *
 * Arguments as in curvemark_bls_verify_sets. verdicts: one byte for each signature, which
 * becomes 0 (CURVEMARK_OK) or 1 (CURVEMARK_NOT_VALID).
 * Errors: as there, but CURVEMARK_OK also if some are not valid.
 */
curvemark_status curvemark_bls_find_invalid_sets(
    curvemark_bls_scheme scheme,
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *messages, size_t messages_len,
    const size_t *message_lens, size_t message_lens_count,
    const uint8_t *signatures, size_t signatures_len,
    uint8_t *verdicts, size_t verdicts_len,
    size_t threads);

/*
 * Makes an accumulator: signatures are added one by one, and verified together at the end. It
 * holds at most 64 of them with copies of their messages.
 *
 * accumulator: where the handle is written; free it with curvemark_bls_accumulator_free. A
 * handle must not be used by two threads at the same time.
 */
curvemark_status curvemark_bls_accumulator_new(
    curvemark_bls_scheme scheme,
    curvemark_bls_accumulator **accumulator);

/*
 * Adds a signature to an accumulator, with a weight of the operating system's random bytes and
 * of all signatures so far. Key and signature are fully checked. Each 64th call takes the time
 * of all. Variable time; all is public.
 *
 * public_key: 48 bytes for MIN_PK, 96 for MIN_SIG. message: any length. signature: 96 or 48.
 * Errors: CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_RANDOMNESS; nothing is added then.
 */
curvemark_status curvemark_bls_accumulator_add(
    curvemark_bls_accumulator *accumulator,
    const uint8_t *public_key, size_t public_key_len,
    const uint8_t *message, size_t message_len,
    const uint8_t *signature, size_t signature_len);

/*
 * Moves all signatures of an accumulator into another one, such as that of another thread. The
 * other one is empty then, and must still be freed.
 *
 * Errors: CURVEMARK_ERROR_ARGUMENT if the two are of different schemes.
 */
curvemark_status curvemark_bls_accumulator_merge(
    curvemark_bls_accumulator *accumulator,
    curvemark_bls_accumulator *other);

/*
 * Says whether all signatures of an accumulator are valid, and empties it: it can be used
 * again, and must still be freed.
 *
 * Errors: CURVEMARK_NOT_VALID is the verdict on all of them, with the chance of error of
 * curvemark_bls_verify_sets; CURVEMARK_ERROR_EMPTY if there was none.
 */
curvemark_status curvemark_bls_accumulator_finish(curvemark_bls_accumulator *accumulator);

/* Frees an accumulator. Null is allowed. */
void curvemark_bls_accumulator_free(curvemark_bls_accumulator *accumulator);

#endif

/*
 * ------------------------------------------------------------------------------------------
 * ECDSA on secp256k1 and P-256, Schnorr signatures of BIP-340, and Ed25519.
 *
 * Secret keys and digests are 32 bytes, signatures 64; all integers are big-endian but those of
 * Ed25519. Public keys of ECDSA are points by SEC 1: 33 bytes compressed, or 65 uncompressed, of
 * which the first is 4. Nonces follow from key and message (RFC 6979, BIP-340, RFC 8032): no
 * generator of random numbers can spoil them.
 * ------------------------------------------------------------------------------------------
 */

/* The curve of an ECDSA signature. */
typedef uint32_t curvemark_ecdsa_curve;
enum {
    /* Bitcoin's and Ethereum's. */
    CURVEMARK_ECDSA_SECP256K1 = 0,
    /* NIST's P-256. */
    CURVEMARK_ECDSA_P256 = 1,
};

/* By which rule signatures of Ed25519 are verified. */
typedef uint32_t curvemark_ed25519_rule;
enum {
    /* ZIP-215: all who verify agree, also in batches. */
    CURVEMARK_ED25519_ZIP215 = 0,
    /* RFC 8032 in its strict reading: canonical points only, and no cofactor. */
    CURVEMARK_ED25519_RFC8032_STRICT = 1,
};

/*
 * Computes the public key of a secret key. Constant time in the secret key.
 *
 * secret_key: 32 bytes. public_key: 33 bytes for the compressed point, or 65.
 * Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
 */
curvemark_status curvemark_ecdsa_public_key(
    curvemark_ecdsa_curve curve,
    const uint8_t *secret_key, size_t secret_key_len,
    uint8_t *public_key, size_t public_key_len);

/*
 * Signs a digest by RFC 6979 with SHA-256; s is at most half the order (low-S), as Bitcoin and
 * Ethereum ask for. Constant time in the secret key.
 *
 * secret_key: 32 bytes. digest: 32 bytes of a hash function, never a message by itself.
 * signature: 64 bytes, r and s.
 * Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
 */
curvemark_status curvemark_ecdsa_sign(
    curvemark_ecdsa_curve curve,
    const uint8_t *secret_key, size_t secret_key_len,
    const uint8_t *digest, size_t digest_len,
    uint8_t *signature, size_t signature_len);

/*
 * Verifies a signature on a digest; any s below the order is accepted. Variable time; all is
 * public.
 *
 * public_key: 33 or 65 bytes. digest: 32 bytes. signature: 64 bytes, r and s.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_* for the key;
 * CURVEMARK_ERROR_SIGNATURE_ENCODING if r or s is zero or not below the order.
 */
curvemark_status curvemark_ecdsa_verify(
    curvemark_ecdsa_curve curve,
    const uint8_t *public_key, size_t public_key_len,
    const uint8_t *digest, size_t digest_len,
    const uint8_t *signature, size_t signature_len);

/*
 * As curvemark_ecdsa_verify, but CURVEMARK_ERROR_SIGNATURE_ENCODING if s is above half the
 * order: for who asks, as Bitcoin and Ethereum do, that nobody can turn a signature into
 * another one.
 */
curvemark_status curvemark_ecdsa_verify_low_s(
    curvemark_ecdsa_curve curve,
    const uint8_t *public_key, size_t public_key_len,
    const uint8_t *digest, size_t digest_len,
    const uint8_t *signature, size_t signature_len);

/*
 * Signs a digest so that the public key can be recovered. Constant time in the secret key.
 *
 * secret_key, digest: 32 bytes. signature: 65 bytes, r, s and the recovery id, 0 to 3 (add 27
 * for the v of Ethereum's contract). s is low.
 * Errors: as curvemark_ecdsa_sign.
 */
curvemark_status curvemark_ecdsa_sign_recoverable(
    curvemark_ecdsa_curve curve,
    const uint8_t *secret_key, size_t secret_key_len,
    const uint8_t *digest, size_t digest_len,
    uint8_t *signature, size_t signature_len);

/*
 * Recovers the public key that a signature on a digest is valid for. Variable time; all is
 * public.
 *
 * digest: 32 bytes. signature: 65 bytes, r, s and the recovery id, 0 to 3. public_key: 33
 * bytes for the compressed point, or 65.
 * Errors: CURVEMARK_ERROR_NOT_RECOVERABLE; CURVEMARK_ERROR_SIGNATURE_ENCODING.
 */
curvemark_status curvemark_ecdsa_recover(
    curvemark_ecdsa_curve curve,
    const uint8_t *digest, size_t digest_len,
    const uint8_t *signature, size_t signature_len,
    uint8_t *public_key, size_t public_key_len);

/*
 * Writes a signature in DER, as X.509, TLS and Bitcoin have it.
 *
 * signature: 64 bytes, r and s. der: room, of which at most 72 bytes are needed; der_written:
 * how many were written.
 * Errors: CURVEMARK_ERROR_SIGNATURE_ENCODING; CURVEMARK_ERROR_ROOM.
 */
curvemark_status curvemark_ecdsa_signature_to_der(
    curvemark_ecdsa_curve curve,
    const uint8_t *signature, size_t signature_len,
    uint8_t *der, size_t der_len,
    size_t *der_written);

/*
 * Reads a signature in DER, strictly: the shortest form, and nothing after it.
 *
 * der: any length. signature: 64 bytes, r and s.
 * Errors: CURVEMARK_ERROR_SIGNATURE_ENCODING.
 */
curvemark_status curvemark_ecdsa_signature_from_der(
    curvemark_ecdsa_curve curve,
    const uint8_t *der, size_t der_len,
    uint8_t *signature, size_t signature_len);

/*
 * Computes the public key of a secret key for BIP-340: the x coordinate of the point. Constant
 * time in the secret key.
 *
 * secret_key, public_key: 32 bytes.
 * Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
 */
curvemark_status curvemark_schnorr_public_key(
    const uint8_t *secret_key, size_t secret_key_len,
    uint8_t *public_key, size_t public_key_len);

/*
 * Signs a message by BIP-340. Constant time in the secret key.
 *
 * secret_key: 32 bytes. message: any length, mostly a digest. auxiliary: 32 random bytes
 * against attacks on the device, or 32 zeros: the signature is safe with both.
 * signature: 64 bytes.
 * Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
 */
curvemark_status curvemark_schnorr_sign(
    const uint8_t *secret_key, size_t secret_key_len,
    const uint8_t *message, size_t message_len,
    const uint8_t *auxiliary, size_t auxiliary_len,
    uint8_t *signature, size_t signature_len);

/*
 * Verifies a signature by BIP-340. Variable time; all is public.
 *
 * public_key: 32 bytes. message: any length. signature: 64 bytes.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_* for the key.
 */
curvemark_status curvemark_schnorr_verify(
    const uint8_t *public_key, size_t public_key_len,
    const uint8_t *message, size_t message_len,
    const uint8_t *signature, size_t signature_len);

/*
 * Computes the public key of a seed for Ed25519. Constant time in the seed.
 *
 * seed: 32 secret bytes, any. public_key: 32 bytes.
 */
curvemark_status curvemark_ed25519_public_key(
    const uint8_t *seed, size_t seed_len,
    uint8_t *public_key, size_t public_key_len);

/*
 * Signs a message by Ed25519. Constant time in the seed.
 *
 * seed: 32 bytes. message: any length. signature: 64 bytes.
 */
curvemark_status curvemark_ed25519_sign(
    const uint8_t *seed, size_t seed_len,
    const uint8_t *message, size_t message_len,
    uint8_t *signature, size_t signature_len);

/*
 * Verifies a signature by Ed25519. Variable time; all is public.
 *
 * rule: ZIP-215 where all must agree, or what your chain says. public_key: 32 bytes.
 * message: any length. signature: 64 bytes.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_* for the key.
 */
curvemark_status curvemark_ed25519_verify(
    curvemark_ed25519_rule rule,
    const uint8_t *public_key, size_t public_key_len,
    const uint8_t *message, size_t message_len,
    const uint8_t *signature, size_t signature_len);

#ifndef CURVEMARK_BARE

/*
 * ------------------------------------------------------------------------------------------
 * Many signatures of ECDSA, BIP-340 and Ed25519; random keys; Ethereum's hash function. Bytes are
 * as above.
 * ------------------------------------------------------------------------------------------
 */

/*
 * Makes a uniformly random secret key of the operating system's bytes.
 *
 * secret_key: 32 bytes. Errors: CURVEMARK_ERROR_RANDOMNESS.
 */
curvemark_status curvemark_ecdsa_random_secret_key(
    curvemark_ecdsa_curve curve,
    uint8_t *secret_key, size_t secret_key_len);

/*
 * Verifies many signatures, with a verdict for each; faster than one by one.
 *
 * public_keys: 33 bytes each, one after the other. digests: 32 bytes each. signatures: 64
 * bytes each. verdicts: one byte for each, which becomes the status of that verification.
 * Errors: CURVEMARK_OK also if some are not valid. CURVEMARK_ERROR_COUNT,
 * CURVEMARK_ERROR_EMPTY.
 */
curvemark_status curvemark_ecdsa_verify_each(
    curvemark_ecdsa_curve curve,
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *digests, size_t digests_len,
    const uint8_t *signatures, size_t signatures_len,
    uint8_t *verdicts, size_t verdicts_len);

/*
 * Keccak-256 of bytes, which Ethereum hashes with (it is not SHA3-256). Constant time in the
 * content.
 *
 * message: any length. digest: 32 bytes.
 */
curvemark_status curvemark_keccak256(
    const uint8_t *message, size_t message_len,
    uint8_t *digest, size_t digest_len);

/*
 * Verifies many signatures by BIP-340 at once. The weights come from the operating system's
 * random bytes and from the whole batch.
 *
 * public_keys: 32 bytes each, one after the other. messages: all messages, one after the
 * other; message_lens: the length of each in bytes. signatures: 64 bytes each.
 * Errors: CURVEMARK_NOT_VALID is the verdict on all of them; CURVEMARK_ERROR_COUNT,
 * CURVEMARK_ERROR_EMPTY, CURVEMARK_ERROR_LENGTH, CURVEMARK_ERROR_POINT_*,
 * CURVEMARK_ERROR_RANDOMNESS.
 */
curvemark_status curvemark_schnorr_verify_batch(
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *messages, size_t messages_len,
    const size_t *message_lens, size_t message_lens_count,
    const uint8_t *signatures, size_t signatures_len);

/*
 * Verifies many signatures by Ed25519 and ZIP-215 at once. The weights come from the operating
 * system's random bytes and from the whole batch. (Strict RFC 8032 has no such batches: they
 * would not agree with single verifications.)
 *
 * public_keys: 32 bytes each, one after the other. messages: all messages, one after the
 * other; message_lens: the length of each in bytes. signatures: 64 bytes each.
 * Errors: as curvemark_schnorr_verify_batch.
 */
curvemark_status curvemark_ed25519_verify_batch(
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *messages, size_t messages_len,
    const size_t *message_lens, size_t message_lens_count,
    const uint8_t *signatures, size_t signatures_len);

#endif

#ifndef CURVEMARK_BARE

/*
 * ------------------------------------------------------------------------------------------
 * KZG commitments as Ethereum has them: blobs of EIP-4844, cells of EIP-7594.
 *
 * A blob is 131,072 bytes: 4,096 integers of 32 big-endian bytes below the order of the group. A
 * cell is 2,048 bytes, and a blob has 128 of them. Commitments and proofs are compressed points of
 * G1, 48 bytes; z and y are 32 big-endian bytes. All is public, and all takes variable time.
 *
 * Settings and provers are made once and used by as many threads as one likes.
 * ------------------------------------------------------------------------------------------
 */

/* What the functions need that make no proofs of cells. */
typedef struct curvemark_kzg_settings curvemark_kzg_settings;

/* What the functions need that make proofs of cells. */
typedef struct curvemark_kzg_cell_prover curvemark_kzg_cell_prover;

/*
 * Makes settings of Ethereum's ceremony, which is part of this library.
 *
 * table_bytes: 0 for no table; 4194304 for one of 3.75 MiB, which makes commitments a quarter
 * cheaper. settings: where the handle is written; free it with curvemark_kzg_settings_free.
 */
curvemark_status curvemark_kzg_settings_ethereum(
    size_t table_bytes,
    curvemark_kzg_settings **settings);

/*
 * Makes a prover of cells of Ethereum's ceremony.
 *
 * table_bytes: 0 for no table, which takes 13 MiB; more is faster. threads: 1 for the calling
 * thread only, 0 for as many as the machine has; at most 1024. prover: where the handle is
 * written; free it with curvemark_kzg_cell_prover_free.
 * Errors: CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_kzg_cell_prover_ethereum(
    size_t table_bytes,
    size_t threads,
    curvemark_kzg_cell_prover **prover);

/*
 * Makes settings of Ethereum's ceremony from a file, for a library that was built without its
 * points.
 *
 * setup: the 792672 bytes of curvemark/src/kzg/ethereum/setup.bin, which are compared by their
 * SHA-256. table_bytes, settings: as in curvemark_kzg_settings_ethereum.
 * Errors: CURVEMARK_ERROR_SETUP for all other bytes.
 */
curvemark_status curvemark_kzg_settings_from_ethereum(
    const uint8_t *setup, size_t setup_len,
    size_t table_bytes,
    curvemark_kzg_settings **settings);

/*
 * Makes settings of a trusted setup in the text format of c-kzg-4844 (trusted_setup.txt). All
 * its points and their powers are checked.
 *
 * text: the content of the file. table_bytes, settings: as above.
 * Errors: CURVEMARK_ERROR_SETUP.
 */
curvemark_status curvemark_kzg_settings_from_text(
    const uint8_t *text, size_t text_len,
    size_t table_bytes,
    curvemark_kzg_settings **settings);

/*
 * Computes the commitment to a blob (blob_to_kzg_commitment).
 *
 * blob: 131072 bytes. commitment: 48 bytes. threads: 1 for the calling thread only, 0 for as
 * many as the machine has; at most 1024.
 * Errors: CURVEMARK_ERROR_SCALAR if an integer of the blob is not below the order;
 * CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_kzg_commit(
    const curvemark_kzg_settings *settings,
    const uint8_t *blob, size_t blob_len,
    uint8_t *commitment, size_t commitment_len,
    size_t threads);

/*
 * Computes the value y of a blob's polynomial at z, and a proof of it (compute_kzg_proof).
 *
 * blob: 131072 bytes. z, y: 32 bytes. proof: 48 bytes. threads: as above.
 * Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_kzg_prove(
    const curvemark_kzg_settings *settings,
    const uint8_t *blob, size_t blob_len,
    const uint8_t *z, size_t z_len,
    uint8_t *proof, size_t proof_len,
    uint8_t *y, size_t y_len,
    size_t threads);

/*
 * Computes a proof that a blob is that of its commitment (compute_blob_kzg_proof). The
 * commitment must be the blob's: it is not computed again, and the proof is worthless if it is
 * not.
 *
 * blob: 131072 bytes. commitment, proof: 48 bytes. threads: as above.
 * Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_kzg_prove_blob(
    const curvemark_kzg_settings *settings,
    const uint8_t *blob, size_t blob_len,
    const uint8_t *commitment, size_t commitment_len,
    uint8_t *proof, size_t proof_len,
    size_t threads);

/*
 * Verifies that the polynomial of a commitment has the value y at z (verify_kzg_proof).
 *
 * commitment, proof: 48 bytes. z, y: 32 bytes.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR.
 */
curvemark_status curvemark_kzg_verify(
    const curvemark_kzg_settings *settings,
    const uint8_t *commitment, size_t commitment_len,
    const uint8_t *z, size_t z_len,
    const uint8_t *y, size_t y_len,
    const uint8_t *proof, size_t proof_len);

/*
 * Verifies that a blob is that of a commitment (verify_blob_kzg_proof).
 *
 * blob: 131072 bytes. commitment, proof: 48 bytes.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR.
 */
curvemark_status curvemark_kzg_verify_blob(
    const curvemark_kzg_settings *settings,
    const uint8_t *blob, size_t blob_len,
    const uint8_t *commitment, size_t commitment_len,
    const uint8_t *proof, size_t proof_len);

/*
 * Verifies many blobs at once (verify_blob_kzg_proof_batch); none are valid. The weights are
 * hashed from the batch, as EIP-4844 has it.
 *
 * blobs: 131072 bytes each, one after the other. commitments, proofs: 48 bytes each. threads:
 * as above.
 * Errors: CURVEMARK_NOT_VALID is the verdict on all of them; CURVEMARK_ERROR_COUNT,
 * CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_kzg_verify_blobs(
    const curvemark_kzg_settings *settings,
    const uint8_t *blobs, size_t blobs_len,
    const uint8_t *commitments, size_t commitments_len,
    const uint8_t *proofs, size_t proofs_len,
    size_t threads);

/*
 * Verifies that cells are those of blobs with these commitments
 * (verify_cell_kzg_proof_batch); none are valid.
 *
 * commitments: 48 bytes for each cell, that of its blob, one after the other. indices: the
 * index of each cell in its blob, 0 to 127. cells: 2048 bytes each. proofs: 48 bytes each.
 * threads: as above.
 * Errors: CURVEMARK_NOT_VALID is the verdict on all of them; CURVEMARK_ERROR_COUNT,
 * CURVEMARK_ERROR_CELLS, CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR,
 * CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_kzg_verify_cells(
    const curvemark_kzg_settings *settings,
    const uint8_t *commitments, size_t commitments_len,
    const uint64_t *indices, size_t indices_count,
    const uint8_t *cells, size_t cells_len,
    const uint8_t *proofs, size_t proofs_len,
    size_t threads);

/*
 * Computes the 128 cells of a blob without proofs (compute_cells).
 *
 * blob: 131072 bytes. cells: 262144 bytes.
 * Errors: CURVEMARK_ERROR_SCALAR.
 */
curvemark_status curvemark_kzg_compute_cells(
    const curvemark_kzg_settings *settings,
    const uint8_t *blob, size_t blob_len,
    uint8_t *cells, size_t cells_len);

/*
 * Makes a prover of cells of Ethereum's ceremony from a file.
 *
 * setup: as in curvemark_kzg_settings_from_ethereum. table_bytes, threads, prover: as in
 * curvemark_kzg_cell_prover_ethereum.
 * Errors: CURVEMARK_ERROR_SETUP, CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_kzg_cell_prover_from_ethereum(
    const uint8_t *setup, size_t setup_len,
    size_t table_bytes,
    size_t threads,
    curvemark_kzg_cell_prover **prover);

/*
 * Makes a prover of cells of a trusted setup in the text format of c-kzg-4844.
 *
 * Arguments and errors as above, and those of curvemark_kzg_settings_from_text.
 */
curvemark_status curvemark_kzg_cell_prover_from_text(
    const uint8_t *text, size_t text_len,
    size_t table_bytes,
    size_t threads,
    curvemark_kzg_cell_prover **prover);

/*
 * Computes the 128 cells of a blob and their proofs (compute_cells_and_kzg_proofs).
 *
 * blob: 131072 bytes. cells: 262144 bytes. proofs: 6144 bytes. threads: as above.
 * Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_kzg_prove_cells(
    const curvemark_kzg_cell_prover *prover,
    const uint8_t *blob, size_t blob_len,
    uint8_t *cells, size_t cells_len,
    uint8_t *proofs, size_t proofs_len,
    size_t threads);

/*
 * Recovers all 128 cells of a blob and their proofs from half of the cells or more
 * (recover_cells_and_kzg_proofs). More than 64 cells that are not all of one blob are refused;
 * curvemark_kzg_recover_cells_truncated has the rule of EIP-7594 for those.
 *
 * indices: of the cells that are there, ascending. known_cells: 2048 bytes each, in this
 * order. cells: 262144 bytes. proofs: 6144 bytes. threads: as above.
 * Errors: CURVEMARK_ERROR_CELLS, CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_SCALAR,
 * CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_kzg_recover_cells(
    const curvemark_kzg_cell_prover *prover,
    const uint64_t *indices, size_t indices_count,
    const uint8_t *known_cells, size_t known_cells_len,
    uint8_t *cells, size_t cells_len,
    uint8_t *proofs, size_t proofs_len,
    size_t threads);

/*
 * As curvemark_kzg_recover_cells, by the rule of EIP-7594 for all input: for cells that are
 * not all of one blob it answers with cells and proofs of another one, and no error says so.
 * Take it only where the answer must be that of others who follow the specification to the
 * letter.
 */
curvemark_status curvemark_kzg_recover_cells_truncated(
    const curvemark_kzg_cell_prover *prover,
    const uint64_t *indices, size_t indices_count,
    const uint8_t *known_cells, size_t known_cells_len,
    uint8_t *cells, size_t cells_len,
    uint8_t *proofs, size_t proofs_len,
    size_t threads);

/*
 * Hashes a commitment for a transaction (kzg_to_versioned_hash): SHA-256, whose first byte
 * becomes 1.
 *
 * commitment: 48 bytes. hash: 32 bytes.
 */
curvemark_status curvemark_kzg_versioned_hash(
    const uint8_t *commitment, size_t commitment_len,
    uint8_t *hash, size_t hash_len);

/* Frees settings. Null is allowed. */
void curvemark_kzg_settings_free(curvemark_kzg_settings *settings);

/* Frees a prover of cells. Null is allowed. */
void curvemark_kzg_cell_prover_free(curvemark_kzg_cell_prover *prover);

#endif

#ifndef CURVEMARK_BARE

/*
 * ------------------------------------------------------------------------------------------
 * The pairing curves: decoding, sums, sums of multiples, pairings, hashing to curves.
 *
 * Groups: G1 and G2 of BLS12-381 and of BN254. Points of BLS12-381 are in the encoding of ZCash:
 * 96 bytes in G1 and 192 in G2, or compressed 48 and 96. Points of BN254 are x and y as Ethereum's
 * contracts have them: 64 bytes in G1, and 128 in G2 with the imaginary parts first; the identity
 * is all zeros. Scalars are 32 big-endian bytes below the order of the groups.
 *
 * Every function checks that points are on their curve. Functions also check that points are in
 * the group of prime order, unless their name ends in unchecked_subgroup: those are for points
 * that were checked before, and other points give wrong answers.
 *
 * Variable time, except where it is said.
 * ------------------------------------------------------------------------------------------
 */

/* A group of a pairing curve. */
typedef uint32_t curvemark_group;
enum {
    /* Points of 96 bytes, or compressed 48. */
    CURVEMARK_BLS12_381_G1 = 0,
    /* Points of 192 bytes, or compressed 96. */
    CURVEMARK_BLS12_381_G2 = 1,
    /* Points of 64 bytes. */
    CURVEMARK_BN254_G1 = 2,
    /* Points of 128 bytes. */
    CURVEMARK_BN254_G2 = 3,
};

/* A pairing. */
typedef uint32_t curvemark_pairing_curve;
enum {
    /* Points of 96 and 192 bytes; values of 576. */
    CURVEMARK_PAIRING_BLS12_381 = 0,
    /* Points of 64 and 128 bytes; values of 384. */
    CURVEMARK_PAIRING_BN254 = 1,
};

/* Points of a group. */
typedef struct curvemark_bases curvemark_bases;

/*
 * Decodes and checks many points, with a verdict for each: encoding, curve, group. The
 * identity is a point.
 *
 * point_len: bytes of each point, which says whether they are compressed. points: at least
 * one, one after the other. decoded: uncompressed points, as many; zeros where a point is
 * refused. verdicts: one byte for each, which becomes 0 (CURVEMARK_OK) or the
 * CURVEMARK_ERROR_POINT_* that says why. threads: 1 for the calling thread only, 0 for as many
 * as the machine has; at most 1024.
 * Errors: CURVEMARK_OK also if some are refused. CURVEMARK_ERROR_ARGUMENT for another
 * point_len; CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_points_decode(
    curvemark_group group,
    size_t point_len,
    const uint8_t *points, size_t points_len,
    uint8_t *decoded, size_t decoded_len,
    uint8_t *verdicts, size_t verdicts_len,
    size_t threads);

/*
 * Compresses points of BLS12-381. Each is checked.
 *
 * points: of 96 bytes in G1, 192 in G2, one after the other. compressed: 48 or 96 bytes each.
 * Errors: CURVEMARK_ERROR_ARGUMENT for a group of BN254; CURVEMARK_ERROR_EMPTY;
 * CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_POINT_* for the first that is none.
 */
curvemark_status curvemark_points_compress(
    curvemark_group group,
    const uint8_t *points, size_t points_len,
    uint8_t *compressed, size_t compressed_len);

/*
 * Adds points up. Each is checked to be on the curve, which is enough for a sum.
 *
 * points: at least one, uncompressed, one after the other. sum: an uncompressed point.
 * threads: as above.
 * Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_POINT_*; CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_points_sum(
    curvemark_group group,
    const uint8_t *points, size_t points_len,
    uint8_t *sum, size_t sum_len,
    size_t threads);

/*
 * Multiplies a point by a secret scalar. Constant time in the scalar and the point.
 *
 * point, product: uncompressed. scalar: 32 bytes.
 * Errors: CURVEMARK_ERROR_POINT_*; CURVEMARK_ERROR_SCALAR.
 */
curvemark_status curvemark_point_mul(
    curvemark_group group,
    const uint8_t *point, size_t point_len,
    const uint8_t *scalar, size_t scalar_len,
    uint8_t *product, size_t product_len);

/*
 * Computes a sum of multiples (MSM). Every point is checked to be in its group.
 *
 * points: at least one, uncompressed, one after the other. scalars: 32 bytes each, as many;
 * they are public. sum: an uncompressed point. threads: as above.
 * Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_POINT_*;
 * CURVEMARK_ERROR_SCALAR; CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_points_msm(
    curvemark_group group,
    const uint8_t *points, size_t points_len,
    const uint8_t *scalars, size_t scalars_len,
    uint8_t *sum, size_t sum_len,
    size_t threads);

/*
 * As curvemark_points_msm, for points that are known to be in the group of prime order, such
 * as those that curvemark_points_decode gave.
 */
curvemark_status curvemark_points_msm_unchecked_subgroup(
    curvemark_group group,
    const uint8_t *points, size_t points_len,
    const uint8_t *scalars, size_t scalars_len,
    uint8_t *sum, size_t sum_len,
    size_t threads);

/*
 * Makes a table of multiples of points that stay the same, for many sums of multiples. Every
 * point is checked to be in its group.
 *
 * points: at least one, uncompressed, one after the other. table_bytes: how large the table
 * may be: the fastest that fits is made, which takes a third more on lanes of doubles; with 0
 * there is none, and the points only are held, for sums that are large or few. bases: where
 * the handle is written; free it with curvemark_bases_free. It may be used by as many threads
 * as one likes.
 * Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_POINT_*; CURVEMARK_ERROR_TABLE if there is no
 * table so small.
 */
curvemark_status curvemark_bases_new(
    curvemark_group group,
    const uint8_t *points, size_t points_len,
    size_t table_bytes,
    curvemark_bases **bases);

/*
 * Computes a sum of multiples of the first points of a table, or of points that are held.
 *
 * scalars: 32 bytes each, at least one, and at most as many as there are points; they are
 * public. sum: an uncompressed point. threads: as above.
 * Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_SCALAR;
 * CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_bases_msm(
    const curvemark_bases *bases,
    const uint8_t *scalars, size_t scalars_len,
    uint8_t *sum, size_t sum_len,
    size_t threads);

/*
 * Hashes messages to a group: suites BLS12381G1_XMD:SHA-256_SSWU_RO_ and BLS12381G2_* of RFC
 * 9380, and BN254G1_XMD:SHA-256_SVDW_RO_ and BN254G2_* as gnark-crypto has them. Constant time
 * in the content of the messages.
 *
 * messages: all messages, one after the other; message_lens: the length of each in bytes.
 * tag: the domain separation tag, at least one byte. points: one uncompressed point for each
 * message. threads: as above.
 * Errors: CURVEMARK_ERROR_EMPTY for no message or no tag; CURVEMARK_ERROR_LENGTH;
 * CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_hash_to_points(
    curvemark_group group,
    const uint8_t *messages, size_t messages_len,
    const size_t *message_lens, size_t message_lens_count,
    const uint8_t *tag, size_t tag_len,
    uint8_t *points, size_t points_len,
    size_t threads);

/*
 * Says whether the product of pairings e(P, Q) of pairs of points is one. Every point is
 * checked to be in its group. For no pairs it is one.
 *
 * p: points of G1, uncompressed, one after the other. q: as many points of G2. threads: as
 * above.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_POINT_*;
 * CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_pairing_check(
    curvemark_pairing_curve curve,
    const uint8_t *p, size_t p_len,
    const uint8_t *q, size_t q_len,
    size_t threads);

/*
 * Computes the product of pairings e(P, Q) of pairs of points: an element of the target group
 * as its twelve coefficients over the prime field, each big-endian, from the constant one on.
 *
 * p, q, threads: as above. value: 576 bytes for BLS12-381, 384 for BN254.
 * Errors: as above, without the verdict.
 */
curvemark_status curvemark_pairing_product(
    curvemark_pairing_curve curve,
    const uint8_t *p, size_t p_len,
    const uint8_t *q, size_t q_len,
    uint8_t *value, size_t value_len,
    size_t threads);

/* Frees a table of multiples. Null is allowed. */
void curvemark_bases_free(curvemark_bases *bases);

#endif

#ifndef CURVEMARK_BARE

/*
 * ------------------------------------------------------------------------------------------
 * Groth16: verification of proofs on BN254 and BLS12-381.
 *
 * Keys and proofs are in the encoding of arkworks (a key: alpha, beta, gamma, delta, the number of
 * further points in eight little-endian bytes, those points). Public inputs are 32 little-endian
 * bytes each, below the order of the groups. All is public, and all takes variable time.
 * ------------------------------------------------------------------------------------------
 */

/* The curve of a proof, and the form of its points. */
typedef uint32_t curvemark_groth16_form;
enum {
    /* BN254, compressed: proofs of 128 bytes. */
    CURVEMARK_GROTH16_BN254_COMPRESSED = 0,
    /* BN254, uncompressed: proofs of 256 bytes. */
    CURVEMARK_GROTH16_BN254_UNCOMPRESSED = 1,
    /* BLS12-381, compressed: proofs of 192 bytes. */
    CURVEMARK_GROTH16_BLS12_381_COMPRESSED = 2,
    /* BLS12-381, uncompressed: proofs of 384 bytes. */
    CURVEMARK_GROTH16_BLS12_381_UNCOMPRESSED = 3,
};

/* A verifying key with all that does not depend on a proof. */
typedef struct curvemark_groth16_key curvemark_groth16_key;

/*
 * Makes a verifying key, of which everything is computed that does not depend on a proof. All
 * points are checked. It may be used by as many threads as one likes.
 *
 * form: of the key and of the proofs that are verified with it. bytes: the key. key: where the
 * handle is written; free it with curvemark_groth16_key_free.
 * Errors: CURVEMARK_ERROR_LENGTH; CURVEMARK_ERROR_POINT_*; CURVEMARK_ERROR_COUNT for a key
 * without further points.
 */
curvemark_status curvemark_groth16_key_new(
    curvemark_groth16_form form,
    const uint8_t *bytes, size_t bytes_len,
    curvemark_groth16_key **key);

/* Says how many public inputs a proof for this key has. */
curvemark_status curvemark_groth16_key_inputs(const curvemark_groth16_key *key, size_t *count);

/*
 * Verifies a proof.
 *
 * inputs: 32 bytes each, one after the other, as many as the key asks for. proof: as long as
 * the form of the key says.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_SCALAR,
 * CURVEMARK_ERROR_POINT_*.
 */
curvemark_status curvemark_groth16_verify(
    const curvemark_groth16_key *key,
    const uint8_t *inputs, size_t inputs_len,
    const uint8_t *proof, size_t proof_len);

/*
 * Verifies many proofs for one key at once. The weights come from the operating system's
 * random bytes and from the whole batch.
 *
 * inputs: those of the first proof, then those of the next. proofs: one after the other.
 * Errors: CURVEMARK_NOT_VALID is the verdict on all of them; curvemark_groth16_find_invalid
 * says which. CURVEMARK_ERROR_EMPTY, CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_SCALAR,
 * CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_RANDOMNESS.
 */
curvemark_status curvemark_groth16_verify_batch(
    const curvemark_groth16_key *key,
    const uint8_t *inputs, size_t inputs_len,
    const uint8_t *proofs, size_t proofs_len);

/*
 * Says which proofs of a batch are not valid.
 *
 * Arguments as above. verdicts: one byte for each proof, which becomes 0 (CURVEMARK_OK) or 1
 * (CURVEMARK_NOT_VALID).
 * Errors: as above, but CURVEMARK_OK also if some are not valid.
 */
curvemark_status curvemark_groth16_find_invalid(
    const curvemark_groth16_key *key,
    const uint8_t *inputs, size_t inputs_len,
    const uint8_t *proofs, size_t proofs_len,
    uint8_t *verdicts, size_t verdicts_len);

/* Frees a verifying key. Null is allowed. */
void curvemark_groth16_key_free(curvemark_groth16_key *key);

#endif

#ifndef CURVEMARK_BARE

/*
 * ------------------------------------------------------------------------------------------
 * Batches that several processes verify together, on as many machines as one likes.
 *
 * A batch is cut into slices that lie one behind the other. First each slice is hashed to a digest
 * of 40 bytes (curvemark_bls_digest_sets and so on), and curvemark_parts_batch makes 40 bytes of
 * all digests. Then each slice gives a part (curvemark_bls_part_of_sets and so on), for which one
 * says at which item of the batch the slice begins. Parts are merged, in whichever order they
 * come, and what covers the whole batch is finished to a verdict. All weights follow from the
 * batch: work that is done again gives the same bytes.
 *
 * Parts are bytes: 633 for signatures and for proofs on BLS12-381, 441 for proofs on BN254, 153
 * for openings and cells. Reading one checks that it is canonical and that its points are in their
 * group. Whoever computes parts is trusted: who can write its bytes can write the verdict.
 *
 * The part of a sum of multiples is a point, and points add up by curvemark_points_sum. That of a
 * product of pairings is its value, and curvemark_pairing_values_product multiplies values.
 * ------------------------------------------------------------------------------------------
 */

/*
 * Makes a batch of the digests of its slices, in their order.
 *
 * digests: 40 bytes each, at least one. batch: 40 bytes.
 * Errors: CURVEMARK_ERROR_EMPTY if there is no digest, or one of no items.
 */
curvemark_status curvemark_parts_batch(
    const uint8_t *digests, size_t digests_len,
    uint8_t *batch, size_t batch_len);

/*
 * Hashes a slice of signatures. Nothing is decoded.
 *
 * scheme to signatures: as in curvemark_bls_verify_sets. digest: 40 bytes.
 * Errors: CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_LENGTH.
 */
curvemark_status curvemark_bls_digest_sets(
    curvemark_bls_scheme scheme,
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *messages, size_t messages_len,
    const size_t *message_lens, size_t message_lens_count,
    const uint8_t *signatures, size_t signatures_len,
    uint8_t *digest, size_t digest_len);

/*
 * Computes the part of a slice of signatures, in the time that verifying them takes.
 *
 * scheme to signatures, threads: as in curvemark_bls_verify_sets. batch: 40 bytes. start: the
 * number of the first one in the batch, from zero on. part: 633 bytes.
 * Errors: as there, without the verdict; CURVEMARK_ERROR_PARTS if the slice goes beyond the
 * batch.
 */
curvemark_status curvemark_bls_part_of_sets(
    curvemark_bls_scheme scheme,
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *messages, size_t messages_len,
    const size_t *message_lens, size_t message_lens_count,
    const uint8_t *signatures, size_t signatures_len,
    const uint8_t *batch, size_t batch_len,
    uint64_t start,
    uint8_t *part, size_t part_len,
    size_t threads);

/*
 * Merges parts of signatures to one part.
 *
 * parts: 633 bytes each, at least one, in any order. part: 633 bytes.
 * Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_PARTS if they are of another scheme or of
 * different batches, leave out items between them, or have one twice;
 * CURVEMARK_ERROR_POINT_*.
 */
curvemark_status curvemark_bls_merge_parts(
    curvemark_bls_scheme scheme,
    const uint8_t *parts, size_t parts_len,
    uint8_t *part, size_t part_len);

/*
 * Says whether all signatures of a batch are valid.
 *
 * part: 633 bytes, of all of the batch.
 * Errors: CURVEMARK_NOT_VALID is the verdict, with the chance of error of
 * curvemark_bls_verify_sets_deterministic; CURVEMARK_ERROR_PARTS if the part does not cover
 * the batch; CURVEMARK_ERROR_POINT_*.
 */
curvemark_status curvemark_bls_finish_part(
    curvemark_bls_scheme scheme,
    const uint8_t *part, size_t part_len);

/*
 * Computes what is left of blobs to verify: of each its commitment, the point z that its hash
 * gives, the value y there, and its proof. Commitments and proofs are not decoded.
 *
 * blobs, commitments, proofs, threads: as in curvemark_kzg_verify_blobs. openings: 160 bytes
 * for each.
 * Errors: CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_kzg_openings(
    const curvemark_kzg_settings *settings,
    const uint8_t *blobs, size_t blobs_len,
    const uint8_t *commitments, size_t commitments_len,
    const uint8_t *proofs, size_t proofs_len,
    uint8_t *openings, size_t openings_len,
    size_t threads);

/*
 * Hashes a slice of openings. Nothing is decoded.
 *
 * openings: 160 bytes each: commitment, z, y, proof. digest: 40 bytes.
 */
curvemark_status curvemark_kzg_digest_openings(
    const uint8_t *openings, size_t openings_len,
    uint8_t *digest, size_t digest_len);

/*
 * Computes the part of a slice of openings.
 *
 * openings: as above. batch: 40 bytes. start: the number of the first one in the batch, from
 * zero on. part: 153 bytes. threads: as above.
 * Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_PARTS if the slice goes beyond the batch;
 * CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_kzg_part_of_openings(
    const curvemark_kzg_settings *settings,
    const uint8_t *openings, size_t openings_len,
    const uint8_t *batch, size_t batch_len,
    uint64_t start,
    uint8_t *part, size_t part_len,
    size_t threads);

/*
 * Hashes a slice of cells. Nothing is decoded.
 *
 * commitments to proofs: as in curvemark_kzg_verify_cells. digest: 40 bytes.
 * Errors: CURVEMARK_ERROR_COUNT.
 */
curvemark_status curvemark_kzg_digest_cells(
    const uint8_t *commitments, size_t commitments_len,
    const uint64_t *indices, size_t indices_count,
    const uint8_t *cells, size_t cells_len,
    const uint8_t *proofs, size_t proofs_len,
    uint8_t *digest, size_t digest_len);

/*
 * Computes the part of a slice of cells.
 *
 * settings to proofs: as in curvemark_kzg_verify_cells. batch to threads: as above.
 * Errors: as there, without the verdict; CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_PARTS if the
 * slice goes beyond the batch.
 */
curvemark_status curvemark_kzg_part_of_cells(
    const curvemark_kzg_settings *settings,
    const uint8_t *commitments, size_t commitments_len,
    const uint64_t *indices, size_t indices_count,
    const uint8_t *cells, size_t cells_len,
    const uint8_t *proofs, size_t proofs_len,
    const uint8_t *batch, size_t batch_len,
    uint64_t start,
    uint8_t *part, size_t part_len,
    size_t threads);

/*
 * Merges parts of openings, or parts of cells, to one part.
 *
 * parts: 153 bytes each, at least one, in any order. part: 153 bytes.
 * Errors: as in curvemark_bls_merge_parts.
 */
curvemark_status curvemark_kzg_merge_parts(
    const uint8_t *parts, size_t parts_len,
    uint8_t *part, size_t part_len);

/*
 * Says whether all openings of a batch hold, or all cells.
 *
 * part: 153 bytes, of all of the batch.
 * Errors: CURVEMARK_NOT_VALID is the verdict, wrong with a chance of 2^-125 at most;
 * CURVEMARK_ERROR_PARTS if the part does not cover the batch; CURVEMARK_ERROR_POINT_*.
 */
curvemark_status curvemark_kzg_finish_part(
    const curvemark_kzg_settings *settings,
    const uint8_t *part, size_t part_len);

/*
 * Hashes a slice of proofs of Groth16.
 *
 * key, inputs, proofs: as in curvemark_groth16_verify_batch. digest: 40 bytes.
 * Errors: as there, without the verdict.
 */
curvemark_status curvemark_groth16_digest_proofs(
    const curvemark_groth16_key *key,
    const uint8_t *inputs, size_t inputs_len,
    const uint8_t *proofs, size_t proofs_len,
    uint8_t *digest, size_t digest_len);

/*
 * Computes the part of a slice of proofs.
 *
 * key, inputs, proofs: as above. batch: 40 bytes. start: the number of the first one in the
 * batch, from zero on. part: 633 bytes on BLS12-381, 441 on BN254.
 * Errors: as above; CURVEMARK_ERROR_PARTS if the slice goes beyond the batch.
 */
curvemark_status curvemark_groth16_part_of_proofs(
    const curvemark_groth16_key *key,
    const uint8_t *inputs, size_t inputs_len,
    const uint8_t *proofs, size_t proofs_len,
    const uint8_t *batch, size_t batch_len,
    uint64_t start,
    uint8_t *part, size_t part_len);

/*
 * Merges parts of proofs to one part.
 *
 * parts: 633 or 441 bytes each, at least one, in any order. part: as long as one.
 * Errors: as in curvemark_bls_merge_parts.
 */
curvemark_status curvemark_groth16_merge_parts(
    const curvemark_groth16_key *key,
    const uint8_t *parts, size_t parts_len,
    uint8_t *part, size_t part_len);

/*
 * Says whether all proofs of a batch are valid.
 *
 * part: 633 or 441 bytes, of all of the batch.
 * Errors: as in curvemark_bls_finish_part.
 */
curvemark_status curvemark_groth16_finish_part(
    const curvemark_groth16_key *key,
    const uint8_t *part, size_t part_len);

/*
 * Multiplies values of the pairing, such as those of parts of a product. Each is checked to be
 * canonical and in the group of prime order.
 *
 * values: 576 bytes each for BLS12-381, 384 for BN254; of none the product is one. product: as
 * long as one value.
 * Errors: CURVEMARK_ERROR_POINT_NOT_IN_SUBGROUP.
 */
curvemark_status curvemark_pairing_values_product(
    curvemark_pairing_curve curve,
    const uint8_t *values, size_t values_len,
    uint8_t *product, size_t product_len);

#endif

#ifndef CURVEMARK_BARE

/*
 * ------------------------------------------------------------------------------------------
 * Poseidon, the hash function of zero-knowledge circuits, as circomlib has it.
 *
 * Integers are 32 little-endian bytes below the order of the curve's groups. Constant time in the
 * integers, not in their number.
 * ------------------------------------------------------------------------------------------
 */

/* The curve whose scalars are hashed. */
typedef uint32_t curvemark_poseidon_field;
enum {
    /* BN254, as circom. */
    CURVEMARK_POSEIDON_BN254 = 0,
    /* BLS12-381. */
    CURVEMARK_POSEIDON_BLS12_381 = 1,
};

/*
 * Hashes 1 to 16 integers.
 *
 * inputs: 32 bytes each, one after the other. hash: 32 bytes.
 * Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT for more than 16;
 * CURVEMARK_ERROR_SCALAR.
 */
curvemark_status curvemark_poseidon_hash(
    curvemark_poseidon_field field,
    const uint8_t *inputs, size_t inputs_len,
    uint8_t *hash, size_t hash_len);

/*
 * Hashes many lists of the same number of integers, eight at a time where the CPU can.
 *
 * each: how many integers a list has, 1 to 16. inputs: 32 bytes each, list after list.
 * hashes: 32 bytes for each list. threads: 1 for the calling thread only, 0 for as many as the
 * machine has; at most 1024.
 * Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_SCALAR;
 * CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_poseidon_hash_batch(
    curvemark_poseidon_field field,
    size_t each,
    const uint8_t *inputs, size_t inputs_len,
    uint8_t *hashes, size_t hashes_len,
    size_t threads);

/*
 * Computes the root of a tree whose nodes hash up to 16 integers (fastcrypto's
 * poseidon_merkle_tree). It binds the integers only together with their number.
 *
 * inputs: at least one, 32 bytes each. root: 32 bytes. threads: as above.
 * Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_SCALAR; CURVEMARK_ERROR_THREADS.
 */
curvemark_status curvemark_poseidon_merkle_root(
    curvemark_poseidon_field field,
    const uint8_t *inputs, size_t inputs_len,
    uint8_t *root, size_t root_len,
    size_t threads);

#endif

#ifndef CURVEMARK_BARE

/*
 * ------------------------------------------------------------------------------------------
 * The precompiled contracts of Ethereum with their gas.
 * ------------------------------------------------------------------------------------------
 */

/* The rules of Ethereum since a fork. Forks between these changed no contract. */
typedef uint32_t curvemark_evm_fork;
enum {
    /* December 2019. */
    CURVEMARK_EVM_ISTANBUL = 0,
    /* April 2021. */
    CURVEMARK_EVM_BERLIN = 1,
    /* March 2024. */
    CURVEMARK_EVM_CANCUN = 2,
    /* May 2025. */
    CURVEMARK_EVM_PRAGUE = 3,
    /* December 2025. */
    CURVEMARK_EVM_OSAKA = 4,
    /* After Osaka, with its contracts and prices. */
    CURVEMARK_EVM_AMSTERDAM = 5,
};

/*
 * Says what a call of a precompiled contract costs. Nothing is computed.
 *
 * address: 20 bytes. input: any length. gas: where the price is written.
 * Errors: CURVEMARK_ERROR_NO_CONTRACT if there is none at the address under the fork.
 */
curvemark_status curvemark_evm_gas(
    curvemark_evm_fork fork,
    const uint8_t *address, size_t address_len,
    const uint8_t *input, size_t input_len,
    uint64_t *gas);

/*
 * Calls a precompiled contract. Nothing is computed that the gas does not pay for. An error
 * takes all the gas of the call. Variable time; all is public.
 *
 * address: 20 bytes. input: any length. output: room for what the contract gives: as many
 * bytes as the input has for the contract 4, as many as the modulus for 5, and at most 256 for
 * all others; output_written: how many bytes were written (ecrecover and P-256 give none for a
 * signature that does not hold). gas_used: what the call costs.
 * Errors: CURVEMARK_ERROR_NO_CONTRACT, CURVEMARK_ERROR_OUT_OF_GAS; CURVEMARK_ERROR_CONTRACT if
 * the contract refuses the input. CURVEMARK_ERROR_ROOM if the output does not fit:
 * output_written says then how much room it needs.
 */
curvemark_status curvemark_evm_call(
    curvemark_evm_fork fork,
    const uint8_t *address, size_t address_len,
    const uint8_t *input, size_t input_len,
    uint64_t gas_limit,
    uint8_t *output, size_t output_len,
    size_t *output_written,
    uint64_t *gas_used);

#endif

/*
 * ------------------------------------------------------------------------------------------
 * Cashu: blind signatures of mints. Version 3 on BLS12-381, and today's on secp256k1.
 *
 * A wallet blinds a secret with a factor r, the mint signs the blinded point, the wallet unblinds
 * what it gets. Secret keys and factors are 32 big-endian bytes, not zero and below the order of
 * the group. On BLS12-381 a mint's public key is a compressed point of G2, 96 bytes, and all other
 * points are compressed points of G1, 48 bytes. On secp256k1 all points are compressed, 33 bytes.
 * ------------------------------------------------------------------------------------------
 */

/*
 * Derives a wallet's blinding factor from its seed: NUT-13 for version 3.
 *
 * seed: any length but none. keyset: 33 bytes, of which the first is 2. counter: any.
 * factor: 32 bytes.
 * Constant time in the seed but for the number of attempts.
 * Errors: CURVEMARK_ERROR_LENGTH, CURVEMARK_ERROR_REFUSED for another version of keyset.
 */
curvemark_status curvemark_cashu_v3_derive_factor(
    const uint8_t *seed, size_t seed_len,
    const uint8_t *keyset, size_t keyset_len,
    uint64_t counter,
    uint8_t *factor, size_t factor_len);

/*
 * Hashes a secret to the point Y that is signed.
 *
 * secret: any length. point: 48 bytes. Constant time in the content of the secret.
 */
curvemark_status curvemark_cashu_v3_hash_to_curve(
    const uint8_t *secret, size_t secret_len,
    uint8_t *point, size_t point_len);

/*
 * Blinds a secret. Constant time in the secret's content and the factor.
 *
 * secret: any length. factor: 32 bytes. blinded: 48 bytes.
 * Errors: CURVEMARK_ERROR_SCALAR.
 */
curvemark_status curvemark_cashu_v3_blind(
    const uint8_t *secret, size_t secret_len,
    const uint8_t *factor, size_t factor_len,
    uint8_t *blinded, size_t blinded_len);

/*
 * Computes the public key of a mint's secret key. Constant time in the secret key.
 *
 * secret_key: 32 bytes. public_key: 96 bytes. Errors: CURVEMARK_ERROR_SCALAR.
 */
curvemark_status curvemark_cashu_v3_public_key(
    const uint8_t *secret_key, size_t secret_key_len,
    uint8_t *public_key, size_t public_key_len);

/*
 * Signs a blinded point, as a mint. Constant time in the secret key.
 *
 * secret_key: 32 bytes. blinded, signature: 48 bytes.
 * Errors: CURVEMARK_ERROR_SCALAR; CURVEMARK_ERROR_POINT_*.
 */
curvemark_status curvemark_cashu_v3_sign(
    const uint8_t *secret_key, size_t secret_key_len,
    const uint8_t *blinded, size_t blinded_len,
    uint8_t *signature, size_t signature_len);

/*
 * Unblinds a mint's signature. Constant time in the factor.
 *
 * blind_signature, signature: 48 bytes. factor: 32 bytes.
 * Errors: CURVEMARK_ERROR_SCALAR; CURVEMARK_ERROR_POINT_*.
 */
curvemark_status curvemark_cashu_v3_unblind(
    const uint8_t *blind_signature, size_t blind_signature_len,
    const uint8_t *factor, size_t factor_len,
    uint8_t *signature, size_t signature_len);

/*
 * Verifies a signature on a secret by the mint's public key. Variable time.
 *
 * public_key: 96 bytes. secret: any length. signature: 48 bytes.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_*.
 */
curvemark_status curvemark_cashu_v3_verify(
    const uint8_t *public_key, size_t public_key_len,
    const uint8_t *secret, size_t secret_len,
    const uint8_t *signature, size_t signature_len);

/*
 * Derives a wallet's secret from its seed: NUT-13. On the wire a secret is written in 64
 * lower-case hexadecimal characters, and those characters are what is hashed to the curve.
 *
 * seed: 16 to 64 bytes, mostly the 64 of BIP-39. keyset: 8 bytes, of which the first is 0, or
 * 33, of which it is 1. counter: any that the keyset's version allows. secret: 32 bytes.
 * Errors: CURVEMARK_ERROR_LENGTH, CURVEMARK_ERROR_REFUSED for another version of keyset,
 * CURVEMARK_ERROR_ARGUMENT for a counter that is too large.
 */
curvemark_status curvemark_cashu_derive_secret(
    const uint8_t *seed, size_t seed_len,
    const uint8_t *keyset, size_t keyset_len,
    uint64_t counter,
    uint8_t *secret, size_t secret_len);

/* Derives a wallet's blinding factor from its seed: NUT-13. Arguments and errors as above. */
curvemark_status curvemark_cashu_derive_factor(
    const uint8_t *seed, size_t seed_len,
    const uint8_t *keyset, size_t keyset_len,
    uint64_t counter,
    uint8_t *factor, size_t factor_len);

/*
 * Hashes a secret to the point Y that is signed: NUT-00. Variable time in the number of
 * attempts.
 *
 * secret: any length. point: 33 bytes.
 */
curvemark_status curvemark_cashu_hash_to_curve(
    const uint8_t *secret, size_t secret_len,
    uint8_t *point, size_t point_len);

/*
 * Blinds a secret. Constant time in the factor.
 *
 * secret: any length. factor: 32 bytes. blinded: 33 bytes.
 * Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_SCALAR_ZERO.
 */
curvemark_status curvemark_cashu_blind(
    const uint8_t *secret, size_t secret_len,
    const uint8_t *factor, size_t factor_len,
    uint8_t *blinded, size_t blinded_len);

/*
 * Computes the public key of a mint's secret key. Constant time in the secret key.
 *
 * secret_key: 32 bytes. public_key: 33 bytes.
 * Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_SCALAR_ZERO.
 */
curvemark_status curvemark_cashu_public_key(
    const uint8_t *secret_key, size_t secret_key_len,
    uint8_t *public_key, size_t public_key_len);

/*
 * Signs a blinded point, as a mint, and proves it (NUT-12). Constant time in the secret key.
 *
 * secret_key: 32 bytes. blinded, signature: 33 bytes. e, s: 32 bytes each, the proof.
 * Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_SCALAR_ZERO, CURVEMARK_ERROR_POINT_*.
 */
curvemark_status curvemark_cashu_sign(
    const uint8_t *secret_key, size_t secret_key_len,
    const uint8_t *blinded, size_t blinded_len,
    uint8_t *signature, size_t signature_len,
    uint8_t *e, size_t e_len,
    uint8_t *s, size_t s_len);

/*
 * Verifies a mint's proof that it signed a blinded point with its key (NUT-12). Variable time.
 *
 * public_key, blinded, signature: 33 bytes. e, s: 32 bytes each.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR.
 */
curvemark_status curvemark_cashu_verify_proof(
    const uint8_t *public_key, size_t public_key_len,
    const uint8_t *blinded, size_t blinded_len,
    const uint8_t *signature, size_t signature_len,
    const uint8_t *e, size_t e_len,
    const uint8_t *s, size_t s_len);

/*
 * Unblinds a mint's signature. Constant time in the factor.
 *
 * blind_signature: 33 bytes. factor: 32 bytes. public_key: the mint's, 33 bytes.
 * signature: 33 bytes.
 * Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_SCALAR_ZERO, CURVEMARK_ERROR_POINT_*; the
 * identity if what was signed is no secret's point.
 */
curvemark_status curvemark_cashu_unblind(
    const uint8_t *blind_signature, size_t blind_signature_len,
    const uint8_t *factor, size_t factor_len,
    const uint8_t *public_key, size_t public_key_len,
    uint8_t *signature, size_t signature_len);

/*
 * Verifies a signature on a secret, as the mint, which only can: with its secret key. Constant
 * time in the secret key.
 *
 * secret_key: 32 bytes. secret: any length. signature: 33 bytes.
 * Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR.
 */
curvemark_status curvemark_cashu_verify(
    const uint8_t *secret_key, size_t secret_key_len,
    const uint8_t *secret, size_t secret_len,
    const uint8_t *signature, size_t signature_len);

#ifndef CURVEMARK_BARE

/*
 * Makes a uniformly random factor, or a secret key of a mint, of the operating system's bytes.
 *
 * scalar: 32 bytes. Errors: CURVEMARK_ERROR_RANDOMNESS.
 */
curvemark_status curvemark_cashu_v3_random_scalar(uint8_t *scalar, size_t scalar_len);

/*
 * Verifies many signatures on secrets at once; the weights are hashed from the batch, as
 * Cashu's version 3 has it. Variable time.
 *
 * public_keys: 96 bytes for each signature, one after the other. secrets: all secrets, one
 * after the other; secret_lens: the length of each in bytes. signatures: 48 bytes each.
 * Errors: CURVEMARK_NOT_VALID is the verdict on all of them; CURVEMARK_ERROR_EMPTY,
 * CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_LENGTH, CURVEMARK_ERROR_POINT_*.
 */
curvemark_status curvemark_cashu_v3_verify_batch(
    const uint8_t *public_keys, size_t public_keys_len,
    const uint8_t *secrets, size_t secrets_len,
    const size_t *secret_lens, size_t secret_lens_count,
    const uint8_t *signatures, size_t signatures_len);

/*
 * Makes a uniformly random factor, or a secret key of a mint, for today's Cashu.
 *
 * scalar: 32 bytes. Errors: CURVEMARK_ERROR_RANDOMNESS.
 */
curvemark_status curvemark_cashu_random_scalar(uint8_t *scalar, size_t scalar_len);

#endif

#ifdef __cplusplus
}
#endif

#endif
