//! Cashu blind signatures on BLS12-381: NUT-00 version 3 (cashubtc/nuts pull request 371, commit
//! c65511be, which later ones left as it is here), keyset ids and derivation as of cashu-ts, commit
//! 6654d495. A secret is a point since then: [`nutroot`](super::nutroot).
//!
//! A mint holds a secret a per amount and publishes K = a·g2 in G2. A wallet picks a secret x, sets
//! Y = hash_to_curve(x) in G1 and sends B_ = r·Y. The mint answers C_ = a·B_. The wallet keeps C =
//! r⁻¹·C_ = a·Y. Whoever holds K checks e(C, g2) = e(Y, K).
//!
//! ```
//! use curvemark::cashu::v3::{BlindingFactor, MintSecretKey, blind};
//!
//! let mint = MintSecretKey::from_bytes(&[7; 32])?;
//! let r = BlindingFactor::from_bytes(&[5; 32])?;
//!
//! let blinded = blind(b"a secret", &r);
//! let promise = mint.sign(&blinded);
//! let signature = promise.unblind(&r);
//! mint.public_key().verify(b"a secret", &signature)?;
//! # Ok::<(), curvemark::cashu::v3::Error>(())
//! ```
//!
//! | type | value | bytes |
//! |---|---|---|
//! | [`MintSecretKey`] | a | 32, big-endian, 0 < a < r |
//! | [`MintPublicKey`] | K | 96, compressed G2 |
//! | [`BlindingFactor`] | r | 32, big-endian, 0 < r < order |
//! | [`BlindedMessage`] | B_ | 48, compressed G1 |
//! | [`BlindSignature`] | C_ | 48, compressed G1 |
//! | [`Signature`] | C | 48, compressed G1 |
//!
//! Each comes from bytes by `from_bytes`, which applies the specification's point validation in its
//! order: the length, the canonical compressed form, never the identity, on the curve, in the group
//! of prime order. So every value of these types is valid, and no function checks again.
//!
//! # Many at once
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use curvemark::cashu::v3::{
//!     Error, KeysetId, MintSecretKey, Proof, blind_each, derive_blinding_factor, derive_secret_key,
//!     sign_each, unblind_each, verify_batch,
//! };
//!
//! let mint = MintSecretKey::from_bytes(&[7; 32])?;
//! let key = mint.public_key();
//! let keyset = KeysetId::derive([(8, &key)], "sat", None)?;
//! // Secrets and factors follow from a seed, so that a wallet finds its proofs again.
//! let seed = [9; 64];
//! let secret = derive_secret_key(&seed, &keyset, 0)?.public_key().to_bytes();
//! let (r, _) = derive_blinding_factor(&seed, &keyset, 0)?;
//!
//! // Many at once, where the CPU has vectors for it. Here there is one of each.
//! let (secrets, factors) = ([secret], [r]);
//! let mut messages = [Err(Error::Length)];
//! blind_each(&secrets, &factors, &mut messages)?;
//! let mut promises = [Err(Error::Length)];
//! sign_each(&[&mint], &[messages[0]?], &mut promises)?;
//! let mut signatures = [Err(Error::Length)];
//! unblind_each(&[promises[0]?], &factors, &mut signatures)?;
//! verify_batch(&[Proof { secret: &secrets[0], signature: signatures[0]?, key: &key }])?;
//! # }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod batch;
mod derive;
mod each;
mod error;
mod keyset;
#[cfg(feature = "serde")]
pub mod models;
mod points;
pub mod unframed;

#[cfg(feature = "alloc")]
pub use batch::verify_batch;
pub use batch::{
    BATCH_DST, BatchSlot, Proof, batch_challenge, batch_pair, batch_weight,
    verify_batch_with_scratch,
};
pub use derive::{
    MAX_ATTEMPTS, derive_blinding_factor, derive_leaf_key, derive_nums_offset,
    derive_quote_lock_key, derive_secret_key,
};
pub use each::{blind_each, sign_each, unblind_each};
pub use error::Error;
pub use keyset::{KeysetId, VERSION};
pub use points::{BlindSignature, BlindedMessage, Point, Signature};

use curve::bls12_381::{G1, G1Affine, G2, G2Affine, SecretScalar, pairing_with_generator_equals};
use curve::error::BatchError;
use curve::hash_to_curve::Xmd;
use rand_core::CryptoRng;
use sha2::Sha256;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// The domain separation tag of [`hash_to_curve`].
pub const DST: &[u8] = b"CASHU_BLS12_381_G1_XMD:SHA-256_SSWU_RO_";

/// Y = hash_to_curve_G1(x), of a secret's [message](super::nutroot::Message): RFC 9380, suite
/// BLS12381G1_XMD:SHA-256_SSWU_RO_ with [`DST`].
///
/// Time depends on the length of the secret, not on its content. Cost: two maps, an isogeny, a
/// cofactor clearing.
///
/// [Example](crate::cashu::v3).
pub fn hash_to_curve(secret: &[u8]) -> G1 {
    curve::bls12_381::hash_to_g1::<Xmd<Sha256>>(secret, DST)
}

/// B_ = r·Y: what the wallet sends to the mint. Constant-time in r and in the content of the
/// secret.
///
/// [Example](crate::cashu::v3).
pub fn blind(secret: &[u8], r: &BlindingFactor) -> BlindedMessage {
    Point::of_group(&(&hash_to_curve(secret) * &r.0))
}

/// a, a mint's secret key for one amount. Wiped from memory when dropped.
///
/// [Example](crate::cashu::v3).
#[derive(Clone)]
pub struct MintSecretKey(SecretScalar);

/// r, a wallet's blinding factor. Wiped from memory when dropped.
///
/// [Example](crate::cashu::v3).
#[derive(Clone)]
pub struct BlindingFactor(SecretScalar);

/// K = a·g2, a mint's public key for one amount, with its encoding.
///
/// [Example](crate::cashu::v3).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MintPublicKey {
    point: G2Affine,
    bytes: [u8; 96],
}

