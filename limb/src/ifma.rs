//! Eight residues side by side: the AVX-512 IFMA engine, for moduli of 4 and 6 words.
//!
//! A value ([`Lanes`]) holds eight independent residues, one per lane of 64 bits, in L limbs of 52
//! bits: five for 4 words, eight for 6. IFMA multiplies 52 by 52 bits in each lane and adds the low
//! or the high half of the product, and everything here is made of that:
//!
//! * A **product** is a sum into fixed columns, 2L² multiply-adds; a square L² + L. With fixed
//!   indices compilers keep all columns in registers; the same sums into an accumulator that moves
//!   by a limb per step take twice as long.
//! * **Montgomery's reduction** ([`Mont`]) with R = 2^(52L) takes 2L² more, and one: with c = −1/m
//!   mod 2^52 and M = (c·m + 1)/2^52, a column t adds t·c·m, which is t·M one column higher less t
//!   itself. So the quotient digit is the column, and no product computes it; only the last step
//!   takes c and m apart, which keeps the result below (1 + c/2^52)·m + T/R. Limbs of M that are
//!   zero are left out.
//! * **Folding** ([`Fold`]) for 2^k − c: the columns above 2^260 times 2^260 mod m, then the bits
//!   above 2^k times c: a dozen multiply-adds.
//!
//! | range | values | who makes it |
//! |---|---|---|
//! | reduced | \[0, 2m\], limbs of 52 bits | products, reductions, `weak` |
//! | lazy | \[0, 4m\], limbs of 52 bits | sums and differences of reduced values |
//! | wide | 2L signed columns of 64 bits | products before their reduction |
//!
//! A column takes 2L halves per product, below 2^56 each time for eight limbs, so that 128 products
//! would fit a signed column; [`MAX_PRODUCTS`](crate::wide::MAX_PRODUCTS) of lazy operands is what
//! formulas may add.
//!
//! **Safe to call.** A value is made with the token [`cpu::Ifma`], which exists only where the CPU
//! has the instructions, or from other values. **Constant time.** No branch and no address depends
//! on a value; choices are masks, one bit per lane.
//!
//! S. Gueron, V. Krasnov, "Accelerating big integer arithmetic using Intel IFMA extensions", ARITH
//! 2016, for limbs of 52 bits; that −1/m may be multiplied into the modulus is folklore.

#![allow(clippy::needless_range_loop)] // One index runs over several arrays.
#![allow(clippy::absurd_extreme_comparisons)] // The first index of an unrolled loop.

use core::arch::x86_64::__m512i;

use crate::cpu;
use crate::each::Each;
use crate::modulus::{LIMBS, Limbs, Params, limbs_52, power_of_two};

/// t += a·b in columns.
macro_rules! add_product {
    ($t:ident, $a:expr, $b:expr, $limbs:expr) => {
        unrolled!(i < $limbs => {
            unrolled!(j < $limbs => {
                $t[i + j] = _mm512_madd52lo_epu64($t[i + j], $a[i], $b[j]);
                $t[i + j + 1] = _mm512_madd52hi_epu64($t[i + j + 1], $a[i], $b[j]);
            });
        });
    };
}

/// t = a² in columns, from t = 0.
macro_rules! square {
    ($t:ident, $a:expr, $limbs:expr) => {
        unrolled!(i < $limbs => {
            unrolled!(j < $limbs => {
                if i < j {
                    $t[i + j] = _mm512_madd52lo_epu64($t[i + j], $a[i], $a[j]);
                    $t[i + j + 1] = _mm512_madd52hi_epu64($t[i + j + 1], $a[i], $a[j]);
                }
            });
        });
        unrolled!(i < $limbs => {
            $t[2 * i] = _mm512_add_epi64($t[2 * i], $t[2 * i]);
            $t[2 * i + 1] = _mm512_add_epi64($t[2 * i + 1], $t[2 * i + 1]);
            $t[2 * i] = _mm512_madd52lo_epu64($t[2 * i], $a[i], $a[i]);
            $t[2 * i + 1] = _mm512_madd52hi_epu64($t[2 * i + 1], $a[i], $a[i]);
        });
    };
}

mod fold;
mod four;
mod functions;
mod linear;
pub(crate) mod long;
mod mont;
mod rows;
mod wide;

pub use fold::Fold;
pub use four::Four;
pub use mont::{ComplexTerm, MOST_TERMS, Mont, Words};

/// Lanes of a vector.
pub const LANES: usize = 8;

/// Bits of a limb.
const BITS: u32 = 52;

/// The low 52 bits.
const LOW: u64 = (1 << BITS) - 1;

/// Limbs of a value of N words; zero if there are no kernels for that.
const fn limbs(words: usize) -> usize {
    if words == 4 || words == 6 { limbs_52(words) } else { 0 }
}

