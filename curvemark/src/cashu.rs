//! Cashu: blind signatures for electronic cash.
//!
//! [`v3`] is the pairing-based protocol of keysets with version byte `02`.

pub mod v3;
