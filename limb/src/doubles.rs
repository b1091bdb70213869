//! Eight residues side by side on AVX2 or AVX-512: the engine of lanes whose multiplier is that of
//! doubles, for moduli of 4 and 6 words.
//!
//! A value ([`Lanes`]) holds eight independent residues. Each is L limbs of r bits, integers of
//! either sign that are held as doubles: eight of 49 bits for 6 words, six of 45 bits for 4. A
//! fused multiply-add rounds a product of 106 bits once, so that two of them give both halves of a
//! limb product, and integer additions gather these in columns of 64 bits:
//!
//! ```text
//! high = a·b + C₁        d = high − C₂        low = a·b − d        C₁ = 1.5·2^(r + 52)
//! t[i + j] += bits of low                     t[i + j + 1] += bits of high
//! ```
//!
//! with B = 1.5·2^52 and C₂ = C₁ + B. **Each step is exact, whichever way the CPU rounds,** if
//! |a·b| ≤ 2^(r + 51):
//!
//! 1. a·b + C₁ is in \[2^(r + 52), 2^(r + 53)\], where doubles are the multiples of 2^r. So high is
//!    C₁ + 2^r·h with an integer h, and e = a·b − 2^r·h has |e| ≤ 2^r: half of that when rounding
//!    to the nearest, less than the whole when rounding up or down. The bits of a double, read as
//!    an integer, count the doubles below it: those of high are those of C₁, and h.
//! 2. C₂ is a double, as B is a multiple of 2^r for r ≤ 51. d = 2^r·h − B is a multiple of 2^r
//!    below 2^(r + 52): exact.
//! 3. a·b − d = B + e is an integer, between 2^52 and 2^53 for r ≤ 50: exact. Its bits are those of
//!    B, and e.
//!
//! So a·b = e + 2^r·h always. What the bits of B and C₁ have added to a column is known when the
//! program is compiled, and taken from what the column starts with. How a product is shared by e
//! and h depends on the rounding, the sum of the columns does not, and no more do the limbs that
//! are cut from it.
//!
//! Operands of products are 0 or at least 1 in absolute value, and so are all results: no number
//! here is ever too small for a double, infinite or none, so that settings for such numbers change
//! nothing. Most operations raise "inexact": [`cpu::Doubles`] does not exist for a thread in which
//! that is an interrupt.
//!
//! **Two forms.** Kernels are written once, over a vector (`vector`), and compiled twice (`forms`):
//! for vectors of AVX2, which take the lanes in two halves, and for those of AVX-512, which take
//! all. A value is the same in memory for both: eight numbers for each limb, one after the other.
//! So each kernel asks by itself which form to run, one load and a predictable branch for some
//! hundreds of cycles; the formulas above know of one engine, and are compiled once. Between two
//! kernels the form may change, and no result does. What transposes lanes, and what makes masks or
//! chooses by them, is bound by loads and stores, and has the form of AVX2 only.
//!
//! AVX-512 F is enough for the wide form. [`cpu`] says on which CPUs it pays: where two units
//! multiply and add 512 bits, and there is no IFMA. An Emerald Rapids has such units, and there a
//! product of 381 bits took 13.0 ns for each lane and one of 254 bits 7.6, at about 3.5 GHz; the
//! form of AVX2 took 19.6 and 12.1, words 28.8 and 13.4. (The least of many rounds, next to other
//! work.) By counting, 645 instructions of the longer one are limb products, which two ports take
//! 40 cycles for, a lane each; 46 were seen. No Skylake ran it: there a prototype of this kernel
//! took 20 ns, and words 36.
//!
//! **Montgomery's form** ([`Mont`]) with R = 2^(rL) is that of the engine on AVX-512
//! (`limb::ifma`): the digit of a quotient is the column's lowest r bits themselves, here taken
//! around zero, times M = (c·m + 1)/2^r with c = −1/m mod 2^r; only the last step takes c and m
//! apart.
//!
//! | range | values | limbs but the highest | who makes it |
//! |---|---|---|---|
//! | reduced | below m in absolute value | at most 2^(r − 1) | products, reductions, `weak` |
//! | lazy | below 2m | at most 2^r | sums and differences of reduced values |
//! | wide | 2L signed columns of 64 bits | | products before their reduction |
//!
//! **Bounds.** Limbs of a sum of two lazy values are at most 2^(r + 1), and two such may be
//! multiplied: 2^(2r + 2) ≤ 2^(r + 51) for r ≤ 49. (The highest limb of a value has 39 bits at
//! most, and is no limit.) The columns of a sum of 32 products are below 32·8·(2^r + 2^(r + 1)) <
//! 2^59. What T is reduced to is at most |T|/R + m/2 + m/4 + m/2^r: the digit of the last step is
//! at most 2^(r − 1), that of the step before stands for at most c·m/2^(r + 1) with |c| ≤ 2^(r −
//! 1), and those before it for 2^r times less each. R is 2^10·m or more for each supported modulus,
//! so that
//! |T|/R is at most m/8 for 32 products of lazy values: the result is below m.
//!
//! A value below m in absolute value whose limbs are at most 2^(r − 1) is zero if and only if all
//! its limbs are: the lowest is a multiple of 2^r, so it is zero, and so on.
//!
//! **Constant time.** No branch and no address depends on a value. Multiplications, additions and
//! shifts take the same time for all doubles but the ones that do not occur (above).
//!
//! N. Emmart, F. Zheng, C. Weems, "Faster modular exponentiation using double precision floating
//! point arithmetic on the GPU", ARITH 2018, has the two constants, for rounding down and limbs
//! without signs.

