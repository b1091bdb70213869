//! The names of blst's Rust crate over curvemark.
//!
//! `use curvemark_blst as blst;` is the one line that changes.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

/// The README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
