//! BN254.

use curve::bn254::{FpEngine, FrEngine, G1Curve, G2Curve, Gt, pairing};

use super::inputs::{addition, field, field_bytes, hidden, mul, mul_exceptions, mul_generator, point, target};
use super::{Path, path};
use crate::secrets::Secrets;

fn gt(secrets: &Secrets) -> Gt {
    pairing(&point::<G1Curve>(secrets, 11).to_affine(), &point::<G2Curve>(secrets, 13).to_affine())
}

/// The table.
pub const PATHS: &[Path] = &[
    path("bn254/fp", field::<FpEngine>),
    path("bn254/fr", field::<FrEngine>),
    path("bn254/fr_bytes", field_bytes::<FrEngine>),
    path("bn254/g1_addition", addition::<G1Curve>),
    path("bn254/g1_mul", mul::<G1Curve>),
    path("bn254/g1_mul_exceptions", mul_exceptions::<G1Curve>),
    path("bn254/g1_mul_generator", mul_generator::<G1Curve>),
    path("bn254/g2_addition", addition::<G2Curve>),
    path("bn254/g2_mul", mul::<G2Curve>),
    path("bn254/g2_mul_exceptions", mul_exceptions::<G2Curve>),
    path("bn254/g2_mul_generator", mul_generator::<G2Curve>),
    path("bn254/pairing", |s| target(&gt(s))),
    path("bn254/gt_pow", |s| target(&gt(s).pow::<FrEngine>(&hidden::<FrEngine>(s, 1)))),
];
