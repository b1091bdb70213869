//! The points of the protocol: validated once, told apart by type.

use core::fmt;
use core::marker::PhantomData;

use curve::bls12_381::{G1, G1Affine};
use curve::error::PointError;
use curve::field::Anywhere;
use curve::hash_to_curve::RootsInLanes;
use curve::weierstrass::{Affine, ZcashEncoding};

use super::Error;
use crate::cashu::role::{Blinded, Promised, Role, Signed};

/// A point of G1 other than the identity, in the role that `R` names.
///
/// [Example](crate::cashu::v3).
pub struct Point<R> {
    point: G1Affine,
    role: PhantomData<R>,
}

/// B_, a blinded message.
///
/// [Example](crate::cashu::v3).
pub type BlindedMessage = Point<Blinded>;
/// C_, a blind signature.
///
/// [Example](crate::cashu::v3).
pub type BlindSignature = Point<Promised>;
/// C, an unblinded signature.
///
/// [Example](crate::cashu::v3).
pub type Signature = Point<Signed>;

impl<R> Point<R> {
    /// From 48 bytes, the canonical compressed form.
    ///
    /// Variable-time. Cost: one square root and the subgroup check.
    ///
    /// # Errors
    /// [`Error::Length`] for another length, [`Error::Point`] with the reason otherwise; the
    /// identity is refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let bytes: &[u8; 48] = bytes.try_into().map_err(|_| Error::Length)?;
        let point = G1Affine::from_bytes(bytes)?;
        point.check_not_identity()?;
        Ok(Self { point, role: PhantomData })
    }

    /// [`Point::from_bytes`] of each, eight at a time on vectors where the CPU has them. A result
    /// depends only on its own bytes.
    ///
    /// # Errors
    /// [`Error::EmptyBatch`] for none, [`Error::Scratch`] if there are not as many places for
    /// points; no result is written then.
    pub fn from_bytes_batch(
        encodings: &[impl AsRef<[u8]>],
        points: &mut [Result<Self, Error>],
    ) -> Result<(), Error> {
        decode_each(encodings, points, |_, point| Ok(Self { point, role: PhantomData }))
    }

    /// The 48 bytes.
    pub fn to_bytes(&self) -> [u8; 48] {
        self.point.to_bytes()
    }

    /// The point.
    pub fn affine(&self) -> &G1Affine {
        &self.point
    }

    /// From a multiple of a valid point by a scalar that is not zero, which is valid again. (A
    /// secret that hashes to the identity would break this; none can be found without breaking
    /// SHA-256.)
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(super) fn of_group(point: &G1) -> Self {
        Self::of_affine(point.to_affine())
    }

    /// The same of affine coordinates.
    pub(super) fn of_affine(point: G1Affine) -> Self {
        Self { point, role: PhantomData }
    }
}

/// Points of encodings, none of them the identity, and what is made of each and its bytes; the
/// errors are those of [`Point::from_bytes_batch`].
pub(super) fn decode_each<C, V>(
    encodings: &[impl AsRef<[u8]>],
    values: &mut [Result<V, Error>],
    value: impl Fn(&[u8], Affine<C>) -> Result<V, Error>,
) -> Result<(), Error>
where
    C: ZcashEncoding<Base: Anywhere> + RootsInLanes,
{
    /// Points at once, for space on the stack.
    const CHUNK: usize = 64;
    if encodings.len() != values.len() {
        return Err(Error::Scratch);
    }
    if encodings.is_empty() {
        return Err(Error::EmptyBatch);
    }
    for (encodings, values) in encodings.chunks(CHUNK).zip(values.chunks_mut(CHUNK)) {
        let mut read = [Err(PointError::Length); CHUNK];
        let read = &mut read[..encodings.len()];
        Affine::<C>::from_bytes_batch(encodings, read).map_err(|_| Error::Scratch)?;
        for ((out, read), encoding) in values.iter_mut().zip(read).zip(encodings) {
            *out = match read.and_then(Affine::not_identity) {
                Ok(point) => value(encoding.as_ref(), point),
                Err(PointError::Length) => Err(Error::Length),
                Err(reason) => Err(Error::Point(reason)),
            };
        }
    }
    Ok(())
}

impl<R> Clone for Point<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Point<R> {}

impl<R> PartialEq for Point<R> {
    fn eq(&self, other: &Self) -> bool {
        self.point == other.point
    }
}

impl<R> Eq for Point<R> {}

impl<R: Role> fmt::Debug for Point<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", R::NAME)?;
        for byte in self.to_bytes() {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}
