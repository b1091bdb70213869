//! What an operation on many points is lent by its caller, as `chip/firmware/image` has it: here on
//! the stack.

/// Proofs in a token.
pub const MAX_PROOFS: usize = 16;

/// So many values.
pub struct Scratch<const N: usize>;

impl<const N: usize> Scratch<N> {
    /// Lends the values, each as `make` makes it.
    pub fn lend<T, R>(&self, make: impl Fn() -> T, work: impl FnOnce(&mut [T]) -> R) -> R {
        work(&mut std::array::from_fn::<_, N, _>(|_| make()))
    }
}

/// For each proof.
pub const BATCH_SLOTS: Scratch<MAX_PROOFS> = Scratch;
/// For each key, and one more.
pub const BATCH_PAIRS: Scratch<{ MAX_PROOFS + 1 }> = Scratch;
