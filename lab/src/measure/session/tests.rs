//! Whole measurements on a simulated clock.

use super::*;
use crate::commands::keep::Keeper;
use crate::inputs::FieldsOnly;
use crate::measure::clock::simulated::{
    Behaviour, SimulatedClock, SyntheticBody, SyntheticLibrary,
};
use peer_api::{About, Contract, Time, operation};

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
        found.health.remarks.iter().any(|remark| remark
            .ends_with("rough or absent: bls12-381/fp_mul, bls12-381/fp_sqr, bls12-381/fr_mul.")),
        "{:?}",
        found.health
    );
}

/// A library whose operations take what they take, and so does preparing them.
struct Heavy {
    inner: SyntheticLibrary,
    /// Nanoseconds of a call, by the end of the operation's id.
    calls: &'static [(&'static str, f64)],
    prepare_ns: f64,
}

impl Implementation for Heavy {
    fn about(&self) -> About {
        self.inner.about()
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        self.inner.contract(operation)
    }

    fn prepare(&self, operation: &Operation, _: &[Case]) -> Result<Box<dyn Body>, Refusal> {
        let clock = self.inner.clock.clone();
        clock.work(self.prepare_ns);
        let found = self.calls.iter().find(|(verb, _)| operation.id.ends_with(verb));
        let behaviour = Behaviour::Steady(found.map_or(100.0, |(_, ns)| *ns));
        Ok(Box::new(SyntheticBody { clock, behaviour }))
    }
}

/// Measures three operations in a budget of seconds on a clock that only their bodies move, and
/// says how long that took.
fn within(
    budget_s: f64,
    calls: &'static [(&'static str, f64)],
    prepare_ns: f64,
) -> (Measured, f64) {
    within_on(SimulatedClock::new(1, 0.0), budget_s, calls, prepare_ns)
}

fn within_on(
    clock: SimulatedClock,
    budget_s: f64,
    calls: &'static [(&'static str, f64)],
    prepare_ns: f64,
) -> (Measured, f64) {
    let library = |name| {
        let inner = SyntheticLibrary::steady(name, &clock, 100.0);
        Box::new(Heavy { inner, calls, prepare_ns }) as Box<dyn Implementation>
    };
    let boxed = vec![library("curvemark"), library("first"), library("second")];
    let options = Options { seed: 7, budget_s, pin: false, table: None };
    let quiet = &mut Quiet::default();
    let before = clock.seconds();
    let found = measure(&boxed, &fields(), &FieldsOnly, &machine(), &options, &clock, quiet);
    (found, clock.seconds() - before)
}

fn ids(found: &Measured) -> Vec<&str> {
    found.operations.iter().map(|operation| operation.id.as_str()).collect()
}

/// Whatever a call, or preparing, takes: the whole keeps to the budget within 20 %, and what has no
/// room is named.
#[test]
fn a_budget_holds_preparing_and_visits() {
    // All have room, though the first visits of all take most of it.
    let (found, took) = within(60.0, &[("fp_mul", 0.1e9), ("fp_sqr", 0.2e9)], 0.0);
    assert!(took <= 72.0, "{took} s of 60");
    assert_eq!(ids(&found), ["bls12-381/fp_mul", "bls12-381/fp_sqr", "bls12-381/fr_mul"]);
    assert!(found.operations.iter().all(|one| one.rows[1].ratio.is_some()), "intervals");

    // A round of the second takes 12 s, of which four have room: the fewest for an interval.
    let (found, took) = within(60.0, &[("fp_mul", 0.1e9), ("fp_sqr", 1.0e9)], 0.0);
    assert!(took <= 72.0 && found.operations.len() == 3, "{took} s of 60");
    assert!(found.operations[1].rows[1].ratio.is_some());
    let said = "intervals are rough or absent: bls12-381/fp_sqr.";
    assert!(found.health.remarks.iter().any(|one| one.ends_with(said)), "{:?}", found.health);

    // Of rounds of 14.4 s four have none.
    let (found, took) = within(60.0, &[("fp_mul", 0.1e9), ("fp_sqr", 1.2e9)], 0.0);
    assert!(took <= 72.0, "{took} s of 60");
    assert_eq!(ids(&found), ["bls12-381/fp_mul", "bls12-381/fr_mul"]);
    let said = "Left out, since the budget has no room: bls12-381/fp_sqr; --budget 250 has it.";
    assert!(found.health.remarks.iter().any(|one| one == said), "{:?}", found.health.remarks);
    // And that budget has it.
    let (found, took) = within(250.0, &[("fp_mul", 0.1e9), ("fp_sqr", 1.2e9)], 0.0);
    assert!(took <= 300.0 && found.operations.len() == 3, "{took} s of 250");

    // Preparing takes a minute for each operation: the last two are not begun.
    let (found, took) = within(300.0, &[], 40e9);
    assert!(took <= 360.0, "{took} s of 300");
    assert_eq!(ids(&found), ["bls12-381/fp_mul"]);
    let said = "Left out, since the budget has no room: bls12-381/fp_sqr, bls12-381/fr_mul; \
                a longer --budget has it.";
    assert!(found.health.remarks.iter().any(|one| one == said), "{:?}", found.health.remarks);

    // Calls of the second have no room, which a call of each shows until half the time is over.
    let (found, took) = within(10.0, &[("fp_sqr", 3e9)], 0.0);
    assert!(took <= 12.0, "{took} s of 10");
    assert_eq!(ids(&found), ["bls12-381/fp_mul"]);
    for said in [
        "curvemark has no figure for bls12-381/fp_sqr: a call takes 3.00 s, and the budget has no \
         room for it.",
        "second has no figure for bls12-381/fp_sqr: half of the budget was over before its turn.",
        "Left out, since the budget has no room: bls12-381/fr_mul; a longer --budget has it.",
    ] {
        assert!(found.health.remarks.iter().any(|one| one == said), "{:?}", found.health.remarks);
    }
}

