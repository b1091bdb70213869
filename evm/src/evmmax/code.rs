//! What is known of a code, whatever frame runs it.

use core::cell::RefCell;

use super::dialect::Dialect;
use super::fusion::Runs;
use super::jumps::JumpMap;

/// Where a code may be jumped to, and its runs of arithmetic, as far as they have been met.
#[derive(Debug)]
pub(super) struct Analysis {
    pub(super) jumps: JumpMap,
    pub(super) runs: RefCell<Runs>,
}

impl Analysis {
    /// Time and space are linear in the code's length, as all of its runs are.
    pub(super) fn new(dialect: Dialect, code: &[u8]) -> Self {
        Self { jumps: JumpMap::new(dialect, code), runs: RefCell::default() }
    }
}
