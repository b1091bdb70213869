//! Arithmetic modulo 2^k − c on eight words, as [`Fold`](crate::Fold) holds its values: any integer
//! of 256 bits stands for its residue, and R = 2^256 ≡ C.
//!
//! A product is one pass. Its upper columns come first, since they know nothing of the lower ones:
//! they are the eight words h of Σ aᵢ·bⱼ over i + j ≥ 8, divided by R. Then each lower column k is
//! summed with the word k of h·C, before its word is written. So the product never stands in double
//! width, and a carry goes through the columns only once. What is left beyond R is below 2^36: its
//! multiple of C is added, and C once more where that carries.
//!
//! C is c₀ or c₀ + 2^32, with c₀ below 2^11 ([`serves`]): a word of h takes one small product, and
//! that word again one column further up.
//!
//! A square adds products with the number doubled, as [`square`](super::square) does. The bit
//! beyond the doubled number is a mask here: what it multiplies is a word of the upper columns.
//!
//! Everything runs in the same time for all values.

use core::mem::MaybeUninit;

use super::{Column, MOST_WORDS, in_rows};
use crate::ct::opaque_32;
use crate::fold::Fold;
use crate::modulus::Params;

/// Whether the kernels here serve a modulus.
pub const fn serves<M: Params<u32, N>, const N: usize>() -> bool {
    let c = Fold::<M, u32, N>::C;
    N == 8 && !in_rows::<N>() && c as u32 > 0 && (c as u32) < 1 << 11 && c >> 32 <= 1
}

/// The lower word of C.
const fn factor<M: Params<u32, N>, const N: usize>() -> u32 {
    Fold::<M, u32, N>::C as u32
}

/// Whether C has 2^32.
const fn is_long<M: Params<u32, N>, const N: usize>() -> bool {
    Fold::<M, u32, N>::C >> 32 == 1
}

impl Column {
    /// Adds the n-th product of a column: of the first column of all, or of a later one.
    #[inline(always)]
    fn add_nth(&mut self, first_column: bool, n: usize, a: u32, b: u32) {
        if first_column && n == 0 {
            let product = u64::from(a) * u64::from(b);
            *self = Self { low: product as u32, middle: (product >> 32) as u32, high: 0 };
        } else if n == 0 || first_column && n == 1 {
            // The highest word is zero yet.
            let upper = self.add_lower(a, b);
            self.add_upper(upper);
        } else {
            self.add_product(a, b);
        }
    }

    /// Adds h·c and a word, where the middle word is a few carries and c is below 2^11.
    #[inline(always)]
    fn add_folded(&mut self, h: u32, c: u32, word: u32) {
        #[cfg(target_arch = "riscv32")]
        // SAFETY: arithmetic on the registers that it is given.
        unsafe {
            core::arch::asm!(
                "mul {low}, {h}, {c}",
                "mulhu {high}, {h}, {c}",
                "add {low}, {low}, {word}",
                "sltu {carry}, {low}, {word}",
                "add {c0}, {c0}, {low}",
                "sltu {low}, {c0}, {low}",
                "add {c1}, {c1}, {high}",
                "add {c1}, {c1}, {carry}",
                "add {c1}, {c1}, {low}",
                h = in(reg) h, c = in(reg) c, word = in(reg) word,
                low = out(reg) _, high = out(reg) _, carry = out(reg) _,
                c0 = inout(reg) self.low, c1 = inout(reg) self.middle,
                options(nomem, nostack, preserves_flags)
            );
        }
        #[cfg(not(target_arch = "riscv32"))]
        {
            let sum = u64::from(h) * u64::from(c) + u64::from(word) + u64::from(self.low);
            (self.low, self.middle) = (sum as u32, self.middle + (sum >> 32) as u32);
        }
    }

    /// Adds h·c, where the middle word is a few carries and c is below 2^11.
    #[inline(always)]
    fn add_small_product(&mut self, h: u32, c: u32) {
        let product = u64::from(h) * u64::from(c);
        let (low, carry) = self.low.overflowing_add(product as u32);
        (self.low, self.middle) = (low, self.middle + (product >> 32) as u32 + u32::from(carry));
    }

