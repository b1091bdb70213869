//! Curve25519 in Edwards form, edwards25519 (D. J. Bernstein, N. Duif, T. Lange, P. Schwabe, B.-Y.
//! Yang, "High-speed high-security signatures", 2011; RFC 7748 §4.1, RFC 8032 §5.1): root facts and
//! names.
//!
//! E: −x² + y² = 1 + dx²y² over Fp, p = 2^255 − 19, d = −121665/121666, of order 8ℓ with ℓ =
//! 2^252 + 27742317777372353535851937790883648493. Points are 32 bytes ([`EdwardsEncoding`]),
//! scalars 32 bytes, little-endian.
//!
//! The base field folds: see [`limb::fold`] for what that was measured against. On the ADX engine a
//! multiplication of a point takes 0.68 of the portable time, one of two points by public scalars
//! 0.66.
//!
//! | type | is |
//! |---|---|
//! | [`Point`] | a point of the curve, of any order: what keys and signatures of Ed25519 hold |
//! | [`Ristretto255`] | an element of a group of order ℓ without cofactor (RFC 9496) |
//! | [`Scalar`] | an integer modulo ℓ; [`SecretScalar`] if it is a secret |
//!
//! # Examples
//!
//! ```
//! use curvemark_curve::ed25519::{
//!     Point, Ristretto255, Scalar, SecretScalar, hash_to_curve, x25519,
//! };
//! use curvemark_curve::hash_to_curve::Xmd;
//! use sha2::Sha512;
//!
//! // Points of the curve, as keys of Ed25519 are.
//! let point = Point::generator().mul(&Scalar::from(5u32));
//! assert!(Point::from_bytes(&point.to_bytes())? == point);
//!
//! // A group of prime order, for protocols of your own.
//! let element = Ristretto255::generator().mul(&Scalar::from(5u32));
//! assert!(Ristretto255::from_bytes(&element.to_bytes())? == element);
//!
//! // Secrets are little-endian in every protocol of this curve; these bytes read the same both ways.
//! let secret = SecretScalar::from_be_bytes(&[7; 32])?;
//! assert_eq!(*secret.to_be_bytes(), [7; 32]);
//!
//! // A point for a message. The tag names your protocol: RFC 9380, section 3.1.
//! let tag = b"EXAMPLE-V01-CS01-with-edwards25519_XMD:SHA-512_ELL2_RO_";
//! let hash = hash_to_curve::<Xmd<Sha512>>(b"a message", tag);
//! assert!(Point::from_bytes(&hash.to_bytes())? == hash);
//!
//! // The curve in Montgomery form, by x alone: 9 is x of the generator.
//! let mut nine = [0; 32];
//! nine[0] = 9;
//! assert_eq!(Point::generator().to_montgomery_bytes(), nine);
//! let public = x25519(&[7; 32], &nine);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use core::marker::PhantomData;

use limb::Modulus;
use limb::modulus::{Constant, Limbs, hex};

use crate::edwards::{
    Edwards, EdwardsEncoding, EdwardsGroup, EdwardsPoint, EdwardsRoots, EdwardsThere, GroupInLanes,
    Ristretto,
};
use crate::engines::fold::PortableFold;
use crate::engines::mont::{Portable, words};
use crate::field::{Canonical, Field, InLanes, Masked, Red, There};
use crate::hash_to_curve::sqrt_ratio::{Chain, sqrt_ratio_5mod8, sqrt_ratios_5mod8};
use crate::scalar::{FromU64, ScalarField};
#[cfg(feature = "generator-combs")]
use crate::scalar_mul::{Comb, comb_data};

pub mod hash_to_curve;
mod ristretto;
mod x25519;

#[doc(inline)]
pub use hash_to_curve::{encode_to_curve, hash_to_curve};
#[doc(inline)]
pub use x25519::{x25519, x25519_not_identity};

/// p = 2^255 − 19.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FpModulus;

impl Modulus for FpModulus {
    const P: Limbs = hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
}

/// ℓ = 2^252 + 27742317777372353535851937790883648493, the prime order of the generator.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrModulus;

impl Modulus for FrModulus {
    const P: Limbs = hex("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed");
    const RARELY_REDUCED: bool = true;
}

/// An element of Fp known at compile time.
///
/// [Examples](self#examples).
pub type FpConst = Constant<FpModulus>;

/// The default engine of Fp.
///
/// [Examples](self#examples).
pub type FpEngine = PortableFold<FpModulus, { words::<FpModulus>() }>;
/// The default engine of Fr.
///
/// [Examples](self#examples).
pub type FrEngine = Portable<FrModulus, { words::<FrModulus>() }>;

/// An element of the base field, an integer modulo p: a [`Red`], like [`Scalar`].
///
/// [Examples](self#examples).
pub type Fp = Red<FpEngine>;
/// A scalar: an integer modulo ℓ, the order of the group. A secret one is a [`SecretScalar`].
///
/// It is a [`Red`], as all elements of fields are: reduced, with `+`, `-`, `*` and inversion.
///
/// [Examples](self#examples).
pub type Scalar = Red<FrEngine>;
/// The same as [`Scalar`], by the name of the field.
///
/// [Examples](self#examples).
pub type Fr = Red<FrEngine>;
/// A scalar that is a secret: wiped, never shown, and with operations in constant time only.
///
/// [Examples](self#examples).
pub type SecretScalar = crate::scalar::SecretScalar<FrEngine>;

impl ScalarField for FrEngine {}
impl FromU64 for FrEngine {}

/// The curve on an engine `F` of its base field.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ed25519<F = FpEngine>(PhantomData<F>);

