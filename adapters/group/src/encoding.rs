//! The encodings of points, by the crates whose bytes they are.

use core::fmt;
use core::ops::{Deref, DerefMut};

use curve::field::{Anywhere, Red};
use curve::weierstrass::{Affine, Group, Sec1Encoding, ZcashEncoding};
use subtle::{Choice, ConditionallySelectable};

use crate::field::{Element, Encoding, FieldFacts};

/// An array of bytes with the traits that encodings need, which arrays of such lengths lack.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Bytes<const N: usize>(pub [u8; N]);

impl<const N: usize> Default for Bytes<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> fmt::Debug for Bytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const N: usize> Deref for Bytes<N> {
    type Target = [u8; N];

    fn deref(&self) -> &[u8; N] {
        &self.0
    }
}

impl<const N: usize> DerefMut for Bytes<N> {
    fn deref_mut(&mut self) -> &mut [u8; N] {
        &mut self.0
    }
}

impl<const N: usize> AsRef<[u8]> for Bytes<N> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const N: usize> AsMut<[u8]> for Bytes<N> {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl<const N: usize> From<[u8; N]> for Bytes<N> {
    fn from(bytes: [u8; N]) -> Self {
        Self(bytes)
    }
}

impl<const N: usize> From<Bytes<N>> for [u8; N] {
    fn from(bytes: Bytes<N>) -> Self {
        bytes.0
    }
}

/// The two encodings of a group's points. Decoding is of public bytes. `checked` may be false for
/// who knows that the point is in the group of prime order; the curve is checked in any case.
pub trait PointEncoding: Group {
    /// The shorter form, of `group::GroupEncoding`.
    type Compressed: Encoding + PartialEq + Eq + fmt::Debug;
    /// The longer form, of `group::UncompressedEncoding`.
    type Uncompressed: Encoding + PartialEq + Eq + fmt::Debug;

