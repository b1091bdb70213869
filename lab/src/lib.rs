//! The lab: checks the stack, measures it beside its peers, and reports.
#![forbid(unsafe_code)]

pub mod gate;
pub mod report;
pub mod store;
