//! Sums and differences modulo m on 32-bit words without a carry flag.
//!
//! A word p of m that is neither zero nor all ones, which is every word of most moduli, stays a word when one is added or taken away. So a carry joins p and not the sum: p and
//! a carry together are added or subtracted by one instruction and one comparison, where two words and a carry take two of each and one that joins them; and a + b − p may carry
//! a sign, so that it is one chain. Where a value turns out negative, m comes back under the mask of its sign: one more chain, and the numbers stay in registers between them.
//!
//! Out of line, and in a section of its own (`.text.curvemark.narrow`), as the kernels are.

use super::hidden;
use crate::modulus::Params;
use crate::mont::sub_words;
use crate::word::Word;

/// Whether p + 1 and p − 1 are words.
const fn is_inner(p: u32) -> bool {
    p != 0 && p != u32::MAX
}

/// x + p·sign + k and its carry, for signs and carries −1, 0 and 1 in two's complement, of a word p that the compiler knows as `known`; x has a carry of its own.
#[inline(always)]
fn with_word(x: u32, own: u32, p: u32, known: u32, minus: bool, k: u32) -> (u32, u32) {
    if !is_inner(known) {
        let signed = |word: u32| i64::from(word.cast_signed());
        let p = if minus { -i64::from(p) } else { i64::from(p) };
        let sum = i64::from(x) + p + signed(k);
        return (sum as u32, ((sum >> 32) as u32).wrapping_add(own));
    }
    if minus {
        let (out, borrow) = x.overflowing_sub(p.wrapping_sub(k));
        (out, own.wrapping_sub(u32::from(borrow)))
    } else {
        let (out, carry) = x.overflowing_add(p.wrapping_add(k));
        (out, own.wrapping_add(u32::from(carry)))
    }
}

/// A value of N words and a word above, which is 0 or −1, with m added where it is negative.
#[inline(always)]
pub(super) fn restored<M: Params<u32, N>, const N: usize>(value: &[u32; N], above: u32) -> [u32; N] {
    debug_assert!(above == 0 || above == u32::MAX, "a value left its range");
    let mask = above.opaque();
    let p = hidden(&M::P_W);
    let mut out = [0; N];
    let mut carry = 0;
    each_word!(i < N => {
        (out[i], carry) = with_word(value[i], 0, p[i] & mask, M::P_W[i], false, carry);
    });
    out
}

/// a + b modulo m, reduced, of reduced values.
#[inline(never)]
#[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.narrow"))]
pub fn sum<M: Params<u32, N>, const N: usize>(a: &[u32; N], b: &[u32; N]) -> [u32; N] {
    let p = hidden(&M::P_W);
    let mut out = [0; N];
    let mut carry = 0;
    each_word!(i < N => {
        let (sum, own) = a[i].overflowing_add(b[i]);
        (out[i], carry) = with_word(sum, own.into(), p[i], M::P_W[i], true, carry);
    });
    restored::<M, N>(&out, carry)
}

/// a − b modulo m, reduced, of reduced values.
#[inline(never)]
#[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.narrow"))]
pub fn difference<M: Params<u32, N>, const N: usize>(a: &[u32; N], b: &[u32; N]) -> [u32; N] {
    let (difference, borrow) = sub_words(a, b);
    restored::<M, N>(&difference, borrow.wrapping_neg())
}
