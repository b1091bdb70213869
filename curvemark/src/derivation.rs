//! Private keys by trees of numbers: what BIP-32, SLIP-10 and Cashu's NUT-13 have in common, from
//! private parent to private child.

use core::ops::RangeInclusive;

use curve::error::ScalarError;
use curve::scalar::SecretScalar;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha512;
use zeroize::{Zeroize, Zeroizing};

use crate::kept::{Kept, mul_generator};

/// Numbers from here on are hardened: the child's key is made of the parent's private key, not of
/// its public one.
pub const HARDENED: u32 = 1 << 31;

/// Bytes of a seed.
pub const SEED: RangeInclusive<usize> = 16..=64;

/// The key of the hash that makes the root of a seed, on secp256k1.
pub const BITCOIN: &[u8] = b"Bitcoin seed";

/// A node of the tree: a private key and a chain code, each wiped when dropped.
pub struct Node<C: Kept> {
    pub key: SecretScalar<C::Scalar>,
    pub chain: Zeroizing<[u8; 32]>,
}

/// Two halves of HMAC-SHA512.
pub type Halves = (Zeroizing<[u8; 32]>, Zeroizing<[u8; 32]>);

/// HMAC-SHA512 of parts of a message.
pub fn halves(key: &[u8], parts: &[&[u8]]) -> Halves {
    let mut mac = match Hmac::<Sha512>::new_from_slice(key) {
        Ok(mac) => mac,
        Err(_) => unreachable!("HMAC takes keys of every length"),
    };
    parts.iter().for_each(|part| mac.update(part));
    let mut digest = mac.finalize().into_bytes();
    let mut out = (Zeroizing::new([0; 32]), Zeroizing::new([0; 32]));
    out.0.copy_from_slice(&digest[..32]);
    out.1.copy_from_slice(&digest[32..]);
    digest.as_mut_slice().zeroize();
    out
}

/// The compressed point of a private key, which is not zero. Constant-time.
pub fn public_bytes<C: Kept>(key: &SecretScalar<C::Scalar>) -> [u8; 33] {
    let mut product = mul_generator::<C>(key.expose());
    let public = product.to_affine().to_sec1_unchecked_identity();
    // With its Z a product tells more of the key than the point does.
    product.zeroize();
    public
}

impl<C: Kept> Clone for Node<C> {
    fn clone(&self) -> Self {
        Self { key: self.key.clone(), chain: self.chain.clone() }
    }
}

impl<C: Kept> Node<C> {
    /// The root of a seed of any length.
    ///
    /// # Errors
    /// [`ScalarError`] if the hash is no private key: for one seed in 2^127 on secp256k1.
    pub fn master(seed: &[u8]) -> Result<Self, ScalarError> {
        Self::root(&halves(BITCOIN, &[seed]))
    }

    /// The root of a hash.
    ///
    /// # Errors
    /// [`ScalarError`].
    pub fn root((key, chain): &Halves) -> Result<Self, ScalarError> {
        let key = SecretScalar::from_be_bytes(key.as_slice())?.not_zero()?;
        Ok(Self { key, chain: chain.clone() })
    }

    /// The hash of a number.
    ///
    /// Cost: four blocks of SHA-512 and, unless it is hardened, a multiplication of the generator.
    pub fn tweak(&self, number: u32) -> Halves {
        self.tweak_with(number, || public_bytes::<C>(&self.key))
    }

    /// The same, with the public key where it is needed.
    pub fn tweak_with(&self, number: u32, public: impl FnOnce() -> [u8; 33]) -> Halves {
        if number >= HARDENED {
            let key = self.key.to_be_bytes();
            halves(self.chain.as_slice(), &[&[0], key.as_slice(), &number.to_be_bytes()])
        } else {
            halves(self.chain.as_slice(), &[&public(), &number.to_be_bytes()])
        }
    }

    /// The child of the hash of a number.
    ///
    /// # Errors
    /// [`ScalarError`].
    pub fn tweaked(&self, (tweak, chain): &Halves) -> Result<Self, ScalarError> {
        let tweak = SecretScalar::from_be_bytes(tweak.as_slice())?;
        Ok(Self { key: (&self.key + &tweak).not_zero()?, chain: chain.clone() })
    }

    /// The child of a number. Constant-time in the key.
    ///
    /// # Errors
    /// [`ScalarError`] for one number in 2^127 on secp256k1.
    pub fn child(&self, number: u32) -> Result<Self, ScalarError> {
        self.tweaked(&self.tweak(number))
    }
}
