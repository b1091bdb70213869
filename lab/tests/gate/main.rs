//! The gate is right: it passes a stack made of other libraries, and fails the same stack with one
//! mistake in it.

mod operations;
mod vectors;
mod witness;

use lab::gate::mutants::{InOperations, Mutant, Mutation, SelfTest, self_test};
use lab::gate::subject::{Answer, Group, Subject};
use lab::gate::vectors::Origin;
use lab::gate::{OURS, Plan, Stage, Tier, check, passed};
use lab::implementations::{Unweighted, linked, linked_with};
use operations::{Peer, is_signature};
use peer_api::{Curve, Implementation};
use record::{Gate, Suite};
use witness::Witness;

fn fields(id: &str) -> bool {
    id.starts_with("bls12-381/f")
}

fn quiet(_: &str, _: u64, _: u64) {}

/// The quick tier of some stages over the witness.
fn gate(stages: &[Stage], implementations: &[Box<dyn Implementation>]) -> Gate {
    let plan = Plan {
        tier: Tier::Quick,
        origin: Origin::Repository,
        stages: stages.to_vec(),
        only: None,
        without: Vec::new(),
    };
    check(&plan, &Witness, implementations, &quiet)
}

fn failed(gate: &Gate) -> Vec<&Suite> {
    gate.suites.iter().filter(|suite| suite.failed > 0).collect()
}

fn suite<'a>(gate: &'a Gate, name: &str) -> &'a Suite {
    gate.suites.iter().find(|suite| suite.name == name).unwrap_or_else(|| panic!("no suite {name}"))
}

#[test]
fn a_good_stack_with_two_witnesses_passes() {
    let implementations =
        [Peer::honest(OURS, true).boxed(), Peer::honest("zkcrypto", false).boxed()];
    let gate = gate(&Stage::ALL, &implementations);
    assert!(failed(&gate).is_empty(), "{:#?}", failed(&gate));
    assert!(passed(&gate));
    assert_eq!((gate.tier.as_str(), gate.vectors.as_str()), ("quick", "the repository's own"));
    for suite in &gate.suites {
        if suite.name == "garbage" {
            assert!(suite.skipped.as_deref().is_some_and(|why| why.contains("--tier full")));
            continue;
        }
        if is_signature(&suite.name) {
            assert_eq!(suite.skipped.as_deref(), Some("nobody offers it"), "{suite:#?}");
            continue;
        }
        assert!(
            suite.passed > 0 && suite.skipped.is_none() && suite.failures.is_empty(),
            "{suite:#?}"
        );
    }
    for operation in
        peer_api::OPERATIONS.iter().filter(|operation| operation.curve() == Some(Curve::Bls12381))
    {
        suite(&gate, &format!("agreement/{}", operation.id));
    }
    eprintln!(
        "{} suites, {} checks",
        gate.suites.len(),
        gate.suites.iter().map(|suite| suite.passed).sum::<u64>()
    );
}

#[test]
#[ignore = "ten thousand inputs for every operation: many minutes with these slow witnesses"]
fn a_good_stack_with_two_witnesses_passes_the_full_tier() {
    let implementations =
        [Peer::honest(OURS, true).boxed(), Peer::honest("zkcrypto", false).boxed()];
    let stages = Stage::ALL.into_iter().filter(|stage| *stage != Stage::Garbage).collect();
    let plan = Plan {
        tier: Tier::Full,
        origin: Origin::Repository,
        stages,
        only: None,
        without: Vec::new(),
    };
    let hear = |name: &str, done: u64, total: u64| {
        if done == total {
            eprintln!("{name}: {done}");
        }
    };
    let gate = check(&plan, &Witness, &implementations, &hear);
    assert!(passed(&gate), "{:#?}", failed(&gate));
    eprintln!("{:.0} s", gate.seconds);
}

