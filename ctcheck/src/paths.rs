//! What is examined: closures that get secrets and give bytes, by name.
//!
//! A path takes its secrets from [`Secrets::hide`] and returns what it computed from them, as
//! bytes. It is run twice, plain and marked: both must give the same bytes, and the marks must
//! reach them, or the path examined nothing.
//!
//! To add one, write a line in the table of its curve or protocol, and in `docs/constant-time.md`.

use crate::secrets::Secrets;

mod bandersnatch;
mod batches;
mod bls;
mod bls12_377;
mod bls12_381;
mod bn254;
mod cashu;
mod cashu_legacy;
mod cycles;
mod ecdsa;
mod ed25519;
mod inputs;
mod poseidon;
mod vrf;
mod wallets;

/// A path.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// The name, in the form `group/operation`.
    pub name: &'static str,
    /// How many verdicts on secrets it makes public, each by [`limb::ct::declassify`].
    pub verdicts: usize,
    /// Which kernels it must execute.
    pub kernels: Kernels,
    /// Runs it.
    pub run: fn(&Secrets) -> Vec<u8>,
}

/// What a path must execute, so that nobody takes the examination of one engine for that of
/// another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernels {
    /// Kernels of the engine that is examined.
    OfEngine,
    /// Field arithmetic that may stay on words whatever the engine, and why.
    OnWords(&'static str),
    /// No field arithmetic at all.
    None,
}

/// Why a path that calls the portable lanes by name stays on words.
pub const PORTABLE_LANES: &str = "portable lanes are words";

/// A path without verdicts, on the engine.
pub(crate) const fn path(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    Path { name, verdicts: 0, kernels: Kernels::OfEngine, run }
}

impl Path {
    /// The same path with this many public verdicts; what they are is for whoever reads the table.
    pub(crate) const fn verdicts(self, verdicts: usize, _what: &'static str) -> Self {
        Self { verdicts, ..self }
    }

    /// The same path, which may stay on words on every engine.
    pub(crate) const fn on_words(self, why: &'static str) -> Self {
        Self { kernels: Kernels::OnWords(why), ..self }
    }

    /// The same path, which runs on the portable lanes: the source is that of the vectors, which
    /// Valgrind does not know.
    pub(crate) const fn on_portable_lanes(self) -> Self {
        self.on_words(PORTABLE_LANES)
    }

    /// The same path, where no kernel runs.
    pub(crate) const fn without_kernels(self) -> Self {
        Self { kernels: Kernels::None, ..self }
    }
}

/// All paths.
pub fn all() -> impl Iterator<Item = &'static Path> {
    [
        bls12_381::PATHS,
        bn254::PATHS,
        ecdsa::PATHS,
        ed25519::PATHS,
        cycles::PATHS,
        bls12_377::PATHS,
        bandersnatch::PATHS,
        cashu::PATHS,
        cashu_legacy::PATHS,
        bls::PATHS,
        poseidon::PATHS,
        vrf::PATHS,
        batches::PATHS,
        wallets::PATHS,
    ]
    .into_iter()
    .flatten()
}
