//! Products in Fp6 and by lines where a multiplier beside the processor makes those of Fp
//! ([`Shape::overlap`](crate::shapes::Shape::overlap)).
//!
//! As [`wide6`](super::wide6) and [`Fp12::mul_by_line_wide`] have them, in an order in which the
//! sums of operands stand beside products: a product of 12 words is under way for some 300 cycles,
//! three additions. Everything is on coefficients in Fp, since values in Fp2 that are made of two
//! would be moved.

use crate::field::{Field, Karatsuba, Kernels, Known, Overlap, Part, Red, Wide, begin};
use crate::tower::{Fp2Of, Fp6, Fp12, Tower, Wide6, WideOf};

/// Whether these are the shapes to take.
pub(crate) const fn has_products_beside<T: Tower>() -> bool {
    T::Fp::SHAPE.overlap
        && matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide)
        && <<T::Fp as Field>::Const as Known>::NORM_OF_U == 1
}

#[inline(always)]
pub(crate) fn parts<T: Tower>(a: &Fp2Of<T>) -> [Part<'_, T::Fp>; 2] {
    let [a0, a1] = a.raw();
    [Part(a0), Part(a1)]
}

/// A product in Fp2 as a sum, from operands by their coefficients: three products, with steps of
/// the caller's beside each. Beside the first stands the sum of the first operand's coefficients,
/// beside the second that of the second's. What the steps make is declared before; the products'
/// own values end here, so that the next one has their places on the stack.
macro_rules! complex {
    (($a0:expr, $a1:expr) * ($b0:expr, $b1:expr); { $($first:tt)* } { $($second:tt)* } { $($third:tt)* }) => {{
        let product = begin(&$a0, &$b0);
        let sum_a = $a0.plus(&$a1);
        $($first)*
        let first = product.end();
        let product = begin(&$a1, &$b1);
        let sum_b = $b0.plus(&$b1);
        $($second)*
        let second = product.end();
        let product = begin(&sum_a, &sum_b);
        $($third)*
        let third = product.end();
        of_three::<T>(&first, &second, &third)
    }};
}

/// See [`Field::fp2_of_three_products`].
#[inline(always)]
fn of_three<T: Tower>(first: &Red<T::Fp>, second: &Red<T::Fp>, third: &Red<T::Fp>) -> WideOf<T> {
    Wide::from_raw(<T::Fp as Field>::Overlap::fp2_of_three_products(
        first.raw(),
        second.raw(),
        third.raw(),
    ))
}

/// Subtracts two sums from one of the coefficients of a third.
#[inline(always)]
fn sub_two<T: Tower>(sum: &mut WideOf<T>, coefficient: usize, one: &WideOf<T>, other: &WideOf<T>) {
    if let (Some(sum), Some(one), Some(other)) = (
        sum.raw_mut().get_mut(coefficient),
        one.raw().get(coefficient),
        other.raw().get(coefficient),
    ) {
        <T::Fp as Field>::Kernels::wide_sub_two(sum, one, other);
    }
}

/// The product in Fp6, not reduced: [`wide6`](super::wide6).
#[inline(never)]
pub(crate) fn wide6<T: Tower>(a: &Fp6<T>, b: &Fp6<T>) -> Wide6<T> {
    let ([p0, p1], [q0, q1], [r0, r1]) = (parts::<T>(&a.c0), parts::<T>(&a.c1), parts::<T>(&a.c2));
    let ([s0, s1], [t0, t1], [u0, u1]) = (parts::<T>(&b.c0), parts::<T>(&b.c1), parts::<T>(&b.c2));
    let v1;
    let mut out = {
        // The sums that a product takes are made beside the one before, in the places of those of
        // the last but one.
        let (mut a0, mut a1, mut b0, mut b1);
        let (c0, c1, d0, d1);
        v1 = complex!((q0, q1) * (t0, t1);
            { a0 = q0.plus(&r0); } { a1 = q1.plus(&r1); } { b0 = t0.plus(&u0); b1 = t1.plus(&u1); });
        [
            // What is multiplied by ξ; in its place the first coefficient will stand.
            complex!((a0, a1) * (b0, b1);
                { c0 = p0.plus(&q0); } { c1 = p1.plus(&q1); } { d0 = s0.plus(&t0); d1 = s1.plus(&t1); }),
            complex!((c0, c1) * (d0, d1);
                { a0 = p0.plus(&r0); } { a1 = p1.plus(&r1); } { b0 = s0.plus(&u0); b1 = s1.plus(&u1); }),
            complex!((a0, a1) * (b0, b1); {} {} {}),
        ]
    };
    let v2 = complex!((r0, r1) * (u0, u1); { out[2] += &v1; } {} {});
    let mut v0 = complex!((p0, p1) * (s0, s1);
        { sub_two::<T>(&mut out[0], 0, &v1, &v2); } { sub_two::<T>(&mut out[0], 1, &v1, &v2); } { out[1].add_times_small_plus_u(&v2, T::XI); });
    out[1].sub_two(&v0, &v1);
    out[2].sub_two(&v0, &v2);
    v0.add_times_small_plus_u(&out[0], T::XI);
    out[0] = v0;
    out
}

