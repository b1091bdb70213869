//! Batches on threads give what the serial functions give, in the same order and with the same
//! errors: in pools of one thread and of several, from within the pool and nested in it.
#![cfg(feature = "parallel")]

extern crate curvemark_curve as curve;

use curve::error::{BatchError, PointError};
use curve::field::{Anywhere, Canonical, Red};
use curve::hash_to_curve::sswu::Swu;
use curve::hash_to_curve::{Suite, Xmd, hash_to_curve_batch, map_to_curve};
use curve::msm::{FixedBases, msm_runs_vartime, msm_vartime_alloc, sum_vartime_alloc};
use curve::weierstrass::{Affine, CurvePoint, GroupInLanes, Projective, ZcashEncoding};
use curve::{bls12_381, bn254, p256::P256, parallel, secp256k1::Secp256k1};
use rayon::{ThreadPool, ThreadPoolBuilder};
use sha2::Sha256;
use subtle::Choice;

/// Around the number of lanes, and beyond any least piece.
const SIZES: [usize; 7] = [0, 1, 7, 8, 9, 1000, 5000];
const MOST: usize = 5000;

fn pools() -> Vec<ThreadPool> {
    let pool = |threads| {
        ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be made")
    };
    [1, 3].map(pool).into()
}

/// Multiples of the generator, with an identity and points that meet their opposites; and scalars,
/// 0, 1 and −1 among them.
fn points_and_scalars<C: GroupInLanes<Base: Anywhere>>() -> (Vec<Affine<C>>, Vec<Red<C::Scalar>>) {
    let generator = Projective::<C>::generator();
    let points: Vec<_> =
        core::iter::successors(Some(generator), |point| Some(point.add(&generator)))
            .take(MOST)
            .collect();
    let mut affine = vec![Affine::identity(); MOST];
    Projective::batch_to_affine(&points, &mut affine).expect("as many places as points");
    affine[3] = Affine::identity();
    affine[5] = affine[4];
    affine[7] = affine[6].neg();
    let scalars = (0..MOST as u32).map(|i| match i {
        0 => Red::zero(),
        1 => Red::one(),
        2 => -&Red::one(),
        // Long ones, without a generator of random numbers.
        _ => {
            let mut bytes = vec![0x5a; C::Scalar::UNIFORM_BYTES];
            bytes[9..13].copy_from_slice(&i.wrapping_mul(0x9e37_79b9).to_be_bytes());
            Red::from_uniform_bytes(&bytes)
        }
    });
    (affine, scalars.collect())
}

fn sums<C: GroupInLanes<Base: Anywhere>>()
where
    Affine<C>: Sync + Send,
    Projective<C>: Send,
    Red<C::Scalar>: Sync,
{
    let (points, scalars) = points_and_scalars::<C>();
    let serial = |from: usize, to: usize| msm_vartime_alloc(&points[from..to], &scalars[from..to]);
    let expected = SIZES.map(|count| (serial(0, count), sum_vartime_alloc(&points[..count])));
    let (multiples, of_rest) = (serial(0, MOST), serial(1, MOST));
    for pool in pools() {
        for (count, expected) in SIZES.into_iter().zip(&expected) {
            let (points, scalars) = (&points[..count], &scalars[..count]);
            let found = pool.install(|| {
                (parallel::msm_vartime(points, scalars), parallel::sum_vartime(points))
            });
            assert_eq!(&found, expected, "{count} points");
        }
        // Runs that are cut into pieces, and some whose points are multiplied each.
        let runs = [3000, 1, 2, 700, 1, 4, 0, 1292];
        let found = pool.install(|| parallel::msm_runs_vartime(&points, &scalars, &runs));
        assert_eq!(found, msm_runs_vartime(&points, &scalars, &runs));
        let found =
            pool.install(|| parallel::msm_runs_vartime(&points[..200], &scalars[..200], &[1; 200]));
        assert_eq!(found, msm_runs_vartime(&points[..200], &scalars[..200], &[1; 200]));
        // Two at once, within the pool: both are cut into pieces, and neither waits for the other.
        let [one, other] = pool.install(|| {
            let pair = rayon::join(
                || parallel::msm_vartime(&points, &scalars),
                || parallel::msm_vartime(&points[1..], &scalars[1..]),
            );
            [pair.0, pair.1]
        });
        assert_eq!((&one, &other), (&multiples, &of_rest));
        pool.install(|| {
            assert_eq!(
                parallel::msm_vartime(&points, &scalars[1..]),
                Err(BatchError::LengthMismatch)
            );
            assert_eq!(parallel::msm_vartime::<C>(&[], &scalars), Err(BatchError::Empty));
        });
    }
}

