//! The cases of the Cashu v3 operations: honest ones, forgeries, and points that must be refused.

use super::generate::{Expect, Generated, Material, Sink, malformed};
use crate::gate::ask::Function;
use crate::gate::inputs::{G2_GENERATOR, Random, bytes, identity, negated, round};
use crate::gate::subject::{Group, Proof};
use crate::gate::suites::scalar;
use crate::gate::vectors::cases::from_hex;

const KEYS: usize = 12;
const PER_KEY: usize = 16;

/// Honest proofs: [`PER_KEY`] under each of [`KEYS`] keys.
pub(super) struct Proofs(Vec<Vec<Proof>>);

impl Proofs {
    /// Made by a witness: Y is a blinding by one, C a signature on Y. `None` if nobody offers the
    /// operations.
    fn new(material: &Material<'_>) -> Option<Self> {
        let witness = |id| Function::witness(material.implementations, id);
        let (blind, sign) = (witness("cashu-v3/blind")?, witness("cashu-v3/sign")?);
        let multiply = witness("bls12-381/g2_mul")?;
        let generator = from_hex(G2_GENERATOR)?;
        let mut random = Random::new("agreement/proofs");
        let mut key = || {
            let a = random.fr();
            let k = multiply.call(&[&generator, &a]).ok()?;
            let mut proof = || {
                // Never two alike, or an exchange of two would be no forgery.
                let secret = [random.bytes(16), random.message()].concat();
                let y = blind.call(&[&secret, &scalar(1)]).ok()?;
                Some(Proof { secret, c: sign.call(&[&y, &a]).ok()?, k: k.clone() })
            };
            (0..PER_KEY).map(|_| proof()).collect()
        };
        (0..KEYS).map(|_| key()).collect::<Option<_>>().map(Self)
    }

    fn pick(&self, key: usize, index: usize) -> Proof {
        round(round(&self.0, key).as_slice(), index).clone()
    }
}

/// Gives every case of a Cashu operation to `sink`.
pub(super) fn for_each(
    id: &str,
    count: usize,
    material: &mut Material<'_>,
    random: &mut Random,
    sink: Sink<'_>,
) {
    match id {
        "cashu-v3/blind" => return blind(count, random, sink),
        "cashu-v3/sign" | "cashu-v3/unblind" => {
            return point_and_scalar(count, material, random, sink);
        }
        "cashu-v3/sign_64" => return outputs(count, material, random, sink),
        _ => (),
    }
    if material.proofs.is_none() {
        material.proofs = Proofs::new(material);
    }
    // Without proofs no case is given, and the suite fails for having checked nothing.
    let Some(proofs) = &material.proofs else { return };
    match id {
        "cashu-v3/verify" => verify(count, proofs, material, random, sink),
        "cashu-v3/batch_verify_10_1" => batch(count, |start, _| start, proofs, random, sink),
        "cashu-v3/batch_verify_10_10" => {
            batch(count, |start, place| start + place, proofs, random, sink)
        }
        _ => (),
    }
}

fn scalars(random: &Random) -> [(Expect, Vec<u8>); 5] {
    let r = &random.primes.r;
    [
        (Expect::Refuse, vec![0; 32]),
        (Expect::Accept, scalar(1).to_vec()),
        (Expect::Accept, scalar(2).to_vec()),
        (Expect::Accept, bytes(&(r - 1_u32), 32)),
        (Expect::Accept, bytes(&(r >> 1_u32), 32)),
    ]
}

fn blind(count: usize, random: &mut Random, sink: Sink<'_>) {
    for (expect, r) in scalars(random) {
        for secret in [&b""[..], b"test_message", &random.bytes(1000)] {
            sink(Generated::new(expect, "a scalar at an edge", &[secret, &r]));
        }
    }
    for _ in 0..count {
        sink(Generated::new(Expect::Accept, "random", &[&random.message(), &random.fr()]));
    }
}

fn point_and_scalar(count: usize, material: &Material<'_>, random: &mut Random, sink: Sink<'_>) {
    for (expect, scalar) in scalars(random) {
        let point = material.point(Group::G1, random);
        sink(Generated::new(expect, "a scalar at an edge", &[&point, &scalar]));
    }
    for case in material.encodings.iter().filter(|case| case.group == Group::G1) {
        if let (Some(bytes), Some(accept)) = (case.bytes(), case.valid) {
            let expect = if accept { Expect::Accept } else { Expect::Refuse };
            sink(Generated::new(expect, "published", &[&bytes, &random.fr()]));
        }
    }
    for index in 0..count {
        let point = material.point(Group::G1, random);
        let (expect, why, point) = if index & 7 == 7 {
            malformed(index >> 3, Group::G1, &point, random)
        } else {
            (Expect::Accept, "random", point)
        };
        sink(Generated::new(expect, why, &[&point, &random.fr()]));
    }
}

