//! BN254.

use curve::bn254::{FpEngine, FrEngine, G1Curve, G2Curve, Gt, pairing};
use curve::engines::lanes8::Lanes8Portable;

use super::inputs::{
    addition, field, field_bytes, hidden, mul, mul_batch, mul_exceptions, mul_generator,
    mul_on_lanes_of, point, target,
};
use super::{Path, path};
use crate::secrets::Secrets;

fn gt(secrets: &Secrets) -> Gt {
    pairing(&point::<G1Curve>(secrets, 11).to_affine(), &point::<G2Curve>(secrets, 13).to_affine())
}

/// A path of single operations, which work where their operands are: who repeats them enters an
/// engine first.
const fn single(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).on_words("single operations on fields or groups")
}

/// The table.
pub const PATHS: &[Path] = &[
    path("bn254/fp", field::<FpEngine>),
    single("bn254/fr", field::<FrEngine>),
    single("bn254/fr_bytes", field_bytes::<FrEngine>),
    single("bn254/g1_addition", addition::<G1Curve>),
    path("bn254/g1_mul", mul::<G1Curve>),
    path("bn254/g1_mul_exceptions", mul_exceptions::<G1Curve>),
    path("bn254/g1_mul_generator", mul_generator::<G1Curve>),
    path("bn254/g1_mul_batch", mul_batch::<G1Curve>),
    path("bn254/g1_mul_on_lanes", mul_on_lanes_of::<G1Curve, G1Curve<Lanes8Portable<FpEngine>>>)
        .on_portable_lanes(),
    single("bn254/g2_addition", addition::<G2Curve>),
    path("bn254/g2_mul", mul::<G2Curve>),
    path("bn254/g2_mul_exceptions", mul_exceptions::<G2Curve>),
    path("bn254/g2_mul_generator", mul_generator::<G2Curve>),
    path("bn254/g2_mul_batch", mul_batch::<G2Curve>),
    path("bn254/g2_mul_on_lanes", mul_on_lanes_of::<G2Curve, G2Curve<Lanes8Portable<FpEngine>>>)
        .on_portable_lanes(),
    path("bn254/pairing", |s| target(&gt(s))),
    path("bn254/gt_pow", |s| target(&gt(s).pow::<FrEngine>(&hidden::<FrEngine>(s, 1)))),
];
