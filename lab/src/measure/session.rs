//! One measurement of a set of operations on a set of implementations, from inputs to records.

use super::budget::{Budget, stretch, took};
use super::clock::{Clock, Wall};
use super::compare::Row;
use super::contest::{BLOCK_NS, Contest, Entry, PASSES, Suspect};
use super::fitness::Watch;
use super::gas;
use super::schedule::{self, End, FIRST_VISITS, Goal, Observer, Plan};
use super::tables::Table;
use crate::implementations::baseline;
use crate::inputs::{POOL, Sampler, pool};
use peer_api::pin::Pin;
use peer_api::{Body, Case, Implementation, Operation, Refusal, Shape};
use record::journal::{self, Visit};
use record::probe::{Probe, Probed};
use record::rounds::{Timed, fill};
use record::statistics::Bootstrap;
use record::{Health, Machine, Method};
use std::borrow::Borrow;
use std::rc::Rc;

/// The operations of a plain run: those whose figures a user of the library asks for first.
pub const HEADLINE: &[&str] = &[
    "bls12-381/fp_mul",
    "bls12-381/fr_mul",
    "bls12-381/fp_inv",
    "bls12-381/fp12_mul",
    "bls12-381/g1_add",
    "bls12-381/g1_mul",
    "bls12-381/g2_mul",
    "bls12-381/g1_subgroup_check",
    "bls12-381/g2_subgroup_check",
    "bls12-381/g1_decode",
    "bls12-381/g2_decode",
    "bls12-381/hash_to_g1",
    "bls12-381/hash_to_g2",
    "bls12-381/miller_loop",
    "bls12-381/final_exp",
    "bls12-381/pairing",
    "bls12-381/multi_pairing_8",
    "cashu-v3/blind",
    "cashu-v3/sign",
    "cashu-v3/unblind",
    "cashu-v3/verify",
    "cashu-v3/batch_verify_10_10",
];

/// What a measurement is told.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Seed of inputs and orders.
    pub seed: u64,
    /// Seconds for preparing, calibrating and visits.
    pub budget_s: f64,
    /// Whether to pin the thread.
    pub pin: bool,
    /// The table that says which peers are measured; without one, all that offer an operation.
    pub table: Option<&'static Table>,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The operations that have rounds, in the order given.
    pub operations: Vec<record::Operation>,
    /// How it was done.
    pub method: Method,
    /// Whether it can be believed; the remarks name everything that was left out.
    pub health: Health,
    /// Rows that were refused because they did no work: errors, not remarks.
    pub suspects: Vec<String>,
    /// For each operation, what calibration found out besides: bodies that did no work.
    pub probes: Vec<(&'static str, Probe)>,
    /// What inputs, bodies and calibrating took of each operation that was visited, seconds: who
    /// prepares it again needs less.
    pub preparing_s: Vec<(&'static str, f64)>,
    /// Why it ended.
    pub end: End,
}

/// Passes the schedule's calls on, and sets the middle canary.
pub(super) struct Relay<'a> {
    pub(super) observer: &'a mut dyn Observer,
    pub(super) watch: &'a mut Watch,
    pub(super) clock: &'a dyn Clock,
    /// Which of the operations asked for each contest is; those that cannot be measured have none.
    /// Empty where all are.
    pub(super) places: Vec<usize>,
}

impl Relay<'_> {
    fn place(&self, contest: usize) -> usize {
        self.places.get(contest).copied().unwrap_or(contest)
    }
}

impl Observer for Relay<'_> {
    fn prepares(&mut self, operation: usize) {
        self.observer.prepares(operation);
    }

    fn begin(&mut self, method: &Method, plans: &[journal::Plan]) {
        self.observer.begin(method, plans);
    }

    fn measured(&mut self, visit: &dyn Fn() -> Visit) {
        self.observer.measured(visit);
    }

    fn visited(&mut self, operation: usize, open: usize, spent: f64, budget: f64) {
        self.observer.visited(self.place(operation), open, spent, budget);
    }

    fn stands(&mut self, operation: usize, contest: &Contest<'_>) {
        self.observer.stands(self.place(operation), contest);
    }

    fn stop(&self) -> bool {
        self.observer.stop()
    }

    fn halfway(&mut self) {
        self.watch.canary(self.clock);
        self.observer.halfway();
    }
}