#[test]
fn every_mistake_is_noticed_by_the_suite_that_is_about_it() {
    let mut test = self_test(&Witness, &[("no mistake at all", &Witness)], &[], &quiet);
    assert!(test.broken.is_empty(), "{test:#?}");
    // What nobody notices is a survivor, and makes the self-test fail.
    assert_eq!(test.survivors().collect::<Vec<_>>(), ["no mistake at all"]);
    assert!(!test.passed());
    test.fates.pop();
    assert!(test.passed());
    let killed_by = |mutation: Mutation, suite: &str| {
        let fate = test.fates.iter().find(|fate| fate.mutation == mutation.name()).unwrap();
        assert!(fate.killed_by.iter().any(|name| name == suite), "{fate:#?} without {suite}");
    };
    killed_by(Mutation::Dst, "vectors/rfc9380-g1");
    killed_by(Mutation::Dst, "vectors/bls-min-pk");
    killed_by(Mutation::Dst, "vectors/cashu-v3-roundtrip");
    killed_by(Mutation::WeightRejection, "vectors/cashu-v3-batch");
    killed_by(Mutation::SubgroupCheck, "vectors/bls12-381-uncompressed");
    killed_by(Mutation::SubgroupCheck, "vectors/bls12-381-compressed");
    killed_by(Mutation::SubgroupCheck, "vectors/cashu-v3-points");
    killed_by(Mutation::IdentityRule, "vectors/cashu-v3-points");
    killed_by(Mutation::NonCanonical, "vectors/bls12-381-compressed");
    killed_by(Mutation::NonCanonical, "vectors/cashu-v3-points");
}

/// Two wrong items whose errors are opposite are among the cases of every batch.
#[test]
fn batches_with_weights_of_one_are_noticed() {
    type Stacks = [Box<dyn Implementation>];
    fn mistake(operations: &[&str], broken: &Stacks, sound: &Stacks) -> SelfTest {
        let mistake = InOperations { name: "weights-of-one", operations, broken, sound };
        mistake.self_test(&Origin::Repository.load())
    }
    let (unweighted, sound) = (linked_with(Box::new(Unweighted)), linked());
    let test = mistake(&Unweighted::OPERATIONS, &unweighted, &sound);
    assert!(test.passed() && test.fates.len() == Unweighted::OPERATIONS.len(), "{test:#?}");
    // Nobody notices a sound stack, and one that fails by itself shows nothing.
    let other = mistake(&["ed25519/batch_verify_64"], &sound, &unweighted);
    assert_eq!(other.survivors().collect::<Vec<_>>(), ["weights-of-one: ed25519/batch_verify_64"]);
    assert_eq!(other.broken, ["agreement/ed25519/batch_verify_64"]);
}

#[test]
fn a_stack_that_fails_by_itself_proves_nothing_about_mistakes() {
    let test = self_test(&Mutant::new(&Witness, Mutation::Dst), &[], &[], &quiet);
    assert!(!test.passed() && !test.broken.is_empty());
}

#[test]
fn a_wrong_answer_is_named_with_operation_implementations_and_input() {
    let mut wrong = Peer::honest(OURS, true);
    wrong.twist = |id, args, answer| match (id, answer) {
        // The least of mistakes: one pair of edges.
        ("bls12-381/fp_mul", Ok(mut bytes))
            if args[0] == args[1] && args[0][..47] == [0; 47] && args[0][47] == 2 =>
        {
            bytes[47] ^= 1;
            Ok(bytes)
        }
        (_, answer) => answer,
    };
    let gate = gate(
        &[Stage::Agreement],
        &[wrong.boxed(), Peer::honest("zkcrypto", false).only(fields).boxed()],
    );
    assert!(!passed(&gate));
    let suite = suite(&gate, "agreement/bls12-381/fp_mul");
    assert_eq!(suite.failed, 1);
    let two = format!("{}02", "00".repeat(47));
    for part in ["bls12-381/fp_mul", "curvemark", "zkcrypto", &format!("input {two} {two}")] {
        assert!(suite.failures[0].contains(part), "{}", suite.failures[0]);
    }
}

