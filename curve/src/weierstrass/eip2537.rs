//! The encodings of EIP-2537, which Ethereum's precompiled contracts on BLS12-381 take: x and y, each element of Fp as 64 big-endian bytes of which
//! the first sixteen are zero; in Fp2 the coefficient of 1 first. The identity is all zeros.
//!
//! Each point has exactly one string, and everything else is refused with its reason. All of it is of public data and in variable time.

use super::{Affine, CurvePoint, Group, Projective};
use crate::error::PointError;
use crate::field::{Anywhere, Canonical, Red};

/// Bytes of an element of Fp by itself.
const ELEMENT: usize = 48;
/// Bytes of an element of Fp in the encoding.
const PADDED: usize = 64;
const PADDING: usize = PADDED - ELEMENT;
/// Elements of Fp in a coordinate, at most.
const MOST: usize = 2;

/// A group encoded as EIP-2537 does.
pub trait Eip2537Encoding: Group {
    /// Bytes of x and y: `[u8; 128]` in G1, `[u8; 256]` in G2 of BLS12-381.
    type Bytes: Copy + AsRef<[u8]> + AsMut<[u8]>;

    /// Zeros.
    const BYTES: Self::Bytes;
}

/// The element of Fp or Fp2 with this encoding, of 64 or 128 bytes.
///
/// # Errors
/// [`PointError::Length`]; [`PointError::NotCanonical`] where the padding is not zero, too.
pub fn element_from_eip2537<F: Anywhere>(bytes: &[u8]) -> Result<Red<F>, PointError> {
    const { assert!(F::BYTES == ELEMENT || F::BYTES == MOST * ELEMENT, "a field of 381 bits, or its quadratic extension") };
    let (parts, rest) = bytes.as_chunks::<PADDED>();
    if !rest.is_empty() || parts.len() * ELEMENT != F::BYTES {
        return Err(PointError::Length);
    }
    // The field's own encoding has the highest coefficient first.
    let mut own = [0; MOST * ELEMENT];
    let own = &mut own[..F::BYTES];
    for (part, own) in parts.iter().rev().zip(own.chunks_exact_mut(ELEMENT)) {
        let (padding, element) = part.split_at(PADDING);
        if padding.iter().any(|&byte| byte != 0) {
            return Err(PointError::NotCanonical);
        }
        own.copy_from_slice(element);
    }
    let (value, canonical) = Red::from_bytes(own);
    if bool::from(canonical) { Ok(value) } else { Err(PointError::NotCanonical) }
}

fn element_to_eip2537<F: Canonical>(element: &Red<F>, out: &mut [u8]) {
    let mut own = [0; MOST * ELEMENT];
    let own = &mut own[..F::BYTES];
    element.to_bytes(own);
    for (part, own) in out.chunks_exact_mut(PADDED).rev().zip(own.chunks_exact(ELEMENT)) {
        part[PADDING..].copy_from_slice(own);
    }
}

fn decode<C: Eip2537Encoding<Base: Anywhere>>(bytes: &[u8]) -> Result<Affine<C>, PointError> {
    if bytes.len() != C::BYTES.as_ref().len() {
        return Err(PointError::Length);
    }
    let (x, y) = bytes.split_at(bytes.len() >> 1);
    let (x, y) = (element_from_eip2537(x)?, element_from_eip2537(y)?);
    if bytes.iter().all(|&byte| byte == 0) {
        return Ok(Affine::identity());
    }
    let point = Affine::from_xy_unchecked_curve_and_subgroup(x, y);
    if bool::from(point.is_on_curve()) { Ok(point) } else { Err(PointError::NotOnCurve) }
}

impl<C: Eip2537Encoding<Base: Anywhere>> Affine<C> {
    /// The encoding: x, then y.
    pub fn to_eip2537(&self) -> C::Bytes {
        let mut out = C::BYTES;
        let bytes = out.as_mut();
        let (x, y) = bytes.split_at_mut(bytes.len() >> 1);
        // The identity has x = y = 0.
        element_to_eip2537(&self.x, x);
        element_to_eip2537(&self.y, y);
        out
    }

    /// The point of an encoding: coordinates, curve and subgroup are checked. The identity is a point; those who refuse it add
    /// [`Affine::not_identity`].
    ///
    /// Cost: the equation of the curve and the subgroup check.
    ///
    /// # Errors
    /// [`PointError`]: `Length`, `NotCanonical`, `NotOnCurve`, `NotInSubgroup`, tested in this order.
    pub fn from_eip2537(bytes: &[u8]) -> Result<Self, PointError> {
        let point = decode::<C>(bytes)?;
        if bool::from(point.is_in_subgroup()) { Ok(point) } else { Err(PointError::NotInSubgroup) }
    }

    /// As [`Affine::from_eip2537`] without the subgroup check, which the type of the result still asks for.
    ///
    /// # Errors
    /// As [`Affine::from_eip2537`], less `NotInSubgroup`.
    pub fn from_eip2537_unchecked_subgroup(bytes: &[u8]) -> Result<CurvePoint<C>, PointError> {
        decode(bytes).map(CurvePoint::from)
    }
}

#[cfg(feature = "alloc")]
impl<C: Eip2537Encoding<Base: Anywhere> + super::GroupInLanes> Affine<C> {
    /// [`Affine::from_eip2537`] of each of many encodings, with the subgroup checks eight at a time on vectors where the CPU has them. Each check is
    /// exact.
    ///
    /// # Errors
    /// The first [`PointError`] of an encoding, of which `NotInSubgroup` comes after all others.
    pub fn from_eip2537_all<'b>(
        encodings: impl Iterator<Item = &'b [u8]>,
    ) -> Result<alloc::vec::Vec<Self>, PointError> {
        super::batch::all_in_subgroup(encodings.map(decode).collect::<Result<_, _>>()?)
    }
}

impl<C: Eip2537Encoding<Base: Anywhere>> Projective<C> {
    /// The encoding: x, then y. One inversion, in variable time.
    pub fn to_eip2537_vartime(&self) -> C::Bytes {
        self.to_affine_vartime().to_eip2537()
    }
}

impl<C: Eip2537Encoding<Base: Anywhere>> CurvePoint<C> {
    /// The encoding, which has room for every point of the curve. One inversion, in variable time.
    pub fn to_eip2537_vartime(&self) -> C::Bytes {
        self.0.to_eip2537_vartime()
    }
}
