//! Montgomery arithmetic on N words: the portable engine, and the reference of all others.
//!
//! A residue x is held as x·R mod m with R = 2^(64·LEN) (P. L. Montgomery, "Modular multiplication
//! without trial division", 1985). Two ranges occur:
//!
//! | range | values | who makes it |
//! |---|---|---|
//! | reduced | [0, m) | every function but the two below |
//! | lazy | [0, 2m) if R ≥ 4m (two spare bits), else [0, m) | [`Mont::add`], [`Mont::sub`] |
//!
//! Multiplication takes lazy operands: with R ≥ 4m the value before the last subtraction is at most
//! (2m)²/R + m ≤ 2m, so one subtraction suffices, and no intermediate word overflows. Moduli with
//! fewer spare bits keep a carry word instead, and their lazy values are reduced. Debug builds
//! check each operand against its range.
//!
//! The product is interleaved with the reduction, one word of `a` per step ("coarsely integrated
//! operand scanning", Koç, Acar, Kaliski, "Analyzing and comparing Montgomery multiplication
//! algorithms", 1996): 2N² + N word products. How a row is added (`add_product`) decides the speed:
//! in two chains of additions with carry it is an eighth faster at 6 words of 64 bits than in one
//! chain of multiply-accumulate steps. The loop over rows stays a loop: unrolled it gains up to 5 %
//! and is six times the code.
//!
//! Where m ≡ −1 modulo the word, the quotient of a step is the lowest word itself and its product
//! with the lowest word of m falls away (`cancel_lowest`); a prime whose other words are few powers
//! of two saves more.
//!
//! A square is a product. The N·(N − 1)/2 word products that a separate form saves come with a
//! double-width intermediate result, whose reduction cannot be interleaved: product and reduction
//! apart ([`Wide`]) cost half as much again as interleaved, more than squaring can win back.

use core::marker::PhantomData;

use subtle::Choice;

use crate::modulus::{LIMBS, Limbs, Params};
use crate::wide::{MAX_PRODUCTS, Wide};
use crate::word::Word;

/// The residues modulo `M` on N words of type `W`: a namespace of functions, never a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mont<M, W, const N: usize>(PhantomData<(M, W)>);

impl<M: Params<W, N>, W: Word, const N: usize> Mont<M, W, N> {
    /// Whether lazy values may exceed the modulus: R ≥ 4m.
    pub const LAZY: bool = M::SPARE_BITS >= 2;

    /// Whether complex products are best made of three: see [`Mont::complex_product`].
    pub const BY_THREE_PRODUCTS: bool = W::KERNELS && M::SPARE_BITS >= 2;

