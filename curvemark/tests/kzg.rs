//! KZG: Ethereum's published cases, laws on toy polynomials, and what must be refused.
//!
//! Published: ethereum/c-kzg-4844 `b7e40988`, tests/ (Apache-2.0), the whole from the folder that `CURVEMARK_VECTORS` names. No case is skipped.

#[path = "kzg/opening.rs"]
mod opening;
#[path = "kzg/published.rs"]
mod published;
#[path = "support/suites.rs"]
mod suites;
#[path = "../../curve/tests/support/vectors.rs"]
mod vectors;
