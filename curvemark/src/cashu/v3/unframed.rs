//! What version 3 was before its parts were framed (cashubtc/nuts pull request 371, commit
//! c65511be): ids of keysets, secrets and blinding factors. Wallets that hold such proofs find them
//! by it; nothing new is made so.
//!
//! A secret here is a text: the digits of 32 bytes, or a condition in JSON. Its UTF-8 bytes were
//! signed, and nobody signs for it when it is spent.
//!
//! ```
//! use curvemark::cashu::v3::MintSecretKey;
//! use curvemark::cashu::v3::unframed::{derive_blinding_factor, derive_keyset_id, derive_secret};
//!
//! let key = MintSecretKey::from_bytes(&[7; 32])?.public_key();
//! let id = derive_keyset_id([(8, &key)], "sat", None, None)?;
//! let secret = derive_secret(&[9; 64], &id, 0)?; // of a wallet's seed and a counter
//! let (r, _) = derive_blinding_factor(&[9; 64], &id, 0)?;
//! # assert!(*secret != [0; 32] && *r.to_bytes() != *secret);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use hmac::{Hmac, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use super::derive::first;
use super::{BlindingFactor, Error, KeysetId, MintPublicKey};
use crate::cashu::{kdf, preimage};

/// The id of a keyset: as [`KeysetId::derive`] takes keys. `unit` enters in lower case. A fee of
/// zero counts as none, so does an expiry of zero.
///
/// [Example](crate::cashu::v3::unframed).
///
/// # Errors
/// [`Error::EmptyBatch`] without keys, [`Error::KeyOrder`] if the amounts do not ascend,
/// [`Error::Unit`] if the unit is empty, has a `|`, which would let two keysets share a preimage,
/// or has a `Σ`, the one letter whose lower case depends on its neighbours, so that implementations
/// differ.
pub fn derive_keyset_id<'k>(
    keys: impl IntoIterator<Item = (u64, &'k MintPublicKey)>,
    unit: &str,
    input_fee_ppk: Option<u64>,
    final_expiry: Option<u64>,
) -> Result<KeysetId, Error> {
    let keys = keys.into_iter().map(|(amount, key)| (amount, key.encoding()));
    Ok(KeysetId::of_digest(&preimage::digest(keys, unit, input_fee_ppk, final_expiry)?))
}

fn mac(seed: &[u8], keyset: &KeysetId, counter: u64, kind: u8) -> Result<Hmac<Sha256>, Error> {
    kdf::mac(seed, &[&keyset.to_bytes(), &counter.to_be_bytes(), &[kind]]).ok_or(Error::Length)
}

/// The secret of a counter: 32 bytes, whose lower-case hexadecimal form is the `secret` of the
/// proof.
///
/// [Example](crate::cashu::v3::unframed).
///
/// # Errors
/// [`Error::Length`] if the seed is empty.
pub fn derive_secret(
    seed: &[u8],
    keyset: &KeysetId,
    counter: u64,
) -> Result<Zeroizing<[u8; 32]>, Error> {
    Ok(Zeroizing::new(mac(seed, keyset, counter, 0)?.finalize().into_bytes().into()))
}

/// The blinding factor of a counter and the attempt that gave it, by rejection sampling below r.
///
/// Takes time that depends on the number of attempts, which tells nothing of the accepted one.
///
/// [Example](crate::cashu::v3::unframed).
///
/// # Errors
/// [`Error::Length`] if the seed is empty, [`Error::Scalar`] after
/// [`MAX_ATTEMPTS`](super::MAX_ATTEMPTS) rejections.
pub fn derive_blinding_factor(
    seed: &[u8],
    keyset: &KeysetId,
    counter: u64,
) -> Result<(BlindingFactor, u32), Error> {
    first(&mac(seed, keyset, counter, 1)?, &[], BlindingFactor::from_bytes)
}
