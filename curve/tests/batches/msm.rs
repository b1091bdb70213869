//! Sums of scalar multiples by affine additions in batches: on every engine, against the sum of
//! known multiples of a generator.
//!
//! Points are multiples a·G with small a, so that Σ kᵢ·aᵢ·G is one multiplication; batches are
//! built so that equal points, opposite points and identities meet in each lane and in each round
//! of the trees by which buckets are summed.

use curve::engines::cpu::{self, Engine};
use curve::engines::lanes8::{LANES, Lanes8Portable};
use curve::error::BatchError;
use curve::field::{Anywhere, Field, Lanes, Red};
#[cfg(feature = "grumpkin")]
use curve::grumpkin;
use curve::integer::scalar_to_integer;
use curve::msm::{
    msm_on_lanes_vartime, msm_runs_vartime, msm_vartime, msm_vartime_alloc, scratch_size,
    sum_on_lanes, sum_vartime_alloc,
};
use curve::p256::P256;
use curve::secp256k1::Secp256k1;
use curve::weierstrass::{Affine, Endomorphism, Group, GroupInLanes, Jacobian, Projective};
use curve::{bls12_381, bn254, p256, secp256k1};
#[cfg(feature = "pasta")]
use curve::{pallas, vesta};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::counted_lanes::{CountedLanes, products};
use crate::engine;

/// Points that are known as multiples of the generator: 1 to so many.
const KNOWN: usize = 24_001;

/// What a batch is of.
struct Batch<C: Group> {
    what: String,
    /// Which multiples of the generator the points are, 0 for the identity.
    multiples: Vec<i32>,
    scalars: Vec<Red<C::Scalar>>,
}

/// The generator's multiples from 1 on.
fn known<C: GroupInLanes<Base: Anywhere>>(count: usize) -> Vec<Affine<C>> {
    let generator = Projective::<C>::generator();
    let points: Vec<_> =
        core::iter::successors(Some(generator), |point| Some(point.add(&generator)))
            .take(count)
            .collect();
    let mut affine = vec![Affine::identity(); count];
    Projective::batch_to_affine(&points, &mut affine).expect("as many places as points");
    affine
}

fn signed<S: Anywhere>(a: i32) -> Red<S> {
    let magnitude = Red::from(a.unsigned_abs());
    if a < 0 { -&magnitude } else { magnitude }
}

impl<C: Group<Base: Anywhere>> Batch<C> {
    fn new(what: &str, count: usize, mut of: impl FnMut(usize) -> (i32, Red<C::Scalar>)) -> Self {
        let (multiples, scalars) = (0..count).map(&mut of).unzip();
        Self { what: format!("{what}, {count} points"), multiples, scalars }
    }

    fn points(&self, known: &[Affine<C>]) -> Vec<Affine<C>> {
        let of = |&a: &i32| match a {
            0 => Affine::identity(),
            a if a < 0 => known[a.unsigned_abs() as usize - 1].neg(),
            a => known[a as usize - 1],
        };
        self.multiples.iter().map(of).collect()
    }

    fn expected(&self) -> Projective<C> {
        let products =
            self.multiples.iter().zip(&self.scalars).map(|(&a, k)| signed::<C::Scalar>(a) * k);
        Projective::mul_generator(&products.sum())
    }
}

fn random<S: Anywhere>(rng: &mut ChaCha20Rng) -> Red<S> {
    let mut bytes = [0; 64];
    rng.fill_bytes(&mut bytes);
    Red::from_uniform_bytes(&bytes[..S::UNIFORM_BYTES])
}

/// A number from 1 to `most`.
fn small(rng: &mut ChaCha20Rng, most: u32) -> i32 {
    let scaled = u64::from(rng.next_u32()) * u64::from(most);
    (scaled >> 32) as i32 + 1
}

