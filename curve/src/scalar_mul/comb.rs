//! Multiples of a fixed base by a comb, constant-time: k·B from a table that is made once.
//!
//! An odd integer m below 2^L is Σᵢ ±2ⁱ over all i < L, with no digit zero: the sign at i is bit
//! i + 1 of m, and plus at the top. The L positions are cut in [`Comb::BLOCKS`] blocks of
//! [`Comb::TEETH`] teeth, each tooth [`Comb::SPACING`] positions long. For every j below the
//! spacing, the j-th positions of a block's teeth are one signed combination of fixed multiples of
//! B: an entry of the block's table, or minus one, by the sign of the last tooth. So j runs down
//! with a doubling in between, each block gives one addition, and no addition is left out.
//!
//! P. Lim, C. Lee, "More flexible exponentiation with precomputation", CRYPTO 1994; M. Hamburg,
//! "Fast and compact elliptic-curve cryptography", ePrint 2012/309, §3.3 (all digits ±1, half the
//! table); P. Wuille, libsecp256k1, `ecmult_gen_impl.h` (several blocks).
//!
//! An even k is taken as the odd n − k, n the order, and the result negated.
//!
//! One definition serves a chip and a server, by two numbers. For an order of 256 bits, entries of
//! x and y:
//!
//! | blocks | entries of each | table | doublings | additions | entries read |
//! |---|---|---|---|---|---|
//! | 1 | 16 | 1 KiB | 51 | 51 | 832 |
//! | 2 | 16 | 2 KiB | 25 | 51 | 832 |
//! | 4 | 32 | 8 KiB | 10 | 43 | 1408 |
//! | 11 | 32 | 22 KiB | 3 | 43 | 1408 |
//! | 22 | 32 | 44 KiB | 1 | 43 | 1408 |
//! | 43 | 32 | 86 KiB | 0 | 42 | 1376 |
//! | 37 | 64 | 148 KiB | 0 | 36 | 2368 |
//!
//! Making a table takes L doublings, an addition per entry and one inversion per 16 entries: a few
//! ordinary multiplications for most. Where it lives is the caller's choice:
//! `static TABLE: OnceLock<Comb<…>>` with `std`; a value made at start and kept, on a chip with
//! memory to spare; or, for a chip that has more flash than memory, a constant by
//! [`Comb::from_table`] of the words that [`Comb::table`] gave on a host with words of the same
//! size.

use core::ops::Mul;

use subtle::Choice;
use zeroize::Zeroize;

use super::apart::odd;
use super::{Elsewhere, SecretGroup, TableGroup};
use crate::engines::door::elsewhere;
use crate::error::PointError;
use crate::field::{Canonical, Red};
use crate::integer::{Integer, bits_at};
use crate::scalar::{ScalarField, SecretScalar};

/// Most teeth of a block.
const MOST_TEETH: usize = 8;

/// A table for multiples of one base: `BLOCKS` times `ENTRIES` entries, of which the second is a
/// power of two.
///
/// [Example](super#example).
#[derive(Clone)]
pub struct Comb<P: SecretGroup, const BLOCKS: usize, const ENTRIES: usize> {
    table: [[P::Entry; ENTRIES]; BLOCKS],
}

impl<P: SecretGroup, const BLOCKS: usize, const ENTRIES: usize> Comb<P, BLOCKS, ENTRIES> {
    /// Blocks of the comb.
    pub const BLOCKS: usize = BLOCKS;

    /// Teeth of each block, 1 to 8: its table has 2^(teeth − 1) entries.
    pub const TEETH: usize = {
        assert!(
            ENTRIES.is_power_of_two() && ENTRIES <= 128 && BLOCKS >= 1,
            "2^(teeth - 1) entries, at most 8 teeth"
        );
        ENTRIES.trailing_zeros() as usize + 1
    };

    /// Positions of each tooth: enough for all teeth to hold a scalar.
    pub const SPACING: usize = (8 * <P::Scalar as Canonical>::BYTES).div_ceil(BLOCKS * Self::TEETH);

    /// How many entries of the first row are added by [`SecretGroup::sum_apart`].
    ///
    /// Over 2^(SPACING − 1), the first b entries of that row are an integer that is odd and below
    /// 2^e in magnitude, e = (b·TEETH − 1)·SPACING + 1, and the next entry is even, but for the
    /// first. So their sum and their difference are not zero, and the order, which is at
    /// least 2^APART_BITS, divides neither as long as they are below that.
    const APART: usize = {
        let mut apart = 1;
        while apart < BLOCKS && ((apart + 1) * Self::TEETH - 1) * Self::SPACING < P::APART_BITS {
            apart += 1;
        }
        apart
    };

    /// Whether all rows but the last are added by [`SecretGroup::sum_apart`].
    ///
    /// Let S be the spacing and W = Σₜ 2^(S·t) over all teeth, 2^(S·(teeth − 1)) and a little. In
    /// row j, before an entry E is added, the sum is A = Σₜ 2^(S·t)·vₜ with vₜ = 2wₜ + eₜ: wₜ is
    /// what the rows above gave, zero in the first one and odd below 2^(S − 1) in others, and eₜ is
    /// 1 or −1 where the tooth's entry was added in this row, else 0. So A, A + E and A − E are not
    /// zero modulo 2^S, since v₀ is not with any E: block 0, which has the tooth 0, comes first.
    /// They are not zero modulo the order either, as long as they are below it: 2^j·A is m, at most
    /// the order, but for the rows from j down, so that |A| + |E| is at most m/2^j + 3W. For j ≥ 1
    /// that is below 15/16·2^B, B the bits of a scalar, where W is below 17/16·2^(B − 3).
    const APART_ROWS: bool = P::APART_ROWS
        && Self::SPACING > 4
        && Self::SPACING * (BLOCKS * Self::TEETH - 1) + 3 <= 8 * <P::Scalar as Canonical>::BYTES;

