//! Four residues modulo 2^255 − 19 in one vector of 256 bits: the coordinates of a point, whose
//! formulas then take two products one after the other instead of eight.
//!
//! Latency is what counts here: one point after the other, each a step on the last. So limbs have
//! 51 bits, five of them 255, and their carries are taken all at once instead of from limb to limb
//! (the form of D. J. Bernstein, N. Duif, T. Lange, P. Schwabe, B.-Y. Yang, "High-speed
//! high-security signatures", 2011, §3). A product of limbs is cut at 2^52 by the multiplier, so
//! its high half counts twice in the column above. H. de Valence used IFMA so in 2018.
//!
//! | range | limbs | who makes it |
//! |---|---|---|
//! | reduced | below 2^51 + 2^16 | [`Four::of_words`], products, [`Four::carried`] |
//! | sum | below 2^62 | sums and differences |
//!
//! A value is an integer modulo 2^255 − 19 in each range, and need not be below it.
//!
//! **Safe to call**, as all of [`super`]. **Constant time.** No branch and no address depends on a
//! value.

use core::arch::x86_64::*;
use core::marker::PhantomData;

use crate::cpu;
use crate::each::{Each, array};
use crate::modulus::Params;

/// Limbs of a value.
const COUNT: usize = 5;
/// Bits of a limb.
const BITS: i32 = 51;
/// The low 51 bits.
const LOW: u64 = (1 << BITS) - 1;
/// 2^255 modulo the modulus.
const FOLDED: u64 = 19;
/// More than any limb of a reduced value.
const REDUCED: u64 = (1 << BITS) + (1 << 16);
/// 2^9 times the modulus, no limb of which is below one of an open product, 2^59.
const OFFSET: [u64; COUNT] = [(LOW - 18) << 9, LOW << 9, LOW << 9, LOW << 9, LOW << 9];

/// Repeats a block for the index of each limb: in loops the compiler leaves some in memory.
macro_rules! each_limb {
    ($i:ident => $body:block) => {
        each_limb!(@ $i $body 0 1 2 3 4)
    };
    (@ $i:ident $body:block $($k:literal)*) => {
        $({
            #[allow(non_upper_case_globals)]
            const $i: usize = $k;
            $body
        })*
    };
}

/// Four residues modulo `M`, which is 2^255 − 19.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Four<M, const N: usize> {
    limbs: [__m256i; COUNT],
    token: cpu::Ifma,
    modulus: PhantomData<M>,
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vl,avx512vbmi2")]
fn splat(word: u64) -> __m256i {
    _mm256_set1_epi64x(word as i64)
}

/// The carry of each limb to the next, of the highest one to the lowest, nineteen times: reduced,
/// of limbs below 2^62.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vl,avx512vbmi2")]
fn carried(z: [__m256i; COUNT]) -> [__m256i; COUNT] {
    let low = splat(LOW);
    let [c0, c1, c2, c3, c4] = [
        _mm256_srli_epi64::<BITS>(z[0]),
        _mm256_srli_epi64::<BITS>(z[1]),
        _mm256_srli_epi64::<BITS>(z[2]),
        _mm256_srli_epi64::<BITS>(z[3]),
        _mm256_srli_epi64::<BITS>(z[4]),
    ];
    [
        _mm256_madd52lo_epu64(_mm256_and_si256(z[0], low), c4, splat(FOLDED)),
        _mm256_add_epi64(_mm256_and_si256(z[1], low), c0),
        _mm256_add_epi64(_mm256_and_si256(z[2], low), c1),
        _mm256_add_epi64(_mm256_and_si256(z[3], low), c2),
        _mm256_add_epi64(_mm256_and_si256(z[4], low), c3),
    ]
}

/// 19·a.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vl,avx512vbmi2")]
fn folded(a: __m256i) -> __m256i {
    let eighteen = _mm256_add_epi64(_mm256_slli_epi64::<4>(a), _mm256_add_epi64(a, a));
    _mm256_add_epi64(eighteen, a)
}

/// The product of factors, and [`OFFSET`] in the lanes whose bit is set: an open product.
///
/// Of the five products of limbs in a column those that come from above count 19 times: at most 77
/// low halves and 95 high ones, twice. Factors that are reduced have high halves below 2^50 + 2^17.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vl,avx512vbmi2")]
fn open_product<const LANES: u8>(x: &[__m256i; COUNT], y: &[__m256i; COUNT]) -> [__m256i; COUNT] {
    let zero = _mm256_setzero_si256();
    // Low halves of column k, and high halves, which stand in column k + 1 twice.
    let (mut low, mut high) = ([zero; 10], [zero; 10]);
    if LANES != 0 {
        each_limb!(k => { low[k] = _mm256_maskz_mov_epi64(LANES, splat(OFFSET[k])) });
    }
    each_limb!(i => {
        each_limb!(j => {
            low[i + j] = _mm256_madd52lo_epu64(low[i + j], x[i], y[j]);
            high[i + j + 1] = _mm256_madd52hi_epu64(high[i + j + 1], x[i], y[j]);
        });
    });
    let mut z = [zero; COUNT];
    each_limb!(k => {
        let below = _mm256_add_epi64(low[k], _mm256_add_epi64(high[k], high[k]));
        let above = _mm256_add_epi64(low[k + 5], _mm256_add_epi64(high[k + 5], high[k + 5]));
        z[k] = _mm256_add_epi64(below, folded(above));
    });
    z
}

