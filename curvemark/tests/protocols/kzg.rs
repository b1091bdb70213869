//! KZG: Ethereum's published cases, laws on toy polynomials, and what must be refused.
//!
//! Published: ethereum/c-kzg-4844 `b7e40988`, tests/ (Apache-2.0), the whole from the folder that
//! `CURVEMARK_VECTORS` names. No case is skipped.

#![cfg(all(feature = "ethereum-setup", feature = "parallel"))]

mod blobs;
mod cancelling;
mod carried;
mod cells;
mod laws;
mod opening;
mod parts;
mod published;
mod setup;

/// Bytes of a table that callers give so many for: a third more on lanes of doubles.
#[allow(clippy::integer_division_remainder_used)] // Of a size.
fn as_stored(bytes: usize) -> usize {
    use curvemark::curve::engines::cpu::engine;
    if engine().has_doubles() { bytes / 3 * 4 } else { bytes }
}
