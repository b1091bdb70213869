//! Kernels in the interpreter, next to big integers and to `curve`.

mod arithmetic;
mod builder;
mod formulas;
mod interpreter;
mod sums;
mod support;
mod transforms;