#[test]
fn a_peer_that_takes_a_bad_encoding_is_remarked_on_and_ours_fails() {
    let lax = |name| {
        let mut peer = Peer::honest(name, true);
        peer.twist = |id, args, answer| match (id, &answer) {
            ("bls12-381/g1_decode", Err(_)) if args[0].first() == Some(&0xe0) => {
                Ok([&[0x40][..], &[0; 95]].concat())
            }
            _ => answer,
        };
        peer.only(|id| id.ends_with("_decode") || id.ends_with("_mul")).boxed()
    };
    let gate = |implementations: &[_]| gate(&[Stage::Agreement, Stage::Encodings], implementations);
    let peers = gate(&[Peer::honest(OURS, true).boxed(), lax("lax")]);
    assert!(passed(&peers), "{:#?}", failed(&peers));
    for name in ["encodings/lax", "agreement/bls12-381/g1_decode"] {
        let suite = suite(&peers, name);
        assert!(
            suite.failed == 0 && suite.failures.iter().all(|words| words.starts_with("remark: ")),
            "{suite:#?}"
        );
        assert!(!suite.failures.is_empty());
    }
    let ours = gate(&[lax(OURS), Peer::honest("zkcrypto", false).boxed()]);
    let names: Vec<_> = failed(&ours).iter().map(|suite| suite.name.as_str()).collect();
    assert_eq!(names, ["agreement/bls12-381/g1_decode", "encodings/curvemark"]);
}

#[test]
fn one_implementation_alone_has_nobody_to_agree_with() {
    let gate = gate(&[Stage::Agreement, Stage::Encodings], &[Peer::honest(OURS, true).boxed()]);
    let suite = suite(&gate, "agreement/bls12-381/fp_mul");
    assert_eq!(suite.skipped.as_deref(), Some("only curvemark offers it"));
    assert!(passed(&gate));
}

#[test]
fn a_panic_is_a_failure_with_its_message() {
    let mut wild = Peer::honest(OURS, true);
    wild.twist =
        |id, _, answer| if id == "bls12-381/g2_add" { panic!("a slip in g2_add") } else { answer };
    let wild = wild.only(|id| id.starts_with("bls12-381/g2"));
    let gate = gate(
        &[Stage::Agreement, Stage::Laws],
        &[wild.boxed(), Peer::honest("zkcrypto", false).boxed()],
    );
    for name in ["agreement/bls12-381/g2_add", "laws/groups/curvemark"] {
        assert_eq!(suite(&gate, name).failures, ["panic: a slip in g2_add"]);
    }
    assert_eq!(failed(&gate).len(), 2);
}

#[test]
fn the_laws_catch_what_two_implementations_get_wrong_together() {
    let wrong = |name| {
        let mut peer = Peer::honest(name, true);
        peer.twist = |id, args, answer| match id {
            // Both forget to double.
            "bls12-381/g1_double" => Ok(args[0].clone()),
            _ => answer,
        };
        peer.only(|id| id.starts_with("bls12-381/g1")).boxed()
    };
    let gate = gate(&[Stage::Agreement, Stage::Laws], &[wrong(OURS), wrong("peer")]);
    let names: Vec<_> = failed(&gate).iter().map(|suite| suite.name.as_str()).collect();
    assert_eq!(names, ["laws/groups/curvemark", "laws/groups/peer"]);
}

#[test]
fn progress_tells_every_suite_and_reaches_its_end() {
    let seen = core::cell::RefCell::new(std::collections::BTreeMap::new());
    let hear = |name: &str, done: u64, total: u64| {
        assert!(done <= total, "{name}: {done} of {total}");
        seen.borrow_mut().insert(name.to_owned(), (done, total));
    };
    let stages = vec![Stage::Vectors, Stage::Laws];
    let plan = Plan {
        tier: Tier::Quick,
        origin: Origin::Repository,
        stages,
        only: None,
        without: Vec::new(),
    };
    let gate = check(&plan, &Witness, &[], &hear);
    let seen = seen.into_inner();
    for suite in gate.suites.iter().filter(|suite| suite.skipped.is_none()) {
        assert_eq!(
            seen.get(&suite.name).map(|(done, _)| *done),
            Some(suite.passed + suite.failed),
            "{}",
            suite.name
        );
    }
}

#[test]
fn the_pairing_value_is_the_cube() {
    // Both published values and arkworks take the exponent 3·(p¹² − 1)/r; the witness proves that
    // the word in the contract is right.
    let one = Origin::Repository.load().pairings.unwrap().cases.swap_remove(0);
    let point = |group| Witness.multiply_generator(group, &[&[0; 31][..], &[1]].concat()).unwrap();
    let value: Answer = Witness.pairing(&point(Group::G1), &point(Group::G2));
    assert_eq!(value, Ok(one.value));
}
