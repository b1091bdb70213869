//! The traits of the crate `signature`, version 3, on keys and signatures: feature `traits`.
//!
//! | trait | of |
//! |---|---|
//! | `Signer` | [`ecdsa::SigningKey`] (SHA-256, the low s), [`eddsa::SigningKey`] |
//! | `RandomizedSigner` | [`schnorr::SigningKey`] |
//! | `PrehashSigner`, `PrehashVerifier` | the keys of [`ecdsa`], for digests of 20 bytes and more |
//! | `Verifier` | all public keys |
//! | `SignatureEncoding` | all signatures, in their 64 bytes; of ECDSA with either s |
//!
//! Errors of these traits give no reason: that is theirs. The functions of the types themselves do.

use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::rand_core::TryCryptoRng;
use signature::{Error, RandomizedSigner, SignatureEncoding, Signer, Verifier};
use zeroize::Zeroizing;

use crate::{ecdsa, eddsa, schnorr};

/// A digest of at least 160 bits, as ECDSA takes it: shorter ones are mistakes.
fn digest(prehash: &[u8]) -> Result<[u8; 32], Error> {
    if prehash.len() < 20 { Err(Error::new()) } else { Ok(ecdsa::leftmost_32(prehash)) }
}

impl<C: ecdsa::Curve> Signer<ecdsa::Signature<C>> for ecdsa::SigningKey<C> {
    fn try_sign(&self, message: &[u8]) -> Result<ecdsa::Signature<C>, Error> {
        Ok(self.sign(message))
    }
}

impl<C: ecdsa::Curve> PrehashSigner<ecdsa::Signature<C>> for ecdsa::SigningKey<C> {
    fn sign_prehash(&self, prehash: &[u8]) -> Result<ecdsa::Signature<C>, Error> {
        Ok(self.sign_prehashed(&digest(prehash)?))
    }
}

impl<C: ecdsa::Curve> Verifier<ecdsa::Signature<C>> for ecdsa::VerifyingKey<C> {
    fn verify(&self, message: &[u8], signature: &ecdsa::Signature<C>) -> Result<(), Error> {
        self.verify(message, signature).map_err(|_| Error::new())
    }
}

impl<C: ecdsa::Curve> PrehashVerifier<ecdsa::Signature<C>> for ecdsa::VerifyingKey<C> {
    fn verify_prehash(&self, prehash: &[u8], signature: &ecdsa::Signature<C>) -> Result<(), Error> {
        self.verify_prehashed(&digest(prehash)?, signature).map_err(|_| Error::new())
    }
}

impl<C: ecdsa::Curve> TryFrom<&[u8]> for ecdsa::Signature<C> {
    type Error = ecdsa::Error;

    fn try_from(bytes: &[u8]) -> Result<Self, ecdsa::Error> {
        Self::from_bytes(bytes)
    }
}

impl<C: ecdsa::Curve> From<ecdsa::Signature<C>> for [u8; 64] {
    fn from(signature: ecdsa::Signature<C>) -> Self {
        signature.to_bytes()
    }
}

impl<C: ecdsa::Curve> SignatureEncoding for ecdsa::Signature<C> {
    type Repr = [u8; 64];
}

impl Signer<eddsa::Signature> for eddsa::SigningKey {
    fn try_sign(&self, message: &[u8]) -> Result<eddsa::Signature, Error> {
        Ok(self.sign(message))
    }
}

impl<R: eddsa::Rule> Verifier<eddsa::Signature> for eddsa::VerifyingKey<R> {
    fn verify(&self, message: &[u8], signature: &eddsa::Signature) -> Result<(), Error> {
        self.verify(message, signature).map_err(|_| Error::new())
    }
}

impl TryFrom<&[u8]> for eddsa::Signature {
    type Error = eddsa::Error;

    fn try_from(bytes: &[u8]) -> Result<Self, eddsa::Error> {
        Self::from_bytes(bytes)
    }
}

impl From<eddsa::Signature> for [u8; 64] {
    fn from(signature: eddsa::Signature) -> Self {
        signature.to_bytes()
    }
}

impl SignatureEncoding for eddsa::Signature {
    type Repr = [u8; 64];
}

impl RandomizedSigner<schnorr::Signature> for schnorr::SigningKey {
    fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        message: &[u8],
    ) -> Result<schnorr::Signature, Error> {
        let mut aux = Zeroizing::new([0; 32]);
        rng.try_fill_bytes(aux.as_mut()).map_err(|_| Error::new())?;
        Ok(self.sign_with_aux(message, &aux))
    }
}

impl Verifier<schnorr::Signature> for schnorr::VerifyingKey {
    fn verify(&self, message: &[u8], signature: &schnorr::Signature) -> Result<(), Error> {
        self.verify(message, signature).map_err(|_| Error::new())
    }
}

impl TryFrom<&[u8]> for schnorr::Signature {
    type Error = schnorr::Error;

    fn try_from(bytes: &[u8]) -> Result<Self, schnorr::Error> {
        Self::from_bytes(bytes)
    }
}

impl From<schnorr::Signature> for [u8; 64] {
    fn from(signature: schnorr::Signature) -> Self {
        signature.to_bytes()
    }
}

impl SignatureEncoding for schnorr::Signature {
    type Repr = [u8; 64];
}
