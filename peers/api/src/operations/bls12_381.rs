//! Operations on BLS12-381, BLS signatures among them.

use super::{G1_TERMS, ONE_FINAL, SUBGROUP_MUL, SUM, again, on_threads, op};
use crate::Kind::{
    Bytes, Fp, Fp2, Fp12, Fr, G1, G1Curve, G1Uncompressed, G2, G2Curve, G2Uncompressed, Gt, Verdict,
};
use crate::Shape::{Chain, Independent};
use crate::{Kind, Operation};

pub(super) const BLS12_381: &[Operation] = &[
    op("bls12-381/fp_mul", "Fp multiplication", &[Fp, Fp], Fp, Chain, ""),
    op("bls12-381/fp_sqr", "Fp squaring", &[Fp], Fp, Chain, ""),
    op("bls12-381/fp_inv", "Fp inversion", &[Fp], Fp, Independent, "of zero: zero"),
    op("bls12-381/fr_mul", "Fr multiplication", &[Fr, Fr], Fr, Chain, ""),
    op("bls12-381/fr_sqr", "Fr squaring", &[Fr], Fr, Chain, ""),
    op("bls12-381/fr_inv", "Fr inversion", &[Fr], Fr, Independent, "of zero: zero"),
    op("bls12-381/fp2_mul", "Fp2 multiplication", &[Fp2, Fp2], Fp2, Chain, ""),
    op("bls12-381/fp2_sqr", "Fp2 squaring", &[Fp2], Fp2, Chain, ""),
    op("bls12-381/fp2_inv", "Fp2 inversion", &[Fp2], Fp2, Independent, "of zero: zero"),
    op("bls12-381/fp12_mul", "Fp12 multiplication", &[Fp12, Fp12], Fp12, Chain, ""),
    op("bls12-381/fp12_sqr", "Fp12 squaring", &[Fp12], Fp12, Chain, ""),
    op("bls12-381/fp12_inv", "Fp12 inversion", &[Fp12], Fp12, Independent, "of zero: zero"),
    op(
        "bls12-381/fp12_cyclotomic_sqr",
        "Fp12 cyclotomic squaring",
        &[Gt],
        Gt,
        Chain,
        "of an element of order r",
    ),
    op(
        "bls12-381/gt_exp",
        "GT exponentiation",
        &[Gt, Fr],
        Gt,
        Independent,
        "an element of order r to a scalar below r",
    ),
    op(
        "bls12-381/g1_add",
        "G1 addition",
        &[G1, G1],
        G1,
        Chain,
        "any two points of the group, the identity and equal points included",
    ),
    op("bls12-381/g1_double", "G1 doubling", &[G1], G1, Chain, ""),
    op(
        "bls12-381/g1_mul",
        "G1 multiplication",
        &[G1, Fr],
        G1,
        Independent,
        "a point of the subgroup times a scalar below r",
    ),
    op(
        "bls12-381/g1_mul_vartime",
        "G1 multiplication, variable-time",
        &[G1, Fr],
        G1,
        Independent,
        SUBGROUP_MUL,
    ),
    op(
        "bls12-381/g2_add",
        "G2 addition",
        &[G2, G2],
        G2,
        Chain,
        "any two points of the group, the identity and equal points included",
    ),
    op("bls12-381/g2_double", "G2 doubling", &[G2], G2, Chain, ""),
    op(
        "bls12-381/g2_mul",
        "G2 multiplication",
        &[G2, Fr],
        G2,
        Independent,
        "a point of the subgroup times a scalar below r",
    ),
    op(
        "bls12-381/g1_subgroup_check",
        "G1 subgroup check",
        &[G1Curve],
        Verdict,
        Independent,
        "of a point known to be on the curve",
    ),
    op(
        "bls12-381/g2_subgroup_check",
        "G2 subgroup check",
        &[G2Curve],
        Verdict,
        Independent,
        "of a point known to be on the curve",
    ),
    op(
        "bls12-381/g1_decode",
        "G1 decompression, checked",
        &[Bytes],
        G1Uncompressed,
        Independent,
        "48 bytes; canonical form, curve and subgroup",
    ),
    op(
        "bls12-381/g2_decode",
        "G2 decompression, checked",
        &[Bytes],
        G2Uncompressed,
        Independent,
        "96 bytes; canonical form, curve and subgroup",
    ),
    op(
        "bls12-381/g1_decode_unchecked",
        "G1 decompression, subgroup not checked",
        &[Bytes],
        G1Uncompressed,
        Independent,
        "48 bytes; canonical form and curve",
    ),
    op(
        "bls12-381/g2_decode_unchecked",
        "G2 decompression, subgroup not checked",
        &[Bytes],
        G2Uncompressed,
        Independent,
        "96 bytes; canonical form and curve",
    ),
    op(
        "bls12-381/hash_to_g1",
        "Hash to G1",
        &[Bytes],
        G1,
        Independent,
        "RFC 9380 BLS12381G1_XMD:SHA-256_SSWU_RO_, DST CURVEMARK-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_",
    ),
    op(
        "bls12-381/hash_to_g2",
        "Hash to G2",
        &[Bytes],
        G2,
        Independent,
        "RFC 9380 BLS12381G2_XMD:SHA-256_SSWU_RO_, DST CURVEMARK-V01-CS01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_",
    ),
    op(
        "bls12-381/miller_loop",
        "Miller loop",
        &[G1, G2],
        Fp12,
        Independent,
        "the answer compared is the value after the final exponentiation, since Miller values differ by factors that it removes",
    ),
    op(
        "bls12-381/final_exp",
        "Final exponentiation",
        &[Fp12],
        Fp12,
        Independent,
        "the exponent is 3·(p¹²−1)/r; of a non-zero element",
    ),
    op(
        "bls12-381/pairing",
        "Pairing",
        &[G1, G2],
        Fp12,
        Independent,
        "e(P, Q) cubed, the value that blst, arkworks and zkcrypto all return",
    ),
    op(
        "bls12-381/multi_pairing_2",
        "Product of 2 pairings",
        &[G1, G2, G1, G2],
        Fp12,
        Independent,
        "one final exponentiation; unrelated points",
    ),
    op(
        "bls12-381/multi_pairing_8",
        "Product of 8 pairings",
        &[G1, G2, G1, G2, G1, G2, G1, G2, G1, G2, G1, G2, G1, G2, G1, G2],
        Fp12,
        Independent,
        "one final exponentiation; unrelated points",
    ),
    op(
        "bls12-381/multi_pairing_128",
        "Product of 128 pairings",
        &PAIRS_128,
        Fp12,
        Independent,
        ONE_FINAL,
    ),
    op(
        "bls12-381/pairing_64",
        "64 pairings",
        &PAIRINGS_64,
        Bytes,
        Independent,
        "unrelated points; a value each, as pairing",
    ),
    op(
        "bls12-381/gt_exp_64",
        "64 GT exponentiations",
        &POWERS_64,
        Bytes,
        Independent,
        "unrelated elements of order r to unrelated scalars below r",
    ),
    op(
        "bls12-381/gt_msm_128",
        "Product of 128 powers in GT",
        &POWERS_128,
        Bytes,
        Independent,
        "unrelated elements of order r to unrelated scalars below r, all multiplied",
    ),
    op(
        "bls12-381/g1_decode_64",
        "Decompress 64 points of G1",
        &[Bytes; 64],
        Bytes,
        Independent,
        DECODE_64,
    ),
    op(
        "bls12-381/g2_decode_64",
        "Decompress 64 points of G2",
        &[Bytes; 64],
        Bytes,
        Independent,
        DECODE_64,
    ),
    op(
        "bls12-381/hash_to_g1_64",
        "Hash 64 messages to G1",
        &[Bytes; 64],
        Bytes,
        Independent,
        HASH_64,
    ),
    op(
        "bls12-381/hash_to_g2_64",
        "Hash 64 messages to G2",
        &[Bytes; 64],
        Bytes,
        Independent,
        HASH_64,
    ),
    op(
        "bls12-381/fr_mul_1024",
        "1,024 Fr multiplications",
        &FR_PAIRS,
        Bytes,
        Independent,
        "of the elements of two lists, into a third that is there already",
    ),
    op(
        "bls12-381/g1_mul_64",
        "64 multiplications in G1",
        &MULTIPLES_64,
        Bytes,
        Independent,
        MUL_64,
    ),
    op(
        "bls12-381/g1_mul_vartime_64",
        "64 multiplications in G1, variable-time",
        &MULTIPLES_64,
        Bytes,
        Independent,
        MUL_64,
    ),
    op(
        "bls12-381/g1_sum_128",
        "Sum of 128 points of G1",
        &[G1; 128],
        G1,
        Independent,
        SUM_OF_POINTS,
    ),
    op(
        "bls12-381/g1_msm_64",
        "Sum of 64 multiples in G1",
        G1_TERMS.split_at(2 * 64).0,
        G1,
        Independent,
        SUM,
    ),
    op("bls12-381/g1_msm_1024", "Sum of 1,024 multiples in G1", &G1_TERMS, G1, Independent, SUM),
    op(
        "bls12-381/g1_msm_fixed_4096",
        "Sum of 4,096 multiples in G1, points known before",
        &FIXED_TERMS,
        G1,
        Independent,
        "as the other sums; tables of at most 64 MiB may be made from the points off the clock",
    ),
    op(
        "bls12-381/g2_msm_64",
        "Sum of 64 multiples in G2",
        G2_TERMS.split_at(2 * 64).0,
        G2,
        Independent,
        SUM,
    ),
    op("bls12-381/g2_msm_1024", "Sum of 1,024 multiples in G2", &G2_TERMS, G2, Independent, SUM),
    op(
        "bls12-381/bls_public_key",
        "BLS public key",
        &[Fr],
        G1,
        Independent,
        "keys in G1; of a secret key already parsed",
    ),
    op("bls12-381/bls_sign", "BLS signature", &[Fr, Bytes], G2, Independent, BLS_SIGN),
    op(
        "bls12-381/bls_verify",
        "BLS verification from bytes",
        &[Bytes; 3],
        Verdict,
        Independent,
        BLS_VERIFY,
    ),
    op(
        "bls12-381/bls_verify_parsed",
        "BLS verification",
        &[G1, Bytes, G2],
        Verdict,
        Independent,
        "as bls_verify, key and signature already parsed and checked",
    ),
    op(
        "bls12-381/bls_verify_parsed_6",
        "6 BLS verifications",
        SETS.split_at(3 * 6).0,
        Bytes,
        Independent,
        BLS_EACH,
    ),
    op(
        "bls12-381/bls_verify_parsed_60",
        "60 BLS verifications",
        SETS.split_at(3 * 60).0,
        Bytes,
        Independent,
        BLS_EACH,
    ),
    op(
        "bls12-381/bls_verify_parsed_180",
        "180 BLS verifications",
        &SETS,
        Bytes,
        Independent,
        BLS_EACH,
    ),
    op(
        "bls12-381/bls_fast_aggregate_verify_128",
        "BLS verification of one message under 128 keys",
        &AGGREGATE_128,
        Verdict,
        Independent,
        "keys and the aggregate signature already parsed and checked, possession of the keys proved before; a message of 32 bytes",
    ),
    op(
        "bls12-381/bls_fast_aggregate_verify_128_bytes",
        "BLS verification of one message under 128 keys, from bytes",
        &[Bytes; 130],
        Verdict,
        Independent,
        "the same with 128 keys of 48 bytes and a signature of 96, each checked as in bls_verify",
    ),
    op(
        "bls12-381/bls_batch_verify_6",
        "BLS verification of 6 sets",
        SETS.split_at(3 * 6).0,
        Verdict,
        Independent,
        BLS_SETS,
    ),
    op(
        "bls12-381/bls_batch_verify_60",
        "BLS verification of 60 sets",
        SETS.split_at(3 * 60).0,
        Verdict,
        Independent,
        BLS_SETS,
    ),
    op(
        "bls12-381/bls_batch_verify_180",
        "BLS verification of 180 sets",
        &SETS,
        Verdict,
        Independent,
        BLS_SETS,
    ),
    op(
        "bls12-381/bls_votes_32_on_1",
        "BLS verification of 32 votes on one message",
        VOTES.split_at(3 * 32).0,
        Verdict,
        Independent,
        BLS_VOTES,
    ),
    op(
        "bls12-381/bls_votes_256_on_4",
        "BLS verification of 256 votes on 4 messages",
        VOTES.split_at(3 * 256).0,
        Verdict,
        Independent,
        BLS_VOTES,
    ),
    op(
        "bls12-381/bls_votes_2000_on_8",
        "BLS verification of 2,000 votes on 8 messages",
        &VOTES,
        Verdict,
        Independent,
        BLS_VOTES,
    ),
    op(
        "bls12-381/bls_min_sig_sign",
        "BLS signature in G1",
        &[Fr, Bytes],
        G1,
        Independent,
        "as bls_sign, suite BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_",
    ),
    op(
        "bls12-381/bls_min_sig_verify_parsed",
        "BLS verification, signature in G1",
        &[G2, Bytes, G1],
        Verdict,
        Independent,
        "as bls_verify_parsed, with the key in G2 and the signature in G1",
    ),
    op(
        "bls12-381/bls_threshold_combine_67",
        "Threshold BLS: combine 67 of 100",
        &COMBINE_67,
        G1,
        Independent,
        "the dealer's commitment of 67 points of G2, a message, 67 times the index of a party from 1 to 100, a byte, and its signature in G1, all already parsed and checked; the answer is verified under the key, and refused if it is not valid; what belongs to the committee alone may be made off the clock",
    ),
    op(
        "bls12-381/bls_threshold_verify_100",
        "Threshold BLS: verify 100 partial signatures",
        &PARTIALS_100,
        Verdict,
        Independent,
        "one verdict on all; commitment and message as in bls_threshold_combine_67, the signatures of the parties 1 to 100 in G1; the parties' public keys may be made off the clock, and tables of their multiples; random weights, of 64 bits (fastcrypto-tbls) or 126 to 128",
    ),
];

