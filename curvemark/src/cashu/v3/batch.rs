//! Batch verification: the transcript, its challenge, the weights, and one multi-Miller loop.
//!
//! n proofs under U distinct keys hold together if, for weights wᵢ that their maker could not
//! foresee, e(Σ wᵢ·Cᵢ, g2) = Π_k e(Σ_{i: Kᵢ = K_k} wᵢ·Yᵢ, K_k): 1 + U pairings and one final
//! exponentiation instead of 2n of each. The weights come from a Fiat–Shamir transcript of the
//! whole batch; a forgery passes with probability at most about 2/r.

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "alloc")]
use curve::bls12_381::hash_to_g1_batch;
use curve::bls12_381::{
    Fr, G1, G1Affine, G2Affine, Pair, pair_with_minus_generator, pairing_product_is_one,
};
#[cfg(feature = "alloc")]
use curve::hash_to_curve::Xmd;
#[cfg(feature = "alloc")]
use curve::msm::{msm_runs_vartime, msm_vartime_alloc};
use curve::scalar_mul::lincomb_vartime;
use sha2::{Digest, Sha256};

#[cfg(feature = "alloc")]
use super::{DST, agreed};
use super::{Error, MintPublicKey, Signature, hash_to_curve, verdict};

/// The domain separation of the transcript.
pub const BATCH_DST: &[u8] = b"Cashu_BLS_Batch_v1";

/// The most counters tried for one weight; all fail with probability 2^-220.
const MAX_COUNTERS: u32 = 256;

/// A proof, for verification: the secret, the signature on it, and the mint's key for its amount.
///
/// Whoever knows the secret and C can spend them, so that `Debug` does not show the secret.
///
/// [Example](crate::cashu::v3#many-at-once).
#[derive(Clone, Copy)]
pub struct Proof<'a> {
    /// What was signed: the bytes of a point, or of an older secret in UTF-8.
    pub secret: &'a [u8],
    /// C.
    pub signature: Signature,
    /// K.
    pub key: &'a MintPublicKey,
}

impl fmt::Debug for Proof<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof")
            .field("secret", &format_args!("…"))
            .field("signature", &self.signature)
            .field("key", &self.key)
            .finish()
    }
}

/// The challenge of a batch: SHA-256 of the transcript.
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// [`Error::EmptyBatch`] without proofs; [`Error::Length`] if a secret has 2^32 bytes or more.
pub fn batch_challenge(proofs: &[Proof<'_>]) -> Result<[u8; 32], Error> {
    if proofs.is_empty() {
        return Err(Error::EmptyBatch);
    }
    let mut hash = Sha256::new();
    absorb(&mut hash, BATCH_DST);
    for proof in proofs {
        let length = u32::try_from(proof.secret.len()).map_err(|_| Error::Length)?;
        absorb(&mut hash, &proof.signature.to_bytes());
        absorb(&mut hash, proof.key.encoding());
        absorb(&mut hash, &length.to_be_bytes());
        absorb(&mut hash, proof.secret);
    }
    Ok(hash.finalize().into())
}

/// A piece of what is hashed; a chip has it once.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn absorb(hash: &mut Sha256, bytes: &[u8]) {
    hash.update(bytes);
}

/// The weight of proof `index` and the counter that gave it: the first digest that is a scalar
/// other than zero.
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// [`Error::Scalar`] if no counter up to a bound gives one, which has probability 2^-220.
pub fn batch_weight(challenge: &[u8; 32], index: u32) -> Result<(Fr, u32), Error> {
    for counter in 0..MAX_COUNTERS {
        let mut hash = Sha256::new();
        absorb(&mut hash, challenge);
        absorb(&mut hash, &index.to_be_bytes());
        absorb(&mut hash, &counter.to_be_bytes());
        if let Ok(weight) = Fr::from_be_bytes(&hash.finalize()).and_then(Fr::not_zero) {
            return Ok((weight, counter));
        }
    }
    Err(Error::Scalar)
}

/// Scratch space of one proof; see [`verify_batch_with_scratch`].
///
/// [Example](crate::cashu::v3#many-at-once).
#[derive(Clone, Copy, Debug)]
pub struct BatchSlot {
    /// Which proof stands at this place once the slots are sorted by key.
    proof: u32,
    weight: Fr,
}

impl Default for BatchSlot {
    fn default() -> Self {
        Self { proof: 0, weight: Fr::zero() }
    }
}

/// Scratch space of one pair of the Miller loop; see [`verify_batch_with_scratch`].
///
/// [Example](crate::cashu::v3#many-at-once).
pub fn batch_pair() -> Pair<'static> {
    Pair::from_points(&G1Affine::identity(), &G2Affine::identity())
}

