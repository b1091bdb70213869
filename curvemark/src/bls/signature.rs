//! Signatures and proofs of possession.

use core::fmt;
use core::marker::PhantomData;

use curve::weierstrass::{Affine, Projective, ZcashEncoding};

use super::key::{decode_batch, write_hex};
use super::suite::SignatureCurve;
use super::{Error, Suite};

/// A point of the signatures' group, in the role that `R` names.
///
/// It may be the identity, which is what signatures of a key and of its negative add up to; alone
/// it is no key's signature on anything.
///
/// [Example](crate::bls).
pub struct SignaturePoint<S: Suite, R> {
    point: Affine<SignatureCurve<S>>,
    role: PhantomData<R>,
}

/// The role of signatures.
///
/// [Example](crate::bls).
#[derive(Clone, Copy, Debug)]
pub enum OnMessage {}

/// The role of proofs of possession.
///
/// [Example](crate::bls).
#[derive(Clone, Copy, Debug)]
pub enum OnKey {}

/// A role and the name of its points.
///
/// [Example](crate::bls).
pub trait Role {
    /// The name.
    const NAME: &'static str;
}

impl Role for OnMessage {
    const NAME: &'static str = "Signature";
}

impl Role for OnKey {
    const NAME: &'static str = "ProofOfPossession";
}

/// A signature of one key on one message.
///
/// [Example](crate::bls).
pub type Signature<S> = SignaturePoint<S, OnMessage>;
/// A signature of a key on itself, under another domain separation tag.
///
/// [Example](crate::bls).
pub type ProofOfPossession<S> = SignaturePoint<S, OnKey>;

impl<S: Suite, R> SignaturePoint<S, R> {
    /// Bytes of the compressed encoding: 96 in G2, 48 in G1.
    pub const BYTES: usize = size_of::<<SignatureCurve<S> as ZcashEncoding>::Compressed>();

    /// From the compressed encoding. Encoding, curve and subgroup are checked.
    ///
    /// Variable-time. Cost: a square root and the subgroup check.
    ///
    /// # Errors
    /// [`Error::Point`] with the reason.
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self::from_point(Affine::from_bytes(bytes)?))
    }

    /// From the uncompressed encoding, as [`SignaturePoint::from_bytes`]. Cost: the subgroup check.
    ///
    /// # Errors
    /// [`Error::Point`] with the reason.
    #[inline(never)]
    pub fn from_bytes_uncompressed(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self::from_point(Affine::from_bytes_uncompressed(bytes)?))
    }

    /// From many compressed encodings, each with a verdict of its own:
    /// [`SignaturePoint::from_bytes`] of each, eight at a time on vectors where the CPU has them.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if there are not as many places as encodings; nothing to do is no
    /// error.
    pub fn from_bytes_batch(
        encodings: &[impl AsRef<[u8]>],
        signatures: &mut [Result<Self, Error>],
    ) -> Result<(), Error> {
        decode_batch(encodings, signatures, |point| Ok(Self::from_point(point?)))
    }

    /// The signature at a point of the group.
    pub const fn from_point(point: Affine<SignatureCurve<S>>) -> Self {
        Self { point, role: PhantomData }
    }

    /// The compressed encoding.
    pub fn to_bytes(&self) -> <SignatureCurve<S> as ZcashEncoding>::Compressed {
        self.point.to_bytes()
    }

    /// The uncompressed encoding.
    pub fn to_bytes_uncompressed(&self) -> <SignatureCurve<S> as ZcashEncoding>::Uncompressed {
        self.point.to_bytes_uncompressed()
    }

    /// The point.
    pub const fn as_point(&self) -> &Affine<SignatureCurve<S>> {
        &self.point
    }

    pub(super) fn of(point: &Projective<SignatureCurve<S>>) -> Self {
        Self::from_point(point.to_affine())
    }
}

impl<S: Suite, R> Clone for SignaturePoint<S, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Suite, R> Copy for SignaturePoint<S, R> {}

impl<S: Suite, R> PartialEq for SignaturePoint<S, R> {
    fn eq(&self, other: &Self) -> bool {
        self.point == other.point
    }
}

impl<S: Suite, R> Eq for SignaturePoint<S, R> {}

impl<S: Suite, R: Role> fmt::Debug for SignaturePoint<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, R::NAME, self.to_bytes().as_ref())
    }
}
