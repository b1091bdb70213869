//! The engines that fields run on.
//!
//! | module | engine | what it is for |
//! |---|---|---|
//! | [`mont`] | portable Montgomery words, 64- or 32-bit | every target; the reference |
//! | [`fold`] | portable words for primes 2^k − c | those primes, in 0.4 to 0.7 of Montgomery's time |
//! | [`lanes8`] | eight elements side by side, portable | the reference of every lane algorithm |
//! | `counting` | counts what another engine does (`alloc`) | operation counts of formulas |
//! | `recorder` | computes nothing, writes the steps down (`alloc`) | replay; later bytecode |

#[cfg(feature = "alloc")]
pub mod counting;
pub mod fold;
mod integer;
pub mod lanes8;
pub mod mont;
#[cfg(feature = "alloc")]
pub mod recorder;
