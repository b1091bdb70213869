//! RS256 (RFC 7518, §3.3): RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, §8.2), verification by keys of
//! 2048 bits.
//!
//! The encoded message is made and compared as a whole, so that nothing of a signature is parsed.

use alloc::vec;
use core::fmt;

use curve::modular::{Exponent, pow_vartime, scratch_words};

use super::Error;
use crate::hash::sha256;

/// Bytes of a modulus, and of a signature.
pub const MODULUS_BYTES: usize = 256;
const WORDS: usize = MODULUS_BYTES >> 3;
/// Bytes of the longest exponent: 64 squarings bound what a key costs.
const EXPONENT_BYTES: usize = 8;

/// DigestInfo of SHA-256 without the digest (RFC 8017, §9.2, note 1).
const DIGEST_INFO: [u8; 19] = [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
    0x00, 0x04, 0x20,
];

/// An RSA public key of 2048 bits, for signatures by RS256.
///
/// [Example](crate::zklogin).
#[derive(Clone, PartialEq, Eq)]
pub struct RsaPublicKey {
    /// Least significant word first.
    modulus: [u64; WORDS],
    /// Big-endian.
    exponent: [u8; EXPONENT_BYTES],
}

impl fmt::Debug for RsaPublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RsaPublicKey").field("exponent", &self.exponent).finish_non_exhaustive()
    }
}

impl RsaPublicKey {
    /// The key of a modulus of exactly 256 bytes and an exponent, both big-endian and without
    /// leading zeros.
    ///
    /// Whether the modulus is a product of two large primes cannot be seen from it: the key is the
    /// provider's to answer for.
    ///
    /// # Errors
    /// [`Error::RsaKey`] unless the modulus is odd and of 2048 bits, and the exponent odd, at least
    /// 3, and of 64 bits at most.
    pub fn new(modulus: &[u8], exponent: &[u8]) -> Result<Self, Error> {
        let modulus: &[u8; MODULUS_BYTES] = modulus.try_into().map_err(|_| Error::RsaKey)?;
        let [first, .., last] = modulus;
        let full = *first >= 0x80 && last & 1 == 1;
        let odd = exponent.last().is_some_and(|last| last & 1 == 1);
        let minimal = exponent.first().is_some_and(|&first| first != 0);
        if !(full && odd && minimal) || exponent == [1] || exponent.len() > EXPONENT_BYTES {
            return Err(Error::RsaKey);
        }
        let mut padded = [0; EXPONENT_BYTES];
        padded[EXPONENT_BYTES - exponent.len()..].copy_from_slice(exponent);
        Ok(Self { modulus: to_words(modulus), exponent: padded })
    }

    /// The modulus, big-endian.
    pub fn modulus(&self) -> [u8; MODULUS_BYTES] {
        to_bytes(&self.modulus)
    }

    /// The exponent.
    pub fn exponent(&self) -> u64 {
        u64::from_be_bytes(self.exponent)
    }

    /// Whether the signature is this key's on the message.
    ///
    /// Variable-time; all is public. Cost: SHA-256, and 16 squarings and a product modulo n for the
    /// exponent 65537; a few KB of the heap.
    ///
    /// # Errors
    /// [`Error::Length`] unless there are 256 bytes of signature; [`Error::TokenSignature`].
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), Error> {
        self.verify_prehashed(&sha256(message), signature)
    }

    /// As [`RsaPublicKey::verify`], of SHA-256's digest of the message.
    ///
    /// # Errors
    /// As there.
    #[inline(never)]
    pub fn verify_prehashed(&self, digest: &[u8; 32], signature: &[u8]) -> Result<(), Error> {
        let signature: &[u8; MODULUS_BYTES] = signature.try_into().map_err(|_| Error::Length)?;
        let signature = to_words(signature);
        // A signature and itself plus n would mean the same: one of them is the signature.
        if signature.iter().rev().ge(self.modulus.iter().rev()) {
            return Err(Error::TokenSignature);
        }
        let exponent = Exponent { bytes: &self.exponent, zero_bytes: 0 };
        let mut scratch = vec![0; scratch_words(WORDS, WORDS, &exponent)];
        let mut power = [0; WORDS];
        pow_vartime(&signature, &exponent, &self.modulus, &mut power, &mut scratch);
        if to_bytes(&power) == encoded(digest) { Ok(()) } else { Err(Error::TokenSignature) }
    }
}

/// EMSA-PKCS1-v1_5: 00 01, as many ff as fit, 00, DigestInfo with the digest (RFC 8017, §9.2).
fn encoded(digest: &[u8; 32]) -> [u8; MODULUS_BYTES] {
    let mut out = [0xff; MODULUS_BYTES];
    (out[0], out[1]) = (0, 1);
    let (_, tail) = out.split_at_mut(MODULUS_BYTES - 1 - DIGEST_INFO.len() - digest.len());
    tail[0] = 0;
    let (info, end) = tail[1..].split_at_mut(DIGEST_INFO.len());
    info.copy_from_slice(&DIGEST_INFO);
    end.copy_from_slice(digest);
    out
}

fn to_words(bytes: &[u8; MODULUS_BYTES]) -> [u64; WORDS] {
    let mut out = [0; WORDS];
    for (out, word) in out.iter_mut().zip(bytes.as_chunks::<8>().0.iter().rev()) {
        *out = u64::from_be_bytes(*word);
    }
    out
}

fn to_bytes(words: &[u64; WORDS]) -> [u8; MODULUS_BYTES] {
    let mut out = [0; MODULUS_BYTES];
    for (out, word) in out.as_chunks_mut::<8>().0.iter_mut().zip(words.iter().rev()) {
        *out = word.to_be_bytes();
    }
    out
}
