//! Hashing to edwards25519: the suites `edwards25519_XMD:SHA-512_ELL2_{RO,NU}_` of RFC 9380 §8.5,
//! over any expander.
//!
//! J = 486662. In products, squarings among them, without the hash: each of two maps 287 (272 of
//! them for the root), the addition 10, the cofactor 21; a test counts them.

use super::{Ed25519, FpConst, FpEngine, Point, SQRT_MINUS_ONE};
use crate::edwards::{EdwardsGroup, EdwardsPoint, EdwardsThere};
use crate::engines::door::elsewhere;
use crate::field::{Canonical, Field, Masked, Red, There};
use crate::hash_to_curve::elligator2::{Elligator2, map_to_curve};
use crate::hash_to_curve::sswu::Sign;
use crate::hash_to_curve::{Expander, Message, hash_to_field_in};

/// J of t² = s³ + Js² + s.
const J: FpConst = FpConst::small(486_662);
/// √−486664, the even one (RFC 9380 §6.8.1 and D.1: sgn0 is 0).
const C: FpConst = FpConst::hex("0f26edf460a006bbd27b08dc03fc4f7ec5a1d3d14b7d1a82cc6e04aaff457e06");

impl<F: Sign + Field<Const = FpConst>> Elligator2 for Ed25519<F> {
    fn times_j(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &J)
    }

    fn sqrt_ratio(u: &Red<F>, v: &Red<F>) -> (Red<F>, <F as Masked>::Mask) {
        super::sqrt_ratio(u, v)
    }

    fn i(ctx: &F::Ctx) -> Red<F> {
        Red::constant(ctx, &SQRT_MINUS_ONE)
    }

    fn c(ctx: &F::Ctx) -> Red<F> {
        Red::constant(ctx, &C)
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
    elsewhere!(short Ed25519, |there| Point::leave(&hash_on::<_, E>(there, msg, dst)));
    hash_on::<FpEngine, E>(&There::new(()), msg, dst)
}

/// The point on an engine.
fn hash_on<F: Canonical + Sign + Field<Const = FpConst>, E: Expander>(
    there: &EdwardsThere<Ed25519<F>>,
    msg: &(impl Message + ?Sized),
    dst: &[u8],
) -> EdwardsPoint<Ed25519<F>> {
    let [u0, u1] = hash_to_field_in::<F, E, 2>(there, msg, dst);
    map_to_curve::<Ed25519<F>>(&u0).add(&map_to_curve(&u1)).mul_by_cofactor()
}

/// A point of the subgroup of prime order that is not uniform, for a message: suite
/// `edwards25519_XMD:SHA-512_ELL2_NU_` with `E` = `Xmd<Sha512>`.
///
/// Arguments and time as in [`hash_to_curve`]; see
/// [`encode_to_curve`](crate::hash_to_curve::encode_to_curve) for what it is not good for.
///
/// [Examples](super#examples).
pub fn encode_to_curve<E: Expander>(msg: &(impl Message + ?Sized), dst: &[u8]) -> Point {
    elsewhere!(short Ed25519, |there| Point::leave(&encode_on::<_, E>(there, msg, dst)));
    encode_on::<FpEngine, E>(&There::new(()), msg, dst)
}

/// The point on an engine.
fn encode_on<F: Canonical + Sign + Field<Const = FpConst>, E: Expander>(
    there: &EdwardsThere<Ed25519<F>>,
    msg: &(impl Message + ?Sized),
    dst: &[u8],
) -> EdwardsPoint<Ed25519<F>> {
    let [u] = hash_to_field_in::<F, E, 1>(there, msg, dst);
    map_to_curve::<Ed25519<F>>(&u).mul_by_cofactor()
}
