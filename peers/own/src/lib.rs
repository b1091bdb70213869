//! curvemark itself, as the lab sees it: its rows on every engine, and its answers to the suites of
//! known answers.
//!
//! All that the lab times of the generic towers and groups is compiled here, once.
#![forbid(unsafe_code)]

mod broken;
pub mod engine;
mod engines;
mod hashes;
mod rows;
mod schemes;
mod subject;
mod unweighted;

pub use engines::{FewerThreads, Forced, OnEngine, OnThreads};
pub use hashes::hash_functions;
pub use rows::{Curvemark, HASH_TO_G1_DST, HASH_TO_G2_DST};
pub use schemes::schemes;
pub use subject::CurvemarkSubject;
pub use unweighted::Unweighted;

/// The name of the row that everything else is compared with.
pub const BASELINE: &str = "curvemark";

/// Whether an implementation is curvemark itself, on its fastest engine or on another, which has
/// the engine's name behind its own.
pub fn is_own(name: &str) -> bool {
    name.strip_prefix(BASELINE).is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
}
