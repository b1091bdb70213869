//! One verdict on many signatures, by a random combination of their equations (D. J. Bernstein and
//! others, "High-speed high-security signatures", 2011, §5; with the cofactor, H. de Valence, "It's
//! 255:19AM. Do you know what your validation criteria are?", 2020).

use alloc::vec;
use alloc::vec::Vec;

use curve::ed25519::{Fr, Point};
use curve::error::PointError;
use curve::msm::edwards::msm_vartime_alloc;
use rand_core::CryptoRng;
use sha2::Digest;

use super::hash::{Variant, residue};
use super::{Error, Signature, VerifyingKey, Zip215};
use crate::weights::{self, Weights};

/// That all signatures are their keys' on their messages. With random weights zᵢ of 128 bits, the
/// first being 1, \[8\](\[Σ zᵢsᵢ\]B − Σ \[zᵢ\]Rᵢ − Σ \[zᵢkᵢ\]Aᵢ) is the identity: always if each
/// holds, and for all others with a probability of at most 2^-128. By the cofactor no torsion can
/// make a difference, so that the verdict is that of [`VerifyingKey::verify`] on each, whatever the
/// input. The weights are hashes of drawn bytes, all sᵢ and the hashes that the kᵢ are made of, so
/// that a generator which can be foreseen leaves a forger to try 2^128 batches.
///
/// Which signature does not hold is not said: [`verify_each`](super::verify_each) tells.
///
/// Cost: a sum of 2n + 1 multiples, a square root for each Rᵢ, eight at a time on vectors where the
/// CPU has them. Space from the heap: at most 512 KiB, and 5 KiB for each signature.
///
/// [Example](crate::eddsa#many-at-once).
///
/// # Errors
/// [`Error::Empty`], [`Error::LengthMismatch`], [`Error::NotSigned`].
pub fn verify_batch<G: CryptoRng + ?Sized>(
    keys: &[VerifyingKey<Zip215>],
    messages: &[impl AsRef<[u8]>],
    signatures: &[Signature],
    rng: &mut G,
) -> Result<(), Error> {
    let messages: Vec<_> = messages.iter().map(AsRef::as_ref).collect();
    verify(keys, &messages, signatures, &mut { rng })
}

fn verify(
    keys: &[VerifyingKey<Zip215>],
    messages: &[&[u8]],
    signatures: &[Signature],
    rng: &mut dyn CryptoRng,
) -> Result<(), Error> {
    let count = signatures.len();
    if keys.len() != count || messages.len() != count {
        return Err(Error::LengthMismatch);
    }
    if let ([key], [message], [signature]) = (keys, messages, signatures) {
        return key.verify(message, signature);
    }
    if count == 0 {
        return Err(Error::Empty);
    }
    let encodings: Vec<[u8; 32]> = signatures.iter().map(|signature| signature.r).collect();
    let mut nonces = vec![Err(PointError::Length); count];
    if Point::from_bytes_zip215_batch(&encodings, &mut nonces).is_err() {
        unreachable!("as many places as encodings");
    }
    // First all R, whose factors are short, then the keys.
    let mut points = Vec::with_capacity(2 * count + 1);
    for nonce in nonces {
        points.push(nonce.map_err(|_| Error::NotSigned)?.neg());
    }
    let mut challenges = Vec::with_capacity(count);
    // The hash that k is made of binds R, the key and the message. Half of it and s are one block.
    let mut transcript = weights::transcript(b"Ed25519 weights1", rng);
    for ((key, message), signature) in keys.iter().zip(messages).zip(signatures) {
        let hash = Variant::Pure.hash(&[&signature.r, &key.bytes, message]);
        transcript.update(&hash[..32]);
        transcript.update(signature.s.to_be_bytes());
        points.push(key.minus);
        challenges.push(residue(hash));
    }
    points.push(Point::generator());
    let mut scalars = Vec::with_capacity(2 * count + 1);
    scalars.push(Fr::one());
    scalars.extend(
        Weights::of(transcript).take(count - 1).map(|bytes| Fr::from_uniform_bytes(&bytes)),
    );
    let mut sum = Fr::zero();
    for (i, (k, signature)) in challenges.iter().zip(signatures).enumerate() {
        let weight = scalars[i];
        sum = &sum + &(&weight * &signature.s);
        scalars.push(&weight * k);
    }
    scalars.push(sum);
    let sum = msm_vartime_alloc(&points, &scalars)
        .unwrap_or_else(|_| unreachable!("as many scalars as points"));
    if bool::from(sum.is_small_order()) { Ok(()) } else { Err(Error::NotSigned) }
}