    /// Begins a lower column with the word k of h·C.
    #[inline(always)]
    fn fold<M: Params<u32, N>, const N: usize>(&mut self, k: usize, h: &[u32; N], c: u32) {
        if k == 0 {
            let product = u64::from(h[0]) * u64::from(c);
            *self = Self { low: product as u32, middle: (product >> 32) as u32, high: 0 };
        } else if const { is_long::<M, N>() } {
            self.add_folded(h[k], c, h[k.wrapping_sub(1)]);
        } else {
            self.add_small_product(h[k], c);
        }
    }
}

/// The lower word of C, of which the compiler does not know what it is, so that it stays in a
/// register.
#[inline(always)]
fn factor_in_register<M: Params<u32, N>, const N: usize>() -> u32 {
    opaque_32(const { factor::<M, N>() })
}

/// Puts value + t₀·C + t₁·2^32·C, t₁ below 2^5.
#[inline(always)]
fn finish<M: Params<u32, N>, const N: usize>(
    out: &mut MaybeUninit<[u32; N]>,
    value: &[u32; N],
    [t0, t1]: [u32; 2],
    c: u32,
) {
    let product = u64::from(t0) * u64::from(c);
    let low = product as u32;
    let mut middle = (product >> 32) as u32 + t1 * c;
    let mut high = 0;
    if const { is_long::<M, N>() } {
        let carry;
        (middle, carry) = middle.overflowing_add(t0);
        high = t1 + u32::from(carry);
    }
    *out = MaybeUninit::new(added::<M, N>(value, low, middle, high));
}

/// value + low + middle·2^32 + high·2^64, and C where that carries, for a high one below 2^6.
#[inline(always)]
fn added<M: Params<u32, N>, const N: usize>(
    value: &[u32; N],
    low: u32,
    middle: u32,
    high: u32,
) -> [u32; N] {
    let mut out = *value;
    let (sum, carry) = out[0].overflowing_add(low);
    out[0] = sum;
    let (sum, first) = out[1].overflowing_add(carry.into());
    let (sum, second) = sum.overflowing_add(middle);
    out[1] = sum;
    let mut carry = u32::from(first) + u32::from(second) + high;
    repeated!(inner i < N => {
        if i >= 2 {
            let (sum, over) = out[i].overflowing_add(carry);
            (out[i], carry) = (sum, over.into());
        }
    });
    wrapped::<M, N>(&mut out, carry);
    out
}

/// Adds C where a carry says so, to what is below 2^70 then, and without the upper word of C below
/// 2^48.
#[inline(always)]
fn wrapped<M: Params<u32, N>, const N: usize>(value: &mut [u32; N], carry: u32) {
    let mask = opaque_32(carry.wrapping_neg());
    let (sum, over) = value[0].overflowing_add(mask & const { factor::<M, N>() });
    value[0] = sum;
    if const { !is_long::<M, N>() } {
        value[1] = value[1].wrapping_add(over.into());
        return;
    }
    let (sum, over) = value[1].overflowing_add(carry + u32::from(over));
    (value[1], value[2]) = (sum, value[2].wrapping_add(over.into()));
}

kernel! {
    /// a·b; N² word products and N small ones.
    product [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N], b: &[u32; N]) -> out: [u32; N] {
        let mut upper = [0; N];
        let mut column = Column::ZERO;
        repeated!(k < 2 * N - 1 => {
            if k >= N {
                repeated!(inner i < N => {
                    let j = k.wrapping_sub(i);
                    if j < N {
                        column.add_nth(k == N, (i + N).wrapping_sub(k + 1), a[i], b[j]);
                    }
                });
                upper[k.wrapping_sub(N)] = column.next();
            }
        });
        upper[N - 1] = column.low;
        let c = factor_in_register::<M, N>();
        let mut lower = [0; N];
        repeated!(inner k < N => {
            column.fold::<M, N>(k, &upper, c);
            repeated!(inner i < N => {
                if i <= k {
                    column.add_nth(false, i, a[i], b[k.wrapping_sub(i)]);
                }
            });
            lower[k] = column.next();
        });
        finish::<M, N>(out, &lower, beyond::<M, N>(&column, upper[N - 1]), c);
    }
}

/// What the lower columns leave beyond R, with the last word of h·C.
#[inline(always)]
fn beyond<M: Params<u32, N>, const N: usize>(column: &Column, last: u32) -> [u32; 2] {
    if const { is_long::<M, N>() } {
        let (sum, carry) = column.low.overflowing_add(last);
        return [sum, column.middle + u32::from(carry)];
    }
    [column.low, column.middle]
}

