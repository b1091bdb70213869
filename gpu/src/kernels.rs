//! Kernels: what each thread of a grid does.

/// Threads of a block.
pub const THREADS: u32 = 128;
