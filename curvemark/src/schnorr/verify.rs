//! Public keys and verification, one by one or many at once, each with its verdict.

use core::fmt;

use curve::error::BatchError;
use curve::scalar_mul::sum_of_two_vartime;
use curve::secp256k1::{AffinePoint, Fp, Fr, Point, Secp256k1};
use curve::weierstrass::Jacobian;

use super::hash::challenge;
use super::{Error, Signature};
use crate::ecdsa::Verifier;
use crate::kept::Kept;

/// A public key: the x of a point, which is the one with the even y.
///
/// [Example](crate::schnorr).
#[derive(Clone, Copy)]
pub struct VerifyingKey {
    pub(super) bytes: [u8; 32],
    pub(super) point: AffinePoint,
}

impl fmt::Debug for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VerifyingKey(")?;
        self.bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

impl PartialEq for VerifyingKey {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for VerifyingKey {}

impl VerifyingKey {
    /// The key of 32 bytes. Cost: a square root.
    ///
    /// # Errors
    /// [`Error::Key`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let point = AffinePoint::from_x_only(bytes)?;
        let bytes = bytes.try_into().map_err(|_| Error::Length)?;
        Ok(Self { bytes, point })
    }

    /// The 32 bytes of x.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.bytes
    }

    /// The point with the even y.
    pub const fn as_point(&self) -> &AffinePoint {
        &self.point
    }

    /// That a signature is this key's on a message: the point sG − eP has x = r and an even y.
    ///
    /// Cost: a·G + b·P, and an inversion if x is r.
    ///
    /// # Errors
    /// [`Error::NotSigned`].
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        let minus_e = -&challenge(&signature.r, &self.bytes, message);
        let sum = match Secp256k1::verifier() {
            Some(Verifier { generator, .. }) => generator
                .double_base_vartime(
                    &signature.s,
                    &minus_e,
                    &Jacobian::from_affine_vartime(&self.point),
                )
                .to_projective(),
            None => {
                let points = [AffinePoint::generator(), self.point]
                    .map(|point| Jacobian::from_affine_vartime(&point));
                sum_of_two_vartime(&points, [&signature.s, &minus_e]).to_projective()
            }
        };
        accepts(signature, &sum)
    }
}

/// That a point has x = r and an even y; the identity has no x.
fn accepts(signature: &Signature, point: &Point) -> Result<(), Error> {
    let has_x = bool::from(point.has_x(&Fp::from_bytes(&signature.r).0));
    let [_, y, z] = point.coordinates();
    if has_x && !bool::from((y * &z.invert_vartime()).sgn0()) {
        Ok(())
    } else {
        Err(Error::NotSigned)
    }
}

/// Signatures that are worked on at once, for space on the stack: 18 KiB.
const CHUNK: usize = 64;

/// [`VerifyingKey::verify`] of each signature, by its key on its message: a verdict each, which
/// depends on nothing else. Eight at a time on vectors where the CPU has them, with the table of a
/// verifier of ECDSA on this curve: [`Verifier::new`].
///
/// [Example](crate::schnorr).
///
/// # Errors
/// [`Error::Empty`]; [`Error::LengthMismatch`] if the lists are not of one length. No verdict is
/// written then.
pub fn verify_each(
    verifier: &Verifier<Secp256k1>,
    keys: &[VerifyingKey],
    messages: &[impl AsRef<[u8]>],
    signatures: &[Signature],
    verdicts: &mut [Result<(), Error>],
) -> Result<(), Error> {
    let lengths = [keys.len(), messages.len(), signatures.len()];
    if lengths.iter().any(|length| *length != verdicts.len()) {
        return Err(Error::LengthMismatch);
    }
    if verdicts.is_empty() {
        return Err(Error::Empty);
    }
    let items = keys.chunks(CHUNK).zip(messages.chunks(CHUNK)).zip(signatures.chunks(CHUNK));
    for (((keys, messages), signatures), verdicts) in items.zip(verdicts.chunks_mut(CHUNK)) {
        let mut slices: [&[u8]; CHUNK] = [&[]; CHUNK];
        slices.iter_mut().zip(messages).for_each(|(slice, message)| *slice = message.as_ref());
        let messages = &slices[..messages.len()];
        if verify_chunk(verifier, keys, messages, signatures, verdicts).is_err() {
            unreachable!("chunks are of one length, and not empty");
        }
    }
    Ok(())
}

/// At most [`CHUNK`] of them.
fn verify_chunk(
    verifier: &Verifier<Secp256k1>,
    keys: &[VerifyingKey],
    messages: &[&[u8]],
    signatures: &[Signature],
    verdicts: &mut [Result<(), Error>],
) -> Result<(), BatchError> {
    let count = keys.len();
    let (mut s, mut minus_e) = ([Fr::zero(); CHUNK], [Fr::zero(); CHUNK]);
    let mut points = [AffinePoint::identity(); CHUNK];
    for (i, ((key, message), signature)) in keys.iter().zip(messages).zip(signatures).enumerate() {
        s[i] = signature.s;
        minus_e[i] = -&challenge(&signature.r, &key.bytes, message);
        points[i] = key.point;
    }
    let mut sums = [Point::identity(); CHUNK];
    let (s, minus_e, points) = (&s[..count], &minus_e[..count], &points[..count]);
    verifier.generator.double_base_batch_vartime(s, minus_e, points, &mut sums[..count])?;
    let mut affine = [AffinePoint::identity(); CHUNK];
    Point::batch_to_affine(&sums[..count], &mut affine[..count])?;
    for ((verdict, point), signature) in verdicts.iter_mut().zip(&affine).zip(signatures) {
        let holds = !bool::from(point.is_identity())
            && *point.x() == Fp::from_bytes(&signature.r).0
            && bool::from(point.has_even_y());
        *verdict = if holds { Ok(()) } else { Err(Error::NotSigned) };
    }
    Ok(())
}