    /// Whether products are made by the kernels of the words.
    const KERNELS: bool = W::KERNELS && !M::RARELY_MULTIPLIED;

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
        if Self::LAZY {
            W::plain_sum(a, b)
        } else {
            if W::SUMS {
                return W::sum::<M, N>(a, b);
            }
            // a − (m − b), by two chains of borrows and one of carries: where the words of m are
            // sparse, compilers make less of a + b − m and the choice after it. m − b is m itself
            // for zero, which the difference takes as well.
            Self::sub_any(a, &sub_words(&M::P_W, b).0)
        }
    }

    /// a − b: lazy from reduced.
    #[inline(always)]
    pub fn sub(a: &[W; N], b: &[W; N]) -> [W; N] {
        debug_assert!(Self::is_reduced(a) && Self::is_reduced(b));
        if Self::LAZY {
            // In (0, 2m).
            W::difference_and_modulus::<M, N>(a, b)
        } else {
            Self::difference(a, b)
        }
    }

    /// a + b: reduced from reduced.
    #[inline(always)]
    pub fn sum(a: &[W; N], b: &[W; N]) -> [W; N] {
        debug_assert!(Self::is_reduced(a) && Self::is_reduced(b));
        if W::SUMS {
            return W::sum::<M, N>(a, b);
        }
        Self::weak(&Self::add(a, b))
    }

    /// a − b: reduced from reduced.
    #[inline(always)]
    pub fn difference(a: &[W; N], b: &[W; N]) -> [W; N] {
        debug_assert!(Self::is_reduced(a) && Self::is_reduced(b));
        if W::SUMS {
            return W::difference::<M, N>(a, b);
        }
        Self::sub_any(a, b)
    }

    /// a − b or a − b + m, whichever is in [0, m); for a below m, b at most m.
    #[inline(always)]
    pub(crate) fn sub_any(a: &[W; N], b: &[W; N]) -> [W; N] {
        let (difference, borrow) = sub_words(a, b);
        let mask = W::wrapping_neg(borrow).opaque();
        add_words(&difference, &masked(&M::P_W, mask)).0
    }

    /// −a: reduced from reduced.
    #[inline(always)]
    pub fn neg(a: &[W; N]) -> [W; N] {
        debug_assert!(Self::is_reduced(a));
        W::negative::<M, N>(a)
    }

    /// Reduced from lazy.
    #[inline(always)]
    pub fn weak(a: &[W; N]) -> [W; N] {
        if Self::LAZY { W::below_modulus::<M, N>(a) } else { *a }
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
        if Self::MULTIPLIED {
            debug_assert!(Self::is_operand(a) && Self::is_operand(b));
            return Self::end(Self::begin(a, b), a, b);
        }
        if Self::KERNELS {
            debug_assert!(Self::is_operand(a) && Self::is_operand(b));
            return W::reduced::<M, N>(&W::product(a, b));
        }
        if W::KERNELS {
            debug_assert!(Self::is_operand(a) && Self::is_operand(b));
            return Self::in_rows(a, b);
        }
        Self::sum_of_products([(a, b)])
    }

    /// a²·R⁻¹: reduced from lazy. The same as a product, see the header, but where
    /// [`Word::KERNELS`] says otherwise.
    #[inline(always)]
    pub fn sqr(a: &[W; N]) -> [W; N] {
        if Self::KERNELS && !Self::MULTIPLIED {
            debug_assert!(Self::is_operand(a));
            // 2m has a spare bit where values are lazy.
            return W::reduced::<M, N>(&if Self::LAZY {
                W::square::<N, false>(a)
            } else {
                W::square::<N, true>(a)
            });
        }
        Self::mul(a, a)
    }

    /// (Σ aₖ·bₖ)·R⁻¹ for at most [`MAX_PRODUCTS`] pairs: reduced from lazy, or from
    /// [`Mont::complement`] of lazy (the bounds below hold for operands up to 2m itself).
    ///
    /// One reduction for all products, interleaved with them: (K + 1)·N² + N word products, and a
    /// sum that never leaves N + 2 words.
    #[inline(always)]
    pub fn sum_of_products<const K: usize>(terms: [(&[W; N], &[W; N]); K]) -> [W; N] {
        Self::sum_of_both(terms, [])
    }

    /// As [`Mont::sum_of_products`] with the K + L terms in two lists, which is how sums of complex
    /// products come.
    #[inline(always)]
    pub(crate) fn sum_of_both<const K: usize, const L: usize>(
        first: [(&[W; N], &[W; N]); K],
        second: [(&[W; N], &[W; N]); L],
    ) -> [W; N] {
        let count = K + L;
        const { assert!(K + L <= MAX_PRODUCTS as usize, "too many products in one sum") };
        debug_assert!(
            first.iter().chain(&second).all(|(a, b)| Self::is_operand(a) && Self::is_operand(b))
        );
        if Self::MULTIPLIED {
            return Self::sum_of_reduced(first.into_iter().chain(second), count);
        }
        if Self::KERNELS {
            let mut terms = first.into_iter().chain(second);
            let mut wide = terms.next().map_or_else(Wide::zero, |(a, b)| Wide::of_product(a, b));
            for (a, b) in terms {
                wide.accumulate_any(a, b);
            }
            // As below: what is divided by R is then below 2m.
            let (words, top) = wide.parts();
            return if Self::LAZY && count <= 1 << (M::SPARE_BITS - 2) {
                W::reduced::<M, N>(words)
            } else {
                reduced_above::<M, W, N>(words, top)
            };
        }
        let mut t = [W::ZERO; N];
        let mut over = W::ZERO;
        for i in 0..N {
            // Before this step t < Σ bₖ + m =: B, before its division by the word it is below
            // 2^w·B: no word above N + 1 is needed if B ≤ (2·count + 1)·m ≤ R.
            let mut above = (over, W::ZERO);
            for (a, b) in first {
                above = add_product(&mut t, above, a[i], b);
            }
            for (a, b) in second {
                above = add_product(&mut t, above, a[i], b);
            }
            above = cancel_lowest::<M, W, N>(&mut t, above);
            t = shifted(&t, above.0);
            over = if Self::LAZY && 2 * count < 1 << M::SPARE_BITS { W::ZERO } else { above.1 };
        }
        // Below Σ aₖ·bₖ/R + m, and each term is below 4m²/R < 2^(2 − spare bits)·m, or m without
        // lazy values.
        if count == 1 || (Self::LAZY && count <= 1 << (M::SPARE_BITS - 2)) {
            Self::subtract_once(&t, over)
        } else {
            Self::reduce_small(&t, over)
        }
    }

    /// 2m − b, or m − b where lazy values are reduced: minus b, as an operand of
    /// [`Mont::sum_of_products`]; from lazy.
    ///
    /// Zero gives 2m (or m), just beyond the range that other functions take.
    #[inline(always)]
    pub fn complement(b: &[W; N]) -> [W; N] {
        let (from_m, _) = sub_words(&M::P_W, b);
        // With lazy values m − b may be negative; the carry out of the second addition cancels its
        // borrow.
        if Self::LAZY { add_words(&from_m, &M::P_W).0 } else { from_m }
    }

    /// To Montgomery form, from any integer of N words.
    #[inline(always)]
    pub fn from_words(integer: &[W; N]) -> [W; N] {
        // The operand may exceed the lazy range: x·(R² mod m) < R·m, and (R·m + R·m)/R = 2m, so one
        // subtraction still suffices; only the interleaved words need a carry, which the wide form
        // has.
        if Self::MULTIPLIED {
            return Self::end(Self::begin(integer, &M::R2_W), integer, &M::R2_W);
        }
        if W::KERNELS && !Self::KERNELS {
            return Self::in_rows(integer, &M::R2_W);
        }
        let mut wide = Wide::zero();
        wide.accumulate_any(integer, &M::R2_W);
        wide.reduce::<M>()
    }

    /// a·b·R⁻¹, reduced, of lazy operands, or of any a and a reduced b: a product row by row where
    /// others are kernels, and out of line.
    ///
    /// As [`Mont::sum_of_products`], with a second word above the number: before a step it is below
    /// b + m, which a's word does not change.
    #[inline(never)]
    fn in_rows(a: &[W; N], b: &[W; N]) -> [W; N] {
        let mut t = [W::ZERO; N];
        let mut over = W::ZERO;
        for &word in a {
            let above = add_product(&mut t, (over, W::ZERO), word, b);
            let above = cancel_lowest::<M, W, N>(&mut t, above);
            t = shifted(&t, above.0);
            over = above.1;
        }
        Self::subtract_once(&t, over)
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
        if W::KERNELS {
            return W::multiple::<M, N>(a, k);
        }
        let k = W::from_u64(k as u64);
        let mut out = [W::ZERO; N];
        let mut carry = W::ZERO;
        each_word!(i < N => {
            (out[i], carry) = W::mac(W::ZERO, a[i], k, carry);
        });
        Self::reduce_small(&out, carry)
    }

    /// Whether a is zero: reduced operands.
    #[inline(always)]
    pub fn is_zero(a: &[W; N]) -> Choice {
        debug_assert!(Self::is_reduced(a));
        is_zero_words(a)
    }

    /// Whether two reduced residues are equal.
    #[inline(always)]
    pub fn equal(a: &[W; N], b: &[W; N]) -> Choice {
        let mut difference = [W::ZERO; N];
        for i in 0..N {
            difference[i] = a[i] ^ b[i];
        }
        is_zero_words(&difference)
    }

    /// a if the choice is 0, b if it is 1.
    #[inline(always)]
    pub fn select(a: &[W; N], b: &[W; N], choice: Choice) -> [W; N] {
        select_words(a, b, choice)
    }

    /// Whether an integer of N words is below m.
    #[inline(always)]
    pub fn is_below_modulus(integer: &[W; N]) -> Choice {
        let (_, borrow) = sub_words(integer, &M::P_W);
        Choice::from(borrow.to_u64() as u8)
    }

    /// value − m if that is not negative, else value; `carry` is the word above. One subtraction,
    /// no branch.
    #[inline(always)]
    pub(crate) fn subtract_once(value: &[W; N], carry: W) -> [W; N] {
        subtract_modulus_once::<M, W, N>(value, carry)
    }

    /// Reduced from V = carry·R + value, if that is at most 512·m.
    ///
    /// The quotient is estimated from the bits of V above 2^s, s = BITS − 16: with M = m/2^s ≥
    /// 2^15, h = ⌊V/2^s⌋ ≤ 512·M, d = ⌊M⌋ + 1 and ρ = ⌊2^32/d⌋ it is ⌊h·ρ/2^32⌋. That is never
    /// above V/m, since ρ/2^32 ≤ 1/d < 1/M. It falls short by
    /// - at most V/m − h/d < (V/2^s + M)/(M·(M + 1)) ≤ 513/2^15 from the roundings of h and d,
    /// - at most h/2^32 < 2^-7 from that of ρ,
    ///
    /// in total by less than 0.024: so the integer estimate is the quotient or one less, and what
    /// is left is below 2m. A modulus of at most 16 bits has s = 0, d = m, and the second error
    /// alone. All fits 64 bits: h < 2^25, h·ρ < 2^42 (2^41 where s = 0, since h/m ≤ 512).
    #[inline(always)]
    #[allow(clippy::integer_division_remainder_used)] // Of compile-time constants.
    pub(crate) fn reduce_small(value: &[W; N], carry: W) -> [W; N] {
        if W::KERNELS {
            return W::small_reduced::<M, N>(value, carry);
        }
        let word = |i: usize| if i < N { value[i].to_u64() } else { carry.to_u64() };
        let (index, offset) =
            ((Self::ESTIMATE_FROM / W::BITS) as usize, Self::ESTIMATE_FROM % W::BITS);
        let mut high = word(index) >> offset;
        if offset > 0 {
            high |= word(index + 1) << (W::BITS - offset);
        }
        let quotient = W::from_u64((high * Self::RECIPROCAL) >> 32);
        let mut out = [W::ZERO; N];
        let mut borrow = W::ZERO;
        let mut product_carry = W::ZERO;
        each_word!(i < N => {
            let (low, high) = W::mac(W::ZERO, M::P_W[i], quotient, product_carry);
            product_carry = high;
            (out[i], borrow) = W::sbb(value[i], low, borrow);
        });
        let (rest, _) = W::sbb(carry, product_carry, borrow);
        Self::subtract_once(&out, rest)
    }

    /// s of [`Self::reduce_small`].
    pub(crate) const ESTIMATE_FROM: u32 = M::BITS.saturating_sub(16);

    /// ρ of [`Self::reduce_small`].
    #[allow(clippy::integer_division_remainder_used)]
    pub(crate) const RECIPROCAL: u64 = {
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

    /// Whether a value is in the lazy range or just at its end; for debug assertions.
    fn is_operand(a: &[W; N]) -> bool {
        // x is at most the end where end − x is not negative.
        let (end, over) = if Self::LAZY { add_words(&M::P_W, &M::P_W) } else { (M::P_W, W::ZERO) };
        over == W::ZERO && sub_words(&end, a).1 == W::ZERO
    }

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
    each_word!(i < N => {
        (out[i], carry) = W::adc(a[i], b[i], carry);
    });
    (out, carry)
}

