/* What the test of arguments calls every function with. All buffers are exactly as long as they
 * say, on the heap, so that AddressSanitizer and Valgrind see every byte too far. */
#ifndef FIXTURES_H
#define FIXTURES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "curvemark.h"

typedef struct {
    uint8_t *p;
    size_t n;
} buffer;
typedef struct {
    uint64_t *p;
    size_t n;
} numbers;
typedef struct {
    size_t *p;
    size_t n;
} sizes;

static int failures;

#define CHECK(holds)                                                                               \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #holds);                                     \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)
#define OK(call)                                                                                   \
    do {                                                                                           \
        curvemark_status status_of_call = (call);                                                  \
        if (status_of_call != CURVEMARK_OK) {                                                      \
            printf("%s: %s\n", #call, curvemark_status_text(status_of_call));                      \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static void *room(size_t n) {
    void *p = malloc(n ? n : 1);
    if (!p) exit(2);
    memset(p, 0xa5, n);
    return p;
}

static buffer bytes(size_t n) {
    buffer b = {room(n), n};
    return b;
}

static buffer filled(size_t n, uint8_t byte) {
    buffer b = bytes(n);
    memset(b.p, byte, n);
    return b;
}

static buffer text(const char *s) {
    buffer b = bytes(strlen(s));
    memcpy(b.p, s, b.n);
    return b;
}

static buffer joined(buffer a, buffer b) {
    buffer c = bytes(a.n + b.n);
    memcpy(c.p, a.p, a.n);
    memcpy(c.p + a.n, b.p, b.n);
    return c;
}

/* A copy of another length, with zeros after the end. */
static void *resized(const void *p, size_t n, size_t length) {
    uint8_t *copy = room(length);
    memset(copy, 0, length);
    memcpy(copy, p, n < length ? n : length);
    return copy;
}

static int untouched(const void *p, size_t n) {
    const uint8_t *bytes = p;
    for (size_t i = 0; i < n; i++)
        if (bytes[i] != 0xa5) return 0;
    return 1;
}

/* A status that says what is wrong with arguments: no verdict, and no fault of ours. */
static int refused(curvemark_status status) {
    return status >= CURVEMARK_ERROR_POINTER && status < CURVEMARK_ERROR_RANDOMNESS;
}

static buffer sk, seed, message, digest, zero, infinity, blob, cell, half_cells, setup_text;
static buffer setup_bytes;
static buffer messages, scalars, scalars_le, address, keyset, keyset_v3;
static buffer bls_key, bls_keys, bls_signature, bls_signatures, bls_aggregate, bls_possession;
static buffer ecdsa_key, ecdsa_signature, recoverable, der, schnorr_key, schnorr_signature;
static buffer ed25519_key, ed25519_signature;
static buffer g1_point, g1_points, bn254_g1_zero, bn254_g2_zero;
static buffer groth16_key_bytes, groth16_inputs, groth16_proof;
static buffer batch_of_two, bls_part, bls_parts, opening, kzg_part, groth16_part, gt_one;
static buffer v3_blinded, v3_promise, v3_key, v3_signature;
static buffer mint_key, blinded, promise, proof_e, proof_s, cashu_signature;
static sizes message_lens, message_len;
static numbers index_, indices;
static curvemark_kzg_settings *settings;
static curvemark_kzg_cell_prover *prover;
static curvemark_bases *bases;
static curvemark_groth16_key *groth16_key;
static curvemark_bls_accumulator *accumulator, *other_accumulator;

static sizes sizes_of(size_t count, size_t each) {
    sizes s = {room(count * sizeof(size_t)), count};
    for (size_t i = 0; i < count; i++) s.p[i] = each;
    return s;
}

static numbers counting(size_t count) {
    numbers s = {room(count * sizeof(uint64_t)), count};
    for (size_t i = 0; i < count; i++) s.p[i] = i;
    return s;
}

/* The point k·G of BLS12-381, uncompressed, for small k. */
static buffer multiple(curvemark_group group, uint8_t k) {
    int in_g1 = group == CURVEMARK_BLS12_381_G1;
    curvemark_bls_scheme scheme = in_g1 ? CURVEMARK_BLS_MIN_PK : CURVEMARK_BLS_MIN_SIG;
    buffer key = bytes(in_g1 ? 48 : 96), point = bytes(2 * key.n), scalar = filled(32, 0);
    uint8_t verdict;
    scalar.p[31] = k;
    OK(curvemark_bls_public_key(scheme, scalar.p, scalar.n, key.p, key.n));
    OK(curvemark_points_decode(group, key.n, key.p, key.n, point.p, point.n, &verdict, 1, 1));
    CHECK(verdict == CURVEMARK_OK);
    free(key.p);
    free(scalar.p);
    return point;
}

static buffer read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) exit(3);
    buffer b = bytes((size_t)ftell(file));
    rewind(file);
    if (fread(b.p, 1, b.n, file) != b.n) exit(3);
    fclose(file);
    return b;
}