/// Columns of words from rows.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vl,avx512vbmi2")]
fn load(rows: [&[u64; 4]; 4]) -> [__m256i; COUNT] {
    // SAFETY: four words of each row.
    let [a, b, c, d] =
        unsafe { array(|i: usize| _mm256_loadu_si256(rows[i].as_ptr().cast::<__m256i>())) };
    let (ab, cd) = (_mm256_unpacklo_epi64(a, b), _mm256_unpacklo_epi64(c, d));
    let (ab_odd, cd_odd) = (_mm256_unpackhi_epi64(a, b), _mm256_unpackhi_epi64(c, d));
    let w = [
        _mm256_permute2x128_si256::<0x20>(ab, cd),
        _mm256_permute2x128_si256::<0x20>(ab_odd, cd_odd),
        _mm256_permute2x128_si256::<0x31>(ab, cd),
        _mm256_permute2x128_si256::<0x31>(ab_odd, cd_odd),
    ];
    let low = splat(LOW);
    // Each from two words; the highest limb has 52 bits then, and a carry.
    carried([
        _mm256_and_si256(w[0], low),
        _mm256_and_si256(_mm256_shrdi_epi64::<51>(w[0], w[1]), low),
        _mm256_and_si256(_mm256_shrdi_epi64::<38>(w[1], w[2]), low),
        _mm256_and_si256(_mm256_shrdi_epi64::<25>(w[2], w[3]), low),
        _mm256_srli_epi64::<12>(w[3]),
    ])
}

impl<M: Params<u64, N>, const N: usize> Four<M, N> {
    /// Whether the modulus is 2^255 − 19, and words have the length for it.
    pub const SUPPORTED: bool = {
        let p = M::P;
        N == 4
            && M::BITS == 255
            && p[0] == u64::MAX - 18
            && p[1] == u64::MAX
            && p[2] == u64::MAX
            && p[3] == u64::MAX >> 1
    };

    /// What values are made with, if this is the modulus and the CPU runs the kernels.
    #[inline(always)]
    pub fn found() -> Option<cpu::Ifma> {
        if Self::SUPPORTED { cpu::Ifma::get() } else { None }
    }

    /// The proof.
    #[inline(always)]
    pub fn token(&self) -> cpu::Ifma {
        self.token
    }

    #[inline(always)]
    fn of(token: cpu::Ifma, limbs: [__m256i; COUNT]) -> Self {
        const { assert!(Self::SUPPORTED, "2^255 - 19 on four words") };
        Self { limbs, token, modulus: PhantomData }
    }

    /// Four integers below 2^256: reduced.
    #[inline(always)]
    pub fn of_words(token: cpu::Ifma, rows: [&[u64; N]; 4]) -> Self {
        let rows = rows.each(|row| row.first_chunk().unwrap_or(&[0; 4]));
        // SAFETY: the token proves the feature.
        Self::of(token, unsafe { load(rows) })
    }

    /// The limbs of each lane.
    fn lanes(&self) -> [[u64; 4]; COUNT] {
        // SAFETY: both are 32 bytes of any value.
        self.limbs.each(|limb| unsafe { core::mem::transmute::<__m256i, [u64; 4]>(limb) })
    }

    /// Whether all limbs are below a bound: for debug assertions.
    fn is_below(&self, bound: u64) -> bool {
        self.lanes().as_flattened().iter().all(|limb| *limb < bound)
    }

    /// Whether no limb is smaller in these lanes: for debug assertions.
    fn is_above<const LANES: u8>(&self, other: &Self) -> bool {
        let (a, b) = (self.lanes(), other.lanes());
        let lane = |i: usize| a.iter().zip(&b).all(|(a, b)| a[i] >= b[i]);
        (0..4).all(|i| (LANES >> i) & 1 == 0 || lane(i))
    }

    /// Each lane as an integer below 2^255 + 2^10, which need not be below the modulus: of reduced
    /// values.
    pub fn to_words(&self) -> [[u64; N]; 4] {
        debug_assert!(self.is_below(REDUCED));
        let limbs = self.lanes();
        array(|lane: usize| {
            let mut x: [u64; COUNT] = array(|i: usize| limbs[i][lane]);
            // The second time there is a carry out only if next to nothing is left.
            for _ in 0..2 {
                let mut carry = 0;
                for limb in &mut x {
                    let sum = *limb + carry;
                    (*limb, carry) = (sum & LOW, sum >> BITS);
                }
                x[0] += FOLDED * carry;
            }
            let words = [
                x[0] | x[1] << 51,
                x[1] >> 13 | x[2] << 38,
                x[2] >> 26 | x[3] << 25,
                x[3] >> 39 | x[4] << 12,
            ];
            array(|i: usize| words.get(i).copied().unwrap_or(0))
        })
    }

