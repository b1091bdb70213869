//! What the functions of both modules do, over a suite.

use curvemark::bls::{
    AggregateKey, AggregateSignature, Error, ProofOfPossession, ProofSuite, ProvenPublicKey,
    PublicKey, Role, Signature, SignaturePoint, SignatureSet, Suite, digest_encoded_sets,
    find_invalid_sets, parallel, part_of_sets, verify_sets, verify_sets_deterministic,
};
use curvemark::parts::{Batch, DIGEST_BYTES};
use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;

use crate::failure::{Failure, all, verdict};
use crate::octets::{Flat, Octets};
use crate::threads::on_threads;

pub type Answer<T> = Result<T, Failure>;

/// One key.
pub fn key<S: Suite>(bytes: &[u8]) -> Answer<PublicKey<S>> {
    PublicKey::from_bytes(bytes).map_err(|error| Failure::from(error).of("public_key"))
}

/// One signature or proof.
pub fn signature<S: Suite, R: Role>(bytes: &[u8]) -> Answer<SignaturePoint<S, R>> {
    SignaturePoint::from_bytes(bytes).map_err(|error| Failure::from(error).of("signature"))
}

/// The keys of a flat array.
pub fn keys<S: Suite>(flat: &Flat) -> Answer<Vec<PublicKey<S>>> {
    let encodings = flat.items("public_keys", PublicKey::<S>::BYTES)?;
    let mut keys = vec![Err(Error::Empty); encodings.len()];
    if !encodings.is_empty() {
        PublicKey::from_bytes_batch(&encodings, &mut keys)?;
    }
    all("public key", keys)
}

/// The signatures, or the proofs, of a flat array.
pub fn signatures<S: Suite, R: Role>(flat: &Flat) -> Answer<Vec<SignaturePoint<S, R>>> {
    let encodings = flat.items("signatures", SignaturePoint::<S, R>::BYTES)?;
    let mut signatures = vec![Err(Error::Empty); encodings.len()];
    if !encodings.is_empty() {
        SignaturePoint::from_bytes_batch(&encodings, &mut signatures)?;
    }
    all("signature", signatures)
}

/// Keys whose possession is proved by these proofs, or on the caller's word.
pub fn proven<S: ProofSuite>(
    keys: Vec<PublicKey<S>>,
    proofs: Option<&Flat>,
    unchecked_possession: bool,
) -> Answer<Vec<ProvenPublicKey<S>>> {
    let Some(proofs) = proofs else {
        if unchecked_possession {
            return Ok(keys.into_iter().map(PublicKey::assume_possession_unchecked).collect());
        }
        let message = "keys of an aggregate need `proofs` of their possession, or \
                       unchecked_possession=True if you have checked it before";
        return Err(Failure::input("Possession", message));
    };
    let proofs: Vec<ProofOfPossession<S>> = signatures(proofs)?;
    if proofs.len() != keys.len() {
        return Err(Error::LengthMismatch.into());
    }
    let pairs = keys.iter().zip(&proofs);
    all("proof", pairs.map(|(key, proof)| key.verify_possession(proof)))
}

/// AggregateVerify.
pub fn aggregate_verify<S: Suite>(
    keys: &[AggregateKey<S>],
    messages: &[Octets],
    signature: &[u8],
) -> Answer<bool> {
    let signature = AggregateSignature::<S>::from_bytes(signature);
    let signature = signature.map_err(|error| Failure::from(error).of("signature"))?;
    verdict!(signature.aggregate_verify(keys, messages), Error::NotSigned)
}

/// Keys, messages and signatures as sets.
pub fn with_sets<S: Suite, T>(
    keys_flat: &Flat,
    messages: &[Octets],
    signatures_flat: &Flat,
    work: impl FnOnce(&[SignatureSet<'_, S>]) -> Answer<T>,
) -> Answer<T> {
    let (keys, signatures) = (keys::<S>(keys_flat)?, signatures(signatures_flat)?);
    if keys.len() != messages.len() || keys.len() != signatures.len() {
        let lengths = [keys.len(), messages.len(), signatures.len()];
        let [keys, messages, signatures] = lengths;
        return Err(Failure::length(format!(
            "there are {keys} keys, {messages} messages and {signatures} signatures"
        )));
    }
    let all = keys.iter().zip(messages).zip(&signatures);
    let set = |((key, message), signature): ((&PublicKey<S>, _), &Signature<S>)| -> _ {
        let message: &Octets = message;
        SignatureSet { key: *key, message: message.as_ref(), signature: *signature }
    };
    work(&all.map(set).collect::<Vec<_>>())
}

/// One verdict on all sets.
pub fn verify<S: Suite>(
    sets: &[SignatureSet<'_, S>],
    deterministic: bool,
    threads: usize,
) -> Answer<bool> {
    let result = match deterministic {
        true => on_threads(
            threads,
            || verify_sets_deterministic(sets),
            || parallel::verify_sets_deterministic(sets),
        ),
        false => on_threads(
            threads,
            || verify_sets(sets, &mut UnwrapErr(SysRng)),
            || parallel::verify_sets(sets, &mut UnwrapErr(SysRng)),
        ),
    };
    verdict!(result?, Error::NotSigned)
}

/// Which sets do not hold.
pub fn find_invalid<S: Suite>(sets: &[SignatureSet<'_, S>], threads: usize) -> Answer<Vec<usize>> {
    let serial = || find_invalid_sets(sets, &mut UnwrapErr(SysRng));
    let together = || parallel::find_invalid_sets(sets, &mut UnwrapErr(SysRng));
    Ok(on_threads(threads, serial, together)??)
}

/// The digest of a slice, whose keys and signatures are not decoded.
pub fn digest<S: Suite>(
    keys: &Flat,
    messages: &[Octets],
    signatures: &Flat,
) -> Answer<[u8; DIGEST_BYTES]> {
    let keys = keys.items("public_keys", PublicKey::<S>::BYTES)?;
    let signatures = signatures.items("signatures", Signature::<S>::BYTES)?;
    let messages: Vec<&[u8]> = messages.iter().map(AsRef::as_ref).collect();
    Ok(digest_encoded_sets::<S>(&keys, &messages, &signatures)?.to_bytes())
}

/// The encoding of a part.
pub fn part<S: Suite>(
    sets: &[SignatureSet<'_, S>],
    batch: &Batch,
    start: u64,
    threads: usize,
) -> Answer<Vec<u8>> {
    let serial = || part_of_sets(sets, batch, start);
    let together = || parallel::part_of_sets(sets, batch, start);
    Ok(on_threads(threads, serial, together)??.to_bytes())
}
