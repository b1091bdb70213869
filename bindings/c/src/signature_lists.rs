//! Many signatures of ECDSA, BIP-340 and Ed25519; random keys; Ethereum's hash function. Bytes are
//! as above.

use curvemark::ecdsa::{self, Curve, P256, Secp256k1};
use curvemark::eddsa::{self, Zip215};
use curvemark::{hash, schnorr};

use crate::boundary::{Place, Room, export};
use crate::common::{as_many, system_rng, verdict_byte};
use crate::signatures::{EcdsaCurve, by_curve};
use crate::status::Status;

export! {
    /// Makes a uniformly random secret key of the operating system's bytes.
    ///
    /// secret_key: 32 bytes. Errors: CURVEMARK_ERROR_RANDOMNESS.
    fn curvemark_ecdsa_random_secret_key(
        curve: EcdsaCurve,
        secret_key[secret_key_len]: Place<'_, 32>,
    ) {
        by_curve!(curve, random_key(secret_key))
    }

    /// Verifies many signatures, with a verdict for each; faster than one by one.
    ///
    /// public_keys: 33 bytes each, one after the other. digests: 32 bytes each. signatures: 64
    /// bytes each. verdicts: one byte for each, which becomes the status of that verification.
    /// Errors: CURVEMARK_OK also if some are not valid. CURVEMARK_ERROR_COUNT,
    /// CURVEMARK_ERROR_EMPTY.
    fn curvemark_ecdsa_verify_each(
        curve: EcdsaCurve,
        public_keys[public_keys_len]: &[[u8; 33]],
        digests[digests_len]: &[[u8; 32]],
        signatures[signatures_len]: &[[u8; 64]],
        verdicts[verdicts_len]: Room<'_>,
    ) {
        by_curve!(curve, verify_each(public_keys, digests, signatures, verdicts))
    }

    /// Keccak-256 of bytes, which Ethereum hashes with (it is not SHA3-256). Constant time in the
    /// content.
    ///
    /// message: any length. digest: 32 bytes.
    fn curvemark_keccak256(
        message[message_len]: &[u8],
        digest[digest_len]: Place<'_, 32>,
    ) {
        digest.put(&hash::keccak256(message))
    }

    /// Verifies many signatures by BIP-340 at once. The weights come from the operating system's
    /// random bytes and from the whole batch.
    ///
    /// public_keys: 32 bytes each, one after the other. messages: all messages, one after the
    /// other; message_lens: the length of each in bytes. signatures: 64 bytes each.
    /// Errors: CURVEMARK_NOT_VALID is the verdict on all of them; CURVEMARK_ERROR_COUNT,
    /// CURVEMARK_ERROR_EMPTY, CURVEMARK_ERROR_LENGTH, CURVEMARK_ERROR_POINT_*,
    /// CURVEMARK_ERROR_RANDOMNESS.
    fn curvemark_schnorr_verify_batch(
        public_keys[public_keys_len]: &[[u8; 32]],
        messages[messages_len]: &[u8],
        message_lens[message_lens_count]: &[usize],
        signatures[signatures_len]: &[[u8; 64]],
    ) {
        let messages = crate::common::messages(messages, message_lens)?;
        as_many(messages.len(), &[public_keys.len(), signatures.len()])?;
        let key = |key: &[u8; 32]| schnorr::VerifyingKey::from_bytes(key);
        let keys = public_keys.iter().map(key).collect::<Result<Vec<_>, _>>()?;
        let signature = |bytes: &[u8; 64]| schnorr::Signature::from_bytes(bytes);
        let signatures = signatures.iter().map(signature).collect::<Result<Vec<_>, _>>()?;
        let memory = SCHNORR_BATCH_MEMORY;
        Ok(schnorr::verify_batch(&keys, &messages, &signatures, memory, &mut system_rng()?)?)
    }

    /// Verifies many signatures by Ed25519 and ZIP-215 at once. The weights come from the operating
    /// system's random bytes and from the whole batch. (Strict RFC 8032 has no such batches: they
    /// would not agree with single verifications.)
    ///
    /// public_keys: 32 bytes each, one after the other. messages: all messages, one after the
    /// other; message_lens: the length of each in bytes. signatures: 64 bytes each.
    /// Errors: as curvemark_schnorr_verify_batch.
    fn curvemark_ed25519_verify_batch(
        public_keys[public_keys_len]: &[[u8; 32]],
        messages[messages_len]: &[u8],
        message_lens[message_lens_count]: &[usize],
        signatures[signatures_len]: &[[u8; 64]],
    ) {
        let messages = crate::common::messages(messages, message_lens)?;
        as_many(messages.len(), &[public_keys.len(), signatures.len()])?;
        let key = |key: &[u8; 32]| eddsa::VerifyingKey::<Zip215>::from_bytes(key);
        let keys = public_keys.iter().map(key).collect::<Result<Vec<_>, _>>()?;
        let signature = |bytes: &[u8; 64]| eddsa::Signature::from_bytes(bytes);
        let signatures = signatures.iter().map(signature).collect::<Result<Vec<_>, _>>()?;
        Ok(eddsa::verify_batch(&keys, &messages, &signatures, &mut system_rng()?)?)
    }
}

/// Most bytes of the heap that a batch of BIP-340 takes: enough for 566 signatures together.
const SCHNORR_BATCH_MEMORY: usize = 4 << 20;

fn random_key<C: Curve>(out: Place<'_, 32>) -> Result<(), Status> {
    out.put(&ecdsa::SigningKey::<C>::random(&mut system_rng()?).to_bytes())
}

fn verify_each<C: Curve>(
    keys: &[[u8; 33]],
    digests: &[[u8; 32]],
    signatures: &[[u8; 64]],
    out: Room<'_>,
) -> Result<(), Status> {
    as_many(out.len(), &[keys.len(), digests.len(), signatures.len()])?;
    if keys.is_empty() {
        return Err(Status::Empty);
    }
    // What cannot be read has its verdict already, and the rest is verified together.
    let mut verdicts = vec![Status::Ok as u8; keys.len()];
    let (mut places, mut readable_keys, mut readable_digests, mut readable) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (i, ((key, digest), signature)) in keys.iter().zip(digests).zip(signatures).enumerate() {
        let key = ecdsa::VerifyingKey::<C>::from_sec1(key);
        match (key, ecdsa::Signature::<C>::from_bytes(signature)) {
            (Ok(key), Ok(signature)) => {
                places.push(i);
                readable_keys.push(key);
                readable_digests.push(*digest);
                readable.push(signature);
            }
            (Err(error), _) | (_, Err(error)) => verdicts[i] = verdict_byte(Err(error)),
        }
    }
    if !places.is_empty() {
        let mut results = vec![Err(ecdsa::Error::NotSigned); places.len()];
        ecdsa::Verifier::<C>::new().verify_each_prehashed(
            &readable_keys,
            &readable_digests,
            &readable,
            &mut results,
        )?;
        places.into_iter().zip(results).for_each(|(i, result)| verdicts[i] = verdict_byte(result));
    }
    out.put(&verdicts)
}
