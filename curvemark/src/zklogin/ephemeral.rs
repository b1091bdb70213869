//! The ephemeral key: what signs until its last epoch, since the proof names it.

use alloc::string::String;
use alloc::vec::Vec;

use blake2::{Blake2b256, Digest};
use curve::bn254::{FrEngine, Scalar};

use super::numbers::canonical;
use super::{Error, bcs, hashes};
use crate::ecdsa::{self, P256, Secp256k1};
use crate::eddsa::{self, Zip215};
use crate::encoding::Base64;

/// Bytes of the lower half of an ephemeral key, as it is hashed.
const LOWER: usize = 16;
/// Bytes of the upper half at most, so that it is below the order.
const UPPER: usize = 31;

/// The scheme of an ephemeral key, by its flag on Sui.
///
/// [Example](crate::zklogin).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Ed25519, by the rule [`Zip215`]: flag 0, keys of 32 bytes.
    Ed25519,
    /// ECDSA on secp256k1 with SHA-256 and low s: flag 1, keys of 33 bytes.
    Secp256k1,
    /// ECDSA on P-256 with SHA-256 and low s: flag 2, keys of 33 bytes.
    P256,
}

impl Scheme {
    fn from_flag(flag: u8) -> Option<Self> {
        [Self::Ed25519, Self::Secp256k1, Self::P256].get(usize::from(flag)).copied()
    }

    fn key_bytes(self) -> usize {
        if self == Self::Ed25519 { 32 } else { 33 }
    }
}

/// A signature by an ephemeral key, and the key: flag ‖ signature of 64 bytes ‖ key.
///
/// [Example](crate::zklogin).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EphemeralSignature {
    scheme: Scheme,
    signature: [u8; 64],
    /// The flag and the key.
    extended_key: Vec<u8>,
}

impl EphemeralSignature {
    /// Of a scheme, and the bytes of a signature and a key. What they are is checked when the
    /// signature is verified.
    ///
    /// # Errors
    /// [`Error::Length`].
    pub fn new(scheme: Scheme, signature: &[u8], key: &[u8]) -> Result<Self, Error> {
        let signature = signature.try_into().map_err(|_| Error::Length)?;
        if key.len() != scheme.key_bytes() {
            return Err(Error::Length);
        }
        let mut extended_key = Vec::with_capacity(1 + key.len());
        extended_key.push(scheme as u8);
        extended_key.extend(key);
        Ok(Self { scheme, signature, extended_key })
    }

    /// The signature of its bytes. What they are is checked when it is verified.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::EphemeralKey`] for another flag.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (&flag, rest) = bytes.split_first().ok_or(Error::Length)?;
        let scheme = Scheme::from_flag(flag).ok_or(Error::EphemeralKey)?;
        let (signature, key) = rest.split_at_checked(64).ok_or(Error::Length)?;
        Self::new(scheme, signature, key)
    }

    /// Its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (flag, key) = self.extended_key.split_at(1);
        [flag, &self.signature, key].concat()
    }

    /// The flag and the key, which is what a proof names.
    pub fn extended_key(&self) -> &[u8] {
        &self.extended_key
    }

    /// Whether the signature is the key's on a digest, as Sui signs it ([`signing_digest`]).
    ///
    /// Variable-time; all is public.
    ///
    /// # Errors
    /// [`Error::EphemeralKey`], [`Error::EphemeralSignature`].
    #[inline(never)]
    pub fn verify(&self, digest: &[u8; 32]) -> Result<(), Error> {
        let (_, key) = self.extended_key.split_at(1);
        match self.scheme {
            Scheme::Ed25519 => {
                let key = eddsa::VerifyingKey::<Zip215>::from_bytes(key);
                let key = key.map_err(|_| Error::EphemeralKey)?;
                eddsa::Signature::from_bytes(&self.signature)
                    .and_then(|signature| key.verify(digest, &signature))
                    .map_err(|_| Error::EphemeralSignature)
            }
            Scheme::Secp256k1 => self.verify_ecdsa::<Secp256k1>(key, digest),
            Scheme::P256 => self.verify_ecdsa::<P256>(key, digest),
        }
    }

    fn verify_ecdsa<C: ecdsa::Curve>(&self, key: &[u8], digest: &[u8; 32]) -> Result<(), Error> {
        let key = ecdsa::VerifyingKey::<C>::from_sec1(key).map_err(|_| Error::EphemeralKey)?;
        ecdsa::Signature::from_bytes_low_s(&self.signature)
            .and_then(|signature| key.verify(digest, &signature))
            .map_err(|_| Error::EphemeralSignature)
    }
}

/// What is signed on Sui.
///
/// [Example](crate::zklogin).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// A transaction: BCS of its data.
    Transaction,
    /// Any bytes, which are no transaction.
    PersonalMessage,
}

/// BLAKE2b-256 of the intent and the message: what Sui's keys sign.
///
/// [Example](crate::zklogin).
pub fn signing_digest(intent: Intent, message: &[u8]) -> [u8; 32] {
    let mut head = Vec::from(match intent {
        Intent::Transaction => [0, 0, 0],
        Intent::PersonalMessage => [3, 0, 0],
    });
    if intent == Intent::PersonalMessage {
        bcs::put_length(message.len(), &mut head);
    }
    Blake2b256::new().chain_update(head).chain_update(message).finalize().into()
}

/// The flag and the key as two integers, the upper one first.
///
/// Bytes of other schemes are taken, as long as each half is below the order without a reduction:
/// what they mean is for the verifier of the signature.
pub(super) fn halves(extended_key: &[u8]) -> Result<[Scalar; 2], Error> {
    let upper = extended_key.len().checked_sub(LOWER).ok_or(Error::EphemeralKey)?;
    if upper > UPPER {
        return Err(Error::EphemeralKey);
    }
    let (upper, lower) = extended_key.split_at(upper);
    let [mut high, mut low] = [[0; 32]; 2];
    high[32 - upper.len()..].copy_from_slice(upper);
    low[32 - LOWER..].copy_from_slice(lower);
    Ok([Scalar::from_bytes(&high).0, Scalar::from_bytes(&low).0])
}

/// The nonce that a token must have to be for this ephemeral key until this epoch: the last 20
/// bytes of Poseidon of the key, the epoch and a random number, as base64url. The random number, in
/// decimal digits and below the order, keeps the provider from telling which key the token is for.
///
/// [Example](crate::zklogin).
///
/// # Errors
/// [`Error::EphemeralKey`] for fewer than 16 or more than 47 bytes; [`Error::Number`],
/// [`Error::NotCanonical`].
#[inline(never)]
pub fn nonce(extended_key: &[u8], max_epoch: u64, randomness: &str) -> Result<String, Error> {
    let [upper, lower] = halves(extended_key)?;
    let randomness = canonical::<FrEngine>(randomness)?;
    let hash = hashes::poseidon(&[upper, lower, epoch(max_epoch), randomness]).to_be_bytes();
    Ok(Base64::UrlSafeUnpadded.encode(&hash[32 - 20..]))
}

/// An epoch as a scalar.
pub(super) fn epoch(epoch: u64) -> Scalar {
    let mut bytes = [0; 32];
    bytes[24..].copy_from_slice(&epoch.to_be_bytes());
    Scalar::from_bytes(&bytes).0
}
