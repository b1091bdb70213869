//! Hashing to P-256: the suites `P256_XMD:SHA-256_SSWU_{RO,NU}_` of RFC 9380 §8.2, over any
//! expander.
//!
//! The curve has ab ≠ 0, so the map lands on it directly, with Z = −10. Products and reductions,
//! without the hash: each of two maps 283 and 283 (264 of them one power), and an addition of
//! points; a test counts them.

use limb::each::Each;

use super::{FpConst, P256, Point};
use crate::field::{Field, Red};
use crate::hash_to_curve::Suite;
use crate::hash_to_curve::face::hashing_to;
use crate::hash_to_curve::sqrt_ratio::{Chain, sqrt_ratio_3mod4};
use crate::hash_to_curve::sswu::{Sign, Swu, map_to_curve};
use crate::weierstrass::Projective;

/// √10, where Z = −10.
const ROOT: FpConst =
    FpConst::hex("da538e3be1d89b99c978fc675180aab27b8d1ff84c55d5b62ccd3427e433c47f");

/// (p − 3)/4 = 2^254 − 2^222 + 2^190 + 2^94 − 1: 32 ones, 31 zeros, a one, 96 zeros, 94 ones. Cost:
/// 253 squarings, 11 products.
const POWER: Chain<8, 4> = Chain {
    table: [
        (0, 0, 0),
        (0, 1, 0),
        (1, 1, 0),
        (2, 3, 2),
        (3, 6, 3),
        (4, 3, 2),
        (5, 15, 5),
        (6, 2, 1),
    ],
    first: 7,
    windows: [(32, 0), (128, 7), (32, 7), (30, 6)],
    last: 0,
};

impl<F: Sign + Field<Const = FpConst>> Swu for P256<F> {
    fn times_z(x: &Red<F>) -> Red<F> {
        -&x.times(10)
    }

    fn sqrt_ratio(u: &Red<F>, v: &Red<F>) -> (Red<F>, F::Mask) {
        sqrt_ratio_3mod4(u, v, &Red::constant(&u.ctx(), &ROOT), |x| POWER.power(x))
    }
}

/// E′ is E.
impl<F: Sign + Field<Const = FpConst>> Suite for P256<F> {
    type Map = Self;

    fn map(u: &Red<F>) -> Projective<Self> {
        map_to_curve(u)
    }

    fn isogeny(point: &Projective<Self>) -> [Red<F>; 3] {
        point.coordinates().each(Red::clone)
    }
}

hashing_to!(P256 => Point, "", suites: "P256_XMD:SHA-256_SSWU", hash_to_curve, hash_to_curve_batch, encode_to_curve);
