//! Products, squares and Montgomery reductions on 32-bit words, for processors without a carry flag such as RV32IM.
//!
//! A column of a product is summed in three words before it is written (product scanning: P. G. Comba, "Exponentiation cryptosystems on the
//! IBM PC", 1990), so that an intermediate word is stored once. One word product and its addition take eight instructions there (`mul`, `mulhu`, and a
//! carry is a comparison), seven for the first of a column. Row by row, as [`Mont`](crate::Mont) does it elsewhere, a product takes as many,
//! and a load and a store more.
//!
//! * A square takes the products aᵢ·(2a)ⱼ with i + 1 < j, where (2a) is the number doubled, aᵢ·2aⱼ with j = i + 1, where the bit that came
//!   from word i is left out, and the squares: no column is doubled.
//! * In the reduction the lowest word of a column becomes zero, so that its low product is not computed: its carry is whether the word was zero.
//!
//! The operands' words and the modulus are more than the registers hold; the compiler chooses which wait in memory. It must not see that
//! the modulus is constant: it would make two instructions of each use.
//!
//! Everything is a function of its own, since the chips that have such words run from a small cache. A linker script may put them where fetches
//! are fast: they stand in sections `.text.curvemark.long`, for numbers of more than eight words, and `.text.curvemark.short`.
//!
//! In use on riscv32, and under `--cfg curvemark_word="32"`, which is how a host tests it: the suites of this crate and of those above run on it then.

use core::mem::MaybeUninit;

use crate::modulus::Params;
use crate::mont::subtract_modulus_once;

/// 2N words, the lower N first.
pub type Double<const N: usize> = [[u32; N]; 2];

/// Repeats a block for an index below a constant of at most 24, or of at most 12 and `inner`, each time with the index a constant. Comparisons of indices with the
/// constant are decided before code is generated; they do not stand in `const` blocks, of which there would be thousands to compile.
macro_rules! repeated {
    ($i:ident < $n:expr => $body:block) => {
        repeated!(@ $i $n => $body 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23)
    };
    (inner $i:ident < $n:expr => $body:block) => {
        repeated!(@ $i $n => $body 0 1 2 3 4 5 6 7 8 9 10 11)
    };
    (@ $i:ident $n:expr => $body:block $($k:literal)*) => {
        $(if $k < $n {
            let $i: usize = $k;
            $body
        })*
    };
}

