//! The cases of the curves beside BLS12-381, from slow integers: edges first, then random ones.

use peer_api::{Case, Curve, Kind, Operation};
use std::rc::Rc;

use super::generate::{Expect, Generated, Sink};
use super::{agreeing, cashu_legacy, keys, signing};
use crate::gate::Tier;
use crate::gate::inputs::{Random, round};
use crate::oracle::values::{self, number_bytes, short_point, twist_point};
use crate::oracle::{modulus, protocols};

/// How many random cases an operation gets.
const fn random_count(tier: Tier) -> usize {
    match tier {
        Tier::Quick => 16,
        Tier::Full => 10_000,
    }
}

/// Gives every case of an operation to `sink`.
pub(super) fn for_each(
    tier: Tier,
    curve: Curve,
    operation: &Operation,
    random: &mut Random,
    sink: Sink<'_>,
) {
    let count = random_count(tier);
    let verb = operation.id.rsplit('/').next().unwrap_or_default();
    if operation.id.starts_with("cashu-legacy/") {
        return cashu_legacy::for_each(tier, operation, random, sink);
    }
    if verb.starts_with("vrf_") {
        return keys::vrf(operation, signed(count), random, sink).expect("they can be made");
    }
    if verb.starts_with("bip") {
        return keys::wallets(verb, signed(count), random, sink).expect("they can be made");
    }
    if let Some((one, many)) = operation.each() {
        return batches(tier, curve, one, many, random, sink);
    }
    match (verb, curve) {
        ("g1_subgroup_check" | "g2_subgroup_check", _) => {
            subgroup(curve, operation.args[0], count, random, sink)
        }
        ("g1_decode" | "g2_decode" | "decode", _) => {
            for index in 0..count {
                let (expect, why, bytes) = encoding(curve, verb, index, random);
                sink(Generated::new(expect, why, &[&bytes]));
            }
        }
        ("ecdsa_sign" | "schnorr_sign", _) => {
            signing::short(curve, signed(count) >> 1, random, sink)
        }
        ("ecdh", _) => agreeing::points(curve, signed(count), random, sink),
        ("x25519", Curve::Ed25519) => agreeing::x25519(signed(count), random, sink),
        ("sign", Curve::Ed25519) => signing::seeds(signed(count) >> 1, random, sink),
        ("ecdsa_recover", _) => {
            signing::recover(curve, signed(count) >> 1, random, sink).expect("a curve with ECDSA")
        }
        ("ecdsa_verify", _) => {
            signatures(signed(count), sink, &mut || protocols::ecdsa(curve, random.rng()))
                .expect("a curve with ECDSA");
        }
        ("schnorr_verify", _) => {
            signing::malformed(verb, random, sink).expect("they can be made");
            signatures(signed(count) >> 1, sink, &mut || protocols::schnorr(1, random.rng()))
                .expect("they can be made");
        }
        ("verify", Curve::Ed25519) => {
            signing::malformed(verb, random, sink).expect("they can be made");
            signatures(signed(count) >> 1, sink, &mut || Some(protocols::ed25519(1, random.rng())))
                .expect("they can be made");
        }
        ("schnorr_batch_verify_64" | "batch_verify_64", _) => {
            signing::at_once(tier, curve, operation, random, sink).expect("they can be made");
        }
        ("public_key" | "x25519_public_key", Curve::Ed25519) | ("hash_to_curve", _) => {
            (0..count)
                .for_each(|_| sink(Generated::new(Expect::Accept, "random", &[&random.bytes(32)])));
        }
        _ => plain(verb, curve, operation, count, random, sink),
    }
}

/// Batches of calls of one operation: its own cases, edges among them, but for those to be refused.
fn batches(
    tier: Tier,
    curve: Curve,
    one: &Operation,
    many: usize,
    random: &mut Random,
    sink: Sink<'_>,
) {
    let (distinct, count) = match tier {
        Tier::Quick => (12, 2),
        Tier::Full => (256, 160),
    };
    let mut calls: Vec<Case> = Vec::new();
    for_each(Tier::Quick, curve, one, random, &mut |generated| {
        if !matches!(generated.expect, Expect::Refuse) {
            calls.push(generated.case);
        }
    });
    for _ in 0..count {
        // Of them all, as many as a slow judge can bear, in any order and more than once.
        let some: Vec<usize> = (0..distinct).map(|_| random.index(1 << 16)).collect();
        let case = (0..many)
            .flat_map(|_| round(&calls, *round(&some, random.index(1 << 16))).clone())
            .collect();
        sink(Generated { case, expect: Expect::Accept, why: "a batch" });
    }
}

