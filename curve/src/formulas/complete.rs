//! Complete formulas for y² = x³ + ax + b in homogeneous coordinates.
//!
//! J. Renes, C. Costello, L. Batina, "Complete addition formulas for prime order elliptic curves",
//! ePrint 2015/1060, equation (1). They come from the Bosma-Lenstra law: its exceptional pairs are
//! those whose difference is a point of order two, so on a curve of odd order there is no special
//! case at all: equal, opposite and identity operands in any combination go through the same steps.
//! All curves of this library that are added by them have odd order.
//!
//! With XX = X₁X₂, YY = Y₁Y₂, ZZ = Z₁Z₂, XY = X₁Y₂ + X₂Y₁, YZ = Y₁Z₂ + Y₂Z₁, XZ = X₁Z₂ + X₂Z₁ and
//!
//! s = 3XX + aZZ, w = aXZ + 3bZZ, q = aXX + 3bXZ − a²ZZ,
//!
//! the sum is X₃ = XY(YY − w) − YZ·q, Y₃ = (YY + w)(YY − w) + s·q, Z₃ = YZ(YY + w) + XY·s. Only s,
//! w and q know the coefficient a. Each [`Coefficient`] gives them its own way; the last layer is
//! common.
//!
//! | a | here | algorithms of the paper | addition | mixed addition | doubling |
//! |---|---|---|---|---|---|
//! | 0 | [`Zero`] | 7, 8, 9 | 15, 9 | 12, 8 | 8, 7 |
//! | −3 | [`MinusThree`] | 4, 5, 6 | 17, 11 | 14, 10 | 13, 11 |
//! | any | a type of its own | 1, 2, 3 | 20, 14 | 17, 13 | 16, 14 |
//!
//! (products and reductions, products by a and 3b among them.)
//!
//! Where we deviate: the paper counts full multiplications and saves products by Karatsuba's trick
//! (X₁Y₂ + X₂Y₁ = (X₁ + Y₁)(X₂ + Y₂) − X₁X₂ − Y₁Y₂). Here each output is a sum of products reduced
//! once, which takes three products more and three reductions less, keeps every operand a reduced
//! value or one sum of two, and leaves two layers of independent reductions, which an engine may do
//! side by side ([`layer`]). Linear terms are added after a reduction: that is less than what a sum
//! of products and linear terms costs over one of products alone.

use super::{minus, negative, plus, times};
use crate::field::{Field, LayerItem, Red, layer, linear, squares, term};
use crate::shapes::overlap;
use crate::weierstrass::{Projective, Weierstrass};

/// A [`layer`] whose values are assigned to names that stand declared: each is made where it is to
/// stand if it is reduced alone, so that a chip holds no second copy of it, and what its operands
/// need can end with a block.
macro_rules! layered {
    ($field:ty; $($name:ident = $item:expr),+) => {
        if const { <$field as Field>::SHAPE.layers } {
            ($($name),+) = layer(($($item),+));
        } else {
            $($name = LayerItem::alone($item);)+
        }
    };
}

/// The [`layer`] of a point's coordinates, as [`layered!`].
macro_rules! in_layers {
    ($field:ty; $point:ident { x: $x:expr, y: $y:expr, z: $z:expr }) => {
        if const { <$field as Field>::SHAPE.layers } {
            let (x, y, z) = layer(($x, $y, $z));
            $point { x, y, z }
        } else {
            $point { x: LayerItem::alone($x), y: LayerItem::alone($y), z: LayerItem::alone($z) }
        }
    };
}

