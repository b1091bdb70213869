//! Products, squares and Montgomery reductions on 32-bit words, for processors without a carry flag
//! such as RV32IM.
//!
//! A column of a product is summed in three words before it is written (product scanning: P. G.
//! Comba, "Exponentiation cryptosystems on the IBM PC", 1990), so that an intermediate word is
//! stored once. One word product and its addition take eight instructions there (`mul`, `mulhu`,
//! and a carry is a comparison), seven for the first of a column. Row by row, as
//! [`Mont`](crate::Mont) does it elsewhere, a product takes as many, and a load and a store more.
//!
//! * A square takes the products aᵢ·(2a)ⱼ with i + 1 < j, where (2a) is the number doubled, aᵢ·2aⱼ
//!   with j = i + 1, where the bit that came from word i is left out, and the squares: no column is
//!   doubled.
//! * A product of 12 words is made of three of six ([`halves`]).
//! * In the reduction the lowest word of a column becomes zero, so that its low product is not
//!   computed: see `Column::cancel`. The upper words of products q·p are below p: those of words
//!   whose sum is a word are added to each other before they are added to the column, by one
//!   instruction in place of three.
//!
//! The operands' words and the modulus are more than the registers hold; the compiler chooses which
//! wait in memory, but for some that are read where they are wanted. It must not see that the
//! modulus is constant: it would make two instructions of each use. Nor may it choose the order, in
//! which it would hold sums and results that wait: the steps of a column are not `pure`, and
//! products are put through a pointer.
//!
//! Modulo 2^k − c a product of eight words is reduced while it is made ([`folding`]).
//!
//! Where code is to be small (`--cfg curvemark_small`), and where a multiplier refuses its own
//! numbers, products and reductions go row by row instead ([`rows`]).
//!
//! Everything is a function of its own, since the chips that have such words run from a small
//! cache. A linker script may put them where fetches are fast: they stand in sections
//! `.text.curvemark.long`, for numbers of more than eight words, and `.text.curvemark.short`.
//!
//! In use on riscv32, and under `--cfg curvemark_word="32"`, which is how a host tests it: the
//! suites of this crate and of those above run on it then.

use core::mem::MaybeUninit;

use crate::modulus::Params;
use crate::mont::subtract_modulus_once;

/// 2N words, the lower N first.
pub type Double<const N: usize> = [[u32; N]; 2];

