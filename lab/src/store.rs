//! Stored runs: what a run found, as data, and its place on disk (one JSON Lines file per run, append-only).

pub mod jsonl;
pub mod record;
pub mod runs;
