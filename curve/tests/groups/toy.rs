//! Curves so small that every point, every pair and every scalar is tried: groups of order 7, 13
//! and 199 with a = 0, of order 11, 19, 197 and 293 with a = −3, and of order 17 and 223 with a = 2
//! and a = 1.
//!
//! They run the same generic code as the real curves. The curves were found by counting points;
//! [`order_is`] counts again.

// Small public integers; operands by reference, as in formulas.
#![allow(clippy::integer_division_remainder_used, clippy::op_ref)]

use crate::lattice;
use std::sync::LazyLock;
use std::vec::Vec;

use curve::engines::mont::Portable;
use curve::field::{Anywhere, InLanes, Red};
use curve::formulas::complete::{Coefficient, MinusThree, Zero};
use curve::fp2::Quad;
use curve::glv::Lattice;
use curve::integer::{Integer, SignedPart};
use curve::msm::{msm_vartime, scratch_size};
use curve::scalar_mul::{Comb, OddMultiples, sum_of_two_vartime};
use curve::weierstrass::{
    Affine, CurvePoint, Endomorphism, Group, Jacobian, Projective, Subgroup, Weierstrass,
    batch_to_affine_on_lanes,
};
use num_bigint::BigInt;

modulus!(M7, "7");
modulus!(M13, "d");
modulus!(M19, "13");
modulus!(M11, "b");
modulus!(M17, "11");
modulus!(M197, "c5");
modulus!(M293, "125");
modulus!(M271, "10f");
modulus!(M199, "c7");
modulus!(M211, "d3");
modulus!(M223, "df");

type Toy<M> = Portable<M, { limb::word::default_words(8) }>;

macro_rules! weierstrass {
    ($name:ident, $field:ty, $a:ty, $b:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl Weierstrass for $name {
            type Base = Toy<$field>;
            type A = $a;

            fn b((): &()) -> Red<Self::Base> {
                Red::small(&(), $b)
            }

            fn times_3b(x: &Red<Self::Base>) -> Red<Self::Base> {
                x.times(3 * $b)
            }
        }
    };
}

/// A curve without an endomorphism.
macro_rules! plain {
    ($name:ident, $field:ty, $a:ty, $b:literal, $scalar:ty, $bits:literal) => {
        weierstrass!($name, $field, $a, $b);

        impl Endomorphism for $name {}

        impl Subgroup for $name {}

        impl Group for $name {
            type Fast = Self;
            type Remainders = Self;

            type Scalar = Toy<$scalar>;

            const PARTS: usize = 1;
            const PART_BITS: u32 = $bits;

            fn generator((): &()) -> Affine<Self> {
                all::<Self>()[1]
            }
        }
    };
}

/// A curve y² = x³ + b.
macro_rules! toy {
    ($name:ident, $field:ty, $b:literal, $scalar:ty, $beta:literal, [$v0:literal, $v1:literal]) => {
        weierstrass!($name, $field, Zero, $b);

        impl Endomorphism for $name {
            fn endomorphism_xy(
                x: &Red<Self::Base>,
                y: &Red<Self::Base>,
            ) -> (Red<Self::Base>, Red<Self::Base>) {
                (x * &Red::from($beta), *y)
            }
        }

        impl Group for $name {
            type Fast = Self;
            type Remainders = Self;

            type Scalar = Toy<$scalar>;

            const PARTS: usize = 2;
            const PART_BITS: u32 = 4;

            // (a, b) is short with a + bμ ≡ 0, and so is its product with μ, (−b, a − b), since μ²
            // = −μ − 1.
            fn split(k: &Integer) -> [SignedPart; 4] {
                static LATTICE: LazyLock<Lattice<2, 2>> = LazyLock::new(|| {
                    lattice::lattice(
                        &[[$v0, $v1], [-$v1, $v0 - $v1]].map(|row| row.map(BigInt::from)),
                    )
                });
                let [k0, k1] = LATTICE.split(k);
                [k0, k1, SignedPart::zero(), SignedPart::zero()]
            }

            fn generator((): &()) -> Affine<Self> {
                all::<Self>()[1]
            }
        }

        impl Subgroup for $name {}
    };
}

