//! Cashu blind signatures on secp256k1, as today's wallets have them: NUT-00, 02, 12 and 13
//! (cashubtc/nuts, commit 3ddb1ae7), for keysets with version byte `00` and `01`.
//!
//! A mint holds a secret k per amount and publishes K = k·G. A wallet picks a secret x, sets Y =
//! hash_to_curve(x) and sends B_ = Y + r·G. The mint answers C_ = k·B_. The wallet keeps C = C_ −
//! r·K = k·Y. Whoever holds k checks C = k·Y; whoever does not is shown by a [proof](DleqProof)
//! that C_ and K are of one k.
//!
//! ```
//! use curvemark::cashu::legacy::{BlindingFactor, MintSecretKey, blind};
//!
//! let mint = MintSecretKey::from_bytes(&[7; 32])?;
//! let key = mint.public_key();
//! let r = BlindingFactor::from_bytes(&[5; 32])?;
//!
//! let blinded = blind(b"a secret", &r);
//! let (promise, proof) = mint.sign_with_proof(&blinded);
//! proof.verify(&key, &blinded, &promise)?; // the wallet
//! let signature = promise.unblind(&r, &key)?;
//! proof.verify_unblinded(&key, b"a secret", &signature, &r)?; // whom the wallet pays, with r
//! mint.verify(b"a secret", &signature)?; // the mint, to which r is never told
//! # Ok::<(), curvemark::cashu::legacy::Error>(())
//! ```
//!
//! | type | value | bytes |
//! |---|---|---|
//! | [`MintSecretKey`] | k | 32, big-endian, 0 < k < n |
//! | [`MintPublicKey`] | K | 33, compressed |
//! | [`BlindingFactor`] | r | 32, big-endian, 0 < r < n |
//! | [`BlindedMessage`] | B_ | 33, compressed |
//! | [`BlindSignature`] | C_ | 33, compressed |
//! | [`Signature`] | C | 33, compressed |
//! | [`DleqProof`] | e, s | 32 + 32, big-endian |
//!
//! Each step has a form for many, with a result for each, that works on eight at a time on vectors
//! where the CPU has them:
//!
//! | | one | many |
//! |---|---|---|
//! | wallet | [`blind`], [`BlindSignature::unblind`], [`DleqProof::verify`] | [`blind_each`], [`unblind_each`], [`verify_proofs_each`] |
//! | mint | [`MintSecretKey::sign`], [`MintSecretKey::sign_with_proof`], [`MintSecretKey::verify`] | [`sign_each`], [`sign_with_proof_each`], [`verify_each`] |
//! | whom the wallet pays | [`DleqProof::verify_unblinded`] | [`verify_payments_each`] |
//!
//! Keys that conditions of spending name may be blinded too, so that a mint does not see whose they
//! are: [`p2bk`].
//!
//! # Why version 3 does not blind like this
//!
//! Blinding here is additive. With a pairing it would be B_ = Y + r·g1 in G1, and C = C_ − r·a·g1:
//! the wallet needs the mint's key a·g1 in G1 to unblind, and still a·g2 in G2 to check e(C, g2) =
//! e(Y, a·g2). So a mint publishes two points for each amount, 48 + 96 = 144 bytes instead of 96,
//! and a wallet has to check that they are of one a, by two more pairings for each key. The
//! multiplicative B_ = r·Y, C = r⁻¹·C_ of [`v3`](super::v3) needs the point in G2 alone, at as many
//! multiplications; so the additive form on BLS12-381, which early experiments measured, is not
//! offered.
//!
//! # Many at once
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use curvemark::cashu::legacy::{
//!     Claim, KeysetId, MintSecretKey, blind, derive_blinding_factor, derive_secret, verify_each,
//! };
//! use curvemark::encoding::hex;
//!
//! let mint = MintSecretKey::from_bytes(&[7; 32])?;
//! let key = mint.public_key();
//! let keyset = KeysetId::derive_v2([(8, &key)], "sat", None, None)?;
//! // Secrets and factors follow from a seed, so that a wallet finds its proofs again.
//! let secret = hex::encode(&*derive_secret(&[9; 64], &keyset, 0)?);
//! let r = derive_blinding_factor(&[9; 64], &keyset, 0)?;
//! let signature = mint.sign(&blind(secret.as_bytes(), &r)).unblind(&r, &key)?;
//!
//! // A verdict for each of many, of which there is one here.
//! let mut verdicts = [Ok(())];
//! verify_each(&[Claim { secret: secret.as_bytes(), signature, key: &mint }], &mut verdicts)?;
//! verdicts[0]?;
//! # }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod batch;
mod derive;
mod dleq;
mod error;
mod keyset;
#[cfg(feature = "serde")]
pub mod models;
pub mod p2bk;
mod points;

pub use batch::{
    Claim, Payment, Promise, blind_each, hash_to_curve_each, reblind_each, sign_each,
    sign_with_proof_each, unblind_each, verify_each, verify_payments_each, verify_proofs_each,
};
pub use derive::{
    Purpose, derive_backup_key, derive_blinding_factor, derive_key, derive_secret, keyset_id_int,
};
pub use dleq::{DleqProof, challenge};
pub use error::Error;
pub use keyset::{KeysetId, V1, V2};
pub use points::{BlindSignature, BlindedMessage, Point, Signature};

use core::fmt;

use curve::secp256k1::{AffinePoint, Fp, Point as Product, Secp256k1, SecretScalar};
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::kept::mul_generator;

/// The domain separation tag of [`hash_to_curve`].
pub const DST: &[u8] = b"Secp256k1_HashToCurve_Cashu_";

/// The digest of a secret from which [`hash_to_curve`] makes candidates.
pub(crate) fn message_digest(secret: &[u8]) -> [u8; 32] {
    Sha256::new_with_prefix(DST).chain_update(secret).finalize().into()
}

/// A candidate: the compressed encoding with an even y of a digest as x.
pub(crate) fn candidate(digest: &[u8; 32], counter: u32) -> [u8; 33] {
    let mut encoding = [2; 33];
    encoding[1..].copy_from_slice(
        &Sha256::new_with_prefix(digest).chain_update(counter.to_le_bytes()).finalize(),
    );
    encoding
}

/// Y = hash_to_curve(x): the point with an even y of the first x among SHA-256(SHA-256([`DST`] ‖
/// secret) ‖ counter) that has one, for counters from 0, four bytes little-endian.
///
/// Time depends on the length of the secret, and on the number of candidates: two on average, and
/// what their number tells of a secret of 256 bits is two bits on average, by the specification.
/// Cost: a square root for each.
///
/// [Example](crate::cashu::legacy).
pub fn hash_to_curve(secret: &[u8]) -> AffinePoint {
    let digest = message_digest(secret);
    // Each candidate is the x of a point with probability 1/2: of 2^32, one is.
    let mut counter = 0_u32;
    loop {
        if let Ok(point) = AffinePoint::from_sec1_compressed(&candidate(&digest, counter)) {
            return point;
        }
        counter = counter.wrapping_add(1);
    }
}

/// B_ = Y + r·G: what the wallet sends to the mint. Constant-time in r; see [`hash_to_curve`] for
/// the secret.
///
/// [Example](crate::cashu::legacy).
pub fn blind(secret: &[u8], r: &BlindingFactor) -> BlindedMessage {
    blinded(&hash_to_curve(secret), r)
}

/// Y + r·G, which is not the identity but for the one r that is minus the unknown logarithm of Y.
fn blinded(y: &AffinePoint, r: &BlindingFactor) -> BlindedMessage {
    let mut mask = mul_generator::<Secp256k1>(r.0.expose());
    let sum = mask.add_mixed(y);
    // With its Z a product tells more of r than the point does.
    mask.zeroize();
    Point::from_nonzero(&sum)
}

/// k, a mint's secret key for one amount, and K. Wiped from memory when dropped; a move leaves the
/// bytes where they were.
///
/// [Example](crate::cashu::legacy).
#[derive(Clone)]
pub struct MintSecretKey {
    secret: SecretScalar,
    /// x and y of K: without padding, so that all of this can be wiped.
    public: [u8; 64],
}

impl Drop for MintSecretKey {
    fn drop(&mut self) {
        // The secret wipes itself.
        self.public.zeroize();
    }
}

/// r, a wallet's blinding factor. Wiped from memory when dropped; a move leaves the bytes where
/// they were.
///
/// [Example](crate::cashu::legacy).
#[derive(Clone)]
pub struct BlindingFactor(SecretScalar);

/// K = k·G, a mint's public key for one amount, with its encoding.
///
/// [Example](crate::cashu::legacy).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MintPublicKey {
    point: AffinePoint,
    bytes: [u8; 33],
}

