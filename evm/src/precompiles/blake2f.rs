//! The compression function F of BLAKE2b with a number of rounds of the caller's (EIP-152; RFC 7693 §3.2).

use alloc::vec::Vec;

use super::Error;

/// Bytes of an input.
pub const BLAKE2F_INPUT: usize = 213;

/// The first 64 bits of the fractional parts of the square roots of the first eight primes (RFC 7693 §2.6), which are those of SHA-512.
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

/// F: rounds, state, block, offset and the flag of the last block.
///
/// Input of exactly [`BLAKE2F_INPUT`] bytes: the number of rounds, four bytes big-endian; then little-endian h, of eight words of 64 bits, m of sixteen, t of two;
/// a last byte that is 0 or 1. Output: the new h.
///
/// Time: in proportion to the rounds, half a minute for 2³² − 1 of them.
///
/// # Errors
/// [`Error::Length`], [`Error::FinalFlag`].
pub fn blake2f(input: &[u8]) -> Result<Vec<u8>, Error> {
    let input: &[u8; BLAKE2F_INPUT] = input.try_into().map_err(|_| Error::Length)?;
    let last = match input[BLAKE2F_INPUT - 1] {
        0 => false,
        1 => true,
        _ => return Err(Error::FinalFlag),
    };
    let rounds = input.first_chunk().map_or(0, |rounds| u32::from_be_bytes(*rounds));
    let mut h = words::<8>(&input[4..68]);
    let (m, t) = (words::<16>(&input[68..196]), words::<2>(&input[196..212]));
    blake2_compress(rounds, &mut h, &m, &t, last);
    Ok(h.map(u64::to_le_bytes).as_flattened().to_vec())
}

/// F on words: h is the state before and after.
pub fn blake2_compress(rounds: u32, h: &mut [u64; 8], m: &[u64; 16], t: &[u64; 2], last: bool) {
    let mut v = [0; 16];
    v[..8].copy_from_slice(h);
    v[8..].copy_from_slice(&IV);
    v[12] ^= t[0];
    v[13] ^= t[1];
    v[14] ^= if last { u64::MAX } else { 0 };
    let mut left = rounds;
    // Ten rounds have ten orders of the message; each is a constant here, so that its words are read in place.
    while left >= 10 {
        all_orders(&mut v, m, 10);
        left -= 10;
    }
    all_orders(&mut v, m, left);
    for (i, word) in h.iter_mut().enumerate() {
        *word ^= v[i] ^ v[i + 8];
    }
}

/// Up to ten rounds, from the first order of the message on.
#[inline(always)]
fn all_orders(v: &mut [u64; 16], m: &[u64; 16], rounds: u32) {
    macro_rules! rounds {
        ($($order:expr),*) => {
            let mut done = 0;
            $(
                if done == rounds {
                    return;
                }
                round(v, m, $order);
                done += 1;
            )*
            let _ = done;
        };
    }
    // SIGMA of RFC 7693 §2.7.
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

/// A round: four columns, four diagonals.
#[inline(always)]
fn round(v: &mut [u64; 16], m: &[u64; 16], order: [usize; 16]) {
    mix(v, [0, 4, 8, 12], m[order[0]], m[order[1]]);
    mix(v, [1, 5, 9, 13], m[order[2]], m[order[3]]);
    mix(v, [2, 6, 10, 14], m[order[4]], m[order[5]]);
    mix(v, [3, 7, 11, 15], m[order[6]], m[order[7]]);
    mix(v, [0, 5, 10, 15], m[order[8]], m[order[9]]);
    mix(v, [1, 6, 11, 12], m[order[10]], m[order[11]]);
    mix(v, [2, 7, 8, 13], m[order[12]], m[order[13]]);
    mix(v, [3, 4, 9, 14], m[order[14]], m[order[15]]);
}

/// G of RFC 7693 §3.1.
#[inline(always)]
fn mix(v: &mut [u64; 16], [a, b, c, d]: [usize; 4], x: u64, y: u64) {
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
    v[d] = (v[d] ^ v[a]).rotate_right(32);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(24);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(y);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(63);
}

fn words<const N: usize>(bytes: &[u8]) -> [u64; N] {
    let (chunks, _) = bytes.as_chunks::<8>();
    core::array::from_fn(|i| u64::from_le_bytes(chunks[i]))
}
