//! Ethereum's own rules (consensus-specs, `specs/phase0/beacon-chain.md` and
//! `specs/altair/bls.md`): suite [`min_pk::Possession`](super::min_pk::Possession), with one
//! exception for nobody.
//!
//! A validator's deposit is signed with its key, which is its proof of possession: keys of
//! validators are proven ones by
//! [`PublicKey::assume_possession_unchecked`](super::PublicKey::assume_possession_unchecked).
//!
//! ```
//! use curvemark::bls::ethereum::{eth_aggregate_pubkeys, eth_fast_aggregate_verify};
//! use curvemark::bls::min_pk::{AggregateSignature, SecretKey};
//!
//! let secret = SecretKey::key_gen(&[7; 32], b"")?;
//! let key = secret.public_key().assume_possession_unchecked(); // a deposit was signed with it
//! let signature = AggregateSignature::aggregate(&[secret.sign(b"a block")])?;
//! eth_fast_aggregate_verify(&[key], b"a block", &signature)?;
//! assert_eq!(eth_aggregate_pubkeys(&[key])?.to_bytes(), secret.public_key().to_bytes());
//! # Ok::<(), curvemark::bls::Error>(())
//! ```

use super::Error;
use super::min_pk::{AggregatePublicKey, AggregateSignature, ProvenPublicKey};

/// eth_fast_aggregate_verify:
/// [`AggregateSignature::fast_aggregate_verify`](super::AggregateSignature::fast_aggregate_verify),
/// which nobody signed validly by the point at infinity.
///
/// [Example](self).
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
/// [Example](self).
///
/// # Errors
/// [`Error::Empty`].
pub fn eth_aggregate_pubkeys(keys: &[ProvenPublicKey]) -> Result<AggregatePublicKey, Error> {
    AggregatePublicKey::aggregate(keys)
}
