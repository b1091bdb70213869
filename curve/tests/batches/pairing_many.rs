//! Many pairings, checks and final exponentiations at once are those that are done one by one: on
//! every engine and in every lane, with identities, prepared points and wrong products among them.
#![allow(clippy::integer_division_remainder_used)] // Of indices.

#[cfg(feature = "bls12-377")]
use curve::bls12_377;
use curve::engines::lanes8::{LANES, Lanes8Portable};
use curve::engines::pairings::PairingInLanes;
use curve::error::BatchError;
use curve::field::{Field, InLanes, Lanes};
use curve::pairing::batch::{final_exponentiation_in_lanes, miller_values_in_lanes};
use curve::pairing::{Gt, MillerPair, Pairing, final_exponentiation, miller_loop};
use curve::tower::Fp12;
use curve::{bls12_381, bn254};
use subtle::Choice;

use crate::counted_lanes::{CountedLanes, products};
use crate::engine;

/// Verdicts as booleans.
fn truths(verdicts: &[Choice]) -> Vec<bool> {
    verdicts.iter().map(|&verdict| verdict.into()).collect()
}

/// Batches of all sizes on one curve; what they give, to compare engines.
macro_rules! batches {
    ($curve:ident) => {{
        use $curve::{
            Fr, G1, G1Affine, G2, G2Affine, G2Prepared, Gt, MillerValue, Pair, PointPair, final_exponentiation,
            final_exponentiation_batch, multi_miller_loop, pairing, pairing_batch, pairing_product_is_one_batch,
        };
        let g1 = |i: u32| G1::mul_generator(&Fr::from(i)).to_affine();
        let g2 = |i: u32| G2::mul_generator(&Fr::from(i)).to_affine();
        let (no1, no2) = (G1Affine::identity(), G2Affine::identity());
        let points: Vec<(G1Affine, G2Affine)> = (0..33).map(|i| (g1(i + 2), g2(3 * i + 1))).collect();
        let mut all = Vec::new();

        // Different pairs, with both kinds of identity in a lane each.
        for count in [1, 3, 7, 8, 9, 33] {
            let mut points = points[..count].to_vec();
            for (i, (p, q)) in points.iter_mut().enumerate() {
                match i {
                    5 => *p = no1,
                    6 => *q = no2,
                    _ => {}
                }
            }
            let pairs: Vec<PointPair<'_>> = points.iter().map(|(p, q)| (p, q)).collect();
            let mut out = vec![Gt::identity(); count];
            assert_eq!(pairing_batch(&pairs, &mut out), Ok(()));
            let expected: Vec<Gt> = pairs.iter().map(|(p, q)| pairing(p, q)).collect();
            assert_eq!(out, expected, "{count} pairings");
            let values: Vec<MillerValue> = pairs.iter().map(|&pair| multi_miller_loop([pair])).collect();
            let mut out = vec![pairing(&g1(1), &g2(1)); count];
            assert_eq!(final_exponentiation_batch(&values, &mut out), Ok(()));
            assert_eq!(out, expected, "{count} values");
            assert_eq!(out[0], final_exponentiation(&values[0]));
            all.extend(out);
        }

        // Signatures by different keys: e(sk·H, −G)·e(H, sk·G), some of them wrong; a multiple of
        // every lane is wrong in its turn.
        let minus = g2(1).neg();
        let minus_prepared = G2Prepared::from_affine(&minus);
        for count in [1_usize, 2, 7, 8, 9, 100] {
            let good = |i: usize| (7 * i + count) % 5 != 0;
            let keys: Vec<u32> = (0..count as u32).map(|i| i + 11).collect();
            let points: Vec<[(G1Affine, G2Affine); 2]> = keys
                .iter()
                .enumerate()
                .map(|(i, &key)| {
                    let message = i as u32 + 5;
                    [(g1(message * key + u32::from(!good(i))), minus), (g1(message), g2(key))]
                })
                .collect();
            let keys: Vec<G2Prepared> = points.iter().map(|pairs| G2Prepared::from_affine(&pairs[1].1)).collect();
            let expected: Vec<bool> = (0..count).map(good).collect();
            // No line prepared; the first of both; both; the first of some products only.
            for prepared in if count == 9 { 0..4 } else { 1..2 } {
                let mut pairs = Vec::new();
                for (i, [(signature, _), (message, key)]) in points.iter().enumerate() {
                    pairs.push(match prepared {
                        0 => Pair::from_points(signature, &minus),
                        3 if i % 3 == 0 => Pair::from_points(signature, &minus),
                        _ => Pair::from_prepared(signature, &minus_prepared),
                    });
                    pairs.push(match prepared {
                        2 => Pair::from_prepared(message, &keys[i]),
                        _ => Pair::from_points(message, key),
                    });
                }
                let mut verdicts = vec![Choice::from(0); count];
                assert_eq!(pairing_product_is_one_batch(&mut pairs, &mut verdicts), Ok(()));
                assert_eq!(truths(&verdicts), expected, "{count} checks, {prepared}");
            }
        }

        // One wrong product, one right product, and an identity in each lane in its turn.
        for lane in 0..LANES {
            // A wrong product among right ones; a right one among wrong ones; with an identity in
            // its first pair, which leaves the second.
            for (wrong, identity) in [(true, 0), (false, 0), (false, 1), (false, 2)] {
                let mut points: Vec<(G1Affine, G2Affine)> = Vec::new();
                for i in 0..LANES {
                    let by = u32::from((i == lane) == wrong);
                    points.push((g1(6 + by), g2(1)));
                    points.push((g1(2), g2(3).neg()));
                }
                match identity {
                    1 => points[2 * lane].0 = no1,
                    2 => points[2 * lane].1 = no2,
                    _ => {}
                }
                let mut pairs: Vec<Pair<'_>> = points.iter().map(|(p, q)| Pair::from_points(p, q)).collect();
                let mut verdicts = [Choice::from(lane as u8 & 1); LANES];
                assert_eq!(pairing_product_is_one_batch(&mut pairs, &mut verdicts), Ok(()));
                let expected: Vec<bool> =
                    (0..LANES).map(|i| if i == lane { !wrong && identity == 0 } else { wrong }).collect();
                assert_eq!(truths(&verdicts), expected, "lane {lane}");
            }
            // Identities alone are one.
            let mut points = [(g1(5), g2(1)); 2 * LANES];
            points[2 * lane].0 = no1;
            points[2 * lane + 1].1 = no2;
            let mut pairs: Vec<Pair<'_>> = points.iter().map(|(p, q)| Pair::from_points(p, q)).collect();
            let mut verdicts = [Choice::from(0); LANES];
            assert_eq!(pairing_product_is_one_batch(&mut pairs, &mut verdicts), Ok(()));
            let expected: Vec<bool> = (0..LANES).map(|i| i == lane).collect();
            assert_eq!(truths(&verdicts), expected, "identities in lane {lane}");
        }

        // Products of one, of three and of many pairs: Σ aᵢbᵢ = 0, or not, over few and many
        // products.
        for (count, each) in [(3, 1), (8, 3), (3, 20), (1, 33)] {
            let mut points: Vec<(G1Affine, G2Affine)> = Vec::new();
            for product in 0..count {
                let mut sum = 0;
                for i in 1..each {
                    points.push((g1(i + product), g2(i + 2)));
                    sum += (i + product) * (i + 2);
                }
                // The last pair takes the sum away, in every second product.
                points.push((g1(sum + (product & 1)).neg(), g2(1)));
            }
            let mut pairs: Vec<Pair<'_>> = points.iter().map(|(p, q)| Pair::from_points(p, q)).collect();
            let mut verdicts = vec![Choice::from(0); count as usize];
            assert_eq!(pairing_product_is_one_batch(&mut pairs, &mut verdicts), Ok(()));
            let expected: Vec<bool> = (0..count).map(|product| product & 1 == 0).collect();
            assert_eq!(truths(&verdicts), expected, "{count} products of {each}");
        }

        // Bad lengths.
        let (p, q) = &points[0];
        let value = multi_miller_loop([(p, q)]);
        let mut out = [Gt::identity(); 2];
        assert_eq!(pairing_batch(&[], &mut out), Err(BatchError::Empty));
        assert_eq!(pairing_batch(&[(p, q)], &mut out), Err(BatchError::LengthMismatch));
        assert_eq!(pairing_batch(&[(p, q); 9], &mut out), Err(BatchError::LengthMismatch));
        assert_eq!(final_exponentiation_batch(&[], &mut out[..0]), Err(BatchError::Empty));
        assert_eq!(final_exponentiation_batch(&[value; 3], &mut out), Err(BatchError::LengthMismatch));
        let mut verdicts = [Choice::from(0); 3];
        let mut pairs = vec![Pair::from_points(p, q); 4];
        assert_eq!(pairing_product_is_one_batch(&mut pairs, &mut verdicts), Err(BatchError::LengthMismatch));
        assert_eq!(pairing_product_is_one_batch(&mut pairs[..2], &mut verdicts), Err(BatchError::LengthMismatch));
        assert_eq!(pairing_product_is_one_batch(&mut pairs, &mut []), Err(BatchError::Empty));
        assert_eq!(pairing_product_is_one_batch(&mut pairs[..0], &mut verdicts), Err(BatchError::Empty));
        all
    }};
}