/// The coefficient a of a curve, and with it the formulas that the curve's points are added by:
/// [`Weierstrass::A`].
///
/// [`Zero`] and [`MinusThree`] serve all curves that have this a. A curve with another one
/// implements this trait for itself, and needs to say no more than how to multiply by a.
pub trait Coefficient<C: Weierstrass<A = Self>>: Sized + 'static {
    /// How many doublings in a row are shorter in Jacobian coordinates, with the passage there and
    /// back, which takes 6 products and 6 reductions: a doubling saves 5 and 4 for a = −3, one of
    /// each for a = 0, where in Fp2 one of the products becomes a square besides.
    const JACOBIAN_RUN: usize = 3;

    /// Whether a is 0.
    const IS_ZERO: bool = false;

    /// Whether Jacobian additions, which have exceptions, are shorter than complete ones, so that
    /// sums that can meet none are worth a way of their own.
    const APART: bool = false;

    /// a·x.
    fn times(x: &Red<C::Base>) -> Red<C::Base>;

    /// s, w and q from XX, ZZ and XZ: see the [module](self).
    #[inline(always)]
    fn middle_layer(xx: &Red<C::Base>, zz: &Red<C::Base>, xz: &Red<C::Base>) -> [Red<C::Base>; 3] {
        let azz = Self::times(zz);
        let s = &xx.times(3) + &azz;
        let w = &Self::times(xz) + &C::times_3b(zz);
        let q = &Self::times(&(xx - &azz)) + &C::times_3b(xz);
        [s, w, q]
    }

    /// P + Q.
    #[inline(always)]
    fn add(p: &Projective<C>, q: &Projective<C>) -> Projective<C> {
        let (yy, xy, yz, middle);
        {
            let (xx, zz, xz);
            layered!(C::Base;
                xx = term(&p.x, &q.x),
                yy = term(&p.y, &q.y),
                zz = term(&p.z, &q.z),
                xy = [term(&p.x, &q.y), term(&q.x, &p.y)],
                yz = [term(&p.y, &q.z), term(&q.y, &p.z)],
                xz = [term(&p.x, &q.z), term(&q.x, &p.z)]
            );
            middle = Self::middle_layer(&xx, &zz, &xz);
        }
        last_layer(middle.each_ref(), [&yy, &xy, &yz])
    }

    /// P + (x₂, y₂).
    #[inline(always)]
    fn add_mixed(p: &Projective<C>, x2: &Red<C::Base>, y2: &Red<C::Base>) -> Projective<C> {
        let (yy, xy, yz, middle);
        {
            let (xx, y2_z, x2_z);
            layered!(C::Base;
                xx = term(&p.x, x2),
                yy = term(&p.y, y2),
                y2_z = term(y2, &p.z),
                x2_z = term(x2, &p.z),
                xy = [term(&p.x, y2), term(x2, &p.y)]
            );
            yz = &y2_z + &p.y;
            middle = Self::middle_layer(&xx, &p.z, &(&x2_z + &p.x));
        }
        last_layer(middle.each_ref(), [&yy, &xy, &yz])
    }

    /// 2P.
    ///
    /// The paper's doubling: with P = Q, Z₃ is 8Y³Z on the curve.
    #[inline(always)]
    fn double(p: &Projective<C>) -> Projective<C> {
        let (x_2, y_2) = (p.x.twice(), p.y.twice());
        let (xx, yy, zz, xy, yz, xz) =
            layer((&p.x, &p.y, &p.z, term(&x_2, &p.y), term(&y_2, &p.z), term(&x_2, &p.z)));
        let [s, w, q] = Self::middle_layer(&xx, &zz, &xz);
        let (u, v) = (yy.plus(&w), yy.minus(&w));
        let (minus_yz, yy_4) = (-&yz, yy.times(4));
        in_layers!(C::Base; Projective {
            x: [term(&xy, &v), term(&minus_yz, &q)],
            y: [term(&u, &v), term(&s, &q)],
            z: term(&yz, &yy_4)
        })
    }

    /// 3X² + aZ⁴, the numerator of the tangent's slope in Jacobian coordinates (over 2YZ).
    #[inline(always)]
    fn tangent(x: &Red<C::Base>, z: &Red<C::Base>) -> Red<C::Base> {
        let [xx, zz] = squares([x, z]);
        let [z4] = squares([&zz]);
        let [slope] = linear([[(&xx, 3), (&Self::times(&z4), 1)]]);
        slope
    }
}

