//! Towers and pairings, one item at a time.

extern crate curvemark_curve as curve;

#[path = "../support/engine.rs"]
mod engine;
#[path = "../support/json.rs"]
mod json;
#[path = "../support/points.rs"]
mod points;
#[path = "../support/vectors.rs"]
mod vectors;

mod bilinear;
mod generator;
mod precompiles;
mod published;
#[cfg(feature = "hints")]
mod residue;
mod tower;
mod tower_toy;
