//! Proofs that a blind signature is of a mint's key, by equality of discrete logarithms (NUT-12 of
//! cashubtc/nuts, commit 3ddb1ae7).
//!
//! With a nonce ρ the mint shows R₁ = ρ·G and R₂ = ρ·B_; the challenge e is a hash of them, K and
//! C_, the response s = ρ + e·k. Whoever checks has R₁ = s·G − e·K and R₂ = s·B_ − e·C_ and hashes
//! again. ([`schnorr::dleq`](crate::schnorr::dleq) is the proof of BIP-374, with other hashes.)

use curve::scalar_mul::sum_of_two_vartime;
use curve::secp256k1::{AffinePoint, Fr, Point as Sum, Secp256k1, SecretScalar};
use curve::weierstrass::Jacobian;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, Zeroizing};

use super::{
    BlindSignature, BlindedMessage, BlindingFactor, Error, MintPublicKey, MintSecretKey, Signature,
};
use crate::cashu::preimage::hexadecimal;
use crate::ecdsa::Verifier;
use crate::kept::{Kept, mul_generator};

/// The domain of nonces.
const NONCE: &[u8] = b"Cashu_DLEQ_R_v1";

/// A proof: the challenge e and the response s.
///
/// Together with B_ and C_ it shows nothing but that they are of one key. Whoever is to check the
/// unblinded signature needs r too, which links it to B_: a wallet hands it to whom it pays, never
/// to the mint.
///
/// [Example](crate::cashu::legacy).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DleqProof {
    pub(super) e: [u8; 32],
    pub(super) s: Fr,
}

impl DleqProof {
    /// The proof of e and s, 32 big-endian bytes each, as the fields of its JSON have them.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::Scalar`] if s is not below n.
    pub fn from_bytes(e: &[u8], s: &[u8]) -> Result<Self, Error> {
        Ok(Self { e: e.try_into().map_err(|_| Error::Length)?, s: Fr::from_be_bytes(s)? })
    }

    /// e.
    pub const fn e_bytes(&self) -> [u8; 32] {
        self.e
    }

    /// s.
    pub fn s_bytes(&self) -> [u8; 32] {
        self.s.to_be_bytes()
    }

    /// That C_ is the signature on B_ of the key K: what a wallet checks when it gets C_. In
    /// variable time; all is public.
    ///
    /// Cost: two sums of two multiples, an inversion.
    ///
    /// # Errors
    /// [`Error::NotProven`].
    pub fn verify(
        &self,
        key: &MintPublicKey,
        message: &BlindedMessage,
        signature: &BlindSignature,
    ) -> Result<(), Error> {
        let minus_e = self.minus_e();
        let of_generator = match Secp256k1::verifier() {
            Some(Verifier { generator, .. }) => generator
                .double_base_vartime(&self.s, &minus_e, &Jacobian::from_affine_vartime(&key.point))
                .to_projective(),
            None => sum(&AffinePoint::generator(), &key.point, &self.s, &minus_e),
        };
        let of_message = sum(message.affine(), signature.affine(), &self.s, &minus_e);
        let mut nonces = [AffinePoint::identity(); 2];
        Sum::batch_to_affine(&[of_generator, of_message], &mut nonces)
            .map_err(|_| Error::LengthMismatch)?;
        self.verdict(&nonces, key, signature)
    }

    /// That the signer of B_ = Y + r·G with the key K made C_ = C + r·K of it, by whoever got the
    /// secret, C and r from a wallet. If whoever paid does not know k, then C is the signature on
    /// the secret. Constant-time in r; see
    /// [`hash_to_curve`](super::hash_to_curve) for the secret.
    ///
    /// **Who knows k can make a payment that this accepts and the mint refuses**, with a C that is
    /// not k·Y: the specification's challenge leaves out B_, so that r can be chosen after the
    /// proof, while a wallet that fixes B_ before is safe. So a payment that was accepted offline
    /// proves nothing against a mint, whose word is needed in any case: it can refuse coins at
    /// will, and only [`MintSecretKey::verify`] says what it will accept.
    /// [`schnorr::dleq`](crate::schnorr::dleq) has all points in its challenge.
    ///
    /// Cost: that of [`DleqProof::verify`], a hash and two multiplications.
    ///
    /// # Errors
    /// [`Error::NotProven`].
    pub fn verify_unblinded(
        &self,
        key: &MintPublicKey,
        secret: &[u8],
        signature: &Signature,
        r: &BlindingFactor,
    ) -> Result<(), Error> {
        // B_ and C_ are the mint's to know, and public from here on.
        let promise = signature.reblind(r, key).map_err(|_| Error::NotProven)?;
        self.verify(key, &super::blind(secret, r), &promise)
    }

