//! Compressed points: y little-endian, the sign of x (its parity, unless the curve says otherwise)
//! in the highest bit (RFC 8032 §5.1.2).
//!
//! Two decoders, since the world has two rules:
//!
//! | | [`EdwardsPoint::from_bytes`] | [`EdwardsPoint::from_bytes_zip215`] |
//! |---|---|---|
//! | rule | RFC 8032 §5.1.3 | ZIP 215 |
//! | y not below p | refused | its residue |
//! | x = 0 with the sign set | refused | x = 0 |
//! | points of small order, points with torsion | taken | taken |
//!
//! The second is what consensus among many implementations of batch verification needs: K.
//! Chalkias, F. Garillot, V. Nikolaenko, "Taming the many EdDSAs", ePrint 2020/1244.

use limb::each::Each;
use subtle::Choice;

use super::{CtxOf, Edwards, EdwardsGroup, EdwardsPoint, EdwardsRoots, GroupInLanes, RootOf};
use crate::crossover;
use crate::edwards::EdwardsThere;
use crate::engines::door::{elsewhere, in_lanes};
use crate::engines::lanes8::LANES;
use crate::error::{BatchError, PointError, check_lengths};
use crate::field::{Anywhere, Lanes, Masked, Red};
use crate::formulas::edwards::times_minus_a;
use crate::vectors::by;

/// A curve over a prime field whose modulus leaves the highest bit of its bytes free.
///
/// [Example](super#example).
pub trait EdwardsEncoding: EdwardsGroup {
    /// A byte array of the length of a field element.
    type Bytes: AsRef<[u8]> + AsMut<[u8]> + Copy;

    /// Zero bytes.
    const ZERO: Self::Bytes;
}

/// The x of a y and whether there is one, of either sign: x² = (y² − 1)/(dy² − a). Where a is a
/// square and d none, the denominator is never zero. Where both are none it is for y = ±√(a/d),
/// which is of no point: y² − 1 is not zero then, as a is not d, and roots of u/0 do not exist.
#[inline(always)]
fn x_of_y<C: EdwardsRoots>(y: &Red<C::Base>) -> RootOf<C> {
    let [u, v] = xx_of_y::<C>(y);
    C::sqrt_ratio(&u, &v)
}

/// x² as numerator and denominator.
#[inline(always)]
fn xx_of_y<C: Edwards>(y: &Red<C::Base>) -> [Red<C::Base>; 2] {
    let one = Red::one_in(&y.ctx());
    let yy = y.sqr();
    [&yy - &one, &C::times_d(&yy) + &times_minus_a::<C>(&one)]
}

impl<C: EdwardsGroup> EdwardsThere<C> {
    /// [`EdwardsPoint::of_y`] there.
    fn of_y(&self, y: Red<C::Base>, sign: Choice) -> Result<EdwardsPoint<C>, PointError> {
        EdwardsPoint::of_y(y, sign)
    }

    /// [`EdwardsPoint::of_two_y`] there.
    fn of_two_y(&self, y: [(Red<C::Base>, Choice); 2]) -> [Result<EdwardsPoint<C>, PointError>; 2] {
        EdwardsPoint::of_two_y(y)
    }
}

impl<C: EdwardsGroup> EdwardsPoint<C> {
    /// The point with this y and this sign of x.
    fn of_y(y: Red<C::Base>, sign: Choice) -> Result<Self, PointError> {
        elsewhere!(short C, |there| there.of_y(y.enter(there), sign).map(|point| Self::leave(&point)));
        let (x, exists) = x_of_y::<C>(&y);
        Self::with_sign(x, y, exists, sign)
    }

    /// The point of each y with its sign of x: their roots take turns on engines of words, which is
    /// little more time than one takes.
    fn of_two_y(y: [(Red<C::Base>, Choice); 2]) -> [Result<Self, PointError>; 2] {
        elsewhere!(short C, |there| {
            let y = y.each(|(y, sign)| (y.enter(there), sign));
            there.of_two_y(y).each(|point| point.map(|point| Self::leave(&point)))
        });
        let ratios = y.each_ref().each(|(y, _)| xx_of_y::<C>(y));
        let [a, b] = C::sqrt_ratio_pair(ratios.each_ref().each(|ratio| ratio.each_ref()));
        let [(y_a, sign_a), (y_b, sign_b)] = y;
        [Self::with_sign(a.0, y_a, a.1, sign_a), Self::with_sign(b.0, y_b, b.1, sign_b)]
    }

