//! The encodings of EIP-2537, which Ethereum's precompiled contracts on BLS12-381 take: x and y,
//! each element of Fp as 64 big-endian bytes of which the first sixteen are zero; in Fp2 the
//! coefficient of 1 first. The identity is all zeros.
//!
//! Each point has exactly one string, and everything else is refused with its reason. All of it is
//! of public data and in variable time.

use super::{Affine, CurvePoint, Group, Projective};
use crate::engines::door::elsewhere;
use crate::error::PointError;
use crate::field::{Anywhere, Canonical, Red, There};
use crate::weierstrass::CurveThere;

/// Bytes of an element of Fp by itself.
const ELEMENT: usize = 48;
/// Bytes of an element of Fp in the encoding.
const PADDED: usize = 64;
const PADDING: usize = PADDED - ELEMENT;
/// Elements of Fp in a coordinate, at most.
const MOST: usize = 2;

/// A group encoded as EIP-2537 does.
///
/// [Example](super#example).
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
///
/// [Example](super#example).
#[inline(never)]
pub fn element_from_eip2537<F: Anywhere>(bytes: &[u8]) -> Result<Red<F>, PointError> {
    if bytes.len() != padded_bytes::<F>() {
        return Err(PointError::Length);
    }
    decode_element(&(), bytes)
}

/// Bytes of an element in the encoding.
const fn padded_bytes<F: Canonical>() -> usize {
    const {
        assert!(
            F::BYTES == ELEMENT || F::BYTES == MOST * ELEMENT,
            "a field of 381 bits, or its quadratic extension"
        )
    };
    if F::BYTES == ELEMENT { PADDED } else { MOST * PADDED }
}

/// The element of as many bytes as it has.
fn decode_element<F: Canonical>(ctx: &F::Ctx, bytes: &[u8]) -> Result<Red<F>, PointError> {
    // The field's own encoding has the highest coefficient first.
    let mut own = [0; MOST * ELEMENT];
    let own = &mut own[..F::BYTES];
    for (part, own) in bytes.as_chunks::<PADDED>().0.iter().rev().zip(own.chunks_exact_mut(ELEMENT))
    {
        let (padding, element) = part.split_at(PADDING);
        if padding.iter().any(|&byte| byte != 0) {
            return Err(PointError::NotCanonical);
        }
        own.copy_from_slice(element);
    }
    let (value, canonical) = Red::from_bytes_in(ctx, own);
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

fn encode<C: Group>(point: &Affine<C>, out: &mut [u8]) {
    let (x, y) = out.split_at_mut(padded_bytes::<C::Base>());
    // The identity has x = y = 0.
    element_to_eip2537(&point.x, x);
    element_to_eip2537(&point.y, y);
}

fn decode<C: Group>(ctx: &CurveThere<C>, bytes: &[u8]) -> Result<Affine<C>, PointError> {
    if bytes.len() != 2 * padded_bytes::<C::Base>() {
        return Err(PointError::Length);
    }
    let (x, y) = bytes.split_at(padded_bytes::<C::Base>());
    let (x, y) = (decode_element::<C::Base>(ctx, x)?, decode_element::<C::Base>(ctx, y)?);
    if bytes.iter().all(|&byte| byte == 0) {
        return Ok(Affine::<C>::identity_in(ctx));
    }
    let point = Affine::from_xy_unchecked_curve_and_subgroup(x, y);
    if bool::from(point.is_on_curve()) { Ok(point) } else { Err(PointError::NotOnCurve) }
}

/// The point, on the engine that is fastest for it.
fn decode_fast<C: Group<Base: Anywhere>>(bytes: &[u8]) -> Result<Affine<C>, PointError> {
    elsewhere!(short C, |there| decode(there, bytes).map(|point| Affine::leave(&point)));
    decode(&There::new(()), bytes)
}

/// The encoding of the sum of two encoded points.
fn add<C: Group>(
    there: &CurveThere<C>,
    p: &[u8],
    q: &[u8],
    out: &mut [u8],
) -> Result<(), PointError> {
    encode(&decode(there, p)?.add_vartime(&decode(there, q)?), out);
    Ok(())
}

impl<C: Eip2537Encoding<Base: Anywhere>> Affine<C> {
    /// The encoding: x, then y.
    #[inline(never)]
    pub fn to_eip2537(&self) -> C::Bytes {
        let mut out = C::BYTES;
        encode(self, out.as_mut());
        out
    }

    /// The point of an encoding: coordinates, curve and subgroup are checked. The identity is a
    /// point; those who refuse it add [`Affine::not_identity`].
    ///
    /// Cost: the equation of the curve and the subgroup check.
    ///
    /// # Errors
    /// [`PointError`]: `Length`, `NotCanonical`, `NotOnCurve`, `NotInSubgroup`, tested in this
    /// order.
    #[inline(never)]
    pub fn from_eip2537(bytes: &[u8]) -> Result<Self, PointError> {
        let point = decode_fast::<C>(bytes)?;
        if bool::from(point.is_in_subgroup()) { Ok(point) } else { Err(PointError::NotInSubgroup) }
    }

    /// As [`Affine::from_eip2537`] without the subgroup check, which the type of the result still
    /// asks for.
    ///
    /// # Errors
    /// As [`Affine::from_eip2537`], less `NotInSubgroup`.
    #[inline(never)]
    pub fn from_eip2537_unchecked_subgroup(bytes: &[u8]) -> Result<CurvePoint<C>, PointError> {
        decode_fast(bytes).map(CurvePoint::from)
    }

    /// The encoding of P + Q of two encoded points of the curve, in the subgroup or not, and be
    /// they equal, opposite or the identity.
    ///
    /// Cost: the equations of two points, an inversion, two products and a square.
    ///
    /// # Errors
    /// As [`Affine::from_eip2537_unchecked_subgroup`], of P before those of Q.
    #[inline(never)]
    pub fn add_eip2537_vartime(p: &[u8], q: &[u8]) -> Result<C::Bytes, PointError> {
        let mut out = C::BYTES;
        elsewhere!(short C, |there| add(there, p, q, out.as_mut()).map(|()| out));
        add::<C>(&There::new(()), p, q, out.as_mut()).map(|()| out)
    }
}

#[cfg(feature = "alloc")]
impl<C: Eip2537Encoding<Base: Anywhere> + super::GroupInLanes> Affine<C> {
    /// [`Affine::from_eip2537`] of each of many encodings, with the subgroup checks eight at a time
    /// on vectors where the CPU has them. Each check is exact.
    ///
    /// # Errors
    /// The first [`PointError`] of an encoding, of which `NotInSubgroup` comes after all others.
    pub fn from_eip2537_all(
        encodings: impl Iterator<Item: AsRef<[u8]>>,
    ) -> Result<alloc::vec::Vec<Self>, PointError> {
        let points = encodings.map(|encoding| decode_fast(encoding.as_ref()));
        super::batch::all_in_subgroup(points.collect::<Result<_, _>>()?)
    }
}

impl<C: Eip2537Encoding<Base: Anywhere>> Projective<C> {
    /// The encoding: x, then y. One inversion, in variable time.
    #[inline(never)]
    pub fn to_eip2537_vartime(&self) -> C::Bytes {
        self.to_affine_vartime().to_eip2537()
    }
}

impl<C: Eip2537Encoding<Base: Anywhere>> CurvePoint<C> {
    /// The encoding, which has room for every point of the curve. One inversion, in variable time.
    #[inline(never)]
    pub fn to_eip2537_vartime(&self) -> C::Bytes {
        self.0.to_eip2537_vartime()
    }
}
