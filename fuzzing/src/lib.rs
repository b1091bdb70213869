//! What is asked of every input, whatever its bytes: an answer or an error, and laws between the
//! answers.
//!
//! One list of [targets](TARGETS) for four programs: `tests/every_target.rs` feeds them with random
//! and mutated bytes for seconds, `tests/heap.rs` counts what they take from the heap,
//! `curvemark check --tier full` [feeds](feed) them for hours, and the targets of `fuzz/` let
//! libFuzzer search.
//!
//! ```
//! let (_, targets) = fuzzing::TARGETS.iter().find(|(module, _)| *module == "bls").unwrap();
//! assert_eq!(targets[0].name, "bls secret key");
//! (targets[0].body)(&[7; 32]); // panics if a law does not hold
//! fuzzing::any("bls", &[0, 7]); // the same body, of one byte
//! ```
#![forbid(unsafe_code)]

mod agreement;
#[cfg(feature = "bandersnatch")]
mod bandersnatch;
mod bls;
mod cashu_legacy;
mod cashu_nutroot;
mod cashu_tokens;
mod cashu_v3;
mod contracts;
#[cfg(feature = "cycles")]
mod cycles;
mod ecdsa;
mod eddsa;
mod encoding;
mod feed;
mod groth16;
mod inputs;
mod json;
mod kzg;
mod merkle;
mod poseidon;
mod schnorr;
mod vrf;
mod wallets;
mod zklogin;

pub use feed::{Amount, Fed, HANG, Problem, feed};
pub use inputs::Inputs;

use curvemark::parts::{self, Kind, Part};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A public function that takes bytes, or some that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// What is called.
    pub name: &'static str,
    /// Calls it; panics if what it says breaks a law.
    pub body: fn(&[u8]),
    /// Inputs that mean something, by number.
    pub valid: fn(u64) -> Vec<u8>,
    /// Whether an input takes less than 20 µs: a million are fed then, others for a time.
    pub fast: bool,
    /// The most bytes of the heap that are taken at once, those of the body's own lists among them.
    /// No input is to take more, whatever its length.
    pub heap: usize,
}

/// The targets of each module.
pub const TARGETS: &[(&str, &[Target])] = &[
    ("agreement", agreement::TARGETS),
    #[cfg(feature = "bandersnatch")]
    ("bandersnatch", bandersnatch::TARGETS),
    ("bls", bls::TARGETS),
    ("cashu_legacy", cashu_legacy::TARGETS),
    ("cashu_nutroot", cashu_nutroot::TARGETS),
    ("cashu_tokens", cashu_tokens::TARGETS),
    ("cashu_v3", cashu_v3::TARGETS),
    ("contracts", contracts::TARGETS),
    #[cfg(feature = "cycles")]
    ("cycles", cycles::TARGETS),
    ("ecdsa", ecdsa::TARGETS),
    ("eddsa", eddsa::TARGETS),
    ("encoding", encoding::TARGETS),
    ("groth16", groth16::TARGETS),
    ("json", json::TARGETS),
    ("kzg", kzg::TARGETS),
    ("merkle", merkle::TARGETS),
    ("poseidon", poseidon::TARGETS),
    ("schnorr", schnorr::TARGETS),
    ("vrf", vrf::TARGETS),
    ("wallets", wallets::TARGETS),
    ("zklogin", zklogin::TARGETS),
];

/// The targets of all modules.
pub fn all() -> impl Iterator<Item = &'static Target> {
    TARGETS.iter().flat_map(|(_, targets)| *targets)
}

/// One of a module's targets, which the first byte chooses, over the others: a fuzz target.
///
/// # Panics
/// If there is no such module, or if a law does not hold.
pub fn any(module: &str, data: &[u8]) {
    let (_, targets) = TARGETS.iter().find(|(name, _)| *name == module).expect("a module");
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

/// Bytes of a part of a batch, of any kind: there is one encoding, and no part follows itself.
fn part<K: Kind>(data: &[u8]) {
    if let Ok(part) = Part::<K>::from_bytes(data) {
        assert_eq!(part.to_bytes(), data);
        assert!(part.range().end <= part.batch().count());
        assert_eq!(part.merge(&part), Err(parts::Error::NotNext));
        assert_eq!(Part::merge_all(core::slice::from_ref(&part)), Ok(part));
    }
}

/// What stands before the value of a part: its kind, and a range of a batch.
fn head_of_part(kind: u8, number: u64) -> Vec<u8> {
    let mut head = vec![kind];
    head.extend(random::<32>(number));
    [number | 3, number & 1, number | 2].iter().for_each(|n| head.extend(n.to_be_bytes()));
    head
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