/// A point of the curve, of any order.
///
/// [Examples](self#examples).
pub type Point = EdwardsPoint<Ed25519>;
/// An element of the group ristretto255 (RFC 9496).
///
/// [Examples](self#examples).
pub type Ristretto255 = Ristretto<Ed25519>;

/// d = −121665/121666.
const D: FpConst = FpConst::hex("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3");
/// 2d.
const D_2: FpConst =
    FpConst::hex("2406d9dc56dffce7198e80f2eef3d13000e0149a8283b156ebd69b9426b2f159");
/// 2^((p − 1)/4), a square root of −1; the even one.
pub(crate) const SQRT_MINUS_ONE: FpConst =
    FpConst::hex("2b8324804fc1df0b2b4d00993dfbd7a72f431806ad2fe478c4ee1b274a0ea0b0");
/// x of the generator: the even one with y = 4/5 (RFC 8032 §5.1).
const GENERATOR_X: FpConst =
    FpConst::hex("216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a");
/// y of the generator: 4/5.
const GENERATOR_Y: FpConst =
    FpConst::hex("6666666666666666666666666666666666666666666666666666666666666658");

/// (p − 5)/8 = 2^252 − 3: 250 ones, then 01. Cost: 251 squarings, 11 products.
const POWER: Chain<11, 1> = Chain {
    table: [
        (0, 0, 0),
        (0, 1, 0),
        (1, 2, 1),
        (2, 1, 0),
        (3, 5, 3),
        (4, 10, 4),
        (5, 20, 5),
        (6, 10, 4),
        (7, 50, 7),
        (8, 100, 8),
        (9, 50, 7),
    ],
    first: 10,
    windows: [(2, 0)],
    last: 0,
};

/// √(u/v) and true, or √(i·u/v) and false. Cost: 253 squarings, 19 products.
fn sqrt_ratio<F: Masked + Field<Const = FpConst>>(u: &Red<F>, v: &Red<F>) -> (Red<F>, F::Mask) {
    sqrt_ratio_5mod8(u, v, &Red::constant(&u.ctx(), &SQRT_MINUS_ONE), |x| POWER.power(x))
}

impl<F: Field<Const = FpConst>> Edwards for Ed25519<F> {
    type Base = F;

    fn times_d(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &D)
    }

    #[inline(always)]
    fn times_2d(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &D_2)
    }
}

impl<F: Canonical + Field<Const = FpConst>> EdwardsGroup for Ed25519<F> {
    type Fast = Ed25519<F::Fast>;

    #[inline(always)]
    fn fast() -> Option<EdwardsThere<Self::Fast>> {
        F::fast().map(There::of)
    }

    type Scalar = FrEngine;

    const COFACTOR_LOG2: u32 = 3;
    const SCALAR_BITS: u32 = FrModulus::BITS;
    const ORDER: [u64; 4] = [FrModulus::P[0], FrModulus::P[1], FrModulus::P[2], FrModulus::P[3]];

    fn generator(ctx: &F::Ctx) -> [Red<F>; 2] {
        [Red::constant(ctx, &GENERATOR_X), Red::constant(ctx, &GENERATOR_Y)]
    }
}

impl<F: Masked + Field<Const = FpConst>> EdwardsRoots for Ed25519<F> {
    fn sqrt_ratio(u: &Red<F>, v: &Red<F>) -> (Red<F>, F::Mask) {
        sqrt_ratio(u, v)
    }

    #[inline(always)]
    fn sqrt_ratio_pair(ratios: [[&Red<F>; 2]; 2]) -> [(Red<F>, F::Mask); 2] {
        let i = Red::constant(&ratios[0][0].ctx(), &SQRT_MINUS_ONE);
        sqrt_ratios_5mod8(ratios, &i, |x| POWER.powers(x))
    }
}

impl<F: InLanes + Field<Const = FpConst>> GroupInLanes for Ed25519<F> {
    type Lanes = Ed25519<F::Lanes>;
    type Doubles = Ed25519<F::Doubles>;
}

impl<F: Canonical + Field<Const = FpConst>> EdwardsEncoding for Ed25519<F> {
    type Bytes = [u8; 32];

    const ZERO: [u8; 32] = [0; 32];
}

/// The integer that Ed25519 (RFC 8032 §5.1.5) and X25519 (RFC 7748 §5) make of 32 bytes, in the
/// same order: its three lowest bits and its highest clear, the one below that set. Its residue
/// modulo ℓ ([`Fr::from_wide_le_bytes`]) serves for points without torsion; with torsion the
/// integer itself matters ([`EdwardsPoint::mul_integer`]).
///
/// [Examples](self#examples).
#[must_use]
pub fn clamp(mut bytes: [u8; 32]) -> [u8; 32] {
    bytes[0] &= 0xf8;
    bytes[31] = (bytes[31] & 0x7f) | 0x40;
    bytes
}

/// The comb of [`generator_comb`]: 10 doublings and 54 additions.
///
/// [Examples](self#examples).
#[cfg(feature = "generator-combs")]
pub type GeneratorComb = Comb<Point, 5, 16>;

/// The generator's comb as data, 7.5 KiB (feature `generator-combs`): [`Comb::mul`] gives \[k\]B,
/// constant-time.
///
/// [Examples](self#examples).
#[cfg(feature = "generator-combs")]
pub fn generator_comb() -> &'static GeneratorComb {
    static COMB: GeneratorComb =
        Comb::from_table(comb_data::entries::<FpModulus, { words::<FpModulus>() }, 3, 16, 5>(
            include_bytes!("ed25519/comb.bin"),
            comb_data::Form::Plain,
        ));
    &COMB
}
