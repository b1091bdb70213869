/* The published cases of the folder `vectors`, through the functions of the header. It prints how
 * many of each file were run: cases of what the header does not offer are left out. */
#include "vectors.h"

static size_t run_cases;
static curvemark_kzg_settings *kzg;
static curvemark_kzg_cell_prover *cells_prover;

/* Whether a status is what the case says: yes, no or error. */
static void judge(const block *b, const char *key, curvemark_status status) {
    const char *expected = value(b, key, 0);
    int agrees = !strcmp(expected, "yes")  ? status == CURVEMARK_OK
                 : !strcmp(expected, "no") ? status != CURVEMARK_OK
                                           : status > CURVEMARK_NOT_VALID;
    agrees = agrees && status < CURVEMARK_ERROR_RANDOMNESS;
    if (!agrees) {
        printf("%s: %s, but %s\n", value(b, "name", 0), expected, curvemark_status_text(status));
        failures++;
    }
    run_cases++;
}

/* Whether an answer is what the case says: bytes, or an error. */
static void compare(const block *b, const char *key, curvemark_status status, buffer answer) {
    int agrees = is(b, key, "error") ? status > CURVEMARK_NOT_VALID && untouched(answer.p, answer.n)
                                     : status == CURVEMARK_OK && same(answer, hex(b, key));
    if (!agrees) {
        printf("%s: another %s, and %s\n", value(b, "name", 0), key, curvemark_status_text(status));
        failures++;
    }
    run_cases++;
}

/* The verdict on one compressed point of the given length. */
static curvemark_status decoded_by_itself(curvemark_group group, size_t length, buffer point) {
    uint8_t decoded[192], verdict = 0xff;
    curvemark_status status = curvemark_points_decode(group, length, IN(point), decoded, 2 * length,
                                                      &verdict, 1, 1);
    return status ? status : verdict;
}

static void bls(const block *b) {
    const curvemark_bls_scheme s = CURVEMARK_BLS_MIN_PK;
    sizes lengths;
    if (!is(b, "suite", "pop")) return;
    buffer keys = all(b, "key", NULL), texts = all(b, "message", &lengths);
    buffer signatures = all(b, "signature", NULL), signature = bytes(96), key = bytes(48);
    if (is(b, "function", "sign"))
        compare(b, "result", curvemark_bls_sign(s, IN(hex(b, "secret")), IN(texts), IN(signature)),
                signature);
    else if (is(b, "function", "verify"))
        judge(b, "result", curvemark_bls_verify(s, IN(keys), IN(texts), IN(signatures)));
    else if (is(b, "function", "aggregate"))
        compare(b, "result", curvemark_bls_aggregate_signatures(s, IN(signatures), IN(signature)),
                signature);
    else if (is(b, "function", "fast_aggregate_verify"))
        judge(b, "result",
              curvemark_bls_fast_aggregate_verify(s, IN(keys), IN(texts), IN(signatures)));
    else if (is(b, "function", "eth_fast_aggregate_verify"))
        judge(b, "result",
              curvemark_bls_eth_fast_aggregate_verify(IN(keys), IN(texts), IN(signatures)));
    else if (is(b, "function", "eth_aggregate_pubkeys"))
        compare(b, "result", curvemark_bls_aggregate_public_keys(s, IN(keys), IN(key)), key);
    else if (is(b, "function", "aggregate_verify"))
        judge(b, "result",
              curvemark_bls_aggregate_verify(s, IN(keys), IN(texts), IN(lengths), IN(signatures)));
    else if (is(b, "function", "batch_verify")) {
        judge(b, "result",
              curvemark_bls_verify_sets(s, IN(keys), IN(texts), IN(lengths), IN(signatures), 2));
        /* The same by an accumulator. */
        curvemark_bls_accumulator *sets;
        OK(curvemark_bls_accumulator_new(s, &sets));
        for (size_t i = 0, at = 0; i < lengths.n; at += lengths.p[i++])
            OK(curvemark_bls_accumulator_add(sets, keys.p + 48 * i, 48, texts.p + at, lengths.p[i],
                                             signatures.p + 96 * i, 96));
        judge(b, "result", curvemark_bls_accumulator_finish(sets));
        curvemark_bls_accumulator_free(sets);
    } else if (is(b, "function", "deserialization_G1"))
        judge(b, "result", decoded_by_itself(CURVEMARK_BLS12_381_G1, 48, keys));
    else if (is(b, "function", "deserialization_G2"))
        judge(b, "result", decoded_by_itself(CURVEMARK_BLS12_381_G2, 96, signatures));
}

