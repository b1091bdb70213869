//! Secret keys, and signing with deterministic nonces.

use core::fmt;

use curve::field::Red;
use curve::scalar::SecretScalar;
use digest::block_api::EagerHash;
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::nonce::Nonces;
use super::{Curve, Error, RecoveryId, Signature, VerifyingKey};
use crate::kept::mul_generator;

/// A secret key: an integer from 1 to n − 1. It is wiped when dropped and never shown. A move
/// leaves the bytes where they were: keep a key in one place, or in a box.
///
/// [Example](crate::ecdsa).
#[derive(Clone)]
pub struct SigningKey<C: Curve>(SecretScalar<C::Scalar>);

impl<C: Curve> ZeroizeOnDrop for SigningKey<C> {}

impl<C: Curve> fmt::Debug for SigningKey<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(…)")
    }
}

impl<C: Curve> SigningKey<C> {
    /// A fresh key. Its distance from uniform is below 2^-255.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        loop {
            if let Ok(secret) = SecretScalar::random(rng).not_zero() {
                return Self(secret);
            }
        }
    }

    /// The key of 32 big-endian bytes. Constant-time but for the verdict.
    ///
    /// # Errors
    /// [`Error::SecretKey`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self(SecretScalar::from_be_bytes(bytes)?.not_zero()?))
    }

    /// The 32 big-endian bytes, in a buffer that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.0.to_be_bytes()
    }

    /// The public key. Constant-time; one multiplication of the generator.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn verifying_key(&self) -> VerifyingKey<C> {
        VerifyingKey(mul_generator::<C>(self.0.expose()).to_affine())
    }

    /// The signature of a message, hashed with SHA-256; with the low s. See
    /// [`SigningKey::sign_prehashed`].
    #[must_use]
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn sign(&self, message: &[u8]) -> Signature<C> {
        self.sign_prehashed(&Sha256::digest(message).into())
    }

    /// The signature of a digest of 32 bytes (of another length:
    /// [`leftmost_32`](super::leftmost_32)), by the nonce that RFC 6979 makes of key and digest
    /// with SHA-256; with the low s. Constant-time.
    ///
    /// Cost: one multiplication of the generator, two inversions and 18 blocks of SHA-256.
    #[must_use]
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn sign_prehashed(&self, digest: &[u8; 32]) -> Signature<C> {
        self.sign_recoverable_prehashed(digest).0
    }

    /// As [`SigningKey::sign_prehashed`], with the id by which [`Signature::recover_prehashed`]
    /// finds the public key.
    #[must_use]
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn sign_recoverable_prehashed(&self, digest: &[u8; 32]) -> (Signature<C>, RecoveryId) {
        self.sign_recoverable_prehashed_with::<Sha256>(digest, &[])
    }

    /// As [`SigningKey::sign_recoverable_prehashed`], with the hash that makes the nonce, and with
    /// additional data for it (RFC 6979, §3.6): 32 random bytes, as a rule, so that faults while
    /// signing the same digest again tell nothing of the key. What is added need not be secret or
    /// random for the nonce to be good.
    #[must_use]
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn sign_recoverable_prehashed_with<D: EagerHash>(
        &self,
        digest: &[u8; 32],
        entropy: &[u8],
    ) -> (Signature<C>, RecoveryId) {
        let (signature, mut id) = self.sign_raw::<D>(digest, entropy);
        let high = signature.s.is_largest();
        id.negate_if(high);
        (Signature { r: signature.r, s: signature.s.negate_if(&high) }, id)
    }

    /// As [`SigningKey::sign_recoverable_prehashed_with`], with the s that the equation gives, low
    /// or high: for comparison with others who do not take the lower, as the examples of RFC 6979.
    #[must_use]
    pub fn sign_prehashed_any_s<D: EagerHash>(
        &self,
        digest: &[u8; 32],
        entropy: &[u8],
    ) -> Signature<C> {
        self.sign_raw::<D>(digest, entropy).0
    }

    fn sign_raw<D: EagerHash>(
        &self,
        digest: &[u8; 32],
        entropy: &[u8],
    ) -> (Signature<C>, RecoveryId) {
        let mut nonces = Nonces::<D>::new(&self.0, digest, entropy);
        loop {
            // Neither r = 0 nor s = 0 was ever seen; the standard has the next nonce then.
            if let Some(signed) = self.sign_by(digest, &nonces.draw()) {
                return signed;
            }
        }
    }

    /// r = x(kG) mod n, s = (z + rd)/k (FIPS 186-5, §6.4.1).
    fn sign_by(
        &self,
        digest: &[u8; 32],
        k: &SecretScalar<C::Scalar>,
    ) -> Option<(Signature<C>, RecoveryId)> {
        let mut product = mul_generator::<C>(k.expose());
        let point = product.to_affine();
        // With its Z a product tells more of k than the point does.
        product.zeroize();
        let x = point.to_x_only().ok()?;
        let r = Red::from_uniform_bytes(&x).not_zero().ok()?;
        let z = SecretScalar::new(Red::from_uniform_bytes(digest));
        let s = &(&z + &(&self.0 * &r)) * &k.invert();
        let s = s.expose().not_zero().ok()?;
        let reduced = !r.to_be_bytes().ct_eq(&x);
        Some((Signature { r, s }, RecoveryId::new(!point.has_even_y(), reduced)))
    }
}

impl RecoveryId {
    /// Of the parity of y, and of whether x was n or more.
    fn new(odd: Choice, reduced: Choice) -> Self {
        Self(odd.unwrap_u8() | reduced.unwrap_u8() << 1)
    }

    /// The id of (r, n − s): that of the negative nonce.
    fn negate_if(&mut self, negated: Choice) {
        self.0 ^= negated.unwrap_u8();
    }
}
