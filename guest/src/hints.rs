//! Verdicts and sums with a hint: what is dear to find and cheap to check comes from the host, whom
//! nobody trusts.
//!
//! Every hint is **advice**: the slopes, inverses and roots of a computation, in words of 64 bits.
//! The guest checks each by one product ([`curvemark::curve::advice`]), and its points stay affine.
//! Words lie in the guest's memory as its processor reads them, so that nothing is converted.
//!
//! For products of pairings the advice begins with a witness that the product is one, which spares
//! the guest the final exponentiation. What it is, and why no witness of anybody shows a product to
//! be one that is not, stands in the header of `curve/src/pairing/residue.rs`; what the slopes are
//! for, in that of `curve/src/pairing/advised.rs`. There is advice for what holds only: a product
//! that is another, and an opening that does not hold, the guest finds out by itself.
//!
//! The guest implements [`Hints`] by whatever its zkVM has for input from the host. The host
//! answers by [`Computed`].
//!
//! ```
//! use curvemark_guest::hints::{self, Computed, Hints};
//! use curvemark_guest::Bn254Pair;
//!
//! /// What the host has sent with the input.
//! struct Received(Option<Vec<u64>>);
//!
//! // A host that has no hint of a kind: the guest finds out by itself.
//! impl Hints for Received {
//!     fn bn254_pairing(&mut self, _: &[Bn254Pair]) -> Option<Vec<u64>> {
//!         self.0.take()
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
//! let wrong = Some(vec![1; 4000]);
//! assert_eq!(hints::bn254_pairing(&pairs, &mut Received(wrong)), Err(hints::Error::Hint));
//! assert_eq!(hints::bn254_pairing(&pairs, &mut Received(None)), Ok(true));
//! ```

use alloc::vec::Vec;
use core::fmt;

use curvemark::curve::advice::{Advice, Found, Given};
use curvemark::kzg;
use curvemark::{bls12_381, bn254};
use evm::primitives::advised;

use crate::{Bls12G1Term, Bls12G2Term, Bls12Pair, Bn254Pair};

/// Why there is no answer.
///
/// [Example](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The input cannot be taken.
    Input(crate::Error),
    /// The host has given a hint that does not show what it is for. The answer may be any.
    Hint,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Hint => f.write_str("the host's hint does not show what it is for"),
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

/// The host, as the guest sees it. None where it has no hint, or where there is none for what is
/// asked: then the guest finds out without.
///
/// [Example](self).
#[allow(unused_variables, reason = "names of what is asked, where nothing is answered")]
pub trait Hints {
    /// Advice for a product of pairings that is one: some 6 KB for each pair, and 192 bytes.
    fn bn254_pairing(&mut self, pairs: &[Bn254Pair]) -> Option<Vec<u64>> {
        None
    }

    /// The same on BLS12-381: some 13 KB for each pair, and 288 bytes.
    fn bls12_pairing(&mut self, pairs: &[Bls12Pair]) -> Option<Vec<u64>> {
        None
    }

    /// Advice for an opening that holds, some 30 KB. There is none where a point is the identity.
    fn kzg_point_eval(&mut self, opening: &Opening<'_>) -> Option<Vec<u64>> {
        None
    }

    /// Advice for the recovery of a key: some 7 KB.
    fn secp256k1_ecrecover(
        &mut self,
        msg: &[u8; 32],
        sig: &[u8; 64],
        recid: u8,
    ) -> Option<Vec<u64>> {
        None
    }

    /// Advice for a verification: some 7 KB.
    fn secp256k1_verify(
        &mut self,
        msg: &[u8; 32],
        sig: &[u8; 64],
        pubkey: &[u8; 64],
    ) -> Option<Vec<u64>> {
        None
    }

    /// Advice for a verification: some 11 KB.
    fn secp256r1_verify(
        &mut self,
        msg: &[u8; 32],
        sig: &[u8; 64],
        pubkey: &[u8; 64],
    ) -> Option<Vec<u64>> {
        None
    }

    /// Advice for a multiple of a point: some 6 KB.
    fn bn254_g1_mul(&mut self, point: &[u8; 64], scalar: &[u8; 32]) -> Option<Vec<u64>> {
        None
    }

    /// Advice for a sum of multiples: some 9 KB for each point, and 6 KB.
    fn bls12_g1_msm(&mut self, pairs: &[Bls12G1Term]) -> Option<Vec<u64>> {
        None
    }