/// a − b and the borrow.
#[inline(always)]
pub(crate) fn sub_words<W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> ([W; N], W) {
    let mut out = [W::ZERO; N];
    let mut borrow = W::ZERO;
    each_word!(i < N => {
        (out[i], borrow) = W::sbb(a[i], b[i], borrow);
    });
    (out, borrow)
}

/// Adds x·y to the number of N + 2 words whose lower part is t; returns its upper part.
///
/// On 64-bit words in two passes, low words of the products and high words, each one chain of
/// additions with carry: a quarter less instructions than a chain of x·yⱼ + tⱼ + carry, each of
/// which needs two double-width additions. Not so on 32-bit words, where hosts add in 64 bits and
/// small cores have no carry flag.
#[inline(always)]
pub(crate) fn add_product<W: Word, const N: usize>(
    t: &mut [W; N],
    above: (W, W),
    x: W,
    y: &[W; N],
) -> (W, W) {
    let (mut carry, mut carry_high) = (W::ZERO, W::ZERO);
    // Two chains of carries, where the processor has a flag for them.
    if W::BITS == 64 && !cfg!(target_arch = "riscv64") {
        let mut high = [W::ZERO; N];
        for j in 0..N {
            let low;
            (low, high[j]) = W::mac(W::ZERO, x, y[j], W::ZERO);
            (t[j], carry) = W::adc(t[j], low, carry);
        }
        for j in 1..N {
            (t[j], carry_high) = W::adc(t[j], high[j - 1], carry_high);
        }
        let (top, over) = W::adc(above.0, high[N - 1], carry);
        let (top, over_high) = W::adc(top, W::ZERO, carry_high);
        (top, W::wrapping_add(above.1, W::wrapping_add(over, over_high)))
    } else {
        (t[0], carry) = W::mac_first(t[0], x, y[0]);
        for j in 1..N {
            (t[j], carry) = W::mac(t[j], x, y[j], carry);
        }
        let (top, over) = W::adc(above.0, carry, W::ZERO);
        (top, W::wrapping_add(above.1, over))
    }
}

