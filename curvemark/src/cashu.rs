//! Cashu: blind signatures for electronic cash.
//!
//! [`v3`] is the pairing-based protocol of keysets with version byte `02`; [`legacy`] is that of
//! today's wallets on secp256k1, for keysets with version byte `00` and `01`. [`nutroot`] is what
//! secrets of version 3 are and how they are spent. With the feature `tokens`, tokens as wallets
//! exchange them, conditions of spending and quotes are of either. With the feature `serde`, which
//! `tokens` brings, wallet and mint of either protocol have the JSON models of the specification:
//! `models` of each.
//!
//! # For users of cdk
//!
//! | cdk's crate `cashu` 0.18 | here |
//! |---|---|
//! | `dhke::{hash_to_curve, blind_message}` | [`legacy::hash_to_curve`], [`legacy::blind`] |
//! | `dhke::sign_message`, `BlindSignature::new` | [`sign`](legacy::MintSecretKey::sign), [`sign_with_proof`](legacy::MintSecretKey::sign_with_proof); [`legacy::sign_each`] of many |
//! | `dhke::{unblind_message, construct_proofs}` | [`unblind`](legacy::BlindSignature::unblind), [`legacy::unblind_each`] |
//! | `dhke::verify_message` | [`verify`](legacy::MintSecretKey::verify), [`legacy::verify_each`] |
//! | `BlindSignature::verify_dleq`, `Proof::verify_dleq` | [`verify`](legacy::DleqProof::verify), [`verify_unblinded`](legacy::DleqProof::verify_unblinded) |
//! | `Id::{v1_from_keys, v2_from_data}` | [`derive_v1`](legacy::KeysetId::derive_v1), [`derive_v2`](legacy::KeysetId::derive_v2) |
//! | `Secret::from_seed`, `SecretKey::from_seed` | [`legacy::derive_secret`] in hexadecimal, [`legacy::derive_blinding_factor`] |
//! | `Keys`, `KeySet`, `BlindedMessage`, `BlindSignature`, `Proof` as JSON | `legacy::models`, to the field |
//! | `Token` | `tokens::Token` |
//! | `Proof::{verify_p2pk, verify_htlc}` | `conditions::verify_transaction` |
//!
//! Objects go from one to the other as JSON. `adapters/suites/cdk` in the repository lets wallets
//! and mints of both pay each other.

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
