//! The ZCash encodings of points (draft-irtf-cfrg-pairing-friendly-curves, appendix C): big-endian
//! coordinates with three flags in the top bits of the first byte.
//!
//! | bit | name | set |
//! |---|---|---|
//! | 7 | compression | in the compressed form (x alone), clear in the uncompressed (x, y) |
//! | 6 | infinity | for the identity; every other bit but the compression bit is then clear |
//! | 5 | sign | in the compressed form, if y is larger than −y |
//!
//! Exactly one string of each form decodes to a point: everything else is refused with its reason.
//! Encoding is constant-time; decoding is of public data.

use subtle::{Choice, ConditionallySelectable};

use super::{Affine, CtxOf, CurvePoint, Group, Projective};
#[cfg(feature = "hints")]
use crate::advice::Advice;
use crate::engines::door::elsewhere;
use crate::error::PointError;
use crate::field::{Anywhere, Canonical, Red, There};
use crate::formulas::negate_if;
#[cfg(feature = "hints")]
use crate::scalar_mul::AdvisedGroup;
use crate::weierstrass::CurveThere;

const COMPRESSION: u8 = 0x80;
const INFINITY: u8 = 0x40;
const SIGN: u8 = 0x20;
const FLAGS: u8 = COMPRESSION | INFINITY | SIGN;

/// Longest coordinate, for buffers: Fp2 of 384 bits each.
const MAX_COORDINATE: usize = 96;

/// A group whose coordinates leave three bits free in their first byte, encoded as ZCash does.
///
/// [Example](super#example).
pub trait ZcashEncoding: Group {
    /// Bytes of x: `[u8; 48]` in G1, `[u8; 96]` in G2 of BLS12-381.
    type Compressed: Copy + AsRef<[u8]> + AsMut<[u8]>;
    /// Bytes of x and y: twice as many.
    type Uncompressed: Copy + AsRef<[u8]> + AsMut<[u8]>;

    /// Zeros.
    const COMPRESSED: Self::Compressed;
    /// Zeros.
    const UNCOMPRESSED: Self::Uncompressed;
}

impl<C: ZcashEncoding> Affine<C> {
    /// The compressed encoding. Constant-time.
    #[inline(never)]
    pub fn to_bytes(&self) -> C::Compressed {
        let mut out = C::COMPRESSED;
        let bytes = out.as_mut();
        self.x.to_bytes(bytes);
        // The identity has x = y = 0: no bit of x and no sign.
        bytes[0] |= COMPRESSION | flag(INFINITY, self.infinity) | flag(SIGN, self.y.is_largest());
        out
    }

    /// The uncompressed encoding. Constant-time.
    #[inline(never)]
    pub fn to_bytes_uncompressed(&self) -> C::Uncompressed {
        let mut out = C::UNCOMPRESSED;
        let bytes = out.as_mut();
        let (x, y) = bytes.split_at_mut(C::Base::BYTES);
        self.x.to_bytes(x);
        self.y.to_bytes(y);
        bytes[0] |= flag(INFINITY, self.infinity);
        out
    }
}