// β is a cube root of one modulo p, the lattice that of its multiplier modulo the order;
// `endomorphism_multiplies` computes both.
toy!(Order7, M7, 5, M7, 2, [-1, 2]);
toy!(Order13, M19, 2, M13, 7, [-1, 3]);
toy!(Order199, M211, 2, M199, 14, [-13, 2]);

plain!(Order11, M7, MinusThree, 6, M11, 4);
plain!(Order19, M13, MinusThree, 1, M19, 5);
plain!(Order197, M199, MinusThree, 6, M197, 8);
// Of two bytes, so that it is multiplied by Jacobian additions; and above 32 modulo 64, so that
// the last of them would have equal operands for one scalar.
plain!(Order293, M271, MinusThree, 43, M293, 9);
plain!(Order17, M13, Small<2>, 4, M17, 5);
plain!(Order223, M211, Small<1>, 1, M223, 8);

/// A small a that has no formulas of its own.
#[derive(Clone, Copy, Debug)]
struct Small<const A: u32>;

impl<C: Weierstrass<A = Self>, const A: u32> Coefficient<C> for Small<A> {
    fn times(x: &Red<C::Base>) -> Red<C::Base> {
        x.times(A)
    }
}

/// Every point of the curve, the identity first.
fn all<C: Group<Base: Anywhere>>() -> Vec<Affine<C>> {
    let p = (0..).find(|&i| i > 0 && bool::from(Red::<C::Base>::small(&(), i).is_zero())).unwrap();
    let mut out = Vec::from([Affine::identity()]);
    for x in 0..p {
        for y in 0..p {
            if let Ok(point) = Affine::from_xy(Red::small(&(), x), Red::small(&(), y)) {
                out.push(point);
            }
        }
    }
    out
}

/// The sum by the schoolbook's chord and tangent, in affine coordinates.
fn reference<C: Group<Base: Anywhere>>(p: &Affine<C>, q: &Affine<C>) -> Affine<C> {
    if bool::from(p.is_identity()) {
        return *q;
    }
    if bool::from(q.is_identity()) {
        return *p;
    }
    let slope = if p.x() != q.x() {
        (q.y() - p.y()) * (q.x() - p.x()).invert()
    } else if p.y() == q.y() {
        (p.x().sqr().times(3) + C::A::times(&Red::one())) * p.y().times(2).invert()
    } else {
        return Affine::identity();
    };
    let x = slope.sqr() - *p.x() - *q.x();
    let y = slope * (*p.x() - x) - *p.y();
    Affine::from_xy(x, y).unwrap()
}

fn exhaust<C: Group<Base: Anywhere + InLanes>>(order: usize) {
    let points = all::<C>();
    assert_eq!(points.len(), order);
    // Other representatives of the same points: (λX : λY : λZ).
    let scaled = |p: &Affine<C>, lambda: u32| {
        let p = p.to_projective();
        let lambda = Red::<C::Base>::small(&(), lambda);
        let [x, y, z] = p.coordinates();
        rescaled::<C>(&(x * &lambda), &(y * &lambda), &(z * &lambda))
    };
    for p in &points {
        for q in &points {
            let sum = reference(p, q);
            for (p_form, q_form) in [(1, 1), (2, 3), (3, 3)] {
                let (p_form, q_form) = (scaled(p, p_form), scaled(q, q_form));
                assert_eq!(p_form.add(&q_form).to_affine(), sum);
                assert_eq!(p_form.add_mixed(q).to_affine(), sum);
                assert_eq!(p_form.sub(&q_form.neg()).to_affine(), sum);
                let (p_jacobian, q_jacobian) =
                    (Jacobian::from_projective(&p_form), Jacobian::from_projective(&q_form));
                assert_eq!(p_jacobian.add_vartime(&q_jacobian).to_projective().to_affine(), sum);
                assert_eq!(p_jacobian.add_mixed_vartime(q).to_projective().to_affine(), sum);
                assert_eq!(p_form == q_form, p == q);
            }
        }
        let double = reference(p, p);
        assert_eq!(scaled(p, 3).double().to_affine(), double);
        assert_eq!(
            Jacobian::from_affine_vartime(p).double_vartime().to_projective().to_affine(),
            double
        );
        assert_eq!(CurvePoint::from(*p).double(), CurvePoint::from(double));
        for n in 0..8 {
            let many = scaled(p, 5).double_times(n);
            assert_eq!(many, p.to_projective().mul_integer_vartime(&[1 << n]));
            assert!(bool::from(many.is_on_curve()));
        }
    }
    #[cfg(feature = "hints")]
    by_advice::<C>(&points);
    multiples::<C>(&points, order);
    sums::<C>(&points, order);
    tables::<C>(&points, order);
    let projective: Vec<Projective<C>> = points.iter().map(|p| scaled(p, 2)).collect();
    let mut affine = std::vec![Affine::identity(); order];
    batch_to_affine_on_lanes::<C, C>(&(), &projective, &mut affine).unwrap();
    assert_eq!(affine, points);
}

