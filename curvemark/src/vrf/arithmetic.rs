//! Multiples and sums of points, as proofs and verifications need them, on the two curves.

use core::fmt::Debug;

use curve::ed25519::{self, FrEngine, Point};
use curve::edwards::Vartime;
use curve::engines::door::has_lanes;
use curve::field::Red;
use curve::p256::{self, AffinePoint, P256};
use curve::scalar::ScalarField;
use curve::scalar_mul::sum_of_two_vartime;
use curve::weierstrass::{Jacobian, Projective};
use zeroize::Zeroize;

use super::verify::CHUNK;
use crate::eddsa;
use crate::kept::{Kept, mul_generator};

/// A curve: its points as they are kept, and as sums come out.
pub trait Arithmetic: Copy + Debug + 'static {
    /// Integers modulo the order of the generator.
    type Scalar: ScalarField;
    /// A point in the form that is kept.
    type Point: Copy + Debug;
    /// A point as arithmetic gives it.
    type Sum: Copy + Debug + Default + Zeroize;

    /// −P.
    fn negate(point: &Self::Point) -> Self::Point;

    /// \[k\]B. Constant-time.
    fn mul_generator(k: &Red<Self::Scalar>) -> Self::Sum;

    /// \[k\]P. Constant-time in both.
    fn mul(point: &Self::Sum, k: &Red<Self::Scalar>) -> Self::Sum;

    /// Two multiples of one point. Constant-time in all.
    fn mul_two(point: &Self::Sum, k: [&Red<Self::Scalar>; 2]) -> [Self::Sum; 2] {
        k.map(|k| Self::mul(point, k))
    }

    /// \[s\]B + \[c\]P in variable time. c is short: where the generator has a comb there are as
    /// many doublings as c has bits.
    fn with_generator_vartime(factors: [&Red<Self::Scalar>; 2], point: &Self::Point) -> Self::Sum;

    /// \[s\]P + \[c\]Q in variable time.
    fn sum_of_two_vartime(
        factors: [&Red<Self::Scalar>; 2],
        p: &Self::Sum,
        q: &Self::Point,
    ) -> Self::Sum;

    /// Whether lists are worked on side by side.
    fn has_lanes() -> bool;

    /// [`Arithmetic::with_generator_vartime`] of lists of one length, with the same doublings for
    /// s and c.
    fn with_generator_each_vartime(
        factors: [&[Red<Self::Scalar>]; 2],
        points: &[Self::Point],
        out: &mut [Self::Sum],
    );

    /// [`Arithmetic::sum_of_two_vartime`] of lists of one length, at most [`CHUNK`].
    fn sum_of_two_each_vartime(
        factors: [&[Red<Self::Scalar>]; 2],
        p: &[Self::Sum],
        q: &[Self::Point],
        out: &mut [Self::Sum],
    );
}

/// [`Arithmetic::with_generator_each_vartime`] where no table of the generator is kept.
fn one_by_one<A: Arithmetic>(
    [s, c]: [&[Red<A::Scalar>]; 2],
    points: &[A::Point],
    out: &mut [A::Sum],
) {
    for (((s, c), point), out) in s.iter().zip(c).zip(points).zip(out) {
        *out = A::with_generator_vartime([s, c], point);
    }
}

/// Curve25519 in Edwards form. Scalars are the least integers of their classes, so that c of a
/// challenge is itself on points with torsion too.
#[derive(Clone, Copy, Debug)]
pub enum Edwards {}

impl Arithmetic for Edwards {
    type Scalar = FrEngine;
    type Point = Point;
    type Sum = Point;

    fn negate(point: &Point) -> Point {
        point.neg()
    }

    fn mul_generator(k: &ed25519::Fr) -> Point {
        eddsa::mul_generator(k)
    }

    fn mul(point: &Point, k: &ed25519::Fr) -> Point {
        point.mul(k)
    }

    fn mul_two(point: &Point, k: [&ed25519::Fr; 2]) -> [Point; 2] {
        point.mul_two(k)
    }

