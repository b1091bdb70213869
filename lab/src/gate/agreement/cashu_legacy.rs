//! The cases of Cashu on secp256k1: honest ones, forgeries, and points and scalars that must be
//! refused.

use num_bigint::BigUint;
use peer_api::{Case, Curve, Operation};

use super::generate::{Expect, Generated, Sink};
use super::grid;
use crate::gate::Tier;
use crate::gate::inputs::{Random, round};
use crate::oracle::cashu::payment;
use crate::oracle::order;
use crate::oracle::protocols;
use crate::oracle::values::{decompressed, number_bytes, random_scalar};

const CURVE: Curve = Curve::Secp256k1;

/// Random cases of each kind: what they cost slow integers is the time that all this takes.
const fn random_count(tier: Tier) -> usize {
    match tier {
        Tier::Quick => 4,
        Tier::Full => 256,
    }
}

/// Gives every case of an operation to `sink`.
pub(super) fn for_each(tier: Tier, operation: &Operation, random: &mut Random, sink: Sink<'_>) {
    let count = random_count(tier);
    match operation.id.rsplit('/').next().unwrap_or_default() {
        "blind" => blind(count, random, sink),
        "sign" | "sign_with_proof" => sign(count, random, sink),
        "sign_64" => outputs(tier, random, sink),
        "unblind" => unblind(count, random, sink),
        "verify" => verify(count, random, sink),
        "mint_verify" => mint_verify(count, random, sink),
        "batch_verify_10_1" => payments(count, |_| 0, random, sink),
        "batch_verify_10_10" => payments(count, |place| place, random, sink),
        "mint_batch_verify_10_1" => claims(count, |_| 0, sink),
        "mint_batch_verify_10_10" => claims(count, |place| place, sink),
        _ => (),
    }
}

fn bytes(number: &BigUint) -> Vec<u8> {
    number_bytes(CURVE, number, 32)
}

fn number(random: &mut Random) -> Vec<u8> {
    bytes(&random_scalar(CURVE, random.rng()))
}

fn point(random: &mut Random) -> Vec<u8> {
    protocols::encoding(CURVE, random.rng()).expect("points can be made")
}

/// A point's encoding with the other sign.
fn negated(mut encoding: Vec<u8>) -> Vec<u8> {
    encoding[0] ^= 1;
    encoding
}