/// A scalar from 32 big-endian bytes that is neither zero nor n or more.
fn scalar(bytes: &[u8]) -> Result<SecretScalar, Error> {
    Ok(SecretScalar::from_be_bytes(bytes)?.not_zero()?)
}

/// A uniformly random scalar other than zero.
fn random_scalar<R: CryptoRng + ?Sized>(rng: &mut R) -> SecretScalar {
    loop {
        // Zero comes up with probability 2^-256, so that the loop ends; which draw was taken tells
        // nothing of the result.
        if let Ok(scalar) = SecretScalar::random(rng).not_zero() {
            return scalar;
        }
    }
}

impl ZeroizeOnDrop for MintSecretKey {}
impl ZeroizeOnDrop for BlindingFactor {}

impl MintSecretKey {
    /// From 32 big-endian bytes. Constant-time but for the verdict; one multiplication of the
    /// generator.
    ///
    /// # Errors
    /// [`Error::Scalar`] for another length, zero, or an integer that is not below n.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        scalar(bytes).map(Self::from_scalar)
    }

    /// A uniformly random key.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        Self::from_scalar(random_scalar(rng))
    }

    fn from_scalar(secret: SecretScalar) -> Self {
        let mut product = mul_generator::<Secp256k1>(secret.expose());
        let point = product.to_affine();
        // With its Z a product tells more of k than the point does.
        product.zeroize();
        let [_, public @ ..] = point.to_sec1_uncompressed_unchecked_identity();
        Self { secret, public }
    }

    /// The 32 big-endian bytes, in a buffer that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.secret.to_be_bytes()
    }

    /// K = k·G.
    pub fn public_key(&self) -> MintPublicKey {
        let (x, y) = self.public.split_at(32);
        let point = AffinePoint::from_xy_unchecked_curve_and_subgroup(
            Fp::from_bytes(x).0,
            Fp::from_bytes(y).0,
        );
        MintPublicKey { point, bytes: point.to_sec1_unchecked_identity() }
    }

    /// C_ = k·B_. Constant-time in k.
    ///
    /// A wallet cannot tell that it is this key's: [`MintSecretKey::sign_with_proof`] shows it.
    #[must_use]
    pub fn sign(&self, message: &BlindedMessage) -> BlindSignature {
        let mut product = message.affine() * &self.secret;
        // Neither k nor B_ is zero, and the order is prime.
        let signature = Point::from_nonzero(&product);
        product.zeroize();
        signature
    }

    /// That C = k·Y: the signature on the secret is this key's. Constant-time in k; see
    /// [`hash_to_curve`] for the secret.
    ///
    /// Cost: a hash and a multiplication.
    ///
    /// # Errors
    /// [`Error::NotSigned`].
    pub fn verify(&self, secret: &[u8], signature: &Signature) -> Result<(), Error> {
        let mut product = &hash_to_curve(secret) * &self.secret;
        let verdict = verdict(&product, signature);
        product.zeroize();
        verdict
    }
}

