//! Points of BN254 in arkworks' encoding, and coordinates in little-endian bytes.
//!
//! | form | bytes |
//! |---|---|
//! | compressed | x |
//! | uncompressed | x ‖ y |
//!
//! Coordinates are little-endian, c₀ ‖ c₁ in Fp2. Of the last byte the highest bit says that y is
//! the larger of y and −y (in Fp2 c₁ decides, then c₀), the next one that the point is the
//! identity, whose other bits are zero. Other than arkworks' own decoder, this one takes each point
//! in one encoding alone: the sign bit beside a y, and the coordinates of the identity, must be
//! right.

use alloc::vec::Vec;

use curve::error::PointError;
use curve::field::{Anywhere, Canonical, Red};
use curve::weierstrass::{Affine, Group, Weierstrass};

use super::Form;

const NEGATIVE: u8 = 0x80;
const INFINITY: u8 = 0x40;

/// The longest encoding of a coordinate.
const MOST: usize = 96;

/// The value of little-endian bytes, as many as an encoding has; none if it is not below the
/// modulus.
pub(super) fn from_le<F: Anywhere>(bytes: &[u8]) -> Option<Red<F>> {
    let mut buffer = [0; MOST];
    let big = &mut buffer[..F::BYTES];
    big.copy_from_slice(bytes);
    big.reverse();
    let (value, canonical) = Red::from_bytes(big);
    bool::from(canonical).then_some(value)
}

/// Appends little-endian bytes.
pub(super) fn put_le<F: Canonical>(value: &Red<F>, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + F::BYTES, 0);
    value.to_bytes(&mut out[start..]);
    out[start..].reverse();
}

/// The modulus of a prime field, little-endian.
pub(super) fn modulus<F: Anywhere>() -> Vec<u8> {
    let mut out = Vec::new();
    put_le(&-&Red::<F>::one(), &mut out);
    // An odd prime's predecessor is even.
    out[0] |= 1;
    out
}

pub(super) fn decode<C: Group<Base: Anywhere>>(
    bytes: &[u8],
    form: Form,
) -> Result<Affine<C>, PointError> {
    let size = <C::Base as Canonical>::BYTES;
    let length = if form == Form::Compressed { size } else { 2 * size };
    if bytes.len() != length {
        return Err(PointError::Length);
    }
    let mut buffer = [0; 2 * MOST];
    let plain = &mut buffer[..length];
    plain.copy_from_slice(bytes);
    let flags = plain[length - 1] & (NEGATIVE | INFINITY);
    plain[length - 1] ^= flags;
    if flags & INFINITY != 0 {
        let zero = flags == INFINITY && plain.iter().all(|byte| *byte == 0);
        return if zero { Ok(Affine::identity()) } else { Err(PointError::Flags) };
    }
    let negative = flags == NEGATIVE;
    let (x, y) = plain.split_at(size);
    let x: Red<C::Base> = from_le(x).ok_or(PointError::NotCanonical)?;
    if form == Form::Uncompressed {
        let y: Red<C::Base> = from_le(y).ok_or(PointError::NotCanonical)?;
        let point = Affine::from_xy(x, y)?;
        return if bool::from(y.is_largest()) == negative {
            Ok(point)
        } else {
            Err(PointError::Flags)
        };
    }
    let (root, exists) = (&(&x.sqr() * &x) + &<C as Weierstrass>::b(&())).sqrt();
    if !bool::from(exists) {
        return Err(PointError::NotOnCurve);
    }
    let y = if bool::from(root.is_largest()) == negative { root } else { -&root };
    Affine::from_xy(x, y)
}

pub(super) fn encode<C: Group>(point: &Affine<C>, form: Form, out: &mut Vec<u8>) {
    let identity = bool::from(point.is_identity());
    put_le(point.x(), out);
    if form == Form::Uncompressed {
        put_le(point.y(), out);
    }
    let flag = match (identity, bool::from(point.y().is_largest())) {
        (true, _) => INFINITY,
        (false, true) => NEGATIVE,
        (false, false) => 0,
    };
    if let Some(last) = out.last_mut() {
        *last |= flag;
    }
}
