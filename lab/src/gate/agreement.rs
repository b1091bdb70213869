//! Agreement: every implementation that offers an operation gives the same bytes, on edges and on
//! random inputs.

use core::fmt::Write;

use peer_api::body::Prepared;
use peer_api::{
    About, Case, Contract, Curve, Implementation, Kind, OPERATIONS, Operation, Refusal, Shape,
    protocol,
};

use super::ask::{POOL, ask};
use super::inputs::Random;
use super::subject::Answer;
use super::tally::{self, Tally, Title, words};
use super::vectors::Vectors;
use super::vectors::cases::hex;
use super::{OURS, Plan, Progress, Tier};
use crate::implementations::is_own;
use crate::oracle::answers::SlowIntegers;
use crate::oracle::protocols;
use record::Suite;

mod agreeing;
mod bls;
mod cashu;
mod cashu_legacy;
mod codec;
mod contracts;
mod generate;
mod grid;
mod groth16;
mod keys;
mod kzg;
mod logins;
#[cfg(test)]
mod mistakes;
mod signing;
mod threshold;
mod verkle;

use generate::{Expect, Generated, Material};

/// One suite per operation that somebody offers.
pub(crate) fn all(
    plan: &Plan,
    vectors: &Vectors,
    implementations: &[&dyn Implementation],
    progress: Progress<'_>,
) -> Vec<Suite> {
    let mut material = None;
    let offered = |operation: &&Operation| {
        // Most of the grid belongs to peers that not everybody builds: to list all that is absent
        // would hide what was checked.
        let own = operation.curve() == Some(Curve::Bls12381);
        own || implementations
            .iter()
            .any(|implementation| implementation.contract(operation).is_some())
    };
    // On a slower engine curvemark is next to itself only. Its threads were asked on the fastest.
    let threads = implementations.iter().any(|one| !is_own(one.about().name));
    let operations = OPERATIONS
        .iter()
        .filter(|operation| threads || operation.alone().is_none())
        .filter(|operation| plan.has(operation.id))
        .filter(offered);
    operations
        .map(|operation| {
            one(plan.tier, operation, vectors, implementations, &mut material, progress)
        })
        .collect()
}

/// The suite of one operation.
pub(crate) fn of(
    operation: &'static Operation,
    vectors: &Vectors,
    implementations: &[Box<dyn Implementation>],
    progress: Progress<'_>,
) -> Suite {
    let implementations: Vec<&dyn Implementation> =
        implementations.iter().map(Box::as_ref).collect();
    one(Tier::Quick, operation, vectors, &implementations, &mut None, progress)
}

/// An implementation's answers to an operation on all threads, by its function for one.
struct Alone<'a>(&'a dyn Implementation);

impl Implementation for Alone<'_> {
    fn about(&self) -> About {
        self.0.about()
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        self.0.contract(operation.alone()?)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        self.0.prepare(operation.alone().unwrap_or(operation), pool)
    }
}

