/* Reads the files of `vectors`: blocks of lines `key = value`. See vectors/README.md. */
#ifndef VECTORS_H
#define VECTORS_H

#include "fixtures.h"

enum { MOST_LINES = 700 };

typedef struct {
    size_t count;
    char *keys[MOST_LINES], *values[MOST_LINES];
} block;

/* The next block behind `*at`, which is overwritten; 0 at the end. */
static int next_block(char **at, block *b) {
    b->count = 0;
    while (**at) {
        char *line = *at, *end = strchr(line, '\n');
        *at = end ? end + 1 : line + strlen(line);
        if (end) *end = 0;
        if (!*line && b->count) return 1;
        if (!*line || *line == '#') continue;
        char *sign = strstr(line, " =");
        if (!sign || b->count == MOST_LINES) exit(5);
        *sign = 0;
        b->keys[b->count] = line;
        b->values[b->count++] = sign[2] ? sign + 3 : sign + 2;
    }
    return b->count > 0;
}

/* The values of a key, one after the other; null at the end. */
static const char *value(const block *b, const char *key, size_t index) {
    for (size_t i = 0; i < b->count; i++)
        if (!strcmp(b->keys[i], key) && index-- == 0) return b->values[i];
    return NULL;
}

static size_t count_of(const block *b, const char *key) {
    size_t count = 0;
    while (value(b, key, count)) count++;
    return count;
}

static int is(const block *b, const char *key, const char *expected) {
    const char *found = value(b, key, 0);
    return found && !strcmp(found, expected);
}

/* The bytes of hexadecimal digits up to the end or a comma; freed never, as the program is short. */
static buffer from_hex(const char *digits) {
    size_t n = strcspn(digits, ",") / 2;
    buffer b = bytes(n);
    for (size_t i = 0; i < n; i++) {
        unsigned byte;
        if (sscanf(digits + 2 * i, "%2x", &byte) != 1) exit(6);
        b.p[i] = (uint8_t)byte;
    }
    return b;
}

static buffer hex(const block *b, const char *key) {
    const char *digits = value(b, key, 0);
    if (!digits) exit(7);
    return from_hex(digits);
}

/* All values of a key, one after the other, and their lengths. */
static buffer all(const block *b, const char *key, sizes *lengths) {
    size_t count = count_of(b, key), n = 0, at = 0;
    sizes found = {room(count * sizeof(size_t)), count};
    for (size_t i = 0; i < count; i++) n += strlen(value(b, key, i)) / 2;
    buffer joined_values = bytes(n);
    for (size_t i = 0; i < count; i++) {
        buffer one = from_hex(value(b, key, i));
        memcpy(joined_values.p + at, one.p, one.n);
        at += found.p[i] = one.n;
    }
    if (lengths) *lengths = found;
    return joined_values;
}

static int same(buffer a, buffer b) { return a.n == b.n && !memcmp(a.p, b.p, a.n); }

static buffer sha256(buffer message) {
    uint8_t contract[20] = {[19] = 2};
    buffer digest = bytes(32);
    size_t written;
    uint64_t gas;
    OK(curvemark_evm_call(CURVEMARK_EVM_OSAKA, contract, 20, IN(message), UINT64_MAX, IN(digest),
                          &written, &gas));
    return digest;
}

#endif
