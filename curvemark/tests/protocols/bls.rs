//! BLS signatures: the published vectors, what must be refused, and the laws of the schemes.

use crate::vectors;

mod batches;
mod keys;
mod parts;
mod published;
mod schemes;
#[cfg(feature = "serde")]
mod serde;

use curvemark::bls::{PublicKey, SecretKey, Signature, SignatureSet, Suite};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// A secret key for each number.
fn secret<S: Suite>(number: usize) -> SecretKey<S> {
    SecretKey::key_gen(&[0x5a; 32], &number.to_be_bytes()).expect("enough material")
}

fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

/// Messages of several lengths, all distinct.
fn messages(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|i| [&vec![7; i & 3][..], &i.to_be_bytes()].concat()).collect()
}

/// What [`SignatureSet`] borrows from.
struct Signed<S: Suite> {
    key: PublicKey<S>,
    message: Vec<u8>,
    signature: Signature<S>,
}

impl<S: Suite> Signed<S> {
    fn new(signer: usize, message: &[u8]) -> Self {
        let secret = secret::<S>(signer);
        Self {
            key: secret.public_key(),
            message: message.to_vec(),
            signature: secret.sign(message),
        }
    }

    fn set(&self) -> SignatureSet<'_, S> {
        SignatureSet { key: self.key, message: &self.message, signature: self.signature }
    }
}

fn sets<S: Suite>(signed: &[Signed<S>]) -> Vec<SignatureSet<'_, S>> {
    signed.iter().map(Signed::set).collect()
}
