//! The cases of Banderwagon: elements and scalars at their edges, vectors, proofs of openings that
//! hold, and each way in which one does not.

use num_bigint::BigUint;
use peer_api::{Case, Operation};

use super::generate::{Expect, Generated, Sink};
use crate::gate::Tier;
use crate::gate::inputs::{Random, bytes, round};
use crate::oracle::banderwagon::{GROUP, Group, scalar_bytes};
use crate::oracle::values::random_below;
use crate::oracle::verkle::{self, OPENINGS, WIDTH};

/// Gives every case of an operation to `sink`.
pub(super) fn for_each(tier: Tier, operation: &Operation, random: &mut Random, sink: Sink<'_>) {
    let count = if tier == Tier::Quick { 32 } else { 2_000 };
    match operation.id.trim_start_matches("banderwagon/") {
        "mul_vartime" => multiplications(count, random, sink),
        "commit_256" => commitments(count, random, sink),
        "multiproof_prove_16" => proofs(tier, random, sink),
        "multiproof_verify_16" => verifications(tier, random, sink),
        _ => elements(count, random, sink),
    }
}

/// Elements that are not like the others, encoded.
fn edges() -> Vec<Vec<u8>> {
    let small = |k: u32| GROUP.multiply(&GROUP.generator, &BigUint::from(k));
    let [one, two, three] = [1, 2, 3].map(small);
    let all = [Group::identity(), GROUP.negate(&two), one, two, three];
    all.iter().map(|element| GROUP.encode(element)).collect()
}

/// Encodings of no element.
fn no_elements(random: &mut Random) -> Vec<(&'static str, Vec<u8>)> {
    let (p, good) = (&GROUP.field.p, GROUP.random(random.rng()));
    let x = BigUint::from_bytes_be(&good);
    let mut other = |on_curve: bool| loop {
        let x = random_below(p, random.rng());
        if GROUP.is_on_curve(&x) == on_curve && GROUP.lift(&x).is_none() {
            return bytes(&x, 32);
        }
    };
    vec![
        ("off the curve", other(false)),
        ("outside the group", other(true)),
        ("x of p, for the identity", bytes(p, 32)),
        ("x and p", bytes(&(x + p), 32)),
        ("the last number", vec![0xff; 32]),
        ("a byte too short", good[1..].to_vec()),
        ("a byte too long", [&good[..], &[0]].concat()),
        ("no bytes", Vec::new()),
        ("the lowest byte first", {
            let mut reversed = good.clone();
            // Until it is none: half of the numbers below p are on the curve.
            reversed.reverse();
            while GROUP.decode(&reversed).is_some() {
                reversed[31] ^= 1;
                reversed[30] = reversed[30].wrapping_add(1);
            }
            reversed
        }),
    ]
}

/// Strings of scalars that are none.
fn no_scalars() -> Vec<(&'static str, Vec<u8>)> {
    let order = &GROUP.scalars.p;
    vec![
        ("the order as a scalar", scalar_bytes(order)),
        ("a scalar and the order", scalar_bytes(&(order + 1_u32))),
        ("the last number", vec![0xff; 32]),
        ("a scalar a byte too short", vec![0; 31]),
        ("a scalar a byte too long", vec![0; 33]),
    ]
}

fn elements(count: usize, random: &mut Random, sink: Sink<'_>) {
    for element in edges() {
        sink(Generated::new(Expect::Accept, "an edge", &[&element]));
    }
    for (why, element) in no_elements(random) {
        sink(Generated::new(Expect::Refuse, why, &[&element]));
    }
    for _ in 0..count {
        sink(Generated::new(Expect::Accept, "random", &[&GROUP.random(random.rng())]));
        // Three of four are none.
        let x = bytes(&random_below(&GROUP.field.p, random.rng()), 32);
        sink(Generated::new(Expect::Same, "any x", &[&x]));
    }
}

