//! Cashu: blind signatures of mints. Version 3 on BLS12-381, and today's on secp256k1.
//!
//! A wallet blinds a secret with a factor r, the mint signs the blinded point, the wallet unblinds
//! what it gets. Secret keys and factors are 32 big-endian bytes, not zero and below the order of
//! the group. On BLS12-381 a mint's public key is a compressed point of G2, 96 bytes, and all other
//! points are compressed points of G1, 48 bytes. On secp256k1 all points are compressed, 33 bytes.

use curvemark::cashu::{legacy, v3};

use crate::boundary::{Place, export};
#[cfg(feature = "std")]
use crate::common::{as_many, messages, system_rng};
#[cfg(feature = "std")]
use crate::status::Status;

export! {
    /// Derives a wallet's blinding factor from its seed: NUT-13 for version 3.
    ///
    /// seed: any length but none. keyset: 33 bytes, of which the first is 2. counter: any.
    /// factor: 32 bytes.
    /// Constant time in the seed but for the number of attempts.
    /// Errors: CURVEMARK_ERROR_LENGTH, CURVEMARK_ERROR_REFUSED for another version of keyset.
    fn curvemark_cashu_v3_derive_factor(
        seed[seed_len]: &[u8],
        keyset[keyset_len]: &[u8; 33],
        counter: u64,
        factor[factor_len]: Place<'_, 32>,
    ) {
        let keyset = v3::KeysetId::from_bytes(keyset)?;
        factor.put(&v3::derive_blinding_factor(seed, &keyset, counter)?.0.to_bytes())
    }

    /// Hashes a secret to the point Y that is signed.
    ///
    /// secret: any length. point: 48 bytes. Constant time in the content of the secret.
    fn curvemark_cashu_v3_hash_to_curve(
        secret[secret_len]: &[u8],
        point[point_len]: Place<'_, 48>,
    ) {
        point.put(&v3::hash_to_curve(secret).to_bytes())
    }

    /// Blinds a secret. Constant time in the secret's content and the factor.
    ///
    /// secret: any length. factor: 32 bytes. blinded: 48 bytes.
    /// Errors: CURVEMARK_ERROR_SCALAR.
    fn curvemark_cashu_v3_blind(
        secret[secret_len]: &[u8],
        factor[factor_len]: &[u8; 32],
        blinded[blinded_len]: Place<'_, 48>,
    ) {
        let factor = v3::BlindingFactor::from_bytes(factor)?;
        blinded.put(&v3::blind(secret, &factor).to_bytes())
    }

    /// Computes the public key of a mint's secret key. Constant time in the secret key.
    ///
    /// secret_key: 32 bytes. public_key: 96 bytes. Errors: CURVEMARK_ERROR_SCALAR.
    fn curvemark_cashu_v3_public_key(
        secret_key[secret_key_len]: &[u8; 32],
        public_key[public_key_len]: Place<'_, 96>,
    ) {
        public_key.put(&v3::MintSecretKey::from_bytes(secret_key)?.public_key().to_bytes())
    }

    /// Signs a blinded point, as a mint. Constant time in the secret key.
    ///
    /// secret_key: 32 bytes. blinded, signature: 48 bytes.
    /// Errors: CURVEMARK_ERROR_SCALAR; CURVEMARK_ERROR_POINT_*.
    fn curvemark_cashu_v3_sign(
        secret_key[secret_key_len]: &[u8; 32],
        blinded[blinded_len]: &[u8; 48],
        signature[signature_len]: Place<'_, 48>,
    ) {
        let key = v3::MintSecretKey::from_bytes(secret_key)?;
        signature.put(&key.sign(&v3::BlindedMessage::from_bytes(blinded)?).to_bytes())
    }

    /// Unblinds a mint's signature. Constant time in the factor.
    ///
    /// blind_signature, signature: 48 bytes. factor: 32 bytes.
    /// Errors: CURVEMARK_ERROR_SCALAR; CURVEMARK_ERROR_POINT_*.
    fn curvemark_cashu_v3_unblind(
        blind_signature[blind_signature_len]: &[u8; 48],
        factor[factor_len]: &[u8; 32],
        signature[signature_len]: Place<'_, 48>,
    ) {
        let factor = v3::BlindingFactor::from_bytes(factor)?;
        let promise = v3::BlindSignature::from_bytes(blind_signature)?;
        signature.put(&promise.unblind(&factor).to_bytes())
    }

    /// Verifies a signature on a secret by the mint's public key. Variable time.
    ///
    /// public_key: 96 bytes. secret: any length. signature: 48 bytes.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_*.
    fn curvemark_cashu_v3_verify(
        public_key[public_key_len]: &[u8; 96],
        secret[secret_len]: &[u8],
        signature[signature_len]: &[u8; 48],
    ) {
        let key = v3::MintPublicKey::from_bytes(public_key)?;
        Ok(key.verify(secret, &v3::Signature::from_bytes(signature)?)?)
    }

    /// Derives a wallet's secret from its seed: NUT-13. On the wire a secret is written in 64
    /// lower-case hexadecimal characters, and those characters are what is hashed to the curve.
    ///
    /// seed: 16 to 64 bytes, mostly the 64 of BIP-39. keyset: 8 bytes, of which the first is 0, or
    /// 33, of which it is 1. counter: any that the keyset's version allows. secret: 32 bytes.
    /// Errors: CURVEMARK_ERROR_LENGTH, CURVEMARK_ERROR_REFUSED for another version of keyset,
    /// CURVEMARK_ERROR_ARGUMENT for a counter that is too large.
    fn curvemark_cashu_derive_secret(
        seed[seed_len]: &[u8],
        keyset[keyset_len]: &[u8],
        counter: u64,
        secret[secret_len]: Place<'_, 32>,
    ) {
        let keyset = legacy::KeysetId::from_bytes(keyset)?;
        secret.put(&*legacy::derive_secret(seed, &keyset, counter)?)
    }

    /// Derives a wallet's blinding factor from its seed: NUT-13. Arguments and errors as above.
    fn curvemark_cashu_derive_factor(
        seed[seed_len]: &[u8],
        keyset[keyset_len]: &[u8],
        counter: u64,
        factor[factor_len]: Place<'_, 32>,
    ) {
        let keyset = legacy::KeysetId::from_bytes(keyset)?;
        factor.put(&legacy::derive_blinding_factor(seed, &keyset, counter)?.to_bytes())
    }

    /// Hashes a secret to the point Y that is signed: NUT-00. Variable time in the number of
    /// attempts.
    ///
    /// secret: any length. point: 33 bytes.
    fn curvemark_cashu_hash_to_curve(
        secret[secret_len]: &[u8],
        point[point_len]: Place<'_, 33>,
    ) {
        let point_on_curve = legacy::hash_to_curve(secret);
        point.put(&point_on_curve.to_sec1()?)
    }

    /// Blinds a secret. Constant time in the factor.
    ///
    /// secret: any length. factor: 32 bytes. blinded: 33 bytes.
    /// Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_SCALAR_ZERO.
    fn curvemark_cashu_blind(
        secret[secret_len]: &[u8],
        factor[factor_len]: &[u8; 32],
        blinded[blinded_len]: Place<'_, 33>,
    ) {
        let factor = legacy::BlindingFactor::from_bytes(factor)?;
        blinded.put(&legacy::blind(secret, &factor).to_bytes())
    }

    /// Computes the public key of a mint's secret key. Constant time in the secret key.
    ///
    /// secret_key: 32 bytes. public_key: 33 bytes.
    /// Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_SCALAR_ZERO.
    fn curvemark_cashu_public_key(
        secret_key[secret_key_len]: &[u8; 32],
        public_key[public_key_len]: Place<'_, 33>,
    ) {
        public_key.put(&legacy::MintSecretKey::from_bytes(secret_key)?.public_key().to_bytes())
    }

    /// Signs a blinded point, as a mint, and proves it (NUT-12). Constant time in the secret key.
    ///
    /// secret_key: 32 bytes. blinded, signature: 33 bytes. e, s: 32 bytes each, the proof.
    /// Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_SCALAR_ZERO, CURVEMARK_ERROR_POINT_*.
    fn curvemark_cashu_sign(
        secret_key[secret_key_len]: &[u8; 32],
        blinded[blinded_len]: &[u8; 33],
        signature[signature_len]: Place<'_, 33>,
        e[e_len]: Place<'_, 32>,
        s[s_len]: Place<'_, 32>,
    ) {
        let key = legacy::MintSecretKey::from_bytes(secret_key)?;
        let (made, proof) = key.sign_with_proof(&legacy::BlindedMessage::from_bytes(blinded)?);
        signature.put(&made.to_bytes())?;
        e.put(&proof.e_bytes())?;
        s.put(&proof.s_bytes())
    }

    /// Verifies a mint's proof that it signed a blinded point with its key (NUT-12). Variable time.
    ///
    /// public_key, blinded, signature: 33 bytes. e, s: 32 bytes each.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR.
    fn curvemark_cashu_verify_proof(
        public_key[public_key_len]: &[u8; 33],
        blinded[blinded_len]: &[u8; 33],
        signature[signature_len]: &[u8; 33],
        e[e_len]: &[u8; 32],
        s[s_len]: &[u8; 32],
    ) {
        let key = legacy::MintPublicKey::from_bytes(public_key)?;
        let blinded = legacy::BlindedMessage::from_bytes(blinded)?;
        let signature = legacy::BlindSignature::from_bytes(signature)?;
        Ok(legacy::DleqProof::from_bytes(e, s)?.verify(&key, &blinded, &signature)?)
    }

    /// Unblinds a mint's signature. Constant time in the factor.
    ///
    /// blind_signature: 33 bytes. factor: 32 bytes. public_key: the mint's, 33 bytes.
    /// signature: 33 bytes.
    /// Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_SCALAR_ZERO, CURVEMARK_ERROR_POINT_*; the
    /// identity if what was signed is no secret's point.
    fn curvemark_cashu_unblind(
        blind_signature[blind_signature_len]: &[u8; 33],
        factor[factor_len]: &[u8; 32],
        public_key[public_key_len]: &[u8; 33],
        signature[signature_len]: Place<'_, 33>,
    ) {
        let factor = legacy::BlindingFactor::from_bytes(factor)?;
        let key = legacy::MintPublicKey::from_bytes(public_key)?;
        let promise = legacy::BlindSignature::from_bytes(blind_signature)?;
        signature.put(&promise.unblind(&factor, &key)?.to_bytes())
    }

    /// Verifies a signature on a secret, as the mint, which only can: with its secret key. Constant
    /// time in the secret key.
    ///
    /// secret_key: 32 bytes. secret: any length. signature: 33 bytes.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR.
    fn curvemark_cashu_verify(
        secret_key[secret_key_len]: &[u8; 32],
        secret[secret_len]: &[u8],
        signature[signature_len]: &[u8; 33],
    ) {
        let key = legacy::MintSecretKey::from_bytes(secret_key)?;
        Ok(key.verify(secret, &legacy::Signature::from_bytes(signature)?)?)
    }
}