fn one<'a>(
    tier: Tier,
    operation: &'static Operation,
    vectors: &Vectors,
    implementations: &'a [&'a dyn Implementation],
    material: &mut Option<Material<'a>>,
    progress: Progress<'_>,
) -> Suite {
    let mut offers: Vec<(&str, &dyn Implementation)> = implementations
        .iter()
        .filter(|implementation| implementation.contract(operation).is_some())
        .map(|implementation| (implementation.about().name, *implementation))
        .collect();
    // What all threads answer is judged by one thread, and a block by its calls one by one. Both
    // have suites of their own, in which all others are asked too.
    let mut otherwise: Vec<(&str, Box<dyn Implementation + '_>)> = Vec::new();
    for one in implementations.iter().filter(|one| one.about().name == OURS) {
        otherwise.push(("curvemark on one thread", Box::new(Alone(*one))));
        otherwise.push(("curvemark call by call", Box::new(contracts::ByCalls(*one))));
    }
    otherwise.retain(|(_, one)| !offers.is_empty() && one.contract(operation).is_some());
    offers.extend(otherwise.iter().map(|(name, one)| (*name, one.as_ref())));
    if !offers.is_empty() && contracts::Published.contract(operation).is_some() {
        offers.push((contracts::PUBLISHED_CASES, &contracts::Published));
    }
    let names: Vec<_> = offers.iter().map(|(name, _)| *name).collect();
    let names = names.join(", ");
    let name = format!("agreement/{}", operation.id);
    // What slow integers answer, or what was made so that the verdict is known.
    let of_proofs = ["kzg/", "groth16/", "zklogin/", VERKLE]
        .iter()
        .any(|group| operation.id.starts_with(group));
    let judged = SlowIntegers.contract(operation).is_some()
        || of_proofs && operation.result == Kind::Verdict;
    match offers.len() {
        0 => return tally::skipped(&name, "nobody offers it"),
        1 if !judged => return tally::skipped(&name, &format!("only {names} offers it")),
        _ => (),
    }
    if of_proofs && tier == Tier::Quick && operation.id.ends_with("_65536") {
        return tally::skipped(
            &name,
            "its setup takes long; the smaller circuit is checked, this one in the full tier",
        );
    }
    if of_proofs {
        let protocol = protocol(operation.id).map_or("", |(_, name)| name);
        let shows = format!(
            "{protocol}: {}: {names} agree on what holds, on what does not and on random inputs",
            operation.title
        );
        let source = if judged { "how the cases are made, and each other" } else { "each other" };
        return tally::run(Title::new(name, shows, source), 16, progress, |tally| {
            of_proof(tier, operation, &offers, tally)
        });
    }
    let Some(curve) = operation.curve() else {
        let (of, for_each): (_, ForEach) = if operation.id.starts_with("codec/") {
            ("texts, changed texts and garbage", codec::for_each)
        } else if operation.id.starts_with("banderwagon/") {
            ("elements, scalars and vectors, edges and garbage", verkle::for_each)
        } else if operation.id.starts_with("rsa/") {
            ("signatures and changed ones", logins::rs256)
        } else if peer_api::contracts::contract(operation).is_some() {
            ("calls, changed calls and garbage", contracts::for_each)
        } else {
            return tally::skipped(&name, "no cases are known");
        };
        let shows = if judged { format!("{names}, slow integers") } else { names };
        let shows = format!("{}: {shows} agree on {of}", operation.title);
        let title = Title::new(name, shows, if judged { "num-bigint" } else { "each other" });
        return tally::run(title, 64, progress, |tally| {
            let cases = |sink: generate::Sink<'_>| {
                for_each(tier, operation, &mut Random::new(operation.id), sink);
            };
            beside_slow(tier, operation, offers, &cases, tally);
        });
    };
    if curve != Curve::Bls12381 {
        let shows = if judged { format!("{names}, slow integers") } else { names };
        let shows = format!(
            "{} {}: {shows} agree on edges and random inputs",
            curve.name(),
            operation.title
        );
        let title = Title::new(name, shows, if judged { "num-bigint" } else { "each other" });
        return tally::run(title, 64, progress, |tally| {
            on_grid(tier, curve, operation, offers, tally)
        });
    }
    let shows = format!("{}: {names} agree on edges and random inputs", operation.title);
    let title = Title::new(name, shows, "each other, and the specification where it decides");
    let cases_of = operation.alone().unwrap_or(operation);
    let estimate = generate::random_count(tier, cases_of);
    tally::run(title, estimate, progress, |tally| {
        let material =
            material.get_or_insert_with(|| Material::new(tier, vectors, implementations));
        let mut pool = Vec::with_capacity(POOL);
        // Cases are made and asked pool by pool, so that ten thousand of them never lie in memory
        // at once.
        generate::for_each(tier, cases_of, material, &mut |case| {
            pool.push(case);
            if pool.len() == POOL {
                compare(operation, &offers, &core::mem::take(&mut pool), tally);
            }
        });
        compare(operation, &offers, &pool, tally);
    })
}

