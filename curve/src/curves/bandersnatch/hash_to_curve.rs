//! Hashing to Bandersnatch by Elligator 2, as the suites of ark-vrf do, over any expander. No RFC
//! names such a suite; all steps are those of RFC 9380 §6.7.1, §6.8.2 and D.1.
//!
//! J = 2(a + d)/(a − d) and K = 4/(a − d), as the Edwards curve has them, and Z = 5, the least
//! number that is no square. In products, squarings among them, without the hash: each of two maps
//! 407 (391 of them for the root), the addition 11, the doublings 21; a test counts them.

use super::{Bandersnatch, FpConst, POWER, Point, ROOTS};
use crate::edwards::RootOf;
use crate::field::{Field, Red};
use crate::hash_to_curve::elligator2::{self, Elligator2};
use crate::hash_to_curve::sswu::Sign;
use crate::hash_to_curve::{Expander, Message};

/// (a + d)/2 = J/K.
const A: FpConst = FpConst::hex("31c4e09319e133e5e3371dfc35f1db6c65b333b8bbf2a7c959b4f97a8c46ac71");
/// (a − d)/4 = 1/K.
const B: FpConst = FpConst::hex("5b0b37099cace355419e4909eea8ea4f20e40a26a205081a53258341b9dca9c6");
/// √(Z/g), g the root of unity 5^t: 5^((1 − t)/2) with p − 1 = 2^32·t.
const ROOT: FpConst =
    FpConst::hex("1173672c0d2f2cc2dea63e41a6ea9db26f377bd9a3f6af9a1e1ca4ccca7c8cdf");

impl<F: Sign + Field<Const = FpConst>> Elligator2 for Bandersnatch<F> {
    const COMPLETE: bool = false;

    fn times_a(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &A)
    }

    fn times_b(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &B)
    }

    fn times_z(x: &Red<F>) -> Red<F> {
        x.times(5)
    }

    fn sqrt_or_z_times(u: &Red<F>, v: &Red<F>) -> RootOf<Self> {
        ROOTS.sqrt_ratio(u, v, &Red::constant(&u.ctx(), &ROOT), |x| POWER.power(x))
    }
}

/// A point of order ℓ, random to everyone, for a message.
///
/// `msg` is one slice or a list of slices, which are concatenated; `dst` is the domain separation
/// tag, see [`hash_to_field`](crate::hash_to_curve::hash_to_field). With `E` = `Xmd<Sha512>` it is
/// the map of ark-vrf's suite `Bandersnatch-SHA512-ELL2-v2`, and with `XmdWithPad<Sha512, 48>` that
/// of `Bandersnatch-SHA512-ELL2-v1`. Their tags are these names and the byte 0x60.
///
/// Time: constant in the content of `msg`, not in the lengths. Cost: see the [module](self).
///
/// [Examples](super#examples).
pub fn hash_to_curve<E: Expander>(msg: &(impl Message + ?Sized), dst: &[u8]) -> Point {
    elligator2::hash_to_curve::<Bandersnatch, E>(msg, dst)
}