#![allow(clippy::needless_range_loop)] // One index runs over several arrays.
#![allow(clippy::absurd_extreme_comparisons)] // The first index of an unrolled loop.

use core::mem::MaybeUninit;

use crate::cpu;
use crate::each::array;
use crate::modulus::{LIMBS, Limbs, Params, power_of_two};

/// t\[c\] + 2^r·t\[c + 1\] += a·b for limb j of b, with the bits of B and C₁ on top.
macro_rules! add_limb_product {
    ($v:ident, $t:ident[$c:expr], $a:ident, $b:expr, $j:ident, $magic:ident) => {
        let columns = [$t[$c], $t[$c + 1]];
        // SAFETY: limb j of the lanes at b, a number or a constant that the caller has.
        let columns = unsafe { $v.add_limb_product::<$j>(columns, $a, $b, $magic) };
        [$t[$c], $t[$c + 1]] = columns;
    };
}

/// t += a·b from column i on, for a limb a of some lanes and a number b.
macro_rules! add_row {
    ($v:ident, $t:ident[$i:expr], $a:ident, $b:expr, $magic:ident, $words:expr) => {
        unrolled!(j < limbs($words) => {
            add_limb_product!($v, $t[$i + j], $a, $b, j, $magic);
        });
    };
}

/// Calls a kernel for all lanes: once where this process has vectors of eight, else for each half.
/// The call is written without its first argument, the vector.
macro_rules! by_kernel {
    ($token:expr, $kernel:ident::<$($generic:ident),*>($($argument:expr),*)) => {{
        let token: $crate::cpu::Doubles = $token;
        match token.of_eight() {
            Some(token) => {
                let v = $crate::doubles::vector::Zmm::new(token);
                $crate::doubles::forms::zmm::$kernel::<$($generic),*>(v, $($argument),*);
            }
            None => {
                for v in $crate::doubles::vector::Ymm::halves(token) {
                    $crate::doubles::forms::ymm::$kernel::<$($generic),*>(v, $($argument),*);
                }
            }
        }
    }};
}

mod forms;
mod linear;
mod mont;
mod rows;
#[cfg(test)]
mod tests;
mod vector;
mod wide;

pub use mont::{ComplexTerm, MOST_TERMS, Mont, Words};
pub use rows::Row;

/// Lanes of a vector.
pub const LANES: usize = 8;

/// Limbs of a value of N words; zero if there are no kernels for that.
const fn limbs(words: usize) -> usize {
    if words == 4 || words == 6 { words + 2 } else { 0 }
}

/// r: bits of a limb.
const fn bits(words: usize) -> u32 {
    if words == 6 { 49 } else { 45 }
}

/// A number of each lane, one after the other: a vector of eight, or two of four.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Eight<T>([T; LANES]);

/// Eight residues, N words long each, in N + 2 limbs: one after the other, as the kernels read
/// them.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Lanes<const N: usize> {
    low: [Eight<f64>; N],
    high: [Eight<f64>; 2],
    token: cpu::Doubles,
}

