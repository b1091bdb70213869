//! secp256k1 (Certicom Research, SEC 2 version 2.0, 2010, §2.4.1): root facts and names.
//!
//! E: y² = x³ + 7 over Fp, p = 2^256 − 2^32 − 977, of prime order n. Encodings are those of SEC 1
//! ([`Sec1Encoding`]), scalars are 32 bytes, big-endian.
//!
//! The base field folds ([`limb::Fold`]): in portable code a product takes 0.74 of the time of
//! Montgomery's ([`limb::Mont`]), a square 0.64, a complete addition 0.68, a multiplication of a
//! point 0.68 (64-bit words, one machine). The ADX engine folds too: 0.62 of the portable time for
//! a product, 0.57 for a square, 0.74 for a multiplication of a point. n is no such prime, and
//! scalars are few: they are in Montgomery's form.
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
//! use curvemark_curve::secp256k1::{AffinePoint, Point, Scalar, SecretScalar, hash_to_curve};
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
//! let tag = b"EXAMPLE-V01-CS01-with-secp256k1_XMD:SHA-256_SSWU_RO_";
//! let hash = hash_to_curve::<Xmd<Sha256>>(b"a message", tag).to_affine();
//! assert!(!bool::from(hash.is_identity()));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use core::marker::PhantomData;

use limb::Modulus;
use limb::modulus::{Constant, Limbs, hex};

use crate::engines::fold::PortableFold;
use crate::engines::mont::{Portable, words};
use crate::field::{Canonical, Field, InLanes, Masked, Red, There};
use crate::formulas::complete::Zero;
use crate::glv::{Lattice, Reciprocal, coordinate};
use crate::integer::{Integer, SignedPart};
use crate::scalar::{FromU64, ScalarField};
#[cfg(feature = "generator-combs")]
use crate::scalar_mul::{Comb, MultiplesData, comb_data};
use crate::weierstrass::{
    Affine, CurveThere, Endomorphism, Group, GroupInLanes, Projective, Sec1Encoding, Subgroup,
    Weierstrass,
};

#[cfg(feature = "ellswift")]
pub mod ellswift;
pub mod hash_to_curve;

#[doc(inline)]
pub use hash_to_curve::{encode_to_curve, hash_to_curve, hash_to_curve_batch};

/// p = 2^256 − 2^32 − 977.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FpModulus;

impl Modulus for FpModulus {
    const P: Limbs = hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
}

/// n, the number of points.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrModulus;

impl Modulus for FrModulus {
    const P: Limbs = hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    const RARELY_REDUCED: bool = true;
}

/// An element of Fp known at compile time.
///
/// [Examples](self#examples).
pub type FpConst = Constant<FpModulus>;

/// The default engine of Fp: folding.
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
pub struct Secp256k1<F = FpEngine>(PhantomData<F>);

/// A point of the curve, for arithmetic.
///
/// [Examples](self#examples).
pub type Point = Projective<Secp256k1>;
/// A point of the curve by its coordinates x and y, for bytes.
///
/// [Examples](self#examples).
pub type AffinePoint = Affine<Secp256k1>;

/// x of the generator (SEC 2 §2.4.1).
const GENERATOR_X: FpConst =
    FpConst::hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");

/// y of the generator (SEC 2 §2.4.1).
const GENERATOR_Y: FpConst =
    FpConst::hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8");

impl<F: Field<Const = FpConst>> Weierstrass for Secp256k1<F> {
    type Base = F;
    type A = Zero;

    fn b(ctx: &F::Ctx) -> Red<F> {
        Red::small(ctx, 7)
    }

    #[inline(always)]
    fn times_3b(x: &Red<F>) -> Red<F> {
        x.times(21)
    }
}

/// β, a cube root of one: (βx, y) = \[λ\](x, y) with λ of [`LATTICE`].
const BETA: FpConst =
    FpConst::hex("7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee");

