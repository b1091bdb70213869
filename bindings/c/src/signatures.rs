//! ECDSA on secp256k1 and P-256, Schnorr signatures of BIP-340, and Ed25519.
//!
//! Secret keys and digests are 32 bytes, signatures 64; all integers are big-endian but those of
//! Ed25519. Public keys of ECDSA are points by SEC 1: 33 bytes compressed, or 65 uncompressed, of
//! which the first is 4. Nonces follow from key and message (RFC 6979, BIP-340, RFC 8032): no
//! generator of random numbers can spoil them.

use curvemark::ecdsa::{self, Curve, P256, Secp256k1};
use curvemark::eddsa::{self, Rfc8032Strict, Rule, Zip215};
use curvemark::schnorr;

use crate::boundary::{Number, Place, Room, choices, export};
use crate::status::Status;

choices! {
    /// The curve of an ECDSA signature.
    enum EcdsaCurve as curvemark_ecdsa_curve {
        /// Bitcoin's and Ethereum's.
        Secp256k1 = 0 as CURVEMARK_ECDSA_SECP256K1,
        /// NIST's P-256.
        P256 = 1 as CURVEMARK_ECDSA_P256,
    }

    /// By which rule signatures of Ed25519 are verified.
    enum Ed25519Rule as curvemark_ed25519_rule {
        /// ZIP-215: all who verify agree, also in batches.
        Zip215 = 0 as CURVEMARK_ED25519_ZIP215,
        /// RFC 8032 in its strict reading: canonical points only, and no cofactor.
        Rfc8032Strict = 1 as CURVEMARK_ED25519_RFC8032_STRICT,
    }
}

/// Calls a function of this file on a curve.
macro_rules! by_curve {
    ($curve:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $curve {
            EcdsaCurve::Secp256k1 => $function::<Secp256k1>($($argument),*),
            EcdsaCurve::P256 => $function::<P256>($($argument),*),
        }
    };
}

#[cfg(feature = "std")]
pub(crate) use by_curve;

