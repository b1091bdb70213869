//! blst's SHA-256, by which it hashes to the curves: with the CPU's instructions for it where the
//! CPU has them.

use peer_api::body::verdicts;
use peer_api::way::Way;
use sha2::Digest;

use super::*;

/// SHA-256 of messages of any length: the family `hashes/one_message`.
pub(crate) fn way() -> Way {
    Way {
        about: About { name: "blst (SHA-256)", ..Blst.about() },
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
        |(message, _, digest)| sha256(message) == *digest,
        |(_, other, digest)| sha256(other) == *digest,
    )
}

fn sha256(message: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    // SAFETY: the message's bytes are read, and 32 are written.
    unsafe { blst_sha256(out.as_mut_ptr(), message.as_ptr(), message.len()) };
    out
}
