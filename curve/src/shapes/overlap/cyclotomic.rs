//! The squares of Fp4 in a cyclotomic square where a multiplier beside the processor makes the
//! products ([`Shape::overlap`](crate::shapes::Shape::overlap)).
//!
//! A square in Fp2 takes two products there and a product three, so that each of the three squares
//! in Fp4 is made of three in Fp2: 2xy = (x + y)² − x² − y², as Granger and Scott have it.
//! Additions before the products stand beside them, those after them are one pass and one reduction
//! for each coefficient.

use crate::field::{Red, Wide, begin};
use crate::shapes::overlap::tower::{has_products_beside, parts};
use crate::tower::cyclotomic::Block;
use crate::tower::{Fp2Of, Tower};

/// Whether [`beside`] is the shape to take: it knows ξ = 1 + u alone.
pub(crate) const fn has_squares_beside<T: Tower>() -> bool {
    has_products_beside::<T>() && T::XI == 1
}

/// Both coefficients of a block; 12 products in Fp for the two of a compressed square, 18 for
/// three.
///
/// Bound: three times four reduced values and twice one, or three times six of them.
#[inline(never)]
pub(crate) fn beside<T: Tower>(Block { x, y, e, o, by_xi, times }: Block<'_, T>) -> [Fp2Of<T>; 2] {
    let ([x0, x1], [y0, y1], [e0, e1], [o0, o1]) =
        (parts::<T>(x), parts::<T>(y), parts::<T>(e), parts::<T>(o));
    let (z0, z1, xx0, xx1, yy0, yy1);
    {
        let (y0_2, sum_y, difference_y);
        {
            let x0_2 = x0.twice();
            let product = begin(&x0_2, &x1);
            let (sum, difference) = (x0.plus(&x1), x0.minus(&x1));
            xx1 = product.end();
            let product = begin(&sum, &difference);
            (y0_2, sum_y, difference_y) = (y0.twice(), y0.plus(&y1), y0.minus(&y1));
            xx0 = product.end();
        }
        let product = begin(&y0_2, &y1);
        z0 = x0.sum(&y0);
        yy1 = product.end();
        let product = begin(&sum_y, &difference_y);
        z1 = x1.sum(&y1);
        yy0 = product.end();
    }
    // x² + ξy² = (xx₀ + yy₀ − yy₁) + (xx₁ + yy₀ + yy₁)u.
    let (even, zz0, zz1);
    {
        let z0_2 = z0.twice();
        let product = begin(&z0_2, &z1);
        let (sum, difference) = (z0.plus(&z1), z0.minus(&z1));
        zz1 = product.end();
        let product = begin(&sum, &difference);
        even =
            Wide::of_three::<false, true>(&xx0, &yy0, &yy1).reduced_with_twice::<true>(times, &e0);
        zz0 = product.end();
    }
    let even = Red::new(
        even,
        Wide::of_three::<false, false>(&xx1, &yy0, &yy1).reduced_with_twice::<true>(times, &e1),
    );
    let mut odd0 = Wide::of_three::<true, true>(&zz0, &xx0, &yy0);
    let mut odd1 = Wide::of_three::<true, true>(&zz1, &xx1, &yy1);
    if by_xi {
        let plain = odd0.clone();
        odd0 -= &odd1;
        odd1 += &plain;
    }
    [
        even,
        Red::new(
            odd0.reduced_with_twice::<false>(times, &o0),
            odd1.reduced_with_twice::<false>(times, &o1),
        ),
    ]
}
