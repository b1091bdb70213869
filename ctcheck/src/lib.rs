//! Checks by machine what "constant time" promises.
//!
//! Secrets are bytes whose contents Valgrind's memcheck takes to be undefined (A. Langley,
//! "ctgrind", 2010). Memcheck follows undefined bits through every instruction of the release build
//! and reports each branch and each address that depends on them; instructions that only compute,
//! and conditional moves, are silent. So a path that runs without a report has no secret-dependent
//! branch and no secret-dependent address on the input that it ran, whatever the compiler made of
//! the source.
//!
//! AVX-512 is unknown to Valgrind. In a build with `--cfg curvemark_vectors="portable"` every path
//! that would run there runs the same source on words instead: `.ci/long secrets`.
//!
//! What it does not see: instructions whose own duration depends on operands (the sources use no
//! division on secrets; lints watch it), paths that are not listed in [`paths`], and other
//! compilers or targets than the one at hand.
//!
//! | module | object |
//! |---|---|
//! | [`secrets`] | marking and reading marks; the one way for a path to get a secret |
//! | [`paths`] | what is examined: a list of named closures |
//! | [`planted`] | faults that must be found |
//! | [`engine`] | which kernels run below, and how that is proved |
//! | [`examine`] | runs paths, counts reports, judges |
//! | [`valgrind`] | the requests to Valgrind |
//!
//! `cargo test --release -p curvemark-ctcheck` runs all of it; by hand,
//! `valgrind target/release/ctcheck [--engine NAME] [PATH…]`.
//!
//! A verdict that is public although it comes from a secret (a scalar is canonical, a scalar is not
//! zero) passes through [`limb::ct::declassify`], which memcheck sees as one report under that
//! name. A path says how many verdicts it gives, and exactly so many reports are allowed.

pub mod engine;
pub mod examine;
pub mod paths;
pub mod planted;
pub mod secrets;
pub mod valgrind;
