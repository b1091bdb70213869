//! Integers modulo m where m, and its length, are known at run time alone: powers for any m, single
//! operations for odd m and powers of two, in variable time.
//!
//! m = n·2^k with n odd. The power modulo n runs in Montgomery's form, the one modulo 2^k in words
//! that are cut off, and the Chinese remainder theorem joins both: x = a + n·((b − a)/n mod 2^k).
//! The exponents 1 to 3 take long divisions instead. Numbers are slices of words of 64 bits, least
//! significant first; space is the caller's.
//!
//! | part | does | cost in products of words, L being those of n, K those of 2^k |
//! |---|---|---|
//! | `division` | base·2^(64L) mod n, which is the base in Montgomery's form | L times the words of the base |
//! | `montgomery` | products and squares modulo n | 2L², 1.5L² |
//! | `blocks` | the same in blocks of 4 and 8 words that stay in registers: x86-64 with ADX | fewer loads and stores; squares of 64 words and more by halves, 1.3L² |
//! | `narrow` | the same in rows of 32 bits, four at once: machines with such words | fewer loads and stores |
//! | `lanes` | the same in vectors, from five words on: AVX-512 IFMA | 2·(1.24L + 1)² of 52 bits, eight at once |
//! | `power_of_two` | products modulo 2^k; division by n | K²/2 each |
//! | `windows` | the power: a squaring per bit of the exponent, a product per window | about bits/(w + 1) products, 2^(w−1) for the table |
//! | [`Residues`] | one sum, difference or product at a time, n odd or a power of two | 2L² for a product |
//!
//! Everything here is for public numbers.

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod blocks;
mod division;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod lanes;
mod montgomery;
#[cfg(any(test, target_pointer_width = "32"))]
mod narrow;
mod power_of_two;
mod residues;
mod windows;
mod words;

pub use residues::{MAX_WORDS, Residues};
pub use windows::Exponent;

use division::remainder_of_shifted;
use montgomery::Odd;
use power_of_two::Cut;
use windows::power;
use words::{Portable, Rows, sub_from, trim};

/// Words that [`pow_vartime`] borrows, for a base and a modulus of so many words.
pub fn scratch_words(base: usize, modulus: usize, exponent: &Exponent<'_>) -> usize {
    // With vectors an element takes limbs of 52 bits in one of ten numbers of vectors, each of
    // which is at most half as long again as the one before; else one word more, for n₀.
    let more = if cfg!(target_arch = "x86_64") { (modulus >> 1) + 10 } else { 1 };
    let element = modulus + more;
    // n, a, b and the difference; the dividend and its divisor; a double product; the table.
    8 * (element + 1) + 2 * base.max(element) + element + 2 + exponent.table() * element
}

/// base^exponent mod m, with 0⁰ = 1, for a modulus of any number of words, leading zeros included;
/// 0 for m = 0. In variable time.
///
/// `out` has as many words as the modulus. Cost: see the [module](self).
///
/// # Panics
/// If `out` does not have as many words as the modulus, or `scratch` fewer than [`scratch_words`]
/// says.
pub fn pow_vartime(
    base: &[u64],
    exponent: &Exponent<'_>,
    modulus: &[u64],
    out: &mut [u64],
    scratch: &mut [u64],
) {
    assert_eq!(out.len(), modulus.len(), "the power is as long as the modulus");
    assert!(
        scratch.len() >= scratch_words(base.len(), modulus.len(), exponent),
        "scratch space as stated"
    );
    out.fill(0);
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let Some(token) = crate::cpu::Adx::get() {
        if trim(modulus).len() < blocks::LEAST {
            return pow_by_rows(token, base, exponent, modulus, out, scratch);
        }
        return pow_by_rows(blocks::Blocks(token), base, exponent, modulus, out, scratch);
    }
    #[cfg(target_pointer_width = "32")]
    if trim(modulus).len() >= narrow::LEAST {
        return pow_by_rows(narrow::Narrow, base, exponent, modulus, out, scratch);
    }
    pow_by_rows(Portable, base, exponent, modulus, out, scratch);
}

