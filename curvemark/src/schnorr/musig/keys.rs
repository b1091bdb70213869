//! Keys of signers, and the one key that they are together.

use core::cmp::Ordering;
use core::fmt;

use curve::error::PointError;
use curve::scalar_mul::lincomb_vartime;
use curve::secp256k1::{AffinePoint, Fr, Point, Secp256k1, SecretScalar};
use rand_core::CryptoRng;
use sha2::Digest;
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::Error;
use crate::kept::mul_generator;
use crate::schnorr::{VerifyingKey, tagged_hash};

/// The public key of one signer: a point other than the identity, with the parity of its y. Keys
/// are ordered as their bytes are, which is the order that wallets sort them in (KeySort) where
/// nothing else says one.
///
/// [Example](crate::schnorr::musig).
#[derive(Clone, Copy)]
pub struct PublicKey {
    pub(super) point: AffinePoint,
    pub(super) bytes: [u8; 33],
}

impl PublicKey {
    /// The key of the 33 bytes of a compressed point. Cost: a square root.
    ///
    /// # Errors
    /// [`Error::Key`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let point = AffinePoint::from_sec1_compressed(bytes).map_err(Error::Key)?;
        Self::new(point).map_err(Error::Key)
    }

    fn new(point: AffinePoint) -> Result<Self, PointError> {
        Ok(Self { bytes: point.to_sec1()?, point })
    }

    /// The 33 bytes of the compressed point.
    pub const fn to_bytes(&self) -> [u8; 33] {
        self.bytes
    }

    /// The point.
    pub const fn as_point(&self) -> &AffinePoint {
        &self.point
    }
}

impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for PublicKey {}

impl PartialOrd for PublicKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PublicKey {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes.cmp(&other.bytes)
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PublicKey(")?;
        self.bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

/// The secret key of one signer, from 1 to n − 1. It is wiped when dropped and never shown. A move
/// leaves the bytes where they were: keep a key in one place, or in a box.
///
/// [Example](crate::schnorr::musig).
#[derive(Clone)]
pub struct SigningKey {
    pub(super) secret: SecretScalar,
    public: PublicKey,
}

impl ZeroizeOnDrop for SigningKey {}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(…)")
    }
}

/// k·G, constant-time; nothing but the point stays in memory.
pub(super) fn public_point(k: &SecretScalar) -> AffinePoint {
    let mut product = mul_generator::<Secp256k1>(k.expose());
    let point = product.to_affine();
    // With its Z a product tells more of k than the point does.
    product.zeroize();
    point
}

impl SigningKey {
    /// The key of 32 big-endian bytes. Constant-time but for the verdict; one multiplication of the
    /// generator.
    ///
    /// # Errors
    /// [`Error::SecretKey`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let secret = SecretScalar::from_be_bytes(bytes)
            .and_then(SecretScalar::not_zero)
            .map_err(Error::SecretKey)?;
        Ok(Self::from_scalar(secret))
    }

    /// A fresh key. Its distance from uniform is below 2^-255.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        loop {
            if let Ok(secret) = SecretScalar::random(rng).not_zero() {
                return Self::from_scalar(secret);
            }
        }
    }

    fn from_scalar(secret: SecretScalar) -> Self {
        let public = PublicKey::new(public_point(&secret))
            .unwrap_or_else(|_| unreachable!("a multiple that is not zero"));
        Self { secret, public }
    }

    /// The public key.
    pub const fn public_key(&self) -> PublicKey {
        self.public
    }
}

/// The key that some keys are together, in their order: Σ aᵢ·Pᵢ, where the factors aᵢ, hashes of
/// all keys, let nobody choose a key that cancels another's; then tweaked, if it was. The same keys
/// in another order are another key.
///
/// [Example](crate::schnorr::musig).
#[derive(Clone, Copy, Debug)]
pub struct AggregateKey<'a> {
    pub(super) keys: &'a [PublicKey],
    /// The hash of all keys.
    list: [u8; 32],
    /// The first that differs from the first of all; its factor is one, which saves a
    /// multiplication.
    second: Option<PublicKey>,
    point: AffinePoint,
    /// x, and whether y is even.
    pub(super) x: [u8; 32],
    pub(super) even: bool,
    /// The tweaked point is ±Σ aᵢ·Pᵢ + tweak·G: whether minus, and the tweak.
    pub(super) negated: bool,
    pub(super) tweak: Fr,
}