/// Sums, lines and parabolas of every pair of points by every advice there is: one leads to a
/// result, and that is the right one.
#[cfg(feature = "hints")]
fn by_advice<C: Group<Base: Anywhere>>(points: &[Affine<C>]) {
    use curve::advice::{Found, Given};
    use curve::field::Canonical;
    use curve::formulas::affine::{
        self, Xy, add_with_line, double_and_add_with_parabola, double_with_line,
    };

    let elements: Vec<Vec<u64>> = {
        let p = (1..).find(|&i| bool::from(Red::<C::Base>::small(&(), i).is_zero())).unwrap();
        let words = |i| {
            let mut words = std::vec![0; <C::Base as Canonical>::LIMBS];
            Red::<C::Base>::small(&(), i).to_held(&mut words);
            words
        };
        (0..p).map(words).collect()
    };
    // Large groups are tried in part: it is the field that is large.
    let step = 1 + points.len() / 12;
    let some: Vec<_> = points[1..].iter().step_by(step).collect();
    let affine = |[x, y]: &Xy<C>| Affine::<C>::from_xy(*x, *y).expect("on the curve");
    // The results of all advice, of which there must be one, or none.
    let only = |expected: Option<Vec<u64>>, results: &dyn Fn(&[u64]) -> bool, slopes: usize| {
        let mut led = 0;
        for first in &elements {
            if slopes == 1 {
                let leads = results(first);
                assert!(!leads || expected.as_ref() == Some(first));
                led += usize::from(leads);
                continue;
            }
            for second in &elements {
                let words = [&first[..], second].concat();
                let leads = results(&words);
                assert!(!leads || expected.as_ref() == Some(&words));
                led += usize::from(leads);
            }
        }
        assert_eq!(led, usize::from(expected.is_some()));
    };
    for p in &some {
        let xy = [*p.x(), *p.y()];
        let mut found = Found::default();
        let doubled = double_with_line::<C>(&xy, &mut found);
        let twice = reference(p, p);
        assert_eq!(doubled.is_some(), !bool::from(twice.is_identity()));
        let found = doubled.map(|(sum, line)| {
            assert!(affine(&sum) == twice);
            // The tangent has one point of its own, and its slope is that of the curve.
            assert!(line.slope * *p.x() - line.constant == *p.y());
            assert!(line.slope * *twice.x() - line.constant == -*twice.y());
            let rise = p.x().sqr().times(3) + C::A::times(&Red::one());
            assert!(line.slope * p.y().times(2) == rise);
            found.into_words()
        });
        only(found, &|words| double_with_line::<C>(&xy, &mut Given::new(words)).is_some(), 1);
        for q in &some {
            let (p_xy, q_xy) = (xy, [*q.x(), *q.y()]);
            let mut found = Found::default();
            let added = add_with_line::<C>(&p_xy, &q_xy, &mut found);
            let sum = reference(p, q);
            assert_eq!(added.is_some(), p.x() != q.x());
            let found = added.map(|(result, line)| {
                assert!(affine(&result) == sum);
                for (x, y) in [(p.x(), *p.y()), (q.x(), *q.y()), (sum.x(), -*sum.y())] {
                    assert!(line.slope * *x - line.constant == y);
                }
                found.into_words()
            });
            let give = |words: &[u64]| add_with_line::<C>(&p_xy, &q_xy, &mut Given::new(words));
            only(found, &|words| give(words).is_some(), 1);

            let mut found = Found::default();
            let both = double_and_add_with_parabola::<C>(&p_xy, &q_xy, &mut found);
            let plain = affine::double_and_add::<C>(&p_xy, &q_xy, &mut Found::default());
            assert_eq!(both.is_some(), plain.is_some());
            let three = reference(&sum, p);
            let exception = p.x() == q.x() || sum.x() == p.x();
            assert_eq!(both.is_some(), !exception);
            let found = both.map(|(result, parabola)| {
                assert!(affine(&result) == three && plain == Some(result));
                let at = |x: &Red<C::Base>, y: &Red<C::Base>| {
                    x.sqr() + parabola.linear * *x + parabola.y_factor * *y + parabola.constant
                };
                let zero = Red::<C::Base>::zero();
                assert!(at(p.x(), p.y()) == zero && at(q.x(), q.y()) == zero);
                assert!(at(three.x(), &-*three.y()) == zero);
                // P twice: there the parabola has the curve's slope.
                let rise = p.x().sqr().times(3) + C::A::times(&Red::one());
                let slope = (p.x().times(2) + parabola.linear) * p.y().times(2);
                assert!(slope + parabola.y_factor * rise == zero);
                found.into_words()
            });
            if elements.len() < 20 {
                let give = |words: &[u64]| {
                    double_and_add_with_parabola::<C>(&p_xy, &q_xy, &mut Given::new(words))
                };
                only(found, &|words| give(words).is_some(), 2);
            }
        }
    }
}

