//! Many proofs under one key: whether all are valid, and which are not.
//!
//! With random weights zᵢ the equations of n proofs become one (M. Bellare, J. A. Garay, T. Rabin,
//! "Fast batch verification for modular exponentiation and digital signatures", EUROCRYPT 1998; for
//! this proof system Zcash, "Zcash Protocol Specification", appendix B.2):
//!
//! ∏ e(zᵢAᵢ, Bᵢ)·e((Σzᵢ)·IC₀ + Σⱼ (Σᵢ zᵢxᵢⱼ)·ICⱼ, −γ)·e(Σ zᵢCᵢ, −δ) = e(α, β)^Σzᵢ.
//!
//! A weight is a + bλ with a, b < 2^63 and λ what the endomorphism of G1 multiplies by: 126 bits of
//! chance for 63 doublings. Such sums are distinct for distinct a, b, since no vector of the
//! endomorphism's lattice is that short.

use alloc::vec::Vec;
use core::ops::Range;

use curve::msm::msm_vartime_alloc;
use curve::weierstrass::{Affine, Projective};
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};

use super::key::verdict;
use super::{Curve, Error, Form, G1, G2, PreparedVerifyingKey, Proof, Scalar};
use crate::weights::{self, Weights};

impl<C: Curve> PreparedVerifyingKey<C> {
    /// Whether all of several proofs are valid, each for its own public inputs. Variable-time; all
    /// is public.
    ///
    /// If all are valid the verdict is certain; a batch with any that are not passes with
    /// probability 2^-125 at most, if `rng` cannot be foreseen. The weights are hashes of what is
    /// drawn and of the whole batch: if `rng` can be foreseen, a forger tries 2^125 batches.
    ///
    /// Cost, for n proofs with m inputs: n multiplications in G1 by weights of twice 63 bits, a sum
    /// of n multiples, one of m, a Miller loop over n + 2 pairs, one final exponentiation and one
    /// power in the target group. About 400 bytes of the heap for each proof, 32·m more in all.
    ///
    /// # Errors
    /// [`Error::NotProven`] if one is not valid, [`PreparedVerifyingKey::find_invalid`] says which;
    /// [`Error::Empty`], [`Error::LengthMismatch`], [`Error::InputCount`].
    pub fn verify_batch<I: AsRef<[Scalar<C>]>, R: CryptoRng + ?Sized>(
        &self,
        inputs: &[I],
        proofs: &[Proof<C>],
        rng: &mut R,
    ) -> Result<(), Error> {
        let inputs = self.check(inputs, proofs)?;
        self.verify_weighted(&inputs, proofs, self.drawn(&inputs, proofs, &mut { rng }))
    }

    /// As [`PreparedVerifyingKey::verify_batch`], with weights that are hashed from the key, the
    /// inputs and the proofs instead of drawn: for verifiers without randomness, and for those who
    /// must agree on every verdict.
    ///
    /// Whoever changes anything changes all weights, so that a forger tries 2^125 batches for one
    /// that passes.
    ///
    /// # Errors
    /// As there.
    pub fn verify_batch_deterministic<I: AsRef<[Scalar<C>]>>(
        &self,
        inputs: &[I],
        proofs: &[Proof<C>],
    ) -> Result<(), Error> {
        let inputs = self.check(inputs, proofs)?;
        self.verify_weighted(&inputs, proofs, self.hashed(&inputs, proofs))
    }

    /// Which of several proofs are not valid: their indices, in ascending order, none if all are
    /// valid. One that is not is missed with a chance of n·2^-124 at most; none that is valid is
    /// named.
    ///
    /// Cost: [`PreparedVerifyingKey::verify_batch`], and for one bad proof of n not more than log₂
    /// n further products, over n/2, n/4, … proofs; the product of the other half is a division.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::LengthMismatch`], [`Error::InputCount`].
    pub fn find_invalid<I: AsRef<[Scalar<C>]>, R: CryptoRng + ?Sized>(
        &self,
        inputs: &[I],
        proofs: &[Proof<C>],
        rng: &mut R,
    ) -> Result<Vec<usize>, Error> {
        let inputs = self.check(inputs, proofs)?;
        Ok(self.find_weighted(&inputs, proofs, self.drawn(&inputs, proofs, &mut { rng })))
    }

