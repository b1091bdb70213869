//! Montgomery arithmetic on N words: the portable engine, and the reference of all others.
//!
//! A residue x is held as x·R mod m with R = 2^(64·LEN) (P. L. Montgomery, "Modular multiplication without trial division",
//! 1985). Two ranges occur:
//!
//! | range | values | who makes it |
//! |---|---|---|
//! | reduced | [0, m) | every function but the two below |
//! | lazy | [0, 2m) if R ≥ 4m (two spare bits), else [0, m) | [`Mont::add`], [`Mont::sub`] |
//!
//! Multiplication takes lazy operands: with R ≥ 4m the value before the last subtraction is at most (2m)²/R + m ≤ 2m, so one
//! subtraction suffices, and no intermediate word overflows. Moduli with fewer spare bits keep a carry word instead, and their
//! lazy values are reduced. Debug builds check each operand against its range.
//!
//! The product is interleaved with the reduction, one word of `a` per step ("coarsely integrated operand scanning", Koç, Acar,
//! Kaliski, "Analyzing and comparing Montgomery multiplication algorithms", 1996): 2N² + N word products.

use core::marker::PhantomData;

use subtle::Choice;

use crate::modulus::{LIMBS, Limbs, Params};
use crate::word::Word;

/// The residues modulo `M` on N words of type `W`: a namespace of functions, never a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mont<M, W, const N: usize>(PhantomData<(M, W)>);

impl<M: Params<W, N>, W: Word, const N: usize> Mont<M, W, N> {
    /// Whether lazy values may exceed the modulus: R ≥ 4m.
    pub const LAZY: bool = M::SPARE_BITS >= 2;

    /// Zero.
    pub const ZERO: [W; N] = [W::ZERO; N];

    /// One, in Montgomery form.
    pub const ONE: [W; N] = M::R_W;

    /// Words of an integer in 64-bit limbs.
    #[inline(always)]
    pub fn words(limbs: &Limbs) -> [W; N] {
        let mut out = [W::ZERO; N];
        for (i, word) in out.iter_mut().enumerate() {
            *word = W::of_limbs(limbs, i);
        }
        out
    }

    /// 64-bit limbs of an integer in words.
    #[inline(always)]
    pub fn limbs(words: &[W; N]) -> Limbs {
        let mut out = [0; LIMBS];
        for (i, word) in words.iter().enumerate() {
            word.into_limbs(&mut out, i);
        }
        out
    }

    /// a + b: lazy from reduced.
    #[inline(always)]
    pub fn add(a: &[W; N], b: &[W; N]) -> [W; N] {
        debug_assert!(Self::is_reduced(a) && Self::is_reduced(b));
        let (sum, carry) = add_words(a, b);
        if Self::LAZY { sum } else { Self::subtract_once(&sum, carry) }
    }

    /// a − b: lazy from reduced.
    #[inline(always)]
    pub fn sub(a: &[W; N], b: &[W; N]) -> [W; N] {
        debug_assert!(Self::is_reduced(a) && Self::is_reduced(b));
        if Self::LAZY {
            // a + (m − b) lies in (0, 2m).
            add_words(a, &sub_words(&M::P_W, b).0).0
        } else {
            let (difference, borrow) = sub_words(a, b);
            let mask = W::wrapping_neg(borrow).opaque();
            add_words(&difference, &masked(&M::P_W, mask)).0
        }
    }

    /// −a: reduced from reduced.
    #[inline(always)]
    pub fn neg(a: &[W; N]) -> [W; N] {
        debug_assert!(Self::is_reduced(a));
        // m − a, which is m itself for zero: one conditional subtraction brings that back.
        Self::subtract_once(&sub_words(&M::P_W, a).0, W::ZERO)
    }

    /// Reduced from lazy.
    #[inline(always)]
    pub fn weak(a: &[W; N]) -> [W; N] {
        if Self::LAZY { Self::subtract_once(a, W::ZERO) } else { *a }
    }

    /// a/2: reduced from reduced.
    #[inline(always)]
    pub fn half(a: &[W; N]) -> [W; N] {
        debug_assert!(Self::is_reduced(a));
        let mask = W::wrapping_neg(a[0] & W::ONE).opaque();
        let (sum, carry) = add_words(a, &masked(&M::P_W, mask));
        let mut limbs = Self::limbs(&sum);
        let top = M::LEN - 1;
        for i in 0..top {
            limbs[i] = (limbs[i] >> 1) | (limbs[i + 1] << 63);
        }
        limbs[top] = (limbs[top] >> 1) | (carry.to_u64() << 63);
        Self::words(&limbs)
    }

