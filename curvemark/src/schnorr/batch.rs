//! One verdict on many signatures, by a random combination of their equations (BIP-340, "Batch
//! Verification").

use alloc::vec;
use alloc::vec::Vec;

use curve::error::PointError;
use curve::msm::msm_vartime_alloc;
use curve::secp256k1::{AffinePoint, Fr};
use rand_core::CryptoRng;
use sha2::Digest;

use super::hash::challenge_hash;
use super::{Error, Signature, VerifyingKey};
use crate::weights::{self, Weights};

/// Bounds of what a combination takes of the heap: so many bytes, and so many for each signature.
/// Few take more each than many, since the sum of multiples shares its buckets; each of these holds
/// for all numbers, and is the best for some. A test counts.
const BOUNDS: [(usize, usize); 3] =
    [(72 << 10, 14 << 10), (700 << 10, 6 << 10), (3584 << 10, 1 << 10)];

/// Most signatures of one combination: more would save nothing.
const MOST: usize = 1 << 14;

/// That all signatures are their keys' on their messages. With random weights aᵢ of 128 bits, the
/// first being 1, \[Σ aᵢsᵢ\]G − Σ \[aᵢ\]Rᵢ − Σ \[aᵢeᵢ\]Pᵢ is the identity: always if each holds,
/// and otherwise with a probability of at most 2^-128. The weights are hashes of drawn bytes, all
/// sᵢ and the hashes that the eᵢ are made of, so that a generator which can be foreseen leaves a
/// forger to try 2^128 batches.
///
/// At most `memory` bytes of the heap are taken at a time: as many signatures as fit are combined,
/// one combination after the other. With less than 100 KiB each is verified alone, without the
/// heap; a mebibyte holds 68, 4 MiB 566, 20 MiB as many as are ever combined.
///
/// Which signature does not hold is not said: [`verify_each`](super::verify_each) tells.
///
/// Cost of each combination: a sum of 2n + 1 multiples, half of them of 128 bits; a square root for
/// each Rᵢ, eight at a time on vectors where the CPU has them.
///
/// [Example](crate::schnorr#many-at-once).
///
/// # Errors
/// [`Error::Empty`], [`Error::LengthMismatch`], [`Error::NotSigned`].
pub fn verify_batch<G: CryptoRng + ?Sized>(
    keys: &[VerifyingKey],
    messages: &[impl AsRef<[u8]>],
    signatures: &[Signature],
    memory: usize,
    rng: &mut G,
) -> Result<(), Error> {
    let count = signatures.len();
    if keys.len() != count || messages.len() != count {
        return Err(Error::LengthMismatch);
    }
    if count == 0 {
        return Err(Error::Empty);
    }
    #[allow(clippy::integer_division_remainder_used)] // Of sizes, which are public.
    let fits = BOUNDS
        .iter()
        .map(|(fixed, each)| memory.saturating_sub(*fixed) / each)
        .max()
        .unwrap_or(0)
        .clamp(1, MOST);
    // Combinations of about one size.
    let each = count.div_ceil(count.div_ceil(fits));
    let mut combinations =
        keys.chunks(each).zip(messages.chunks(each)).zip(signatures.chunks(each));
    combinations.try_for_each(|((keys, messages), signatures)| {
        if let ([key], [message], [signature]) = (keys, messages, signatures) {
            return key.verify(message.as_ref(), signature);
        }
        let messages: Vec<_> = messages.iter().map(AsRef::as_ref).collect();
        combination(keys, &messages, signatures, &mut &mut *rng)
    })
}

/// One combination of two signatures or more.
fn combination(
    keys: &[VerifyingKey],
    messages: &[&[u8]],
    signatures: &[Signature],
    rng: &mut dyn CryptoRng,
) -> Result<(), Error> {
    let count = signatures.len();
    let mut nonces = vec![Err(PointError::Length); count];
    let encodings: Vec<&[u8]> = signatures.iter().map(|signature| signature.r.as_slice()).collect();
    if AffinePoint::from_x_only_batch(&encodings, &mut nonces).is_err() {
        unreachable!("as many places as encodings");
    }
    let (mut points, mut scalars) =
        (Vec::with_capacity(2 * count + 1), Vec::with_capacity(2 * count + 1));
    // The hash that e is made of binds R, the key and the message. It and s are one block.
    let mut transcript = weights::transcript(b"BIP340 weights 1", rng);
    for (i, ((key, message), signature)) in keys.iter().zip(messages).zip(signatures).enumerate() {
        let nonce = nonces[i].map_err(|_| Error::NotSigned)?;
        let hash = challenge_hash(&signature.r, &key.bytes, message);
        transcript.update(hash);
        transcript.update(signature.s.to_be_bytes());
        points.extend([nonce, key.point]);
        scalars.extend([Fr::one(), Fr::from_uniform_bytes(&hash)]);
    }
    let mut sum = signatures[0].s;
    // The first weight is 1.
    let weighted = scalars.chunks_exact_mut(2).zip(signatures).skip(1);
    for ((pair, signature), bytes) in weighted.zip(Weights::of(transcript)) {
        let weight = Fr::from_uniform_bytes(&bytes);
        sum = &sum + &(&weight * &signature.s);
        for scalar in pair {
            *scalar = &weight * &*scalar;
        }
    }
    points.push(AffinePoint::generator());
    scalars.push(-&sum);
    let sum = msm_vartime_alloc(&points, &scalars)
        .unwrap_or_else(|_| unreachable!("as many scalars as points"));
    if bool::from(sum.is_identity()) { Ok(()) } else { Err(Error::NotSigned) }
}
