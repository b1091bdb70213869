//! Twisted Edwards curves so small that every point, pair, scalar and encoding is tried: orders
//! 4·5, 8·3, 8·5 and 8·13.
//!
//! They run the same generic code as the real curve. The curves were found by counting points;
//! [`all`] counts again.
#![allow(clippy::integer_division_remainder_used, clippy::op_ref)] // Small public integers.

use curve::edwards::{
    Edwards, EdwardsEncoding, EdwardsGroup, EdwardsPoint, EdwardsRoots, HalvedMultiples, InFour,
    ToFour, Vartime, VartimeEntry,
};
use curve::engines::mont::Portable;
use curve::error::PointError;
use curve::field::{Anywhere, Red};
use curve::hash_to_curve::elligator2::{Elligator2, map_to_curve, map_to_montgomery};
use curve::hash_to_curve::sqrt_ratio::sqrt_ratio_5mod8;
use curve::scalar_mul::{Elsewhere, OddMultiples, TableGroup, sum_of_two_vartime};
use subtle::Choice;

modulus!(M3, "3");
modulus!(M5, "5");
modulus!(M13, "d");
modulus!(M17, "11");
modulus!(M37, "25");
modulus!(M101, "65");

type Toy<M> = Portable<M, { limb::word::default_words(8) }>;

/// What the tests know of a curve besides the code under test.
trait Facts: EdwardsEncoding + EdwardsGroup<Base: Anywhere> {
    const P: u32;
    const D: u32;
    const L: u32;

    /// The way to four coordinates side by side, one after the other on any machine.
    fn to_four() -> ToFour<Self>;
}

macro_rules! toy {
    ($name:ident, $field:ty, p: $p:literal, d: $d:literal, $scalar:ty, l: $l:literal, cofactor_log2: $c:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl Edwards for $name {
            type Base = Toy<$field>;

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

            const COFACTOR_LOG2: u32 = $c;
            const SCALAR_BITS: u32 = <$scalar as limb::Modulus>::BITS;
            const ORDER: [u64; 4] = [$l, 0, 0, 0];

            /// The first point of order ℓ.
            fn generator((): &()) -> [Red<Self::Base>; 2] {
                let order_l = |point: &(u32, u32)| {
                    *point != (0, 1)
                        && (1..$l).fold(*point, |sum, _| reference::<Self>(sum, *point)) == (0, 1)
                };
                let (x, y) = all::<Self>().into_iter().find(order_l).unwrap();
                [Red::from(x), Red::from(y)]
            }
        }

        impl EdwardsRoots for $name {
            fn sqrt_ratio(u: &Red<Self::Base>, v: &Red<Self::Base>) -> (Red<Self::Base>, Choice) {
                (u * &v.invert()).sqrt()
            }
        }

        impl EdwardsEncoding for $name {
            type Bytes = [u8; 1];

            const ZERO: [u8; 1] = [0];
        }

        impl Facts for $name {
            const P: u32 = $p;
            const D: u32 = $d;
            const L: u32 = $l;

            fn to_four() -> ToFour<Self> {
                ToFour::of(())
            }
        }
    };
}

toy!(Order20, M13, p: 13, d: 6, M5, l: 5, cofactor_log2: 2);
toy!(Order24, M17, p: 17, d: 7, M3, l: 3, cofactor_log2: 3);
toy!(Order40, M37, p: 37, d: 2, M5, l: 5, cofactor_log2: 3);
toy!(Order104, M101, p: 101, d: 29, M13, l: 13, cofactor_log2: 3);

type Xy = (u32, u32);

/// Every point, by trying all pairs.
fn all<C: Facts>() -> Vec<Xy> {
    let pairs = (0..C::P).flat_map(|x| (0..C::P).map(move |y| (x, y)));
    let on_curve = |&(x, y): &Xy| {
        let (xx, yy) = (x * x % C::P, y * y % C::P);
        (yy + C::P - xx) % C::P == (1 + C::D * (xx * yy % C::P)) % C::P
    };
    let out: Vec<_> = pairs.filter(on_curve).collect();
    assert_eq!(out.len() as u32, C::L << C::COFACTOR_LOG2);
    out
}

