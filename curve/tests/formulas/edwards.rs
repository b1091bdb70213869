//! The group law of −x² + y² = 1 + dx²y²: H. Edwards's, in its twisted form (D. J. Bernstein, P.
//! Birkner, M. Joye, T. Lange, C. Peters, "Twisted Edwards curves", ePrint 2008/013, §6).
//!
//! The denominators of the law vanish nowhere, by their Theorem 3.3 of ePrint 2007/286, as −1 is a
//! square and d is none.

use curve::edwards::{Edwards, EdwardsPoint, Niels};
use curve::field::Red;
use curve::formulas::edwards as formulas;

use crate::engine::{Costs, Flat, Polynomials, Wide, holds_and_sees_faults, made};
use crate::polynomial::{Fraction, Relation, integer, variable};

const D: usize = 20;

/// A curve whose d is a variable.
#[derive(Clone, Copy, Debug)]
struct Curve<S>(std::marker::PhantomData<S>);

impl<S: Costs> Edwards for Curve<S> {
    type Base = Polynomials<S>;

    fn times_d(x: &Red<Self::Base>) -> Red<Self::Base> {
        Red::from_raw(made(&variable(D) * &*x.raw().get()))
    }

    fn times_2d(x: &Red<Self::Base>) -> Red<Self::Base> {
        Self::times_d(x).times(2)
    }
}

/// The point x = E/G, y = H/F of four variables: all forms that a point can have.
fn point<S: Costs>(from: usize) -> EdwardsPoint<Curve<S>> {
    let [e, f, g, h] =
        [0, 1, 2, 3].map(|i| Red::<Polynomials<S>>::from_raw(made(variable(from + i))));
    formulas::point(e.lazy(), &f.lazy(), &g.lazy(), h.lazy())
}

/// G²H² − E²F² = F²G² + d·E²H² for such a point.
fn equation(from: usize) -> Relation {
    let [e, f, g, h] = [0, 1, 2, 3].map(|i| variable(from + i));
    let square = |a, b| {
        let product = a * b;
        &product * &product
    };
    let mut leading = [0; crate::polynomial::VARIABLES];
    (leading[D], leading[from], leading[from + 3]) = (1, 2, 2);
    Relation { leading, rest: &(&square(&g, &h) - &square(&e, &f)) - &square(&f, &g) }
}

/// x and y, if T is their product.
fn affine<S: Costs>(point: &EdwardsPoint<Curve<S>>) -> Option<[Fraction; 2]> {
    let [x, y, z] = point.coordinates().map(|a| a.raw().get());
    let t = point.t();
    (&*t.raw().get() * &*z == &*x * &*y).then(|| [Fraction::new(&x, &z), Fraction::new(&y, &z)])
}

/// Whether this is P + Q: x₃ = (x₁y₂ + x₂y₁)/(1 + dx₁x₂y₁y₂), y₃ = (y₁y₂ + x₁x₂)/(1 − dx₁x₂y₁y₂).
fn is_sum<S: Costs>(
    sum: &EdwardsPoint<Curve<S>>,
    [[x1, y1], [x2, y2]]: &[[Fraction; 2]; 2],
    relations: &[Relation],
) -> bool {
    let Some([x3, y3]) = affine(sum) else { return false };
    let one = Fraction::whole(&integer(1));
    let (xx, yy) = (x1 * x2, y1 * y2);
    let product = &Fraction::whole(&variable(D)) * &(&xx * &yy);
    let x = &(&(x1 * y2) + &(x2 * y1)) * &(&one + &product).inverse();
    let y = &(&yy + &xx) * &(&one - &product).inverse();
    x3.equals(&x, relations) && y3.equals(&y, relations)
}

fn sums<S: Costs>(name: &str) {
    let check = |what: &str, claim: &dyn Fn() -> bool| {
        holds_and_sees_faults(&format!("{name}: {what}"), claim);
    };
    let place = |p: &EdwardsPoint<Curve<S>>| affine(p).expect("T of four variables");
    let (p, q) = (point::<S>(0), point::<S>(4));
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
        is_sum(&p.double(), &twice, &[equation(0)])
    });
    let xy = [8, 9].map(|i| Red::<Polynomials<S>>::from_raw(made(variable(i))));
    let entry = Niels::of_xy(&xy[0], &xy[1]);
    check("the point of an entry", &|| {
        let expected = xy.each_ref().map(|a| Fraction::whole(&a.raw().get()));
        let found = affine(&EdwardsPoint::<Curve<S>>::from_niels(&entry));
        found.is_some_and(|found| (0..2).all(|i| found[i].equals(&expected[i], &[])))
    });
}

#[test]
fn sums_and_doubles_are_those_of_the_law() {
    sums::<Flat>("Edwards");
    sums::<Wide>("Edwards, lazy sums");
}
