//! Multiplication of points by scalars.
//!
//! A scalar is split by the curve's endomorphism, [\[μ\]P = endomorphism(P)](Endomorphism), into
//! [`Group::PARTS`] short parts, k = Σ kᵢμⁱ with signs, see [`crate::glv`] (R. Gallant, R. Lambert,
//! S. Vanstone, "Faster point multiplication on elliptic curves with efficient endomorphisms",
//! 2001; S. Galbraith, X. Lin, M. Scott, "Endomorphisms for faster elliptic curve cryptography on a
//! large class of curves", ePrint 2008/194), and all parts share one run of doublings.
//!
//! | function | time | points |
//! |---|---|---|
//! | [`Projective::mul`], `*` | constant | of the group |
//! | [`mul_digits`] | constant; any engine with masks | of the group |
//! | [`mul_joint`] | constant, with a smaller table | of the group |
//! | [`mul_by_units`] | constant, with a smaller table | of a group with a sixth root of one |
//! | [`Projective::mul_batch`], [`Projective::mul_batch_by`] | constant | many of the group, on lanes |
//! | [`Comb::mul`] | constant | a base with a table |
//! | [`Projective::mul_vartime`] | depends on both | of the group |
//! | [`lincomb_vartime`] | depends on all | of the group |
//! | [`sum_of_two_vartime`], [`sum_of_few_vartime`] | depends on all | a few of the group, in any shape |
//! | [`lincomb_hexagonal_vartime`] | depends on all, with smaller tables | of a group with a sixth root of one |
//! | [`OddMultiples::double_base_vartime`] | depends on all | a base with a table, and one of the group |
//! | [`Projective::mul_batch_vartime`] | depends on all | many of the group, on lanes |
//! | [`OddMultiples::double_base_batch_vartime`] | depends on all | a base with a table, and many of the group, on lanes |
//! | [`Projective::sum_of_two_batch_vartime`] | depends on all | many pairs of the group, on lanes |
//! | [`Projective::mul_integer_vartime`] | depends on the integer alone; any engine | of the curve |
//!
//! The constant-time form takes windows of [`WINDOW`] bits as signed digits −16..16 (A. D. Booth,
//! 1951): every window of every part is a scan over the whole table and a complete addition,
//! whatever the digit. Since the formulas are complete, no digit, no intermediate sum and no order
//! of the point makes a special case. On P-256, where complete additions take more, digits are odd,
//! and all additions but the last are Jacobian: `apart.rs` shows that they meet no exception.
//!
//! # Example
//!
//! ```
//! use curvemark_curve::scalar_mul::{
//!     Comb, OddMultiples, lincomb_vartime, mul_joint, mul_vartime, sum_of_few_vartime,
//!     sum_of_two_vartime,
//! };
//! use curvemark_curve::secp256k1::{Point, Scalar, Secp256k1, SecretScalar};
//! use curvemark_curve::weierstrass::Jacobian;
//!
//! let (a, b) = (Scalar::from(5u32), Scalar::from(7u32));
//! let g = Point::generator();
//! let p = g.mul(&b); // in constant time
//! assert_eq!(mul_joint(&g, &b), p);
//!
//! // Of public values, in the coordinates of code that takes variable time: bG, aG + bP once, and
//! // aG + bP for a base that stays.
//! let sum = Point::mul_generator(&Scalar::from(5 + 7 * 7u32));
//! let pair = [g, p].map(|point| Jacobian::from_projective(&point));
//! assert_eq!(mul_vartime(&pair[0], &b).to_projective(), p);
//! assert_eq!(sum_of_two_vartime(&pair, [&a, &b]).to_projective(), sum);
//! assert_eq!(sum_of_few_vartime(&pair, [&a, &b]).to_projective(), sum);
//! let table = OddMultiples::<Jacobian<Secp256k1>, 8>::new(&pair[0]);
//! assert_eq!(table.double_base_vartime(&a, &b, &pair[1]).to_projective(), sum);
//!
//! // A sum of more, without a heap.
//! let points = [g.to_affine(), p.to_affine()];
//! assert_eq!(lincomb_vartime(&points, &[a, b])?, sum);
//!
//! // A table for multiples by secrets.
//! let comb = Comb::<Point, 4, 32>::new(&g)?;
//! let secret = SecretScalar::new(b);
//! assert_eq!(&comb * &secret, p);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use limb::each::array;
use zeroize::Zeroize;

use crate::engines::door::{elsewhere, in_residue_numbers};
use crate::field::{Anywhere, Field, Masked, Red};
use crate::formulas::{complete, negate_if};
use crate::integer::{Digit, TABLE, WINDOW, scalar_to_integer, windows};
use crate::weierstrass::{Affine, Endomorphism, Group, Jacobian, Projective, Weierstrass};

