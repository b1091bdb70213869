//! Sums and differences modulo m on 32-bit words without a carry flag.
//!
//! A word p of m that is neither zero nor all ones, which is every word of most moduli, stays a
//! word when one is added or taken away. So a carry joins p and not the sum: p and a carry together
//! are added or subtracted by one instruction and one comparison, where two words and a carry take
//! two of each and one that joins them; and a + b − p may carry a sign, so that it is one chain.
//! Where a value turns out negative, m comes back under the mask of its sign: one more chain, and
//! the numbers stay in registers between them.
//!
//! Out of line, as the kernels are; those of long numbers in the section of what is done beside a
//! multiplier (`.text.curvemark.narrow`).

#[cfg(target_arch = "riscv32")]
use super::chains;
use super::{MOST_WORDS, hidden};
use crate::modulus::Params;
use crate::mont::{add_words, masked, sub_words};
use crate::wide::sub_both_words;
use crate::word::Word;

/// Whether p + 1 and p − 1 are words.
const fn is_inner(p: u32) -> bool {
    p != 0 && p != u32::MAX
}

/// Whether chains of the processor's own instructions do it, of this modulus.
#[cfg(target_arch = "riscv32")]
const fn is_chained<const N: usize>(p: &[u32; N]) -> bool {
    N == 12 && are_inner(p)
}

/// Whether all words are, see [`is_inner`].
const fn are_inner<const N: usize>(p: &[u32; N]) -> bool {
    let mut all = true;
    let mut i = 0;
    while i < N {
        all &= is_inner(p[i]);
        i += 1;
    }
    all
}

/// A chain over both halves of 12 words: the number and what is carried out of it.
#[cfg(target_arch = "riscv32")]
macro_rules! halves {
    (masked $value:ident, $p:ident, $mask:ident => $chain:path) => {{
        use $chain as chain;
        let (lower, upper) = (*chains::half::<false, N>(&$value), *chains::half::<true, N>(&$value));
        let (lower, carry) = chain::<true>(lower, chains::half::<false, N>($p), $mask, 0);
        chains::whole(lower, chain::<false>(upper, chains::half::<true, N>($p), $mask, carry).0)
    }};
    // The lower half is stored before the upper one is computed.
    (stored $($operand:ident),+ => $chain:path) => {{
        use $chain as chain;
        let mut out = core::mem::MaybeUninit::uninit();
        let (lower, carry) = chain::<true>($(chains::half::<false, N>($operand)),+, 0);
        chains::put::<false, N>(&mut out, lower);
        let (upper, carry) = chain::<false>($(chains::half::<true, N>($operand)),+, carry);
        chains::put::<true, N>(&mut out, upper);
        debug_assert!(carry == 0, "the sum is longer than its words");
        // SAFETY: both halves were put.
        unsafe { out.assume_init() }
    }};
    ($($operand:ident),+ => $chain:path) => {{
        use $chain as chain;
        let (lower, carry) = chain::<true>($(chains::half::<false, N>($operand)),+, 0);
        let (upper, carry) = chain::<false>($(chains::half::<true, N>($operand)),+, carry);
        (chains::whole(lower, upper), carry)
    }};
}

/// x + p + k, or x − p + k where `MINUS` says so, and the carry. What is known of p is `known`; k
/// and the carry are −1, 0 or 1 in two's complement; x comes from a sum or a difference, whose
/// `own` carry has the sign that p has not.
#[inline(always)]
fn with_word<const MINUS: bool>((x, own): (u32, bool), p: u32, known: u32, k: u32) -> (u32, u32) {
    if is_inner(known) {
        let joined = if MINUS { p.wrapping_sub(k) } else { p.wrapping_add(k) };
        let (out, carry) =
            if MINUS { x.overflowing_sub(joined) } else { x.overflowing_add(joined) };
        let (plus, minus) = if MINUS { (own, carry) } else { (carry, own) };
        return (out, u32::from(plus).wrapping_sub(u32::from(minus)));
    }
    let (word, own) = if MINUS {
        (-i64::from(p), u32::from(own))
    } else {
        (i64::from(p), u32::from(own).wrapping_neg())
    };
    let sum = i64::from(x) + word + i64::from(k.cast_signed());
    (sum as u32, ((sum >> 32) as u32).wrapping_add(own))
}

