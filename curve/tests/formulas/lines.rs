//! The steps of a Miller loop: doublings and additions on the twist, and the tangents and chords
//! that come with them.
//!
//! The formulas are polynomials with integer coefficients in elements of Fp2. So what they are is
//! seen on elements whose second coefficient is zero, and [`super::towers`] has Fp2 itself.

use std::marker::PhantomData;

use curve::field::Red;
use curve::formulas::complete::Zero;
use curve::fp2::Quad;
use curve::integer::{Integer, SignedPart};
use curve::pairing::{Family, Pairing, TwistPoint};
use curve::tower::{Fp2Of, Fp12, Frobenius, Tower, Twist};
use curve::weierstrass::Weierstrass;
use curve::windows::Windows;

use crate::engine::{
    Costs, Flat, Overlap, Polynomials, Reduced, SmallStack, Wide, holds_and_sees_most_faults, made,
};
use crate::polynomial::{Fraction, Polynomial, Relation, integer, power, variable};
use crate::towers;

const B: usize = 20;

/// A pairing with 1 + u and a twist of M type, or of D type.
#[derive(Clone, Copy, Debug)]
struct Of<S, const M: bool>(PhantomData<S>);

/// Its curve over Fp, which no step asks for, and its twist, whose b′ is a variable.
#[derive(Clone, Copy, Debug)]
struct Untwisted<S>(PhantomData<S>);
#[derive(Clone, Copy, Debug)]
struct Twisted<S>(PhantomData<S>);

impl<S: Costs> Weierstrass for Untwisted<S> {
    type Base = Polynomials<S>;
    type A = Zero;

    fn b((): &()) -> Red<Self::Base> {
        unreachable!("no point of this curve is added")
    }

    fn times_3b(_: &Red<Self::Base>) -> Red<Self::Base> {
        unreachable!("no point of this curve is added")
    }
}

impl<S: Costs> Weierstrass for Twisted<S> {
    type Base = Quad<Polynomials<S>>;
    type A = Zero;

    fn b((): &()) -> Red<Self::Base> {
        real(B)
    }

    fn times_3b(x: &Red<Self::Base>) -> Red<Self::Base> {
        Red::from_raw(x.raw().map(|c| made((&variable(B) * &*c.get()).times(3))))
    }
}

impl<S: Costs, const M: bool> Tower for Of<S, M> {
    type Fp = Polynomials<S>;

    const XI: u32 = 1;
    const TWIST: Twist = if M { Twist::M } else { Twist::D };

    fn frobenius() -> &'static Frobenius<Polynomial> {
        towers::Of::<S, 1, true>::frobenius()
    }
}

impl<S: Costs, const M: bool> Pairing for Of<S, M> {
    const FAMILY: Family = Family::Bls12;
    const SEED: Windows = Windows { table: 1, first: 1, steps: &[], last: 40 };
    const SEED_NEGATIVE: bool = false;
    const LOOP: Windows = Self::SEED;

    type ScalarConst = ();
    type G1 = Untwisted<S>;
    type G2 = Twisted<S>;
    type Registers = [Fp12<Self>; 1];

    const PART_BITS: u32 = 64;

    fn stand_in((): &()) -> [Fp2Of<Self>; 2] {
        unreachable!("no point is the identity")
    }

    fn registers((): &()) -> Self::Registers {
        unreachable!("there is no final exponentiation")
    }

    fn split(_: &Integer) -> [SignedPart; 4] {
        unreachable!("there is no power")
    }
}

/// A variable in Fp2.
fn real<S: Costs>(i: usize) -> Red<Quad<Polynomials<S>>> {
    Red::from_raw([variable(i), integer(0)].map(made))
}

/// The first coefficient of an element whose second is zero.
fn first<S: Costs>(a: &Red<Quad<Polynomials<S>>>) -> Polynomial {
    let [c0, c1] = a.raw().map(|c| (*c.get()).clone());
    assert!(c1.is_zero(), "real operands have real results");
    c0
}

fn affine<S: Costs, const M: bool>(t: &TwistPoint<Of<S, M>>) -> [Fraction; 2] {
    let [x, y, z] = t.coordinates().map(first);
    [Fraction::new(&x, &z), Fraction::new(&y, &z)]
}

fn steps<S: Costs, const M: bool>(name: &str) {
    // X, Y and Z of T, x and y of Q and of P.
    let start =
        || TwistPoint::<Of<S, M>>::from_xyz_unchecked_curve_and_subgroup([0, 1, 2].map(real));
    let q = [3, 4].map(real::<S>);
    let p = [5, 6].map(|i| Red::from_raw(made(variable(i))));
    let on_p = [5, 6].map(|i| Fraction::whole(&variable(i)));
    let on_q = [3, 4].map(|i| Fraction::whole(&variable(i)));
    let on_t = affine(&start());
    let [y, z] = [1, 2].map(variable);
    // X³ = Y²Z − b′Z³.
    let equation = [Relation {
        leading: power(0, 3),
        rest: &(&(&y * &y) * &z) - &(&variable(B) * &(&z * &(&z * &z))),
    }];
    let small = |k| Fraction::whole(&integer(k));
    let is_step = |t: &TwistPoint<Of<S, M>>, slope: &Fraction, other: &[Fraction; 2]| {
        let (sum, [tx, ty]) = (affine(t), &on_t);
        let third = &(&(slope * slope) - tx) - &other[0];
        sum[0].equals(&third, &equation)
            && sum[1].equals(&(&(slope * &(tx - &sum[0])) - ty), &equation)
    };
    // By y_P, which stands alone on the line: (λ·x_T − y_T)/y_P and −λ·x_P/y_P.
    let is_line = |line: [Polynomial; 3], slope: &Fraction| {
        let [l0, middle, l3] = line;
        let (constant, by_y) = if M { (l0, l3) } else { (l3, l0) };
        let below = on_p[1].inverse();
        let [tx, ty] = &on_t;
        Fraction::new(&constant, &by_y).equals(&(&(&(slope * tx) - ty) * &below), &equation)
            && Fraction::new(&middle, &by_y).equals(&(&(&-slope * &on_p[0]) * &below), &equation)
    };
    let tangent = {
        let [tx, ty] = &on_t;
        &(&small(3) * &(tx * tx)) * &(&small(2) * ty).inverse()
    };
    let chord = &(&on_q[1] - &on_t[1]) * &(&on_q[0] - &on_t[0]).inverse();
    // Four squares, and two.
    holds_and_sees_most_faults(&format!("{name}: 2T, and the tangent"), 8, || {
        let mut t = start();
        let line = t.double().at(&p);
        is_step(&t, &tangent, &on_t)
            && is_line([line.l0, line.middle, line.l3].each_ref().map(first), &tangent)
    });
    holds_and_sees_most_faults(&format!("{name}: T + Q, and the chord"), 4, || {
        let mut t = start();
        let line = t.add(&q).at(&p);
        is_step(&t, &chord, &on_q)
            && is_line([line.l0, line.middle, line.l3].each_ref().map(first), &chord)
    });
}

#[test]
fn steps_of_a_miller_loop_are_tangents_and_chords() {
    steps::<Flat, true>("flat, M");
    steps::<Reduced, false>("reduced, D");
    steps::<Wide, true>("wide, M");
    steps::<Wide, false>("wide, D");
    steps::<SmallStack, true>("small stack, M");
    steps::<SmallStack, false>("small stack, D");
    steps::<Overlap, true>("overlapped, M");
}
