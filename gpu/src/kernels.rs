//! Kernels: what each thread of a grid does.
//!
//! Elements lie in memory one after another, n words each, in Montgomery form; points are x, y for
//! affine ones and X, Y, Z for homogeneous ones. Elements that kernels write are at most 2p, those
//! of affine points that the host writes below p.
//!
//! A sum of multiples Σ kᵢPᵢ by buckets (N. Pippenger, "On the evaluation of powers and related
//! problems", FOCS 1976) goes through these:
//!
//! | kernel | a thread has | and does |
//! |---|---|---|
//! | [`digits`] | a scalar | its signed digits, and each one's rank in its bucket |
//! | [`scan`] | some buckets | where each bucket's entries begin |
//! | [`scatter`] | a digit | the entry to its place |
//! | [`accumulate`] | as many entries as all others | their sums, bucket by bucket |
//! | [`fold`] | some partial sums | the same with those of buckets that threads shared |
//! | [`halve`] | two sums | their sum, and only the second |
//!
//! Threads have equal pieces of the sorted list of entries and not a bucket each, so that no
//! scalars make some threads work longer than others.

pub mod accumulate;
pub mod butterflies;
pub mod digits;
pub mod elementwise;
pub mod fold;
pub mod halve;
pub mod points;
pub mod scan;
pub mod scatter;

/// Threads of a block.
pub const THREADS: u32 = 128;

/// What stands for no bucket.
pub const NONE: u32 = u32::MAX;

/// The bit of a digit or an entry that says that the point is to be negated.
pub const NEGATIVE: u32 = 1 << 31;