export! {
    /// Computes the public key of a secret key. Constant time in the secret key.
    ///
    /// secret_key: 32 bytes. public_key: 33 bytes for the compressed point, or 65.
    /// Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
    fn curvemark_ecdsa_public_key(
        curve: EcdsaCurve,
        secret_key[secret_key_len]: &[u8; 32],
        public_key[public_key_len]: Room<'_>,
    ) {
        by_curve!(curve, public_key_of(secret_key, public_key))
    }

    /// Signs a digest by RFC 6979 with SHA-256; s is at most half the order (low-S), as Bitcoin and
    /// Ethereum ask for. Constant time in the secret key.
    ///
    /// secret_key: 32 bytes. digest: 32 bytes of a hash function, never a message by itself.
    /// signature: 64 bytes, r and s.
    /// Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
    fn curvemark_ecdsa_sign(
        curve: EcdsaCurve,
        secret_key[secret_key_len]: &[u8; 32],
        digest[digest_len]: &[u8; 32],
        signature[signature_len]: Place<'_, 64>,
    ) {
        by_curve!(curve, sign(secret_key, digest, signature))
    }

    /// Verifies a signature on a digest; any s below the order is accepted. Variable time; all is
    /// public.
    ///
    /// public_key: 33 or 65 bytes. digest: 32 bytes. signature: 64 bytes, r and s.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_* for the key;
    /// CURVEMARK_ERROR_SIGNATURE_ENCODING if r or s is zero or not below the order.
    fn curvemark_ecdsa_verify(
        curve: EcdsaCurve,
        public_key[public_key_len]: &[u8],
        digest[digest_len]: &[u8; 32],
        signature[signature_len]: &[u8; 64],
    ) {
        by_curve!(curve, verify(public_key, digest, signature, false))
    }

    /// As curvemark_ecdsa_verify, but CURVEMARK_ERROR_SIGNATURE_ENCODING if s is above half the
    /// order: for who asks, as Bitcoin and Ethereum do, that nobody can turn a signature into
    /// another one.
    fn curvemark_ecdsa_verify_low_s(
        curve: EcdsaCurve,
        public_key[public_key_len]: &[u8],
        digest[digest_len]: &[u8; 32],
        signature[signature_len]: &[u8; 64],
    ) {
        by_curve!(curve, verify(public_key, digest, signature, true))
    }

    /// Signs a digest so that the public key can be recovered. Constant time in the secret key.
    ///
    /// secret_key, digest: 32 bytes. signature: 65 bytes, r, s and the recovery id, 0 to 3 (add 27
    /// for the v of Ethereum's contract). s is low.
    /// Errors: as curvemark_ecdsa_sign.
    fn curvemark_ecdsa_sign_recoverable(
        curve: EcdsaCurve,
        secret_key[secret_key_len]: &[u8; 32],
        digest[digest_len]: &[u8; 32],
        signature[signature_len]: Place<'_, 65>,
    ) {
        by_curve!(curve, sign_recoverable(secret_key, digest, signature))
    }

    /// Recovers the public key that a signature on a digest is valid for. Variable time; all is
    /// public.
    ///
    /// digest: 32 bytes. signature: 65 bytes, r, s and the recovery id, 0 to 3. public_key: 33
    /// bytes for the compressed point, or 65.
    /// Errors: CURVEMARK_ERROR_NOT_RECOVERABLE; CURVEMARK_ERROR_SIGNATURE_ENCODING.
    fn curvemark_ecdsa_recover(
        curve: EcdsaCurve,
        digest[digest_len]: &[u8; 32],
        signature[signature_len]: &[u8; 65],
        public_key[public_key_len]: Room<'_>,
    ) {
        by_curve!(curve, recover(digest, signature, public_key))
    }

    /// Writes a signature in DER, as X.509, TLS and Bitcoin have it.
    ///
    /// signature: 64 bytes, r and s. der: room, of which at most 72 bytes are needed; der_written:
    /// how many were written.
    /// Errors: CURVEMARK_ERROR_SIGNATURE_ENCODING; CURVEMARK_ERROR_ROOM.
    fn curvemark_ecdsa_signature_to_der(
        curve: EcdsaCurve,
        signature[signature_len]: &[u8; 64],
        der[der_len]: Room<'_>,
        der_written: Number<'_, usize>,
    ) {
        by_curve!(curve, to_der(signature, der, der_written))
    }

    /// Reads a signature in DER, strictly: the shortest form, and nothing after it.
    ///
    /// der: any length. signature: 64 bytes, r and s.
    /// Errors: CURVEMARK_ERROR_SIGNATURE_ENCODING.
    fn curvemark_ecdsa_signature_from_der(
        curve: EcdsaCurve,
        der[der_len]: &[u8],
        signature[signature_len]: Place<'_, 64>,
    ) {
        by_curve!(curve, from_der(der, signature))
    }

    /// Computes the public key of a secret key for BIP-340: the x coordinate of the point. Constant
    /// time in the secret key.
    ///
    /// secret_key, public_key: 32 bytes.
    /// Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
    fn curvemark_schnorr_public_key(
        secret_key[secret_key_len]: &[u8; 32],
        public_key[public_key_len]: Place<'_, 32>,
    ) {
        public_key.put(&schnorr::SigningKey::from_bytes(secret_key)?.public_bytes())
    }

    /// Signs a message by BIP-340. Constant time in the secret key.
    ///
    /// secret_key: 32 bytes. message: any length, mostly a digest. auxiliary: 32 random bytes
    /// against attacks on the device, or 32 zeros: the signature is safe with both.
    /// signature: 64 bytes.
    /// Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
    fn curvemark_schnorr_sign(
        secret_key[secret_key_len]: &[u8; 32],
        message[message_len]: &[u8],
        auxiliary[auxiliary_len]: &[u8; 32],
        signature[signature_len]: Place<'_, 64>,
    ) {
        let key = schnorr::SigningKey::from_bytes(secret_key)?;
        signature.put(&key.sign_with_aux(message, auxiliary).to_bytes())
    }

    /// Verifies a signature by BIP-340. Variable time; all is public.
    ///
    /// public_key: 32 bytes. message: any length. signature: 64 bytes.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_* for the key.
    fn curvemark_schnorr_verify(
        public_key[public_key_len]: &[u8; 32],
        message[message_len]: &[u8],
        signature[signature_len]: &[u8; 64],
    ) {
        let key = schnorr::VerifyingKey::from_bytes(public_key)?;
        Ok(key.verify(message, &schnorr::Signature::from_bytes(signature)?)?)
    }

    /// Computes the public key of a seed for Ed25519. Constant time in the seed.
    ///
    /// seed: 32 secret bytes, any. public_key: 32 bytes.
    fn curvemark_ed25519_public_key(
        seed[seed_len]: &[u8; 32],
        public_key[public_key_len]: Place<'_, 32>,
    ) {
        public_key.put(&eddsa::SigningKey::from_seed(seed).public_bytes())
    }

    /// Signs a message by Ed25519. Constant time in the seed.
    ///
    /// seed: 32 bytes. message: any length. signature: 64 bytes.
    fn curvemark_ed25519_sign(
        seed[seed_len]: &[u8; 32],
        message[message_len]: &[u8],
        signature[signature_len]: Place<'_, 64>,
    ) {
        signature.put(&eddsa::SigningKey::from_seed(seed).sign(message).to_bytes())
    }

    /// Verifies a signature by Ed25519. Variable time; all is public.
    ///
    /// rule: ZIP-215 where all must agree, or what your chain says. public_key: 32 bytes.
    /// message: any length. signature: 64 bytes.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_* for the key.
    fn curvemark_ed25519_verify(
        rule: Ed25519Rule,
        public_key[public_key_len]: &[u8; 32],
        message[message_len]: &[u8],
        signature[signature_len]: &[u8; 64],
    ) {
        match rule {
            Ed25519Rule::Zip215 => verify_ed25519::<Zip215>(public_key, message, signature),
            Ed25519Rule::Rfc8032Strict => {
                verify_ed25519::<Rfc8032Strict>(public_key, message, signature)
            }
        }
    }
}

