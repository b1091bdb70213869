/* Signs by curvemark and verifies by blst, in one program. */
#include <string.h>

#include "curvemark.h"

/* Of blst.h, which the crate does not install. */
typedef struct {
    uint64_t words[12];
} blst_p1_affine;
typedef struct {
    uint64_t words[24];
} blst_p2_affine;
int blst_p1_uncompress(blst_p1_affine *out, const uint8_t in[48]);
int blst_p2_uncompress(blst_p2_affine *out, const uint8_t in[96]);
int blst_core_verify_pk_in_g1(const blst_p1_affine *key, const blst_p2_affine *signature,
                              int hash_or_encode, const uint8_t *message, size_t message_len,
                              const uint8_t *tag, size_t tag_len, const uint8_t *augmentation,
                              size_t augmentation_len);

int main(void) {
    const char tag[] = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
    uint8_t secret[32], key[48], signature[96], message[] = {1, 2, 3};
    blst_p1_affine blst_key;
    blst_p2_affine blst_signature;
    memset(secret, 7, sizeof secret);
    if (curvemark_bls_public_key(CURVEMARK_BLS_MIN_PK, secret, 32, key, 48)) return 1;
    if (curvemark_bls_sign(CURVEMARK_BLS_MIN_PK, secret, 32, message, 3, signature, 96)) return 2;
    if (blst_p1_uncompress(&blst_key, key) || blst_p2_uncompress(&blst_signature, signature))
        return 3;
    for (size_t length = 2; length <= 3; length++) {
        int verdict = blst_core_verify_pk_in_g1(&blst_key, &blst_signature, 1, message, length,
                                                (const uint8_t *)tag, sizeof tag - 1, NULL, 0);
        if ((verdict == 0) != (length == 3)) return 4;
    }
    return 0;
}
