//! Operations on BN254, Poseidon among them.

use super::{ANY_POINTS, G1_TERMS, ONE_FINAL, SUBGROUP_MUL, SUM, again, op};
use crate::Kind::{Bytes, Fp, Fp2, Fp12, Fr, G1, G2, G2Curve, Gt, Verdict};
use crate::Shape::{Chain, Independent};
use crate::{Kind, Operation};

pub(super) const BN254: &[Operation] = &[
    op("bn254/fp_mul", "Fp multiplication", &[Fp, Fp], Fp, Chain, ""),
    op("bn254/fp_sqr", "Fp squaring", &[Fp], Fp, Chain, ""),
    op("bn254/fp_inv", "Fp inversion", &[Fp], Fp, Independent, "of zero: zero"),
    op("bn254/fr_mul", "Fr multiplication", &[Fr, Fr], Fr, Chain, ""),
    op("bn254/fp2_mul", "Fp2 multiplication", &[Fp2, Fp2], Fp2, Chain, ""),
    op("bn254/fp2_sqr", "Fp2 squaring", &[Fp2], Fp2, Chain, ""),
    op("bn254/fp12_mul", "Fp12 multiplication", &[Fp12, Fp12], Fp12, Chain, ""),
    op("bn254/fp12_sqr", "Fp12 squaring", &[Fp12], Fp12, Chain, ""),
    op(
        "bn254/fp12_cyclotomic_sqr",
        "Fp12 cyclotomic squaring",
        &[Gt],
        Gt,
        Chain,
        "of an element of order r",
    ),
    op(
        "bn254/gt_exp",
        "GT exponentiation",
        &[Gt, Fr],
        Gt,
        Independent,
        "an element of order r to a scalar below r",
    ),
    op("bn254/g1_add", "G1 addition", &[G1, G1], G1, Chain, ANY_POINTS),
    op("bn254/g1_double", "G1 doubling", &[G1], G1, Chain, ""),
    op("bn254/g1_mul", "G1 multiplication", &[G1, Fr], G1, Independent, SUBGROUP_MUL),
    op(
        "bn254/g1_mul_vartime",
        "G1 multiplication, variable-time",
        &[G1, Fr],
        G1,
        Independent,
        SUBGROUP_MUL,
    ),
    op("bn254/g2_add", "G2 addition", &[G2, G2], G2, Chain, ANY_POINTS),
    op("bn254/g2_double", "G2 doubling", &[G2], G2, Chain, ""),
    op("bn254/g2_mul", "G2 multiplication", &[G2, Fr], G2, Independent, SUBGROUP_MUL),
    op(
        "bn254/g2_mul_vartime",
        "G2 multiplication, variable-time",
        &[G2, Fr],
        G2,
        Independent,
        SUBGROUP_MUL,
    ),
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
    op(
        "bn254/multi_pairing_2",
        "Product of 2 pairings",
        &[G1, G2, G1, G2],
        Fp12,
        Independent,
        ONE_FINAL,
    ),
    op("bn254/g1_msm_1024", "Sum of 1,024 multiples in G1", &G1_TERMS, G1, Independent, SUM),
    op("bn254/g1_msm_16384", "Sum of 16,384 multiples in G1", &MANY_TERMS, G1, Independent, SUM),
    op("bn254/poseidon_1", "Poseidon of 1 element", &[Fr; 1], Fr, Independent, POSEIDON),
    op("bn254/poseidon_2", "Poseidon of 2 elements", &[Fr; 2], Fr, Independent, POSEIDON),
    op("bn254/poseidon_3", "Poseidon of 3 elements", &[Fr; 3], Fr, Independent, POSEIDON),
    op("bn254/poseidon_4", "Poseidon of 4 elements", &[Fr; 4], Fr, Independent, POSEIDON),
    op("bn254/poseidon_5", "Poseidon of 5 elements", &[Fr; 5], Fr, Independent, POSEIDON),
    op("bn254/poseidon_6", "Poseidon of 6 elements", &[Fr; 6], Fr, Independent, POSEIDON),
    op("bn254/poseidon_7", "Poseidon of 7 elements", &[Fr; 7], Fr, Independent, POSEIDON),
    op("bn254/poseidon_8", "Poseidon of 8 elements", &[Fr; 8], Fr, Independent, POSEIDON),
    op("bn254/poseidon_9", "Poseidon of 9 elements", &[Fr; 9], Fr, Independent, POSEIDON),
    op("bn254/poseidon_10", "Poseidon of 10 elements", &[Fr; 10], Fr, Independent, POSEIDON),
    op("bn254/poseidon_11", "Poseidon of 11 elements", &[Fr; 11], Fr, Independent, POSEIDON),
    op("bn254/poseidon_12", "Poseidon of 12 elements", &[Fr; 12], Fr, Independent, POSEIDON),
    op("bn254/poseidon_13", "Poseidon of 13 elements", &[Fr; 13], Fr, Independent, POSEIDON),
    op("bn254/poseidon_14", "Poseidon of 14 elements", &[Fr; 14], Fr, Independent, POSEIDON),
    op("bn254/poseidon_15", "Poseidon of 15 elements", &[Fr; 15], Fr, Independent, POSEIDON),
    op("bn254/poseidon_16", "Poseidon of 16 elements", &[Fr; 16], Fr, Independent, POSEIDON),
    op(
        "bn254/poseidon_2_64",
        "64 times Poseidon of 2 elements",
        &[Fr; 128],
        Bytes,
        Independent,
        POSEIDON_64,
    ),
    op(
        "bn254/poseidon_4_64",
        "64 times Poseidon of 4 elements",
        &[Fr; 256],
        Bytes,
        Independent,
        POSEIDON_64,
    ),
    op(
        "bn254/poseidon_8_64",
        "64 times Poseidon of 8 elements",
        &[Fr; 512],
        Bytes,
        Independent,
        POSEIDON_64,
    ),
];

const POSEIDON: &str =
    "circomlib's function of elements already parsed; constants are made off the clock";
const POSEIDON_64: &str = "unrelated lists, as the one each; the results are elements";

const MILLER: &str = "the answer compared is the value after the final exponentiation, since Miller values differ by factors that it removes";
const BN_PAIRING: &str = "the optimal Ate pairing to the power 2x(6x² + 3x + 1) of Fuentes-Castañeda, Knapp and Rodríguez-Henríquez (2011), \
     as arkworks has it";

static MANY_TERMS: [Kind; 32_768] = again([G1, Fr]);
