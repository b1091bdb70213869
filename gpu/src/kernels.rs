//! Kernels: what each thread of a grid does.

pub mod elementwise;

/// Threads of a block.
pub const THREADS: u32 = 128;