/// One operation on its way: the contest, and whether its first row is the baseline.
struct Prepared {
    operation: &'static Operation,
    has_baseline: bool,
    gas: Vec<record::Gas>,
}

impl Prepared {
    /// The operation as its record describes it, and who takes part.
    fn plan(&self, contest: &Contest) -> journal::Plan {
        let (entrants, controlled) = contest.entrants();
        let shape = match self.operation.shape {
            Shape::Chain => "chain",
            Shape::Independent => "independent",
            Shape::Threads => "threads",
        };
        journal::Plan {
            id: self.operation.id.to_owned(),
            title: self.operation.title.to_owned(),
            shape: shape.to_owned(),
            note: self.operation.note.to_owned(),
            gas: self.gas.clone(),
            parts: super::parts::of(self.operation.id),
            entrants,
            baselined: self.has_baseline,
            controlled,
        }
    }
}

/// Measures `operations`. The calling thread does all the work, and is pinned meanwhile if the
/// options say so.
pub fn measure<'a, I: Borrow<dyn Implementation + 'a>>(
    implementations: &[I],
    operations: &[&'static Operation],
    sampler: &dyn Sampler,
    machine: &Machine,
    options: &Options,
    clock: &dyn Clock,
    observer: &mut dyn Observer,
) -> Measured {
    let budget = Budget::new(clock, options.budget_s);
    let pin = if options.pin { Pin::last_cpu() } else { None };
    let mut watch = Watch::begin(
        clock,
        options.pin.then_some(pin.is_some()),
        machine.cpus,
        machine.virtual_machine,
    );
    let on_threads = operations.iter().any(|operation| operation.shape == Shape::Threads);
    if on_threads {
        watch.crowding();
    }
    let (mut prepared, mut contests, mut remarks, mut suspects) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    if let Some(pin) = &pin {
        implementations.iter().for_each(|implementation| implementation.borrow().pin(pin.cpu()));
    }
    let baseline = baseline(implementations);
    let baseline_name = baseline.map(|index| implementations[index].borrow().about().name);
    let (mut unoffered, mut probes, mut places) = (Vec::new(), Vec::new(), Vec::new());
    let (mut unbegun, mut without_room, mut preparing_s) = (Vec::new(), Vec::new(), Vec::new());
    for (place, &operation) in operations.iter().enumerate() {
        if observer.stop() {
            unbegun.push(operation.id);
            continue;
        }
        if !implementations
            .iter()
            .any(|implementation| implementation.borrow().contract(operation).is_some())
        {
            unoffered.push(operation.id);
            continue;
        }
        if budget.is_prepared() {
            without_room.push(operation.id);
            continue;
        }
        observer.prepares(place);
        let before_s = budget.spent();
        let made = prepare(
            implementations,
            baseline,
            operation,
            sampler,
            options,
            &budget,
            clock,
            &mut remarks,
            &mut suspects,
            &mut probes,
        );
        if let Some((contest, has_baseline, gas)) = made {
            preparing_s.push((operation.id, budget.spent() - before_s));
            contests.push(contest);
            places.push(place);
            prepared.push(Prepared { operation, has_baseline, gas });
        }
    }

    let slow = stretch(&took(&contests));
    let rounds_ns: Vec<f64> = contests.iter().map(|one| slow * one.round_ns()).collect();
    // What those take that were not prepared is not known.
    let holds = without_room.is_empty().then(|| Budget::that_holds(&rounds_ns));
    let out = budget.without_room(&rounds_ns);
    for index in (0..out.len()).rev().filter(|&index| out[index]) {
        without_room.push(prepared.remove(index).operation.id);
        drop((contests.remove(index), places.remove(index)));
    }
    remarks.extend(budget.remark(&without_room, holds));

    if !unoffered.is_empty() {
        remarks.push(format!("Not measured, since nobody offers them: {}.", unoffered.join(", ")));
    }

    let bootstrap = Bootstrap { seed: options.seed, ..Bootstrap::default() };
    let plan = Plan { budget_s: budget.left(), seed: options.seed, bootstrap, goal: Goal::Narrow };
    let method = Method {
        seed: options.seed,
        pool: POOL,
        block_us: BLOCK_NS / 1e3,
        passes: PASSES,
        budget_s: options.budget_s,
        pinned: pin.is_some(),
        confidence: bootstrap.confidence,
        resamples: bootstrap.resamples,
        ranks: bootstrap.ranks,
        selection: None,
    };
    let plans: Vec<journal::Plan> =
        prepared.iter().zip(&contests).map(|(prepared, contest)| prepared.plan(contest)).collect();
    let mut relay = Relay { observer, watch: &mut watch, clock, places };
    relay.begin(&method, &plans);
    let end = schedule::run(&mut contests, &plan, clock, &mut relay);

    let (mut records, mut unvisited, mut rough) = (Vec::new(), Vec::new(), Vec::new());
    for ((prepared, plan), contest) in prepared.iter().zip(&plans).zip(&contests) {
        if contest.visits() == 0 {
            unvisited.push(prepared.operation.id);
            continue;
        }
        if contest.visits() < FIRST_VISITS {
            rough.push(prepared.operation.id);
        }
        for (name, why) in contest.lost() {
            remarks.push(format!("{name} has no figure for {}: {why}.", prepared.operation.id));
        }
        let (rows, control) = contest.rows();
        // The baseline may have been lost on the way: then whoever is first now is not it.
        let baselined = prepared.has_baseline
            && rows.first().map(|row| row.implementation.as_str()) == baseline_name;
        let timed: Vec<Timed> = rows.iter().map(Row::timed).collect();
        let mut record = plan.operation();
        fill(&mut record, &timed, control.as_ref().map(Row::timed).as_ref(), baselined, &bootstrap);
        records.push(record);
    }
    unvisited.extend(unbegun);
    if !unvisited.is_empty() {
        let why = match end {
            End::Interrupted => "before it was interrupted",
            End::Enough | End::Budget => "for want of time",
        };
        remarks.push(format!("Not measured {why}: {}.", unvisited.join(", ")));
    }
    if !rough.is_empty() {
        let few =
            format!("fewer than {FIRST_VISITS} visits, so that intervals are rough or absent");
        remarks.push(format!("Measured with {few}: {}.", rough.join(", ")));
    }
    let controls: Vec<record::Ratio> =
        records.iter().filter_map(|operation| operation.control).collect();
    let held = controls.iter().filter(|ratio| ratio.low <= 1.0 && 1.0 <= ratio.high).count();
    if on_threads {
        watch.crowding();
    }
    let mut health = watch.end(clock, held as u32, controls.len() as u32);
    if end == End::Interrupted {
        remarks.insert(
            0,
            "The run was interrupted: what had been measured by then is kept.".to_owned(),
        );
    }
    health.remarks.extend(suspects.iter().cloned());
    health.remarks.extend(remarks);
    Measured { operations: records, method, health, suspects, probes, preparing_s, end }
}

/// Prepares an operation over the same cases as before, as often as it is asked.
pub(super) fn again<'a>(
    implementation: &'a dyn Implementation,
    operation: &'static Operation,
    cases: &Rc<[Case]>,
) -> impl FnMut() -> Result<Box<dyn Body>, Refusal> + use<'a> {
    let cases = Rc::clone(cases);
    move || implementation.prepare(operation, &cases)
}