/// Operations on values.
fn plain(
    verb: &str,
    curve: Curve,
    operation: &Operation,
    count: usize,
    random: &mut Random,
    sink: Sink<'_>,
) {
    let kinds = operation.args;
    let ecdsa = matches!(curve, Curve::Secp256k1 | Curve::P256);
    let scalars =
        kinds.contains(&Kind::Fr) && (ecdsa && operation.result == Kind::Point || verb == "fr_inv");
    // What an operation does not promise to take: see its note.
    let excluded = |kind: &Kind, value: &Vec<u8>| match kind {
        Kind::Fr | Kind::Fp12 => {
            (scalars || verb == "final_exp") && value.iter().all(|byte| *byte == 0)
        }
        Kind::Point => scalars && value.len() == 1,
        _ => false,
    };
    // Made once for each kind: there may be thousands of arguments.
    let mut known: Vec<(Kind, Rc<[Vec<u8>]>)> = Vec::new();
    let mut of_kind = |kind: &Kind| match known.iter().find(|(one, _)| one == kind) {
        Some((_, list)) => Rc::clone(list),
        None => {
            let list = values::edges(curve, *kind)
                .into_iter()
                .filter(|value| !excluded(kind, value))
                .collect();
            known.push((*kind, Rc::clone(&list)));
            list
        }
    };
    let lists: Vec<Rc<[Vec<u8>]>> = kinds.iter().map(&mut of_kind).collect();
    let mut give = |case: Case, why| sink(Generated { case, expect: Expect::Accept, why });
    let count = if kinds.len() > 256 { 1 } else { count };
    match (&lists[..], kinds) {
        ([first], _) => first.iter().for_each(|a| give(vec![a.clone()], "an edge")),
        // All pairs where a call is cheap; else each edge once or more.
        ([first, second], [a, b]) if a == b => {
            first.iter().for_each(|a| {
                second.iter().for_each(|b| give(vec![a.clone(), b.clone()], "two edges"))
            });
        }
        (many, _) => {
            let longest = many.iter().map(|list| list.len()).max().unwrap_or_default();
            for shift in 0..if many.len() > 256 { 1 } else { longest } {
                let case = many
                    .iter()
                    .enumerate()
                    .map(|(place, list)| round(list, shift * (place + 1)).clone());
                give(case.collect(), "edges");
            }
        }
    }
    for index in 0..count {
        let values = kinds.iter().map(|kind| values::random(curve, *kind, random.rng()));
        let Some(mut case) = values.collect::<Option<Case>>() else { return };
        if index & 7 == 6 && kinds.len() == 2 && kinds[0] == kinds[1] {
            case[1] = case[0].clone();
            give(case, "the same twice");
        } else {
            give(case, "random");
        }
    }
}

/// Making a signature on slow integers takes tens of milliseconds.
fn signed(count: usize) -> usize {
    count.min(256)
}

fn subgroup(curve: Curve, any: Kind, count: usize, random: &mut Random, sink: Sink<'_>) {
    let member = if any == Kind::G1Curve { Kind::G1 } else { Kind::G2 };
    for index in 0..count {
        let inside = index & 1 == 0;
        let (kind, why) =
            if inside { (member, "in the subgroup") } else { (any, "outside the subgroup") };
        let point = values::random(curve, kind, random.rng()).expect("a curve with a pairing");
        sink(Generated::new(Expect::Verdict(inside), why, &[&point]));
    }
}

/// A good encoding, or one that is bad in the `index`-th way.
pub(super) fn encoding(
    curve: Curve,
    verb: &str,
    index: usize,
    random: &mut Random,
) -> (Expect, &'static str, Vec<u8>) {
    let good = match verb {
        "g1_decode" => values::random(curve, Kind::G1, random.rng()),
        "g2_decode" => values::random(curve, Kind::G2, random.rng()),
        _ if curve == Curve::Ed25519 => values::random(curve, Kind::Point, random.rng()),
        _ => protocols::encoding(curve, random.rng()),
    };
    let mut bytes = good.expect("points can be made");
    let length = bytes.len();
    let number = if curve == Curve::Ed25519 { 0..32 } else { length - 32..length };
    let why = match index & 7 {
        1 => {
            bytes.pop();
            "a byte too short"
        }
        3 => {
            bytes.push(0);
            "a byte too long"
        }
        5 => {
            // The last coordinate becomes p; for Ed25519 without a sign, so that y = p is y = 0
            // written otherwise.
            bytes[number].copy_from_slice(&number_bytes(curve, modulus(curve), 32));
            "a coordinate of p"
        }
        7 if verb == "g2_decode" => {
            bytes = values::random(curve, Kind::G2Curve, random.rng()).expect("BN254 has a twist");
            "on the curve, outside the subgroup"
        }
        7 if length == 33 => {
            bytes[0] = *round(&[0, 1, 4, 5, 6, 0xff], index >> 3);
            "an unknown tag"
        }
        7 => {
            // Until it is off the curve: half of the numbers are for Ed25519, all that are not ±y
            // for BN254.
            while on_curve(curve, verb, &bytes) {
                let place = number.start + 8 + random.index(16);
                bytes[place] ^= 1 << random.index(8);
            }
            "off the curve"
        }
        _ => return (Expect::Accept, "a point", bytes),
    };
    (Expect::Refuse, why, bytes)
}