/// An element of Fp2 by its coefficients.
type Parts<'a, T> = [Part<'a, <T as Tower>::Fp>; 2];

/// a·(b₀ + b₁v) in Fp6 for ξ = 1 + u, not reduced.
#[inline(never)]
pub(crate) fn by_two<T: Tower>(
    [p, q, r]: [Parts<'_, T>; 3],
    b: Parts<'_, T>,
    c: Parts<'_, T>,
) -> Wide6<T> {
    let ([p0, p1], [q0, q1], [r0, r1], [b0, b1], [c0, c1]) = (p, q, r, b, c);
    let mut out = {
        let (a01_0, a01_1, b01_0, b01_1);
        let (xr0, xr1) = (r0.minus(&r1), r0.plus(&r1));
        [
            complex!((xr0, xr1) * (c0, c1);
                { a01_0 = p0.plus(&q0); } { a01_1 = p1.plus(&q1); } { b01_0 = b0.plus(&c0); b01_1 = b1.plus(&c1); }),
            complex!((a01_0, a01_1) * (b01_0, b01_1); {} {} {}),
            complex!((r0, r1) * (b0, b1); {} {} {}),
        ]
    };
    let v0 = complex!((p0, p1) * (b0, b1); {} {} {});
    let v1 = complex!((q0, q1) * (c0, c1); { out[0] += &v0; } {} {});
    out[1].sub_two(&v0, &v1);
    out[2] += &v1;
    out
}

/// a ← a·(l₀ + l·w² + l₃w³), for a twist of M type and ξ = 1 + u: [`Fp12::mul_by_line_wide`].
#[inline(never)]
pub(crate) fn by_line<T: Tower>(a: &mut Fp12<T>, [l0, middle, l3]: [&Fp2Of<T>; 3]) {
    let (c, d) = (&a.c0, &a.c1);
    let ([p0, p1], [q0, q1], [r0, r1]) = (parts::<T>(&c.c0), parts::<T>(&c.c1), parts::<T>(&c.c2));
    let ([s0, s1], [t0, t1], [u0, u1]) = (parts::<T>(&d.c0), parts::<T>(&d.c1), parts::<T>(&d.c2));
    let ([m0, m1], [n0, n1]) = (parts::<T>(middle), parts::<T>(l3));
    let t;
    let mut m = {
        // The sums of c and d, and of l and l₃.
        let (f0, f1, g0, g1, h0, h1, e0, e1);
        {
            // d·l₃v: the coefficient of 1 with ξ, those of v and v².
            let (x0, x1) = (u0.minus(&u1), u0.plus(&u1));
            t = [
                complex!((x0, x1) * (n0, n1); { f0 = p0.sum(&s0); } { f1 = p1.sum(&s1); } { g0 = q0.sum(&t0); }),
                complex!((s0, s1) * (n0, n1); { g1 = q1.sum(&t1); } { h0 = r0.sum(&u0); } { h1 = r1.sum(&u1); }),
                complex!((t0, t1) * (n0, n1); { e0 = m0.sum(&n0); } { e1 = m1.sum(&n1); } {}),
            ];
        }
        let part = |a| Part::of(a);
        let sums = [[part(&f0), part(&f1)], [part(&g0), part(&g1)], [part(&h0), part(&h1)]];
        by_two::<T>(sums, parts::<T>(l0), [part(&e0), part(&e1)])
    };
    let mut s = by_two::<T>(
        [parts::<T>(&c.c0), parts::<T>(&c.c1), parts::<T>(&c.c2)],
        parts::<T>(l0),
        [m0, m1],
    );
    a.set_wide(&mut s, &t, &mut m);
}
