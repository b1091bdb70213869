//! The compression function F of BLAKE2b with a number of rounds of the caller's (EIP-152; RFC 7693
//! §3.2).

use crate::precompiles::Error;

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
    limb::blake2::compress(rounds, h, m, *t, if last { u64::MAX } else { 0 });
}

fn words<const N: usize>(bytes: &[u8]) -> [u64; N] {
    let (chunks, _) = bytes.as_chunks::<8>();
    core::array::from_fn(|i| u64::from_le_bytes(chunks[i]))
}
