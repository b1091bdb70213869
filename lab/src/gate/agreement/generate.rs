//! The cases of each operation: edges first, then random ones.

use peer_api::{Case, Implementation, Kind, Operation};

use super::{bls, cashu, threshold};
use crate::gate::Tier;
use crate::gate::ask::Function;
use crate::gate::inputs::{
    G1_GENERATOR, G2_GENERATOR, Primes, Random, bytes, compress, edges, identity, negated, number,
    round,
};
use crate::gate::subject::Group;
use crate::gate::vectors::Vectors;
use crate::gate::vectors::cases::{PointText, from_hex};

/// What the specification says about a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    /// There is an answer, the same from everyone.
    Accept,
    /// There is this verdict.
    Verdict(bool),
    /// There is none.
    Refuse,
    /// There is an answer or there is none: the same from everyone.
    Same,
}

/// A case.
pub(super) struct Generated {
    pub(super) case: Case,
    pub(super) expect: Expect,
    /// What is special about it, for the message.
    pub(super) why: &'static str,
}

impl Generated {
    pub(super) fn new(expect: Expect, why: &'static str, arguments: &[&[u8]]) -> Self {
        Self { case: arguments.iter().map(|argument| argument.to_vec()).collect(), expect, why }
    }
}

/// Takes the cases one by one.
pub(super) type Sink<'a> = &'a mut dyn FnMut(Generated);

/// How many random cases an operation gets: by its cost, so that the full tier ends within some ten
/// minutes.
pub(super) fn random_count(tier: Tier, operation: &Operation) -> usize {
    match (tier, operation.args.len()) {
        (Tier::Quick, ..=4) => 64,
        (Tier::Quick, ..=64) => 16,
        (Tier::Quick, ..=256) => 4,
        (Tier::Quick, _) => 1,
        (Tier::Full, ..=4) => 10_000,
        (Tier::Full, ..=64) => 1_000,
        // Ten thousand and more terms all the same.
        (Tier::Full, ..=256) => 160,
        (Tier::Full, _) => 10,
    }
}

/// Points that several operations draw on, made once.
pub(super) struct Material<'a> {
    pub(super) implementations: &'a [&'a dyn Implementation],
    /// Points of the subgroups, compressed: published multiples first, the identity among them,
    /// then random ones.
    pub(super) g1: Vec<Vec<u8>>,
    pub(super) g2: Vec<Vec<u8>>,
    /// How many of them, from the start, are edges.
    edges: usize,
    /// Published points of the curves outside the subgroups, compressed.
    outside: [Vec<Vec<u8>>; 2],
    /// Elements of GT.
    gt: Vec<Vec<u8>>,
    /// Published encodings, good and bad.
    pub(super) encodings: Vec<PointText>,
    pub(super) proofs: Option<cashu::Proofs>,
    pub(super) signers: Option<bls::Signers>,
}