/// What gives every case of an operation to a sink.
type ForEach = fn(Tier, &Operation, &mut Random, generate::Sink<'_>);

/// Whose cases are made so that the verdict is known. Slow integers answer all others of the group.
const VERKLE: &str = "banderwagon/multiproof_verify_16";

/// An operation of KZG, Groth16 or zkLogin, or one on openings of vectors. Its cases may be large:
/// they are asked a few at a time.
fn of_proof(
    tier: Tier,
    operation: &Operation,
    offers: &[(&str, &dyn Implementation)],
    tally: &mut Tally<'_>,
) {
    let (mut pool, mut size, mut asked) = (Vec::new(), 0, 0);
    let cases_of = operation.alone().unwrap_or(operation);
    let mut random = Random::new(cases_of.id);
    let sink: generate::Sink<'_> = &mut |case: Generated| {
        // All cases are asked of one thread.
        if tier == Tier::Quick && operation.alone().is_some() && asked == ON_THREADS {
            return;
        }
        asked += 1;
        size += case.case.iter().map(Vec::len).sum::<usize>();
        pool.push(case);
        if pool.len() == POOL || size > LARGE {
            size = 0;
            compare(operation, offers, &core::mem::take(&mut pool), tally);
        }
    };
    if operation.id.starts_with("kzg/") {
        kzg::for_each(tier, cases_of, &mut random, sink);
    } else if operation.id.starts_with("zklogin/") {
        logins::zklogin(tier, cases_of, &mut random, sink);
    } else if operation.id == VERKLE {
        verkle::for_each(tier, cases_of, &mut random, sink);
    } else {
        groth16::for_each(tier, cases_of, &mut random, sink);
    }
    compare(operation, offers, &pool, tally);
}

/// Cases of a proof that the quick tier asks on all threads.
const ON_THREADS: usize = 6;

/// Bytes of cases after which they are asked.
const LARGE: usize = 16 << 20;

/// The first cases of an operation that the slow judge answers too; then it rests.
fn judged_cases(tier: Tier, operation: &Operation) -> usize {
    match (tier, operation.shape) {
        (Tier::Full, _) => 64,
        // Chains are additions and products; the others multiply points, for milliseconds.
        (Tier::Quick, Shape::Chain) => 48,
        (Tier::Quick, Shape::Independent | Shape::Threads) => 24,
    }
}

/// An operation of a curve beside BLS12-381. Its first cases are judged by slow integers too; if
/// only one implementation offers it, these are all.
fn on_grid(
    tier: Tier,
    curve: Curve,
    operation: &Operation,
    offers: Vec<(&str, &dyn Implementation)>,
    tally: &mut Tally<'_>,
) {
    let cases = |sink: generate::Sink<'_>| {
        grid::for_each(tier, curve, operation, &mut Random::new(operation.id), sink)
    };
    beside_slow(tier, operation, offers, &cases, tally);
}

