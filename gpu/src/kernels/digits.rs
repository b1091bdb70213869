//! Signed digits of scalars, and the rank of each among the entries of its bucket.
//!
//! With windows of c bits a scalar is Σ dᵥ·2^(c·v), −2^(c−1) < dᵥ ≤ 2^(c−1), digits from the lowest
//! on with a carry (A. D. Booth, "A signed binary multiplication technique", 1951). A window has
//! 2^(c−1) buckets, for the digits 1 to 2^(c−1) and their negatives; zero has none.

use super::{NEGATIVE, NONE, THREADS};
use crate::ptx::{Body, Comparison, Kernel, Operand, Space};

/// Words of a scalar.
pub const SCALAR: usize = 8;

/// How many windows of c bits a scalar below 2^255 has. The highest takes a carry and gives none:
/// the windows have a bit at least that no scalar has.
pub fn windows(c: u32) -> u32 {
    256u32.div_ceil(c)
}

/// Thread i splits scalar i into digits.
///
/// Parameters: `scalars`, integers below 2^255; `counts`, of entries of each bucket; `digits` and
/// `ranks`, at window·count + i; and how many scalars. A digit is its bucket among those of all
/// windows, with [`NEGATIVE`], or [`NONE`].
///
/// # Panics
/// If c is not from 2 to 24.
pub fn kernel(name: &str, c: u32) -> Kernel {
    assert!((2..=24).contains(&c), "windows of 2 to 24 bits");
    let mut body = Body::default();
    let body = &mut body;
    let [scalars, counts, digits, ranks] =
        ["scalars", "counts", "digits", "ranks"].map(|name| body.address_parameter(name));
    let count = body.word_parameter("count");
    let thread = body.thread();
    let done = body.label();
    let beyond = body.compare(Comparison::AtLeast, thread, count);
    body.branch_if(beyond, done);
    let from = body.at(scalars, thread, 4 * SCALAR as u32);
    let scalar = body.load_words(Space::ReadOnly, from, 0, SCALAR);
    let mut carry = Operand::from(0);
    let mut place = thread;
    for window in 0..windows(c) {
        let bits = bits(body, &scalar, c * window, c);
        let digit = body.add(bits, carry);
        let negative = body.compare(Comparison::Greater, digit, 1 << (c - 1));
        let opposite = body.sub(1 << c, digit);
        let size = body.select(negative, opposite, digit);
        carry = body.select(negative, 1, 0).into();
        let sign = body.select(negative, NEGATIVE, 0);
        let empty = body.compare(Comparison::Equal, size, 0);
        // Bucket 0 of a window is that of the digit one.
        let bucket = body.add(size, (window << (c - 1)).wrapping_sub(1));
        let at = body.at(counts, bucket, 4);
        let rank = body.atomic_add_unless(empty, at, 1);
        let signed = body.or(bucket, sign);
        let entry = body.select(empty, NONE, signed);
        let to = body.at(digits, place, 4);
        body.store(to, entry);
        let to = body.at(ranks, place, 4);
        body.store(to, rank);
        place = body.add(place, count);
    }
    body.place(done);
    body.ret();
    std::mem::take(body).kernel(name, THREADS)
}

/// `count` bits from bit `from` on.
fn bits(body: &mut Body, scalar: &[Operand], from: u32, count: u32) -> Operand {
    let (word, shift) = ((from >> 5) as usize, from & 31);
    let Some(&low) = scalar.get(word) else { return 0.into() };
    let mut out = if shift == 0 { low } else { body.shr(low, shift).into() };
    if shift + count > 32
        && let Some(&high) = scalar.get(word + 1)
    {
        let high = body.shl(high, 32 - shift);
        out = body.or(out, high).into();
    }
    body.and(out, (1 << count) - 1).into()
}