    #[inline(never)]
    fn find_weighted(
        &self,
        inputs: &[&[Scalar<C>]],
        proofs: &[Proof<C>],
        weights: Vec<Scalar<C>>,
    ) -> Vec<usize> {
        let batch = Batch::new(self, inputs, proofs, weights);
        let (all, mut bad) = (batch.value(0..proofs.len()), Vec::new());
        if !C::gt_is_one(&all) {
            batch.bisect(0..proofs.len(), &all, &mut bad);
        }
        bad
    }

    /// The inputs as slices, if there are as many for each proof as the key takes.
    pub(super) fn check<'a>(
        &self,
        inputs: &'a [impl AsRef<[Scalar<C>]>],
        proofs: &[Proof<C>],
    ) -> Result<Vec<&'a [Scalar<C>]>, Error> {
        if proofs.is_empty() {
            return Err(Error::Empty);
        }
        if inputs.len() != proofs.len() {
            return Err(Error::LengthMismatch);
        }
        let inputs: Vec<_> = inputs.iter().map(AsRef::as_ref).collect();
        if inputs.iter().all(|inputs| inputs.len() == self.inputs()) {
            Ok(inputs)
        } else {
            Err(Error::InputCount)
        }
    }

    #[inline(never)]
    fn verify_weighted(
        &self,
        inputs: &[&[Scalar<C>]],
        proofs: &[Proof<C>],
        weights: Vec<Scalar<C>>,
    ) -> Result<(), Error> {
        match (inputs, proofs) {
            ([inputs], [proof]) => self.verify(inputs, proof),
            _ => verdict(C::gt_is_one(
                &Batch::new(self, inputs, proofs, weights).value(0..proofs.len()),
            )),
        }
    }

    /// Weights that follow from everything.
    #[inline(never)]
    fn hashed(&self, inputs: &[&[Scalar<C>]], proofs: &[Proof<C>]) -> Vec<Scalar<C>> {
        let transcript = Sha256::new().chain_update(b"curvemark-groth16-verify-batch-v1");
        let (seed, lambda) = (self.absorbed(transcript, inputs, proofs).finalize(), C::lambda());
        let weight = |index: u64| {
            let digest =
                Sha256::new().chain_update(seed).chain_update(index.to_le_bytes()).finalize();
            weight::<C>(&lambda, digest.first_chunk().unwrap_or(&[1; 16]))
        };
        (0..proofs.len() as u64).map(weight).collect()
    }

    /// Weights that nobody can foresee.
    #[inline(never)]
    fn drawn(
        &self,
        inputs: &[&[Scalar<C>]],
        proofs: &[Proof<C>],
        rng: &mut dyn CryptoRng,
    ) -> Vec<Scalar<C>> {
        let transcript =
            self.absorbed(weights::transcript(b"Groth16 weights1", rng), inputs, proofs);
        let lambda = C::lambda();
        Weights::of(transcript)
            .take(proofs.len())
            .map(|bytes| weight::<C>(&lambda, &bytes))
            .collect()
    }

    /// A transcript, and everything. Every part has a length that the key and the curve tell.
    fn absorbed(
        &self,
        mut transcript: Sha256,
        inputs: &[&[Scalar<C>]],
        proofs: &[Proof<C>],
    ) -> Sha256 {
        transcript.update(C::NAME.as_bytes());
        transcript.update((self.inputs() as u64).to_le_bytes());
        self.fastcrypto_parts().iter().for_each(|part| transcript.update(part));
        for (inputs, proof) in inputs.iter().zip(proofs) {
            inputs.iter().for_each(|input| transcript.update(input.to_le_bytes()));
            transcript.update(proof.to_bytes(Form::Uncompressed));
        }
        transcript
    }
}