pub(super) const THREADS: &[Operation] = &[
    threads("bls12-381/bls_batch_verify_6_parallel", "BLS verification of 6 sets, on all threads"),
    threads(
        "bls12-381/bls_batch_verify_60_parallel",
        "BLS verification of 60 sets, on all threads",
    ),
    threads(
        "bls12-381/bls_batch_verify_180_parallel",
        "BLS verification of 180 sets, on all threads",
    ),
];

const fn threads(id: &'static str, title: &'static str) -> Operation {
    on_threads(BLS12_381, id, title)
}

const BLS_EACH: &str = "unrelated keys, messages of 32 bytes and signatures, as bls_verify_parsed each; a verdict each";

const BLS_SIGN: &str = "suite BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_; secret key already parsed, a message of 32 bytes; the point's affine coordinates";
const BLS_VERIFY: &str = "key of 48 bytes, message, signature of 96 bytes; canonical form, curve and subgroup of both, and no identity as a key";
const BLS_SETS: &str = "one verdict on all; key, message of 32 bytes and signature of each, all different, already parsed and checked; \
     random weights, of 64 bits (blst, as its users choose) or 126 (curvemark)";
const SETS: [Kind; 540] = again([G1, Bytes, G2]);
const BLS_VOTES: &str = "as bls_batch_verify_6, each vote under its own key and with its own signature, on so few messages in turn";
static VOTES: [Kind; 6000] = again([G1, Bytes, G2]);
const AGGREGATE_128: [Kind; 130] = {
    let mut kinds = [G1; 130];
    (kinds[128], kinds[129]) = (Bytes, G2);
    kinds
};

