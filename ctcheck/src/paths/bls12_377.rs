//! BLS12-377: its quadratic extension, groups and pairing; what is generic is examined on other
//! curves too.

use curve::bls12_377::{Fp2, FpEngine, FrEngine, G1Curve, G2Curve, Gt, pairing};
use curve::engines::lanes8::Lanes8Portable;
use curve::field::Anywhere;
use curve::weierstrass::{Affine, CurvePoint, ZcashEncoding};

use super::inputs::{
    accepted, addition, answer, bytes, hidden, mul, mul_batch, mul_exceptions, mul_generator,
    mul_on_lanes_of, point, target,
};
use super::{Path, path};
use crate::secrets::Secrets;

/// A path of single operations, which work where their operands are.
const fn single(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).on_words("a single operation on fields or groups")
}

fn fp2(secrets: &Secrets, number: u8) -> Fp2 {
    Fp2::new(hidden::<FpEngine>(secrets, number), hidden::<FpEngine>(secrets, number ^ 0x80))
}

fn gt(secrets: &Secrets) -> Gt {
    let (p, q) = (point::<G1Curve>(secrets, 11), point::<G2Curve>(secrets, 13));
    pairing(&p.to_affine(), &q.to_affine())
}

/// A point of the subgroup whose membership is not known.
fn on_curve<C: ZcashEncoding<Base: Anywhere>>() -> CurvePoint<C> {
    accepted(Affine::from_bytes_unchecked_subgroup(Affine::<C>::generator().to_bytes().as_ref()))
}

fn encodings<C: ZcashEncoding<Base: Anywhere>>(secrets: &Secrets) -> Vec<u8> {
    let point = point::<C>(secrets, 11).to_affine();
    [point.to_bytes().as_ref(), point.to_bytes_uncompressed().as_ref()].concat()
}

/// The table.
pub const PATHS: &[Path] = &[
    single("bls12_377/fp2", |s| {
        let (a, b) = (fp2(s, 1), fp2(s, 2));
        bytes(&(&(&a * &b) + &a.sqr()).invert() * &b)
    }),
    single("bls12_377/fp2_sqrt", |s| bytes(fp2(s, 1).sqr().sqrt().0)),
    single("bls12_377/g1_addition", addition::<G1Curve>),
    path("bls12_377/g1_mul", mul::<G1Curve>),
    path("bls12_377/g1_mul_exceptions", mul_exceptions::<G1Curve>),
    path("bls12_377/g1_mul_generator", mul_generator::<G1Curve>),
    path("bls12_377/g1_mul_batch", mul_batch::<G1Curve>),
    path(
        "bls12_377/g1_mul_on_lanes",
        mul_on_lanes_of::<G1Curve, G1Curve<Lanes8Portable<FpEngine>>>,
    )
    .on_portable_lanes(),
    path("bls12_377/g1_is_in_subgroup", |s| answer(s.hide(on_curve::<G1Curve>()).is_in_subgroup())),
    single("bls12_377/g1_to_bytes", encodings::<G1Curve>),
    single("bls12_377/g2_addition", addition::<G2Curve>),
    path("bls12_377/g2_mul", mul::<G2Curve>),
    path("bls12_377/g2_mul_batch", mul_batch::<G2Curve>),
    path("bls12_377/g2_is_in_subgroup", |s| answer(s.hide(on_curve::<G2Curve>()).is_in_subgroup())),
    single("bls12_377/g2_to_bytes", encodings::<G2Curve>),
    path("bls12_377/pairing", |s| target(&gt(s))),
    path("bls12_377/gt_pow", |s| target(&gt(s).pow(&hidden::<FrEngine>(s, 1)))),
];
