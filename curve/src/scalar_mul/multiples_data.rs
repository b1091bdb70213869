//! Odd multiples of a base as data, and a·B + b·P by them without an inversion, on curves with
//! a = 0.
//!
//! For u ≠ 0, (x, y) ↦ (u²x, u³y) takes the curve y² = x³ + b to y² = x³ + u⁶b. Formulas for a = 0
//! do not ask for b, so that a sum may be computed on any of these curves. A point (X : Y : Z) goes
//! to (X : Y : Z/u), and points that have one Z go to affine ones where u is that Z:
//!
//! - **Multiples of P** are made with the ratios of their Zs ([`apart`](super::apart)), and
//!   multiplied up to the last one's Z, which is u. So they are affine on the other curve, where
//!   the sum is made, and nothing is inverted.
//! - **Multiples of B** are affine on the first curve. Adding one takes its x and y times u² and
//!   u³, which is the sum's Z times u where the addition multiplies by Z² and Z³: one product more.
//! - **The sum** comes back with its Z times u.
//!
//! P. Wuille, libsecp256k1, `ecmult_impl.h`, describes it. On the chip an inversion takes as many
//! instructions as 90 products.

use super::apart::{Ratios, odd_multiples_by_ratios, scale};
use super::wnaf::{digits_vartime, length_vartime, with_base_vartime};
use super::{OddMultiples, TableGroup};
use crate::field::Red;
use crate::formulas::complete::Coefficient;
use crate::formulas::jacobian;
use crate::integer::{Integer, scalar_to_integer};
use crate::weierstrass::{Affine, Group, Jacobian};

/// Multiples of the point that comes once: digits of width 5.
const ONCE: usize = 8;

/// Odd multiples B, 3B, …, (2N − 1)B of a base as data, N as [`OddMultiples`] has it: x and y of
/// each, for programs that have more flash than memory to keep a table in.
///
/// [`secp256k1::generator_multiples`](crate::secp256k1::generator_multiples) is one.
///
/// # Examples
/// ```
/// use curvemark_curve::secp256k1::{Fr, Point, generator_multiples};
/// use curvemark_curve::weierstrass::Jacobian;
///
/// let double = Jacobian::from_projective(&Point::generator().double());
/// let (five, seven) = (Fr::from(5u32), Fr::from(7u32));
/// let sum = generator_multiples().double_base_vartime(&five, &seven, &double);
/// assert!(sum.to_projective() == Point::mul_generator(&Fr::from(19u32)));
/// ```
#[derive(Debug)]
pub struct MultiplesData<C: Group, const N: usize> {
    table: [[Red<C::Base>; 2]; N],
}

impl<C: Group, const N: usize> MultiplesData<C, N> {
    /// A table that was made before: the caller answers for its being that of one base.
    pub const fn from_table(table: [[Red<C::Base>; 2]; N]) -> Self {
        const { OddMultiples::<Jacobian<C>, N>::SIZED };
        Self { table }
    }

    /// x and y of the multiples, lowest first.
    pub const fn table(&self) -> &[[Red<C::Base>; 2]; N] {
        &self.table
    }

    /// a·B + b·P in time that depends on everything; for verification.
    ///
    /// Cost with a = 0, an order of 256 bits and an endomorphism: 128 doublings, some 43 additions
    /// of multiples of P, 256/(w + 1) of B for N = 2^(w − 2), and 80 products for the table of P.
    #[must_use]
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn double_base_vartime(
        &self,
        a: &Red<C::Scalar>,
        b: &Red<C::Scalar>,
        point: &Jacobian<C>,
    ) -> Jacobian<C> {
        let scalars = [scalar_to_integer(a), scalar_to_integer(b)];
        if const { !C::A::IS_ZERO } {
            let base = |i: usize| {
                let [x, y] = self.table[i & (N - 1)];
                Affine::from_xy_unchecked_curve_and_subgroup(x, y)
            };
            return with_base_vartime::<Jacobian<C>, N>(&scalars, base, point);
        }
        if point.is_identity_vartime() {
            // It has no multiples that are affine, and any other point does for none.
            let [x, y] = self.table[0];
            let base = Jacobian { x, y, z: Red::one_in(&x.ctx()) };
            return self.sum_vartime(&[scalars[0], [0; 4]], &base);
        }
        self.sum_vartime(&scalars, point)
    }

