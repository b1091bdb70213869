//! The functions that Ethereum's consensus adds.

use curvemark::bls::ethereum as rules;
use curvemark::bls::min_pk::{AggregateSignature, Possession};
use curvemark::bls::{AggregatePublicKey, Error};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::generic::{self, Answer};
use crate::failure::verdict;
use crate::functions;
use crate::octets::{Flat, Octets, bytes};

pub const PAGE: &str = "\
Ethereum's own rules for BLS (consensus-specs, altair), on keys of 48 bytes.

A validator's deposit proves the possession of its key, so that these functions take no proofs.";

/// eth_fast_aggregate_verify: as `fast_aggregate_verify`, and nobody signed validly by infinity.
#[pyfunction]
fn eth_fast_aggregate_verify(
    py: Python<'_>,
    public_keys: Flat,
    message: Octets,
    signature: Octets,
) -> PyResult<bool> {
    Ok(py.detach(|| -> Answer<bool> {
        let keys = generic::proven(generic::keys(&public_keys)?, None, true)?;
        let signature = AggregateSignature::from_bytes(&signature)?;
        verdict!(rules::eth_fast_aggregate_verify(&keys, &message, &signature), Error::NotSigned)
    })?)
}

/// eth_aggregate_pubkeys: the sum of keys, a flat array of one at least. It may be infinity.
#[pyfunction]
fn eth_aggregate_pubkeys<'py>(py: Python<'py>, public_keys: Flat) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Answer<_> {
        let keys = generic::keys::<Possession>(&public_keys)?;
        let keys = generic::proven(keys, None, true)?;
        Ok(AggregatePublicKey::aggregate(&keys)?.to_bytes())
    })?;
    Ok(bytes(py, out))
}

/// Fills the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module, eth_fast_aggregate_verify, eth_aggregate_pubkeys);
    Ok(())
}
