//! Eight numbers of 64 bits side by side: what the kernels are written over, and its portable form.

use core::fmt::Debug;

use subtle::Choice;

use crate::each::{Each, array};

/// Lanes of a vector.
pub const LANES: usize = 8;

/// The low 52 bits.
const LOW: u64 = (1 << 52) - 1;

/// A vector in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [u64; LANES]);

impl Row {
    /// The numbers.
    #[inline(always)]
    pub(super) fn words(&self) -> &[u64; LANES] {
        &self.0
    }
}

/// Eight numbers of 64 bits, and the instructions that this arithmetic is made of.
///
/// A vector is made with a proof that the CPU has them, or from other vectors: so all of this is
/// safe to call.
pub trait Vector: Copy + Debug + PartialEq + 'static {
    /// The proof.
    type Token: Copy + Debug + PartialEq + 'static;

    /// The proof, if there is one and no limit forbids its use: for values that are to be made.
    fn token() -> Option<Self::Token>;
    /// The proof, if there is one: for values that were made before a limit was set.
    fn found() -> Option<Self::Token>;

    /// Runs a formula with the CPU's feature, so that what is inlined into it is compiled with it.
    fn enter<R>(token: Self::Token, formula: impl FnOnce() -> R) -> R;
    /// As [`Vector::enter`], as a function of its own: what is larger than a call and its operands
    /// in memory. The formula captures nothing and is handed its operands, so that the compiler
    /// sees where they go: what a closure refers to, it takes for known to everybody, and copies.
    fn call<A, B, R>(token: Self::Token, a: A, b: B, formula: impl FnOnce(A, B) -> R) -> R;

    /// The same number in every lane.
    fn splat(token: Self::Token, word: u64) -> Self;
    /// From memory.
    fn load(token: Self::Token, row: &Row) -> Self;
    /// To memory, of which the compiler then knows nothing: single words of it are loaded, not
    /// taken out of a register.
    fn spill(self, row: &mut Row);
    /// The sum of the first words of a row, which does not go through a vector.
    fn sum<const COUNT: usize>(row: &Row) -> u64;

    /// x + y.
    fn add(self, other: Self) -> Self;
    /// x − y.
    fn sub(self, other: Self) -> Self;
    /// The bits that both have.
    fn and(self, other: Self) -> Self;
    /// The smaller of both, unsigned.
    fn min(self, other: Self) -> Self;
    /// ⌊x/2^50⌋, unsigned.
    fn above_50(self) -> Self;
    /// ⌊x/2^52⌋, signed.
    fn above_52(self) -> Self;
    /// x + the low 52 bits of the product of the low 52 bits of y and of z.
    fn add_low(self, y: Self, z: Self) -> Self;
    /// x + the high 52 bits of that product.
    fn add_high(self, y: Self, z: Self) -> Self;
    /// Whether all lanes are equal.
    fn equal(self, other: Self) -> Choice;
    /// The one vector, or the other where the choice is 1.
    fn select(self, other: Self, choice: Choice) -> Self;
}

/// Eight words on any machine: the reference of the vectors, and slow. Nothing is inlined: a
/// reduction has hundreds of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain([u64; LANES]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(array(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn product(y: u64, z: u64) -> u128 {
        u128::from(y & LOW) * u128::from(z & LOW)
    }
}

impl Vector for Plain {
    type Token = ();

    fn token() -> Option<()> {
        Some(())
    }

    fn found() -> Option<()> {
        Some(())
    }

    #[inline(always)]
    fn enter<R>((): (), formula: impl FnOnce() -> R) -> R {
        formula()
    }

    #[inline(always)]
    fn call<A, B, R>((): (), a: A, b: B, formula: impl FnOnce(A, B) -> R) -> R {
        formula(a, b)
    }

    #[inline(never)]
    fn splat((): (), word: u64) -> Self {
        Self([word; LANES])
    }

    #[inline(never)]
    fn load((): (), row: &Row) -> Self {
        Self(row.0)
    }

    #[inline(never)]
    fn spill(self, row: &mut Row) {
        row.0 = self.0;
    }

    #[inline(always)]
    fn sum<const COUNT: usize>(row: &Row) -> u64 {
        row.0[..COUNT].iter().sum()
    }

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }

    #[inline(never)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |x, y| x & y)
    }

    #[inline(never)]
    fn min(self, other: Self) -> Self {
        self.zip(other, |x, y| {
            // y where x − y does not borrow.
            let mask = crate::ct::opaque(u64::from(x >= y).wrapping_neg());
            x ^ ((x ^ y) & mask)
        })
    }

    #[inline(never)]
    fn above_50(self) -> Self {
        Self(self.0.each(|x| x >> 50))
    }

    #[inline(never)]
    fn above_52(self) -> Self {
        Self(self.0.each(|x| (x.cast_signed() >> 52).cast_unsigned()))
    }

    #[inline(never)]
    fn add_low(self, y: Self, z: Self) -> Self {
        self.add(y.zip(z, |y, z| Self::product(y, z) as u64 & LOW))
    }

    #[inline(never)]
    fn add_high(self, y: Self, z: Self) -> Self {
        self.add(y.zip(z, |y, z| (Self::product(y, z) >> 52) as u64))
    }

    #[inline(never)]
    fn equal(self, other: Self) -> Choice {
        let difference = self.zip(other, |x, y| x ^ y).0.iter().fold(0, |all, x| all | x);
        // Zero alone has no bit in itself or in its negative.
        let bit = crate::ct::opaque((difference | difference.wrapping_neg()) >> 63);
        Choice::from(1 ^ bit as u8)
    }

    #[inline(never)]
    fn select(self, other: Self, choice: Choice) -> Self {
        let mask = crate::ct::opaque(u64::from(choice.unwrap_u8()).wrapping_neg());
        self.zip(other, |x, y| x ^ ((x ^ y) & mask))
    }
}
