//! Operations on BLS12-377, the curve of Zexe's provers.

use super::{G1_TERMS, SUBGROUP_MUL, SUM, again, op};
use crate::Kind::{Fp12, Fr, G1, G1Curve, G2, G2Curve, Verdict};
use crate::Shape::Independent;
use crate::{Kind, Operation};

pub(super) const BLS12_377: &[Operation] = &[
    op(
        "bls12-377/g1_mul_vartime",
        "G1 multiplication, variable-time",
        &[G1, Fr],
        G1,
        Independent,
        SUBGROUP_MUL,
    ),
    op(
        "bls12-377/g2_mul_vartime",
        "G2 multiplication, variable-time",
        &[G2, Fr],
        G2,
        Independent,
        SUBGROUP_MUL,
    ),
    op("bls12-377/g1_subgroup_check", "G1 subgroup check", &[G1Curve], Verdict, Independent, CHECK),
    op("bls12-377/g2_subgroup_check", "G2 subgroup check", &[G2Curve], Verdict, Independent, CHECK),
    op("bls12-377/pairing", "Pairing", &[G1, G2], Fp12, Independent, PAIRING),
    op("bls12-377/g1_msm_1024", "Sum of 1,024 multiples in G1", &G1_TERMS, G1, Independent, SUM),
    op(
        "bls12-377/g1_msm_16384",
        "Sum of 16,384 multiples in G1",
        &MANY_TERMS,
        G1,
        Independent,
        SUM,
    ),
];

const CHECK: &str = "of a point known to be on the curve";
const PAIRING: &str = "the optimal Ate pairing to the third power, as arkworks and gnark have it";

static MANY_TERMS: [Kind; 32_768] = again([G1, Fr]);
