//! Multiplication of Edwards points by integers and scalars.
//!
//! | function | time |
//! |---|---|
//! | [`EdwardsPoint::mul`], `*`, [`EdwardsPoint::mul_integer`] | constant |
//! | [`EdwardsPoint::mul_digits`] | constant; any engine with masks |
//! | [`Comb::mul`] | constant; for a point that is multiplied often |
//! | [`EdwardsPoint::mul_integer_vartime`] | depends on the integer alone; any engine |
//! | [`double_base_vartime`] | depends on all |
//!
//! Digits are those of [`scalar_mul`](crate::scalar_mul). All are right for every point of the curve: a scalar is the least integer of
//! its class.

use zeroize::Zeroize;

use super::{Cached, Edwards, EdwardsGroup, EdwardsPoint, Niels};
use crate::field::{Canonical, Masked, Red};
use crate::formulas::edwards::{Completed, Projective, add, add_mixed};
use crate::glv::Part;
use crate::scalar_mul::{
    Digit, TABLE, WINDOW, WNAF_TABLE, WNAF_WIDTH, scalar_to_integer, signed_digit, signed_digit_of, windows,
    wnaf_vartime,
};
use crate::weierstrass::Integer;

impl<C: Edwards> EdwardsPoint<C> {
    /// \[k\]P for a public integer in limbs, least significant first. Time depends on k alone.
    ///
    /// Cost: a doubling per bit, an addition per six bits and 7 for the table. It needs no masks, so a recorder can run it.
    #[must_use]
    pub fn mul_integer_vartime(&self, k: &Integer) -> Self {
        let table = self.odd_multiples();
        let (digits, length) = wnaf_vartime(&Part::positive(*k), WNAF_WIDTH);
        let mut sum = None;
        for &digit in digits[..length].iter().rev() {
            sum = sum.map(|sum: EdwardsPoint<C>| sum.double());
            if digit != 0 {
                let entry = &table[usize::from(digit.unsigned_abs()) >> 1];
                let entry = if digit > 0 { entry.clone() } else { entry.neg() };
                sum = Some(sum.unwrap_or_else(|| Self::identity_in(&self.z.ctx())).add_cached(&entry));
            }
        }
        sum.unwrap_or_else(|| Self::identity_in(&self.z.ctx()))
    }

    /// P, 3P, …, 15P.
    fn odd_multiples(&self) -> [Cached<C>; WNAF_TABLE] {
        let twice = self.double().cached();
        let mut table = core::array::from_fn(|_| self.cached());
        let mut multiple = self.clone();
        for entry in &mut table[1..] {
            multiple = multiple.add_cached(&twice);
            *entry = multiple.cached();
        }
        table
    }
}

impl<C: Edwards<Base: Masked>> EdwardsPoint<C> {
    /// Σ 2^(5j)·dⱼ·P with dⱼ = `digit(j)`, j < `windows`. Constant-time: every digit is a scan over the whole table and an addition.
    ///
    /// Cost: 8 doublings and 7 additions for the table, then 5 doublings (4 products and 3 squares each, and 1 product) and one
    /// addition (7 products) per window.
    #[must_use]
    pub fn mul_digits<D>(&self, windows: usize, digit: D) -> Self
    where
        D: Fn(usize) -> Digit<<C::Base as Masked>::Mask>,
    {
        let mut multiples: [Self; TABLE] = core::array::from_fn(|_| self.clone());
        let mut table: [Cached<C>; TABLE] = core::array::from_fn(|_| self.cached());
        for i in 1..TABLE {
            // multiples[i] = (i + 1)·P.
            multiples[i] = if i & 1 == 1 { multiples[i >> 1].double() } else { multiples[i - 1].add_cached(&table[0]) };
            table[i] = multiples[i].cached();
        }
        let identity = Cached::identity_in(&self.z.ctx());
        let mut sum = Self::identity_in(&self.z.ctx());
        for window in (0..windows).rev() {
            if window + 1 != windows {
                sum = sum.double_many(WINDOW as u32);
            }
            let digit = digit(window);
            let mut entry = identity.clone();
            for (multiple, is) in table.iter().zip(&digit.is) {
                entry = Cached::select(&entry, multiple, is);
            }
            let next = add(&sum, &entry.negate_if(&digit.negative));
            // T is read after the last addition alone: a doubling does without.
            sum = if window == 0 { next.extended() } else { next.without_t() };
        }
        sum
    }
}

