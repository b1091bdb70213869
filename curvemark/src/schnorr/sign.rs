//! Secret keys and signing.

use core::fmt;

use curve::secp256k1::{Fr, Secp256k1, SecretScalar};
use rand_core::CryptoRng;
use sha2::Digest;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::hash::{aux, challenge, nonce};
use super::{Error, Signature, VerifyingKey};
use crate::kept::mul_generator;

/// A secret key d from 1 to n − 1, with dG of even y, and the x of that. It is wiped when dropped
/// and never shown. A move leaves the bytes where they were: keep a key in one place, or in a box.
///
/// [Example](crate::schnorr).
#[derive(Clone)]
pub struct SigningKey {
    secret: SecretScalar,
    public: [u8; 32],
}

impl Drop for SigningKey {
    fn drop(&mut self) {
        // The secret wipes itself.
        self.public.zeroize();
    }
}

impl ZeroizeOnDrop for SigningKey {}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(…)")
    }
}

/// k·G as its x, and ±k, that of the even y. Constant-time; k is not zero.
fn even(k: &SecretScalar) -> Option<([u8; 32], SecretScalar)> {
    let mut product = mul_generator::<Secp256k1>(k.expose());
    let point = product.to_affine();
    // With its Z a product tells more of k than the point does.
    product.zeroize();
    let x = point.to_x_only().ok()?;
    Some((x, SecretScalar::new(k.expose().negate_if(&!point.has_even_y()))))
}

impl SigningKey {
    /// The key of 32 big-endian bytes. Constant-time but for the verdict; one multiplication of the
    /// generator.
    ///
    /// # Errors
    /// [`Error::SecretKey`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self::from_scalar(&SecretScalar::from_be_bytes(bytes)?.not_zero()?))
    }

    /// A fresh key. Its distance from uniform is below 2^-255.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        loop {
            if let Ok(secret) = SecretScalar::random(rng).not_zero() {
                return Self::from_scalar(&secret);
            }
        }
    }

    pub(crate) fn from_scalar(secret: &SecretScalar) -> Self {
        let (public, secret) =
            even(secret).unwrap_or_else(|| unreachable!("the scalar is not zero"));
        Self { secret, public }
    }

    /// The 32 big-endian bytes of the one of d and n − d whose point has the even y, in a buffer
    /// that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.secret.to_be_bytes()
    }

    /// The bytes of the public key.
    pub const fn public_bytes(&self) -> [u8; 32] {
        self.public
    }

    /// The public key.
    pub fn verifying_key(&self) -> VerifyingKey {
        VerifyingKey::from_bytes(&self.public).unwrap_or_else(|_| unreachable!("the x of a point"))
    }

    /// The signature of a message, with 32 fresh random bytes. See [`SigningKey::sign_with_aux`].
    #[must_use]
    pub fn sign<R: CryptoRng + ?Sized>(&self, message: &[u8], rng: &mut R) -> Signature {
        let mut aux = Zeroizing::new([0; 32]);
        rng.fill_bytes(aux.as_mut());
        self.sign_with_aux(message, &aux)
    }

    /// The signature of a message, with auxiliary data for the nonce: random bytes, a counter, or
    /// zeros where there is neither. Constant-time.
    ///
    /// Cost: one multiplication of the generator, an inversion, and the message hashed twice.
    #[must_use]
    pub fn sign_with_aux(&self, message: &[u8], aux_rand: &[u8; 32]) -> Signature {
        let mut masked = self.secret.to_be_bytes();
        let mut mask = aux().chain_update(aux_rand).finalize();
        masked.iter_mut().zip(&mask).for_each(|(byte, mask)| *byte ^= mask);
        mask.as_mut_slice().zeroize();
        let mut seed = nonce()
            .chain_update(masked.as_slice())
            .chain_update(self.public)
            .chain_update(message)
            .finalize();
        let k = SecretScalar::new(Fr::from_uniform_bytes(&seed));
        seed.as_mut_slice().zeroize();
        // A digest that is 0 modulo n was never seen.
        let (r, k) = k
            .not_zero()
            .ok()
            .and_then(|k| even(&k))
            .unwrap_or_else(|| unreachable!("a preimage of zero"));
        let e = challenge(&r, &self.public, message);
        let s = &k + &(&self.secret * &e);
        Signature { r, s: *s.expose() }
    }
}