kernel! {
    /// a²; N·(N + 1)/2 word products and N small ones.
    square [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N]) -> out: [u32; N] {
        let mut doubled = [0; N];
        repeated!(inner i < N => {
            if i >= 2 {
                doubled[i] = (a[i] << 1) | (a[i.wrapping_sub(1)] >> 31);
            }
        });
        let over = (a[N - 1].cast_signed() >> 31).cast_unsigned();
        // aᵢ·(2a)ⱼ, see the function of the same name without folding.
        let factor = |i: usize, j: usize| {
            if i == j {
                a[j]
            } else if i + 1 == j {
                a[j] << 1
            } else {
                doubled[j]
            }
        };
        let mut upper = [0; N];
        let mut column = Column::ZERO;
        repeated!(k < 2 * N - 1 => {
            if k >= N {
                if k > N {
                    column.add_first_word(a[k.wrapping_sub(N)] & over);
                }
                repeated!(inner i < N => {
                    let j = k.wrapping_sub(i);
                    if j < N && i <= j {
                        column.add_nth(k == N, (i + N).wrapping_sub(k + 1), a[i], factor(i, j));
                    }
                });
                if k == N {
                    let (low, carry) = column.low.overflowing_add(a[0] & over);
                    column.low = low;
                    column.add_upper(carry.into());
                }
                upper[k.wrapping_sub(N)] = column.next();
            }
        });
        upper[N - 1] = column.low;
        let c = factor_in_register::<M, N>();
        let mut lower = [0; N];
        repeated!(inner k < N => {
            column.fold::<M, N>(k, &upper, c);
            repeated!(inner i < N => {
                let j = k.wrapping_sub(i);
                if i <= k && i <= j {
                    column.add_nth(false, i, a[i], factor(i, j));
                }
            });
            lower[k] = column.next();
        });
        finish::<M, N>(out, &lower, beyond::<M, N>(&column, upper[N - 1]), c);
    }
}

/// Instructions over eight words, whose first half is for the chain and whose second brings C back
/// under what is carried out of it.
#[cfg(target_arch = "riscv32")]
macro_rules! chain {
    ($out:ident = $first:ident $word:ident $back:literal $a:ident $b:ident $c:expr; $($register:ident)*) => {{
        let (d0, d1, d2, d3): (u32, u32, u32, u32);
        let (d4, d5, d6, d7): (u32, u32, u32, u32);
        // SAFETY: reads the operands, eight words each, and computes in registers.
        unsafe {
            core::arch::asm!(
                "lw {x}, 0({b})\nlw {d0}, 0({a})",
                $first!("0", "1", "4"),
                $word!("1", "2", "8"),
                $word!("2", "3", "12"),
                $word!("3", "4", "16"),
                $word!("4", "5", "20"),
                $word!("5", "6", "24"),
                $word!("6", "7", "28"),
                $word!("7"),
                $back,
                a = in(reg) $a.as_ptr(), b = in(reg) $b.as_ptr(), factor = const $c,
                d0 = out(reg) d0, d1 = out(reg) d1, d2 = out(reg) d2, d3 = out(reg) d3,
                d4 = out(reg) d4, d5 = out(reg) d5, d6 = out(reg) d6, d7 = out(reg) d7,
                $($register = out(reg) _,)*
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        assert!(N == 8, "eight words");
        let place = $out.as_mut_ptr().cast::<u32>();
        // SAFETY: so many words are there.
        unsafe {
            place.write(d0);
            place.add(1).write(d1);
            place.add(2).write(d2);
            place.add(3).write(d3);
            place.add(4).write(d4);
            place.add(5).write(d5);
            place.add(6).write(d6);
            place.add(7).write(d7);
        }
    }};
}

#[cfg(target_arch = "riscv32")]
macro_rules! sum_first {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nsltu {c}, {d",
            $d,
            "}, {x}\n",
            "lw {d",
            $next,
            "}, ",
            $at,
            "({a})\nlw {x}, ",
            $at,
            "({b})"
        )
    };
}

#[cfg(target_arch = "riscv32")]
macro_rules! sum_word {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nsltu {w}, {d",
            $d,
            "}, {x}\n",
            "lw {x}, ",
            $at,
            "({b})\nlw {d",
            $next,
            "}, ",
            $at,
            "({a})\n",
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {c}\nsltu {c}, {d",
            $d,
            "}, {c}\nor {c}, {c}, {w}"
        )
    };
    ($d:literal) => {
        concat!(
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nsltu {w}, {d",
            $d,
            "}, {x}\n",
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {c}\nsltu {c}, {d",
            $d,
            "}, {c}\nor {c}, {c}, {w}"
        )
    };
}

#[cfg(target_arch = "riscv32")]
macro_rules! difference_first {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "sltu {c}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\n",
            "lw {x}, ",
            $at,
            "({b})\nlw {d",
            $next,
            "}, ",
            $at,
            "({a})"
        )
    };
}

#[cfg(target_arch = "riscv32")]
macro_rules! difference_word {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "sltu {w}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\n",
            "lw {x}, ",
            $at,
            "({b})\nlw {d",
            $next,
            "}, ",
            $at,
            "({a})\n",
            "sltu {v}, {d",
            $d,
            "}, {c}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {c}\nor {c}, {v}, {w}"
        )
    };
    ($d:literal) => {
        concat!(
            "sltu {w}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\n",
            "sltu {v}, {d",
            $d,
            "}, {c}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {c}\nor {c}, {v}, {w}"
        )
    };
}

