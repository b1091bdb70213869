//! Proofs that several tasks verify together: see [`parts`](crate::parts).
//!
//! The value of a part is the quotient of the two sides of the combined equation over its proofs
//! (the page of `batch`), which is one if all of them are valid.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use curve::field::Canonical;

use super::batch::{Batch as Proofs, weight};
use super::{Curve, Form, PreparedVerifyingKey, Proof, Scalar};
use crate::parts::sealed::Values;
use crate::parts::{self, Batch, SliceDigest, SliceHasher, verdict};

/// The kind of parts of proofs on a curve.
///
/// [Example](crate::parts#examples).
pub struct ProofsOn<C>(PhantomData<C>);

impl<C> fmt::Debug for ProofsOn<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProofsOn")
    }
}

/// What a slice of proofs adds to the verdict: 441 bytes on BN254, 633 on BLS12-381.
///
/// [Example](crate::parts#examples).
pub type Part<C> = parts::Part<ProofsOn<C>>;

impl<C: Curve> Values for ProofsOn<C> {
    type Value = C::Gt;

    const TAG: u8 = if C::Fp::BYTES == 32 { 5 } else { 6 };
    const BYTES: usize = 12 * C::Fp::BYTES;

    fn join(one: &C::Gt, other: &C::Gt) -> C::Gt {
        C::gt_mul(one, other)
    }

    fn put(value: &C::Gt, out: &mut Vec<u8>) {
        let start = out.len();
        out.resize(start + Self::BYTES, 0);
        C::gt_to_bytes(value, &mut out[start..]);
    }

    fn get(bytes: &[u8]) -> Result<C::Gt, parts::Error> {
        C::gt_from_bytes(bytes).ok_or(parts::Error::Target)
    }
}

impl<C: Curve> Part<C> {
    /// Whether all proofs of this part are valid, the rest of the batch apart.
    ///
    /// # Errors
    /// [`NotValid`](parts::Error::NotValid) if one is not.
    pub fn holds(&self) -> Result<(), parts::Error> {
        verdict(C::gt_is_one(self.value()))
    }

    /// Whether all proofs of the batch are valid, with the chance of error of
    /// [`PreparedVerifyingKey::verify_batch_deterministic`].
    ///
    /// # Errors
    /// [`NotValid`](parts::Error::NotValid) if one is not;
    /// [`Incomplete`](parts::Error::Incomplete) if the part does not cover the batch.
    pub fn finish(&self) -> Result<(), parts::Error> {
        verdict(C::gt_is_one(self.complete()?))
    }
}

impl<C: Curve> PreparedVerifyingKey<C> {
    /// The digest of a slice of proofs, each with its public inputs, under this key.
    ///
    /// # Errors
    /// [`Groth16`](parts::Error::Groth16) with [`Empty`](super::Error::Empty),
    /// [`LengthMismatch`](super::Error::LengthMismatch), [`InputCount`](super::Error::InputCount).
    pub fn digest_proofs<I: AsRef<[Scalar<C>]>>(
        &self,
        inputs: &[I],
        proofs: &[Proof<C>],
    ) -> Result<SliceDigest, parts::Error> {
        Ok(self.digest(&self.check(inputs, proofs)?, proofs))
    }

    #[inline(never)]
    fn digest(&self, inputs: &[&[Scalar<C>]], proofs: &[Proof<C>]) -> SliceDigest {
        let [ic, alpha_beta, gamma, delta] = self.fastcrypto_parts();
        let common = [C::NAME.as_bytes(), &ic, &alpha_beta, &gamma, &delta];
        let mut hasher = SliceHasher::new(b"curvemark-parts-groth16-v1", &common);
        for (inputs, proof) in inputs.iter().zip(proofs) {
            let inputs: Vec<_> = inputs.iter().map(|input| input.to_le_bytes()).collect();
            hasher.item(&[inputs.as_flattened(), &proof.to_bytes(Form::Uncompressed)]);
        }
        hasher.digest()
    }

    /// The part of a slice of proofs that begins at this one of the batch. Variable-time; all is
    /// public. Cost: that of [`PreparedVerifyingKey::verify_batch`] over the slice.
    ///
    /// # Errors
    /// [`Range`](parts::Error::Range) if they go beyond the batch; as
    /// [`PreparedVerifyingKey::digest_proofs`].
    pub fn part_of_proofs<I: AsRef<[Scalar<C>]>>(
        &self,
        inputs: &[I],
        proofs: &[Proof<C>],
        batch: &Batch,
        start: u64,
    ) -> Result<Part<C>, parts::Error> {
        self.part(&self.check(inputs, proofs)?, proofs, batch, start)
    }

    #[inline(never)]
    fn part(
        &self,
        inputs: &[&[Scalar<C>]],
        proofs: &[Proof<C>],
        batch: &Batch,
        start: u64,
    ) -> Result<Part<C>, parts::Error> {
        let (range, bytes) = batch.slice(&self.digest(inputs, proofs), start)?;
        let lambda = C::lambda();
        let weights = bytes.take(proofs.len()).map(|bytes| weight::<C>(&lambda, &bytes)).collect();
        let value = Proofs::new(self, inputs, proofs, weights).value(0..proofs.len());
        Ok(Part::of(batch, range, value))
    }
}
