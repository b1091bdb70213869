//! A library without `std` and without an allocator that calls every crate of the core.
//!
//! In an ordinary build this is an empty library. Built alone, with the profile `bare` (which
//! aborts on panic), it brings its own panic handler and no allocator: it links only if nothing
//! below it needs `std` or `alloc`. The test `walls/tests/walls.rs` builds it so.
#![cfg_attr(panic = "abort", no_std)]

#[cfg(panic = "abort")]
mod bare;

/// The examples of the repository's README, compiled and run as documentation tests. They stand
/// here since a package that is published has no file from outside its folder.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
