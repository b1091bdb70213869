//! Small multiples k·a, brought down to hardly above p at once.
//!
//! P. Barrett, "Implementing the Rivest Shamir and Adleman public key encryption algorithm on a
//! standard digital signal processor", CRYPTO '86, with one word of precision. Let p have b bits, s
//! = b − 20, t = k·a at most B·p with B ≤ 2^11, h = ⌊t/2^s⌋ or two less, c = ⌊2^(32+s)/p⌋, and q =
//! ⌊h·c/2^32⌋. Then q·p ≤ t, and as 2^s/p ≤ 2^-19,
//!
//! t/p − h·c/2^32 ≤ (t/2^s)/2^32 + 2·2^s/p ≤ B·2^-12 + 2^-18,
//!
//! so that t − q·p is at most (1 + B·2^-12 + 2^-18)·p. It is computed as t + q·(R − p) = (t − q·p)
//! + q·R, of which the word above R is left out: no step borrows.
//!
//! Where we deviate: h comes from the two top words of the columns of t before they are added,
//! whose carry from below may be missing; that is what h is less by.
//!
//! 2n products of words. By doublings 12·a takes some 150 additions and selections.

use super::columns::{Column, halves, pair, row, row_and_carry};
use crate::bound::Bound;
use crate::integer;
use crate::modulus::Modulus;
use crate::ptx::{Body, Operand};

/// Most that k·a may be, in multiples of p.
pub const MOST: Bound = Bound::of(1 << 11);

/// Bits of p that the quotient knows.
const PRECISION: u32 = 20;

/// What the result is at most, where k·a is at most `product`·p.
///
/// # Panics
/// If that is above [`MOST`].
pub fn bound(product: Bound) -> Bound {
    assert!(product <= MOST, "{product} is above what one word of precision serves");
    Bound(Bound::ONE.0 + product.0.div_ceil(1 << 12) + (1 << (32 - 18)))
}

/// ⌊2^(32+s)/p⌋, which has 14 bits at most.
fn reciprocal(modulus: &Modulus, s: u32) -> u32 {
    let wide = [modulus.words(), &[0]].concat();
    // p is odd, so that no multiple of it is the power of two.
    let is_below = |c: u32| {
        let multiple = integer::times(&wide, c);
        let (word, bit) = (((s + 32) >> 5) as usize, s & 31);
        multiple[word] >> bit == 0 && multiple[word + 1..].iter().all(|&word| word == 0)
    };
    (0..14).rev().map(|bit| 1 << bit).fold(0, |c, bit| if is_below(c + bit) { c + bit } else { c })
}

/// k·a − q·p.
///
/// # Panics
/// If the top word of p has not between 21 and 31 bits.
pub fn times(body: &mut Body, modulus: &Modulus, a: &[Operand], k: u32) -> Vec<Operand> {
    let n = modulus.len();
    let top_bits = 32 - modulus.words()[n - 1].leading_zeros();
    assert!((PRECISION + 1..32).contains(&top_bits), "the quotient comes from the top word");
    let shift = top_bits - PRECISION;
    let s = 32 * (n as u32 - 1) + shift;

    let [a_even, a_odd] = halves(a);
    let [mut even, mut odd] = [(); 2].map(|()| Column::new(n + 2));
    let k = Operand::from(k);
    a_even.iter().enumerate().for_each(|(j, &x)| pair(body, &mut even, 2 * j, x, k));
    a_odd.iter().enumerate().for_each(|(j, &x)| pair(body, &mut odd, 2 * j + 1, x, k));

    let mut chain = body.sum_chain();
    let below = chain.add(even.get(n - 1), odd.get(n - 1));
    let above = chain.end_add(odd.get(n), 0);
    let (low, high) = (body.shr(below, shift), body.shl(above, 32 - shift));
    let h = body.or(low, high);
    let q = body.mul_hi(h, reciprocal(modulus, s)).into();

    let complement: Vec<u32> = modulus.words().iter().map(|&word| !word).collect();
    let mut one = vec![0; n];
    one[0] = 1;
    let complement = integer::add(&complement, &one).into_iter().map(Operand::from);
    let [p_even, p_odd] = halves(&complement.collect::<Vec<_>>());
    row_and_carry(body.sum_chain(), &mut even, 0, &p_even, q);
    row(body.sum_chain(), &mut odd, 1, &p_odd, q);
    let words = |column: &Column| (1..=n).map(|at| column.get(at)).collect::<Vec<_>>();
    let sum = body.sum(&words(&even), &words(&odd));
    [&[even.get(0)], &sum[..n - 1]].concat()
}