/* A part of the items `start` to before `end` of the batch of two, with this value. */
static buffer part(uint8_t kind, uint8_t start, uint8_t end, buffer value) {
    buffer head = filled(57, 0), whole;
    head.p[0] = kind;
    memcpy(head.p + 1, batch_of_two.p, 40);
    head.p[48] = start;
    head.p[56] = end;
    whole = joined(head, value);
    free(head.p);
    return whole;
}

#define OUT(name, length) (name = bytes(length), name.p), (size_t)(length)
#define IN(name) name.p, name.n
#define MIN_PK CURVEMARK_BLS_MIN_PK

static void make_fixtures(const char *setup_path, const char *setup_bytes_path) {
    buffer one = text("one"), two = text("two"), x, y;
    sk = filled(32, 7);
    seed = filled(64, 9);
    message = text("a message");
    digest = filled(32, 0x5a);
    zero = filled(32, 0);
    infinity = filled(48, 0);
    infinity.p[0] = 0xc0;
    blob = filled(131072, 0);
    cell = filled(2048, 0);
    half_cells = filled(64 * 2048, 0);
    setup_text = read_file(setup_path);
    setup_bytes = read_file(setup_bytes_path);
    messages = joined(one, two);
    scalars = filled(64, 3);
    scalars_le = filled(64, 3);
    address = filled(20, 0);
    address.p[19] = 2;
    keyset = filled(8, 1);
    keyset.p[0] = 0;
    keyset_v3 = filled(33, 2);
    message_lens = sizes_of(2, 3);
    message_len = sizes_of(1, message.n);
    index_ = counting(1);
    indices = counting(64);

    OK(curvemark_bls_public_key(MIN_PK, IN(sk), OUT(bls_key, 48)));
    OK(curvemark_bls_sign(MIN_PK, IN(sk), IN(message), OUT(bls_signature, 96)));
    OK(curvemark_bls_prove_possession(MIN_PK, IN(sk), OUT(bls_possession, 96)));
    bls_keys = joined(bls_key, bls_key);
    OK(curvemark_bls_sign(MIN_PK, IN(sk), IN(one), OUT(x, 96)));
    OK(curvemark_bls_sign(MIN_PK, IN(sk), IN(two), OUT(y, 96)));
    bls_signatures = joined(x, y);
    OK(curvemark_bls_aggregate_signatures(MIN_PK, IN(bls_signatures), OUT(bls_aggregate, 96)));
    OK(curvemark_bls_accumulator_new(MIN_PK, &accumulator));
    OK(curvemark_bls_accumulator_new(MIN_PK, &other_accumulator));
    free(x.p), free(y.p), free(one.p), free(two.p);

    curvemark_ecdsa_curve secp256k1 = CURVEMARK_ECDSA_SECP256K1;
    OK(curvemark_ecdsa_public_key(secp256k1, IN(sk), OUT(ecdsa_key, 33)));
    OK(curvemark_ecdsa_sign(secp256k1, IN(sk), IN(digest), OUT(ecdsa_signature, 64)));
    OK(curvemark_ecdsa_sign_recoverable(secp256k1, IN(sk), IN(digest), OUT(recoverable, 65)));
    size_t written;
    OK(curvemark_ecdsa_signature_to_der(secp256k1, IN(ecdsa_signature), OUT(x, 72), &written));
    der.p = resized(x.p, x.n, written), der.n = written;
    free(x.p);
    OK(curvemark_schnorr_public_key(IN(sk), OUT(schnorr_key, 32)));
    OK(curvemark_schnorr_sign(IN(sk), IN(message), IN(zero), OUT(schnorr_signature, 64)));
    OK(curvemark_ed25519_public_key(IN(sk), OUT(ed25519_key, 32)));
    OK(curvemark_ed25519_sign(IN(sk), IN(message), OUT(ed25519_signature, 64)));

#ifndef QUICK
    OK(curvemark_kzg_settings_ethereum(0, &settings));
    OK(curvemark_kzg_cell_prover_ethereum(0, 1, &prover));
#endif

    g1_point = multiple(CURVEMARK_BLS12_381_G1, 1);
    g1_points = joined(g1_point, g1_point);
    bn254_g1_zero = filled(64, 0);
    bn254_g2_zero = filled(128, 0);
    OK(curvemark_bases_new(CURVEMARK_BLS12_381_G1, IN(g1_points), 1000000, &bases));

    /* e(3G, H) = e(G, H)·e(G + 1·G, H)·e(0, H): a key and a proof by hand. */
    buffer g = g1_point, h = multiple(CURVEMARK_BLS12_381_G2, 1);
    buffer three = multiple(CURVEMARK_BLS12_381_G1, 3), none = filled(96, 0);
    groth16_key_bytes = filled(96 + 3 * 192 + 8 + 2 * 96, 0);
    uint8_t *at = groth16_key_bytes.p;
    memcpy(at, g.p, 96), at += 96;
    for (int i = 0; i < 3; i++) memcpy(at, h.p, 192), at += 192;
    *at = 2, at += 8;
    memcpy(at, g.p, 96), at += 96;
    memcpy(at, g.p, 96);
    groth16_inputs = filled(32, 0);
    groth16_inputs.p[0] = 1;
    none.p[0] = 0x40;
    buffer half = joined(three, h);
    groth16_proof = joined(half, none);
    free(h.p), free(three.p), free(none.p), free(half.p);
    OK(curvemark_groth16_key_new(CURVEMARK_GROTH16_BLS12_381_UNCOMPRESSED, IN(groth16_key_bytes),
                                 &groth16_key));

    batch_of_two = filled(40, 0);
    batch_of_two.p[39] = 2;
    gt_one = filled(576, 0);
    gt_one.p[47] = 1;
    bls_part = part(1, 0, 2, gt_one);
    x = part(1, 1, 2, gt_one), y = part(1, 0, 1, gt_one);
    bls_parts = joined(x, y);
    free(x.p), free(y.p);
    groth16_part = part(6, 0, 2, gt_one);
    x = joined(infinity, infinity);
    kzg_part = part(3, 0, 2, x);
    free(x.p);
    opening = filled(160, 0);
    opening.p[0] = opening.p[112] = 0xc0;

    OK(curvemark_cashu_v3_blind(IN(message), IN(sk), OUT(v3_blinded, 48)));
    OK(curvemark_cashu_v3_sign(IN(sk), IN(v3_blinded), OUT(v3_promise, 48)));
    OK(curvemark_cashu_v3_public_key(IN(sk), OUT(v3_key, 96)));
    OK(curvemark_cashu_v3_unblind(IN(v3_promise), IN(sk), OUT(v3_signature, 48)));
    OK(curvemark_cashu_blind(IN(message), IN(sk), OUT(blinded, 33)));
    OK(curvemark_cashu_public_key(IN(sk), OUT(mint_key, 33)));
    OK(curvemark_cashu_sign(IN(sk), IN(blinded), OUT(promise, 33), OUT(proof_e, 32),
                            OUT(proof_s, 32)));
    OK(curvemark_cashu_unblind(IN(promise), IN(sk), IN(mint_key), OUT(cashu_signature, 33)));
}

