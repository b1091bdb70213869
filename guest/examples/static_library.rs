//! A static library with the functions for C, for a program on this machine: the standard library
//! has the panic handler and the allocator. The README has the crate for a guest.
//!
//! `cargo build --release -p curvemark-guest --features c --example static_library`
//!
//! It lies in `target/release/examples/libstatic_library.a`.

extern crate curvemark_guest;