    /// −e modulo n.
    pub(super) fn minus_e(&self) -> Fr {
        -&Fr::from_uniform_bytes(&self.e)
    }

    /// That the challenge of two nonce points is this proof's.
    pub(super) fn verdict(
        &self,
        nonces: &[AffinePoint; 2],
        key: &MintPublicKey,
        signature: &BlindSignature,
    ) -> Result<(), Error> {
        // A nonce point is never the identity.
        match challenge(&nonces[0], &nonces[1], key, signature) {
            Ok(e) if e == self.e => Ok(()),
            _ => Err(Error::NotProven),
        }
    }
}

/// a·P + b·Q.
fn sum(p: &AffinePoint, q: &AffinePoint, a: &Fr, b: &Fr) -> Sum {
    sum_of_two_vartime(&[p, q].map(Jacobian::from_affine_vartime), [a, b]).to_projective()
}

/// e: SHA-256 of the uncompressed encodings of R₁, R₂, K and C_, each as 130 lower-case hexadecimal
/// digits.
///
/// [Example](crate::cashu::legacy).
///
/// # Errors
/// [`Error::Point`] if R₁ or R₂ is the identity.
pub fn challenge(
    r1: &AffinePoint,
    r2: &AffinePoint,
    key: &MintPublicKey,
    signature: &BlindSignature,
) -> Result<[u8; 32], Error> {
    let (r1, r2) = (r1.not_identity()?, r2.not_identity()?);
    Ok(challenge_of([&r1, &r2, &key.point, signature.affine()]))
}

/// [`challenge`] of R₁, R₂, K and C_, none of which is the identity.
fn challenge_of(points: [&AffinePoint; 4]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for point in points {
        hexadecimal(&mut hash, &point.to_sec1_uncompressed_unchecked_identity());
    }
    hash.finalize().into()
}

impl MintSecretKey {
    /// C_ = k·B_ as of [`MintSecretKey::sign`], and the proof that it is this key's. The nonce is
    /// the specification's, of the key and what is signed. Constant-time in k.
    ///
    /// Cost: three multiplications, one of them of the generator.
    #[must_use]
    pub fn sign_with_proof(&self, message: &BlindedMessage) -> (BlindSignature, DleqProof) {
        let signature = self.sign(message);
        (signature, self.prove(message, &signature))
    }

    /// The proof for a signature of this key.
    pub(super) fn prove(&self, message: &BlindedMessage, signature: &BlindSignature) -> DleqProof {
        let nonce = self.nonce(message, signature);
        let mut products = [mul_generator::<Secp256k1>(nonce.expose()), message.affine() * &nonce];
        let [r1, r2] = [products[0].to_affine(), products[1].to_affine()];
        // With their Z the products tell more of the nonce than the points do.
        products.zeroize();
        self.respond(&nonce, &[r1, r2], signature)
    }

    /// The challenge of nonce points and the response to it.
    pub(super) fn respond(
        &self,
        nonce: &SecretScalar,
        [r1, r2]: &[AffinePoint; 2],
        signature: &BlindSignature,
    ) -> DleqProof {
        // Neither k nor the nonce is zero.
        let e = challenge_of([r1, r2, &self.public_key().point, signature.affine()]);
        let s = nonce + &(&self.secret * &Fr::from_uniform_bytes(&e));
        DleqProof { e, s: *s.expose() }
    }

    /// ρ: HMAC-SHA256 under k of [`NONCE`], the uncompressed K, B_ and C_, and a counter from 0
    /// until it is from 1 to n − 1. The first is, but for one in 2^127.
    pub(super) fn nonce(
        &self,
        message: &BlindedMessage,
        signature: &BlindSignature,
    ) -> SecretScalar {
        let key = self.to_bytes();
        let mut mac = match Hmac::<Sha256>::new_from_slice(key.as_slice()) {
            Ok(mac) => mac,
            Err(_) => unreachable!("HMAC takes keys of every length"),
        };
        mac.update(NONCE);
        mac.update(&[4]);
        mac.update(&self.public);
        mac.update(&message.affine().to_sec1_uncompressed_unchecked_identity());
        mac.update(&signature.affine().to_sec1_uncompressed_unchecked_identity());
        let mut counter = 0_u8;
        loop {
            let digest = Zeroizing::new(<[u8; 32]>::from(
                mac.clone().chain_update([counter]).finalize().into_bytes(),
            ));
            // That a candidate is refused tells nothing of the next.
            if let Ok(nonce) =
                SecretScalar::from_be_bytes(digest.as_slice()).and_then(SecretScalar::not_zero)
            {
                return nonce;
            }
            counter = counter.wrapping_add(1);
        }
    }
}