static void bip340(const block *b) {
    buffer key = hex(b, "key"), m = hex(b, "message"), signature = hex(b, "signature");
    judge(b, "holds", curvemark_schnorr_verify(IN(key), IN(m), IN(signature)));
    size_t length = m.n;
    judge(b, "holds", curvemark_schnorr_verify_batch(IN(key), IN(m), &length, 1, IN(signature)));
    if (!value(b, "secret", 0)) return;
    buffer made = bytes(64), public_key = bytes(32);
    compare(b, "signature",
            curvemark_schnorr_sign(IN(hex(b, "secret")), IN(m), IN(hex(b, "aux")), IN(made)), made);
    compare(b, "key", curvemark_schnorr_public_key(IN(hex(b, "secret")), IN(public_key)),
            public_key);
}

static void ecdsa(const block *b, curvemark_ecdsa_curve curve) {
    buffer key = hex(b, "key"), digest = sha256(hex(b, "message"));
    judge(b, "holds", curvemark_ecdsa_verify(curve, IN(key), IN(digest), IN(hex(b, "signature"))));
}

static void ecdsa_sign(const block *b) {
    buffer made = bytes(64), expected = hex(b, "signature");
    int p256 = is(b, "curve", "P-256");
    if (p256 && !is(b, "hash", "SHA256")) return;
    if (!p256 && value(b, "entropy", 0)[0]) return;
    buffer digest = p256 ? sha256(hex(b, "message")) : hex(b, "digest");
    OK(curvemark_ecdsa_sign(p256 ? CURVEMARK_ECDSA_P256 : CURVEMARK_ECDSA_SECP256K1,
                            IN(hex(b, "secret")), IN(digest), IN(made)));
    /* On P-256 the case has the s of the equation, and the function the lower one. */
    size_t compared = p256 ? 32 : 64;
    CHECK(!memcmp(made.p, expected.p, compared));
    run_cases++;
}

static void ed25519(const block *b) {
    buffer key = hex(b, "key"), m = hex(b, "msg"), signature = hex(b, "sig");
    judge(b, "zip215", curvemark_ed25519_verify(CURVEMARK_ED25519_ZIP215, IN(key), IN(m),
                                                IN(signature)));
    size_t length = m.n;
    judge(b, "zip215", curvemark_ed25519_verify_batch(IN(key), IN(m), &length, 1, IN(signature)));
    if (!value(b, "seed", 0)) return;
    buffer made = bytes(64), public_key = bytes(32);
    compare(b, "sig", curvemark_ed25519_sign(IN(hex(b, "seed")), IN(m), IN(made)), made);
    compare(b, "key", curvemark_ed25519_public_key(IN(hex(b, "seed")), IN(public_key)), public_key);
    CHECK(curvemark_ed25519_verify(CURVEMARK_ED25519_RFC8032_STRICT, IN(key), IN(m),
                                   IN(signature)) == CURVEMARK_OK);
}

