//! The lab: checks the stack, measures it beside its peers, and reports.
#![forbid(unsafe_code)]
#![allow(
    clippy::integer_division_remainder_used,
    reason = "the lab divides counts and times, never secrets"
)]

pub mod builds;
pub mod commands;
pub mod derive;
pub mod gate;
pub mod implementations;
pub mod inputs;
pub mod measure;
pub mod names;
pub mod oracle;
pub mod probes;
pub mod report;
pub mod shell;
pub mod terminal;

pub use commands::main_with;
pub use peer_own::engine;
