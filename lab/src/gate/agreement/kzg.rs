//! The cases of KZG commitments: what holds, what does not, and what must be refused.
//!
//! Statements that hold come from [`peer_core::sample::kzg`], by arkworks and points of the
//! ceremony; what is changed in them tells the verdict.

use num_bigint::BigUint;
use peer_api::{Case, Operation};
use peer_core::sample::kzg as sample;

use super::generate::{Expect, Generated, Sink, malformed};
use crate::gate::Tier;
use crate::gate::inputs::{Random, bytes, identity, negated, number};
use crate::gate::subject::Group;

const ELEMENT: usize = 32;

/// Gives every case of an operation to `sink`.
pub(super) fn for_each(tier: Tier, operation: &Operation, random: &mut Random, sink: Sink<'_>) {
    let verb = operation.id.rsplit('/').next().unwrap_or_default();
    let count = match (tier, verb) {
        (Tier::Quick, "cells_and_proofs" | "recover" | "recover_truncated") => 1,
        (Tier::Quick, _) => 2,
        (Tier::Full, "verify") => 1000,
        (Tier::Full, "verify_blob") => 100,
        (Tier::Full, _) => 12,
    };
    let mut sources = Sources { operation, random };
    match verb {
        "commit" | "commit_table" | "cells" | "cells_and_proofs" => {
            of_blobs(count, &mut sources, sink)
        }
        "proof" | "proof_table" => at_points(count, &mut sources, sink),
        "blob_proof" => of_proven_blobs(count, &mut sources, sink),
        "verify" => openings(count, &mut sources, sink),
        "recover" | "recover_cells" | "recover_truncated" => parts(count, &mut sources, sink),
        "verify_cells_1" => one_cell(count, &mut sources, sink),
        "verify_cells_128" => all_cells(count, &mut sources, sink),
        _ => batches(tier, count, &mut sources, sink),
    }
}

struct Sources<'a> {
    operation: &'a Operation,
    random: &'a mut Random,
}

impl Sources<'_> {
    fn seed(&mut self) -> [u8; 32] {
        let mut seed = [0; 32];
        seed.copy_from_slice(&self.random.bytes(32));
        seed
    }

    /// A case that holds.
    fn honest(&mut self) -> Case {
        sample::case(self.operation, &self.seed()).expect("an operation of KZG")
    }

    fn order(&self) -> &BigUint {
        &self.random.primes.r
    }

    /// r, r − 1, or a number above r.
    fn near_order(&self, add: i32) -> [u8; ELEMENT] {
        let number = if add < 0 { self.order() - 1_u32 } else { self.order() + add.unsigned_abs() };
        let mut out = [0; ELEMENT];
        out.copy_from_slice(&bytes(&number, ELEMENT));
        out
    }

    /// The argument at `place` spoilt in every way that a point can be, one after the other.
    fn bad_points(&mut self, place: usize, case: &Case, sink: Sink<'_>) {
        // The other sign, which comes first, is a point.
        for way in 1..8 {
            let (expect, why, point) = malformed(way, Group::G1, &case[place], self.random);
            let mut case = case.clone();
            case[place] = point;
            sink(Generated { case, expect, why });
        }
        let mut case = case.clone();
        case[place] = self.random.g1_curve();
        sink(refused(case, "a point outside the subgroup"));
    }

    /// The blob at `place` spoilt: an element that is no scalar, a wrong length.
    fn bad_blobs(&mut self, place: usize, case: &Case, sink: Sink<'_>) {
        let elements = case[place].len() >> ELEMENT.trailing_zeros();
        for (element, value, why) in [
            (0, self.near_order(0), "the order as the first element"),
            (elements - 1, [0xff; ELEMENT], "the last element above the order"),
            (elements >> 1, self.near_order(1), "an element above the order by one"),
        ] {
            let mut case = case.clone();
            case[place][element * ELEMENT..(element + 1) * ELEMENT].copy_from_slice(&value);
            sink(refused(case, why));
        }
        self.bad_lengths(place, case, sink);
    }

    fn bad_lengths(&mut self, place: usize, case: &Case, sink: Sink<'_>) {
        let (mut short, mut long) = (case.clone(), case.clone());
        short[place].pop();
        sink(refused(short, "a byte too short"));
        long[place].push(0);
        sink(refused(long, "a byte too long"));
    }
}

