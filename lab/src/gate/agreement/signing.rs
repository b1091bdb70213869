//! The cases of ECDSA, Schnorr and EdDSA signatures: secrets at the edges, forgeries, malformed
//! ones, and batches with a forgery in them.

use num_bigint::BigUint;
use peer_api::{Case, Curve, Operation};

use super::generate::{Expect, Generated, Sink};
use crate::gate::Tier;
use crate::gate::inputs::{Random, round};
use crate::oracle::edwards::ED25519;
use crate::oracle::values::{decompressed, number, number_bytes, random_scalar};
use crate::oracle::{modulus, order, protocols};

/// Keys that are numbers, and messages or digests of 32 bytes.
pub(super) fn short(curve: Curve, count: usize, random: &mut Random, sink: Sink<'_>) {
    let n = order(curve);
    let bytes = |number: &BigUint| number_bytes(curve, number, 32);
    let one = BigUint::from(1_u32);
    let keys = [
        (Expect::Refuse, "the key zero", vec![0; 32]),
        (Expect::Refuse, "the order as a key", bytes(n)),
        (Expect::Refuse, "a key above the order", vec![0xff; 32]),
        (Expect::Accept, "the key one", bytes(&one)),
        (Expect::Accept, "the last key", bytes(&(n - 1_u32))),
        (Expect::Accept, "the middle key", bytes(&(n >> 1_u32))),
    ];
    // Digests that are zero, the order and more: they count modulo the order.
    for message in [vec![0; 32], bytes(n), vec![0xff; 32]] {
        keys.iter()
            .for_each(|(expect, why, key)| sink(Generated::new(*expect, why, &[key, &message])));
    }
    for _ in 0..count {
        let key = random_scalar(curve, random.rng());
        sink(Generated::new(Expect::Accept, "random", &[&bytes(&key), &random.bytes(32)]));
    }
}

/// Seeds: all are keys.
pub(super) fn seeds(count: usize, random: &mut Random, sink: Sink<'_>) {
    for seed in [[0; 32], [0xff; 32]] {
        for message in [[0; 32], [0xff; 32]] {
            sink(Generated::new(Expect::Accept, "an edge", &[&seed, &message]));
            sink(Generated::new(Expect::Refuse, "a byte too short", &[&seed[1..], &message]));
        }
    }
    for _ in 0..count {
        sink(Generated::new(Expect::Accept, "random", &[&random.bytes(32), &random.bytes(32)]));
    }
}

/// Signatures that say their recovery id, honest ones and others: most of those are some key's,
/// which all must find.
pub(super) fn recover(
    curve: Curve,
    count: usize,
    random: &mut Random,
    sink: Sink<'_>,
) -> Option<()> {
    let n = order(curve);
    let part = |number: &BigUint| number_bytes(curve, number, 32);
    for index in 0..count.max(16) {
        let mut case = protocols::ecdsa_recoverable(curve, random.rng())?;
        let signature = &mut case[1];
        let (refused, why) = match index & 15 {
            1 => {
                signature[64] ^= 1;
                (false, "the other point")
            }
            3 => {
                // Almost every r is too large for its x to be n more.
                signature[64] |= 2;
                (true, "x above n")
            }
            5 => {
                // A small r has both.
                let small = (2_u32..).map(BigUint::from).find(|r| {
                    let x = [&[2], &part(&(r + n))[..]].concat();
                    decompressed(curve, &x).is_some()
                })?;
                signature[..32].copy_from_slice(&part(&small));
                signature[64] |= 2;
                (false, "x above n, with an r of few bits")
            }
            7 => {
                signature[..32].fill(0);
                (true, "r is zero")
            }
            9 => {
                signature[32..64].fill(0);
                (true, "s is zero")
            }
            11 => {
                signature[..32].copy_from_slice(&part(n));
                (true, "r is the order")
            }
            13 => {
                signature[64] = *round(&[4, 27, 28, 255], index >> 4);
                (true, "no recovery id")
            }
            15 => {
                signature.pop();
                (true, "a byte too short")
            }
            _ => (false, "a signature"),
        };
        let expect = if refused { Expect::Refuse } else { Expect::Accept };
        sink(Generated { case, expect, why });
    }
    Some(())
}

