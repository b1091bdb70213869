//! Powers modulo any integer.

use alloc::vec::Vec;

use evm::primitives;

/// base^exp mod modulus, as long as the modulus: 0 for the modulus zero, and else 0⁰ = 1 (EIP-198).
/// Each of the three has any length, none included.
///
/// Time: in proportion to the bits of the exponent and to the square of the modulus' length. Heap:
/// in proportion to the lengths.
///
/// [Example](crate).
pub fn modexp(base: &[u8], exp: &[u8], modulus: &[u8]) -> Vec<u8> {
    primitives::modexp(base, exp, modulus)
}
