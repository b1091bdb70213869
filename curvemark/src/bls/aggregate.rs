//! Sums of signatures and of keys.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

use curve::weierstrass::{Affine, Projective, ZcashEncoding};

use super::key::write_hex;
use super::suite::{KeyCurve, Possession, Side, SignatureCurve};
use super::{Error, ProvenPublicKey, Signature, Suite};

/// A sum of signatures of one suite, by several keys on several messages or on one.
///
/// [Example](crate::bls).
#[derive(Clone, Copy)]
pub struct AggregateSignature<S: Suite> {
    sum: Projective<SignatureCurve<S>>,
}

/// A sum of keys whose possession is proved: the key of an aggregate of signatures on one message.
///
/// [Example](crate::bls).
#[derive(Clone, Copy)]
pub struct AggregatePublicKey<S: Suite<Scheme = Possession>> {
    sum: Projective<KeyCurve<S>>,
}

/// Σ Pᵢ in variable time.
fn sum<'p, C: Side>(
    points: impl ExactSizeIterator<Item = &'p Affine<C>>,
) -> Result<Projective<C>, Error> {
    #[cfg(feature = "alloc")]
    {
        let points: Vec<_> = points.copied().collect();
        curve::msm::sum_vartime_alloc(&points).map_err(|_| Error::Empty)
    }
    #[cfg(not(feature = "alloc"))]
    {
        points
            .fold(None, |sum: Option<Projective<C>>, point| {
                Some(sum.map_or_else(|| point.to_projective(), |sum| sum.add_mixed(point)))
            })
            .ok_or(Error::Empty)
    }
}

impl<S: Suite> AggregateSignature<S> {
    /// The sum of signatures: Aggregate of draft-irtf-cfrg-bls-signature-05, §2.8.
    ///
    /// Variable-time. Cost: an addition of points for each signature, with the feature `alloc` many
    /// at a time in lanes.
    ///
    /// # Errors
    /// [`Error::Empty`] for no signatures.
    #[inline(never)]
    pub fn aggregate(signatures: &[Signature<S>]) -> Result<Self, Error> {
        Ok(Self { sum: sum(signatures.iter().map(Signature::as_point))? })
    }

    /// Adds a signature.
    pub fn add(&mut self, signature: &Signature<S>) {
        self.sum = self.sum.add_mixed(signature.as_point());
    }

    /// Adds the signatures of another aggregate.
    pub fn add_aggregate(&mut self, other: &Self) {
        self.sum = self.sum.add(&other.sum);
    }

    /// From the compressed encoding, as
    /// [`Signature::from_bytes`](super::SignaturePoint::from_bytes).
    ///
    /// # Errors
    /// [`Error::Point`] with the reason.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Signature::from_bytes(bytes).map(|signature| Self::from(&signature))
    }

    /// The compressed encoding. An inversion.
    pub fn to_bytes(&self) -> <SignatureCurve<S> as ZcashEncoding>::Compressed {
        self.sum.to_bytes()
    }

    /// The same point as a signature. An inversion.
    #[inline(never)]
    pub fn to_signature(&self) -> Signature<S> {
        Signature::of(&self.sum)
    }

    /// Whether this is the identity.
    pub fn is_infinity(&self) -> bool {
        self.sum.is_identity().into()
    }
}

impl<S: Suite<Scheme = Possession>> AggregateSignature<S> {
    /// Whether this is the sum of a signature of each key on one message: FastAggregateVerify of
    /// §3.3.4. A key that is listed twice counts twice.
    ///
    /// Variable-time; all is public. Cost: an addition for each key, and that of
    /// [`PublicKey::verify`](super::PublicKey::verify).
    ///
    /// # Errors
    /// [`Error::NotSigned`] if it is not; [`Error::Empty`] for no keys, [`Error::KeysCancel`] if
    /// they add up to the identity.
    #[inline(never)]
    pub fn fast_aggregate_verify(
        &self,
        keys: &[ProvenPublicKey<S>],
        message: &[u8],
    ) -> Result<(), Error> {
        let key = AggregatePublicKey::aggregate(keys)?.to_public_key()?;
        key.public_key().verify(message, &self.to_signature())
    }
}

impl<S: Suite> From<&Signature<S>> for AggregateSignature<S> {
    fn from(signature: &Signature<S>) -> Self {
        Self { sum: signature.as_point().to_projective() }
    }
}

impl<S: Suite<Scheme = Possession>> AggregatePublicKey<S> {
    /// The sum of keys.
    ///
    /// Variable-time. Cost: an addition of points for each key, with the feature `alloc` many at a
    /// time in lanes.
    ///
    /// # Errors
    /// [`Error::Empty`] for no keys.
    #[inline(never)]
    pub fn aggregate(keys: &[ProvenPublicKey<S>]) -> Result<Self, Error> {
        Ok(Self { sum: sum(keys.iter().map(|key| key.public_key().as_point()))? })
    }

    /// Adds a key.
    pub fn add(&mut self, key: &ProvenPublicKey<S>) {
        self.sum = self.sum.add_mixed(key.public_key().as_point());
    }

    /// The sum as a key. An inversion.
    ///
    /// # Errors
    /// [`Error::KeysCancel`] if it is the identity.
    #[inline(never)]
    pub fn to_public_key(&self) -> Result<ProvenPublicKey<S>, Error> {
        ProvenPublicKey::of_sum(&self.sum)
    }

    /// The compressed encoding, which may be that of the identity. An inversion.
    pub fn to_bytes(&self) -> <KeyCurve<S> as ZcashEncoding>::Compressed {
        self.sum.to_bytes()
    }
}

impl<S: Suite<Scheme = Possession>> From<&ProvenPublicKey<S>> for AggregatePublicKey<S> {
    fn from(key: &ProvenPublicKey<S>) -> Self {
        Self { sum: key.public_key().as_point().to_projective() }
    }
}

impl<S: Suite> PartialEq for AggregateSignature<S> {
    fn eq(&self, other: &Self) -> bool {
        self.sum.equal(&other.sum).into()
    }
}

impl<S: Suite> Eq for AggregateSignature<S> {}

impl<S: Suite<Scheme = Possession>> PartialEq for AggregatePublicKey<S> {
    fn eq(&self, other: &Self) -> bool {
        self.sum.equal(&other.sum).into()
    }
}

impl<S: Suite<Scheme = Possession>> Eq for AggregatePublicKey<S> {}

impl<S: Suite> fmt::Debug for AggregateSignature<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, "AggregateSignature", self.to_bytes().as_ref())
    }
}

impl<S: Suite<Scheme = Possession>> fmt::Debug for AggregatePublicKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, "AggregatePublicKey", self.to_bytes().as_ref())
    }
}
