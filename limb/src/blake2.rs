//! The compression function F of BLAKE2b on words, for any number of rounds (RFC 7693 §3.2).
//!
//! Its state is four rows of four words, and a round mixes the four columns, then the four
//! diagonals. On words, one column is a chain of twelve instructions, so that two are mixed side by
//! side. On vectors a row is one register, and all four columns are one chain.
//!
//! Whatever a round runs on, 24 of its instructions wait for one another. On words its 112
//! instructions need 28 cycles on four ports. On vectors of AVX-512, where a rotation is one
//! instruction and so is the choice of four words of the message, the 24 are all, if each takes a
//! cycle, as on Intel's CPUs; on a Zen 4 a rotation takes two, which makes 30. AVX2 rotates by the
//! order of bytes, and by 63 bits in two steps: 26 and 32. Twelve rounds, from bytes to bytes, take
//! an Emerald Rapids 156 ns on words, 145 with AVX2 and 121 to 140 with AVX-512; 1,200 rounds take
//! 13.6, 13.5 and 11.1 µs next to a build.

use crate::each::array;

/// The first 64 bits of the fractional parts of the square roots of the first eight primes (RFC
/// 7693 §2.6), which are those of SHA-512.
const IV: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// SIGMA of RFC 7693 §2.7: the order in which a round takes the words of the message.
const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// F on bytes, little-endian words of 64 bits: h is the state before and after, t how many bytes
/// were hashed with this block, its low word first, `last` all ones for the last block and else 0.
///
/// Vectors read the bytes where they are: a copy costs as much as a round or two, since what was
/// stored in pieces is waited for when it is loaded as a whole.
///
/// Time: in proportion to the rounds, whatever the bytes are.
pub fn compress(rounds: u32, h: &mut [u8; 64], m: &[u8; 128], t: [u64; 2], last: u64) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if rows::compress(rounds, h, m, t, last) {
        return;
    }
    let mut state = words(h);
    on_words(rounds, &mut state, &words(m), t, last);
    for (bytes, word) in h.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
}

/// [`compress`] of words.
pub fn compress_words(rounds: u32, h: &mut [u64; 8], m: &[u64; 16], t: [u64; 2], last: u64) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        // SAFETY: words on x86-64 are little-endian bytes, any of which are words.
        let (h, m) = unsafe { (&mut *(&raw mut *h).cast(), &*(&raw const *m).cast()) };
        if rows::compress(rounds, h, m, t, last) {
            return;
        }
    }
    on_words(rounds, h, m, t, last);
}

#[inline(always)]
fn words<const N: usize>(bytes: &[u8]) -> [u64; N] {
    let (chunks, _) = bytes.as_chunks::<8>();
    array(|i| u64::from_le_bytes(chunks[i]))
}

/// Takes `$step!` to round after round, each with its order of the message as a constant, so that
/// words of it are read in place.
macro_rules! in_rounds {
    ($rounds:expr, $step:ident) => {
        let mut left = $rounds;
        loop {
            in_rounds!(left, $step, 0 1 2 3 4 5 6 7 8 9);
        }
    };
    ($left:ident, $step:ident, $($round:literal)*) => {
        $(
            if $left == 0 {
                break;
            }
            $left -= 1;
            $step!(const { SIGMA[$round] });
        )*
    };
}

/// F on words.
///
/// Never inlined, and on a state that is made here: what the compiler makes of it is a matter of
/// registers only, and ranged from 8.7 to 12 ns a round with what stood around.
#[inline(never)]
fn on_words(rounds: u32, h: &mut [u64; 8], m: &[u64; 16], t: [u64; 2], last: u64) {
    let [a, b, c, d, e, f, g, i] = *h;
    let mut v = [
        a,
        b,
        c,
        d,
        e,
        f,
        g,
        i,
        IV[0],
        IV[1],
        IV[2],
        IV[3],
        IV[4] ^ t[0],
        IV[5] ^ t[1],
        IV[6] ^ last,
        IV[7],
    ];
    macro_rules! step {
        ($order:expr) => {
            round(&mut v, m, $order)
        };
    }
    in_rounds!(rounds, step);
    for (i, word) in h.iter_mut().enumerate() {
        *word ^= v[i] ^ v[i + 8];
    }
}

