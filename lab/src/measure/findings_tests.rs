//! Findings on times: each from rows that the method itself measured, on a clock that libraries of
//! known cost move, written to a file and read back.

use super::clock::simulated::{Behaviour, SimulatedClock, SyntheticBody};
use super::schedule::Observer;
use super::session::{Options, measure};
use super::sweep::{Contestant, Curve, Method, Sweep, sizes};
use crate::inputs::Sampler;
use peer_api::families::{Family, family};
use peer_api::{
    About, Body, Case, Contract, Curve as On, Implementation, Kind, Operation, Refusal, Time,
    operation,
};
use rand_chacha::ChaCha20Rng;
use record::findings::{Claim, Evidence, Finding, Severity, all};
use record::sample::sample;
use record::{Machine, Run, jsonl};
use std::time::{Duration, SystemTime};

/// Nanoseconds of an operation or a family, of so many items.
type Cost = fn(&str, usize) -> f64;

/// A library of known costs; no cost is no offer.
#[derive(Clone)]
struct Library {
    name: &'static str,
    version: &'static str,
    features: Vec<String>,
    contract: Contract,
    clock: SimulatedClock,
    cost: Cost,
    /// What it takes to prepare an operation with a table.
    setup: f64,
}

impl Library {
    fn new(name: &'static str, clock: &SimulatedClock, cost: Cost) -> Self {
        let contract = Contract::parsed(Time::Variable);
        Self {
            name,
            version: "1.0",
            features: Vec::new(),
            contract,
            clock: clock.clone(),
            cost,
            setup: 0.0,
        }
    }
}

impl Implementation for Library {
    fn about(&self) -> About {
        let (version, features) =
            (format!("{} {}", self.name, self.version), self.features.clone());
        About { name: self.name, version, features, flags: Vec::new(), engine: "simulated".into() }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        ((self.cost)(operation.id, 1) > 0.0).then_some(self.contract)
    }

    fn prepare(&self, operation: &Operation, _: &[Case]) -> Result<Box<dyn Body>, Refusal> {
        self.clock.work(if operation.id.ends_with("_table") { 100.0 + self.setup } else { 100.0 });
        let behaviour = Behaviour::Steady((self.cost)(operation.id, 1));
        Ok(Box::new(SyntheticBody { clock: self.clock.clone(), behaviour }))
    }

    fn family_contract(&self, _: &Family) -> Option<Contract> {
        Some(self.contract)
    }

    fn prepare_family(
        &self,
        family: &Family,
        batches: &[&[Case]],
    ) -> Result<Box<dyn Body>, Refusal> {
        let behaviour = Behaviour::Steady((self.cost)(family.id, batches[0].len()));
        Ok(Box::new(SyntheticBody { clock: self.clock.clone(), behaviour }))
    }
}

/// Bytes for everything: nobody here looks at them.
struct Anything;

impl Sampler for Anything {
    fn value(&self, curve: On, kind: Kind, _: &mut ChaCha20Rng) -> Option<Vec<u8>> {
        Some(vec![0; kind.length(curve).unwrap_or(1)])
    }

    fn case(&self, operation: &Operation, _: &mut ChaCha20Rng) -> Option<Case> {
        Some(vec![vec![0]; operation.args.len()])
    }
}

struct Quiet;

impl Observer for Quiet {
    fn visited(&mut self, _: usize, _: usize, _: f64, _: f64) {}

    fn stop(&self) -> bool {
        false
    }
}

fn machine(name: &str, features: &[&str]) -> Machine {
    Machine {
        cpu: name.into(),
        features: features.iter().map(|&feature| feature.to_owned()).collect(),
        caches: "L1d 32K, L1i 32K, L2 1024K".into(),
        virtual_machine: false,
        cpus: 1000,
        fingerprint: format!("{name}{}", features.join("")),
        ..sample().machine
    }
}

