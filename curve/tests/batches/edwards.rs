//! Batches on Curve25519 are what one by one gives, on every engine: with the points of small
//! order, identities, equal and opposite points in each lane, and scalars at the ends of their
//! range.
//!
#![allow(clippy::integer_division_remainder_used)] // Small public numbers.

use curve::ed25519::{Ed25519, FpEngine, Fr, Point};
use curve::edwards::{
    CtxOf, Edwards, GroupInLanes, Vartime, double_base_on_lanes_vartime, mul_on_lanes,
    mul_on_lanes_vartime, sum_of_two_on_lanes_vartime,
};
use curve::engines::lanes8::{LANES, Lanes8Portable};
use curve::error::{BatchError, PointError};
use curve::field::{InLanes, Lanes};
use curve::msm::edwards::{msm_on_lanes_vartime, msm_vartime_alloc};
use curve::scalar::SecretScalar;
use curve::scalar_mul::OddMultiples;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use subtle::Choice;

use crate::counted_lanes::{CountedLanes, products};
use crate::engine;

type Portable8 = Ed25519<Lanes8Portable<FpEngine>>;
type Counted = Ed25519<CountedLanes<FpEngine>>;

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(25_519)
}

fn random(rng: &mut ChaCha20Rng) -> Fr {
    let mut bytes = [0; 64];
    rng.fill_bytes(&mut bytes);
    Fr::from_wide_le_bytes(&bytes).expect("64 bytes")
}

/// The eight points of order dividing eight, from one of order eight (the encoding is in the list
/// of small orders of "Taming the many EdDSAs").
fn torsion() -> [Point; 8] {
    let bytes: Vec<u8> = (0..64)
        .step_by(2)
        .map(|i| {
            let order_8 = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a";
            u8::from_str_radix(&order_8[i..i + 2], 16).expect("hex")
        })
        .collect();
    let order_8 = Point::from_bytes(&bytes).expect("a point");
    assert!(!bool::from(order_8.double_many(2).is_identity()));
    core::array::from_fn(|i| order_8.mul_integer_vartime(&[i as u64, 0, 0, 0]))
}

/// 0, 1, −1 and their neighbours, powers of two and their neighbours, and digits that carry all
/// along.
fn edges() -> Vec<Fr> {
    let one = Fr::one();
    let mut edges = vec![Fr::zero(), one, -&one, Fr::from(2u32), -&Fr::from(2u32)];
    for bits in [4, 5, 6, 63, 64, 127, 128, 250, 251, 252] {
        let power = Fr::from(2u32).pow_vartime(&[bits]);
        edges.extend([power, power - one, power + one, -&power]);
    }
    for pattern in [0x11, 0x0f, 0x10, 0xf0, 0x55, 0xaa] {
        edges.push(Fr::from_wide_le_bytes(&[pattern; 31]).expect("31 bytes"));
    }
    edges
}

/// Points of all kinds, so that over enough of them each comes in each lane.
fn points(count: usize, rng: &mut ChaCha20Rng) -> Vec<Point> {
    let (small, generator) = (torsion(), Point::generator());
    let fixed = generator.mul(&random(rng));
    (0..count)
        .map(|i| match i % 9 {
            0 => small[i / 9 % 8],
            1 => fixed,
            2 => fixed.neg(),
            3 => Point::identity(),
            4 => generator,
            5 => fixed.add(&small[i / 9 % 8]),
            _ => generator.mul(&random(rng)),
        })
        .collect()
}

/// Random scalars with every edge among them.
fn scalars(count: usize, rng: &mut ChaCha20Rng) -> Vec<Fr> {
    let edges = edges();
    (0..count).map(|i| if i % 3 == 0 { edges[i / 3 % edges.len()] } else { random(rng) }).collect()
}

/// Sizes of batches.
const COUNTS: [usize; 8] = [1, 2, 3, 7, 8, 9, 20, 200];