/// Writes a public key, compressed or not, as the room says.
fn put_key<C: Curve>(key: &ecdsa::VerifyingKey<C>, out: Room<'_>) -> Result<(), Status> {
    match out.len() {
        65 => out.put(&key.to_sec1_uncompressed()),
        _ => out.put(&key.to_sec1()),
    }
}

/// Fails if there is no room for a public key.
fn room_for_key(out: &Room<'_>) -> Result<(), Status> {
    out.must_be(33).or(out.must_be(65))
}

fn public_key_of<C: Curve>(secret: &[u8; 32], out: Room<'_>) -> Result<(), Status> {
    room_for_key(&out)?;
    put_key(&ecdsa::SigningKey::<C>::from_bytes(secret)?.verifying_key(), out)
}

fn sign<C: Curve>(secret: &[u8; 32], digest: &[u8; 32], out: Place<'_, 64>) -> Result<(), Status> {
    out.put(&ecdsa::SigningKey::<C>::from_bytes(secret)?.sign_prehashed(digest).to_bytes())
}

fn verify<C: Curve>(
    key: &[u8],
    digest: &[u8; 32],
    signature: &[u8; 64],
    low_s: bool,
) -> Result<(), Status> {
    let key = ecdsa::VerifyingKey::<C>::from_sec1(key)?;
    let signature = if low_s {
        ecdsa::Signature::from_bytes_low_s(signature)?
    } else {
        ecdsa::Signature::from_bytes(signature)?
    };
    Ok(key.verify_prehashed(digest, &signature)?)
}

fn sign_recoverable<C: Curve>(
    secret: &[u8; 32],
    digest: &[u8; 32],
    out: Place<'_, 65>,
) -> Result<(), Status> {
    let key = ecdsa::SigningKey::<C>::from_bytes(secret)?;
    let (signature, id) = key.sign_recoverable_prehashed(digest);
    out.put(&signature.to_recoverable_bytes(id))
}

fn recover<C: Curve>(digest: &[u8; 32], signature: &[u8; 65], out: Room<'_>) -> Result<(), Status> {
    room_for_key(&out)?;
    let (signature, id) = ecdsa::Signature::<C>::from_recoverable_bytes(signature)?;
    put_key(&signature.recover_prehashed(digest, id)?, out)
}

fn to_der<C: Curve>(
    signature: &[u8; 64],
    out: Room<'_>,
    written: Number<'_, usize>,
) -> Result<(), Status> {
    let der = ecdsa::Signature::<C>::from_bytes(signature)?.to_der();
    written.put(der.as_bytes().len());
    out.put_front(der.as_bytes())
}

fn from_der<C: Curve>(der: &[u8], out: Place<'_, 64>) -> Result<(), Status> {
    out.put(&ecdsa::Signature::<C>::from_der(der)?.to_bytes())
}

fn verify_ed25519<R: Rule>(
    key: &[u8; 32],
    message: &[u8],
    signature: &[u8; 64],
) -> Result<(), Status> {
    Ok(eddsa::verify::<R>(key, message, signature)?)
}