kernel! {
    /// a + b.
    sum [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N], b: &[u32; N]) -> out: [u32; N] {
        #[cfg(target_arch = "riscv32")]
        {
            // R ≡ C. A second carry leaves less than C, which takes C within two words.
            if const { is_long::<M, N>() } {
                chain!(out = sum_first sum_word
                    "neg {x}, {c}\nandi {x}, {x}, {factor}\n\
                     add {d0}, {d0}, {x}\nsltu {w}, {d0}, {x}\nadd {w}, {w}, {c}\n\
                     add {d1}, {d1}, {w}\nsltu {w}, {d1}, {w}\n\
                     add {d2}, {d2}, {w}\nsltu {w}, {d2}, {w}\n\
                     add {d3}, {d3}, {w}\nsltu {w}, {d3}, {w}\n\
                     add {d4}, {d4}, {w}\nsltu {w}, {d4}, {w}\n\
                     add {d5}, {d5}, {w}\nsltu {w}, {d5}, {w}\n\
                     add {d6}, {d6}, {w}\nsltu {w}, {d6}, {w}\n\
                     add {d7}, {d7}, {w}\nsltu {w}, {d7}, {w}\n\
                     neg {x}, {w}\nandi {x}, {x}, {factor}\n\
                     add {d0}, {d0}, {x}\nsltu {x}, {d0}, {x}\n\
                     add {d1}, {d1}, {w}\nadd {d1}, {d1}, {x}"
                    a b factor::<M, N>(); x w c);
                return;
            }
            chain!(out = sum_first sum_word
                "neg {x}, {c}\nandi {x}, {x}, {factor}\n\
                 add {d0}, {d0}, {x}\nsltu {w}, {d0}, {x}\n\
                 add {d1}, {d1}, {w}\nsltu {w}, {d1}, {w}\n\
                 add {d2}, {d2}, {w}\nsltu {w}, {d2}, {w}\n\
                 add {d3}, {d3}, {w}\nsltu {w}, {d3}, {w}\n\
                 add {d4}, {d4}, {w}\nsltu {w}, {d4}, {w}\n\
                 add {d5}, {d5}, {w}\nsltu {w}, {d5}, {w}\n\
                 add {d6}, {d6}, {w}\nsltu {w}, {d6}, {w}\n\
                 add {d7}, {d7}, {w}\nsltu {w}, {d7}, {w}\n\
                 neg {x}, {w}\nandi {x}, {x}, {factor}\n\
                 add {d0}, {d0}, {x}\nsltu {x}, {d0}, {x}\nadd {d1}, {d1}, {x}"
                a b factor::<M, N>(); x w c);
        }
        #[cfg(not(target_arch = "riscv32"))]
        {
            *out = MaybeUninit::new(Fold::<M, u32, N>::add_in_words(a, b));
        }
    }
}