/// The integers (v₀, v₁) with v₀ + v₁λ ≡ 0 modulo n, for the cube root of one λ =
/// 5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72: the reduced basis (a₁, b₁),
/// (a₂, b₂), b₂ = a₁, whose determinant is n, and b₂·2^320/n, −b₁·2^320/n. Parts are at most (a₁ +
/// a₂)/2 and (a₁ − b₁)/2 < 2^128.
///
/// P. Wuille and others, libsecp256k1, `scalar_impl.h`; D. Hankerson, A. Menezes, S. Vanstone,
/// "Guide to Elliptic Curve Cryptography", 2004, algorithm 3.74 gives the vectors.
const LATTICE: Lattice<2, 3> = Lattice {
    basis: [
        [
            coordinate("3086d221a7d46bcde86c90e49284eb15"),
            coordinate("-e4437ed6010e88286f547fa90abfe4c3"),
        ],
        [
            coordinate("114ca50f7a8e2f3f657c1108d9d44cfd8"),
            coordinate("3086d221a7d46bcde86c90e49284eb15"),
        ],
    ],
    reciprocals: [
        Reciprocal::hex("3086d221a7d46bcde86c90e49284eb153daa8a1471e8ca80"),
        Reciprocal::hex("e4437ed6010e88286f547fa90abfe4c4221208ac9df506c6"),
    ],
};

impl<F: Field<Const = FpConst>> Endomorphism for Secp256k1<F> {
    #[inline]
    fn endomorphism_xy(x: &Red<F>, y: &Red<F>) -> (Red<F>, Red<F>) {
        (x * &Red::constant(&x.ctx(), &BETA), y.clone())
    }
}

/// Every point is in the group.
impl<F: Masked + Field<Const = FpConst>> Subgroup for Secp256k1<F> {}

impl<F: Canonical + Field<Const = FpConst>> Group for Secp256k1<F> {
    type Fast = Secp256k1<F::Fast>;
    type Remainders = Secp256k1<F::Fast>;

    #[inline(always)]
    fn fast() -> Option<CurveThere<Self::Fast>> {
        F::fast().map(There::of)
    }

    type Scalar = FrEngine;

    const PARTS: usize = 2;
    const PART_BITS: u32 = 128;
    const ORDER_FILLS_BYTES: bool = true;

    fn split(k: &Integer) -> [SignedPart; 4] {
        let [k0, k1] = LATTICE.split(k);
        [k0, k1, SignedPart::zero(), SignedPart::zero()]
    }

    fn generator(ctx: &F::Ctx) -> Affine<Self> {
        Affine::from_xy_unchecked_curve_and_subgroup(
            Red::constant(ctx, &GENERATOR_X),
            Red::constant(ctx, &GENERATOR_Y),
        )
    }
}

impl<F: InLanes + Field<Const = FpConst>> GroupInLanes for Secp256k1<F> {
    type Lanes = Secp256k1<F::Lanes>;
    type Doubles = Secp256k1<F::Doubles>;
}

impl<F: Canonical + Field<Const = FpConst>> Sec1Encoding for Secp256k1<F> {}

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
            include_bytes!("secp256k1/comb.bin"),
            comb_data::Form::Plain,
        ));
    &COMB
}

/// Odd multiples of the generator, from one to 127 times it.
///
/// [Examples](self#examples).
#[cfg(feature = "generator-combs")]
pub type GeneratorMultiples = MultiplesData<Secp256k1, 64>;

/// Odd multiples of the generator as data, 4 KiB (feature `generator-combs`):
/// [`MultiplesData::double_base_vartime`] gives aG + bP, as verifications need it.
///
/// [Examples](self#examples).
#[cfg(feature = "generator-combs")]
pub fn generator_multiples() -> &'static GeneratorMultiples {
    static MULTIPLES: GeneratorMultiples = {
        let [table] = comb_data::entries::<FpModulus, { words::<FpModulus>() }, 2, 64, 1>(
            include_bytes!("secp256k1/multiples.bin"),
            comb_data::Form::Plain,
        );
        let mut out = [[Fp::from_raw([0; words::<FpModulus>()]); 2]; 64];
        let mut i = 0;
        while i < out.len() {
            let [x, y] = table[i];
            out[i] = [Fp::from_raw(x), Fp::from_raw(y)];
            i += 1;
        }
        MultiplesData::from_table(out)
    };
    &MULTIPLES
}
