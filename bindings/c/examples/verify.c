/* Makes a BLS key and a signature as Ethereum has them, and verifies it.
 *
 *     cc verify.c -o verify $(pkg-config --cflags --libs curvemark)
 */
#include <stdio.h>
#include <string.h>

#include <curvemark.h>

/* Prints what a status means, and says whether it is CURVEMARK_OK. */
static int holds(const char *what, curvemark_status status) {
    printf("%s: %s\n", what, curvemark_status_text(status));
    return status == CURVEMARK_OK;
}

int main(void) {
    const curvemark_bls_scheme scheme = CURVEMARK_BLS_MIN_PK;
    const uint8_t message[] = "a message";
    const size_t length = sizeof message - 1;
    /* In earnest: 32 bytes of the operating system, such as getrandom(2) gives. */
    uint8_t material[32];
    uint8_t secret_key[32], public_key[48], signature[96];
    memset(material, 7, sizeof material);

    if (!holds("key", curvemark_bls_key_gen(material, sizeof material, NULL, 0, secret_key,
                                            sizeof secret_key)) ||
        !holds("public key", curvemark_bls_public_key(scheme, secret_key, sizeof secret_key,
                                                      public_key, sizeof public_key)) ||
        !holds("sign", curvemark_bls_sign(scheme, secret_key, sizeof secret_key, message, length,
                                          signature, sizeof signature)))
        return 1;

    if (!holds("verify", curvemark_bls_verify(scheme, public_key, sizeof public_key, message,
                                              length, signature, sizeof signature)))
        return 1;
    /* Without its last letter it is another message. */
    return curvemark_bls_verify(scheme, public_key, sizeof public_key, message, length - 1,
                                signature, sizeof signature) != CURVEMARK_NOT_VALID;
}
