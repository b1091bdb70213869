//! ElligatorSwift for secp256k1: a point as 64 bytes that look like random ones, as BIP-324 has it.
//!
//! J. Chávez-Saab, F. Rodríguez-Henríquez, M. Tibouchi, "SwiftEC: Shallue–van de Woestijne
//! indifferentiable function to elliptic curves", ePrint 2022/759, with the changes of BIP-324: no
//! pair (u, t) is without an x. The bytes are u and t, 32 each, big-endian and of any value; what
//! is p or more stands for its residue. So all 2^512 strings are encodings, and each point has very
//! many.
//!
//! With g = u³ + 7, s = t² and c = √−3, one of these is the x of a point, and the first that is one
//! is taken:
//!
//! x₃ = u − (g + s)²/(3su²), x₂ = −(n/(g + s) + u)/2, x₁ = (n/(g + s) − u)/2 with n = (g − s)cu.
//!
//! They are those of BIP-324, whose X/Y is n/(g + s), and whose 4Y² is −(g + s)²/(3su²) since c² =
//! −3. The map takes −t to the same x. So t also carries the sign of y: both are odd, or both even,
//! as libsecp256k1 has it. BIP-324 itself asks for x only.
//!
//! c is the root that is a square, −(2β + 1) for the cube root of one β.
//!
//! # Example
//!
//! ```
//! use curvemark_curve::secp256k1::{AffinePoint, Fp, ellswift};
//!
//! let point = AffinePoint::generator();
//! // About one of four pairs of a random u and a case has an encoding: try until one has.
//! let bytes = (1u32..)
//!     .find_map(|u| ellswift::encode(&point, &Fp::from(u), u as u8))
//!     .expect("soon");
//! assert_eq!(ellswift::decode(&bytes), point);
//! // All strings are encodings.
//! assert!(bool::from(ellswift::decode(&[0xff; 64]).is_on_curve()));
//! ```

use limb::ct::declassify;
use subtle::Choice;

use super::hash_to_curve::POWER;
use super::{AffinePoint, BETA, Fp, FpConst, FpEngine, Secp256k1};
use crate::engines::door::elsewhere;
use crate::field::{Canonical, Field, FieldThere, Holds, Invert, Masked, Red};
use crate::weierstrass::{Affine, right_side};

/// Bytes of u, and of t.
const HALF: usize = 32;

/// The residues of u and t.
fn halves(bytes: &[u8; 2 * HALF]) -> [Fp; 2] {
    let (u, t) = bytes.split_at(HALF);
    [Fp::from_uniform_bytes(u), Fp::from_uniform_bytes(t)]
}

/// The point of 64 bytes, whatever they are; never the identity. Constant-time.
///
/// Cost: [`x_swift_ec`] and a square root.
///
/// [Example](self#example).
#[inline(never)]
pub fn decode(bytes: &[u8; 64]) -> AffinePoint {
    let [u, t] = halves(bytes);
    AffinePoint::from_x(x_swift_ec(&u, &t), t.sgn0())
        .unwrap_or_else(|_| unreachable!("the map gives the x of a point"))
}

/// As [`decode`], in time that depends on the bytes: for those that go over a wire.
///
/// Cost: an inversion and one to three powers, 1.75 on average, where [`decode`] takes three.
///
/// [Example](self#example).
#[inline(never)]
pub fn decode_vartime(bytes: &[u8; 64]) -> AffinePoint {
    let [u, t] = halves(bytes);
    elsewhere!(short FpEngine, |there| point_there_vartime(there, &u, &t));
    point_vartime(&u, &t)
}

/// One of the encodings of a point: that with this u and of this case, if there is one. The lowest
/// three bits of the case count, and it is public. Constant-time in the point and in u but for the
/// verdict.
///
/// About one pair of four has an encoding. For encodings that look random, u and the case are
/// drawn at random until one has.
///
/// Cost: that of [`x_swift_ec_inv`].
///
/// [Example](self#example).
#[inline(never)]
pub fn encode(point: &AffinePoint, u: &Fp, case: u8) -> Option<[u8; 64]> {
    let (t, exists) = x_swift_ec_inv(point, u, case);
    // Public: the caller learns it.
    if !declassify(exists) {
        return None;
    }
    let t = t.negate_if(&(t.sgn0() ^ point.y().sgn0()));
    let mut out = [0; 64];
    let (first, second) = out.split_at_mut(HALF);
    u.to_bytes(first);
    t.to_bytes(second);
    Some(out)
}

