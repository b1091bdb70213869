//! The operations that the lab knows, in the order in which reports show them: a grid of curves and verbs, then protocols.
//!
//! A verb means the same on every curve that has it. `_vartime` in a verb asks for the fastest function for public values; where a
//! library has only such a function for multiplication, it serves that verb and not the other.

use crate::Kind::{
    Bytes, Fp, Fp2, Fp12, Fr, G1, G1Curve, G1Uncompressed, G2, G2Curve, G2Uncompressed, Gt, Point, Verdict,
};
use crate::Shape::{Chain, Independent};
use crate::{Kind, Operation, Shape, contracts};

const fn op(
    id: &'static str,
    title: &'static str,
    args: &'static [Kind],
    result: Kind,
    shape: Shape,
    note: &'static str,
) -> Operation {
    Operation { id, title, args, result, shape, note }
}

/// Every operation.
pub const OPERATIONS: &[Operation] = &ALL;

const PARTS: [&[Operation]; 10] =
    [BLS12_381, BN254, SECP256K1, P256, ED25519, CASHU, KZG, GROTH16, CODEC, contracts::OPERATIONS];

static ALL: [Operation; total(&PARTS)] = joined(&PARTS);

const fn total(parts: &[&[Operation]]) -> usize {
    let (mut total, mut part) = (0, 0);
    while part < parts.len() {
        total += parts[part].len();
        part += 1;
    }
    total
}

const fn joined<const N: usize>(parts: &[&[Operation]]) -> [Operation; N] {
    let mut all = [parts[0][0]; N];
    let (mut place, mut part) = (0, 0);
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() {
            all[place] = parts[part][index];
            (place, index) = (place + 1, index + 1);
        }
        part += 1;
    }
    all
}

