//! Many encodings of SEC 1 and BIP-340 at once: what looks at bytes one by one, on the users'
//! engine, the roots in lanes. A lane whose encoding is bad carries some x along; its verdict is
//! settled already.

use subtle::Choice;

use super::sec1::{compressed, x_only};
use super::{Affine, CtxOf, Sec1Encoding, Subgroup, Weierstrass, right_side};
use crate::crossover;
use crate::engines::door::in_lanes;
use crate::engines::lanes8::LANES;
use crate::error::{BatchError, PointError, check_lengths};
use crate::field::{Anywhere, Lanes, Red};
use crate::hash_to_curve::sswu::Swu;
use crate::hash_to_curve::{RootsInLanes, Suite};
use crate::vectors::by;

/// x, and whether y is odd.
type Half<C> = (Red<<C as Weierstrass>::Base>, Choice);

impl<C> Affine<C>
where
    C: Sec1Encoding<Base: Anywhere> + RootsInLanes,
{
    /// The points of many compressed encodings: [`Affine::from_sec1_compressed`] of each, eight at
    /// a time on vectors where the CPU has them. A verdict depends only on its own encoding.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no encodings, [`BatchError::LengthMismatch`] if there are not as
    /// many places for points.
    pub fn from_sec1_compressed_batch<B: AsRef<[u8]>>(
        encodings: &[B],
        points: &mut [Result<Self, PointError>],
    ) -> Result<(), BatchError> {
        decode_batch(encodings, points, compressed::<C>, Self::from_sec1_compressed)
    }

    /// The points with many x and even y: [`Affine::from_x_only`] of each, as
    /// [`Affine::from_sec1_compressed_batch`].
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no encodings, [`BatchError::LengthMismatch`] if there are not as
    /// many places for points.
    pub fn from_x_only_batch<B: AsRef<[u8]>>(
        encodings: &[B],
        points: &mut [Result<Self, PointError>],
    ) -> Result<(), BatchError> {
        decode_batch(encodings, points, x_only::<C>, Self::from_x_only)
    }
}

/// Many encodings by `read`, which looks at the bytes of one; `one` does all for a single one.
fn decode_batch<C>(
    encodings: &[impl AsRef<[u8]>],
    points: &mut [Result<Affine<C>, PointError>],
    read: impl Fn(&[u8]) -> Result<Half<C>, PointError>,
    one: impl Fn(&[u8]) -> Result<Affine<C>, PointError>,
) -> Result<(), BatchError>
where
    C: Sec1Encoding<Base: Anywhere> + RootsInLanes,
{
    check_lengths(encodings.len(), &[points.len()])?;
    by::<LANES, _>(encodings, points, |encodings, points| {
        decode_few(encodings, points, &read, &one)
    });
    Ok(())
}

/// At most as many as there are lanes.
#[inline(never)]
fn decode_few<C>(
    encodings: &[&[u8]],
    points: &mut [Result<Affine<C>, PointError>],
    read: impl Fn(&[u8]) -> Result<Half<C>, PointError>,
    one: impl Fn(&[u8]) -> Result<Affine<C>, PointError>,
) where
    C: Sec1Encoding<Base: Anywhere> + RootsInLanes,
{
    let enough = crossover::DECODINGS.reached(encodings.len());
    if in_lanes!(C, enough => decode_in_lanes::<C, _>(encodings, points, read)).is_none() {
        encodings.iter().zip(points).for_each(|(encoding, point)| *point = one(encoding));
    }
}