/// XSwiftEC of BIP-324: the x of a point, of any u and t. Constant-time.
///
/// Cost: an inversion and 556 products, of which two powers take 534.
///
/// [Example](self#example).
#[inline(never)]
pub fn x_swift_ec(u: &Fp, t: &Fp) -> Fp {
    elsewhere!(short FpEngine, |there| map_there(there, u, t));
    map(u, t)
}

/// XSwiftECInv of BIP-324: t with `x_swift_ec(u, t)` = x for a point's x, and whether there is one
/// of this case, whose lowest three bits count. The case is public. Constant-time in the rest.
///
/// The identity and u = 0 have none.
///
/// Cost: an inversion and 547 products, of which two powers take 534.
///
/// [Example](self#example).
#[inline(never)]
pub fn x_swift_ec_inv(point: &AffinePoint, u: &Fp, case: u8) -> (Fp, Choice) {
    let (t, exists) = invert_somewhere(point.x(), u, case);
    (t, exists & !point.is_identity())
}

/// [`invert`] on the best engine of words.
fn invert_somewhere(x: &Fp, u: &Fp, case: u8) -> (Fp, Choice) {
    elsewhere!(short FpEngine, |there| invert_there(there, x, u, case));
    invert(x, u, case)
}

/// [`map`] there.
fn map_there<G>(there: &FieldThere<G>, u: &Fp, t: &Fp) -> Fp
where
    G: Canonical + Holds<FpEngine> + Field<Const = FpConst>,
{
    Fp::leave(&map::<G>(&u.enter(there), &t.enter(there)))
}

/// [`point_vartime`] there.
fn point_there_vartime<G>(there: &FieldThere<G>, u: &Fp, t: &Fp) -> AffinePoint
where
    G: Canonical + Holds<FpEngine> + Field<Const = FpConst>,
{
    let point = point_vartime::<G>(&u.enter(there), &t.enter(there));
    let [x, y] = [Fp::leave(&point.x), Fp::leave(&point.y)];
    AffinePoint::from_xy_unchecked_curve_and_subgroup(x, y)
}

/// [`invert`] there.
fn invert_there<G>(there: &FieldThere<G>, x: &Fp, u: &Fp, case: u8) -> (Fp, Choice)
where
    G: Canonical + Holds<FpEngine> + Field<Const = FpConst>,
{
    let (t, exists) = invert::<G>(&x.enter(there), &u.enter(there), case);
    (Fp::leave(&t), exists)
}

/// a^((p + 1)/4), and whether that is a root of a: the one of two that is a square itself.
fn root<F: Masked>(a: &Red<F>) -> (Red<F>, F::Mask) {
    let root = &POWER.power(a) * a;
    let exists = root.sqr().equal(a);
    (root, exists)
}

/// Whether an element is the x of a point.
fn is_x<F: Masked + Field<Const = FpConst>>(x: &Red<F>) -> F::Mask {
    root(&right_side::<Secp256k1<F>>(x)).1
}

/// βu.
fn times_beta<F: Field<Const = FpConst>>(u: &Red<F>) -> Red<F> {
    u * &Red::constant(&u.ctx(), &BETA)
}

/// x of u and t; see the [module](self).
fn map<F: Masked + Invert + Field<Const = FpConst>>(u: &Red<F>, t: &Red<F>) -> Red<F> {
    let [x3, x2, x1] = candidates(u, t, Red::invert);
    let out = Red::select(&x1, &x2, &is_x(&x2));
    Red::select(&out, &x3, &is_x(&x3))
}

/// The point of u and t: the first candidate that is an x of one, with the root that shows it.
fn point_vartime<F: Canonical + Field<Const = FpConst>>(
    u: &Red<F>,
    t: &Red<F>,
) -> Affine<Secp256k1<F>> {
    let odd = t.sgn0();
    for x in candidates(u, t, Red::invert_vartime) {
        let (y, exists) = root(&right_side::<Secp256k1<F>>(&x));
        if declassify(exists) {
            return Affine::from_xy_unchecked_curve_and_subgroup(x, y.negate_if(&(y.sgn0() ^ odd)));
        }
    }
    unreachable!("the map gives the x of a point")
}