/// Repeats a block for an index below a constant of at most 24, or of at most 12 and `inner`, each
/// time with the index a constant. Comparisons of indices with the constant are decided before code
/// is generated; they do not stand in `const` blocks, of which there would be thousands to compile.
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
    // The first name puts the result where it is to stand, the second one returns it.
    ($(#[$meta:meta])* $name:ident, $value:ident [$($generics:tt)*] [$($given:tt)*] ($($argument:ident: $type:ty),*) -> $place:ident: $out:ty $body:block) => {
        $(#[$meta])*
        #[inline(always)]
        pub fn $name<$($generics)*>($place: &mut MaybeUninit<$out>, $($argument: $type),*) {
            #[inline(never)]
            #[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.long"))]
            fn long<$($generics)*>($place: &mut MaybeUninit<$out>, $($argument: $type),*) $body

            #[inline(never)]
            #[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.short"))]
            fn short<$($generics)*>($place: &mut MaybeUninit<$out>, $($argument: $type),*) $body

            const { assert!(N <= MOST_WORDS) };
            if const { N > 8 } { long::<$($given)*>($place, $($argument),*) } else { short::<$($given)*>($place, $($argument),*) }
        }

        $(#[$meta])*
        #[inline(always)]
        pub fn $value<$($generics)*>($($argument: $type),*) -> $out {
            let mut out = MaybeUninit::uninit();
            $name::<$($given)*>(&mut out, $($argument),*);
            // SAFETY: the block put all of it.
            unsafe { out.assume_init() }
        }
    };
    ($(#[$meta:meta])* $name:ident $($rest:tt)*) => {
        kernel!(@ ".text.curvemark.long" $(#[$meta])* $name $($rest)*);
    };
    // The result stands where a block puts it, through a pointer: as a value that is returned it
    // would be held in registers, which the products need, until the end.
    (@ $section:literal $(#[$meta:meta])* $name:ident [$($generics:tt)*] [$($given:tt)*] ($($argument:ident: $type:ty),*) -> $place:ident: $out:ty $body:block) => {
        $(#[$meta])*
        #[inline(always)]
        pub fn $name<$($generics)*>($($argument: $type),*) -> $out {
            #[inline(never)]
            #[cfg_attr(target_arch = "riscv32", unsafe(link_section = $section))]
            fn long<$($generics)*>($place: &mut MaybeUninit<$out>, $($argument: $type),*) $body

            #[inline(never)]
            #[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.short"))]
            fn short<$($generics)*>($place: &mut MaybeUninit<$out>, $($argument: $type),*) $body

            const { assert!(N <= MOST_WORDS) };
            let mut out = MaybeUninit::uninit();
            if const { N > 8 } { long::<$($given)*>(&mut out, $($argument),*) } else { short::<$($given)*>(&mut out, $($argument),*) }
            // SAFETY: the block put all of it.
            unsafe { out.assume_init() }
        }
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
                options(nomem, nostack, preserves_flags)
            );
        }
        #[cfg(not(target_arch = "riscv32"))]
        {
            let product = u64::from(a) * u64::from(b);
            let (low, carry) = self.low.overflowing_add(product as u32);
            let (middle, above) =
                self.middle.overflowing_add((product >> 32) as u32 + u32::from(carry));
            (self.low, self.middle, self.high) = (low, middle, self.high + u32::from(above));
        }
    }

    /// Adds a·b in column k, of which it may be the first product.
    #[inline(always)]
    fn add_in(&mut self, k: usize, first: bool, a: u32, b: u32) {
        if k == 0 {
            let product = u64::from(a) * u64::from(b);
            *self = Self { low: product as u32, middle: (product >> 32) as u32, high: 0 };
        } else if k == 1 || first {
            // The highest word is zero yet, and in column 1 the middle one too, which the compiler
            // knows.
            let upper = self.add_lower(a, b);
            self.add_upper(upper);
        } else {
            self.add_product(a, b);
        }
    }

    /// Adds the lower word of a·b, and gives what belongs to the middle word: at most b, or a.
    #[inline(always)]
    fn add_lower(&mut self, a: u32, b: u32) -> u32 {
        #[cfg(target_arch = "riscv32")]
        {
            let upper;
            // SAFETY: arithmetic on the registers that it is given.
            unsafe {
                core::arch::asm!(
                    "mul {low}, {a}, {b}",
                    "mulhu {high}, {a}, {b}",
                    "add {c0}, {c0}, {low}",
                    "sltu {low}, {c0}, {low}",
                    "add {high}, {high}, {low}",
                    a = in(reg) a, b = in(reg) b, low = out(reg) _, high = out(reg) upper, c0 = inout(reg) self.low,
                    options(nomem, nostack, preserves_flags)
                );
            }
            upper
        }
        #[cfg(not(target_arch = "riscv32"))]
        {
            let product = u64::from(a) * u64::from(b);
            let (low, carry) = self.low.overflowing_add(product as u32);
            self.low = low;
            (product >> 32) as u32 + u32::from(carry)
        }
    }

    /// Adds to the middle word.
    #[inline(always)]
    fn add_upper(&mut self, upper: u32) {
        let (middle, above) = self.middle.overflowing_add(upper);
        (self.middle, self.high) = (middle, self.high + u32::from(above));
    }

    /// Adds a word to what the last column left, whose second word is a few carries.
    #[inline(always)]
    fn add_first_word(&mut self, a: u32) {
        let (low, carry) = self.low.overflowing_add(a);
        (self.low, self.middle) = (low, self.middle + u32::from(carry));
    }

    /// Adds q·p where that makes the lowest word zero, and then it is that of q·(2^32 - p): q·2^32
    /// less the upper word of that.
    #[inline(always)]
    fn cancel(&mut self, q: u32, negated: u32) {
        self.add_upper(q - ((u64::from(q) * u64::from(negated)) >> 32) as u32);
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

/// A word that is read where it is wanted, and not held in a register before or after.
#[inline(always)]
pub fn wanted(word: &u32) -> u32 {
    // SAFETY: a reference to a word.
    unsafe { core::ptr::from_ref(word).read_volatile() }
}

/// Puts word k of a double-width number that was not cleared before: clearing it takes 4 % of a
/// product.
#[inline(always)]
fn put<const N: usize>(out: &mut MaybeUninit<Double<N>>, k: usize, word: u32) {
    assert!(k < 2 * N, "a word of the number");
    // SAFETY: the number is 2N words without a gap, and this is one of them.
    unsafe { out.as_mut_ptr().cast::<u32>().add(k).write(word) }
}

#[cfg(target_arch = "riscv32")]
mod chains;
pub mod folding;
mod halves;
pub mod inverse;
pub mod linear;
mod rows;
pub mod small;

/// Whether numbers of N words are multiplied row by row: in code that is to be small, and where a
/// multiplier takes them, since it is refused then.
pub const fn in_rows<const N: usize>() -> bool {
    #[cfg(curvemark_multiplier)]
    if N == crate::multiplier::WORDS {
        return true;
    }
    cfg!(curvemark_small)
}

kernel! {
    /// a·b; N² word products, of 12 words 108.
    product, product_of [const N: usize] [N] (a: &[u32; N], b: &[u32; N]) -> out: Double<N> {
        if const { in_rows::<N>() } {
            return rows::product(out, a, b);
        }
        if N == 12 {
            return halves::product(out, a, b);
        }
        let mut column = Column::ZERO;
        repeated!(k < 2 * N - 1 => {
            repeated!(inner i < N => {
                let j = k.wrapping_sub(i);
                if i <= k && j < N {
                    column.add_in(k, i == 0 || j == N - 1, a[i], b[j]);
                }
            });
            put(out, k, column.next());
        });
        put(out, 2 * N - 1, column.low);
    }
}

kernel! {
    /// a²; N·(N + 1)/2 word products. `FULL` says that a may have its highest bit set, which costs
    /// N − 1 more.
    square, square_of [const N: usize, const FULL: bool] [N, FULL] (a: &[u32; N]) -> out: Double<N> {
        let mut doubled = [0; N];
        repeated!(inner i < N => {
            if i >= 2 {
                doubled[i] = (a[i] << 1) | (a[i.wrapping_sub(1)] >> 31);
            }
        });
        let over = a[N - 1] >> 31;
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
                    column.add_in(k, i == 0 || j == N || !FULL && j == N - 1, a[i], factor);
                }
            });
            put(out, k, column.next());
        });
        put(out, 2 * N - 1, column.low);
    }
}

/// The modulus with its lowest word negated.
const fn lowest_negated<M: Params<u32, N>, const N: usize>() -> [u32; N] {
    let mut out = M::P_W;
    out[0] = out[0].wrapping_neg();
    out
}

/// An order of the modulus's words but the lowest: each is the greatest whose sum with those before
/// is a word, else the greatest that is left, with which a sum begins.
const fn order<M: Params<u32, N>, const N: usize>() -> [usize; N] {
    let mut out = [0; N];
    let mut taken = [false; N];
    taken[0] = true;
    let (mut n, mut sum) = (0, u32::MAX);
    while n < N - 1 {
        let (mut best, mut fits) = (0, false);
        let mut i = 1;
        while i < N {
            if !taken[i] {
                let also = M::P_W[i] <= u32::MAX - sum;
                if best == 0 || (also && !fits) || (also == fits && M::P_W[i] > M::P_W[best]) {
                    (best, fits) = (i, also);
                }
            }
            i += 1;
        }
        sum = if fits { sum + M::P_W[best] } else { M::P_W[best] };
        taken[best] = true;
        out[n] = best;
        n += 1;
    }
    out
}

kernel! {
    /// (t + q·m)/R with the q below R that makes it whole: N words and a carry. N² + N word
    /// products, 2N of them of one word.
    divided [M: Params<u32, N>, const N: usize] [M, N] (t: &Double<N>) -> ([u32; N], u32) {
        if const { in_rows::<N>() || M::RARELY_REDUCED } {
            return rows::divided::<M, N>(t);
        }
        let order = const { order::<M, N>() };
        let p = hidden(&const { lowest_negated::<M, N>() });
        let mut q = [0; N];
        let mut column = Column::ZERO;
        let mut out = [0; N];
        repeated!(k < 2 * N - 1 => {
            column.add_first_word(if k < N { t[0][k] } else { t[1][k.wrapping_sub(N)] });
            // Upper words, and what bounds them.
            let (mut upper, mut most) = (0, 0);
            repeated!(inner n < N => {
                let i = order[n];
                let j = k.wrapping_sub(i);
                if i > 0 && i <= k && j < N {
                    if M::P_W[i] > u32::MAX - most {
                        debug_assert!(upper <= most, "upper words are below p");
                        column.add_upper(upper);
                        (upper, most) = (0, 0);
                    }
                    // In the longest columns, and thereafter.
                    let is_read = N > 8 && k + 2 >= N && 2 * i < N;
                    upper += column.add_lower(q[j], if is_read { wanted(&p[i]) } else { p[i] });
                    most += M::P_W[i];
                }
            });
            debug_assert!(upper <= most, "upper words are below p");
            column.add_upper(upper);
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
        if const { M::SPARE_BITS > 0 } {
            // Out of line: the same code serves sums.
            if const { in_rows::<N>() } {
                return linear::below_modulus::<M, N>(&value);
            }
            return linear::lesser::<M, N>(&value);
        }
        subtract_modulus_once::<M, u32, N>(&value, carry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::each::array;
    use crate::modulus::{Limbs, Modulus};

    /// A modulus of 12 words with its highest bit set, so that sums carry beyond them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct High;

    impl Modulus for High {
        const P: Limbs = [0x8000_0000_ffff_fff1, 3, u64::MAX, 0, 1 << 63, u64::MAX, 0, 0];
    }

    /// A prime of 381 bits whose words the reduction adds up in few sums.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Base;

    impl Modulus for Base {
        const P: Limbs = [
            0xb9fe_ffff_ffff_aaab,
            0x1eab_fffe_b153_ffff,
            0x6730_d2a0_f6b0_f624,
            0x6477_4b84_f385_12bf,
            0x4b1b_a7b6_434b_acd7,
            0x1a01_11ea_397f_e69a,
            0,
            0,
        ];
    }

    /// A prime of 256 bits whose upper words are all ones.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Eight;

    impl Modulus for Eight {
        const P: Limbs = [0xffff_fffe_ffff_fc2f, u64::MAX, u64::MAX, u64::MAX, 0, 0, 0, 0];
    }

    /// The words of a linear congruence.
    fn any(mut seed: u32) -> [u32; 12] {
        array(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed
        })
    }

    /// Numbers of few kinds of words, whose halves are equal or either the greater one, and others.
    fn numbers() -> [[u32; 12]; 24] {
        array(|n| match n {
            0 => [0; 12],
            1 => array(|i| u32::from(i == 0)),
            2 => array(|i| u32::from(i == 11) << 31),
            3 => [u32::MAX; 12],
            4 => [1 << 31; 12],
            5 => array(|i| if i < 6 { u32::MAX } else { 0 }),
            6 => array(|i| if i < 6 { 0 } else { u32::MAX }),
            7 => array(|i| if i == 6 { 0 } else { u32::MAX }),
            8 => array(|i| u32::from(i == 6)),
            9 => array(|i| u32::MAX - u32::from(i == 0)),
            10 => <Base as Params<u32, 12>>::P_W,
            _ => any(n as u32),
        })
    }

    fn rows_of<const N: usize>(a: &[u32; N], b: &[u32; N]) -> Double<N> {
        let mut out = MaybeUninit::uninit();
        rows::product(&mut out, a, b);
        // SAFETY: a product is put whole.
        unsafe { out.assume_init() }
    }

    fn rows_divide_as_kernels<M: Params<u32, N>, const N: usize>(t: &Double<N>) {
        assert_eq!(divided::<M, N>(t), rows::divided::<M, N>(t));
    }

    #[test]
    fn rows_give_what_kernels_give() {
        for a in numbers() {
            for b in numbers() {
                let product = product(&a, &b);
                assert_eq!(product, rows_of(&a, &b));
                for t in [product, [a, b]] {
                    rows_divide_as_kernels::<High, 12>(&t);
                    rows_divide_as_kernels::<Base, 12>(&t);
                }
                let [a, b]: [[u32; 8]; 2] = [a, b].map(|number| array(|i| number[i + 2]));
                assert_eq!(super::product(&a, &b), rows_of(&a, &b));
                assert_eq!(square::<8, true>(&a), rows_of(&a, &a));
                for t in [super::product(&a, &b), [a, b]] {
                    rows_divide_as_kernels::<Eight, 8>(&t);
                }
            }
            assert_eq!(square::<12, true>(&a), rows_of(&a, &a));
        }
    }
}