    /// The point (±x, y) if there is one and the curve admits it.
    fn with_sign(
        x: Red<C::Base>,
        y: Red<C::Base>,
        exists: Choice,
        sign: Choice,
    ) -> Result<Self, PointError> {
        if !bool::from(exists) {
            return Err(PointError::NotOnCurve);
        }
        let x = x.negate_if(&C::Base::mask(C::is_negative(&x) ^ sign));
        C::admit(Self::from_xy_unchecked_curve(x, y))
    }

    /// This point unless its x is zero and had its sign set.
    fn sign_of_zero(self, sign: Choice) -> Result<Self, PointError> {
        if bool::from(self.x.is_zero() & sign) { Err(PointError::Flags) } else { Ok(self) }
    }
}

impl<C: EdwardsEncoding<Base: Anywhere>> EdwardsPoint<C> {
    /// The compressed encoding, which is canonical. Constant-time; one inversion.
    #[inline(never)]
    pub fn to_bytes(&self) -> C::Bytes {
        Self::encode(&self.to_xy())
    }

    /// The compressed encoding of a public point, in time that depends on it. One inversion.
    #[inline(never)]
    pub fn to_bytes_vartime(&self) -> C::Bytes {
        let z_inverse = self.z.invert_vartime();
        Self::encode(&[&self.x * &z_inverse, &self.y * &z_inverse])
    }

    /// The compressed encodings of public points, in time that depends on them: 16 share an
    /// inversion (P. L. Montgomery, 1987).
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// places for encodings.
    #[inline(never)]
    pub fn to_bytes_batch_vartime(points: &[Self], out: &mut [C::Bytes]) -> Result<(), BatchError> {
        const CHUNK: usize = 16;
        check_lengths(points.len(), &[out.len()])?;
        for (points, out) in points.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
            // Going up, the product of Z before each point; Z is never zero.
            let mut before = [Red::one(); CHUNK];
            let mut product = Red::one();
            for (before, point) in before.iter_mut().zip(points) {
                *before = product;
                product = &product * &point.z;
            }
            let mut inverse = product.invert_vartime();
            for ((point, before), out) in points.iter().zip(before).zip(out).rev() {
                let z_inverse = &inverse * &before;
                inverse = &inverse * &point.z;
                *out = Self::encode(&[&point.x * &z_inverse, &point.y * &z_inverse]);
            }
        }
        Ok(())
    }

    /// x and y of many points: 16 share an inversion (P. L. Montgomery, 1987). Constant-time.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// places.
    #[inline(never)]
    pub fn to_xy_batch(points: &[Self], out: &mut [[Red<C::Base>; 2]]) -> Result<(), BatchError> {
        const CHUNK: usize = 16;
        check_lengths(points.len(), &[out.len()])?;
        for (points, out) in points.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
            // Going up, `out` has the product of Z before each point; Z is never zero.
            let mut product = Red::one();
            for ([before, _], point) in out.iter_mut().zip(points) {
                *before = product;
                product = &product * &point.z;
            }
            let mut inverse = product.invert();
            for (point, xy) in points.iter().zip(out).rev() {
                let z_inverse = &inverse * &xy[0];
                inverse = &inverse * &point.z;
                *xy = [&point.x * &z_inverse, &point.y * &z_inverse];
            }
        }
        Ok(())
    }

    /// The compressed encoding of the point with these coordinates x and y. Constant-time.
    pub fn xy_to_bytes(xy: &[Red<C::Base>; 2]) -> C::Bytes {
        Self::encode(xy)
    }

    /// The bytes of affine coordinates.
    fn encode([x, y]: &[Red<C::Base>; 2]) -> C::Bytes {
        let mut out = C::ZERO;
        y.to_bytes(out.as_mut());
        out.as_mut().reverse();
        if let Some(last) = out.as_mut().last_mut() {
            *last |= C::is_negative(x).unwrap_u8() << 7;
        }
        out
    }

    /// The point of a canonical encoding, whatever its order: RFC 8032 §5.1.3. Constant-time but
    /// for the verdict.
    ///
    /// # Errors
    /// [`PointError::Length`]; [`PointError::NotCanonical`] if y is not below p;
    /// [`PointError::NotOnCurve`]; [`PointError::Flags`] if x = 0 comes with its sign set;
    /// [`PointError::NotInSubgroup`] if the curve does not [admit](EdwardsGroup::admit) the
    /// point.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PointError> {
        let (y, sign) = canonical_y::<C>(bytes)?;
        Self::of_y(y, sign)?.sign_of_zero(sign)
    }

    /// The point of an encoding by the rules of ZIP 215, whatever its order: y may be any integer
    /// of its bits, and a sign of x = 0 means nothing. Constant-time but for the verdict.
    ///
    /// Not injective: what is compared or hashed must be the bytes that came, never the encoding of
    /// the point.
    ///
    /// # Errors
    /// [`PointError::Length`], [`PointError::NotOnCurve`]; [`PointError::NotInSubgroup`] as in
    /// [`EdwardsPoint::from_bytes`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_bytes_zip215(bytes: &[u8]) -> Result<Self, PointError> {
        let (y, sign) = any_y::<C>(bytes)?;
        Self::of_y(y, sign)
    }
}