impl<C: Edwards> Completed<C> {
    /// The point with a T that is not its own, for a doubling, which does not read it. 3 products.
    #[inline(always)]
    fn without_t(&self) -> EdwardsPoint<C> {
        let Projective([x, y, z]) = self.projective();
        let t = z.clone();
        EdwardsPoint { x, y, z, t }
    }
}

impl<C: EdwardsGroup> EdwardsPoint<C> {
    /// \[k\]P for the least integer of a scalar. Constant-time in both.
    ///
    /// Cost on Curve25519: 51 windows, 258 doublings and 58 additions.
    #[must_use]
    pub fn mul(&self, k: &Red<C::Scalar>) -> Self {
        let mut integer = scalar_to_integer(k);
        let product = self.mul_digits(windows(C::SCALAR_BITS as usize), |window| signed_digit(&integer, window));
        integer.zeroize();
        product
    }

    /// \[k\]P for an integer of 256 bits, which matters where P has torsion. Constant-time in both.
    #[must_use]
    pub fn mul_integer(&self, k: &Integer) -> Self {
        self.mul_digits(windows(256), |window| signed_digit(k, window))
    }

    /// \[k\]P in time that depends on both; for public points and scalars.
    #[must_use]
    pub fn mul_vartime(&self, k: &Red<C::Scalar>) -> Self {
        self.mul_integer_vartime(&scalar_to_integer(k))
    }
}

/// P, 3P, …, (2N − 1)P with Z = 1, N a power of two: the table of a point that many sums of [`double_base_vartime`] share.
#[derive(Clone, Debug)]
pub struct OddMultiples<C: Edwards, const N: usize>([Niels<C>; N]);

impl<C: Edwards<Base: Canonical>, const N: usize> OddMultiples<C, N> {
    /// Of a point. Cost: N additions, one inversion and about 6·N products.
    pub fn new(point: &EdwardsPoint<C>) -> Self {
        const { assert!(N.is_power_of_two() && N <= 64, "widths of 2 to 8 bits") };
        let twice = point.double().cached();
        let mut multiples = [*point; N];
        for i in 1..N {
            multiples[i] = multiples[i - 1].add_cached(&twice);
        }
        Self(normalize(&multiples))
    }

    /// Width of the non-adjacent form that uses all of them.
    const WIDTH: u32 = N.ilog2() + 2;
}

/// Affine forms of points, which share one inversion (P. L. Montgomery, 1987). Constant-time: no Z is zero.
fn normalize<C: Edwards<Base: Canonical>, const N: usize>(points: &[EdwardsPoint<C>; N]) -> [Niels<C>; N] {
    let mut running = Red::one_in(&points[0].z.ctx());
    let before: [Red<C::Base>; N] = core::array::from_fn(|i| {
        let product = running;
        running = &running * &points[i].z;
        product
    });
    let mut inverse = running.invert();
    let mut out: [Niels<C>; N] = core::array::from_fn(|_| Niels::identity_in(&points[0].z.ctx()));
    for i in (0..N).rev() {
        let z_inverse = &inverse * &before[i];
        inverse = &inverse * &points[i].z;
        out[i] = Niels::of_xy(&(&points[i].x * &z_inverse), &(&points[i].y * &z_inverse));
    }
    out
}