/// The 2L columns of eight sums.
#[derive(Clone, Copy)]
#[repr(C)]
struct Sum<const N: usize> {
    low: [Eight<u64>; N],
    middle: [Eight<u64>; N],
    high: [Eight<u64>; 4],
}

/// Eight sums of products: 2L columns in two's complement, each of which may be negative.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Wide<const N: usize> {
    sum: Sum<N>,
    token: cpu::Doubles,
    /// Whether small multiples were added, which unlike products are as long as m: known of every
    /// formula, and no secret.
    linear: bool,
    #[cfg(debug_assertions)]
    products: u32,
}

impl<const N: usize> Lanes<N> {
    /// Of what is written to a place. Where there are no kernels, nothing is, and this is zero.
    #[inline(always)]
    fn made(token: cpu::Doubles, write: impl FnOnce(&mut MaybeUninit<Self>)) -> Self {
        if const { limbs(N) == 0 } {
            return Self::zero(token);
        }
        let mut out = MaybeUninit::uninit();
        write(&mut out);
        // SAFETY: every function of this module that is given such a place writes it, and the token
        // has no bytes.
        unsafe { out.assume_init() }
    }

    /// Zero in every lane.
    #[inline(always)]
    pub fn zero(token: cpu::Doubles) -> Self {
        let zero = Eight([0.0; LANES]);
        Self { low: [zero; N], high: [zero; 2], token }
    }

    /// The proof.
    #[inline(always)]
    pub fn token(&self) -> cpu::Doubles {
        self.token
    }

    /// The limbs of a lane, for assertions.
    fn lane(&self, lane: usize) -> [i64; 8] {
        let mut out = [0; 8];
        for (out, limb) in out.iter_mut().zip(self.low.iter().chain(&self.high)) {
            *out = limb.0[lane] as i64;
        }
        out
    }
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
    /// The empty sum.
    #[inline(always)]
    pub fn zero(token: cpu::Doubles) -> Self {
        let zero = Eight([0; LANES]);
        Self {
            sum: Sum { low: [zero; N], middle: [zero; N], high: [zero; 4] },
            token,
            linear: false,
            #[cfg(debug_assertions)]
            products: 0,
        }
    }

