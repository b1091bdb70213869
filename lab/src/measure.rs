//! The method: how a time becomes a figure.
//!
//! All implementations of an operation, and a second copy of the baseline as a control, run in
//! short interleaved blocks on one pinned core; each round keeps the least thread-CPU time of three
//! passes; rounds come in visits of 50 ms spread over the run, each with bodies at new places in
//! memory; a figure is the median over rounds of the paired log-ratio, with an interval over
//! visits. The parts, from the inside out: [`clock`], [`contest`] (blocks, rounds, visits),
//! [`schedule`] (who is visited when), [`record::statistics`], [`compare`] (the only place where a
//! ratio is made), [`cost`] (times in field multiplications), [`explain`] (times from operation
//! counts), [`gas`] (what calls of contracts cost), [`parts`] (what operations are made of),
//! [`session`] (all of it, on a set of implementations), [`tables`] (which operations beside which
//! peers), [`launched`] and [`paired`] (two builds of one thing), [`machine`] and [`fitness`]
//! (where it happened, and whether it can be believed), [`planted`], [`load`] and [`selftest`] (the
//! method measured by itself).

pub mod budget;
pub mod build;
pub mod clock;
pub mod compare;
pub mod contest;
pub mod cost;
pub mod explain;
pub mod fitness;
pub mod gas;
pub mod launched;
pub mod load;
pub mod machine;
pub mod paired;
pub mod parts;
pub mod planted;
pub mod schedule;
pub mod selftest;
pub mod session;
pub mod sweep;
pub mod tables;

#[cfg(test)]
mod findings_tests;