impl<'a> AggregateKey<'a> {
    /// The aggregate of keys; one may come more than once. In variable time.
    ///
    /// Cost: a sum of as many multiples, eight at a time, and an inversion.
    ///
    /// # Errors
    /// [`Error::Empty`]; [`Error::Key`] if the sum is the identity, which nobody can bring about.
    pub fn new(keys: &'a [PublicKey]) -> Result<Self, Error> {
        let first = keys.first().ok_or(Error::Empty)?;
        let mut list = tagged_hash(b"KeyAgg list");
        keys.iter().for_each(|key| list.update(key.bytes));
        let list = list.finalize().into();
        let second = keys.iter().find(|key| *key != first).copied();

        let mut sum = Point::identity();
        for eight in keys.chunks(8) {
            let (mut points, mut factors) = ([AffinePoint::identity(); 8], [Fr::zero(); 8]);
            for ((point, factor), key) in points.iter_mut().zip(&mut factors).zip(eight) {
                (*point, *factor) = (key.point, coefficient(&list, second.as_ref(), key));
            }
            let of = eight.len();
            sum += &lincomb_vartime(&points[..of], &factors[..of])
                .map_err(|_| Error::LengthMismatch)?;
        }
        let untweaked = Self {
            keys,
            list,
            second,
            point: AffinePoint::identity(),
            x: [0; 32],
            even: true,
            negated: false,
            tweak: Fr::zero(),
        };
        untweaked.at(&sum)
    }

    /// The same keys with their sum, or its tweaked form, here.
    fn at(self, point: &Point) -> Result<Self, Error> {
        let point = point.to_affine_vartime();
        let x = point.to_x_only().map_err(Error::Key)?;
        Ok(Self { point, x, even: bool::from(point.has_even_y()), ..self })
    }

    /// The key plus tweak·G, as BIP-32 derives keys: the tweak as 32 big-endian bytes.
    ///
    /// # Errors
    /// [`Error::Tweak`]; [`Error::Key`] if the tweaked key is the identity.
    pub fn tweak_plain(self, tweak: &[u8]) -> Result<Self, Error> {
        let tweak = Fr::from_be_bytes(tweak).map_err(Error::Tweak)?;
        let point = &self.point.to_projective() + &AffinePoint::generator().mul(&tweak);
        Self { tweak: &self.tweak + &tweak, ..self }.at(&point)
    }

    /// The key of the same x and the even y, plus tweak·G, as Taproot commits to scripts (BIP-341):
    /// the tweak as 32 big-endian bytes.
    ///
    /// # Errors
    /// As [`AggregateKey::tweak_plain`].
    pub fn tweak_x_only(self, tweak: &[u8]) -> Result<Self, Error> {
        if self.even {
            return self.tweak_plain(tweak);
        }
        let negative = Self {
            point: self.point.neg(),
            even: true,
            negated: !self.negated,
            tweak: -&self.tweak,
            ..self
        };
        negative.tweak_plain(tweak)
    }

    /// The point, with the parity of its y, which tweaks depend on.
    pub const fn as_point(&self) -> &AffinePoint {
        &self.point
    }

    /// The 32 bytes of x: the key that verifiers know.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.x
    }

    /// The key that verifies the signature of all.
    pub fn verifying_key(&self) -> VerifyingKey {
        let point = if self.even { self.point } else { self.point.neg() };
        VerifyingKey { bytes: self.x, point }
    }

    /// ±a of a signer's key: the factor, negative where the key's secret enters with a minus.
    pub(super) fn signed_coefficient(&self, key: &PublicKey) -> Result<Fr, Error> {
        if !self.keys.contains(key) {
            return Err(Error::NotAmongKeys);
        }
        let factor = coefficient(&self.list, self.second.as_ref(), key);
        Ok(if self.even == self.negated { -&factor } else { factor })
    }
}

/// a of a key.
fn coefficient(list: &[u8; 32], second: Option<&PublicKey>, key: &PublicKey) -> Fr {
    if second == Some(key) {
        return Fr::one();
    }
    Fr::from_uniform_bytes(
        &tagged_hash(b"KeyAgg coefficient").chain_update(list).chain_update(key.bytes).finalize(),
    )
}
