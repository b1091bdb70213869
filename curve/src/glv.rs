//! Scalars in short parts, for curves with an endomorphism: k ≡ Σ kᵢ·μⁱ modulo the order r, each kᵢ
//! of about r^(1/n).
//!
//! The vectors v with Σ vᵢ·μⁱ ≡ 0 (mod r) are a lattice. Babai's rounding takes from (k, 0, …, 0)
//! the lattice vector next to it in the coordinates of a short basis b₀ … bₙ₋₁: with (k, 0, …, 0) =
//! Σ cⱼ·bⱼ over the rationals, the parts are those of (k, 0, …, 0) − Σ ⌊cⱼ⌉·bⱼ, and |kᵢ| ≤ ½·Σⱼ
//! |bⱼᵢ| up to an ε below. (L. Babai, "On Lovász' lattice reduction and the nearest lattice point
//! problem", Combinatorica 6, 1986; R. Gallant, R. Lambert, S. Vanstone, "Faster point
//! multiplication on elliptic curves with efficient endomorphisms", CRYPTO 2001; S. Galbraith, X.
//! Lin, M. Scott, ePrint 2008/194.)
//!
//! cⱼ is k times a constant of the basis, (B⁻¹)₀ⱼ, and that constant is held as an integer over
//! 2^320. So the split has no division and no branch on the scalar: n products of 4 by 5 limbs for
//! the cⱼ, and n² of L by L limbs, in arithmetic modulo 2^(64L), which is exact since the parts are
//! below 2^(64L − 1).

use limb::ct::opaque;
use limb::each::{Each, array};
use limb::modulus::hex;
use subtle::{Choice, ConditionallySelectable};
use zeroize::Zeroize;

use crate::integer::{Integer, SignedPart};

/// Limbs of a reciprocal, and its denominator 2^(64·5).
const SHIFT: usize = 5;

/// A constant (B⁻¹)₀ⱼ, rounded to a multiple of 2^−320: public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reciprocal {
    magnitude: [u64; SHIFT],
    negative: bool,
}

/// The integer that a hexadecimal string writes, with a minus in front if it is negative.
const fn signed(digits: &str) -> ([u64; 8], bool) {
    let bytes = digits.as_bytes();
    if bytes[0] == b'-' {
        let (_, rest) = digits.split_at(1);
        (hex(rest), true)
    } else {
        (hex(digits), false)
    }
}

impl Reciprocal {
    /// From hexadecimal digits, with a minus in front if it is negative.
    ///
    /// # Panics
    /// At compile time, if the number has more than 320 bits.
    pub const fn hex(digits: &str) -> Self {
        let (limbs, negative) = signed(digits);
        let [l0, l1, l2, l3, l4, l5, l6, l7] = limbs;
        assert!(l5 | l6 | l7 == 0, "more than 320 bits");
        Self { magnitude: [l0, l1, l2, l3, l4], negative }
    }
}

/// A coordinate of a basis, from hexadecimal digits with a minus in front if it is negative: modulo
/// 2^(64L), least significant limb first.
///
/// # Panics
/// At compile time, if the number does not fit L limbs.
pub const fn coordinate<const L: usize>(digits: &str) -> [u64; L] {
    let (limbs, negative) = signed(digits);
    let mut out = [0; L];
    let mut i = 0;
    while i < limbs.len() {
        if i < L {
            out[i] = limbs[i];
        } else {
            assert!(limbs[i] == 0, "the coordinate does not fit");
        }
        i += 1;
    }
    if negative { minus(&out) } else { out }
}

/// A coordinate of a basis that is computed from a seed: modulo 2^(64L), least significant limb
/// first.
pub const fn small_coordinate<const L: usize>(value: i128) -> [u64; L] {
    let magnitude = value.unsigned_abs();
    let mut out = [0; L];
    out[0] = magnitude as u64;
    out[1] = (magnitude >> 64) as u64;
    if value < 0 { minus(&out) } else { out }
}

/// −a modulo 2^(64L); at compile time.
const fn minus<const L: usize>(a: &[u64; L]) -> [u64; L] {
    let mut out = [0; L];
    let mut carry = true;
    let mut i = 0;
    while i < L {
        (out[i], carry) = (!a[i]).overflowing_add(carry as u64);
        i += 1;
    }
    out
}

