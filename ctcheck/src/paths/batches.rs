//! Batches of secrets through the public functions, which choose between one after the other and
//! lanes.
//!
//! Where the CPU's lanes are hidden, as Valgrind does, they take one after the other; where lanes
//! are portable (`--cfg curvemark_vectors="portable"`), they take lanes.

use curve::bls12_381::{
    Fp, FpEngine, Fr, FrEngine, G1, G1Affine, G1Curve, G2, Gt, hash_to_g1_batch, hash_to_g2_batch,
    pairing, pairing_batch,
};
use curve::bn254;
use curve::crossover;
use curve::ed25519::{self, Point};
use curve::hash_to_curve::Xmd;
use curve::vectors::{add_scaled_slice, inner_product, invert_batch, mul_slices, sqrt_batch};
use curve::weierstrass::CurvePoint;
use sha2::Sha256;
use subtle::Choice;

use super::inputs::{BYTES, DST, accepted, answer, both_ways, bytes, hidden, point, target};
use super::{Path, path};
use crate::secrets::Secrets;

/// Items of a batch, a secret each.
fn several<T>(secret: impl Fn(u8) -> T) -> [T; 3] {
    [1, 2, 3].map(secret)
}

/// Powers of an element of the target group, which is a secret like the exponents.
fn powers(secrets: &Secrets) -> Vec<u8> {
    let element = pairing(&G1Affine::generator(), &curve::bls12_381::G2Affine::generator());
    let elements = several(|_| secrets.hide(element));
    let exponents = several(|number| hidden::<FrEngine>(secrets, number));
    let mut out = several(|_| Gt::identity());
    accepted(Gt::pow_batch(&elements, &exponents, &mut out));
    out.iter().flat_map(target).collect()
}

/// The same on BN254.
fn powers_on_bn254(secrets: &Secrets) -> Vec<u8> {
    let element = bn254::pairing(&bn254::G1Affine::generator(), &bn254::G2Affine::generator());
    let elements = several(|_| secrets.hide(element));
    let exponents = several(|number| hidden::<bn254::FrEngine>(secrets, number));
    let mut out = several(|_| bn254::Gt::identity());
    accepted(bn254::Gt::pow_batch(&elements, &exponents, &mut out));
    out.iter().flat_map(target).collect()
}

/// Pairings of secret points.
fn pairings(secrets: &Secrets) -> Vec<u8> {
    let first = several(|number| point::<G1Curve>(secrets, number.into()).to_affine());
    let second = several(|number| {
        let point: G2 = point(secrets, u32::from(number) + 10);
        point.to_affine()
    });
    let pairs: Vec<_> = first.iter().zip(&second).collect();
    let mut out = several(|_| Gt::identity());
    accepted(pairing_batch(&pairs, &mut out));
    out.iter().flat_map(target).collect()
}

/// Points of secret messages, in both groups.
fn hashes(secrets: &Secrets) -> Vec<u8> {
    let messages = several(|_| secrets.hide_bytes(&BYTES));
    both_ways(&crossover::HASHES, || {
        let mut first = several(|_| G1::identity());
        let mut second = several(|_| G2::identity());
        accepted(hash_to_g1_batch::<Xmd<Sha256>>(&messages, DST, &mut first));
        accepted(hash_to_g2_batch::<Xmd<Sha256>>(&messages, DST, &mut second));
        let first = first.iter().flat_map(|point| point.to_bytes().to_vec());
        first.chain(second.iter().flat_map(|point| point.to_bytes().to_vec())).collect()
    })
}

/// Whether secret points of the curve are in the group.
fn subgroup(secrets: &Secrets) -> Vec<u8> {
    let points = several(|number| {
        CurvePoint::<G1Curve>::from(point::<G1Curve>(secrets, u32::from(number) + 10))
    });
    let mut verdicts = several(|_| Choice::from(0));
    accepted(CurvePoint::is_in_subgroup_batch(&points, &mut verdicts));
    verdicts.into_iter().flat_map(answer).collect()
}

/// Products, sums of products, inverses of field elements.
fn products(secrets: &Secrets) -> Vec<u8> {
    let a = several(|number| hidden::<FrEngine>(secrets, number));
    let b = several(|number| hidden::<FrEngine>(secrets, number ^ 0x40));
    let mut out = several(|_| Fr::zero());
    accepted(mul_slices(&a, &b, &mut out));
    accepted(add_scaled_slice(&mut out, &a[0], &b));
    let sum = accepted(inner_product(&out, &b));
    invert_batch(&mut out);
    out.into_iter().chain([sum]).flat_map(bytes).collect()
}

/// Roots, and whether there are any.
fn roots(secrets: &Secrets) -> Vec<u8> {
    let squares = several(|number| hidden::<FpEngine>(secrets, number).sqr());
    let (mut roots, mut exist) = (several(|_| Fp::zero()), several(|_| Choice::from(0)));
    accepted(sqrt_batch(&squares, &mut roots, &mut exist));
    roots.into_iter().flat_map(bytes).chain(exist.into_iter().flat_map(answer)).collect()
}

/// Points of Curve25519, each times its scalar.
fn edwards(secrets: &Secrets) -> Vec<u8> {
    let points = several(|number| {
        secrets.hide(Point::generator().mul_integer(&[u64::from(number) + 10, 0, 0, 0]))
    });
    let scalars = several(|number| hidden::<ed25519::FrEngine>(secrets, number));
    let mut out = several(|_| Point::identity());
    accepted(Point::mul_batch(&points, scalars.each_ref(), &mut out));
    out.iter().flat_map(Point::to_bytes).collect()
}

/// The table.
pub const PATHS: &[Path] = &[
    path("batches/gt_pow", powers),
    path("batches/gt_pow_bn254", powers_on_bn254),
    path("batches/pairing", pairings),
    path("batches/hash_to_curve", hashes),
    path("batches/is_in_subgroup", subgroup),
    path("batches/products", products)
        .on_words("r is too close to 2^255 for the kernels of 4 words"),
    path("batches/sqrt", roots),
    path("batches/ed25519_mul", edwards),
];