impl<C: EdwardsEncoding<Base: Anywhere> + GroupInLanes> EdwardsPoint<C> {
    /// The points of many encodings: [`EdwardsPoint::from_bytes`] of each, eight at a time on
    /// vectors where the CPU has them. A verdict depends only on its own encoding.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no encodings, [`BatchError::LengthMismatch`] if there are not as
    /// many places for points.
    pub fn from_bytes_batch<B: AsRef<[u8]>>(
        encodings: &[B],
        points: &mut [Result<Self, PointError>],
    ) -> Result<(), BatchError> {
        Self::decode_batch(
            encodings,
            points,
            canonical_y::<C>,
            Self::from_bytes,
            Self::sign_of_zero,
        )
    }

    /// The points of many encodings by the rules of ZIP 215: [`EdwardsPoint::from_bytes_zip215`] of
    /// each, as [`EdwardsPoint::from_bytes_batch`].
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no encodings, [`BatchError::LengthMismatch`] if there are not as
    /// many places for points.
    pub fn from_bytes_zip215_batch<B: AsRef<[u8]>>(
        encodings: &[B],
        points: &mut [Result<Self, PointError>],
    ) -> Result<(), BatchError> {
        Self::decode_batch(encodings, points, any_y::<C>, Self::from_bytes_zip215, Self::any_sign)
    }

    /// The point, whatever its sign.
    const fn any_sign(self, _: Choice) -> Result<Self, PointError> {
        Ok(self)
    }

    /// Many encodings by the rules of `y`, which reads one, and `last`, which looks at the sign;
    /// `one` does both for a single one.
    fn decode_batch(
        encodings: &[impl AsRef<[u8]>],
        points: &mut [Result<Self, PointError>],
        y: impl Fn(&[u8]) -> Result<(Red<C::Base>, Choice), PointError>,
        one: impl Fn(&[u8]) -> Result<Self, PointError>,
        last: impl Fn(Self, Choice) -> Result<Self, PointError>,
    ) -> Result<(), BatchError> {
        check_lengths(encodings.len(), &[points.len()])?;
        by::<{ 2 * LANES }, _>(encodings, points, |encodings, points| {
            Self::decode_few(encodings, points, &y, &one, &last)
        });
        Ok(())
    }

    /// At most as many as two vectors have lanes.
    #[inline(never)]
    fn decode_few(
        encodings: &[&[u8]],
        points: &mut [Result<Self, PointError>],
        y: impl Fn(&[u8]) -> Result<(Red<C::Base>, Choice), PointError>,
        one: impl Fn(&[u8]) -> Result<Self, PointError>,
        last: impl Fn(Self, Choice) -> Result<Self, PointError>,
    ) {
        let enough = crossover::EDWARDS.reached(encodings.len());
        let (y, last) = (&y, &last);
        if in_lanes!(C, enough => decode_in_lanes::<C, _>(encodings, points, y, last)).is_some() {
            return;
        }
        for (encodings, points) in encodings.chunks(2).zip(points.chunks_mut(2)) {
            if let ([a, b], [to_a, to_b]) = (encodings, &mut *points)
                && let (Ok(a), Ok(b)) = (y(a), y(b))
            {
                let [found_a, found_b] = Self::of_two_y([a, b]);
                *to_a = found_a.and_then(|point| last(point, a.1));
                *to_b = found_b.and_then(|point| last(point, b.1));
            } else {
                encodings.iter().zip(points).for_each(|(encoding, point)| *point = one(encoding));
            }
        }
    }
}