impl<'a> Material<'a> {
    pub(super) fn new(
        tier: Tier,
        vectors: &Vectors,
        implementations: &'a [&'a dyn Implementation],
    ) -> Self {
        let generators =
            [G1_GENERATOR, G2_GENERATOR].map(|text| from_hex(text).expect("a constant"));
        let edges = |generator: &[u8], multiple: &dyn Fn(u64) -> Option<Vec<u8>>| {
            let mut points =
                vec![identity(generator.len(), true), generator.to_vec(), negated(generator)];
            points.extend([2, 3, 999].into_iter().filter_map(multiple));
            points.push(negated(points.last().expect("not empty")));
            points
        };
        let published =
            |i: u64| vectors.multiples.as_ref().ok()?.cases.iter().find(|case| case.i == i);
        let mut g1 = edges(&generators[0], &|i| Some(published(i)?.g1_compressed.clone()));
        let mut g2 = edges(&generators[1], &|i| Some(published(i)?.g2_compressed.clone()));
        let edges = g1.len();
        let mut random = Random::new("agreement/points");
        let count = if tier == Tier::Quick { 32 } else { 1024 };
        for (id, generator, points) in [
            ("bls12-381/g1_mul", &generators[0], &mut g1),
            ("bls12-381/g2_mul", &generators[1], &mut g2),
        ] {
            if let Some(multiply) = Function::witness(implementations, id) {
                points.extend(
                    (0..count).filter_map(|_| multiply.call(&[generator, &random.fr()]).ok()),
                );
            }
        }
        let outside = [Group::G1, Group::G2].map(|group| {
            let cases = vectors.uncompressed.iter().flat_map(|set| &set.cases);
            let cases =
                cases.filter(|case| case.group == group && case.on_curve && !case.in_subgroup);
            cases.map(|case| compress(&case.bytes)).collect()
        });
        let encodings = vectors.points.iter().flat_map(|set| set.cases.clone()).collect();
        let pairing = Function::witness(implementations, "bls12-381/pairing");
        let pairs = g1.iter().zip(&g2).skip(edges).take(16);
        let gt = pairs.filter_map(|(p, q)| pairing?.call(&[p, q]).ok()).collect();
        Self { implementations, g1, g2, edges, outside, gt, encodings, proofs: None, signers: None }
    }

    fn points(&self, group: Group) -> &[Vec<u8>] {
        match group {
            Group::G1 => &self.g1,
            Group::G2 => &self.g2,
        }
    }

    /// A random point of the subgroup that is no edge where there are any.
    pub(super) fn point(&self, group: Group, random: &mut Random) -> Vec<u8> {
        let points = self.points(group);
        let inner = &points[self.edges.min(points.len() - 1)..];
        round(inner, random.index(1 << 16)).clone()
    }

    /// The edges of a kind of argument.
    fn edges(&self, kind: Kind, primes: &Primes) -> Vec<Vec<u8>> {
        let tower = |count: usize| {
            let zero = vec![0; 48 * count];
            let mut one = zero.clone();
            one[47] = 1;
            let largest = bytes(&(&primes.p - 1_u32), 48).repeat(count);
            let mut all = vec![zero, one, largest.clone()];
            // One coefficient alone, the largest: each place of the tower meets each other one.
            for place in 0..count {
                let range = 48 * place..48 * (place + 1);
                let mut single = vec![0; 48 * count];
                single[range.clone()].copy_from_slice(&largest[range]);
                all.push(single);
            }
            all
        };
        let points =
            |group| self.points(group)[..self.edges.min(self.points(group).len())].to_vec();
        match kind {
            Kind::Fp => edges(&primes.p, 48),
            Kind::Fr => edges(&primes.r, 32),
            Kind::Fp2 => tower(2),
            Kind::Fp12 => tower(12),
            Kind::G1 => points(Group::G1),
            Kind::G2 => points(Group::G2),
            Kind::Gt => vec![[vec![0; 47], vec![1], vec![0; 48 * 11]].concat()],
            Kind::Point
            | Kind::G1Curve
            | Kind::G2Curve
            | Kind::G1Uncompressed
            | Kind::G2Uncompressed
            | Kind::Bytes
            | Kind::Verdict => vec![],
        }
    }

    fn random(&self, kind: Kind, random: &mut Random) -> Vec<u8> {
        match kind {
            Kind::Fp => random.fp(),
            Kind::Fr => random.fr(),
            Kind::Fp2 => random.fps(2),
            Kind::Fp12 => random.fps(12),
            Kind::G1 => self.point(Group::G1, random),
            Kind::G2 => self.point(Group::G2, random),
            Kind::Gt => round(&self.gt, random.index(1 << 16)).clone(),
            Kind::Bytes => random.message(),
            Kind::G1Curve
            | Kind::G2Curve
            | Kind::G1Uncompressed
            | Kind::G2Uncompressed
            | Kind::Point
            | Kind::Verdict => {
                unreachable!("operations with these have their own generator")
            }
        }
    }
}

/// Gives every case of an operation to `sink`.
pub(super) fn for_each(
    tier: Tier,
    operation: &Operation,
    material: &mut Material<'_>,
    sink: Sink<'_>,
) {
    let count = random_count(tier, operation);
    let mut random = Random::new(operation.id);
    match operation.id {
        "bls12-381/g1_subgroup_check" => subgroup(Group::G1, count, material, &mut random, sink),
        "bls12-381/g2_subgroup_check" => subgroup(Group::G2, count, material, &mut random, sink),
        "bls12-381/g1_decode" => decode(Group::G1, count, material, &mut random, sink),
        "bls12-381/g2_decode" => decode(Group::G2, count, material, &mut random, sink),
        "bls12-381/g1_decode_unchecked" => {
            decode_unchecked(Group::G1, count, material, &mut random, sink)
        }
        "bls12-381/g2_decode_unchecked" => {
            decode_unchecked(Group::G2, count, material, &mut random, sink)
        }
        "bls12-381/hash_to_g1" | "bls12-381/hash_to_g2" => hash(count, &mut random, sink),
        "bls12-381/g1_decode_64" => {
            decode_many(Group::G1, operation.args.len(), count, material, &mut random, sink)
        }
        "bls12-381/g2_decode_64" => {
            decode_many(Group::G2, operation.args.len(), count, material, &mut random, sink)
        }
        "bls12-381/hash_to_g1_64" | "bls12-381/hash_to_g2_64" => {
            for _ in 0..count {
                let case: Case = operation.args.iter().map(|_| random.message()).collect();
                sink(Generated { case, expect: Expect::Accept, why: "random" });
            }
        }
        id if id.starts_with("bls12-381/bls_threshold_") => {
            threshold::for_each(operation, count, &mut random, sink)
        }
        id if id.starts_with("bls12-381/bls_") => {
            bls::for_each(operation, count, material, &mut random, sink)
        }
        id if id.starts_with("cashu-v3/") => {
            cashu::for_each(id, count, material, &mut random, sink)
        }
        id => values(id, operation.args, count, material, &mut random, sink),
    }
}

