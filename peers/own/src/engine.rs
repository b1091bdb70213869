//! The engine that curvemark's own operations run on: the fastest one of this CPU, or a slower one
//! if the user says so.
//!
//! [`curve::engines::cpu::limit_to`] is the limit of a process. It is set here alone, from the
//! thread that checks and measures.

use core::mem::size_of_val;

use curve::bls12_381::{Fp, FpEngine};
use curve::engines::cpu::{self, Engine};
use curve::field::{Canonical, InLanes};

/// The variable that names the fastest engine to use, where no option does.
pub const VARIABLE: &str = "CURVEMARK_ENGINE";

/// The engine of this name.
///
/// # Errors
/// A sentence, if there is no such engine, or if this CPU does not run it.
pub fn named(name: &str) -> Result<Engine, String> {
    let known = Engine::ALL.into_iter().find(|engine| engine.name() == name).ok_or_else(|| {
        let names: Vec<&str> = Engine::ALL.iter().map(|engine| engine.name()).collect();
        format!("no engine '{name}'; there are {}", names.join(", "))
    })?;
    if known > cpu::detected() {
        return Err(format!(
            "this CPU does not run the engine '{name}', which needs {}",
            known.needs()
        ));
    }
    Ok(known)
}

/// The engines that may be used now, the fastest first.
pub fn allowed() -> Vec<Engine> {
    Engine::ALL.into_iter().rev().filter(|engine| *engine <= cpu::engine()).collect()
}

/// What runs under whole algorithms now, as a record says it.
pub fn words() -> String {
    let word = 8 * size_of_val(&Fp::zero().raw()[0]);
    // The field is asked, not the CPU: a build on 32-bit words has no faster engine on any.
    let lanes = (FpEngine::lanes().is_some(), FpEngine::doubles().is_some());
    match (FpEngine::remainders(), lanes, FpEngine::fast()) {
        (Some(_), ..) => "AVX-512 IFMA lanes and residue numbers, and ADX, 64-bit words".to_owned(),
        (None, (true, _), _) => "AVX-512 IFMA lanes and ADX, 64-bit words".to_owned(),
        (None, (_, true), _) if cpu::engine() == Engine::Doubles512 => {
            "AVX-512 lanes of doubles and ADX, 64-bit words".to_owned()
        }
        (None, (_, true), _) => "AVX2 lanes of doubles and ADX, 64-bit words".to_owned(),
        (None, _, Some(_)) => "ADX, 64-bit words".to_owned(),
        (None, _, None) => format!("portable, {word}-bit words"),
    }
}

/// While it lives, no engine above a limit is used.
#[derive(Debug)]
pub struct Limit {
    before: Engine,
}

impl Limit {
    /// Sets the limit; one that was there and is lower stays.
    pub fn to(engine: Engine) -> Self {
        let before = cpu::engine();
        cpu::limit_to(engine.min(before));
        Self { before }
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        cpu::limit_to(self.before);
    }
}
