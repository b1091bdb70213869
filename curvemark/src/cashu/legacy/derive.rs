//! Deterministic secrets and blinding factors (NUT-13), and the key of backups (NUT-27), of
//! cashubtc/nuts, commit 3ddb1ae7.

use curve::error::ScalarError;
use curve::secp256k1::{Fr, Secp256k1, SecretScalar};
use hmac::Mac;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, Zeroizing};

use super::{BlindingFactor, Error, KeysetId};
use crate::cashu::kdf;
use crate::cashu::nutroot::SecretKey;
use crate::derivation::{HARDENED, Node, SEED};

/// The purpose of the paths of version 1: a peanut in Unicode.
const PURPOSE: u32 = 129_372;

/// The purpose of the paths of keys.
const KEYS: u32 = 129_373;

/// What a key is for.
///
/// [Example](crate::cashu::legacy#many-at-once).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To lock a proof to (NUT-11).
    P2pk = 10,
    /// To lock a mint quote to (NUT-20).
    QuoteLock = 20,
}

/// What is derived: the last number of a path, and the last byte of a message.
#[derive(Clone, Copy)]
enum Kind {
    Secret = 0,
    Factor = 1,
}

/// The number of a keyset in paths: its first eight bytes as an integer modulo 2^31 − 1.
///
/// Two keysets of one number are easily found: a wallet that knows keysets with different ids of
/// one number would make the same secrets for both.
///
/// [Example](crate::cashu::legacy#many-at-once).
#[allow(clippy::integer_division_remainder_used)] // Of an id, which is public.
pub fn keyset_id_int(keyset: &KeysetId) -> u32 {
    // Below 2^31 − 1.
    (u64::from_be_bytes(keyset.short()) % ((1 << 31) - 1)) as u32
}

/// The root of a seed.
fn root(seed: &[u8]) -> Result<Node<Secp256k1>, Error> {
    if SEED.contains(&seed.len()) { Ok(Node::master(seed)?) } else { Err(Error::Length) }
}

/// The private key at m/129372'/0'/keyset'/counter'/kind.
fn by_path(
    seed: &[u8],
    keyset: &KeysetId,
    counter: u64,
    kind: Kind,
) -> Result<SecretScalar, Error> {
    let counter =
        u32::try_from(counter).ok().filter(|counter| *counter < HARDENED).ok_or(Error::Counter)?;
    let mut node = root(seed)?;
    for number in [PURPOSE, 0, keyset_id_int(keyset), counter] {
        node = node.child(HARDENED | number)?;
    }
    Ok(node.child(kind as u32)?.key)
}

/// The key at m/129373'/purpose'/0'/0'/counter of a seed of 16 to 64 bytes, as cashu-ts has it
/// (commit 6654d495), for keysets on secp256k1. Those of version 3 have keys of their own:
/// [`derive_quote_lock_key`](crate::cashu::v3::derive_quote_lock_key). Constant-time in the seed.
///
/// The last number is not hardened: whoever has one of these keys, and the public key and the chain
/// code above it, has them all.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// [`Error::Length`] for another seed, [`Error::Counter`] from 2^31 on, [`Error::Scalar`] for one
/// of 2^124 counters.
pub fn derive_key(seed: &[u8], purpose: Purpose, counter: u64) -> Result<SecretKey, Error> {
    let counter =
        u32::try_from(counter).ok().filter(|counter| *counter < HARDENED).ok_or(Error::Counter)?;
    let mut node = root(seed)?;
    for number in [KEYS, purpose as u32, 0, 0] {
        node = node.child(HARDENED | number)?;
    }
    SecretKey::of_scalar(node.child(counter)?.key).map_err(|_| Error::Scalar(ScalarError::Zero))
}

/// HMAC-SHA256 under the seed.
fn by_hmac(
    seed: &[u8],
    keyset: &KeysetId,
    counter: u64,
    kind: Kind,
) -> Result<Zeroizing<[u8; 32]>, Error> {
    let parts = [keyset.as_bytes(), &counter.to_be_bytes(), &[kind as u8]];
    let mac = kdf::mac(seed, &parts).ok_or(Error::Length)?;
    Ok(Zeroizing::new(mac.finalize().into_bytes().into()))
}

/// The secret of a counter: 32 bytes, whose lower-case hexadecimal form is the `secret` of the
/// proof. By BIP-32 for keysets of version 1, by HMAC for those of version 2. Constant-time in the
/// seed.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// [`Error::Length`] if the seed is empty, or does not have 16 to 64 bytes for a keyset of version
/// 1; [`Error::Counter`] if its counter is 2^31 or more; [`Error::Scalar`] for one of 2^124
/// counters of such a keyset.
pub fn derive_secret(
    seed: &[u8],
    keyset: &KeysetId,
    counter: u64,
) -> Result<Zeroizing<[u8; 32]>, Error> {
    match keyset {
        KeysetId::V1(_) => Ok(by_path(seed, keyset, counter, Kind::Secret)?.to_be_bytes()),
        KeysetId::V2(_) => by_hmac(seed, keyset, counter, Kind::Secret),
    }
}

/// The blinding factor of a counter, beside [`derive_secret`]. Constant-time in the seed.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// As of [`derive_secret`]; [`Error::Scalar`] also if the digest of a keyset of version 2 is 0 or
/// n.
pub fn derive_blinding_factor(
    seed: &[u8],
    keyset: &KeysetId,
    counter: u64,
) -> Result<BlindingFactor, Error> {
    let scalar = match keyset {
        KeysetId::V1(_) => by_path(seed, keyset, counter, Kind::Factor)?,
        KeysetId::V2(_) => {
            let digest = by_hmac(seed, keyset, counter, Kind::Factor)?;
            let mut factor = Fr::from_uniform_bytes(digest.as_slice());
            let scalar = SecretScalar::new(factor);
            factor.zeroize();
            scalar
        }
    };
    Ok(BlindingFactor(scalar.not_zero()?))
}

/// The secret key of a wallet's backups on Nostr (NUT-27): SHA-256 of the seed and
/// `cashu-mint-backup`, a key of BIP-340.
///
/// [Example](crate::cashu::legacy#many-at-once).
pub fn derive_backup_key(seed: &[u8]) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(
        Sha256::new_with_prefix(seed).chain_update(b"cashu-mint-backup").finalize().into(),
    )
}