    /// The shorter form.
    fn compress(point: &Affine<Self>) -> Self::Compressed;
    /// The point of a shorter form.
    fn decompress(bytes: &Self::Compressed, checked: bool) -> Option<Affine<Self>>;
    /// The longer form.
    fn serialize(point: &Affine<Self>) -> Self::Uncompressed;
    /// The point of a longer form.
    fn deserialize(bytes: &Self::Uncompressed, checked: bool) -> Option<Affine<Self>>;
}

/// The ZCash encodings of BLS12-381, as in bls12_381, blstrs and halo2curves.
macro_rules! zcash {
    ($curve:ty, $compressed:literal, $uncompressed:literal) => {
        impl PointEncoding for $curve {
            type Compressed = Bytes<$compressed>;
            type Uncompressed = Bytes<$uncompressed>;

            fn compress(point: &Affine<Self>) -> Self::Compressed {
                Bytes(point.to_bytes())
            }

            fn decompress(bytes: &Self::Compressed, checked: bool) -> Option<Affine<Self>> {
                zcash(bytes.as_ref(), checked)
            }

            fn serialize(point: &Affine<Self>) -> Self::Uncompressed {
                Bytes(point.to_bytes_uncompressed())
            }

            fn deserialize(bytes: &Self::Uncompressed, checked: bool) -> Option<Affine<Self>> {
                zcash(bytes.as_ref(), checked)
            }
        }
    };
}

zcash!(curve::bls12_381::G1Curve, 48, 96);
zcash!(curve::bls12_381::G2Curve, 96, 192);

/// The point of either ZCash encoding, which its length tells.
fn zcash<C: ZcashEncoding<Base: Anywhere>>(bytes: &[u8], checked: bool) -> Option<Affine<C>> {
    let short = bytes.len() == Red::<C::Base>::BYTES;
    if checked {
        let decode = if short { Affine::from_bytes } else { Affine::from_bytes_uncompressed };
        return decode(bytes).ok();
    }
    let decode = if short {
        Affine::<C>::from_bytes_unchecked_subgroup
    } else {
        Affine::<C>::from_bytes_uncompressed_unchecked_subgroup
    };
    Some(decode(bytes).ok()?.assume_in_subgroup_unchecked().to_affine())
}

/// halo2curves' encodings of BN254: little-endian, x with the sign of y in the highest bit of the
/// last byte, and the identity's mark in the next; or x and y, of which the identity has zeros.
macro_rules! halo2 {
    ($curve:ty, $compressed:ty, $uncompressed:ty) => {
        impl PointEncoding for $curve {
            type Compressed = $compressed;
            type Uncompressed = $uncompressed;

            fn compress(point: &Affine<Self>) -> Self::Compressed {
                let mut out: Self::Compressed = Element(*point.x()).to_bytes().into();
                let flag = |bit, set| u8::conditional_select(&0, &bit, set);
                if let Some(last) = out.as_mut().last_mut() {
                    *last |= flag(SIGN, point.y().sgn0()) | flag(IDENTITY, point.is_identity());
                }
                out
            }

            fn decompress(bytes: &Self::Compressed, _: bool) -> Option<Affine<Self>> {
                let mut x = *bytes;
                let last = x.as_mut().last_mut()?;
                let flags = *last & (SIGN | IDENTITY);
                *last &= !(SIGN | IDENTITY);
                if flags & IDENTITY != 0 {
                    let zeros = x.as_ref().iter().all(|&byte| byte == 0);
                    return (flags == IDENTITY && zeros).then(Affine::identity);
                }
                let x = Option::<Element<_>>::from(Element::from_bytes(&x.into()))?;
                // Checked in any case: G1 has no cofactor, and in G2 the root takes longer.
                Affine::from_x(x.0, Choice::from(flags >> 7)).ok()
            }

            fn serialize(point: &Affine<Self>) -> Self::Uncompressed {
                let mut out = Self::Uncompressed::default();
                let (x, y) = out.as_mut().split_at_mut(Red::<Self::Base>::BYTES);
                x.copy_from_slice(Element(*point.x()).to_bytes().as_ref());
                y.copy_from_slice(Element(*point.y()).to_bytes().as_ref());
                out
            }

            fn deserialize(bytes: &Self::Uncompressed, checked: bool) -> Option<Affine<Self>> {
                let (x, y) = bytes.as_ref().split_at(Red::<Self::Base>::BYTES);
                let (x, y) = (coordinate(x)?, coordinate(y)?);
                if bool::from(x.is_zero() & y.is_zero()) {
                    return Some(Affine::identity());
                }
                if checked {
                    return Affine::from_xy(x, y).ok();
                }
                let point = Affine::from_xy_unchecked_curve_and_subgroup(x, y);
                bool::from(point.is_on_curve()).then_some(point)
            }
        }
    };
}

const SIGN: u8 = 0x80;
const IDENTITY: u8 = 0x40;

halo2!(curve::bn254::G1Curve, [u8; 32], Bytes<64>);
halo2!(curve::bn254::G2Curve, Bytes<64>, Bytes<128>);

/// halo2curves' encodings of the curves of cycles, of which pasta_curves has the shorter: as for
/// BN254, but for the identity of Pallas and Vesta, which has zeros and no mark.
#[cfg(any(feature = "pasta", feature = "grumpkin"))]
macro_rules! little_endian {
    ($curve:ty) => {
        impl PointEncoding for $curve {
            type Compressed = [u8; 32];
            type Uncompressed = Bytes<64>;

            fn compress(point: &Affine<Self>) -> Self::Compressed {
                point.to_le_bytes()
            }

            fn decompress(bytes: &Self::Compressed, _: bool) -> Option<Affine<Self>> {
                Affine::from_le_bytes(bytes).ok()
            }

            fn serialize(point: &Affine<Self>) -> Self::Uncompressed {
                Bytes(point.to_le_bytes_uncompressed())
            }

            fn deserialize(bytes: &Self::Uncompressed, _: bool) -> Option<Affine<Self>> {
                Affine::from_le_bytes_uncompressed(&bytes.0).ok()
            }
        }
    };
}

#[cfg(feature = "pasta")]
little_endian!(curve::pallas::Pallas);
#[cfg(feature = "pasta")]
little_endian!(curve::vesta::Vesta);
#[cfg(feature = "grumpkin")]
little_endian!(curve::grumpkin::Grumpkin);

/// A coordinate of little-endian bytes.
fn coordinate<F: FieldFacts>(bytes: &[u8]) -> Option<Red<F>> {
    let mut repr = F::Repr::default();
    repr.as_mut().copy_from_slice(bytes);
    Option::<Element<F>>::from(Element::from_bytes(&repr)).map(|element| element.0)
}

/// SEC 1, as in k256 and p256: the identity, which has no encoding of such a length there, is all
/// zeros.
macro_rules! sec1 {
    ($curve:ty) => {
        impl PointEncoding for $curve {
            type Compressed = Bytes<33>;
            type Uncompressed = Bytes<65>;

            fn compress(point: &Affine<Self>) -> Self::Compressed {
                Bytes(or_zeros(point.to_sec1_unchecked_identity(), !point.is_identity()))
            }

            fn decompress(bytes: &Self::Compressed, _: bool) -> Option<Affine<Self>> {
                sec1(bytes.as_ref())
            }

            fn serialize(point: &Affine<Self>) -> Self::Uncompressed {
                let bytes = point.to_sec1_uncompressed_unchecked_identity();
                Bytes(or_zeros(bytes, !point.is_identity()))
            }

            fn deserialize(bytes: &Self::Uncompressed, _: bool) -> Option<Affine<Self>> {
                sec1(bytes.as_ref())
            }
        }
    };
}

sec1!(curve::secp256k1::Secp256k1);
sec1!(curve::p256::P256);

/// These bytes, or zeros.
fn or_zeros<const N: usize>(bytes: [u8; N], keep: Choice) -> [u8; N] {
    bytes.map(|byte| u8::conditional_select(&0, &byte, keep))
}

/// The point of either form.
fn sec1<C: Sec1Encoding<Base: Anywhere>>(bytes: &[u8]) -> Option<Affine<C>> {
    if bytes.iter().all(|&byte| byte == 0) {
        return Some(Affine::identity());
    }
    Affine::from_sec1(bytes).ok()
}