impl<C: ZcashEncoding<Base: Anywhere>> Affine<C> {
    /// The point of a compressed encoding: encoding, curve and subgroup are checked. The identity
    /// is a point; those who refuse it add [`Affine::not_identity`].
    ///
    /// Cost: a square root and the subgroup check.
    ///
    /// # Errors
    /// [`PointError`]: `Length`, `Compression`, `Flags`, `NotCanonical`, `NotOnCurve`,
    /// `NotInSubgroup`, tested in this order.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PointError> {
        elsewhere!(short C, |there| in_subgroup(decode_compressed(there, bytes).map(|point| Self::leave(&point))));
        in_subgroup(decode_compressed(&There::new(()), bytes))
    }

    /// The point of an uncompressed encoding: encoding, curve and subgroup are checked.
    ///
    /// # Errors
    /// As [`Affine::from_bytes`].
    #[inline(never)]
    pub fn from_bytes_uncompressed(bytes: &[u8]) -> Result<Self, PointError> {
        elsewhere!(short C, |there| in_subgroup(decode_uncompressed(there, bytes).map(|point| Self::leave(&point))));
        in_subgroup(decode_uncompressed(&There::new(()), bytes))
    }

    /// As [`Affine::from_bytes`] without the subgroup check, which the type of the result still
    /// asks for.
    ///
    /// # Errors
    /// As [`Affine::from_bytes`], less `NotInSubgroup`.
    #[inline(never)]
    pub fn from_bytes_unchecked_subgroup(bytes: &[u8]) -> Result<CurvePoint<C>, PointError> {
        Self::decode_unchecked_subgroup(bytes).map(CurvePoint::from)
    }

    /// The same as a point of the group: only for who checks that next.
    pub(super) fn decode_unchecked_subgroup(bytes: &[u8]) -> Result<Self, PointError> {
        elsewhere!(short C, |there| decode_compressed(there, bytes).map(|point| Self::leave(&point)));
        decode_compressed(&There::new(()), bytes)
    }

    /// As [`Affine::from_bytes_uncompressed`] without the subgroup check, which the type of the
    /// result still asks for.
    ///
    /// # Errors
    /// As [`Affine::from_bytes`], less `NotInSubgroup`.
    #[inline(never)]
    pub fn from_bytes_uncompressed_unchecked_subgroup(
        bytes: &[u8],
    ) -> Result<CurvePoint<C>, PointError> {
        elsewhere!(short C, |there| decode_uncompressed(there, bytes).map(|point| Affine::leave(&point).into()));
        decode_uncompressed(&There::new(()), bytes).map(CurvePoint::from)
    }
}

#[cfg(feature = "hints")]
impl<C: ZcashEncoding + AdvisedGroup> Affine<C> {
    /// The point of a compressed encoding by a host's advice, checked as by [`Affine::from_bytes`].
    /// None where that fails or gives the identity, and if the advice is wrong.
    ///
    /// Cost in G1 of BLS12-381: 520 products and squares.
    ///
    /// [Example](crate::advice#of-a-sum).
    #[inline(never)]
    pub fn from_bytes_by_advice(bytes: &[u8], advice: &mut impl Advice) -> Option<Self> {
        let Header::Point { x, largest } = header::<C>(&(), bytes).ok()? else { return None };
        let y = advice.root(&super::right_side::<C>(&x))?;
        let y = negate_if(&y, &(y.is_largest() ^ largest));
        let in_group = C::is_in_subgroup_by_advice(&[x, y], advice)?;
        in_group.then(|| Self::from_xy_unchecked_curve_and_subgroup(x, y))
    }
}

impl<C: ZcashEncoding> Projective<C> {
    /// The compressed encoding. Constant-time; one inversion.
    #[inline(never)]
    pub fn to_bytes(&self) -> C::Compressed {
        self.to_affine().to_bytes()
    }

    /// The uncompressed encoding. Constant-time; one inversion.
    #[inline(never)]
    pub fn to_bytes_uncompressed(&self) -> C::Uncompressed {
        self.to_affine().to_bytes_uncompressed()
    }
}

impl<C: ZcashEncoding<Base: Anywhere>> Projective<C> {
    /// See [`Affine::from_bytes`].
    ///
    /// # Errors
    /// As [`Affine::from_bytes`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PointError> {
        Affine::from_bytes(bytes).map(|point| point.to_projective())
    }

    /// See [`Affine::from_bytes_uncompressed`].
    ///
    /// # Errors
    /// As [`Affine::from_bytes`].
    #[inline(never)]
    pub fn from_bytes_uncompressed(bytes: &[u8]) -> Result<Self, PointError> {
        Affine::from_bytes_uncompressed(bytes).map(|point| point.to_projective())
    }
}

impl<C: ZcashEncoding> CurvePoint<C> {
    /// The uncompressed encoding, which has room for every point of the curve.
    #[inline(never)]
    pub fn to_bytes_uncompressed(&self) -> C::Uncompressed {
        self.0.to_bytes_uncompressed()
    }

    /// The compressed encoding, which has room for every point of the curve.
    #[inline(never)]
    pub fn to_bytes(&self) -> C::Compressed {
        self.0.to_bytes()
    }
}

fn flag(bit: u8, set: Choice) -> u8 {
    u8::conditional_select(&0, &bit, set)
}

