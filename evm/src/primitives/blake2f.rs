//! The compression function F of BLAKE2b with a number of rounds of the caller's (EIP-152; RFC 7693
//! §3.2).

use crate::precompiles::Error;

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

/// F on bytes, little-endian words of 64 bits: h is the state before and after, `last` 1 for the
/// last block and else 0.
///
/// Time: in proportion to the rounds, half a minute for 2³² − 1 of them.
///
/// [Example](super).
///
/// # Errors
/// [`Error::FinalFlag`]; h is as it was then.
pub fn blake2f(
    rounds: u32,
    h: &mut [u8; 64],
    m: &[u8; 128],
    t: &[u8; 16],
    last: u8,
) -> Result<(), Error> {
    let last = match last {
        0 => false,
        1 => true,
        _ => return Err(Error::FinalFlag),
    };
    let mut state = words(h);
    blake2_compress(rounds, &mut state, &words(m), &words(t), last);
    // Word by word: a copy of all bytes at once would wait for the words that were just stored.
    for (bytes, word) in h.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
    Ok(())
}

/// F on words: h is the state before and after.
///
/// [Example](super).
pub fn blake2_compress(rounds: u32, h: &mut [u64; 8], m: &[u64; 16], t: &[u64; 2], last: bool) {
    let last = if last { u64::MAX } else { 0 };
    mix_rounds(rounds, h, m, [IV[4] ^ t[0], IV[5] ^ t[1], IV[6] ^ last, IV[7]]);
}

/// F, given the last four words of the state. Ten rounds have ten orders of the message; each is a
/// constant here, so that its words are read in place.
///
/// Never inlined, and on a state that is made here: what the compiler makes of it is a matter of
/// registers only, and ranged from 8.7 to 12 ns a round with what stood around.
#[inline(never)]
fn mix_rounds(rounds: u32, h: &mut [u64; 8], m: &[u64; 16], [t, u, w, x]: [u64; 4]) {
    let [a, b, c, d, e, f, g, i] = *h;
    let mut v = [a, b, c, d, e, f, g, i, IV[0], IV[1], IV[2], IV[3], t, u, w, x];
    let mut left = rounds;
    macro_rules! rounds {
        ($($order:expr),*) => {
            $(
                if left == 0 {
                    break;
                }
                left -= 1;
                round(&mut v, m, $order);
            )*
        };
    }
    // SIGMA of RFC 7693 §2.7.
    loop {
        rounds!(
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
            [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
            [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
            [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
            [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
            [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
            [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
            [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
            [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
            [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0]
        );
    }
    for (i, word) in h.iter_mut().enumerate() {
        *word ^= v[i] ^ v[i + 8];
    }
}

/// A round: four columns, four diagonals.
///
/// Two at a time, and in this order: one G is a chain of twelve instructions, so that others have
/// to run beside it, and sixteen words are two or three more than there are registers. A round
/// takes 8.8 ns on a Zen 4 (rustc 1.95, for x86-64 without more); with one G at a time 9.8 to 11.4,
/// with four 10.6, since more words then wait in memory; by AVX2, a row of four words in a
/// register, 8.3.
///
/// Neither can be much faster there. Words: 112 additions, exclusive-ors and rotations on four
/// ports are 28 cycles, 7.6 ns. Rows: each waits for 16 additions and exclusive-ors and for eight
/// rotations, which take a vector two cycles, but for those by 32: 30 cycles, 8.1 ns, and 32 with
/// AVX-512's rotations.
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

fn words<const N: usize>(bytes: &[u8]) -> [u64; N] {
    let (chunks, _) = bytes.as_chunks::<8>();
    core::array::from_fn(|i| u64::from_le_bytes(chunks[i]))
}
