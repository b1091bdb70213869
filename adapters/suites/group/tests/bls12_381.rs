//! The tests of bls12_381 0.8 over our types.

#![allow(unused_imports, dead_code, unexpected_cfgs, clippy::all)]

// What files there name by `crate::`.
pub use curvemark_group::bls12_381::*;

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

    files! { g1 g2 scalar pairings tests_mod }
}

include!(concat!(env!("OUT_DIR"), "/bls12_381.rs"));