/// A run of these libraries, at a place in time, stored and read back.
fn run(at: u32, commit: &str, machine: Machine, libraries: &[Library], ids: &[&str]) -> Run {
    let operations: Vec<&'static Operation> =
        ids.iter().map(|id| operation(id).expect("it is listed")).collect();
    let boxed: Vec<Box<dyn Implementation>> = libraries
        .iter()
        .map(|library| Box::new(library.clone()) as Box<dyn Implementation>)
        .collect();
    let options = Options { seed: 7, budget_s: 2.0, pin: false, table: None };
    let clock = &libraries[0].clock;
    let measured = measure(&boxed, &operations, &Anything, &machine, &options, clock, &mut Quiet);
    let mut run = Run {
        id: format!("2026010{at}T000000Z-0000"),
        started: format!("2026-01-0{at}T00:00:00Z"),
        machine,
        method: measured.method,
        implementations: boxed
            .iter()
            .map(|one| crate::commands::run::about(one.as_ref()))
            .collect(),
        operations: measured.operations,
        health: measured.health,
        ..sample()
    };
    run.health.fit = true;
    run.build.commit = Some(commit.to_owned());
    run.method.selection = Some("--all".to_owned());
    let mut file = Vec::new();
    jsonl::write(&run, &mut file).expect("memory");
    jsonl::read(file.as_slice()).expect("what was written")
}

/// A sweep of these libraries over one family, stored and read back.
fn sweep(id: &str, most: usize, threads: Option<u16>, libraries: &[Library]) -> Sweep {
    let family = family(id).expect("it is listed");
    let method = Method { budget_s: 0.5, seed: 3, clock: &libraries[0].clock };
    let pool: Vec<Case> = (0..most).map(|_| vec![vec![0]; family.args.len()]).collect();
    let mut contestants: Vec<Contestant<'_>> =
        libraries.iter().map(|one| Contestant::new(one)).collect();
    let mut curve = super::sweep::curve(family, &contestants).expect("somebody offers it");
    for items in sizes(most, false) {
        let point = method
            .point(family, items, &pool, &mut contestants, &mut Vec::new())
            .expect("they agree");
        curve.points.extend(point);
    }
    let sweep = Sweep {
        schema: super::sweep::SCHEMA,
        id: "20260101T000000Z-0000".into(),
        started: sample().started,
        seconds: 1.0,
        build: sample().build,
        machine: machine("simulated", &[]),
        seed: 3,
        budget_s: 0.5,
        threads,
        pinned: true,
        implementations: libraries.iter().map(|one| crate::commands::run::about(one)).collect(),
        families: vec![curve],
        crossovers: Vec::new(),
        remarks: Vec::new(),
    };
    let text = serde_json::to_string(&sweep).expect("JSON");
    serde_json::from_str(&text).expect("what was written")
}

fn of_sweep(sweep: Sweep, id: &str) -> Vec<Finding> {
    all(&Evidence::of_sweeps(&[sweep])).into_iter().filter(|one| one.id == id).collect()
}

fn of_runs(runs: &[Run], id: &str) -> Vec<Finding> {
    all(&Evidence::of_runs(runs)).into_iter().filter(|one| one.id == id).collect()
}

fn clock() -> SimulatedClock {
    SimulatedClock::new(5, 0.01)
}

const SIGNATURES: &str = "signatures/verify_one_message";
const MUL: &str = "bls12-381/fp_mul";

#[test]
fn f01_two_ways_meet_where_they_were_made_to() {
    let clock = clock();
    let batch: Cost = |_, n| 2_000.0 + 1_000.0 * n as f64;
    // They meet at 2000 + 1000 n = 40000 + 50 n: at 40.
    let ways = [
        Library::new("batch", &clock, batch),
        Library::new("aggregate", &clock, |_, n| 40_000.0 + 50.0 * n as f64),
    ];
    let found = of_sweep(sweep(SIGNATURES, 256, None, &ways), "F01");
    let [finding] = &found[..] else { panic!("one crossover: {found:#?}") };
    let statistic = &finding.statistic;
    let (low, high) = (statistic.low.expect("an interval"), statistic.high.expect("an interval"));
    // Between two sizes, a power of two apart, a line over logarithms is near the truth, not at it.
    assert!(
        (36.0..44.0).contains(&statistic.value)
            && low <= statistic.value
            && statistic.value <= high,
        "{finding:#?}"
    );
    assert_eq!(finding.implementations, ["batch", "aggregate"]);
    let parallel = [
        Library::new("one", &clock, batch),
        Library::new("two", &clock, |_, n| 3_000.0 + 1_500.0 * n as f64),
    ];
    assert!(of_sweep(sweep(SIGNATURES, 64, None, &parallel), "F01").is_empty());
}

