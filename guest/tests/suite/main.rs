//! The functions of the standard: published cases, edges, and the same through C.

extern crate curvemark_guest as guest;

#[cfg(feature = "c")]
mod c;
mod contracts;
mod edges;
#[cfg(feature = "c")]
mod program;
mod published;
mod random;
#[path = "../../../curvemark/tests/support/suites.rs"]
mod suites;
#[path = "../../../curve/tests/support/vectors.rs"]
mod vectors;
mod way;
