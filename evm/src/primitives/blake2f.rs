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
        0 => 0,
        1 => u64::MAX,
        _ => return Err(Error::FinalFlag),
    };
    let (t, _) = t.as_chunks();
    limb::blake2::compress(rounds, h, m, [t[0], t[1]].map(u64::from_le_bytes), last);
    Ok(())
}

/// F on words: h is the state before and after.
///
/// [Example](super).
pub fn blake2_compress(rounds: u32, h: &mut [u64; 8], m: &[u64; 16], t: &[u64; 2], last: bool) {
    limb::blake2::compress_words(rounds, h, m, *t, if last { u64::MAX } else { 0 });
}