fn inverse(a: u32, p: u32) -> u32 {
    (1..p).find(|b| a * b % p == 1).expect("complete: the denominators are not zero")
}

/// The sum by the affine law: ((x₁y₂ + y₁x₂)/(1 + dx₁x₂y₁y₂), (y₁y₂ + x₁x₂)/(1 − dx₁x₂y₁y₂)).
fn reference<C: Facts>((x1, y1): Xy, (x2, y2): Xy) -> Xy {
    let p = C::P;
    let t = C::D * (x1 * x2 % p * (y1 * y2 % p) % p) % p;
    let x = (x1 * y2 + y1 * x2) % p * inverse((1 + t) % p, p) % p;
    let y = (y1 * y2 + x1 * x2) % p * inverse((1 + p - t) % p, p) % p;
    (x, y)
}

fn times<C: Facts>(k: u32, point: Xy) -> Xy {
    (0..k).fold((0, 1), |sum, _| reference::<C>(sum, point))
}

fn point<C: Facts>((x, y): Xy) -> EdwardsPoint<C> {
    EdwardsPoint::from_xy(Red::small(&(), x), Red::small(&(), y)).unwrap()
}

fn xy<C: Facts>(point: &EdwardsPoint<C>) -> Xy {
    assert!(bool::from(point.is_on_curve()));
    let small = |value: &Red<C::Base>| {
        let mut bytes = [0];
        value.to_bytes(&mut bytes);
        u32::from(bytes[0])
    };
    let [x, y] = point.to_xy();
    (small(&x), small(&y))
}

/// The same point with other coordinates: P + Q − Q.
fn other_form<C: Facts>(p: &EdwardsPoint<C>) -> EdwardsPoint<C> {
    let q = EdwardsPoint::generator();
    p.add(&q).sub(&q)
}

fn exhaust<C: Facts>() {
    let points = all::<C>();
    let identity = EdwardsPoint::<C>::identity();
    assert_eq!(xy(&identity), (0, 1));
    for &p in &points {
        let forms = [point::<C>(p), other_form(&point(p))];
        for &q in &points {
            let (sum, difference) =
                (reference::<C>(p, q), reference::<C>(p, ((C::P - q.0) % C::P, q.1)));
            let q_form = other_form(&point::<C>(q));
            for p_form in &forms {
                assert_eq!(xy(&p_form.add(&q_form)), sum);
                assert_eq!(xy(&p_form.add_cached(&q_form.cached())), sum);
                assert_eq!(xy(&p_form.sub(&q_form)), difference);
                assert_eq!(p_form == &q_form, p == q);
            }
        }
        let p_form = forms[1];
        assert_eq!(xy(&p_form.double()), times::<C>(2, p));
        for n in 1..5 {
            assert_eq!(xy(&p_form.double_many(n)), times::<C>(1 << n, p));
        }
        let cofactor = 1 << C::COFACTOR_LOG2;
        assert_eq!(bool::from(p_form.is_identity()), p == (0, 1));
        assert_eq!(xy(&p_form.mul_by_cofactor()), times::<C>(cofactor, p));
        assert_eq!(bool::from(p_form.is_small_order()), times::<C>(cofactor, p) == (0, 1));
        assert_eq!(bool::from(p_form.is_torsion_free()), times::<C>(C::L, p) == (0, 1));
        assert_eq!(p_form.torsion_free().is_ok(), times::<C>(C::L, p) == (0, 1));
    }
    let order = |k: u32, p: Xy| times::<C>(k, p) == (0, 1);
    assert_eq!(points.iter().filter(|&&p| order(C::L, p)).count() as u32, C::L);
    assert_eq!(
        points.iter().filter(|&&p| order(1 << C::COFACTOR_LOG2, p)).count(),
        1 << C::COFACTOR_LOG2
    );
}