#[test]
fn f02_fixed_and_growing_costs_are_told_apart() {
    let clock = clock();
    let line = [Library::new("line", &clock, |_, n| 5_000.0 + 100.0 * n as f64)];
    let found = of_sweep(sweep(SIGNATURES, 512, None, &line), "F02");
    let [finding] = &found[..] else { panic!("one line: {found:#?}") };
    assert!(
        (95.0..115.0).contains(&finding.statistic.value) && !finding.sentence.contains("bends"),
        "{finding:#?}"
    );
    // Blocks of eight: one item costs what eight do.
    let steps = [Library::new("steps", &clock, |_, n| 800.0 * n.div_ceil(8) as f64)];
    assert!(
        of_sweep(sweep(SIGNATURES, 64, None, &steps), "F02")[0].sentence.contains("steps or bends")
    );
}

#[test]
fn f07_a_constant_saving_vanishes() {
    let clock = clock();
    let without: Cost = |_, n| 1_000.0 * (n as f64 + 1.0);
    let one_less: Cost = |_, n| 1_000.0 * n as f64;
    let pair = |first: Cost, second: Cost| {
        [Library::new("less", &clock, first), Library::new("plain", &clock, second)]
    };
    let found = of_sweep(sweep(SIGNATURES, 16384, None, &pair(one_less, without)), "F07");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].sentence.contains("+100"), "one of two: {}", found[0].sentence);
    assert!(
        of_sweep(
            sweep(SIGNATURES, 64, None, &pair(|_, n| 500.0 * (n as f64 + 1.0), without)),
            "F07"
        )
        .is_empty()
    );
}

#[test]
fn f09_the_knee_of_a_table_and_the_cache_it_passes() {
    let clock = clock();
    // Larger tables save less and less; past 1 MiB, 16384 entries of 64 bytes, each lookup waits
    // for memory.
    let cost: Cost = |_, n| {
        let saved = 10_000.0 * (1.0 + 1.0 / (n as f64).powi(2));
        if n > 16384 { saved * 2.0 } else { saved }
    };
    let found = of_sweep(
        sweep("tables/lookup", 32768, None, &[Library::new("tables", &clock, cost)]),
        "F09",
    );
    let [finding] = &found[..] else { panic!("one table: {found:#?}") };
    assert!(finding.statistic.value <= 64.0 * 1024.0, "a small one will do: {finding:#?}");
    assert!(
        finding.sentence.contains("L1d")
            && finding.sentence.contains("L2")
            && finding.sentence.contains("+"),
        "{finding:#?}"
    );
    let growing: Cost = |_, n| 10_000.0 / n as f64;
    assert!(
        of_sweep(
            sweep("tables/lookup", 64, None, &[Library::new("tables", &clock, growing)]),
            "F09"
        )
        .is_empty()
    );
}

#[test]
fn f14_an_input_that_costs_and_one_that_does_not() {
    let clock = clock();
    let grows: Cost = |id, _| {
        10_000.0
            + 500.0
                * f64::from(id.rsplit('_').next().and_then(|n| n.parse::<u16>().ok()).unwrap_or(0))
    };
    let ids = ["groth16/bn254_verify_1", "groth16/bn254_verify_8", "groth16/bn254_verify_32"];
    let sentence = |cost| {
        let found = of_runs(
            &[run(1, "a", machine("one", &[]), &[Library::new("curvemark", &clock, cost)], &ids)],
            "F14",
        );
        assert_eq!(found.len(), 1, "{found:#?}");
        found[0].sentence.clone()
    };
    assert!(sentence(grows).contains("for each further item"));
    assert!(sentence(|_, _| 10_000.0).contains("does not matter"));
}

