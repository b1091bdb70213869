//! BLS12-381 (S. Bowe, 2017; draft-irtf-cfrg-pairing-friendly-curves): root facts and names.
//!
//! Everything follows from the seed x = −0xd201000000010000 ([`X`]): r = x⁴ − x² + 1, p = (x −
//! 1)²·r/3 + x. The tower is Fp2 = Fp\[u\]/(u² + 1), Fp6 = Fp2\[v\]/(v³ − (1 + u)), Fp12 =
//! Fp6\[w\]/(w² − v). E: y² = x³ + 4 over Fp; the sextic twist E′: y² = x³ + 4(1 + u) over Fp2
//! (M-type).
//!
//! | you want | take |
//! |---|---|
//! | points to add and to multiply | [`G1`], [`G2`] |
//! | points as bytes, and for pairings | [`G1Affine`], [`G2Affine`] |
//! | scalars | [`Scalar`]; [`SecretScalar`] if it is a secret |
//! | a check of a signature or a proof | [`multi_pairing_is_one`], [`pairing_product_is_one`] |
//! | the value of a pairing | [`pairing()`], which is a [`Gt`] |
//! | a point from a message | [`hash_to_g1`], [`hash_to_g2`] |
//!
//! Names with `Engine`, `Modulus` or `Curve`, and the types that take an `F`, are for those who run
//! an engine of their own.
//!
//! # Examples
//!
//! ```
//! use curvemark_curve::bls12_381::{G1, G1Affine, G2, G2Affine, Gt, Scalar, SecretScalar};
//! use curvemark_curve::bls12_381::{multi_pairing_is_one, pairing};
//!
//! // Points are added and multiplied as `G1` and `G2`. They are sent and paired as `G1Affine` and
//! // `G2Affine`.
//! let (two, five) = (Scalar::from(2u32), Scalar::from(5u32));
//! let p: G1Affine = G1::mul_generator(&five).to_affine();
//! let q: G2Affine = G2::generator().double().to_affine();
//! assert_eq!(G1Affine::from_bytes(&p.to_bytes())?, p);
//! assert_eq!(G2Affine::from_bytes(&q.to_bytes())?, q);
//!
//! // A secret scalar multiplies in constant time, and is wiped.
//! let secret = SecretScalar::from_be_bytes(&[7; 32])?;
//! let public: G1 = &G1::generator() * &secret;
//! assert!(!bool::from(public.is_identity()));
//!
//! // A pairing takes both multiples out of itself: e(5P, 2Q) = e(P, Q)^10.
//! let e: Gt = pairing(&G1Affine::generator(), &G2Affine::generator());
//! assert!(pairing(&p, &q) == e.pow(&(&two * &five)));
//! // A check needs no value: e(P, Q)·e(−P, Q) = 1.
//! assert!(bool::from(multi_pairing_is_one([(&p, &q), (&p.neg(), &q)])));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! ```
//! use curvemark_curve::bls12_381::{
//!     G1Affine, G2Affine, G2Prepared, Pair, final_exponentiation, multi_miller_loop, pairing,
//!     pairing_batch, pairing_product_is_one,
//! };
//!
//! let (p, q) = (G1Affine::generator(), G2Affine::generator());
//! // A point that comes again is prepared once.
//! let prepared = G2Prepared::from_affine(&q);
//! let mut pairs = [Pair::from_prepared(&p, &prepared), Pair::from_points(&p.neg(), &q)];
//! assert!(bool::from(pairing_product_is_one(&mut pairs)));
//!
//! // The two halves of a pairing, and many pairings at once.
//! let e = pairing(&p, &q);
//! assert!(final_exponentiation(&multi_miller_loop([(&p, &q)])) == e);
//! let mut values = [e; 2];
//! pairing_batch(&[(&p, &q), (&p.neg(), &q)], &mut values)?;
//! assert!(bool::from((&values[0] * &values[1]).is_identity()));
//! # Ok::<(), curvemark_curve::error::BatchError>(())
//! ```
//!
//! With the feature `hints` a host shows a guest that a product is one:
//!
//! ```
//! # #[cfg(feature = "hints")] {
//! use curvemark_curve::bls12_381::{G1Affine, G2Affine, Pair, ResidueWitness};
//! use curvemark_curve::bls12_381::{
//!     checked_product_is_one, residue_witness, residue_witness_shows_one,
//! };
//!
//! let (p, q) = (G1Affine::generator(), G2Affine::generator());
//! let pairs = || [Pair::from_points(&p, &q), Pair::from_points(&p.neg(), &q)];
//! let witness = residue_witness(&mut pairs()).expect("the product is one");
//! assert!(residue_witness_shows_one(&mut pairs(), &witness));
//!
//! // Points that are only known to be on the curves are checked on the way.
//! let points = [(p.into(), q.into()), (p.neg().into(), q.into())];
//! assert_eq!(checked_product_is_one(&points, Some(&witness)), Ok(true));
//!
//! // Advice has the slopes of all lines too, and a witness.
//! use curvemark_curve::advice::{Found, Given};
//! use curvemark_curve::bls12_381::checked_product_is_one_by_advice;
//! let mut found = Found::default();
//! assert!(checked_product_is_one_by_advice(&points, &mut found));
//! let words = found.into_words();
//! assert!(checked_product_is_one_by_advice(&points, &mut Given::new(&words)));
//! assert!(!checked_product_is_one_by_advice(&points, &mut Given::new(&words[1..])));
//!
//! // Of points that are known to be in the groups.
//! use curvemark_curve::bls12_381::{
//!     AdvisedPair, advised_pair_with_minus_generator, product_is_one_by_advice,
//! };
//! let p = [*p.x(), *p.y()];
//! let pairs =
//!     [AdvisedPair::new(p, [*q.x(), *q.y()]), advised_pair_with_minus_generator(p)];
//! assert!(product_is_one_by_advice(&pairs, &mut Found::default()));
//! # }
//! ```

