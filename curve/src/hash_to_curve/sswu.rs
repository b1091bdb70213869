//! The simplified map of Shallue, van de Woestijne and Ulas to E′: y² = x³ + ax + b (RFC 9380
//! §6.6.2), without inversion.
//!
//! For any u, with x₁ = (−b/a)(1 + 1/(Z²u⁴ + Zu²)) and x₂ = Zu²·x₁, one of g(x₁), g(x₂) =
//! Z³u⁶·g(x₁) is a square, since Z is none. The steps and names are those of RFC 9380 F.2: x₁ is
//! held as tv3/tv4, and one exponentiation decides which of the two it is and gives its root
//! ([`super::sqrt_ratio`]).
//!
//! The map needs masks only; what looks at the integer is behind [`Sign`], and the root, which
//! depends on the shape of the field, behind [`Swu`], so that an engine of several lanes can serve
//! both its way.

use limb::each::Each;
use limb::{Fold, Mont, Params};
use subtle::Choice;

use crate::engines::lanes8::{LaneMask, Lanes8Portable};
use crate::engines::word_engines::WordEngines;
use crate::field::{Canonical, Field, Masked, Red};
use crate::formulas::complete::Coefficient;
use crate::formulas::{negate_if, select};
use crate::fp2::Quad;
use crate::weierstrass::{Projective, Weierstrass};

/// Engines that know the sign of RFC 9380 §4.1, of one element or of several lanes.
pub trait Sign: Masked {
    /// Parity of the integer that a reduced value stands for; in Fp2 of the first coefficient that
    /// is not zero.
    fn sgn0(a: &Self::Raw) -> Self::Mask;
}

impl<M: Params<W, N>, W: WordEngines, const N: usize> Sign for Mont<M, W, N> {
    fn sgn0(a: &Self::Raw) -> Choice {
        <Self as Canonical>::sgn0(a)
    }
}

#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
impl<M: Params<u64, N>, const N: usize> Sign for limb::adx::Mont<M, N> {
    fn sgn0(a: &Self::Raw) -> Choice {
        <Self as Canonical>::sgn0(a)
    }
}

impl<M: Params<W, N>, W: WordEngines, const N: usize> Sign for Fold<M, W, N> {
    fn sgn0(a: &Self::Raw) -> Choice {
        <Self as Canonical>::sgn0(a)
    }
}

#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
impl<M: Params<u64, N>, const N: usize> Sign for limb::adx::Fold<M, N> {
    fn sgn0(a: &Self::Raw) -> Choice {
        <Self as Canonical>::sgn0(a)
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl<M: Params<u64, N>, const N: usize> Sign for limb::ifma::Mont<M, N> {
    fn sgn0(a: &Self::Raw) -> LaneMask {
        LaneMask::of_bits(Self::is_odd(a))
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl<M: Params<u64, N>, const N: usize> Sign for limb::doubles::Mont<M, N> {
    fn sgn0(a: &Self::Raw) -> LaneMask {
        LaneMask::of_bits(Self::is_odd(a))
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl<M: Params<u64, N>, const N: usize> Sign for limb::ifma::Fold<M, N> {
    fn sgn0(a: &Self::Raw) -> LaneMask {
        LaneMask::of_bits(Self::is_odd(a))
    }
}

impl<F: Sign<Mask = Choice> + Field<Raw: Copy, Wide: Copy>> Sign for Lanes8Portable<F> {
    fn sgn0(a: &Self::Raw) -> LaneMask {
        LaneMask::new(a.each_ref().each(F::sgn0))
    }
}

impl<F: Sign> Sign for Quad<F> {
    fn sgn0(a: &Self::Raw) -> Self::Mask {
        F::sgn0(&a[0]) | (F::is_zero(&a[0]) & F::sgn0(&a[1]))
    }
}

/// A curve with ab ≠ 0, and what the map needs of it.
pub trait Swu: Weierstrass<Base: Sign> {
    /// b·x.
    fn times_b(x: &Red<Self::Base>) -> Red<Self::Base> {
        &Self::b(&x.ctx()) * x
    }

    /// Z·x, where Z is the non-square of RFC 9380 §6.6.2.
    fn times_z(x: &Red<Self::Base>) -> Red<Self::Base>;

    /// √(u/v) and true if u/v is a square, else √(Z·u/v) and false, for v ≠ 0; of the two roots it
    /// is not said which.
    fn sqrt_ratio(
        u: &Red<Self::Base>,
        v: &Red<Self::Base>,
    ) -> (Red<Self::Base>, <Self::Base as Masked>::Mask);
}

/// The point of E′ for a field element; never the identity.
///
/// Exceptional case: Z²u⁴ + Zu² = 0, that is u = 0 or Zu² = −1. The map is then defined by x₁ =
/// b/(Za) (step 7), and Z is chosen so that g(x₁) is a square.
///
/// Cost, besides the root: 4 squarings, 7 products, 2 multiplications each by a, b, Z.
pub fn map_to_curve<S: Swu>(u: &Red<S::Base>) -> Projective<S> {
    let tv1 = S::times_z(&u.sqr());
    let (tv3, tv4);
    {
        let one = Red::one_in(&u.ctx());
        let tv2 = &tv1.sqr() + &tv1;
        tv3 = S::times_b(&(&tv2 + &one));
        tv4 = S::A::times(&select(&-&tv2, &S::times_z(&one), &tv2.is_zero()));
    }
    let (y1, is_gx1_square) = {
        // gx1 = tv2/tv6 with tv6 = tv4³
        let (tv2, tv6);
        {
            let tv4_squared = tv4.sqr();
            tv6 = &tv4_squared * &tv4;
            tv2 = &(&(&tv3.sqr() + &S::A::times(&tv4_squared)) * &tv3) + &S::times_b(&tv6);
        }
        S::sqrt_ratio(&tv2, &tv6)
    };
    let y = {
        let y2 = &(&tv1 * u) * &y1;
        let y = select(&y2, &y1, &is_gx1_square);
        let (sign_u, sign_y) = (S::Base::sgn0(u.raw()), S::Base::sgn0(y.raw()));
        let differ = (sign_u.clone() & !sign_y.clone()) | (!sign_u & sign_y);
        &negate_if(&y, &differ) * &tv4
    };
    let x = select(&(&tv1 * &tv3), &tv3, &is_gx1_square);
    Projective { y, x, z: tv4 }
}
