//! The group law of y² = x³ + ax + b: chord and tangent.
//!
//! Identities of fractions say that a formula is right wherever it gives a point at all. That
//! complete formulas always give one is Theorem 1 of Renes, Costello and Batina (ePrint 2015/1060);
//! here it is shown for the special pairs, and small curves are tried in whole elsewhere.

use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;

use curve::field::Red;
use curve::formulas::complete::{self, Coefficient, MinusThree, Zero};
use curve::formulas::jacobian;
use curve::weierstrass::{Jacobian, Projective, Weierstrass};

use crate::engine::{
    Costs, Flat, Layers, Overlap, Polynomials, Wide, holds_and_sees_faults,
    holds_and_sees_most_faults, made,
};
use crate::polynomial::{Fraction, Polynomial, Relation, integer, power, variable};

const A: usize = 20;
const B: usize = 21;

/// A curve whose b is a variable.
struct Curve<S, A>(PhantomData<(S, A)>);

impl<S, A> Clone for Curve<S, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, A> Copy for Curve<S, A> {}

impl<S, A> Debug for Curve<S, A> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Curve")
    }
}

/// The curve for an a, and the value of that.
macro_rules! curves {
    ($($a:ty = $value:expr, $even:literal;)*) => {
        $(impl<S: Costs> Weierstrass for Curve<S, $a> {
            type Base = Polynomials<S>;
            type A = $a;

            fn b((): &()) -> Red<Self::Base> {
                Red::from_raw(made(variable(B)))
            }

            fn times_3b(x: &Red<Self::Base>) -> Red<Self::Base> {
                Red::from_raw(made((&variable(B) * &*x.raw().get()).times(3)))
            }
        }

        impl Value for $a {
            const EVEN: usize = $even;

            fn value() -> Polynomial {
                $value
            }
        })*
    };
}

/// The value of a.
trait Value {
    /// How many values of the tangent in Jacobian coordinates it is even in: Z², where a is not 0.
    const EVEN: usize;

    fn value() -> Polynomial;
}

curves! {
    Zero = integer(0), 0;
    MinusThree = integer(-3), 1;
    Any = variable(A), 1;
}

/// An a that is a variable, with the formulas for every a.
struct Any;

impl<S: Costs> Coefficient<Curve<S, Self>> for Any {
    fn times(x: &Red<Polynomials<S>>) -> Red<Polynomials<S>> {
        Red::from_raw(made(&variable(A) * &*x.raw().get()))
    }
}

/// An affine point.
type Affine = [Fraction; 2];

fn small(k: i128) -> Fraction {
    Fraction::whole(&integer(k))
}

/// Whether a line of this slope through P meets the curve in Q and in the negative of `sum`.
fn is_sum(sum: &Affine, slope: &Fraction, [p, q]: [&Affine; 2], relations: &[Relation]) -> bool {
    let x = &(&(slope * slope) - &p[0]) - &q[0];
    let y = &(slope * &(&p[0] - &sum[0])) - &p[1];
    sum[0].equals(&x, relations) && sum[1].equals(&y, relations)
}

fn is_chord(sum: &Affine, p: &Affine, q: &Affine, relations: &[Relation]) -> bool {
    let slope = &(&q[1] - &p[1]) * &(&q[0] - &p[0]).inverse();
    is_sum(sum, &slope, [p, q], relations)
}

fn is_tangent<A: Value>(double: &Affine, p: &Affine, relations: &[Relation]) -> bool {
    let numerator = &(&small(3) * &(&p[0] * &p[0])) + &Fraction::whole(&A::value());
    let slope = &numerator * &(&small(2) * &p[1]).inverse();
    is_sum(double, &slope, [p, p], relations)
}

/// X³ = Y²Z − aXZ² − bZ³ for the variables from this number on.
fn homogeneous<A: Value>(from: usize) -> Relation {
    let [x, y, z] = [from, from + 1, from + 2].map(variable);
    let zz = &z * &z;
    let right = &(&A::value() * &(&x * &zz)) + &(&variable(B) * &(&z * &zz));
    Relation { leading: power(from, 3), rest: &(&(&y * &y) * &z) - &right }
}

