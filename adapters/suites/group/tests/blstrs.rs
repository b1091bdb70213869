//! blstrs' tests over our types.

#![allow(unused_imports, dead_code, unexpected_cfgs, clippy::all)]

// Its name there.
extern crate pairing as pairing_lib;

// What files there name by `crate::`.
pub use curvemark_group::bls12_381::*;

/// Unchanged: the generic suites.
mod tests {
    include!(concat!(env!("OUT_DIR"), "/blstrs_tests.rs"));

    #[test]
    fn engines() {
        engine::engine_tests::<curvemark_group::bls12_381::Bls12>();
        engine::engine_tests::<curvemark_group::bn254::Bn256>();
    }

    #[test]
    fn fields() {
        fn all<F: ff::PrimeField>() {
            field::random_field_tests::<F>();
            field::random_sqrt_tests::<F>();
            field::from_str_tests::<F>();
        }
        all::<curvemark_group::bls12_381::Scalar>();
        all::<curvemark_group::bls12_381::Fp>();
        all::<curvemark_group::bn254::Fr>();
        all::<curvemark_group::bn254::Fq>();
        all::<curvemark_group::secp256k1::Scalar>();
        all::<curvemark_group::secp256k1::Fp>();
        all::<curvemark_group::p256::Scalar>();
        all::<curvemark_group::p256::Fp>();
        all::<curvemark_group::pasta::Fp>();
        all::<curvemark_group::pasta::Fq>();
        field::random_field_tests::<curvemark_group::bls12_381::Fp2>();
        field::random_sqrt_tests::<curvemark_group::bls12_381::Fp2>();
        field::random_field_tests::<curvemark_group::bn254::Fq2>();
        field::random_sqrt_tests::<curvemark_group::bn254::Fq2>();
    }
}

/// What stands above the tests in their files.
mod names {
    pub mod common {
        pub use core::ops::*;

        pub use curvemark_group::bls12_381::*;
        pub use ff::{Field, FromUniformBytes, PrimeField, PrimeFieldBits, WithSmallOrderMulGroup};
        pub use group::cofactor::CofactorGroup;
        pub use group::prime::{PrimeCurve, PrimeCurveAffine, PrimeGroup};
        pub use group::{Curve, Group, GroupEncoding, UncompressedEncoding, WnafGroup};
        pub use pairing::{Engine, MillerLoopResult as _, MultiMillerLoop, PairingCurveAffine};
        pub use subtle::*;
    }

    macro_rules! files {
        ($($file:ident)+) => {
            $(pub mod $file {
                pub use super::common::*;
            })+
        };
    }

    files! { g1 g2 gt scalar lib tests_mod }
}

include!(concat!(env!("OUT_DIR"), "/blstrs.rs"));
