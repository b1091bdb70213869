//! The group against big integers: additions, multiples by every way, sums, on every engine.

#![allow(clippy::integer_division_remainder_used)]

use curve::bandersnatch::{Bandersnatch, FpEngine, Point, Scalar, SecretScalar};
use curve::edwards::{Vartime, mul_on_lanes, mul_on_lanes_vartime, sum_of_two_on_lanes_vartime};
use curve::engines::lanes8::Lanes8Portable;
use curve::error::BatchError;
use curve::field::Red;
use curve::msm::edwards::{FixedBases, FixedBasesOnLanes, msm_on_lanes_vartime, msm_vartime_alloc};
use curve::scalar_mul::{Comb, OddMultiples, sum_of_two_vartime};
use num_bigint::BigUint;

use crate::engine;
use crate::laws::{rng, scalars};
use crate::slow::{Slow, Xy, integer, point, xy};

type Portable8 = Bandersnatch<Lanes8Portable<FpEngine>>;

/// How many random multiples: ten thousand where it is asked for, in `.ci/long`.
fn inputs() -> usize {
    if std::env::var_os("CURVEMARK_LONG").is_some() { 10_000 } else { 300 }
}

/// x and y of many points.
fn all_xy(points: &[Point]) -> Vec<Xy> {
    let mut out = vec![[Red::zero(), Red::zero()]; points.len()];
    Point::to_xy_batch(points, &mut out).expect("a batch");
    out.iter().map(|xy| xy.each_ref().map(integer)).collect()
}

/// Ten thousand sums, each of the one before and a small multiple of G of either class, and as many
/// differences; equal and opposite points, identities and (0, −1) among them.
#[test]
fn additions() {
    let slow = Slow::new();
    let few: Vec<Xy> = (0..50u32)
        .map(|k| slow.mul(&BigUint::from(k), &slow.g))
        .flat_map(|p| [slow.add(&p, &slow.order_two()), p])
        .collect();
    let forms: Vec<Point> = few.iter().map(point).collect();
    let (mut at, mut form) = (slow.g.clone(), Point::generator());
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    for i in 0..10_000 {
        // The first are sums of all small pairs that are alike.
        let j = if i < 100 { i } else { i * i % 97 };
        if i < 100 {
            (at, form) = (few[i].clone(), forms[i].add(&forms[1]).sub(&forms[1]));
        }
        let (other, other_form) = match i % 4 {
            0 => (few[j].clone(), forms[j]),
            1 => (slow.neg(&few[j]), forms[j].neg()),
            2 => (at.clone(), form),
            _ => (slow.neg(&at), form.neg()),
        };
        let sum = slow.add(&at, &other);
        found.push(form.add(&other_form));
        found.push(form.sub(&other_form.neg()));
        expected.extend([sum.clone(), sum.clone()]);
        if i % 4 == 2 {
            found.push(form.double());
            expected.push(sum.clone());
        }
        // Not always the identity.
        if i % 4 != 3 {
            (at, form) = (sum, found[found.len() - 1]);
        }
    }
    assert!(found.len() > 20_000);
    assert_eq!(all_xy(&found), expected);
}

/// Edges, against doubling and adding.
#[test]
fn multiples_at_the_edges() {
    let slow = Slow::new();
    let g = Point::generator();
    let comb = Comb::<Point, 4, 32>::new(&g).expect("a base");
    engine::hold().on_each(|engine| {
        for k in scalars::<curve::bandersnatch::FrEngine>() {
            let expected = xy(&g.mul_integer_vartime(&integer(&k).to_u64_digits()));
            assert_eq!(xy(&g.mul(&k)), expected, "{}", engine.name());
            assert_eq!(xy(&g.mul_vartime(&k)), expected);
            assert_eq!(xy(&g.mul_integer(&curve::integer::scalar_to_integer(&k))), expected);
            assert_eq!(xy(&comb.mul(&k)), expected);
            let identity = Point::identity();
            assert!(identity.mul(&k) == identity && identity.mul_vartime(&k) == identity);
        }
    });
    for k in scalars::<curve::bandersnatch::FrEngine>().iter().step_by(9) {
        assert_eq!(xy(&g.mul(k)), slow.mul(&integer(k), &slow.g));
    }
}

