//! Hash functions of curvemark beside each other, on messages of any length.
//!
//! One family alone: `hashes/one_message`, which says what an item is.

use curvemark::hash::{Blake2b256, Blake3, Digest, Keccak256, Ripemd160, Sha3_256, Sha256, Sha512};
use peer_api::body::Prepared;
use peer_api::way::{Way, hashes};
use peer_api::{About, Case, Implementation};

use crate::rows::Curvemark;

/// All, the baseline first. Keccak-256 differs from SHA3-256 in its padding.
pub fn hash_functions() -> [Way; 7] {
    let way = |name, prepare| hashes::way(About { name, ..Curvemark.about() }, prepare);
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

/// The digest at once must be the one that comes of pieces.
fn digests<H: Digest>(batches: &[&[Case]]) -> Prepared {
    let pieces = |message: &[u8]| {
        message.chunks(17).fold(H::new(), |hash, piece| hash.chain_update(piece)).finalize()
    };
    hashes::one_message(batches, |message: &[u8]| H::digest(message), pieces)
}
