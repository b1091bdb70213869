//! Little-endian encodings of curves over fields of 254 or 255 bits: x with the parity of y in the
//! top bit, or x and y.
//!
//! | | Pallas, Vesta | Grumpkin |
//! |---|---|---|
//! | defined by | `pasta_curves` 0.6, `halo2curves` 0.10 | `halo2curves` 0.10 |
//! | compressed | 32 bytes: x; bit 7 of the last byte is set if y is odd | the same |
//! | the identity, compressed | zeros | zeros, and bit 6 of the last byte |
//! | uncompressed (`halo2curves`) | 64 bytes: x, y; zeros for the identity | the same |
//!
//! No point has x = 0 where the identity has zeros, or on Grumpkin. Coordinates are below p. Each
//! point has one string of each form, and everything else is refused with its reason. Encoding is
//! constant-time; decoding is of public data.

use limb::each::{Each, array};
use subtle::{Choice, ConditionallySelectable};

use super::{Affine, CtxOf, CurveThere, Group, GroupInLanes, Projective, Weierstrass, right_side};
use crate::crossover;
use crate::engines::door::{elsewhere, in_lanes};
use crate::engines::lanes8::LANES;
use crate::error::{BatchError, PointError, check_lengths};
use crate::field::{Anywhere, Canonical, Lanes, Masked, Red, There};
use crate::vectors::by;

/// Bytes of a coordinate.
const COORDINATE: usize = 32;

/// The bit of the last byte that says that y is odd.
const SIGN: u8 = 0x80;

/// A curve over a field that knows its square roots, of one element or of several lanes.
///
/// [Example](super#example).
pub trait SquareRoots: Weierstrass<Base: Masked> {
    /// A square root, and whether there is one; of the two it is not said which. Constant-time.
    fn sqrt(a: &Red<Self::Base>) -> (Red<Self::Base>, <Self::Base as Masked>::Mask);
}

/// A group of prime order on a whole curve y² = x³ + b over a prime field of at most 255 bits, with
/// encodings of 32 and 64 bytes.
///
/// [Example](super#example).
pub trait LittleEndianEncoding: Group + SquareRoots {
    /// What the identity's compressed encoding has in its last byte. If it is not zero, that bit is
    /// no part of x.
    const INFINITY: u8;
}

impl<C: LittleEndianEncoding> Affine<C> {
    /// The compressed encoding. Constant-time.
    #[inline(never)]
    pub fn to_le_bytes(&self) -> [u8; 32] {
        let mut out = coordinate_to_bytes::<C>(&self.x);
        // The identity has x = y = 0, and no sign.
        out[COORDINATE - 1] |= u8::conditional_select(&0, &C::INFINITY, self.infinity)
            | u8::conditional_select(&0, &SIGN, self.y.sgn0());
        out
    }

    /// The uncompressed encoding: x, then y. Constant-time.
    #[inline(never)]
    pub fn to_le_bytes_uncompressed(&self) -> [u8; 64] {
        let mut out = [0; 2 * COORDINATE];
        let (x, y) = out.split_at_mut(COORDINATE);
        x.copy_from_slice(&coordinate_to_bytes::<C>(&self.x));
        y.copy_from_slice(&coordinate_to_bytes::<C>(&self.y));
        out
    }
}

impl<C: LittleEndianEncoding<Base: Anywhere, Fast: LittleEndianEncoding>> Affine<C> {
    /// The point of a compressed encoding. The identity is a point; those who refuse it add
    /// [`Affine::not_identity`].
    ///
    /// Cost: a square root.
    ///
    /// # Errors
    /// [`PointError`]: `Length`, `Flags`, `NotCanonical`, `NotOnCurve`, tested in this order.
    #[inline(never)]
    pub fn from_le_bytes(bytes: &[u8]) -> Result<Self, PointError> {
        elsewhere!(short C, |there| decode(there, bytes).map(|point| Self::leave(&point)));
        decode(&There::new(()), bytes)
    }

    /// The point of an uncompressed encoding.
    ///
    /// Cost: the equation of the curve.
    ///
    /// # Errors
    /// [`PointError`]: `Length`, `NotCanonical`, `NotOnCurve`, tested in this order.
    #[inline(never)]
    pub fn from_le_bytes_uncompressed(bytes: &[u8]) -> Result<Self, PointError> {
        let ([x, y], []) = bytes.as_chunks::<COORDINATE>() else { return Err(PointError::Length) };
        if bytes.iter().all(|&byte| byte == 0) {
            return Ok(Self::identity());
        }
        let point = Self::from_xy_unchecked_curve_and_subgroup(
            coordinate::<C>(&(), *x)?,
            coordinate::<C>(&(), *y)?,
        );
        if bool::from(point.is_on_curve()) { Ok(point) } else { Err(PointError::NotOnCurve) }
    }
}

impl<C: LittleEndianEncoding> Projective<C> {
    /// See [`Affine::to_le_bytes`]. One inversion.
    #[inline(never)]
    pub fn to_le_bytes(&self) -> [u8; 32] {
        self.to_affine().to_le_bytes()
    }
}

impl<C: LittleEndianEncoding<Base: Anywhere, Fast: LittleEndianEncoding>> Projective<C> {
    /// See [`Affine::from_le_bytes`].
    ///
    /// # Errors
    /// As [`Affine::from_le_bytes`].
    #[inline(never)]
    pub fn from_le_bytes(bytes: &[u8]) -> Result<Self, PointError> {
        Affine::from_le_bytes(bytes).map(|point| point.to_projective())
    }
}

