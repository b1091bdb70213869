//! P-256, also named secp256r1 and prime256v1 (NIST SP 800-186, 2023, §3.2.1.3): root facts and
//! names.
//!
//! E: y² = x³ − 3x + b over Fp, p = 2^256 − 2^224 + 2^192 + 2^96 − 1, of prime order n. Encodings
//! are those of SEC 1 ([`Sec1Encoding`]), scalars are 32 bytes, big-endian.
//!
//! Both fields are in Montgomery's form. p ≡ −1 modulo the word, which [`limb::Mont`] makes use of:
//! the quotient of a step is a word that is there, and one word product is left of five. In
//! portable code a product takes 0.88 of the time of a general modulus of 256 bits (64-bit words,
//! one machine); the ADX engine has kernels for this shape, and takes 0.58 of the portable time for
//! a product, 0.47 for a square, 0.62 for a multiplication of a point and for a sum of two.
//! Solinas's reduction by sums of 32-bit words was not tried: it wants double-width products, which
//! the interleaved form avoids.
//!
//! | you want | take |
//! |---|---|
//! | points to add and to multiply | [`Point`] |
//! | points as bytes | [`AffinePoint`] |
//! | scalars | [`Scalar`]; [`SecretScalar`] if it is a secret |
//! | a point from a message | [`hash_to_curve()`] |
//!
//! # Examples
//!
//! ```
//! use curvemark_curve::hash_to_curve::Xmd;
//! use curvemark_curve::p256::{AffinePoint, Point, Scalar, SecretScalar, hash_to_curve};
//! use sha2::Sha256;
//!
//! // A key pair: the secret scalar is wiped, and multiplies in constant time.
//! let secret = SecretScalar::from_be_bytes(&[7; 32])?;
//! let public: AffinePoint = (&Point::generator() * &secret).to_affine();
//! let bytes = public.to_sec1()?; // 33 of them
//! assert_eq!(AffinePoint::from_sec1(&bytes)?, public);
//!
//! // Of public values, in variable time.
//! let seven = Point::generator().mul_vartime(&Scalar::from(7u32));
//! assert!(seven == Point::mul_generator(&Scalar::from(7u32)));
//!
//! // A point for a message. The tag names your protocol: RFC 9380, section 3.1.
//! let tag = b"EXAMPLE-V01-CS01-with-P256_XMD:SHA-256_SSWU_RO_";
//! let hash = hash_to_curve::<Xmd<Sha256>>(b"a message", tag).to_affine();
//! assert!(!bool::from(hash.is_identity()));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use core::marker::PhantomData;

use limb::Modulus;
use limb::modulus::{Constant, Limbs, hex};

use crate::engines::mont::{Portable, words};
use crate::field::{Canonical, Field, InLanes, Masked, Red, There};
use crate::formulas::complete::MinusThree;
use crate::scalar::{FromU64, ScalarField};
#[cfg(feature = "generator-combs")]
use crate::scalar_mul::{Comb, comb_data};
use crate::weierstrass::{
    Affine, CurveThere, Endomorphism, Group, GroupInLanes, Projective, Sec1Encoding, Subgroup,
    Weierstrass,
};

pub mod hash_to_curve;

#[doc(inline)]
pub use hash_to_curve::{encode_to_curve, hash_to_curve, hash_to_curve_batch};

/// p = 2^256 − 2^224 + 2^192 + 2^96 − 1.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FpModulus;

impl Modulus for FpModulus {
    const P: Limbs = hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
}

/// n, the number of points.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrModulus;

impl Modulus for FrModulus {
    const P: Limbs = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
    const RARELY_REDUCED: bool = true;
}

/// An element of Fp known at compile time.
///
/// [Examples](self#examples).
pub type FpConst = Constant<FpModulus>;

/// The default engine of Fp.
///
/// [Examples](self#examples).
pub type FpEngine = Portable<FpModulus, { words::<FpModulus>() }>;
/// The default engine of Fr.
///
/// [Examples](self#examples).
pub type FrEngine = Portable<FrModulus, { words::<FrModulus>() }>;

/// An element of the base field, an integer modulo p: a [`Red`], like [`Scalar`].
///
/// [Examples](self#examples).
pub type Fp = Red<FpEngine>;
/// A scalar: an integer modulo n, the order of the group. A secret one is a [`SecretScalar`].
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

/// E(Fp) on an engine `F` of the base field.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct P256<F = FpEngine>(PhantomData<F>);

/// A point of the curve, for arithmetic.
///
/// [Examples](self#examples).
pub type Point = Projective<P256>;
/// A point of the curve by its coordinates x and y, for bytes.
///
/// [Examples](self#examples).
pub type AffinePoint = Affine<P256>;

/// b (SP 800-186 §3.2.1.3): b²·c = −27 for a c that is made from a published seed by SHA-1.
const B: FpConst = FpConst::hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");

/// 3b.
const B_3: FpConst =
    FpConst::hex("1052a18afeafbbb61bc3380063c994352f57141164fb12e2b36ab4ba777720e2");

/// x of the generator (SP 800-186 §3.2.1.3).
const GENERATOR_X: FpConst =
    FpConst::hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296");

/// y of the generator (SP 800-186 §3.2.1.3).
const GENERATOR_Y: FpConst =
    FpConst::hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");

impl<F: Field<Const = FpConst>> Weierstrass for P256<F> {
    type Base = F;
    type A = MinusThree;

    fn b(ctx: &F::Ctx) -> Red<F> {
        Red::constant(ctx, &B)
    }

    #[inline(always)]
    fn times_3b(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &B_3)
    }
}

/// The curve has no endomorphism that would help: it is multiplied in one part.
impl<F: Field<Const = FpConst>> Endomorphism for P256<F> {}

/// Every point is in the group.
impl<F: Masked + Field<Const = FpConst>> Subgroup for P256<F> {}

impl<F: Canonical + Field<Const = FpConst>> Group for P256<F> {
    type Fast = P256<F::Fast>;
    type Remainders = P256<F::Fast>;

    #[inline(always)]
    fn fast() -> Option<CurveThere<Self::Fast>> {
        F::fast().map(There::of)
    }

    type Scalar = FrEngine;

    const PARTS: usize = 1;
    const PART_BITS: u32 = 256;
    const ORDER_FILLS_BYTES: bool = true;

    fn generator(ctx: &F::Ctx) -> Affine<Self> {
        Affine::from_xy_unchecked_curve_and_subgroup(
            Red::constant(ctx, &GENERATOR_X),
            Red::constant(ctx, &GENERATOR_Y),
        )
    }
}

impl<F: InLanes + Field<Const = FpConst>> GroupInLanes for P256<F> {
    type Lanes = P256<F::Lanes>;
    type Doubles = P256<F::Doubles>;
}

impl<F: Canonical + Field<Const = FpConst>> Sec1Encoding for P256<F> {}

/// The comb of [`generator_comb`]: 10 doublings and 43 additions.
///
/// [Examples](self#examples).
#[cfg(feature = "generator-combs")]
pub type GeneratorComb = Comb<Point, 4, 32>;

/// The generator's comb as data, 8 KiB (feature `generator-combs`): [`Comb::mul`] gives \[k\]G,
/// constant-time.
///
/// [Examples](self#examples).
#[cfg(feature = "generator-combs")]
pub fn generator_comb() -> &'static GeneratorComb {
    static COMB: GeneratorComb =
        Comb::from_table(comb_data::entries::<FpModulus, { words::<FpModulus>() }, 2, 32, 4>(
            include_bytes!("p256/comb.bin"),
            comb_data::Form::Montgomery,
        ));
    &COMB
}
