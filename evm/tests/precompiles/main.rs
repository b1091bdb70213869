//! The contracts: published cases, garbage, and gas.

extern crate curvemark_evm as evm;

#[path = "../../../curvemark/tests/support/suites.rs"]
mod suites;
#[path = "../../../curve/tests/support/vectors.rs"]
mod vectors;

mod garbage;
mod gas;
mod published;
