// Calls each function of the standard once as it is meant, and once as it is not. The declarations
// are this file's own, of the standard's names and types.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef enum { ZKVM_EOK = 0, ZKVM_EFAIL = -1 } zkvm_status;

#define BYTES(n) typedef struct { _Alignas(8) uint8_t data[n]; } zkvm_bytes_##n
BYTES(16);
BYTES(32);
BYTES(48);
BYTES(64);
BYTES(96);
BYTES(128);
BYTES(192);

typedef struct { zkvm_bytes_64 g1; zkvm_bytes_128 g2; } zkvm_bn254_pairing_pair;
typedef struct { zkvm_bytes_96 point; zkvm_bytes_32 scalar; } zkvm_bls12_381_g1_msm_pair;
typedef struct { zkvm_bytes_192 point; zkvm_bytes_32 scalar; } zkvm_bls12_381_g2_msm_pair;
typedef struct { zkvm_bytes_96 g1; zkvm_bytes_192 g2; } zkvm_bls12_381_pairing_pair;

_Static_assert(sizeof(zkvm_bn254_pairing_pair) == 192, "a pair of BN254");
_Static_assert(sizeof(zkvm_bls12_381_g1_msm_pair) == 128, "a term of G1");
_Static_assert(sizeof(zkvm_bls12_381_g2_msm_pair) == 224, "a term of G2");
_Static_assert(sizeof(zkvm_bls12_381_pairing_pair) == 288, "a pair of BLS12-381");

zkvm_status zkvm_keccak256(const uint8_t *, size_t, zkvm_bytes_32 *);
zkvm_status zkvm_sha256(const uint8_t *, size_t, zkvm_bytes_32 *);
zkvm_status zkvm_ripemd160(const uint8_t *, size_t, zkvm_bytes_32 *);
zkvm_status zkvm_secp256k1_verify(const zkvm_bytes_32 *, const zkvm_bytes_64 *,
                                  const zkvm_bytes_64 *, bool *);
zkvm_status zkvm_secp256r1_verify(const zkvm_bytes_32 *, const zkvm_bytes_64 *,
                                  const zkvm_bytes_64 *, bool *);
zkvm_status zkvm_secp256k1_ecrecover(const zkvm_bytes_32 *, const zkvm_bytes_64 *, uint8_t,
                                     zkvm_bytes_64 *);
zkvm_status zkvm_modexp(const uint8_t *, size_t, const uint8_t *, size_t, const uint8_t *, size_t,
                        uint8_t *);
zkvm_status zkvm_bn254_g1_add(const zkvm_bytes_64 *, const zkvm_bytes_64 *, zkvm_bytes_64 *);
zkvm_status zkvm_bn254_g1_mul(const zkvm_bytes_64 *, const zkvm_bytes_32 *, zkvm_bytes_64 *);
zkvm_status zkvm_bn254_pairing(const zkvm_bn254_pairing_pair *, size_t, bool *);
zkvm_status zkvm_blake2f(uint32_t, zkvm_bytes_64 *, const zkvm_bytes_128 *, const zkvm_bytes_16 *,
                         uint8_t);
zkvm_status zkvm_kzg_point_eval(const zkvm_bytes_48 *, const zkvm_bytes_32 *,
                                const zkvm_bytes_32 *, const zkvm_bytes_48 *, bool *);
zkvm_status zkvm_bls12_g1_add(const zkvm_bytes_96 *, const zkvm_bytes_96 *, zkvm_bytes_96 *);
zkvm_status zkvm_bls12_g1_msm(const zkvm_bls12_381_g1_msm_pair *, size_t, zkvm_bytes_96 *);
zkvm_status zkvm_bls12_g2_add(const zkvm_bytes_192 *, const zkvm_bytes_192 *, zkvm_bytes_192 *);
zkvm_status zkvm_bls12_g2_msm(const zkvm_bls12_381_g2_msm_pair *, size_t, zkvm_bytes_192 *);
zkvm_status zkvm_bls12_pairing(const zkvm_bls12_381_pairing_pair *, size_t, bool *);
zkvm_status zkvm_bls12_map_fp_to_g1(const zkvm_bytes_48 *, zkvm_bytes_96 *);
zkvm_status zkvm_bls12_map_fp2_to_g2(const zkvm_bytes_96 *, zkvm_bytes_192 *);

static int calls, wrong;

static void check(int line, bool holds) {
    calls++;
    if (!holds) {
        wrong++;
        printf("line %d\n", line);
    }
}

#define OK(call, holds) check(__LINE__, (call) == ZKVM_EOK && (holds))
#define FAILS(call) check(__LINE__, (call) == ZKVM_EFAIL)
#define ZERO(value) (memcmp(&(value), &zeros, sizeof(value)) == 0)

static const struct { uint8_t data[192]; } zeros;