fn multiplications(count: usize, random: &mut Random, sink: Sink<'_>) {
    let order = &GROUP.scalars.p;
    let good = GROUP.random(random.rng());
    let scalars = [0_u32, 1, 2, 15, 16].map(BigUint::from);
    for k in scalars.into_iter().chain([order - 1_u32, order >> 1_u32]) {
        for element in edges().iter().chain([&good]) {
            sink(Generated::new(Expect::Accept, "two edges", &[element, &scalar_bytes(&k)]));
        }
    }
    for (why, element) in no_elements(random) {
        sink(Generated::new(Expect::Refuse, why, &[&element, &[1; 32]]));
    }
    for (why, scalar) in no_scalars() {
        sink(Generated::new(Expect::Refuse, why, &[&good, &scalar]));
    }
    for _ in 0..count {
        let k = scalar_bytes(&random_below(order, random.rng()));
        sink(Generated::new(Expect::Accept, "random", &[&GROUP.random(random.rng()), &k]));
    }
}

/// Vectors that are not like the others.
fn vectors() -> Vec<(&'static str, Vec<BigUint>)> {
    let last = &GROUP.scalars.p - 1_u32;
    let of = |f: &dyn Fn(usize) -> BigUint| (0..WIDTH).map(f).collect::<Vec<_>>();
    let only =
        |at: usize, value: BigUint| of(&|i| if i == at { value.clone() } else { BigUint::ZERO });
    vec![
        ("zeros", of(&|_| BigUint::ZERO)),
        ("ones", of(&|_| BigUint::from(1_u32))),
        ("the last scalars", of(&|_| last.clone())),
        ("the first alone", only(0, last.clone())),
        ("the fifth alone", only(4, last.clone())),
        ("the sixth alone", only(5, last.clone())),
        ("the last alone", only(WIDTH - 1, BigUint::from(1_u32))),
        ("indices", of(&|i| BigUint::from(i))),
        ("half of a window of eight bits", of(&|i| BigUint::from(0x80_u32) << (i & 0xf0))),
        ("half of a window of sixteen bits", of(&|i| BigUint::from(0x8000_u32) << (i & 0xe0))),
    ]
}

fn commitments(count: usize, random: &mut Random, sink: Sink<'_>) {
    for (why, values) in vectors() {
        sink(Generated::new(Expect::Accept, why, &[&verkle::vector_bytes(&values)]));
    }
    let good = verkle::vector_bytes(&verkle::vector(random.rng()));
    for (why, scalar) in no_scalars() {
        for place in [0, WIDTH - 1] {
            let mut bad = good.clone();
            bad.splice(32 * place..32 * (place + 1), scalar.iter().copied());
            sink(Generated::new(Expect::Refuse, why, &[&bad]));
        }
    }
    sink(Generated::new(Expect::Refuse, "a scalar too few", &[&good[32..]]));
    sink(Generated::new(Expect::Refuse, "a scalar too many", &[&[&good[..], &[0; 32]].concat()]));
    sink(Generated::new(Expect::Refuse, "no bytes", &[&[]]));
    for _ in 0..count {
        let values = verkle::vector(random.rng());
        sink(Generated::new(Expect::Accept, "random", &[&verkle::vector_bytes(&values)]));
    }
}

/// Random vectors, at random indices.
fn queries(random: &mut Random) -> Case {
    let indices = random.bytes(OPENINGS);
    verkle::queries(&verkle::vectors(OPENINGS, random.rng()), &indices)
}

/// Vectors at the edges, some of them at one index.
fn queries_at_edges() -> Case {
    let mut all: Vec<_> = vectors()
        .into_iter()
        .map(|(_, values)| {
            let commitment = verkle::commit(&values);
            (values, commitment)
        })
        .collect();
    all = all.iter().cycle().take(OPENINGS).cloned().collect();
    verkle::queries(&all, &[0, 255, 0, 0, 1, 254, 255, 7, 7, 7, 128, 127, 0, 255, 64, 5])
}

