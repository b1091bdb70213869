//! The traits of ff, group and pairing over curvemark's fields, curves and pairings.
//!
//! Change the crate of a curve, and keep the program. [The page of this crate][page] says how.
//!
//! | module | names as in | types |
//! |---|---|---|
//! | [`bls12_381`] | bls12_381, blstrs | `Scalar`, `G1Affine`, `G1Projective`, `G2…`, `Gt`, `Bls12` |
//! | [`bn254`] | halo2curves' `bn256` | `Fr`, `Fq`, `Fq2`, `G1`, `G1Affine`, `G2…`, `Gt`, `Bn256` |
//! | [`secp256k1`] | halo2curves, k256 | `Scalar`, `Fp`, `Secp256k1`, `Secp256k1Affine` |
//! | [`p256`] | halo2curves, p256 | `Scalar`, `Fp`, `Secp256r1`, `Secp256r1Affine` |
//! | `pasta` | pasta_curves, halo2curves | `Fp`, `Fq`, `Ep`, `EpAffine`, `Eq`, `EqAffine`, `Pallas`, … |
//! | `grumpkin` | halo2curves | `Fr`, `Fq`, `G1`, `G1Affine` |
//!
//! All of them are [`Element`], [`Point`], [`AffinePoint`], [`Gt`], [`MillerLoopResult`] and
//! [`G2Prepared`]: tuples of one of curvemark's values, which is their field `.0`. Nothing is
//! converted when they are used.
//!
//! # Features
//!
//! None is on by default, and any of them go together.
//!
//! | feature | brings the traits of |
//! |---|---|
//! | `group-0-13` | `ff` 0.13, `group` 0.13, `pairing` 0.23 |
//! | `group-0-14` | `ff` 0.14, `group` 0.14, `pairing` 0.24 |
//! | `halo2curves` | `group-0-13`, and halo2curves 0.10 |
//! | `pasta` | the curves Pallas and Vesta |
//! | `grumpkin` | the curve Grumpkin |
//! | `pasta-curves` | `group-0-14`, `pasta`, and pasta_curves 0.6, whose traits halo2_proofs asks for |
//! | `bits` | `PrimeFieldBits` |
//!
//! [page]: https://github.com/curvemark/curvemark/blob/main/adapters/group/README.md

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "halo2curves")]
extern crate std;

#[macro_use]
mod operators;
#[macro_use]
mod versions;
mod batch;
#[cfg(any(feature = "halo2curves", feature = "pasta-curves"))]
mod coordinates;
mod encoding;
mod field;
mod fields;
#[cfg(feature = "halo2curves")]
mod halo2;
mod pairing;
#[cfg(feature = "pasta-curves")]
mod pasta_traits;
mod point;
#[cfg(feature = "group-0-13")]
pub mod v0_13;
#[cfg(feature = "group-0-14")]
pub mod v0_14;

pub use batch::{fft, msm};
pub use encoding::{Bytes, PointEncoding};
pub use field::{Element, Encoding, FieldFacts, PrimeFacts};
#[cfg(feature = "halo2curves")]
pub use halo2::Halo2Facts;
pub use pairing::{G2Prepared, Gt, MillerLoopResult, PairingFacts};
#[cfg(feature = "pasta-curves")]
pub use pasta_traits::PastaFacts;
pub use point::{AffinePoint, CurveFacts, Point, ScalarOf, WnafFacts};

/// BLS12-381, under the names of the crates bls12_381 and blstrs.
pub mod bls12_381 {
    use curve::bls12_381::{FpEngine, FrEngine, G1Curve, G2Curve};
    use curve::fp2::Quad;

    pub use crate::pairing::Bls12;
    use crate::{AffinePoint, Element, Point};

    /// An integer modulo the order of the groups.
    pub type Scalar = Element<FrEngine>;
    /// The same, under halo2curves' name.
    pub type Fr = Scalar;
    /// An element of the base field.
    pub type Fp = Element<FpEngine>;
    /// An element of the quadratic extension, in which G2 has its coordinates.
    pub type Fp2 = Element<Quad<FpEngine>>;
    /// A point of G1, for arithmetic.
    pub type G1Projective = Point<G1Curve>;
    /// A point of G1 by its coordinates.
    pub type G1Affine = AffinePoint<G1Curve>;
    /// A point of G2, for arithmetic.
    pub type G2Projective = Point<G2Curve>;
    /// A point of G2 by its coordinates.
    pub type G2Affine = AffinePoint<G2Curve>;
    /// An element of the target group.
    pub type Gt = crate::Gt<Bls12>;
    /// The lines of a point of G2.
    pub type G2Prepared = crate::G2Prepared<Bls12>;
    /// A value of the Miller loop.
    pub type MillerLoopResult = crate::MillerLoopResult<Bls12>;

    /// The pairing of two points.
    pub fn pairing(p: &G1Affine, q: &G2Affine) -> Gt {
        crate::pairing::pairing(p, q)
    }

    /// The Miller loop over any number of pairs.
    pub fn multi_miller_loop(terms: &[(&G1Affine, &G2Prepared)]) -> MillerLoopResult {
        crate::pairing::multi_miller_loop(terms)
    }
}

/// BN254, under the names of halo2curves' module `bn256`.
pub mod bn254 {
    use curve::bn254::{FpEngine, FrEngine, G1Curve, G2Curve};
    use curve::fp2::Quad;