#[test]
fn multiplications() {
    let held = engine::hold();
    let rng = &mut rng();
    let generator = Point::generator();
    let table = OddMultiples::<Vartime<Ed25519>, 16>::new(&Vartime(generator));
    let wide = OddMultiples::<Vartime<Ed25519>, 256>::new(&Vartime(generator));
    let (points, a, b) = (points(200, rng), scalars(200, rng), scalars(201, rng));
    let b = &b[1..];
    let products: Vec<_> = points.iter().zip(b).map(|(p, k)| p.mul(k)).collect();
    let sums: Vec<_> = products.iter().zip(&a).map(|(p, a)| p.add(&generator.mul(a))).collect();
    let blank = vec![generator.double(); 200];
    held.on_each(|engine| {
        let name = engine.name();
        for count in COUNTS {
            let (points, a, b) = (&points[..count], &a[..count], &b[..count]);
            let mut out = blank[..count].to_vec();
            Point::mul_batch(points, b, &mut out).expect("lists of one length");
            assert_eq!(out, products[..count], "{name}, {count}");
            out.copy_from_slice(&blank[..count]);
            let secrets: Vec<_> = b.iter().map(|&k| SecretScalar::new(k)).collect();
            Point::mul_batch(points, secrets.iter().map(SecretScalar::expose), &mut out)
                .expect("of one length");
            assert_eq!(out, products[..count], "{name}, {count}");
            out.copy_from_slice(&blank[..count]);
            Point::mul_batch_vartime(points, b, &mut out).expect("lists of one length");
            assert_eq!(out, products[..count], "{name}, {count}");
            out.copy_from_slice(&blank[..count]);
            Point::double_base_batch_vartime(&table, a, b, points, &mut out)
                .expect("lists of one length");
            assert_eq!(out, sums[..count], "{name}, {count}");
            out.copy_from_slice(&blank[..count]);
            Point::double_base_batch_vartime(&wide, a, b, points, &mut out)
                .expect("lists of one length");
            assert_eq!(out, sums[..count], "{name}, {count}");
            // The next point is the other one of each pair.
            let others: Vec<_> = (0..count).map(|i| points[(i + 1) % count]).collect();
            let pairs = others.iter().zip(a).zip(&products);
            let pairs: Vec<_> = pairs.map(|((p, a), product)| product.add(&p.mul(a))).collect();
            out.copy_from_slice(&blank[..count]);
            Point::sum_of_two_batch_vartime([points, &others], [b, a], &mut out)
                .expect("lists of one length");
            assert_eq!(out, pairs, "{name}, {count}");
            let last = b[count - 1];
            Point::mul_batch_by(points, &last, &mut out).expect("as many places as points");
            for (point, out) in points.iter().zip(&out) {
                assert_eq!(*out, point.mul(&last), "{name}, {count}");
            }
        }
        let mut out = [generator; 2];
        assert_eq!(Point::mul_batch(&[], &[], &mut []), Err(BatchError::Empty));
        assert_eq!(Point::mul_batch_by(&[], &a[0], &mut []), Err(BatchError::Empty));
        assert_eq!(Point::mul_batch_vartime(&[], &[], &mut []), Err(BatchError::Empty));
        assert_eq!(
            Point::double_base_batch_vartime(&table, &[], &[], &[], &mut []),
            Err(BatchError::Empty)
        );
        assert_eq!(
            Point::sum_of_two_batch_vartime([&[]; 2], [&[]; 2], &mut []),
            Err(BatchError::Empty)
        );
        for count in [0, 1, 3] {
            let mismatch = Err(BatchError::LengthMismatch);
            assert_eq!(Point::mul_batch(&points[..2], &a[..count], &mut out), mismatch);
            assert_eq!(Point::mul_batch_vartime(&points[..2], &a[..count], &mut out), mismatch);
            let (two, few) = (&a[..2], &a[..count]);
            assert_eq!(
                Point::double_base_batch_vartime(&table, two, few, &points[..2], &mut out),
                mismatch
            );
            assert_eq!(
                Point::double_base_batch_vartime(&table, few, two, &points[..2], &mut out),
                mismatch
            );
            for scalars in [[few, two], [two, few]] {
                assert_eq!(
                    Point::sum_of_two_batch_vartime([&points[..2]; 2], scalars, &mut out),
                    mismatch
                );
            }
            assert_eq!(
                Point::sum_of_two_batch_vartime(
                    [&points[..2], &points[..count]],
                    [two; 2],
                    &mut out
                ),
                mismatch
            );
            let mut out = vec![generator; count];
            assert_eq!(Point::mul_batch(&points[..2], two, &mut out), mismatch);
            assert_eq!(Point::mul_batch_by(&points[..2], &a[0], &mut out), mismatch);
            assert_eq!(Point::mul_batch_vartime(&points[..2], two, &mut out), mismatch);
            assert_eq!(
                Point::double_base_batch_vartime(&table, two, two, &points[..2], &mut out),
                mismatch
            );
        }
    });
    // The same source on portable lanes, on one element, and on vectors whatever the number of
    // items.
    for count in COUNTS {
        let (points, a, b) = (&points[..count], &a[..count], &b[..count]);
        on_lanes::<Portable8>(&(), &table, [a, b], points, [&products[..count], &sums[..count]]);
        on_lanes::<Ed25519>(&(), &table, [a, b], points, [&products[..count], &sums[..count]]);
        match FpEngine::lanes() {
            Some(ctx) => {
                let expected = [&products[..count], &sums[..count]];
                on_lanes::<<Ed25519 as GroupInLanes>::Lanes>(
                    &ctx,
                    &table,
                    [a, b],
                    points,
                    expected,
                );
            }
            None => eprintln!("SKIPPED: this CPU has no vectors"),
        }
    }
}

