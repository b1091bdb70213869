//! What wallets do with keys: trees of keys, words for seeds, silent payments, and the key exchange
//! of Bitcoin's nodes (feature `wallets`).
//!
//! | module | is |
//! |---|---|
//! | [`bip32`] | trees of keys on secp256k1, private and public, as `xprv` and `xpub` |
//! | [`slip10`] | the same for secp256k1, P-256 and Ed25519, of seeds |
//! | [`bip39`] | seeds as words, in ten languages |
//! | [`bip352`] | silent payments: addresses, what a sender pays to, and scanning of many transactions |
//! | [`bip324`] | the key exchange of Bitcoin's encrypted transport, with keys that look random |
//!
//! From words to an address for silent payments:
//!
//! ```
//! use curvemark::wallets::bip32::ExtendedPrivateKey;
//! use curvemark::wallets::bip352::Receiver;
//! use curvemark::wallets::bip39::{Language, Mnemonic};
//! use curvemark::wallets::Network;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let words = "legal winner thank year wave sausage worth useful legal winner thank yellow";
//! let seed = Mnemonic::from_text(Language::English, words)?.to_seed("TREZOR");
//! let master = ExtendedPrivateKey::from_seed(seed.as_slice(), Network::Main)?;
//! assert!(master.to_xprv().starts_with("xprv9s21ZrQH143K2gA81bYFHqU68xz1cX2"));
//!
//! let scan = master.derive("m/352'/0'/0'/1'/0")?;
//! let spend = master.derive("m/352'/0'/0'/0'/0")?; // stays where it is safe
//! let receiver = Receiver::new(scan.secret(), spend.public().as_point())?;
//! let address = receiver.address(Network::Main).to_text();
//! assert!(address.starts_with("sp1q"));
//! # Ok(()) }
//! ```
//!
//! Secrets are handled in constant time, with three exceptions, which are told where they are:
//! texts of private keys in base58, words, and passphrases.

pub mod bip32;
pub mod bip324;
pub mod bip352;
pub mod bip39;
pub mod slip10;

/// Which of Bitcoin's networks a key or an address is for.
///
/// [Example](crate::wallets).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// The network with money.
    Main,
    /// The test networks, which share their prefixes.
    Test,
}
