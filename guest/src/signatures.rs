//! ECDSA on secp256k1 and P-256: keys are x ‖ y, signatures r ‖ s, and either s is taken.

use evm::primitives;

use crate::Error;

/// The key whose signature of a hash this is, by its id: bit 0 says that y of the nonce's point is
/// odd, bit 1 that its x is r + n.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Signature`] if r or s is zero or not below n, if there is no such point, or if the id
/// is above 3.
pub fn secp256k1_ecrecover(msg: &[u8; 32], sig: &[u8; 64], recid: u8) -> Result<[u8; 64], Error> {
    primitives::recover_key(msg, sig, recid)
}

/// Whether a signature of a hash is a key's on secp256k1. What is no signature, or no key, is a
/// signature of nobody.
///
/// [Example](crate).
pub fn secp256k1_verify(msg: &[u8; 32], sig: &[u8; 64], pubkey: &[u8; 64]) -> bool {
    primitives::secp256k1_holds(msg, sig, pubkey)
}

/// Whether a signature of a hash is a key's on P-256 (EIP-7951). What is no signature, or no key,
/// is a signature of nobody.
///
/// [Example](crate).
pub fn secp256r1_verify(msg: &[u8; 32], sig: &[u8; 64], pubkey: &[u8; 64]) -> bool {
    primitives::p256_holds(msg, sig, pubkey)
}
