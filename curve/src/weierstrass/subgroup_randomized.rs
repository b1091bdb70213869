//! Whether all points of a batch are in the group of prime order, by a few exact tests of random
//! combinations.
//!
//! On a curve of odd order E/G, the curve modulo the group, has so too, and every element but zero
//! has order 3 at least,
//! whatever the factors of the cofactor (3, 11², 10177², … for BLS12-381 G1; 13², 23², … for G2).
//! Let dᵢ be independent and uniform in {−1, 0, 1}. If some Pᵢ is not in G, then for each choice of
//! the other digits Σ dⱼPⱼ lies in G for at most one of the three values of dᵢ, since two of them
//! would differ by a multiple ±1 or ±2 of Pᵢ. So a batch with any number of bad points, chosen in
//! ignorance of the digits, passes one combination with probability 1/3 at most, and k independent
//! ones with 3^−k at most; one bad point passes with exactly that. Larger digits would not do
//! better against points of order 3.
//!
//! (M. Bellare, J. A. Garay, T. Rabin, "Fast batch verification for modular exponentiation and
//! digital signatures", EUROCRYPT 1998, §3, with digits that suit the group; on the cofactors Y. El
//! Housni, A. Guillevic, T. Piellard, ePrint 2022/352.)
//!
//! m combinations cost little more than one: their digits, read as a number −H ≤ t ≤ H = (3^m −
//! 1)/2 in balanced ternary, say into which of H buckets a point goes, with which sign; that is one
//! addition for a point. From the H sums the combinations follow digit by digit, in 2H additions:
//! buckets 3q − 1, 3q, 3q + 1 make bucket q of the next generation, and the first and the last of
//! the three belong to this digit's combination. So k combinations of n points cost about k/m·(n +
//! H) additions, each of six products ([`Lists`]), and k tests.

#![allow(clippy::integer_division_remainder_used)] // Of sizes, which are public, and of random numbers, which are drawn for one use.

use alloc::vec::Vec;

use rand_core::CryptoRng;
use subtle::Choice;

use super::encoding::ZcashEncoding;
use super::{Affine, CtxOf, CurvePoint, GroupInLanes, Projective, Subgroup};
use crate::engines::door::side_by_side;
use crate::error::{BatchError, PointError, check_lengths};
use crate::field::{Anywhere, Lanes, Red};
use crate::hash_to_curve::RootsInLanes;
use crate::msm::lists::{Entry, Lists, NEGATIVE, NOTHING, Sorted, load};

/// Points that are combined together, so that they stay in the cache; a larger batch is several.
const BLOCK: usize = 1 << 14;

/// Points that are put into buckets at once: rounds of short blocks go together.
const ENTRIES: usize = 1 << 14;

/// Most combinations by which one round of buckets is divided: 3^9 sums.
const MOST_DIGITS: usize = 9;

/// How many times as many points as combinations there are at least where combinations pay.
/// Measured on BLS12-381 against [`CurvePoint::is_in_subgroup_batch`] with 128 bits, G1 and G2, on
/// vectors and on words: twice as many are a gain of nothing to a fifth, three times a fifth to a
/// half; 1,000 points 2.6 and 2.2 times on vectors, 4.0 and 2.7 on words; 16,000 points 4.9 and
/// 3.6, 6.2 and 3.8. With 64 bits about twice that.
const LEAST: usize = 3;

/// k combinations, one at least, have 3^−k ≤ 2^−bits: log₂ 3 > 1.58.
const fn combinations(bits: u32) -> usize {
    let combinations = (bits as usize).saturating_mul(50).div_ceil(79);
    if combinations == 0 { 1 } else { combinations }
}

/// m combinations for a round of buckets over n points, of k in all, so that the additions are
/// fewest.
fn digits_of_round(n: usize, k: usize) -> usize {
    let cost = |m: usize| k.div_ceil(m).saturating_mul(2 * n + 3usize.pow(m as u32));
    (1..=MOST_DIGITS.min(k)).min_by_key(|&m| cost(m)).unwrap_or(1)
}

/// A uniform number −H to H, (3^m − 1)/2 = H, that is the digits of one point for m combinations.
fn balanced(rng: &mut dyn CryptoRng, power: u32) -> i32 {
    let limit = u32::MAX - u32::MAX % power;
    loop {
        let value = rng.next_u32();
        if value < limit {
            return (value % power) as i32 - (power / 2) as i32;
        }
    }
}

