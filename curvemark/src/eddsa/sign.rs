//! Secret keys and signing (RFC 8032, §5.1.5 and §5.1.6).

use core::fmt;

use curve::ed25519::{SecretScalar, clamp};
use rand_core::CryptoRng;
use sha2::{Digest, Sha512};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::hash::{Variant, challenge, residue};
use super::{Error, Rule, Signature, VerifyingKey, mul_generator};

/// A secret key: its seed, and what follows from it: the scalar, the prefix of nonces, and the
/// public key. All of it is wiped when dropped, and never shown. A move leaves the bytes where they
/// were: keep a key in one place, or in a box.
///
/// [Example](crate::eddsa).
#[derive(Clone)]
pub struct SigningKey {
    seed: Zeroizing<[u8; 32]>,
    prefix: Zeroizing<[u8; 32]>,
    scalar: SecretScalar,
    public: [u8; 32],
}

impl Drop for SigningKey {
    fn drop(&mut self) {
        // The other fields wipe themselves.
        self.public.zeroize();
    }
}

impl ZeroizeOnDrop for SigningKey {}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(…)")
    }
}

impl SigningKey {
    /// The key of a seed of 32 random bytes, which RFC 8032 calls the private key. Constant-time;
    /// one multiplication of the generator.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        let mut expanded = Zeroizing::new([[0; 32]; 2]);
        let mut digest = Sha512::digest(seed);
        expanded.as_flattened_mut().copy_from_slice(&digest);
        digest.as_mut_slice().zeroize();
        // The generator is without torsion, so that the integer's class serves.
        let scalar = residue(Zeroizing::new(clamp(expanded[0])));
        let public = mul_generator(&scalar).to_bytes();
        Self {
            seed: Zeroizing::new(*seed),
            prefix: Zeroizing::new(expanded[1]),
            scalar: SecretScalar::new(scalar),
            public,
        }
    }

    /// The key of a seed in a slice.
    ///
    /// # Errors
    /// [`Error::Length`].
    pub fn from_bytes(seed: &[u8]) -> Result<Self, Error> {
        seed.try_into().map(Self::from_seed).map_err(|_| Error::Length)
    }

    /// A fresh key.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut seed = Zeroizing::new([0; 32]);
        rng.fill_bytes(seed.as_mut());
        Self::from_seed(&seed)
    }

    /// The seed, in a buffer that wipes itself.
    pub fn to_seed(&self) -> Zeroizing<[u8; 32]> {
        self.seed.clone()
    }

    /// The bytes of the public key.
    pub const fn public_bytes(&self) -> [u8; 32] {
        self.public
    }

    /// The public key, for a rule of verification.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn verifying_key<R: Rule>(&self) -> VerifyingKey<R> {
        VerifyingKey::from_bytes(&self.public)
            .unwrap_or_else(|_| unreachable!("what was encoded is a point"))
    }

    /// The signature of a message: Ed25519. Constant-time, deterministic.
    ///
    /// Cost: one multiplication of the generator, an inversion, and the message hashed twice.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> Signature {
        self.sign_variant(Variant::Pure, message)
    }

    /// The signature of a message in a context of 1 to 255 bytes: Ed25519ctx.
    ///
    /// # Errors
    /// [`Error::Context`].
    pub fn sign_context(&self, message: &[u8], context: &[u8]) -> Result<Signature, Error> {
        Ok(self.sign_variant(Variant::context(context)?, message))
    }

    /// The signature of a message by its SHA-512 digest, in a context of at most 255 bytes, which
    /// may be empty: Ed25519ph.
    ///
    /// # Errors
    /// [`Error::Context`].
    pub fn sign_prehashed(&self, digest: &[u8; 64], context: &[u8]) -> Result<Signature, Error> {
        Ok(self.sign_variant(Variant::prehashed(context)?, digest))
    }

    fn sign_variant(&self, variant: Variant<'_>, message: &[u8]) -> Signature {
        let nonce = SecretScalar::new(variant.scalar(&[self.prefix.as_slice(), message]));
        let r = mul_generator(nonce.expose()).to_bytes();
        let k = challenge(variant, &r, &self.public, message);
        let s = &nonce + &(&self.scalar * &k);
        Signature { r, s: *s.expose() }
    }
}
