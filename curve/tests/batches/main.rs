//! Batch algorithms: each agrees with its scalar form on every engine, over random and hostile
//! batches.

extern crate curvemark_curve as curve;

#[path = "../support/counted_lanes.rs"]
mod counted_lanes;
#[path = "../support/elements.rs"]
mod elements;
#[path = "../support/engine.rs"]
mod engine;

mod affine;
mod decode;
#[cfg(feature = "alloc")]
mod edwards;
mod gt;
#[cfg(feature = "alloc")]
mod msm;
#[cfg(feature = "alloc")]
mod msm_fixed;
mod mul;
#[cfg(feature = "alloc")]
mod ntt;
#[cfg(feature = "alloc")]
mod ntt_points;
mod pairing;
mod pairing_many;
#[cfg(feature = "alloc")]
mod scalars;
#[cfg(feature = "alloc")]
mod subgroup;
#[cfg(feature = "alloc")]
mod subgroup_exact;
#[cfg(feature = "alloc")]
mod vectors;