    /// The proof.
    #[inline(always)]
    pub fn token(&self) -> cpu::Doubles {
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

/// 2^exponent.
const fn power(exponent: u32) -> f64 {
    f64::from_bits((1023 + exponent as u64) << 52)
}

/// B.
const B: f64 = 1.5 * power(52);

/// What depends on the length of limbs only.
struct Of<const N: usize>;

impl<const N: usize> Of<N> {
    /// r.
    const R: u32 = bits(N);
    /// C₁.
    const C1: f64 = 1.5 * power(Self::R + 52);
    /// C₂.
    const C2: f64 = Self::C1 + B;
    /// The lowest r bits.
    const LOW: u64 = (1 << Self::R) - 1;
    /// Half of 2^r.
    const HALF: u64 = 1 << (Self::R - 1);
    /// What the bits of B, which stand in a column so that it is positive, carry to the next.
    const CARRY: u64 = B.to_bits() >> Self::R;

    /// How many limb products of two numbers have their low half in a column.
    const fn lows(column: usize) -> u64 {
        let l = limbs(N);
        if column >= 2 * l {
            0
        } else if column < l {
            column as u64 + 1
        } else {
            (2 * l - 1 - column) as u64
        }
    }

    /// The same of a square, where a product of different limbs comes once.
    const fn lows_of_square(column: usize) -> u64 {
        Self::lows(column).div_ceil(2)
    }

    /// The same of the steps of a reduction.
    const fn lows_of_steps(column: usize) -> u64 {
        let (l, mut out, mut i) = (limbs(N), 0, 0);
        while i < l {
            let from = if i + 1 < l { i + 1 } else { i };
            out += (from <= column && column < from + l) as u64;
            i += 1;
        }
        out
    }

    /// What is taken from a column for `lows` low halves, and for `highs` high ones.
    const fn less(lows: u64, highs: u64) -> u64 {
        let (low, high) = (B.to_bits().wrapping_mul(lows), Self::C1.to_bits().wrapping_mul(highs));
        low.wrapping_add(high).wrapping_neg()
    }

    /// What columns that will be cut into limbs start with: the bits of B, so that a logical shift
    /// is the carry; half of 2^r, so that it is rounded, but in the highest, which keeps its
    /// carry; less what the carry of both brings from the column below.
    const fn cut(column: usize, columns: usize) -> u64 {
        let half = if column + 1 < columns { Self::HALF } else { 0 };
        let carry = if column > 0 { Self::CARRY } else { 0 };
        (B.to_bits() + half).wrapping_sub(carry)
    }

    /// What the columns of so many products start with, and of a square, if they are to be sums.
    const fn starts(products: u64) -> [u64; 17] {
        let (mut out, mut c) = ([0; 17], 0);
        while c < 17 {
            let highs = if c > 0 { Self::lows(c - 1) } else { 0 };
            out[c] = Self::less(products * Self::lows(c), products * highs);
            c += 1;
        }
        out
    }

    /// What columns start with that are to be reduced, or is added to those of a sum.
    const fn starts_of_reduction() -> [u64; 17] {
        let (mut out, mut c) = ([0; 17], 0);
        while c < 17 {
            let highs = if c > 0 { Self::lows_of_steps(c - 1) } else { 0 };
            let less = Self::less(Self::lows_of_steps(c), highs);
            out[c] = less.wrapping_add(Self::cut(c, 2 * limbs(N)));
            c += 1;
        }
        out
    }

    /// What the columns of a product start with that is reduced on the way, or of a sum of two, or
    /// of a square.
    const fn starts_of_product(products: u64, square: bool) -> [u64; 17] {
        let (mut out, mut c) = (Self::starts_of_reduction(), 0);
        while c < 17 {
            let before = if c > 0 { c - 1 } else { 0 };
            let (lows, highs) = if square {
                (Self::lows_of_square(c), Self::lows_of_square(before))
            } else {
                (products * Self::lows(c), products * Self::lows(before))
            };
            let less = Self::less(lows, if c > 0 { highs } else { 0 });
            out[c] = out[c].wrapping_add(less);
            c += 1;
        }
        out
    }
}

/// What the kernels know of a modulus, each number in eight lanes.
#[repr(C)]
struct Table {
    /// (c·m + 1)/2^r.
    shifted: [Eight<f64>; 8],
    /// m.
    modulus: [Eight<f64>; 8],
}

/// What the kernels know of a modulus, in limbs of r bits around zero unless said.
struct Facts<M, const N: usize>(core::marker::PhantomData<M>);

impl<M: Params<u64, N>, const N: usize> Facts<M, N> {
    const R: u32 = bits(N);

    /// m without signs: limbs of r bits.
    const PLAIN: [i64; 8] = digits::<N>(&M::P);
    /// m.
    const M: [i64; 8] = centred::<N>(Self::PLAIN);

    /// c = −1/m mod 2^r, around zero.
    const C: i64 = ((M::N0 << (64 - Self::R)) as i64) >> (64 - Self::R);

    /// (c·m + 1)/2^r.
    const SHIFTED: [i64; 8] = {
        let (mut out, mut carry, mut i) = ([0; 8], 1i128, 0);
        while i < limbs(N) {
            let sum = Self::PLAIN[i] as i128 * Self::C as i128 + carry;
            let digit = (sum & Of::<N>::LOW as i128) as i64;
            if i == 0 {
                assert!(digit == 0, "c is minus the inverse");
            } else {
                out[i - 1] = digit;
            }
            carry = sum >> Self::R;
            i += 1;
        }
        if i > 0 {
            out[i - 1] = carry as i64;
        }
        centred::<N>(out)
    };

    const TABLE: Table = Table { shifted: lanes(&Self::SHIFTED), modulus: lanes(&Self::M) };

    /// Bits of m's highest limb.
    const TOP_BITS: u32 = M::BITS.saturating_sub(Self::R * (limbs(N).saturating_sub(1) as u32));

    /// Whether there are kernels for its size: R ≥ 2^10·m, and a highest limb of 20 bits or more,
    /// so that quotients by m can be estimated from highest limbs.
    const SUPPORTED: bool = limbs(N) > 0 && Self::TOP_BITS >= 20 && Self::TOP_BITS + 10 <= Self::R;

    /// −2^20/m, m by its highest limb only.
    const MINUS_RECIPROCAL: f64 = if Self::SUPPORTED { -power(20) / Self::HIGHEST } else { 0.0 };

    /// m's highest limb.
    const HIGHEST: f64 = if Self::SUPPORTED { Self::M[limbs(N) - 1] as f64 } else { 0.0 };

    /// 2^exponent mod m.
    const fn power(exponent: u32) -> [i64; 8] {
        centred::<N>(digits::<N>(&power_of_two::<M>(exponent as usize)))
    }

    /// R = 2^RADIX.
    const RADIX: u32 = Self::R * limbs(N) as u32;

    /// By how many bits R is longer than 2^(64N).
    const SHIFT: u32 = Self::RADIX.saturating_sub(64 * N as u32);

    /// Takes x·2^(64N) to x·R, by a product.
    const INTO: [i64; 8] = Self::power(Self::RADIX + Self::SHIFT);

    /// Takes x·R to x·2^(64N), by a product.
    const OUT: [i64; 8] = Self::power(Self::RADIX - Self::SHIFT);

    /// R mod m: one.
    const ONE: [i64; 8] = Self::power(Self::RADIX);

    /// R·2^(2·SHIFT) mod m: what undoes two values that were taken as if 2^(64N) were R.
    const UNSCALE: [i64; 8] = Self::power(Self::RADIX + 2 * Self::SHIFT);
}

/// Numbers in eight lanes.
const fn lanes(limbs: &[i64; 8]) -> [Eight<f64>; 8] {
    let (mut out, mut i) = ([Eight([0.0; LANES]); 8], 0);
    while i < 8 {
        out[i] = Eight([limbs[i] as f64; LANES]);
        i += 1;
    }
    out
}

/// An integer in limbs of r bits, zero for none.
#[allow(clippy::integer_division_remainder_used)] // Of indices.
const fn digits<const N: usize>(x: &Limbs) -> [i64; 8] {
    let (mut out, mut i) = ([0; 8], 0);
    while i < limbs(N) {
        let from = bits(N) as usize * i;
        let (word, shift) = (from / 64, from % 64);
        let mut digit = x[word] >> shift;
        if shift > 0 && word + 1 < LIMBS {
            digit |= x[word + 1] << (64 - shift);
        }
        out[i] = (digit & Of::<N>::LOW) as i64;
        i += 1;
    }
    out
}

/// The same integer in limbs around zero; the highest takes what is left.
const fn centred<const N: usize>(mut digits: [i64; 8]) -> [i64; 8] {
    let (l, mut i) = (limbs(N), 0);
    while i + 1 < l {
        let carry = (digits[i] + Of::<N>::HALF as i64) >> Of::<N>::R;
        digits[i] -= carry << Of::<N>::R;
        digits[i + 1] += carry;
        i += 1;
    }
    digits
}

/// An integer below m in the limbs of [`Constant`](crate::modulus::Constant), for so many words.
pub(crate) const fn constant_limbs(x: &Limbs, words: usize) -> [i64; 8] {
    match words {
        4 => centred::<4>(digits::<4>(x)),
        6 => centred::<6>(digits::<6>(x)),
        _ => [0; 8],
    }
}

/// The exponent of R for so many words.
pub(crate) const fn radix(words: usize) -> usize {
    bits(words) as usize * limbs(words)
}

/// Whether each lane is at most k·m in absolute value, and its limbs but the highest k times those
/// of a reduced value: for debug assertions.
fn is_within<M: Params<u64, N>, const N: usize>(a: &Lanes<N>, k: i64) -> bool {
    let l = limbs(N);
    let is_positive = |limbs: [i128; 8]| {
        let (mut limbs, r) = (limbs, Of::<N>::R);
        for i in 0..l - 1 {
            limbs[i + 1] += limbs[i] >> r;
        }
        limbs[l - 1] >= 0
    };
    (0..LANES).all(|lane| {
        let (limbs, m) = (a.lane(lane), Facts::<M, N>::M);
        let sum = |sign: i128| array(|i| i128::from(k * m[i]) + sign * i128::from(limbs[i]));
        limbs[..l - 1].iter().all(|limb| limb.unsigned_abs() <= Of::<N>::HALF * k as u64)
            && is_positive(sum(1))
            && is_positive(sum(-1))
    })
}

/// Runs a formula with the CPU feature, so that what is inlined into it is compiled with it.
#[inline(always)]
pub fn enter<R>(_: cpu::Doubles, formula: impl FnOnce() -> R) -> R {
    #[target_feature(enable = "avx2,fma")]
    fn inner<R>(formula: impl FnOnce() -> R) -> R {
        formula()
    }
    // SAFETY: the token proves the feature.
    unsafe { inner(formula) }
}
