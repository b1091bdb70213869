//! The points of a trusted setup: powers of a secret τ, and what must hold among them.

use alloc::vec::Vec;
use core::fmt;

use curve::bls12_381::{Fr, FrEngine, G1Affine, G2Affine, Pair, pairing_product_is_one};
use curve::error::{BatchError, PointError};
use curve::msm::{msm_vartime_alloc, sum_vartime_alloc};
use curve::weierstrass::{Affine, GroupInLanes, Projective};
use sha2::{Digest, Sha256};

use super::blob::{LOG_ELEMENTS, bit_reverse, domain, powers};
use super::{FIELD_ELEMENTS_PER_BLOB, opening::hex};

/// Points of the list in G2: τ⁰ to τ⁶⁴.
const G2_POINTS: usize = 65;

/// \[τⁱ\]G₁ for i < 4,096, \[Lᵢ(τ)\]G₁ of the Lagrange polynomials of the 4,096th roots of unity,
/// \[τⁱ\]G₂ for i ≤ 64.
///
/// 830 KiB with 64-bit words. All points are in their groups. That they are powers of one τ, in
/// order, is [checked](TrustedSetup::validate) unless the name of a constructor says otherwise.
///
/// [Examples](crate::kzg#examples).
#[derive(Clone, PartialEq, Eq)]
pub struct TrustedSetup {
    pub(super) g1_monomial: Vec<G1Affine>,
    /// In bit-reversed order, as the values of blobs are.
    pub(super) g1_lagrange: Vec<G1Affine>,
    pub(super) g2_monomial: Vec<G2Affine>,
}

/// A list of a setup.
///
/// [Examples](crate::kzg#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// \[Lᵢ(τ)\]G₁.
    G1Lagrange,
    /// \[τⁱ\]G₂.
    G2Monomial,
    /// \[τⁱ\]G₁.
    G1Monomial,
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::G1Lagrange => "Lagrange points of G1",
            Self::G2Monomial => "powers of τ in G2",
            Self::G1Monomial => "powers of τ in G1",
        })
    }
}

/// Why a file is not a trusted setup.
///
/// [Examples](crate::kzg#examples).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The first two lines are not 4096 and 65, how many points of G1 and G2 there are.
    Counts,
    /// The file ends within this list, before the point of this index, counted from zero.
    Truncated(List, usize),
    /// There is more after the last point.
    Trailing,
    /// A line is not hexadecimal digits of the right number.
    Hex(List, usize),
    /// This point is none of its group, for this reason.
    Point(List, usize, PointError),
    /// Where the Lagrange points shall be, the powers of τ in G1 are.
    MonomialForLagrange,
    /// Where the powers of τ in G1 shall be, the Lagrange points are.
    LagrangeForMonomial,
    /// The points of this list are not in order: no successive powers of one τ; or Lagrange points,
    /// of which each may be right, in another order or of another τ.
    Order(List),
    /// The Lagrange points are none, in whatever order: their sum is not the generator.
    Lagrange,
    /// The bytes are not those of Ethereum's ceremony.
    NotEthereum,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts => {
                f.write_str("the setup does not begin with 4096 and 65, its numbers of points")
            }
            Self::Truncated(list, index) => {
                write!(f, "the setup ends before point {index} of the {list}")
            }
            Self::Trailing => f.write_str("there is more after the last point of the setup"),
            Self::Hex(list, index) => {
                write!(f, "point {index} of the {list}: not hexadecimal digits of its length")
            }
            Self::Point(list, index, reason) => write!(f, "point {index} of the {list}: {reason}"),
            Self::MonomialForLagrange => {
                f.write_str("the powers of τ stand where the Lagrange points shall be")
            }
            Self::LagrangeForMonomial => {
                f.write_str("the Lagrange points stand where the powers of τ shall be")
            }
            Self::Order(list) => write!(f, "the {list} are not in order"),
            Self::Lagrange => f.write_str(
                "the points that shall be Lagrange points do not add up to the generator",
            ),
            Self::NotEthereum => f.write_str("the bytes are not those of Ethereum's ceremony"),
        }
    }
}

impl core::error::Error for SetupError {}

impl fmt::Debug for TrustedSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrustedSetup").finish_non_exhaustive()
    }
}

