//! Whether a batch is in the group, by random combinations: refused batches, and how often a weak
//! parameter lets one pass.
#![allow(clippy::integer_division_remainder_used)]

use curve::bls12_381::{self, G1Curve, G2Curve};
use curve::bn254;
use curve::engines::lanes8::Lanes8Portable;
use curve::error::{BatchError, PointError};
use curve::field::{Anywhere, Field, Lanes, Red};
use curve::hash_to_curve::{Suite, map_to_curve};
use curve::weierstrass::{
    Affine, CurvePoint, GroupInLanes, Projective, Subgroup, are_in_subgroup_on_lanes_vartime,
};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{SeedableRng, TryCryptoRng, TryRng};

use crate::counted_lanes::{CountedLanes, products};
use crate::engine;

/// Combinations that let a bad batch pass with less than 2^−128.
const STRONG: usize = 82;

fn element<F: Anywhere>(i: u32) -> Red<F> {
    let mut bytes = vec![0x5a; F::UNIFORM_BYTES];
    bytes[7..11].copy_from_slice(&i.to_be_bytes());
    Red::from_uniform_bytes(&bytes)
}

/// Multiples of the generator, an identity among them, with denominators or as decoding gives them.
pub fn good<C: GroupInLanes<Base: Anywhere>>(count: usize, affine: bool) -> Vec<CurvePoint<C>> {
    let generator = Projective::<C>::generator();
    let points =
        core::iter::successors(Some(Projective::identity()), |point| Some(point.add(&generator)));
    let points: Vec<_> = points.skip(usize::from(affine)).take(count).collect();
    if !affine {
        return points.into_iter().map(CurvePoint::from).collect();
    }
    let mut out = vec![Affine::identity(); count];
    Projective::batch_to_affine(&points, &mut out).expect("as many places as points");
    out.into_iter().map(CurvePoint::from).collect()
}

fn big(limbs: &[u64]) -> BigUint {
    BigUint::from_slice(
        &limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect::<Vec<_>>(),
    )
}

/// A point of order q, a prime that divides the cofactor; another one for most numbers to begin at.
pub fn of_order<C: Suite + GroupInLanes<Base: Anywhere>>(q: u64, first: u32) -> CurvePoint<C> {
    // r = (−1 modulo r) + 1.
    let r = BigUint::from_bytes_be(&{
        let mut bytes = vec![0; <C::Scalar as curve::field::Canonical>::BYTES];
        (-&Red::<C::Scalar>::one()).to_bytes(&mut bytes);
        bytes
    }) + 1u32;
    let mut rest = big(C::COFACTOR) * r;
    assert_eq!(&rest % q, BigUint::ZERO, "{q} divides the cofactor");
    while &rest % q == BigUint::ZERO {
        rest /= q;
    }
    for i in first.. {
        let mut point =
            map_to_curve::<C>(&element::<C::Base>(i)).mul_integer_vartime(&rest.to_u64_digits());
        if bool::from(point.is_identity()) {
            continue;
        }
        loop {
            let next = point.mul_integer_vartime(&[q]);
            if bool::from(next.is_identity()) {
                return point;
            }
            point = next;
        }
    }
    unreachable!("a random point has such a part with probability 1 − 1/q at least")
}

/// Points outside the group, with the orders of their images.
fn bad<C: Suite + GroupInLanes<Base: Anywhere>>(orders: &[u32]) -> Vec<CurvePoint<C>> {
    let generator = CurvePoint::from(Projective::<C>::generator());
    let mut bad = vec![map_to_curve::<C>(&element::<C::Base>(7))];
    for &q in orders {
        let point = of_order::<C>(u64::from(q), 0);
        bad.extend([point, point.add(&generator)]);
    }
    assert!(bad.iter().all(|point| !bool::from(point.is_in_subgroup())));
    bad
}