    /// a·B + b·P for a P that is not the identity, see the [module](self).
    fn sum_vartime(&self, [a, b]: &[Integer; 2], point: &Jacobian<C>) -> Jacobian<C> {
        let multiples = Multiples::vartime(point);
        let mut digits = digits_vartime::<Jacobian<C>, 2>([(a, N), (b, ONCE)]);
        let u = &multiples.u;
        let length = length_vartime(&digits);
        let mut sum = point.identity();
        for position in (0..=length).rev() {
            if position != length {
                sum = sum.double_vartime();
            }
            for (term, parts) in digits.iter_mut().enumerate() {
                for (part, digits) in parts.iter_mut().enumerate().take(C::PARTS) {
                    let Some(digit) = digits.take(position) else { continue };
                    let i = usize::from(digit.unsigned_abs() >> 1);
                    let (entry, u) = match term {
                        0 => (&self.table[i & (N - 1)], Some(u)),
                        _ => (&multiples.table[i & (ONCE - 1)], None),
                    };
                    sum = add_vartime(&sum, entry, part, digit < 0, u);
                }
            }
        }
        Jacobian { z: &sum.z * u, ..sum }
    }
}

/// Multiples of a point that are affine where Z is divided by u.
struct Multiples<C: Group> {
    /// x and y there of P, 3P, …, 15P.
    table: [[Red<C::Base>; 2]; ONCE],
    u: Red<C::Base>,
}

impl<C: Group> Multiples<C> {
    /// Of a point that is not the identity. On a chip a call: its temporaries leave the stack.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn vartime(point: &Jacobian<C>) -> Self {
        let Ratios { mut table, ratios, double_z } = odd_multiples_by_ratios::<C, ONCE>(point);
        // The last one's Z over that of the entry at hand.
        let mut ratio = ratios[ONCE - 1];
        for (entry, step) in table.iter_mut().zip(&ratios).take(ONCE - 1).skip(1).rev() {
            scale(entry, &ratio);
            ratio = &ratio * step;
        }
        scale(&mut table[0], &ratio);
        Self { table, u: &double_z * &ratio }
    }
}

/// The sum and the image of (x, y), or minus that, by so many applications of the endomorphism.
/// With `u`, (x, y) is affine where Z is not divided by it. On a chip a call.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn add_vartime<C: Group>(
    sum: &Jacobian<C>,
    [x, y]: &[Red<C::Base>; 2],
    part: usize,
    negative: bool,
    u: Option<&Red<C::Base>>,
) -> Jacobian<C> {
    let (mut image, minus);
    let (mut x, mut y) = (x, y);
    for _ in 0..part {
        image = C::endomorphism_xy(x, y);
        (x, y) = (&image.0, &image.1);
    }
    if negative {
        minus = -y;
        y = &minus;
    }
    let mut out;
    if sum.is_identity_vartime() {
        let one = Red::one_in(&x.ctx());
        let mut entry = [*x, *y];
        scale(&mut entry, u.unwrap_or(&one));
        let [x, y] = entry;
        out = Jacobian { x, y, z: one };
    } else {
        let scaled;
        let mut z = &sum.z;
        if let Some(u) = u {
            scaled = z * u;
            z = &scaled;
        }
        let (h, r) = jacobian::difference_at(sum, z, x, y);
        out = jacobian::add_difference(sum, &h, &r);
        if out.is_identity_vartime() {
            out = sum.instead_vartime(&out);
        }
    }
    out
}