/// A scalar from 32 big-endian bytes that is neither zero nor r or more.
fn scalar(bytes: &[u8]) -> Result<SecretScalar, Error> {
    if bytes.len() != 32 {
        return Err(Error::Length);
    }
    SecretScalar::from_be_bytes(bytes).and_then(SecretScalar::not_zero).map_err(|_| Error::Scalar)
}

/// A uniformly random scalar other than zero.
fn random_scalar<R: CryptoRng + ?Sized>(rng: &mut R) -> SecretScalar {
    loop {
        // Zero comes up with probability 2^-255, so that the loop ends; which draw was taken tells
        // nothing of the result.
        if let Ok(scalar) = SecretScalar::random(rng).not_zero() {
            return scalar;
        }
    }
}

// Both hold nothing but a scalar that wipes itself.
impl ZeroizeOnDrop for MintSecretKey {}
impl ZeroizeOnDrop for BlindingFactor {}

impl MintSecretKey {
    /// From 32 big-endian bytes.
    ///
    /// # Errors
    /// [`Error::Length`] for another length, [`Error::Scalar`] if the integer is zero or not below
    /// r.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        scalar(bytes).map(Self)
    }

    /// A uniformly random key.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        Self(random_scalar(rng))
    }

    /// The 32 big-endian bytes, in a buffer that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.0.to_be_bytes()
    }

    /// K = a·g2. Constant-time.
    pub fn public_key(&self) -> MintPublicKey {
        MintPublicKey::of_group(&G2::mul_generator(self.0.expose()))
    }

    /// C_ = a·B_. Constant-time in a.
    pub fn sign(&self, message: &BlindedMessage) -> BlindSignature {
        Point::of_group(&(message.affine() * &self.0))
    }
}

