//! Verification, of all kinds, with all flags.

use super::{key_inputs, ours, signature_inputs, theirs};
use crate::Code;
use crate::inputs::{below, bytes, rng};

const DST: &[u8] = b"BLS_SIG_BLS12381_XMD:SHA-256_SSWU_RO_POP_";

/// A key or a signature in both libraries.
struct Both<A, B> {
    ours: A,
    theirs: B,
}

type Key = Both<ours::PublicKey, theirs::PublicKey>;
type Signature = Both<ours::Signature, theirs::Signature>;

fn key(bytes: &[u8]) -> Key {
    Both {
        ours: ours::PublicKey::from_bytes(bytes).expect("a point of the curve"),
        theirs: theirs::PublicKey::from_bytes(bytes).expect("a point of the curve"),
    }
}

fn signature(bytes: &[u8]) -> Signature {
    Both {
        ours: ours::Signature::from_bytes(bytes).expect("a point of the curve"),
        theirs: theirs::Signature::from_bytes(bytes).expect("a point of the curve"),
    }
}

fn secret(number: u8) -> ours::SecretKey {
    ours::SecretKey::key_gen(&[number; 32], &[]).expect("enough material")
}

/// Keys with which something may be valid, keys that are points outside of the group, infinity.
fn keys() -> Vec<Key> {
    let inputs = key_inputs();
    let own = (0..3).map(|i| key(&secret(i).sk_to_pk().serialize()));
    let torsion = shifted_keys();
    let others = inputs.outside.iter().chain([&inputs.infinity]).map(|bytes| key(bytes));
    own.chain(torsion).chain(others).collect()
}

/// Good keys with a point of each kind from outside added.
fn shifted_keys() -> Vec<Key> {
    let shifted = |outside: &Vec<u8>| {
        let mut sum = ours::AggregatePublicKey::from_public_key(&secret(0).sk_to_pk());
        let outside = ours::PublicKey::from_bytes(outside).expect("a point of the curve");
        sum.add_public_key(&outside, false).expect("nothing is checked");
        key(&sum.to_public_key().serialize())
    };
    key_inputs().outside.iter().map(shifted).collect()
}

/// The same of signatures on a message.
fn signatures(message: &[u8]) -> Vec<Signature> {
    let inputs = signature_inputs();
    let own = (0..3).map(|i| secret(i).sign(message, DST, &[])).collect::<Vec<_>>();
    let shifted = |outside: &Vec<u8>| {
        let mut sum = ours::AggregateSignature::from_signature(&own[0]);
        let outside = ours::Signature::from_bytes(outside).expect("a point of the curve");
        sum.add_signature(&outside, false).expect("nothing is checked");
        signature(&sum.to_signature().serialize())
    };
    let torsion: Vec<_> = inputs.outside.iter().map(shifted).collect();
    let others = inputs.outside.iter().chain([&inputs.infinity]).map(|bytes| signature(bytes));
    own.iter().map(|own| signature(&own.serialize())).chain(torsion).chain(others).collect()
}

const FLAGS: [[bool; 2]; 4] = [[false, false], [false, true], [true, false], [true, true]];

#[test]
fn one_signature_is_judged_alike() {
    let message = b"a message";
    let (keys, signatures) = (keys(), signatures(message));
    let mut valid = 0;
    for (k, key) in keys.iter().enumerate() {
        for (s, signature) in signatures.iter().enumerate() {
            // Most pairs are only refused by the product; each kind is asked under all flags.
            let flags = if k < 3 || s < 3 || (k + s) % 5 == 0 { &FLAGS[..] } else { &FLAGS[..1] };
            for &[group, validate] in flags {
                let ours = signature.ours.verify(group, message, DST, &[], &key.ours, validate);
                let theirs =
                    signature.theirs.verify(group, message, DST, &[], &key.theirs, validate);
                let verdicts = [ours.code(), theirs.code()];
                assert_eq!(verdicts[0], verdicts[1], "key {k}, signature {s}, {group} {validate}");
                valid += usize::from(ours.code() == 0);
            }
            let ours =
                signature.ours.fast_aggregate_verify_pre_aggregated(true, message, DST, &key.ours);
            let theirs = signature.theirs.fast_aggregate_verify_pre_aggregated(
                true,
                message,
                DST,
                &key.theirs,
            );
            assert_eq!(ours.code(), theirs.code(), "key {k}, signature {s}");
        }
    }
    assert!(valid >= 12, "{valid} verdicts were good");
}

