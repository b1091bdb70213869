//! secp256k1 (Certicom Research, SEC 2 version 2.0, 2010, §2.4.1): root facts and names.
//!
//! E: y² = x³ + 7 over Fp, p = 2^256 − 2^32 − 977, of prime order n. Encodings are those of SEC 1
//! ([`Sec1Encoding`](crate::weierstrass::Sec1Encoding)), scalars are 32 bytes, big-endian.

use core::marker::PhantomData;

use limb::Modulus;
use limb::modulus::{Constant, Limbs, hex};

use crate::engines::mont::{Portable, words};
use crate::field::{Canonical, Field, Red};
use crate::formulas::complete::Zero;
use crate::glv::Part;
use crate::scalar::ScalarField;
use crate::weierstrass::{Affine, Endomorphism, Group, Integer, Projective, Sec1Encoding, Weierstrass};

/// p = 2^256 − 2^32 − 977.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FpModulus;

impl Modulus for FpModulus {
    const P: Limbs = hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
}

/// n, the number of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrModulus;

impl Modulus for FrModulus {
    const P: Limbs = hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
}

/// An element of Fp known at compile time.
pub type FpConst = Constant<FpModulus>;

/// The default engine of Fp.
pub type FpEngine = Portable<FpModulus, { words::<FpModulus>() }>;
/// The default engine of Fr.
pub type FrEngine = Portable<FrModulus, { words::<FrModulus>() }>;

/// The base field.
pub type Fp = Red<FpEngine>;
/// The scalar field: the integers modulo n.
pub type Fr = Red<FrEngine>;
/// A scalar that is a secret.
pub type SecretScalar = crate::scalar::SecretScalar<FrEngine>;

impl ScalarField for FrEngine {}

/// E(Fp) on an engine `F` of the base field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secp256k1<F = FpEngine>(PhantomData<F>);

/// A point.
pub type Point = Projective<Secp256k1>;
/// A point, affine.
pub type AffinePoint = Affine<Secp256k1>;

/// x of the generator (SEC 2 §2.4.1).
const GENERATOR_X: FpConst = FpConst::hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");

/// y of the generator (SEC 2 §2.4.1).
const GENERATOR_Y: FpConst = FpConst::hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8");

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

impl<F: Field<Const = FpConst>> Endomorphism for Secp256k1<F> {}

impl<F: Canonical + Field<Const = FpConst>> Group for Secp256k1<F> {
    type Scalar = FrEngine;

    const PARTS: usize = 1;
    const PART_BITS: u32 = 256;

    fn split(k: &Integer) -> [Part; 4] {
        Part::four([Part::positive(*k)])
    }

    fn generator() -> Affine<Self> {
        let ctx = &();
        Affine::from_xy_unchecked_curve_and_subgroup(Red::constant(ctx, &GENERATOR_X), Red::constant(ctx, &GENERATOR_Y))
    }
}

impl<F: Canonical + Field<Const = FpConst>> Sec1Encoding for Secp256k1<F> {}
