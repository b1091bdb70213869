//! The cases of verifiable random functions, and of Bitcoin's wallets and nodes: keys at the edges,
//! proofs of other inputs and malformed ones, payments and none.

use num_bigint::BigUint;
use peer_api::{Case, Curve, Operation};

use super::generate::{Expect, Generated, Sink};
use crate::gate::inputs::{Random, round};
use crate::oracle::edwards::ED25519;
use crate::oracle::values::{number, number_bytes};
use crate::oracle::{modulus, order, vrf, wallets};

/// Secrets from 1 to the order less one, and those that are none.
fn scalars(curve: Curve) -> [(Expect, &'static str, Vec<u8>); 5] {
    let n = order(curve);
    let bytes = |number: &BigUint| number_bytes(curve, number, 32);
    [
        (Expect::Refuse, "the secret zero", vec![0; 32]),
        (Expect::Refuse, "the order as a secret", bytes(n)),
        (Expect::Refuse, "a secret above the order", vec![0xff; 32]),
        (Expect::Accept, "the secret one", bytes(&BigUint::from(1_u32))),
        (Expect::Accept, "the last secret", bytes(&(n - 1_u32))),
    ]
}

/// Cases of a verifiable random function. `None` if none can be made.
pub(super) fn vrf(
    operation: &Operation,
    count: usize,
    random: &mut Random,
    sink: Sink<'_>,
) -> Option<()> {
    let curve = operation.curve()?;
    if operation.args.len() == 2 {
        prove(operation.id, curve, count, random, sink)
    } else {
        verify(operation.id, curve, count, random, sink)
    }
}

fn prove(id: &str, curve: Curve, count: usize, random: &mut Random, sink: Sink<'_>) -> Option<()> {
    let seeds = curve == Curve::Ed25519 && !id.ends_with("_sui");
    if seeds {
        for seed in [[0; 32], [0xff; 32]] {
            sink(Generated::new(Expect::Accept, "an edge", &[&seed, b"an input"]));
        }
    } else {
        for (expect, why, secret) in scalars(curve) {
            sink(Generated::new(expect, why, &[&secret, b"an input"]));
        }
    }
    for length in [0, 1, 33, 64, 111, 200, 1000] {
        let mut case = vrf::case(id, random.rng())?;
        case[1] = random.bytes(length);
        sink(Generated { case, expect: Expect::Accept, why: "an input of another length" });
    }
    for _ in 0..count {
        let case = vrf::case(id, random.rng())?;
        sink(Generated { case, expect: Expect::Accept, why: "random" });
    }
    let mut short = vrf::case(id, random.rng())?;
    short[0].pop();
    sink(Generated { case: short, expect: Expect::Refuse, why: "a key without its last byte" });
    Some(())
}

fn verify(id: &str, curve: Curve, count: usize, random: &mut Random, sink: Sink<'_>) -> Option<()> {
    let [key, input, proof] = [0, 1, 2];
    let mut refused = |why, random: &mut Random, change: &mut dyn FnMut(&mut Case)| {
        let mut case = vrf::case(id, random.rng())?;
        change(&mut case);
        sink(Generated { case, expect: Expect::Refuse, why });
        Some(())
    };
    let encoding = if curve == Curve::P256 { 33 } else { 32 };
    refused("a proof without its last byte", random, &mut |case| case[proof].truncate(79))?;
    refused("a proof with a byte more", random, &mut |case| case[proof].push(0))?;
    refused("a key without its last byte", random, &mut |case| case[key].truncate(encoding - 1))?;
    refused("a bit of the challenge", random, &mut |case| case[proof][encoding + 3] ^= 4)?;
    refused("a bit of the response", random, &mut |case| case[proof][encoding + 16 + 9] ^= 4)?;
    refused("another input", random, &mut |case| case[input][5] ^= 1)?;
    refused("a longer input", random, &mut |case| case[input].push(0))?;
    let other = vrf::case(id, random.rng())?;
    refused("another key", random, &mut |case| case[key].clone_from(&other[key]))?;
    refused("another point", random, &mut |case| {
        case[proof][..encoding].copy_from_slice(&other[proof][..encoding]);
    })?;
    refused("a response of the order or more", random, &mut |case| {
        // s + n is another writing of s; where it does not fit, n is none either.
        let s = number(curve, &case[proof][encoding + 16..]) + order(curve);
        let s = if s.bits() <= 256 { s } else { order(curve).clone() };
        case[proof][encoding + 16..].copy_from_slice(&number_bytes(curve, &s, 32));
    })?;
    refused("a coordinate of p", random, &mut |case| {
        let p = number_bytes(curve, modulus(curve), 32);
        case[key][encoding - 32..].copy_from_slice(&p);
    })?;
    if curve == Curve::Ed25519 {
        // The identity, and a point of order 8 where the curve has one.
        refused("the identity as a key", random, &mut |case| {
            case[key].fill(0);
            case[key][0] = u8::from(!id.ends_with("_sui"));
        })?;
        if !id.ends_with("_sui") {
            let eighth = small_order();
            refused("a key of order 8", random, &mut |case| case[key].clone_from(&eighth))?;
        }
    }
    for index in 0..count {
        let mut case = vrf::case(id, random.rng())?;
        if index & 1 == 0 {
            sink(Generated { case, expect: Expect::Accept, why: "a proof" });
        } else {
            // In the middle of the challenge or of the response.
            let place = encoding + *round(&[8, 30], index >> 1);
            case[proof][place] ^= 1 << (index & 7);
            sink(Generated { case, expect: Expect::Refuse, why: "one bit changed" });
        }
    }
    Some(())
}

/// A point of edwards25519 of order 8: ℓ times one that is not in the subgroup.
fn small_order() -> Vec<u8> {
    let identity = (BigUint::ZERO, BigUint::from(1_u32));
    let order_8 = |y: u32| {
        let point = ED25519.lift(BigUint::from(y), false)?;
        let small = ED25519.multiply(&point, &ED25519.order);
        let fourth = ED25519.multiply(&small, &BigUint::from(4_u32));
        (fourth != identity).then_some(small)
    };
    ED25519.encode(&(2..).find_map(order_8).expect("one point in two has it"))
}

/// Cases of BIP-32, BIP-324 and BIP-352. `None` if none can be made.
pub(super) fn wallets(verb: &str, count: usize, random: &mut Random, sink: Sink<'_>) -> Option<()> {
    match verb {
        "bip352_scan" => scan(count, random, sink),
        "bip352_scan_1000" => scan_many(random, sink),
        "bip32_child" | "bip32_public_child" => child(verb, count, random, sink),
        _ => exchange(count, random, sink),
    }
}

fn scan(count: usize, random: &mut Random, sink: Sink<'_>) -> Option<()> {
    let curve = Curve::Secp256k1;
    for (expect, why, secret) in scalars(curve) {
        let mut case = wallets::payment(false, random.rng())?;
        case[0] = secret;
        sink(Generated { case, expect, why });
    }
    let mut changed = |expect, why, change: &dyn Fn(&mut Case)| {
        let mut case = wallets::payment(false, random.rng())?;
        change(&mut case);
        sink(Generated { case, expect, why });
        Some(())
    };
    let p = number_bytes(curve, modulus(curve), 32);
    let refuse = Expect::Refuse;
    changed(refuse, "the identity to spend by", &|case| case[1] = vec![0])?;
    changed(refuse, "no point to spend by", &|case| case[1].truncate(64))?;
    changed(refuse, "a tweak without its last byte", &|case| case[2].truncate(32))?;
    changed(refuse, "a tweak with an unknown tag", &|case| case[2][0] = 5)?;
    changed(refuse, "a tweak with an x of p", &|case| case[2][1..].copy_from_slice(&p))?;
    changed(refuse, "an output of 31 bytes", &|case| case[3].truncate(31))?;
    changed(Expect::Accept, "an output that is no x", &|case| case[3].copy_from_slice(&p))?;
    changed(Expect::Accept, "an output of zeros", &|case| case[3].fill(0))?;
    changed(Expect::Accept, "an output one bit off", &|case| case[3][9] ^= 1)?;
    changed(Expect::Accept, "the opposite tweak", &|case| case[2][0] ^= 1)?;
    for index in 0..count {
        let (case, why) = match index & 3 {
            0 => (wallets::transactions(1, random.rng())?, "no payment"),
            1 => (wallets::payment(true, random.rng())?, "change"),
            _ => (wallets::payment(false, random.rng())?, "a payment"),
        };
        sink(Generated { case, expect: Expect::Accept, why });
    }
    Some(())
}

/// Blocks of a few transactions, as many as a slow judge can bear, in any order and more than once.
fn scan_many(random: &mut Random, sink: Sink<'_>) -> Option<()> {
    let first = wallets::payment(false, random.rng())?;
    let receiver = first[..2].to_vec();
    let mut known = vec![first[2..].to_vec()];
    // The same transaction pays nobody, and others pay others.
    for other in 0..6 {
        let case = wallets::payment(other & 1 == 0, random.rng())?;
        known.push(case[2..].to_vec());
        known.push(vec![first[2].clone(), case[3].clone()]);
    }
    for index in 0..4 {
        let mut case = receiver.clone();
        // None, few and many payments.
        let least = usize::from(index == 0);
        for place in 0..1000_usize {
            let pick = if index == 1 && place == 999 { 0 } else { random.index(16) };
            let pick = pick.min(known.len() - 1).max(least);
            case.extend(round(&known, pick).iter().cloned());
        }
        sink(Generated { case, expect: Expect::Accept, why: "a block" });
    }
    Some(())
}

fn child(verb: &str, count: usize, random: &mut Random, sink: Sink<'_>) -> Option<()> {
    let private = verb == "bip32_child";
    let mut refused = |why, change: &dyn Fn(&mut Case)| {
        let mut case = wallets::case(verb, random.rng())?;
        change(&mut case);
        sink(Generated { case, expect: Expect::Refuse, why });
        Some(())
    };
    refused("a hardened number", &|case| case[1][0] |= 0x80)?;
    refused("a number of three bytes", &|case| case[1].truncate(3))?;
    refused("a key without its last byte", &|case| case[0].truncate(77))?;
    refused("another version", &|case| case[0][3] ^= 1)?;
    refused("a depth of 255", &|case| case[0][4] = 255)?;
    refused("an unknown prefix", &|case| case[0][45] = 1)?;
    refused("a key of p or more", &|case| case[0][46..].fill(0xff))?;
    if private {
        refused("the secret zero", &|case| case[0][46..].fill(0))?;
    }
    for index in 0..count.max(16) {
        let mut case = wallets::case(verb, random.rng())?;
        match index {
            0 => case[1].fill(0),
            1 => case[1] = vec![0x7f, 0xff, 0xff, 0xff],
            2 => case[0][13..45].fill(0),
            3 => case[0][4] = 254,
            _ => (),
        }
        sink(Generated { case, expect: Expect::Accept, why: "a child" });
    }
    Some(())
}

fn exchange(count: usize, random: &mut Random, sink: Sink<'_>) -> Option<()> {
    let curve = Curve::Secp256k1;
    for (expect, why, secret) in scalars(curve) {
        // 64 bytes of these keys are not at hand, and a key that is none has none.
        if expect == Expect::Refuse {
            let mut case = wallets::case("bip324_exchange", random.rng())?;
            case[0] = secret;
            sink(Generated { case, expect, why });
        }
    }
    for length in [63, 65] {
        let mut case = wallets::case("bip324_exchange", random.rng())?;
        case[2].resize(length, 0);
        sink(Generated { case, expect: Expect::Refuse, why: "63 or 65 bytes" });
    }
    // u and t of zero, p and more: each stands for a point.
    let p = number_bytes(curve, modulus(curve), 32);
    for (u, t) in
        [([0; 32].to_vec(), p.clone()), (p, vec![0xff; 32]), (vec![0xff; 32], vec![0; 32])]
    {
        let mut case = wallets::case("bip324_exchange", random.rng())?;
        case[2] = [u, t].concat();
        sink(Generated { case, expect: Expect::Accept, why: "an edge" });
    }
    for _ in 0..count.max(16) {
        let mut case = wallets::case("bip324_exchange", random.rng())?;
        if random.index(4) == 0 {
            // The other's bytes may be one's own.
            case[2] = case[1].clone();
        }
        sink(Generated { case, expect: Expect::Accept, why: "random" });
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::super::mistakes::{AS_IT_IS, Before, LAST_BIT, SAME, Wrong};
    use super::super::{OURS, on_grid};
    use crate::gate::Tier;
    use crate::gate::tally::{self, Title};
    use crate::implementations;
    use peer_api::{Implementation, OPERATIONS, Operation, operation};
    use record::Suite;

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
        let of_keys = |one: &&Operation| one.id.contains("/vrf_") || one.id.contains("/bip");
        let mut seen = 0;
        for operation in OPERATIONS.iter().filter(of_keys) {
            let offers = all.iter().filter(|one| one.contract(operation).is_some());
            let offers: Vec<_> = offers.map(|one| (one.about().name, one.as_ref())).collect();
            assert!(offers.iter().any(|(name, _)| *name == OURS), "{}", operation.id);
            let suite = agreement(operation, &offers);
            assert!(suite.failed == 0 && suite.passed >= 2, "{suite:#?}");
            // What only a peer does is a remark: one takes responses of the order and more.
            let ours = |text: &&String| !text.starts_with("remark: ");
            assert_eq!(suite.failures.iter().find(ours), None, "{:#?}", suite.failures);
            seen += 1;
        }
        assert_eq!(seen, 15);
    }

    #[test]
    fn every_mistake_is_noticed() {
        for (id, before, after) in [
            ("ed25519/vrf_prove_ell2", AS_IT_IS, LAST_BIT),
            ("ed25519/vrf_verify_tai", AS_IT_IS, LAST_BIT),
            ("p256/vrf_prove_sswu", (|case| case[1].push(0)) as Before, SAME),
            ("secp256k1/bip352_scan", AS_IT_IS, LAST_BIT),
            // The other point of the same x.
            (
                "secp256k1/bip352_scan",
                (|case| case[2].iter_mut().take(1).for_each(|tag| *tag ^= 1)) as Before,
                SAME,
            ),
            // All but the last transaction is looked at.
            ("secp256k1/bip352_scan_1000", (|case| case[2001].fill(0)) as Before, SAME),
            ("secp256k1/bip32_child", AS_IT_IS, LAST_BIT),
            ("secp256k1/bip324_exchange", AS_IT_IS, LAST_BIT),
        ] {
            let wrong = Wrong { before, after };
            let suite = agreement(operation(id).expect("it exists"), &[(OURS, &wrong)]);
            assert!(suite.failed > 0, "{id}: {suite:#?}");
        }
    }
}