#[cfg(feature = "std")]
export! {
    /// Makes a uniformly random factor, or a secret key of a mint, of the operating system's bytes.
    ///
    /// scalar: 32 bytes. Errors: CURVEMARK_ERROR_RANDOMNESS.
    fn curvemark_cashu_v3_random_scalar(scalar[scalar_len]: Place<'_, 32>) {
        scalar.put(&v3::BlindingFactor::random(&mut system_rng()?).to_bytes())
    }

    /// Verifies many signatures on secrets at once; the weights are hashed from the batch, as
    /// Cashu's version 3 has it. Variable time.
    ///
    /// public_keys: 96 bytes for each signature, one after the other. secrets: all secrets, one
    /// after the other; secret_lens: the length of each in bytes. signatures: 48 bytes each.
    /// Errors: CURVEMARK_NOT_VALID is the verdict on all of them; CURVEMARK_ERROR_EMPTY,
    /// CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_LENGTH, CURVEMARK_ERROR_POINT_*.
    fn curvemark_cashu_v3_verify_batch(
        public_keys[public_keys_len]: &[[u8; 96]],
        secrets[secrets_len]: &[u8],
        secret_lens[secret_lens_count]: &[usize],
        signatures[signatures_len]: &[[u8; 48]],
    ) {
        let secrets = messages(secrets, secret_lens)?;
        as_many(secrets.len(), &[public_keys.len(), signatures.len()])?;
        if secrets.is_empty() {
            return Err(Status::Empty);
        }
        let mut keys = vec![Err(v3::Error::EmptyBatch); public_keys.len()];
        v3::MintPublicKey::from_bytes_batch(public_keys, &mut keys)?;
        let keys = keys.into_iter().collect::<Result<Vec<_>, _>>()?;
        let mut points = vec![Err(v3::Error::EmptyBatch); signatures.len()];
        v3::Signature::from_bytes_batch(signatures, &mut points)?;
        let points = points.into_iter().collect::<Result<Vec<_>, _>>()?;
        let proof = |((secret, key), signature)| v3::Proof { secret, signature, key };
        let proofs: Vec<_> = secrets.into_iter().zip(&keys).zip(points).map(proof).collect();
        Ok(v3::verify_batch(&proofs)?)
    }

    /// Makes a uniformly random factor, or a secret key of a mint, for today's Cashu.
    ///
    /// scalar: 32 bytes. Errors: CURVEMARK_ERROR_RANDOMNESS.
    fn curvemark_cashu_random_scalar(scalar[scalar_len]: Place<'_, 32>) {
        scalar.put(&legacy::BlindingFactor::random(&mut system_rng()?).to_bytes())
    }
}