kernel! {
    /// a − b.
    difference [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N], b: &[u32; N]) -> out: [u32; N] {
        #[cfg(target_arch = "riscv32")]
        {
            // A second borrow leaves at least R − C, from which C is taken within two words.
            if const { is_long::<M, N>() } {
                chain!(out = difference_first difference_word
                    "neg {x}, {c}\nandi {x}, {x}, {factor}\n\
                     sltu {w}, {d0}, {x}\nsub {d0}, {d0}, {x}\nadd {w}, {w}, {c}\n\
                     sltu {v}, {d1}, {w}\nsub {d1}, {d1}, {w}\n\
                     sltu {w}, {d2}, {v}\nsub {d2}, {d2}, {v}\n\
                     sltu {v}, {d3}, {w}\nsub {d3}, {d3}, {w}\n\
                     sltu {w}, {d4}, {v}\nsub {d4}, {d4}, {v}\n\
                     sltu {v}, {d5}, {w}\nsub {d5}, {d5}, {w}\n\
                     sltu {w}, {d6}, {v}\nsub {d6}, {d6}, {v}\n\
                     sltu {v}, {d7}, {w}\nsub {d7}, {d7}, {w}\n\
                     neg {x}, {v}\nandi {x}, {x}, {factor}\n\
                     sltu {w}, {d0}, {x}\nsub {d0}, {d0}, {x}\n\
                     sub {d1}, {d1}, {v}\nsub {d1}, {d1}, {w}"
                    a b factor::<M, N>(); x w v c);
                return;
            }
            chain!(out = difference_first difference_word
                "neg {x}, {c}\nandi {x}, {x}, {factor}\n\
                 sltu {w}, {d0}, {x}\nsub {d0}, {d0}, {x}\n\
                 sltu {v}, {d1}, {w}\nsub {d1}, {d1}, {w}\n\
                 sltu {w}, {d2}, {v}\nsub {d2}, {d2}, {v}\n\
                 sltu {v}, {d3}, {w}\nsub {d3}, {d3}, {w}\n\
                 sltu {w}, {d4}, {v}\nsub {d4}, {d4}, {v}\n\
                 sltu {v}, {d5}, {w}\nsub {d5}, {d5}, {w}\n\
                 sltu {w}, {d6}, {v}\nsub {d6}, {d6}, {v}\n\
                 sltu {v}, {d7}, {w}\nsub {d7}, {d7}, {w}\n\
                 neg {x}, {v}\nandi {x}, {x}, {factor}\n\
                 sltu {w}, {d0}, {x}\nsub {d0}, {d0}, {x}\nsub {d1}, {d1}, {w}"
                a b factor::<M, N>(); x w v c);
        }
        #[cfg(not(target_arch = "riscv32"))]
        {
            *out = MaybeUninit::new(Fold::<M, u32, N>::sub_in_words(a, b));
        }
    }
}

kernel! {
    /// −a, as R − 1 − a less C − 1; and C once more where that borrows.
    negative [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N]) -> [u32; N] {
        let mut out = [0; N];
        let mut borrow = factor::<M, N>() - 1;
        repeated!(inner i < N => {
            let (word, less) = (!a[i]).overflowing_sub(borrow);
            (out[i], borrow) = (word, less.into());
            if i == 0 && const { is_long::<M, N>() } {
                borrow += 1;
            }
        });
        // What borrows leaves at least R − C.
        let mask = opaque_32(borrow.wrapping_neg());
        let (word, less) = out[0].overflowing_sub(mask & const { factor::<M, N>() });
        out[0] = word;
        let above = u32::from(less) + if const { is_long::<M, N>() } { borrow } else { 0 };
        out[1] = out[1].wrapping_sub(above);
        out
    }
}

kernel! {
    /// k·a for k ≤ 256.
    multiple [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N], k: u32) -> [u32; N] {
        let mut out = [0; N];
        let mut carry = 0;
        repeated!(inner i < N => {
            let sum = u64::from(a[i]) * u64::from(k) + u64::from(carry);
            (out[i], carry) = (sum as u32, (sum >> 32) as u32);
        });
        let middle = if const { is_long::<M, N>() } { carry } else { 0 };
        added::<M, N>(&out, carry * const { factor::<M, N>() }, middle, 0)
    }
}