/// Whether k·Y is C.
fn verdict(product: &Product, signature: &Signature) -> Result<(), Error> {
    let difference = product.add_mixed(&signature.affine().neg());
    // The verdict is public, and all that is learned of another k·Y.
    if difference.not_identity().is_err() { Ok(()) } else { Err(Error::NotSigned) }
}

impl BlindingFactor {
    /// From 32 big-endian bytes.
    ///
    /// # Errors
    /// [`Error::Scalar`] for another length, zero, or an integer that is not below n.
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
    /// C = C_ − r·K, with the factor that [`blind`] used. Constant-time in r.
    ///
    /// Whether the mint signed honestly a [`DleqProof`] tells; without one only the mint knows.
    ///
    /// # Errors
    /// [`Error::Point`] if C is the identity, which an honest mint's C_ never gives.
    pub fn unblind(&self, r: &BlindingFactor, key: &MintPublicKey) -> Result<Signature, Error> {
        let mut mask = &key.point * &r.0;
        let signature = Point::from_sum(&mask.neg().add_mixed(self.affine()));
        mask.zeroize();
        Ok(signature?)
    }
}

impl Signature {
    /// C_ = C + r·K, what the mint answered to the wallet that blinded with r. Constant-time in r.
    ///
    /// # Errors
    /// [`Error::Point`] if C_ is the identity, which no mint has answered with.
    pub fn reblind(
        &self,
        r: &BlindingFactor,
        key: &MintPublicKey,
    ) -> Result<BlindSignature, Error> {
        let mut mask = &key.point * &r.0;
        let signature = Point::from_sum(&mask.add_mixed(self.affine()));
        mask.zeroize();
        Ok(signature?)
    }
}

impl MintPublicKey {
    /// From 33 bytes, the compressed encoding.
    ///
    /// # Errors
    /// [`Error::Length`] for another length, [`Error::Point`] with the reason otherwise.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let bytes: &[u8; 33] = bytes.try_into().map_err(|_| Error::Length)?;
        Ok(Self { point: AffinePoint::from_sec1_compressed(bytes)?, bytes: *bytes })
    }

    /// The 33 bytes.
    pub fn to_bytes(&self) -> [u8; 33] {
        self.bytes
    }

    /// The point.
    pub fn point(&self) -> &AffinePoint {
        &self.point
    }

    /// The 33 bytes, by reference.
    fn encoding(&self) -> &[u8; 33] {
        &self.bytes
    }
}

impl fmt::Debug for MintSecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MintSecretKey(…)")
    }
}

impl fmt::Debug for BlindingFactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BlindingFactor(…)")
    }
}

impl fmt::Debug for MintPublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MintPublicKey(")?;
        self.bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