static void evm(const block *b) {
    static const struct {
        const char *name;
        uint8_t address[2];
    } contracts[] = {
        {"sha256", {0, 2}},         {"modexp", {0, 5}},
        {"bn256Add", {0, 6}},       {"bn256ScalarMul", {0, 7}},
        {"bn256Pairing", {0, 8}},   {"blake2f", {0, 9}},
        {"point-evaluation", {0, 10}}, {"bls12-g1-add", {0, 11}},
        {"bls12-g1-msm", {0, 12}},  {"bls12-g2-add", {0, 13}},
        {"bls12-g2-msm", {0, 14}},  {"bls12-pairing", {0, 15}},
        {"bls12-map-fp-to-g1", {0, 16}}, {"bls12-map-fp2-to-g2", {0, 17}},
        {"p256-verify", {1, 0}},
    };
    uint8_t contract[20] = {0};
    buffer input = hex(b, "input"), output = bytes(4096);
    size_t written = 0, found = 0;
    uint64_t used = 0, price = 0;
    for (size_t i = 0; i < sizeof contracts / sizeof *contracts; i++)
        if (is(b, "contract", contracts[i].name)) memcpy(contract + 18, contracts[i].address, 2), found++;
    CHECK(found == 1);
    curvemark_status status =
        curvemark_evm_call(CURVEMARK_EVM_OSAKA, contract, 20, IN(input), UINT64_MAX, IN(output),
                           &written, &used);
    run_cases++;
    /* Refused inputs have no output in one of the files. */
    if (!value(b, "output", 0) || is(b, "output", "error")) {
        CHECK(status == CURVEMARK_ERROR_CONTRACT || status == CURVEMARK_ERROR_OUT_OF_GAS);
        CHECK(untouched(output.p, output.n));
        return;
    }
    buffer expected = hex(b, "output");
    CHECK(status == CURVEMARK_OK && written == expected.n);
    CHECK(!memcmp(output.p, expected.p, expected.n));
    OK(curvemark_evm_gas(CURVEMARK_EVM_OSAKA, contract, 20, IN(input), &price));
    CHECK(price == used);
    if (value(b, "gas", 0)) CHECK(used == strtoull(value(b, "gas", 0), NULL, 10));
    /* One less is too little, and room for one byte less too. */
    if (used) CHECK(curvemark_evm_call(CURVEMARK_EVM_OSAKA, contract, 20, IN(input), used - 1,
                                       IN(output), &written, &used) == CURVEMARK_ERROR_OUT_OF_GAS);
    if (expected.n) {
        buffer small = bytes(expected.n - 1);
        CHECK(curvemark_evm_call(CURVEMARK_EVM_OSAKA, contract, 20, IN(input), UINT64_MAX, IN(small),
                                 &written, &used) == CURVEMARK_ERROR_ROOM);
        CHECK(written == expected.n && untouched(small.p, small.n));
    }
}

/* base^exponent modulo the order of BLS12-381's groups, by Ethereum's contract 5. */
static void power(uint8_t base, uint16_t exponent, uint8_t out[32]) {
    static const char r[] = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    uint8_t contract[20] = {[19] = 5}, input[96 + 1 + 2 + 32] = {[31] = 1, [63] = 2, [95] = 32};
    buffer order = from_hex(r);
    size_t written;
    uint64_t gas;
    input[96] = base, input[97] = (uint8_t)(exponent >> 8), input[98] = (uint8_t)exponent;
    memcpy(input + 99, order.p, 32);
    free(order.p);
    OK(curvemark_evm_call(CURVEMARK_EVM_OSAKA, contract, 20, input, sizeof input, UINT64_MAX, out,
                          32, &written, &gas));
}

/* The blob of a description: `all VALUE`, `powers BASE`, `zeros but INDEX VALUE`. */
static buffer blob_of(const char *description) {
    buffer blob_bytes = filled(131072, 0);
    if (!strncmp(description, "all ", 4)) {
        buffer v = from_hex(description + 4);
        for (size_t i = 0; i < 4096; i++) memcpy(blob_bytes.p + 32 * i, v.p, 32);
    } else if (!strncmp(description, "powers ", 7)) {
        int base = atoi(description + 7);
        for (size_t i = 0; i < 4096; i++)
            power((uint8_t)base, (uint16_t)(i + 256), blob_bytes.p + 32 * i);
    } else {
        char *end;
        size_t index = strtoull(description + 10, &end, 10);
        buffer v = from_hex(end + 1);
        memcpy(blob_bytes.p + 32 * index, v.p, 32);
    }
    return blob_bytes;
}