impl TrustedSetup {
    /// The setup of a text in c-kzg's format (`trusted_setup.txt`): the lines 4096 and 65, then the
    /// Lagrange points, the powers in G2 and the powers in G1, one compressed point in hexadecimal
    /// on each line. Everything is checked: [`TrustedSetup::validate`].
    ///
    /// The JSON of consensus-specs (`trusted_setup_4096.json`) is read by `serde`, behind the
    /// feature of that name, with the same checks.
    ///
    /// Cost: the decoding of 8,257 points, and that check.
    ///
    /// # Errors
    /// [`SetupError`] with the reason.
    pub fn from_text(text: &str) -> Result<Self, SetupError> {
        let setup = Self::from_text_unchecked_powers(text)?;
        setup.validate()?;
        Ok(setup)
    }

    /// As [`TrustedSetup::from_text`], every point checked to be of its group, but not what they
    /// are to one another, which [`TrustedSetup::validate`] may be asked later.
    ///
    /// # Errors
    /// The reasons that concern the format and single points.
    pub fn from_text_unchecked_powers(text: &str) -> Result<Self, SetupError> {
        let mut lines = text.split_ascii_whitespace();
        if [lines.next(), lines.next()] != [Some("4096"), Some("65")] {
            return Err(SetupError::Counts);
        }
        let lagrange = encodings::<48>(&mut lines, List::G1Lagrange, FIELD_ELEMENTS_PER_BLOB)?;
        let g2 = encodings::<96>(&mut lines, List::G2Monomial, G2_POINTS)?;
        let monomial = encodings::<48>(&mut lines, List::G1Monomial, FIELD_ELEMENTS_PER_BLOB)?;
        if lines.next().is_some() {
            return Err(SetupError::Trailing);
        }
        Self::from_encodings(&lagrange, &g2, &monomial)
    }

    /// Every point checked to be of its group; as many of each as there shall be, the Lagrange
    /// points in natural order.
    fn from_encodings(
        lagrange: &[[u8; 48]],
        g2: &[[u8; 96]],
        monomial: &[[u8; 48]],
    ) -> Result<Self, SetupError> {
        let mut g1_lagrange = points(List::G1Lagrange, lagrange, G1Affine::from_bytes_batch)?;
        bit_reverse(&mut g1_lagrange);
        Ok(Self {
            g1_monomial: points(List::G1Monomial, monomial, G1Affine::from_bytes_batch)?,
            g1_lagrange,
            g2_monomial: points(List::G2Monomial, g2, G2Affine::from_bytes_batch)?,
        })
    }

    /// Whether the points are what they shall be: successive powers of one τ from the generators
    /// on, in G1 and in G2, and the Lagrange points that follow from them.
    ///
    /// One random combination each, by powers of a scalar ρ that is hashed from all points, so that
    /// a wrong setup passes with probability 2^-240: A = Σ ρⁱ·Mᵢ must be Σᵢ ρ̂ᵢ·Lᵢ, ρ̂ being the
    /// transform of ρ's powers, and e((A − M₀)/ρ, G₂) = e(A − ρ^(n − 1)·M_(n − 1), \[τ\]G₂). The
    /// same in G2.
    ///
    /// Variable-time. Cost: two sums of 4,096 multiples in G1, one of 65 in G2, two products of two
    /// pairings.
    ///
    /// # Errors
    /// [`SetupError::MonomialForLagrange`], [`SetupError::LagrangeForMonomial`],
    /// [`SetupError::Order`], [`SetupError::Lagrange`]; [`SetupError::Point`] if τ is zero.
    pub fn validate(&self) -> Result<(), SetupError> {
        let (g1, g2) = (G1Affine::generator(), G2Affine::generator());
        if self.g1_lagrange[0] == g1 {
            return Err(SetupError::MonomialForLagrange);
        }
        let sums_to_generator =
            |points: &[G1Affine]| sum_vartime_alloc(points).is_ok_and(|sum| sum.to_affine() == g1);
        if self.g1_monomial[0] != g1 {
            let lagrange = sums_to_generator(&self.g1_monomial);
            return Err(if lagrange {
                SetupError::LagrangeForMonomial
            } else {
                SetupError::Order(List::G1Monomial)
            });
        }
        if self.g2_monomial[0] != g2 {
            return Err(SetupError::Order(List::G2Monomial));
        }
        let tau_g2 = &self.g2_monomial[1];
        if bool::from(tau_g2.is_identity()) {
            return Err(SetupError::Point(List::G2Monomial, 1, PointError::Identity));
        }
        let rho = self.weight();
        let inverse = rho.invert_vartime();
        let mut weights = powers(&rho, FIELD_ELEMENTS_PER_BLOB);
        let (all, without_first, without_last) =
            combinations(&self.g1_monomial, &weights, &inverse);
        let mut pairs = [
            Pair::from_points(&without_first.to_affine(), &g2.neg()),
            Pair::from_points(&without_last.to_affine(), tau_g2),
        ];
        if !bool::from(pairing_product_is_one(&mut pairs)) {
            return Err(SetupError::Order(List::G1Monomial));
        }
        let (_, without_first, without_last) =
            combinations(&self.g2_monomial, &weights[..G2_POINTS], &inverse);
        let mut pairs = [
            Pair::from_points(&g1.neg(), &without_first.to_affine()),
            Pair::from_points(&self.g1_monomial[1], &without_last.to_affine()),
        ];
        if !bool::from(pairing_product_is_one(&mut pairs)) {
            return Err(SetupError::Order(List::G2Monomial));
        }
        if domain(LOG_ELEMENTS).forward(&mut weights).is_err() {
            unreachable!("as many weights as roots");
        }
        bit_reverse(&mut weights);
        if msm(&self.g1_lagrange, &weights) != all {
            let sums = sums_to_generator(&self.g1_lagrange);
            return Err(if sums {
                SetupError::Order(List::G1Lagrange)
            } else {
                SetupError::Lagrange
            });
        }
        Ok(())
    }

