//! The cases of BLS signatures: honest ones, forgeries, sums that cancel, and points that must be
//! refused.

use peer_api::{Case, Operation};

use super::generate::{Expect, Generated, Material, Sink, malformed};
use crate::gate::ask::Function;
use crate::gate::inputs::{G2_GENERATOR, Random, bytes, identity, negated, round};
use crate::gate::subject::Group;
use crate::gate::suites::scalar;
use crate::gate::vectors::cases::from_hex;

const KEYS: usize = 16;
const PER_KEY: usize = 12;

/// A key, a message, a signature.
#[derive(Clone)]
struct Signed {
    key: Vec<u8>,
    message: Vec<u8>,
    signature: Vec<u8>,
}

/// Signatures of [`KEYS`] keys, on [`PER_KEY`] messages each of them, and of all keys on the same
/// messages.
pub(super) struct Signers {
    own: Vec<Vec<Signed>>,
    common: Vec<Vec<Signed>>,
}

impl Signers {
    /// Made by a witness; `None` if nobody offers the operations.
    fn new(material: &Material<'_>) -> Option<Self> {
        let witness = |id| Function::witness(material.implementations, id);
        let (public_key, sign) =
            (witness("bls12-381/bls_public_key")?, witness("bls12-381/bls_sign")?);
        let mut random = Random::new("agreement/signers");
        let messages: Vec<_> = (0..PER_KEY).map(|_| random.bytes(32)).collect();
        let mut signers = Self { own: Vec::new(), common: Vec::new() };
        for _ in 0..KEYS {
            let secret = random.fr();
            let key = public_key.call(&[&secret]).ok()?;
            let signed = |message: Vec<u8>| {
                let signature = sign.call(&[&secret, &message]).ok()?;
                Some(Signed { key: key.clone(), message, signature })
            };
            // Never two alike, or an exchange of two would be no forgery.
            let own: Vec<_> =
                (0..PER_KEY).map(|_| [random.bytes(16), random.message()].concat()).collect();
            signers.own.push(own.into_iter().map(signed).collect::<Option<_>>()?);
            signers.common.push(messages.iter().cloned().map(signed).collect::<Option<_>>()?);
        }
        Some(signers)
    }

    fn pick(&self, key: usize, message: usize) -> Signed {
        round(round(&self.own, key).as_slice(), message).clone()
    }
}

/// Gives every case of an operation to `sink`.
pub(super) fn for_each(
    operation: &Operation,
    count: usize,
    material: &mut Material<'_>,
    random: &mut Random,
    sink: Sink<'_>,
) {
    match operation.id {
        "bls12-381/bls_public_key" => return keys(count, random, sink),
        "bls12-381/bls_sign" | "bls12-381/bls_min_sig_sign" => {
            return signatures(count, random, sink);
        }
        "bls12-381/bls_min_sig_verify_parsed" => {
            // Without signatures no case is given, and the suite fails for having checked nothing.
            return verify_in_g1(count, material, random, sink).unwrap_or_default();
        }
        _ => (),
    }
    if material.signers.is_none() {
        material.signers = Signers::new(material);
    }
    // Without signatures no case is given, and the suite fails for having checked nothing.
    let Some(signers) = &material.signers else { return };
    match operation.id {
        "bls12-381/bls_verify" | "bls12-381/bls_verify_parsed" => {
            verify(count, signers, material, random, sink)
        }
        // Each of the eight ways at least once.
        "bls12-381/bls_fast_aggregate_verify_128"
        | "bls12-381/bls_fast_aggregate_verify_128_bytes" => {
            aggregates(count.max(8), operation.args.len() - 2, signers, material, random, sink);
        }
        _ if operation.each().is_some() => {
            // The few go through all eight ways; of the many an honest case and one that is not
            // will do, since each call is the same.
            let calls = operation.args.len() / 3;
            let count = count.max(if calls > 6 { 2 } else { 8 });
            sets(count, calls, signers, random, &mut |mut generated| {
                // There is a verdict each, and the same from everyone.
                if matches!(generated.expect, Expect::Verdict(_)) {
                    generated.expect = Expect::Accept;
                }
                sink(generated);
            });
        }
        _ => {
            let number = operation.args.len() / 3;
            // Of very many, an honest case and one that is not.
            let count = count.max(if number > 256 { 2 } else { 8 });
            sets(count, number, signers, random, sink);
        }
    }
}