/* A few blobs are asked for again and again. */
static buffer blob_kept(const char *description) {
    static struct {
        const char *description;
        buffer blob;
    } kept[32];
    size_t i = 0;
    while (i < 31 && kept[i].description && strcmp(kept[i].description, description)) i++;
    if (!kept[i].description || strcmp(kept[i].description, description)) {
        kept[i].description = description;
        kept[i].blob = blob_of(description);
    }
    return kept[i].blob;
}

static buffer blobs_of(const block *b) {
    size_t count = count_of(b, "blob");
    buffer blobs = bytes(count * 131072);
    for (size_t i = 0; i < count; i++)
        memcpy(blobs.p + 131072 * i, blob_kept(value(b, "blob", i)).p, 131072);
    return blobs;
}

static buffer cells_of(const char *description) {
    buffer made = bytes(262144);
    OK(curvemark_kzg_compute_cells(kzg, IN(blob_kept(description)), IN(made)));
    return made;
}

static void kzg_case(const block *b) {
    buffer answer = bytes(48), y = bytes(32), cells = bytes(262144), proofs = bytes(6144);
    buffer commitments = all(b, "commitment", NULL), given_proofs = all(b, "proof", NULL);
    if (is(b, "function", "blob_to_kzg_commitment"))
        compare(b, "result", curvemark_kzg_commit(kzg, IN(blobs_of(b)), IN(answer), 1), answer);
    else if (is(b, "function", "compute_kzg_proof")) {
        curvemark_status status = curvemark_kzg_prove(kzg, IN(blobs_of(b)), IN(hex(b, "z")),
                                                      IN(answer), IN(y), 2);
        compare(b, "result", status, answer);
        if (value(b, "value", 0)) CHECK(same(y, hex(b, "value")));
    } else if (is(b, "function", "compute_blob_kzg_proof"))
        compare(b, "result",
                curvemark_kzg_prove_blob(kzg, IN(blobs_of(b)), IN(commitments), IN(answer), 1),
                answer);
    else if (is(b, "function", "verify_kzg_proof"))
        judge(b, "result", curvemark_kzg_verify(kzg, IN(commitments), IN(hex(b, "z")),
                                                IN(hex(b, "y")), IN(given_proofs)));
    else if (is(b, "function", "verify_blob_kzg_proof"))
        judge(b, "result",
              curvemark_kzg_verify_blob(kzg, IN(blobs_of(b)), IN(commitments), IN(given_proofs)));
    else if (is(b, "function", "verify_blob_kzg_proof_batch"))
        judge(b, "result", curvemark_kzg_verify_blobs(kzg, IN(blobs_of(b)), IN(commitments),
                                                      IN(given_proofs), 2));
    else if (is(b, "function", "verify_cell_kzg_proof_batch")) {
        size_t count = count_of(b, "cell");
        numbers places = {room(count * sizeof(uint64_t)), count_of(b, "index")};
        buffer some = bytes(count * 2048);
        for (size_t i = 0; i < count; i++) {
            char *description;
            size_t cell_index = strtoull(value(b, "cell", i), &description, 10);
            memcpy(some.p + 2048 * i, cells_of(description + 1).p + 2048 * cell_index, 2048);
        }
        for (size_t i = 0; i < places.n; i++) places.p[i] = strtoull(value(b, "index", i), NULL, 10);
        judge(b, "result", curvemark_kzg_verify_cells(kzg, IN(commitments), IN(places), IN(some),
                                                      IN(given_proofs), 1));
    } else if (is(b, "function", "compute_cells_and_kzg_proofs")) {
        OK(curvemark_kzg_prove_cells(cells_prover, IN(blobs_of(b)), IN(cells), IN(proofs), 2));
        compare(b, "cells", CURVEMARK_OK, sha256(cells));
        CHECK(same(sha256(proofs), hex(b, "proofs")));
    } else if (is(b, "function", "recover_cells_and_kzg_proofs")) {
        uint64_t indices_given[128];
        buffer whole = cells_of(value(b, "blob", 0)), some = bytes(262144);
        size_t count = 0;
        for (char *at = (char *)value(b, "indices", 0); *at; count++) {
            indices_given[count] = strtoull(at, &at, 10);
            memcpy(some.p + 2048 * count, whole.p + 2048 * indices_given[count], 2048);
        }
        OK(curvemark_kzg_recover_cells(cells_prover, indices_given, count, some.p, 2048 * count,
                                       IN(cells), IN(proofs), 1));
        compare(b, "cells", CURVEMARK_OK, sha256(cells));
        CHECK(same(sha256(proofs), hex(b, "proofs")));
    }
}