/// The three generic forms on the lanes of `S`.
fn on_lanes<S: Edwards<Base: Lanes<One = FpEngine>>>(
    ctx: &CtxOf<S>,
    table: &OddMultiples<Vartime<Ed25519>, 16>,
    [a, b]: [&[Fr]; 2],
    points: &[Point],
    [products, sums]: [&[Point]; 2],
) {
    let mut out = vec![Point::generator().double(); points.len()];
    mul_on_lanes::<Ed25519, S>(ctx, points, b, &mut out).expect("lists of one length");
    assert_eq!(out, products);
    out.fill(Point::identity());
    mul_on_lanes_vartime::<Ed25519, S>(ctx, points, b, &mut out).expect("lists of one length");
    assert_eq!(out, products);
    double_base_on_lanes_vartime::<Ed25519, S, 16>(ctx, table, a, b, points, &mut out)
        .expect("lists of one length");
    assert_eq!(out, sums);
    out.fill(Point::identity());
    let bases = vec![Point::generator(); points.len()];
    sum_of_two_on_lanes_vartime::<Ed25519, S>(ctx, [points, &bases], [b, a], &mut out)
        .expect("lists of one length");
    assert_eq!(out, sums);
}

#[test]
fn every_special_point_in_each_lane() {
    let rng = &mut rng();
    let generator = Point::generator();
    let table = OddMultiples::<Vartime<Ed25519>, 8>::new(&Vartime(generator));
    let ordinary: Vec<_> = (0..LANES).map(|_| generator.mul(&random(rng))).collect();
    let special =
        [torsion().as_slice(), &[generator, generator.neg(), generator.double()]].concat();
    let one = Fr::one();
    for lane in 0..LANES {
        for special in &special {
            let mut points = ordinary.clone();
            points[lane] = *special;
            // 1·B ± P meets P = ±B and the identity.
            for k in [one, -&one, Fr::zero(), random(rng)] {
                let (a, b) = ([one; LANES], [k; LANES]);
                let expected: Vec<_> = points.iter().map(|p| generator.add(&p.mul(&k))).collect();
                let mut out = ordinary.clone();
                double_base_on_lanes_vartime::<_, Portable8, 8>(
                    &(),
                    &table,
                    &a,
                    &b,
                    &points,
                    &mut out,
                )
                .expect("eight");
                assert_eq!(out, expected);
                Point::double_base_batch_vartime(&table, &a, &b, &points, &mut out).expect("eight");
                assert_eq!(out, expected);
                let bases = [generator; LANES];
                sum_of_two_on_lanes_vartime::<_, Portable8>(
                    &(),
                    [&points, &bases],
                    [&b, &a],
                    &mut out,
                )
                .expect("eight");
                assert_eq!(out, expected);
            }
        }
    }
}

