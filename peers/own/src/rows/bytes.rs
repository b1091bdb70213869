//! Canonical bytes of field elements, on all curves beside BLS12-381.

use curve::field::{Anywhere, Canonical, Red};
use curve::fp2::Quad;

/// An element of a prime field, big-endian.
pub(super) fn element<E: Anywhere>(bytes: &[u8]) -> Option<Red<E>> {
    if bytes.len() != E::BYTES {
        return None;
    }
    let (value, canonical) = Red::<E>::from_bytes(bytes);
    bool::from(canonical).then_some(value)
}

/// As [`element`], little-endian.
pub(super) fn little<E: Anywhere>(bytes: &[u8]) -> Option<Red<E>> {
    let mut bytes = bytes.to_vec();
    bytes.reverse();
    element(&bytes)
}

/// The bytes of an element, big-endian.
pub(super) fn bytes<E: Canonical>(value: &Red<E>) -> Vec<u8> {
    let mut out = vec![0; E::BYTES];
    value.to_bytes(&mut out);
    out
}

/// As [`bytes`], little-endian.
pub(super) fn little_bytes<E: Canonical>(value: &Red<E>) -> Vec<u8> {
    let mut out = bytes(value);
    out.reverse();
    out
}

/// An element of Fp2, c0 first.
pub(super) fn pair<E: Anywhere>(bytes: &[u8]) -> Option<Red<Quad<E>>> {
    let (c0, c1) = bytes.split_at_checked(E::BYTES)?;
    Some(Red::<Quad<E>>::new(element(c0)?, element(c1)?))
}

/// The bytes of an element of Fp2, c0 first.
pub(super) fn pair_bytes<E: Anywhere>(value: &Red<Quad<E>>) -> Vec<u8> {
    [bytes(&value.c0()), bytes(&value.c1())].concat()
}