/// Random multiples by every way, on every engine and on portable lanes, against big integers: each
/// is the one before and a random point.
#[test]
fn multiples() {
    let (slow, count, mut rng) = (Slow::new(), inputs(), rng());
    let step = Scalar::random(&mut rng);
    let slow_step = slow.mul(&integer(&step), &slow.g);
    let mut k = Scalar::random(&mut rng);
    let mut at = slow.mul(&integer(&k), &slow.g);
    let (mut all, mut expected) = (Vec::new(), Vec::new());
    for _ in 0..count {
        all.push(k);
        expected.push(at.clone());
        (k, at) = (k + step, slow.add(&at, &slow_step));
    }
    let g = Point::generator();
    let generators = vec![g; count];
    let table = OddMultiples::<Vartime<Bandersnatch>, 16>::new(&Vartime(g));
    let mut out = vec![Point::identity(); count];
    engine::hold().on_each(|engine| {
        let name = engine.name();
        Point::mul_batch(&generators, &all, &mut out).expect("a batch");
        assert_eq!(all_xy(&out), expected, "{name}");
        Point::mul_batch_vartime(&generators, &all, &mut out).expect("a batch");
        assert_eq!(all_xy(&out), expected, "{name}");
        for (k, out) in all.iter().zip(&mut out) {
            *out = g.mul(k);
        }
        assert_eq!(all_xy(&out), expected, "{name}");
        for (k, out) in all.iter().zip(&mut out) {
            *out = g.mul_vartime(k);
        }
        assert_eq!(all_xy(&out), expected, "{name}");
        // k·G = (k − b)·G + b·G, with b·G in place of the second base.
        let (b, points) = (&all[1..], &out[1..]);
        let of = |i: usize| all[i] - b[i] * all[i + 1];
        for i in 0..count - 1 {
            let (a, point) = (of(i), Vartime(points[i]));
            let sum = table.double_base_vartime(&a, &b[i], &point).0;
            assert!(sum == out[i]);
            assert!(sum_of_two_vartime(&[Vartime(g), point], [&a, &b[i]]).0 == out[i]);
        }
        let a: Vec<Scalar> = (0..count - 1).map(of).collect();
        let mut sums = vec![Point::identity(); count - 1];
        let both = [&generators[1..], points];
        Point::sum_of_two_batch_vartime(both, [&a, b], &mut sums).expect("a batch");
        assert!(sums == out[..count - 1]);
        Point::double_base_batch_vartime(&table, &a, b, points, &mut sums).expect("a batch");
        assert!(sums == out[..count - 1]);
        // Sums of all, with their scalars for a second time.
        let weights: Vec<_> = all.iter().rev().copied().collect();
        for length in [1, 2, 3, 8, 9, 40, 100, count] {
            let sum: Scalar = all.iter().zip(&weights).take(length).map(|(a, b)| a * b).sum();
            let sum = g.mul(&sum);
            let found = msm_vartime_alloc(&out[..length], &weights[..length]);
            assert!(found == Ok(sum), "{length} points, {name}");
            for bytes in [10_000_000, length * 128 * 5 * 12 + 200] {
                let bases = FixedBases::<Bandersnatch>::new(&out[..length], bytes).expect("bases");
                assert!(bases.msm_vartime(&weights[..length]) == Ok(sum));
                // Of the first of them only.
                assert!(bases.msm_vartime(&weights[..1]) == Ok(out[0].mul(&weights[0])));
                let more = vec![Scalar::one(); length + 1];
                assert_eq!(bases.msm_vartime(&more).err(), Some(BatchError::LengthMismatch));
                assert_eq!(bases.msm_vartime(&[]).err(), Some(BatchError::Empty));
            }
        }
        assert!(Point::sum_batch(&out) == Ok(g.mul(&all.iter().copied().sum())));
        let mut verdicts = vec![subtle::Choice::from(0); count];
        Point::is_torsion_free_batch(&out, &mut verdicts).expect("a batch");
        assert!(verdicts.iter().all(|verdict| bool::from(*verdict)));
    });
    let secret = SecretScalar::new(all[0]);
    assert!(&g * &secret == out[0]);
    on_portable_lanes(&all[..40], &out[..40]);
}

fn on_portable_lanes(scalars: &[Scalar], points: &[Point]) {
    let generators = vec![Point::generator(); points.len()];
    let mut out = generators.clone();
    mul_on_lanes::<Bandersnatch, Portable8>(&(), &generators, scalars, &mut out).expect("a batch");
    assert!(out == points);
    mul_on_lanes_vartime::<Bandersnatch, Portable8>(&(), &generators, scalars, &mut out)
        .expect("a batch");
    assert!(out == points);
    let zeros = vec![Scalar::zero(); points.len()];
    sum_of_two_on_lanes_vartime::<Bandersnatch, Portable8>(
        &(),
        [&generators, points],
        [scalars, &zeros],
        &mut out,
    )
    .expect("a batch");
    assert!(out == points);
    // Over and under the bound of Straus' method.
    for times in [1, 5] {
        let (points, scalars) = (points.repeat(times), scalars.repeat(times));
        let sum: Scalar = scalars.iter().map(|k| k * k).sum();
        let sum = Point::generator().mul(&sum);
        let found = msm_on_lanes_vartime::<Bandersnatch, Portable8>(&(), &points, &scalars);
        assert!(found == Ok(sum));
        let table = FixedBasesOnLanes::<Bandersnatch, Portable8>::new(&(), &points, 1 << 20);
        assert!(table.expect("bases").msm_vartime(&scalars) == Ok(sum));
    }
}

/// Tables that do not fit, and none.
#[test]
fn bases_that_have_no_table() {
    let new = |bases: &[Point], bytes| FixedBases::<Bandersnatch>::new(bases, bytes).err();
    assert_eq!(new(&[], 1 << 20), Some(BatchError::Empty));
    assert_eq!(new(&[Point::generator(); 3], 1000), Some(BatchError::TableTooLarge));
    let table = FixedBases::<Bandersnatch>::new(&[Point::identity(); 300], 1 << 20).expect("bases");
    assert!(table.msm_vartime(&[Scalar::from(7u32); 300]) == Ok(Point::identity()));
    assert!(table.size_bytes() <= (1 << 20) * 4 / 3 + 300);
    println!("{table:?}");
}

/// The two word sizes give the same points.
#[test]
fn word_sizes_agree() {
    use curve::edwards::EdwardsPoint;
    use limb::Mont;
    type B64 = Bandersnatch<Mont<curve::bandersnatch::FpModulus, u64, 4>>;
    type B32 = Bandersnatch<Mont<curve::bandersnatch::FpModulus, u32, 8>>;
    for k in scalars().iter().step_by(7) {
        let (wide, narrow) =
            (EdwardsPoint::<B64>::generator().mul(k), EdwardsPoint::<B32>::generator().mul(k));
        assert_eq!(wide.to_bytes(), narrow.to_bytes());
        let bytes = wide.to_bytes();
        assert!(EdwardsPoint::<B32>::from_bytes(&bytes) == Ok(narrow));
    }
}