/// Operations on values: all edges, in all pairs for two arguments, then random ones, some with an
/// edge among them.
fn values(
    id: &str,
    kinds: &[Kind],
    count: usize,
    material: &Material<'_>,
    random: &mut Random,
    sink: Sink<'_>,
) {
    let lists: Vec<_> = kinds.iter().map(|kind| material.edges(*kind, &random.primes)).collect();
    let mut give = |case: Case, why| {
        // The final exponentiation is defined on non-zero elements.
        if id != "bls12-381/final_exp" || case[0].iter().any(|&byte| byte != 0) {
            sink(Generated { case, expect: Expect::Accept, why });
        }
    };
    match &lists[..] {
        [first] => first.iter().for_each(|a| give(vec![a.clone()], "an edge")),
        [first, second] => {
            for a in first {
                second.iter().for_each(|b| give(vec![a.clone(), b.clone()], "two edges"));
            }
        }
        // Each argument runs through its edges, every one with another offset.
        many => {
            for shift in 0..if many.len() > 256 { 2 } else { 8 } {
                let case = many
                    .iter()
                    .enumerate()
                    .map(|(place, list)| round(list, shift * (place + 1)).clone());
                give(case.collect(), "edges");
            }
        }
    }
    for index in 0..count {
        let mut case: Case = kinds.iter().map(|kind| material.random(*kind, random)).collect();
        if index & 7 == 7 {
            let place = round(&[0, 1, 2, 3], index >> 3).min(&(kinds.len() - 1)).to_owned();
            case[place] = round(&lists[place], random.index(1 << 10)).clone();
            give(case, "random with an edge");
        } else if index & 7 == 6 && kinds.len() == 2 && kinds[0] == kinds[1] {
            case[1] = case[0].clone();
            give(case, "the same twice");
        } else if index & 7 == 5 && matches!(kinds, [Kind::G1, Kind::G1] | [Kind::G2, Kind::G2]) {
            case[1] = negated(&case[0]);
            give(case, "P and −P");
        } else {
            give(case, "random");
        }
    }
}

fn subgroup(
    group: Group,
    count: usize,
    material: &Material<'_>,
    random: &mut Random,
    sink: Sink<'_>,
) {
    let inside = |point: &[u8]| Generated::new(Expect::Verdict(true), "in the subgroup", &[point]);
    let outside =
        |point: &[u8]| Generated::new(Expect::Verdict(false), "outside the subgroup", &[point]);
    for point in material.points(group).iter().take(material.edges) {
        sink(inside(point));
    }
    for point in &material.outside[group as usize] {
        sink(outside(point));
        sink(outside(&negated(point)));
    }
    for index in 0..count {
        if index & 1 == 0 {
            sink(inside(&material.point(group, random)));
        } else {
            sink(outside(&curve(group, random)));
        }
    }
}

/// A random point of the curve outside the subgroup, compressed.
fn curve(group: Group, random: &mut Random) -> Vec<u8> {
    match group {
        Group::G1 => random.g1_curve(),
        Group::G2 => random.g2_curve(),
    }
}