/// The formulas on a point's coordinates side by side: every pair, as points and as both kinds of
/// entries.
fn in_four<C: Facts>() {
    let (there, points) = (C::to_four(), all::<C>());
    let forms: Vec<_> = points.iter().map(|p| Vartime(other_form(&point::<C>(*p)))).collect();
    let xy = |point| xy(&<ToFour<C> as Elsewhere<EdwardsPoint<C>>>::leave(&point));
    for (p, p_form) in points.iter().zip(&forms) {
        let p_there = there.enter(p_form);
        assert_eq!(xy(p_there), *p);
        assert_eq!(xy(p_there.double()), times::<C>(2, *p));
        assert_eq!(xy(p_there.identity()), (0, 1));
        assert_eq!(p_there.is_identity_vartime(), *p == (0, 1));
        let mut odd = [p_there.blank_entry(); 4];
        InFour::odd_entries_vartime(&p_there, &mut odd);
        for (k, entry) in (1u32..).step_by(2).zip(&odd) {
            assert_eq!(xy(InFour::from_entry(entry)), times::<C>(k, *p));
        }
        for (q, q_form) in points.iter().zip(&forms) {
            let (minus, sum) = (((C::P - q.0) % C::P, q.1), reference::<C>(*p, *q));
            assert_eq!(xy(p_there.add(&there.enter(q_form))), sum);
            let [x, y] = q_form.0.to_xy();
            let entries = [
                VartimeEntry::Cached(q_form.0.cached()),
                VartimeEntry::Niels(curve::edwards::Niels::of_xy(&x, &y)),
            ];
            let enter = |entry| Elsewhere::<Vartime<C>>::enter_entry(&there, &entry);
            for entry in entries.map(enter) {
                assert_eq!(xy(p_there.add_entry(&entry)), sum);
                let entry = InFour::<C>::negate_entry(&entry);
                assert_eq!(xy(p_there.add_entry(&entry)), reference::<C>(*p, minus));
            }
            let mut of_comb = [q_form.0.blank_entry()];
            EdwardsPoint::entries_vartime(&[q_form.0], &mut of_comb);
            let entry = Elsewhere::<EdwardsPoint<C>>::enter_entry(&there, &of_comb[0]);
            assert_eq!(xy(p_there.add_entry(&entry)), sum);
            let mut entry = [p_there.blank_entry()];
            InFour::entries_vartime(&[there.enter(q_form)], &mut entry);
            assert_eq!(xy(p_there.add_entry(&entry[0])), sum);
        }
    }
}

fn multiples<C: Facts>() {
    let table = OddMultiples::<Vartime<C>, 4>::new(&Vartime(EdwardsPoint::generator()));
    let wide = OddMultiples::<Vartime<C>, 64>::new(&Vartime(EdwardsPoint::generator()));
    let generator = xy(&EdwardsPoint::<C>::generator());
    for p in all::<C>() {
        let form = other_form(&point::<C>(p));
        for k in 0..C::L {
            let scalar = Red::<C::Scalar>::small(&(), k);
            let expected = times::<C>(k, p);
            assert_eq!(xy(&form.mul(&scalar)), expected);
            assert_eq!(xy(&form.mul_vartime(&scalar)), expected);
            for b in 0..C::L {
                let other = Red::<C::Scalar>::small(&(), b);
                let two = form.mul_two([&scalar, &other]);
                assert_eq!(two.each_ref().map(xy), [expected, times::<C>(b, p)]);
                let expected = reference::<C>(expected, times::<C>(b, generator));
                let b = Red::<C::Scalar>::small(&(), b);
                assert_eq!(xy(&table.double_base_vartime(&b, &scalar, &Vartime(form)).0), expected);
                assert_eq!(xy(&wide.double_base_vartime(&b, &scalar, &Vartime(form)).0), expected);
                let both = [EdwardsPoint::generator(), form].map(Vartime);
                assert_eq!(xy(&sum_of_two_vartime(&both, [&b, &scalar]).0), expected);
            }
        }
        // Integers, not scalars: torsion shows.
        for k in (0..3 * (C::L << C::COFACTOR_LOG2)).chain([255, 256, 1000]) {
            let expected = times::<C>(k, p);
            assert_eq!(xy(&form.mul_integer(&[u64::from(k), 0, 0, 0])), expected);
            assert_eq!(xy(&form.mul_integer_vartime(&[u64::from(k), 0, 0, 0])), expected);
        }
        // 2^256 − 1, the largest.
        let order = C::L << C::COFACTOR_LOG2;
        let largest = (0..256u32).fold(1, |power, _| power * 2 % order) + order - 1;
        assert_eq!(xy(&form.mul_integer(&[u64::MAX; 4])), times::<C>(largest % order, p));
        assert_eq!(xy(&form.mul_integer_vartime(&[u64::MAX; 4])), times::<C>(largest % order, p));
    }
}

