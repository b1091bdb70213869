//! The price of MODEXP: EIP-198 until Berlin, EIP-2565 until Osaka, EIP-7883 since.
//!
//! All three multiply what a product of the longer of base and modulus is held to cost with about
//! so many squarings as the exponent has bits, of which those after the first 32 bytes count by
//! their number alone.

use crate::Fork;
use crate::precompiles::ModExpInput;

/// The gas of MODEXP for an input; `u64::MAX` if it does not fit.
///
/// [Example](crate#one-minute-of-code).
pub fn modexp(fork: Fork, input: &[u8]) -> u64 {
    let input = ModExpInput::new(input);
    let [base, exponent, modulus] = input.lengths().map(u128::from);
    let longest = base.max(modulus);
    let bits = u128::from(input.exponent_head_bits().saturating_sub(1));
    let per_byte = if fork >= Fork::Osaka { 16 } else { 8 };
    let iterations = (per_byte * exponent.saturating_sub(32) + bits).max(1);
    let words = longest.div_ceil(8);
    // Lengths are below 2^64, so squares are in range.
    let (product, divisor, least) = match fork.priced_as() {
        Fork::Istanbul => (complexity_of_eip_198(longest), 20, 0),
        Fork::Osaka if longest <= 32 => (16, 1, 500),
        Fork::Osaka => ((words * words).saturating_mul(2), 1, 500),
        _ => (words * words, 3, 200),
    };
    let price = product.saturating_mul(iterations) / divisor;
    u64::try_from(price.max(least)).unwrap_or(u64::MAX)
}

/// mult_complexity of EIP-198, for a length in bytes.
fn complexity_of_eip_198(x: u128) -> u128 {
    match x {
        ..=64 => x * x,
        65..=1024 => x * x / 4 + 96 * x - 3_072,
        _ => x * x / 16 + 480 * x - 199_680,
    }
}
