//! SHA-256 of a message that lies in memory: whole blocks where they are, and behind them the
//! padding, made once. A hash that takes pieces keeps a buffer for what does not fill a block, and
//! keeping and wiping it takes a fifth of the time of 32 bytes.

use sha2::block_api::compress256;
use zeroize::optimization_barrier;

/// Bytes of a block.
const BLOCK: usize = 64;

/// The first 32 bits of the fractional parts of the square roots of the first eight primes (FIPS
/// 180-4 §5.3.3).
const INITIAL: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// SHA-256. Nothing of the message is left behind on the stack here.
pub(super) fn sha256(message: &[u8]) -> [u8; 32] {
    let (blocks, rest) = message.as_chunks::<BLOCK>();
    let mut state = INITIAL;
    if !blocks.is_empty() {
        compress256(&mut state, blocks);
    }
    // The rest, a bit that is set, zeros, and the number of bits in 64 (§5.1.1): one block, or two
    // where these do not fit.
    let mut last = [[0; BLOCK]; 2];
    let count = 1 + usize::from(rest.len() + 1 + size_of::<u64>() > BLOCK);
    let bytes = last[..count].as_flattened_mut();
    bytes[..rest.len()].copy_from_slice(rest);
    bytes[rest.len()] = 0x80;
    let length = (message.len() as u64) << 3;
    bytes[count * BLOCK - size_of::<u64>()..].copy_from_slice(&length.to_be_bytes());
    compress256(&mut state, &last[..count]);
    let mut digest = [0; 32];
    for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    // The barrier makes the compiler keep these.
    last = [[0; BLOCK]; 2];
    state = [0; 8];
    optimization_barrier(&last);
    optimization_barrier(&state);
    digest
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    #[test]
    fn every_length_of_the_last_blocks() {
        let message: [u8; 260] = core::array::from_fn(|i| (i * i + 7 * i) as u8);
        for length in 0..=message.len() {
            let message = &message[..length];
            assert_eq!(
                super::sha256(message)[..],
                Sha256::digest(message)[..],
                "of {length} bytes"
            );
        }
    }
}