    /// Advice for a sum of multiples: some 12 KB for each point, and 6 KB.
    fn bls12_g2_msm(&mut self, pairs: &[Bls12G2Term]) -> Option<Vec<u64>> {
        None
    }
}

/// The hints themselves, computed on the spot: what a host answers with. A few milliseconds each.
///
/// [Example](self).
#[derive(Clone, Copy, Debug)]
pub struct Computed;

impl Hints for Computed {
    fn bn254_pairing(&mut self, pairs: &[Bn254Pair]) -> Option<Vec<u64>> {
        let points = crate::bn254::points(pairs).ok()?;
        found(|advice| shown(bn254::checked_product_is_one_by_advice(&points, advice)))
    }

    fn bls12_pairing(&mut self, pairs: &[Bls12Pair]) -> Option<Vec<u64>> {
        let points = crate::bls12_381::points(pairs).ok()?;
        found(|advice| shown(bls12_381::checked_product_is_one_by_advice(&points, advice)))
    }

    fn kzg_point_eval(&mut self, opening: &Opening<'_>) -> Option<Vec<u64>> {
        found(|advice| shown(opening_holds(opening, advice)))
    }

    fn secp256k1_ecrecover(
        &mut self,
        msg: &[u8; 32],
        sig: &[u8; 64],
        recid: u8,
    ) -> Option<Vec<u64>> {
        found(|advice| advised::recover_key(msg, sig, recid, advice))
    }

    fn secp256k1_verify(
        &mut self,
        msg: &[u8; 32],
        sig: &[u8; 64],
        pubkey: &[u8; 64],
    ) -> Option<Vec<u64>> {
        found(|advice| advised::secp256k1_holds(msg, sig, pubkey, advice))
    }

    fn secp256r1_verify(
        &mut self,
        msg: &[u8; 32],
        sig: &[u8; 64],
        pubkey: &[u8; 64],
    ) -> Option<Vec<u64>> {
        found(|advice| advised::p256_holds(msg, sig, pubkey, advice))
    }

    fn bn254_g1_mul(&mut self, point: &[u8; 64], scalar: &[u8; 32]) -> Option<Vec<u64>> {
        found(|advice| advised::bn254_g1_mul(point, scalar, advice))
    }

    fn bls12_g1_msm(&mut self, pairs: &[Bls12G1Term]) -> Option<Vec<u64>> {
        found(|advice| advised::bls12_g1_msm(g1_terms(pairs), advice))
    }

    fn bls12_g2_msm(&mut self, pairs: &[Bls12G2Term]) -> Option<Vec<u64>> {
        found(|advice| advised::bls12_g2_msm(g2_terms(pairs), advice))
    }
}

/// The advice that a function asks for, if it comes to an end by it.
fn found<T>(function: impl FnOnce(&mut Found) -> Option<T>) -> Option<Vec<u64>> {
    let mut advice = Found::default();
    function(&mut advice)?;
    Some(advice.into_words())
}

