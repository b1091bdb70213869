//! Integers of 256 bits, and how multiplications read them: as bits, as signed digits, in signed
//! parts.

use limb::ct::opaque;
use limb::each::array;
use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroize;

use crate::field::{Canonical, Red};

/// An integer of 256 bits, least significant limb first.
pub type Integer = [u64; 4];

/// One part of a scalar, with its sign as a mask: it may be a secret.
#[derive(Clone, Copy)]
pub struct SignedPart {
    /// |kᵢ|.
    pub magnitude: Integer,
    /// Whether kᵢ is negative; of either value where it is zero.
    pub negative: Choice,
}

impl SignedPart {
    /// The part that is not there.
    pub fn zero() -> Self {
        Self::positive([0; 4])
    }

    /// An integer that is not negative.
    pub fn positive(magnitude: Integer) -> Self {
        Self { magnitude, negative: Choice::from(0) }
    }

    /// Parts as [`Group::split`](crate::weierstrass::Group::split) gives them, zeros after the
    /// first N.
    pub fn four<const N: usize>(parts: [Self; N]) -> [Self; 4] {
        const { assert!(N <= 4, "at most four parts") };
        array(|i| if i < N { parts[i] } else { Self::zero() })
    }

    /// −kᵢ.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self { magnitude: self.magnitude, negative: !self.negative }
    }

    /// Bits of the longest magnitude of some parts; no bits for zeros.
    pub(crate) fn longest_vartime<'p>(parts: impl Iterator<Item = &'p Self>) -> usize {
        let any = parts.fold([0; 4], |any, part| array(|i| any[i] | part.magnitude[i]));
        length_vartime(&any)
    }

    /// Digit `window` of the part in signed windows: see [`signed_digit`]. Constant-time.
    pub fn digit(&self, window: usize) -> Digit<Choice> {
        let Digit { is, negative } = signed_digit(&self.magnitude, window);
        Digit { is, negative: negative ^ self.negative }
    }
}

/// Bits of an integer, none for zero.
pub(crate) fn length_vartime(a: &Integer) -> usize {
    (1..=4).rev().find(|i| a[i - 1] != 0).map_or(0, |i| 64 * i - a[i - 1].leading_zeros() as usize)
}

impl Zeroize for SignedPart {
    fn zeroize(&mut self) {
        self.magnitude.zeroize();
        // Only written over: a `Choice` gives no reference to its byte. One bit of a scalar tells
        // nothing.
        self.negative = Choice::from(0);
    }
}

/// Bits of a window of the constant-time multiplication.
pub const WINDOW: usize = 5;

/// Entries of its table: 1·P … 16·P.
pub const TABLE: usize = 1 << (WINDOW - 1);

/// One signed digit as masks: in an engine of lanes each lane has its own.
pub struct Digit<M> {
    /// For each entry of the table whether the digit's magnitude is its multiple, from 1 on; none
    /// is set for the digit 0.
    pub is: [M; TABLE],
    /// Whether the digit is negative.
    pub negative: M,
}

/// How many windows hold a part of this many bits; the carry of the signed digits needs one bit
/// more.
pub const fn windows(bits: usize) -> usize {
    (bits + 1).div_ceil(WINDOW)
}

/// Digit `window` of an integer in signed windows: with the six bits b₅…b₀ from bit 5·window − 1
/// on, it is ⌈(b₅…b₀)/2⌉, less 32 if b₅. Constant-time in the integer.
pub fn signed_digit(integer: &Integer, window: usize) -> Digit<Choice> {
    let (magnitude, negative) = signed_window(integer, window);
    Digit {
        is: array(|i| magnitude.ct_eq(&(i as u64 + 1))),
        negative: Choice::from(negative as u8),
    }
}

/// Magnitude of [`signed_digit`], and 1 where it is negative. Constant-time in the integer.
#[inline(always)]
pub(crate) fn signed_window(integer: &Integer, window: usize) -> (u64, u64) {
    let bits = bits_and_below(integer, window * WINDOW, WINDOW);
    let negative = opaque(bits >> WINDOW);
    let rounded = (bits + 1) >> 1;
    (rounded ^ ((rounded ^ ((1 << WINDOW) - rounded)) & negative.wrapping_neg()), negative)
}

/// Digit `window` of an integer in signed windows of `width` bits, −2^(width−1) to 2^(width−1), as
/// [`signed_digit`] for other widths.
#[inline(always)]
pub(crate) fn signed_digit_vartime(integer: &[u64], window: usize, width: usize) -> i32 {
    signed_vartime(bits_and_below(integer, window * width, width), width)
}

/// What `width` bits and the one below them are as a signed digit.
#[inline(always)]
pub(crate) fn signed_vartime(bits: u64, width: usize) -> i32 {
    // No branch: signs are random.
    ((bits + 1) >> 1) as i32 - ((bits >> width) << width) as i32
}

/// `count` bits from a position on and the one below them, a zero for the lowest.
#[inline(always)]
pub(crate) fn bits_and_below(integer: &[u64], position: usize, count: usize) -> u64 {
    match position.checked_sub(1) {
        None => bits_at(integer, 0, count) << 1,
        Some(below) => bits_at(integer, below, count + 1),
    }
}

/// `count` < 64 bits of an integer from bit `position` on; zeros beyond its end. The position is
/// public.
#[inline]
pub(crate) fn bits_at(integer: &[u64], position: usize, count: usize) -> u64 {
    let (limb, shift) = (position >> 6, position & 63);
    let low = integer.get(limb).map_or(0, |word| word >> shift);
    // A shift by 64 in two steps, for shift = 0.
    let high = integer.get(limb + 1).map_or(0, |word| (word << 1) << (63 - shift));
    (low | high) & ((1 << count) - 1)
}

/// The integer behind a scalar of at most 256 bits. Constant-time.
pub fn scalar_to_integer<S: Canonical>(scalar: &Red<S>) -> Integer {
    const { assert!(S::LIMBS <= 4, "scalars have at most 256 bits") };
    let mut out = [0; 4];
    scalar.to_limbs(&mut out[..S::LIMBS]);
    out
}