impl BlindingFactor {
    /// From 32 big-endian bytes.
    ///
    /// # Errors
    /// [`Error::Length`] for another length, [`Error::Scalar`] if the integer is zero or not below
    /// r.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        scalar(bytes).map(Self)
    }

    /// A uniformly random factor.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        Self(random_scalar(rng))
    }

    /// The 32 big-endian bytes, in a buffer that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.0.to_be_bytes()
    }
}

impl BlindSignature {
    /// C = r⁻¹·C_, with the factor that [`blind`] used. Constant-time in r.
    ///
    /// Whether the mint signed honestly is not known before [`MintPublicKey::verify`].
    pub fn unblind(&self, r: &BlindingFactor) -> Signature {
        Point::of_group(&(self.affine() * &r.0.invert()))
    }
}

impl MintPublicKey {
    /// From 96 bytes, the canonical compressed form.
    ///
    /// # Errors
    /// [`Error::Length`] for another length, [`Error::Point`] with the reason otherwise; the
    /// identity is refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let bytes: &[u8; 96] = bytes.try_into().map_err(|_| Error::Length)?;
        let point = G2Affine::from_bytes(bytes)?;
        point.check_not_identity()?;
        Ok(Self { point, bytes: *bytes })
    }

    /// [`MintPublicKey::from_bytes`] of each, eight at a time on vectors where the CPU has them:
    /// for the keys of a keyset. A result depends only on its own bytes.
    ///
    /// # Errors
    /// [`Error::EmptyBatch`] for none, [`Error::Scratch`] if there are not as many places for keys;
    /// no result is written then.
    pub fn from_bytes_batch(
        encodings: &[impl AsRef<[u8]>],
        keys: &mut [Result<Self, Error>],
    ) -> Result<(), Error> {
        points::decode_each(encodings, keys, |bytes, point| {
            let bytes: [u8; 96] = bytes.try_into().map_err(|_| Error::Length)?;
            Ok(Self { point, bytes })
        })
    }

    /// The 96 bytes.
    pub fn to_bytes(&self) -> [u8; 96] {
        self.bytes
    }

    /// The 96 bytes, by reference.
    pub(crate) fn encoding(&self) -> &[u8; 96] {
        &self.bytes
    }

    /// The point.
    pub fn point(&self) -> &G2Affine {
        &self.point
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn of_group(point: &G2) -> Self {
        let point = point.to_affine();
        Self { point, bytes: point.to_bytes() }
    }

    /// Whether e(C, g2) = e(Y, K): the signature on the secret is this key's.
    ///
    /// Variable-time; all is public. Cost: a hash to G1, a Miller loop over two pairs, a final
    /// exponentiation.
    ///
    /// # Errors
    /// [`Error::NotSigned`] if it is not.
    pub fn verify(&self, secret: &[u8], signature: &Signature) -> Result<(), Error> {
        /// A call, so that Y stands on a chip's stack once.
        #[cfg_attr(target_arch = "riscv32", inline(never))]
        fn message(secret: &[u8]) -> G1Affine {
            hash_to_curve(secret).to_affine()
        }
        let y = message(secret);
        verdict(pairing_with_generator_equals(signature.affine(), &y, &self.point))
    }
}

/// The value of a batch function whose lists are of one length and not empty.
fn agreed<T>(result: Result<T, BatchError>) -> T {
    result.unwrap_or_else(|_| unreachable!("lengths were checked"))
}

/// A public truth value as a verdict.
fn verdict(holds: subtle::Choice) -> Result<(), Error> {
    if bool::from(holds) { Ok(()) } else { Err(Error::NotSigned) }
}

impl core::fmt::Debug for MintSecretKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("MintSecretKey(…)")
    }
}

impl core::fmt::Debug for BlindingFactor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("BlindingFactor(…)")
    }
}

impl core::fmt::Debug for MintPublicKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("MintPublicKey(")?;
        for byte in self.bytes {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}