const DECODE_64: &str = "canonical form, curve and subgroup of each; refused if one is bad; the answer is the points, uncompressed";
const HASH_64: &str = "as hash_to_g1 and hash_to_g2, all under one tag; the answer compared is the points one after the other, compressed";
const MUL_64: &str = "unrelated points of the subgroup times unrelated scalars below r; the results in the library's own coordinates";
const SUM_OF_POINTS: &str =
    "affine points, already parsed; any, the identity, equal and opposite ones included";

const COMBINE_67: [Kind; 202] = {
    let mut kinds = [G2; 202];
    kinds[67] = Bytes;
    let mut place = 68;
    while place < 202 {
        (kinds[place], kinds[place + 1]) = (Bytes, G1);
        place += 2;
    }
    kinds
};
const PARTIALS_100: [Kind; 168] = {
    let mut kinds = [G1; 168];
    let mut place = 0;
    while place < 67 {
        kinds[place] = G2;
        place += 1;
    }
    kinds[67] = Bytes;
    kinds
};

static FIXED_TERMS: [Kind; 8192] = again([G1, Fr]);
const G2_TERMS: [Kind; 2048] = again([G2, Fr]);
const PAIRS_128: [Kind; 256] = again([G1, G2]);
const PAIRINGS_64: [Kind; 128] = again([G1, G2]);
const FR_PAIRS: [Kind; 2048] = again([Fr, Fr]);
const POWERS_64: [Kind; 128] = again([Gt, Fr]);
const POWERS_128: [Kind; 256] = again([Gt, Fr]);
const MULTIPLES_64: [Kind; 128] = again([G1, Fr]);