#[test]
fn augmentation_stands_before_the_message() {
    let (secret, other) = (secret(1), b"an augmentation");
    let signature = signature(&secret.sign(b"a message", DST, other).serialize());
    let key = key(&secret.sk_to_pk().serialize());
    let cases: [[&[u8]; 3]; 5] = [
        [b"a message", DST, other],
        [b"an augmentationa message", DST, b""],
        [b" message", DST, b"an augmentationa"],
        [b"a message", DST, b""],
        [b"a message", b"", other],
    ];
    let verdicts = cases.map(|[message, tag, aug]| {
        let ours = signature.ours.verify(true, message, tag, aug, &key.ours, true).code();
        let theirs = signature.theirs.verify(true, message, tag, aug, &key.theirs, true).code();
        assert_eq!(ours, theirs);
        ours
    });
    assert_eq!(verdicts, [0, 0, 0, 5, 5]);
}

#[test]
fn sums_are_judged_alike() {
    let mut rng = rng(31);
    let pool = keys();
    let mut valid = 0;
    for round in 0..60 {
        let count = [0, 1, 2, 3, 5, 8, 9, 17][round % 8];
        let good = round % 3 != 0;
        let messages: Vec<Vec<u8>> = (0..count)
            .map(|i| if round % 4 == 1 { vec![7] } else { vec![i as u8; 1 + i % 5] })
            .collect();
        let places: Vec<usize> =
            (0..count).map(|_| below(&mut rng, if good { 3 } else { pool.len() })).collect();
        let mut sum = ours::AggregateSignature::from_signature(
            &ours::Signature::from_bytes(&signature_inputs().infinity).expect("infinity"),
        );
        for (message, &place) in messages.iter().zip(&places) {
            let number = if place < 3 { place as u8 } else { 0 };
            let own = secret(number).sign(message, DST, &[]);
            sum.add_signature(&own, false).expect("nothing is checked");
        }
        if round % 7 == 6 {
            let all = signature_inputs().outside;
            let outside = ours::Signature::from_bytes(&all[round % all.len()]).expect("a point");
            sum.add_signature(&outside, false).expect("nothing is checked");
        }
        let signature = signature(&sum.to_signature().serialize());
        let mut messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        if round % 11 == 10 {
            messages.push(b"one more than keys");
        }
        let ours_keys: Vec<_> = places.iter().map(|&i| &pool[i].ours).collect();
        let theirs_keys: Vec<_> = places.iter().map(|&i| &pool[i].theirs).collect();
        for [group, validate] in FLAGS {
            let ours = signature.ours.aggregate_verify(group, &messages, DST, &ours_keys, validate);
            let theirs =
                signature.theirs.aggregate_verify(group, &messages, DST, &theirs_keys, validate);
            assert_eq!(ours.code(), theirs.code(), "round {round}, keys {places:?}");
            valid += usize::from(ours.code() == 0);
            let message = messages.first().copied().unwrap_or(b"none");
            let ours = signature.ours.fast_aggregate_verify(group, message, DST, &ours_keys);
            let theirs = signature.theirs.fast_aggregate_verify(group, message, DST, &theirs_keys);
            assert_eq!(ours.code(), theirs.code(), "round {round}, keys {places:?}, one message");
            valid += usize::from(ours.code() == 0);
        }
    }
    assert!(valid > 50, "{valid} verdicts were good");
}

/// Sets with factors in both libraries.
struct Sets {
    keys: Vec<Key>,
    messages: Vec<Vec<u8>>,
    signatures: Vec<Signature>,
    factors: Vec<[u8; 32]>,
    bits: usize,
}