#[test]
fn multiplications_are_done_in_lanes() {
    let rng = &mut rng();
    let table = OddMultiples::<Vartime<Ed25519>, 64>::new(&Vartime(Point::generator()));
    for count in [1, 8, 9, 64] {
        // Long ones, since windows that nobody has are left out.
        let long = |first: u32| (0..count as u32).map(|i| -Fr::from(first + i)).collect::<Vec<_>>();
        let (points, a, b) = (points(count, rng), long(1), long(90));
        let mut out = points.clone();
        let vectors = count.div_ceil(LANES);
        let counter = products();
        let short = vec![Fr::from_uniform_bytes(&[0xff; 16]); count];
        mul_on_lanes_vartime::<_, Counted>(&counter, &points, &short, &mut out)
            .expect("lists of one length");
        assert_eq!(counter.replace(0), (2310 - 8 * 25) * vectors);
        mul_on_lanes::<_, Counted>(&counter, &points, &a, &mut out).expect("lists of one length");
        assert_eq!(counter.replace(0), 2302 * vectors);
        mul_on_lanes_vartime::<_, Counted>(&counter, &points, &a, &mut out)
            .expect("lists of one length");
        assert_eq!(counter.replace(0), 2310 * vectors);
        double_base_on_lanes_vartime::<_, Counted, 64>(&counter, &table, &a, &b, &points, &mut out)
            .expect("lists of one length");
        assert_eq!(counter.replace(0), 2590 * vectors);
        sum_of_two_on_lanes_vartime::<_, Counted>(&counter, [&points, &points], [&a, &b], &mut out)
            .expect("lists of one length");
        assert_eq!(counter.replace(0), 2870 * vectors);
    }
}

/// Batches for sums: what they are of, points and scalars.
fn sums(rng: &mut ChaCha20Rng) -> Vec<(String, Vec<Point>, Vec<Fr>)> {
    let (generator, small, one) = (Point::generator(), torsion(), Fr::one());
    let mut out = Vec::new();
    for count in [1, 2, 3, 5, 6, 7, 8, 9, 63, 64, 88, 89, 144, 145, 300, 700] {
        out.push((format!("{count} of all kinds"), points(count, rng), scalars(count, rng)));
    }
    for count in [2, 9, 150, 600] {
        let (random_scalars, k, p) =
            (scalars(count, rng), random(rng), generator.mul(&random(rng)));
        let alternating = |a: Point, b: Point| {
            (0..count).map(|i| if i & 1 == 0 { a } else { b }).collect::<Vec<_>>()
        };
        let points = points(count, rng);
        out.push((format!("{count} equal points"), vec![p; count], random_scalars.clone()));
        out.push((format!("{count} equal points, equal scalars"), vec![p; count], vec![k; count]));
        out.push((format!("{count} equal scalars"), points.clone(), vec![k; count]));
        out.push((format!("{count} times P and −P"), alternating(p, p.neg()), vec![k; count]));
        out.push((
            format!("{count} times P and −P, random scalars"),
            alternating(p, p.neg()),
            random_scalars.clone(),
        ));
        out.push((format!("{count} identities"), vec![Point::identity(); count], random_scalars));
        out.push((format!("{count} scalars zero"), points.clone(), vec![Fr::zero(); count]));
        out.push((format!("{count} scalars −1"), points, vec![-&one; count]));
        let small: Vec<_> = (0..count).map(|i| small[i % 8]).collect();
        out.push((format!("{count} points of small order"), small, scalars(count, rng)));
    }
    out
}

fn naive(points: &[Point], scalars: &[Fr]) -> Point {
    points
        .iter()
        .zip(scalars)
        .fold(Point::identity(), |sum, (point, k)| sum.add(&point.mul_vartime(k)))
}