/// X³ = Y² − aXZ⁴ − bZ⁶ for the variables from this number on.
fn weighted<A: Value>(from: usize) -> Relation {
    let [x, y, z] = [from, from + 1, from + 2].map(variable);
    let z4 = &(&z * &z) * &(&z * &z);
    let right = &(&A::value() * &(&x * &z4)) + &(&variable(B) * &(&z4 * &(&z * &z)));
    Relation { leading: power(from, 3), rest: &(&y * &y) - &right }
}

/// x³ = y² − ax − b for the variables from this number on.
fn plain<A: Value>(from: usize) -> Relation {
    let [x, y] = [from, from + 1].map(variable);
    let right = &(&A::value() * &x) + &variable(B);
    Relation { leading: power(from, 3), rest: &(&y * &y) - &right }
}

fn projective<C: Weierstrass<Base = Polynomials<S>>, S: Costs>(
    [x, y, z]: [&Polynomial; 3],
) -> Projective<C> {
    let [x, y, z] = [x, y, z].map(|a| Red::from_raw(made(a.clone())));
    Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z)
}

fn affine<C: Weierstrass<Base = Polynomials<S>>, S: Costs>(point: &Projective<C>) -> Affine {
    let [x, y, z] = point.coordinates().map(|a| a.raw().get());
    [Fraction::new(&x, &z), Fraction::new(&y, &z)]
}

fn affine_of_jacobian<C: Weierstrass<Base = Polynomials<S>>, S: Costs>(
    point: &Jacobian<C>,
) -> Affine {
    let [x, y, z] = point.coordinates().map(|a| a.raw().get());
    let zz = &*z * &*z;
    [Fraction::new(&x, &zz), Fraction::new(&y, &(&zz * &z))]
}

fn complete_formulas<S: Costs, A: Value>(name: &str)
where
    Curve<S, A>: Weierstrass<Base = Polynomials<S>>,
{
    let [x1, y1, z1, x2, y2, z2] = [0, 1, 2, 3, 4, 5].map(variable);
    let (zero, one) = (integer(0), integer(1));
    let point = projective::<Curve<S, A>, S>;
    let (p, q) = (point([&x1, &y1, &z1]), point([&x2, &y2, &z2]));
    let both = [homogeneous::<A>(0), homogeneous::<A>(3)];
    let mixed = [homogeneous::<A>(0), plain::<A>(3)];
    let curve = &both[..1];
    let check = |what: &str, claim: &dyn Fn() -> bool| {
        holds_and_sees_faults(&format!("{name}: {what}"), claim);
    };
    check("P + Q", &|| is_chord(&affine(&complete::add(&p, &q)), &affine(&p), &affine(&q), &both));
    check("P + (x, y)", &|| {
        let sum = complete::add_mixed(
            &p,
            &Red::from_raw(made(x2.clone())),
            &Red::from_raw(made(y2.clone())),
        );
        let q = affine(&point([&x2, &y2, &one]));
        is_chord(&affine(&sum), &affine(&p), &q, &mixed)
    });
    check("2P", &|| is_tangent::<A>(&affine(&complete::double(&p)), &affine(&p), curve));

    // What the chord does not say, since its slope is 0/0 or its sum has no affine coordinates.
    let is = |sum: &Projective<Curve<S, A>>, expected: [&Polynomial; 3]| {
        let [x, y, z] = sum.coordinates().map(|a| a.raw().get().modulo(&both[0]));
        let products = [[0, 1], [0, 2], [1, 2]].map(|[i, j]| {
            let coordinates = [&x, &y, &z];
            let left = coordinates[i] * expected[j];
            (&left - &(coordinates[j] * expected[i])).modulo(&both[0]).is_zero()
        });
        products == [true; 3] && ![x, y, z].iter().all(Polynomial::is_zero)
    };
    let minus = point([&x1, &-&y1, &z1]);
    let identity = point([&zero, &one, &zero]);
    assert!(is_tangent::<A>(&affine(&complete::add(&p, &p)), &affine(&p), curve), "{name}: P + P");
    assert!(is(&complete::add(&p, &minus), [&zero, &one, &zero]), "{name}: P − P");
    assert!(is(&complete::add(&p, &identity), [&x1, &y1, &z1]), "{name}: P + O");
    assert!(is(&complete::add(&identity, &p), [&x1, &y1, &z1]), "{name}: O + P");
    assert!(is(&complete::double(&identity), [&zero, &one, &zero]), "{name}: 2O");
    assert!(is(&complete::add(&identity, &identity), [&zero, &one, &zero]), "{name}: O + O");
}