/// X₃, Y₃ and Z₃ of an addition from s, w, q and YY, XY, YZ. 6 products, 3 reductions.
#[inline(always)]
fn last_layer<C: Weierstrass>(
    [s, w, q]: [&Red<C::Base>; 3],
    [yy, xy, yz]: [&Red<C::Base>; 3],
) -> Projective<C> {
    let u = plus(yy, w);
    let v = minus(yy, w);
    let minus_yz = negative(yz);
    in_layers!(C::Base; Projective {
        x: [term(xy, &v), term(&minus_yz, q)], // X₃ = XY(YY − w) − YZ·q
        y: [term(&u, &v), term(s, q)],         // Y₃ = (YY + w)(YY − w) + s·q
        z: [term(yz, &u), term(xy, s)]         // Z₃ = YZ(YY + w) + XY·s
    })
}

/// P + Q, for all P and Q. Cost: see the [module](self).
#[inline(always)]
pub fn add<C: Weierstrass>(p: &Projective<C>, q: &Projective<C>) -> Projective<C> {
    C::Base::kernel(
        #[inline(always)]
        || C::A::add(p, q),
    )
}

/// P + (x₂, y₂), for all P and every affine point. Cost: see the [module](self).
///
/// The identity has no affine coordinates: the caller selects P itself where the second operand is
/// the identity.
#[inline(always)]
pub fn add_mixed<C: Weierstrass>(
    p: &Projective<C>,
    x2: &Red<C::Base>,
    y2: &Red<C::Base>,
) -> Projective<C> {
    C::Base::kernel(
        #[inline(always)]
        || C::A::add_mixed(p, x2, y2),
    )
}

/// 2P, for all P. Cost: see the [module](self).
#[inline(always)]
pub fn double<C: Weierstrass>(p: &Projective<C>) -> Projective<C> {
    C::Base::kernel(
        #[inline(always)]
        || C::A::double(p),
    )
}

/// a = −3.
#[derive(Clone, Copy, Debug)]
pub struct MinusThree;

impl<C: Weierstrass<A = Self>> Coefficient<C> for MinusThree {
    // A chip has room for one addition.
    const APART: bool = !cfg!(target_arch = "riscv32");

    #[inline(always)]
    fn times(x: &Red<C::Base>) -> Red<C::Base> {
        -&x.times(3)
    }

    /// Two products by 3b, the rest by additions, which small multiples do not beat: s = 3(XX −
    /// ZZ), w = 3bZZ − 3XZ, q = 3bXZ − 3(XX + 3ZZ).
    #[inline(always)]
    fn middle_layer(xx: &Red<C::Base>, zz: &Red<C::Base>, xz: &Red<C::Base>) -> [Red<C::Base>; 3] {
        let times_3 = |x: &Red<C::Base>| &(x + x) + x;
        let (bzz_3, bxz_3) = (C::times_3b(zz), C::times_3b(xz));
        let s = times_3(&(xx - zz));
        let w = &bzz_3 - &times_3(xz);
        let q = &bxz_3 - &times_3(&(xx + &times_3(zz)));
        [s, w, q]
    }

    /// 3(X + Z²)(X − Z²).
    #[inline(always)]
    fn tangent(x: &Red<C::Base>, z: &Red<C::Base>) -> Red<C::Base> {
        let zz = z.sqr();
        (&x.plus(&zz) * &x.minus(&zz)).times(3)
    }
}

