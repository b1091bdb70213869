//! Sums, multiples and checks of many points.

use super::{key_inputs, ours, signature_inputs, theirs};
use crate::inputs::{Points, below, bytes, rng};
use crate::shown;
use blst::MultiPoint as _;
use curvemark_blst::MultiPoint as _;
use rand_chacha::rand_core::Rng;

/// Lists of encoded points: of the group, with infinity, repeated, opposite, and from outside.
fn lists(points: &Points, with_outside: bool, rng: &mut impl Rng) -> Vec<Vec<Vec<u8>>> {
    let mut all: Vec<Vec<u8>> = points.inside.clone();
    all.push(points.infinity.clone());
    if with_outside {
        all.extend(points.outside.iter().cloned());
    }
    let mut lists: Vec<Vec<Vec<u8>>> = all.iter().map(|point| vec![point.clone()]).collect();
    lists.push(vec![points.inside[4].clone(), points.inside[5].clone()]);
    lists.push(vec![points.inside[0].clone(); 3]);
    lists.push(all.clone());
    for length in [2, 5, 9, 33, 70] {
        lists.push((0..length).map(|_| all[below(rng, all.len())].clone()).collect());
    }
    lists
}

/// The same functions of keys and of signatures.
macro_rules! sums {
    ($name:ident, $inputs:ident, $member:ident, $sum:ident, $to_member:ident) => {
        #[test]
        fn $name() {
            let mut rng = rng(21);
            for list in lists(&$inputs(), true, &mut rng) {
                let refs: Vec<&[u8]> = list.iter().map(Vec::as_slice).collect();
                let show_ours = |sum: ours::$sum| sum.$to_member().serialize();
                let show_theirs = |sum: theirs::$sum| sum.$to_member().serialize();
                let ours: Vec<_> =
                    list.iter().map(|point| ours::$member::from_bytes(point).unwrap()).collect();
                let theirs: Vec<_> =
                    list.iter().map(|point| theirs::$member::from_bytes(point).unwrap()).collect();
                let our_refs: Vec<_> = ours.iter().collect();
                let their_refs: Vec<_> = theirs.iter().collect();
                assert_eq!(show_ours(ours.add()), show_theirs(theirs.add()));
                assert_eq!(
                    shown(ours.validate(), |()| ()),
                    shown(theirs.validate(), |()| ()),
                    "of {} points",
                    list.len()
                );
                for check in [false, true] {
                    assert_eq!(
                        shown(ours::$sum::aggregate(&our_refs, check), show_ours),
                        shown(theirs::$sum::aggregate(&their_refs, check), show_theirs)
                    );
                    assert_eq!(
                        shown(ours::$sum::aggregate_serialized(&refs, check), show_ours),
                        shown(theirs::$sum::aggregate_serialized(&refs, check), show_theirs)
                    );
                }
            }
            assert_eq!(
                shown(ours::$sum::aggregate(&[], true), |_| ()),
                shown(theirs::$sum::aggregate(&[], true), |_| ())
            );
            assert_eq!(
                shown(ours::$sum::aggregate_serialized(&[], true), |_| ()),
                shown(theirs::$sum::aggregate_serialized(&[], true), |_| ())
            );
            assert_eq!(
                shown(ours::$sum::aggregate_with_randomness(&[], &[], 64, true), |_| ()),
                shown(theirs::$sum::aggregate_with_randomness(&[], &[], 64, true), |_| ())
            );
            // Here blst panics or waits forever.
            let none: [ours::$member; 0] = [];
            assert_eq!(none.add().$to_member().serialize(), $inputs().infinity[..]);
            assert_eq!(none.mult(&[], 64).$to_member().serialize(), $inputs().infinity[..]);
            assert_eq!(none.validate(), Ok(()));
        }
    };
}

sums!(keys_add_up_alike, key_inputs, PublicKey, AggregatePublicKey, to_public_key);
sums!(signatures_add_up_alike, signature_inputs, Signature, AggregateSignature, to_signature);

/// Which reason is given, when bytes and points are refused for several.
#[test]
fn the_first_refusal_counts() {
    let inputs = key_inputs();
    let (good, outside, infinity) = (&inputs.inside[0], &inputs.outside[0], &inputs.infinity);
    let garbage = &[0x55; 7];
    let pool: [&[u8]; 4] = [good, outside, infinity, garbage];
    for a in pool {
        for b in pool {
            for c in pool {
                for check in [false, true] {
                    let list = [a, b, c];
                    let ours = ours::AggregatePublicKey::aggregate_serialized(&list, check);
                    let theirs = theirs::AggregatePublicKey::aggregate_serialized(&list, check);
                    assert_eq!(shown(ours, |_| ()), shown(theirs, |_| ()));
                }
            }
        }
    }
}

/// blst takes fewer than 32 factors of many bits by an endomorphism, which is right in the group
/// only: in G1 from 176 bits on, in G2 from 144. All others it takes as they are.
macro_rules! multiples {
    ($name:ident, $inputs:ident, $member:ident, $sum:ident, $to_member:ident) => {
        #[test]
        fn $name() {
            let mut rng = rng(22);
            for bits in [1, 7, 8, 61, 64, 65, 127, 128, 143, 144, 160, 176, 255, 256] {
                let lists = lists(&$inputs(), bits < 144, &mut rng);
                for list in lists.iter().rev().take(7).chain(&lists[..2]) {
                    let mut scalars = bytes(&mut rng, list.len() * usize::div_ceil(bits, 8));
                    // A factor of zero, and one with all bits.
                    let first = bits.div_ceil(8).min(scalars.len());
                    match below(&mut rng, 3) {
                        0 => scalars[..first].fill(0),
                        1 => scalars[..first].fill(0xff),
                        _ => {}
                    }
                    let ours: Vec<_> =
                        list.iter().map(|p| ours::$member::from_bytes(p).unwrap()).collect();
                    let theirs: Vec<_> =
                        list.iter().map(|p| theirs::$member::from_bytes(p).unwrap()).collect();
                    let (a, b) = (ours.mult(&scalars, bits), theirs.mult(&scalars, bits));
                    assert_eq!(
                        a.$to_member().serialize(),
                        b.$to_member().serialize(),
                        "{} points, {bits} bits",
                        list.len()
                    );
                    for check in [true, false] {
                        assert_eq!(
                            shown(
                                ours::$sum::aggregate_with_randomness(&ours, &scalars, bits, check),
                                |sum| sum.$to_member().serialize()
                            ),
                            shown(
                                theirs::$sum::aggregate_with_randomness(
                                    &theirs, &scalars, bits, check
                                ),
                                |sum| sum.$to_member().serialize()
                            )
                        );
                    }
                }
            }
        }
    };
}

multiples!(keys_are_multiplied_alike, key_inputs, PublicKey, AggregatePublicKey, to_public_key);
multiples!(
    signatures_are_multiplied_alike,
    signature_inputs,
    Signature,
    AggregateSignature,
    to_signature
);

#[test]
#[should_panic(expected = "scalars length mismatch")]
fn too_few_factors_panic_as_there() {
    let key = ours::PublicKey::from_bytes(&key_inputs().inside[0]).expect("a point");
    [key; 2].mult(&[1; 15], 64);
}