/// Whether all proofs of a batch hold.
///
/// The caller lends a [`BatchSlot`] per proof (40 bytes) and a [`batch_pair`] per distinct key and
/// one more (about 1 KiB each); more does no harm, and the contents do not matter. Variable-time;
/// all is public. The verdict does not depend on the order of the proofs.
///
/// Cost, for n proofs under U keys: n hashes to G1, 2n scalar multiplications that share doublings
/// by eights (on chips by fives), a Miller loop over 1 + U pairs, a final exponentiation.
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// [`Error::NotSigned`] if a proof does not hold; which one is not told. [`Error::EmptyBatch`]
/// without proofs. [`Error::Scratch`] if the scratch space is too small, or there are 2^32 proofs
/// or more. [`Error::Length`] if a secret has 2^32 bytes or more.
pub fn verify_batch_with_scratch(
    proofs: &[Proof<'_>],
    slots: &mut [BatchSlot],
    pairs: &mut [Pair<'_>],
) -> Result<(), Error> {
    let slots = slots.get_mut(..proofs.len()).ok_or(Error::Scratch)?;
    // The slots name proofs that are there.
    let proof_of = |slot: &BatchSlot| proofs.get(slot.proof as usize);
    let key = |slot: &BatchSlot| proof_of(slot).map(|proof| proof.key);
    weigh(proofs, slots)?;
    lend_first(pairs.first_mut(), &weighted_sum(proofs, slots, Of::Signatures)?)?;
    let mut used = 1;
    let mut rest = &*slots;
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|slot| key(slot) == key(first)).count();
        let (same_key, others) = rest.split_at_checked(count).ok_or(Error::Scratch)?;
        rest = others;
        let messages = weighted_sum(proofs, same_key, Of::Messages)?;
        lend(pairs.get_mut(used), &messages, key(first).ok_or(Error::Scratch)?.point())?;
        used += 1;
    }
    verdict(pairing_product_is_one(pairs.get_mut(..used).ok_or(Error::Scratch)?))
}

/// As [`verify_batch_with_scratch`], with space from the heap: all proofs are hashed and multiplied
/// together, eight side by side on vectors where the CPU has them.
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// As there, [`Error::Scratch`] excepted for fewer than 2^32 proofs.
#[cfg(feature = "alloc")]
pub fn verify_batch(proofs: &[Proof<'_>]) -> Result<(), Error> {
    let mut slots = alloc::vec![BatchSlot::default(); proofs.len()];
    weigh(proofs, &mut slots)?;
    let sorted = || slots.iter().map(|slot| &proofs[slot.proof as usize]);
    let weights: Vec<_> = slots.iter().map(|slot| slot.weight).collect();
    let signatures: Vec<_> = sorted().map(|proof| *proof.signature.affine()).collect();
    let secrets: Vec<_> = sorted().map(|proof| proof.secret).collect();
    let mut messages = alloc::vec![G1::identity(); secrets.len()];
    agreed(hash_to_g1_batch::<Xmd<Sha256>>(&secrets, DST, &mut messages));

    let of_keys: Vec<_> = sorted().map(|proof| proof.key).collect();
    let (keys, runs): (Vec<_>, Vec<_>) =
        of_keys.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).unzip();
    let mut sums = agreed(msm_runs_vartime(&affine(&messages), &weights, &runs));
    sums.push(agreed(msm_vartime_alloc(&signatures, &weights)));
    let minus_g2 = G2Affine::generator().neg();
    let seconds = keys.into_iter().map(MintPublicKey::point).chain([&minus_g2]);
    let mut pairs: Vec<_> =
        affine(&sums).iter().zip(seconds).map(|(sum, q)| Pair::from_points(sum, q)).collect();
    verdict(pairing_product_is_one(&mut pairs))
}

/// Affine coordinates of points, one at least.
#[cfg(feature = "alloc")]
fn affine(points: &[G1]) -> Vec<G1Affine> {
    let mut out = alloc::vec![G1Affine::identity(); points.len()];
    agreed(G1::batch_to_affine(points, &mut out));
    out
}

/// Each proof with its weight, sorted by key; as many slots as proofs.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn weigh(proofs: &[Proof<'_>], slots: &mut [BatchSlot]) -> Result<(), Error> {
    u32::try_from(proofs.len()).map_err(|_| Error::Scratch)?;
    let challenge = batch_challenge(proofs)?;
    for (proof, slot) in (0..).zip(slots.iter_mut()) {
        *slot = BatchSlot { proof, weight: batch_weight(&challenge, proof)?.0 };
    }
    sort(slots, |slot| proofs.get(slot.proof as usize).map(|proof| proof.key.encoding()));
    Ok(())
}

