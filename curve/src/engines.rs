//! The engines that fields run on.
//!
//! | module | engine | what it is for |
//! |---|---|---|
//! | [`mont`] | portable Montgomery words, 64- or 32-bit | every target; the reference |
//! | [`fold`] | portable words for primes 2^k − c | those primes, in 0.4 to 0.7 of Montgomery's time |
//! | [`lanes8`] | eight elements side by side, portable | the reference of every lane algorithm |
//! | `adx` | assembly of x86-64 and ARM64 for 4 and 6 words, in both forms | single operations |
//! | `ifma` | eight elements side by side on AVX-512 IFMA | batches on servers |
//! | `doubles` | eight elements side by side on AVX2 or AVX-512, by doubles | batches on Zen 2 and 3, Skylake |
//! | `rns` | one element in a residue-number system, on AVX-512 IFMA or on plain words | single items at low latency |
//! | `counting` | counts what another engine does (`alloc`) | operation counts of formulas |
//! | `recorder` | computes nothing, writes the steps down (`alloc`) | replay; later bytecode |
//!
//! [`door`] chooses among those that compute the same values, which [`word_engines`] names for each
//! machine word. [`cpu`] says what the CPU runs, and can be told to choose lower.

pub use limb::cpu;

#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
pub mod adx;
#[cfg(feature = "alloc")]
pub mod counting;
#[macro_use]
pub mod word_engines;
#[macro_use]
mod portable;
pub mod door;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub mod doubles;
pub mod fold;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub mod ifma;
mod integer;
pub mod lanes8;
pub mod mont;
pub mod pairings;
#[cfg(feature = "alloc")]
pub mod recorder;
pub mod rns;
mod values;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod vectors;