#[test]
fn f03_and_f04_another_machine() {
    let clock = clock();
    let pair = |a: Cost, b: Cost| {
        [
            Library::new("curvemark", &clock, |_, _| 100.0),
            Library::new("a", &clock, a),
            Library::new("b", &clock, b),
        ]
    };
    let before = run(1, "x", machine("old", &[]), &pair(|_, _| 200.0, |_, _| 300.0), &[MUL]);
    let after = run(2, "y", machine("new", &["sha"]), &pair(|_, _| 200.0, |_, _| 50.0), &[MUL]);
    let runs = [before.clone(), after.clone()];
    let order = of_runs(&runs, "F03");
    assert_eq!(order.len(), 1, "{order:#?}");
    let mut both = order[0].implementations.clone();
    both.sort();
    assert_eq!(both, ["a", "b"], "curvemark is of another commit, and says nothing about machines");
    let flip = of_runs(&runs, "F04");
    assert_eq!(flip.len(), 1, "{flip:#?}");
    assert!(
        flip[0].sentence.contains("+sha") && flip[0].sentence.contains("b on"),
        "{}",
        flip[0].sentence
    );
    let twin = Machine { fingerprint: "another".into(), ..before.machine.clone() };
    let twin = of_runs(&[before.clone(), Run { machine: twin, ..after.clone() }], "F04");
    let said = format!("The machine changed from one {} to another: code", before.machine.cpu);
    assert!(twin[0].sentence.starts_with(&said), "{}", twin[0].sentence);
    let same = Run { machine: before.machine.clone(), ..after };
    let runs = [before, same];
    assert!(of_runs(&runs, "F03").is_empty() && of_runs(&runs, "F04").is_empty());
}

#[test]
fn f05_unequal_contracts_and_parsing_inside() {
    let clock = clock();
    let mut bytes = Library::new("bytes", &clock, |_, _| 300.0);
    bytes.contract = Contract::bytes(peer_api::Checks::Subgroup, Time::Variable);
    let parsed = Library::new("curvemark", &clock, |_, _| 100.0);
    let found = of_runs(
        &[run(1, "a", machine("one", &[]), &[parsed.clone(), bytes.clone()], &[MUL])],
        "F05",
    );
    assert_eq!((found.len(), found[0].severity), (1, Severity::Warning), "{found:#?}");
    assert!(
        of_runs(&[run(1, "a", machine("one", &[]), &[parsed.clone(), parsed], &[MUL])], "F05")
            .is_empty()
    );
    bytes.cost = |id, _| if id.ends_with("bls_verify") { 10_000.0 } else { 1_000.0 };
    let ids = [
        "bls12-381/g1_decode",
        "bls12-381/g2_decode",
        "bls12-381/hash_to_g2",
        "bls12-381/multi_pairing_2",
        "bls12-381/bls_verify",
    ];
    let found = of_runs(&[run(1, "a", machine("one", &[]), &[bytes], &ids)], "F05");
    assert!(
        found.len() == 1 && (found[0].statistic.value - 0.2).abs() < 0.02,
        "two of ten: {found:#?}"
    );
}

#[test]
fn f08_f10_f11_f12_where_time_goes() {
    let clock = clock();
    let slow: Cost = |id, _| match id {
        "secp256k1/fp_mul" | "p256/fp_mul" => 20.0,
        "secp256k1/ecdsa_verify" => 20_000.0,
        "p256/ecdsa_verify" => 80_000.0,
        "secp256k1/decode" => 2_000.0,
        "secp256k1/double_mul_vartime" => 17_000.0,
        _ => 0.0,
    };
    let mut other = Library::new("other", &clock, |id, _| match id {
        "secp256k1/ecdsa_verify" => 50_000.0,
        "p256/ecdsa_verify" => 90_000.0,
        "secp256k1/decode" => 30_000.0,
        "secp256k1/double_mul_vartime" => 2_000.0,
        _ => 0.0,
    });
    let ids = [
        "secp256k1/fp_mul",
        "secp256k1/decode",
        "secp256k1/double_mul_vartime",
        "secp256k1/ecdsa_verify",
        "p256/fp_mul",
        "p256/ecdsa_verify",
    ];
    let libraries = [Library::new("curvemark", &clock, slow), other.clone()];
    let one = [run(1, "a", machine("one", &[]), &libraries, &ids)];
    let sibling = of_runs(&one, "F08");
    assert!(sibling.len() == 1 && sibling[0].operations[0] == "p256/ecdsa_verify", "{sibling:#?}");
    assert!((sibling[0].statistic.value - 4.0).abs() < 0.2);
    let share = of_runs(&one, "F10");
    assert!(
        share.iter().any(|one| one.operations == ["secp256k1/ecdsa_verify", "secp256k1/double_mul_vartime"]),
        "{share:#?}"
    );
    // 2000 + 2000 of the best parts beside 20000.
    let mix = of_runs(&one, "F12");
    assert!(mix.len() == 1 && mix[0].statistic.value < 0.25, "{mix:#?}");
    assert!(of_runs(&one, "F11").is_empty(), "whoever is fastest has it on both curves");
    other.cost = |id, _| match id {
        "secp256k1/ecdsa_verify" => 5_000.0,
        "p256/fp_mul" => 30.0,
        _ => 0.0,
    };
    let one = [run(1, "a", machine("one", &[]), &[libraries[0].clone(), other], &ids)];
    let hole = of_runs(&one, "F11");
    assert!(hole.len() == 1 && hole[0].implementations == ["other"], "{hole:#?}");
    assert!(of_runs(&one, "F12").is_empty(), "all parts are by one");
    let even: Cost = |id, _| if id.ends_with("fp_mul") { 20.0 } else { 20_000.0 };
    let one = [run(1, "a", machine("one", &[]), &[Library::new("curvemark", &clock, even)], &ids)];
    assert!(of_runs(&one, "F08").is_empty());
}

