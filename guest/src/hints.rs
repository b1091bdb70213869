//! Verdicts with a hint: what is dear to find and cheap to check comes from the host, whom nobody
//! trusts.
//!
//! A product of pairings is one if its final exponentiation is. That takes a fifth to two
//! fifths of the instructions of two to four pairs, and a host can spare the guest all of them by a
//! [witness](curvemark::bn254::ResidueWitness) of 192 or 288 bytes. What it is, and why no witness
//! of anybody shows a product to be one that is not, stands in the header of
//! `curve/src/pairing/residue.rs`.
//!
//! The guest implements [`Hints`] by whatever its zkVM has for input from the host. The host
//! answers by [`Computed`].
//!
//! ```
//! use curvemark_guest::hints::{self, Computed, Hints};
//! use curvemark_guest::{Bls12Pair, Bn254Pair};
//!
//! /// What the host has sent with the input.
//! struct Received(Option<[u8; 192]>);
//!
//! impl Hints for Received {
//!     fn bn254_pairing(&mut self, _: &[Bn254Pair]) -> Option<[u8; 192]> {
//!         self.0.take()
//!     }
//!
//!     fn bls12_pairing(&mut self, _: &[Bls12Pair]) -> Option<[u8; 288]> {
//!         None
//!     }
//!
//!     fn kzg_point_eval(&mut self, _: &hints::Opening<'_>) -> Option<[u8; 288]> {
//!         None
//!     }
//! }
//!
//! use curvemark::bn254::{G1Affine, G2Affine};
//!
//! // e(P, Q)·e(−P, Q).
//! let (p, q) = (G1Affine::generator(), G2Affine::generator().to_eip196());
//! let pair = |p: G1Affine| Bn254Pair { g1: p.to_eip196(), g2: q };
//! let pairs = [pair(p), pair(p.neg())];
//! let sent = Computed.bn254_pairing(&pairs);
//! assert_eq!(hints::bn254_pairing(&pairs, &mut Received(sent)), Ok(true));
//!
//! // A wrong hint is an error, and no verdict; without one the guest finds out by itself.
//! let wrong = Some([1; 192]);
//! assert_eq!(hints::bn254_pairing(&pairs, &mut Received(wrong)), Err(hints::Error::Hint));
//! assert_eq!(hints::bn254_pairing(&pairs, &mut Received(None)), Ok(true));
//! ```

use alloc::vec::Vec;
use core::fmt;

use curvemark::kzg;
use curvemark::{bls12_381, bn254};

use crate::{Bls12Pair, Bn254Pair};

/// Why there is no verdict.
///
/// [Example](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The input cannot be taken.
    Input(crate::Error),
    /// The host has given a hint that does not show what it is for. The product may be one or not.
    Hint,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Hint => f.write_str("the host's hint does not show that the product is one"),
        }
    }
}

impl core::error::Error for Error {}

impl From<crate::Error> for Error {
    fn from(error: crate::Error) -> Self {
        Self::Input(error)
    }
}

/// What [`kzg_point_eval`] is asked.
///
/// [Example](self).
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The commitment to a polynomial.
    pub commitment: &'a [u8; 48],
    /// Where it is evaluated.
    pub z: &'a [u8; 32],
    /// The value that it is said to have there.
    pub y: &'a [u8; 32],
    /// The proof.
    pub proof: &'a [u8; 48],
}

