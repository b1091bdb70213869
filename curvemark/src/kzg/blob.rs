//! Blobs: 4,096 scalars, the values of a polynomial at the 4,096th roots of unity in bit-reversed
//! order.
//!
//! A value elsewhere comes without an inversion ([`Evaluator`]). The quotient (f(X) − f(z))/(X − z)
//! has the values (fᵢ − y)/(ωᵢ − z), whose inverses are made together; where z is a root ω_m
//! itself, its value there is Σ (fᵢ − y)·ωᵢ/(ω_m·(ω_m − ωᵢ)) over the other roots (D. Feist, "PCS
//! multiproofs using random evaluation", 2021).

use alloc::vec::Vec;

use curve::bls12_381::{Fr, FrEngine};
use curve::error::ScalarsError;
use curve::field::Red;
use curve::ntt::{Domain, Evaluator, bit_reverse_permutation};
use curve::vectors::{inner_product, invert_batch_vartime, mul_assign_slices, scale_slice};
use sha2::{Digest, Sha256};

use super::{
    BYTES_PER_BLOB, BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, Error, FIELD_ELEMENTS_PER_BLOB,
};

/// log₂ of the elements of a blob.
pub(super) const LOG_ELEMENTS: u32 = FIELD_ELEMENTS_PER_BLOB.trailing_zeros();

/// FIAT_SHAMIR_PROTOCOL_DOMAIN of EIP-4844.
const FIAT_SHAMIR_PROTOCOL_DOMAIN: &[u8; 16] = b"FSBLOBVERIFY_V1_";

/// The scalars of consecutive 32 bytes; the first that is not one by its index.
pub(super) fn elements(bytes: &[u8]) -> Result<Vec<Fr>, usize> {
    let mut out = alloc::vec![Fr::zero(); bytes.chunks_exact(BYTES_PER_FIELD_ELEMENT).len()];
    match Fr::from_be_bytes_batch(bytes, &mut out) {
        Ok(()) => Ok(out),
        Err(ScalarsError::NotCanonical(index)) => Err(index),
        Err(_) => unreachable!("as many places as encodings"),
    }
}

/// The scalars of a blob.
pub(super) fn decode(blob: &[u8]) -> Result<Vec<Fr>, Error> {
    if blob.len() != BYTES_PER_BLOB {
        return Err(Error::BlobLength);
    }
    elements(blob).map_err(Error::BlobElement)
}

/// The scalar that a digest stands for: `hash_to_bls_field`, the big-endian integer modulo r.
pub(super) fn scalar_of(hash: Sha256) -> Fr {
    Fr::from_uniform_bytes(&hash.finalize())
}

/// `compute_challenge` of EIP-4844, of a blob of the right length.
pub(super) fn challenge(blob: &[u8], commitment: &[u8; BYTES_PER_COMMITMENT]) -> Fr {
    let mut hash = Sha256::new();
    hash.update(FIAT_SHAMIR_PROTOCOL_DOMAIN);
    hash.update((FIELD_ELEMENTS_PER_BLOB as u128).to_be_bytes());
    hash.update(blob);
    hash.update(commitment);
    scalar_of(hash)
}

/// The point at which a blob's polynomial is opened to show that the blob is that of a commitment:
/// `compute_challenge` of EIP-4844, 32 bytes big-endian.
///
/// The commitment's bytes are not decoded. Cost: SHA-256 of the blob.
///
/// [Examples](crate::kzg#examples).
///
/// # Errors
/// [`Error::BlobLength`], [`Error::BlobElement`].
pub fn compute_challenge(
    blob: &[u8],
    commitment: &[u8; BYTES_PER_COMMITMENT],
) -> Result<[u8; BYTES_PER_FIELD_ELEMENT], Error> {
    decode(blob)?;
    Ok(challenge(blob, commitment).to_be_bytes())
}

/// A domain of a power of two of roots. The powers asked for here are all there are in the field.
pub(super) fn domain(log_size: u32) -> Domain<FrEngine> {
    match Domain::new(log_size) {
        Ok(domain) => domain,
        Err(_) => unreachable!("r − 1 is a multiple of 2^32"),
    }
}

/// A power of two of values, in the other order.
pub(super) fn bit_reverse<T>(values: &mut [T]) {
    if bit_reverse_permutation(values).is_err() {
        unreachable!("a power of two of values");
    }
}

/// The first powers of a scalar, from the zeroth on.
pub(super) fn powers(of: &Fr, count: usize) -> Vec<Fr> {
    let mut power = Fr::one();
    let next = |_| {
        let this = power;
        power *= of;
        this
    };
    (0..count).map(next).collect()
}

/// The places of a blob's values.
#[derive(Clone, Debug)]
pub(super) struct Roots {
    /// Their domain, in natural order.
    pub domain: Domain<FrEngine>,
    /// In bit-reversed order.
    roots: Vec<Fr>,
    evaluator: Evaluator<FrEngine>,
}

impl Roots {
    pub(super) fn new() -> Self {
        let domain = domain(LOG_ELEMENTS);
        let mut roots = powers(&domain.root(), FIELD_ELEMENTS_PER_BLOB);
        bit_reverse(&mut roots);
        let Ok(evaluator) = Evaluator::new(LOG_ELEMENTS) else {
            unreachable!("r − 1 is a multiple of 2^32")
        };
        Self { domain, roots, evaluator }
    }

    /// 1/(z − ωᵢ) for all roots, zero where z is the root, and the index of that one.
    fn inverses(&self, z: &Fr) -> (Vec<Fr>, Option<usize>) {
        let mut inverses: Vec<Fr> = self.roots.iter().map(|root| z - root).collect();
        let mut power = *z;
        power.square_times(LOG_ELEMENTS);
        let index =
            if power == Fr::one() { self.roots.iter().position(|root| root == z) } else { None };
        invert_batch_vartime(&mut inverses);
        (inverses, index)
    }

    /// f(z): `evaluate_polynomial_in_evaluation_form` of EIP-4844.
    pub(super) fn evaluate(&self, values: &[Fr], z: &Fr) -> Fr {
        match self.evaluator.value(values, z) {
            Ok(value) => value,
            Err(_) => unreachable!("as many values as roots"),
        }
    }

    /// f(z), and the values of (f(X) − f(z))/(X − z).
    pub(super) fn divide(&self, values: &[Fr], z: &Fr) -> (Fr, Vec<Fr>) {
        let (mut quotient, index) = self.inverses(z);
        let y = self.evaluate(values, z);
        let differences: Vec<Fr> = values.iter().map(|value| &y - value).collect();
        if mul_assign_slices(&mut quotient, &differences).is_err() {
            unreachable!("lists of one length");
        }
        if let Some(index) = index {
            // What stands there is zero, as the inverse was.
            let Ok(sum) = inner_product(&quotient, &self.roots) else {
                unreachable!("lists of one length")
            };
            quotient[index] = -&(&sum * &z.invert_vartime());
        }
        (y, quotient)
    }

    /// The coefficients of the polynomial, lowest first.
    pub(super) fn coefficients(&self, mut values: Vec<Fr>) -> Vec<Fr> {
        bit_reverse(&mut values);
        if self.domain.inverse(&mut values).is_err() {
            unreachable!("as many values as roots");
        }
        values
    }
}

/// Every value times a scalar.
pub(super) fn scale(values: &mut [Red<FrEngine>], by: &Fr) {
    scale_slice(values, by);
}
