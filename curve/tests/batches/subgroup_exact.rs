//! Whether batches are in the group, against an exact check that shares nothing with the crate:
//! r·P by doublings and additions of affine coordinates, in big integers. The points are of every
//! order that divides a cofactor and can be told from a list of primes.
#![allow(clippy::integer_division_remainder_used, reason = "the oracle divides; all is public")]

use curve::bls12_381::{G1Curve, G2Curve};
use curve::bn254;
use curve::field::{Anywhere, Canonical, Red};
use curve::hash_to_curve::Suite;
use curve::weierstrass::{CurvePoint, GroupInLanes};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::subgroup::{good, of_order};

/// c₀ + c₁·i modulo p, with i² = −1; c₁ is zero in the prime field.
type Element = [BigUint; 2];

/// A point, or none for the identity.
type Point = Option<[Element; 2]>;

/// A curve y² = x³ + b: its additions do not ask for b.
struct Curve {
    p: BigUint,
    r: BigUint,
}

/// −1, and one more.
fn modulus<F: Canonical + Anywhere>() -> BigUint {
    let mut bytes = vec![0; F::BYTES];
    (-&Red::<F>::one()).to_bytes(&mut bytes);
    BigUint::from_bytes_be(&bytes) + 1u32
}

impl Curve {
    fn of<C: GroupInLanes<Base: Anywhere>>() -> Self {
        // Of an element of Fp2 the upper half of the bytes is c₁, which −1 has not.
        Self { p: modulus::<C::Base>(), r: modulus::<C::Scalar>() }
    }

    fn element<F: Anywhere>(&self, value: &Red<F>) -> Element {
        let mut bytes = vec![0; F::BYTES];
        value.to_bytes(&mut bytes);
        let prime = usize::try_from(self.p.bits().div_ceil(8)).expect("a length");
        let (c1, c0) = bytes.split_at(F::BYTES - prime);
        [c0, c1].map(BigUint::from_bytes_be)
    }

    fn point<C: GroupInLanes<Base: Anywhere>>(&self, point: &CurvePoint<C>) -> Point {
        point.to_xy().map(|(x, y)| [self.element(&x), self.element(&y)])
    }

    fn sub(&self, a: &Element, b: &Element) -> Element {
        [0, 1].map(|i| (&a[i] + &self.p - &b[i]) % &self.p)
    }

    fn mul(&self, a: &Element, b: &Element) -> Element {
        let [c00, c11] = [0, 1].map(|i| &a[i] * &b[i] % &self.p);
        [(c00 + &self.p - c11) % &self.p, (&a[0] * &b[1] + &a[1] * &b[0]) % &self.p]
    }

    /// The quotient of a and b, which is not zero: by the norm of b.
    fn quotient(&self, a: &Element, b: &Element) -> Element {
        let norm = (&b[0] * &b[0] + &b[1] * &b[1]) % &self.p;
        let inverse = norm.modinv(&self.p).expect("p is a prime");
        let conjugate = [b[0].clone(), (&self.p - &b[1]) % &self.p];
        self.mul(a, &conjugate).map(|c| c * &inverse % &self.p)
    }

    /// The sum by chords and tangents.
    fn add(&self, a: &Point, b: &Point) -> Point {
        let (Some([ax, ay]), Some([bx, by])) = (a, b) else { return a.clone().or(b.clone()) };
        let slope = if ax != bx {
            self.quotient(&self.sub(by, ay), &self.sub(bx, ax))
        } else if ay == by && ay.iter().any(|c| *c != BigUint::ZERO) {
            let square = self.mul(ax, ax).map(|c| c * 3u32 % &self.p);
            self.quotient(&square, &ay.clone().map(|c| c * 2u32 % &self.p))
        } else {
            return None;
        };
        let x = self.sub(&self.sub(&self.mul(&slope, &slope), ax), bx);
        let y = self.sub(&self.mul(&slope, &self.sub(ax, &x)), ay);
        Some([x, y])
    }

    /// Whether r·P is the identity.
    fn has_order_r<C: GroupInLanes<Base: Anywhere>>(&self, point: &CurvePoint<C>) -> bool {
        let (point, mut multiple) = (self.point(point), None);
        for i in (0..self.r.bits()).rev() {
            multiple = self.add(&multiple, &multiple);
            if self.r.bit(i) {
                multiple = self.add(&multiple, &point);
            }
        }
        multiple.is_none()
    }
}

fn verdicts<C: Suite + GroupInLanes<Base: Anywhere>>(name: &str, orders: &[u64]) {
    let curve = Curve::of::<C>();
    let rng = &mut ChaCha20Rng::seed_from_u64(6);
    let good = good::<C>(400, true);
    assert!(good[..6].iter().all(|point| curve.has_order_r(point)), "{name}");

    // Two points of each order: where its square divides the cofactor too, they are of two groups.
    let mut bad = vec![];
    for &q in orders {
        for first in [0, 40] {
            let point = of_order::<C>(q, first);
            let with_more = point.add(&good[usize::from(rng.next_u32() as u8)]);
            for point in [point, with_more] {
                assert!(!curve.has_order_r(&point), "{name}: a point of order {q}");
                bad.push(point);
            }
        }
    }
    for point in &bad {
        assert!(!bool::from(point.is_in_subgroup()), "{name}");
        let mut points = good.clone();
        points[rng.next_u32() as usize % 400] = *point;
        let passes = CurvePoint::are_in_subgroup_randomized_vartime(&points, 128, rng);
        assert_eq!(passes.map(bool::from), Ok(false), "{name}");
        // With its opposite, so that the sum of all is in the group.
        let mut points = good.clone();
        (points[7], points[390]) = (*point, point.neg());
        let passes = CurvePoint::are_in_subgroup_randomized_vartime(&points, 128, rng);
        assert_eq!(passes.map(bool::from), Ok(false), "{name}: opposite points");
    }

    // Any of them in batches of any length; the good ones among them were looked at above.
    for round in 0..60 {
        let count = 1 + rng.next_u32() as usize % if round < 20 { 12 } else { 400 };
        let mut points = good[..count].to_vec();
        for _ in 0..round % 3 {
            points[rng.next_u32() as usize % count] = bad[rng.next_u32() as usize % bad.len()];
        }
        let exact = round % 3 == 0;
        let passes = CurvePoint::are_in_subgroup_randomized_vartime(&points, 128, rng);
        assert_eq!(passes.map(bool::from), Ok(exact), "{name}: {count} points, round {round}");
    }
}

#[test]
fn exact_verdicts_on_points_of_every_small_order() {
    // h₁ = (x − 1)²/3 = 3·11²·10177²·859267²·52437899².
    verdicts::<G1Curve>("G1", &[3, 11, 10_177, 859_267, 52_437_899]);
    // h₂ = 13²·23²·2713·11953·262069 times a prime of 448 bits.
    verdicts::<G2Curve>("G2", &[13, 23, 2_713, 11_953, 262_069]);
    // 2p − r = 10069·5864401·1875725156269 times a prime of 178 bits.
    verdicts::<bn254::G2Curve>("BN254 G2", &[10_069, 5_864_401, 1_875_725_156_269]);
}