/// a·B + b·P − R through short multiples for all a, b and P, and every so many R: it is the
/// identity, or of small order, exactly if the difference itself is.
fn defects<C: Facts>(step: usize) {
    let table = HalvedMultiples::<C, 4>::new(&EdwardsPoint::generator());
    let negative = |(x, y): Xy| ((C::P - x) % C::P, y);
    let base: Vec<_> =
        (0..C::L).map(|a| times::<C>(a, xy(&EdwardsPoint::<C>::generator()))).collect();
    let points = all::<C>();
    let small: Vec<_> = points
        .iter()
        .filter(|point| times::<C>(1 << C::COFACTOR_LOG2, **point) == (0, 1))
        .collect();
    let scalar = |k: usize| Red::<C::Scalar>::small(&(), k as u32);
    for p in &points {
        let p_form = other_form(&point::<C>(*p));
        for b in 0..C::L {
            let b_p = times::<C>(b, *p);
            for q in points.iter().step_by(step) {
                let q_form = other_form(&point::<C>(*q));
                let rest = reference::<C>(b_p, negative(*q));
                for (a, multiple) in base.iter().enumerate() {
                    let difference = reference::<C>(*multiple, rest);
                    let defect =
                        table.defect_vartime(&scalar(a), &scalar(b as usize), &p_form, &q_form);
                    assert_eq!(bool::from(defect.is_identity()), difference == (0, 1));
                    assert_eq!(bool::from(defect.is_small_order()), small.contains(&&difference));
                }
            }
        }
    }
}

/// All 256 strings of one byte through both decoders.
fn encodings<C: Facts>() {
    let points = all::<C>();
    for &p in &points {
        let bytes = other_form(&point::<C>(p)).to_bytes();
        assert_eq!(bytes.as_ref(), [p.1 as u8 | (p.0 as u8 & 1) << 7]);
    }
    for byte in 0..=255u8 {
        let (y, sign) = (u32::from(byte & 0x7f), u32::from(byte >> 7));
        let with_y: Vec<Xy> = points.iter().copied().filter(|p| p.1 == y % C::P).collect();
        let wanted = with_y.iter().copied().find(|p| p.0 & 1 == sign);
        let strict = EdwardsPoint::<C>::from_bytes(&[byte]).map(|p| xy(&p));
        let expected = match wanted {
            _ if y >= C::P => Err(PointError::NotCanonical),
            Some(p) => Ok(p),
            None if with_y == [(0, y)] => Err(PointError::Flags),
            None => Err(PointError::NotOnCurve),
        };
        assert_eq!(strict, expected, "{byte:02x}");
        let permissive = EdwardsPoint::<C>::from_bytes_zip215(&[byte]).map(|p| xy(&p));
        let expected =
            wanted.or(with_y.first().copied().filter(|p| p.0 == 0)).ok_or(PointError::NotOnCurve);
        assert_eq!(permissive, expected, "{byte:02x}");
    }
    for bytes in [&[][..], &[1, 0], &[0; 33]] {
        assert_eq!(EdwardsPoint::<C>::from_bytes(bytes), Err(PointError::Length));
        assert_eq!(EdwardsPoint::<C>::from_bytes_zip215(bytes), Err(PointError::Length));
    }
    // Every pair that is no point is refused.
    for x in 0..C::P {
        for y in 0..C::P {
            let made = EdwardsPoint::<C>::from_xy(Red::small(&(), x), Red::small(&(), y));
            assert_eq!(made.is_ok(), points.contains(&(x, y)));
        }
    }
}