/// Verifications of signatures and keys that are none.
pub(super) fn malformed(verb: &str, random: &mut Random, sink: Sink<'_>) -> Option<()> {
    let schnorr = verb == "schnorr_verify";
    let curve = if schnorr { Curve::Secp256k1 } else { Curve::Ed25519 };
    // Schnorr's cases are message, signature, key; those of Ed25519 key, message, signature.
    let (key, signature) = if schnorr { (2, 1) } else { (0, 2) };
    let mut make = |change: &mut dyn FnMut(&mut Case), why| {
        let mut case = one(curve, random)?;
        change(&mut case);
        sink(Generated { case, expect: Expect::Refuse, why });
        Some(())
    };
    let number_of = |bytes: &[u8]| number(curve, bytes);
    make(
        &mut |case| {
            // s + n is another writing of s; where it does not fit, n is none either.
            let s = number_of(&case[signature][32..]) + order(curve);
            let s = if s.bits() <= 256 { s } else { order(curve).clone() };
            case[signature][32..].copy_from_slice(&number_bytes(curve, &s, 32));
        },
        "s is the order or more",
    )?;
    make(
        &mut |case| case[signature][..32].copy_from_slice(&number_bytes(curve, modulus(curve), 32)),
        "r is p",
    )?;
    make(&mut |case| case[signature].truncate(63), "a signature without its last byte")?;
    make(&mut |case| case[signature].push(0), "a signature with a byte more")?;
    make(&mut |case| case[key].truncate(31), "a key without its last byte")?;
    let no_key = (2..=0xff).map(|byte| vec![byte; 32]).find(|bytes| {
        if schnorr {
            decompressed(curve, &[&[2], &bytes[..]].concat()).is_none()
        } else {
            ED25519.decode(bytes).is_none()
        }
    })?;
    make(&mut |case| case[key].clone_from(&no_key), "no key")
}

/// A signature and what belongs to it.
fn one(curve: Curve, random: &mut Random) -> Option<Case> {
    if curve == Curve::Ed25519 {
        Some(protocols::ed25519(1, random.rng()))
    } else {
        protocols::schnorr(1, random.rng())
    }
}