static void reversed(buffer integers) {
    for (size_t i = 0; i < integers.n; i += 32)
        for (size_t j = 0; j < 16; j++) {
            uint8_t byte = integers.p[i + j];
            integers.p[i + j] = integers.p[i + 31 - j];
            integers.p[i + 31 - j] = byte;
        }
}

static void poseidon(const block *b) {
    buffer inputs = all(b, "input", NULL), hash = bytes(32);
    if (value(b, "initial", 0) || count_of(b, "output") != 1) return;
    reversed(inputs);
    curvemark_status status = curvemark_poseidon_hash(CURVEMARK_POSEIDON_BN254, IN(inputs), IN(hash));
    reversed(hash);
    compare(b, "output", status, hash);
}

static void rfc9380(const block *b, curvemark_group group, size_t length) {
    if (!is(b, "variant", "RO")) return;
    buffer m = hex(b, "msg"), tag = hex(b, "dst"), point = bytes(length);
    size_t n = m.n;
    compare(b, "point", curvemark_hash_to_points(group, IN(m), &n, 1, IN(tag), IN(point), 1), point);
}

static void multiples(const block *b) {
    static const struct {
        curvemark_group group;
        const char *compressed, *uncompressed;
        size_t n;
    } groups[] = {
        {CURVEMARK_BLS12_381_G1, "g1-compressed", "g1-uncompressed", 48},
        {CURVEMARK_BLS12_381_G2, "g2-compressed", "g2-uncompressed", 96},
    };
    for (size_t g = 0; g < 2; g++) {
        curvemark_group group = groups[g].group;
        size_t n = groups[g].n;
        buffer small = hex(b, groups[g].compressed), large = hex(b, groups[g].uncompressed);
        buffer decoded = bytes(2 * n), made = bytes(n), product = bytes(2 * n), sum = bytes(2 * n);
        buffer scalar = filled(32, 0), generator = multiple(group, 1);
        uint8_t verdict;
        OK(curvemark_points_decode(group, n, IN(small), IN(decoded), &verdict, 1, 1));
        CHECK(verdict == CURVEMARK_OK && same(decoded, large));
        OK(curvemark_points_decode(group, 2 * n, IN(large), IN(decoded), &verdict, 1, 2));
        CHECK(verdict == CURVEMARK_OK && same(decoded, large));
        OK(curvemark_points_compress(group, IN(large), IN(made)));
        CHECK(same(made, small));
        int i = atoi(value(b, "i", 0));
        scalar.p[30] = (uint8_t)(i >> 8), scalar.p[31] = (uint8_t)i;
        OK(curvemark_point_mul(group, IN(generator), IN(scalar), IN(product)));
        CHECK(same(product, large));
        OK(curvemark_points_msm(group, IN(generator), IN(scalar), IN(product), 1));
        CHECK(same(product, large));
        OK(curvemark_points_msm_unchecked_subgroup(group, IN(generator), IN(scalar), IN(product), 2));
        CHECK(same(product, large));
        buffer copies = bytes((size_t)(i ? i : 1) * 2 * n);
        for (int k = 0; k < i; k++) memcpy(copies.p + (size_t)k * 2 * n, generator.p, 2 * n);
        if (i) {
            OK(curvemark_points_sum(group, IN(copies), IN(sum), 1));
            CHECK(same(sum, large));
        }
        run_cases++;
    }
}

