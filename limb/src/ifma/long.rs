//! One long number over the lanes: products modulo an odd number of run time, its limbs side by
//! side in V vectors, 8V of them.
//!
//! With n' = c·n, c = −1/n mod 2^52, Montgomery's reduction needs no product for its quotient
//! digit. The lowest limb d of a sum t is the digit itself: t + d·n' is a multiple of 2^52, and
//! (t + d·n')/2^52 is t with its limbs one lower plus d·M, M = (n' + 1)/2^52. So a step for each
//! limb b of the second factor is: t += low halves of a·b; d = the lowest limb; t moves a lane
//! down; t += high halves of a·b, and both halves of d·M.
//!
//! From one step's lowest limb to the next there are a broadcast and a product of M; all else is
//! added on the way (S. Gueron, V. Krasnov, "Accelerating big integer arithmetic using Intel IFMA
//! extensions", ARITH 2016, for one number over the lanes, with a digit that is multiplied).
//!
//! **Bounds.** R = 2^(52s) for s steps, and R ≥ 4n'. For a and b up to 2n' the result (ab + Q·n')/R
//! is at most 4n'²/R + n' ≤ 2n', so that nothing is ever subtracted. A lane takes four halves below
//! 2^52 in each step and is done after s ≤ 160 steps: below 2^62.

use core::arch::x86_64::*;

use super::{BITS, LANES, LOW, Limb, ZERO};
use crate::cpu;
use crate::each::Each;

/// Most vectors of a number: 8,192 bits and the two limbs more that n' takes.
const MOST: usize = 20;

/// How many vectors the functions are compiled for.
const VECTORS: [usize; 10] = [2, 3, 4, 5, 6, 8, 10, 13, 16, MOST];

/// An odd modulus n above 1, of run time, which exists only where the CPU has the instructions. For
/// public numbers.
#[derive(Clone, Copy)]
pub(crate) struct Long<'n> {
    /// M, and M a lane higher.
    m: [&'n [u64]; 2],
    steps: usize,
}

/// Limbs of an element, for a modulus of so many bits; none if that is too long.
pub(crate) fn limbs(bits: usize) -> Option<usize> {
    let vectors = steps(bits).div_ceil(LANES);
    VECTORS.into_iter().find(|&count| count >= vectors).map(|count| count * LANES)
}

/// s, for a modulus of so many bits: n' is 52 bits longer, and R two more.
fn steps(bits: usize) -> usize {
    (bits + 54).div_ceil(BITS as usize)
}

impl<'n> Long<'n> {
    /// Arithmetic modulo n of so many bits, with space for two elements; `multiple` is space for
    /// n', a word more than n has.
    pub(crate) fn new(
        _: cpu::Ifma,
        n: &[u64],
        bits: usize,
        n0: u64,
        multiple: &mut [u64],
        space: &'n mut [u64],
    ) -> Self {
        let factor = n0 & LOW;
        let mut carry = 0;
        for (out, &word) in multiple.iter_mut().zip(n) {
            let sum = u128::from(word) * u128::from(factor) + carry;
            *out = sum as u64;
            carry = sum >> 64;
        }
        multiple[n.len()] = carry as u64;
        let (m, above) = space.split_at_mut(space.len() >> 1);
        // n' is −1 modulo 2^52: above the lowest limb, n' + 1 has the bits of n' and one more.
        to_limbs(&multiple[..=n.len()], BITS as usize, m);
        for limb in &mut *m {
            *limb = (*limb + 1) & LOW;
            if *limb != 0 {
                break;
            }
        }
        above[0] = 0;
        above[1..].copy_from_slice(&m[..m.len() - 1]);
        Self { m: [m, above], steps: steps(bits) }
    }

    /// The bits of R.
    pub(crate) fn radix(&self) -> usize {
        self.steps * BITS as usize
    }

    /// x = x·a/R modulo n, of elements up to 2n', with limbs of 52 bits; x² without an a.
    pub(crate) fn mul_assign(&self, x: &mut [u64], a: Option<&[u64]>) {
        macro_rules! by_vectors {
            ($($count:literal)+) => {
                match x.len() >> 3 {
                    // SAFETY: a token was there for `new`: the CPU has the instructions.
                    $($count => unsafe { self.mul::<$count>(x, a) },)+
                    _ => unreachable!("lengths are those of `limbs`"),
                }
            };
        }
        by_vectors!(2 3 4 5 6 8 10 13 16 20);
    }

