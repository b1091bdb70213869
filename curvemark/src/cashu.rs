//! Cashu: blind signatures for electronic cash.
//!
//! [`v3`] is the pairing-based protocol of keysets with version byte `02`; [`legacy`] is that of
//! today's wallets on secp256k1, for keysets with version byte `00` and `01`. [`nutroot`] is what
//! secrets of version 3 are and how they are spent. With the feature `tokens`, tokens as wallets
//! exchange them, conditions of spending and quotes are of either. With the feature `serde`, which
//! `tokens` brings, wallet and mint of either protocol have the JSON models of the specification:
//! `models` of each.

#[cfg(feature = "tokens")]
pub mod conditions;
#[cfg(feature = "serde")]
pub mod models;

mod framing;
mod kdf;
pub mod legacy;
pub mod nutroot;
mod preimage;
#[cfg(feature = "tokens")]
pub mod quotes;
mod role;
#[cfg(feature = "tokens")]
pub mod tokens;
pub mod v3;
