//! Ethereum's own rules (consensus-specs, `specs/phase0/beacon-chain.md` and
//! `specs/altair/bls.md`): suite [`min_pk::Possession`](super::min_pk::Possession), with one
//! exception for nobody.
//!
//! A validator's deposit is signed with its key, which is its proof of possession: keys of
//! validators are proven ones by
//! [`PublicKey::assume_possession_unchecked`](super::PublicKey::assume_possession_unchecked).

use super::Error;
use super::min_pk::{AggregatePublicKey, AggregateSignature, ProvenPublicKey};

/// eth_fast_aggregate_verify:
/// [`AggregateSignature::fast_aggregate_verify`](super::AggregateSignature::fast_aggregate_verify),
/// which nobody signed validly by the point at infinity.
///
/// # Errors
/// [`Error::NotSigned`], also for no keys and another signature; [`Error::KeysCancel`].
pub fn eth_fast_aggregate_verify(
    keys: &[ProvenPublicKey],
    message: &[u8],
    signature: &AggregateSignature,
) -> Result<(), Error> {
    if keys.is_empty() {
        return if signature.is_infinity() { Ok(()) } else { Err(Error::NotSigned) };
    }
    signature.fast_aggregate_verify(keys, message)
}

/// eth_aggregate_pubkeys: the sum of keys, one at least. It may be the point at infinity, which is
/// no key.
///
/// # Errors
/// [`Error::Empty`].
pub fn eth_aggregate_pubkeys(keys: &[ProvenPublicKey]) -> Result<AggregatePublicKey, Error> {
    AggregatePublicKey::aggregate(keys)
}
