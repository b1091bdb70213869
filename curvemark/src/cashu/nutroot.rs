//! Secrets of version 3 since they are points of secp256k1 (NUT-10 of cashubtc/nuts pull request 443 as of cashu-ts, commit 6654d495): their keys.

mod error;
mod key;
mod secret;

pub use error::Error;
pub use key::{Key, NUMS_KEY, NumsOffset, PublicKey, SecretKey};
pub use secret::{Message, Secret, tweak};