/// The points of at most twice as many encodings as `S` has lanes: bytes and signs one by one,
/// roots in lanes, those of two vectors side by side. A lane whose encoding is bad carries some y
/// along; its verdict is settled already.
fn decode_in_lanes<C, S>(
    ctx: &CtxOf<S>,
    encodings: &[impl AsRef<[u8]>],
    points: &mut [Result<EdwardsPoint<C>, PointError>],
    read: impl Fn(&[u8]) -> Result<(Red<C::Base>, Choice), PointError>,
    last: impl Fn(EdwardsPoint<C>, Choice) -> Result<EdwardsPoint<C>, PointError>,
) where
    C: EdwardsEncoding<Base: Anywhere>,
    S: EdwardsRoots<Base: Lanes<One = C::Base>>,
{
    let mut read_of = [Err(PointError::Length); 2 * LANES];
    for (read_of, encoding) in read_of.iter_mut().zip(encodings) {
        *read_of = read(encoding.as_ref());
    }
    let filler = Red::<C::Base>::one();
    let vector = |start: usize| {
        Red::from_raw(S::Base::enter_lanes(ctx, |i| {
            read_of[start + i].as_ref().map_or(filler.raw(), |(y, _)| y.raw())
        }))
    };
    let (y, width) = (vector(0), S::Base::WIDTH);
    let (mut of_lanes, mut exists) = ([filler; 2 * LANES], [0; 2]);
    let mut leave = |which: usize, (x, is): RootOf<S>| {
        S::Base::leave_lanes(x.raw(), |i, x| of_lanes[which * width + i] = Red::from_raw(x));
        exists[which] = S::Base::bits(&is);
    };
    if encodings.len() <= width {
        leave(
            0,
            S::Base::enter(
                ctx,
                #[inline(always)]
                || x_of_y::<S>(&y),
            ),
        );
    } else {
        let other = vector(width);
        let [first, second] = S::Base::enter(
            ctx,
            #[inline(always)]
            || {
                let ratios = [xx_of_y::<S>(&y), xx_of_y::<S>(&other)];
                S::sqrt_ratio_pair([ratios[0].each_ref(), ratios[1].each_ref()])
            },
        );
        leave(0, first);
        leave(1, second);
    }
    for (i, (point, read)) in points.iter_mut().zip(read_of).enumerate() {
        let is = (exists[usize::from(i >= width)] >> (i & (width - 1))) & 1;
        *point = read.and_then(|(y, sign)| {
            last(EdwardsPoint::with_sign(of_lanes[i], y, Choice::from(is), sign)?, sign)
        });
    }
}

/// y below p, and the sign.
fn canonical_y<C: EdwardsEncoding<Base: Anywhere>>(
    bytes: &[u8],
) -> Result<(Red<C::Base>, Choice), PointError> {
    let (y, sign) = split::<C>(bytes)?;
    let (y, canonical) = Red::from_bytes(y.as_ref());
    if bool::from(canonical) { Ok((y, sign)) } else { Err(PointError::NotCanonical) }
}

/// The residue of y, and the sign.
fn any_y<C: EdwardsEncoding<Base: Anywhere>>(
    bytes: &[u8],
) -> Result<(Red<C::Base>, Choice), PointError> {
    let (y, sign) = split::<C>(bytes)?;
    Ok((Red::from_uniform_bytes(y.as_ref()), sign))
}