static void uncompressed(const block *b) {
    int in_g1 = is(b, "group", "g1");
    buffer point = hex(b, "bytes"), decoded = bytes(in_g1 ? 96 : 192);
    uint8_t verdict = 0xff;
    curvemark_status status = curvemark_points_decode(
        in_g1 ? CURVEMARK_BLS12_381_G1 : CURVEMARK_BLS12_381_G2, decoded.n, IN(point), IN(decoded),
        &verdict, 1, 1);
    judge(b, "in-subgroup", status ? status : verdict);
    if (point.n == decoded.n) CHECK(status == CURVEMARK_OK);
}

static void pairings(const block *b) {
    int i = atoi(value(b, "i", 0));
    buffer g1 = multiple(CURVEMARK_BLS12_381_G1, 1), g2 = multiple(CURVEMARK_BLS12_381_G2, 1);
    buffer scalar = filled(32, 0), p = bytes(96), q = bytes(192), v = bytes(576);
    scalar.p[30] = (uint8_t)(i >> 8), scalar.p[31] = (uint8_t)i;
    OK(curvemark_point_mul(CURVEMARK_BLS12_381_G1, IN(g1), IN(scalar), IN(p)));
    OK(curvemark_point_mul(CURVEMARK_BLS12_381_G2, IN(g2), IN(scalar), IN(q)));
    compare(b, "value", curvemark_pairing_product(CURVEMARK_PAIRING_BLS12_381, IN(p), IN(q), IN(v), 1),
            v);
    CHECK(curvemark_pairing_check(CURVEMARK_PAIRING_BLS12_381, IN(p), IN(q), 1) ==
          CURVEMARK_NOT_VALID);
}

static void cashu_v3(const block *b) {
    buffer secret = hex(b, "secret"), r = hex(b, "r"), a = hex(b, "a");
    buffer point = bytes(48), key = bytes(96);
    compare(b, "y", curvemark_cashu_v3_hash_to_curve(IN(secret), IN(point)), point);
    compare(b, "k", curvemark_cashu_v3_public_key(IN(a), IN(key)), key);
    compare(b, "b-blind", curvemark_cashu_v3_blind(IN(secret), IN(r), IN(point)), point);
    buffer made = bytes(48);
    compare(b, "c-blind", curvemark_cashu_v3_sign(IN(a), IN(point), IN(made)), made);
    compare(b, "c", curvemark_cashu_v3_unblind(IN(made), IN(r), IN(point)), point);
    CHECK(curvemark_cashu_v3_verify(IN(key), IN(secret), IN(point)) == CURVEMARK_OK);
    buffer other = joined(secret, key);
    CHECK(curvemark_cashu_v3_verify(IN(key), IN(other), IN(point)) == CURVEMARK_NOT_VALID);
}

static void cashu_v3_batch(const block *b) {
    size_t count = count_of(b, "proof"), at = 0;
    buffer keys = bytes(count * 96), signatures = bytes(count * 48), secrets = bytes(4096);
    sizes lengths = sizes_of(count, 0);
    for (size_t i = 0; i < count; i++) {
        const char *secret = value(b, "proof", i), *c = strchr(secret, ',') + 1;
        buffer bytes_of_secret = from_hex(secret);
        memcpy(secrets.p + at, bytes_of_secret.p, bytes_of_secret.n);
        at += lengths.p[i] = bytes_of_secret.n;
        memcpy(signatures.p + 48 * i, from_hex(c).p, 48);
        memcpy(keys.p + 96 * i, from_hex(strchr(c, ',') + 1).p, 96);
    }
    judge(b, "verify", curvemark_cashu_v3_verify_batch(IN(keys), secrets.p, at, IN(lengths),
                                                       IN(signatures)));
}

