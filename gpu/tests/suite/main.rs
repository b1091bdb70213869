//! Kernels in the interpreter, next to big integers and to `curve`.

mod builder;
mod interpreter;
