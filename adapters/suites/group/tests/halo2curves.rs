//! halo2curves' tests over our types.

#![allow(unused_imports, unused_macros, dead_code, unexpected_cfgs, clippy::all)]
#![allow(macro_expanded_macro_exports_accessed_by_absolute_paths)]

// What files there name by `crate::`.
pub use halo2curves::{ff, ff_ext, group, pairing, serde, Coordinates, CurveAffine, CurveExt};

/// A private trait there, of the parts of a scalar: a stand-in for the line that imports it.
pub mod arithmetic {
    /// Nothing.
    pub trait CurveEndo {}
}

// Unchanged: the macros and generic functions of the suites.
include!(concat!(env!("OUT_DIR"), "/halo2curves_tests.rs"));

/// What stands above the tests in their files.
mod names {
    /// The imports of most files.
    pub mod common {
        pub use core::ops::*;

        pub use curvemark_group::Halo2Facts as _;
        pub use ff::{Field, FromUniformBytes, PrimeField, PrimeFieldBits, WithSmallOrderMulGroup};
        pub use group::cofactor::CofactorGroup;
        pub use group::prime::{PrimeCurve, PrimeCurveAffine, PrimeGroup};
        pub use group::{Curve, Group, GroupEncoding, UncompressedEncoding, WnafGroup};
        pub use halo2curves::serde::SerdeObject;
        pub use halo2curves::{CurveAffine, CurveExt};
        pub use pairing::{Engine, MillerLoopResult as _, MultiMillerLoop, PairingCurveAffine};
        pub use rand_core::RngCore;
        pub use subtle::*;
    }

    macro_rules! files {
        ($($file:ident: $module:ident;)+) => {
            $(pub mod $file {
                pub use super::common::*;
                pub use curvemark_group::$module::*;
            })+
        };
    }

    files! {
        bn256_fr: bn254;
        bn256_fq: bn254;
        bn256_fq2: bn254;
        bn256_curve: bn254;
        bn256_engine: bn254;
        bls12381_fr: bls12_381;
        bls12381_engine: bls12_381;
        secp256k1_fp: secp256k1;
        secp256k1_fq: secp256k1;
        secp256k1_curve: secp256k1;
        secp256r1_fp: p256;
        secp256r1_fq: p256;
        pasta_fp: pasta;
        pasta_fq: pasta;
        pasta_pallas: pasta;
        pasta_vesta: pasta;
        grumpkin_curve: grumpkin;
    }

    /// Under halo2curves' names.
    pub mod bls12381_fq {
        pub use super::common::*;
        pub use curvemark_group::bls12_381::{Fp as Fq, Fp2 as Fq2};
    }

    pub mod bls12381_fq2 {
        pub use super::bls12381_fq::*;
    }

    pub mod bls12381_g1 {
        pub use super::bls12381_fq::*;
        pub use curvemark_group::bls12_381::{G1Affine, G1Projective as G1};
    }

    pub mod bls12381_g2 {
        pub use super::bls12381_fq::*;
        pub use curvemark_group::bls12_381::{G2Affine, G2Projective as G2};
    }
}

include!(concat!(env!("OUT_DIR"), "/halo2curves.rs"));
