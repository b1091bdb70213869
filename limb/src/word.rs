//! Machine words of 64 and 32 bits behind one trait, so that every algorithm above is written once.
//!
//! A 64-bit word multiplies through `u128`; a 32-bit word through `u64`, which is what a RV32IM
//! core has (`mul`, `mulhu`). The Montgomery radix of an N-word number is the same for both
//! (2^(64·n) = 2^(32·2n)), so the two engines hold the same integers, split differently.

use core::fmt::Debug;
use core::mem::MaybeUninit;
use core::ops::{BitAnd, BitOr, BitXor, Not};

#[cfg(all(target_arch = "aarch64", target_pointer_width = "64", not(miri)))]
use crate::arm64::linear;
use crate::modulus::Params;
#[cfg(all(curvemark_multiplier, any(target_arch = "riscv32", curvemark_word = "32")))]
use crate::multiplier;
use crate::residues::Residues;
#[cfg(any(target_arch = "riscv32", curvemark_word = "32"))]
use crate::rv32::{self, folding};
use crate::wide::{Wide, sub_both_words};
use crate::{fold, inv, mont};

/// The word of the default engine: 64 bits, or 32 on 32-bit targets and under
/// `--cfg curvemark_word="32"`.
#[cfg(not(any(curvemark_word = "32", target_pointer_width = "32", target_pointer_width = "16")))]
pub type DefaultWord = u64;
/// The word of the default engine: 64 bits, or 32 on 32-bit targets and under
/// `--cfg curvemark_word="32"`.
#[cfg(any(curvemark_word = "32", target_pointer_width = "32", target_pointer_width = "16"))]
pub type DefaultWord = u32;

/// How many words of [`DefaultWord`] hold `bits` bits, rounded up to whole 64-bit limbs.
#[allow(clippy::integer_division_remainder_used)] // Public sizes.
pub const fn default_words(bits: usize) -> usize {
    bits.div_ceil(64) * (64 / DefaultWord::BITS as usize)
}

