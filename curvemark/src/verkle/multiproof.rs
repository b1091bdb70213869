//! That many vectors have values at indices: one opening of a sum of quotients.
//!
//! With r and t from the transcript, g(X) = Σ rᵏ(f_k(X) − y_k)/(X − z_k) is a polynomial exactly if
//! all values are right, but for a chance of the number of queries over ℓ. Its commitment D is
//! followed by that of h(X) = Σ rᵏf_k(X)/(t − z_k), and h − g is opened at t, where it is Σ
//! rᵏy_k/(t − z_k). (D. Feist, "PCS multiproofs using random evaluation", 2021.)

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use curve::bandersnatch::{Banderwagon, Scalar};
use curve::error::BatchError;
use curve::vectors::invert_batch_vartime;

use super::opening::Opening;
use super::transcript::Transcript;
use super::{Error, Setup, WIDTH, inner_product, powers, sum_of_multiples, vector};

/// A value of a vector that is to be shown.
///
/// [Examples](super#examples).
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The commitment of the vector; the caller answers for it.
    pub commitment: Banderwagon,
    /// The vector: 256 values.
    pub values: &'a [Scalar],
    /// The place of the value.
    pub index: u8,
}

/// A value of a vector that is claimed.
///
/// [Examples](super#examples).
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The commitment of the vector.
    pub commitment: Banderwagon,
    /// The place of the value.
    pub index: u8,
    /// The value.
    pub value: Scalar,
}

/// A proof of values of vectors.
///
/// [Examples](super#examples).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiProof {
    quotients: Banderwagon,
    opening: Opening,
}

impl MultiProof {
    /// Bytes of a proof.
    pub const BYTES: usize = 32 + Opening::BYTES;

    /// The commitment D, and the opening.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut out = [0; Self::BYTES];
        let (first, rest) = out.split_at_mut(32);
        first.copy_from_slice(&self.quotients.to_bytes());
        rest.copy_from_slice(&self.opening.to_bytes());
        out
    }

    /// A proof from its bytes; it is checked for being one when it is verified.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Point`], [`Error::Scalar`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.len() != Self::BYTES {
            return Err(Error::Length);
        }
        let (first, rest) = bytes.split_at(32);
        let quotients = Banderwagon::from_bytes(first)?;
        Ok(Self { quotients, opening: Opening::from_bytes(rest)? })
    }
}

/// What both sides say of the claims. Gives 1, r, r², …
fn begin(transcript: &mut Transcript, claims: &[Claim]) -> Result<Vec<Scalar>, BatchError> {
    let elements: Vec<Banderwagon> = claims.iter().map(|claim| claim.commitment).collect();
    let mut encodings = alloc::vec![[0; 32]; claims.len()];
    Banderwagon::to_bytes_batch(&elements, &mut encodings)?;
    transcript.domain_separator(b"multiproof");
    for (claim, encoding) in claims.iter().zip(&encodings) {
        transcript.append_encoded(b"C", encoding);
        transcript.append_scalar(b"z", &Scalar::from(u32::from(claim.index)));
        transcript.append_scalar(b"y", &claim.value);
    }
    let r = transcript.challenge(b"r");
    Ok(powers(&r).take(claims.len()).collect())
}

/// rᵏ/(t − z_k); nothing if t is an index, for which the chance is one in 2^244.
fn weights(powers: &[Scalar], claims: &[Claim], t: &Scalar) -> Option<Vec<Scalar>> {
    let differences = claims.iter().map(|claim| t - &Scalar::from(u32::from(claim.index)));
    let mut weights: Vec<Scalar> = differences.collect();
    if weights.contains(&Scalar::zero()) {
        return None;
    }
    invert_batch_vartime(&mut weights);
    weights.iter_mut().zip(powers).for_each(|(weight, power)| *weight *= power);
    Some(weights)
}

impl Setup {
    /// A proof of all queried values. In time that depends on all of them.
    ///
    /// Cost: 18 sums over the 256 points, and about 500 products for each query and for each index.
    ///
    /// # Errors
    /// [`Error::Batch`] for no queries, or if a vector has not 256 values.
    #[inline(never)]
    pub fn prove_vartime(
        &self,
        mut transcript: Transcript,
        queries: &[Query<'_>],
    ) -> Result<MultiProof, Error> {
        let mut vectors = Vec::with_capacity(queries.len());
        for query in queries {
            vectors.push(vector(query.values)?);
        }
        let claim = |(query, values): (&Query<'_>, &&[Scalar; WIDTH])| Claim {
            commitment: query.commitment,
            index: query.index,
            value: values[usize::from(query.index)],
        };
        let claims: Vec<Claim> = queries.iter().zip(&vectors).map(claim).collect();
        let powers = begin(&mut transcript, &claims)?;
        // Queries of one index share their division.
        let mut sums = BTreeMap::new();
        for ((values, power), claim) in vectors.iter().zip(&powers).zip(&claims) {
            let sum = sums.entry(claim.index).or_insert([Scalar::zero(); WIDTH]);
            sum.iter_mut().zip(*values).for_each(|(sum, value)| *sum += value * power);
        }
        let mut g = [Scalar::zero(); WIDTH];
        for (index, sum) in &sums {
            self.domain.add_quotient(sum, *index, &mut g);
        }
        let quotients = self.commit(&g);
        transcript.append_element(b"D", &quotients);
        let t = transcript.challenge(b"t");
        // Where t is an index there is nothing to divide by, and no verifier takes the proof.
        let weights = weights(&powers, &claims, &t).unwrap_or_else(|| powers.clone());
        let mut h = [Scalar::zero(); WIDTH];
        for (values, weight) in vectors.iter().zip(&weights) {
            h.iter_mut().zip(*values).for_each(|(h, value)| *h += value * weight);
        }
        let commitment = self.commit(&h);
        transcript.append_element(b"E", &commitment);
        h.iter_mut().zip(&g).for_each(|(h, g)| *h -= g);
        let commitment = commitment.sub(&quotients);
        let (_, opening) = self.open_vartime(&mut transcript, &h, &commitment, &t)?;
        Ok(MultiProof { quotients, opening })
    }

    /// Whether a proof shows all claims; no claims are not shown. In time that depends on all of
    /// them.
    ///
    /// Cost: that of [`Setup::verify_opening_vartime`], and a sum over the commitments.
    #[must_use]
    #[inline(never)]
    pub fn verify_vartime(
        &self,
        mut transcript: Transcript,
        claims: &[Claim],
        proof: &MultiProof,
    ) -> bool {
        let Ok(powers) = begin(&mut transcript, claims) else { return false };
        transcript.append_element(b"D", &proof.quotients);
        let t = transcript.challenge(b"t");
        let Some(weights) = weights(&powers, claims, &t) else { return false };
        let values: Vec<Scalar> = claims.iter().map(|claim| claim.value).collect();
        let value = inner_product(&weights, &values);
        let elements: Vec<Banderwagon> = claims.iter().map(|claim| claim.commitment).collect();
        let commitment = sum_of_multiples(&elements, &weights);
        transcript.append_element(b"E", &commitment);
        let commitment = commitment.sub(&proof.quotients);
        self.verify_opening_vartime(&mut transcript, &commitment, &t, &value, &proof.opening)
    }
}