/// Secret keys at the edges.
fn secrets(random: &Random) -> [(Expect, Vec<u8>); 5] {
    let r = &random.primes.r;
    [
        (Expect::Refuse, vec![0; 32]),
        (Expect::Refuse, bytes(r, 32)),
        (Expect::Accept, scalar(1).to_vec()),
        (Expect::Accept, bytes(&(r - 1_u32), 32)),
        (Expect::Accept, bytes(&(r >> 1_u32), 32)),
    ]
}

fn keys(count: usize, random: &mut Random, sink: Sink<'_>) {
    for (expect, secret) in secrets(random) {
        sink(Generated::new(expect, "a key at an edge", &[&secret]));
    }
    for _ in 0..count {
        sink(Generated::new(Expect::Accept, "random", &[&random.fr()]));
    }
}

fn signatures(count: usize, random: &mut Random, sink: Sink<'_>) {
    for (expect, secret) in secrets(random) {
        for message in [&b""[..], b"a message", &random.bytes(1000)] {
            sink(Generated::new(expect, "a key at an edge", &[&secret, message]));
        }
    }
    for _ in 0..count {
        sink(Generated::new(Expect::Accept, "random", &[&random.fr(), &random.message()]));
    }
}

fn verify(
    count: usize,
    signers: &Signers,
    material: &Material<'_>,
    random: &mut Random,
    sink: Sink<'_>,
) {
    let mut give = |expect, why, one: &Signed| {
        sink(Generated::new(expect, why, &[&one.key, &one.message, &one.signature]))
    };
    for case in &material.encodings {
        if let (Some(bytes), Some(false)) = (case.bytes(), case.decodes()) {
            let mut one = signers.pick(0, 0);
            *(if case.group == Group::G1 { &mut one.key } else { &mut one.signature }) = bytes;
            give(Expect::Refuse, "a published encoding to refuse", &one);
        }
    }
    let mut none = signers.pick(0, 0);
    none.signature = identity(96, true);
    give(Expect::Verdict(false), "the identity as a signature", &none);
    none.key = identity(48, true);
    give(Expect::Refuse, "the identity as a key", &none);
    for index in 0..count {
        let (key, place) = (random.index(16), random.index(16));
        let mut one = signers.pick(key, place);
        let (expect, why) = match index & 7 {
            1 => {
                one.message.push(0);
                (Expect::Verdict(false), "another message")
            }
            2 => {
                one.signature = negated(&one.signature);
                (Expect::Verdict(false), "a negated signature")
            }
            3 => {
                one.key = negated(&one.key);
                (Expect::Verdict(false), "a negated key")
            }
            4 => {
                one.key = signers.pick(key + 1, place).key;
                (Expect::Verdict(false), "another key")
            }
            5 => {
                (one.key, one.signature) = (negated(&one.key), negated(&one.signature));
                (Expect::Verdict(true), "key and signature negated: those of the negated secret")
            }
            6 => {
                let (place, group) = if index & 8 == 0 {
                    (&mut one.key, Group::G1)
                } else {
                    (&mut one.signature, Group::G2)
                };
                // The other sign is a good encoding, and a forgery.
                let (expect, why, bytes) = malformed((index >> 4) % 7 + 1, group, place, random);
                *place = bytes;
                (expect, why)
            }
            _ => (Expect::Verdict(true), "honest"),
        };
        give(expect, why, &one);
    }
}

/// Keys in G2, signatures in G1. `None` if nobody can make them.
fn verify_in_g1(
    count: usize,
    material: &Material<'_>,
    random: &mut Random,
    sink: Sink<'_>,
) -> Option<()> {
    let witness = |id| Function::witness(material.implementations, id);
    let (multiply, sign) = (witness("bls12-381/g2_mul")?, witness("bls12-381/bls_min_sig_sign")?);
    let generator = from_hex(G2_GENERATOR)?;
    let mut last: Option<Vec<u8>> = None;
    for index in 0..count.max(16) {
        let (secret, mut message) = (random.fr(), random.message());
        let mut key = multiply.call(&[&generator, &secret]).ok()?;
        let mut signature = sign.call(&[&secret, &message]).ok()?;
        let (expect, why) = match index & 7 {
            1 => {
                message.push(0);
                (Expect::Verdict(false), "another message")
            }
            2 => {
                signature = negated(&signature);
                (Expect::Verdict(false), "a negated signature")
            }
            3 => {
                key = negated(&key);
                (Expect::Verdict(false), "a negated key")
            }
            4 => {
                signature = identity(48, true);
                (Expect::Verdict(false), "the identity as a signature")
            }
            5 => {
                (key, signature) = (identity(96, true), identity(48, true));
                (Expect::Refuse, "the identity as a key")
            }
            6 => {
                let (place, group) = if index & 8 == 0 {
                    (&mut key, Group::G2)
                } else {
                    (&mut signature, Group::G1)
                };
                let (expect, why, bytes) = malformed((index >> 4) % 7 + 1, group, place, random);
                *place = bytes;
                (expect, why)
            }
            7 if last.is_some() => {
                key = last.clone()?;
                (Expect::Verdict(false), "another key")
            }
            _ => (Expect::Verdict(true), "honest"),
        };
        sink(Generated::new(expect, why, &[&key, &message, &signature]));
        if why == "honest" {
            last = Some(key);
        }
    }
    Some(())
}

