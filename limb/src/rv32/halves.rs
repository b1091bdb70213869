//! A product of 12 words of three products of six (A. Karatsuba, Yu. Ofman, "Multiplication of
//! multidigit numbers on automata", 1962), whose operands stay in registers: with h = 2^192, a₀b₁ +
//! a₁b₀ = a₀b₀ + a₁b₁ + (a₀ − a₁)·(b₁ − b₀).
//!
//! a₀b₀ + h·(a₁b₁ mod h) is summed in one product's columns; its upper words s occur twice, and so
//! does the upper half u of a₁b₁: with the lower half l of a₀b₀ and the third product d, a·b is l +
//! h·(l + s + d) + h²·s + h²·u + h³·u.
//!
//! The third product is that of the distances, negated under the mask of its sign.

use core::mem::MaybeUninit;

#[cfg(target_arch = "riscv32")]
use super::chains::difference;
use super::{Column, Double, put, wanted};

/// Words of a half.
pub const WORDS: usize = 6;

/// Half a number.
pub type Half = [u32; WORDS];

/// The lower half of a number of 12 words, or the upper one.
#[inline(always)]
pub fn half<const UPPER: bool, const N: usize>(number: &[u32; N]) -> &Half {
    assert!(N == 2 * WORDS, "a number of 12 words");
    // SAFETY: so many words are there.
    unsafe { &*number.as_ptr().add(if UPPER { WORDS } else { 0 }).cast() }
}

#[cfg(not(target_arch = "riscv32"))]
fn difference<const FIRST: bool>(a: &Half, b: &Half, _: u32) -> (Half, u32) {
    crate::mont::sub_words(a, b)
}

/// |a₀ − a₁|, and one if a₀ is the lesser one.
#[inline(always)]
fn distance<const N: usize>(a: &[u32; N]) -> (Half, u32) {
    let (mut out, borrow) = difference::<true>(half::<false, N>(a), half::<true, N>(a), 0);
    let mask = crate::ct::opaque_32(borrow.wrapping_neg());
    let mut carry = borrow;
    repeated!(inner i < WORDS => {
        let (word, above) = (out[i] ^ mask).overflowing_add(carry);
        (out[i], carry) = (word, u32::from(above));
    });
    debug_assert!(carry == 0, "what borrows is not zero");
    (out, borrow)
}

/// a·b + h·c, whose words are given to a function with their places; and what is carried beyond
/// them. Of c there may be nothing, for every word.
#[inline(always)]
fn product_of_halves(
    a: &Half,
    b: &Half,
    c: impl Fn(usize) -> Option<u32>,
    mut give: impl FnMut(usize, u32),
) -> u32 {
    let mut column = Column::ZERO;
    repeated!(k < 2 * WORDS => {
        if k >= WORDS && let Some(c) = c(k.wrapping_sub(WORDS)) {
            column.add_first_word(c);
        }
        repeated!(inner i < WORDS => {
            let j = k.wrapping_sub(i);
            if i <= k && j < WORDS {
                column.add_in(k, i == 0 || j == WORDS - 1, a[i], b[j]);
            }
        });
        give(k, column.next());
    });
    column.low
}

/// a·b, its words under an exclusive mask, in memory, where they wait until they are wanted.
#[inline(always)]
fn waiting_product<'a>(
    place: &'a mut MaybeUninit<[u32; 2 * WORDS]>,
    a: &Half,
    b: &Half,
    mask: u32,
) -> &'a [u32; 2 * WORDS] {
    product_of_halves(
        a,
        b,
        |_| None,
        |k, word| {
            assert!(k < 2 * WORDS, "a word of the product");
            // SAFETY: one of its words.
            unsafe { place.as_mut_ptr().cast::<u32>().add(k).write_volatile(word ^ mask) }
        },
    );
    // SAFETY: each word was put.
    unsafe { place.assume_init_ref() }
}

/// Puts a·b.
#[inline(always)]
pub fn product<const N: usize>(out: &mut MaybeUninit<Double<N>>, a: &[u32; N], b: &[u32; N]) {
    let (lower_a, upper_a, lower_b, upper_b) =
        (half::<false, N>(a), half::<true, N>(a), half::<false, N>(b), half::<true, N>(b));
    let (d, a_is_less) = distance(a);
    let (e, b_is_less) = distance(b);
    // Ones where the third product is not positive: its words are the distances' product's
    // complement, and one.
    let mask = crate::ct::opaque_32((a_is_less ^ b_is_less).wrapping_sub(1));
    let (mut third, mut upper) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let third = waiting_product(&mut third, &d, &e, mask);
    let upper = waiting_product(&mut upper, upper_a, upper_b, 0);
    let (mut low, mut shared) = ([0; WORDS], [0; WORDS]);
    let mut carry = mask & 1;
    let beyond = product_of_halves(
        lower_a,
        lower_b,
        |n| Some(wanted(&upper[n])),
        |k, word| {
            if k < WORDS {
                low[k] = word;
                put(out, k, word);
            } else {
                let n = k - WORDS;
                shared[n] = word;
                let sum;
                (sum, carry) = sum_of_three(word, low[n], wanted(&third[n]), carry);
                put(out, k, sum);
            }
        },
    );
    carry += beyond;
    let mut high = [0; WORDS];
    repeated!(inner n < WORDS => {
        high[n] = wanted(&upper[n + WORDS]);
        let sum;
        (sum, carry) = sum_of_three(high[n], shared[n], wanted(&third[n + WORDS]), carry);
        put(out, n + 2 * WORDS, sum);
    });
    // With the third product's sign; not negative, since a₀b₁ + a₁b₀ is not.
    carry = carry.wrapping_add(beyond).wrapping_add(mask);
    repeated!(inner n < WORDS => {
        let (sum, above) = high[n].overflowing_add(carry);
        carry = u32::from(above);
        put(out, n + 3 * WORDS, sum);
    });
    debug_assert!(carry == 0, "the product is longer than its words");
}

/// a + b + c + carry, and the carry; both at most 3.
#[inline(always)]
fn sum_of_three(a: u32, b: u32, c: u32, carry: u32) -> (u32, u32) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(c);
    let (sum, third) = sum.overflowing_add(carry);
    (sum, u32::from(first) + u32::from(second) + u32::from(third))
}
