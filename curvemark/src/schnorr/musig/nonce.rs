//! Nonces: two scalars that sign once, their points, and the sums of those.

use core::fmt;

use curve::error::PointError;
use curve::secp256k1::{AffinePoint, Fr, Point, SecretScalar};
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::keys::public_point;
use super::{AggregateKey, Error, PublicKey, SigningKey};
use crate::schnorr::tagged_hash;

/// The points of a nonce, none of which is the identity.
///
/// [Example](crate::schnorr::musig).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicNonce {
    pub(super) points: [AffinePoint; 2],
}

/// The sum of all signers' nonces. A point that cancels is the identity, of 33 zeros.
///
/// [Example](crate::schnorr::musig).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AggregateNonce {
    pub(super) points: [AffinePoint; 2],
}

/// Both halves of 66 bytes, each by `decode`.
fn halves(
    bytes: &[u8],
    decode: impl Fn(&[u8]) -> Result<AffinePoint, PointError>,
) -> Result<[AffinePoint; 2], Error> {
    if bytes.len() != PublicNonce::BYTES {
        return Err(Error::Nonce(PointError::Length));
    }
    let (one, other) = bytes.split_at(33);
    Ok([decode(one).map_err(Error::Nonce)?, decode(other).map_err(Error::Nonce)?])
}

impl PublicNonce {
    /// Bytes of a public nonce: two compressed points.
    pub const BYTES: usize = 66;

    /// The nonce of 66 bytes. Cost: two square roots.
    ///
    /// # Errors
    /// [`Error::Nonce`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self { points: halves(bytes, AffinePoint::from_sec1_compressed)? })
    }

    /// The two compressed points.
    pub fn to_bytes(&self) -> [u8; 66] {
        // None is the identity, which `encode` would give too.
        encode(&self.points)
    }
}

/// Two points in 33 bytes each, zeros for the identity.
fn encode(points: &[AffinePoint; 2]) -> [u8; 66] {
    let mut out = [0; 66];
    for (half, point) in out.chunks_exact_mut(33).zip(points) {
        if let Ok(bytes) = point.to_sec1() {
            half.copy_from_slice(&bytes);
        }
    }
    out
}

impl AggregateNonce {
    /// The sum of nonces.
    pub fn new(nonces: &[PublicNonce]) -> Self {
        let sum = |half: usize| {
            nonces
                .iter()
                .fold(Point::identity(), |sum, nonce| sum.add_mixed(&nonce.points[half]))
                .to_affine_vartime()
        };
        Self { points: [sum(0), sum(1)] }
    }

    /// The sum that others have made, of 66 bytes. Cost: two square roots.
    ///
    /// # Errors
    /// [`Error::Nonce`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let decode = |half: &[u8]| {
            if half.iter().all(|byte| *byte == 0) {
                return Ok(AffinePoint::identity());
            }
            AffinePoint::from_sec1_compressed(half)
        };
        Ok(Self { points: halves(bytes, decode)? })
    }

    /// Two compressed points, each 33 zeros if it is the identity.
    pub fn to_bytes(&self) -> [u8; 66] {
        encode(&self.points)
    }
}

/// What is known when a nonce is made. Each item that goes in makes up for a poor generator; none
/// is needed with a good one.
///
/// [Example](crate::schnorr::musig).
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// The signer's key.
    pub signing_key: Option<&'a SigningKey>,
    /// The key that all sign for, with its tweaks.
    pub aggregate_key: Option<&'a AggregateKey<'a>>,
    /// The message.
    pub message: Option<&'a [u8]>,
    /// Anything else that differs from time to time; at most 2^32 − 1 bytes, more are cut off.
    pub extra: &'a [u8],
}

/// Two secret scalars of one signer, to sign once. They are wiped when dropped, never shown and
/// never copied. A move leaves the bytes where they were.
///
/// [Example](crate::schnorr::musig).
pub struct SecretNonce {
    pub(super) scalars: [SecretScalar; 2],
    pub(super) key: [u8; 33],
    public: PublicNonce,
}

impl ZeroizeOnDrop for SecretNonce {}

impl fmt::Debug for SecretNonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretNonce(…)")
    }
}

impl SecretNonce {
    /// A nonce for the holder of this key. Two multiplications of the generator.
    pub fn generate<R: CryptoRng + ?Sized>(key: &PublicKey, rng: &mut R) -> Self {
        Self::generate_in(key, &Context::default(), rng)
    }

    /// As [`SecretNonce::generate`], with what is known already mixed in.
    pub fn generate_in<R: CryptoRng + ?Sized>(
        key: &PublicKey,
        context: &Context<'_>,
        rng: &mut R,
    ) -> Self {
        let mut random = Zeroizing::new([0; 32]);
        rng.fill_bytes(random.as_mut());
        let aggregate = context.aggregate_key.map(AggregateKey::to_bytes);
        Self::hashed(
            key,
            context.signing_key,
            aggregate.as_ref(),
            context.message,
            context.extra,
            &random,
        )
    }

    /// NonceGen, from random bytes that are never used twice.
    pub(super) fn hashed(
        key: &PublicKey,
        signing_key: Option<&SigningKey>,
        aggregate: Option<&[u8; 32]>,
        message: Option<&[u8]>,
        extra: &[u8],
        random: &[u8; 32],
    ) -> Self {
        let seed = signing_key.map_or_else(|| Zeroizing::new(*random), |key| key.masked(random));
        let extra = &extra[..extra.len().min(u32::MAX as usize)];
        let mut hash = tagged_hash(b"MuSig/nonce").chain_update(seed.as_slice());
        hash.update([33]);
        hash.update(key.bytes);
        hash.update([if aggregate.is_some() { 32 } else { 0 }]);
        hash.update(aggregate.map_or(&[][..], |bytes| bytes));
        hash.update([u8::from(message.is_some())]);
        if let Some(message) = message {
            hash.update((message.len() as u64).to_be_bytes());
            hash.update(message);
        }
        hash.update((extra.len() as u32).to_be_bytes());
        hash.update(extra);
        Self::of(key, &hash)
    }

    /// The nonce whose scalars are what a hash gives after 0 and after 1.
    pub(super) fn of(key: &PublicKey, hash: &Sha256) -> Self {
        let scalars = [0_u8, 1].map(|index| {
            let mut digest = hash.clone().chain_update([index]).finalize();
            let k = SecretScalar::new(Fr::from_uniform_bytes(&digest));
            digest.as_mut_slice().zeroize();
            k
        });
        Self::from_scalars(key, scalars)
    }

    pub(super) fn from_scalars(key: &PublicKey, scalars: [SecretScalar; 2]) -> Self {
        // A digest that is 0 modulo n was never seen; its point, the identity, would spoil the sum
        // for its own signer alone.
        let points = scalars.each_ref().map(public_point);
        Self { scalars, key: key.bytes, public: PublicNonce { points } }
    }

    /// What the others are sent.
    pub const fn public_nonce(&self) -> PublicNonce {
        self.public
    }
}

impl SigningKey {
    /// The secret key under the hash of auxiliary bytes: neither a bad generator nor a measured
    /// hash tells it.
    pub(super) fn masked(&self, random: &[u8; 32]) -> Zeroizing<[u8; 32]> {
        let mut masked = self.secret.to_be_bytes();
        let mut mask = tagged_hash(b"MuSig/aux").chain_update(random).finalize();
        masked.iter_mut().zip(&mask).for_each(|(byte, mask)| *byte ^= mask);
        mask.as_mut_slice().zeroize();
        masked
    }
}