    /// a·b·R⁻¹: reduced from lazy.
    #[inline(always)]
    pub fn mul(a: &[W; N], b: &[W; N]) -> [W; N] {
        debug_assert!(Self::is_lazy(a) && Self::is_lazy(b));
        let p = &M::P_W;
        let mut t = [W::ZERO; N];
        let mut top = W::ZERO;
        for &a_i in a {
            let (t_0, mut c_ab) = W::mac(t[0], a_i, b[0], W::ZERO);
            let q = W::wrapping_mul(t_0, M::N0_W);
            let (_, mut c_qp) = W::mac(t_0, q, p[0], W::ZERO);
            for j in 1..N {
                let (t_j, carry) = W::mac(t[j], a_i, b[j], c_ab);
                c_ab = carry;
                (t[j - 1], c_qp) = W::mac(t_j, q, p[j], c_qp);
            }
            if Self::LAZY {
                // The sum is below 2^64·R, see the header: no carry.
                t[N - 1] = W::wrapping_add(c_ab, c_qp);
            } else {
                let (s, c_0) = W::adc(top, c_ab, W::ZERO);
                let (s, c_1) = W::adc(s, c_qp, W::ZERO);
                t[N - 1] = s;
                top = W::wrapping_add(c_0, c_1);
            }
        }
        Self::subtract_once(&t, top)
    }

    /// a²·R⁻¹: reduced from lazy. Each mixed product is computed once and doubled: (N² + N)/2 + N² + N word products.
    #[inline(always)]
    pub fn sqr(a: &[W; N]) -> [W; N] {
        Self::mul(a, a)
    }

    /// To Montgomery form, from any integer of N words.
    #[inline(always)]
    pub fn from_words(integer: &[W; N]) -> [W; N] {
        // The operand may exceed the lazy range: x·(R² mod m) < R·m, and (R·m + R·m)/R = 2m, so one subtraction still
        // suffices; only the interleaved words need a carry, which the wide form has.
        let mut wide = crate::wide::Wide::zero();
        wide.accumulate_any::<M>(integer, &M::R2_W);
        wide.reduce::<M>()
    }

    /// Out of Montgomery form: the integer below m.
    #[inline(always)]
    pub fn to_words(a: &[W; N]) -> [W; N] {
        debug_assert!(Self::is_reduced(a));
        let mut one = [W::ZERO; N];
        one[0] = W::ONE;
        Self::mul(a, &one)
    }

    /// k·a for a small k: reduced from reduced.
    #[inline(always)]
    pub fn times(a: &[W; N], k: u32) -> [W; N] {
        debug_assert!(Self::is_reduced(a));
        debug_assert!(k <= 1 << 8, "the quotient estimate is proved up to 256 times the modulus");
        let k = W::from_u64(k as u64);
        let mut out = [W::ZERO; N];
        let mut carry = W::ZERO;
        for (out, &a) in out.iter_mut().zip(a) {
            (*out, carry) = W::mac(W::ZERO, a, k, carry);
        }
        Self::reduce_small(&out, carry)
    }

    /// Whether a is zero: reduced operands.
    #[inline(always)]
    pub fn is_zero(a: &[W; N]) -> Choice {
        debug_assert!(Self::is_reduced(a));
        let mut bits = W::ZERO;
        for &word in a {
            bits = bits | word;
        }
        // 0 − bits borrows unless bits is zero.
        let (_, borrow) = W::sbb(W::ZERO, bits, W::ZERO);
        Choice::from(1 ^ borrow.to_u64() as u8)
    }

    /// Whether two reduced residues are equal.
    #[inline(always)]
    pub fn equal(a: &[W; N], b: &[W; N]) -> Choice {
        let mut difference = [W::ZERO; N];
        for i in 0..N {
            difference[i] = a[i] ^ b[i];
        }
        let mut bits = W::ZERO;
        for word in difference {
            bits = bits | word;
        }
        let (_, borrow) = W::sbb(W::ZERO, bits, W::ZERO);
        Choice::from(1 ^ borrow.to_u64() as u8)
    }

    /// a if the choice is 0, b if it is 1.
    #[inline(always)]
    pub fn select(a: &[W; N], b: &[W; N], choice: Choice) -> [W; N] {
        let mask = W::wrapping_neg(W::from_u64(choice.unwrap_u8() as u64)).opaque();
        let mut out = [W::ZERO; N];
        for i in 0..N {
            out[i] = a[i] ^ (mask & (a[i] ^ b[i]));
        }
        out
    }

    /// Whether an integer of N words is below m.
    #[inline(always)]
    pub fn is_below_modulus(integer: &[W; N]) -> Choice {
        let (_, borrow) = sub_words(integer, &M::P_W);
        Choice::from(borrow.to_u64() as u8)
    }