#[cfg(feature = "hints")]
mod advised;
mod apart;
mod batch;
mod batch_vartime;
mod comb;
#[cfg(feature = "generator-combs")]
pub(crate) mod comb_data;
mod hexagonal;
#[cfg(feature = "generator-combs")]
mod multiples_data;
mod table_group;
mod wnaf;

pub use crate::shapes::low_stack::mul_by_units;
pub use crate::shapes::low_stack::mul_joint;
#[cfg(feature = "hints")]
pub(crate) use advised::multiple_by_advice;
#[cfg(feature = "hints")]
pub use advised::{
    AdvisedGroup, checked_lincomb_by_advice_vartime, double_base_by_advice_vartime,
    lincomb_by_advice_vartime,
};
pub use batch::mul_on_lanes;
pub(crate) use batch::{digit_in_lanes, equal_bytes};
pub use batch_vartime::{Base, sums_on_lanes_vartime};
pub use comb::Comb;
pub use hexagonal::lincomb_hexagonal_vartime;
#[cfg(feature = "generator-combs")]
pub use multiples_data::MultiplesData;
pub use table_group::{Elsewhere, Nowhere, PublicElsewhere, PublicGroup, SecretGroup, TableGroup};
#[cfg(feature = "alloc")]
pub(crate) use wnaf::OddDigits;
#[cfg(feature = "alloc")]
pub(crate) use wnaf::lincomb_in_vartime;
pub(crate) use wnaf::sum_with_bases_vartime;
pub use wnaf::{
    OddMultiples, lincomb_vartime, mul_vartime, sum_of_few_vartime, sum_of_two_vartime,
};

/// Σᵢ μⁱ·Σⱼ 2^(5j)·dᵢⱼ·P, with dᵢⱼ = `digit(i, j)`, i < `parts`, j < `windows`. Constant-time.
///
/// The parts of one window are summed by Horner's rule in μ, S = d₀P + μ(d₁P + μ(d₂P + …)), so that
/// a single table serves all and each part but the last costs one application of the endomorphism.
///
/// Cost: 8 doublings and 7 additions for the table, then 5 doublings per window but the first and
/// one addition per part and window.
///
/// [Example](self#example).
pub fn mul_digits<C, D>(
    point: &Projective<C>,
    parts: usize,
    windows: usize,
    digit: D,
) -> Projective<C>
where
    C: Endomorphism<Base: Masked>,
    D: Fn(usize, usize) -> Digit<<C::Base as Masked>::Mask>,
{
    let mut x = array(|_| point.x.clone());
    let mut y = array(|_| point.y.clone());
    let mut z = array(|_| point.z.clone());
    sum_of_digits(Table { x: &mut x, y: &mut y, z: &mut z }, parts, windows, digit)
}

/// [`mul_digits`] of the point that stands in all places of its table.
#[inline(always)]
fn sum_of_digits<C, D>(
    mut table: Table<'_, C, TABLE>,
    parts: usize,
    windows: usize,
    digit: D,
) -> Projective<C>
where
    C: Endomorphism<Base: Masked>,
    D: Fn(usize, usize) -> Digit<<C::Base as Masked>::Mask>,
{
    for i in 1..TABLE {
        // Entry i is (i + 1)·P.
        let multiple = if i & 1 == 1 {
            table.entry(i >> 1).double()
        } else {
            table.entry(i - 1).add(&table.entry(0))
        };
        table.set(i, &multiple);
    }
    let found = |part, window| {
        let Digit { is, negative } = digit(part, window);
        table.lookup(&is, &negative)
    };
    let mut sum = Projective::identity_in(&table.z[0].ctx());
    for window in (0..windows).rev() {
        let mut row = found(parts - 1, window);
        for part in (0..parts - 1).rev() {
            let image = row.endomorphism();
            row = image.add(&found(part, window));
        }
        if window + 1 == windows {
            sum = row;
        } else {
            let before = sum.double_times(WINDOW);
            sum = before.add(&row);
        }
    }
    sum
}

/// Points by coordinates, so that one scan serves all three.
pub(crate) struct Table<'a, C: Weierstrass, const N: usize> {
    pub(crate) x: &'a mut [Red<C::Base>; N],
    pub(crate) y: &'a mut [Red<C::Base>; N],
    pub(crate) z: &'a mut [Red<C::Base>; N],
}