/// 0, 1, −1, the neighbours of 2^64, 2^127, 2^128 and 2^255, of fractions of the order, and those
/// whose parts are longest.
fn edges<C: Group>(rng: &mut ChaCha20Rng) -> Vec<Red<C::Scalar>> {
    let one = Red::<C::Scalar>::one();
    let mut edges = vec![Red::zero(), one, -&one];
    for bits in [5, 63, 64, 127, 128, 129, 254, 255] {
        let mut power = Red::<C::Scalar>::from(2u32).pow_vartime(&[bits]);
        for near in [-2, -1, 0, 1, 2] {
            edges.push(power + signed(near));
        }
        power = -&power;
        edges.push(power);
    }
    for parts in 2..10 {
        let fraction = Red::<C::Scalar>::from(parts).invert();
        edges.extend([-1, 0, 1].map(|near| fraction + signed(near)));
    }
    // The longest of each part of either sign, among what there is and random ones.
    let mut candidates = edges.clone();
    candidates.extend((0..1500).map(|_| random::<C::Scalar>(rng)));
    let parts: Vec<_> = candidates.iter().map(|k| C::split(&scalar_to_integer(k))).collect();
    for part in 0..C::PARTS {
        for sign in [false, true] {
            let of = |i: &usize| parts[*i][part];
            let mut order: Vec<_> =
                (0..parts.len()).filter(|i| bool::from(of(i).negative) == sign).collect();
            order.sort_by_key(|i| {
                core::cmp::Reverse(of(i).magnitude.into_iter().rev().collect::<Vec<_>>())
            });
            edges.extend(order.iter().take(3).map(|&i| candidates[i]));
        }
    }
    edges
}

/// How two halves of a tree meet.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meeting {
    Equal,
    Opposite,
}

/// Multiples of points of which, added pair by pair, those of lane `lane` meet in round `round`;
/// one vector of that round.
fn meeting(round: u32, lane: usize, how: Meeting, rng: &mut ChaCha20Rng) -> Vec<i32> {
    let half = 1 << (round - 1);
    let mut multiples = Vec::new();
    for i in 0..LANES {
        let mut left: Vec<i32> = (0..half).map(|_| small(rng, 120)).collect();
        let mut right: Vec<i32> = (0..half).map(|_| small(rng, 120)).collect();
        if i == lane {
            let total: i32 = left.iter().sum();
            let others: i32 = right[1..].iter().sum();
            right[0] = if how == Meeting::Equal { total - others } else { -total - others };
            if right[0] == 0 {
                // The identity would enter no bucket.
                (left[0], right[0]) = (left[0] + 1, 1);
            }
        }
        multiples.extend([left, right].concat());
    }
    multiples
}