/// Adds the multiple q·m that makes the lowest word of the number of N + 2 words zero; its lower
/// part is t, of which the lowest word is the caller's to drop. Returns the upper part.
///
/// Where m ≡ −1 modulo the word, q is the lowest word itself, and t + q·m = (t − q) + q·(m + 1):
/// one word product less, none for the quotient, and the words of m + 1 that are powers of two or
/// zero, which the compiler sees, need none either (2^256 − 2^224 + 2^192 + 2^96 − 1: one product
/// in four words instead of five).
#[inline(always)]
pub(crate) fn cancel_lowest<M: Params<W, N>, W: Word, const N: usize>(
    t: &mut [W; N],
    above: (W, W),
) -> (W, W) {
    if M::N0_W == W::ONE {
        let q = t[0];
        t[0] = W::ZERO;
        add_product(t, above, q, &M::P_PLUS_1_W)
    } else {
        let q = W::wrapping_mul(t[0], M::N0_W);
        add_product(t, above, q, &M::P_W)
    }
}

/// (t + q·m)/R for the q below R that makes it whole, and its carry.
#[inline(always)]
pub(crate) fn divided<M: Params<W, N>, W: Word, const N: usize>(
    [low, high]: &[[W; N]; 2],
) -> ([W; N], W) {
    let mut t = *low;
    let mut over = W::ZERO;
    for &word in high {
        let above = W::adc(word, over, W::ZERO);
        let top = cancel_lowest::<M, W, N>(&mut t, above);
        over = top.1;
        t = shifted(&t, top.0);
    }
    (t, over)
}

