//! Formulas for a few KB of stack: few values at a time, each made where it is to stand, and small
//! tables.
//!
//! Those of the towers and of the Miller loop run where
//! [`Shape::small_stack`](super::Shape::small_stack) says so, the multiplications on the target
//! `riscv32`.

mod joint;
mod line;
pub(crate) mod tower;
mod units;

pub(crate) use joint::mul_generator_joint;
pub use joint::mul_joint;
pub use units::mul_by_units;