/// What a function gives by advice, all of it.
fn by_advice<T>(
    words: &[u64],
    function: impl FnOnce(&mut Given<'_>) -> Option<T>,
) -> Result<T, Error> {
    let mut advice = Given::new(words);
    let result = function(&mut advice).ok_or(Error::Hint)?;
    if advice.is_used_up() { Ok(result) } else { Err(Error::Hint) }
}

/// What is shown or not, as the result of a function that comes to an end by advice.
fn shown(holds: bool) -> Option<bool> {
    holds.then_some(true)
}

fn opening_holds(opening: &Opening<'_>, advice: &mut impl Advice) -> bool {
    let &Opening { commitment, z, y, proof } = opening;
    kzg::ethereum_opening_holds_by_advice(commitment, z, y, proof, advice)
}

fn g1_terms(pairs: &[Bls12G1Term]) -> impl Iterator<Item = (&[u8; 96], &[u8; 32])> + Clone {
    pairs.iter().map(|pair| (&pair.point, &pair.scalar))
}

fn g2_terms(pairs: &[Bls12G2Term]) -> impl Iterator<Item = (&[u8; 192], &[u8; 32])> + Clone {
    pairs.iter().map(|pair| (&pair.point, &pair.scalar))
}

/// [`bn254_pairing`](crate::bn254_pairing) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Input`], [`Error::Hint`].
pub fn bn254_pairing(pairs: &[Bn254Pair], hints: &mut impl Hints) -> Result<bool, Error> {
    let Some(words) = hints.bn254_pairing(pairs) else { return Ok(crate::bn254_pairing(pairs)?) };
    let points = crate::bn254::points(pairs)?;
    by_advice(&words, |advice| shown(bn254::checked_product_is_one_by_advice(&points, advice)))
}

/// [`bls12_pairing`](crate::bls12_pairing) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Input`], [`Error::Hint`].
pub fn bls12_pairing(pairs: &[Bls12Pair], hints: &mut impl Hints) -> Result<bool, Error> {
    let Some(words) = hints.bls12_pairing(pairs) else { return Ok(crate::bls12_pairing(pairs)?) };
    let points = crate::bls12_381::points(pairs)?;
    by_advice(&words, |advice| shown(bls12_381::checked_product_is_one_by_advice(&points, advice)))
}

/// [`kzg_point_eval`](crate::kzg_point_eval) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Input`], [`Error::Hint`].
pub fn kzg_point_eval(opening: &Opening<'_>, hints: &mut impl Hints) -> Result<bool, Error> {
    let &Opening { commitment, z, y, proof } = opening;
    match hints.kzg_point_eval(opening) {
        Some(words) => by_advice(&words, |advice| shown(opening_holds(opening, advice))),
        None => Ok(crate::kzg_point_eval(commitment, z, y, proof)?),
    }
}

/// [`secp256k1_ecrecover`](crate::secp256k1_ecrecover) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Input`], [`Error::Hint`].
pub fn secp256k1_ecrecover(
    msg: &[u8; 32],
    sig: &[u8; 64],
    recid: u8,
    hints: &mut impl Hints,
) -> Result<[u8; 64], Error> {
    match hints.secp256k1_ecrecover(msg, sig, recid) {
        Some(words) => by_advice(&words, |advice| advised::recover_key(msg, sig, recid, advice)),
        None => Ok(crate::secp256k1_ecrecover(msg, sig, recid)?),
    }
}

/// [`secp256k1_verify`](crate::secp256k1_verify) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Hint`].
pub fn secp256k1_verify(
    msg: &[u8; 32],
    sig: &[u8; 64],
    pubkey: &[u8; 64],
    hints: &mut impl Hints,
) -> Result<bool, Error> {
    match hints.secp256k1_verify(msg, sig, pubkey) {
        Some(words) => {
            by_advice(&words, |advice| advised::secp256k1_holds(msg, sig, pubkey, advice))
        }
        None => Ok(crate::secp256k1_verify(msg, sig, pubkey)),
    }
}

/// [`secp256r1_verify`](crate::secp256r1_verify) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Hint`].
pub fn secp256r1_verify(
    msg: &[u8; 32],
    sig: &[u8; 64],
    pubkey: &[u8; 64],
    hints: &mut impl Hints,
) -> Result<bool, Error> {
    match hints.secp256r1_verify(msg, sig, pubkey) {
        Some(words) => by_advice(&words, |advice| advised::p256_holds(msg, sig, pubkey, advice)),
        None => Ok(crate::secp256r1_verify(msg, sig, pubkey)),
    }
}

/// [`bn254_g1_mul`](crate::bn254_g1_mul) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Input`], [`Error::Hint`].
pub fn bn254_g1_mul(
    point: &[u8; 64],
    scalar: &[u8; 32],
    hints: &mut impl Hints,
) -> Result<[u8; 64], Error> {
    match hints.bn254_g1_mul(point, scalar) {
        Some(words) => by_advice(&words, |advice| advised::bn254_g1_mul(point, scalar, advice)),
        None => Ok(crate::bn254_g1_mul(point, scalar)?),
    }
}

/// [`bls12_g1_msm`](crate::bls12_g1_msm) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Input`], [`Error::Hint`].
pub fn bls12_g1_msm(pairs: &[Bls12G1Term], hints: &mut impl Hints) -> Result<[u8; 96], Error> {
    match hints.bls12_g1_msm(pairs) {
        Some(words) => by_advice(&words, |advice| advised::bls12_g1_msm(g1_terms(pairs), advice)),
        None => Ok(crate::bls12_g1_msm(pairs)?),
    }
}

/// [`bls12_g2_msm`](crate::bls12_g2_msm) with a hint.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Input`], [`Error::Hint`].
pub fn bls12_g2_msm(pairs: &[Bls12G2Term], hints: &mut impl Hints) -> Result<[u8; 192], Error> {
    match hints.bls12_g2_msm(pairs) {
        Some(words) => by_advice(&words, |advice| advised::bls12_g2_msm(g2_terms(pairs), advice)),
        None => Ok(crate::bls12_g2_msm(pairs)?),
    }
}