/// Cases that slow integers answer too, the first of them, where they can.
fn beside_slow(
    tier: Tier,
    operation: &Operation,
    mut offers: Vec<(&str, &dyn Implementation)>,
    cases: &dyn Fn(generate::Sink<'_>),
    tally: &mut Tally<'_>,
) {
    let (mut pool, mut done) = (Vec::with_capacity(POOL), 0);
    let judged = SlowIntegers.contract(operation).is_some();
    let slow = &SlowIntegers;
    let (alone, first) = (offers.len() < 2, judged_cases(tier, operation));
    if judged {
        offers.push((slow.about().name, slow));
    }
    cases(&mut |case| {
        if judged && alone && done >= first {
            return;
        }
        pool.push(case);
        done += 1;
        if done == first || pool.len() == POOL {
            compare(operation, &offers, &core::mem::take(&mut pool), tally);
            if judged && done == first {
                offers.pop();
            }
        }
    });
    compare(operation, &offers, &pool, tally);
}

/// Compares all answers to some cases. Those that must be refused go in pools of their own, since
/// one of them would refuse a good pool.
fn compare(
    operation: &Operation,
    offers: &[(&str, &dyn Implementation)],
    cases: &[Generated],
    tally: &mut Tally<'_>,
) {
    let (good, bad): (Vec<_>, Vec<_>) =
        cases.iter().partition(|generated| generated.expect != Expect::Refuse);
    for group in [good, bad] {
        if group.is_empty() {
            continue;
        }
        let pool: Vec<_> = group.iter().map(|generated| generated.case.clone()).collect();
        let answers: Vec<_> = offers
            .iter()
            .map(|(name, implementation)| (*name, ask(*implementation, operation, &pool)))
            .collect();
        for (index, generated) in group.iter().enumerate() {
            let normal = |answer| normal(operation, &generated.case, answer);
            let row: Vec<_> =
                answers.iter().map(|(name, list)| (*name, normal(&list[index]))).collect();
            judge(operation, generated, &row, tally);
        }
    }
}

/// To refuse and to answer no are the same verdict. Of signatures with nonces of the signer's own
/// choice, those that hold are the same answer, and the others are none.
fn normal(operation: &Operation, case: &Case, answer: &Answer) -> Answer {
    match (answer, operation.curve(), &case[..]) {
        (Err(Refusal::Invalid), ..) if operation.result == Kind::Verdict => Ok(vec![0]),
        (Ok(signature), Some(curve), [key, digest]) if operation.id.ends_with("/ecdsa_sign") => {
            let holds = protocols::ecdsa_is_of(curve, key, digest, signature);
            if holds == Some(true) { Ok(vec![1]) } else { Err(Refusal::Invalid) }
        }
        _ => answer.clone(),
    }
}

/// Bytes as a message shows them: of blobs and the like the beginning, since the same command makes
/// them again.
fn shown(bytes: &[u8]) -> String {
    match bytes.split_at_checked(2048) {
        Some((start, _)) => format!("{}… ({} bytes)", hex(&start[..32]), bytes.len()),
        None => hex(bytes),
    }
}

/// Judges the answers to one case. What the specification decides is decided by it: then ours fails
/// and a peer is remarked on. What it leaves to arithmetic is decided by equality, and any
/// difference fails.
fn judge(
    operation: &Operation,
    generated: &Generated,
    row: &[(&str, Answer)],
    tally: &mut Tally<'_>,
) {
    // Who lives in another process may be lost: a finding about him, and the others go on.
    let (lost, row): (Vec<_>, Vec<_>) = row
        .iter()
        .cloned()
        .partition(|(name, answer)| matches!(answer, Err(Refusal::Lost(_))) && *name != OURS);
    for (name, answer) in &lost {
        tally.remark(format!("{}: {name}: {}", operation.id, words(answer)));
    }
    let as_expected = |answer: &Answer| match (&generated.expect, answer) {
        // A case that an implementation says it cannot take is nobody's mistake.
        (_, Err(Refusal::Unsupported(_))) => true,
        (Expect::Refuse, answer) => {
            *answer == Err(Refusal::Invalid)
                || *answer == Ok(vec![0]) && operation.result == Kind::Verdict
        }
        (Expect::Verdict(verdict), answer) => *answer == Ok(vec![u8::from(*verdict)]),
        (Expect::Accept, answer) => answer.is_ok(),
        (Expect::Same, _) => true,
    };
    let wrong: Vec<_> = row.iter().filter(|(_, answer)| !as_expected(answer)).collect();
    let expected = match generated.expect {
        Expect::Refuse => "must be refused",
        Expect::Verdict(true) => "must be true",
        Expect::Verdict(false) => "must be false",
        Expect::Accept => "must be accepted",
        Expect::Same => "must be the same",
    };
    let input =
        || generated.case.iter().map(|argument| shown(argument)).collect::<Vec<_>>().join(" ");
    if !wrong.is_empty() {
        for (name, answer) in &wrong {
            let what = format!(
                "{}: {name}: {}, {expected} ({}); input {}",
                operation.id,
                words(answer),
                generated.why,
                input()
            );
            if *name == OURS { tally.fail(what) } else { tally.remark(what) }
        }
        return;
    }
    // To refuse is an answer too where no one says which is right.
    let counts = |answer: &Answer| match generated.expect {
        Expect::Same => !matches!(answer, Err(Refusal::Unsupported(_))),
        _ => answer.is_ok(),
    };
    let mut answered = row.iter().filter(|(_, answer)| counts(answer));
    let Some((_, first)) = answered.next() else { return tally.pass() };
    if answered.all(|(_, answer)| answer == first) {
        return tally.pass();
    }
    let mut what = format!("{}: different answers ({}):", operation.id, generated.why);
    for (name, answer) in &row {
        let _ = write!(what, " {name}: {};", words(answer));
    }
    tally.fail(format!("{what} input {}", input()));
}

#[cfg(test)]
mod tests {
    use peer_api::operation;

    use super::mistakes::{AS_IT_IS, Before, LAST_BIT, SAME, Wrong, YES};
    use super::*;
    use crate::implementations;

    const PROOFS: [&str; 12] = [
        "kzg/verify",
        "kzg/verify_blob",
        "kzg/verify_blobs_2",
        "kzg/verify_cells_128",
        "groth16/bn254_verify_1",
        "groth16/bn254_verify_8",
        "groth16/bls12-381_verify_1",
        "groth16/bls12-381_batch_verify_32",
        "groth16/bn254_prove_1024",
        "zklogin/verify",
        "zklogin/verify_64",
        VERKLE,
    ];

    fn agreement(id: &str, offers: &[(&str, &dyn Implementation)]) -> Suite {
        let operation = operation(id).expect("it exists");
        let title = Title::new(id, operation.title, "each other");
        tally::run(title, 1, &|_, _, _| {}, |tally| of_proof(Tier::Quick, operation, offers, tally))
    }

    /// With Ethereum's peers where they are built.
    #[test]
    fn proofs_hold_or_not_as_they_were_made() {
        let all = implementations::all();
        for id in PROOFS {
            let offers = all
                .iter()
                .filter(|one| operation(id).is_some_and(|known| one.contract(known).is_some()));
            let offers: Vec<_> = offers.map(|one| (one.about().name, one.as_ref())).collect();
            let suite = agreement(id, &offers);
            let names: Vec<_> = offers.iter().map(|(name, _)| *name).collect();
            eprintln!("{id}: {} checks, {}; {:#?}", suite.passed, names.join(", "), suite.failures);
            assert!(names.contains(&OURS) && suite.failed == 0 && suite.passed >= 4, "{suite:#?}");
        }
    }

    #[test]
    fn a_verifier_that_overlooks_something_is_noticed() {
        for (id, before, after) in [
            ("kzg/verify", AS_IT_IS, YES),
            ("kzg/verify_blob", AS_IT_IS, YES),
            ("kzg/verify_cells_128", AS_IT_IS, YES),
            ("groth16/bn254_verify_1", AS_IT_IS, YES),
            ("groth16/bls12-381_batch_verify_32", AS_IT_IS, YES),
            ("zklogin/verify", AS_IT_IS, YES),
            ("zklogin/verify_64", AS_IT_IS, YES),
            (VERKLE, AS_IT_IS, YES),
            // All but the last blob, cell and proof is looked at.
            ("kzg/verify_blobs_2", (|case| case.overlook_last(3)) as Before, SAME),
            (
                "kzg/verify_cells_128",
                (|case| {
                    let (cell, proof) = (case[2].clone(), case[130].clone());
                    (case[1][127], case[129], case[257]) = (case[1][0], cell, proof);
                }) as Before,
                SAME,
            ),
            ("groth16/bls12-381_batch_verify_32", (|case| case.overlook_last(2)) as Before, SAME),
        ] {
            let wrong = Wrong { before, after };
            let suite = agreement(id, &[(OURS, &wrong)]);
            assert!(suite.failed > 0, "{id}: {suite:#?}");
        }
    }

    /// An operation of Banderwagon, judged by slow integers.
    fn beside_slow_integers(verb: &str, implementation: &dyn Implementation) -> Suite {
        let operation = operation(&format!("banderwagon/{verb}")).expect("it exists");
        let title = Title::new(operation.id, operation.title, "num-bigint");
        tally::run(title, 1, &|_, _, _| {}, |tally| {
            let cases = |sink: generate::Sink<'_>| {
                verkle::for_each(Tier::Quick, operation, &mut Random::new(operation.id), sink);
            };
            beside_slow(Tier::Quick, operation, vec![(OURS, implementation)], &cases, tally);
        })
    }

    #[test]
    fn banderwagon_is_what_slow_integers_say() {
        for verb in
            ["mul_vartime", "decode", "encode", "map_to_field", "commit_256", "multiproof_prove_16"]
        {
            let suite = beside_slow_integers(verb, &implementations::Curvemark);
            assert!(suite.failed == 0 && suite.passed >= 20, "{suite:#?}");
        }
        for verb in ["decode", "map_to_field", "commit_256"] {
            let wrong = Wrong { before: AS_IT_IS, after: LAST_BIT };
            assert!(beside_slow_integers(verb, &wrong).failed > 0, "{verb}");
        }
        // Outside the group, and above the order, are what a decoder may forget.
        let masked = Wrong { before: |case| case[0][31] &= 0x1c, after: SAME };
        assert!(beside_slow_integers("commit_256", &masked).failed > 0);
    }

    trait Overlook {
        /// Puts the first item, of so many arguments, in place of the last.
        fn overlook_last(&mut self, arguments: usize);
    }

    impl Overlook for Case {
        fn overlook_last(&mut self, arguments: usize) {
            // Batches of Groth16 begin with a key.
            let (start, last) = (self.len() & 1, self.len() - arguments);
            for at in 0..arguments {
                self[last + at] = self[start + at].clone();
            }
        }
    }
}