static void cashu(const block *b) {
    buffer point = bytes(33), e = bytes(32), s = bytes(32);
    if (is(b, "kind", "hash"))
        compare(b, "point", curvemark_cashu_hash_to_curve(IN(hex(b, "secret")), IN(point)), point);
    else if (is(b, "kind", "blind"))
        compare(b, "message",
                curvemark_cashu_blind(IN(hex(b, "secret")), IN(hex(b, "r")), IN(point)), point);
    else if (is(b, "kind", "sign"))
        compare(b, "promise",
                curvemark_cashu_sign(IN(hex(b, "k")), IN(hex(b, "message")), IN(point), IN(e), IN(s)),
                point);
    else if (is(b, "kind", "promise")) {
        curvemark_status status = curvemark_cashu_verify_proof(
            IN(hex(b, "key")), IN(hex(b, "message")), IN(hex(b, "promise")), IN(hex(b, "e")),
            IN(hex(b, "s")));
        CHECK(status == CURVEMARK_OK);
        run_cases++;
    } else if (is(b, "kind", "prove")) {
        compare(b, "promise",
                curvemark_cashu_sign(IN(hex(b, "k")), IN(hex(b, "message")), IN(point), IN(e), IN(s)),
                point);
        CHECK(curvemark_cashu_verify_proof(IN(hex(b, "key")), IN(hex(b, "message")), IN(point),
                                           IN(e), IN(s)) == CURVEMARK_OK);
    } else if (is(b, "kind", "derive")) {
        uint64_t counter = strtoull(value(b, "counter", 0), NULL, 10);
        compare(b, "secret",
                curvemark_cashu_derive_secret(IN(hex(b, "seed")), IN(hex(b, "keyset")), counter,
                                              IN(e)),
                e);
        compare(b, "r",
                curvemark_cashu_derive_factor(IN(hex(b, "seed")), IN(hex(b, "keyset")), counter,
                                              IN(s)),
                s);
    }
}

static void run_file(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.txt", folder, name);
    buffer file = read_file(path), end = filled(1, 0);
    char *at = (char *)joined(file, end).p;
    static block b;
    run_cases = 0;
    /* The first block is about the file. */
    if (!next_block(&at, &b)) exit(8);
    while (next_block(&at, &b)) {
        if (!strncmp(name, "bls-", 4)) bls(&b);
        else if (!strcmp(name, "bip340")) bip340(&b);
        else if (!strcmp(name, "ecdsa-secp256k1")) ecdsa(&b, CURVEMARK_ECDSA_SECP256K1);
        else if (!strcmp(name, "ecdsa-p256")) ecdsa(&b, CURVEMARK_ECDSA_P256);
        else if (!strcmp(name, "ecdsa-sign")) ecdsa_sign(&b);
        else if (!strcmp(name, "ed25519-verify")) ed25519(&b);
        else if (!strcmp(name, "evm-precompiles") || !strcmp(name, "bn254-refused")) evm(&b);
        else if (!strcmp(name, "kzg")) kzg_case(&b);
        else if (!strcmp(name, "poseidon-bn254")) poseidon(&b);
        else if (!strcmp(name, "rfc9380-g1")) rfc9380(&b, CURVEMARK_BLS12_381_G1, 96);
        else if (!strcmp(name, "rfc9380-g2")) rfc9380(&b, CURVEMARK_BLS12_381_G2, 192);
        else if (!strcmp(name, "bls12-381-multiples")) multiples(&b);
        else if (!strcmp(name, "bls12-381-uncompressed")) uncompressed(&b);
        else if (!strcmp(name, "bls12-381-pairings")) pairings(&b);
        else if (!strcmp(name, "cashu-v3-roundtrip")) cashu_v3(&b);
        else if (!strcmp(name, "cashu-v3-batch")) cashu_v3_batch(&b);
        else if (!strcmp(name, "cashu-legacy")) cashu(&b);
        else exit(9);
    }
    printf("%s %zu\n", name, run_cases);
    if (!run_cases) failures++;
}

int main(int count, char **arguments) {
    if (count < 3) return 4;
    /* Of the header of fixtures, what is not used here. */
    (void)make_fixtures, (void)free_fixtures, (void)refused, (void)text, (void)counting;
    OK(curvemark_kzg_settings_ethereum(4194304, &kzg));
    OK(curvemark_kzg_cell_prover_ethereum(0, 0, &cells_prover));
    for (int i = 2; i < count; i++) run_file(arguments[1], arguments[i]);
    curvemark_kzg_settings_free(kzg);
    curvemark_kzg_cell_prover_free(cells_prover);
    if (failures) printf("%d failures\n", failures);
    return failures != 0;
}
