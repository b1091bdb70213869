//! Towers and pairings, one item at a time.

#[path = "../support/json.rs"]
mod json;
#[path = "../support/points.rs"]
mod points;
#[path = "../support/vectors.rs"]
mod vectors;

mod bilinear;
mod precompiles;
mod published;
mod tower;
mod tower_toy;