fn batches<C: Group<Base: Anywhere>>(most: usize) -> Vec<Batch<C>> {
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    let rng = &mut rng;
    let one = Red::<C::Scalar>::one();
    let edges = edges::<C>(rng);
    let edge = |i: usize| *edges.iter().cycle().nth(i).expect("there are edges");
    let mut out = Vec::new();
    for count in [1, 2, 7, 8, 9, 33, 64, 257, 4097] {
        out.push(Batch::new("random", count, |i| (i as i32 + 1, random(rng))));
    }
    out.push(Batch::new("random, many", most, |i| (i as i32 + 1, random(rng))));
    for count in [2, 9, 33, 257] {
        out.push(Batch::new("equal points", count, |_| (3, random(rng))));
        out.push(Batch::new("equal points, equal scalars", count, |_| (3, -&Red::from(77u32))));
        let k = random(rng);
        out.push(Batch::new("equal scalars", count, |i| (i as i32 + 1, k)));
        out.push(Batch::new("P and −P in turn", count, |i| (if i & 1 == 0 { 5 } else { -5 }, k)));
        out.push(Batch::new("P and −P in turn, random scalars", count, |i| {
            (if i & 1 == 0 { 5 } else { -5 }, random(rng))
        }));
        out.push(Batch::new("k and −k in turn", count, |i| {
            (5, if i & 1 == 0 { k } else { -&k })
        }));
        out.push(Batch::new("small multiples", count, |_| {
            (small(rng, 9) - 5, signed(small(rng, 9) - 5))
        }));
        out.push(Batch::new("identities alone", count, |_| (0, random(rng))));
        out.push(Batch::new("scalars zero", count, |i| (i as i32 + 1, Red::zero())));
        out.push(Batch::new("edges", count, |i| (i as i32 + 1, edge(i))));
        out.push(Batch::new("edges, equal points", count, |i| (1 + (i & 1) as i32, edge(i))));
    }
    for i in 0..edges.len() {
        out.push(Batch::new("one edge", 1, |_| (2, edge(i))));
    }
    out.push(Batch::new("edges in order", edges.len(), |i| (small(rng, 3) - 2, edge(i))));
    out.push(Batch::new("equal points, over several blocks", 8_200, |_| (7, one)));
    // Buckets that carry a point from block to block, where its double, its opposite or nothing
    // meets it.
    let sparse = [
        (0, 5),
        (4_095, 1),
        (4_096, 6),
        (5_000, -12),
        (8_192, 3),
        (9_999, 3),
        (12_300, -3),
        (12_301, -3),
    ];
    out.push(Batch::new("sparse", 12_302, |i| {
        let a = sparse.iter().find(|(place, _)| *place == i).map_or(0, |&(_, a)| a);
        (if a == 0 { 1 } else { a }, if a == 0 { Red::zero() } else { one })
    }));
    for place in 0..=2 * LANES {
        out.push(Batch::new("an identity", 2 * LANES + 1, |i| {
            (if i == place { 0 } else { i as i32 + 1 }, one)
        }));
    }
    for round in 1..=5 {
        for lane in 0..LANES {
            for how in [Meeting::Equal, Meeting::Opposite] {
                let multiples = meeting(round, lane, how, rng);
                let what = format!("{how:?} points in round {round}, lane {lane}");
                out.push(Batch::new(&what, multiples.len(), |i| (multiples[i], one)));
                // With signs that the scalars bring, in a bucket that is not the first.
                let k = Red::from(2u32);
                out.push(Batch::new(&format!("{what}, by scalars"), multiples.len(), |i| {
                    let a = multiples[i];
                    if i & 1 == 0 { (-a, -&k) } else { (a, k) }
                }));
            }
        }
        // All lanes at once, of both kinds.
        let multiples: Vec<_> = (0..LANES)
            .flat_map(|lane| {
                let how = if lane & 1 == 0 { Meeting::Equal } else { Meeting::Opposite };
                let of_lane = meeting(round, lane, how, rng);
                let length = 1 << round;
                of_lane[lane * length..(lane + 1) * length].to_vec()
            })
            .collect();
        out.push(Batch::new(&format!("all lanes meet in round {round}"), multiples.len(), |i| {
            (multiples[i], one)
        }));
    }
    out
}

fn scratch_form<C: Group<Base: Anywhere>>(
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
) -> Projective<C> {
    let size = scratch_size(points.len());
    let mut buckets = vec![Jacobian::identity(); size.buckets];
    let mut integers = vec![[0; 4]; size.integers];
    msm_vartime(points, scalars, &mut buckets, &mut integers).expect("there is space enough")
}