#[test]
fn sums_are_the_serial_ones() {
    sums::<bls12_381::G1Curve>();
    sums::<bls12_381::G2Curve>();
    sums::<bn254::G1Curve>();
    sums::<Secp256k1>();
    sums::<P256>();
}

#[test]
fn sums_by_a_table_are_those_without() {
    let (points, scalars) = points_and_scalars::<bls12_381::G1Curve>();
    let table = FixedBases::<bls12_381::G1Curve>::new(&points, 8 << 20).expect("a table");
    let expected =
        |from: usize, to: usize| msm_vartime_alloc(&points[from..to], &scalars[from..to]);
    // Parts of the bases.
    for (from, to) in [(0, 3), (1, 2), (2, 1500), (4100, MOST)] {
        assert_eq!(
            table.msm_from_vartime(from, &scalars[from..to]),
            expected(from, to),
            "{from} to {to}"
        );
    }
    assert_eq!(table.msm_from_vartime(MOST - 1, &scalars[..2]), Err(BatchError::LengthMismatch));
    assert_eq!(table.msm_from_vartime(usize::MAX, &scalars[..1]), Err(BatchError::LengthMismatch));
    assert_eq!(table.msm_from_vartime(MOST, &[]), Err(BatchError::Empty));
    let expected = SIZES.map(|count| expected(0, count));
    let beyond = [&scalars[..], &scalars[..1]].concat();
    for pool in pools() {
        for (count, expected) in SIZES.into_iter().zip(&expected) {
            let found = pool.install(|| parallel::fixed_msm_vartime(&table, &scalars[..count]));
            assert_eq!(&found, expected, "{count} points");
        }
        let found = pool.install(|| parallel::fixed_msm_vartime(&table, &beyond));
        assert_eq!(found, Err(BatchError::LengthMismatch));
    }
}

/// Points of the curve, in the group and outside in turn.
fn points_of_curve<C: Suite + GroupInLanes<Base: Anywhere>>() -> Vec<CurvePoint<C>> {
    let few: Vec<_> = (0..64)
        .map(|i: u32| {
            let mut bytes = vec![0x5a; C::Base::UNIFORM_BYTES];
            bytes[7..11].copy_from_slice(&i.to_be_bytes());
            let point = map_to_curve::<C>(&Red::from_uniform_bytes(&bytes));
            if i & 1 == 0 { CurvePoint::from(point.clear_cofactor()) } else { point }
        })
        .collect();
    // In an order without a period of eight.
    (0..MOST).map(|i| few[(i * i + (i >> 3)) & 63]).collect()
}

fn verdicts<C>()
where
    C: ZcashEncoding<Base: Anywhere>
        + Suite
        + GroupInLanes<Lanes: Suite<Map: Swu>, Doubles: Suite<Map: Swu>>,
    Affine<C>: Send,
    CurvePoint<C>: Sync,
{
    let points = points_of_curve::<C>();
    let mut encodings: Vec<Vec<u8>> =
        points.iter().map(|point| point.to_bytes().as_ref().to_vec()).collect();
    for (i, encoding) in encodings.iter_mut().enumerate() {
        match i & 15 {
            4 => encoding[0] ^= 0x80,
            9 => encoding.truncate(40),
            _ => {}
        }
    }
    let mut decoded = vec![Err(PointError::Identity); MOST];
    Affine::<C>::from_bytes_batch(&encodings, &mut decoded).expect("as many places as encodings");
    let mut inside = vec![Choice::from(0); MOST];
    CurvePoint::is_in_subgroup_batch(&points, &mut inside).expect("as many verdicts as points");
    for pool in pools() {
        for count in SIZES.into_iter().filter(|&count| count > 0) {
            let mut places = vec![Err(PointError::Identity); count];
            let done =
                pool.install(|| parallel::from_bytes_batch(&encodings[..count], &mut places));
            assert_eq!((done, places.as_slice()), (Ok(()), &decoded[..count]));
            let mut found = vec![Choice::from(0); count];
            let done =
                pool.install(|| parallel::is_in_subgroup_batch(&points[..count], &mut found));
            assert_eq!(done, Ok(()));
            assert!(
                found.iter().zip(&inside).all(|(a, b)| bool::from(*a) == bool::from(*b)),
                "{count} verdicts"
            );
        }
        pool.install(|| {
            let none: [&[u8]; 0] = [];
            assert_eq!(parallel::from_bytes_batch::<C>(&none, &mut []), Err(BatchError::Empty));
            let mut places = vec![Err(PointError::Identity); 999];
            let mismatch = parallel::from_bytes_batch::<C>(&encodings[..1000], &mut places);
            assert_eq!(mismatch, Err(BatchError::LengthMismatch));
            assert_eq!(parallel::is_in_subgroup_batch::<C>(&[], &mut []), Err(BatchError::Empty));
            assert_eq!(
                parallel::is_in_subgroup_batch(&points, &mut []),
                Err(BatchError::LengthMismatch)
            );
        });
    }
}

