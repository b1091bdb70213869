//! Twisted Edwards curves −5x² + y² = 1 + dx²y² with neither −5 nor d a square, so small that every
//! pair of points, every scalar and every encoding is tried: orders 4·7, 4·17 and 4·31.
//!
//! They run the same generic code as the real curve. The curves were found by counting points;
//! [`all`] counts again.
#![allow(clippy::integer_division_remainder_used, clippy::op_ref)] // Small public integers.

use curve::edwards::banderwagon::BanderwagonCurve;
use curve::edwards::{
    Banderwagon, Edwards, EdwardsEncoding, EdwardsGroup, EdwardsPoint, EdwardsRoots, Niels, Vartime,
};
use curve::engines::mont::Portable;
use curve::error::PointError;
use curve::field::{Anywhere, Red};
use curve::hash_to_curve::elligator2::{Elligator2, map_to_curve, map_two_to_group};
use curve::scalar_mul::{OddMultiples, sum_of_two_vartime};
use subtle::Choice;

modulus!(M7, "7");
modulus!(M17, "11");
modulus!(M31, "1f");
modulus!(M37, "25");
modulus!(M73, "49");
modulus!(M113, "71");

type Toy<M> = Portable<M, { limb::word::default_words(8) }>;

/// What the tests know of a curve besides the code under test.
trait Facts: BanderwagonCurve + Elligator2 + EdwardsGroup<Base: Anywhere> {
    const P: u32;
    const D: u32;
    const L: u32;
}

macro_rules! toy {
    ($name:ident, $field:ty, p: $p:literal, d: $d:literal, $scalar:ty, l: $l:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl Edwards for $name {
            type Base = Toy<$field>;

            const MINUS_A: u32 = 5;

            fn times_d(x: &Red<Self::Base>) -> Red<Self::Base> {
                x.times($d)
            }

            fn times_2d(x: &Red<Self::Base>) -> Red<Self::Base> {
                x.times(2 * $d)
            }
        }

        impl EdwardsGroup for $name {
            type Fast = Self;

            type Scalar = Toy<$scalar>;

            const COFACTOR_LOG2: u32 = 2;
            const SCALAR_BITS: u32 = <$scalar as limb::Modulus>::BITS;
            const ORDER: [u64; 4] = [$l, 0, 0, 0];

            fn admit(point: EdwardsPoint<Self>) -> Result<EdwardsPoint<Self>, PointError> {
                let odd = subgroup::<Self>().contains(&xy(&point));
                if odd { Ok(point) } else { Err(PointError::NotInSubgroup) }
            }

            /// The first point of order ℓ.
            fn generator((): &()) -> [Red<Self::Base>; 2] {
                let [x, y] = subgroup::<Self>()[1];
                [Red::from(x), Red::from(y)]
            }
        }

        impl EdwardsRoots for $name {
            fn sqrt_ratio(u: &Red<Self::Base>, v: &Red<Self::Base>) -> (Red<Self::Base>, Choice) {
                let (root, exists) = (u * &v.invert()).sqrt();
                (root, exists & (!v.is_zero() | u.is_zero()))
            }
        }

        // Of A = (a + d)/2 and B = (a − d)/4, and with Z = 5.
        impl Elligator2 for $name {
            const COMPLETE: bool = false;

            fn times_a(x: &Red<Self::Base>) -> Red<Self::Base> {
                &x.times($p - 5 + $d) * &Red::from(2).invert()
            }

            fn times_b(x: &Red<Self::Base>) -> Red<Self::Base> {
                &x.times(2 * $p - 5 - $d) * &Red::from(4).invert()
            }

            fn times_z(x: &Red<Self::Base>) -> Red<Self::Base> {
                x.times(5)
            }

            fn sqrt_or_z_times(
                u: &Red<Self::Base>,
                v: &Red<Self::Base>,
            ) -> (Red<Self::Base>, Choice) {
                let (ratio, z) = (u * &v.invert(), Red::from(5));
                let [(root, exists), (other, _)] = [ratio, &ratio * &z].map(|ratio| ratio.sqrt());
                (Red::select(&other, &root, &exists), exists)
            }
        }

        impl EdwardsEncoding for $name {
            type Bytes = [u8; 1];

            const ZERO: [u8; 1] = [0];
        }

        impl BanderwagonCurve for $name {}

        impl Facts for $name {
            const P: u32 = $p;
            const D: u32 = $d;
            const L: u32 = $l;
        }
    };
}

