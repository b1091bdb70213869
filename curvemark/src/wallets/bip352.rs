//! Silent payments: BIP-352, in its version 0.
//!
//! A receiver publishes one [`Address`]: two points, one to scan by and one to spend by. A sender
//! makes an output of it that nobody can tell from others, by ECDH of the keys of all inputs and
//! the point to scan by. The receiver finds it by doing the same for **each** transaction: one
//! multiplication of a point, a hash, one of the generator, and additions.
//!
//! | who | takes | to get |
//! |---|---|---|
//! | a sender | [`Sender`] | the outputs that pay some addresses |
//! | a receiver | [`Receiver::scan`] | its payments in many transactions at once |
//! | who spends | [`Payment::signing_key`] | the key of an output |
//! | a server of light clients | [`Tweak::of_inputs`], [`Tweak::to_bytes`] | 33 bytes for a transaction |
//!
//! ```
//! use curvemark::wallets::Network;
//! use curvemark::wallets::bip352::{
//!     Address, InputKey, OutPoint, Receiver, Sender, Transaction, Tweak,
//! };
//! use curve::secp256k1::{AffinePoint, SecretScalar};
//!
//! # fn main() -> Result<(), curvemark::wallets::bip352::Error> {
//! // The receiver, whose key to spend by may be elsewhere.
//! let (scan, spend) =
//!     (SecretScalar::from_be_bytes(&[7; 32])?, SecretScalar::from_be_bytes(&[8; 32])?);
//! let mut receiver =
//!     Receiver::new(&scan, &(&AffinePoint::generator() * &spend).to_affine())?;
//! let address = receiver.labelled_address(1, Network::Main)?.to_text();
//!
//! // A sender, who spends one output by the key [9; 32].
//! let outpoint = OutPoint::new(&[0xab; 32], 0);
//! let key = InputKey::from_bytes(&[9; 32])?;
//! let public = key.public();
//! let outputs = Sender::new(&[outpoint], &[key])?.outputs(&[Address::from_text(&address)?])?;
//!
//! // The receiver again: what it knows of the transaction is public.
//! let tweak = Tweak::new(&[outpoint], &[public])?;
//! let payments = receiver.scan(&[Transaction { tweak, outputs: &outputs }]);
//! assert_eq!((payments[0].output(), payments[0].label()), (0, Some(1)));
//! let signing_key = payments[0].signing_key(&spend)?;
//! assert_eq!(signing_key.public_bytes(), outputs[0]);
//! # Ok(()) }
//! ```
//!
//! # Time
//!
//! Everything is constant-time in the keys to scan by and of inputs, in shared secrets and in what
//! follows from them. Public from a scan are its payments: of each transaction whether it has one
//! more, and which. **A label costs an addition for each transaction, and a product for each of its
//! outputs; and both once more for each payment that is found.** The one for change, number zero,
//! is always there; for very many labels this takes long, and no faster way is offered, since it
//! would look up points that follow from secrets. Anybody who knows an address can make a
//! transaction that pays it 2,323 times: with 23,255 outputs, as many as a block has room for, that
//! is 5·10⁷ products for each label.

mod address;
mod error;
mod inputs;
mod receive;
mod send;

pub use address::Address;
pub use error::Error;
pub use inputs::{Input, OutPoint, Tweak};
pub use receive::{Payment, Receiver, Transaction};
pub use send::{InputKey, Sender};

use curve::error::ScalarError;
use curve::secp256k1::SecretScalar;
use sha2::{Digest, Sha256};
use zeroize::Zeroize;

use crate::schnorr::tagged_hash;

/// Most outputs that one transaction pays by one key to scan by: K_max of version 1.1 of BIP-352,
/// as many taproot outputs as a transaction of 100 kvB has room for, which nodes pass on.
pub const MOST_OUTPUTS: u32 = 2323;

/// t of an output: the hash of the shared secret and the number of the output. Constant-time but
/// for the verdict, which no hash has ever failed.
fn output_tweak(shared: &[u8; 33], k: u32) -> Result<SecretScalar, ScalarError> {
    let hash = tagged_hash(b"BIP0352/SharedSecret").chain_update(shared);
    scalar(hash.chain_update(k.to_be_bytes()))
}

/// The scalar of a label.
fn label_tweak(scan: &SecretScalar, label: u32) -> Result<SecretScalar, ScalarError> {
    let hash = tagged_hash(b"BIP0352/Label").chain_update(scan.to_be_bytes().as_slice());
    scalar(hash.chain_update(label.to_be_bytes()))
}

/// The scalar of a digest, from 1 to n − 1.
fn scalar(hash: Sha256) -> Result<SecretScalar, ScalarError> {
    let mut digest = hash.finalize();
    let out = SecretScalar::from_be_bytes(&digest).and_then(SecretScalar::not_zero);
    digest.as_mut_slice().zeroize();
    out
}