const BLS12_381: &[Operation] = &[
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
    op("bls12-381/fp12_cyclotomic_sqr", "Fp12 cyclotomic squaring", &[Gt], Gt, Chain, "of an element of order r"),
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
    op("bls12-381/g1_mul_vartime", "G1 multiplication, variable-time", &[G1, Fr], G1, Independent, SUBGROUP_MUL),
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
    op("bls12-381/multi_pairing_128", "Product of 128 pairings", &PAIRS_128, Fp12, Independent, ONE_FINAL),
    op(
        "bls12-381/pairing_64",
        "64 pairings",
        &PAIRINGS_64,
        Bytes,
        Independent,
        "unrelated points; a value each, as pairing",
    ),
    op("bls12-381/g1_decode_64", "Decompress 64 points of G1", &[Bytes; 64], Bytes, Independent, DECODE_64),
    op("bls12-381/g2_decode_64", "Decompress 64 points of G2", &[Bytes; 64], Bytes, Independent, DECODE_64),
    op("bls12-381/hash_to_g1_64", "Hash 64 messages to G1", &[Bytes; 64], Bytes, Independent, HASH_64),
    op("bls12-381/hash_to_g2_64", "Hash 64 messages to G2", &[Bytes; 64], Bytes, Independent, HASH_64),
    op(
        "bls12-381/fr_mul_1024",
        "1,024 Fr multiplications",
        &FR_PAIRS,
        Bytes,
        Independent,
        "of the elements of two lists, into a third",
    ),
    op("bls12-381/g1_mul_64", "64 multiplications in G1", &MULTIPLES_64, Bytes, Independent, MUL_64),
    op(
        "bls12-381/g1_mul_vartime_64",
        "64 multiplications in G1, variable-time",
        &MULTIPLES_64,
        Bytes,
        Independent,
        MUL_64,
    ),
    op("bls12-381/g1_sum_128", "Sum of 128 points of G1", &[G1; 128], G1, Independent, SUM_OF_POINTS),
    op("bls12-381/g1_msm_64", "Sum of 64 multiples in G1", G1_TERMS.split_at(2 * 64).0, G1, Independent, SUM),
    op("bls12-381/g1_msm_1024", "Sum of 1,024 multiples in G1", &G1_TERMS, G1, Independent, SUM),
    op(
        "bls12-381/g1_msm_fixed_4096",
        "Sum of 4,096 multiples in G1, points known before",
        &FIXED_TERMS,
        G1,
        Independent,
        "as the other sums; tables of at most 64 MiB may be made from the points off the clock",
    ),
    op("bls12-381/g2_msm_64", "Sum of 64 multiples in G2", G2_TERMS.split_at(2 * 64).0, G2, Independent, SUM),
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
    op("bls12-381/bls_verify", "BLS verification from bytes", &[Bytes; 3], Verdict, Independent, BLS_VERIFY),
    op(
        "bls12-381/bls_verify_parsed",
        "BLS verification",
        &[G1, Bytes, G2],
        Verdict,
        Independent,
        "as bls_verify, key and signature already parsed and checked",
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
    op("bls12-381/bls_batch_verify_180", "BLS verification of 180 sets", &SETS, Verdict, Independent, BLS_SETS),
];

const BLS_SIGN: &str = "suite BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_; secret key already parsed, a message of 32 bytes; the point's affine coordinates";
const BLS_VERIFY: &str = "key of 48 bytes, message, signature of 96 bytes; canonical form, curve and subgroup of both, and no identity as a key";
const BLS_SETS: &str = "one verdict on all; key, message of 32 bytes and signature of each, all different, already parsed and checked; \
     random weights, of 64 bits (blst, as its users choose) or 126 (curvemark)";
const SETS: [Kind; 540] = again([G1, Bytes, G2]);
const AGGREGATE_128: [Kind; 130] = {
    let mut kinds = [G1; 130];
    (kinds[128], kinds[129]) = (Bytes, G2);
    kinds
};

const DECODE_64: &str =
    "canonical form, curve and subgroup of each; refused if one is bad; the answer is the points, uncompressed";
const HASH_64: &str = "as hash_to_g1 and hash_to_g2, all under one tag; the answer compared is the points one after the other, compressed";
const MUL_64: &str =
    "unrelated points of the subgroup times unrelated scalars below r; the results in the library's own coordinates";
const SUM_OF_POINTS: &str = "affine points, already parsed; any, the identity, equal and opposite ones included";
const SUM: &str = "Σ kᵢPᵢ of affine points of the subgroup and scalars below r, both already parsed; any points, the identity and equal ones included";
const G1_TERMS: [Kind; 2048] = again([G1, Fr]);
static MANY_TERMS: [Kind; 32_768] = again([G1, Fr]);
static FIXED_TERMS: [Kind; 8192] = again([G1, Fr]);
const G2_TERMS: [Kind; 2048] = again([G2, Fr]);
const PAIRS_128: [Kind; 256] = again([G1, G2]);

const PAIRINGS_64: [Kind; 128] = again([G1, G2]);
const FR_PAIRS: [Kind; 2048] = again([Fr, Fr]);
const ED_TERMS: [Kind; 2048] = again([Point, Fr]);
const MULTIPLES_64: [Kind; 128] = again([G1, Fr]);
const OUTPUTS_64: [Kind; 128] = again([Bytes, Fr]);
const DOUBLE_64: [Kind; 192] = again([Fr, Point, Fr]);
const SIGNATURES_64: [Kind; 192] = again([Bytes, Bytes, Point]);

/// The arguments of many calls of one operation.
const fn again<const ONE: usize, const ALL: usize>(one: [Kind; ONE]) -> [Kind; ALL] {
    let mut out = [one[0]; ALL];
    let (mut i, mut place) = (0, 0);
    while i < ALL {
        out[i] = one[place];
        (i, place) = (i + 1, if place + 1 == ONE { 0 } else { place + 1 });
    }
    out
}

const BN254: &[Operation] = &[
    op("bn254/fp_mul", "Fp multiplication", &[Fp, Fp], Fp, Chain, ""),
    op("bn254/fp_sqr", "Fp squaring", &[Fp], Fp, Chain, ""),
    op("bn254/fp_inv", "Fp inversion", &[Fp], Fp, Independent, "of zero: zero"),
    op("bn254/fr_mul", "Fr multiplication", &[Fr, Fr], Fr, Chain, ""),
    op("bn254/fp2_mul", "Fp2 multiplication", &[Fp2, Fp2], Fp2, Chain, ""),
    op("bn254/fp2_sqr", "Fp2 squaring", &[Fp2], Fp2, Chain, ""),
    op("bn254/fp12_mul", "Fp12 multiplication", &[Fp12, Fp12], Fp12, Chain, ""),
    op("bn254/fp12_sqr", "Fp12 squaring", &[Fp12], Fp12, Chain, ""),
    op("bn254/fp12_cyclotomic_sqr", "Fp12 cyclotomic squaring", &[Gt], Gt, Chain, "of an element of order r"),
    op("bn254/gt_exp", "GT exponentiation", &[Gt, Fr], Gt, Independent, "an element of order r to a scalar below r"),
    op("bn254/g1_add", "G1 addition", &[G1, G1], G1, Chain, ANY_POINTS),
    op("bn254/g1_double", "G1 doubling", &[G1], G1, Chain, ""),
    op("bn254/g1_mul", "G1 multiplication", &[G1, Fr], G1, Independent, SUBGROUP_MUL),
    op("bn254/g1_mul_vartime", "G1 multiplication, variable-time", &[G1, Fr], G1, Independent, SUBGROUP_MUL),
    op("bn254/g2_add", "G2 addition", &[G2, G2], G2, Chain, ANY_POINTS),
    op("bn254/g2_double", "G2 doubling", &[G2], G2, Chain, ""),
    op("bn254/g2_mul", "G2 multiplication", &[G2, Fr], G2, Independent, SUBGROUP_MUL),
    op("bn254/g2_mul_vartime", "G2 multiplication, variable-time", &[G2, Fr], G2, Independent, SUBGROUP_MUL),
    op(
        "bn254/g2_subgroup_check",
        "G2 subgroup check",
        &[G2Curve],
        Verdict,
        Independent,
        "of a point known to be on the curve",
    ),
    op(
        "bn254/g1_decode",
        "G1 decoding, checked",
        &[Bytes],
        G1,
        Independent,
        "the 64 bytes of EIP-196; below p, on the curve",
    ),
    op(
        "bn254/g2_decode",
        "G2 decoding, checked",
        &[Bytes],
        G2,
        Independent,
        "the 128 bytes of EIP-197; below p, on the curve, in the subgroup",
    ),
    op("bn254/miller_loop", "Miller loop", &[G1, G2], Fp12, Independent, MILLER),
    op(
        "bn254/final_exp",
        "Final exponentiation",
        &[Fp12],
        Fp12,
        Independent,
        "the exponent is that of the pairing; of a non-zero element",
    ),
    op("bn254/pairing", "Pairing", &[G1, G2], Fp12, Independent, BN_PAIRING),
    op("bn254/multi_pairing_2", "Product of 2 pairings", &[G1, G2, G1, G2], Fp12, Independent, ONE_FINAL),
    op("bn254/g1_msm_1024", "Sum of 1,024 multiples in G1", &G1_TERMS, G1, Independent, SUM),
    op("bn254/g1_msm_16384", "Sum of 16,384 multiples in G1", &MANY_TERMS, G1, Independent, SUM),
    op("bn254/poseidon_2", "Poseidon of 2 elements", &[Fr; 2], Fr, Independent, POSEIDON),
    op("bn254/poseidon_4", "Poseidon of 4 elements", &[Fr; 4], Fr, Independent, POSEIDON),
    op("bn254/poseidon_8", "Poseidon of 8 elements", &[Fr; 8], Fr, Independent, POSEIDON),
    op("bn254/poseidon_2_64", "64 times Poseidon of 2 elements", &[Fr; 128], Bytes, Independent, POSEIDON_64),
    op("bn254/poseidon_4_64", "64 times Poseidon of 4 elements", &[Fr; 256], Bytes, Independent, POSEIDON_64),
    op("bn254/poseidon_8_64", "64 times Poseidon of 8 elements", &[Fr; 512], Bytes, Independent, POSEIDON_64),
];

const POSEIDON: &str = "circomlib's function of elements already parsed; constants are made off the clock";
const POSEIDON_64: &str = "unrelated lists, as the one each; the results are elements";

const ANY_POINTS: &str = "any two points of the group, the identity and equal points included";
const SUBGROUP_MUL: &str = "a point of the subgroup times a scalar below r";
const MILLER: &str = "the answer compared is the value after the final exponentiation, since Miller values differ by factors that it removes";
const ONE_FINAL: &str = "one final exponentiation; unrelated points";
const BN_PAIRING: &str = "the optimal Ate pairing to the power 2x(6x² + 3x + 1) of Fuentes-Castañeda, Knapp and Rodríguez-Henríquez (2011), \
     as arkworks has it";

/// What a curve for ECDSA has, and what it has besides.
macro_rules! ecdsa_curve {
    ($id:literal $(, $more:expr)* $(,)?) => {
        &[
            op(concat!($id, "/fp_mul"), "Fp multiplication", &[Fp, Fp], Fp, Chain, ""),
            op(concat!($id, "/fp_sqr"), "Fp squaring", &[Fp], Fp, Chain, ""),
            op(concat!($id, "/fp_inv"), "Fp inversion", &[Fp], Fp, Independent, "of zero: zero"),
            op(concat!($id, "/fr_mul"), "Scalar multiplication modulo n", &[Fr, Fr], Fr, Chain, ""),
            op(concat!($id, "/fr_inv"), "Scalar inversion modulo n", &[Fr], Fr, Independent, "of a non-zero scalar"),
            op(concat!($id, "/add"), "Point addition", &[Point, Point], Point, Chain, ANY_POINTS),
            op(concat!($id, "/double"), "Point doubling", &[Point], Point, Chain, ""),
            op(concat!($id, "/generator_mul"), "Generator multiplication", &[Fr], Point, Independent, AFFINE_MUL),
            op(concat!($id, "/mul"), "Point multiplication", &[Point, Fr], Point, Independent, AFFINE_MUL),
            op(concat!($id, "/mul_vartime"), "Point multiplication, variable-time", &[Point, Fr], Point, Independent, AFFINE_MUL),
            op(
                concat!($id, "/double_mul_vartime"),
                "a·G + b·P, variable-time",
                &[Fr, Point, Fr],
                Point,
                Independent,
                "a, P, b as in the verification of a signature; the result affine",
            ),
            op(
                concat!($id, "/decode"),
                "Point decompression, checked",
                &[Bytes],
                Point,
                Independent,
                "the 33 bytes of SEC 1; below p, on the curve",
            ),
            op(
                concat!($id, "/ecdsa_sign"),
                "ECDSA signature",
                &[Fr, Bytes],
                Bytes,
                Independent,
                "secret key already parsed, a digest of 32 bytes; r ‖ s, its nonce that of RFC 6979 (AWS-LC: a random one); what is compared is whether it holds",
            ),
            op(
                concat!($id, "/ecdsa_verify"),
                "ECDSA verification",
                &[Bytes, Bytes, Point],
                Verdict,
                Independent,
                "digest of 32 bytes, signature r ‖ s of 64 bytes with the lower s, public key already parsed; a high s may be refused",
            ),
            op(
                concat!($id, "/double_mul_vartime_64"),
                "64 times a·G + b·P, variable-time",
                &DOUBLE_64,
                Bytes,
                Independent,
                "unrelated a, P, b as in the verification of signatures; the results affine",
            ),
            op(
                concat!($id, "/ecdsa_verify_64"),
                "64 ECDSA verifications",
                &SIGNATURES_64,
                Bytes,
                Independent,
                "unrelated signatures, as ecdsa_verify each; a verdict each",
            ),
            $($more),*
        ]
    };
}

const AFFINE_MUL: &str = "by a non-zero scalar below n; the result affine";

const SECP256K1: &[Operation] = ecdsa_curve!(
    "secp256k1",
    op(
        "secp256k1/ecdsa_recover",
        "Public key of an ECDSA signature",
        &[Bytes, Bytes],
        Point,
        Independent,
        "digest of 32 bytes, signature r ‖ s ‖ id of 65 bytes; the key affine",
    ),
    op(
        "secp256k1/schnorr_sign",
        "Schnorr signature",
        &[Fr, Bytes],
        Bytes,
        Independent,
        "BIP-340 with auxiliary bytes of zero; secret key already parsed and its public key at hand, a message of 32 bytes",
    ),
    op("secp256k1/schnorr_verify", "Schnorr verification", &[Bytes; 3], Verdict, Independent, SCHNORR_VERIFY),
    op(
        "secp256k1/schnorr_verify_64",
        "64 Schnorr verifications",
        &[Bytes; 192],
        Bytes,
        Independent,
        "unrelated signatures, as schnorr_verify each; a verdict each",
    ),
    op(
        "secp256k1/schnorr_batch_verify_64",
        "Schnorr verification of 64 at once",
        &[Bytes; 192],
        Verdict,
        Independent,
        "as schnorr_verify_64 with one verdict on all: by a random combination, or one by one where a library has none",
    ),
);

const SCHNORR_VERIFY: &str =
    "message of 32 bytes, signature of 64 bytes, both as bytes; x-only public key already parsed";

const P256: &[Operation] = ecdsa_curve!("p256");

const ED25519: &[Operation] = &[
    op("ed25519/fp_mul", "Fp multiplication", &[Fp, Fp], Fp, Chain, ""),
    op("ed25519/fp_sqr", "Fp squaring", &[Fp], Fp, Chain, ""),
    op("ed25519/fp_inv", "Fp inversion", &[Fp], Fp, Independent, "of zero: zero"),
    op("ed25519/fr_mul", "Scalar multiplication modulo ℓ", &[Fr, Fr], Fr, Chain, ""),
    op("ed25519/add", "Point addition", &[Point, Point], Point, Chain, ANY_POINTS),
    op("ed25519/double", "Point doubling", &[Point], Point, Chain, ""),
    op(
        "ed25519/generator_mul",
        "Generator multiplication",
        &[Fr],
        Point,
        Independent,
        "by a scalar below ℓ; the result in the library's own coordinates",
    ),
    op(
        "ed25519/mul",
        "Point multiplication",
        &[Point, Fr],
        Point,
        Independent,
        "by a scalar below ℓ; the result in the library's own coordinates",
    ),
    op(
        "ed25519/mul_vartime",
        "Point multiplication, variable-time",
        &[Point, Fr],
        Point,
        Independent,
        "by a scalar below ℓ; the result in the library's own coordinates",
    ),
    op(
        "ed25519/double_mul_vartime",
        "a·B + b·P, variable-time",
        &[Fr, Point, Fr],
        Point,
        Independent,
        "a, P, b as in the verification of a signature; the result in the library's own coordinates",
    ),
    op(
        "ed25519/double_mul_vartime_64",
        "64 times a·B + b·P, variable-time",
        &DOUBLE_64,
        Bytes,
        Independent,
        "unrelated a, P, b as in the verification of signatures; the results in the library's own coordinates",
    ),
    op("ed25519/msm_1024", "Sum of 1,024 multiples", &ED_TERMS, Point, Independent, SUM),
    op(
        "ed25519/decode",
        "Point decompression",
        &[Bytes],
        Point,
        Independent,
        "the 32 bytes of RFC 8032 with y below p; on the curve",
    ),
    op(
        "ed25519/public_key",
        "Public key of a seed",
        &[Bytes],
        Point,
        Independent,
        "RFC 8032 section 5.1.5: SHA-512 of 32 bytes, generator multiplication, encoding",
    ),
    op(
        "ed25519/sign",
        "Ed25519 signature",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        "seed of 32 bytes already parsed and its public key at hand, a message of 32 bytes",
    ),
    op(
        "ed25519/sign_with_public_key",
        "Ed25519 signature under a public key that is given",
        &[Bytes, Bytes, Bytes],
        Bytes,
        Independent,
        "seed, public key, message: for whoever has such an entry; it should refuse every public key but that of the seed",
    ),
    op(
        "ed25519/verify",
        "Ed25519 verification",
        &[Bytes, Bytes, Bytes],
        Verdict,
        Independent,
        "public key, message of 32 bytes, signature of 64 bytes; all from bytes",
    ),
    op(
        "ed25519/batch_verify_64",
        "Ed25519 verification of 64 at once",
        &[Bytes; 192],
        Verdict,
        Independent,
        "as verify each, keys and signatures already parsed, with one verdict on all: by a random combination, or one by one where a library has none",
    ),
];

const CASHU: &[Operation] = &[
    op(
        "cashu-v3/blind",
        "Cashu v3 blind",
        &[Bytes, Fr],
        G1,
        Independent,
        "secret and r to B_ bytes: hash to G1, times r",
    ),
    op(
        "cashu-v3/sign",
        "Cashu v3 sign",
        &[Bytes, Fr],
        G1,
        Independent,
        "B_ bytes (validated) and the mint's key a to C_ bytes",
    ),
    op(
        "cashu-v3/sign_64",
        "Cashu v3 sign 64 outputs",
        &OUTPUTS_64,
        Bytes,
        Independent,
        "as sign, each with a key of its own",
    ),
    op(
        "cashu-v3/unblind",
        "Cashu v3 unblind",
        &[Bytes, Fr],
        G1,
        Independent,
        "C_ bytes (validated) and r to C bytes: times 1/r",
    ),
    op(
        "cashu-v3/verify",
        "Cashu v3 verify",
        &[Bytes, Bytes, Bytes],
        Verdict,
        Independent,
        "secret, C bytes and K bytes (both validated): e(C, G2) = e(Y, K)",
    ),
    op(
        "cashu-v3/batch_verify_10_1",
        "Cashu v3 verify 10 proofs, 1 key",
        &[Bytes; 30],
        Verdict,
        Independent,
        "ten times secret, C, K; from bytes, validated; one multi-Miller loop over 2 pairs",
    ),
    op(
        "cashu-v3/batch_verify_10_10",
        "Cashu v3 verify 10 proofs, 10 keys",
        &[Bytes; 30],
        Verdict,
        Independent,
        "ten times secret, C, K; from bytes, validated; one multi-Miller loop over 11 pairs",
    ),
];

const KZG: &[Operation] = &[
    op("kzg/commit", "KZG commitment", &[Bytes], Bytes, Independent, COMMIT),
    op("kzg/commit_table", "KZG commitment, with a table", &[Bytes], Bytes, Independent, WITH_TABLE),
    op("kzg/proof", "KZG proof at a point", &[Bytes, Bytes], Bytes, Independent, PROOF),
    op("kzg/proof_table", "KZG proof at a point, with a table", &[Bytes, Bytes], Bytes, Independent, WITH_TABLE),
    op(
        "kzg/blob_proof",
        "KZG proof of a blob",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        "blob and its commitment from bytes, the commitment's subgroup checked; no table of multiples",
    ),
    op(
        "kzg/verify",
        "KZG verification of an opening",
        &[Bytes; 4],
        Verdict,
        Independent,
        "commitment, z, y, proof; all from bytes, subgroups checked",
    ),
    op("kzg/verify_blob", "KZG verification of a blob", &[Bytes; 3], Verdict, Independent, VERIFY_BLOB),
    op("kzg/verify_blobs_2", "KZG verification of 2 blobs", &[Bytes; 6], Verdict, Independent, VERIFY_BLOBS),
    op("kzg/verify_blobs_4", "KZG verification of 4 blobs", &[Bytes; 12], Verdict, Independent, VERIFY_BLOBS),
    op("kzg/verify_blobs_8", "KZG verification of 8 blobs", &[Bytes; 24], Verdict, Independent, VERIFY_BLOBS),
    op("kzg/verify_blobs_16", "KZG verification of 16 blobs", &[Bytes; 48], Verdict, Independent, VERIFY_BLOBS),
    op("kzg/verify_blobs_32", "KZG verification of 32 blobs", &[Bytes; 96], Verdict, Independent, VERIFY_BLOBS),
    op("kzg/verify_blobs_64", "KZG verification of 64 blobs", &[Bytes; 192], Verdict, Independent, VERIFY_BLOBS),
    op("kzg/cells", "Cells of a blob", &[Bytes], Bytes, Independent, "the 128 cells of EIP-7594, one after the other"),
    op(
        "kzg/cells_and_proofs",
        "Cells of a blob, with proofs",
        &[Bytes],
        Bytes,
        Independent,
        "the 128 cells of EIP-7594 and their proofs; tables of at most 97 MiB may be made off the clock (c-kzg, rust_eth_kzg: those of precompute 8)",
    ),
    op(
        "kzg/recover",
        "Recovery of a blob's cells, with proofs",
        &[Bytes; 65],
        Bytes,
        Independent,
        "the indices of 64 cells, a byte each, and these cells; the answer and the tables as in cells_and_proofs",
    ),
    op(
        "kzg/verify_cells_128",
        "KZG verification of a blob's 128 cells",
        &[Bytes; 258],
        Verdict,
        Independent,
        "one verdict on all; commitment, indices of a byte each, 128 cells, 128 proofs; all from bytes, subgroups checked",
    ),
];

const COMMIT: &str =
    "under the setup of Ethereum's ceremony; blob from bytes, its elements below r; no table of multiples";
const PROOF: &str = "blob and z from bytes, elements below r; the answer is the proof and y; no table of multiples";
const WITH_TABLE: &str = "as the operation of this name, where tables of at most 64 MiB may be made of the setup off the clock; c-kzg and rust_eth_kzg have none";
const VERIFY_BLOB: &str = "blob, commitment, proof; all from bytes, subgroups checked";
const VERIFY_BLOBS: &str = "as verify_blob each, with one verdict on all by a random combination; blobs of polynomials of low degree, whose verification costs the same";

const GROTH16: &[Operation] = &[
    op("groth16/bn254_verify_1", "BN254 verification, 1 input", &[Bytes; 3], Verdict, Independent, GROTH16_VERIFY),
    op("groth16/bn254_verify_8", "BN254 verification, 8 inputs", &[Bytes; 3], Verdict, Independent, GROTH16_VERIFY),
    op("groth16/bn254_verify_32", "BN254 verification, 32 inputs", &[Bytes; 3], Verdict, Independent, GROTH16_VERIFY),
    op("groth16/bn254_batch_verify_32", "BN254 verification of 32", &[Bytes; 65], Verdict, Independent, GROTH16_BATCH),
    op("groth16/bn254_prove_1024", "BN254 proof, 1,024 constraints", &[Bytes], Bytes, Independent, GROTH16_PROVE),
    op("groth16/bn254_prove_65536", "BN254 proof, 65,536 constraints", &[Bytes], Bytes, Independent, GROTH16_PROVE),
    op(
        "groth16/bls12-381_verify_1",
        "BLS12-381 verification, 1 input",
        &[Bytes; 3],
        Verdict,
        Independent,
        GROTH16_VERIFY,
    ),
    op(
        "groth16/bls12-381_verify_8",
        "BLS12-381 verification, 8 inputs",
        &[Bytes; 3],
        Verdict,
        Independent,
        GROTH16_VERIFY,
    ),
    op(
        "groth16/bls12-381_verify_32",
        "BLS12-381 verification, 32 inputs",
        &[Bytes; 3],
        Verdict,
        Independent,
        GROTH16_VERIFY,
    ),
    op(
        "groth16/bls12-381_batch_verify_32",
        "BLS12-381 verification of 32",
        &[Bytes; 65],
        Verdict,
        Independent,
        GROTH16_BATCH,
    ),
];

const GROTH16_VERIFY: &str = "key, proof, inputs in arkworks' compressed encodings; the key prepared, proof and inputs parsed and checked off the clock";
const GROTH16_BATCH: &str = "a key for 8 inputs, then 32 times proof and inputs, all different; as verify_8 each with one verdict on all: by a random \
     combination, or one by one where a library has none";
const GROTH16_PROVE: &str = "the circuit of so many constraints, 2 public inputs and seed 1 of curvemark's `groth16::insecure_test_setup`, which each library \
     sets up for itself off the clock; the witness of a number, eight big-endian bytes, is computed off the clock. What is compared is the first public \
     input, and whether the proof holds under the library's own key";

const CODEC: &[Operation] = &[op(
    "codec/base64_decode",
    "Base64 decoding",
    &[Bytes],
    Bytes,
    Independent,
    "RFC 4648 section 4, with padding; every text but the one that encodes the bytes is to be refused",
)];

/// The operation with this id.
pub fn operation(id: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|operation| operation.id == id)
}
