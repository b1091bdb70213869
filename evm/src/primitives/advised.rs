//! Multiples of points and signatures by a host's [`Advice`], for guests of zkVMs, where slopes and
//! inverses are dear to find and cheap to check.
//!
//! Each function gives what its namesake in [`primitives`](super) gives, or nothing. It gives
//! nothing where the advice is wrong. There is none for inputs that fail, for an output that is the
//! identity, and for sums that meet an exception: then the caller takes the namesake.
//!
//! ```
//! use curvemark_evm::primitives::{advised, bn254_g1_mul};
//! use curve::advice::{Found, Given};
//!
//! let mut point = [0; 64];
//! (point[31], point[63]) = (1, 2); // the generator
//! let k = [7; 32];
//!
//! // The host finds, the guest checks.
//! let mut found = Found::default();
//! let multiple = advised::bn254_g1_mul(&point, &k, &mut found);
//! let words = found.into_words();
//! let mut given = Given::new(&words);
//! assert_eq!(advised::bn254_g1_mul(&point, &k, &mut given), multiple);
//! assert_eq!(multiple, bn254_g1_mul(&point, &k).ok());
//! ```

use alloc::vec::Vec;

use curve::advice::Advice;
use curve::bls12_381::{Fr, G1Affine, G2Affine};
use curve::bn254;
use curve::error::PointError;
use curve::scalar_mul::checked_lincomb_by_advice_vartime;
use curvemark::ecdsa::{AdvisedCurve, P256, RecoveryId, Secp256k1, Signature, VerifyingKey};

use super::bls12_381::{bare, padded};

/// [`recover_key`](super::recover_key).
///
/// [Example](self).
pub fn recover_key(
    digest: &[u8; 32],
    signature: &[u8; 64],
    id: u8,
    advice: &mut impl Advice,
) -> Option<[u8; 64]> {
    let signature = Signature::<Secp256k1>::from_bytes(signature).ok()?;
    let id = RecoveryId::from_byte(id).ok()?;
    let key = signature.recover_prehashed_by_advice(digest, id, advice)?;
    key.to_sec1_uncompressed()[1..].try_into().ok()
}

/// [`secp256k1_holds`](super::secp256k1_holds).
///
/// [Example](self).
pub fn secp256k1_holds(
    digest: &[u8; 32],
    signature: &[u8; 64],
    key: &[u8; 64],
    advice: &mut impl Advice,
) -> Option<bool> {
    holds::<Secp256k1>(digest, signature, key, advice)
}

/// [`p256_holds`](super::p256_holds).
///
/// [Example](self).
pub fn p256_holds(
    digest: &[u8; 32],
    signature: &[u8; 64],
    key: &[u8; 64],
    advice: &mut impl Advice,
) -> Option<bool> {
    holds::<P256>(digest, signature, key, advice)
}

fn holds<C: AdvisedCurve>(
    digest: &[u8; 32],
    signature: &[u8; 64],
    key: &[u8; 64],
    advice: &mut impl Advice,
) -> Option<bool> {
    let mut encoding = [4; 65];
    encoding[1..].copy_from_slice(key);
    let signature = Signature::<C>::from_bytes(signature).ok()?;
    let key = VerifyingKey::from_sec1(&encoding).ok()?;
    key.verify_prehashed_by_advice(digest, &signature, advice)
}

/// [`bn254_g1_mul`](super::bn254_g1_mul).
///
/// [Example](self).
pub fn bn254_g1_mul(point: &[u8; 64], k: &[u8; 32], advice: &mut impl Advice) -> Option<[u8; 64]> {
    let point = bn254::G1Affine::from_eip196_unchecked_subgroup(point).ok()?;
    let multiple =
        checked_lincomb_by_advice_vartime(&[point], &[bn254::Fr::from_uniform_bytes(k)], advice)?;
    Some(multiple.to_eip196())
}

/// [`bls12_g1_msm`](super::bls12_g1_msm).
///
/// [Example](self).
pub fn bls12_g1_msm<'b>(
    pairs: impl Iterator<Item = (&'b [u8; 96], &'b [u8; 32])> + Clone,
    advice: &mut impl Advice,
) -> Option<[u8; 96]> {
    let point = |(point, _)| G1Affine::from_eip2537_unchecked_subgroup(&padded::<96, 128>(point));
    let points: Result<Vec<_>, PointError> = pairs.clone().map(point).collect();
    let scalars: Vec<_> = pairs.map(|(_, k)| Fr::from_uniform_bytes(k)).collect();
    let sum = checked_lincomb_by_advice_vartime(&points.ok()?, &scalars, advice)?;
    Some(bare::<128, 96>(&sum.to_eip2537()))
}

/// [`bls12_g2_msm`](super::bls12_g2_msm).
///
/// [Example](self).
pub fn bls12_g2_msm<'b>(
    pairs: impl Iterator<Item = (&'b [u8; 192], &'b [u8; 32])> + Clone,
    advice: &mut impl Advice,
) -> Option<[u8; 192]> {
    let point = |(point, _)| G2Affine::from_eip2537_unchecked_subgroup(&padded::<192, 256>(point));
    let points: Result<Vec<_>, PointError> = pairs.clone().map(point).collect();
    let scalars: Vec<_> = pairs.map(|(_, k)| Fr::from_uniform_bytes(k)).collect();
    let sum = checked_lincomb_by_advice_vartime(&points.ok()?, &scalars, advice)?;
    Some(bare::<256, 192>(&sum.to_eip2537()))
}