impl Sets {
    /// The verdict, which both must give.
    fn verdict(&self, [validate, group]: [bool; 2]) -> u32 {
        let messages: Vec<&[u8]> = self.messages.iter().map(Vec::as_slice).collect();
        let ours = ours::Signature::verify_multiple_aggregate_signatures(
            &messages,
            DST,
            &self.keys.iter().map(|key| &key.ours).collect::<Vec<_>>(),
            validate,
            &self.signatures.iter().map(|signature| &signature.ours).collect::<Vec<_>>(),
            group,
            &self.factors.iter().map(|&b| curvemark_blst::blst_scalar { b }).collect::<Vec<_>>(),
            self.bits,
        );
        let theirs = theirs::Signature::verify_multiple_aggregate_signatures(
            &messages,
            DST,
            &self.keys.iter().map(|key| &key.theirs).collect::<Vec<_>>(),
            validate,
            &self.signatures.iter().map(|signature| &signature.theirs).collect::<Vec<_>>(),
            group,
            &self.factors.iter().map(|&b| blst::blst_scalar { b }).collect::<Vec<_>>(),
            self.bits,
        );
        assert_eq!(
            ours.code(),
            theirs.code(),
            "{} sets, {} bits, {validate} {group}",
            self.keys.len(),
            self.bits
        );
        ours.code()
    }
}

#[test]
fn many_signatures_are_judged_alike() {
    let mut rng = rng(32);
    let (mut valid, mut refused) = (0, 0);
    for round in 0..120 {
        let count = [1, 2, 3, 8, 9, 20][round % 6];
        let bits = [64, 0, 1, 8, 61, 63, 64, 65, 127, 128, 254, 255, 256][round % 13];
        let mut sets = Sets {
            keys: Vec::new(),
            messages: Vec::new(),
            signatures: Vec::new(),
            factors: Vec::new(),
            bits,
        };
        for i in 0..count {
            // Few keys, few messages, or as many as sets.
            let number = if round % 3 == 0 { (i % 2) as u8 } else { i as u8 };
            let message = if round % 4 == 0 { vec![(i % 3) as u8] } else { vec![i as u8; 1 + i] };
            sets.signatures.push(signature(&secret(number).sign(&message, DST, &[]).serialize()));
            sets.keys.push(key(&secret(number).sk_to_pk().serialize()));
            sets.messages.push(message);
            sets.factors.push(match below(&mut rng, 6) {
                0 => [0; 32],
                1 => [0xff; 32],
                // A multiple of all small orders, which lets such points vanish.
                2 => {
                    let mut b = [0; 32];
                    b[..8].copy_from_slice(&(11 * 10177 * 13 * 23_u64).to_le_bytes());
                    b
                }
                _ => bytes(&mut rng, 32).try_into().expect("32 bytes"),
            });
        }
        // With a factor of zero, what blst says of a key outside of the group depends on how its
        // threads share the work.
        let at = below(&mut rng, count);
        match round % 5 {
            0 => {}
            1 => {
                let all = shifted_keys();
                sets.keys[at] = all.into_iter().nth(round % 7).expect("seven kinds");
                sets.factors[at][0] |= 1;
            }
            2 => {
                let message = sets.messages[at].clone();
                let all = signatures(&message);
                sets.signatures[at] = all.into_iter().nth(below(&mut rng, 17)).expect("17 kinds");
            }
            3 => sets.messages[at] = b"another message".to_vec(),
            _ => {
                sets.keys[at] = keys().into_iter().nth(below(&mut rng, 18)).expect("18 kinds");
                sets.factors[at][0] |= 1;
            }
        }
        for flags in FLAGS {
            match sets.verdict(flags) {
                0 => valid += 1,
                _ => refused += 1,
            }
        }
    }
    assert!(valid > 60 && refused > 60, "{valid} batches were good, {refused} not");
}