/// t/R modulo m, reduced, of a t of 2N words and one on top; t/R is at most 255·m.
#[inline(never)]
fn reduced_above<M: Params<W, N>, W: Word, const N: usize>(words: &[[W; N]; 2], top: W) -> [W; N] {
    let (t, over) = W::divided::<M, N>(words);
    Mont::<M, W, N>::reduce_small(&t, W::wrapping_add(over, top))
}

/// t without its lowest word, and a word on top.
#[inline(always)]
pub(crate) fn shifted<W: Word, const N: usize>(t: &[W; N], top: W) -> [W; N] {
    let mut out = [top; N];
    out[..N - 1].copy_from_slice(&t[1..]);
    out
}

/// a under a mask.
#[inline(always)]
pub(crate) fn masked<W: Word, const N: usize>(a: &[W; N], mask: W) -> [W; N] {
    let mut out = [W::ZERO; N];
    each_word!(i < N => {
        out[i] = a[i] & mask;
    });
    out
}

/// value − m if that is not negative, else value; `carry` is the word above. One subtraction, no
/// branch.
#[inline(always)]
pub(crate) fn subtract_modulus_once<M: Params<W, N>, W: Word, const N: usize>(
    value: &[W; N],
    carry: W,
) -> [W; N] {
    let (reduced, borrow) = sub_words(value, &M::P_W);
    let (_, borrow) = W::sbb(carry, W::ZERO, borrow);
    select_by(value, &reduced, W::wrapping_neg(borrow).opaque())
}

/// a under a mask of ones, b under a mask of zeros.
#[inline(always)]
pub(crate) fn select_by<W: Word, const N: usize>(a: &[W; N], b: &[W; N], mask: W) -> [W; N] {
    let mut out = [W::ZERO; N];
    each_word!(i < N => {
        out[i] = (a[i] & mask) | (b[i] & !mask);
    });
    out
}

/// Whether all words are zero.
#[inline(always)]
pub(crate) fn is_zero_words<W: Word, const N: usize>(a: &[W; N]) -> Choice {
    let mut bits = W::ZERO;
    for &word in a {
        bits = bits | word;
    }
    // 0 − bits borrows unless bits is zero.
    let (_, borrow) = W::sbb(W::ZERO, bits, W::ZERO);
    Choice::from(1 ^ borrow.to_u64() as u8)
}

/// a if the choice is 0, b if it is 1.
#[inline(always)]
pub(crate) fn select_words<W: Word, const N: usize>(
    a: &[W; N],
    b: &[W; N],
    choice: Choice,
) -> [W; N] {
    let mask = W::wrapping_neg(W::from_u64(choice.unwrap_u8() as u64)).opaque();
    let mut out = [W::ZERO; N];
    each_word!(i < N => {
        out[i] = a[i] ^ (mask & (a[i] ^ b[i]));
    });
    out
}