/// Batches on lanes `S`: good ones pass, and those with bad points at any place do not.
fn batches<C, S>(name: &str, ctx: &<S::Base as Field>::Ctx, orders: &[u32])
where
    C: Suite + GroupInLanes<Base: Anywhere>,
    S: Subgroup<Base: Lanes<One = C::Base>>,
{
    let rng = &mut ChaCha20Rng::seed_from_u64(1);
    let bad = bad::<C>(orders);
    for affine in [true, false] {
        let good = good::<C>(300, affine);
        for count in [1, 2, 7, 8, 9, 300] {
            let passes = are_in_subgroup_on_lanes_vartime::<_, S>(ctx, &good[..count], STRONG, rng);
            assert!(bool::from(passes.expect("a batch")), "{name}: {count} good points");
        }
        for count in [1, 2, 9] {
            for place in 0..count {
                for bad in &bad {
                    let mut points = good[..count].to_vec();
                    points[place] = *bad;
                    let passes =
                        are_in_subgroup_on_lanes_vartime::<_, S>(ctx, &points, STRONG, rng);
                    assert!(
                        !bool::from(passes.expect("a batch")),
                        "{name}: a bad point at {place} of {count}"
                    );
                }
            }
        }
        for place in [0, 150, 299] {
            let mut points = good.clone();
            points[place] = bad[1];
            let passes = are_in_subgroup_on_lanes_vartime::<_, S>(ctx, &points, STRONG, rng);
            assert!(!bool::from(passes.expect("a batch")), "{name}: a bad point at {place} of 300");
        }
    }
    // Points that cancel: their plain sum is in the group.
    for bad in &bad {
        let mut points = good::<C>(40, true);
        (points[3], points[17]) = (*bad, bad.neg());
        let passes = are_in_subgroup_on_lanes_vartime::<_, S>(ctx, &points, STRONG, rng);
        assert!(!bool::from(passes.expect("a batch")), "{name}: opposite bad points");
        let all = vec![*bad; 33];
        let passes = are_in_subgroup_on_lanes_vartime::<_, S>(ctx, &all, STRONG, rng);
        assert!(!bool::from(passes.expect("a batch")), "{name}: bad points alone");
    }
    let none = are_in_subgroup_on_lanes_vartime::<C, S>(ctx, &[], STRONG, rng);
    assert_eq!(none.map(bool::from), Err(BatchError::Empty));
}

#[test]
fn bad_batches_are_refused_on_lanes() {
    batches::<G1Curve, G1Curve<Lanes8Portable<bls12_381::FpEngine>>>("G1", &(), &[3, 11, 10_177]);
    batches::<G1Curve, G1Curve>("G1 one by one", &(), &[3, 11, 10_177]);
    batches::<G2Curve, G2Curve<Lanes8Portable<bls12_381::FpEngine>>>("G2", &(), &[13, 23, 2_713]);
}

/// With few combinations a bad point passes as often as the theory says.
#[test]
fn the_error_probability_is_as_stated() {
    type Curve = G1Curve;
    let rng = &mut ChaCha20Rng::seed_from_u64(2);
    let good = good::<Curve>(5, true);
    let [three, eleven] = [3, 11].map(|q| of_order::<Curve>(q, 0));
    let rate = |what: &str,
                points: &[CurvePoint<Curve>],
                combinations: usize,
                probability: f64,
                rng: &mut ChaCha20Rng| {
        let trials = 2_000;
        let passes = (0..trials).filter(|_| {
            let verdict =
                are_in_subgroup_on_lanes_vartime::<_, Curve>(&(), points, combinations, rng);
            verdict.expect("a batch").into()
        });
        let (passes, expected) = (passes.count() as f64, f64::from(trials) * probability);
        // Five standard deviations.
        let margin = 5.0 * (expected * (1.0 - probability)).sqrt();
        assert!(
            (passes - expected).abs() < margin,
            "{what}: {passes} of {trials} passed, expected {expected}"
        );
    };
    for (what, bad) in [("order 3", three), ("order 11", eleven)] {
        for (combinations, probability) in [(1, 1.0 / 3.0), (2, 1.0 / 9.0), (3, 1.0 / 27.0)] {
            let mut points = good.clone();
            points[2] = bad;
            rate(what, &points, combinations, probability, rng);
        }
    }
    // d + e = 0 modulo 3, and modulo 11.
    rate("two of order 3", &[three, good[0], three], 1, 1.0 / 3.0, rng);
    rate("two of order 11", &[eleven, good[0], eleven], 1, 3.0 / 9.0, rng);
    // d + 3e = 0 modulo 11 has no other solution than zeros.
    rate(
        "two multiples of order 11",
        &[eleven, eleven.mul_integer_vartime(&[3])],
        1,
        1.0 / 9.0,
        rng,
    );
}

fn dispatched<C: Suite + GroupInLanes<Base: Anywhere>>(name: &str, orders: &[u32], many: usize) {
    let rng = &mut ChaCha20Rng::seed_from_u64(3);
    let bad = bad::<C>(orders);
    let good = good::<C>(many, true);
    let mut check = |points: &[CurvePoint<C>], bits| {
        CurvePoint::are_in_subgroup_randomized_vartime(points, bits, rng).map(bool::from)
    };
    for count in [1, 2, 7, 8, 9, 163, 164, 500, many] {
        assert_eq!(check(&good[..count], 128), Ok(true), "{name}: {count} points");
        assert_eq!(check(&good[..count], 40), Ok(true), "{name}: {count} points, 40 bits");
        let mut points = good[..count].to_vec();
        points[count - 1] = bad[0];
        assert_eq!(check(&points, 128), Ok(false), "{name}: {count} points, the last is bad");
        if count > 1 {
            points[0] = bad[0].neg();
            assert_eq!(check(&points, 128), Ok(false), "{name}: {count} points, two cancel");
        }
        points[count - 1] = good[0];
        points[0] = bad[1];
        assert_eq!(check(&points, 64), Ok(false), "{name}: {count} points, the first is bad");
        assert_eq!(
            check(&points, u32::MAX),
            Ok(false),
            "{name}: {count} points, tested one by one"
        );
    }
    assert_eq!(check(&[], 128), Err(BatchError::Empty));
}