fn decode(
    group: Group,
    count: usize,
    material: &Material<'_>,
    random: &mut Random,
    sink: Sink<'_>,
) {
    for case in material.encodings.iter().filter(|case| case.group == group) {
        if let (Some(bytes), Some(accept)) = (case.bytes(), case.decodes()) {
            let expect = if accept { Expect::Accept } else { Expect::Refuse };
            sink(Generated::new(expect, "published", &[&bytes]));
        }
    }
    for index in 0..count {
        // Half of the cases are good, the other half goes through the ways to be bad.
        let point = material.point(group, random);
        let (expect, why, bytes) = if index & 1 == 0 {
            (Expect::Accept, "a point", point)
        } else {
            malformed(index >> 1, group, &point, random)
        };
        sink(Generated::new(expect, why, &[&bytes]));
    }
}

/// As [`decode`], where points of the curve outside the subgroup are taken.
fn decode_unchecked(
    group: Group,
    count: usize,
    material: &Material<'_>,
    random: &mut Random,
    sink: Sink<'_>,
) {
    for point in &material.outside[group as usize] {
        sink(Generated::new(Expect::Accept, "published, outside the subgroup", &[point]));
    }
    decode(group, count, material, random, &mut |mut generated| {
        if generated.expect == Expect::Refuse {
            generated.expect = match generated.why {
                "on the curve, outside the subgroup" => Expect::Accept,
                // A point of the curve for half of all x.
                "published" | "one bit of x flipped" | "random bytes" => Expect::Same,
                _ => Expect::Refuse,
            };
        }
        sink(generated);
    });
}

/// Batches of good encodings, every other one with a bad one somewhere.
fn decode_many(
    group: Group,
    length: usize,
    count: usize,
    material: &Material<'_>,
    random: &mut Random,
    sink: Sink<'_>,
) {
    for index in 0..count {
        let mut case: Case = (0..length).map(|_| material.point(group, random)).collect();
        let (mut expect, mut why) = (Expect::Accept, "points");
        if index & 1 == 1 {
            let place = random.index(length);
            (expect, why, case[place]) = malformed(index >> 1, group, &case[place], random);
        }
        sink(Generated { case, expect, why });
    }
}

/// A good encoding made bad in the `way`-th way, going round. Changes of x leave the subgroup, or
/// the curve, but for a chance that is nil.
pub(super) fn malformed(
    way: usize,
    group: Group,
    good: &[u8],
    random: &mut Random,
) -> (Expect, &'static str, Vec<u8>) {
    let mut bad = good.to_vec();
    let length = bad.len();
    let why = match way & 7 {
        0 => {
            bad[0] ^= 0x20;
            return (Expect::Accept, "the other sign", bad);
        }
        1 => {
            // Not in the first byte, where the flags are.
            let place = 1 + random.index(32);
            bad[place] ^= 1 << random.index(8);
            "one bit of x flipped"
        }
        2 => {
            bad[0] ^= *round(&[0x80, 0x40, 0xc0], way >> 3);
            "flags flipped"
        }
        3 => {
            // Only where x + p still fits under the flags; else p itself.
            let at = if way & 8 == 0 { 0 } else { length - 48 };
            let flags = if at == 0 { bad[0] & 0xe0 } else { 0 };
            bad[at] ^= flags;
            let sum = number(&bad[at..at + 48]) + &random.primes.p;
            let large = if sum.bits() <= 381 { sum } else { random.primes.p.clone() };
            bad[at..at + 48].copy_from_slice(&bytes(&large, 48));
            bad[at] |= flags;
            "a coordinate of p or more"
        }
        4 => {
            let longer = random.bytes(1 + (way >> 4 & 7));
            if way & 8 == 0 {
                bad.extend(longer)
            } else {
                bad.truncate(length - 1 - random.index(16))
            }
            "a wrong length"
        }
        5 => {
            bad = identity(length, true);
            let place = random.index(32);
            bad[place] |= if place == 0 { 0x01 } else { 1 << random.index(8) };
            "the identity with a stray bit"
        }
        6 => {
            bad = curve(group, random);
            "on the curve, outside the subgroup"
        }
        _ => {
            bad = random.bytes(length);
            bad[0] = bad[0] & 0x3f | 0x80;
            "random bytes"
        }
    };
    (Expect::Refuse, why, bad)
}

fn hash(count: usize, random: &mut Random, sink: Sink<'_>) {
    // Lengths at which SHA-256's padding or the length bytes change.
    for length in
        [0, 1, 31, 32, 33, 54, 55, 56, 63, 64, 65, 119, 120, 127, 128, 255, 256, 1000, 65_537]
    {
        sink(Generated::new(Expect::Accept, "a length at an edge", &[&random.bytes(length)]));
    }
    for _ in 0..count {
        sink(Generated::new(Expect::Accept, "random", &[&random.message()]));
    }
}
