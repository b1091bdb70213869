//! The public functions choose the engine that is in force, and give the same bytes on each.

extern crate curvemark_curve as curve;

#[path = "../support/engine.rs"]
mod engine;

mod door;
mod door_256;
#[cfg(feature = "alloc")]
mod vectors;