#[test]
fn every_engine() {
    engine::hold().on_each(|engine| {
        dispatched::<G1Curve>("G1", &[3, 11, 10_177], 16_500);
        dispatched::<G2Curve>("G2", &[13, 23], 600);
        dispatched::<bn254::G2Curve>("BN254 G2", &[10_069], 600);
        decoded(engine.name());
        // A curve that is the group.
        let points = vec![CurvePoint::from(Projective::<bn254::G1Curve>::generator()); 3];
        let passes = CurvePoint::are_in_subgroup_randomized_vartime(
            &points,
            128,
            &mut ChaCha20Rng::seed_from_u64(4),
        );
        assert_eq!(passes.map(bool::from), Ok(true));
    });
}

/// Decoding a batch gives the verdicts of decoding with exact checks.
fn decoded(engine: &str) {
    let bad = bad::<G1Curve>(&[3, 11]);
    let mut encodings: Vec<_> =
        good::<G1Curve>(400, true).iter().map(CurvePoint::to_bytes).collect();
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let mut check = |encodings: &[[u8; 48]], refused: &[usize]| {
        let mut points = vec![Ok(Affine::<G1Curve>::identity()); encodings.len()];
        Affine::from_bytes_batch_randomized_vartime(encodings, &mut points, 128, &mut rng)
            .expect("as many places");
        for (i, (point, encoding)) in points.iter().zip(encodings).enumerate() {
            assert_eq!(*point, Affine::from_bytes(encoding), "{engine}, encoding {i}");
            assert_eq!(point.is_err(), refused.contains(&i), "{engine}, encoding {i}");
        }
    };
    check(&encodings, &[]);
    encodings[7][0] = 0;
    check(&encodings, &[7]);
    encodings[399] = bad[1].to_bytes();
    check(&encodings, &[7, 399]);
    encodings[0] = bad[0].to_bytes();
    check(&encodings, &[0, 7, 399]);
    check(&encodings[..1], &[0]);
    check(&encodings[7..8], &[0]);
    let none: &[[u8; 48]] = &[];
    let decode = |points: &mut [Result<Affine<G1Curve>, PointError>], rng: &mut ChaCha20Rng| {
        Affine::from_bytes_batch_randomized_vartime(none, points, 128, rng)
    };
    assert_eq!(decode(&mut [], &mut rng), Err(BatchError::Empty));
}

/// A generator that fails.
struct Broken;

impl TryRng for Broken {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        panic!("no randomness")
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        panic!("no randomness")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        panic!("no randomness")
    }
}

impl TryCryptoRng for Broken {}

/// Points appear after the check alone, whatever the generator does.
#[test]
fn a_generator_that_fails_leaves_no_unchecked_point() {
    let encodings = vec![bad::<G1Curve>(&[3])[0].to_bytes(); 300];
    let mut points = vec![Err(PointError::Length); encodings.len()];
    let decoding = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
        Affine::<G1Curve>::from_bytes_batch_randomized_vartime(
            &encodings,
            &mut points,
            128,
            &mut Broken,
        )
    }));
    assert!(decoding.is_err());
    assert!(points.iter().all(Result::is_err));
}

/// The additions are done eight at a time: each point takes one for a round of buckets, of six
/// products.
#[test]
fn combinations_are_made_in_lanes() {
    type Counted = CountedLanes<bls12_381::FpEngine>;
    let products = products();
    let good = good::<G1Curve>(2_000, true);
    let cost = |count: usize| {
        let before = products.get();
        let rng = &mut ChaCha20Rng::seed_from_u64(6);
        let points = &good[..count];
        let passes =
            are_in_subgroup_on_lanes_vartime::<_, G1Curve<Counted>>(&products, points, STRONG, rng);
        assert!(bool::from(passes.expect("a batch")));
        products.get() - before
    };
    // Rounds of six combinations each, the last of four: 364 buckets, two additions each.
    let additions = 14 * (2_000 + 364);
    let tests = STRONG.div_ceil(8) * 126 * 13;
    let taken = cost(2_000);
    assert!(taken < (6 * additions / 8 + tests) * 11 / 10, "{taken} products of lanes");
}