/// A point by another representative, through the sum with the identity, which scales its
/// coordinates.
fn rescaled<C: Group<Base: Anywhere>>(
    x: &Red<C::Base>,
    y: &Red<C::Base>,
    z: &Red<C::Base>,
) -> Projective<C> {
    if bool::from(z.is_zero()) {
        return Projective::identity().double().add(&Projective::identity());
    }
    let inverse = z.invert();
    let point = Affine::<C>::from_xy(x * &inverse, y * &inverse).unwrap().to_projective();
    // P + (−P) + P: no coordinate is what it was.
    point.add(&point.neg()).add(&point).add(&Projective::identity())
}

/// Every scalar times every point, by every multiplication.
fn multiples<C: Group<Base: Anywhere>>(points: &[Affine<C>], order: usize) {
    for p in points {
        let mut expected = Projective::identity();
        for k in 0..order as u32 {
            let scalar = Red::<C::Scalar>::small(&(), k);
            let product = p.mul(&scalar);
            // Coordinates that are all zero would be equal to every point.
            assert!(product == expected && bool::from(product.is_on_curve()));
            assert_eq!(p.mul_vartime(&scalar), expected);
            assert_eq!(p.to_projective().mul_integer_vartime(&[k.into()]), expected);
            assert_eq!(
                CurvePoint::from(*p)
                    .mul_integer_vartime(&[(k as usize + order) as u64])
                    .check_subgroup(),
                Ok(expected)
            );
            expected = expected.add_mixed(p);
        }
        assert_eq!(expected, Projective::identity());
    }
}

/// Bases of tables that are tried.
const BASES: usize = 20;

/// Every scalar by combs of several shapes, and every pair of scalars with a second point.
fn tables<C: Group<Base: Anywhere>>(points: &[Affine<C>], order: usize) {
    fn comb<C: Group<Base: Anywhere>, const BLOCKS: usize, const ENTRIES: usize>(
        points: &[Affine<C>],
    ) -> usize {
        let mut combs = 0;
        for p in points.iter().take(BASES) {
            // In a small group an entry may be the identity, and the table is refused.
            let Ok(comb) = Comb::<Projective<C>, BLOCKS, ENTRIES>::new(&p.to_projective()) else {
                continue;
            };
            combs += 1;
            for k in 0..points.len() as u32 {
                let k = Red::small(&(), k);
                let product = comb.mul(&k);
                assert!(product == p.to_projective().mul(&k));
                assert!(bool::from(product.is_on_curve()));
            }
        }
        combs
    }
    // All but the identity.
    let all = order.min(BASES) - 1;
    assert_eq!(comb::<C, 1, 1>(points), all);
    let combs = [
        comb::<C, 1, 2>(points),
        comb::<C, 2, 2>(points),
        comb::<C, 1, 8>(points),
        comb::<C, 3, 4>(points),
        comb::<C, 6, 4>(points),
    ];
    assert!(combs.contains(&all));
    let some = [points[0], points[1], points[2], points[order - 1]]
        .map(|p| Jacobian::from_affine_vartime(&p));
    for base in &some {
        let table = OddMultiples::<Jacobian<C>, 4>::new(base);
        for (a, b) in (0..order as u32)
            .step_by(1 + order / 40)
            .flat_map(|a| (0..order.min(12) as u32).map(move |b| (a, b)))
        {
            let (a, b) = (Red::small(&(), a), Red::small(&(), b));
            for point in &some {
                let expected = base
                    .to_projective()
                    .mul_vartime(&a)
                    .add(&point.to_projective().mul_vartime(&b));
                assert_eq!(table.double_base_vartime(&a, &b, point).to_projective(), expected);
                assert_eq!(
                    sum_of_two_vartime(&[*base, *point], [&a, &b]).to_projective(),
                    expected
                );
            }
        }
    }
}

