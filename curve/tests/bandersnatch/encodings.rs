//! Encodings of points, as arkworks has them, against big integers.

#![allow(clippy::integer_division_remainder_used)]

use curve::bandersnatch::{Bandersnatch, Fp, FpEngine, Point, Scalar};
use curve::edwards::EdwardsGroup;
use curve::error::PointError;
use num_bigint::BigUint;

use crate::engine;
use crate::laws::rng;
use crate::slow::{Slow, Xy, element, point, xy};

/// y little-endian, with the highest bit set where x is the larger of ±x.
fn bytes(slow: &Slow, [x, y]: &Xy) -> [u8; 32] {
    let mut out = element(y).to_be_bytes();
    out.reverse();
    out[31] |= u8::from(slow.is_largest(x)) << 7;
    out
}

/// Points with the next y after this one that has any, of any order.
fn points_from(slow: &Slow, mut y: BigUint) -> [Xy; 2] {
    loop {
        y += 1u32;
        // x² = (1 − y²)/(a − dy²).
        let (one, yy) = (BigUint::from(1u32), &y * &y % &slow.p);
        let below = slow.minus(&slow.a, &(&slow.d * &yy));
        let xx = slow.ratio(&slow.minus(&one, &yy), &below);
        if slow.is_square(&xx) {
            let x = slow.sqrt(&xx);
            return [[x.clone(), y.clone()], [&slow.p - x, y]];
        }
    }
}

/// Points of all orders with their bytes, and what decoders say.
fn cases(slow: &Slow) -> Vec<(Xy, Result<(), PointError>)> {
    let mut out =
        vec![(Slow::identity(), Ok(())), (slow.order_two(), Err(PointError::NotInSubgroup))];
    let mut rng = rng();
    let (mut inside, mut outside) = (0, 0);
    for round in 0..20u32 {
        let p = xy(&Point::generator().mul(&Scalar::random(&mut rng)));
        out.push((slow.add(&p, &slow.order_two()), Err(PointError::NotInSubgroup)));
        out.push((slow.neg(&p), Ok(())));
        out.push((p, Ok(())));
        for p in points_from(slow, BigUint::from(1000 * round)) {
            assert!(slow.is_on_curve(&p));
            let odd = slow.has_odd_order(&p);
            *(if odd { &mut inside } else { &mut outside }) += 1;
            out.push((p, if odd { Ok(()) } else { Err(PointError::NotInSubgroup) }));
        }
    }
    // A quarter of all.
    assert!(inside >= 2 && outside >= 20, "{inside} and {outside}");
    out
}

#[test]
fn points_and_their_bytes() {
    let slow = Slow::new();
    let cases = cases(&slow);
    let encodings: Vec<[u8; 32]> = cases.iter().map(|(p, _)| bytes(&slow, p)).collect();
    let expected: Vec<_> = cases.iter().map(|(p, verdict)| verdict.map(|()| point(p))).collect();
    engine::hold().on_each(|engine| {
        for (encoding, expected) in encodings.iter().zip(&expected) {
            assert_eq!(Point::from_bytes(encoding), *expected, "{}", engine.name());
            assert_eq!(Point::from_bytes_zip215(encoding), *expected);
        }
        for count in [1, 2, 7, 8, 9, 17, encodings.len()] {
            let mut found = vec![Err(PointError::Identity); count];
            Point::from_bytes_batch(&encodings[..count], &mut found).expect("a batch");
            assert_eq!(found, expected[..count], "{}", engine.name());
        }
    });
    let inside: Vec<_> = expected.iter().flatten().copied().collect();
    let mut found = vec![[0; 32]; inside.len()];
    Point::to_bytes_batch_vartime(&inside, &mut found).expect("a batch");
    let kept = encodings.iter().zip(&expected).filter(|(_, expected)| expected.is_ok());
    for ((found, (encoding, _)), point) in found.iter().zip(kept).zip(&inside) {
        assert_eq!((found, &point.to_bytes()), (encoding, encoding));
        assert_eq!(point.to_bytes_vartime(), *encoding);
    }
    // By coordinates, in any form, and off the curve.
    for ((p, _), expected) in cases.iter().zip(&expected) {
        let [x, y] = p.each_ref().map(element);
        assert_eq!(Point::from_xy(x, y), *expected);
        assert_eq!(Point::from_xy(x, y + Fp::one()), Err(PointError::NotOnCurve));
        // In other coordinates.
        if expected.is_ok() {
            let form = point(p).add(&Point::generator()).sub(&Point::generator());
            assert_eq!(Bandersnatch::<FpEngine>::admit(form), Ok(form));
            let shifted = form.add(&point(&slow.order_two()));
            assert_eq!(Bandersnatch::<FpEngine>::admit(shifted), Err(PointError::NotInSubgroup));
        }
    }
}

#[test]
fn other_strings() {
    let slow = Slow::new();
    let g = bytes(&slow, &slow.g);
    for length in [0, 1, 31, 33, 64] {
        let mut long = g.to_vec();
        long.resize(length, 0);
        assert_eq!(Point::from_bytes(&long), Err(PointError::Length));
    }
    // y + p fits in 255 bits for small y only: the identity.
    let mut identity = [0; 32];
    identity[0] = 1;
    assert!(Point::from_bytes(&identity) == Ok(Point::identity()));
    identity[31] = 0x80;
    assert_eq!(Point::from_bytes(&identity), Err(PointError::Flags));
    let mut above = (&slow.p + 1u32).to_bytes_le();
    assert_eq!(Point::from_bytes(&above), Err(PointError::NotCanonical));
    above[31] |= 0x80;
    assert_eq!(Point::from_bytes(&above), Err(PointError::NotCanonical));
    // A y of no point.
    let mut no_point = 0;
    for y in 2..40u8 {
        let mut bytes = [0; 32];
        bytes[0] = y;
        no_point += usize::from(Point::from_bytes(&bytes) == Err(PointError::NotOnCurve));
    }
    assert!(no_point > 5);
}