fn accepted(case: Case, why: &'static str) -> Generated {
    Generated { case, expect: Expect::Accept, why }
}

fn refused(case: Case, why: &'static str) -> Generated {
    Generated { case, expect: Expect::Refuse, why }
}

fn decided(holds: bool, case: Case, why: &'static str) -> Generated {
    Generated { case, expect: Expect::Verdict(holds), why }
}

/// The case with another argument at `place`.
fn with(case: &Case, place: usize, argument: &[u8]) -> Case {
    let mut case = case.clone();
    case[place] = argument.to_vec();
    case
}

fn of_blobs(count: usize, sources: &mut Sources<'_>, sink: Sink<'_>) {
    sink(accepted(vec![sample::constant_blob(&[0; ELEMENT])], "a blob of zeros"));
    sink(accepted(
        vec![sample::constant_blob(&sources.near_order(-1))],
        "a blob of the last scalar",
    ));
    for _ in 0..count {
        sink(accepted(sources.honest(), "a random blob"));
    }
    let case = sources.honest();
    sources.bad_blobs(0, &case, sink);
}

fn at_points(count: usize, sources: &mut Sources<'_>, sink: Sink<'_>) {
    let case = sources.honest();
    for (z, why) in [
        ([0; ELEMENT], "at zero"),
        (sources.near_order(-1), "at the last scalar"),
        (sample::root_of_unity(0), "at one, a root of unity"),
        (sample::root_of_unity(1234), "at a root of unity"),
    ] {
        sink(accepted(with(&case, 1, &z), why));
    }
    let zeros = sample::constant_blob(&[0; ELEMENT]);
    sink(accepted(
        with(&with(&case, 0, &zeros), 1, &sample::root_of_unity(7)),
        "a blob of zeros at a root of unity",
    ));
    for _ in 0..count {
        sink(accepted(sources.honest(), "a random blob at a random point"));
    }
    sink(refused(with(&case, 1, &sources.near_order(0)), "at the order"));
    sink(refused(with(&case, 1, &[0xff; ELEMENT]), "at a number above the order"));
    sources.bad_lengths(1, &case, sink);
    sources.bad_blobs(0, &case, sink);
}

fn of_proven_blobs(count: usize, sources: &mut Sources<'_>, sink: Sink<'_>) {
    let zeros = sample::constant_blob(&[0; ELEMENT]);
    sink(accepted(vec![zeros, identity(48, true)], "a blob of zeros"));
    for _ in 0..count {
        sink(accepted(sources.honest(), "a random blob"));
    }
    let case = sources.honest();
    sources.bad_points(1, &case, sink);
    sources.bad_blobs(0, &case, sink);
}

fn openings(count: usize, sources: &mut Sources<'_>, sink: Sink<'_>) {
    for _ in 0..count {
        sink(decided(true, sources.honest(), "honest"));
    }
    let (case, other) = (sources.honest(), sources.honest());
    for (place, why) in [
        (0, "another commitment"),
        (1, "another place"),
        (2, "another value"),
        (3, "the proof of another"),
    ] {
        sink(decided(false, with(&case, place, &other[place]), why));
    }
    let next = bytes(&((number(&case[2]) + 1_u32) % sources.order()), ELEMENT);
    sink(decided(false, with(&case, 2, &next), "the next value"));
    sink(decided(false, with(&case, 3, &negated(&case[3])), "the proof negated"));
    sink(decided(false, with(&case, 0, &negated(&case[0])), "the commitment negated"));
    sink(decided(false, with(&case, 3, &identity(48, true)), "the identity as a proof"));
    sink(decided(false, with(&case, 0, &identity(48, true)), "the identity as a commitment"));
    let none = vec![identity(48, true), case[1].clone(), vec![0; ELEMENT], identity(48, true)];
    sink(decided(true, none.clone(), "zero everywhere"));
    sink(decided(false, with(&none, 2, &case[2]), "zero everywhere, with another value"));
    for place in [1, 2] {
        // The same number modulo the order.
        let above = bytes(&(number(&case[place]) + sources.order()), ELEMENT);
        sink(refused(with(&case, place, &above), "a scalar and the order"));
        sink(refused(with(&case, place, &sources.near_order(0)), "the order as a scalar"));
        sources.bad_lengths(place, &case, sink);
    }
    for place in [0, 3] {
        sources.bad_points(place, &case, sink);
        sources.bad_lengths(place, &case, sink);
    }
}

