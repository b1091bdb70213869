//! Commitments to vectors of 256 scalars and openings of them: those of crate-crypto/rust-verkle
//! and go-ipa, for Verkle trees (V. Buterin, "Verkle trees", 2021; D. Feist, "PCS multiproofs using
//! random evaluation", 2021). The curve is [`curve::bandersnatch`].
//!
//! A vector f is the polynomial below degree 256 with f(i) = fᵢ for i from 0 to 255. Its commitment
//! is Σ fᵢGᵢ over 256 points of which nobody knows a relation (T. P. Pedersen, 1991). An opening
//! shows f(z) = y by an inner product argument (J. Bootle, A. Cerulli, P. Chaidos, J. Groth, C.
//! Petit, ePrint 2016/263; B. Bünz et al., "Bulletproofs", ePrint 2017/1066). A multiproof shows
//! many values of many vectors by one argument.
//!
//! | you want | take |
//! |---|---|
//! | a commitment | [`Setup::commit_vartime`]; its scalar, [`Banderwagon::map_to_scalar_field`] |
//! | values of many vectors, at indices below 256 | [`Setup::prove_vartime`], [`Setup::verify_vartime`] |
//! | one value, at any scalar | [`Setup::open_vartime`], [`Setup::verify_opening_vartime`] |
//!
//! Everything here is for public values: time depends on all of them. Commitments and openings hide
//! nothing.
//!
//! A proof is of what its transcript says. Both sides begin with the same label, which names the
//! protocol.
//!
//! # Examples
//!
//! ```
//! use curvemark::curve::bandersnatch::Scalar;
//! use curvemark::verkle::{Claim, MultiProof, Query, Setup, Transcript};
//!
//! let setup = Setup::new(); // once: it finds 256 points and makes a table
//! let values: [Scalar; 256] = core::array::from_fn(|i| Scalar::from(i as u32 + 1));
//! let commitment = setup.commit_vartime(&values)?;
//!
//! let query = Query { commitment, values: &values, index: 7 };
//! let proof = setup.prove_vartime(Transcript::new(b"example"), &[query])?;
//! let bytes = proof.to_bytes(); // 576 of them
//!
//! let claim = Claim { commitment, index: 7, value: values[7] };
//! let proof = MultiProof::from_bytes(&bytes)?;
//! assert!(setup.verify_vartime(Transcript::new(b"example"), &[claim], &proof));
//! let other = Claim { value: values[8], ..claim };
//! assert!(!setup.verify_vartime(Transcript::new(b"example"), &[other], &proof));
//! # Ok::<(), curvemark::verkle::Error>(())
//! ```

use alloc::vec::Vec;
use core::fmt;

use curve::bandersnatch::{Bandersnatch, Banderwagon, Fp, Point, Scalar};
use curve::error::{BatchError, PointError, ScalarError};
use curve::msm::edwards::FixedBases;
use sha2::{Digest, Sha256};

mod domain;
mod multiproof;
mod opening;
mod transcript;

use domain::Domain;
pub use multiproof::{Claim, MultiProof, Query};
pub use opening::Opening;
pub use transcript::Transcript;

/// Values of a vector.
///
/// [Examples](self#examples).
pub const WIDTH: usize = 256;

/// Most bytes of the table of the points.
const TABLE: usize = 1 << 20;

/// Why there is no commitment or no proof.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The bytes of a proof have another length.
    Length,
    /// A point of a proof is no encoding of one.
    Point(PointError),
    /// A scalar of a proof is not below the order of the group.
    Scalar(ScalarError),
    /// There are no values or no queries, or a vector has not 256 values.
    Batch(BatchError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("the proof has the wrong length"),
            Self::Point(reason) => reason.fmt(f),
            Self::Scalar(reason) => reason.fmt(f),
            Self::Batch(reason) => reason.fmt(f),
        }
    }
}

impl core::error::Error for Error {}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        Self::Point(reason)
    }
}

impl From<ScalarError> for Error {
    fn from(reason: ScalarError) -> Self {
        Self::Scalar(reason)
    }
}

impl From<BatchError> for Error {
    fn from(reason: BatchError) -> Self {
        Self::Batch(reason)
    }
}

/// The 256 points G₀ to G₂₅₅ with a table, and what reckoning with values of polynomials needs.
///
/// [Examples](self#examples).
#[derive(Clone, Debug)]
pub struct Setup {
    table: FixedBases<Bandersnatch>,
    points: Vec<Banderwagon>,
    domain: Domain,
}

impl Default for Setup {
    fn default() -> Self {
        Self::new()
    }
}

impl Setup {
    /// The points of Ethereum's proposal: the elements of those x that come from SHA-256 of
    /// "eth_verkle_oct_2021" and a counter of eight bytes, big-endian, by the order of the counter.
    ///
    /// Time: a thousand decodings, and a table of half a megabyte.
    #[inline(never)]
    pub fn new() -> Self {
        let element = |i: u64| {
            let mut hash = Sha256::new();
            hash.update(b"eth_verkle_oct_2021");
            hash.update(i.to_be_bytes());
            let x = Fp::from_uniform_bytes(&hash.finalize());
            Banderwagon::from_bytes(&x.to_be_bytes()).ok()
        };
        let points: Vec<Banderwagon> = (0..).filter_map(element).take(WIDTH).collect();
        let bases: Vec<Point> = points.iter().map(|point| *point.as_edwards()).collect();
        let table = FixedBases::new(&bases, TABLE)
            .unwrap_or_else(|_| unreachable!("a table of 256 points fits"));
        Self { table, points, domain: Domain::new() }
    }

    /// G₀ to G₂₅₅.
    pub fn points(&self) -> &[Banderwagon] {
        &self.points
    }

    /// Σ fᵢGᵢ for the first values of a vector; those that are not given are zero. In time that
    /// depends on them.
    ///
    /// # Errors
    /// [`Error::Batch`] for no values, or more than 256.
    pub fn commit_vartime(&self, values: &[Scalar]) -> Result<Banderwagon, Error> {
        Ok(Banderwagon::of_point(self.table.msm_vartime(values)?))
    }

    /// Σ fᵢGᵢ for a vector of the right length.
    fn commit(&self, values: &[Scalar; WIDTH]) -> Banderwagon {
        self.commit_vartime(values).unwrap_or_else(|_| unreachable!("256 values"))
    }
}

/// The values of a vector.
fn vector(values: &[Scalar]) -> Result<&[Scalar; WIDTH], BatchError> {
    values.try_into().map_err(|_| BatchError::LengthMismatch)
}

/// Σ kᵢPᵢ over as many of each, and one at least.
fn sum_of_multiples(elements: &[Banderwagon], scalars: &[Scalar]) -> Banderwagon {
    let points: Vec<Point> = elements.iter().map(|element| *element.as_edwards()).collect();
    let sum = curve::msm::edwards::msm_vartime_alloc(&points, scalars);
    Banderwagon::of_point(sum.unwrap_or_else(|_| unreachable!("lists of one length")))
}

/// Σ aᵢbᵢ.
fn inner_product(a: &[Scalar], b: &[Scalar]) -> Scalar {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// 1, r, r², …
fn powers(r: &Scalar) -> impl Iterator<Item = Scalar> {
    core::iter::successors(Some(Scalar::one()), move |power| Some(power * r))
}