/// A signature with a point of small order added is taken where the factor lets that vanish.
#[test]
fn small_orders_vanish_alike() {
    let message = b"a message";
    let mut codes = Vec::new();
    for (place, order) in [(1, 11), (4, 10177), (1, 13), (4, 23)] {
        let shifted = signatures(message).into_iter().nth(3 + place).expect("seven kinds");
        let key = key(&secret(0).sk_to_pk().serialize());
        for factor in [order, 1, 2 * order, order + 1, u64::MAX, order << 58] {
            let mut b = [0; 32];
            b[..8].copy_from_slice(&factor.to_le_bytes());
            let sets = Sets {
                keys: vec![Both { ours: key.ours, theirs: key.theirs }],
                messages: vec![message.to_vec()],
                signatures: vec![Both { ours: shifted.ours, theirs: shifted.theirs }],
                factors: vec![b],
                bits: 64,
            };
            codes.push(sets.verdict([false, false]));
            assert_eq!(sets.verdict([false, true]), 5);
        }
    }
    assert!(codes.contains(&0), "some factors let points of small order vanish");
}

#[test]
fn lists_of_unlike_lengths_are_refused_alike() {
    let good = |count: usize| Sets {
        keys: (0..count).map(|_| key(&secret(0).sk_to_pk().serialize())).collect(),
        messages: vec![b"m".to_vec(); count],
        signatures: (0..count)
            .map(|_| signature(&secret(0).sign(b"m", DST, &[]).serialize()))
            .collect(),
        factors: vec![[1; 32]; count],
        bits: 64,
    };
    assert_eq!(good(0).verdict([true, true]), 5);
    assert_eq!(good(3).verdict([true, true]), 0);
    let mut sets = good(3);
    sets.keys.pop();
    assert_eq!(sets.verdict([true, true]), 5);
    let mut sets = good(3);
    sets.messages.pop();
    assert_eq!(sets.verdict([true, true]), 5);
    let mut sets = good(3);
    sets.signatures.pop();
    assert_eq!(sets.verdict([true, true]), 5);
    let mut sets = good(3);
    sets.factors.pop();
    assert_eq!(sets.verdict([true, true]), 5);

    // Here blst waits forever for threads that have panicked.
    let one = secret(0);
    let verdict = ours::Signature::verify_multiple_aggregate_signatures(
        &[b"m"],
        DST,
        &[&one.sk_to_pk()],
        true,
        &[&one.sign(b"m", DST, &[])],
        true,
        &[curvemark_blst::blst_scalar { b: [1; 32] }],
        257,
    );
    assert_eq!(verdict.code(), 5);
}

/// Points that are known to be in the group take other ways than those that are not.
#[test]
fn checked_and_unchecked_points_are_judged_alike() {
    let mut rng = rng(33);
    for count in [1, 2, 9, 40] {
        let messages: Vec<Vec<u8>> = (0..count).map(|i| vec![(i % 7) as u8; 3]).collect();
        let refs: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let secrets: Vec<_> = (0..count).map(|i| secret((i % 5) as u8)).collect();
        let keys: Vec<_> = secrets.iter().map(|secret| secret.sk_to_pk()).collect();
        let mut signatures: Vec<_> = secrets
            .iter()
            .zip(&messages)
            .map(|(secret, message)| secret.sign(message, DST, &[]))
            .collect();
        let factors: Vec<_> = (0..count)
            .map(|_| bytes(&mut rng, 32).try_into().expect("32 bytes"))
            .map(|b| curvemark_blst::blst_scalar { b })
            .collect();
        for bad in [false, true] {
            if bad {
                signatures[count - 1] = secrets[0].sign(b"another message", DST, &[]);
            }
            let known: Vec<_> = keys.iter().collect();
            let unknown: Vec<_> = keys
                .iter()
                .map(|key| ours::PublicKey::from_bytes(&key.serialize()).expect("a point"))
                .collect();
            let unknown_signatures: Vec<_> = signatures
                .iter()
                .map(|signature| signature.serialize())
                .map(|bytes| ours::Signature::from_bytes(&bytes).expect("a point"))
                .collect();
            let sides = [
                (known, signatures.iter().collect::<Vec<_>>()),
                (unknown.iter().collect(), unknown_signatures.iter().collect()),
            ];
            for (keys, signatures) in sides {
                for [validate, group] in FLAGS {
                    let verdict = ours::Signature::verify_multiple_aggregate_signatures(
                        &refs,
                        DST,
                        &keys,
                        validate,
                        &signatures,
                        group,
                        &factors,
                        64,
                    );
                    assert_eq!(verdict.code(), if bad { 5 } else { 0 });
                }
            }
        }
    }
}