/// Sorts by a key, by a heap (J. W. J. Williams, "Algorithm 232: heapsort", 1964). The standard
/// library's sort panics if an order is none, and no compiler sees that this one is, so that it
/// would leave a panic in programs that may have none.
fn sort<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    let before = |items: &[T], a: usize, b: usize| matches!((items.get(a), items.get(b)), (Some(a), Some(b)) if key(a) < key(b));
    let swap = |items: &mut [T], a: usize, b: usize| {
        // The swap of slices brings a function for moves that overlap.
        if let Ok([a, b]) = items.get_disjoint_mut([a, b]) {
            core::mem::swap(a, b);
        }
    };
    // The greater of a parent's children takes its place until none is greater than the parent; of
    // `count` items the others stand where they belong.
    let sink = |items: &mut [T], mut parent: usize, count: usize| loop {
        let mut child = 2 * parent + 1;
        if child >= count {
            break;
        }
        if child + 1 < count && before(items, child, child + 1) {
            child += 1;
        }
        if !before(items, parent, child) {
            break;
        }
        swap(items, parent, child);
        parent = child;
    };
    let count = items.len();
    for parent in (0..count >> 1).rev() {
        sink(items, parent, count);
    }
    for last in (1..count).rev() {
        swap(items, 0, last);
        sink(items, 0, last);
    }
}

/// Whose points a weighted sum is of.
#[derive(Clone, Copy)]
enum Of {
    Signatures,
    Messages,
}

/// Σ wᵢ·Pᵢ of the proofs that slots name, as many terms at a time as share doublings; an error if a
/// proof is missing.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn weighted_sum(proofs: &[Proof<'_>], slots: &[BatchSlot], of: Of) -> Result<G1, Error> {
    const AT_ONCE: usize = if cfg!(target_arch = "riscv32") { 5 } else { 8 };
    let mut points = [G1Affine::identity(); AT_ONCE];
    let mut weights = [Fr::zero(); AT_ONCE];
    let mut sum = G1::identity();
    for slots in slots.chunks(AT_ONCE) {
        for ((point, weight), slot) in points.iter_mut().zip(&mut weights).zip(slots) {
            let proof = proofs.get(slot.proof as usize).ok_or(Error::Scratch)?;
            set(point, proof, of);
            *weight = slot.weight;
        }
        // The two slices have one length, so that there is no other error.
        let (points, weights) = (points.get(..slots.len()), weights.get(..slots.len()));
        add(&mut sum, points.unwrap_or_default(), weights.unwrap_or_default())?;
    }
    Ok(sum)
}

/// Sets a point to that of a proof.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn set(point: &mut G1Affine, proof: &Proof<'_>, of: Of) {
    *point = match of {
        Of::Signatures => *proof.signature.affine(),
        Of::Messages => hash_to_curve(proof.secret).to_affine(),
    };
}

/// Adds Σ wᵢ·Pᵢ to a sum.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn add(sum: &mut G1, points: &[G1Affine], weights: &[Fr]) -> Result<(), Error> {
    *sum = sum.add(&lincomb_vartime(points, weights).map_err(|_| Error::Scratch)?);
    Ok(())
}

/// As [`lend`], the pair of the signatures.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn lend_first(pair: Option<&mut Pair<'_>>, signatures: &G1) -> Result<(), Error> {
    *pair.ok_or(Error::Scratch)? = pair_with_minus_generator(&signatures.to_affine());
    Ok(())
}

/// Sets a pair that was lent, if it is there.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn lend<'p>(pair: Option<&mut Pair<'p>>, p: &G1, q: &G2Affine) -> Result<(), Error> {
    *pair.ok_or(Error::Scratch)? = Pair::from_points(&p.to_affine(), q);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beside the standard library's, for every length to 40, with keys that differ, few of them,
    /// one, and in either order.
    #[test]
    fn a_heap_sorts() {
        let mut state = 1_u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 33
        };
        for length in 0..=40 {
            let keys: [fn(u64, u64) -> u64; 5] =
                [|_, r| r, |_, r| r & 3, |_, _| 7, |i, _| i, |i, _| 40 - i];
            for key in keys {
                let mut items = [0; 40];
                let sorted = &mut items[..length];
                for (i, item) in (0..).zip(sorted.iter_mut()) {
                    *item = key(i, random());
                }
                let mut expected = [0; 40];
                let expected = &mut expected[..length];
                expected.copy_from_slice(sorted);
                expected.sort_unstable();
                sort(sorted, |item| *item);
                assert_eq!(sorted, expected);
            }
        }
    }
}
