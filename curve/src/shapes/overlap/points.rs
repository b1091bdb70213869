//! Sums and doublings of points of curves with a = 0.
//!
//! There a square costs what a product costs, a reduction nothing, and additions that are done
//! while the multiplier works cost nothing either. So steps stand in an order in which each product
//! has something beside it that the next but one asks for, and small multiples are taken wherever
//! one is free. The results are those of [`complete`](crate::formulas::complete) and of
//! [`jacobian`](crate::formulas::jacobian), as fractions, by the same sources.

use crate::field::{Red, begin};
use crate::formulas::difference;
use crate::weierstrass::{Jacobian, Projective, Weierstrass};

/// P + Q, complete: algorithm 7 of ePrint 2015/1060, see [`complete`](crate::formulas::complete).
/// 15 products.
pub(crate) fn add<C: Weierstrass>(p: &Projective<C>, q: &Projective<C>) -> Projective<C> {
    // Declared before they are made, so that what makes them ends with a block.
    let (s, xy, u, v, minus_yz, yz, bxz_3);
    let x;
    {
        let (first, z1_3b, z2_3b);
        {
            let (yy, w);
            {
                let product = begin(&p.y, &q.y);
                let x1_3 = p.x.times(3);
                yy = product.end();
                let product = begin(&x1_3, &q.x);
                z1_3b = C::times_3b(&p.z);
                s = product.end();
            }
            let product = begin(&z1_3b, &q.z);
            z2_3b = C::times_3b(&q.z);
            w = product.end();
            let product = begin(&p.x, &q.y);
            u = yy.plus(&w);
            v = yy.minus(&w);
            first = product.end();
        }
        let second;
        {
            let other = &q.x * &p.y;
            let product = begin(&p.y, &q.z);
            xy = &first + &other;
            second = product.end();
        }
        let third;
        {
            let other = &q.y * &p.z;
            let product = begin(&p.x, &z2_3b);
            yz = &second + &other;
            third = product.end();
        }
        let product = begin(&q.x, &z1_3b);
        minus_yz = -&yz;
        let other = product.end();
        let product = begin(&xy, &v);
        bxz_3 = &third + &other;
        x = product.end();
    }
    let other = &minus_yz * &bxz_3;
    let product = begin(&u, &v);
    let x = &x + &other; // X₃ = XY(YY − w) − YZ·q
    let y = product.end();
    let other = &s * &bxz_3;
    let product = begin(&yz, &u);
    let y = &y + &other; // Y₃ = (YY + w)(YY − w) + s·q
    let z = product.end();
    let other = &xy * &s;
    Projective { x, y, z: &z + &other } // Z₃ = YZ(YY + w) + XY·s
}

/// 2P, complete: algorithm 9 of ePrint 2015/1060, see [`complete`](crate::formulas::complete), with
/// Y₃ as a difference of squares, so that no product takes 8Y²: (Y² + 3bZ²)(Y² − 9bZ²) + 24bY²Z² =
/// (Y² + 9bZ²)² − 12(3bZ²)². 8 products.
pub(crate) fn double<C: Weierstrass>(p: &Projective<C>) -> Projective<C> {
    let (x, t0_2, t1_2, first, second);
    {
        let (a, v, t1, t2, t2_3, xy_2);
        {
            let (t0, y_2);
            {
                let product = begin(&p.y, &p.y);
                let z_3b = C::times_3b(&p.z);
                t0 = product.end();
                let product = begin(&z_3b, &p.z);
                y_2 = p.y.twice();
                t2 = product.end();
            }
            let product = begin(&y_2, &p.z);
            t2_3 = t2.times(3);
            t1 = product.end(); // 2YZ
            let product = begin(&p.x, &y_2);
            a = t0.plus(&t2_3);
            v = t0.minus(&t2_3);
            xy_2 = product.end();
            t0_2 = t0.twice();
        }
        let (t2_2, t2_6);
        let product = begin(&a, &a);
        t2_2 = t2.twice();
        t2_6 = t2_3.twice();
        first = product.end();
        let product = begin(&t2_2, &t2_6);
        t1_2 = t1.twice();
        second = product.end();
        x = &xy_2 * &v; // X₃ = 2XY(Y² − 9bZ²)
    }
    let product = begin(&t0_2, &t1_2); // Z₃ = 8Y³Z
    let y = difference(&first, &second);
    Projective { x, y, z: product.end() }
}

/// 2P in Jacobian coordinates, dbl-2009-l with S = 2Y² in place of Y², which makes the multiples
/// 4Y² and 8Y⁴ an addition each. 7 products.
pub(crate) fn double_jacobian<C: Weierstrass>(p: &Jacobian<C>) -> Jacobian<C> {
    let (e, rest, x, minus_8y4, z);
    {
        let y_2;
        let (ee, d, d_2, s_2, minus_s);
        {
            let s; // S = 2Y₁²
            {
                let product = begin(&p.x, &p.x);
                y_2 = p.y.twice();
                let xx = product.end();
                let product = begin(&p.y, &y_2);
                e = xx.times(3); // E = 3X₁²
                s = product.end();
            }
            s_2 = s.twice();
            let product = begin(&p.x, &s_2);
            minus_s = -&s;
            d = product.end(); // D = 4X₁Y₁²
        }
        let product = begin(&e, &e);
        d_2 = &d + &d;
        ee = product.end();
        let product = begin(&minus_s, &s_2);
        x = difference(&ee, &d_2); // X₃ = E² − 2D
        minus_8y4 = product.end();
        let product = begin(&y_2, &p.z);
        rest = d.minus(&x);
        z = product.end(); // Z₃ = 2Y₁Z₁
    }
    let y = &e * &rest;
    Jacobian { x, y: &y + &minus_8y4, z } // Y₃ = E(D − X₃) − 8Y₁⁴
}

/// What all additions in Jacobian coordinates share:
/// [`jacobian::add_difference`](super::jacobian::add_difference). 7 products.
pub(crate) fn add_difference<C: Weierstrass>(
    p: &Jacobian<C>,
    h: &Red<C::Base>,
    r: &Red<C::Base>,
) -> Jacobian<C> {
    let product = begin(h, h);
    let minus_y = -&p.y;
    let hh = product.end();
    let rr = r.sqr();
    let hhh = h * &hh;
    let product = begin(&p.x, &hh); // V = U₁H²
    let rest = &rr - &hhh;
    let v = product.end();
    let product = begin(&minus_y, &hhh);
    let x = difference(&difference(&rest, &v), &v); // X₃ = r² − H³ − 2V
    let other = product.end();
    let product = begin(&p.z, h); // Z₃ = Z₁Z₂H
    let rest = v.minus(&x);
    let z = product.end();
    let y = r * &rest;
    Jacobian { x, y: &y + &other, z } // Y₃ = r(V − X₃) − S₁H³
}