/// Σ aₖ·bₖ of one product or more, one after the other: what one fold for all would save is less
/// than the code of a kernel of its own is worth.
#[inline(always)]
pub fn sum_of_products<M: Params<u32, N>, const N: usize, const K: usize>(
    terms: &[(&[u32; N], &[u32; N]); K],
) -> [u32; N] {
    let Some(((a, b), others)) = terms.split_first() else { return [0; N] };
    others.iter().fold(product::<M, N>(a, b), |sum_before, (a, b)| {
        sum::<M, N>(&sum_before, &product::<M, N>(a, b))
    })
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;
    use crate::each::array;
    use crate::modulus::{Limbs, Modulus};

    /// C of two words.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Long;

    impl Modulus for Long {
        const P: Limbs = [0xffff_fffe_ffff_fc2f, u64::MAX, u64::MAX, u64::MAX, 0, 0, 0, 0];
    }

    /// C of one word, and a spare bit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Short;

    impl Modulus for Short {
        const P: Limbs = [u64::MAX - 18, u64::MAX, u64::MAX, u64::MAX >> 1, 0, 0, 0, 0];
    }

    /// C is as great as the kernels take it: 2^256 − 2^32 − 2047.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Greatest;

    impl Modulus for Greatest {
        const P: Limbs = [0xffff_fffe_ffff_f801, u64::MAX, u64::MAX, u64::MAX, 0, 0, 0, 0];
    }

    /// Numbers at the ends of the range and of the words, at multiples of m, and others.
    fn numbers<M: Modulus>() -> Vec<[u32; 8]> {
        let m = <M as Params<u32, 8>>::P_W;
        let mut out =
            vec![[0; 8], [u32::MAX; 8], [1 << 31; 8], m, array(|i| u32::from(i == 7) << 31)];
        for word in [0, 1, 2, 976, 977, 978, u32::MAX - 1, u32::MAX] {
            out.push(array(|i| if i == 0 { word } else { 0 }));
            out.push(array(|i| if i == 0 { word } else { u32::MAX }));
            out.push(array(|i| if i == 1 { word } else { u32::MAX }));
            out.push(array(|i| if i == 7 { word } else { 0 }));
            out.push(array(|i| if i & 1 == 0 { word } else { !word }));
            let mut near = m;
            near[0] = near[0].wrapping_add(word);
            out.push(near);
        }
        let mut seed = 1_u32;
        for _ in 0..24 {
            out.push(array(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                seed
            }));
        }
        out
    }

    fn kernels_give_what_words_give<M: Modulus>() {
        assert!(const { serves::<M, 8>() });
        // By canonical representatives: of a residue any other may come.
        let same = |kernel: [u32; 8], words: [u32; 8]| {
            let canonical = Fold::<M, u32, 8>::canonical;
            assert_eq!(canonical(&kernel), canonical(&words));
        };
        let numbers = numbers::<M>();
        for a in &numbers {
            let by_words = Fold::<M, u64, 4>::sqr_in_words(&wide(a));
            same(square::<M, 8>(a), narrow(&by_words));
            same(negative::<M, 8>(a), Fold::<M, u32, 8>::neg_in_words(a));
            for k in [0, 1, 2, 3, 21, 255, 256] {
                same(multiple::<M, 8>(a, k), Fold::<M, u32, 8>::times_in_words(a, k));
            }
            for b in &numbers {
                let by_words = Fold::<M, u64, 4>::mul_in_words(&wide(a), &wide(b));
                same(product::<M, 8>(a, b), narrow(&by_words));
                same(sum::<M, 8>(a, b), Fold::<M, u32, 8>::add_in_words(a, b));
                same(difference::<M, 8>(a, b), Fold::<M, u32, 8>::sub_in_words(a, b));
                let terms = [(a, b), (b, b)];
                let by_words = Fold::<M, u32, 8>::sum_of_products_in_words(terms);
                same(sum_of_products::<M, 8, 2>(&terms), by_words);
            }
        }
    }

    /// The same in words of 64 bits, whose products are other code.
    fn wide(a: &[u32; 8]) -> [u64; 4] {
        array(|i| u64::from(a[2 * i]) | u64::from(a[2 * i + 1]) << 32)
    }

    fn narrow(a: &[u64; 4]) -> [u32; 8] {
        array(|i| (a[i >> 1] >> (32 * (i & 1))) as u32)
    }

    #[test]
    fn folded_products_and_sums_are_those_of_words() {
        kernels_give_what_words_give::<Long>();
        kernels_give_what_words_give::<Short>();
        kernels_give_what_words_give::<Greatest>();
    }
}