/// What was decoded, if it is in the group. It is looked at where it stands.
fn in_subgroup<C: Group>(decoded: Result<Affine<C>, PointError>) -> Result<Affine<C>, PointError> {
    match &decoded {
        Ok(point) if !bool::from(point.is_in_subgroup()) => Err(PointError::NotInSubgroup),
        _ => decoded,
    }
}

/// What the bytes of a compressed encoding say.
pub(super) enum Header<C: Group> {
    /// The identity.
    Identity,
    /// A point with this x, if there is one, and whether its y is the larger one.
    Point { x: Red<C::Base>, largest: Choice },
}

/// Length, flags and range of a compressed encoding.
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub(super) fn header<C: Group>(ctx: &CtxOf<C>, bytes: &[u8]) -> Result<Header<C>, PointError> {
    if bytes.len() != C::Base::BYTES {
        return Err(PointError::Length);
    }
    if bytes[0] & COMPRESSION == 0 {
        return Err(PointError::Compression);
    }
    if bytes[0] & INFINITY != 0 {
        return identity::<C>(ctx, bytes).map(|_| Header::Identity);
    }
    let x = coordinate::<C>(ctx, bytes, bytes[0] & !FLAGS)?;
    Ok(Header::Point { x, largest: Choice::from((bytes[0] & SIGN) >> 5) })
}

#[cfg_attr(target_arch = "riscv32", inline(never))]
fn decode_compressed<C: Group>(ctx: &CurveThere<C>, bytes: &[u8]) -> Result<Affine<C>, PointError> {
    let (x, largest) = match header::<C>(ctx, bytes)? {
        Header::Identity => return Ok(Affine::<C>::identity_in(ctx)),
        Header::Point { x, largest } => (x, largest),
    };
    let (y, exists) = super::right_side::<C>(&x).sqrt();
    if !bool::from(exists) {
        return Err(PointError::NotOnCurve);
    }
    // y = 0 would have no sign, but it makes a point of order two, and the order of the curve is
    // odd.
    Ok(Affine::from_xy_unchecked_curve_and_subgroup(x, negate_if(&y, &(y.is_largest() ^ largest))))
}

fn decode_uncompressed<C: Group>(
    ctx: &CurveThere<C>,
    bytes: &[u8],
) -> Result<Affine<C>, PointError> {
    if bytes.len() != 2 * C::Base::BYTES {
        return Err(PointError::Length);
    }
    if bytes[0] & COMPRESSION != 0 {
        return Err(PointError::Compression);
    }
    if bytes[0] & INFINITY != 0 {
        return identity::<C>(ctx, bytes);
    }
    if bytes[0] & SIGN != 0 {
        return Err(PointError::Flags);
    }
    let (x, y) = bytes.split_at(C::Base::BYTES);
    let point = Affine::<C>::from_xy_unchecked_curve_and_subgroup(
        coordinate::<C>(ctx, x, x[0])?,
        coordinate::<C>(ctx, y, y[0])?,
    );
    if bool::from(point.is_on_curve()) { Ok(point) } else { Err(PointError::NotOnCurve) }
}

/// The identity, if nothing is set in its encoding but the compression and infinity bits.
fn identity<C: Group>(ctx: &CtxOf<C>, bytes: &[u8]) -> Result<Affine<C>, PointError> {
    let others =
        bytes[1..].iter().fold(bytes[0] & !(COMPRESSION | INFINITY), |all, byte| all | byte);
    if others == 0 { Ok(Affine::identity_in(ctx)) } else { Err(PointError::Flags) }
}

/// The coordinate in `bytes`, with its first byte replaced.
fn coordinate<C: Group>(
    ctx: &CtxOf<C>,
    bytes: &[u8],
    first: u8,
) -> Result<Red<C::Base>, PointError> {
    let mut buffer = [0; MAX_COORDINATE];
    let buffer = &mut buffer[..C::Base::BYTES];
    buffer.copy_from_slice(bytes);
    buffer[0] = first;
    let (value, canonical) = Red::from_bytes_in(ctx, buffer);
    if bool::from(canonical) { Ok(value) } else { Err(PointError::NotCanonical) }
}
