//! Nutroot: what secrets of version 3 are, and how they are spent (NUT-10 of cashubtc/nuts pull
//! request 443 as of cashu-ts, commit 6654d495, whose vectors are met; [what has changed
//! since](#drafts)).
//!
//! A secret is a point of secp256k1, and its 33 bytes are what the mint signs blindly. Without
//! conditions it is the wallet's key K = k·G. With conditions it is K + t·G, where t is a hash of K
//! and of the root of a tree; each leaf of the tree is a way to spend without k. Nobody sees of a
//! secret which it is. Whoever spends signs: by BIP-340, for each input, the one digest of the
//! whole transaction.
//!
//! | path | signs with | shows |
//! |---|---|---|
//! | key | k, or k + t | nothing |
//! | script | keys of one leaf, after its time or with its preimage | that leaf, K, and the hashes next to its way to the root |
//!
//! ```
//! use curvemark::cashu::nutroot::{Secret, SecretKey};
//!
//! let k = SecretKey::from_bytes(&[7; 32])?;
//! let secret = Secret::of_key(k.public_key());
//! let digest = [9; 32]; // of a transaction
//! let signature = k.sign(&digest, &[0x35; 32]);
//! secret.verifying_key().verify(&digest, &signature)?;
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! | step | by |
//! |---|---|
//! | the keys of a wallet | [`derive_secret_key`](super::v3::derive_secret_key) and its neighbours |
//! | conditions | `Leaf`, `Tree`; with the feature `alloc` |
//! | what the next holder has to know | `SpendInfo`; with the feature `alloc` |
//! | what is signed | `Transaction`; with the feature `tokens` |
//! | the signatures | `Witness`; with the feature `tokens` |
//!
//! # Drafts
//!
//! The pull request is open and goes on. Since that commit its authors let a proof input name Y in
//! place of its secret, let every input sign a digest of its own, allow 512 bytes and 8 leaves
//! where there are 1,024 bytes and 256 here, and give leaves a field `disclosure` and a type
//! `commit`. None of it is taken here, and what it makes is refused: a signature on the other
//! digest does not verify, and such leaves are unknown. A wallet and a mint have to follow one
//! draft.
//!
//! # A secret with a condition
//!
//! ```
//! # #[cfg(feature = "tokens")] {
//! use curvemark::cashu::nutroot::{Condition, Leaf, SecretKey, Tree, Witness, lock};
//!
//! let (owner, heir) = (SecretKey::from_bytes(&[7; 32])?, SecretKey::from_bytes(&[8; 32])?);
//! // The owner may spend at any time, and the heir when a time has come.
//! let leaf = Leaf::new(Condition::After(1_800_000_000), 1, vec![heir.public_key()])?;
//! let tree = Tree::new(vec![leaf.clone()])?;
//! let path = tree.path(0)?;
//! let (secret, info) = lock(owner.public_key(), tree)?;
//! let opened = info.open(&secret, &[])?; // no other leaf is hidden in the secret
//!
//! let digest = [9; 32]; // of a transaction
//! let signatures = vec![heir.sign(&digest, &[0x35; 32])];
//! let (leaf, internal_key) = (leaf.to_bytes(), opened.internal_key);
//! let witness = Witness::ScriptPath { leaf, internal_key, path, signatures, preimage: None };
//! let witness = Witness::parse(&witness.to_json())?;
//! witness.verify(&secret, &digest, 1_800_000_001)?;
//! assert!(witness.verify(&secret, &digest, 1_799_999_999).is_err()); // too early
//! # }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod error;
mod key;
#[cfg(feature = "alloc")]
mod leaf;
#[cfg(feature = "alloc")]
mod locking;
mod secret;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "alloc")]
mod spend_info;
#[cfg(feature = "tokens")]
mod transaction;
#[cfg(feature = "alloc")]
mod tree;
#[cfg(feature = "tokens")]
mod witness;

pub use error::Error;
pub use key::{Key, NUMS_KEY, NumsOffset, PublicKey, SecretKey};
#[cfg(feature = "alloc")]
pub use leaf::{Condition, Leaf, MOST_LEAF_BYTES, MOST_LEAF_TIME};
#[cfg(feature = "alloc")]
pub use locking::{lock, lock_to_receiver, lock_to_script};
pub use secret::{Message, Secret, tweak};
#[cfg(feature = "alloc")]
pub use spend_info::{Form, LeafKey, Opened, Source, SpendInfo};
#[cfg(feature = "tokens")]
pub use transaction::{Authorisation, Input, Output, TRANSACTION_TAG, Transaction};
#[cfg(feature = "alloc")]
pub use tree::{
    Hash, MOST_DEPTH, MOST_LEAVES, MOST_SLOTS, Tree, leaf_hash, merkle_path, merkle_root,
    root_of_path,
};
#[cfg(feature = "tokens")]
pub use witness::{MOST_WITNESS_CHARACTERS, Witness};