/// a + bλ from random bytes, a and b having 63 bits; 1 for zero.
pub(super) fn weight<C: Curve>(lambda: &Scalar<C>, bytes: &[u8; 16]) -> Scalar<C> {
    let bits = u128::from_le_bytes(*bytes);
    let (a, b) = (bits as u64 >> 1, (bits >> 65) as u64);
    if a | b == 0 {
        return Scalar::<C>::one();
    }
    &Scalar::<C>::from(a) + &(&Scalar::<C>::from(b) * lambda)
}

/// Proofs with their weights.
pub(super) struct Batch<'a, C: Curve> {
    key: &'a PreparedVerifyingKey<C>,
    inputs: &'a [&'a [Scalar<C>]],
    weights: Vec<Scalar<C>>,
    /// (zᵢAᵢ, Bᵢ).
    pairs: Vec<(G1<C>, G2<C>)>,
    c: Vec<G1<C>>,
}

impl<'a, C: Curve> Batch<'a, C> {
    /// As many of each, one at least.
    pub(super) fn new(
        key: &'a PreparedVerifyingKey<C>,
        inputs: &'a [&'a [Scalar<C>]],
        proofs: &[Proof<C>],
        weights: Vec<Scalar<C>>,
    ) -> Self {
        let a: Vec<_> = proofs.iter().map(|proof| proof.a).collect();
        let mut weighted = alloc::vec![Projective::identity(); a.len()];
        let mut affine = alloc::vec![Affine::identity(); a.len()];
        let done = Projective::mul_batch_vartime(&a, &weights, &mut weighted)
            .and_then(|()| Projective::batch_to_affine(&weighted, &mut affine));
        done.unwrap_or_else(|_| unreachable!("the lists are of one length, and not empty"));
        let pairs = affine.into_iter().zip(proofs).map(|(a, proof)| (a, proof.b)).collect();
        Self { key, inputs, weights, pairs, c: proofs.iter().map(|proof| proof.c).collect() }
    }

    /// What is one if all proofs of a range, which is not empty, are valid: the quotient of the two
    /// sides.
    pub(super) fn value(&self, range: Range<usize>) -> C::Gt {
        let weights = &self.weights[range.clone()];
        let mut one = Scalar::<C>::zero();
        let mut combined = alloc::vec![Scalar::<C>::zero(); self.key.inputs()];
        for (weight, inputs) in weights.iter().zip(&self.inputs[range.clone()]) {
            one = &one + weight;
            for (sum, input) in combined.iter_mut().zip(*inputs) {
                *sum = &*sum + &(weight * input);
            }
        }
        let sum = self.key.inputs_vartime(&combined).add(&self.key.ic[0].mul_vartime(&one));
        let c = msm_vartime_alloc(&self.c[range.clone()], weights);
        let c = c.unwrap_or_else(|_| unreachable!("as many weights as points"));
        let mut affine = [Affine::identity(); 2];
        if Projective::batch_to_affine(&[sum, c], &mut affine).is_err() {
            unreachable!("as many places as points");
        }
        let left = self.key.product(&self.pairs[range], affine[0], affine[1]);
        C::gt_div(&left, &C::gt_pow(&self.key.alpha_beta, &one))
    }

    /// The bad proofs of a range whose value is not one: of its two halves one is computed, the
    /// other follows.
    fn bisect(&self, range: Range<usize>, value: &C::Gt, bad: &mut Vec<usize>) {
        if range.len() == 1 {
            bad.push(range.start);
            return;
        }
        let middle = range.start + (range.len() >> 1);
        let lower = self.value(range.start..middle);
        let upper = C::gt_div(value, &lower);
        if !C::gt_is_one(&lower) {
            self.bisect(range.start..middle, &lower, bad);
        }
        if !C::gt_is_one(&upper) {
            self.bisect(middle..range.end, &upper, bad);
        }
    }
}