/// An unsigned machine word with the carry operations that long arithmetic is made of.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + zeroize::DefaultIsZeroes
{
    /// Bits in a word.
    const BITS: u32;
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// All bits set.
    const MAX: Self;

    /// `acc + a·b + carry` as (low, high); cannot overflow.
    fn mac(acc: Self, a: Self, b: Self, carry: Self) -> (Self, Self);
    /// `acc + a·b` as (low, high).
    #[inline(always)]
    fn mac_first(acc: Self, a: Self, b: Self) -> (Self, Self) {
        Self::mac(acc, a, b, Self::ZERO)
    }
    /// `a + b + carry` as (sum, carry); `carry` is 0 or 1.
    fn adc(a: Self, b: Self, carry: Self) -> (Self, Self);
    /// `a − b − borrow` as (difference, borrow); `borrow` is 0 or 1.
    fn sbb(a: Self, b: Self, borrow: Self) -> (Self, Self);
    /// `a·b` modulo the word.
    fn wrapping_mul(a: Self, b: Self) -> Self;
    /// `a + b` modulo the word.
    fn wrapping_add(a: Self, b: Self) -> Self;
    /// `a − b` modulo the word.
    fn wrapping_sub(a: Self, b: Self) -> Self;
    /// `−a` modulo the word: a mask of all ones from 1, of zeros from 0.
    fn wrapping_neg(a: Self) -> Self;
    /// `a·2^by` modulo the word; `by` is public and below [`Word::BITS`].
    fn shl(a: Self, by: u32) -> Self;
    /// `⌊a / 2^by⌋`; `by` is public and below [`Word::BITS`].
    fn shr(a: Self, by: u32) -> Self;
    /// `⌊a / 2^by⌋` of a as a two's complement number; `by` is public and below [`Word::BITS`].
    fn sar(a: Self, by: u32) -> Self;
    /// Zero bits below the lowest set bit, [`Word::BITS`] for zero; for public values (a loop on
    /// some targets).
    fn trailing_zeros_vartime(a: Self) -> u32;
    /// Word `index` of a number given in 64-bit limbs, least significant first; zero past its end.
    fn of_limbs(limbs: &[u64], index: usize) -> Self;
    /// Puts this word at `index` of a number in 64-bit limbs that is zero there.
    fn into_limbs(self, limbs: &mut [u64], index: usize);
    /// The word as 64 bits.
    fn to_u64(self) -> u64;
    /// The low bits of a 64-bit value.
    fn from_u64(value: u64) -> Self;
    /// The same value, which the optimiser no longer knows anything about: it cannot turn a mask
    /// back into a branch.
    fn opaque(self) -> Self;

    /// Whether products stand in double width before one kernel reduces them, instead of being
    /// interleaved with the reduction: see `limb::rv32`. The functions below are used where it says
    /// so, and the first three by [`Fold`](crate::Fold).
    const KERNELS: bool = false;
    /// Whether sums and differences modulo m have kernels of their own, as those of
    /// [`Word::KERNELS`] have.
    const SUMS: bool = Self::KERNELS;
    /// Words of the numbers whose products a multiplier beside the processor may take, see
    /// `limb::multiplier`; 0 without one. The five functions below are used where it says so.
    const MULTIPLIED: usize = 0;
    /// Hook: begins a·b·R⁻¹ modulo m there, where a·b < m·R, and says whether it did.
    #[inline(always)]
    fn begin<M: Params<Self, N>, const N: usize>(_: &[Self; N], _: &[Self; N]) -> bool {
        false
    }
    /// Hook: whether the product that was begun is there.
    #[inline(always)]
    fn wait() -> bool {
        false
    }
    /// Hook: the product that is there, reduced.
    #[inline(always)]
    fn fetch<M: Params<Self, N>, const N: usize>() -> [Self; N] {
        [Self::ZERO; N]
    }
    /// Hook: n squarings in a row there, of a reduced value, and whether they were done; else the
    /// value is as it was.
    #[inline(always)]
    fn square_times<M: Params<Self, N>, const N: usize>(_: &mut [Self; N], _: u32) -> bool {
        false
    }
    /// Hook: a power there of a reduced value by a public exponent, and whether it was taken; else
    /// the value is as it was.
    #[inline(always)]
    fn power<M: Params<Self, N>, const N: usize>(_: &mut [Self; N], _: &[u64]) -> bool {
        false
    }

    /// Hook: a·b in double width, the lower half first.
    #[inline(always)]
    fn product<const N: usize>(a: &[Self; N], b: &[Self; N]) -> [[Self; N]; 2] {
        fold::product(a, b)
    }
    /// Hook: puts a·b where it is to stand.
    #[inline(always)]
    fn put_product<const N: usize>(
        out: &mut MaybeUninit<[[Self; N]; 2]>,
        a: &[Self; N],
        b: &[Self; N],
    ) {
        out.write(Self::product(a, b));
    }
    /// Hook: a word, read where it is wanted: in passes over sums that are longer than the
    /// registers.
    #[inline(always)]
    fn wanted(word: &Self) -> Self {
        *word
    }
    /// Hook: a² in double width; only `FULL` numbers may have their highest bit set.
    #[inline(always)]
    fn square<const N: usize, const FULL: bool>(a: &[Self; N]) -> [[Self; N]; 2] {
        fold::square(a)
    }
    /// Hook: t/R modulo m, reduced; t is below m·R.
    #[inline(always)]
    fn reduced<M: Params<Self, N>, const N: usize>(t: &[[Self; N]; 2]) -> [Self; N] {
        Wide::of_parts(*t, Self::ZERO).reduce::<M>()
    }
    /// Hook: the residue, reduced, of a number in two's complement with a word on top, within
    /// ±512·m; where [`Word::KERNELS`] says so.
    #[inline(always)]
    fn small_reduced<M: Params<Self, N>, const N: usize>(t: &[Self; N], top: Self) -> [Self; N] {
        mont::Mont::<M, Self, N>::reduce_small(t, top)
    }
    /// Hook: a − b and the borrow.
    #[inline(always)]
    fn minus<const N: usize>(a: &[Self; N], b: &[Self; N]) -> ([Self; N], Self) {
        mont::sub_words(a, b)
    }
    /// Hook: a − b − c and the borrow, at most 2.
    #[inline(always)]
    fn minus_both<const N: usize>(
        a: &[Self; N],
        b: &[Self; N],
        c: &[Self; N],
    ) -> ([Self; N], Self) {
        sub_both_words(a, b, c)
    }
    /// Hook: a + b, where that is below R.
    #[inline(always)]
    fn plain_sum<const N: usize>(a: &[Self; N], b: &[Self; N]) -> [Self; N] {
        mont::add_words(a, b).0
    }
    /// Hook: a + b modulo m, reduced, of reduced values; where [`Word::SUMS`] says so.
    #[inline(always)]
    fn sum<M: Params<Self, N>, const N: usize>(a: &[Self; N], b: &[Self; N]) -> [Self; N] {
        mont::Mont::<M, Self, N>::sum(a, b)
    }
    /// Hook: a − b modulo m, reduced, of reduced values; where [`Word::SUMS`] says so.
    #[inline(always)]
    fn difference<M: Params<Self, N>, const N: usize>(a: &[Self; N], b: &[Self; N]) -> [Self; N] {
        mont::Mont::<M, Self, N>::difference(a, b)
    }
    /// Hook: a − b + m of reduced values of a modulus with a spare bit.
    #[inline(always)]
    fn difference_and_modulus<M: Params<Self, N>, const N: usize>(
        a: &[Self; N],
        b: &[Self; N],
    ) -> [Self; N] {
        mont::add_words(a, &mont::sub_words(&M::P_W, b).0).0
    }
    /// Hook: −a modulo m, reduced, of a reduced value.
    #[inline(always)]
    fn negative<M: Params<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
        mont::Mont::<M, Self, N>::sub_any(&[Self::ZERO; N], a)
    }
    /// Hook: a or a − m, whichever is below m, of a value below 2m.
    #[inline(always)]
    fn below_modulus<M: Params<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
        mont::subtract_modulus_once::<M, Self, N>(a, Self::ZERO)
    }
    /// Hook: a + b or a + b − 2m, whichever is below 2m, for values below 2m of a modulus with two
    /// spare bits.
    #[inline(always)]
    fn sum_below_double<M: Params<Self, N>, const N: usize>(
        a: &[Self; N],
        b: &[Self; N],
    ) -> [Self; N] {
        const { assert!(M::SPARE_BITS >= 2) };
        let sum = mont::add_words(a, b).0;
        let (less, borrow) = mont::sub_words(&sum, &mont::add_words(&M::P_W, &M::P_W).0);
        mont::select_by(&sum, &less, Self::wrapping_neg(borrow).opaque())
    }
    /// Hook: k·a modulo m, reduced, of a reduced value, k at most 256; where [`Word::KERNELS`] says
    /// so.
    #[inline(always)]
    fn multiple<M: Params<Self, N>, const N: usize>(a: &[Self; N], k: u32) -> [Self; N] {
        mont::Mont::<M, Self, N>::times(a, k)
    }
    /// Hook: k·V + 2a modulo m, or k·V − 2a, reduced, of V as [`Word::small_reduced`] has it and a
    /// reduced a; where [`Word::KERNELS`] says so.
    #[inline(always)]
    fn multiple_and_twice<M: Params<Self, N>, const N: usize, const MINUS: bool>(
        t: &[Self; N],
        top: Self,
        k: u32,
        a: &[Self; N],
    ) -> [Self; N] {
        let multiple = mont::Mont::<M, Self, N>::times(&Self::small_reduced::<M, N>(t, top), k);
        mont::Mont::<M, Self, N>::linear([(&multiple, 1), (a, if MINUS { -2 } else { 2 })])
    }
    /// Hook: Σ k·a modulo m, reduced, of reduced values, Σ |k| at most 256; where [`Word::KERNELS`]
    /// says so.
    #[inline(always)]
    fn combination<M: Params<Self, N>, const N: usize, const K: usize>(
        terms: [(&[Self; N], i32); K],
    ) -> [Self; N] {
        mont::Mont::<M, Self, N>::linear(terms)
    }
    /// Hook: 1/a modulo a modulus with two spare bits, as [`inv::invert`] gives it; where
    /// [`Word::KERNELS`] says so.
    #[inline(always)]
    fn inverted<T: Residues<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
        inv::by_words::<T, Self, N>(a)
    }
    /// Hook: (t + q·m)/R for the q below R that makes it whole, and its carry.
    #[inline(always)]
    fn divided<M: Params<Self, N>, const N: usize>(t: &[[Self; N]; 2]) -> ([Self; N], Self) {
        mont::divided::<M, Self, N>(t)
    }
    /// Hook: a·b modulo m = 2^k − c, as [`Fold`](fold::Fold) holds values; so are the next six.
    #[inline(always)]
    fn folded_product<M: Params<Self, N>, const N: usize>(
        a: &[Self; N],
        b: &[Self; N],
    ) -> [Self; N] {
        fold::Fold::<M, Self, N>::mul_in_words(a, b)
    }
    /// Hook: a².
    #[inline(always)]
    fn folded_square<M: Params<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
        fold::Fold::<M, Self, N>::sqr_in_words(a)
    }
    /// Hook: Σ aₖ·bₖ.
    #[inline(always)]
    fn folded_sum_of_products<M: Params<Self, N>, const N: usize, const K: usize>(
        terms: [(&[Self; N], &[Self; N]); K],
    ) -> [Self; N] {
        fold::Fold::<M, Self, N>::sum_of_products_in_words(terms)
    }
    /// Hook: a + b.
    #[inline(always)]
    fn folded_sum<M: Params<Self, N>, const N: usize>(a: &[Self; N], b: &[Self; N]) -> [Self; N] {
        fold::Fold::<M, Self, N>::add_in_words(a, b)
    }
    /// Hook: a − b.
    #[inline(always)]
    fn folded_difference<M: Params<Self, N>, const N: usize>(
        a: &[Self; N],
        b: &[Self; N],
    ) -> [Self; N] {
        fold::Fold::<M, Self, N>::sub_in_words(a, b)
    }
    /// Hook: −a.
    #[inline(always)]
    fn folded_negative<M: Params<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
        fold::Fold::<M, Self, N>::neg_in_words(a)
    }
    /// Hook: k·a for k ≤ 256.
    #[inline(always)]
    fn folded_multiple<M: Params<Self, N>, const N: usize>(a: &[Self; N], k: u32) -> [Self; N] {
        fold::Fold::<M, Self, N>::times_in_words(a, k)
    }
}