impl<C: Weierstrass<Base: Masked>, const N: usize> Table<'_, C, N> {
    /// An entry by a public index.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn entry(&self, index: usize) -> Projective<C> {
        debug_assert!(index < N);
        let index = index.min(N - 1);
        Projective { x: self.x[index].clone(), y: self.y[index].clone(), z: self.z[index].clone() }
    }

    /// Replaces an entry, by a public index.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn set(&mut self, index: usize, point: &Projective<C>) {
        debug_assert!(index < N);
        let index = index.min(N - 1);
        self.x[index] = point.x.clone();
        self.y[index] = point.y.clone();
        self.z[index] = point.z.clone();
    }

    /// The entry whose mask is true, or the identity, or minus that, by reading the whole table.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn lookup(
        &self,
        is: &[<C::Base as Masked>::Mask; N],
        negative: &<C::Base as Masked>::Mask,
    ) -> Projective<C> {
        let ctx = self.z[0].ctx();
        C::Base::kernel(
            #[inline(always)]
            || {
                let (zero, one) = (Red::zero_in(&ctx), Red::one_in(&ctx));
                let y = negate_if(&scan(&one, self.y, is), negative);
                Projective { x: scan(&zero, self.x, is), y, z: scan(&zero, self.z, is) }
            },
        )
    }
}

/// The value whose mask is true, or `none`.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn scan<F: Masked, const N: usize>(
    none: &Red<F>,
    values: &[Red<F>; N],
    is: &[F::Mask; N],
) -> Red<F> {
    Red::from_raw(F::scan(none.raw(), values, Red::raw, is))
}

impl<C: Weierstrass> Projective<C> {
    /// \[k\]P for an integer in limbs, least significant first, and any point of the curve. Time
    /// depends on k alone.
    ///
    /// Cost: a doubling per bit and an addition per set bit. It needs no masks, so a recorder can
    /// run it.
    #[must_use]
    #[inline(never)]
    pub fn mul_integer_vartime(&self, k: &[u64]) -> Self {
        let mut out: Option<Self> = None;
        for &limb in k.iter().rev() {
            for i in (0..64).rev() {
                out = out.map(|sum| complete::double(&sum));
                if (limb >> i) & 1 == 1 {
                    out = Some(out.map_or_else(|| self.clone(), |sum| complete::add(&sum, self)));
                }
            }
        }
        out.unwrap_or_else(|| Self::identity_in(&self.z.ctx()))
    }
}

impl<C: Group> Projective<C> {
    /// \[k\]P. Constant-time in both.
    ///
    /// Cost on BLS12-381 and BN254: in G1 26 windows of 2 parts, 133 doublings and 58 additions; in
    /// G2 13 windows of 4 parts, 68 doublings and 58 additions.
    #[must_use]
    #[inline(never)]
    pub fn mul(&self, k: &Red<C::Scalar>) -> Self {
        elsewhere!(long C, |there| Self::leave(&self.enter(there).mul(k)));
        if const { apart::serves::<C>() } {
            return apart::mul(self, k);
        }
        // A chip has no room for sixteen points of three coordinates in a quadratic extension.
        if cfg!(target_arch = "riscv32") && C::PARTS > 2 {
            return mul_joint(self, k);
        }
        if cfg!(target_arch = "riscv32") && C::SIXTH_ROOT {
            return mul_by_units(self, k);
        }
        let mut integer = scalar_to_integer(k);
        let mut parts = C::split(&integer);
        let mut x = [self.x; TABLE];
        let mut y = [self.y; TABLE];
        let mut z = [self.z; TABLE];
        let table = Table { x: &mut x, y: &mut y, z: &mut z };
        let product =
            sum_of_digits(table, C::PARTS, windows(C::PART_BITS as usize), |part, window| {
                parts[part].digit(window)
            });
        integer.zeroize();
        parts.zeroize();
        product
    }

    /// \[k\]P in time that depends on both; for public points and scalars.
    #[must_use]
    #[inline(never)]
    pub fn mul_vartime(&self, k: &Red<C::Scalar>) -> Self {
        // In constant time there it takes half of what words take in variable time.
        if in_residue_numbers::<C>() {
            return self.mul(k);
        }
        elsewhere!(short C, |there| Self::leave(&self.enter(there).mul_vartime(k)));
        mul_vartime(&Jacobian::from_projective(self), k).to_projective()
    }
}

impl<C: Group<Base: Anywhere>> Projective<C> {
    /// \[k\] times the generator. Constant-time.
    #[must_use]
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn mul_generator(k: &Red<C::Scalar>) -> Self {
        if cfg!(target_arch = "riscv32") && C::PARTS > 2 {
            return crate::shapes::low_stack::mul_generator_joint(k);
        }
        Self::generator().mul(k)
    }
}

impl<C: Group> Affine<C> {
    /// \[k\]P. Constant-time in both; see [`Projective::mul`].
    #[must_use]
    pub fn mul(&self, k: &Red<C::Scalar>) -> Projective<C> {
        self.to_projective().mul(k)
    }

    /// \[k\]P in time that depends on both; for public points and scalars.
    #[must_use]
    pub fn mul_vartime(&self, k: &Red<C::Scalar>) -> Projective<C> {
        self.to_projective().mul_vartime(k)
    }
}