/// \[a\]P + \[b\]Q for the least integers of the scalars, Q by its table: interleaved non-adjacent forms that share the doublings
/// (E. G. Straus, "Addition chains of vectors", 1964). In time that depends on everything; for what verification of a signature
/// computes.
///
/// Cost on Curve25519 with 64 odd multiples: 252 doublings, about 50 additions to P's side (7 of them for its table) and 29 mixed ones.
pub fn double_base_vartime<C: EdwardsGroup, const N: usize>(
    a: &Red<C::Scalar>,
    p: &EdwardsPoint<C>,
    b: &Red<C::Scalar>,
    q: &OddMultiples<C, N>,
) -> EdwardsPoint<C> {
    let table = p.odd_multiples();
    let (a_digits, a_length) = wnaf_vartime(&Part::positive(scalar_to_integer(a)), WNAF_WIDTH);
    let (b_digits, b_length) = wnaf_vartime(&Part::positive(scalar_to_integer(b)), OddMultiples::<C, N>::WIDTH);
    let identity = EdwardsPoint::identity_in(&p.z.ctx());
    let mut sum = Projective([identity.x, identity.y, identity.z]);
    let mut last = None;
    for position in (0..a_length.max(b_length)).rev() {
        let mut next = sum.double();
        let digit = a_digits[position];
        if digit != 0 {
            let entry = &table[usize::from(digit.unsigned_abs()) >> 1];
            next = add(&next.extended(), &if digit > 0 { *entry } else { entry.neg() });
        }
        let digit = b_digits[position];
        if digit != 0 {
            let entry = &q.0[usize::from(digit.unsigned_abs()) >> 1];
            next = add_mixed(&next.extended(), &if digit > 0 { *entry } else { entry.neg() });
        }
        sum = next.projective();
        last = Some(next);
    }
    last.map_or(identity, |last| last.extended())
}

/// Multiples of a point that is multiplied often by secrets: row i holds 1·256^i·P, …, 8·256^i·P, so that two of the signed digits
/// of four bits read one row, the odd ones before the four doublings that they are ahead by (Bernstein, Duif, Lange, Schwabe, Yang,
/// 2011, §4). 32 rows for scalars of up to 255 bits, 24 KiB.
#[derive(Clone, Debug)]
pub struct Comb<C: Edwards, const ROWS: usize>([[Niels<C>; ENTRIES]; ROWS]);

/// Entries of a row of a [`Comb`].
const ENTRIES: usize = 8;

impl<C: EdwardsGroup, const ROWS: usize> Comb<C, ROWS> {
    /// Of a point. Cost: 8 doublings, 7 additions and an inversion per row.
    pub fn new(point: &EdwardsPoint<C>) -> Self {
        let mut base = *point;
        Self(core::array::from_fn(|_| {
            let step = base.cached();
            let mut multiples = [base; ENTRIES];
            for i in 1..ENTRIES {
                multiples[i] = multiples[i - 1].add_cached(&step);
            }
            base = multiples[ENTRIES - 1].double_many(5);
            normalize(&multiples)
        }))
    }

    /// \[k\]P for the least integer of a scalar. Constant-time: every digit reads its whole row.
    ///
    /// Cost with 32 rows: 64 mixed additions and 4 doublings.
    #[must_use]
    pub fn mul(&self, k: &Red<C::Scalar>) -> EdwardsPoint<C> {
        const { assert!((C::SCALAR_BITS as usize) < 8 * ROWS, "rows for every bit and the carry of signed digits") };
        let mut integer = scalar_to_integer(k);
        let mut sum = EdwardsPoint::identity_in(&self.0[0][0].xy_2d.ctx());
        for odd in [1, 0] {
            for (i, row) in self.0.iter().enumerate() {
                let digit = signed_digit_of::<ENTRIES>(&integer, 2 * i + odd);
                let mut entry = Niels::identity_in(&row[0].xy_2d.ctx());
                for (multiple, is) in row.iter().zip(&digit.is) {
                    entry = Niels::select(&entry, multiple, is);
                }
                sum = sum.add_mixed(&Niels::select(&entry, &entry.neg(), &digit.negative));
            }
            if odd == 1 {
                sum = sum.double_many(4);
            }
        }
        integer.zeroize();
        sum
    }
}
