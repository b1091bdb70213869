//! Banderwagon: laws, encodings and scalars, against big integers and both points of a class.

#![allow(clippy::integer_division_remainder_used)]

use curve::bandersnatch::{Banderwagon, Fp, Point, Scalar};
use curve::error::{BatchError, PointError};
use num_bigint::BigUint;
use subtle::{ConditionallySelectable, ConstantTimeEq};

use crate::engine;
use crate::laws::rng;
use crate::slow::{Slow, Xy, element, integer, point, scalar, xy};

/// The encoding by its definition.
fn bytes(slow: &Slow, [x, y]: &Xy) -> [u8; 32] {
    let x = if slow.is_largest(y) { x.clone() } else { (&slow.p - x) % &slow.p };
    element(&x).to_be_bytes()
}

/// Both points of a class, in other coordinates too.
fn forms(slow: &Slow, p: &Xy) -> [Banderwagon; 3] {
    let other = point(&slow.add(p, &slow.order_two()));
    let moved = other.add(&Point::generator()).sub(&Point::generator());
    [point(p), other, moved].map(Banderwagon::of_point)
}

#[test]
fn laws_encodings_and_scalars() {
    let slow = Slow::new();
    let mut rng = rng();
    let mut points = vec![Slow::identity(), slow.g.clone(), slow.neg(&slow.g)];
    points.extend((0..17).map(|_| xy(&Point::generator().mul(&Scalar::random(&mut rng)))));
    let (mut all, mut encodings, mut scalars) = (Vec::new(), Vec::new(), Vec::new());
    for p in &points {
        let encoding = bytes(&slow, p);
        let [x, y] = p;
        let residue = scalar(&slow.ratio(x, y));
        for form in forms(&slow, p) {
            all.push(form);
            encodings.push(encoding);
            scalars.push(residue);
            assert_eq!(form.to_bytes(), encoding);
            assert_eq!(form.map_to_scalar_field(), residue);
            assert_eq!(bool::from(form.is_identity()), *p == Slow::identity());
            let k = Scalar::random(&mut rng);
            let product = xy(&point(p).mul(&k));
            for found in [form.mul(&k), form.mul_vartime(&k)] {
                assert!(found == forms(&slow, &product)[1]);
            }
            assert!(form.double() == form.add(&form) && form.sub(&form) == Banderwagon::identity());
        }
    }
    for (i, p) in points.iter().enumerate() {
        for (j, q) in points.iter().enumerate() {
            let sum = bytes(&slow, &slow.add(p, q));
            let (ps, qs) = (forms(&slow, p), forms(&slow, q));
            for p in &ps {
                for q in &qs {
                    assert_eq!(p == q, i == j);
                    assert_eq!(bool::from(p.ct_eq(q)), i == j);
                    assert!(p.add(q) == p.sub(&q.neg()));
                }
            }
            assert_eq!(ps[2].add(&qs[1]).to_bytes(), sum);
            assert!(Banderwagon::conditional_select(&ps[0], &qs[0], 1.into()) == qs[1]);
            assert!(Banderwagon::conditional_select(&ps[0], &qs[0], 0.into()) == ps[1]);
        }
    }
    engine::hold().on_each(|engine| {
        for (element, encoding) in all.iter().zip(&encodings) {
            let decoded = Banderwagon::from_bytes(encoding).expect("an element");
            assert!(decoded == *element, "{}", engine.name());
            assert_eq!(decoded.to_bytes(), *encoding);
        }
        for count in [1, 15, 16, 17, all.len()] {
            let (mut bytes, mut residues) = (vec![[0; 32]; count], vec![Scalar::one(); count]);
            assert_eq!(Banderwagon::to_bytes_batch(&all[..count], &mut bytes), Ok(()));
            assert_eq!(bytes, encodings[..count]);
            assert_eq!(
                Banderwagon::map_to_scalar_field_batch(&all[..count], &mut residues),
                Ok(())
            );
            assert_eq!(residues, scalars[..count]);
        }
    });
    assert_eq!(Banderwagon::to_bytes_batch(&[], &mut []), Err(BatchError::Empty));
    assert_eq!(
        Banderwagon::to_bytes_batch(&all, &mut [[0; 32]; 3]),
        Err(BatchError::LengthMismatch)
    );
    assert_eq!(Banderwagon::map_to_scalar_field_batch(&[], &mut []), Err(BatchError::Empty));
    assert_eq!(
        Banderwagon::map_to_scalar_field_batch(&all, &mut [Scalar::zero(); 3]),
        Err(BatchError::LengthMismatch)
    );
}

/// Small and random x: the verdict by big integers, and the element.
#[test]
fn decoding() {
    let slow = Slow::new();
    let mut rng = rng();
    let small = (0..150u32).map(Fp::from);
    let random: Vec<Fp> = (0..150).map(|_| Fp::random(&mut rng)).collect();
    let mut verdicts = [0; 3];
    for x in small.chain(random) {
        let x_big = integer(&x);
        let above = slow.minus(&BigUint::from(1u32), &(&slow.a * &x_big * &x_big));
        let found = Banderwagon::from_bytes(&x.to_be_bytes());
        let which = match slow.y_of_x(&x_big) {
            None => {
                assert_eq!(found.err(), Some(PointError::NotOnCurve));
                0
            }
            Some(_) if !slow.is_square(&above) => {
                assert_eq!(found.err(), Some(PointError::NotInSubgroup));
                1
            }
            Some(y) => {
                let y = if slow.is_largest(&y) { y } else { &slow.p - y };
                let p = [x_big, y];
                let odd =
                    slow.has_odd_order(&p) || slow.has_odd_order(&slow.add(&p, &slow.order_two()));
                assert!(odd, "of order ℓ or 2ℓ");
                assert!(found == Ok(forms(&slow, &p)[1]));
                assert_eq!(found.map(|element| element.to_bytes()), Ok(x.to_be_bytes()));
                2
            }
        };
        verdicts[which] += 1;
    }
    println!("{verdicts:?}");
    assert!(verdicts.iter().all(|count| *count > 30));
    for length in [0, 31, 33, 64] {
        assert_eq!(Banderwagon::from_bytes(&vec![0; length]).err(), Some(PointError::Length));
    }
    for x in [slow.p.clone(), &slow.p + 1u32, (BigUint::from(1u32) << 256u32) - 1u32] {
        let found = Banderwagon::from_bytes(&x.to_bytes_be());
        assert_eq!(found.err(), Some(PointError::NotCanonical));
    }
}
