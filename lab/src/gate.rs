//! The correctness gate.
pub mod subject;
pub mod vectors;
