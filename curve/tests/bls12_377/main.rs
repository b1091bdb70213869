//! BLS12-377: constants, groups of which one lies on a curve of even order, encodings, published
//! multiples. Towers, pairings and batches are tested with those of the other curves.
#![cfg(all(feature = "bls12-377", feature = "alloc"))]

extern crate curvemark_curve as curve;

#[path = "../support/engine.rs"]
mod engine;
#[path = "../support/json.rs"]
mod json;
#[path = "../support/laws.rs"]
mod laws;
// Its curves are those of cycles; one more is made here.
#[allow(dead_code)]
#[path = "../cycles/slow.rs"]
mod slow;

mod constants;
mod groups;
mod published;
