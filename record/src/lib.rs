//! What a run of the lab found, as data: its record, the file and the folder it is kept in, and
//! what can be computed from records alone.
//!
//! Nothing here knows a curve, a clock or a terminal, so that a record can be read, checked and
//! judged where nothing was measured.
#![forbid(unsafe_code)]
#![allow(clippy::integer_division_remainder_used, reason = "it divides counts, never secrets")]

pub mod chain;
pub mod claims;
mod cpu;
pub mod eip_7904;
pub mod export;
pub mod fair;
pub mod findings;
pub mod history;
pub mod import;
pub mod journal;
pub mod jsonl;
pub mod others;
pub mod platforms;
pub mod probe;
pub mod published;
pub mod rounds;
mod run;
pub mod runs;
pub mod sample;
pub mod seeds;
pub mod statistics;
pub mod sweep;
pub mod verify;

pub use run::*;
