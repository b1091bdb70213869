//! The tests of both variants, on the types of this one.

pub(crate) use blst::min_sig as theirs;
pub(crate) use curvemark_blst::min_sig as ours;

pub(crate) use crate::inputs::{g1 as signature_inputs, g2 as key_inputs};

#[path = "bytes.rs"]
mod bytes;
#[path = "multi.rs"]
mod multi;
#[path = "secrets.rs"]
mod secrets;
#[path = "verification.rs"]
mod verification;