/// The bytes of y in big-endian order, and the sign.
fn split<C: EdwardsEncoding>(bytes: &[u8]) -> Result<(C::Bytes, Choice), PointError> {
    let mut y = C::ZERO;
    if bytes.len() != y.as_ref().len() {
        return Err(PointError::Length);
    }
    y.as_mut().copy_from_slice(bytes);
    y.as_mut().reverse();
    let mut sign = Choice::from(0);
    if let Some(first) = y.as_mut().first_mut() {
        sign = Choice::from(*first >> 7);
        *first &= 0x7f;
    }
    Ok((y, sign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ed25519::{Ed25519, FpEngine, Point};
    use crate::engines::lanes8::Lanes8Portable;
    use std::vec::Vec;

    /// Vectors are tested through the public functions; this is their source on portable lanes and
    /// on one.
    fn same_verdicts<S: EdwardsRoots<Base: Lanes<One = FpEngine>>>(ctx: &CtxOf<S>) {
        let generator = Point::generator();
        // Good ones, y = 2 that has no x, y not below p, the identity with a sign, and a wrong
        // length.
        let mut encodings: Vec<Vec<u8>> =
            (1..9).map(|k| generator.mul_integer_vartime(&[k]).to_bytes().to_vec()).collect();
        let of = |low: u8, rest: u8, high: u8| {
            let mut bytes = [rest; 32];
            (bytes[0], bytes[31]) = (low, high);
            bytes.to_vec()
        };
        encodings.extend([
            of(2, 0, 0),
            of(0xee, 0xff, 0x7f),
            of(0xee, 0xff, 0xff),
            of(1, 0, 0x80),
            of(1, 0, 0),
            [0; 31].into(),
        ]);
        let count = encodings.len();
        for turn in 0..count {
            encodings.rotate_left(turn & 1);
            for encodings in encodings.chunks(S::Base::WIDTH << (turn & 1)) {
                let mut points = [Err(PointError::Identity); 2 * LANES];
                let points = &mut points[..encodings.len()];
                decode_in_lanes::<_, S>(
                    ctx,
                    encodings,
                    points,
                    canonical_y::<Ed25519>,
                    EdwardsPoint::sign_of_zero,
                );
                for (point, bytes) in points.iter().zip(encodings) {
                    assert_eq!(*point, Point::from_bytes(bytes), "{bytes:02x?}");
                }
                decode_in_lanes::<_, S>(ctx, encodings, points, any_y::<Ed25519>, |point, _| {
                    Ok(point)
                });
                for (point, bytes) in points.iter().zip(encodings) {
                    assert_eq!(*point, Point::from_bytes_zip215(bytes), "{bytes:02x?}");
                }
            }
        }
    }

    #[test]
    fn encoding_many_is_encoding() {
        let mut points: Vec<Point> =
            (0..35).map(|k| Point::generator().mul_integer_vartime(&[k * k])).collect();
        points.push(points[3].neg());
        for length in 1..points.len() {
            let mut out = std::vec![[0xee; 32]; length];
            assert_eq!(Point::to_bytes_batch_vartime(&points[..length], &mut out), Ok(()));
            assert!(
                out.iter().zip(&points).all(|(bytes, point)| *bytes == point.to_bytes()),
                "{length}"
            );
            let mut xy = std::vec![[Red::zero(); 2]; length];
            assert_eq!(Point::to_xy_batch(&points[..length], &mut xy), Ok(()));
            assert!(xy.iter().zip(&out).all(|(xy, bytes)| Point::xy_to_bytes(xy) == *bytes));
            assert_eq!(points[length].to_bytes_vartime(), points[length].to_bytes());
        }
        assert_eq!(Point::to_bytes_batch_vartime(&[], &mut []), Err(BatchError::Empty));
        assert_eq!(Point::to_xy_batch(&[], &mut []), Err(BatchError::Empty));
        assert_eq!(
            Point::to_xy_batch(&points, &mut [[Red::zero(); 2]; 2]),
            Err(BatchError::LengthMismatch)
        );
        assert_eq!(
            Point::to_bytes_batch_vartime(&points, &mut [[0; 32]; 2]),
            Err(BatchError::LengthMismatch)
        );
    }

    #[test]
    fn decoding_in_lanes_is_decoding() {
        same_verdicts::<Ed25519<Lanes8Portable<FpEngine>>>(&());
        same_verdicts::<Ed25519>(&());
    }
}