/// A round: four columns, four diagonals.
///
/// Two at a time, and in this order, since sixteen words are two or three more than there are
/// registers. A round takes 8.8 ns on a Zen 4 (rustc 1.95, for x86-64 without more); with one G at
/// a time 9.8 to 11.4, with four 10.6, since more words then wait in memory.
#[inline(always)]
fn round(v: &mut [u64; 16], m: &[u64; 16], s: [usize; 16]) {
    mix(v, [0, 4, 8, 12], [1, 5, 9, 13], [m[s[0]], m[s[1]]], [m[s[2]], m[s[3]]]);
    mix(v, [2, 6, 10, 14], [3, 7, 11, 15], [m[s[4]], m[s[5]]], [m[s[6]], m[s[7]]]);
    mix(v, [1, 6, 11, 12], [2, 7, 8, 13], [m[s[10]], m[s[11]]], [m[s[12]], m[s[13]]]);
    mix(v, [3, 4, 9, 14], [0, 5, 10, 15], [m[s[14]], m[s[15]]], [m[s[8]], m[s[9]]]);
}

/// G of RFC 7693 §3.1 on two fours of words, with two words of the message each.
#[inline(always)]
fn mix(v: &mut [u64; 16], one: [usize; 4], other: [usize; 4], x: [u64; 2], y: [u64; 2]) {
    half(v, one, other, [x[0], y[0]], 32, 24);
    half(v, one, other, [x[1], y[1]], 16, 63);
}

/// Half of G, twice. What does not wait for b is added first.
#[inline(always)]
fn half(
    v: &mut [u64; 16],
    [a, b, c, d]: [usize; 4],
    [e, f, g, h]: [usize; 4],
    m: [u64; 2],
    first: u32,
    second: u32,
) {
    v[a] = v[a].wrapping_add(m[0]).wrapping_add(v[b]);
    v[e] = v[e].wrapping_add(m[1]).wrapping_add(v[f]);
    v[d] = (v[d] ^ v[a]).rotate_right(first);
    v[h] = (v[h] ^ v[e]).rotate_right(first);
    v[c] = v[c].wrapping_add(v[d]);
    v[g] = v[g].wrapping_add(v[h]);
    v[b] = (v[b] ^ v[c]).rotate_right(second);
    v[f] = (v[f] ^ v[g]).rotate_right(second);
}