/// Batches with one verdict: honest ones, and those with forgeries in them.
pub(super) fn at_once(
    tier: Tier,
    curve: Curve,
    operation: &Operation,
    random: &mut Random,
    sink: Sink<'_>,
) -> Option<()> {
    let many = operation.args.len() / 3;
    let (message, signature) = if curve == Curve::Ed25519 { (1, 2) } else { (0, 1) };
    let (distinct, count) = match tier {
        Tier::Quick => (8, 8),
        Tier::Full => (256, 160),
    };
    // As many as a slow judge can bear, in any order and more than once.
    let known: Vec<Case> = (0..distinct).map(|_| one(curve, random)).collect::<Option<_>>()?;
    for index in 0..count {
        let mut all: Vec<Case> =
            (0..many).map(|_| round(&known, random.index(1 << 16)).clone()).collect();
        // The first places, and the last or one of the second half.
        let (first, second) =
            (index % many, many - 1 - if index & 1 == 0 { 0 } else { random.index(many / 2) });
        let first = if first == second { 0 } else { first };
        all[first] = round(&known, index).clone();
        all[second] = round(&known, index + 1).clone();
        // s + d, of so many bits.
        let add = |s: &mut [u8], d: &BigUint| {
            s.copy_from_slice(&number_bytes(curve, &((number(curve, s) + d) % order(curve)), 32));
        };
        let (holds, why) = match index & 7 {
            1 => {
                all[first][signature][40] ^= 4;
                (false, "one bit changed")
            }
            2 => {
                // But for the first byte, of which commonware makes the length of a name.
                let other = random.bytes(31);
                all[second][message][1..].copy_from_slice(&other);
                (false, "another message")
            }
            3 => {
                let moved = all[first][signature].clone();
                all[first][signature] = core::mem::replace(&mut all[second][signature], moved);
                (false, "two signatures exchanged")
            }
            4 => {
                // Without weights the two errors would cancel.
                let d = number(curve, &random.bytes(16)) + 1_u32;
                add(&mut all[first][signature][32..], &d);
                add(&mut all[second][signature][32..], &(order(curve) - d));
                (false, "two errors with the sum zero")
            }
            5 => {
                let again = all[first].clone();
                all.iter_mut().for_each(|one| one.clone_from(&again));
                (true, "the same again and again")
            }
            6 => {
                all[first][signature][8] ^= 1;
                let again = all[first].clone();
                all.iter_mut().for_each(|one| one.clone_from(&again));
                (false, "the same forgery again and again")
            }
            _ => (true, "honest"),
        };
        sink(Generated { case: all.concat(), expect: Expect::Verdict(holds), why });
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::super::mistakes::{AS_IT_IS, Before, LAST_BIT, SAME, Wrong, YES};
    use super::super::{OURS, on_grid};
    use super::*;
    use crate::gate::tally::{self, Title};
    use crate::implementations;
    use peer_api::{Implementation, operation};
    use record::Suite;

    const OPERATIONS: [&str; 16] = [
        "secp256k1/ecdh",
        "p256/ecdh",
        "ed25519/x25519",
        "ed25519/x25519_public_key",
        "secp256k1/ecdsa_sign",
        "secp256k1/ecdsa_verify",
        "secp256k1/ecdsa_recover",
        "secp256k1/schnorr_sign",
        "secp256k1/schnorr_verify",
        "secp256k1/schnorr_verify_64",
        "secp256k1/schnorr_batch_verify_64",
        "p256/ecdsa_sign",
        "p256/ecdsa_verify",
        "ed25519/sign",
        "ed25519/verify",
        "ed25519/batch_verify_64",
    ];

    fn agreement(operation: &Operation, offers: &[(&str, &dyn Implementation)]) -> Suite {
        let title = Title::new(operation.id, operation.title, "each other");
        let curve = operation.curve().expect("they are on curves");
        tally::run(title, 1, &|_, _, _| {}, |tally| {
            on_grid(Tier::Quick, curve, operation, offers.to_vec(), tally)
        })
    }

    /// With the peers of the workers where they are built, else with slow integers alone.
    #[test]
    fn everybody_agrees_and_refuses_the_same() {
        let all = implementations::all();
        for id in OPERATIONS {
            let operation = operation(id).expect("it exists");
            let offers = all.iter().filter(|one| one.contract(operation).is_some());
            let offers: Vec<_> = offers.map(|one| (one.about().name, one.as_ref())).collect();
            assert!(offers.iter().any(|(name, _)| *name == OURS), "{id}");
            let start = std::time::Instant::now();
            let suite = agreement(operation, &offers);
            let seconds = start.elapsed().as_secs_f64();
            let names: Vec<_> = offers.iter().map(|(name, _)| *name).collect();
            eprintln!("{id}: {} checks, {seconds:.1} s, {}", suite.passed, names.join(", "));
            assert!(suite.failed == 0 && suite.passed >= 2, "{suite:#?}");
            // What only a peer does is a remark: one takes secrets above the order.
            let ours = |text: &&String| !text.starts_with("remark: ");
            assert_eq!(suite.failures.iter().find(ours), None, "{:#?}", suite.failures);
        }
    }

    #[test]
    fn every_mistake_is_noticed() {
        for (id, before, after) in [
            ("secp256k1/ecdsa_sign", AS_IT_IS, LAST_BIT),
            ("p256/ecdsa_sign", (|case| case[1][0] ^= 1) as Before, SAME),
            ("secp256k1/schnorr_sign", AS_IT_IS, LAST_BIT),
            ("ed25519/sign", AS_IT_IS, LAST_BIT),
            ("ed25519/x25519", AS_IT_IS, LAST_BIT),
            // The highest bit of the other's key counts.
            (
                "ed25519/x25519",
                (|case| case[1].iter_mut().skip(31).for_each(|last| *last ^= *last >> 7)) as Before,
                SAME,
            ),
            ("p256/ecdh", AS_IT_IS, LAST_BIT),
            // The other of two points.
            (
                "secp256k1/ecdsa_recover",
                (|case| case[1].iter_mut().skip(64).for_each(|id| *id ^= 1)) as Before,
                SAME,
            ),
            ("secp256k1/schnorr_verify", AS_IT_IS, YES),
            ("secp256k1/schnorr_verify_64", AS_IT_IS, YES),
            ("secp256k1/schnorr_batch_verify_64", AS_IT_IS, YES),
            ("ed25519/verify", AS_IT_IS, YES),
            ("ed25519/batch_verify_64", AS_IT_IS, YES),
            // All but the last signature is looked at.
            (
                "ed25519/batch_verify_64",
                (|case| {
                    let first = case[..3].to_vec();
                    case[189..].clone_from_slice(&first);
                }) as Before,
                SAME,
            ),
        ] {
            let wrong = Wrong { before, after };
            let suite = agreement(operation(id).expect("it exists"), &[(OURS, &wrong)]);
            assert!(suite.failed > 0, "{id}: {suite:#?}");
        }
    }
}