#[test]
fn f17_one_back_end_two_speeds() {
    let clock = clock();
    let libraries = |label: &str| {
        let mut slow = Library::new("slow", &clock, |_, _| 300.0);
        slow.features = vec![format!("backend {label}")];
        let mut fast = Library::new("fast", &clock, |_, _| 100.0);
        fast.features = vec!["backend field 1.0".to_owned()];
        [fast, slow]
    };
    let found =
        |label| of_runs(&[run(1, "a", machine("one", &[]), &libraries(label), &[MUL])], "F17");
    assert_eq!(found("field 1.0").len(), 1);
    assert!(found("another 1.0").is_empty());
}

#[test]
fn f19_threads_that_do_not_pay() {
    let clock = clock();
    let alone: Cost = |_, n| 1_000.0 * n as f64;
    let pair = |threads: Cost| {
        [
            Library::new("curvemark", &clock, alone),
            Library::new("curvemark (threads)", &clock, threads),
        ]
    };
    let late =
        of_sweep(sweep(SIGNATURES, 64, Some(2), &pair(|_, n| 20_000.0 + 500.0 * n as f64)), "F19");
    assert!(
        late[0].severity == Severity::Advice && late[0].sentence.contains("longer than one thread"),
        "{late:#?}"
    );
    let good = of_sweep(sweep(SIGNATURES, 64, Some(2), &pair(|_, n| 510.0 * n as f64)), "F19");
    assert!(good[0].severity == Severity::Info && good[0].statistic.value > 0.9, "{good:#?}");
}

/// Curvemark and two peers, before and after.
fn change(ours: Cost, version: &'static str, theirs: Cost) -> [Run; 2] {
    let clock = clock();
    let steady = Library::new("steady", &clock, |_, _| 200.0);
    let peer = |version, cost| Library { version, ..Library::new("peer", &clock, cost) };
    let before = [
        Library::new("curvemark", &clock, |_, _| 100.0),
        steady.clone(),
        peer("1.0", |_, _| 300.0),
    ];
    let after = [Library::new("curvemark", &clock, ours), steady, peer(version, theirs)];
    [
        run(1, "a", machine("one", &[]), &before, &[MUL]),
        run(2, "b", machine("one", &[]), &after, &[MUL]),
    ]
}

#[test]
fn f22_and_f23_a_change_is_laid_at_the_right_door() {
    let slower = change(|_, _| 110.0, "1.0", |_, _| 300.0);
    let found = of_runs(&slower, "F22");
    assert!(found.len() == 1 && found[0].severity == Severity::Warning, "{found:#?}");
    assert!((found[0].statistic.value - 1.1).abs() < 0.02 && of_runs(&slower, "F23").is_empty());
    let drift = change(|_, _| 100.0, "1.1", |_, _| 330.0);
    let found = of_runs(&drift, "F23");
    assert!(found.len() == 1 && found[0].severity == Severity::Security, "{found:#?}");
    assert!(of_runs(&drift, "F22").is_empty(), "nothing of ours changed");
    let same = change(|_, _| 100.0, "1.1", |_, _| 300.0);
    assert!(of_runs(&same, "F22").is_empty() && of_runs(&same, "F23").is_empty());
}