/// Of so many blobs as there are triples of arguments.
fn batches(tier: Tier, count: usize, sources: &mut Sources<'_>, sink: Sink<'_>) {
    let blobs = sources.operation.args.chunks(3).len();
    for _ in 1..if blobs > 4 { 1 } else { count } {
        sink(decided(true, sources.honest(), "honest"));
    }
    let case = sources.honest();
    sink(decided(true, case.clone(), "honest"));
    let last = case.len() - 3;
    sink(decided(
        false,
        with(&case, last + 2, &negated(&case[last + 2])),
        "the last proof negated",
    ));
    // The smallest and the largest stand for those between them.
    if tier == Tier::Quick && (4..64).contains(&blobs) {
        let outside = sources.random.g1_curve();
        sink(refused(with(&case, 2, &outside), "a proof outside the subgroup"));
        return;
    }
    sink(decided(false, with(&case, last + 2, &identity(48, true)), "the identity as a proof"));
    sink(decided(false, with(&case, 1, &negated(&case[1])), "the first commitment negated"));
    let mut changed = case.clone();
    changed[last][ELEMENT * 4096 - 1] ^= 1;
    sink(decided(false, changed, "the last element of the last blob changed"));
    if blobs > 1 {
        let mut exchanged = case.clone();
        exchanged.swap(2, last + 2);
        sink(decided(false, exchanged, "two proofs exchanged"));
        let again: Case = case[..3].iter().cycle().take(case.len()).cloned().collect();
        sink(decided(true, again.clone(), "the same blob again and again"));
        sink(decided(
            false,
            with(&again, 2, &case[last + 2]),
            "the same blob again and again, once with another proof",
        ));
        // Without weights the two errors would cancel: the proof of a constant is the identity,
        // whatever it is committed to.
        let zeros = sample::constant_blob(&[0; ELEMENT]);
        let mut opposite = case.clone();
        opposite[0].clone_from(&zeros);
        opposite[2] = identity(48, true);
        opposite[last].clone_from(&zeros);
        opposite[last + 1] = negated(&opposite[1]);
        opposite[last + 2] = identity(48, true);
        sink(decided(false, opposite, "two blobs of zeros with opposite commitments"));
    }
    let zeros = [sample::constant_blob(&[0; ELEMENT]), identity(48, true), identity(48, true)];
    let mut with_zeros = case.clone();
    with_zeros[..3].clone_from_slice(&zeros);
    sink(decided(true, with_zeros, "a blob of zeros among them"));
    // Large cases are spoilt in fewer ways.
    if blobs <= 4 {
        sources.bad_blobs(last, &case, sink);
        sources.bad_points(1, &case, sink);
        sources.bad_points(last + 2, &case, sink);
    } else {
        let outside = sources.random.g1_curve();
        sink(refused(with(&case, last + 1, &outside), "a commitment outside the subgroup"));
        sink(refused(with(&case, 2, &outside), "a proof outside the subgroup"));
        let mut above = case.clone();
        above[last][..ELEMENT].fill(0xff);
        sink(refused(above, "an element above the order"));
    }
}

