//! No arithmetic at all: what remains of a run's time is interpretation.

use super::Arithmetic;

/// Elements of so many words that never change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Null {
    words: usize,
}

impl Null {
    pub(super) const fn new(words: usize) -> Self {
        Self { words }
    }
}

impl Arithmetic for Null {
    fn words(&self) -> usize {
        self.words
    }

    fn add_assign(&self, _: &mut [u64], _: &[u64]) {}

    fn sub_assign(&self, _: &mut [u64], _: &[u64]) {}

    fn mul_assign(&self, _: &mut [u64], _: &[u64]) {}

    fn enter(&self, _: &mut [u64]) {}

    fn leave(&self, _: &mut [u64]) {}
}
