//! Hashing to secp256k1: the suites `secp256k1_XMD:SHA-256_SSWU_{RO,NU}_` of RFC 9380 §8.7, over
//! any expander.
//!
//! E′: y² = x³ + A′x + 1771 with Z = −11; the isogeny has degree 3. Products and reductions,
//! without the hash: each of two maps 286 and 286 (267 of them one power), the addition on E′ 18
//! and 12, the isogeny 13 and 11; a test counts them.

use core::marker::PhantomData;

use super::{FpConst, Point, Secp256k1};
use crate::field::{Field, Red};
use crate::formulas::complete::Coefficient;
use crate::hash_to_curve::Suite;
use crate::hash_to_curve::face::hashing_to;
use crate::hash_to_curve::isogeny::{Degree3, degree_3};
use crate::hash_to_curve::sqrt_ratio::{Chain, sqrt_ratio_3mod4};
use crate::hash_to_curve::sswu::{Sign, Swu, map_to_curve};
use crate::weierstrass::{Projective, Weierstrass};

/// E′ on an engine `F` of the base field.
///
/// [Examples](super#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isogenous<F>(PhantomData<F>);

/// A′ (RFC 9380 §8.7): 5t, so that a = A′ − 5t = 0.
const A: FpConst = FpConst::hex("3f8731abdd661adca08a5558f0f5d272e953d363cb6f0e5d405447c01a444533");
/// x₀, a root of the division polynomial 3x⁴ + 6A′x² + 12B′x − A′²; −k₍₂,₁₎/2 of RFC 9380 E.1.
const X0: FpConst =
    FpConst::hex("89291c84de3e11f1041da6957255eed5fc964a4df050df221d6ad4ce6ab9c5a5");
/// t = 2(3x₀² + A′).
const T: FpConst = FpConst::hex("731b09ef2c479ef8ece8777830312a16fb772a4728afcfac4010db260540d91d");
/// √11, where Z = −11.
const ROOT: FpConst =
    FpConst::hex("31fdf302724013e57ad13fb38f842afeec184f00a74789dd286729c8303c4a59");

/// (p − 3)/4 = 2^254 − 2^30 − 245: 223 ones, a zero, 22 ones, 00001011. Cost: 253 squarings, 14
/// products.
pub(super) const POWER: Chain<12, 3> = Chain {
    table: [
        (0, 0, 0),
        (0, 1, 0),
        (1, 1, 0),
        (2, 3, 2),
        (3, 3, 2),
        (4, 2, 1),
        (5, 11, 5),
        (6, 22, 6),
        (7, 44, 7),
        (8, 88, 8),
        (9, 44, 7),
        (10, 3, 2),
    ],
    first: 11,
    windows: [(23, 6), (5, 0), (3, 1)],
    last: 0,
};

impl<F: Field<Const = FpConst>> Weierstrass for Isogenous<F> {
    type Base = F;
    type A = Self;

    fn b(ctx: &F::Ctx) -> Red<F> {
        Red::small(ctx, 1771)
    }

    /// 3·1771 = 21·253.
    fn times_3b(x: &Red<F>) -> Red<F> {
        x.times(253).times(21)
    }
}

impl<F: Field<Const = FpConst>> Coefficient<Self> for Isogenous<F> {
    fn times(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &A)
    }
}

impl<F: Sign + Field<Const = FpConst>> Swu for Isogenous<F> {
    /// 1771 = 7·253.
    fn times_b(x: &Red<F>) -> Red<F> {
        x.times(253).times(7)
    }

    fn times_z(x: &Red<F>) -> Red<F> {
        -&x.times(11)
    }

    fn sqrt_ratio(u: &Red<F>, v: &Red<F>) -> (Red<F>, F::Mask) {
        sqrt_ratio_3mod4(u, v, &Red::constant(&u.ctx(), &ROOT), |x| POWER.power(x))
    }
}

impl<F: Field<Const = FpConst>> Degree3 for Isogenous<F> {
    const NEGATIVE: bool = false;

    fn times_x0(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &X0)
    }

    fn times_t(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &T)
    }

    /// w = 4y₀² = 28.
    fn times_w(x: &Red<F>) -> Red<F> {
        x.times(28)
    }
}

impl<F: Sign + Field<Const = FpConst>> Suite for Secp256k1<F> {
    type Map = Isogenous<F>;

    fn map(u: &Red<F>) -> Projective<Isogenous<F>> {
        map_to_curve(u)
    }

    fn isogeny(point: &Projective<Isogenous<F>>) -> [Red<F>; 3] {
        degree_3(point)
    }
}

hashing_to!(Secp256k1 => Point, "", suites: "secp256k1_XMD:SHA-256_SSWU", hash_to_curve, hash_to_curve_batch, encode_to_curve);
