//! The compression function F of BLAKE2b (EIP-152).

use alloc::vec::Vec;

use super::Error;
use crate::primitives;

/// Bytes of an input.
pub const BLAKE2F_INPUT: usize = 213;

/// F: rounds, state, block, offset and the flag of the last block.
///
/// Input of exactly [`BLAKE2F_INPUT`] bytes: the number of rounds, four bytes big-endian; then
/// little-endian h, of eight words of 64 bits, m of sixteen, t of two; a last byte that is 0 or 1.
/// Output: the new h.
///
/// Time: in proportion to the rounds, half a minute for 2³² − 1 of them.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`], [`Error::FinalFlag`].
pub fn blake2f(input: &[u8]) -> Result<Vec<u8>, Error> {
    let (&rounds, rest) = input.split_first_chunk().ok_or(Error::Length)?;
    let (&(mut h), rest) = rest.split_first_chunk().ok_or(Error::Length)?;
    let (m, rest) = rest.split_first_chunk().ok_or(Error::Length)?;
    let (t, flag) = rest.split_first_chunk().ok_or(Error::Length)?;
    let &[flag] = flag else { return Err(Error::Length) };
    primitives::blake2f(u32::from_be_bytes(rounds), &mut h, m, t, flag)?;
    Ok(h.to_vec())
}