    /// value − m if that is not negative, else value; `carry` is the word above. One subtraction, no branch.
    #[inline(always)]
    pub(crate) fn subtract_once(value: &[W; N], carry: W) -> [W; N] {
        let (reduced, borrow) = sub_words(value, &M::P_W);
        let (_, borrow) = W::sbb(carry, W::ZERO, borrow);
        let mask = W::wrapping_neg(borrow).opaque();
        let mut out = [W::ZERO; N];
        for i in 0..N {
            out[i] = (value[i] & mask) | (reduced[i] & !mask);
        }
        out
    }

    /// Reduced from V = carry·R + value, if that is at most 256·m.
    ///
    /// The quotient is estimated from the bits of V above 2^s, s = BITS − 16: with M = m/2^s ≥ 2^15, h = ⌊V/2^s⌋ ≤ 256·M,
    /// d = ⌊M⌋ + 1 and ρ = ⌊2^32/d⌋ it is ⌊h·ρ/2^32⌋. That is never above V/m, since ρ/2^32 ≤ 1/d < 1/M. It falls short by
    /// - at most V/m − h/d < (V/2^s + M)/(M·(M + 1)) ≤ 257/2^15 from the roundings of h and d,
    /// - at most h/2^32 < 2^-8 from that of ρ,
    ///
    /// in total by less than 0.012: so the integer estimate is the quotient or one less, and what is left is below 2m.
    /// A modulus of at most 16 bits has s = 0, d = m, and the second error alone. All fits 64 bits: h < 2^24, h·ρ < 2^41
    /// (2^40 where s = 0, since h/m ≤ 256).
    #[inline(always)]
    #[allow(clippy::integer_division_remainder_used)] // Of compile-time constants.
    pub(crate) fn reduce_small(value: &[W; N], carry: W) -> [W; N] {
        let word = |i: usize| if i < N { value[i].to_u64() } else { carry.to_u64() };
        let (index, offset) = ((Self::ESTIMATE_FROM / W::BITS) as usize, Self::ESTIMATE_FROM % W::BITS);
        let mut high = word(index) >> offset;
        if offset > 0 {
            high |= word(index + 1) << (W::BITS - offset);
        }
        let quotient = W::from_u64((high * Self::RECIPROCAL) >> 32);
        let mut out = [W::ZERO; N];
        let mut borrow = W::ZERO;
        let mut product_carry = W::ZERO;
        for i in 0..N {
            let (low, high) = W::mac(W::ZERO, M::P_W[i], quotient, product_carry);
            product_carry = high;
            (out[i], borrow) = W::sbb(value[i], low, borrow);
        }
        let (rest, _) = W::sbb(carry, product_carry, borrow);
        Self::subtract_once(&out, rest)
    }

    /// s of [`Self::reduce_small`].
    const ESTIMATE_FROM: u32 = M::BITS.saturating_sub(16);

    /// ρ of [`Self::reduce_small`].
    #[allow(clippy::integer_division_remainder_used)]
    const RECIPROCAL: u64 = {
        let above = (Self::ESTIMATE_FROM % 64, (Self::ESTIMATE_FROM / 64) as usize);
        let mut d = M::P[above.1] >> above.0;
        if above.0 > 48 && above.1 + 1 < LIMBS {
            d |= M::P[above.1 + 1] << (64 - above.0);
        }
        if Self::ESTIMATE_FROM > 0 {
            d += 1;
        }
        (1 << 32) / d
    };

    /// Whether a value is in the reduced range; for debug assertions.
    #[inline(always)]
    pub fn is_reduced(a: &[W; N]) -> bool {
        sub_words(a, &M::P_W).1 == W::ONE
    }

    /// Whether a value is in the lazy range; for debug assertions.
    #[inline(always)]
    pub fn is_lazy(a: &[W; N]) -> bool {
        if !Self::LAZY {
            return Self::is_reduced(a);
        }
        let (double, _) = add_words(&M::P_W, &M::P_W);
        sub_words(a, &double).1 == W::ONE
    }
}

/// a + b and the carry.
#[inline(always)]
pub(crate) fn add_words<W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> ([W; N], W) {
    let mut out = [W::ZERO; N];
    let mut carry = W::ZERO;
    for i in 0..N {
        (out[i], carry) = W::adc(a[i], b[i], carry);
    }
    (out, carry)
}

/// a − b and the borrow.
#[inline(always)]
pub(crate) fn sub_words<W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> ([W; N], W) {
    let mut out = [W::ZERO; N];
    let mut borrow = W::ZERO;
    for i in 0..N {
        (out[i], borrow) = W::sbb(a[i], b[i], borrow);
    }
    (out, borrow)
}

/// a under a mask.
#[inline(always)]
pub(crate) fn masked<W: Word, const N: usize>(a: &[W; N], mask: W) -> [W; N] {
    let mut out = [W::ZERO; N];
    for i in 0..N {
        out[i] = a[i] & mask;
    }
    out
}