#[test]
fn sums_of_multiples() {
    let held = engine::hold();
    let rng = &mut rng();
    let mut batches: Vec<_> = sums(rng)
        .into_iter()
        .map(|(what, points, scalars)| {
            let expected = naive(&points, &scalars);
            (what, points, scalars, expected)
        })
        .collect();
    // Known multiples of the generator with known torsion: many points, at the price of few
    // multiplications.
    for count in [4_097, 24_000] {
        let (generator, small) = (Point::generator(), torsion());
        let mut point = generator;
        let (mut points, scalars) = (Vec::new(), scalars(count, rng));
        let (mut multiple, mut twisted) = (Fr::zero(), 0);
        for (i, k) in scalars.iter().enumerate() {
            points.push(point.add(&small[i % 8]));
            point = point.add(&generator);
            multiple = &multiple + &(&Fr::from(i as u64 + 1) * k);
            twisted += i % 8 * usize::from(k.to_le_bytes()[0] & 7);
        }
        let expected = generator.mul(&multiple).add(&small[twisted % 8]);
        batches.push((format!("{count} with torsion"), points, scalars, expected));
    }
    held.on_each(|engine| {
        let name = engine.name();
        for (what, points, scalars, expected) in &batches {
            assert_eq!(msm_vartime_alloc(points, scalars), Ok(*expected), "{name}, {what}");
            let sum = points.iter().fold(Point::identity(), |sum, point| sum.add(point));
            assert_eq!(Point::sum_batch(points), Ok(sum), "{name}, {what}");
        }
        let points = [Point::generator(); 3];
        assert_eq!(msm_vartime_alloc::<Ed25519>(&[], &[]), Err(BatchError::Empty));
        assert_eq!(msm_vartime_alloc::<Ed25519>(&[], &[Fr::one()]), Err(BatchError::Empty));
        assert_eq!(msm_vartime_alloc(&points, &[]), Err(BatchError::LengthMismatch));
        assert_eq!(msm_vartime_alloc(&points, &[Fr::one(); 2]), Err(BatchError::LengthMismatch));
        assert_eq!(Point::sum_batch(&[]), Err(BatchError::Empty));
    });
    // All but the longest, for the time of it.
    for (what, points, scalars, expected) in
        batches.iter().filter(|(_, points, ..)| points.len() < 5_000)
    {
        let found = msm_on_lanes_vartime::<Ed25519, Portable8>(&(), points, scalars);
        assert_eq!(found, Ok(*expected), "portable lanes, {what}");
        if let Some(ctx) = FpEngine::lanes() {
            let found = msm_on_lanes_vartime::<Ed25519, <Ed25519 as GroupInLanes>::Lanes>(
                &ctx, points, scalars,
            );
            assert_eq!(found, Ok(*expected), "vectors, {what}");
        }
    }
}

/// A step of eight buckets takes seven products of lanes, and the first of each bucket none.
#[test]
fn additions_are_done_in_lanes() {
    const COUNT: usize = 1_024;
    let points = points(COUNT, &mut rng());
    let cost = |scalars: &[Fr]| {
        let counter = products();
        let sum = msm_on_lanes_vartime::<Ed25519, Counted>(&counter, &points, scalars);
        assert_eq!(sum, Ok(naive(&points, scalars)));
        counter.get()
    };
    let ones = |of: &dyn Fn(usize) -> bool| {
        (0..COUNT).map(|i| Fr::from(u32::from(of(i)))).collect::<Vec<_>>()
    };
    let one = cost(&ones(&|i| i == 0));
    // One bucket: a lane has it alone up to 64 points.
    for count in [2, 9, 64] {
        assert_eq!(cost(&ones(&|i| i < count)) - one, 7 * (count - 1));
    }
    // Eight stretches of 64 points, which all lanes sum at once, and eight additions of their sums,
    // with the entry of the whole.
    assert_eq!(cost(&ones(&|i| i < 512)) - one, 7 * 63 + 8 * 8 + 2);
    // Buckets 1 to 8, 128 points each: 16 stretches on two vectors, and two additions.
    let eight: Vec<_> = (0..COUNT).map(|i| Fr::from((i % 8 + 1) as u32)).collect();
    let first: Vec<_> =
        (0..COUNT).map(|i| Fr::from(if i < 8 { i as u32 + 1 } else { 0 })).collect();
    assert_eq!(cost(&eight) - cost(&first), 2 * 7 * 63 + 2 + 2 * 8 + 2);
}