/// A limb of each lane.
type Limb = __m512i;

// SAFETY: all bits zero are a value of the vector.
const ZERO: Limb = unsafe { core::mem::transmute([0u64; LANES]) };

/// Limbs of a value, and room for more.
type Number = [Limb; 8];

/// Columns of a product, and one more.
type Columns = [Limb; 17];

/// Eight residues, N words long each: `low` and `high` together have a limb more than is used where
/// N is 4.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Lanes<const N: usize> {
    low: [Limb; N],
    high: [Limb; 2],
    token: cpu::Ifma,
}

/// Eight sums of products: 2L columns in two's complement, each of which may be negative.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Wide<const N: usize> {
    low: [Limb; N],
    middle: [Limb; N],
    high: [Limb; 4],
    token: cpu::Ifma,
    /// Whether small multiples were added, which unlike products are as long as m: known of every
    /// formula, and no secret.
    linear: bool,
    #[cfg(debug_assertions)]
    products: u32,
}

impl<const N: usize> Lanes<N> {
    const LIMBS: usize = limbs(N);

    #[inline(always)]
    fn of(token: cpu::Ifma, limbs: &Number) -> Self {
        let mut out = Self::zero(token);
        let (low, high) = limbs[..Self::LIMBS].split_at(N);
        out.low.copy_from_slice(low);
        out.high[..high.len()].copy_from_slice(high);
        out
    }

    /// Zero in every lane.
    #[inline(always)]
    pub fn zero(token: cpu::Ifma) -> Self {
        Self { low: [ZERO; N], high: [ZERO; 2], token }
    }

    /// The limbs, zeros above.
    #[inline(always)]
    fn number(&self) -> Number {
        let mut out = [ZERO; 8];
        out[..N].copy_from_slice(&self.low);
        out[N..Self::LIMBS].copy_from_slice(&self.high[..Self::LIMBS - N]);
        out
    }

    /// The proof.
    #[inline(always)]
    pub fn token(&self) -> cpu::Ifma {
        self.token
    }

    /// The limbs of a lane, for assertions.
    fn lane(&self, lane: usize) -> [u64; 8] {
        self.number().each(|limb| words_of(limb)[lane])
    }
}

/// The words of a vector.
fn words_of(limb: Limb) -> [u64; LANES] {
    // SAFETY: both are 64 bytes of any value.
    unsafe { core::mem::transmute(limb) }
}

impl<const N: usize> core::fmt::Debug for Lanes<N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries((0..LANES).map(|lane| self.lane(lane))).finish()
    }
}

impl<const N: usize> core::fmt::Debug for Wide<N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Wide").finish_non_exhaustive()
    }
}

impl<const N: usize> Wide<N> {
    const COLUMNS: usize = 2 * limbs(N);

    /// The empty sum.
    #[inline(always)]
    pub fn zero(token: cpu::Ifma) -> Self {
        Self {
            low: [ZERO; N],
            middle: [ZERO; N],
            high: [ZERO; 4],
            token,
            linear: false,
            #[cfg(debug_assertions)]
            products: 0,
        }
    }

    #[inline(always)]
    fn of(token: cpu::Ifma, columns: &Columns, _products: u32) -> Self {
        let mut out = Self::zero(token);
        out.set(columns);
        out.count(_products);
        out
    }

    #[inline(always)]
    fn set(&mut self, columns: &Columns) {
        self.low.copy_from_slice(&columns[..N]);
        self.middle.copy_from_slice(&columns[N..2 * N]);
        self.high[..Self::COLUMNS - 2 * N].copy_from_slice(&columns[2 * N..Self::COLUMNS]);
    }

    #[inline(always)]
    fn columns(&self) -> Columns {
        let mut out = [ZERO; 17];
        out[..N].copy_from_slice(&self.low);
        out[N..2 * N].copy_from_slice(&self.middle);
        out[2 * N..Self::COLUMNS].copy_from_slice(&self.high[..Self::COLUMNS - 2 * N]);
        out
    }

    /// The proof.
    #[inline(always)]
    pub fn token(&self) -> cpu::Ifma {
        self.token
    }

    #[inline(always)]
    fn count(&mut self, _products: u32) {
        #[cfg(debug_assertions)]
        {
            self.products += _products;
            assert!(self.products <= crate::wide::MAX_PRODUCTS, "too many products in one sum");
        }
    }

    #[inline(always)]
    fn join(&mut self, other: &Self) {
        self.linear |= other.linear;
        #[cfg(debug_assertions)]
        {
            self.products = self.products.max(other.products);
        }
    }
}

/// What the kernels know of a modulus, in limbs of 52 bits.
struct Facts<M, const N: usize>(core::marker::PhantomData<M>);