/* So that the leak checkers have nothing to say. */
static void free_fixtures(void) {
    buffer *all[] = {
        &sk, &seed, &message, &digest, &zero, &infinity, &blob, &cell, &half_cells, &setup_text,
        &messages, &scalars, &scalars_le, &address, &keyset, &keyset_v3, &bls_key, &bls_keys,
        &bls_signature, &bls_signatures, &bls_aggregate, &bls_possession, &ecdsa_key,
        &ecdsa_signature, &recoverable, &der, &schnorr_key, &schnorr_signature, &ed25519_key,
        &ed25519_signature, &g1_point, &g1_points, &bn254_g1_zero, &bn254_g2_zero,
        &groth16_key_bytes, &groth16_inputs, &groth16_proof, &batch_of_two, &bls_part, &bls_parts,
        &opening, &kzg_part, &groth16_part, &gt_one, &v3_blinded, &v3_promise, &v3_key,
        &v3_signature, &mint_key, &blinded, &promise, &proof_e, &proof_s, &cashu_signature,
        &setup_bytes,
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]->p);
    free(message_lens.p), free(message_len.p), free(index_.p), free(indices.p);
    curvemark_kzg_settings_free(settings);
    curvemark_kzg_cell_prover_free(prover);
    curvemark_bases_free(bases);
    curvemark_groth16_key_free(groth16_key);
    curvemark_bls_accumulator_free(accumulator);
    curvemark_bls_accumulator_free(other_accumulator);
}

#endif
