//! What the functions of EIP-4844 need, made once from a setup.

use alloc::vec::Vec;
use core::fmt;

use curve::bls12_381::{Fr, G1, G1Affine, G1Curve, G2Prepared};
use curve::error::BatchError;
use curve::msm::FixedBases;

use super::blob::Roots;
use super::cells::Cosets;
use super::threads::Threads;
use super::{FIELD_ELEMENTS_PER_CELL, OpeningVerifier, TrustedSetup};

/// Points that do not change, with a table of their multiples or without.
#[derive(Clone)]
pub(super) enum Bases {
    Points(Vec<G1Affine>),
    Table(FixedBases<G1Curve>),
}

impl Bases {
    /// With the best table of at most so many bytes; only the points where there is none so small.
    pub(super) fn new(points: &[G1Affine], most_bytes: usize) -> Self {
        match FixedBases::new(points, most_bytes) {
            Ok(table) => Self::Table(table),
            Err(_) => Self::Points(points.to_vec()),
        }
    }

    /// Σ kᵢPᵢ over the first points.
    pub(super) fn sum<T: Threads>(&self, scalars: &[Fr]) -> G1 {
        let sum = match self {
            Self::Points(points) => points
                .get(..scalars.len())
                .ok_or(BatchError::LengthMismatch)
                .and_then(|points| T::msm(points, scalars)),
            Self::Table(table) => T::fixed(table, scalars),
        };
        match sum {
            Ok(sum) => sum,
            Err(_) => unreachable!("as many points, and some"),
        }
    }

    pub(super) fn size_bytes(&self) -> usize {
        match self {
            Self::Points(points) => size_of_val(points.as_slice()),
            Self::Table(table) => table.size_bytes(),
        }
    }
}

/// What the functions of EIP-4844 need, and those of EIP-7594 that make no proofs: verification,
/// commitments, proofs at a point, cells.
///
/// Made once and used by as many threads as one likes. Memory: 0.8 MiB, of which the Lagrange
/// points take 416 KiB, or their table:
///
/// | `table_bytes` | table | additions for a commitment |
/// |---|---|---|
/// | 0 | none | about 125,000 |
/// | 4 << 20 and more | 3.75 MiB | 92,000 |
///
/// A larger table is not faster: its points come from beyond the caches ([`FixedBases`]). On lanes
/// of doubles a table takes a third more than the second column says.
///
/// [Examples](crate::kzg#examples).
#[derive(Clone)]
pub struct Settings {
    pub(super) verifier: OpeningVerifier,
    pub(super) roots: Roots,
    /// In bit-reversed order.
    pub(super) lagrange: Bases,
    /// \[τⁱ\]G₁ for i < 64.
    pub(super) monomial: Vec<G1Affine>,
    /// The lines of \[τ⁶⁴\]G₂.
    pub(super) tau_64: G2Prepared,
    pub(super) cosets: Cosets,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("table_bytes", &self.lagrange.size_bytes())
            .finish_non_exhaustive()
    }
}

impl Settings {
    /// Of a setup, with the table of its Lagrange points that is fastest among those of at most so
    /// many bytes, none for 0.
    ///
    /// Time: some milliseconds, and about 10 million products for a table.
    pub fn new(setup: &TrustedSetup, table_bytes: usize) -> Self {
        Self {
            verifier: OpeningVerifier::new(&setup.g2_monomial[1]),
            roots: Roots::new(),
            lagrange: Bases::new(&setup.g1_lagrange, table_bytes),
            monomial: setup.g1_monomial[..FIELD_ELEMENTS_PER_CELL].to_vec(),
            tau_64: G2Prepared::from_affine(&setup.g2_monomial[FIELD_ELEMENTS_PER_CELL]),
            cosets: Cosets::new(),
        }
    }

    /// Of Ethereum's ceremony. Make them once per process: with a table this takes a good part of a
    /// second.
    #[cfg(feature = "ethereum-setup")]
    pub fn ethereum(table_bytes: usize) -> Self {
        Self::new(&TrustedSetup::ethereum(), table_bytes)
    }

    /// Bytes of the Lagrange points, or of their table.
    pub fn table_bytes(&self) -> usize {
        self.lagrange.size_bytes()
    }

    /// The verifier of single openings.
    pub const fn opening_verifier(&self) -> &OpeningVerifier {
        &self.verifier
    }
}