macro_rules! word {
    ($word:ty, $signed:ty, $double:ty, $per_limb:expr, { $($kernels:tt)* }) => {
        impl Word for $word {
            $($kernels)*

            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const MAX: Self = <$word>::MAX;

            #[inline(always)]
            fn mac(acc: Self, a: Self, b: Self, carry: Self) -> (Self, Self) {
                #[cfg(all(target_arch = "riscv64", not(miri)))]
                if Self::BITS == 64 {
                    let (low, high) =
                        crate::rv64::mac(acc as u64, a as u64, b as u64, carry as u64);
                    return (low as $word, high as $word);
                }
                let wide = (a as $double) * (b as $double) + (acc as $double) + (carry as $double);
                (wide as $word, (wide >> <$word>::BITS) as $word)
            }

            #[cfg(all(target_arch = "riscv64", not(miri)))]
            #[inline(always)]
            fn mac_first(acc: Self, a: Self, b: Self) -> (Self, Self) {
                if Self::BITS == 64 {
                    let (low, high) = crate::rv64::mac_first(acc as u64, a as u64, b as u64);
                    return (low as $word, high as $word);
                }
                Self::mac(acc, a, b, 0)
            }

            #[inline(always)]
            fn adc(a: Self, b: Self, carry: Self) -> (Self, Self) {
                #[cfg(target_arch = "x86_64")]
                if Self::BITS == 64 {
                    let mut sum = 0;
                    // SAFETY: every x86-64 has the instruction. Since Rust 1.93 this is safe.
                    #[allow(unused_unsafe)]
                    let carry = unsafe {
                        core::arch::x86_64::_addcarry_u64(carry as u8, a as u64, b as u64, &mut sum)
                    };
                    return (sum as $word, carry as $word);
                }
                let (s, c0) = a.overflowing_add(b);
                let (s, c1) = s.overflowing_add(carry);
                (s, (c0 | c1) as $word)
            }

            #[inline(always)]
            fn sbb(a: Self, b: Self, borrow: Self) -> (Self, Self) {
                #[cfg(target_arch = "x86_64")]
                if Self::BITS == 64 {
                    let mut difference = 0;
                    // SAFETY: as in `adc`.
                    #[allow(unused_unsafe)]
                    let borrow = unsafe {
                        core::arch::x86_64::_subborrow_u64(
                            borrow as u8,
                            a as u64,
                            b as u64,
                            &mut difference,
                        )
                    };
                    return (difference as $word, borrow as $word);
                }
                let (d, b0) = a.overflowing_sub(b);
                let (d, b1) = d.overflowing_sub(borrow);
                (d, (b0 | b1) as $word)
            }

            #[inline(always)]
            fn wrapping_mul(a: Self, b: Self) -> Self {
                a.wrapping_mul(b)
            }

            #[inline(always)]
            fn wrapping_add(a: Self, b: Self) -> Self {
                a.wrapping_add(b)
            }

            #[inline(always)]
            fn wrapping_sub(a: Self, b: Self) -> Self {
                a.wrapping_sub(b)
            }

            #[inline(always)]
            fn wrapping_neg(a: Self) -> Self {
                a.wrapping_neg()
            }

            #[inline(always)]
            fn shl(a: Self, by: u32) -> Self {
                a << by
            }

            #[inline(always)]
            fn shr(a: Self, by: u32) -> Self {
                a >> by
            }

            #[inline(always)]
            fn sar(a: Self, by: u32) -> Self {
                ((a as $signed) >> by) as $word
            }

            #[inline(always)]
            fn trailing_zeros_vartime(a: Self) -> u32 {
                a.trailing_zeros()
            }

            #[inline(always)]
            fn of_limbs(limbs: &[u64], index: usize) -> Self {
                match limbs.get(index / $per_limb) {
                    Some(limb) => (limb >> (<$word>::BITS as usize * (index % $per_limb))) as $word,
                    None => 0,
                }
            }

            #[inline(always)]
            fn into_limbs(self, limbs: &mut [u64], index: usize) {
                limbs[index / $per_limb] |= (self as u64) << (<$word>::BITS as usize * (index % $per_limb));
            }

            #[inline(always)]
            fn to_u64(self) -> u64 {
                self as u64
            }

            #[inline(always)]
            fn from_u64(value: u64) -> Self {
                value as $word
            }

            #[inline(always)]
            fn opaque(self) -> Self {
                if Self::BITS == 32 {
                    return crate::ct::opaque_32(self as u32) as $word;
                }
                crate::ct::opaque(self as u64) as $word
            }
        }
    };
}

