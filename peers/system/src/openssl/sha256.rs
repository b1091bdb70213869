//! SHA-256 by its one function for a whole message.

use std::ffi::c_uchar;

use peer_api::way::{Way, hashes};
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

/// Messages of any length: the family `hashes/one_message`. Digests must be RustCrypto's.
pub fn way() -> Way {
    hashes::way(about("openssl (SHA-256)"), |batches| {
        hashes::one_message(batches, digest, |message| sha2::Sha256::digest(message).into())
    })
}