toy!(Order28, M37, p: 37, d: 2, M7, l: 7);
toy!(Order68, M73, p: 73, d: 34, M17, l: 17);
toy!(Order124, M113, p: 113, d: 21, M31, l: 31);

type Xy = [u32; 2];

/// Every point but the two at infinity, by trying all pairs.
fn all<C: Facts>() -> Vec<Xy> {
    let pairs = (0..C::P).flat_map(|x| (0..C::P).map(move |y| [x, y]));
    let on_curve = |&[x, y]: &Xy| {
        let (xx, yy) = (x * x % C::P, y * y % C::P);
        (yy + 5 * (C::P - xx)) % C::P == (1 + C::D * (xx * yy % C::P)) % C::P
    };
    let out: Vec<_> = pairs.filter(on_curve).collect();
    assert_eq!(out.len() as u32 + 2, 4 * C::L);
    out
}

/// The sum by the affine law, ((x₁y₂ + y₁x₂)/(1 + dx₁x₂y₁y₂), (y₁y₂ + 5x₁x₂)/(1 − dx₁x₂y₁y₂)),
/// where no denominator is zero.
fn reference<C: Facts>([x1, y1]: Xy, [x2, y2]: Xy) -> Option<Xy> {
    let p = C::P;
    let inverse = |a: u32| (1..p).find(|b| a * b % p == 1);
    let t = C::D * (x1 * x2 % p * (y1 * y2 % p) % p) % p;
    let x = (x1 * y2 + y1 * x2) % p * inverse((1 + t) % p)? % p;
    let y = (y1 * y2 + 5 * (x1 * x2 % p)) % p * inverse((1 + p - t) % p)? % p;
    Some([x, y])
}

fn sum<C: Facts>(p: Xy, q: Xy) -> Xy {
    reference::<C>(p, q).expect("the law has no exception in the group")
}

fn times<C: Facts>(k: u32, point: Xy) -> Xy {
    (0..k).fold([0, 1], |so_far, _| sum::<C>(so_far, point))
}

/// The multiples of a point of odd order, from the identity on: those of the first point that comes
/// back after ℓ steps without an exception.
fn subgroup<C: Facts>() -> Vec<Xy> {
    let walk = |point: &Xy| {
        let mut out = vec![[0, 1]];
        for _ in 1..C::L {
            out.push(reference::<C>(out[out.len() - 1], *point)?);
        }
        let last = reference::<C>(out[out.len() - 1], *point)?;
        (last == [0, 1] && !out[1..].contains(&[0, 1])).then_some(out)
    };
    all::<C>().iter().find_map(walk).expect("a point of order ℓ")
}

/// The points of order ℓ, and those plus (0, −1): (−x, −y).
fn group<C: Facts>() -> Vec<Xy> {
    let minus = |a: u32| (C::P - a) % C::P;
    let odd = subgroup::<C>();
    odd.iter().copied().chain(odd.iter().map(|[x, y]| [minus(*x), minus(*y)])).collect()
}

fn point<C: Facts>([x, y]: Xy) -> EdwardsPoint<C> {
    EdwardsPoint::from_xy_unchecked_curve(Red::small(&(), x), Red::small(&(), y))
}

fn small<C: Facts>(value: &Red<C::Base>) -> u32 {
    let mut bytes = [0];
    value.to_bytes(&mut bytes);
    u32::from(bytes[0])
}

fn xy<C: Facts>(point: &EdwardsPoint<C>) -> Xy {
    assert!(bool::from(point.is_on_curve()));
    point.to_xy().each_ref().map(small::<C>)
}

/// The same point with other coordinates: P + Q − Q.
fn other_form<C: Facts>(p: &EdwardsPoint<C>) -> EdwardsPoint<C> {
    let q = EdwardsPoint::generator();
    p.add(&q).sub(&q)
}

fn is_square<C: Facts>(a: u32) -> bool {
    (1..C::P).any(|root| root * root % C::P == a % C::P)
}

