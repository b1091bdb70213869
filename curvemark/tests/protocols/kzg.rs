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