/// The host, as the guest sees it. None where it has no hint, or where what is asked does not hold:
/// then the guest finds out without.
///
/// [Example](self).
pub trait Hints {
    /// A witness that the product of the pairings is one.
    fn bn254_pairing(&mut self, pairs: &[Bn254Pair]) -> Option<[u8; 192]>;
    /// The same on BLS12-381.
    fn bls12_pairing(&mut self, pairs: &[Bls12Pair]) -> Option<[u8; 288]>;
    /// The same of the pairings that an opening is checked by.
    fn kzg_point_eval(&mut self, opening: &Opening<'_>) -> Option<[u8; 288]>;
}

/// The hints themselves, computed on the spot: what a host answers with. A few milliseconds each.
///
/// [Example](self).
#[derive(Clone, Copy, Debug)]
pub struct Computed;

impl Hints for Computed {
    fn bn254_pairing(&mut self, pairs: &[Bn254Pair]) -> Option<[u8; 192]> {
        let points = crate::bn254::points(pairs).ok()?;
        let affine: Vec<_> = points
            .iter()
            .map(|(p, q)| Some((p.check_subgroup().ok()?, q.check_subgroup().ok()?)))
            .map(|points| points.map(|(p, q)| (p.to_affine(), q.to_affine())))
            .collect::<Option<_>>()?;
        let mut pairs: Vec<_> =
            affine.iter().map(|(p, q)| bn254::Pair::from_points(p, q)).collect();
        let mut bytes = [0; 192];
        bn254::residue_witness(&mut pairs)?.to_bytes(&mut bytes);
        Some(bytes)
    }

    fn bls12_pairing(&mut self, pairs: &[Bls12Pair]) -> Option<[u8; 288]> {
        let points = crate::bls12_381::points(pairs).ok()?;
        let affine: Vec<_> = points
            .iter()
            .map(|(p, q)| Some((p.check_subgroup().ok()?, q.check_subgroup().ok()?)))
            .map(|points| points.map(|(p, q)| (p.to_affine(), q.to_affine())))
            .collect::<Option<_>>()?;
        let mut pairs: Vec<_> =
            affine.iter().map(|(p, q)| bls12_381::Pair::from_points(p, q)).collect();
        let mut bytes = [0; 288];
        bls12_381::residue_witness(&mut pairs)?.to_bytes(&mut bytes);
        Some(bytes)
    }

    fn kzg_point_eval(&mut self, opening: &Opening<'_>) -> Option<[u8; 288]> {
        let &Opening { commitment, z, y, proof } = opening;
        let mut bytes = [0; 288];
        kzg::ethereum_opening_witness(commitment, z, y, proof).ok()??.to_bytes(&mut bytes);
        Some(bytes)
    }
}

/// [`bn254_pairing`](crate::bn254_pairing) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Input`], [`Error::Hint`].
pub fn bn254_pairing(pairs: &[Bn254Pair], hints: &mut impl Hints) -> Result<bool, Error> {
    let Some(hint) = hints.bn254_pairing(pairs) else { return Ok(crate::bn254_pairing(pairs)?) };
    let witness = bn254::ResidueWitness::from_bytes(&hint).ok_or(Error::Hint)?;
    let points = crate::bn254::points(pairs)?;
    let shown = bn254::checked_product_is_one(&points, Some(&witness));
    if shown.map_err(crate::Error::Point)? { Ok(true) } else { Err(Error::Hint) }
}

/// [`bls12_pairing`](crate::bls12_pairing) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Input`], [`Error::Hint`].
pub fn bls12_pairing(pairs: &[Bls12Pair], hints: &mut impl Hints) -> Result<bool, Error> {
    let Some(hint) = hints.bls12_pairing(pairs) else { return Ok(crate::bls12_pairing(pairs)?) };
    let witness = bls12_381::ResidueWitness::from_bytes(&hint).ok_or(Error::Hint)?;
    let points = crate::bls12_381::points(pairs)?;
    let shown = bls12_381::checked_product_is_one(&points, Some(&witness));
    if shown.map_err(crate::Error::Point)? { Ok(true) } else { Err(Error::Hint) }
}

/// [`kzg_point_eval`](crate::kzg_point_eval) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Input`], [`Error::Hint`].
pub fn kzg_point_eval(opening: &Opening<'_>, hints: &mut impl Hints) -> Result<bool, Error> {
    let &Opening { commitment, z, y, proof } = opening;
    let hint = hints.kzg_point_eval(opening);
    let witness = match &hint {
        Some(hint) => Some(bls12_381::ResidueWitness::from_bytes(hint).ok_or(Error::Hint)?),
        None => None,
    };
    let holds = kzg::ethereum_opening_holds(commitment, z, y, proof, witness.as_ref());
    match holds.map_err(crate::kzg::input_error)? {
        false if hint.is_some() => Err(Error::Hint),
        holds => Ok(holds),
    }
}