/// Encodings of every kind, so that over the batch each comes in each lane: points, points with
/// torsion, all encodings of points of small order (among them y = p, p + 1 and x = 0 with its
/// sign), y that has no x, and wrong lengths.
fn encodings(rng: &mut ChaCha20Rng) -> Vec<Vec<u8>> {
    let mut kinds: Vec<Vec<u8>> = torsion().iter().map(|point| point.to_bytes().to_vec()).collect();
    let (one, minus_one) = (Point::identity().to_bytes(), torsion()[4].to_bytes());
    for mut bytes in [one, minus_one] {
        bytes[31] |= 0x80;
        kinds.push(bytes.to_vec());
    }
    // p − 1 is minus one; p to p + 18 are not canonical.
    for over in 0..19 {
        let mut bytes = minus_one;
        bytes[0] = bytes[0].wrapping_add(over + 1);
        kinds.push(bytes.to_vec());
        bytes[31] |= 0x80;
        kinds.push(bytes.to_vec());
    }
    kinds.extend([Vec::new(), vec![1; 31], vec![1; 33]]);
    let small = torsion();
    let mut out = Vec::new();
    for (lane, torsion) in small.iter().enumerate() {
        for kind in &kinds {
            for i in 0..LANES {
                if i == lane {
                    out.push(kind.clone());
                    continue;
                }
                // Half of all y have no x.
                let mut bytes = vec![0; 32];
                rng.fill_bytes(&mut bytes);
                out.push(bytes);
            }
        }
        let point = Point::generator().mul(&random(rng)).add(torsion);
        out.push(point.to_bytes().to_vec());
    }
    out
}

#[test]
fn decoding_and_torsion() {
    let held = engine::hold();
    let encodings = encodings(&mut rng());
    let strict: Vec<_> = encodings.iter().map(|bytes| Point::from_bytes(bytes)).collect();
    let zip215: Vec<_> = encodings.iter().map(|bytes| Point::from_bytes_zip215(bytes)).collect();
    let reasons = |points: &[Result<Point, PointError>]| {
        points.iter().map(|point| format!("{:?}", point.err())).collect::<BTreeSet<_>>().len()
    };
    // A point, a wrong length, none on the curve, and for the strict rule not canonical and a wrong
    // sign.
    assert_eq!([reasons(&strict), reasons(&zip215)], [5, 3]);
    let rng = &mut rng();
    let (points, small) = (points(200, rng), torsion());
    let free: Vec<_> = points.iter().map(|point| bool::from(point.is_torsion_free())).collect();
    assert!(free.contains(&true) && free.contains(&false));
    held.on_each(|engine| {
        let name = engine.name();
        for count in [1, 2, 3, 7, 8, 9, encodings.len()] {
            let mut found = vec![Err(PointError::Identity); count];
            Point::from_bytes_batch(&encodings[..count], &mut found).expect("as many places");
            assert_eq!(found, strict[..count], "{name}");
            Point::from_bytes_zip215_batch(&encodings[..count], &mut found)
                .expect("as many places");
            assert_eq!(found, zip215[..count], "{name}");
        }
        let mut places = [Err(PointError::Identity); 2];
        let none: [&[u8]; 0] = [];
        assert_eq!(Point::from_bytes_batch(&none, &mut []), Err(BatchError::Empty));
        assert_eq!(Point::from_bytes_zip215_batch(&none, &mut places), Err(BatchError::Empty));
        assert_eq!(
            Point::from_bytes_batch(&encodings[..3], &mut places),
            Err(BatchError::LengthMismatch)
        );
        for count in COUNTS {
            let mut verdicts = vec![Choice::from(0); count];
            Point::is_torsion_free_batch(&points[..count], &mut verdicts).expect("as many places");
            let verdicts: Vec<_> = verdicts.into_iter().map(bool::from).collect();
            assert_eq!(verdicts, free[..count], "{name}");
        }
        // Torsion of each order in each lane.
        let mut verdicts = [Choice::from(0); LANES];
        for lane in 0..LANES {
            for torsion in &small {
                let mut points = [Point::generator(); LANES];
                points[lane] = points[lane].add(torsion);
                Point::is_torsion_free_batch(&points, &mut verdicts).expect("eight");
                for (i, verdict) in verdicts.into_iter().enumerate() {
                    assert_eq!(
                        bool::from(verdict),
                        i != lane || bool::from(torsion.is_identity()),
                        "{name}"
                    );
                }
            }
        }
        assert_eq!(Point::is_torsion_free_batch(&[], &mut []), Err(BatchError::Empty));
        assert_eq!(
            Point::is_torsion_free_batch(&points, &mut verdicts),
            Err(BatchError::LengthMismatch)
        );
    });
}