/// x₃, x₂ and x₁ of u and t; see the [module](self).
///
/// All denominators are those of one inversion, 1/(6(g + s)su²). They are not zero: u and t are
/// replaced by 1 where they are, and t by 2t where g + s is, so that s is then 4s and g + s is 3s,
/// which is none.
fn candidates<F: Masked + Field<Const = FpConst>>(
    u: &Red<F>,
    t: &Red<F>,
    invert: impl FnOnce(&Red<F>) -> Red<F>,
) -> [Red<F>; 3] {
    let one = Red::one_in(&u.ctx());
    let u = Red::select(u, &one, &u.is_zero());
    let s = Red::select(t, &one, &t.is_zero()).sqr();
    let g = right_side::<Secp256k1<F>>(&u);
    let s = Red::select(&s, &s.times(4), &(&g + &s).is_zero());
    let sum = &g + &s;

    let suu = &s * &u.sqr();
    let inverse = invert(&(&sum * &suu).times(6));
    // n + u(g + s), with cu = −(2βu + u).
    let cu = -&(&times_beta(&u).times(2) + &u);
    let above = &(&(&g - &s) * &cu) + &(&u * &sum);
    // −(n/(g + s) + u)/2 and −(g + s)²/(3su²).
    let x2 = -&(&(&above * &suu.times(3)) * &inverse);
    let x1 = &-&x2 - &u;
    let x3 = &u - &(&(&sum.sqr() * &sum).times(2) * &inverse);
    [x3, x2, x1]
}