    fn with_generator_vartime([s, c]: [&ed25519::Fr; 2], point: &Point) -> Point {
        match eddsa::mul_by_comb(s) {
            Some(multiple) => point.mul_vartime(c).add(&multiple),
            None => sum_of_two_vartime(&[Vartime(Point::generator()), Vartime(*point)], [s, c]).0,
        }
    }

    fn sum_of_two_vartime(factors: [&ed25519::Fr; 2], p: &Point, q: &Point) -> Point {
        sum_of_two_vartime(&[Vartime(*p), Vartime(*q)], factors).0
    }

    fn has_lanes() -> bool {
        has_lanes::<ed25519::FpEngine>()
    }

    fn with_generator_each_vartime(
        [s, c]: [&[ed25519::Fr]; 2],
        points: &[Point],
        out: &mut [Point],
    ) {
        let Some(table) = eddsa::multiples() else {
            return one_by_one::<Self>([s, c], points, out);
        };
        if Point::double_base_batch_vartime(table, s, c, points, out).is_err() {
            unreachable!("lists of one length, and not empty");
        }
    }

    fn sum_of_two_each_vartime(
        factors: [&[ed25519::Fr]; 2],
        p: &[Point],
        q: &[Point],
        out: &mut [Point],
    ) {
        if Point::sum_of_two_batch_vartime([p, q], factors, out).is_err() {
            unreachable!("lists of one length, and not empty");
        }
    }
}

/// P-256.
#[derive(Clone, Copy, Debug)]
pub enum NistP256 {}

impl Arithmetic for NistP256 {
    type Scalar = p256::FrEngine;
    type Point = AffinePoint;
    type Sum = p256::Point;

    fn negate(point: &AffinePoint) -> AffinePoint {
        point.neg()
    }

    fn mul_generator(k: &p256::Fr) -> p256::Point {
        mul_generator::<P256>(k)
    }

    fn mul(point: &p256::Point, k: &p256::Fr) -> p256::Point {
        point.mul(k)
    }

    fn with_generator_vartime([s, c]: [&p256::Fr; 2], point: &AffinePoint) -> p256::Point {
        match P256::mul_by_comb(s) {
            Some(multiple) => point.mul_vartime(c).add(&multiple),
            None => {
                let points = [AffinePoint::generator(), *point];
                let points = points.each_ref().map(Jacobian::from_affine_vartime);
                sum_of_two_vartime(&points, [s, c]).to_projective()
            }
        }
    }

    fn sum_of_two_vartime(
        factors: [&p256::Fr; 2],
        p: &p256::Point,
        q: &AffinePoint,
    ) -> p256::Point {
        let points = [Jacobian::from_projective(p), Jacobian::from_affine_vartime(q)];
        sum_of_two_vartime(&points, factors).to_projective()
    }

    fn has_lanes() -> bool {
        has_lanes::<p256::FpEngine>()
    }

    fn with_generator_each_vartime(
        [s, c]: [&[p256::Fr]; 2],
        points: &[AffinePoint],
        out: &mut [p256::Point],
    ) {
        let Some(verifier) = P256::verifier() else {
            return one_by_one::<Self>([s, c], points, out);
        };
        if verifier.generator.double_base_batch_vartime(s, c, points, out).is_err() {
            unreachable!("lists of one length, and not empty");
        }
    }

    fn sum_of_two_each_vartime(
        factors: [&[p256::Fr]; 2],
        p: &[p256::Point],
        q: &[AffinePoint],
        out: &mut [p256::Point],
    ) {
        let mut buffer = [AffinePoint::identity(); CHUNK];
        let affine = &mut buffer[..p.len()];
        let done = Projective::batch_to_affine(p, affine)
            .and_then(|()| Projective::sum_of_two_batch_vartime([affine, q], factors, out));
        if done.is_err() {
            unreachable!("lists of one length, and not empty");
        }
    }
}