/// [`pow_vartime`] into zeros.
fn pow_by_rows<R: Rows>(
    rows: R,
    base: &[u64],
    exponent: &Exponent<'_>,
    modulus: &[u64],
    out: &mut [u64],
    scratch: &mut [u64],
) {
    let (base, modulus) = (trim(base), trim(modulus));
    let Some(zero_words) = modulus.iter().position(|&word| word != 0) else { return };
    let zero_bits = modulus[zero_words].trailing_zeros();
    let length = modulus.len();
    if exponent.bits() == 0 {
        out[0] = u64::from(modulus != [1]);
        return;
    }
    if exponent.is_tiny() {
        tiny_power(rows, base, exponent, modulus, &mut out[..length], scratch);
        return;
    }

    // n = m/2^k.
    let (n, scratch) = scratch.split_at_mut(R::length(length - zero_words) + 1);
    n.fill(0);
    shift_right(n, &modulus[zero_words..], zero_bits);
    let words = trim(n).len();
    let (n, taken) = (&mut n[..=R::length(words)], R::length(words));
    let cut_words = zero_words + usize::from(zero_bits != 0);

    let (a, scratch) = scratch.split_at_mut(taken);
    a.fill(0);
    let is_one = n[..words] == [1];
    if !is_one && !rows.power_on_lanes(base, exponent, &n[..words], &mut a[..words], scratch) {
        let odd = Odd::new(rows, n);
        let (product, scratch) = scratch.split_at_mut(2 * taken);
        odd.enter(base, a, scratch);
        power(&odd, a, exponent, exponent.width(), product, scratch);
        odd.leave(a, product);
    }
    let out = &mut out[..length];
    let (a, n) = (&a[..words], &n[..words]);
    out[..n.len()].copy_from_slice(a);
    if cut_words == 0 {
        return;
    }

    let (b, scratch) = scratch.split_at_mut(cut_words);
    let (product, scratch) = scratch.split_at_mut(cut_words);
    Cut(rows).power(base, exponent, b, product, scratch);
    // (b − a)/n, whose bits from k on are not wanted.
    sub_from(b, a);
    power_of_two::divide(b, n, product);
    if zero_bits != 0 {
        product[cut_words - 1] &= (1 << zero_bits) - 1;
    }
    // a + n·t is below m.
    for (i, &word) in product.iter().enumerate() {
        if word != 0 {
            let mut carry = rows.add_product(&mut out[i..], n, word);
            for word in &mut out[(i + n.len()).min(length)..] {
                let (sum, over) = word.overflowing_add(carry);
                *word = sum;
                carry = over.into();
            }
        }
    }
}

/// The power by long division, which for one or two products takes less than the way into
/// Montgomery's form and back.
fn tiny_power<R: Rows>(
    rows: R,
    base: &[u64],
    exponent: &Exponent<'_>,
    modulus: &[u64],
    out: &mut [u64],
    scratch: &mut [u64],
) {
    let length = modulus.len();
    let (x, scratch) = scratch.split_at_mut(length);
    let (product, scratch) = scratch.split_at_mut(2 * length);
    remainder_of_shifted(base, 0, modulus, x, scratch);
    out.copy_from_slice(x);
    for i in (0..exponent.bits() - 1).rev() {
        rows.square(product, out);
        remainder_of_shifted(product, 0, modulus, out, scratch);
        if exponent.bit(i) == 1 {
            rows.multiply(product, out, x);
            remainder_of_shifted(product, 0, modulus, out, scratch);
        }
    }
}

/// a/2^bits, for fewer than 64 bits.
fn shift_right(out: &mut [u64], a: &[u64], bits: u32) {
    for (i, (out, &word)) in out.iter_mut().zip(a).enumerate() {
        let high = a.get(i + 1).copied().unwrap_or(0);
        // By 64 in two steps, for no bits.
        *out = (word >> bits) | ((high << 1) << (63 - bits));
    }
}
