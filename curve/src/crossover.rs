//! From how many items on another way is the faster one: the one table of such figures.
//!
//! None of them changes an answer. Each stands with what was measured for it.

/// How many items a piece of a batch has at least that goes to a thread of its own (feature `parallel`).
#[cfg(feature = "parallel")]
pub mod pieces {
    /// Points of a sum of multiples.
    pub const MULTIPLES: usize = 128;
    /// Points of a sum.
    pub const ADDITIONS: usize = 4096;
    /// Encodings to decode.
    pub const ENCODINGS: usize = 16;
    /// Points to check.
    pub const SUBGROUP_CHECKS: usize = 16;
    /// Messages to hash.
    pub const MESSAGES: usize = 16;
    /// Pairs of a product of pairings.
    pub const PAIRS: usize = 8;
}
