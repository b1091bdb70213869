//! What is asked of every input, whatever its bytes: an answer or an error, and laws between the answers.
//!
//! One list for three programs: `garbage.rs` feeds the bodies with random and mutated bytes, `garbage_memory.rs` counts what they take from the heap, and the
//! targets of `fuzz/` include this file and let libFuzzer search.
#![allow(dead_code, reason = "each program asks for some of it")]

#[path = "../bodies/bls.rs"]
pub mod bls;
#[path = "../bodies/cashu_legacy.rs"]
pub mod cashu_legacy;
#[cfg(feature = "tokens")]
#[path = "../bodies/cashu_tokens.rs"]
pub mod cashu_tokens;
#[path = "../bodies/cashu_v3.rs"]
pub mod cashu_v3;
#[path = "../bodies/ecdsa.rs"]
pub mod ecdsa;
#[path = "../bodies/eddsa.rs"]
pub mod eddsa;
#[cfg(feature = "alloc")]
#[path = "../bodies/encoding.rs"]
pub mod encoding;
#[cfg(feature = "groth16")]
#[path = "../bodies/groth16.rs"]
pub mod groth16;
#[cfg(feature = "serde")]
#[path = "../bodies/json.rs"]
pub mod json;
#[cfg(feature = "ethereum-setup")]
#[path = "../bodies/kzg.rs"]
pub mod kzg;
#[path = "../bodies/merkle.rs"]
pub mod merkle;
#[cfg(feature = "alloc")]
#[path = "../bodies/poseidon.rs"]
pub mod poseidon;
#[path = "../bodies/schnorr.rs"]
pub mod schnorr;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A public function that takes bytes, or some that belong together.
pub struct Target {
    pub name: &'static str,
    pub body: fn(&[u8]),
    /// Inputs that mean something, by number.
    pub valid: fn(u64) -> Vec<u8>,
    /// Whether an input takes less than 20 µs: a million are fed then, others for a time.
    pub fast: bool,
    /// The most bytes of the heap that are taken at once, those of the body's own lists among them. No input is to take more, whatever its length.
    pub heap: usize,
}

/// The targets of all modules.
pub fn all() -> Vec<&'static Target> {
    let lists = [
        ecdsa::TARGETS,
        eddsa::TARGETS,
        schnorr::TARGETS,
        bls::TARGETS,
        cashu_v3::TARGETS,
        cashu_legacy::TARGETS,
        #[cfg(feature = "tokens")]
        cashu_tokens::TARGETS,
        #[cfg(feature = "alloc")]
        encoding::TARGETS,
        #[cfg(feature = "ethereum-setup")]
        kzg::TARGETS,
        #[cfg(feature = "groth16")]
        groth16::TARGETS,
        merkle::TARGETS,
        #[cfg(feature = "alloc")]
        poseidon::TARGETS,
        #[cfg(feature = "serde")]
        json::TARGETS,
    ];
    lists.into_iter().flatten().collect()
}

/// One of a module's targets, which the first byte chooses, over the others: a fuzz target.
pub fn any(targets: &[Target], data: &[u8]) {
    if let [which, data @ ..] = data
        && let Some(target) = targets.get(usize::from(*which))
    {
        (target.body)(data);
    }
}

/// A piece of the input, shorter where there is no more.
fn take<'a>(data: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (piece, rest) = data.split_at(length.min(data.len()));
    *data = rest;
    piece
}

/// As many bytes of the input, filled up with zeros.
fn fixed<const N: usize>(data: &mut &[u8]) -> [u8; N] {
    let mut out = [0; N];
    let piece = take(data, N);
    out[..piece.len()].copy_from_slice(piece);
    out
}

/// The generator of a number.
fn rng(number: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(number)
}

/// Random bytes of a number.
fn random<const N: usize>(number: u64) -> [u8; N] {
    let mut out = [0; N];
    rng(number).fill_bytes(&mut out);
    out
}