/// Scalars at the edges of what is one.
fn scalars() -> [(Expect, &'static str, Vec<u8>); 7] {
    let n = order(CURVE);
    [
        (Expect::Refuse, "the scalar zero", vec![0; 32]),
        (Expect::Refuse, "the order as a scalar", bytes(n)),
        (Expect::Refuse, "a scalar above the order", vec![0xff; 32]),
        (Expect::Refuse, "a scalar of 31 bytes", vec![1; 31]),
        (Expect::Accept, "the scalar one", bytes(&BigUint::from(1_u32))),
        (Expect::Accept, "the last scalar", bytes(&(n - 1_u32))),
        (Expect::Accept, "the middle scalar", bytes(&(n >> 1_u32))),
    ]
}

/// Encodings that are no point's: those of the curve's own operation, and an x that no point has.
fn no_points(random: &mut Random) -> Vec<(&'static str, Vec<u8>)> {
    let mut all: Vec<_> = [1, 3, 5, 7, 15, 23]
        .into_iter()
        .map(|way| {
            let (_, why, bytes) = grid::encoding(CURVE, "decode", way, random);
            (why, bytes)
        })
        .collect();
    let of_no_point = (0..=u8::MAX).map(|byte| [vec![2], vec![byte; 32]].concat());
    let of_no_point = of_no_point.into_iter().find(|bytes| decompressed(CURVE, bytes).is_none());
    all.push(("an x of no point", of_no_point.expect("half of all")));
    all.push(("zeros", vec![0; 33]));
    all.push(("an identity of one byte", vec![0]));
    all
}

fn blind(count: usize, random: &mut Random, sink: Sink<'_>) {
    for (place, (expect, why, r)) in scalars().into_iter().enumerate() {
        let secret = round(&[&b""[..], b"test_message", &random.bytes(1000)], place).to_vec();
        sink(Generated::new(expect, why, &[&secret, &r]));
    }
    for _ in 0..3 * count {
        sink(Generated::new(Expect::Accept, "random", &[&random.message(), &number(random)]));
    }
}

fn sign(count: usize, random: &mut Random, sink: Sink<'_>) {
    for (expect, why, k) in scalars() {
        sink(Generated::new(expect, why, &[&point(random), &k]));
    }
    for (why, message) in no_points(random) {
        sink(Generated::new(Expect::Refuse, why, &[&message, &number(random)]));
    }
    for _ in 0..count {
        sink(Generated::new(Expect::Accept, "random", &[&point(random), &number(random)]));
    }
}

/// Sixty-four calls at once: acceptable ones, and each that must be refused in some place among
/// such.
fn outputs(tier: Tier, random: &mut Random, sink: Sink<'_>) {
    let (mut accepted, mut refused) = (Vec::new(), Vec::new());
    sign(random_count(tier), random, &mut |generated: Generated| {
        let of = if generated.expect == Expect::Accept { &mut accepted } else { &mut refused };
        of.push((generated.why, generated.case));
    });
    let batch = |random: &mut Random| -> Vec<Case> {
        (0..64).map(|_| round(&accepted, random.index(1 << 16)).1.clone()).collect()
    };
    for _ in 0..2 {
        sink(Generated { case: batch(random).concat(), expect: Expect::Accept, why: "a batch" });
    }
    for (why, call) in refused {
        let mut calls = batch(random);
        calls[random.index(64)] = call;
        sink(Generated { case: calls.concat(), expect: Expect::Refuse, why });
    }
}

fn unblind(count: usize, random: &mut Random, sink: Sink<'_>) {
    for (expect, why, r) in scalars() {
        sink(Generated::new(expect, why, &[&point(random), &r, &point(random)]));
    }
    // C_ = K: with r = 1 nothing is left, with r = −1 twice the point.
    let (same, one) = (point(random), bytes(&BigUint::from(1_u32)));
    let minus_one = bytes(&(order(CURVE) - 1_u32));
    sink(Generated::new(Expect::Refuse, "C is the identity", &[&same, &one, &same]));
    sink(Generated::new(
        Expect::Refuse,
        "C is the identity",
        &[&same, &minus_one, &negated(same.clone())],
    ));
    sink(Generated::new(Expect::Accept, "C is twice C_", &[&same, &minus_one, &same]));
    sink(Generated::new(Expect::Accept, "C is twice C_", &[&same, &one, &negated(same.clone())]));
    for (why, bad) in no_points(random) {
        sink(Generated::new(Expect::Refuse, why, &[&bad, &number(random), &point(random)]));
        sink(Generated::new(Expect::Refuse, why, &[&point(random), &number(random), &bad]));
    }
    for _ in 0..count {
        sink(Generated::new(
            Expect::Accept,
            "random",
            &[&point(random), &number(random), &point(random)],
        ));
    }
}

/// Where the parts of what a wallet verifies stand.
const SECRET: usize = 0;
const SIGNATURE: usize = 1;
const KEY: usize = 2;
const PROOF: usize = 3;
const FACTOR: usize = 4;

/// What a forger might do to a payment, so that it does not hold.
fn forged(way: usize, random: &mut Random) -> (&'static str, Case) {
    let (secret, key) = (random.index(16), random.index(8));
    let (mut case, other) =
        (payment(secret, key).of_wallet(), payment(secret + 1, key).of_wallet());
    let why = match way {
        0 => {
            case[SECRET].push(b'0');
            "another secret"
        }
        1 => {
            case[SIGNATURE] = negated(case[SIGNATURE].clone());
            "the signature negated"
        }
        2 => {
            case[SIGNATURE].clone_from(&other[SIGNATURE]);
            "the signature on another secret"
        }
        3 => {
            case[KEY] = payment(secret, key + 1).public.clone();
            "another key"
        }
        4 => {
            case[PROOF][20] ^= 1;
            "a bit of e changed"
        }
        5 => {
            case[PROOF][50] ^= 1;
            "a bit of s changed"
        }
        6 => {
            case[FACTOR].clone_from(&other[FACTOR]);
            "another factor"
        }
        7 => {
            case[PROOF].clone_from(&other[PROOF]);
            "the proof of another"
        }
        8 => {
            case[PROOF].fill(0);
            "e and s zero"
        }
        _ => {
            case[PROOF][..32].fill(0xff);
            "e above the order"
        }
    };
    (why, case)
}

/// The number of ways of [`forged`].
const FORGERIES: usize = 10;

fn verify(count: usize, random: &mut Random, sink: Sink<'_>) {
    for _ in 0..count.div_ceil(2) {
        let case = payment(random.index(16), random.index(8)).of_wallet();
        sink(Generated { case, expect: Expect::Verdict(true), why: "honest" });
    }
    for way in 0..FORGERIES {
        let (why, case) = forged(way, random);
        sink(Generated { case, expect: Expect::Verdict(false), why });
    }
    let mut refuse = |why, place: usize, bad: Vec<u8>| {
        let mut case = payment(0, 0).of_wallet();
        case[place] = bad;
        sink(Generated { case, expect: Expect::Refuse, why });
    };
    for (expect, why, r) in scalars() {
        if expect == Expect::Refuse {
            refuse(why, FACTOR, r);
        }
    }
    let proof = payment(0, 0).proof.clone();
    refuse("a proof without its last byte", PROOF, proof[..63].to_vec());
    refuse("a proof with a byte more", PROOF, [&proof[..], &[0]].concat());
    refuse("s is the order", PROOF, [&proof[..32], &bytes(order(CURVE))].concat());
    for (why, bad) in no_points(random) {
        refuse(why, SIGNATURE, bad.clone());
        refuse(why, KEY, bad);
    }
}

fn mint_verify(count: usize, random: &mut Random, sink: Sink<'_>) {
    for index in 0..count {
        let (secret, key) = (random.index(16), random.index(8));
        let mut case = payment(secret, key).of_mint();
        let (holds, why) = match index & 3 {
            1 => {
                case[SECRET].push(0);
                (false, "another secret")
            }
            2 => {
                case[SIGNATURE] = negated(case[SIGNATURE].clone());
                (false, "the signature negated")
            }
            3 => {
                case[KEY].clone_from(&payment(secret, key + 1).k);
                (false, "another key")
            }
            _ => (true, "honest"),
        };
        sink(Generated { case, expect: Expect::Verdict(holds), why });
    }
    let mut refuse = |why, place: usize, bad: Vec<u8>| {
        let mut case = payment(0, 0).of_mint();
        case[place] = bad;
        sink(Generated { case, expect: Expect::Refuse, why });
    };
    no_points(random).into_iter().for_each(|(why, bad)| refuse(why, SIGNATURE, bad));
    for (expect, why, k) in scalars() {
        if expect == Expect::Refuse {
            refuse(why, KEY, k);
        }
    }
}

/// Tokens of ten with a forgery in some place. `key` gives the key of each place of the first.
fn payments(count: usize, key: impl Fn(usize) -> usize, random: &mut Random, sink: Sink<'_>) {
    for index in 0..count + 2 {
        // Few different ones at first: each is six products on slow integers.
        let start = index >> 3;
        let mut ten: Vec<Case> =
            (0..10).map(|place| payment(start + place, start + key(place)).of_wallet()).collect();
        let place = *round(&[0, 9, 4], index);
        let (expect, why) = match index {
            0 => (Expect::Verdict(true), "honest"),
            1 => {
                let (first, last) = (ten[0][SIGNATURE].clone(), ten[9][SIGNATURE].clone());
                (ten[0][SIGNATURE], ten[9][SIGNATURE]) = (last, first);
                (Expect::Verdict(false), "two signatures exchanged")
            }
            2 => {
                ten[place][SIGNATURE][0] = 4;
                (Expect::Refuse, "a signature with an unknown tag")
            }
            3 => {
                ten[place][FACTOR].fill(0);
                (Expect::Refuse, "a factor of zero")
            }
            _ => {
                let (why, forged) = forged(*round(&[0, 1, 3, 4, 5, 6, 8], index), random);
                ten[place] = forged;
                (Expect::Verdict(false), why)
            }
        };
        sink(Generated { case: ten.concat(), expect, why });
    }
}

/// As [`payments`], for the mint.
fn claims(count: usize, key: impl Fn(usize) -> usize, sink: Sink<'_>) {
    for index in 0..count.max(8) {
        let start = index >> 3;
        let mut ten: Vec<Case> =
            (0..10).map(|place| payment(start + place, start + key(place)).of_mint()).collect();
        let place = *round(&[0, 9, 4], index);
        let (expect, why) = match index & 7 {
            1 => {
                let (first, last) = (ten[0][SIGNATURE].clone(), ten[9][SIGNATURE].clone());
                (ten[0][SIGNATURE], ten[9][SIGNATURE]) = (last, first);
                (Expect::Verdict(false), "two signatures exchanged")
            }
            2 => {
                ten[place][SECRET].push(b'0');
                (Expect::Verdict(false), "another secret")
            }
            3 => {
                // Without a look at each the two errors would cancel.
                for place in [0, 9] {
                    ten[place][SIGNATURE] = negated(ten[place][SIGNATURE].clone());
                }
                (Expect::Verdict(false), "two signatures negated")
            }
            5 => {
                ten[place][SIGNATURE][0] = 4;
                (Expect::Refuse, "a signature with an unknown tag")
            }
            7 => {
                ten[place][KEY].fill(0);
                (Expect::Refuse, "a key of zero")
            }
            _ => (Expect::Verdict(true), "honest"),
        };
        sink(Generated { case: ten.concat(), expect, why });
    }
}

#[cfg(test)]
mod tests {
    use super::super::mistakes::{AS_IT_IS, Before, FIRST_BYTE, LAST_BIT, SAME, Wrong, YES};
    use super::super::{OURS, on_grid};
    use super::*;
    use crate::gate::tally::{self, Title};
    use crate::implementations;
    use peer_api::{Implementation, OPERATIONS, operation};
    use record::Suite;

    fn agreement(operation: &Operation, offers: &[(&str, &dyn Implementation)]) -> Suite {
        let title = Title::new(operation.id, operation.title, "each other");
        tally::run(title, 1, &|_, _, _| {}, |tally| {
            on_grid(Tier::Quick, CURVE, operation, offers.to_vec(), tally)
        })
    }

    /// With the peers of the workers where they are built, else with slow integers alone.
    #[test]
    fn everybody_agrees_and_refuses_the_same() {
        let all = implementations::all();
        let mut steps = 0;
        for operation in
            OPERATIONS.iter().filter(|operation| operation.id.starts_with("cashu-legacy/"))
        {
            steps += 1;
            let offers = all.iter().filter(|one| one.contract(operation).is_some());
            let offers: Vec<_> = offers.map(|one| (one.about().name, one.as_ref())).collect();
            assert!(offers.iter().any(|(name, _)| *name == OURS), "{}", operation.id);
            let start = std::time::Instant::now();
            let suite = agreement(operation, &offers);
            let seconds = start.elapsed().as_secs_f64();
            let names: Vec<_> = offers.iter().map(|(name, _)| *name).collect();
            eprintln!(
                "{}: {} checks, {seconds:.1} s, {}",
                operation.id,
                suite.passed,
                names.join(", ")
            );
            assert!(suite.failed == 0 && suite.passed >= 6, "{suite:#?}");
            assert!(suite.failures.is_empty(), "{:#?}", suite.failures);
        }
        assert_eq!(steps, 11);
    }

    #[test]
    fn every_mistake_is_noticed() {
        for (id, before, after) in [
            ("cashu-legacy/blind", (|case| case[0].push(0)) as Before, SAME),
            // The other sign.
            ("cashu-legacy/unblind", AS_IT_IS, FIRST_BYTE),
            ("cashu-legacy/sign_with_proof", AS_IT_IS, LAST_BIT),
            ("cashu-legacy/mint_verify", AS_IT_IS, YES),
            ("cashu-legacy/verify", AS_IT_IS, YES),
            // All but the last proof is looked at.
            ("cashu-legacy/batch_verify_10_1", (|case| overlook_last(case, 5)) as Before, SAME),
            (
                "cashu-legacy/mint_batch_verify_10_10",
                (|case| overlook_last(case, 3)) as Before,
                SAME,
            ),
        ] {
            let wrong = Wrong { before, after };
            let suite = agreement(operation(id).expect("it exists"), &[(OURS, &wrong)]);
            assert!(suite.failed > 0, "{id}: {suite:#?}");
        }
    }

    /// Puts the second item, of so many arguments, in place of the last.
    fn overlook_last(case: &mut Case, arguments: usize) {
        let (second, last) = (case[arguments..2 * arguments].to_vec(), case.len() - arguments);
        case[last..].clone_from_slice(&second);
    }
}
