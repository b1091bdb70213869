//! Engines: the contract of fields, the same formulas on each engine, and what formulas cost.

extern crate curvemark_curve as curve;

#[macro_use]
#[path = "../support/modulus.rs"]
mod modulus;
#[path = "../support/on_lanes.rs"]
mod on_lanes;

#[cfg(feature = "alloc")]
mod bn254;
#[cfg(feature = "alloc")]
mod bn254_count;
#[cfg(feature = "alloc")]
mod contract;
#[cfg(feature = "alloc")]
mod edwards;
#[cfg(feature = "alloc")]
mod groups;
#[cfg(feature = "alloc")]
mod hash_to_curve_count;
#[cfg(feature = "alloc")]
mod lanes;
mod rns;
