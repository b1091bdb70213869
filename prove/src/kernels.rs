//! The contracts, one file for each family of kernels.

pub mod adx;
