//! Deterministic secrets of version 3 (NUT-13 as cashubtc/nuts pull request 443 has it, with the
//! vectors of cashu-ts, commit 6654d495).
//!
//! All of them are HMAC-SHA256 under the seed, of the domain, the length of the keyset's id and the
//! id, a counter, a type, an attempt, and what the type adds. The first attempt that is a scalar
//! other than zero is taken.
//!
//! | type | what | counter |
//! |---|---|---|
//! | 0 | k, the key of a secret: [`derive_secret_key`] | of proofs of the keyset |
//! | 1 | r, the blinding factor: [`derive_blinding_factor`] | the same |
//! | 2 | u, which takes the key path away: [`derive_nums_offset`] | the same |
//! | 3 | keys of leaves by index: [`derive_leaf_key`] | the same |
//! | 4 | keys that lock quotes: [`derive_quote_lock_key`] | of quotes, for all keysets |
//!
//! What wallets derived before is in [`unframed`](super::unframed).

use hmac::{Hmac, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use super::{BlindingFactor, Error, KeysetId};
use crate::cashu::kdf::mac;
use crate::cashu::nutroot::{NumsOffset, SecretKey};

/// The most attempts of the rejection sampling. For a blinding factor one attempt fails with
/// probability 0.55, so that this many all fail with probability 2^-220: an input for which they do
/// is not acceptable rather than slow. For the others an attempt fails with probability 2^-128.
pub const MAX_ATTEMPTS: u32 = 256;

/// What is derived.
#[derive(Clone, Copy)]
enum Kind {
    SecretKey = 0,
    BlindingFactor = 1,
    NumsOffset = 2,
    LeafKey = 3,
    QuoteLock = 4,
}

/// The first of the attempts that is acceptable, and which it was. `id` is empty where there is no
/// keyset.
fn sample<T, R>(
    seed: &[u8],
    id: &[u8],
    counter: u64,
    kind: Kind,
    suffix: &[u8],
    accept: impl Fn(&[u8]) -> Result<T, R>,
) -> Result<(T, u32), Error> {
    // Of 0 or 33 bytes.
    let length = (id.len() as u32).to_be_bytes();
    let prefix =
        mac(seed, &[&length, id, &counter.to_be_bytes(), &[kind as u8]]).ok_or(Error::Length)?;
    first(&prefix, suffix, accept)
}

/// The first of the attempts behind a prefix that is acceptable, and which it was.
pub(super) fn first<T, R>(
    prefix: &Hmac<Sha256>,
    suffix: &[u8],
    accept: impl Fn(&[u8]) -> Result<T, R>,
) -> Result<(T, u32), Error> {
    for attempt in 0..MAX_ATTEMPTS {
        let mut mac = prefix.clone();
        mac.update(&attempt.to_be_bytes());
        mac.update(suffix);
        let digest = Zeroizing::new(<[u8; 32]>::from(mac.finalize().into_bytes()));
        if let Ok(value) = accept(digest.as_slice()) {
            return Ok((value, attempt));
        }
    }
    Err(Error::Scalar)
}

/// k, the key of the secret K = k·G of a counter, or of its internal key. Constant-time in the seed
/// but for the number of attempts, which tells nothing of the accepted one.
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// [`Error::Length`] if the seed is empty, [`Error::Scalar`] after [`MAX_ATTEMPTS`] rejections.
pub fn derive_secret_key(seed: &[u8], keyset: &KeysetId, counter: u64) -> Result<SecretKey, Error> {
    Ok(sample(seed, &keyset.to_bytes(), counter, Kind::SecretKey, &[], SecretKey::from_bytes)?.0)
}

/// r, the blinding factor of a counter, and the attempt that gave it. Time as of
/// [`derive_secret_key`].
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// As of [`derive_secret_key`].
pub fn derive_blinding_factor(
    seed: &[u8],
    keyset: &KeysetId,
    counter: u64,
) -> Result<(BlindingFactor, u32), Error> {
    sample(seed, &keyset.to_bytes(), counter, Kind::BlindingFactor, &[], BlindingFactor::from_bytes)
}

/// u, the offset of an internal key whose own key nobody has. Whoever gets the proof learns it.
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// As of [`derive_secret_key`].
pub fn derive_nums_offset(
    seed: &[u8],
    keyset: &KeysetId,
    counter: u64,
) -> Result<NumsOffset, Error> {
    Ok(sample(seed, &keyset.to_bytes(), counter, Kind::NumsOffset, &[], NumsOffset::from_bytes)?.0)
}

/// The key of a wallet's own in a leaf of its secret. The index says nothing of the place in a
/// tree: a wallet that restores derives indices from 0 on and compares keys.
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// As of [`derive_secret_key`].
pub fn derive_leaf_key(
    seed: &[u8],
    keyset: &KeysetId,
    counter: u64,
    index: u32,
) -> Result<SecretKey, Error> {
    let accept = SecretKey::from_bytes;
    Ok(sample(seed, &keyset.to_bytes(), counter, Kind::LeafKey, &index.to_be_bytes(), accept)?.0)
}

/// The key that locks a mint quote (NUT-20). A quote comes before any keyset, so that none enters;
/// the counter is another one than that of proofs, and goes on with every quote.
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// As of [`derive_secret_key`].
pub fn derive_quote_lock_key(seed: &[u8], counter: u64) -> Result<SecretKey, Error> {
    Ok(sample(seed, &[], counter, Kind::QuoteLock, &[], SecretKey::from_bytes)?.0)
}