fn aggregates(
    count: usize,
    keys: usize,
    signers: &Signers,
    material: &Material<'_>,
    random: &mut Random,
    sink: Sink<'_>,
) {
    let Some(add) = Function::witness(material.implementations, "bls12-381/g2_add") else { return };
    for index in 0..count {
        let (message, start) = (random.place(PER_KEY), random.index(KEYS));
        let of =
            |place: usize| round(round(&signers.common, start + place).as_slice(), message).clone();
        let mut all: Vec<_> = (0..keys).map(of).collect();
        let negate = |one: &mut Signed| {
            (one.key, one.signature) = (negated(&one.key), negated(&one.signature))
        };
        if index & 3 == 1 {
            // P and −P beside each other, so that sums in between are the identity.
            all.iter_mut().skip(1).step_by(5).for_each(negate);
        }
        let sum = all[1..]
            .iter()
            .try_fold(all[0].signature.clone(), |sum, one| add.call(&[&sum, &one.signature]).ok());
        let Some(mut signature) = sum else { return };
        let mut arguments: Case = all.iter().map(|one| one.key.clone()).collect();
        let (expect, why) = match index & 7 {
            2 => {
                signature = negated(&signature);
                (Expect::Verdict(false), "a negated signature")
            }
            3 => {
                arguments[index % keys] = negated(&arguments[index % keys]);
                (Expect::Verdict(false), "a negated key")
            }
            4 => {
                arguments[keys - 1] = identity(48, true);
                (Expect::Refuse, "the identity as a key")
            }
            6 => {
                for (place, key) in arguments.iter_mut().enumerate() {
                    let one = of(place >> 1).key;
                    *key = if place & 1 == 0 { one } else { negated(&one) };
                }
                signature = identity(96, true);
                (Expect::Verdict(false), "keys whose sum is the identity")
            }
            _ => (Expect::Verdict(true), "honest"),
        };
        arguments.extend([all[0].message.clone(), signature]);
        sink(Generated { case: arguments, expect, why });
    }
}

fn sets(count: usize, sets: usize, signers: &Signers, random: &mut Random, sink: Sink<'_>) {
    for index in 0..count {
        let (start, offset) = (random.index(KEYS), random.place(PER_KEY));
        let mut all: Vec<_> =
            (0..sets).map(|place| signers.pick(start + place, offset + place / KEYS)).collect();
        let place = random.place(sets - 1);
        let (expect, why) = match index & 7 {
            1 => {
                all[place].signature = negated(&all[place].signature);
                (Expect::Verdict(false), "a negated signature")
            }
            2 => {
                let moved = core::mem::take(&mut all[place].signature);
                all[place].signature = core::mem::replace(&mut all[place + 1].signature, moved);
                (Expect::Verdict(false), "two signatures exchanged")
            }
            3 => {
                // All on one message, under several keys.
                for (place, one) in all.iter_mut().enumerate() {
                    *one = round(round(&signers.common, start + place).as_slice(), offset).clone();
                }
                (Expect::Verdict(true), "one message")
            }
            4 => {
                let one = all[place].clone();
                all.iter_mut().for_each(|set| *set = one.clone());
                (Expect::Verdict(true), "the same set again and again")
            }
            5 => {
                all[place].message.push(b'x');
                (Expect::Verdict(false), "another message")
            }
            6 => {
                all[place].signature = identity(96, true);
                (Expect::Verdict(false), "the identity as a signature")
            }
            7 => {
                let (expect, why, bytes) = malformed(6, Group::G2, &all[place].signature, random);
                all[place].signature = bytes;
                (expect, why)
            }
            _ => (Expect::Verdict(true), "honest"),
        };
        let arguments: Vec<&[u8]> = all
            .iter()
            .flat_map(|one| [&one.key[..], &one.message[..], &one.signature[..]])
            .collect();
        sink(Generated::new(expect, why, &arguments));
    }
}