/// A kernel, which stands in a section for long numbers or in that for short ones.
macro_rules! kernel {
    ($(#[$meta:meta])* in narrow $($rest:tt)*) => {
        kernel!(@ ".text.curvemark.narrow" $(#[$meta])* $($rest)*);
    };
    ($(#[$meta:meta])* $name:ident $($rest:tt)*) => {
        kernel!(@ ".text.curvemark.long" $(#[$meta])* $name $($rest)*);
    };
    (@ $section:literal $(#[$meta:meta])* $name:ident [$($generics:tt)*] [$($given:tt)*] ($($argument:ident: $type:ty),*) -> $out:ty $body:block) => {
        $(#[$meta])*
        #[inline(always)]
        pub fn $name<$($generics)*>($($argument: $type),*) -> $out {
            #[inline(never)]
            #[cfg_attr(target_arch = "riscv32", unsafe(link_section = $section))]
            fn long<$($generics)*>($($argument: $type),*) -> $out $body

            #[inline(never)]
            #[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.short"))]
            fn short<$($generics)*>($($argument: $type),*) -> $out $body

            const { assert!(N <= MOST_WORDS) };
            if const { N > 8 } { long::<$($given)*>($($argument),*) } else { short::<$($given)*>($($argument),*) }
        }
    };
}

/// Most words of a number that the kernels take.
pub const MOST_WORDS: usize = 12;

/// A column's sum: three words.
#[derive(Clone, Copy)]
struct Column {
    low: u32,
    middle: u32,
    high: u32,
}

impl Column {
    const ZERO: Self = Self { low: 0, middle: 0, high: 0 };

    /// Adds a·b.
    #[inline(always)]
    fn add_product(&mut self, a: u32, b: u32) {
        #[cfg(target_arch = "riscv32")]
        // SAFETY: arithmetic on the registers that it is given.
        unsafe {
            core::arch::asm!(
                "mul {low}, {a}, {b}",
                "mulhu {high}, {a}, {b}",
                "add {c0}, {c0}, {low}",
                "sltu {low}, {c0}, {low}",
                "add {high}, {high}, {low}",
                "add {c1}, {c1}, {high}",
                "sltu {high}, {c1}, {high}",
                "add {c2}, {c2}, {high}",
                a = in(reg) a, b = in(reg) b, low = out(reg) _, high = out(reg) _,
                c0 = inout(reg) self.low, c1 = inout(reg) self.middle, c2 = inout(reg) self.high,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        #[cfg(not(target_arch = "riscv32"))]
        {
            let product = u64::from(a) * u64::from(b);
            let (low, carry) = self.low.overflowing_add(product as u32);
            let (middle, above) = self.middle.overflowing_add((product >> 32) as u32 + u32::from(carry));
            (self.low, self.middle, self.high) = (low, middle, self.high + u32::from(above));
        }
    }

    /// Adds a·b to a sum of two words: the third is set.
    #[inline(always)]
    fn add_first_product(&mut self, a: u32, b: u32) {
        #[cfg(target_arch = "riscv32")]
        // SAFETY: arithmetic on the registers that it is given.
        unsafe {
            core::arch::asm!(
                "mul {low}, {a}, {b}",
                "mulhu {high}, {a}, {b}",
                "add {c0}, {c0}, {low}",
                "sltu {low}, {c0}, {low}",
                "add {high}, {high}, {low}",
                "add {c1}, {c1}, {high}",
                "sltu {high}, {c1}, {high}",
                a = in(reg) a, b = in(reg) b, low = out(reg) _, high = out(reg) self.high,
                c0 = inout(reg) self.low, c1 = inout(reg) self.middle,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        #[cfg(not(target_arch = "riscv32"))]
        {
            self.high = 0;
            self.add_product(a, b);
        }
    }

    /// Adds a word to a sum of two words: the third is set.
    #[inline(always)]
    fn add_first_word(&mut self, a: u32) {
        let (low, carry) = self.low.overflowing_add(a);
        let (middle, above) = self.middle.overflowing_add(u32::from(carry));
        *self = Self { low, middle, high: u32::from(above) };
    }

    /// Adds q·p where that makes the lowest word zero: only its upper word is computed.
    #[inline(always)]
    fn cancel(&mut self, q: u32, p: u32) {
        let upper = ((u64::from(q) * u64::from(p)) >> 32) as u32 + u32::from(self.low != 0);
        let (middle, above) = self.middle.overflowing_add(upper);
        (self.middle, self.high) = (middle, self.high + u32::from(above));
    }

    /// The lowest word; what is left is the next column's.
    #[inline(always)]
    fn next(&mut self) -> u32 {
        let word = self.low;
        *self = Self { low: self.middle, middle: self.high, high: 0 };
        word
    }
}

/// The same reference, of which the compiler no longer knows what it refers to.
#[inline(always)]
fn hidden<T>(value: &T) -> &T {
    #[cfg(target_arch = "riscv32")]
    {
        let mut address = core::ptr::from_ref(value);
        // SAFETY: the template is empty, so that the address is what it was.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) address, options(pure, nomem, nostack, preserves_flags));
            &*address
        }
    }
    #[cfg(not(target_arch = "riscv32"))]
    {
        core::hint::black_box(value)
    }
}

/// Puts word k of a double-width number that was not cleared before: clearing it takes 4 % of a product.
#[inline(always)]
fn put<const N: usize>(out: &mut MaybeUninit<Double<N>>, k: usize, word: u32) {
    assert!(k < 2 * N, "a word of the number");
    // SAFETY: the number is 2N words without a gap, and this is one of them.
    unsafe { out.as_mut_ptr().cast::<u32>().add(k).write(word) }
}

#[cfg(target_arch = "riscv32")]
mod chains;
pub mod inverse;
pub mod linear;
#[cfg(any(curvemark_multiplier, test))]
mod rolled;
pub mod small;

/// Whether products of N words are a multiplier's, and here where that is refused alone: short code is worth more than speed then.
#[cfg(curvemark_multiplier)]
const fn is_refused<const N: usize>() -> bool {
    N == crate::multiplier::WORDS
}

kernel! {
    /// a·b; N² word products.
    product [const N: usize] [N] (a: &[u32; N], b: &[u32; N]) -> Double<N> {
        #[cfg(curvemark_multiplier)]
        if const { is_refused::<N>() } {
            return rolled::product(a, b);
        }
        let mut out = MaybeUninit::uninit();
        let mut column = Column::ZERO;
        repeated!(k < 2 * N - 1 => {
            repeated!(inner i < N => {
                let j = k.wrapping_sub(i);
                if i <= k && j < N {
                    if i == 0 || j == N - 1 {
                        column.add_first_product(a[i], b[j]);
                    } else {
                        column.add_product(a[i], b[j]);
                    }
                }
            });
            put(&mut out, k, column.next());
        });
        put(&mut out, 2 * N - 1, column.low);
        // SAFETY: each of its 2N words was put.
        unsafe { out.assume_init() }
    }
}

kernel! {
    /// a²; N·(N + 1)/2 word products. `FULL` says that a may have its highest bit set, which costs N − 1 more.
    square [const N: usize, const FULL: bool] [N, FULL] (a: &[u32; N]) -> Double<N> {
        let mut doubled = [0; N];
        repeated!(inner i < N => {
            if i >= 2 {
                doubled[i] = (a[i] << 1) | (a[i.wrapping_sub(1)] >> 31);
            }
        });
        let over = a[N - 1] >> 31;
        let mut out = MaybeUninit::uninit();
        let mut column = Column::ZERO;
        repeated!(k < 2 * N - 1 => {
            repeated!(inner i < N => {
                let j = k.wrapping_sub(i);
                // With the word beyond the doubled number, j = N, where that may be one.
                if i <= k && i <= j && (j < N || FULL && j == N && i + 1 < N) {
                    let factor = if j == N {
                        over
                    } else if j == i {
                        a[j]
                    } else if j == i + 1 {
                        a[j] << 1
                    } else {
                        doubled[j]
                    };
                    if i == 0 || j == N || !FULL && j == N - 1 {
                        column.add_first_product(a[i], factor);
                    } else {
                        column.add_product(a[i], factor);
                    }
                }
            });
            put(&mut out, k, column.next());
        });
        put(&mut out, 2 * N - 1, column.low);
        // SAFETY: each of its 2N words was put.
        unsafe { out.assume_init() }
    }
}

kernel! {
    /// (t + q·m)/R with the q below R that makes it whole: N words and a carry. N² + N word products, 2N of them of one word.
    divided [M: Params<u32, N>, const N: usize] [M, N] (t: &Double<N>) -> ([u32; N], u32) {
        #[cfg(curvemark_multiplier)]
        if const { is_refused::<N>() } {
            return rolled::divided::<M, N>(t);
        }
        let p = hidden(&M::P_W);
        let mut q = [0; N];
        let mut out = [0; N];
        let mut column = Column::ZERO;
        repeated!(k < 2 * N - 1 => {
            column.add_first_word(if k < N { t[0][k] } else { t[1][k.wrapping_sub(N)] });
            repeated!(inner j < N => {
                let i = k.wrapping_sub(j);
                if j < k && i < N {
                    column.add_product(q[j], p[i]);
                }
            });
            if k < N {
                q[k] = if M::N0_W == 1 { column.low } else { column.low.wrapping_mul(M::N0_W) };
                column.cancel(q[k], p[0]);
                column.next();
            } else {
                out[k.wrapping_sub(N)] = column.next();
            }
        });
        column.add_first_word(t[1][N - 1]);
        out[N - 1] = column.low;
        (out, column.middle)
    }
}

kernel! {
    /// (t + q·m)/R, less m if that is not negative: reduced, of t below m·R.
    reduced [M: Params<u32, N>, const N: usize] [M, N] (t: &Double<N>) -> [u32; N] {
        let (value, carry) = divided::<M, N>(t);
        subtract_modulus_once::<M, u32, N>(&value, carry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modulus::{Limbs, Modulus};

    /// A modulus of 12 words with its highest bit set, so that sums carry beyond them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct High;

    impl Modulus for High {
        const P: Limbs = [0x8000_0000_ffff_fff1, 3, u64::MAX, 0, 1 << 63, u64::MAX, 0, 0];
    }

    /// Numbers of few kinds of words, and the words of a linear congruence.
    fn numbers() -> [[u32; 12]; 6] {
        let mut seed = 1_u32;
        let mut any = [0; 12];
        any.iter_mut().for_each(|word| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *word = seed;
        });
        let mut one = [0; 12];
        one[0] = 1;
        let mut high = [0; 12];
        high[11] = 1 << 31;
        [[0; 12], one, high, [u32::MAX; 12], [1 << 31; 12], any]
    }

    #[test]
    fn loops_give_what_kernels_give() {
        for a in numbers() {
            for b in numbers() {
                let product = product(&a, &b);
                assert_eq!(product, rolled::product(&a, &b));
                assert_eq!(divided::<High, 12>(&product), rolled::divided::<High, 12>(&product));
                assert_eq!(divided::<High, 12>(&[a, b]), rolled::divided::<High, 12>(&[a, b]));
            }
        }
    }
}