    #[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
    fn mul<const V: usize>(&self, x: &mut [u64], other: Option<&[u64]>) {
        let [m, above] = [load::<V>(self.m[0]), load::<V>(self.m[1])];
        let a = load::<V>(x);
        let factor = &other.unwrap_or(x)[..self.steps];
        let mut t = [ZERO; V];
        let first = _mm512_set1_epi64(factor[0] as i64);
        for v in 0..V {
            t[v] = _mm512_madd52lo_epu64(ZERO, a[v], first);
        }
        for i in 0..self.steps {
            let b = _mm512_set1_epi64(factor[i] as i64);
            let next = _mm512_set1_epi64(factor.get(i + 1).copied().unwrap_or(0) as i64);
            let digit = _mm512_broadcastq_epi64(_mm512_castsi512_si128(t[0]));
            let carried = _mm512_maskz_srli_epi64::<BITS>(1, t[0]);
            for v in 0..V {
                // What does not wait for the digit.
                let mut high = _mm512_madd52hi_epu64(ZERO, a[v], b);
                high = _mm512_madd52lo_epu64(high, a[v], next);
                high = _mm512_madd52hi_epu64(high, above[v], digit);
                let upper = if v + 1 < V { t[v + 1] } else { ZERO };
                let mut low = _mm512_alignr_epi64::<1>(upper, t[v]);
                if v == 0 {
                    low = _mm512_add_epi64(low, carried);
                }
                low = _mm512_madd52lo_epu64(low, m[v], digit);
                t[v] = _mm512_add_epi64(low, high);
            }
        }
        carry(&mut t);
        for (limbs, t) in x.as_chunks_mut::<LANES>().0.iter_mut().zip(t) {
            // SAFETY: as many bytes as a vector has, at any address.
            unsafe { _mm512_storeu_epi64(limbs.as_mut_ptr().cast(), t) };
        }
    }
}

/// The vectors of 8V limbs.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn load<const V: usize>(limbs: &[u64]) -> [Limb; V] {
    let (limbs, _) = limbs.as_chunks::<LANES>();
    let limbs: &[[u64; LANES]; V] = limbs.first_chunk().expect("V vectors");
    // SAFETY: as many bytes as a vector has, at any address.
    limbs.each(|limbs| unsafe { _mm512_loadu_epi64(limbs.as_ptr().cast()) })
}

/// Limbs of 52 bits from lanes below 2^62: what is above 52 bits goes a lane up, which leaves
/// carries of one bit. Those are found as in a sum of two integers of a bit for each lane: a lane
/// above 2^52 − 1 makes one, a lane of 2^52 − 1 passes one on.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn carry<const V: usize>(t: &mut [Limb; V]) {
    let low = _mm512_set1_epi64(LOW as i64);
    let mut below = ZERO;
    for t in &mut *t {
        let upper = _mm512_srli_epi64::<BITS>(*t);
        let rest = _mm512_and_si512(*t, low);
        *t = _mm512_add_epi64(rest, _mm512_alignr_epi64::<7>(upper, below));
        below = upper;
    }
    let mut carry = 0;
    for t in t {
        let made = u32::from(_mm512_cmpgt_epu64_mask(*t, low));
        let passed = u32::from(_mm512_cmpeq_epu64_mask(*t, low));
        // Eight lanes, and what the lanes below them carry.
        let sum = (made << 1) + carry + passed;
        let carries = sum ^ passed;
        carry = (carries >> 8) & 1;
        *t = _mm512_mask_add_epi64(*t, carries as u8, *t, _mm512_set1_epi64(1));
        *t = _mm512_and_si512(*t, low);
    }
}

/// The limbs of 52 bits of words, from a bit on; zeros above them.
pub(crate) fn to_limbs(words: &[u64], from: usize, limbs: &mut [u64]) {
    for (i, limb) in limbs.iter_mut().enumerate() {
        let at = from + BITS as usize * i;
        let [low, high] = [at >> 6, (at >> 6) + 1].each(|i| words.get(i).copied().unwrap_or(0));
        let both = u128::from(low) | u128::from(high) << 64;
        *limb = (both >> (at & 63)) as u64 & LOW;
    }
}

/// The words of limbs of 52 bits, as many as there are.
pub(crate) fn to_words(limbs: &[u64], words: &mut [u64]) {
    words.fill(0);
    for (i, &limb) in limbs.iter().enumerate() {
        let at = BITS as usize * i;
        let both = u128::from(limb) << (at & 63);
        for (word, part) in words.iter_mut().skip(at >> 6).zip([both as u64, (both >> 64) as u64]) {
            *word |= part;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lanes as they stand after the last step, against carries that go up one by one.
    #[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
    fn carried<const V: usize>(lanes: &[u64]) -> std::vec::Vec<u64> {
        let mut t = load::<V>(lanes);
        carry(&mut t);
        t.iter().flat_map(|&t| words(t)).collect()
    }

    fn words(vector: Limb) -> [u64; LANES] {
        // SAFETY: both are 64 bytes, and any bytes are words.
        unsafe { core::mem::transmute(vector) }
    }

    #[test]
    fn carries_go_through_all_lanes() {
        if cpu::Ifma::get().is_none() {
            std::eprintln!("SKIPPED: this CPU has no IFMA");
            return;
        }
        let edges = [0, 1, LOW - 1, LOW, LOW + 1, LOW << 9, (1 << 62) - 1];
        let mut state = 7_u64;
        for round in 0..20_000 {
            let mut lanes: std::vec::Vec<u64> = (0..24)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let edge = edges[((state >> 40) as usize * edges.len()) >> 24];
                    // Mostly ones, so that carries run far.
                    if round & 1 == 0 && state >> 62 != 0 { LOW } else { edge }
                })
                .collect();
            // The highest lane has room.
            lanes[23] = 0;
            // SAFETY: the CPU has the instructions.
            let found = unsafe { carried::<3>(&lanes) };
            let mut above = 0;
            for (lane, found) in lanes.iter().zip(found) {
                let sum = lane + above;
                assert_eq!(found, sum & LOW, "{lanes:x?}");
                above = sum >> BITS;
            }
        }
    }
}