int main(void) {
    static zkvm_bytes_16 b16;
    static zkvm_bytes_32 b32, h;
    static zkvm_bytes_48 b48;
    static zkvm_bytes_64 b64, g1, sum;
    static zkvm_bytes_96 b96, p, q;
    static zkvm_bytes_128 b128;
    static zkvm_bytes_192 b192, r;
    bool verdict;
    const uint8_t abc[3] = {'a', 'b', 'c'};

    OK(zkvm_keccak256(abc, 3, &h), h.data[0] == 0x4e && h.data[31] == 0x45);
    FAILS(zkvm_keccak256(NULL, 3, &h));
    OK(zkvm_sha256(abc, 3, &h), h.data[0] == 0xba && h.data[31] == 0xad);
    FAILS(zkvm_sha256(NULL, 3, &h));
    OK(zkvm_ripemd160(abc, 3, &h), h.data[11] == 0 && h.data[12] == 0x8e && h.data[31] == 0xfc);
    FAILS(zkvm_ripemd160(NULL, 3, &h));

    // r = 1 is the coordinate of a point.
    memset(&b64, 0, sizeof b64);
    b64.data[31] = 1;
    b64.data[63] = 1;
    OK(zkvm_secp256k1_ecrecover(&h, &b64, 0, &g1), !ZERO(g1));
    OK(zkvm_secp256k1_verify(&h, &b64, &g1, &verdict), verdict);
    h.data[0] ^= 1;
    OK(zkvm_secp256k1_verify(&h, &b64, &g1, &verdict), !verdict);
    FAILS(zkvm_secp256k1_verify(&h, &b64, NULL, &verdict));
    FAILS(zkvm_secp256k1_ecrecover(&h, &b64, 4, &g1));
    OK(zkvm_secp256r1_verify(&h, &b64, &g1, &verdict), !verdict);
    FAILS(zkvm_secp256r1_verify(&h, NULL, &g1, &verdict));

    const uint8_t base[1] = {3}, exponent[1] = {4}, modulus[2] = {0, 50};
    uint8_t power[2] = {9, 9};
    OK(zkvm_modexp(base, 1, exponent, 1, modulus, 2, power), power[0] == 0 && power[1] == 31);
    FAILS(zkvm_modexp(base, 1, exponent, 1, modulus, 2, NULL));

    memset(&g1, 0, sizeof g1);
    g1.data[31] = 1;
    g1.data[63] = 2;
    OK(zkvm_bn254_g1_add(&g1, &g1, &sum), !ZERO(sum));
    b32.data[31] = 2;
    OK(zkvm_bn254_g1_mul(&g1, &b32, &b64), memcmp(&sum, &b64, sizeof sum) == 0);
    static zkvm_bn254_pairing_pair pair;
    pair.g1 = g1;
    OK(zkvm_bn254_pairing(&pair, 1, &verdict), verdict);
    g1.data[63] = 3;
    FAILS(zkvm_bn254_g1_add(&g1, &g1, &sum));
    FAILS(zkvm_bn254_g1_mul(&g1, &b32, &sum));
    pair.g1 = g1;
    FAILS(zkvm_bn254_pairing(&pair, 1, &verdict));

    memset(&b64, 0, sizeof b64);
    OK(zkvm_blake2f(12, &b64, &b128, &b16, 1), !ZERO(b64));
    FAILS(zkvm_blake2f(12, &b64, &b128, &b16, 2));

    memset(&b32, 0, sizeof b32);
    b48.data[0] = 0xc0;
    OK(zkvm_kzg_point_eval(&b48, &b32, &b32, &b48, &verdict), verdict);
    b48.data[0] = 0;
    FAILS(zkvm_kzg_point_eval(&b48, &b32, &b32, &b48, &verdict));

    OK(zkvm_bls12_map_fp_to_g1(&b48, &p), !ZERO(p));
    OK(zkvm_bls12_map_fp2_to_g2(&b96, &r), !ZERO(r));
    OK(zkvm_bls12_g1_add(&p, &b96, &q), memcmp(&p, &q, sizeof p) == 0);
    static zkvm_bls12_381_g1_msm_pair term;
    term.point = p;
    term.scalar.data[31] = 1;
    OK(zkvm_bls12_g1_msm(&term, 1, &q), memcmp(&p, &q, sizeof p) == 0);
    static zkvm_bytes_192 copy;
    OK(zkvm_bls12_g2_add(&r, &b192, &copy), memcmp(&r, &copy, sizeof r) == 0);
    static zkvm_bls12_381_g2_msm_pair term2;
    term2.point = r;
    term2.scalar.data[31] = 1;
    OK(zkvm_bls12_g2_msm(&term2, 1, &copy), memcmp(&r, &copy, sizeof r) == 0);
    static zkvm_bls12_381_pairing_pair bls;
    bls.g1 = p;
    bls.g2 = r;
    OK(zkvm_bls12_pairing(&bls, 1, &verdict), !verdict);

    memset(&b48, 0xff, sizeof b48);
    memset(&b96, 0xff, sizeof b96);
    memset(&b192, 0xff, sizeof b192);
    FAILS(zkvm_bls12_map_fp_to_g1(&b48, &p));
    FAILS(zkvm_bls12_map_fp2_to_g2(&b96, &r));
    FAILS(zkvm_bls12_g1_add(&p, &b96, &q));
    FAILS(zkvm_bls12_g1_msm(&term, 0, &q));
    FAILS(zkvm_bls12_g2_add(&r, &b192, &copy));
    FAILS(zkvm_bls12_g2_msm(&term2, 0, &copy));
    FAILS(zkvm_bls12_pairing(&bls, 0, &verdict));

    printf("19 functions, %d calls\n", calls);
    return wrong != 0;
}
