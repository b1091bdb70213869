//! Randomised checks of a batch, against blst's verdict on each point: the batch passes if blst
//! takes every point of it, and no other does. What is wrong in a batch cancels unless the weights
//! of its points are what they should be.

use curvemark::bls12_381::{G1Curve, G2Curve};
use curvemark::curve::error::PointError;
use curvemark::curve::field::Anywhere;
use curvemark::curve::hash_to_curve::Suite;
use curvemark::curve::hash_to_curve::sswu::Swu;
use curvemark::curve::weierstrass::{Affine, CurvePoint, GroupInLanes};
use curvemark_blst::Curve;
use rand_chacha::rand_core::Rng;

use crate::inputs::{below, compressed, of_order, points, rng};

/// A bad batch passes with a probability of 2^−64 at most, by 41 combinations.
const ERROR_BITS: u32 = 64;

/// Points of a batch: three for each combination and more, below which a batch is tested point by
/// point.
const COUNT: usize = 130;

/// A batch of good points, and what stands in the place of some.
type Replaced<C> = Vec<(usize, CurvePoint<C>)>;

/// Points at places of a batch, seven apart.
fn put<C: Curve>(points: Vec<CurvePoint<C>>, rng: &mut impl Rng) -> Replaced<C> {
    let first = below(rng, COUNT - 7 * points.len());
    points.into_iter().enumerate().map(|(i, point)| (first + 7 * i, point)).collect()
}

/// Points out of the group at places of a batch, so that simple combinations of them are in it.
fn adversarial<C: Curve>(torsion: &[(u64, CurvePoint<C>)]) -> Vec<Replaced<C>> {
    let mut rng = rng(11);
    let mut out = vec![vec![]];
    for &(order, point) in torsion {
        let twice = point.add(&point);
        // One, at both ends and anywhere.
        out.extend([0, COUNT - 1, below(&mut rng, COUNT)].map(|place| vec![(place, point)]));
        // Sums that are zero if all weights are one, or all of one parity.
        out.push(put(vec![point, point.neg()], &mut rng));
        out.push(put(vec![point, point, twice.neg()], &mut rng));
        out.push(put(vec![twice, point.neg(), point.neg()], &mut rng));
        // Neighbours, which lie in one vector of eight, and two vectors apart.
        out.push(vec![(8, point), (9, point.neg())]);
        out.push(vec![(8, point), (24, point.neg())]);
        if order < 20 {
            // As many as the order: their plain sum is zero.
            out.push(put(vec![point; order as usize], &mut rng));
        }
        // Every point of the batch, and one with its opposite in turn.
        out.push((0..COUNT).map(|place| (place, point)).collect());
        let turns = (0..COUNT).map(|i| (i, if i & 1 == 0 { point } else { point.neg() }));
        out.push(turns.collect());
    }
    // Points of two orders at once: no weight of one settles the other.
    let all = torsion.iter().map(|(_, point)| *point);
    out.push(put(all.clone().collect(), &mut rng));
    out.push(put(all.flat_map(|point| [point, point.neg()]).collect(), &mut rng));
    out
}

fn verdicts<C>(orders: &[(u64, u32)], seed: u64, theirs: impl Fn(&[u8]) -> bool)
where
    C: Curve + GroupInLanes<Base: Anywhere, Lanes: Suite<Map: Swu>, Doubles: Suite<Map: Swu>>,
{
    let mut rng = rng(seed);
    let torsion: Vec<_> = orders
        .iter()
        .map(|&(prime, power)| (prime, of_order::<C>(prime, power, &mut rng)))
        .collect();
    // Six points of the group, sums of neighbours, sums of those, and so on.
    let six: Vec<CurvePoint<C>> = points::<C>(&[], seed)
        .inside
        .iter()
        .map(|bytes| {
            Affine::<C>::from_bytes_unchecked_subgroup(&compressed(bytes)).expect("a point")
        })
        .collect();
    let mut good = six.clone();
    while good.len() < COUNT {
        let next = good[good.len() - 6].add(&good[good.len() - 5]);
        good.push(if bool::from(next.is_identity()) { six[0] } else { next });
    }
    let taken = |point: &CurvePoint<C>| theirs(point.to_bytes_uncompressed().as_ref());
    let good_taken: Vec<bool> = good.iter().map(taken).collect();
    assert!(good_taken.iter().all(|&taken| taken), "blst takes points of the group");

    let (mut passed, mut refused) = (0, 0);
    let mut ask = |replaced: &[(usize, CurvePoint<C>)], decode: bool| {
        let (mut batch, mut expected) = (good.clone(), good_taken.clone());
        for &(place, point) in replaced {
            batch[place] = point;
            expected[place] = taken(&point);
        }
        let all = expected.iter().all(|&taken| taken);
        let ours = CurvePoint::are_in_subgroup_randomized_vartime(&batch, ERROR_BITS, &mut rng)
            .expect("a batch");
        assert_eq!(bool::from(ours), all, "{} points replaced", replaced.len());
        if decode {
            let encode = |point: &CurvePoint<C>| compressed(point.to_bytes_uncompressed().as_ref());
            let encodings: Vec<Vec<u8>> = batch.iter().map(encode).collect();
            let mut read = vec![Err(PointError::Length); COUNT];
            Affine::<C>::from_bytes_batch_randomized_vartime(
                &encodings, &mut read, ERROR_BITS, &mut rng,
            )
            .expect("as many places");
            assert!(read.iter().map(Result::is_ok).eq(expected), "blst's verdict on each point");
        }
        *(if all { &mut passed } else { &mut refused }) += 1;
    };
    for replaced in adversarial(&torsion) {
        ask(&replaced, true);
        // The same with a point of the group added to each: of large order, and as far outside.
        let moved: Replaced<C> =
            replaced.iter().map(|&(place, point)| (place, point.add(&six[1]))).collect();
        ask(&moved, false);
    }
    assert!(passed >= 2 && refused > 20 * orders.len(), "{passed} passed, {refused} were refused");
}

#[test]
fn batches_are_in_the_group_if_blst_takes_each_point() {
    verdicts::<G1Curve>(&[(11, 2), (10_177, 2)], 21, |bytes| {
        blst::min_sig::Signature::deserialize(bytes).expect("a point of the curve").subgroup_check()
    });
    verdicts::<G2Curve>(&[(13, 2), (23, 2)], 22, |bytes| {
        blst::min_pk::Signature::deserialize(bytes).expect("a point of the curve").subgroup_check()
    });
}