impl<M: Params<u64, N>, const N: usize> Facts<M, N> {
    const LIMBS: usize = limbs(N);

    /// Bits of m's highest limb. Like all facts it has some value for every modulus, since engines
    /// are generic over them: the functions of one that is not supported compile, and have no token
    /// to run with.
    const TOP_BITS: u32 =
        if Self::LIMBS == 0 { 0 } else { M::BITS.saturating_sub(BITS * (Self::LIMBS as u32 - 1)) };

    /// The highest limb of m.
    const TOP: u64 = Self::M1[Self::LIMBS.saturating_sub(1)];

    /// Whether there are kernels for its size: with a highest limb of 13 bits or more, so that
    /// quotients by m can be estimated ([`linear::reduce_small`]).
    const SUPPORTED: bool = Self::LIMBS > 0 && Self::TOP_BITS >= 13;

    /// Whether values are so much shorter than their limbs that T/R of a sum is a small part of m.
    const ROOMY: bool = Self::SLACK >= 24;

    /// R ≥ 2^SLACK·m.
    const SLACK: u32 = BITS.saturating_sub(Self::TOP_BITS);

    /// m.
    const M1: [u64; 8] = of_limbs(&M::P);
    /// 2m.
    const M2: [u64; 8] = Self::multiple(2);
    /// 4m.
    const M4: [u64; 8] = Self::multiple(4);

    /// k·m; the highest limb may be longer.
    const fn multiple(k: u64) -> [u64; 8] {
        let mut out = [0; 8];
        let mut carry = 0u128;
        let mut i = 0;
        while i < 8 {
            let sum = Self::M1[i] as u128 * k as u128 + carry;
            let last = i + 1 == Self::LIMBS;
            out[i] = if last { sum as u64 } else { sum as u64 & LOW };
            carry = if last { 0 } else { sum >> BITS };
            i += 1;
        }
        out
    }

    /// 2^(52L) − m: what subtracts m when it is added modulo 2^(52L).
    const MINUS: [u64; 8] = {
        let mut out = [0; 8];
        let mut carry = 1;
        let mut i = 0;
        while i < Self::LIMBS {
            let sum = (LOW ^ Self::M1[i]) + carry;
            out[i] = sum & LOW;
            carry = sum >> BITS;
            i += 1;
        }
        out
    };

    /// A quotient is estimated from the bits of the highest limb from this on, some eighteen bits
    /// of m's.
    const ESTIMATE_FROM: u32 = Self::TOP_BITS.saturating_sub(18);

    /// ⌊2^52/d⌋ with d one more than those bits of m.
    #[allow(clippy::integer_division_remainder_used)] // Of compile-time constants.
    const RECIPROCAL: u64 = (1 << BITS) / ((Self::TOP >> Self::ESTIMATE_FROM) + 1);
}

/// An integer of 64-bit limbs in limbs of 52 bits.
#[allow(clippy::integer_division_remainder_used)]
const fn of_limbs(x: &Limbs) -> [u64; 8] {
    let mut out = [0; 8];
    let mut i = 0;
    while i < 8 {
        let (word, shift) = (52 * i / 64, 52 * i % 64);
        let mut limb = x[word] >> shift;
        if shift > 12 && word + 1 < LIMBS {
            limb |= x[word + 1] << (64 - shift);
        }
        out[i] = limb & LOW;
        i += 1;
    }
    out
}

/// 2^exponent mod m in limbs of 52 bits.
const fn power<M: crate::Modulus>(exponent: usize) -> [u64; 8] {
    of_limbs(&power_of_two::<M>(exponent))
}

/// Whether each lane is at most k·m, in limbs of 52 bits: for debug assertions.
fn is_within<M: Params<u64, N>, const N: usize>(a: &Lanes<N>, k: u64) -> bool {
    let (number, bound) = (a.number(), Facts::<M, N>::multiple(k));
    // From the highest limb down, all lanes at a time: a lane equals the bound so far, or is below
    // it.
    let mut below = [false; LANES];
    for (&limb, &most) in number[..limbs(N)].iter().zip(&bound[..limbs(N)]).rev() {
        for (below, limb) in below.iter_mut().zip(words_of(limb)) {
            if limb > LOW || (limb > most && !*below) {
                return false;
            }
            *below |= limb < most;
        }
    }
    true
}

/// Runs a formula with the CPU feature, so that what is inlined into it is compiled with it.
///
/// For the few hottest loops: kernels are worth a call each, but sums, differences and copies gain
/// a tenth of a formula's time.
#[inline(always)]
pub fn enter<R>(_: cpu::Ifma, formula: impl FnOnce() -> R) -> R {
    #[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
    fn inner<R>(formula: impl FnOnce() -> R) -> R {
        formula()
    }
    // SAFETY: the token proves the feature.
    unsafe { inner(formula) }
}
