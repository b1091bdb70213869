//! Whole measurements on a simulated clock.

use super::*;
use crate::commands::keep::Keeper;
use crate::inputs::FieldsOnly;
use crate::measure::clock::simulated::{Behaviour, SimulatedClock, SyntheticLibrary};
use peer_api::{Contract, Time, operation};

#[derive(Default)]
struct Quiet {
    visits: u32,
    stop_after: Option<u32>,
}

impl Observer for Quiet {
    fn visited(&mut self, _: usize, _: usize, _: f64, _: f64) {
        self.visits += 1;
    }
    fn stop(&self) -> bool {
        self.stop_after.is_some_and(|limit| self.visits >= limit)
    }
}

fn machine() -> Machine {
    Machine {
        cpu: "simulated".into(),
        cpu_id: String::new(),
        features: Vec::new(),
        cpus: 1000,
        caches: String::new(),
        system: String::new(),
        virtual_machine: false,
        clock_ghz: 1.0,
        fingerprint: "000000000000".into(),
    }
}

fn fields() -> Vec<&'static Operation> {
    ["fp_mul", "fp_sqr", "fr_mul"]
        .map(|verb| operation(&format!("bls12-381/{verb}")).expect("it is listed"))
        .to_vec()
}

fn run(
    libraries: Vec<SyntheticLibrary>,
    operations: &[&'static Operation],
    clock: &SimulatedClock,
) -> Measured {
    let boxed: Vec<Box<dyn Implementation>> =
        libraries.into_iter().map(|library| Box::new(library) as Box<dyn Implementation>).collect();
    let options = Options { seed: 7, budget_s: 20.0, pin: false, table: None };
    measure(&boxed, operations, &FieldsOnly, &machine(), &options, clock, &mut Quiet::default())
}

#[test]
fn ratios_are_against_curvemark_wherever_it_stands_in_the_list() {
    let clock = SimulatedClock::new(1, 0.01);
    let library = |name, ns| SyntheticLibrary::steady(name, &clock, ns);
    let found = run(
        vec![library("slow", 30.0), library("curvemark", 20.0), library("fast", 16.0)],
        &fields(),
        &clock,
    );
    assert_eq!(found.operations.len(), 3);
    assert_eq!(found.health.control_total, 3);
    assert_eq!(found.health.canary_ns.len(), 3, "start, middle, end");
    for operation in &found.operations {
        let names: Vec<&str> =
            operation.rows.iter().map(|row| row.implementation.as_str()).collect();
        assert_eq!(names, ["curvemark", "slow", "fast"]);
        assert_eq!(operation.rows[0].ratio, None);
        for (row, truth) in operation.rows[1..].iter().zip([1.5, 0.8]) {
            let ratio = row.ratio.expect("equal contracts");
            assert!((ratio.value / truth - 1.0).abs() < 0.01, "{ratio:?}");
            assert!(ratio.low <= ratio.value && ratio.value <= ratio.high);
            assert_eq!(row.rounds_ln.len(), row.rounds as usize);
            assert_eq!(row.rounds_visit.len(), row.rounds as usize);
        }
        assert!(operation.control.is_some());
        assert!((18.0..26.0).contains(&operation.rows[0].cpu_ns));
    }
}

#[test]
fn unequal_contracts_get_figures_but_no_ratio() {
    let clock = SimulatedClock::new(1, 0.0);
    let mut other = SyntheticLibrary::steady("other", &clock, 10.0);
    other.contract = Contract::parsed(Time::Variable);
    let found = run(
        vec![SyntheticLibrary::steady("curvemark", &clock, 20.0), other],
        &fields()[..1],
        &clock,
    );
    let row = &found.operations[0].rows[1];
    assert!((row.cpu_ns - 10.0).abs() < 1e-6);
    assert_eq!((row.ratio, row.rounds_ln.len()), (None, 0));
}

#[test]
fn a_body_that_does_nothing_is_an_error_and_not_a_winner() {
    let clock = SimulatedClock::new(1, 0.0);
    let mut cheat = SyntheticLibrary::steady("cheat", &clock, 0.0);
    cheat.behaviour = Behaviour::Removed(90_000.0);
    let found = run(
        vec![SyntheticLibrary::steady("curvemark", &clock, 20.0), cheat],
        &fields()[..1],
        &clock,
    );
    assert_eq!(found.operations[0].rows.len(), 1);
    assert_eq!(found.suspects.len(), 1);
    assert!(
        found.suspects[0].starts_with(
            "cheat has no figure for bls12-381/fp_mul: more calls do not take more time"
        )
    );
    assert!(found.health.remarks.contains(&found.suspects[0]));
}

#[test]
fn a_baseline_without_figure_leaves_the_others_without_ratio() {
    let clock = SimulatedClock::new(1, 0.0);
    let mut ours = SyntheticLibrary::steady("curvemark", &clock, 0.0);
    ours.behaviour = Behaviour::Removed(90_000.0);
    let found =
        run(vec![ours, SyntheticLibrary::steady("other", &clock, 10.0)], &fields()[..1], &clock);
    let operation = &found.operations[0];
    assert_eq!((operation.rows.len(), operation.rows[0].ratio, operation.control), (1, None, None));
}

#[test]
fn what_was_left_out_is_said() {
    let clock = SimulatedClock::new(1, 0.0);
    let add = operation("bls12-381/g1_add").expect("it is listed");
    let found = run(vec![SyntheticLibrary::steady("curvemark", &clock, 20.0)], &[add], &clock);
    assert!(found.operations.is_empty());
    let said = "bls12-381/g1_add was not measured: no inputs of kind G1 can be made.";
    assert!(found.health.remarks.iter().any(|remark| remark == said), "{:?}", found.health.remarks);
    let nobody = run(Vec::new(), &fields()[..1], &clock);
    assert!(
        nobody
            .health
            .remarks
            .iter()
            .any(|remark| remark.starts_with("Not measured, since nobody offers them: "))
    );
}

#[test]
fn an_interrupted_run_keeps_its_rows() {
    let clock = SimulatedClock::new(1, 0.01);
    let boxed: Vec<Box<dyn Implementation>> = vec![
        Box::new(SyntheticLibrary::steady("curvemark", &clock, 20.0)),
        Box::new(SyntheticLibrary::steady("other", &clock, 30.0)),
    ];
    let options = Options { seed: 7, budget_s: 20.0, pin: false, table: None };
    let mut observer = Quiet { visits: 0, stop_after: Some(14) };
    let found =
        measure(&boxed, &fields(), &FieldsOnly, &machine(), &options, &clock, &mut observer);
    assert_eq!(found.end, End::Interrupted);
    assert_eq!(found.operations.len(), 3);
    assert!(
        found.operations.iter().all(|operation| operation.rows[1].ratio.is_some()),
        "four visits and more"
    );
    assert!(
        found.health.remarks.iter().any(|remark| remark.starts_with("The run was interrupted"))
    );
    assert!(
        found.health.remarks.iter().any(|remark| remark.ends_with("rough or absent: 3.")),
        "{:?}",
        found.health
    );
}

#[test]
fn the_headline_names_exist() {
    for id in HEADLINE {
        assert!(operation(id).is_some(), "{id}");
    }
}

#[test]
fn the_same_seed_and_machine_give_the_same_figures() {
    let once = || {
        let clock = SimulatedClock::new(5, 0.03);
        let library = |name, ns| SyntheticLibrary::steady(name, &clock, ns);
        run(vec![library("curvemark", 20.0), library("other", 21.0)], &fields(), &clock).operations
    };
    assert_eq!(once(), once());
}

/// One that answers no case of its pool, in no time.
struct Refuses(SyntheticLibrary);

impl Implementation for Refuses {
    fn about(&self) -> peer_api::About {
        self.0.about()
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        self.0.contract(operation)
    }

    fn prepare(&self, _: &Operation, pool: &[Case]) -> peer_api::body::Prepared {
        peer_api::body::refusing(pool.to_vec(), |_| None::<u8>, |answer| vec![*answer])
    }
}

#[test]
fn who_refuses_the_inputs_has_no_figure() {
    let clock = SimulatedClock::new(1, 0.01);
    let good = SyntheticLibrary::steady("curvemark", &clock, 20.0);
    let bad = Refuses(SyntheticLibrary::steady("quick", &clock, 1.0));
    let all: Vec<Box<dyn Implementation>> = vec![Box::new(good), Box::new(bad)];
    let options = Options { seed: 7, budget_s: 5.0, pin: false, table: None };
    let found =
        measure(&all, &fields(), &FieldsOnly, &machine(), &options, &clock, &mut Quiet::default());
    for operation in &found.operations {
        let names: Vec<&str> =
            operation.rows.iter().map(|row| row.implementation.as_str()).collect();
        assert_eq!(names, ["curvemark"]);
    }
    let remark = "quick did not take the inputs of bls12-381/fp_mul";
    assert!(
        found.health.remarks.iter().any(|text| text.starts_with(remark)),
        "{:?}",
        found.health.remarks
    );
}

#[test]
fn a_journal_gives_what_the_run_would_have_given() {
    let clock = SimulatedClock::new(3, 0.05);
    let library = |name, ns| SyntheticLibrary::steady(name, &clock, ns);
    let all: Vec<Box<dyn Implementation>> = vec![
        Box::new(library("other", 30.0)),
        Box::new(library("curvemark", 20.0)),
        Box::new(library("slow", 90.0)),
    ];
    let folder = std::env::temp_dir().join(format!("curvemark-keep-{}", std::process::id()));
    let header = |method: &Method| record::jsonl::Header {
        method: method.clone(),
        machine: machine(),
        ..record::jsonl::Header::of(&record::sample::sample())
    };
    let options = Options { seed: 7, budget_s: 5.0, pin: false, table: None };
    // Stopped amid a round of visits, so that operations have different numbers of them.
    let mut quiet = Quiet { stop_after: Some(29), ..Quiet::default() };
    let mut keeper = Keeper::new(&mut quiet, &folder, &header);
    let found = measure(&all, &fields(), &FieldsOnly, &machine(), &options, &clock, &mut keeper);
    let (journal, said) = keeper.end();
    let journal = journal.expect("a folder of ours");
    assert_eq!(said, None);
    let left = journal::recover(&std::fs::read(journal.path()).expect("a file")).expect("visits");
    assert_eq!((left.visits, left.dropped, left.run.operations), (29, 0, found.operations));
    assert_eq!(left.run.method, found.method);
    assert_eq!(left.run.health.control_held, found.health.control_held);
    std::fs::remove_dir_all(&folder).expect("it is ours");

    // Where nothing can be kept, the run goes on and says so.
    let mut quiet = Quiet::default();
    let nowhere = std::path::Path::new("/dev/null/nowhere");
    let mut keeper = Keeper::new(&mut quiet, nowhere, &header);
    let found = measure(&all, &fields(), &FieldsOnly, &machine(), &options, &clock, &mut keeper);
    assert_eq!(found.operations.len(), 3);
    assert!(keeper.end().1.expect("no such folder").starts_with("The visits could not be kept"));
}
