//! BLS12-377 (S. Bowe, A. Chiesa, M. Green, I. Miers, P. Mishra, H. Wu, "Zexe: Enabling
//! Decentralized Private Computation", ePrint 2018/962, §7): root facts and names.
//!
//! Everything follows from the seed x = 0x8508c00000000001 ([`X`]): r = x⁴ − x² + 1, p = (x −
//! 1)²·r/3 + x. The tower is Fp2 = Fp\[u\]/(u² + 5), Fp6 = Fp2\[v\]/(v³ − u), Fp12 = Fp6\[w\]/(w² −
//! v). E: y² = x³ + 1 over Fp; the sextic twist E′: y² = x³ + 1/u over Fp2 (D-type). Fr has roots
//! of unity of order 2^47, Fp of order 2^46.
//!
//! | you want | take |
//! |---|---|
//! | points to add and to multiply | [`G1`], [`G2`] |
//! | points as bytes, and for pairings | [`G1Affine`], [`G2Affine`] |
//! | scalars | [`Scalar`]; [`SecretScalar`] if it is a secret |
//! | a check of a proof | [`multi_pairing_is_one`], [`pairing_product_is_one`] |
//! | the value of a pairing | [`pairing()`], which is a [`Gt`] |
//!
//! Points have the encodings of gnark-crypto, which are those of ZCash for this field
//! ([`ZcashEncoding`](crate::weierstrass::ZcashEncoding)): 48 and 96 bytes, 96 and 192
//! uncompressed. There is no hash to the curve yet.
//!
//! Names with `Engine`, `Modulus` or `Curve`, and the types that take an `F`, are for those who run
//! an engine of their own.
//!
//! # Examples
//!
//! ```
//! use curvemark_curve::bls12_377::{G1, G1Affine, G2, G2Affine, Gt, Scalar, SecretScalar};
//! use curvemark_curve::bls12_377::{multi_pairing_is_one, pairing};
//!
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
//! use curvemark_curve::bls12_377::{
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

use limb::Modulus;
use limb::modulus::{Constant, Limbs, hex};

use crate::windows::Windows;

mod g1;
mod g2;
pub mod pairing;
mod tower;

#[cfg(feature = "alloc")]
#[doc(inline)]
pub use pairing::multi_miller_loop_any;
#[doc(inline)]
pub use pairing::{
    G2Prepared, Gt, MillerValue, Pair, PointPair, final_exponentiation, final_exponentiation_batch,
    miller_loop, multi_miller_loop, multi_pairing_is_one, pairing, pairing_batch,
    pairing_product_is_one, pairing_product_is_one_batch,
};

/// x, which is positive.
pub const X: u64 = 0x8508_c000_0000_0001;

/// x in bits: there are seven.
const SEED: Windows = Windows {
    table: 1,
    first: 1,
    steps: &[(5, 1), (2, 1), (5, 1), (4, 1), (1, 1), (46, 1)],
    last: 0,
};

const _: () = assert!(SEED.value() == X as u128);

/// ⌊(2^128 − 1)/x⌋ − 2^64: the reciprocal of x, whose top bit is set.
const X_RECIPROCAL: u64 = 0xeca0_1257_55ae_d064;

/// p = (x − 1)²·(x⁴ − x² + 1)/3 + x.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FpModulus;

impl Modulus for FpModulus {
    const DOUBLES: bool = true;
    const NORM_OF_U: u32 = 5;
    const P: Limbs = hex(
        "01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001",
    );
}

/// r = x⁴ − x² + 1.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrModulus;

impl Modulus for FrModulus {
    const P: Limbs = hex("12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001");
}

names_of_a_pairing_curve!(Bls12377, "BLS12-377", xi: "u");

/// 22^((r − 1)/2^47), 22 being the least generator of the multiplicative group: of order 2^47.
pub const ROOT_OF_UNITY: Constant<FrModulus> =
    Constant::hex("11d4b7f60cb92cc160c69477d1a8a12f9b506ee363e3f04a476ef4a4ec2a895e");
