//! The curvemark command.
fn main() {}