#[test]
fn f24_noise_is_named() {
    let of = |noise| {
        let clock = SimulatedClock::new(5, noise);
        let libraries = [
            Library::new("curvemark", &clock, |_, _| 1e7),
            Library::new("other", &clock, |_, _| 1e7),
        ];
        of_runs(&[run(1, "a", machine("one", &[]), &libraries, &[MUL])], "F24")
    };
    assert!(of(0.2).iter().any(|one| one.severity == Severity::Advice), "{:#?}", of(0.2));
    assert!(of(0.0).is_empty());
}

#[test]
fn f25_claims_beside_two_machines() {
    let clock = clock();
    let libraries = [
        Library::new("curvemark", &clock, |_, _| 100.0),
        Library::new("other", &clock, |_, _| 200.0),
    ];
    let runs = [1, 2]
        .map(|at| run(at, "a", machine(["", "one", "two"][at as usize], &[]), &libraries, &[MUL]));
    let of = |ratio| {
        let claim = Claim::ratio("a paper", MUL, "other", "curvemark", ratio);
        let evidence = Evidence { claims: &[claim], ..Evidence::of_runs(&runs) };
        all(&evidence).into_iter().find(|one| one.id == "F25").expect("it is looked at")
    };
    assert_eq!(of(5.0).severity, Severity::Warning);
    assert!(of(2.0).severity == Severity::Info && of(2.0).sentence.contains("it holds"));
}

#[test]
fn f26_schemes_that_nobody_beats() {
    let clock = clock();
    let cost: Cost = |id, _| if id.starts_with("ed25519") { 100.0 } else { 300.0 };
    let ids = ["secp256k1/ecdsa_sign", "secp256k1/ecdsa_verify", "ed25519/sign", "ed25519/verify"];
    let found = of_runs(
        &[run(1, "a", machine("one", &[]), &[Library::new("curvemark", &clock, cost)], &ids)],
        "F26",
    );
    assert!(found.len() == 1 && found[0].statistic.value == 1.0, "{found:#?}");
    let alone = of_runs(
        &[run(1, "a", machine("one", &[]), &[Library::new("curvemark", &clock, cost)], &ids[2..])],
        "F26",
    );
    assert!(alone.is_empty(), "one scheme is no choice");
}

#[test]
fn f27_what_is_old() {
    let clock = clock();
    let runs = [run(
        1,
        "a",
        machine("one", &[]),
        &[Library::new("curvemark", &clock, |_, _| 100.0)],
        &[MUL],
    )];
    let at = |days: u64| {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs((20_454 + days) * 86_400);
        all(&Evidence { now: Some(now), ..Evidence::of_runs(&runs) })
            .into_iter()
            .filter(|one| one.id == "F27")
            .count()
    };
    // 2026-01-01 is day 20454.
    assert_eq!((at(10), at(400)), (0, 1));
}

#[test]
fn f13_what_is_prepared_once() {
    // Wall time counts here, and without noise nobody is preempted.
    let clock = SimulatedClock::new(5, 0.0);
    let with = |cost: Cost| {
        // Preparing the table takes 40000 ns more than preparing without.
        let library = Library { setup: 40_000.0, ..Library::new("curvemark", &clock, cost) };
        let mut one = run(
            1,
            "a",
            machine("one", &[]),
            std::slice::from_ref(&library),
            &["kzg/commit", "kzg/commit_table"],
        );
        let found = crate::probes::setups(
            &[&library as &dyn Implementation],
            &one.operations,
            &Anything,
            7,
            &clock,
            &|_| true,
        );
        crate::probes::attach(&mut one, found);
        of_runs(&[one], "F13")
    };
    let pays = with(|id, _| if id.ends_with("_table") { 600.0 } else { 1_000.0 });
    assert!(
        pays.len() == 1 && (90.0..=115.0).contains(&pays[0].statistic.value),
        "40000 over 400: {pays:#?}"
    );
    let never = with(|_, _| 1_000.0);
    assert!(
        never[0].severity == Severity::Advice && never[0].sentence.contains("never pays"),
        "{never:#?}"
    );
}

/// A curve without points says nothing and breaks nothing.
#[test]
fn an_empty_curve_is_no_finding() {
    let clock = clock();
    let mut empty = sweep(SIGNATURES, 2, None, &[Library::new("one", &clock, |_, _| 100.0)]);
    empty.families[0] = Curve { points: Vec::new(), ..empty.families[0].clone() };
    assert!(all(&Evidence::of_sweeps(&[empty])).is_empty());
}