fn on_curve(curve: Curve, verb: &str, bytes: &[u8]) -> bool {
    match (curve, verb) {
        (Curve::Ed25519, _) => crate::oracle::edwards::ED25519.decode(bytes).is_some(),
        (_, "g2_decode") => twist_point(curve, bytes).is_some(),
        _ => short_point(curve, bytes).is_some(),
    }
}

/// Signatures that hold, and the same with one bit changed, or with another message. `None` if none
/// can be made.
fn signatures(count: usize, sink: Sink<'_>, make: &mut dyn FnMut() -> Option<Case>) -> Option<()> {
    let mut last: Option<Case> = None;
    for index in 0..count {
        let case = make()?;
        let mut changed = case.clone();
        // r and s in turn, each in its middle.
        let signature = changed.iter_mut().find(|argument| argument.len() == 64)?;
        signature[*round(&[40, 8], index >> 1)] ^= 1 << (index & 7);
        sink(Generated { case: changed, expect: Expect::Verdict(false), why: "one bit changed" });
        if let Some(last) = &last {
            let mut mixed = case.clone();
            // Ed25519 has the key before the message, ECDSA the digest first.
            let message = usize::from(case[1].len() == 32);
            mixed[message].clone_from(&last[message]);
            sink(Generated { case: mixed, expect: Expect::Verdict(false), why: "another message" });
        }
        sink(Generated { case: case.clone(), expect: Expect::Verdict(true), why: "a signature" });
        last = Some(case);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::ask::ask;
    use crate::oracle::BN254_G2;
    use crate::oracle::answers::SlowIntegers;
    use crate::oracle::values::{compressed, decompressed, twist_bytes};
    use peer_api::{Implementation, OPERATIONS, Refusal};

    #[test]
    fn the_slow_judge_has_an_answer_to_every_case_and_it_is_the_expected_one() {
        for operation in
            OPERATIONS.iter().filter(|operation| SlowIntegers.contract(operation).is_some())
        {
            let Some(curve) = operation.curve() else { continue };
            let (mut random, mut cases) = (Random::new(operation.id), 0);
            for_each(Tier::Quick, curve, operation, &mut random, &mut |generated| {
                cases += 1;
                // Slow means slow.
                if cases > 20 && cases & 7 != 0 {
                    return;
                }
                let answer = ask(&SlowIntegers, operation, core::slice::from_ref(&generated.case))
                    .swap_remove(0);
                let fine = match generated.expect {
                    Expect::Accept => answer.is_ok(),
                    Expect::Same => true,
                    Expect::Refuse => answer == Err(Refusal::Invalid),
                    Expect::Verdict(true) => answer == Ok(vec![1]),
                    Expect::Verdict(false) => {
                        answer == Ok(vec![0]) || answer == Err(Refusal::Invalid)
                    }
                };
                assert!(
                    fine,
                    "{}: {}: {answer:?}, input {:02x?}",
                    operation.id, generated.why, generated.case
                );
            });
            let batch = operation.each().is_some()
                || operation.id.contains("batch_verify")
                || operation.id.ends_with("_1000");
            let least = if batch { 2 } else { 16 };
            assert!(cases >= least, "{}: {cases} cases", operation.id);
        }
    }

    #[test]
    fn encodings_are_undone() {
        let mut random = Random::new("encodings");
        for curve in [Curve::Secp256k1, Curve::P256] {
            let bytes = values::random(curve, Kind::Point, random.rng()).expect("a point");
            let point = short_point(curve, &bytes).flatten().expect("finite");
            assert_eq!(decompressed(curve, &compressed(curve, &point)), Some(Some(point)));
        }
        let bytes = values::random(Curve::Bn254, Kind::G2, random.rng()).expect("a point");
        let point = twist_point(Curve::Bn254, &bytes).expect("on the twist");
        assert_eq!(twist_bytes(Curve::Bn254, &point), bytes);
        assert_eq!(BN254_G2.multiply(&point, &BN254_G2.order), None);
    }
}