fn jacobian_formulas<S: Costs, A: Value>(name: &str)
where
    Curve<S, A>: Weierstrass<Base = Polynomials<S>>,
{
    let [x1, y1, z1, x2, y2, z2] = [0, 1, 2, 3, 4, 5].map(|i| Red::from_raw(made(variable(i))));
    let point = Jacobian::<Curve<S, A>>::from_xyz_unchecked_curve_and_subgroup;
    let p = point(x1, y1, z1);
    let q = point(x2, y2, z2);
    let both = [weighted::<A>(0), weighted::<A>(3)];
    let mixed = [weighted::<A>(0), plain::<A>(3)];
    let check = |what: &str, claim: &dyn Fn() -> bool| {
        holds_and_sees_faults(&format!("{name}, Jacobian: {what}"), claim);
    };
    let place = affine_of_jacobian;
    check("P + Q", &|| is_chord(&place(&jacobian::add(&p, &q)), &place(&p), &place(&q), &both));
    check("P + (x, y), and the ratio of Z", &|| {
        let (sum, ratio) = jacobian::add_mixed_with_ratio(&p, &x2, &y2);
        let q = [&x2, &y2].map(|a| Fraction::whole(&a.raw().get()));
        let [[_, _, z], [_, _, z1]] = [&sum, &p].map(|p| p.coordinates().map(|a| a.raw().get()));
        *z == &*z1 * &*ratio.raw().get() && is_chord(&place(&sum), &place(&p), &q, &mixed)
    });
    holds_and_sees_most_faults(&format!("{name}, Jacobian: 2P"), A::EVEN, || {
        is_tangent::<A>(&place(&jacobian::double(&p)), &place(&p), &both[..1])
    });

    // Where additions have no sum, they say so as the callers expect it.
    let minus = point(x1, -&y1, z1);
    let at = |sum: &Jacobian<Curve<S, A>>| {
        sum.coordinates().map(|a| a.raw().get().modulo(&both[0]).is_zero())
    };
    assert_eq!(at(&jacobian::add(&p, &p)), [true, true, true], "{name}: P + P");
    assert_eq!(at(&jacobian::add(&p, &minus)), [false, false, true], "{name}: P − P");
}

#[test]
fn sums_and_doubles_are_chords_and_tangents() {
    complete_formulas::<Flat, Zero>("a = 0");
    complete_formulas::<Overlap, Zero>("a = 0, overlapped");
    complete_formulas::<Layers, Zero>("a = 0, in layers");
    complete_formulas::<Flat, MinusThree>("a = −3");
    complete_formulas::<Flat, Any>("any a");
}

#[test]
fn jacobian_sums_and_doubles_are_chords_and_tangents() {
    jacobian_formulas::<Flat, Zero>("a = 0");
    jacobian_formulas::<Wide, Zero>("a = 0, lazy sums");
    jacobian_formulas::<Overlap, Zero>("a = 0, overlapped");
    jacobian_formulas::<Flat, MinusThree>("a = −3");
    jacobian_formulas::<Wide, MinusThree>("a = −3, lazy sums");
    jacobian_formulas::<Flat, Any>("any a");
    jacobian_formulas::<Wide, Any>("any a, lazy sums");
}
