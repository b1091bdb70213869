//! Pay to a blinded key (NUT-28 of cashubtc/nuts, commit 3ddb1ae7): a lock to P' = P + ρᵢ·G, which
//! nobody but sender and receiver can tell from any other.
//!
//! The sender makes a fresh key e with E = e·G and sends E with the proof; the receiver's key is p
//! with P = ±p·G. Both know Z = e·P = ±p·E, whose x and the slot i of the key give ρᵢ.
//!
//! ```
//! use curve::secp256k1::{AffinePoint, SecretScalar};
//! use curvemark::cashu::legacy::p2bk::SharedSecret;
//!
//! # fn main() -> Result<(), Box<dyn core::error::Error>> {
//! let (p, e) = (SecretScalar::from_be_bytes(&[7; 32])?, SecretScalar::from_be_bytes(&[5; 32])?);
//! let public = |secret: &SecretScalar| (&AffinePoint::generator() * secret).to_affine();
//!
//! let blinded = SharedSecret::new(&e, &public(&p))?.blind_key(&public(&p), 0)?; // the sender, who sends E too
//! let k = SharedSecret::new(&p, &public(&e))?.secret_key(&p, &blinded, 0)?; // the receiver
//! assert_eq!(public(&k), blinded);
//! # Ok(()) }
//! ```

use core::fmt;

use curve::secp256k1::{AffinePoint, Point, Secp256k1, SecretScalar};
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::Error;
use crate::kept::mul_generator;

/// The domain of factors.
const DOMAIN: &[u8] = b"Cashu_P2BK_v1";

/// Slots of keys: `data`, then `pubkeys`, then `refund`.
pub const SLOTS: u8 = 11;

/// x of Z, which sender and receiver share. Wiped when dropped.
///
/// [Example](crate::cashu::legacy::p2bk).
#[derive(Clone)]
pub struct SharedSecret {
    x: [u8; 32],
    /// The last slot.
    last: u8,
}

impl Drop for SharedSecret {
    fn drop(&mut self) {
        self.x.zeroize();
    }
}

impl ZeroizeOnDrop for SharedSecret {}

impl fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSecret(…)")
    }
}

impl SharedSecret {
    /// Of one side's secret key and the other's public one: the sender's e and P, or the receiver's
    /// p and E. Constant-time in the secret.
    ///
    /// # Errors
    /// [`Error::Scalar`] if the secret is zero, [`Error::Point`] if the point is the identity.
    pub fn new(secret: &SecretScalar, point: &AffinePoint) -> Result<Self, Error> {
        Self::with_slots(secret, point, SLOTS - 1)
    }

    /// The same for the keys of a tree ([`nutroot`](crate::cashu::nutroot)): slot 0 is that of the
    /// internal key, and those to 255 are of keys of leaves.
    ///
    /// # Errors
    /// As of [`SharedSecret::new`].
    pub fn of_tree(secret: &SecretScalar, point: &AffinePoint) -> Result<Self, Error> {
        Self::with_slots(secret, point, u8::MAX)
    }

    fn with_slots(secret: &SecretScalar, point: &AffinePoint, last: u8) -> Result<Self, Error> {
        let secret = secret.clone().not_zero()?;
        let mut product = &point.not_identity()? * &secret;
        let mut shared = product.to_affine();
        product.zeroize();
        let out = shared.to_x_only().map(|x| Self { x, last });
        shared.zeroize();
        Ok(out?)
    }

    /// ρᵢ: SHA-256 of `Cashu_P2BK_v1`, x of Z and the slot; with another byte if that is zero or
    /// not below n.
    ///
    /// # Errors
    /// [`Error::Slot`] from [`SLOTS`] on, unless the keys are of a tree; [`Error::Scalar`] for one
    /// of 2^254 secrets, with which nothing can be sent.
    pub fn factor(&self, slot: u8) -> Result<SecretScalar, Error> {
        if slot > self.last {
            return Err(Error::Slot);
        }
        let hash = Sha256::new_with_prefix(DOMAIN).chain_update(self.x).chain_update([slot]);
        let scalar = |hash: Sha256| {
            let digest = Zeroizing::new(<[u8; 32]>::from(hash.finalize()));
            SecretScalar::from_be_bytes(digest.as_slice()).and_then(SecretScalar::not_zero)
        };
        // That the first is refused tells nothing of the second.
        Ok(scalar(hash.clone()).or_else(|_| scalar(hash.chain_update([0xff])))?)
    }

    /// P' = P + ρᵢ·G, by the sender.
    ///
    /// # Errors
    /// As [`SharedSecret::factor`]; [`Error::Point`] if P is the identity, or P' is, which was
    /// never seen.
    pub fn blind_key(&self, key: &AffinePoint, slot: u8) -> Result<AffinePoint, Error> {
        let key = key.not_identity()?;
        let mut product = mul_generator::<Secp256k1>(self.factor(slot)?.expose());
        let blinded = product.add_mixed(&key).to_affine();
        product.zeroize();
        Ok(blinded.not_identity()?)
    }

    /// k with k·G = P', by the receiver: ρᵢ + p or ρᵢ − p, whichever of p·G and −p·G is P.
    /// Constant-time in p; which it is, and whether, is public.
    ///
    /// # Errors
    /// As [`SharedSecret::factor`]; [`Error::OtherKey`] if P' is not ±p·G + ρᵢ·G; [`Error::Point`]
    /// if it is the identity, [`Error::Scalar`] if p is zero.
    pub fn secret_key(
        &self,
        secret: &SecretScalar,
        blinded: &AffinePoint,
        slot: u8,
    ) -> Result<SecretScalar, Error> {
        let (factor, secret, blinded) =
            (self.factor(slot)?, secret.clone().not_zero()?, blinded.not_identity()?);
        let mut products =
            [&factor, &secret].map(|scalar| mul_generator::<Secp256k1>(scalar.expose()));
        let (key, own) = (products[0].neg().add_mixed(&blinded), &products[1]);
        let is = |difference: Point| difference.not_identity().is_err();
        let found = if is(key.sub(own)) {
            Ok(&factor + &secret)
        } else if is(key.add(own)) {
            Ok(&factor - &secret)
        } else {
            Err(Error::OtherKey)
        };
        products.zeroize();
        Ok(found?.not_zero()?)
    }
}
