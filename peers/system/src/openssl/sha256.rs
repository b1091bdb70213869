//! SHA-256 by its one function for a whole message.

use std::ffi::c_uchar;

use peer_api::body::{Prepared, verdicts};
use peer_api::way::Way;
use peer_api::{Case, Checks, Contract, Refusal, Time};
use sha2::Digest;

use super::about;

// `openssl/sha.h`.
unsafe extern "C" {
    fn SHA256(message: *const c_uchar, length: usize, out: *mut c_uchar) -> *mut c_uchar;
}

/// The digest of a message.
pub fn digest(message: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    // SAFETY: the message's bytes are read, and 32 are written.
    unsafe { SHA256(message.as_ptr(), message.len(), out.as_mut_ptr()) };
    out
}

/// Messages of any length: the family `hashes/one_message`.
pub fn way() -> Way {
    Way {
        about: about("openssl (SHA-256)"),
        family: "hashes/one_message",
        contract: Contract::bytes(Checks::None, Time::Constant),
        prepare,
    }
}

/// What is timed is the digest at once. It must be RustCrypto's, and not that of the message with
/// another last bit.
fn prepare(batches: &[&[Case]]) -> Prepared {
    let case = |batch: &&[Case]| {
        let pieces = batch.iter().map(|item| item.first().map(Vec::as_slice));
        let message = pieces.collect::<Option<Vec<_>>>()?.concat();
        let mut other = message.clone();
        *other.last_mut()? ^= 1;
        let digest: [u8; 32] = sha2::Sha256::digest(&message).into();
        Some((message, other, digest))
    };
    let cases: Vec<_> = batches.iter().map(case).collect::<Option<_>>().ok_or(Refusal::Invalid)?;
    verdicts(
        cases,
        |(message, _, wanted)| digest(message) == *wanted,
        |(_, other, wanted)| digest(other) == *wanted,
    )
}
