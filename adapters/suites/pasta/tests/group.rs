//! The suite that the crate `group` 0.14 has for those who implement it.

use curvemark_group::{bls12_381, bn254, grumpkin, p256, pasta, secp256k1};
use group::prime::PrimeCurve;
use group::tests::{curve_tests, random_uncompressed_encoding_tests, random_wnaf_tests};
use group::{UncompressedEncoding, WnafGroup};

fn all<G: PrimeCurve<Affine: UncompressedEncoding>>() {
    curve_tests::<G>();
    random_uncompressed_encoding_tests::<G>();
}

#[test]
fn curves() {
    all::<bls12_381::G1Projective>();
    all::<bls12_381::G2Projective>();
    all::<bn254::G1>();
    all::<bn254::G2>();
    all::<secp256k1::Secp256k1>();
    all::<p256::Secp256r1>();
    all::<pasta::Ep>();
    all::<pasta::Eq>();
    all::<grumpkin::G1>();
}

/// Not secp256k1 and P-256: `group::Wnaf` loses the last carry of scalars of 256 bits.
#[test]
fn powers_by_digits() {
    fn wnaf<G: WnafGroup>() {
        random_wnaf_tests::<G>();
    }
    wnaf::<bls12_381::G1Projective>();
    wnaf::<bls12_381::G2Projective>();
    wnaf::<bn254::G1>();
    wnaf::<bn254::G2>();
    wnaf::<pasta::Ep>();
    wnaf::<pasta::Eq>();
    wnaf::<grumpkin::G1>();
}