/// Where others work on the machine, a second of work takes several. A budget is of seconds that
/// pass, and what has room in it has an interval.
#[test]
fn a_loaded_machine_keeps_to_the_budget_with_fewer_operations() {
    let calls = &[("fp_mul", 0.1e9), ("fp_sqr", 0.3e9)];
    let has_intervals = |found: &Measured, verbs: &[&str]| {
        verbs.iter().all(|verb| {
            let one = found.operations.iter().find(|one| one.id.ends_with(verb));
            one.is_some_and(|one| one.rows[1].ratio.is_some())
        })
    };
    // Alone, all have room.
    let (found, took) = within(60.0, calls, 0.0);
    assert!(took <= 66.0, "{took} s of 60");
    assert!(has_intervals(&found, &["fp_mul", "fp_sqr", "fr_mul"]));

    // Five times as slow from the beginning: four rounds of the second take 72 s.
    let busy = || SimulatedClock::new(1, 0.0).shared(0.0, 5.0);
    let (found, took) = within_on(busy(), 60.0, calls, 0.0);
    assert!(took <= 66.0, "{took} s of 60");
    assert_eq!(ids(&found), ["bls12-381/fp_mul", "bls12-381/fr_mul"]);
    assert!(has_intervals(&found, &["fp_mul", "fr_mul"]));
    let said = "Left out, since the budget has no room: bls12-381/fp_sqr; --budget ";
    assert!(found.health.remarks.iter().any(|one| one.starts_with(said)), "{:?}", found.health);

    // From the first visits on: the second is not visited again until the others have theirs.
    for from_s in [3.0, 10.0, 20.0] {
        let clock = SimulatedClock::new(1, 0.0).shared(from_s, 5.0);
        let (found, took) = within_on(clock, 60.0, calls, 0.0);
        assert!(took <= 72.0, "{took} s of 60, loaded from {from_s} s on");
        assert!(has_intervals(&found, &["fp_mul", "fr_mul"]), "{:?}", found.health.remarks);
    }

    // A table of many short operations: visits get shorter, and nobody loses them.
    let clock = SimulatedClock::new(1, 0.0).shared(0.0, 8.0);
    let (found, took) = within_on(clock, 2.0, &[], 0.0);
    assert!(took <= 2.4, "{took} s of 2");
    assert!(found.operations.iter().all(|one| one.rows[0].visits == 8), "{:?}", found.health);
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
    fn about(&self) -> About {
        self.0.about()
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        self.0.contract(operation)
    }

    fn prepare(&self, _: &Operation, pool: &[Case]) -> peer_api::body::Prepared {
        peer_api::body::refusing(pool.to_vec(), |_| None::<u8>, |answer| vec![*answer])
    }
}

/// Prepares for two seconds each time.
struct Slow(SyntheticLibrary, SimulatedClock);

impl Implementation for Slow {
    fn about(&self) -> About {
        self.0.about()
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        self.0.contract(operation)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> peer_api::body::Prepared {
        self.1.work(2e9);
        self.0.prepare(operation, pool)
    }
}

/// Whoever asks about an operation after the visits has to know whether there is time to prepare
/// it.
#[test]
fn what_preparing_took_is_known() {
    let clock = SimulatedClock::new(1, 0.0);
    let slow = Slow(SyntheticLibrary::steady("curvemark", &clock, 20.0), clock.clone());
    let all: Vec<Box<dyn Implementation>> = vec![Box::new(slow)];
    let options = Options { seed: 7, budget_s: 60.0, pin: false, table: None };
    let found =
        measure(&all, &fields(), &FieldsOnly, &machine(), &options, &clock, &mut Quiet::default());
    let ids: Vec<&str> = found.preparing_s.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids, ["bls12-381/fp_mul", "bls12-381/fp_sqr", "bls12-381/fr_mul"]);
    // Itself and the control.
    assert!(found.preparing_s.iter().all(|(_, seconds)| (4.0..4.1).contains(seconds)));
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

    // A run that ends before its first visit leaves no file.
    let mut quiet = Quiet::default();
    let mut keeper = Keeper::new(&mut quiet, &folder, &header);
    keeper.begin(&found.method, &[]);
    drop(keeper);
    assert!(!folder.exists());

    // Where nothing can be kept, the run goes on and says so.
    let mut quiet = Quiet::default();
    let nowhere = std::path::Path::new("/dev/null/nowhere");
    let mut keeper = Keeper::new(&mut quiet, nowhere, &header);
    let found = measure(&all, &fields(), &FieldsOnly, &machine(), &options, &clock, &mut keeper);
    assert_eq!(found.operations.len(), 3);
    assert!(keeper.end().1.expect("no such folder").starts_with("The visits could not be kept"));
}