/// a = 0: s = 3XX, w = 3bZZ, q = 3bXZ. The multiples by 3 and 3b act on the operands of the first
/// layer, where 3b is small.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl<C: Weierstrass<A = Self>> Coefficient<C> for Zero {
    // Where sums that are not reduced cost little, a doubling saves more.
    const JACOBIAN_RUN: usize = if C::Base::SHAPE.lazy_sums { 5 } else { 8 };
    const IS_ZERO: bool = true;

    #[inline(always)]
    fn times(x: &Red<C::Base>) -> Red<C::Base> {
        Red::zero_in(&x.ctx())
    }

    /// 15 products, 9 reductions, 3 small multiples (3b·Z₁, 3b·Z₂, 3·X₁). Algorithm 7.
    #[inline(always)]
    fn add(p: &Projective<C>, q: &Projective<C>) -> Projective<C> {
        if const { C::Base::SHAPE.overlap } {
            return overlap::points::add(p, q);
        }
        let (s, yy, w, xy, yz, bxz_3);
        {
            let z1_3b = C::times_3b(&p.z);
            let z2_3b = C::times_3b(&q.z);
            let x1_3 = times(&p.x, 3);
            layered!(C::Base;
                s = term(&x1_3, &q.x),
                yy = term(&p.y, &q.y),
                w = term(&z1_3b, &q.z),
                xy = [term(&p.x, &q.y), term(&q.x, &p.y)],
                yz = [term(&p.y, &q.z), term(&q.y, &p.z)],
                bxz_3 = [term(&p.x, &z2_3b), term(&q.x, &z1_3b)]
            );
        }
        last_layer([&s, &w, &bxz_3], [&yy, &xy, &yz])
    }

    /// 12 products, 8 reductions, 3 small multiples (3b·Z₁, 3b·X₁, 3·X₁). Algorithm 8.
    #[inline(always)]
    fn add_mixed(p: &Projective<C>, x2: &Red<C::Base>, y2: &Red<C::Base>) -> Projective<C> {
        let w = C::times_3b(&p.z); // 3b·Z₁Z₂, as Z₂ = 1
        let (s, yy, xy, yz, bxz_3);
        {
            let (y2_z, w_x2);
            {
                let x1_3 = p.x.times(3);
                layered!(C::Base;
                    s = term(&x1_3, x2),
                    yy = term(&p.y, y2),
                    y2_z = term(y2, &p.z),
                    w_x2 = term(&w, x2),
                    xy = [term(&p.x, y2), term(x2, &p.y)]
                );
            }
            yz = &y2_z + &p.y;
            bxz_3 = &w_x2 + &C::times_3b(&p.x);
        }
        last_layer([&s, &w, &bxz_3], [&yy, &xy, &yz])
    }

    /// 8 products, 7 reductions, 3 small multiples (3b·Z, 3·t₂, 8·Y²). Algorithm 9.
    #[inline(always)]
    fn double(p: &Projective<C>) -> Projective<C> {
        if const { C::Base::SHAPE.overlap } {
            return overlap::points::double(p);
        }
        // YZ, 3b·Z², 8Y² and others
        let (t1, t2, t0_8, u, v, xy_2);
        {
            let (t0, xy);
            {
                let z_3b = C::times_3b(&p.z);
                layered!(C::Base;
                    t0 = &p.y, t1 = term(&p.y, &p.z), t2 = term(&z_3b, &p.z), xy = term(&p.x, &p.y)
                );
            }
            t0_8 = times(&t0, 8);
            u = plus(&t0, &t2);
            v = minus(&t0, &times(&t2, 3));
            xy_2 = plus(&xy, &xy);
        }
        in_layers!(C::Base; Projective {
            x: term(&xy_2, &v),                  // X₃ = 2XY(Y² − 9bZ²)
            y: [term(&u, &v), term(&t0_8, &t2)], // Y₃ = (Y² + 3bZ²)(Y² − 9bZ²) + 24bY²Z²
            z: term(&t0_8, &t1)                  // Z₃ = 8Y³Z
        })
    }

    /// 3X².
    #[inline(always)]
    fn tangent(x: &Red<C::Base>, _: &Red<C::Base>) -> Red<C::Base> {
        times(&x.sqr(), 3)
    }
}