use limb::Modulus;
use limb::modulus::{Constant, Limbs, hex};

use crate::windows::Windows;

#[cfg(feature = "hints")]
mod advised;
mod g1;
mod g2;
pub mod hash_to_curve;
#[cfg(feature = "generator-lines")]
mod lines;
pub mod pairing;
mod tower;

pub use g1::mul_by_x_abs;
#[doc(inline)]
pub use hash_to_curve::{
    encode_to_g1, encode_to_g2, hash_to_g1, hash_to_g1_batch, hash_to_g2, hash_to_g2_batch,
    map_to_g1, map_to_g2,
};
#[cfg(feature = "alloc")]
#[doc(inline)]
pub use pairing::multi_miller_loop_any;
#[cfg(feature = "hints")]
#[doc(inline)]
pub use pairing::{
    AdvisedPair, ResidueWitness, UncheckedPair, advised_pair_with_minus_generator,
    checked_product_is_one, checked_product_is_one_by_advice, product_is_one_by_advice,
    residue_witness, residue_witness_shows_one,
};
#[doc(inline)]
pub use pairing::{
    G2Prepared, Gt, MillerValue, Pair, PointPair, final_exponentiation, final_exponentiation_batch,
    miller_loop, multi_miller_loop, multi_pairing_is_one, pair_with_minus_generator, pairing,
    pairing_batch, pairing_product_is_one, pairing_product_is_one_batch,
    pairing_with_generator_equals,
};

/// |x|; x itself is negative.
pub const X: u64 = 0xd201_0000_0001_0000;

/// |x| in bits: there are six.
const SEED: Windows =
    Windows { table: 1, first: 1, steps: &[(1, 1), (2, 1), (3, 1), (9, 1), (32, 1)], last: 16 };

const _: () = assert!(SEED.value() == X as u128);

/// ⌊(2^128 − 1)/|x|⌋ − 2^64: the reciprocal of |x|, whose top bit is set.
const X_RECIPROCAL: u64 = 0x3812_04ca_56cd_56b5;

/// p = (x − 1)²·(x⁴ − x² + 1)/3 + x.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FpModulus;

impl Modulus for FpModulus {
    const DOUBLES: bool = true;
    const P: Limbs = hex(
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    );
}

/// r = x⁴ − x² + 1.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrModulus;

impl Modulus for FrModulus {
    const P: Limbs = hex("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
    // Signatures multiply points by scalars, and scalars hardly ever.
    const RARELY_MULTIPLIED: bool = true;
}

names_of_a_pairing_curve!(Bls12381, "BLS12-381", xi: "1 + u");

/// 7^((r − 1)/2^32), 7 being the least generator of the multiplicative group: of order 2^32.
pub const ROOT_OF_UNITY: Constant<FrModulus> =
    Constant::hex("16a2a19edfe81f20d09b681922c813b4b63683508c2280b93829971f439f0d2b");
