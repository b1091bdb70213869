//! Hash functions, and the compression function of one.

use curvemark::hash;
use evm::primitives;

use crate::Error;

/// Keccak-256 with the padding from before FIPS 202, Ethereum's hash.
///
/// [Example](crate).
pub fn keccak256(data: &[u8]) -> [u8; 32] {
    hash::keccak256(data)
}

/// SHA-256 (FIPS 180-4).
///
/// [Example](crate).
pub fn sha256(data: &[u8]) -> [u8; 32] {
    hash::sha256(data)
}

/// RIPEMD-160 (Dobbertin, Bosselaers, Preneel, 1996): 20 bytes behind 12 zeros.
///
/// [Example](crate).
pub fn ripemd160(data: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    out[12..].copy_from_slice(&hash::ripemd160(data));
    out
}

/// The compression function F of BLAKE2b (EIP-152): h is the state before and after, of eight
/// little-endian words of 64 bits, m the block of sixteen, t the offset of two, f 1 for the last
/// block and else 0.
///
/// The standard calls the rounds big-endian, as they are in the bytes of EIP-152. Here they are the
/// number itself, as in all libraries of the standard that were read.
///
/// Time: in proportion to the rounds.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::FinalFlag`]; h is as it was then.
pub fn blake2f(
    rounds: u32,
    h: &mut [u8; 64],
    m: &[u8; 128],
    t: &[u8; 16],
    f: u8,
) -> Result<(), Error> {
    primitives::blake2f(rounds, h, m, t, f)
}
