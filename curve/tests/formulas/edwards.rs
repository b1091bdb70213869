//! The group law of ax² + y² = 1 + dx²y² for a = −1 and a = −5: H. Edwards's, in its twisted form
//! (D. J. Bernstein, P. Birkner, M. Joye, T. Lange, C. Peters, "Twisted Edwards curves", ePrint
//! 2008/013, §6).
//!
//! The denominators of the law vanish nowhere for a = −1, by their Theorem 3.3 of ePrint 2007/286,
//! as −1 is a square and d is none. For a = −5 they vanish outside of a subgroup, which toy curves
//! show.

use curve::edwards::{Edwards, EdwardsPoint, Niels};
use curve::field::Red;
use curve::formulas::edwards as formulas;

use crate::engine::{Costs, Flat, Polynomials, Wide, holds_and_sees_faults, made};
use crate::polynomial::{Fraction, Relation, integer, variable};

const D: usize = 20;

/// A curve with a = −A whose d is a variable.
#[derive(Clone, Copy, Debug)]
struct Curve<S, const A: u32>(std::marker::PhantomData<S>);

impl<S: Costs, const A: u32> Edwards for Curve<S, A> {
    type Base = Polynomials<S>;

    const MINUS_A: u32 = A;

    fn times_d(x: &Red<Self::Base>) -> Red<Self::Base> {
        Red::from_raw(made(&variable(D) * &*x.raw().get()))
    }

    fn times_2d(x: &Red<Self::Base>) -> Red<Self::Base> {
        Self::times_d(x).times(2)
    }
}

/// The point x = E/G, y = H/F of four variables: all forms that a point can have.
fn point<S: Costs, const A: u32>(from: usize) -> EdwardsPoint<Curve<S, A>> {
    let [e, f, g, h] =
        [0, 1, 2, 3].map(|i| Red::<Polynomials<S>>::from_raw(made(variable(from + i))));
    formulas::point(e.lazy(), &f.lazy(), &g.lazy(), h.lazy())
}

/// G²H² − A·E²F² = F²G² + d·E²H² for such a point.
fn equation<const A: u32>(from: usize) -> Relation {
    let [e, f, g, h] = [0, 1, 2, 3].map(|i| variable(from + i));
    let square = |a, b| {
        let product = a * b;
        &product * &product
    };
    let mut leading = [0; crate::polynomial::VARIABLES];
    (leading[D], leading[from], leading[from + 3]) = (1, 2, 2);
    Relation {
        leading,
        rest: &(&square(&g, &h) - &(&integer(A.into()) * &square(&e, &f))) - &square(&f, &g),
    }
}

/// x and y, if T is their product.
fn affine<S: Costs, const A: u32>(point: &EdwardsPoint<Curve<S, A>>) -> Option<[Fraction; 2]> {
    let [x, y, z] = point.coordinates().map(|a| a.raw().get());
    let t = point.t();
    (&*t.raw().get() * &*z == &*x * &*y).then(|| [Fraction::new(&x, &z), Fraction::new(&y, &z)])
}

/// Whether this is P + Q: x₃ = (x₁y₂ + x₂y₁)/(1 + dx₁x₂y₁y₂), y₃ = (y₁y₂ + A·x₁x₂)/(1 − dx₁x₂y₁y₂).
fn is_sum<S: Costs, const A: u32>(
    sum: &EdwardsPoint<Curve<S, A>>,
    [[x1, y1], [x2, y2]]: &[[Fraction; 2]; 2],
    relations: &[Relation],
) -> bool {
    let Some([x3, y3]) = affine(sum) else { return false };
    let one = Fraction::whole(&integer(1));
    let (xx, yy) = (x1 * x2, y1 * y2);
    let product = &Fraction::whole(&variable(D)) * &(&xx * &yy);
    let x = &(&(x1 * y2) + &(x2 * y1)) * &(&one + &product).inverse();
    let a_xx = &Fraction::whole(&integer(A.into())) * &xx;
    let y = &(&yy + &a_xx) * &(&one - &product).inverse();
    x3.equals(&x, relations) && y3.equals(&y, relations)
}

fn sums<S: Costs, const A: u32>(name: &str) {
    let check = |what: &str, claim: &dyn Fn() -> bool| {
        holds_and_sees_faults(&format!("{name}: {what}"), claim);
    };
    let place = |p: &EdwardsPoint<Curve<S, A>>| affine(p).expect("T of four variables");
    let (p, q) = (point::<S, A>(0), point::<S, A>(4));
    let operands = [place(&p), place(&q)];
    check("P + Q", &|| is_sum(&p.add_cached(&q.cached()), &operands, &[]));
    check("P − Q", &|| {
        let [p1, [x, y]] = operands.clone();
        is_sum(&p.add_cached(&q.cached().neg()), &[p1, [-&x, y]], &[])
    });
    check("P + (x, y)", &|| {
        let [x, y] = [8, 9].map(|i| Red::<Polynomials<S>>::from_raw(made(variable(i))));
        let second = [&x, &y].map(|a| Fraction::whole(&a.raw().get()));
        is_sum(&p.add_mixed(&Niels::of_xy(&x, &y)), &[operands[0].clone(), second], &[])
    });
    check("2P", &|| {
        let twice = [operands[0].clone(), operands[0].clone()];
        is_sum(&p.double(), &twice, &[equation::<A>(0)])
    });
    let xy = [8, 9].map(|i| Red::<Polynomials<S>>::from_raw(made(variable(i))));
    let entry = Niels::of_xy(&xy[0], &xy[1]);
    check("the point of an entry", &|| {
        let expected = xy.each_ref().map(|a| Fraction::whole(&a.raw().get()));
        let found = affine(&EdwardsPoint::<Curve<S, A>>::from_niels(&entry));
        found.is_some_and(|found| (0..2).all(|i| found[i].equals(&expected[i], &[])))
    });
}

#[test]
fn sums_and_doubles_are_those_of_the_law() {
    sums::<Flat, 1>("Edwards");
    sums::<Wide, 1>("Edwards, lazy sums");
    sums::<Flat, 5>("Edwards, a = −5");
    sums::<Wide, 5>("Edwards, a = −5, lazy sums");
}