impl<C: GroupInLanes> CurvePoint<C> {
    /// Whether all of many points are in the group of prime order, by exact tests of random
    /// combinations of them. If all are the answer is yes; if any is not, it is yes with
    /// probability 2^−`error_bits` at most, for points that were chosen in ignorance of what `rng`
    /// gives. In time that depends on the points.
    ///
    /// 128 bits take 82 combinations, 64 take 41. That pays from three points for each combination
    /// on; a smaller batch, and one on a curve of even order, is tested point by point instead,
    /// without error. 1,000 points of
    /// BLS12-381 take less than half of what [`CurvePoint::is_in_subgroup_batch`] takes with 128
    /// bits, and less than a quarter with 64.
    ///
    /// Cost with 128 bits: 82 tests, and 18 additions of six products for each of 1,000 points, 12
    /// for each of 16,000; more points are taken by blocks of 16,384.
    ///
    /// # Errors
    /// [`BatchError::Empty`].
    #[inline(never)]
    pub fn are_in_subgroup_randomized_vartime(
        points: &[Self],
        error_bits: u32,
        rng: &mut dyn CryptoRng,
    ) -> Result<Choice, BatchError> {
        let combinations = combinations(error_bits);
        if points.is_empty() {
            return Err(BatchError::Empty);
        }
        if matches!(C::COFACTOR, [1]) {
            return Ok(Choice::from(1));
        }
        if !C::ODD_ORDER || points.len() < combinations.saturating_mul(LEAST) {
            let mut verdicts = alloc::vec![Choice::from(0); points.len()];
            Self::is_in_subgroup_batch(points, &mut verdicts)?;
            return Ok(verdicts.into_iter().fold(Choice::from(1), |all, verdict| all & verdict));
        }
        side_by_side!(C, true, &points[0].0.x.ctx() =>
            are_in_subgroup_on_lanes_vartime::<C, _>(points, combinations, rng))
    }
}

/// As [`CurvePoint::are_in_subgroup_randomized_vartime`], always by combinations, so many for each
/// 16,384 points, and on lanes of the caller's choice: `S` is the curve of `C` on an engine that
/// holds several elements side by side, or one.
///
/// A batch with bad points passes with probability 3^−`combinations` at most, and with that for one
/// bad point; with no combination all pass.
///
/// # Errors
/// [`BatchError::Empty`].
///
/// # Panics
/// If the curve is of even order: there a bad point of order two would pass with twice that.
pub fn are_in_subgroup_on_lanes_vartime<C, S>(
    ctx: &CtxOf<S>,
    points: &[CurvePoint<C>],
    combinations: usize,
    rng: &mut dyn CryptoRng,
) -> Result<Choice, BatchError>
where
    C: GroupInLanes,
    S: Subgroup<Base: Lanes<One = C::Base>>,
{
    assert!(C::ODD_ORDER, "a point of order two may pass");
    if points.is_empty() {
        return Err(BatchError::Empty);
    }
    let all =
        points.chunks(BLOCK).all(|points| block_vartime::<C, S>(ctx, points, combinations, rng));
    Ok(Choice::from(u8::from(all)))
}

/// Whether so many random combinations of points are all in the group.
fn block_vartime<C, S>(
    ctx: &CtxOf<S>,
    points: &[CurvePoint<C>],
    combinations: usize,
    rng: &mut dyn CryptoRng,
) -> bool
where
    C: GroupInLanes,
    S: Subgroup<Base: Lanes<One = C::Base>>,
{
    let affine = to_affine_vartime(points);
    let present: Vec<_> = (0..)
        .zip(&affine)
        .filter(|(_, point)| !bool::from(point.infinity))
        .map(|(i, _): (Entry, _)| i)
        .collect();
    let mut digits = digits_of_round(present.len(), combinations);
    let mut lists = Lists::<S>::new(*ctx, &[], 0, 0);
    lists.take_points(&affine, 1);
    let (mut keyed, mut sorted) = (Vec::new(), Sorted::new());
    let mut left = combinations;
    while left > 0 {
        // Rounds of as many digits each; the last ones may have fewer.
        digits = digits.min(left);
        let rounds = (ENTRIES / present.len().max(1)).clamp(1, left / digits);
        left -= rounds * digits;
        let power = 3u32.pow(digits as u32);
        // Bucket b of a round has number b, and none has number zero.
        let buckets = (power / 2) as usize + 1;
        keyed.clear();
        for round in 0..rounds {
            for &point in &present {
                let number = balanced(rng, power);
                if number != 0 {
                    let bucket = round * buckets + number.unsigned_abs() as usize;
                    keyed.push((bucket as u32, point | if number < 0 { NEGATIVE } else { 0 }));
                }
            }
        }
        sorted.sort(rounds * buckets, &keyed, |_| None);
        lists.keep_rows(affine.len());
        lists.set(&sorted, 0..rounds * buckets);
        lists.sum_vartime();
        if !combinations_vartime(&mut lists, rounds).chunks(S::Base::WIDTH).all(|sums| {
            let point = load(ctx, |lane| sums.get(lane).map(|&sum| lists.point(sum)));
            // Lanes without a combination hold the identity, which is in the group.
            let inside = S::Base::bits(&S::is_in_subgroup(&point.to_projective()));
            inside.trailing_ones() as usize >= S::Base::WIDTH
        }) {
            return false;
        }
    }
    true
}

