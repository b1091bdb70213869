//! The cases of Groth16: by trapdoors, so that it is known of each whether it holds. Proofs that
//! are made are compared by what they show.

use num_bigint::BigUint;
use peer_api::{Case, Curve, Kind, Operation};

use super::generate::{Expect, Generated, Sink};
use crate::gate::Tier;
use crate::gate::inputs::{Random, bytes};
use crate::oracle::groth16::{Key, Proof, asked, bn254_g2, input_bytes};
use crate::oracle::values::{self, random_scalar, twist_point};
use crate::oracle::{modulus, order};

const HOLDS: Expect = Expect::Verdict(true);
const FAILS: Expect = Expect::Verdict(false);

/// Gives every case of an operation to `sink`.
pub(super) fn for_each(tier: Tier, operation: &Operation, random: &mut Random, sink: Sink<'_>) {
    match asked(operation.id, operation.args.len()) {
        Some((curve, Some((inputs, 1)))) => verifications(tier, curve, inputs, random, sink),
        Some((curve, Some((inputs, proofs)))) => batches(curve, inputs, proofs, random, sink),
        Some((_, None)) => proofs(tier, operation, random, sink),
        None => (),
    }
}

/// A proof and its inputs.
type Proven = (Proof, Vec<BigUint>);

/// A key by its scalars and by its bytes.
struct Known {
    curve: Curve,
    key: Key,
    bytes: Vec<u8>,
}

impl Known {
    fn new(curve: Curve, inputs: usize, random: &mut Random) -> Self {
        let key = Key::random(curve, inputs, random.rng());
        Self { curve, bytes: key.bytes(), key }
    }

    fn proven(&self, random: &mut Random) -> Proven {
        let inputs = self.key.random_inputs(random.rng());
        (self.key.random_proof(&inputs, random.rng()), inputs)
    }

    fn case<'a>(&self, proven: impl IntoIterator<Item = &'a Proven>) -> Case {
        let pairs = proven
            .into_iter()
            .flat_map(|(proof, inputs)| [proof.bytes(self.curve), input_bytes(inputs)]);
        [self.bytes.clone()].into_iter().chain(pairs).collect()
    }

    fn minus(&self, scalar: &BigUint) -> BigUint {
        (order(self.curve) - scalar) % order(self.curve)
    }
}

fn verifications(tier: Tier, curve: Curve, inputs: usize, random: &mut Random, sink: Sink<'_>) {
    let known = Known::new(curve, inputs, random);
    let (proof, values) = known.proven(random);
    let honest = known.case([&(proof.clone(), values.clone())]);
    let mut give = |expect, proof: Proof, values: &[BigUint], why| {
        sink(Generated { case: known.case([&(proof, values.to_vec())]), expect, why });
    };
    let of =
        |a: &BigUint, b: &BigUint, c: &BigUint| Proof { a: a.clone(), b: b.clone(), c: c.clone() };
    let Proof { a, b, c } = &proof;
    let [minus_a, minus_b, minus_c] = [a, b, c].map(|scalar| known.minus(scalar));
    let none = BigUint::ZERO;
    give(HOLDS, proof.clone(), &values, "honest");
    give(HOLDS, of(&minus_a, &minus_b, c), &values, "A and B negated");
    give(FAILS, of(&minus_a, b, c), &values, "A negated");
    give(FAILS, of(a, &minus_b, c), &values, "B negated");
    give(FAILS, of(a, b, &minus_c), &values, "C negated");
    give(FAILS, of(&none, b, c), &values, "the identity as A");
    give(FAILS, of(a, &none, c), &values, "the identity as B");
    give(FAILS, of(a, b, &none), &values, "the identity as C");
    for place in [0, inputs - 1] {
        let mut others = values.clone();
        others[place] = (&others[place] + 1_u32) % order(curve);
        give(FAILS, proof.clone(), &others, "the next input");
    }
    give(
        HOLDS,
        known.key.proof(none.clone(), b.clone(), &values),
        &values,
        "the identity as A of a proof that holds",
    );
    give(
        HOLDS,
        known.key.proof(a.clone(), none.clone(), &values),
        &values,
        "the identity as B of a proof that holds",
    );
    let last = order(curve) - 1_u32;
    for (values, why) in [
        (vec![none; inputs], "inputs of zero"),
        (vec![last; inputs], "the last inputs"),
        (known.key.cancelling(values.clone()), "inputs whose sum of points is the identity"),
    ] {
        give(HOLDS, known.key.proof(a.clone(), b.clone(), &values), &values, why);
    }
    for _ in 0..if tier == Tier::Full { 64 } else { 2 } {
        let values: Vec<_> = (0..inputs).map(|_| random_scalar(curve, random.rng())).collect();
        give(HOLDS, known.key.random_proof(&values, random.rng()), &values, "honest");
    }
    malformed(curve, &honest, random, sink);
}