    /// The table of a base. It takes time that depends on the base, which is public.
    ///
    /// # Errors
    /// [`PointError::Identity`], which has no table; or if an entry is the identity, as happens in
    /// groups of toy order only.
    #[inline(never)]
    pub fn new(base: &P) -> Result<Self, PointError> {
        if base.is_identity_vartime() {
            return Err(PointError::Identity);
        }
        let mut table = [[base.blank_entry(); ENTRIES]; BLOCKS];
        let mut power = *base;
        for block in &mut table {
            // 2^i·B at the position i that comes first in each tooth.
            let mut teeth = [base.identity(); MOST_TEETH];
            for tooth in &mut teeth[..Self::TEETH] {
                *tooth = power;
                for _ in 0..Self::SPACING {
                    power = power.double();
                }
            }
            // The last tooth less all others; bit i of an index turns tooth i to plus, by adding
            // twice its multiple.
            let (others, last) = teeth[..Self::TEETH].split_at(Self::TEETH - 1);
            let lowest = others
                .iter()
                .fold(last[0], |sum, tooth| sum.add(&tooth.negate_if(Choice::from(1))));
            let mut points = [lowest; ENTRIES];
            for (bit, tooth) in others.iter().enumerate() {
                let twice = tooth.double();
                for index in 0..1 << bit {
                    points[index | (1 << bit)] = points[index].add(&twice);
                }
            }
            if points.iter().any(P::is_identity_vartime) {
                return Err(PointError::Identity);
            }
            P::entries_vartime(&points, block);
        }
        Ok(Self { table })
    }

    /// A table that was made before: the caller answers for its being that of one base.
    pub const fn from_table(table: [[P::Entry; ENTRIES]; BLOCKS]) -> Self {
        Self { table }
    }

    /// The table.
    pub const fn table(&self) -> &[[P::Entry; ENTRIES]; BLOCKS] {
        &self.table
    }
}

impl<P: SecretGroup<Fast: SecretGroup>, const BLOCKS: usize, const ENTRIES: usize>
    Comb<P, BLOCKS, ENTRIES>
{
    /// \[k\]B. Constant-time in k.
    ///
    /// Cost: SPACING − 1 doublings, BLOCKS·SPACING − 1 additions of an entry, and each table read
    /// SPACING times.
    #[must_use]
    #[inline(never)]
    pub fn mul(&self, k: &Red<P::Scalar>) -> P {
        let (mut m, even) = odd(k);
        let sum = self.mul_odd(&m);
        m.zeroize();
        sum.negate_if(even)
    }

    /// \[m\]B for an odd m.
    fn mul_odd(&self, m: &Integer) -> P {
        elsewhere!(vector P, |there| {
            P::Elsewhere::leave(&self.mul_on(m, #[inline(always)] |entry| there.enter_entry(entry)))
        });
        elsewhere!(short P, |there| P::leave(&self.mul_on(m, |entry| P::enter_entry(there, entry))));
        self.mul_on(m, P::Entry::clone)
    }

    /// The entry of a row and a block, with its sign.
    // On a chip a call, whose temporaries leave the stack.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn entry(&self, m: &Integer, row: usize, block: usize) -> P::Entry {
        // The sign of each tooth, 1 for plus.
        let sign = |tooth: usize| {
            let position = (block * Self::TEETH + tooth) * Self::SPACING + row;
            let top = BLOCKS * Self::TEETH * Self::SPACING - 1;
            if position == top { 1 } else { bits_at(m, position + 1, 1) as u32 }
        };
        let plus = sign(Self::TEETH - 1);
        // The others relative to the last one's.
        let index = (0..Self::TEETH - 1)
            .fold(0, |index, tooth| index | ((sign(tooth) ^ plus ^ 1) << tooth));
        let table = self.table.get(block).unwrap_or(&self.table[0]);
        P::lookup(table, index, Choice::from((plus ^ 1) as u8))
    }

    /// \[m\]B on an engine, which each entry that was found enters.
    fn mul_on<E: TableGroup>(&self, m: &Integer, enter: impl Fn(&P::Entry) -> E::Entry) -> E {
        let entry = |row: usize, block: usize| enter(&self.entry(m, row, block));
        let first = Self::SPACING - 1;
        // A row is a doubling and its entries; the sum begins with the first row's first entry.
        let (mut row, mut step) = (first, 1);
        let count = if Self::APART_ROWS { first * (BLOCKS + 1) - 2 } else { Self::APART - 1 };
        let steps = (0..count).map(|_| {
            step += 1;
            if step > BLOCKS {
                (row, step) = (row - 1, 0);
                return None;
            }
            Some(entry(row, step - 1))
        });
        let start = entry(first, 0);
        E::from_entry(&start).kernel(
            #[inline(always)]
            || {
                let mut sum = E::sum_apart(&start, steps);
                for j in (0..if Self::APART_ROWS { 1 } else { Self::SPACING }).rev() {
                    if j < first {
                        sum = sum.double();
                    }
                    for block in if j < first { 0 } else { Self::APART }..BLOCKS {
                        sum = sum.add_entry(&entry(j, block));
                    }
                }
                sum
            },
        )
    }
}

/// Constant-time.
impl<P, const BLOCKS: usize, const ENTRIES: usize> Mul<&SecretScalar<P::Scalar>>
    for &Comb<P, BLOCKS, ENTRIES>
where
    P: SecretGroup<Scalar: ScalarField, Fast: SecretGroup>,
{
    type Output = P;

    #[inline(never)]
    fn mul(self, k: &SecretScalar<P::Scalar>) -> P {
        Comb::mul(self, k.expose())
    }
}
