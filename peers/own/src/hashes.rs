//! Hash functions of curvemark beside each other, on messages of any length.
//!
//! One family alone: `hashes/one_message`, which says what an item is.

use curvemark::hash::{Blake2b256, Blake3, Digest, Keccak256, Ripemd160, Sha3_256, Sha256, Sha512};
use peer_api::body::{Prepared, verdicts};
use peer_api::families::Family;
use peer_api::{About, Case, Checks, Contract, Implementation, Operation, Refusal, Time};

use crate::rows::Curvemark;

/// The family that all of them offer.
const FAMILY: &str = "hashes/one_message";

/// A hash function, as an implementation of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashFunction {
    /// SHA-256, the baseline.
    Sha256,
    /// SHA-512.
    Sha512,
    /// SHA3-256.
    Sha3,
    /// Keccak-256, which differs from SHA3-256 in its padding.
    Keccak,
    /// BLAKE2b of 32 bytes.
    Blake2b,
    /// BLAKE3.
    Blake3,
    /// RIPEMD-160.
    Ripemd160,
}

impl HashFunction {
    /// All, the baseline first.
    pub const ALL: [Self; 7] =
        [Self::Sha256, Self::Sha512, Self::Sha3, Self::Keccak, Self::Blake2b, Self::Blake3, Self::Ripemd160];
}

/// What is timed is the digest at once; it must be the one that comes of pieces, which belongs to this message and not to the one that differs in its last bit.
fn digests<H: Digest>(batches: &[&[Case]]) -> Prepared {
    let message = |batch: &&[Case]| {
        let message = batch.iter().map(|item| item.first().map(Vec::as_slice)).collect::<Option<Vec<_>>>()?.concat();
        let mut other = message.clone();
        *other.last_mut()? ^= 1;
        let digest = message.chunks(17).fold(H::new(), |hash, piece| hash.chain_update(piece)).finalize();
        Some((message, other, digest))
    };
    let cases: Vec<_> = batches.iter().map(message).collect::<Option<_>>().ok_or(Refusal::Invalid)?;
    verdicts(
        cases,
        |(message, _, digest)| H::digest(message) == *digest,
        |(_, other, digest)| H::digest(other) == *digest,
    )
}

impl Implementation for HashFunction {
    fn about(&self) -> About {
        let name = match self {
            Self::Sha256 => "curvemark (SHA-256)",
            Self::Sha512 => "curvemark (SHA-512)",
            Self::Sha3 => "curvemark (SHA3-256)",
            Self::Keccak => "curvemark (Keccak-256)",
            Self::Blake2b => "curvemark (BLAKE2b-256)",
            Self::Blake3 => "curvemark (BLAKE3)",
            Self::Ripemd160 => "curvemark (RIPEMD-160)",
        };
        About { name, ..Curvemark.about() }
    }

    fn contract(&self, _: &Operation) -> Option<Contract> {
        None
    }

    fn prepare(&self, operation: &Operation, _: &[Case]) -> Prepared {
        Err(Refusal::Unsupported(format!("{} is no message of any length", operation.id)))
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        (family.id == FAMILY).then(|| Contract::bytes(Checks::None, Time::Constant))
    }

    fn prepare_family(&self, family: &Family, batches: &[&[Case]]) -> Prepared {
        match self {
            _ if family.id != FAMILY => Err(Refusal::Unsupported(format!("{} is not offered", family.id))),
            Self::Sha256 => digests::<Sha256>(batches),
            Self::Sha512 => digests::<Sha512>(batches),
            Self::Sha3 => digests::<Sha3_256>(batches),
            Self::Keccak => digests::<Keccak256>(batches),
            Self::Blake2b => digests::<Blake2b256>(batches),
            Self::Blake3 => digests::<Blake3>(batches),
            Self::Ripemd160 => digests::<Ripemd160>(batches),
        }
    }
}