/// All batches of one group on all engines; `S` is the group on portable lanes.
fn group<C, S>(name: &str, most: usize)
where
    C: GroupInLanes<Base: Anywhere>,
    S: Endomorphism<Base: Lanes<One = C::Base> + Field<Ctx = ()>>,
{
    let held = engine::hold();
    let known = known::<C>(KNOWN.min(most.max(4_097)));
    let batches: Vec<_> = batches::<C>(most)
        .into_iter()
        .map(|batch| {
            let (points, expected) = (batch.points(&known), batch.expected());
            (batch, points, expected)
        })
        .collect();
    held.on_each(|engine| {
        for (batch, points, expected) in &batches {
            let found = msm_vartime_alloc(points, &batch.scalars).expect("a batch");
            assert_eq!(&found, expected, "{name}, {}, {}", engine.name(), batch.what);
            // The same points without scalars: their multiples of the generator add up.
            let sum = sum_vartime_alloc(points).expect("a batch");
            let total =
                batch.multiples.iter().fold(Red::zero(), |sum, &a| &sum + &signed::<C::Scalar>(a));
            assert_eq!(
                sum,
                Projective::mul_generator(&total),
                "{name}, {}, sum, {}",
                engine.name(),
                batch.what
            );
            if points.len() <= 9 {
                let naive = points.iter().zip(&batch.scalars);
                let naive =
                    naive.fold(Projective::<C>::identity(), |sum, (p, k)| sum.add(&p.mul(k)));
                assert_eq!(&naive, expected, "{name}, {}, one by one", batch.what);
            }
            // The longest takes minutes there: where there are lanes, it is theirs.
            if engine == Engine::Portable
                && (points.len() < KNOWN || cpu::detected() < Engine::Lanes)
            {
                let of_lanes = sum_on_lanes::<C, S>(&(), points).expect("a batch");
                assert_eq!(of_lanes, sum, "{name}, portable lanes, sum, {}", batch.what);
                let found =
                    msm_on_lanes_vartime::<C, S>(&(), points, &batch.scalars).expect("a batch");
                assert_eq!(&found, expected, "{name}, portable lanes, {}", batch.what);
            }
            if engine == cpu::detected() {
                let found = scratch_form(points, &batch.scalars);
                assert_eq!(&found, expected, "{name}, scratch form, {}", batch.what);
            }
        }
        assert_eq!(msm_vartime_alloc::<C>(&[], &[]), Err(BatchError::Empty));
        assert_eq!(sum_vartime_alloc::<C>(&[]), Err(BatchError::Empty));
        assert_eq!(msm_vartime_alloc::<C>(&[], &[Red::one()]), Err(BatchError::Empty));
        assert_eq!(
            msm_vartime_alloc::<C>(&known[..2], &[Red::one()]),
            Err(BatchError::LengthMismatch)
        );
        assert_eq!(msm_vartime_alloc::<C>(&known[..1], &[]), Err(BatchError::LengthMismatch));
    });
    assert_eq!(msm_on_lanes_vartime::<C, S>(&(), &[], &[]), Err(BatchError::Empty));
    assert_eq!(sum_on_lanes::<C, S>(&(), &[]), Err(BatchError::Empty));
    assert_eq!(
        msm_on_lanes_vartime::<C, S>(&(), &known[..2], &[Red::one()]),
        Err(BatchError::LengthMismatch)
    );
}

#[test]
fn every_batch_on_every_engine() {
    group::<bls12_381::G1Curve, bls12_381::G1Curve<Lanes8Portable<bls12_381::FpEngine>>>(
        "BLS12-381 G1",
        KNOWN,
    );
    group::<bls12_381::G2Curve, bls12_381::G2Curve<Lanes8Portable<bls12_381::FpEngine>>>(
        "BLS12-381 G2",
        2_050,
    );
    group::<bn254::G1Curve, bn254::G1Curve<Lanes8Portable<bn254::FpEngine>>>("BN254 G1", KNOWN);
    group::<bn254::G2Curve, bn254::G2Curve<Lanes8Portable<bn254::FpEngine>>>("BN254 G2", 2_050);
    group::<Secp256k1, Secp256k1<Lanes8Portable<secp256k1::FpEngine>>>("secp256k1", 4_100);
    group::<P256, P256<Lanes8Portable<p256::FpEngine>>>("P-256", 4_100);
}

#[cfg(feature = "bls12-377")]
#[test]
fn every_batch_of_bls12_377_on_every_engine() {
    use curve::bls12_377::{FpEngine, G1Curve, G2Curve};
    group::<G1Curve, G1Curve<Lanes8Portable<FpEngine>>>("BLS12-377 G1", 4_100);
    group::<G2Curve, G2Curve<Lanes8Portable<FpEngine>>>("BLS12-377 G2", 1_030);
    runs::<G1Curve>();
}

#[cfg(feature = "pasta")]
#[test]
fn every_batch_of_pasta_on_every_engine() {
    group::<pallas::Pallas, pallas::Pallas<Lanes8Portable<pallas::FpEngine>>>("Pallas", 4_100);
    group::<vesta::Vesta, vesta::Vesta<Lanes8Portable<vesta::FpEngine>>>("Vesta", 4_100);
}

#[cfg(feature = "grumpkin")]
#[test]
fn every_batch_of_grumpkin_on_every_engine() {
    group::<grumpkin::Grumpkin, grumpkin::Grumpkin<Lanes8Portable<grumpkin::FpEngine>>>(
        "Grumpkin", 4_100,
    );
}

