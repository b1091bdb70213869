//! The tests of both variants, on the types of this one.

pub(crate) use blst::min_pk as theirs;
pub(crate) use curvemark_blst::min_pk as ours;

pub(crate) use crate::inputs::{g1 as key_inputs, g2 as signature_inputs};

#[path = "bytes.rs"]
mod bytes;
#[path = "multi.rs"]
mod multi;
#[path = "secrets.rs"]
mod secrets;
#[path = "verification.rs"]
mod verification;
