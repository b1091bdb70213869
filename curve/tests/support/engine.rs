//! The engine in force belongs to the process: a test that changes it, or that asks for it, holds
//! it meanwhile.
#![allow(dead_code, reason = "each program asks for some of it")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use curve::engines::cpu::{self, Engine};

static ENGINE: Mutex<()> = Mutex::new(());

/// The right to change the engine. The CPU's own is in force when it is taken and after it is given
/// back.
pub struct Held {
    _guard: MutexGuard<'static, ()>,
}

/// Waits until no other test holds the engine.
pub fn hold() -> Held {
    // A test that failed has given it back like any other.
    Held { _guard: ENGINE.lock().unwrap_or_else(PoisonError::into_inner) }
}

impl Held {
    /// Runs what is given on each engine, slowest first, and says which ones this CPU has not.
    pub fn on_each(&self, mut body: impl FnMut(Engine)) {
        for engine in Engine::ALL {
            if cpu::limit_to(engine) == engine {
                body(engine);
            } else {
                eprintln!(
                    "SKIPPED: this CPU has not what the engine {} needs: {}",
                    engine.name(),
                    engine.needs()
                );
            }
        }
        cpu::limit_to(cpu::detected());
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        cpu::limit_to(cpu::detected());
    }
}
