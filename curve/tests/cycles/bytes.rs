//! Encodings: one string for each point, and reasons for everything else, one by one and in
//! batches.

#![allow(clippy::integer_division_remainder_used)]

use crate::engine;
use crate::laws;
use crate::slow::{Slow, integer};
use curve::error::{BatchError, PointError};
use curve::field::{Anywhere, Red};
use curve::grumpkin::Grumpkin;
use curve::pallas::Pallas;
use curve::scalar::ScalarField;
use curve::vesta::Vesta;
use curve::weierstrass::{
    Affine, Group, GroupInLanes, LittleEndianEncoding, Projective, SquareRoots,
};
use num_bigint::BigUint;

fn little_endian(a: &BigUint) -> [u8; 32] {
    let mut out = [0; 32];
    let bytes = a.to_bytes_le();
    out[..bytes.len()].copy_from_slice(&bytes);
    out
}

/// An x without a point.
fn without<C: Group<Base: Anywhere>>() -> BigUint {
    let x = (1u32..).find(|&x| {
        !bool::from((Red::<C::Base>::from(x).sqr() * Red::from(x) + C::b(&())).is_square())
    });
    BigUint::from(x.expect("half of all x"))
}

/// Bytes, and what a decoder says of them.
type Case<C> = (Vec<u8>, Result<Affine<C>, PointError>);

fn encodings<C>(slow: &Slow)
where
    C: LittleEndianEncoding<Base: Anywhere, Scalar: ScalarField, Fast: LittleEndianEncoding>
        + GroupInLanes<Lanes: SquareRoots, Doubles: SquareRoots>,
{
    let one_by_one = Affine::<C>::from_le_bytes;
    let uncompressed = Affine::<C>::from_le_bytes_uncompressed;
    // What is decoded in batches, with each verdict.
    let mut all: Vec<Case<C>> = Vec::new();
    for p in laws::points::<C>().iter().map(Projective::to_affine).flat_map(|p| [p, p.neg()]) {
        let bytes = p.to_le_bytes();
        if !bool::from(p.is_identity()) {
            let mut x = bytes;
            assert_eq!(x[31] >> 7, p.y().sgn0().unwrap_u8());
            x[31] &= 0x7f;
            assert_eq!(x, little_endian(&integer(p.x())));
            // The other sign is the other point.
            let mut other = bytes;
            other[31] ^= 0x80;
            assert_eq!(one_by_one(&other), Ok(p.neg()));
        }
        assert_eq!(one_by_one(&bytes), Ok(p));
        assert_eq!(Projective::<C>::from_le_bytes(&bytes), Ok(p.to_projective()));
        let both = p.to_le_bytes_uncompressed();
        assert_eq!(both[..32], little_endian(&integer(p.x())));
        assert_eq!(both[32..], little_endian(&integer(p.y())));
        assert_eq!(uncompressed(&both), Ok(p));
        all.push((bytes.to_vec(), Ok(p)));
        // Every other length.
        let long = [&both[..], &both].concat();
        for length in 0..long.len() {
            assert!(length == 32 || one_by_one(&long[..length]) == Err(PointError::Length));
            assert!(length == 64 || uncompressed(&long[..length]) == Err(PointError::Length));
        }
        for i in 0..512 {
            let mut changed = both;
            changed[i >> 3] ^= 1 << (i & 7);
            assert!(uncompressed(&changed).is_err());
        }
    }
    let g = Affine::<C>::generator();
    // Coordinates of p and more, and of no point.
    let top = BigUint::from(1u32) << if C::INFINITY == 0 { 255u32 } else { 254 };
    for x in [slow.p.clone(), &slow.p + 1u32, &top - 1u32] {
        assert!(x >= slow.p);
        for sign in [0, 0x80] {
            let mut bytes = little_endian(&x);
            bytes[31] |= sign;
            all.push((bytes.to_vec(), Err(PointError::NotCanonical)));
        }
        for place in [0, 32] {
            let mut bytes = g.to_le_bytes_uncompressed();
            bytes[place..place + 32].copy_from_slice(&little_endian(&x));
            assert_eq!(uncompressed(&bytes), Err(PointError::NotCanonical));
        }
    }
    all.push((little_endian(&without::<C>()).to_vec(), Err(PointError::NotOnCurve)));
    // Neither x = 0 nor y = 0 makes a point, and the identity has no sign.
    let mut zero = [0; 32];
    zero[31] = 0x80;
    let of_no_point = if C::INFINITY == 0 { vec![zero] } else { vec![zero, [0; 32]] };
    all.extend(of_no_point.iter().map(|bytes| (bytes.to_vec(), Err(PointError::NotOnCurve))));
    if C::INFINITY != 0 {
        for (place, bit) in [(0, 1), (31, 1), (31, 0x80), (17, 0x10)] {
            let mut bytes = Affine::<C>::identity().to_le_bytes();
            assert_eq!(bytes[31], C::INFINITY);
            bytes[place] |= bit;
            all.push((bytes.to_vec(), Err(PointError::Flags)));
        }
    }
    for place in [0, 32] {
        let mut bytes = g.to_le_bytes_uncompressed();
        bytes[place..place + 32].fill(0);
        assert_eq!(uncompressed(&bytes), Err(PointError::NotOnCurve));
    }
    all.push((vec![], Err(PointError::Length)));
    all.push((vec![0; 31], Err(PointError::Length)));
    all.push((vec![0; 33], Err(PointError::Length)));
    // The order of the group is odd, so that no point has y = 0.
    let refused = all.iter().filter(|(_, verdict)| verdict.is_err()).count();
    println!("{} points, {refused} refused", all.len() - refused);
    assert!(refused >= 11);
    for (bytes, verdict) in &all {
        assert_eq!(one_by_one(bytes), *verdict, "{bytes:02x?}");
    }
    engine::hold().on_each(|_| {
        for turn in 0..9 {
            all.rotate_left(1 + turn);
            for count in [1, 2, 3, 7, 8, 9, all.len()] {
                let encodings: Vec<&[u8]> =
                    all[..count].iter().map(|(bytes, _)| bytes.as_slice()).collect();
                let mut points = vec![Err(PointError::Identity); count];
                assert_eq!(Affine::<C>::from_le_bytes_batch(&encodings, &mut points), Ok(()));
                for (found, (_, verdict)) in points.iter().zip(&all) {
                    assert_eq!(found, verdict);
                }
            }
        }
        for (bytes, verdict) in &all {
            assert_eq!(one_by_one(bytes), *verdict);
        }
    });
    let none: [[u8; 32]; 0] = [];
    assert_eq!(Affine::<C>::from_le_bytes_batch(&none, &mut []), Err(BatchError::Empty));
    assert_eq!(
        Affine::<C>::from_le_bytes_batch(&[[0; 32]], &mut []),
        Err(BatchError::LengthMismatch)
    );
}

#[test]
fn one_string_for_each_point() {
    encodings::<Pallas>(&Slow::pallas());
    encodings::<Vesta>(&Slow::vesta());
    encodings::<Grumpkin>(&Slow::grumpkin());
}