// Indices are public; the divisions by 1 and 2 are shifts.
#[allow(clippy::integer_division_remainder_used, clippy::identity_op, clippy::modulo_one)]
const _: () = {
    #[cfg(not(all(target_arch = "aarch64", target_pointer_width = "64", not(miri))))]
    word!(u64, i64, u128, 1, {});
    #[cfg(all(target_arch = "aarch64", target_pointer_width = "64", not(miri)))]
    word!(u64, i64, u128, 1, {
        const SUMS: bool = true;

        #[inline(always)]
        fn sum<M: Params<Self, N>, const N: usize>(a: &[Self; N], b: &[Self; N]) -> [Self; N] {
            linear::sum::<M, N>(a, b)
        }

        #[inline(always)]
        fn difference<M: Params<Self, N>, const N: usize>(
            a: &[Self; N],
            b: &[Self; N],
        ) -> [Self; N] {
            linear::difference::<M, N>(a, b)
        }

        #[inline(always)]
        fn difference_and_modulus<M: Params<Self, N>, const N: usize>(
            a: &[Self; N],
            b: &[Self; N],
        ) -> [Self; N] {
            linear::difference_and_modulus::<M, N>(a, b)
        }

        #[inline(always)]
        fn negative<M: Params<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
            linear::negative::<M, N>(a)
        }

        #[inline(always)]
        fn below_modulus<M: Params<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
            linear::below_modulus::<M, N>(a)
        }
    });
    #[cfg(not(any(target_arch = "riscv32", curvemark_word = "32")))]
    word!(u32, i32, u64, 2, {});
    #[cfg(any(target_arch = "riscv32", curvemark_word = "32"))]
    word!(u32, i32, u64, 2, {
        const KERNELS: bool = true;

        #[cfg(curvemark_multiplier)]
        const MULTIPLIED: usize = multiplier::WORDS;

        #[cfg(curvemark_multiplier)]
        #[inline(always)]
        fn begin<M: Params<Self, N>, const N: usize>(a: &[Self; N], b: &[Self; N]) -> bool {
            multiplier::begin::<M, N>(a, b)
        }

        #[cfg(curvemark_multiplier)]
        #[inline(always)]
        fn wait() -> bool {
            multiplier::wait()
        }

        #[cfg(curvemark_multiplier)]
        #[inline(always)]
        fn fetch<M: Params<Self, N>, const N: usize>() -> [Self; N] {
            multiplier::fetch::<M, N>()
        }

        #[cfg(curvemark_multiplier)]
        #[inline(always)]
        fn square_times<M: Params<Self, N>, const N: usize>(a: &mut [Self; N], n: u32) -> bool {
            multiplier::square_times::<M, N>(a, n)
        }

        #[cfg(curvemark_multiplier)]
        #[inline(always)]
        fn power<M: Params<Self, N>, const N: usize>(a: &mut [Self; N], exponent: &[u64]) -> bool {
            multiplier::power::<M, N>(a, exponent)
        }

        #[inline(always)]
        fn product<const N: usize>(a: &[Self; N], b: &[Self; N]) -> [[Self; N]; 2] {
            rv32::product_of(a, b)
        }

        #[inline(always)]
        fn put_product<const N: usize>(
            out: &mut MaybeUninit<[[Self; N]; 2]>,
            a: &[Self; N],
            b: &[Self; N],
        ) {
            rv32::product(out, a, b);
        }

        #[inline(always)]
        fn wanted(word: &Self) -> Self {
            rv32::wanted(word)
        }

        #[inline(always)]
        fn square<const N: usize, const FULL: bool>(a: &[Self; N]) -> [[Self; N]; 2] {
            // Rows have no form for squares, and one function for both.
            if const { rv32::in_rows::<N>() } {
                return rv32::product_of(a, a);
            }
            rv32::square_of::<N, FULL>(a)
        }

        #[inline(always)]
        fn reduced<M: Params<Self, N>, const N: usize>(t: &[[Self; N]; 2]) -> [Self; N] {
            rv32::reduced::<M, N>(t)
        }

        #[inline(always)]
        fn small_reduced<M: Params<Self, N>, const N: usize>(
            t: &[Self; N],
            top: Self,
        ) -> [Self; N] {
            rv32::small::reduced::<M, N>(t, top)
        }

        #[inline(always)]
        fn minus<const N: usize>(a: &[Self; N], b: &[Self; N]) -> ([Self; N], Self) {
            rv32::linear::minus(a, b)
        }

        #[inline(always)]
        fn minus_both<const N: usize>(
            a: &[Self; N],
            b: &[Self; N],
            c: &[Self; N],
        ) -> ([Self; N], Self) {
            rv32::linear::minus_both(a, b, c)
        }

        #[inline(always)]
        fn plain_sum<const N: usize>(a: &[Self; N], b: &[Self; N]) -> [Self; N] {
            rv32::linear::plain_sum(a, b)
        }

        #[inline(always)]
        fn sum<M: Params<Self, N>, const N: usize>(a: &[Self; N], b: &[Self; N]) -> [Self; N] {
            rv32::linear::sum::<M, N>(a, b)
        }

        #[inline(always)]
        fn difference<M: Params<Self, N>, const N: usize>(
            a: &[Self; N],
            b: &[Self; N],
        ) -> [Self; N] {
            rv32::linear::difference::<M, N>(a, b)
        }

        #[inline(always)]
        fn difference_and_modulus<M: Params<Self, N>, const N: usize>(
            a: &[Self; N],
            b: &[Self; N],
        ) -> [Self; N] {
            rv32::linear::difference_and_modulus::<M, N>(a, b)
        }

        #[inline(always)]
        fn negative<M: Params<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
            rv32::linear::negative::<M, N>(a)
        }

        #[inline(always)]
        fn below_modulus<M: Params<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
            rv32::linear::below_modulus::<M, N>(a)
        }

        #[inline(always)]
        fn sum_below_double<M: Params<Self, N>, const N: usize>(
            a: &[Self; N],
            b: &[Self; N],
        ) -> [Self; N] {
            rv32::linear::sum_below_double::<M, N>(a, b)
        }

        #[inline(always)]
        fn multiple<M: Params<Self, N>, const N: usize>(a: &[Self; N], k: u32) -> [Self; N] {
            rv32::small::multiple::<M, N>(a, k)
        }

        #[inline(always)]
        fn multiple_and_twice<M: Params<Self, N>, const N: usize, const MINUS: bool>(
            t: &[Self; N],
            top: Self,
            k: u32,
            a: &[Self; N],
        ) -> [Self; N] {
            rv32::small::multiple_and_twice::<M, N, MINUS>(t, top, k, a)
        }

        #[inline(always)]
        fn combination<M: Params<Self, N>, const N: usize, const K: usize>(
            terms: [(&[Self; N], i32); K],
        ) -> [Self; N] {
            rv32::small::combination::<M, N, K>(terms)
        }

        #[inline(always)]
        fn inverted<T: Residues<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
            rv32::inverse::invert::<T, N>(a)
        }

        #[inline(always)]
        fn divided<M: Params<Self, N>, const N: usize>(t: &[[Self; N]; 2]) -> ([Self; N], Self) {
            rv32::divided::<M, N>(t)
        }

        #[inline(always)]
        fn folded_product<M: Params<Self, N>, const N: usize>(
            a: &[Self; N],
            b: &[Self; N],
        ) -> [Self; N] {
            if const { folding::serves::<M, N>() } {
                return folding::product::<M, N>(a, b);
            }
            fold::Fold::<M, Self, N>::mul_in_words(a, b)
        }

        #[inline(always)]
        fn folded_square<M: Params<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
            if const { folding::serves::<M, N>() } {
                return folding::square::<M, N>(a);
            }
            fold::Fold::<M, Self, N>::sqr_in_words(a)
        }

        #[inline(always)]
        fn folded_sum_of_products<M: Params<Self, N>, const N: usize, const K: usize>(
            terms: [(&[Self; N], &[Self; N]); K],
        ) -> [Self; N] {
            if const { folding::serves::<M, N>() } {
                return folding::sum_of_products::<M, N, K>(&terms);
            }
            fold::Fold::<M, Self, N>::sum_of_products_in_words(terms)
        }

        #[inline(always)]
        fn folded_sum<M: Params<Self, N>, const N: usize>(
            a: &[Self; N],
            b: &[Self; N],
        ) -> [Self; N] {
            if const { folding::serves::<M, N>() } {
                return folding::sum::<M, N>(a, b);
            }
            fold::Fold::<M, Self, N>::add_in_words(a, b)
        }

        #[inline(always)]
        fn folded_difference<M: Params<Self, N>, const N: usize>(
            a: &[Self; N],
            b: &[Self; N],
        ) -> [Self; N] {
            if const { folding::serves::<M, N>() } {
                return folding::difference::<M, N>(a, b);
            }
            fold::Fold::<M, Self, N>::sub_in_words(a, b)
        }

        #[inline(always)]
        fn folded_negative<M: Params<Self, N>, const N: usize>(a: &[Self; N]) -> [Self; N] {
            if const { folding::serves::<M, N>() } {
                return folding::negative::<M, N>(a);
            }
            fold::Fold::<M, Self, N>::neg_in_words(a)
        }

        #[inline(always)]
        fn folded_multiple<M: Params<Self, N>, const N: usize>(a: &[Self; N], k: u32) -> [Self; N] {
            if const { folding::serves::<M, N>() } {
                return folding::multiple::<M, N>(a, k);
            }
            fold::Fold::<M, Self, N>::times_in_words(a, k)
        }
    });
};