/// A value of N words and a word above, which is 0 or −1, with `p` added where it is negative; the
/// compiler knows it as `known`.
#[inline(always)]
fn restored_by<const N: usize>(
    value: &[u32; N],
    above: u32,
    p: &[u32; N],
    known: &[u32; N],
) -> [u32; N] {
    debug_assert!(above == 0 || above == u32::MAX, "a value left its range");
    let mask = above.opaque();
    #[cfg(target_arch = "riscv32")]
    if is_chained(known) {
        return halves!(masked value, p, mask => chains::more);
    }
    restored_in_words(value, mask, p, known)
}

#[inline(always)]
fn restored_in_words<const N: usize>(
    value: &[u32; N],
    mask: u32,
    p: &[u32; N],
    known: &[u32; N],
) -> [u32; N] {
    let mut out = [0; N];
    let mut carry = 0;
    each_word!(i < N => {
        (out[i], carry) = if is_inner(known[i]) {
            with_word::<false>((value[i], false), p[i] & mask, known[i], carry)
        } else {
            u32::adc(value[i], p[i] & mask, carry)
        };
    });
    out
}

/// A value of N words and a word above, which is 0 or −1, with m added where it is negative; for
/// functions that the compiler holds in registers as it likes.
#[inline(always)]
pub(super) fn restored<M: Params<u32, N>, const N: usize>(
    value: &[u32; N],
    above: u32,
) -> [u32; N] {
    debug_assert!(above == 0 || above == u32::MAX, "a value left its range");
    restored_in_words(value, above.opaque(), hidden(&M::P_W), &M::P_W)
}

/// a + b − p, and the word above.
#[inline(always)]
fn sum_less<const N: usize>(
    a: &[u32; N],
    b: &[u32; N],
    p: &[u32; N],
    known: &[u32; N],
) -> ([u32; N], u32) {
    #[cfg(target_arch = "riscv32")]
    if is_chained(known) {
        return halves!(a, b, p => chains::sum_less);
    }
    let mut out = [0; N];
    let mut carry = 0;
    each_word!(i < N => {
        (out[i], carry) = with_word::<true>(a[i].overflowing_add(b[i]), p[i], known[i], carry);
    });
    (out, carry)
}

kernel! {
    /// a + b, where that is below R.
    in narrow plain_sum [const N: usize] [N] (a: &[u32; N], b: &[u32; N]) -> [u32; N] {
        #[cfg(target_arch = "riscv32")]
        if N == 12 {
            return halves!(stored a, b => chains::sum);
        }
        add_words(a, b).0
    }
}

kernel! {
    /// a + b modulo m, reduced, of reduced values.
    in narrow sum [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N], b: &[u32; N]) -> [u32; N] {
        if !are_inner(&M::P_W) {
            // a − (m − b): there m's words are known, and few of them need an instruction.
            let (sum, borrow) = sub_words(a, &sub_words(&M::P_W, b).0);
            return add_words(&sum, &masked(&M::P_W, borrow.wrapping_neg().opaque())).0;
        }
        let p = hidden(&M::P_W);
        let (sum, above) = sum_less(a, b, p, &M::P_W);
        restored_by(&sum, above, p, &M::P_W)
    }
}

kernel! {
    /// a + b or a + b − 2m, whichever is below 2m, for values below 2m of a modulus with two spare
    /// bits.
    in narrow sum_below_double [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N], b: &[u32; N]) -> [u32; N] {
        let double = hidden(&Double::<M, N>::M);
        let (sum, above) = sum_less(a, b, double, &Double::<M, N>::M);
        restored_by(&sum, above, double, &Double::<M, N>::M)
    }
}

/// Twice the modulus.
struct Double<M, const N: usize>(core::marker::PhantomData<M>);

impl<M: Params<u32, N>, const N: usize> Double<M, N> {
    const M: [u32; N] = double::<M, N>();
}