/// What takes slow integers seconds: a few that hold, and many spoilt ones.
fn proofs(tier: Tier, random: &mut Random, sink: Sink<'_>) {
    let honest = queries(random);
    let mut give = |expect, why, change: &dyn Fn(&mut Case)| {
        let mut case = honest.clone();
        change(&mut case);
        sink(Generated { case, expect, why });
    };
    give(Expect::Accept, "random", &|_| ());
    give(Expect::Accept, "commitments of other vectors", &|case| case[0].rotate_left(32));
    let elements = no_elements(random);
    for (index, (why, element)) in elements.iter().enumerate() {
        let place = 32 * round(&[0, OPENINGS - 1, 7], index);
        give(Expect::Refuse, why, &|case| {
            _ = case[0].splice(place..place + 32, element.iter().copied());
        });
    }
    for (why, scalar) in no_scalars() {
        give(Expect::Refuse, why, &|case| {
            let at = case[1].len() - 32;
            _ = case[1].splice(at.., scalar.iter().copied());
        });
    }
    give(Expect::Refuse, "a vector too few", &|case| case[1].truncate(32 * WIDTH * (OPENINGS - 1)));
    give(Expect::Refuse, "an index too few", &|case| _ = case[2].pop());
    give(Expect::Refuse, "an index too many", &|case| case[2].push(0));
    sink(Generated { case: queries_at_edges(), expect: Expect::Accept, why: "edges" });
    for _ in 0..if tier == Tier::Quick { 1 } else { 60 } {
        sink(Generated { case: queries(random), expect: Expect::Accept, why: "random" });
    }
}

fn verifications(tier: Tier, random: &mut Random, sink: Sink<'_>) {
    const HOLDS: Expect = Expect::Verdict(true);
    const FAILS: Expect = Expect::Verdict(false);
    let edges = verkle::claims(&queries_at_edges());
    sink(Generated { case: edges, expect: HOLDS, why: "edges" });
    for _ in 0..if tier == Tier::Quick { 1 } else { 40 } {
        let honest = verkle::claims(&queries(random));
        let mut give = |expect, why, change: &dyn Fn(&mut Case)| {
            let mut case = honest.clone();
            change(&mut case);
            sink(Generated { case, expect, why });
        };
        give(HOLDS, "honest", &|_| ());
        let another = GROUP.random(random.rng());
        for place in 0..OPENINGS {
            let at = 32 * place;
            give(FAILS, "another commitment", &|case| {
                case[0][at..at + 32].copy_from_slice(&another);
            });
            give(FAILS, "another index", &|case| case[1][place] ^= 1);
            let next = |case: &mut Case| {
                let value = BigUint::from_bytes_le(&case[2][at..at + 32]) + 1_u32;
                case[2][at..at + 32].copy_from_slice(&scalar_bytes(&(value % &GROUP.scalars.p)));
            };
            give(FAILS, "the next value", &next);
        }
        give(FAILS, "all claims in another order", &|case| {
            for (argument, length) in [(0, 32), (1, 1), (2, 32)] {
                case[argument].rotate_left(length);
            }
        });
        let parts = 2 * 8 + 1;
        for part in 0..parts {
            let at = 32 * part;
            give(FAILS, "another element in the proof", &|case| {
                case[3][at..at + 32].copy_from_slice(&another);
            });
            give(FAILS, "the identity in the proof", &|case| case[3][at..at + 32].fill(0));
            let negated = |case: &mut Case| {
                let element = GROUP.decode(&case[3][at..at + 32]).expect("an element");
                case[3][at..at + 32].copy_from_slice(&GROUP.encode(&GROUP.negate(&element)));
            };
            give(FAILS, "a negated element in the proof", &negated);
        }
        give(FAILS, "L and R exchanged", &|case| case[3][32..32 * parts].rotate_left(8 * 32));
        give(FAILS, "another last scalar", &|case| case[3][32 * parts] ^= 1);
        give(FAILS, "a last scalar of zero", &|case| case[3][32 * parts..].fill(0));
        for (why, element) in no_elements(random) {
            for (argument, at) in [(0, 0), (0, 32 * (OPENINGS - 1)), (3, 0), (3, 32 * 9)] {
                give(Expect::Refuse, why, &|case| {
                    _ = case[argument].splice(at..at + 32, element.iter().copied());
                });
            }
        }
        for (why, scalar) in no_scalars() {
            for (argument, at) in [(2, 0), (3, 32 * parts)] {
                give(Expect::Refuse, why, &|case| {
                    _ = case[argument].splice(at..at + 32, scalar.iter().copied());
                });
            }
        }
        give(Expect::Refuse, "an index too few", &|case| _ = case[1].pop());
        give(Expect::Refuse, "an index too many", &|case| case[1].push(0));
        give(Expect::Refuse, "a byte behind the proof", &|case| case[3].push(0));
        give(Expect::Refuse, "no proof", &|case| case[3].clear());
    }
}