/// The points of at most as many encodings as `S` has lanes.
fn decode_in_lanes<C, S>(
    ctx: &CtxOf<S>,
    encodings: &[impl AsRef<[u8]>],
    points: &mut [Result<Affine<C>, PointError>],
    read: impl Fn(&[u8]) -> Result<Half<C>, PointError>,
) where
    C: Sec1Encoding<Base: Anywhere>,
    S: Suite<Base: Lanes<One = C::Base>, Map: Swu> + Subgroup,
{
    let mut read_of = [Err(PointError::Length); LANES];
    for (read_of, encoding) in read_of.iter_mut().zip(encodings) {
        *read_of = read(encoding.as_ref());
    }
    let filler = Red::<C::Base>::one();
    let x = Red::<S::Base>::from_raw(S::Base::enter_lanes(ctx, |i| {
        read_of[i].as_ref().map_or(filler.raw(), |(x, _)| x.raw())
    }));
    let (y, exists) = <S::Map as Swu>::sqrt_ratio(&right_side::<S>(&x), &Red::one_in(ctx));
    let exists = S::Base::bits(&exists);
    let mut roots = [filler; LANES];
    S::Base::leave_lanes(y.raw(), |i, y| roots[i] = Red::from_raw(y));
    for (i, (point, read)) in points.iter_mut().zip(read_of).enumerate() {
        *point = read.and_then(|(x, odd)| {
            if (exists >> i) & 1 == 0 {
                return Err(PointError::NotOnCurve);
            }
            let y = roots[i].negate_if(&(roots[i].sgn0() ^ odd));
            Ok(Affine::from_xy_unchecked_curve_and_subgroup(x, y))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::lanes8::Lanes8Portable;
    use crate::p256::{self, P256};
    use crate::secp256k1::{self, Secp256k1};
    use crate::weierstrass::Projective;
    use std::vec::Vec;

    /// Good ones of either sign, an x without a point, one of p and more, a bad tag, and a wrong
    /// length: in every lane, and through the public function.
    fn same_verdicts<C, S>(ctx: &CtxOf<S>)
    where
        C: Sec1Encoding<Base: Anywhere> + RootsInLanes,
        S: Suite<Base: Lanes<One = C::Base>, Map: Swu> + Subgroup,
    {
        let multiple = |k: u64| Projective::<C>::generator().mul_integer_vartime(&[k]).to_affine();
        let good = (1..20).map(|k| multiple(k * 7).to_sec1().expect("a point").to_vec());
        let mut encodings: Vec<Vec<u8>> = good.collect();
        let x = |last: u8| {
            (0..33)
                .map(|i| [2, 0, last][usize::from(i > 0) + usize::from(i > 31)])
                .collect::<Vec<u8>>()
        };
        let without = (1..)
            .map(x)
            .find(|bytes| Affine::<C>::from_sec1(bytes).is_err())
            .expect("half of all x");
        encodings.extend([
            without,
            [2; 1].into(),
            [0xff; 33].into(),
            [&[3][..], &[0xff; 32]].concat(),
        ]);
        let count = encodings.len();
        for turn in 0..count {
            encodings.rotate_left(1 + (turn & 1));
            for encodings in encodings.chunks(S::Base::WIDTH) {
                let mut points = [Err(PointError::Identity); LANES];
                let points = &mut points[..encodings.len()];
                decode_in_lanes::<C, S>(ctx, encodings, points, compressed::<C>);
                assert!(
                    points
                        .iter()
                        .zip(encodings)
                        .all(|(point, bytes)| *point == Affine::from_sec1_compressed(bytes))
                );
                let tails: Vec<&[u8]> = encodings.iter().map(|bytes| &bytes[1..]).collect();
                decode_in_lanes::<C, S>(ctx, &tails, points, x_only::<C>);
                assert!(
                    points
                        .iter()
                        .zip(tails)
                        .all(|(point, bytes)| *point == Affine::from_x_only(bytes))
                );
            }
        }
        for length in 1..=count {
            let mut points = std::vec![Err(PointError::Identity); length];
            assert_eq!(
                Affine::<C>::from_sec1_compressed_batch(&encodings[..length], &mut points),
                Ok(())
            );
            assert!(
                points
                    .iter()
                    .zip(&encodings)
                    .all(|(point, bytes)| *point == Affine::from_sec1_compressed(bytes))
            );
        }
        let none: [[u8; 33]; 0] = [];
        assert_eq!(Affine::<C>::from_x_only_batch(&none, &mut []), Err(BatchError::Empty));
        assert_eq!(
            Affine::<C>::from_x_only_batch(&encodings, &mut []),
            Err(BatchError::LengthMismatch)
        );
    }

    #[test]
    fn decoding_in_lanes_is_decoding() {
        same_verdicts::<Secp256k1, Secp256k1<Lanes8Portable<secp256k1::FpEngine>>>(&());
        same_verdicts::<Secp256k1, Secp256k1>(&());
        same_verdicts::<P256, P256<Lanes8Portable<p256::FpEngine>>>(&());
        same_verdicts::<P256, P256>(&());
    }
}