/// A short basis of the lattice of an endomorphism, for N parts below 2^(64L − 1): all that
/// [`Lattice::split`] needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice<const N: usize, const L: usize> {
    /// The rows bⱼ, Σᵢ bⱼᵢ·μⁱ ≡ 0 modulo r, by [`coordinate`].
    pub basis: [[[u64; L]; N]; N],
    /// The integers next to 2^320·(B⁻¹)₀ⱼ, so that (k, 0, …, 0) is about Σⱼ
    /// k·reciprocalⱼ·2^−320·bⱼ.
    pub reciprocals: [Reciprocal; N],
}

impl<const N: usize, const L: usize> Lattice<N, L> {
    /// The parts of k, of any 256 bits. Constant-time in k.
    ///
    /// |kᵢ| ≤ (½ + ε)·Σⱼ |bⱼᵢ| with ε = 2^−65: a reciprocal is off by at most 2^−321, times k < 2^256.
    pub fn split(&self, k: &Integer) -> [SignedPart; N] {
        const {
            assert!(
                N >= 1 && N <= 4 && L >= 2 && L <= 4,
                "up to four parts, each in up to four limbs"
            )
        };
        // (k, 0, …, 0) modulo 2^(64L).
        let mut parts = [[0; L]; N];
        parts[0].copy_from_slice(&k[..L]);
        for (reciprocal, row) in self.reciprocals.iter().zip(&self.basis) {
            let mut rounded = rounded_product::<L>(k, &reciprocal.magnitude);
            for (part, coordinate) in parts.iter_mut().zip(row) {
                // Less ⌊cⱼ⌉·bⱼ; the sign of cⱼ is that of the constant.
                let product = low_product(&rounded, coordinate);
                *part = if reciprocal.negative { add(part, &product) } else { sub(part, &product) };
            }
            rounded.zeroize();
        }
        let out = parts.each(|part| signed_part(&part));
        parts.zeroize();
        out
    }
}

/// ⌊k·g·2^−320 + ½⌋ modulo 2^(64L).
#[inline(always)]
fn rounded_product<const L: usize>(k: &Integer, g: &[u64; SHIFT]) -> [u64; L] {
    let mut product = [0u64; 4 + SHIFT];
    for (i, &g) in g.iter().enumerate() {
        let mut carry = 0;
        for (j, &k) in k.iter().enumerate() {
            (product[i + j], carry) = mac(product[i + j], g, k, carry);
        }
        product[i + 4] = carry;
    }
    // The half: the top bit below the point.
    let mut carry = product[SHIFT - 1] >> 63;
    let mut out = [0; L];
    for (i, out) in out.iter_mut().enumerate() {
        let word = product.get(SHIFT + i).map_or(0, |&word| word);
        let (sum, over) = word.overflowing_add(carry);
        *out = sum;
        carry = u64::from(over);
    }
    product.zeroize();
    out
}

/// a·b modulo 2^(64L).
#[inline(always)]
fn low_product<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
    let mut out = [0; L];
    for (i, &a) in a.iter().enumerate() {
        let mut carry = 0;
        for (out, &b) in out[i..].iter_mut().zip(b) {
            (*out, carry) = mac(*out, a, b, carry);
        }
    }
    out
}

/// Low and high word of acc + a·b + carry.
#[inline(always)]
fn mac(acc: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    let wide = u128::from(a) * u128::from(b) + u128::from(acc) + u128::from(carry);
    (wide as u64, (wide >> 64) as u64)
}

/// a + b modulo 2^(64L).
#[inline(always)]
fn add<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
    let mut carry = 0;
    array(|i| {
        let sum = u128::from(a[i]) + u128::from(b[i]) + carry;
        carry = sum >> 64;
        sum as u64
    })
}

/// a − b modulo 2^(64L), as a + ¬b + 1.
#[inline(always)]
fn sub<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
    let (mut out, mut carry) = (*a, 1);
    for (out, b) in out.iter_mut().zip(b) {
        let sum = u128::from(*out) + u128::from(!b) + carry;
        carry = sum >> 64;
        *out = sum as u64;
    }
    out
}

/// Sign and magnitude of a number modulo 2^(64L) between −2^(64L − 1) and 2^(64L − 1).
#[inline(always)]
fn signed_part<const L: usize>(a: &[u64; L]) -> SignedPart {
    let sign = opaque(a[L - 1] >> 63);
    let negative = Choice::from(sign as u8);
    let minus = sub(&[0; L], a);
    let mut magnitude = [0; 4];
    for (i, out) in magnitude.iter_mut().enumerate().take(L) {
        *out = u64::conditional_select(&a[i], &minus[i], negative);
    }
    SignedPart { magnitude, negative }
}
