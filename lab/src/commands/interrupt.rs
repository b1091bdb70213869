//! Ctrl-C: the first one during a measurement ends it in order, so that what was measured is kept;
//! any other ends the process.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static MEASURING: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicBool = AtomicBool::new(false);
static INSTALL: Once = Once::new();

/// What shells expect of a process that ended by Ctrl-C.
const CODE: i32 = 130;

/// While this lives, the first Ctrl-C is a question that [`Guard::asked`] answers.
#[derive(Debug)]
pub struct Guard(());

impl Guard {
    /// Begins to listen. Where no handler can be installed, Ctrl-C keeps its usual effect.
    pub fn new() -> Self {
        INSTALL.call_once(|| {
            let _ = ctrlc::set_handler(|| {
                if !MEASURING.load(Ordering::SeqCst) || ASKED.swap(true, Ordering::SeqCst) {
                    std::process::exit(CODE);
                }
            });
        });
        ASKED.store(false, Ordering::SeqCst);
        MEASURING.store(true, Ordering::SeqCst);
        Self(())
    }

    /// Whether Ctrl-C was pressed since this guard began.
    pub fn asked(&self) -> bool {
        ASKED.load(Ordering::SeqCst)
    }
}

impl Default for Guard {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        MEASURING.store(false, Ordering::SeqCst);
    }
}
