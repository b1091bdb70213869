//! Decoding and checking many points at once gives the verdicts of decoding and checking them one
//! by one, on every engine.

#![allow(clippy::integer_division_remainder_used)]

use crate::engine;
use curve::bls12_381::{G1Curve, G2Curve};
use curve::bn254;
use curve::error::{BatchError, PointError};
use curve::field::{Anywhere, Red};
use curve::hash_to_curve::sswu::Swu;
use curve::hash_to_curve::{Suite, map_to_curve};
use curve::weierstrass::{Affine, CurvePoint, GroupInLanes, Projective, ZcashEncoding};
use std::collections::BTreeSet;
use subtle::Choice;

/// The same number for a bit more each time.
fn element<F: Anywhere>(i: u32) -> Red<F> {
    let mut bytes = vec![0x5a; F::UNIFORM_BYTES];
    bytes[7..11].copy_from_slice(&i.to_be_bytes());
    Red::from_uniform_bytes(&bytes)
}

/// Points of the curve, in the group and outside in turn.
fn points<C: Suite + GroupInLanes<Base: Anywhere>>(count: u32) -> Vec<CurvePoint<C>> {
    let point = |i| {
        let point = map_to_curve::<C>(&element::<C::Base>(i));
        if i & 1 == 0 { CurvePoint::from(point.clear_cofactor()) } else { point }
    };
    (0..count).map(point).collect()
}

fn subgroups<C: Suite + GroupInLanes<Base: Anywhere>>() {
    let mut points = points::<C>(20);
    points[4] = CurvePoint::from(Projective::<C>::identity());
    for count in [1, 2, 3, 7, 8, 9, 20] {
        let mut verdicts = vec![Choice::from(0); count];
        CurvePoint::is_in_subgroup_batch(&points[..count], &mut verdicts)
            .expect("as many verdicts as points");
        for (point, verdict) in points.iter().zip(verdicts) {
            assert_eq!(bool::from(verdict), bool::from(point.is_in_subgroup()));
        }
    }
    assert_eq!(CurvePoint::<C>::is_in_subgroup_batch(&[], &mut []), Err(BatchError::Empty));
    assert_eq!(CurvePoint::is_in_subgroup_batch(&points, &mut []), Err(BatchError::LengthMismatch));
}

/// Good encodings and every way to be bad, so that each reason occurs in each lane.
fn encodings<C>() -> Vec<Vec<u8>>
where
    C: ZcashEncoding<Base: Anywhere> + Suite + GroupInLanes,
{
    let good: Vec<Vec<u8>> =
        points::<C>(64).iter().map(|point| point.to_bytes().as_ref().to_vec()).collect();
    let mut out = Vec::new();
    for (i, good) in good.into_iter().enumerate() {
        let mut bad = good.clone();
        match i % 9 {
            0 => bad[0] ^= 0x20,
            1 => bad[0] &= 0x7f,
            2 => {
                bad.pop();
            }
            3 => bad.push(0),
            4 => {
                bad.fill(0);
                bad[0] = 0xc0;
            }
            5 => bad[0] |= 0x40,
            6 => bad[..48].copy_from_slice(&[0x9f; 48]),
            // Until there is no such point.
            7 => {
                while Affine::<C>::from_bytes_unchecked_subgroup(&bad).is_ok() {
                    let last = bad.len() - 1;
                    bad[last] = bad[last].wrapping_add(1);
                }
            }
            _ => bad.clear(),
        }
        out.push(good);
        out.push(bad);
    }
    out
}

fn decoding<C>()
where
    C: ZcashEncoding<Base: Anywhere>
        + Suite
        + GroupInLanes<Lanes: Suite<Map: Swu>, Doubles: Suite<Map: Swu>>,
{
    let encodings = encodings::<C>();
    let mut reasons = BTreeSet::new();
    for count in [1, 2, 3, 5, 7, 8, 9, 127] {
        let mut points = vec![Err(PointError::Identity); count];
        Affine::<C>::from_bytes_batch(&encodings[..count], &mut points)
            .expect("as many places as encodings");
        for (encoding, point) in encodings.iter().zip(points) {
            assert_eq!(point, Affine::from_bytes(encoding), "{encoding:02x?}");
            reasons.insert(point.map_or_else(|reason| format!("{reason:?}"), |_| "a point".into()));
        }
    }
    assert_eq!(reasons.len(), 7, "{reasons:?}");
    let mut places = vec![Err(PointError::Identity); 2];
    let none: [&[u8]; 0] = [];
    assert_eq!(Affine::<C>::from_bytes_batch(&none, &mut []), Err(BatchError::Empty));
    assert_eq!(
        Affine::<C>::from_bytes_batch(&encodings[..3], &mut places),
        Err(BatchError::LengthMismatch)
    );
}

#[test]
fn verdicts_are_those_of_one_by_one() {
    let held = engine::hold();
    held.on_each(|_| {
        decoding::<G1Curve>();
        decoding::<G2Curve>();
        subgroups::<G1Curve>();
        subgroups::<G2Curve>();
        subgroups::<bn254::G1Curve>();
        subgroups::<bn254::G2Curve>();
    });
}