/// Sums of runs of one list: short and long ones, alone and among others, with identities and zeros
/// in them, and empty ones.
fn runs<C: GroupInLanes<Base: Anywhere>>() {
    let mut rng = ChaCha20Rng::seed_from_u64(9);
    let known = known::<C>(120);
    let held = engine::hold();
    held.on_each(|engine| {
        let lists: [&[usize]; 12] = [
            &[1],
            &[2],
            &[7],
            &[8],
            &[9],
            &[40],
            &[1, 1],
            &[1; 17],
            &[0, 5, 0, 3],
            &[23, 24, 1, 25, 8],
            &[24, 0, 24],
            &[2, 6, 0, 1, 1, 30, 0],
        ];
        for lengths in lists {
            let count = lengths.iter().sum();
            let batch = Batch::<C>::new("runs", count, |i| {
                let scalar = if i & 15 == 3 { Red::zero() } else { random(&mut rng) };
                (if i & 7 == 5 { 0 } else { small(&mut rng, 9) - 5 }, scalar)
            });
            let points = batch.points(&known);
            let found = msm_runs_vartime(&points, &batch.scalars, lengths).expect("runs that fit");
            let mut start = 0;
            let expected: Vec<_> = lengths
                .iter()
                .map(|length| {
                    let range = start..start + length;
                    start += length;
                    let products = batch.multiples[range.clone()].iter().zip(&batch.scalars[range]);
                    Projective::<C>::mul_generator(
                        &products.map(|(&a, k)| signed::<C::Scalar>(a) * k).sum(),
                    )
                })
                .collect();
            assert_eq!(found, expected, "{lengths:?}, {}", engine.name());
        }
        let ones = [Red::one(); 3];
        for wrong in
            [&[][..], &[2], &[4], &[1, 1], &[3, 1], &[usize::MAX, 4], &[usize::MAX, usize::MAX, 5]]
        {
            assert_eq!(
                msm_runs_vartime(&known[..3], &ones, wrong),
                Err(BatchError::LengthMismatch),
                "{wrong:?}"
            );
        }
        assert_eq!(msm_runs_vartime(&known[..2], &ones, &[2]), Err(BatchError::LengthMismatch));
        assert_eq!(msm_runs_vartime::<C>(&[], &[], &[]), Err(BatchError::Empty));
    });
}

#[test]
fn runs_are_sums_of_their_own() {
    runs::<bls12_381::G1Curve>();
    runs::<bls12_381::G2Curve>();
    runs::<Secp256k1>();
}

type Counted = CountedLanes<bls12_381::FpEngine>;

/// An addition takes six products of lanes, and there are eight additions in each.
#[test]
fn additions_are_done_in_lanes() {
    const COUNT: usize = 4_096;
    let points = known::<bls12_381::G1Curve>(COUNT);
    let cost = |ones: usize| {
        let scalars: Vec<_> =
            (0..COUNT).map(|i| bls12_381::Fr::from(u32::from(i < ones))).collect();
        let products = products();
        let sum = msm_on_lanes_vartime::<bls12_381::G1Curve, bls12_381::G1Curve<Counted>>(
            &products, &points, &scalars,
        );
        let expected = bls12_381::Fr::from(((ones * (ones + 1)) >> 1) as u32);
        assert_eq!(sum, Ok(Projective::mul_generator(&expected)));
        products.get()
    };
    // All points go into one bucket; what entering and the sums over buckets take is the same for a
    // single one.
    for ones in [2, 9, 64, 1_000, COUNT] {
        let mut vectors = 0;
        let mut left = ones;
        while left > 1 {
            vectors += (left >> 1).div_ceil(LANES);
            left -= left >> 1;
        }
        assert_eq!(cost(ones) - cost(1), 6 * vectors, "{ones} points");
    }
}

#[test]
fn each_vector_of_a_sum_is_one_addition() {
    let points = known::<bls12_381::G1Curve>(100);
    let cost = |count: usize| {
        let products = products();
        let points = &points[..count];
        let sum =
            sum_on_lanes::<bls12_381::G1Curve, bls12_381::G1Curve<Counted>>(&products, points);
        let expected = bls12_381::Fr::from(((count * (count + 1)) >> 1) as u32);
        assert_eq!(sum, Ok(Projective::mul_generator(&expected)));
        products.get()
    };
    let (first, both) = (cost(LANES), cost(2 * LANES));
    let addition = both - first;
    assert!((11..=14).contains(&addition), "{addition} products");
    for count in [1, 7, 9, 17, 64, 100] {
        assert_eq!(cost(count), first + (count.div_ceil(LANES) - 1) * addition, "{count} points");
    }
}