/// All sums in the group of order 2ℓ, by every form of an addition.
fn sums<C: Facts>() {
    let points = group::<C>();
    for &p in &points {
        let forms = [point::<C>(p), other_form(&point(p))];
        for &q in &points {
            let expected = sum::<C>(p, q);
            let minus_q = [(C::P - q[0]) % C::P, q[1]];
            let q_form = other_form(&point::<C>(q));
            let [x, y] = q_form.to_xy();
            let niels = Niels::of_xy(&x, &y);
            for p_form in &forms {
                assert_eq!(xy(&p_form.add(&q_form)), expected);
                assert_eq!(xy(&p_form.add_cached(&q_form.cached())), expected);
                assert_eq!(xy(&p_form.add_mixed(&niels)), expected);
                assert_eq!(xy(&p_form.add_mixed(&niels.neg())), sum::<C>(p, minus_q));
                assert_eq!(xy(&p_form.sub(&q_form)), sum::<C>(p, minus_q));
                assert_eq!(p_form == &q_form, p == q);
            }
        }
        assert_eq!(xy(&forms[1].double()), times::<C>(2, p));
        assert_eq!(xy(&forms[1].double_many(3)), times::<C>(8, p));
        assert_eq!(bool::from(forms[1].is_torsion_free()), times::<C>(C::L, p) == [0, 1]);
        assert_eq!(bool::from(forms[1].is_identity()), p == [0, 1]);
    }
}

/// Exceptions of the law are outside of the group of order 2ℓ only, and that group is where 1 − ax²
/// is a square.
fn exceptions<C: Facts>() {
    let (all, group) = (all::<C>(), group::<C>());
    let mut exceptions = 0;
    for p in &all {
        let square = is_square::<C>(1 + 5 * (p[0] * p[0] % C::P));
        assert_eq!(square, group.contains(p));
        for q in &all {
            let exception = reference::<C>(*p, *q).is_none();
            // P ± Q is of order two at infinity, so that one of P and Q is in the group, and one is
            // not.
            assert!(!exception || group.contains(p) != group.contains(q));
            exceptions += usize::from(exception);
        }
    }
    assert!(exceptions > 0);
    assert!(!is_square::<C>(C::P - 5) && !is_square::<C>(C::D));
}

fn multiples<C: Facts>() {
    let generator = subgroup::<C>()[1];
    let table = OddMultiples::<Vartime<C>, 4>::new(&Vartime(EdwardsPoint::generator()));
    for p in group::<C>() {
        let form = other_form(&point::<C>(p));
        for k in 0..C::L {
            let scalar = Red::<C::Scalar>::small(&(), k);
            let expected = times::<C>(k, p);
            assert_eq!(xy(&form.mul(&scalar)), expected);
            assert_eq!(xy(&form.mul_vartime(&scalar)), expected);
            for b in 0..C::L {
                let expected = sum::<C>(expected, times::<C>(b, generator));
                let b = Red::<C::Scalar>::small(&(), b);
                assert_eq!(xy(&table.double_base_vartime(&b, &scalar, &Vartime(form)).0), expected);
                let both = [EdwardsPoint::generator(), form].map(Vartime);
                assert_eq!(xy(&sum_of_two_vartime(&both, [&b, &scalar]).0), expected);
            }
        }
        for k in 0..2 * C::L + 2 {
            assert_eq!(xy(&form.mul_integer(&[u64::from(k), 0, 0, 0])), times::<C>(k, p));
        }
    }
}

/// All 256 strings of one byte through the decoders, and all pairs that may be points.
fn encodings<C: Facts>() {
    let (points, odd) = (all::<C>(), subgroup::<C>());
    for byte in 0..=255u8 {
        let (y, sign) = (u32::from(byte & 0x7f), u32::from(byte >> 7));
        let with_y: Vec<Xy> = points.iter().copied().filter(|p| p[1] == y % C::P).collect();
        let wanted = with_y.iter().copied().find(|p| p[0] & 1 == sign);
        let expected = match wanted {
            _ if y >= C::P => Err(PointError::NotCanonical),
            Some(p) if odd.contains(&p) => Ok(p),
            Some(_) => Err(PointError::NotInSubgroup),
            None if with_y == [[0, y]] && y == 1 => Err(PointError::Flags),
            None if with_y == [[0, y]] => Err(PointError::NotInSubgroup),
            None => Err(PointError::NotOnCurve),
        };
        let found = EdwardsPoint::<C>::from_bytes(&[byte]).map(|p| xy(&p));
        assert_eq!(found, expected, "{byte:02x}");
        if let Ok(p) = found {
            assert_eq!(other_form(&point::<C>(p)).to_bytes().as_ref(), [byte]);
        }
    }
    for x in 0..C::P {
        for y in 0..C::P {
            let made = EdwardsPoint::<C>::from_xy(Red::small(&(), x), Red::small(&(), y));
            let expected = match [x, y] {
                p if odd.contains(&p) => None,
                p if points.contains(&p) => Some(PointError::NotInSubgroup),
                _ => Some(PointError::NotOnCurve),
            };
            assert_eq!(made.err(), expected);
        }
    }
}