/// The points by their affine coordinates.
fn to_affine_vartime<C: GroupInLanes>(points: &[CurvePoint<C>]) -> Vec<Affine<C>> {
    let ctx = points[0].0.x.ctx();
    let one = Red::one_in(&ctx);
    let mut affine = alloc::vec![Affine::identity_in(&ctx); points.len()];
    if points.iter().all(|point| point.0.z == one) {
        // As decoding gives them.
        for (affine, CurvePoint(Projective { x, y, .. })) in affine.iter_mut().zip(points) {
            *affine = Affine::from_xy_unchecked_curve_and_subgroup(*x, *y);
        }
        return affine;
    }
    let points: Vec<_> = points.iter().map(|point| point.0).collect();
    if Projective::batch_to_affine(&points, &mut affine).is_err() {
        unreachable!("as many places as points");
    }
    affine
}

/// From the sums of all buckets, round by round, the combinations that are not the identity.
fn combinations_vartime<S: Subgroup<Base: Lanes>>(
    lists: &mut Lists<'_, S>,
    rounds: usize,
) -> Vec<Entry> {
    let some = |entry: &Entry| (*entry != NOTHING).then_some(*entry);
    let mut buckets: Vec<Entry> = lists.sums().collect();
    // The lists of the combinations come first. They are summed in the same rounds as threes are,
    // since a round has an inversion of its own.
    lists.clear();
    lists.reserve(2 * buckets.len());
    let mut combinations = 0;
    loop {
        let count = buckets.len() / rounds;
        for round in buckets.chunks_exact(count) {
            // 3q + 1 has the digit 1, 3q + 2 = 3(q + 1) − 1 has −1.
            let ones = round.iter().skip(1).step_by(3).filter_map(some);
            let minus =
                round.iter().skip(2).step_by(3).filter_map(some).map(|entry| entry ^ NEGATIVE);
            lists.push(ones.chain(minus));
        }
        combinations += rounds;
        if count <= 2 {
            break;
        }
        for round in buckets.chunks_exact(count) {
            lists.push([]);
            for three in round[2..].chunks_exact(3) {
                lists.push(three.iter().filter_map(some));
            }
        }
        // Three are one after two rounds.
        lists.add_pairs_vartime();
        lists.add_pairs_vartime();
        buckets.clear();
        buckets.extend(lists.sums_from(combinations));
        lists.truncate(combinations);
    }
    lists.sum_vartime();
    lists.sums().filter(|&sum| sum != NOTHING).collect()
}

impl<C> Affine<C>
where
    C: ZcashEncoding<Base: Anywhere> + RootsInLanes,
{
    /// The points of many compressed encodings, as [`Affine::from_bytes_batch`] gives them, but for
    /// the subgroup, which is checked for all together by
    /// [`CurvePoint::are_in_subgroup_randomized_vartime`]; only if that says no, one by one. So a
    /// point outside the group is taken with probability 2^−`error_bits` at most, and all other
    /// verdicts are certain.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no encodings, [`BatchError::LengthMismatch`] if there are not as
    /// many places for points.
    pub fn from_bytes_batch_randomized_vartime<B: AsRef<[u8]>>(
        encodings: &[B],
        points: &mut [Result<Self, PointError>],
        error_bits: u32,
        rng: &mut dyn CryptoRng,
    ) -> Result<(), BatchError> {
        check_lengths(encodings.len(), &[points.len()])?;
        // In a place of its own: if the generator panics, the caller has no point that was not
        // checked.
        let mut unchecked = alloc::vec![Err(PointError::NotInSubgroup); encodings.len()];
        Self::from_bytes_batch_unchecked_subgroup(encodings, &mut unchecked)?;
        let decoded: Vec<_> =
            unchecked.iter().flatten().map(|&point| CurvePoint::from(point)).collect();
        if !decoded.is_empty()
            && !bool::from(CurvePoint::are_in_subgroup_randomized_vartime(
                &decoded, error_bits, rng,
            )?)
        {
            let mut verdicts = alloc::vec![Choice::from(0); decoded.len()];
            CurvePoint::is_in_subgroup_batch(&decoded, &mut verdicts)?;
            for (point, verdict) in unchecked.iter_mut().filter(|point| point.is_ok()).zip(verdicts)
            {
                if !bool::from(verdict) {
                    *point = Err(PointError::NotInSubgroup);
                }
            }
        }
        points.copy_from_slice(&unchecked);
        Ok(())
    }
}
