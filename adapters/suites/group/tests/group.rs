//! The suite that the crate `group` has for those who implement it.

use curvemark_group::{bls12_381, bn254, p256, secp256k1};
use group::prime::PrimeCurve;
use group::tests::{curve_tests, random_wnaf_tests};
use group::{UncompressedEncoding, WnafGroup};

fn all<G: PrimeCurve<Affine: UncompressedEncoding> + WnafGroup>() {
    curve_tests::<G>();
    random_wnaf_tests::<G>();
    group::tests::random_uncompressed_encoding_tests::<G>();
}

#[test]
fn curves() {
    all::<bls12_381::G1Projective>();
    all::<bls12_381::G2Projective>();
    all::<bn254::G1>();
    all::<bn254::G2>();
    all::<secp256k1::Secp256k1>();
    all::<p256::Secp256r1>();
}