#[test]
fn verdicts_are_the_serial_ones_in_their_order() {
    verdicts::<bls12_381::G1Curve>();
    verdicts::<bls12_381::G2Curve>();
}

fn hashes<C>()
where
    C: Suite<Base: Anywhere> + GroupInLanes<Lanes: Suite, Doubles: Suite, Fast: Suite>,
    Projective<C>: Send,
{
    let messages: Vec<[u8; 4]> = (0..1000_u32).map(u32::to_be_bytes).collect();
    let dst = b"curvemark tests: hashing on threads";
    let mut expected = vec![Projective::<C>::identity(); messages.len()];
    hash_to_curve_batch::<C, Xmd<Sha256>>(&(), &messages, dst, &mut expected)
        .expect("as many places as messages");
    for pool in pools() {
        pool.install(|| {
            for count in [1, 7, 8, 9, 1000] {
                let mut out = vec![Projective::<C>::identity(); count];
                let done = parallel::hash_to_curve_batch::<C, Xmd<Sha256>>(
                    &(),
                    &messages[..count],
                    dst,
                    &mut out,
                );
                assert_eq!((done, out.as_slice()), (Ok(()), &expected[..count]));
            }
            let none: [[u8; 4]; 0] = [];
            let empty = parallel::hash_to_curve_batch::<C, Xmd<Sha256>>(&(), &none, dst, &mut []);
            assert_eq!(empty, Err(BatchError::Empty));
            let mismatch =
                parallel::hash_to_curve_batch::<C, Xmd<Sha256>>(&(), &messages, dst, &mut []);
            assert_eq!(mismatch, Err(BatchError::LengthMismatch));
        });
    }
}

#[test]
fn hashes_are_the_serial_ones_in_their_order() {
    hashes::<bls12_381::G1Curve>();
    hashes::<bls12_381::G2Curve>();
    hashes::<bn254::G1Curve>();
}

/// Products of pairings on one curve; the last pair makes the whole product one.
macro_rules! products {
    ($curve:ident) => {{
        use $curve::{
            Fr, G1, G1Affine, G2, G2Affine, G2Prepared, Pair, final_exponentiation, miller_loop,
        };
        const MOST: usize = 200;
        let few: Vec<(G1Affine, G2Affine)> = (0..16_u32)
            .map(|i| {
                let scalar = |i: u32| Fr::from(1000 + i * i);
                (
                    G1::mul_generator(&scalar(i)).to_affine(),
                    G2::mul_generator(&scalar(2 * i + 1)).to_affine(),
                )
            })
            .collect();
        let mut points: Vec<(G1Affine, G2Affine)> =
            (0..MOST).map(|i| (few[(i * i + 3) & 15].0, few[i & 15].1)).collect();
        points[2].0 = G1Affine::identity();
        points[5].1 = G2Affine::identity();
        let prepared = G2Prepared::from_affine(&points[60].1);
        let pairs = |count: usize| -> Vec<Pair<'_>> {
            let mut pairs: Vec<_> =
                points[..count].iter().map(|(p, q)| Pair::from_points(p, q)).collect();
            if count > 60 {
                pairs[60] = Pair::from_prepared(&points[60].0, &prepared);
            }
            pairs
        };
        for pool in pools() {
            for count in [0, 1, 7, 8, 9, 15, 16, 17, 59, MOST] {
                let expected = miller_loop(&mut pairs(count));
                let found = pool.install(|| parallel::miller_loop(&mut pairs(count)));
                assert_eq!(found, expected, "{count} pairs");
                let product = pool.install(|| parallel::pairing_product(&mut pairs(count)));
                assert_eq!(product, final_exponentiation(&expected), "{count} pairs");
            }
            let mut both = pairs(MOST);
            both.extend(points.iter().map(|(p, q)| Pair::from_points(&p.neg(), q)));
            assert!(bool::from(
                pool.install(|| parallel::pairing_product(&mut both)).is_identity()
            ));
        }
    }};
}

#[test]
fn products_of_pairings_are_the_serial_ones() {
    products!(bls12_381);
    products!(bn254);
}