const fn double<M: Params<u32, N>, const N: usize>() -> [u32; N] {
    assert!(M::SPARE_BITS >= 2);
    let mut out = M::P_W;
    let mut i = 0;
    while i < N {
        out[i] = M::P_W[i] << 1 | if i > 0 { M::P_W[i - 1] >> 31 } else { 0 };
        i += 1;
    }
    out
}

kernel! {
    /// a − b modulo m, reduced, of reduced values.
    in narrow difference [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N], b: &[u32; N]) -> [u32; N] {
        let (difference, borrow) = minus(a, b);
        if !are_inner(&M::P_W) {
            return add_words(&difference, &masked(&M::P_W, borrow.wrapping_neg().opaque())).0;
        }
        restored_by(&difference, borrow.wrapping_neg(), hidden(&M::P_W), &M::P_W)
    }
}

kernel! {
    /// a − b + m, of reduced values of a modulus with a spare bit.
    in narrow difference_and_modulus [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N], b: &[u32; N]) -> [u32; N] {
        let p = hidden(&M::P_W);
        #[cfg(target_arch = "riscv32")]
        if is_chained(&M::P_W) {
            return halves!(stored a, b, p => chains::difference_more);
        }
        let mut out = [0; N];
        let mut carry = 0;
        each_word!(i < N => {
            (out[i], carry) = with_word::<false>(a[i].overflowing_sub(b[i]), p[i], M::P_W[i], carry);
        });
        debug_assert!(carry == 0, "in (0, 2m)");
        out
    }
}

kernel! {
    /// a or a − m, whichever is below m, of a value below 2m.
    in narrow below_modulus [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N]) -> [u32; N] {
        lesser::<M, N>(a)
    }
}

/// a or a − m, whichever is below m, of a value below 2m: compared first, so that one number stays
/// in registers.
#[inline(always)]
pub(super) fn lesser<M: Params<u32, N>, const N: usize>(a: &[u32; N]) -> [u32; N] {
    let p = hidden(&M::P_W);
    #[cfg(target_arch = "riscv32")]
    if is_chained(&M::P_W) {
        let (value, borrow) = halves!(a, p => chains::compared);
        let mask = borrow.wrapping_sub(1).opaque();
        return halves!(masked value, p, mask => chains::less);
    }
    let mut borrow = 0;
    each_word!(i < N => {
        (_, borrow) = with_word::<true>((a[i], false), p[i], M::P_W[i], borrow);
    });
    // Zero, or −1 where a is below m.
    let mask = !borrow.opaque();
    let mut out = [0; N];
    let mut borrow = 0;
    each_word!(i < N => {
        (out[i], borrow) = with_word::<true>((a[i], false), p[i] & mask, M::P_W[i], borrow);
    });
    out
}

kernel! {
    /// m − a, or zero for zero: reduced from reduced.
    in narrow negative [M: Params<u32, N>, const N: usize] [M, N] (a: &[u32; N]) -> [u32; N] {
        let p = hidden(&M::P_W);
        let mut out = [0; N];
        let (mut borrow, mut bits) = (0_u32, 0);
        each_word!(i < N => {
            bits |= a[i];
            if is_inner(M::P_W[i]) {
                let less;
                (out[i], less) = p[i].wrapping_sub(borrow).overflowing_sub(a[i]);
                borrow = less.into();
            } else {
                (out[i], borrow) = u32::sbb(p[i], a[i], borrow);
            }
        });
        let mask = u32::from(bits != 0).wrapping_neg().opaque();
        each_word!(i < N => {
            out[i] &= mask;
        });
        out
    }
}

/// a − b and the borrow.
#[inline(always)]
pub fn minus<const N: usize>(a: &[u32; N], b: &[u32; N]) -> ([u32; N], u32) {
    #[cfg(target_arch = "riscv32")]
    if N == 12 {
        return halves!(a, b => chains::difference);
    }
    sub_words(a, b)
}

/// a − b − c and the borrow, at most 2.
#[inline(always)]
pub fn minus_both<const N: usize>(a: &[u32; N], b: &[u32; N], c: &[u32; N]) -> ([u32; N], u32) {
    #[cfg(target_arch = "riscv32")]
    if N == 12 {
        return halves!(a, b, c => chains::less_both);
    }
    sub_both_words(a, b, c)
}
