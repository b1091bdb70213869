//! blst's SHA-256, by which it hashes to the curves: with the CPU's instructions for it where the
//! CPU has them.

use peer_api::way::{Way, hashes};
use sha2::Digest;

use super::*;

/// SHA-256 of messages of any length: the family `hashes/one_message`. Digests must be
/// RustCrypto's.
pub(crate) fn way() -> Way {
    hashes::way(About { name: "blst (SHA-256)", ..Blst.about() }, |batches| {
        hashes::one_message(batches, sha256, |message| sha2::Sha256::digest(message).into())
    })
}

fn sha256(message: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    // SAFETY: the message's bytes are read, and 32 are written.
    unsafe { blst_sha256(out.as_mut_ptr(), message.as_ptr(), message.len()) };
    out
}