/// Prepares and calibrates every implementation of one operation, the baseline first and once more
/// as control.
#[expect(
    clippy::too_many_arguments,
    reason = "a step of `measure` with its lists of messages, called once"
)]
fn prepare<'a, 'i: 'a, I: Borrow<dyn Implementation + 'i>>(
    implementations: &'a [I],
    baseline: Option<usize>,
    operation: &'static Operation,
    sampler: &dyn Sampler,
    options: &Options,
    budget: &Budget<'_>,
    clock: &dyn Clock,
    remarks: &mut Vec<String>,
    suspects: &mut Vec<String>,
    probes: &mut Vec<(&'static str, Probe)>,
) -> Option<(Contest<'a>, bool, Vec<record::Gas>)> {
    let cases = match pool(operation, options.seed, POOL, sampler) {
        Ok(cases) => Rc::<[Case]>::from(cases),
        Err(reason) => {
            remarks.push(format!("{} was not measured: {reason}.", operation.id));
            return None;
        }
    };
    let (mut entries, mut control) = (Vec::new(), None);
    let wall = Wall(clock);
    let timer = wall.for_operation(operation);
    let admitted = |name| options.table.is_none_or(|table| table.admits(operation, name));
    let others = (0..implementations.len())
        .filter(|&i| Some(i) != baseline && admitted(implementations[i].borrow().about().name));
    for i in baseline.into_iter().chain(others) {
        let implementation = implementations[i].borrow();
        let Some(contract) = implementation.contract(operation) else { continue };
        let name = implementation.about().name;
        if budget.is_prepared() {
            remarks.push(format!(
                "{name} has no figure for {}: half of the budget was over before its turn.",
                operation.id
            ));
            continue;
        }
        // To refuse takes nanoseconds: inputs that are no good for it must not give a figure.
        let sound = |mut body: Box<dyn Body>| {
            let ends = [0, cases.len() - 1].map(|index| body.answer(index));
            ends.into_iter().find_map(Result::err).map_or(Ok(body), Err)
        };
        let before = clock.start().wall_ns;
        let prepared = implementation.prepare(operation, &cases);
        let costs_ns = clock.start().wall_ns - before;
        let body = match prepared.and_then(sound) {
            Ok(body) => body,
            Err(refusal) => {
                remarks.push(format!(
                    "{name} did not take the inputs of {}: {refusal}.",
                    operation.id
                ));
                continue;
            }
        };
        match Entry::calibrate_within(budget.longest_call_ns(), name, contract, body, timer) {
            Ok(entry) => {
                if Some(i) == baseline {
                    // The first copy was prepared from the same cases a moment ago; should the
                    // second fail, there is no control.
                    let copy = implementation
                        .prepare(operation, &cases)
                        .ok()
                        .map(|body| entry.twin(name, body));
                    control = copy.map(|copy| {
                        copy.renewed(costs_ns, again(implementation, operation, &cases))
                    });
                }
                entries
                    .push((i, entry.renewed(costs_ns, again(implementation, operation, &cases))));
            }
            Err(suspect @ (Suspect::Lost(_) | Suspect::TooLong { .. })) => {
                remarks.push(format!("{name} has no figure for {}: {suspect}.", operation.id))
            }
            Err(suspect) => {
                suspects.push(format!("{name} has no figure for {}: {suspect}.", operation.id));
                probes.push((
                    operation.id,
                    Probe {
                        implementation: name.to_owned(),
                        found: Probed::NoWork(suspect.to_string()),
                    },
                ));
            }
        }
    }
    let has_baseline = entries.first().is_some_and(|(i, _)| Some(*i) == baseline);
    (!entries.is_empty()).then(|| {
        let entries = entries.into_iter().map(|(_, entry)| entry).collect();
        let contest = Contest::new(entries, control).by_wall(operation.shape == Shape::Threads);
        (contest, has_baseline, gas::prices(operation, &cases))
    })
}

#[cfg(test)]
mod tests;
