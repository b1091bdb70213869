//! Hashing to edwards25519: the suites `edwards25519_XMD:SHA-512_ELL2_{RO,NU}_` of RFC 9380 §8.5,
//! over any expander.
//!
//! J = 486662, K = 1, Z = 2. In products, squarings among them, without the hash: each of two maps
//! 287 (272 of them for the root), the addition 10, the cofactor 21; a test counts them.

use super::{Ed25519, FpConst, Point, SQRT_MINUS_ONE};
use crate::edwards::RootOf;
use crate::field::{Field, Red};
use crate::hash_to_curve::elligator2::{self, Elligator2};
use crate::hash_to_curve::sswu::Sign;
use crate::hash_to_curve::{Expander, Message};

/// J of t² = s³ + Js² + s.
const J: FpConst = FpConst::small(486_662);
/// √−486664, the even one (RFC 9380 §6.8.1 and D.1: sgn0 is 0).
const C: FpConst = FpConst::hex("0f26edf460a006bbd27b08dc03fc4f7ec5a1d3d14b7d1a82cc6e04aaff457e06");

impl<F: Sign + Field<Const = FpConst>> Elligator2 for Ed25519<F> {
    fn times_a(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &J)
    }

    fn times_c(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &C)
    }

    fn times_z(x: &Red<F>) -> Red<F> {
        x.twice().weak()
    }

    /// Where r² = i·u/v, ((1 − i)r)² = −2i·i·u/v = 2u/v.
    fn sqrt_or_z_times(u: &Red<F>, v: &Red<F>) -> RootOf<Self> {
        let ctx = u.ctx();
        let (root, is_square) = super::sqrt_ratio(u, v);
        let one_minus_i = Red::one_in(&ctx).minus(&Red::constant(&ctx, &SQRT_MINUS_ONE));
        (Red::select(&(&root * &one_minus_i), &root, &is_square), is_square)
    }
}

/// A point of the subgroup of prime order, random to everyone, for a message: suite
/// `edwards25519_XMD:SHA-512_ELL2_RO_` with `E` = `Xmd<Sha512>`.
///
/// `msg` is one slice or a list of slices, which are concatenated; `dst` is the domain separation
/// tag, see [`hash_to_field`](crate::hash_to_curve::hash_to_field).
///
/// Time: constant in the content of `msg`, not in the lengths. Cost: see the [module](self).
///
/// [Examples](super#examples).
pub fn hash_to_curve<E: Expander>(msg: &(impl Message + ?Sized), dst: &[u8]) -> Point {
    elligator2::hash_to_curve::<Ed25519, E>(msg, dst)
}

/// A point of the subgroup of prime order that is not uniform, for a message: suite
/// `edwards25519_XMD:SHA-512_ELL2_NU_` with `E` = `Xmd<Sha512>`.
///
/// Arguments and time as in [`hash_to_curve`]; see
/// [`encode_to_curve`](crate::hash_to_curve::encode_to_curve) for what it is not good for.
///
/// [Examples](super#examples).
pub fn encode_to_curve<E: Expander>(msg: &(impl Message + ?Sized), dst: &[u8]) -> Point {
    elligator2::encode_to_curve::<Ed25519, E>(msg, dst)
}