    /// ρ: hashed from all points.
    fn weight(&self) -> Fr {
        let mut hash = Sha256::new();
        hash.update(b"curvemark kzg setup");
        for point in self.g1_monomial.iter().chain(&self.g1_lagrange) {
            hash.update(point.to_bytes_uncompressed());
        }
        self.g2_monomial.iter().for_each(|point| hash.update(point.to_bytes_uncompressed()));
        let digest = hash.finalize();
        // Zero comes up with probability 2^-255, and would be refused as a wrong setup.
        Fr::from_uniform_bytes(&digest)
    }
}

/// A = Σ ρⁱ·Pᵢ, (A − P₀)/ρ = Σ ρⁱ·Pᵢ₊₁, and A without its last term.
fn combinations<C>(
    points: &[Affine<C>],
    weights: &[Fr],
    inverse: &Fr,
) -> (Projective<C>, Projective<C>, Projective<C>)
where
    C: GroupInLanes<Scalar = FrEngine>,
{
    let last = points.len() - 1;
    let all = msm(points, weights);
    let without_first = all.add_mixed(&points[0].neg()).mul_vartime(inverse);
    let without_last = all.sub(&points[last].mul_vartime(&weights[last]));
    (all, without_first, without_last)
}

fn msm<C>(points: &[Affine<C>], scalars: &[Fr]) -> Projective<C>
where
    C: GroupInLanes<Scalar = FrEngine>,
{
    match msm_vartime_alloc(points, scalars) {
        Ok(sum) => sum,
        Err(_) => unreachable!("as many scalars as points, and some"),
    }
}

/// The next lines as bytes.
fn encodings<'a, const N: usize>(
    lines: &mut impl Iterator<Item = &'a str>,
    list: List,
    count: usize,
) -> Result<Vec<[u8; N]>, SetupError> {
    let mut out = Vec::with_capacity(count);
    for index in 0..count {
        let line = lines.next().ok_or(SetupError::Truncated(list, index))?;
        match hex(line.as_bytes()) {
            Some(bytes) => out.push(bytes),
            // What was cut off need not end with a line.
            None if line.len() < 2 * N && lines.next().is_none() => {
                return Err(SetupError::Truncated(list, index));
            }
            None => return Err(SetupError::Hex(list, index)),
        }
    }
    Ok(out)
}

/// Encodings that are decoded before it is asked whether one was none.
const PIECE: usize = 64;

/// The points of encodings, or the first that is none.
fn points<P: Copy, const N: usize>(
    list: List,
    encodings: &[[u8; N]],
    decode: impl Fn(&[[u8; N]], &mut [Result<P, PointError>]) -> Result<(), BatchError>,
) -> Result<Vec<P>, SetupError> {
    let mut out = Vec::with_capacity(encodings.len());
    for encodings in encodings.chunks(PIECE) {
        let mut points = [const { Err(PointError::Length) }; PIECE];
        let points = &mut points[..encodings.len()];
        if decode(encodings, points).is_err() {
            unreachable!("as many places as encodings");
        }
        for point in points {
            out.push(point.map_err(|reason| SetupError::Point(list, out.len(), reason))?);
        }
    }
    Ok(out)
}

#[cfg(feature = "serde")]
mod json;
#[cfg(all(test, feature = "std"))]
mod tests;