/// Sixty-four calls at once: acceptable ones, and each that must be refused in some place among
/// such.
fn outputs(count: usize, material: &Material<'_>, random: &mut Random, sink: Sink<'_>) {
    let (mut accepted, mut refused) = (Vec::new(), Vec::new());
    point_and_scalar(count, material, random, &mut |generated: Generated| {
        let of =
            if matches!(generated.expect, Expect::Accept) { &mut accepted } else { &mut refused };
        of.push((generated.why, generated.case));
    });
    if accepted.is_empty() {
        return;
    }
    let batch = |random: &mut Random| -> Vec<_> {
        (0..64).map(|_| accepted[random.index(1 << 16) % accepted.len()].1.clone()).collect()
    };
    for _ in 0..count.div_ceil(64) {
        sink(Generated { case: batch(random).concat(), expect: Expect::Accept, why: "a batch" });
    }
    for (why, call) in refused {
        let mut calls = batch(random);
        calls[random.index(64)] = call;
        sink(Generated { case: calls.concat(), expect: Expect::Refuse, why });
    }
}

fn verify(
    count: usize,
    proofs: &Proofs,
    material: &Material<'_>,
    random: &mut Random,
    sink: Sink<'_>,
) {
    let mut give = |verdict, why, Proof { secret, c, k }: &Proof| {
        sink(Generated::new(Expect::Verdict(verdict), why, &[secret, c, k]));
    };
    for case in &material.encodings {
        if let (Some(bytes), Some(false)) = (case.bytes(), case.valid) {
            let mut proof = proofs.pick(0, 0);
            *(if case.group == Group::G1 { &mut proof.c } else { &mut proof.k }) = bytes;
            give(false, "a published encoding to refuse", &proof);
        }
    }
    for index in 0..count {
        let (key, place) = (random.index(16), random.index(16));
        let mut proof = proofs.pick(key, place);
        match index & 7 {
            3 => {
                proof.secret.push(0);
                give(false, "another secret", &proof);
            }
            5 => {
                proof.c =
                    if index & 8 == 0 { negated(&proof.c) } else { proofs.pick(key + 1, place).c };
                give(false, "another signature", &proof);
            }
            7 => {
                proof.k =
                    if index & 8 == 0 { negated(&proof.k) } else { proofs.pick(key + 1, place).k };
                give(false, "another key", &proof);
            }
            _ => give(true, "honest", &proof),
        }
    }
}

/// Batches of ten. `key` gives the key of a place from the batch's first one.
fn batch(
    count: usize,
    key: impl Fn(usize, usize) -> usize,
    proofs: &Proofs,
    random: &mut Random,
    sink: Sink<'_>,
) {
    for index in 0..count {
        let (start, offset) = (random.index(16), random.index(16));
        let mut ten: Vec<_> =
            (0..10).map(|place| proofs.pick(key(start, place), offset + place)).collect();
        let place = random.index(8);
        let (honest, why) = match index & 7 {
            1 => {
                ten[place].c = negated(&ten[place].c);
                (false, "a negated signature")
            }
            2 => {
                let moved = core::mem::take(&mut ten[place].c);
                ten[place].c = core::mem::replace(&mut ten[place + 1].c, moved);
                (false, "two signatures exchanged")
            }
            3 => {
                ten[place].secret.push(b'x');
                (false, "another secret")
            }
            4 => {
                ten[place].c = identity(48, true);
                (false, "the identity as a signature")
            }
            5 => {
                ten[place].k = identity(96, true);
                (false, "the identity as a key")
            }
            6 => {
                ten[place].c = random.g1_curve();
                (false, "a signature outside the subgroup")
            }
            _ => (true, "honest"),
        };
        let arguments: Vec<&[u8]> =
            ten.iter().flat_map(|proof| [&proof.secret[..], &proof.c[..], &proof.k[..]]).collect();
        sink(Generated::new(Expect::Verdict(honest), why, &arguments));
    }
}
