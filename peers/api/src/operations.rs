//! The operations that the lab knows, in the order in which reports show them.

use crate::Kind::{Bytes, Fp, Fp2, Fp12, Fr, G1, G1Curve, G1Uncompressed, G2, G2Curve, G2Uncompressed, Verdict};
use crate::Shape::{Chain, Independent};
use crate::{Kind, Operation, Shape};

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
pub const OPERATIONS: &[Operation] = &[
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
    op("bls12-381/g1_add", "G1 addition", &[G1, G1], G1, Chain, "any two points of the group, the identity and equal points included"),
    op("bls12-381/g1_double", "G1 doubling", &[G1], G1, Chain, ""),
    op("bls12-381/g1_mul", "G1 multiplication", &[G1, Fr], G1, Independent, "a point of the subgroup times a scalar below r"),
    op("bls12-381/g2_add", "G2 addition", &[G2, G2], G2, Chain, "any two points of the group, the identity and equal points included"),
    op("bls12-381/g2_double", "G2 doubling", &[G2], G2, Chain, ""),
    op("bls12-381/g2_mul", "G2 multiplication", &[G2, Fr], G2, Independent, "a point of the subgroup times a scalar below r"),
    op("bls12-381/g1_subgroup_check", "G1 subgroup check", &[G1Curve], Verdict, Independent, "of a point known to be on the curve"),
    op("bls12-381/g2_subgroup_check", "G2 subgroup check", &[G2Curve], Verdict, Independent, "of a point known to be on the curve"),
    op("bls12-381/g1_decode", "G1 decompression, checked", &[Bytes], G1Uncompressed, Independent, "48 bytes; canonical form, curve and subgroup"),
    op("bls12-381/g2_decode", "G2 decompression, checked", &[Bytes], G2Uncompressed, Independent, "96 bytes; canonical form, curve and subgroup"),
    op("bls12-381/hash_to_g1", "Hash to G1", &[Bytes], G1, Independent, "RFC 9380 BLS12381G1_XMD:SHA-256_SSWU_RO_, DST CURVEMARK-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_"),
    op("bls12-381/hash_to_g2", "Hash to G2", &[Bytes], G2, Independent, "RFC 9380 BLS12381G2_XMD:SHA-256_SSWU_RO_, DST CURVEMARK-V01-CS01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_"),
    op("bls12-381/miller_loop", "Miller loop", &[G1, G2], Fp12, Independent, "the answer compared is the value after the final exponentiation, since Miller values differ by factors that it removes"),
    op("bls12-381/final_exp", "Final exponentiation", &[Fp12], Fp12, Independent, "the exponent is 3·(p¹²−1)/r; of a non-zero element"),
    op("bls12-381/pairing", "Pairing", &[G1, G2], Fp12, Independent, "e(P, Q) cubed, the value that blst, arkworks and zkcrypto all return"),
    op("bls12-381/multi_pairing_2", "Product of 2 pairings", &[G1, G2, G1, G2], Fp12, Independent, "one final exponentiation; unrelated points"),
    op("bls12-381/multi_pairing_8", "Product of 8 pairings", &[G1, G2, G1, G2, G1, G2, G1, G2, G1, G2, G1, G2, G1, G2, G1, G2], Fp12, Independent, "one final exponentiation; unrelated points"),
    op("cashu-v3/blind", "Cashu v3 blind", &[Bytes, Fr], G1, Independent, "secret and r to B_ bytes: hash to G1, times r"),
    op("cashu-v3/sign", "Cashu v3 sign", &[Bytes, Fr], G1, Independent, "B_ bytes (validated) and the mint's key a to C_ bytes"),
    op("cashu-v3/unblind", "Cashu v3 unblind", &[Bytes, Fr], G1, Independent, "C_ bytes (validated) and r to C bytes: times 1/r"),
    op("cashu-v3/verify", "Cashu v3 verify", &[Bytes, Bytes, Bytes], Verdict, Independent, "secret, C bytes and K bytes (both validated): e(C, G2) = e(Y, K)"),
    op("cashu-v3/batch_verify_10_1", "Cashu v3 verify 10 proofs, 1 key", &[Bytes; 30], Verdict, Independent, "ten times secret, C, K; from bytes, validated; one multi-Miller loop over 2 pairs"),
    op("cashu-v3/batch_verify_10_10", "Cashu v3 verify 10 proofs, 10 keys", &[Bytes; 30], Verdict, Independent, "ten times secret, C, K; from bytes, validated; one multi-Miller loop over 11 pairs"),
];

/// The operation with this id.
pub fn operation(id: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|operation| operation.id == id)
}
