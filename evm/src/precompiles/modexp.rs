//! MODEXP: base^exponent modulo any integer (EIP-198, EIP-7823).

use alloc::vec::Vec;

use limb::runtime::Exponent;

use super::Error;
use super::padded::padded;
use crate::primitives::power;
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