/// Arguments that are none: the case with one of them spoilt.
fn malformed(curve: Curve, honest: &Case, random: &mut Random, sink: Sink<'_>) {
    let mut change = |change: &dyn Fn(&mut Case), why| {
        let mut case = honest.clone();
        change(&mut case);
        sink(Generated { case, expect: Expect::Refuse, why });
    };
    let r = order(curve);
    let little_endian = |number: &BigUint| {
        let mut out = bytes(number, 32);
        out.reverse();
        out
    };
    let first = BigUint::from_bytes_le(&honest[2][..32]);
    // What fits into 32 bytes: r is 254 bits long, or 255.
    change(
        &|case| case[2][..32].copy_from_slice(&little_endian(&(&first + r))),
        "an input and the order",
    );
    change(&|case| case[2][..32].copy_from_slice(&little_endian(r)), "the order as an input");
    change(&|case| drop(case[2].drain(..32)), "an input too few");
    change(&|case| case[2].extend([0; 32]), "an input too many");
    for place in 0..3 {
        change(&|case| _ = case[place].pop(), "a byte too short");
        change(&|case| case[place].push(0), "a byte too long");
    }
    // A is at the front; its x begins in the first byte or, little-endian, ends in the last but for
    // flags.
    let size = if curve == Curve::Bn254 { 32 } else { 48 };
    let p = modulus(curve);
    let above = if curve == Curve::Bn254 {
        little_endian(p)
    } else {
        let mut out = bytes(p, 48);
        out[0] |= 0x80;
        out
    };
    for place in [0, 1] {
        change(&|case| case[place][..size].copy_from_slice(&above), "a coordinate of p");
    }
    let flags = if curve == Curve::Bn254 { size - 1 } else { 0 };
    change(&|case| case[1][flags] |= 0x40, "a point that says it is the identity");
    let outside = match curve {
        Curve::Bn254 => {
            let point = values::random(curve, Kind::G2Curve, random.rng())
                .and_then(|bytes| twist_point(curve, &bytes));
            bn254_g2(&point.expect("BN254 has a twist"))
        }
        _ => random.g2_curve(),
    };
    for (place, at) in [(1, size), (0, size), (0, 3 * size), (0, 5 * size)] {
        let change_to = |case: &mut Case| case[place][at..at + 2 * size].copy_from_slice(&outside);
        change(&change_to, "a point of G2's curve outside the subgroup");
    }
    if curve != Curve::Bn254 {
        let outside = random.g1_curve();
        for (place, at) in [(1, 0), (1, 3 * size), (0, 0)] {
            change(
                &|case| case[place][at..at + size].copy_from_slice(&outside),
                "a point outside the subgroup",
            );
        }
    }
}

fn batches(curve: Curve, inputs: usize, proofs: usize, random: &mut Random, sink: Sink<'_>) {
    let known = Known::new(curve, inputs, random);
    // To make a proof on slow integers takes long: eight of them, and what follows from them.
    let some: Vec<Proven> = (0..8).map(|_| known.proven(random)).collect();
    let negated = |(proof, inputs): &Proven| {
        let proof =
            Proof { a: known.minus(&proof.a), b: known.minus(&proof.b), c: proof.c.clone() };
        (proof, inputs.clone())
    };
    let encoded: Vec<[Vec<u8>; 2]> = some
        .iter()
        .cloned()
        .chain(some.iter().map(negated))
        .map(|(proof, inputs)| [proof.bytes(curve), input_bytes(&inputs)])
        .collect();
    let pairs: Case = encoded.iter().cycle().take(proofs).flatten().cloned().collect();
    let honest: Case = [known.bytes.clone()].into_iter().chain(pairs).collect();
    let mut give = |expect, change: &dyn Fn(&mut Case), why| {
        let mut case = honest.clone();
        change(&mut case);
        sink(Generated { case, expect, why });
    };
    let last = 2 * proofs - 1;
    give(HOLDS, &|_| (), "honest");
    give(FAILS, &|case| case.swap(2, last + 1), "inputs exchanged");
    give(FAILS, &|case| case.swap(last, last - 4), "proofs exchanged");
    give(FAILS, &|case| case[last + 1][0] ^= 1, "an input of the last changed");
    let (first, second) = (&some[0].0, &some[1].0);
    let d = random_scalar(curve, random.rng());
    let plus = |proof: &Proof, d: &BigUint| {
        Proof { c: (&proof.c + d) % order(curve), ..proof.clone() }.bytes(curve)
    };
    let errors = [plus(first, &d), plus(second, &known.minus(&d))];
    // Without weights the two errors would cancel.
    give(
        FAILS,
        &|case| (case[1], case[3]) = (errors[0].clone(), errors[1].clone()),
        "two errors with the sum zero",
    );
    let again = |case: &mut Case| {
        for place in (3..=last).step_by(2) {
            (case[place], case[place + 1]) = (case[1].clone(), case[2].clone());
        }
    };
    give(HOLDS, &again, "the same proof again and again");
    let forged = |case: &mut Case| {
        case[1].clone_from(&errors[0]);
        again(case);
    };
    give(FAILS, &forged, "the same forgery again and again");
    give(Expect::Refuse, &|case| _ = case[last].pop(), "a byte too short");
    give(Expect::Refuse, &|case| case[last + 1][..32].fill(0xff), "an input above the order");
}

/// Witnesses by their numbers. The large circuit takes a prover seconds to set up: one proof of it,
/// where there is time.
fn proofs(tier: Tier, operation: &Operation, random: &mut Random, sink: Sink<'_>) {
    let count = match (tier, operation.id.ends_with("_65536")) {
        (_, true) => 1,
        (Tier::Quick, false) => 3,
        (Tier::Full, false) => 64,
    };
    let calls = operation.args.len();
    let count = if calls > 1 { 1 } else { count };
    for _ in 0..count {
        let case = (0..calls).map(|_| random.bytes(8)).collect();
        sink(Generated { case, expect: Expect::Accept, why: "random" });
    }
    let mut case: Case = (0..calls).map(|_| random.bytes(8)).collect();
    case[calls - 1].pop();
    sink(Generated { case, expect: Expect::Refuse, why: "no number" });
}
