//! The kernels of ARM64: what [`crate::adx`] runs on that machine, in place of those of x86-64.
//!
//! Every ARM64 CPU has what they take: `mul` and `umulh`, which give the halves of a word product
//! and leave the flags alone, one chain of carries (`adds`, `adcs`), and 31 registers, so that
//! modulus, multiplicand and running value stay in them ([`rows`]). A compiler has the same
//! instructions, and does not use the carry flag across sums of products: it took 908 for a product
//! of 6 words that has 316 here, and 105 for a sum modulo m that has 21 and its loads and stores.
//!
//! None branches on a value but a public count, and none takes an address from one. The time of
//! their instructions does not depend on data while PSTATE.DIT is set, on CPUs that have it. That
//! is the program's or the system's affair: nothing here sets it.

#[macro_use]
mod rows;
pub(crate) mod fold4;
pub(crate) mod linear;
pub(crate) mod sparse4;
mod words;

pub(crate) use words::{words4, words6};