#[test]
fn batches_are_the_same_on_every_engine() {
    let mut all = Vec::new();
    engine::hold().on_each(|_| all.push((batches!(bls12_381), batches!(bn254))));
    for other in &all[1..] {
        assert_eq!(other, &all[0]);
    }
}

/// Products on an engine of lanes: values of the loop bit for bit, and their final exponentiations.
fn on_lanes<T, S>(ctx: &<S::Fp as Field>::Ctx, pairs: &[MillerPair<'_, T>], products: usize)
where
    T: PairingInLanes,
    S: Pairing<Fp: Lanes<One = T::Fp>>,
{
    let each = pairs.len() / products;
    let expected: Vec<Fp12<T>> =
        pairs.chunks(each).map(|pairs| miller_loop(&(), &mut pairs.to_vec())).collect();
    let mut out = vec![Gt::<T>::identity(); products];
    for (values, out) in expected.chunks(S::Fp::WIDTH).zip(out.chunks_mut(S::Fp::WIDTH)) {
        final_exponentiation_in_lanes::<T, S>(ctx, values, out);
    }
    for (value, out) in expected.iter().zip(&out) {
        assert_eq!(*out, final_exponentiation(value));
    }
    let mut expected = out.iter();
    for pairs in pairs.chunks(each * S::Fp::WIDTH) {
        let value = miller_values_in_lanes::<T, S>(ctx, pairs, pairs.len() / each)
            .expect("all of one kind");
        let ones = S::Fp::bits(&final_exponentiation(&value).is_identity());
        for lane in 0..pairs.len() / each {
            let one = expected.next().expect("as many").is_identity();
            assert_eq!(bool::from(one), (ones >> lane) & 1 == 1);
        }
    }
}

#[test]
fn generic_forms_on_every_kind_of_lanes() {
    let _held = engine::hold();
    macro_rules! curve {
        ($curve:ident, $tower:ident) => {{
            use $curve::{FpEngine, Fr, G1, G2, G2Prepared, Pair, $tower};
            let g1 = |i: u32| G1::mul_generator(&Fr::from(i)).to_affine();
            let g2 = |i: u32| G2::mul_generator(&Fr::from(i)).to_affine();
            let prepared = G2Prepared::from_affine(&g2(1).neg());
            let mut pairs = Vec::new();
            for i in 0..9 {
                pairs.push(Pair::from_prepared(&g1(6 * i + u32::from(i == 3)), &prepared));
                pairs.push(Pair::from_points(&g1(2 * i), &g2(3)));
            }
            on_lanes::<$tower, $tower<Lanes8Portable<FpEngine>>>(&(), &pairs, 9);
            on_lanes::<$tower, $tower>(&(), &pairs, 9);
            match <FpEngine as InLanes>::lanes() {
                Some(ctx) => {
                    on_lanes::<$tower, $tower<<FpEngine as InLanes>::Lanes>>(&ctx, &pairs, 9)
                }
                None => eprintln!("SKIPPED: this CPU has no vectors"),
            }
        }};
    }
    curve!(bls12_381, Bls12381);
    curve!(bn254, Bn254);
    #[cfg(feature = "bls12-377")]
    curve!(bls12_377, Bls12377);
}

/// As many products of lanes as one product of pairings takes serve eight.
#[test]
fn products_are_done_in_lanes() {
    use bls12_381::{Bls12381, FpEngine, Fr, G1, G2, Pair};
    type Counted = Bls12381<CountedLanes<FpEngine>>;
    let points: Vec<_> = (1..17_u32)
        .map(|i| {
            (
                G1::mul_generator(&Fr::from(i)).to_affine(),
                G2::mul_generator(&Fr::from(i + 1)).to_affine(),
            )
        })
        .collect();
    let pairs: Vec<_> = points.iter().map(|(p, q)| Pair::from_points(p, q)).collect();
    let cost = |count: usize| {
        let counter = products();
        let value =
            miller_values_in_lanes::<Bls12381, Counted>(&counter, &pairs[..2 * count], count)
                .expect("points");
        let _ = final_exponentiation(&value).is_identity();
        counter.get()
    };
    assert!(cost(1) > 10_000);
    for count in 2..=LANES {
        assert_eq!(cost(count), cost(1), "{count} products");
    }
}