/// F on vectors of four words, a row of the state in each.
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod rows {
    use core::arch::x86_64::{
        __m256i, __m512i, _mm256_add_epi64, _mm256_loadu_si256, _mm256_or_si256,
        _mm256_permute4x64_epi64, _mm256_ror_epi64, _mm256_set_epi64x, _mm256_shuffle_epi8,
        _mm256_shuffle_epi32, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_xor_si256,
        _mm512_castsi256_si512, _mm512_castsi512_si256, _mm512_loadu_si512,
        _mm512_permutex2var_epi64,
    };

    use super::{IV, SIGMA};
    use crate::cpu::{Avx2, Ifma};
    use crate::each::Each;

    /// F, if this CPU has the vectors for it; else nothing is done, and the answer is false.
    #[inline(always)]
    pub(super) fn compress(
        rounds: u32,
        h: &mut [u8; 64],
        m: &[u8; 128],
        t: [u64; 2],
        last: u64,
    ) -> bool {
        if Ifma::get().is_some() {
            // SAFETY: the token is the proof that the CPU has AVX-512 F and VL, and with it AVX2.
            unsafe { by_avx512(rounds, h, m, t, last) };
        } else if Avx2::get().is_some() {
            // SAFETY: the token is the proof that the CPU has AVX2.
            unsafe { by_avx2(rounds, h, m, t, last) };
        } else {
            return false;
        }
        true
    }

    /// F with a feature of the CPU: how it holds the message and takes four words of it, and by
    /// what it rotates three times.
    macro_rules! f {
        (
            #[$feature:meta] $name:ident, $hold:expr, $take:expr,
            $by_24:expr, $by_16:expr, $by_63:expr
        ) => {
            #[$feature]
            #[inline(never)]
            pub(super) fn $name(
                rounds: u32,
                h: &mut [u8; 64],
                m: &[u8; 128],
                t: [u64; 2],
                last: u64,
            ) {
                let m = $hold(m);
                let start = load(h);
                let [mut a, mut b] = start;
                let mut c = row([IV[0], IV[1], IV[2], IV[3]]);
                let mut d = row([IV[4] ^ t[0], IV[5] ^ t[1], IV[6] ^ last, IV[7]]);
                // What does not wait for b is added first.
                macro_rules! half {
                    ($m:expr, $first:expr, $second:expr) => {
                        a = _mm256_add_epi64(_mm256_add_epi64(a, $take(&m, $m)), b);
                        d = $first(_mm256_xor_si256(d, a));
                        c = _mm256_add_epi64(c, d);
                        b = $second(_mm256_xor_si256(b, c));
                    };
                }
                // The first halves of all columns, then the second ones, by a rotation of 32 bits
                // that is an order of halves on every CPU, and takes a cycle on each.
                macro_rules! columns {
                    ($first:expr, $second:expr) => {
                        half!($first, _mm256_shuffle_epi32::<0b10_11_00_01>, $by_24);
                        half!($second, $by_16, $by_63);
                    };
                }
                macro_rules! step {
                    ($order:expr) => {
                        let s = $order;
                        columns!([s[0], s[2], s[4], s[6]], [s[1], s[3], s[5], s[7]]);
                        // Diagonals become columns where three rows are turned. b is done last and
                        // wanted first, so it stays, and the others turn while it is made: the
                        // second column is then the first diagonal.
                        a = _mm256_permute4x64_epi64::<0b10_01_00_11>(a);
                        d = _mm256_permute4x64_epi64::<0b01_00_11_10>(d);
                        c = _mm256_permute4x64_epi64::<0b00_11_10_01>(c);
                        columns!([s[14], s[8], s[10], s[12]], [s[15], s[9], s[11], s[13]]);
                        a = _mm256_permute4x64_epi64::<0b00_11_10_01>(a);
                        d = _mm256_permute4x64_epi64::<0b01_00_11_10>(d);
                        c = _mm256_permute4x64_epi64::<0b10_01_00_11>(c);
                    };
                }
                in_rounds!(rounds, step);
                let [low, high] = start;
                let low = _mm256_xor_si256(low, _mm256_xor_si256(a, c));
                let high = _mm256_xor_si256(high, _mm256_xor_si256(b, d));
                store(h, [low, high]);
            }
        };
    }

    f!(
        #[target_feature(enable = "avx2,avx512f,avx512vl")]
        by_avx512,
        in_two,
        pick,
        _mm256_ror_epi64::<24>,
        _mm256_ror_epi64::<16>,
        _mm256_ror_epi64::<63>
    );
    f!(
        #[target_feature(enable = "avx2")]
        by_avx2,
        in_memory,
        gather,
        bytes_by_24,
        bytes_by_16,
        shifts_by_63
    );

    #[target_feature(enable = "avx2")]
    #[inline]
    fn row([a, b, c, d]: [u64; 4]) -> __m256i {
        _mm256_set_epi64x(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed())
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(h: &[u8; 64]) -> [__m256i; 2] {
        let at = h.as_ptr().cast::<__m256i>();
        // SAFETY: 64 bytes are two vectors, wherever they begin.
        unsafe { [_mm256_loadu_si256(at), _mm256_loadu_si256(at.add(1))] }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn store(h: &mut [u8; 64], [low, high]: [__m256i; 2]) {
        let at = h.as_mut_ptr().cast::<__m256i>();
        // SAFETY: 64 bytes are two vectors, wherever they begin.
        unsafe {
            _mm256_storeu_si256(at, low);
            _mm256_storeu_si256(at.add(1), high);
        }
    }

    /// The sixteen words of a message.
    #[target_feature(enable = "avx2,avx512f")]
    #[inline]
    fn in_two(m: &[u8; 128]) -> [__m512i; 2] {
        let at = m.as_ptr().cast::<__m512i>();
        // SAFETY: 128 bytes are two vectors, wherever they begin.
        unsafe { [_mm512_loadu_si512(at), _mm512_loadu_si512(at.add(1))] }
    }

    /// Four words of a message, by one instruction.
    #[target_feature(enable = "avx2,avx512f")]
    #[inline]
    fn pick(m: &[__m512i; 2], order: [usize; 4]) -> __m256i {
        let order = _mm512_castsi256_si512(row(order.each(|i| i as u64)));
        _mm512_castsi512_si256(_mm512_permutex2var_epi64(m[0], order, m[1]))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn in_memory(m: &[u8; 128]) -> &[[u8; 8]] {
        m.as_chunks().0
    }

    /// Four words of a message, one by one.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn gather(m: &&[[u8; 8]], order: [usize; 4]) -> __m256i {
        row(order.each(|i| u64::from_le_bytes(m[i])))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn bytes_by_24(row: __m256i) -> __m256i {
        _mm256_shuffle_epi8(row, twice([3, 4, 5, 6, 7, 0, 1, 2]))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn bytes_by_16(row: __m256i) -> __m256i {
        _mm256_shuffle_epi8(row, twice([2, 3, 4, 5, 6, 7, 0, 1]))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn shifts_by_63(row: __m256i) -> __m256i {
        _mm256_or_si256(_mm256_srli_epi64::<63>(row), _mm256_add_epi64(row, row))
    }

    /// The order of the bytes of a word, for both words of both halves of a vector.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn twice(order: [u8; 8]) -> __m256i {
        let low = u64::from_le_bytes(order).cast_signed();
        let high = low + 0x0808_0808_0808_0808;
        _mm256_set_epi64x(high, low, high, low)
    }
}

#[cfg(test)]
mod tests {
    use super::{compress, compress_words, on_words, words};

    /// "abc" as RFC 7693, appendix A, hashes it: BLAKE2b-512 without a key.
    #[test]
    fn published() {
        let mut h = super::IV;
        h[0] ^= 0x0101_0040;
        let mut m = [0; 16];
        m[0] = 0x0063_6261;
        compress_words(12, &mut h, &m, [3, 0], u64::MAX);
        assert_eq!(
            h,
            [
                0x0d4d_1c98_3fa5_80ba,
                0xe9f6_129f_b697_276a,
                0xb7c4_5a68_142f_214c,
                0xd1a2_ffdb_6fbb_124b,
                0x2d79_ab2a_39c5_877d,
                0x95cc_3345_ded5_52c2,
                0x5a92_f1db_a88a_d318,
                0x2399_00d4_ed86_23b9,
            ]
        );
    }

    /// Each form gives what words give, after every number of rounds up to two of their circles and
    /// some more.
    #[test]
    fn forms_agree() {
        let mut seed = 1u64;
        let mut random = || {
            // Knuth's MMIX generator, its high bits mixed into the low ones.
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            seed ^ (seed >> 33)
        };
        for rounds in 0..=25 {
            for last in [0, u64::MAX] {
                let mut h = [0; 64].map(|_: u8| random() as u8);
                let m = [0; 128].map(|_: u8| random() as u8);
                let t = [random(), random()];
                let mut expected = words(&h);
                on_words(rounds, &mut expected, &words(&m), t, last);
                for form in forms() {
                    let mut state = h;
                    form(rounds, &mut state, &m, t, last);
                    assert_eq!(words(&state), expected, "{rounds} rounds");
                }
                let mut state = words(&h);
                compress_words(rounds, &mut state, &words(&m), t, last);
                assert_eq!(state, expected);
                compress(rounds, &mut h, &m, t, last);
                assert_eq!(words(&h), expected);
            }
        }
    }

    type Form = fn(u32, &mut [u8; 64], &[u8; 128], [u64; 2], u64);

    /// What this CPU can run.
    fn forms() -> std::vec::Vec<Form> {
        #[cfg_attr(not(all(target_arch = "x86_64", not(miri))), expect(unused_mut))]
        let mut forms: std::vec::Vec<Form> = std::vec::Vec::new();
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            use crate::cpu::{Avx2, Ifma};

            use super::rows;
            if Avx2::get().is_some() {
                // SAFETY: the token is the proof that the CPU has AVX2.
                forms.push(|rounds, h, m, t, last| unsafe { rows::by_avx2(rounds, h, m, t, last) });
            }
            if Ifma::get().is_some() {
                // SAFETY: the token is the proof that the CPU has AVX-512 VL.
                forms.push(|rounds, h, m, t, last| unsafe {
                    rows::by_avx512(rounds, h, m, t, last);
                });
            }
        }
        forms
    }
}
