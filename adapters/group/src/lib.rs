//! The traits of ff, group and pairing over curvemark's fields, curves and pairings.
//!
//! Change the crate of a curve, and keep the program.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

/// The README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