#[test]
fn group_law() {
    exhaust::<Order20>();
    exhaust::<Order24>();
    exhaust::<Order40>();
    exhaust::<Order104>();
}

#[test]
fn coordinates_side_by_side() {
    in_four::<Order20>();
    in_four::<Order24>();
    in_four::<Order40>();
    in_four::<Order104>();
}

#[test]
fn multiplication() {
    multiples::<Order20>();
    multiples::<Order24>();
    multiples::<Order40>();
    multiples::<Order104>();
}

#[test]
fn differences_by_short_multiples() {
    defects::<Order20>(1);
    defects::<Order24>(1);
    defects::<Order40>(1);
    defects::<Order104>(11);
}

#[test]
fn every_encoding() {
    encodings::<Order20>();
    encodings::<Order24>();
    encodings::<Order40>();
    encodings::<Order104>();
}

macro_rules! elligator {
    ($name:ident, j: $j:literal, i: $i:literal, c: $c:literal) => {
        impl Elligator2 for $name {
            fn times_a(x: &Red<Self::Base>) -> Red<Self::Base> {
                x.times($j)
            }

            fn times_c(x: &Red<Self::Base>) -> Red<Self::Base> {
                x.times($c)
            }

            fn times_z(x: &Red<Self::Base>) -> Red<Self::Base> {
                x.times(2)
            }

            fn sqrt_or_z_times(
                u: &Red<Self::Base>,
                v: &Red<Self::Base>,
            ) -> (Red<Self::Base>, Choice) {
                let i = Red::from($i);
                assert_eq!(i.sqr(), -Red::one());
                let (root, is_square) =
                    sqrt_ratio_5mod8(u, v, &i, |x| x.pow_vartime(&[u64::from((Self::P - 5) / 8)]));
                (Red::select(&(&root * &(&Red::one() - &i)), &root, &is_square), is_square)
            }
        }
    };
}

// J = 2(1 − d)/(1 + d), i = 2^((p − 1)/4), c the even root of −(J + 2).
elligator!(Order40, j: 24, i: 31, c: 14);
elligator!(Order104, j: 52, i: 10, c: 42);

/// Every field element, against the steps of RFC 9380 §6.7.1 and §6.8.
fn elligator<C: Facts + Elligator2>() {
    let p = C::P;
    let value = |x: &Red<C::Base>| {
        let mut bytes = [0];
        x.to_bytes(&mut bytes);
        u32::from(bytes[0])
    };
    let j = value(&C::times_a(&Red::from(1)));
    let c = value(&C::times_c(&Red::from(1)));
    assert_eq!((c * c % p, c % 2), ((2 * p - j - 2) % p, 0));
    let root = |a: u32, sign: u32| (0..p).find(|t| t * t % p == a && (t % 2 == sign || a == 0));
    let g = |s: u32| ((s * s % p * s % p) + j * (s * s % p) + s) % p;
    for u in 0..p {
        let s1 = (p - j) * inverse((1 + 2 * u * u) % p, p) % p;
        let s2 = (2 * p - s1 - j) % p;
        let (s, t) = match root(g(s1), 1) {
            Some(t) => (s1, t),
            None => (s2, root(g(s2), 0).expect("one of the two is a square")),
        };
        let [n, d, y] = map_to_montgomery::<C>(&Red::from(u));
        assert_eq!((value(&(n * d.invert())), value(&y)), (s, t), "{u}");
        let expected = if t == 0 || s == p - 1 {
            (0, 1)
        } else {
            (c * s % p * inverse(t, p) % p, (s + p - 1) % p * inverse(s + 1, p) % p)
        };
        assert_eq!(xy(&map_to_curve::<C>(&Red::from(u))), expected, "{u}");
    }
}

#[test]
fn elligator_2() {
    elligator::<Order40>();
    elligator::<Order104>();
}