    /// a·b in each lane: reduced, of factors.
    #[inline(always)]
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        self.open_product::<0>(other).carried()
    }

    /// a·b in each lane, and in the lanes whose bit is set a multiple of the modulus that is more
    /// than any other such product: a sum, of reduced values.
    #[inline(always)]
    #[must_use]
    pub fn open_product<const LANES: u8>(&self, other: &Self) -> Self {
        debug_assert!(self.is_below(REDUCED) && other.is_below(REDUCED));
        // SAFETY: the operands carry the token of the CPU's feature.
        Self::of(self.token, unsafe { open_product::<LANES>(&self.limbs, &other.limbs) })
    }

    /// Reduced, of a sum.
    #[inline(always)]
    #[must_use]
    pub fn carried(&self) -> Self {
        debug_assert!(self.is_below(1 << 62));
        // SAFETY: the value carries the token of the CPU's feature.
        Self::of(self.token, unsafe { carried(self.limbs) })
    }

    /// Lanes of one value in an order, two bits for each, those of lane 0 the lowest; of any range.
    #[inline(always)]
    #[must_use]
    pub fn pick<const ORDER: i32>(&self) -> Self {
        #[inline]
        #[target_feature(enable = "avx512f,avx512ifma,avx512vl,avx512vbmi2")]
        fn pick<const ORDER: i32>(a: &[__m256i; COUNT]) -> [__m256i; COUNT] {
            let mut out = *a;
            each_limb!(i => { out[i] = _mm256_permute4x64_epi64::<ORDER>(a[i]) });
            out
        }
        // SAFETY: the value carries the token of the CPU's feature.
        Self::of(self.token, unsafe { pick::<ORDER>(&self.limbs) })
    }

    /// a + b in the lanes whose bit is set, a in the others: a sum, of sums.
    #[inline(always)]
    #[must_use]
    pub fn plus<const LANES: u8>(&self, other: &Self) -> Self {
        #[inline]
        #[target_feature(enable = "avx512f,avx512ifma,avx512vl,avx512vbmi2")]
        fn plus<const LANES: u8>(a: &[__m256i; COUNT], b: &[__m256i; COUNT]) -> [__m256i; COUNT] {
            let mut out = *a;
            each_limb!(i => { out[i] = _mm256_mask_add_epi64(a[i], LANES, a[i], b[i]) });
            out
        }
        // SAFETY: the operands carry the token of the CPU's feature.
        Self::of(self.token, unsafe { plus::<LANES>(&self.limbs, &other.limbs) })
    }

    /// a − b in the lanes whose bit is set, a in the others: of sums of which a's limbs are not the
    /// smaller ones in those lanes.
    #[inline(always)]
    #[must_use]
    pub fn minus<const LANES: u8>(&self, other: &Self) -> Self {
        #[inline]
        #[target_feature(enable = "avx512f,avx512ifma,avx512vl,avx512vbmi2")]
        fn minus<const LANES: u8>(a: &[__m256i; COUNT], b: &[__m256i; COUNT]) -> [__m256i; COUNT] {
            let mut out = *a;
            each_limb!(i => {
                out[i] = _mm256_mask_sub_epi64(a[i], LANES, a[i], b[i]);
            });
            out
        }
        debug_assert!(self.is_above::<LANES>(other), "a difference below zero");
        // SAFETY: the operands carry the token of the CPU's feature.
        Self::of(self.token, unsafe { minus::<LANES>(&self.limbs, &other.limbs) })
    }

    /// a and in the lanes whose bit is set a multiple of the modulus that is more than any open
    /// product: a sum, of sums.
    #[inline(always)]
    #[must_use]
    pub fn offset<const LANES: u8>(&self) -> Self {
        #[inline]
        #[target_feature(enable = "avx512f,avx512ifma,avx512vl,avx512vbmi2")]
        fn offset<const LANES: u8>(a: &[__m256i; COUNT]) -> [__m256i; COUNT] {
            let mut out = *a;
            each_limb!(i => {
                out[i] = _mm256_mask_add_epi64(a[i], LANES, a[i], splat(OFFSET[i]));
            });
            out
        }
        // SAFETY: the value carries the token of the CPU's feature.
        Self::of(self.token, unsafe { offset::<LANES>(&self.limbs) })
    }

    /// Runs a formula with the CPU's feature: what is inlined into it is compiled with it.
    #[inline(always)]
    pub fn enter_feature<R>(_: cpu::Ifma, formula: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx512f,avx512ifma,avx512vl,avx512vbmi2")]
        fn inner<R>(formula: impl FnOnce() -> R) -> R {
            formula()
        }
        // SAFETY: the token proves the feature.
        unsafe { inner(formula) }
    }
}

impl<M: Params<u64, N>, const N: usize> core::fmt::Debug for Four<M, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.lanes()).finish()
    }
}
