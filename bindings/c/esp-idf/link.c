/* A program for the chip that is linked and not run: a BLS signature is verified, and every
 * function that the library has is named. Only what a C library has is added: here by hand, in
 * ESP-IDF by its own. */
#include <curvemark.h>

void *memcpy(void *to, const void *from, size_t n) {
    uint8_t *t = to;
    const uint8_t *f = from;
    while (n--) *t++ = *f++;
    return to;
}
void *memmove(void *to, const void *from, size_t n) {
    uint8_t *t = to;
    const uint8_t *f = from;
    if (t < f) return memcpy(to, from, n);
    while (n--) t[n] = f[n];
    return to;
}
void *memset(void *to, int byte, size_t n) {
    uint8_t *t = to;
    while (n--) *t++ = (uint8_t)byte;
    return to;
}
int memcmp(const void *a, const void *b, size_t n) {
    const uint8_t *x = a, *y = b;
    for (; n--; x++, y++)
        if (*x != *y) return *x - *y;
    return 0;
}
int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
void abort(void) {
    for (;;) {
    }
}

/* Written by check.sh: the functions of the header. */
extern void *const functions[];

int main(void) {
    uint8_t key[48] = {0}, signature[96] = {0};
    for (void *const *function = functions; *function; function++)
        if (*function == (void *)main) return 1;
    return (int)curvemark_bls_verify(CURVEMARK_BLS_MIN_PK, key, sizeof key, key, 3, signature,
                                     sizeof signature);
}