/// The quotient: equality, encodings, scalars.
fn elements<C: Facts>() {
    let (group, odd) = (group::<C>(), subgroup::<C>());
    let minus = |a: u32| (C::P - a) % C::P;
    let mut seen = std::collections::BTreeSet::new();
    for &[x, y] in &group {
        let element = Banderwagon::of_point(other_form(&point::<C>([x, y])));
        for &q in &group {
            let other = Banderwagon::of_point(point::<C>(q));
            assert_eq!(element == other, q == [x, y] || q == [minus(x), minus(y)]);
            let expected = Banderwagon::of_point(point::<C>(sum::<C>([x, y], q)));
            assert!(element.add(&other) == expected);
        }
        let encoding = if y > C::P / 2 { x } else { minus(x) };
        assert_eq!(element.to_bytes().as_ref(), [encoding as u8]);
        let ratio = (0..C::P).find(|t| t * y % C::P == x).expect("y is not zero");
        let scalar = Red::<C::Scalar>::small(&(), ratio % C::L);
        assert_eq!(element.map_to_scalar_field(), scalar);
        assert_eq!(bool::from(element.is_identity()), x == 0);
        seen.insert(encoding as u8);
    }
    assert_eq!(seen.len(), odd.len());
    for byte in 0..=255u8 {
        let found = Banderwagon::<C>::from_bytes(&[byte]);
        if seen.contains(&byte) {
            assert_eq!(found.expect("an element").to_bytes().as_ref(), [byte]);
        } else {
            let expected = match u32::from(byte) {
                x if x >= C::P => PointError::NotCanonical,
                x if all::<C>().iter().any(|p| p[0] == x) => PointError::NotInSubgroup,
                _ => PointError::NotOnCurve,
            };
            assert_eq!(found.err(), Some(expected), "{byte:02x}");
        }
    }
}

/// The point of every element by RFC 9380 §6.7.1 and D.1, and that of the group for every pair.
fn hashes<C: Facts>() {
    let p = C::P;
    let inverse = |a: u32| (1..p).find(|b| a * b % p == 1);
    let less = inverse((2 * p - 5 - C::D) % p).expect("a is not d");
    let [j, k] = [2 * (p - 5 + C::D), 4].map(|number| number * less % p);
    let inverse_of = |a: u32| inverse(a % p).expect("not zero");
    let (ratio, square) = (j * inverse_of(k) % p, inverse_of(k * k));
    let root = |a: u32, sign: u32| (0..p).find(|t| t * t % p == a && (t & 1 == sign || a == 0));
    let g = |x: u32| (x * x % p * x + ratio * (x * x % p) + square * x) % p;
    let mapped = |u: u32| {
        let x1 = (p - ratio) * inverse_of(1 + 5 * u * u) % p;
        let x2 = (2 * p - x1 - ratio) % p;
        let first = root(g(x1), 1).map(|y| (x1, y));
        let (x, y) = first.unwrap_or_else(|| (x2, root(g(x2), 0).expect("one is a square")));
        let (s, t) = (x * k % p, y * k % p);
        if t == 0 || s == p - 1 {
            return [0, 1];
        }
        [s * inverse_of(t) % p, (s + p - 1) * inverse_of(s + 1) % p]
    };
    let (all, odd) = (all::<C>(), subgroup::<C>());
    let mut exceptions = 0;
    for u in 0..p {
        let (point, element) = (mapped(u), Red::from(u));
        assert!(all.contains(&point));
        assert_eq!(xy(&map_to_curve::<C>(&element)), point, "{u}");
        for v in 0..p {
            let other = mapped(v);
            let [p, q] = [point, other].map(|point| sum::<C>(point, point));
            let expected = times::<C>(2, sum::<C>(p, q));
            assert!(odd.contains(&expected));
            assert_eq!(xy(&map_two_to_group::<C>([&element, &Red::from(v)])), expected);
            exceptions += usize::from(reference::<C>(point, other).is_none());
        }
    }
    assert!(exceptions > 0, "a sum that the law has not");
}

macro_rules! on_all {
    ($($name:ident: $check:ident;)+) => {$(
        #[test]
        fn $name() {
            $check::<Order28>();
            $check::<Order68>();
            $check::<Order124>();
        }
    )+};
}

on_all! {
    every_sum: sums;
    exceptions_of_the_law: exceptions;
    every_multiple: multiples;
    every_encoding: encodings;
    every_element: elements;
    every_hash: hashes;
}