    pub use crate::pairing::Bn256;
    use crate::{AffinePoint, Element, Point};

    /// An integer modulo the order of the groups.
    pub type Fr = Element<FrEngine>;
    /// An element of the base field.
    pub type Fq = Element<FpEngine>;
    /// An element of the quadratic extension, in which G2 has its coordinates.
    pub type Fq2 = Element<Quad<FpEngine>>;
    /// A point of G1, for arithmetic.
    pub type G1 = Point<G1Curve>;
    /// A point of G1 by its coordinates.
    pub type G1Affine = AffinePoint<G1Curve>;
    /// A point of G2, for arithmetic.
    pub type G2 = Point<G2Curve>;
    /// A point of G2 by its coordinates.
    pub type G2Affine = AffinePoint<G2Curve>;
    /// An element of the target group.
    pub type Gt = crate::Gt<Bn256>;
    /// The lines of a point of G2.
    pub type G2Prepared = crate::G2Prepared<Bn256>;
    /// A value of the Miller loop.
    pub type MillerLoopResult = crate::MillerLoopResult<Bn256>;

    /// The pairing of two points.
    pub fn pairing(p: &G1Affine, q: &G2Affine) -> Gt {
        crate::pairing::pairing(p, q)
    }

    /// The Miller loop over any number of pairs.
    pub fn multi_miller_loop(terms: &[(&G1Affine, &G2Prepared)]) -> MillerLoopResult {
        crate::pairing::multi_miller_loop(terms)
    }
}

/// secp256k1.
pub mod secp256k1 {
    use curve::secp256k1::{FpEngine, FrEngine, Secp256k1 as Curve};

    use crate::{AffinePoint, Element, Point};

    /// An integer modulo the order of the group.
    pub type Scalar = Element<FrEngine>;
    /// The same, under halo2curves' name.
    pub type Fq = Scalar;
    /// An element of the base field.
    pub type Fp = Element<FpEngine>;
    /// A point, for arithmetic.
    pub type Secp256k1 = Point<Curve>;
    /// A point by its coordinates.
    pub type Secp256k1Affine = AffinePoint<Curve>;
}

/// P-256.
pub mod p256 {
    use curve::p256::{FpEngine, FrEngine, P256 as Curve};

    use crate::{AffinePoint, Element, Point};

    /// An integer modulo the order of the group.
    pub type Scalar = Element<FrEngine>;
    /// The same, under halo2curves' name.
    pub type Fq = Scalar;
    /// An element of the base field.
    pub type Fp = Element<FpEngine>;
    /// A point, for arithmetic.
    pub type Secp256r1 = Point<Curve>;
    /// A point by its coordinates.
    pub type Secp256r1Affine = AffinePoint<Curve>;
}

/// Pallas and Vesta, under the names of pasta_curves and of halo2curves' module `pasta`.
#[cfg(feature = "pasta")]
pub mod pasta {
    use curve::pallas::Pallas as PallasCurve;
    use curve::vesta::Vesta as VestaCurve;

    use crate::{AffinePoint, Element, Point};

    /// An element of the base field of Pallas, an integer modulo the order of Vesta.
    pub type Fp = Element<curve::pallas::FpEngine>;
    /// An element of the base field of Vesta, an integer modulo the order of Pallas.
    pub type Fq = Element<curve::vesta::FpEngine>;
    /// A point of Pallas, for arithmetic.
    pub type Ep = Point<PallasCurve>;
    /// A point of Pallas by its coordinates.
    pub type EpAffine = AffinePoint<PallasCurve>;
    /// A point of Vesta, for arithmetic.
    pub type Eq = Point<VestaCurve>;
    /// A point of Vesta by its coordinates.
    pub type EqAffine = AffinePoint<VestaCurve>;
    /// [`Ep`], under halo2curves' name.
    pub type Pallas = Ep;
    /// [`EpAffine`], under halo2curves' name.
    pub type PallasAffine = EpAffine;
    /// [`Eq`](type@Eq), under halo2curves' name.
    pub type Vesta = Eq;
    /// [`EqAffine`], under halo2curves' name.
    pub type VestaAffine = EqAffine;

    /// Pallas, under the names of pasta_curves' module.
    pub mod pallas {
        pub use super::{Ep as Point, EpAffine as Affine, Fp as Base, Fq as Scalar};
    }

    /// Vesta, under the names of pasta_curves' module.
    pub mod vesta {
        pub use super::{Eq as Point, EqAffine as Affine, Fp as Scalar, Fq as Base};
    }
}

/// Grumpkin, under the names of halo2curves' module.
#[cfg(feature = "grumpkin")]
pub mod grumpkin {
    use curve::grumpkin::{FpEngine, FrEngine, Grumpkin};

    use crate::{AffinePoint, Element, Point};

    /// An integer modulo the order of the group: a coordinate of BN254.
    pub type Fr = Element<FrEngine>;
    /// An element of the base field: a scalar of BN254.
    pub type Fq = Element<FpEngine>;
    /// A point, for arithmetic.
    pub type G1 = Point<Grumpkin>;
    /// A point by its coordinates.
    pub type G1Affine = AffinePoint<Grumpkin>;
}

/// The README's example.
#[cfg(feature = "group-0-13")]
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
