//! MODEXP: base^exponent modulo any integer (EIP-198, EIP-7823).

use alloc::vec;
use alloc::vec::Vec;

use limb::runtime::{Exponent, pow_vartime, scratch_words};

use super::Error;
use super::padded::padded;
use crate::{Fork, gas};

/// Bytes of the three lengths before the integers.
const HEADER: usize = 96;

/// Longest base, exponent and modulus since Osaka, in bytes (EIP-7823).
const LONGEST: u64 = 1024;

/// The dearest call that is computed, whatever the limit of gas: 2³², which is seventy times the
/// limit of a block and 256 times that of a transaction. It bounds time and space before Osaka,
/// whose rules bound lengths.
pub const MOST_MODEXP_GAS: u64 = 1 << 32;

/// An input of MODEXP, taken apart.
pub(crate) struct ModExpInput<'i> {
    lengths: [u64; 3],
    /// What follows the lengths; zeros follow it.
    integers: &'i [u8],
}

impl<'i> ModExpInput<'i> {
    pub(crate) fn new(input: &'i [u8]) -> Self {
        let lengths = [0, 32, 64].map(|offset| {
            let (high, low) = (padded::<24>(input, offset), padded::<8>(input, offset + 24));
            // A length that does not fit is dearer than any limit, or without effect.
            if high == [0; 24] { u64::from_be_bytes(low) } else { u64::MAX }
        });
        Self { lengths, integers: input.get(HEADER..).unwrap_or_default() }
    }

    /// Lengths of base, exponent and modulus in bytes; those of 2^64 and more as 2^64 − 1.
    pub(crate) fn lengths(&self) -> [u64; 3] {
        self.lengths
    }

    /// Bits of the integer in the first 32 bytes of the exponent, or in all of a shorter one.
    pub(crate) fn exponent_head_bits(&self) -> u32 {
        let [base, exponent, _] = self.lengths;
        let head = self.from(base.into());
        let length = exponent.min(32) as usize;
        let there = &head[..head.len().min(length)];
        match there.iter().position(|&byte| byte != 0) {
            Some(zeros) => 8 * (length - zeros) as u32 - there[zeros].leading_zeros(),
            None => 0,
        }
    }

    /// What is there from an offset on.
    fn from(&self, offset: u128) -> &'i [u8] {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        self.integers.get(offset..).unwrap_or_default()
    }

    /// What is there of an integer, and how many zeros follow.
    fn integer(&self, offset: u128, length: u64) -> (&'i [u8], u64) {
        let bytes = self.from(offset);
        let there = (bytes.len() as u64).min(length);
        (&bytes[..there as usize], length - there)
    }
}

/// base^exponent mod modulus, as long as the modulus; zeros for the modulus zero.
///
/// Input, padded: the lengths of base, exponent and modulus, 32 bytes each, then the three.
///
/// Time: in proportion to the price or less; a call above [`MOST_MODEXP_GAS`] is not computed.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::TooLong`] since Osaka; [`Error::OutOfGas`] above [`MOST_MODEXP_GAS`].
pub fn modexp(fork: Fork, input: &[u8]) -> Result<Vec<u8>, Error> {
    let parts = ModExpInput::new(input);
    let [base, exponent, modulus] = parts.lengths;
    if fork >= Fork::Osaka && parts.lengths.iter().any(|&length| length > LONGEST) {
        return Err(Error::TooLong);
    }
    if gas::modexp(fork, input) > MOST_MODEXP_GAS {
        return Err(Error::OutOfGas);
    }
    if modulus == 0 {
        return Ok(Vec::new());
    }
    let exponent_at = u128::from(base);
    let (exponent_bytes, exponent_zeros) = parts.integer(exponent_at, exponent);
    Ok(power(
        parts.integer(0, base),
        &Exponent { bytes: exponent_bytes, zero_bytes: exponent_zeros },
        parts.integer(exponent_at + u128::from(exponent), modulus),
    ))
}

/// The power of integers that have zeros behind them, as long as the modulus.
pub(crate) fn power(base: (&[u8], u64), exponent: &Exponent<'_>, modulus: (&[u8], u64)) -> Vec<u8> {
    let length = modulus.0.len() + modulus.1 as usize;
    let [base, modulus] = [base, modulus].map(|(bytes, zeros)| to_words(bytes, zeros as usize));
    let mut result = vec![0; modulus.len()];
    let mut scratch = vec![0; scratch_words(base.len(), modulus.len(), exponent)];
    pow_vartime(&base, exponent, &modulus, &mut result, &mut scratch);
    let mut out = vec![0; length];
    for (bytes, word) in out.rchunks_mut(8).zip(&result) {
        bytes.copy_from_slice(&word.to_be_bytes()[8 - bytes.len()..]);
    }
    out
}

/// The words of big-endian bytes and zeros behind them, least significant first.
fn to_words(bytes: &[u8], zeros: usize) -> Vec<u64> {
    let first = bytes.iter().position(|&byte| byte != 0).unwrap_or(bytes.len());
    let bytes = &bytes[first..];
    let mut words = vec![0; if bytes.is_empty() { 0 } else { (bytes.len() + zeros).div_ceil(8) }];
    for (i, &byte) in bytes.iter().rev().enumerate() {
        let at = i + zeros;
        words[at >> 3] |= u64::from(byte) << (8 * (at & 7));
    }
    words
}