/// t of x and u, and whether there is one of the case: as BIP-324 has it.
///
/// With v = x, or x = u + s, s = −g/(u² + uv + v²), t = ±√s·(u(1 ∓ c)/2 + v). (1 − c)/2 is 1 + β
/// and (1 + c)/2 is −β. In the first kind of case u² + uv + v² = 0 would mean v = ωu with a cube
/// root of one ω ≠ 1, so that g(−u − v) = g(v) is a square, and there is no t then. g is never
/// zero, since no point has y = 0; so s is none either, which keeps the root from being zero.
fn invert<F: Masked + Invert + Field<Const = FpConst>>(
    x: &Red<F>,
    u: &Red<F>,
    case: u8,
) -> (Red<F>, F::Mask) {
    let g = right_side::<Secp256k1<F>>(u);
    let (v, s, good) = if case & 2 == 0 {
        let sum = x + u;
        let below = &sum.sqr() - &(x * u);
        (x.clone(), -&(&g * &below.invert()), !is_x(&-&sum))
    } else {
        let s = x - u;
        let inner = &g.times(4) + &(&u.sqr() * &s).times(3);
        let (r, exists) = root(&-&(&s * &inner));
        let v = &(&r - &(u * &s)) * &s.times(2).invert();
        let good = exists & !s.is_zero();
        // r and −r are one then, of which the even case has the t.
        let good = if case & 1 == 1 { good & !r.is_zero() } else { good };
        (v, s, good)
    };
    let (w, exists) = root(&s);
    let beta_u = times_beta(u);
    let factor = if case & 1 == 0 { &(&beta_u + u) + &v } else { &v - &beta_u };
    let t = &w * &factor;
    let t = if (case >> 2) & 1 == case & 1 { -&t } else { t };
    (t, good & exists & !u.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secp256k1::{Point, Scalar};
    use std::vec::Vec;

    fn fp(value: &str) -> Fp {
        let digits = |i: usize| u8::from_str_radix(&value[2 * i..2 * i + 2], 16).expect("digits");
        let bytes: Vec<u8> = (0..32).map(digits).collect();
        let (out, canonical) = Fp::from_bytes(&bytes);
        assert!(bool::from(canonical));
        out
    }

    /// BIP-324 gives c.
    #[test]
    fn c_is_the_root_of_minus_three_that_is_a_square() {
        let one = Fp::one();
        let c = -&(&times_beta(&one).times(2) + &one);
        let published = "0a2d2ba93507f1df233770c2a797962cc61f6d15da14ecd47d8d27ae1cd5f852";
        assert_eq!(c, fp(published));
        assert_eq!(c.sqr(), -&Fp::from(3u32));
        assert!(bool::from(c.is_square()));
    }

    /// Three cases of bitcoin/bips `7fe0b034` (BSD-3-Clause): u = t = 0; u = 0; and t = 0 with
    /// g + s = 0.
    #[test]
    fn published_x_of_exceptional_pairs() {
        let zero = "0".repeat(64);
        for (u, t, x) in [
            (
                &zero[..],
                &zero[..],
                "edd1fd3e327ce90cc7a3542614289aee9682003e9cf7dcc9cf2ca9743be5aa0c",
            ),
            (
                &zero[..],
                "bde70df51939b94c9c24979fa7dd04ebd9b3572da7802290438af2a681895441",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9fffffd6b",
            ),
            (
                "0a2d2ba93507f1df233770c2a797962cc61f6d15da14ecd47d8d27ae1cd5f853",
                &zero[..],
                "532167c11200b08c0e84a354e74dcc40f8b25f4fe686e30869526366278a0688",
            ),
        ] {
            assert_eq!(x_swift_ec(&fp(u), &fp(t)), fp(x));
        }
    }

    /// The map of all that the inverse gives is the point; and every encoding is one of a case.
    #[test]
    fn the_inverse_inverts() {
        let (mut found, mut tried) = (0, 0);
        for k in 1..30u32 {
            let point = Point::mul_generator(&Scalar::from(k)).to_affine();
            for case in 0..=u8::MAX {
                let u = Fp::from(k + 7 * u32::from(case >> 3));
                tried += 1;
                let Some(bytes) = encode(&point, &u, case) else { continue };
                found += 1;
                assert_eq!(decode(&bytes), point);
                let (t, _) = x_swift_ec_inv(&point, &u, case);
                assert_eq!(&x_swift_ec(&u, &t), point.x());
            }
            // Of its own bytes, some case gives them back.
            let bytes: [u8; 64] = core::array::from_fn(|i| (i as u8).wrapping_mul(k as u8) | 1);
            let point = decode(&bytes);
            let [u, _] = halves(&bytes);
            assert!((0..8).any(|case| encode(&point, &u, case) == Some(bytes)));
        }
        // A quarter.
        assert!(5 * found > tried && 3 * found < tried, "{found} of {tried}");
    }

    #[test]
    fn no_point_and_no_u_have_no_encoding() {
        for case in 0..8 {
            assert_eq!(encode(&AffinePoint::identity(), &Fp::from(5u32), case), None);
            assert_eq!(encode(&AffinePoint::generator(), &Fp::zero(), case), None);
            // s = 0 in the second kind of case.
            let generator = AffinePoint::generator();
            assert!(case & 2 == 0 || encode(&generator, generator.x(), case).is_none());
        }
    }

    /// The costs in the documentation.
    #[cfg(feature = "alloc")]
    #[test]
    fn costs() {
        use crate::engines::counting::{Counter, Counting};
        let counter = Counter::default();
        let small = |k| Red::<Counting<FpEngine>>::small(&counter, k);
        let (x, u) = (small(7), small(9));
        let count = |what: &dyn Fn()| {
            counter.reset();
            what();
            let counts = counter.counts();
            [counts.products + counts.squarings, counts.inversions]
        };
        assert_eq!(count(&|| drop(map(&u, &x))), [556, 1]);
        for case in 0..8 {
            assert_eq!(count(&|| drop(invert(&x, &u, case))), [547, 1]);
        }
    }

    /// Words and the engine that the CPU runs agree, and so do residues.
    #[test]
    fn residues_count() {
        let p = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f";
        let byte = |i: usize| u8::from_str_radix(&p[2 * i..2 * i + 2], 16).expect("digits");
        let mut bytes = [0; 64];
        for (i, place) in bytes.iter_mut().enumerate() {
            *place = byte(i & 31);
        }
        assert_eq!(decode(&bytes), decode(&[0; 64]));
        let [u, t] = [Fp::from(9u32), Fp::from(17u32)];
        assert_eq!(x_swift_ec(&u, &t), map(&u, &t));
        let point = AffinePoint::from_x(map(&u, &t), t.sgn0()).expect("a point");
        for case in 0..8 {
            let there = x_swift_ec_inv(&point, &u, case);
            let here = invert(point.x(), &u, case);
            assert_eq!(bool::from(there.1), bool::from(here.1));
            assert!(!bool::from(here.1) || there.0 == here.0);
        }
    }
}