/// Half of the cells or more.
fn parts(count: usize, sources: &mut Sources<'_>, sink: Sink<'_>) {
    for _ in 0..count {
        sink(accepted(sources.honest(), "some of each pair or four of cells"));
    }
    let case = sources.honest();
    let mut change = |change: &dyn Fn(&mut Case), why| {
        let mut case = case.clone();
        change(&mut case);
        sink(refused(case, why));
    };
    change(&|case| case[0][63] = 128, "an index of no cell");
    change(&|case| case[0][1] = case[0][0], "an index twice");
    change(
        &|case| {
            case[0].swap(4, 5);
            case.swap(5, 6);
        },
        "indices that do not ascend",
    );
    change(&|case| _ = case[0].pop(), "an index too few");
    sources.bad_blobs(1, &case, sink);
    sources.bad_blobs(64, &case, sink);
}

fn one_cell(count: usize, sources: &mut Sources<'_>, sink: Sink<'_>) {
    for _ in 0..count {
        sink(decided(true, sources.honest(), "honest"));
    }
    let (case, other) = (sources.honest(), sources.honest());
    for (place, why) in
        [(0, "another commitment"), (2, "another cell"), (3, "the proof of another")]
    {
        sink(decided(false, with(&case, place, &other[place]), why));
    }
    let mut changed = case.clone();
    changed[2][ELEMENT * 64 - 1] ^= 1;
    sink(decided(false, changed, "the last element of the cell changed"));
    sink(decided(false, with(&case, 1, &[case[1][0] ^ 1]), "the next place"));
    sink(decided(false, with(&case, 3, &negated(&case[3])), "the proof negated"));
    sink(decided(false, with(&case, 3, &identity(48, true)), "the identity as a proof"));
    let none = vec![identity(48, true), vec![7], vec![0; ELEMENT * 64], identity(48, true)];
    sink(decided(true, none, "zero everywhere"));
    sink(refused(with(&case, 1, &[128]), "an index of no cell"));
    sources.bad_points(0, &case, sink);
    sources.bad_points(3, &case, sink);
    sources.bad_blobs(2, &case, sink);
}

fn all_cells(count: usize, sources: &mut Sources<'_>, sink: Sink<'_>) {
    for _ in 1..count {
        sink(decided(true, sources.honest(), "honest"));
    }
    let case = sources.honest();
    let mut change = |holds, change: &dyn Fn(&mut Case), why| {
        let mut case = case.clone();
        change(&mut case);
        sink(decided(holds, case, why));
    };
    let exchange = |case: &mut Case, list: usize| case.swap(list + 3, list + 77);
    let identity = identity(48, true);
    change(true, &|_| (), "honest");
    change(false, &|case| case[2][ELEMENT - 1] ^= 1, "an element of a cell changed");
    change(false, &|case| exchange(case, 2), "two cells exchanged");
    change(false, &|case| exchange(case, 130), "two proofs exchanged");
    change(
        true,
        &|case| {
            exchange(case, 2);
            exchange(case, 130);
            case[1].swap(3, 77);
        },
        "cells in another order",
    );
    change(
        true,
        &|case| {
            case[1][127] = 0;
            (case[129], case[257]) = (case[2].clone(), case[130].clone());
        },
        "a cell twice",
    );
    // Without weights the two errors would cancel.
    let first = number(&case[2][..ELEMENT]);
    let [more, less] = [BigUint::from(1_u32), sources.order() - 1_u32]
        .map(|add| bytes(&((&first + add) % sources.order()), ELEMENT));
    change(
        false,
        &|case| {
            case[1][127] = 0;
            (case[129], case[257]) = (case[2].clone(), case[130].clone());
            case[2][..ELEMENT].copy_from_slice(&more);
            case[129][..ELEMENT].copy_from_slice(&less);
        },
        "a cell twice, with an element that is one more and one less",
    );
    change(false, &|case| case[1].swap(3, 77), "two indices exchanged");
    change(false, &|case| case[0] = negated(&case[0]), "the commitment negated");
    change(false, &|case| case[0].clone_from(&identity), "the identity as a commitment");
    change(false, &|case| case[257].clone_from(&identity), "the identity as a proof");
    let mut no_cell = case.clone();
    no_cell[1][5] = 128;
    sink(refused(no_cell, "an index of no cell"));
    sources.bad_points(0, &case, sink);
    sources.bad_points(257, &case, sink);
    sources.bad_blobs(129, &case, sink);
}
