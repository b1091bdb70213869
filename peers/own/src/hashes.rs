//! Hash functions of curvemark beside each other, on messages of any length.
//!
//! One family alone: `hashes/one_message`, which says what an item is.

use curvemark::hash::{Blake2b256, Blake3, Digest, Keccak256, Ripemd160, Sha3_256, Sha256, Sha512};
use peer_api::body::{Prepared, verdicts};
use peer_api::way::Way;
use peer_api::{About, Case, Checks, Contract, Implementation, Refusal, Time};

use crate::rows::Curvemark;

/// All, the baseline first. Keccak-256 differs from SHA3-256 in its padding.
pub fn hash_functions() -> [Way; 7] {
    let way = |name, prepare| Way {
        about: About { name, ..Curvemark.about() },
        family: "hashes/one_message",
        contract: Contract::bytes(Checks::None, Time::Constant),
        prepare,
    };
    [
        way("curvemark (SHA-256)", digests::<Sha256>),
        way("curvemark (SHA-512)", digests::<Sha512>),
        way("curvemark (SHA3-256)", digests::<Sha3_256>),
        way("curvemark (Keccak-256)", digests::<Keccak256>),
        way("curvemark (BLAKE2b-256)", digests::<Blake2b256>),
        way("curvemark (BLAKE3)", digests::<Blake3>),
        way("curvemark (RIPEMD-160)", digests::<Ripemd160>),
    ]
}

/// What is timed is the digest at once; it must be the one that comes of pieces, which belongs to
/// this message and not to the one that differs in its last bit.
fn digests<H: Digest>(batches: &[&[Case]]) -> Prepared {
    let message = |batch: &&[Case]| {
        let message = batch
            .iter()
            .map(|item| item.first().map(Vec::as_slice))
            .collect::<Option<Vec<_>>>()?
            .concat();
        let mut other = message.clone();
        *other.last_mut()? ^= 1;
        let digest =
            message.chunks(17).fold(H::new(), |hash, piece| hash.chain_update(piece)).finalize();
        Some((message, other, digest))
    };
    let cases: Vec<_> =
        batches.iter().map(message).collect::<Option<_>>().ok_or(Refusal::Invalid)?;
    verdicts(
        cases,
        |(message, _, digest)| H::digest(message) == *digest,
        |(_, other, digest)| H::digest(other) == *digest,
    )
}