/// Sums of multiples over all points, with scalars in several orders.
fn sums<C: Group<Base: Anywhere>>(points: &[Affine<C>], order: usize) {
    let size = scratch_size(order);
    let mut buckets = std::vec![Jacobian::identity(); size.buckets];
    let mut integers = std::vec![[0; 4]; size.integers];
    for step in 0..order as u32 {
        let scalars: Vec<Red<C::Scalar>> =
            (0..order as u32).map(|i| Red::from(i * step + step)).collect();
        let sum = msm_vartime(points, &scalars, &mut buckets, &mut integers).unwrap();
        assert_eq!(sum, points.iter().zip(&scalars).map(|(p, k)| p.to_projective().mul(k)).sum());
    }
}

/// The multiplier that [`Group::split`] uses is the endomorphism's.
fn endomorphism_multiplies<C: Group<Base: Anywhere>>() {
    let g = Projective::<C>::generator();
    let mu = (0u64..).find(|&k| g.mul_integer_vartime(&[k]) == g.endomorphism()).unwrap();
    let order = all::<C>().len() as u64;
    let mut negative = 0;
    for k in 0..order {
        let parts = C::split(&[k, 0, 0, 0]).map(|part| {
            assert!(part.magnitude[0] < 1 << C::PART_BITS && part.magnitude[1..] == [0; 3]);
            negative += u32::from(part.negative.unwrap_u8());
            lattice::integer(&part)
        });
        assert_eq!((&parts[0] + &parts[1] * mu - k) % order, BigInt::ZERO);
    }
    assert!(negative > 0, "signs are seen");
    assert!((mu * mu + mu + 1) % order == 0);
}

#[test]
fn order_7() {
    exhaust::<Order7>(7);
    endomorphism_multiplies::<Order7>();
}

#[test]
fn order_13() {
    exhaust::<Order13>(13);
    endomorphism_multiplies::<Order13>();
}

#[test]
fn order_199() {
    exhaust::<Order199>(199);
    endomorphism_multiplies::<Order199>();
}

#[test]
fn a_is_minus_3() {
    exhaust::<Order11>(11);
    exhaust::<Order19>(19);
    exhaust::<Order197>(197);
    exhaust::<Order293>(293);
}

#[test]
fn a_is_anything() {
    exhaust::<Order17>(17);
    exhaust::<Order223>(223);
}

/// Every element of Fp2 over a small field: roots exist for exactly the squares, and square to
/// them.
fn roots<F: Anywhere>(p: u32) {
    let element = |i: u32| Red::<Quad<F>>::new(Red::small(&(), i / p), Red::small(&(), i % p));
    let squares: Vec<_> = (0..p * p).map(|i| element(i).sqr()).collect();
    for i in 0..p * p {
        let a = element(i);
        let (root, exists) = a.sqrt();
        assert_eq!(bool::from(exists), squares.contains(&a), "{i}");
        assert_eq!(bool::from(a.is_square()), squares.contains(&a), "{i}");
        if bool::from(exists) {
            assert_eq!(root.sqr(), a);
        }
        let (inverse, exists) = a.inverse_sqrt();
        assert_eq!(bool::from(exists), squares.contains(&a) && i != 0);
        if bool::from(exists) {
            assert_eq!(&a * &inverse.sqr(), Red::one());
        }
    }
}

#[test]
fn square_roots_in_the_extension() {
    roots::<Toy<M7>>(7);
    roots::<Toy<M19>>(19);
}