impl<C> Affine<C>
where
    C: LittleEndianEncoding<Base: Anywhere, Fast: LittleEndianEncoding>
        + GroupInLanes<Lanes: SquareRoots, Doubles: SquareRoots>,
{
    /// The points of many compressed encodings: [`Affine::from_le_bytes`] of each, eight at a time
    /// on vectors where the CPU has them. A verdict depends only on its own encoding.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no encodings, [`BatchError::LengthMismatch`] if there are not as
    /// many places for points.
    pub fn from_le_bytes_batch<B: AsRef<[u8]>>(
        encodings: &[B],
        points: &mut [Result<Self, PointError>],
    ) -> Result<(), BatchError> {
        check_lengths(encodings.len(), &[points.len()])?;
        by::<LANES, _>(encodings, points, decode_few::<C>);
        Ok(())
    }
}

/// Little-endian bytes.
fn coordinate_to_bytes<C: Group>(a: &Red<C::Base>) -> [u8; COORDINATE] {
    const { assert!(C::Base::BYTES == COORDINATE, "coordinates have 32 bytes") };
    let mut out = [0; COORDINATE];
    a.to_bytes(&mut out);
    out.reverse();
    out
}

/// The coordinate of little-endian bytes.
fn coordinate<C: Group>(
    ctx: &CtxOf<C>,
    mut bytes: [u8; COORDINATE],
) -> Result<Red<C::Base>, PointError> {
    bytes.reverse();
    let (value, canonical) = Red::from_bytes_in(ctx, &bytes);
    if bool::from(canonical) { Ok(value) } else { Err(PointError::NotCanonical) }
}

/// What the bytes of a compressed encoding say: x, if there is a point with it, and whether its y
/// is odd; or nothing for the identity.
type Header<C> = Option<(Red<<C as Weierstrass>::Base>, Choice)>;

/// Length, flags and range of a compressed encoding; `infinity` is that of the trait.
fn header<C: Group>(ctx: &CtxOf<C>, infinity: u8, bytes: &[u8]) -> Result<Header<C>, PointError> {
    let mut x: [u8; COORDINATE] = bytes.try_into().map_err(|_| PointError::Length)?;
    let last = x[COORDINATE - 1];
    x[COORDINATE - 1] = last & !(SIGN | infinity);
    let flags = last & (SIGN | infinity);
    let rest = x.iter().fold(0, |all, byte| all | byte);
    if flags & infinity != 0 || infinity == 0 && flags == 0 && rest == 0 {
        return if flags == infinity && rest == 0 { Ok(None) } else { Err(PointError::Flags) };
    }
    Ok(Some((coordinate::<C>(ctx, x)?, Choice::from(flags >> 7))))
}

fn decode<C: LittleEndianEncoding>(
    ctx: &CurveThere<C>,
    bytes: &[u8],
) -> Result<Affine<C>, PointError> {
    let Some((x, odd)) = header::<C>(ctx, C::INFINITY, bytes)? else {
        return Ok(Affine::<C>::identity_in(ctx));
    };
    let (y, exists) = C::sqrt(&right_side::<C>(&x));
    if !bool::from(exists) {
        return Err(PointError::NotOnCurve);
    }
    // The order of the curve is odd: no point has y = 0.
    Ok(Affine::from_xy_unchecked_curve_and_subgroup(x, y.negate_if(&(y.sgn0() ^ odd))))
}

/// At most eight.
#[inline(never)]
fn decode_few<C>(encodings: &[&[u8]], points: &mut [Result<Affine<C>, PointError>])
where
    C: LittleEndianEncoding<Base: Anywhere, Fast: LittleEndianEncoding>
        + GroupInLanes<Lanes: SquareRoots, Doubles: SquareRoots>,
{
    let enough = crossover::DECODINGS.reached(encodings.len());
    if in_lanes!(C, enough => decode_in_lanes::<C, _>(encodings, points)).is_none() {
        for (encoding, point) in encodings.iter().zip(points) {
            *point = Affine::from_le_bytes(encoding);
        }
    }
}

/// The points of at most as many encodings as `S` has lanes. A lane whose encoding is bad carries
/// some x along; its verdict is settled already.
fn decode_in_lanes<C, S>(
    ctx: &CtxOf<S>,
    encodings: &[impl AsRef<[u8]>],
    points: &mut [Result<Affine<C>, PointError>],
) where
    C: LittleEndianEncoding<Base: Anywhere>,
    S: SquareRoots<Base: Lanes<One = C::Base>>,
{
    let mut headers: [Result<Header<C>, PointError>; LANES] = array(|_| Err(PointError::Length));
    for (header_of, encoding) in headers.iter_mut().zip(encodings) {
        *header_of = header::<C>(&(), C::INFINITY, encoding.as_ref());
    }
    let filler = Red::<C::Base>::one();
    let x_of = headers.each_ref().each(|header| match header {
        Ok(Some((x, _))) => *x,
        _ => filler,
    });
    let x = Red::<S::Base>::from_raw(S::Base::enter_lanes(ctx, |i| x_of[i].raw()));
    let (y, exists) = S::sqrt(&right_side::<S>(&x));
    let exists = S::Base::bits(&exists);
    let mut roots = [filler; LANES];
    S::Base::leave_lanes(y.raw(), |i, y| roots[i] = Red::from_raw(y));
    for (i, (point, header)) in points.iter_mut().zip(headers).enumerate() {
        *point = header.and_then(|header| match header {
            None => Ok(Affine::identity()),
            Some(_) if (exists >> i) & 1 == 0 => Err(PointError::NotOnCurve),
            Some((x, odd)) => {
                let y = roots[i].negate_if(&(roots[i].sgn0() ^ odd));
                Ok(Affine::from_xy_unchecked_curve_and_subgroup(x, y))
            }
        });
    }
}
