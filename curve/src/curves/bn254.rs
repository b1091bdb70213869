//! BN254, also alt_bn128: the curve of Ethereum's precompiled contracts 6, 7 and 8 (EIP-196,
//! EIP-197). Root facts and names.
//!
//! A curve of the family of P. Barreto and M. Naehrig ("Pairing-friendly elliptic curves of prime
//! order", ePrint 2005/133). Everything follows from the seed x = 4965661367192848881 ([`X`]): p =
//! 36x⁴ + 36x³ + 24x² + 6x + 1, r = 36x⁴ + 36x³ + 18x² + 6x + 1 = p + 1 − t with t = 6x² + 1. The
//! tower is Fp2 = Fp\[u\]/(u² + 1), Fp6 = Fp2\[v\]/(v³ − (9 + u)), Fp12 = Fp6\[w\]/(w² − v). E: y²
//! = x³ + 3 over Fp, all of it of order r; the sextic twist E′: y² = x³ + 3/(9 + u) over Fp2
//! (D-type).
//!
//! The group offers about 100 bits of security, not 128 (T. Kim, R. Barbulescu, "Extended tower
//! number field sieve", ePrint 2015/1027; R. Barbulescu, S. Duquesne, ePrint 2017/334): it is here
//! for what exists on it.
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
//! use curvemark_curve::bn254::{G1, G1Affine, G2Affine, Scalar, SecretScalar};
//! use curvemark_curve::bn254::{multi_pairing_is_one, pairing};
//!
//! let (p, q) = (G1Affine::generator(), G2Affine::generator());
//! let five_p = G1::mul_generator(&Scalar::from(5u32)).to_affine();
//! assert!(pairing(&five_p, &q) == pairing(&p, &q).pow(&Scalar::from(5u32)));
//! assert!(bool::from(multi_pairing_is_one([(&p, &q), (&p.neg(), &q)])));
//!
//! // A secret scalar multiplies in constant time, and is wiped.
//! let secret = SecretScalar::from_be_bytes(&[7; 32])?;
//! let public: G1 = &G1::generator() * &secret;
//! assert!(!bool::from(public.is_identity()));
//! # Ok::<(), curvemark_curve::error::ScalarError>(())
//! ```
//!
//! With the feature `hints` a host shows a guest that a product is one:
//!
//! ```
//! # #[cfg(feature = "hints")] {
//! use curvemark_curve::bn254::{G1Affine, G2Affine, Pair, ResidueWitness};
//! use curvemark_curve::bn254::{
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
//! use curvemark_curve::bn254::checked_product_is_one_by_advice;
//! let mut found = Found::default();
//! assert!(checked_product_is_one_by_advice(&points, &mut found));
//! let words = found.into_words();
//! assert!(checked_product_is_one_by_advice(&points, &mut Given::new(&words)));
//! assert!(!checked_product_is_one_by_advice(&points, &mut Given::new(&words[1..])));
//!
//! // Of points that are known to be in the groups.
//! use curvemark_curve::bn254::{AdvisedPair, product_is_one_by_advice};
//! let pair = |p: G1Affine| AdvisedPair::new([*p.x(), *p.y()], [*q.x(), *q.y()]);
//! assert!(product_is_one_by_advice(&[pair(p), pair(p.neg())], &mut Found::default()));
//! # }
//! ```

use limb::Modulus;
use limb::modulus::{Constant, Limbs, hex};

use crate::windows::Windows;

mod g1;
mod g2;
pub mod hash_to_curve;
pub mod pairing;
mod tower;

pub use g1::LATTICE as G1_LATTICE;
pub use g2::LATTICE as G2_LATTICE;
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
    AdvisedPair, ResidueWitness, UncheckedPair, checked_product_is_one,
    checked_product_is_one_by_advice, product_is_one_by_advice, residue_witness,
    residue_witness_shows_one,
};
#[doc(inline)]
pub use pairing::{
    G2Prepared, Gt, MillerValue, Pair, PointPair, final_exponentiation, final_exponentiation_batch,
    miller_loop, multi_miller_loop, multi_pairing_is_one, pairing, pairing_batch,
    pairing_product_is_one, pairing_product_is_one_batch,
};

/// x, which is positive.
pub const X: u64 = 4_965_661_367_192_848_881;

/// x in digits ±1 and ±3: no shorter ones exist with this table.
const SEED: Windows = Windows {
    table: 2,
    first: 3,
    steps: &[
        (1, 3),
        (3, -3),
        (5, -3),
        (4, 3),
        (3, 1),
        (4, 3),
        (2, -1),
        (4, -3),
        (4, 1),
        (4, 3),
        (3, -3),
        (4, -3),
        (3, 1),
        (6, 3),
        (1, -1),
        (5, -1),
        (4, 1),
    ],
    last: 0,
};

const _: () = assert!(SEED.value() == X as u128);

/// p = 36x⁴ + 36x³ + 24x² + 6x + 1.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FpModulus;

impl Modulus for FpModulus {
    const DOUBLES: bool = true;
    const P: Limbs = hex("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
}

/// r = 36x⁴ + 36x³ + 18x² + 6x + 1.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrModulus;

impl Modulus for FrModulus {
    const P: Limbs = hex("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
}

names_of_a_pairing_curve!(Bn254, "BN254", xi: "9 + u");

/// 5^((r − 1)/2^28), 5 being the least generator of the multiplicative group: of order 2^28.
pub const ROOT_OF_UNITY: Constant<FrModulus> =
    Constant::hex("2a3c09f0a58a7e8500e0a7eb8ef62abc402d111e41112ed49bd61b6e725b19f0");
