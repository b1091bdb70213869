//! What is examined: closures that get secrets and give bytes, by name.
//!
//! A path takes its secrets from [`Secrets::hide`] and returns what it computed from them, as bytes. It is run twice, plain and
//! marked: both must give the same bytes, and the marks must reach them, or the path examined nothing.
//!
//! To add one, write a line in the table of its curve or protocol.

use crate::secrets::Secrets;

mod bls12_381;
mod bn254;
mod cashu;
mod ecdsa;
mod ed25519;
mod inputs;

/// A path.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// The name, in the form `group/operation`.
    pub name: &'static str,
    /// How many verdicts on secrets it makes public, each by [`limb::ct::declassify`].
    pub verdicts: usize,
    /// Whether it does field arithmetic, so that kernels of the engine must have been executed.
    pub kernels: bool,
    /// Runs it.
    pub run: fn(&Secrets) -> Vec<u8>,
}

/// A path without verdicts, with field arithmetic.
pub(crate) const fn path(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    Path { name, verdicts: 0, kernels: true, run }
}

impl Path {
    /// The same path with this many public verdicts; what they are is for whoever reads the table.
    pub(crate) const fn verdicts(self, verdicts: usize, _what: &'static str) -> Self {
        Self { verdicts, ..self }
    }

    /// The same path, where no kernel needs to run.
    pub(crate) const fn without_kernels(self) -> Self {
        Self { kernels: false, ..self }
    }
}

/// All paths.
pub fn all() -> impl Iterator<Item = &'static Path> {
    [bls12_381::PATHS, bn254::PATHS, ecdsa::PATHS, ed25519::PATHS, cashu::PATHS].into_iter().flatten()
}
