//! The method measured by itself: copies that are equal must look equal, and a known slowdown must
//! be seen.
//!
//! Many trials run side by side as the operations of a run would: each has an original, a second
//! copy of it, and, if wanted, a third that does a stated share more. Each trial is asked whether
//! there is any difference, at four looks that share the error
//! ([`record::statistics::sequential`]). The share of copies of which nothing is reported, and of
//! slowdowns that are, is what the method is worth on this machine at this hour. Trial `i` has the
//! seed `i`, on every machine.

use super::clock::Clock;
use super::compare::Row;
use super::contest::{Contest, Entry, Suspect};
use super::fitness::Watch;
use super::planted::Planted;
use super::schedule::{self, End, Goal, Observer, Plan, at_look};
use super::session::Relay;
use peer_api::{Body, Contract, Refusal, Time};
use record::statistics::Bootstrap;
use record::statistics::discovery::wilson;
use record::statistics::sequential::{Answer, Look, Question};
use record::{Health, Machine, Ratio};
use serde::Serialize;
use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;

/// The share of copies that must be quiet, and of planted slowdowns that must be found.
pub const SHARE: f64 = 0.95;

/// A difference that is surely less than this is none: then a trial may end early.
const NONE: f64 = 0.005;

/// How sure a trial is of what it reports. Of equal copies at most one in a hundred is then called
/// different, over all looks together: were it the five that an interval of 95 % allows, the share
/// asked for would hold in two runs of three, by luck.
const CONFIDENCE: f64 = 0.99;

/// What to try.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Trials side by side, of the seeds 0, 1, and so on.
    pub trials: u32,
    /// The slowdown to plant, relative; none for copies alone.
    pub planted: Option<f64>,
    /// Seconds in all.
    pub budget_s: f64,
}

/// What was seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// What ran.
    pub subject: String,
    /// Trials with an interval.
    pub trials: u32,
    /// Copies of which no difference was reported.
    pub quiet: u32,
    /// The share of quiet copies, with 95 % confidence.
    pub quiet_share: (f64, f64),
    /// The slowdown that was planted, relative.
    pub planted: Option<f64>,
    /// Slowdowns that were reported as such.
    pub found: u32,
    /// The share of slowdowns found, with 95 % confidence.
    pub found_share: (f64, f64),
    /// Each copy over its original, at its last look.
    pub copies: Vec<Ratio>,
    /// Each slowed copy over its original.
    pub slowed: Vec<Ratio>,
    /// The machine meanwhile.
    pub health: Health,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl Outcome {
    /// Whether the method works here: enough copies quiet, enough slowdowns found.
    pub fn passed(&self) -> bool {
        let enough = |count: u32| f64::from(count) >= SHARE * f64::from(self.trials);
        self.trials > 0 && enough(self.quiet) && (self.planted.is_none() || enough(self.found))
    }
}

/// Runs the trials. `make` prepares the subject anew each time it is called, which is for every
/// visit.
///
/// # Errors
/// [`Suspect`] if the subject does no work.
pub fn run(
    subject: &str,
    make: &dyn Fn() -> Box<dyn Body>,
    machine: &Machine,
    options: &Options,
    clock: &dyn Clock,
    observer: &mut dyn Observer,
) -> Result<Outcome, Suspect> {
    let mut watch = Watch::begin(clock, None, machine.cpus, machine.virtual_machine).of_pairs();
    // What the contract says does not matter between copies.
    let contract = Contract::parsed(Time::Variable);
    let mut contests = Vec::new();
    for _ in 0..options.trials {
        let before = clock.start().wall_ns;
        let body = make();
        let costs_ns = clock.start().wall_ns - before;
        let original = Entry::calibrate("original", contract, body, clock)?;
        let control = original.twin("copy", make()).renewed(costs_ns, || Ok(make()));
        let slowed = options.planted.map(|extra| {
            let slow = move || -> Box<dyn Body> { Box::new(Planted::new(make(), extra)) };
            original.twin("slowed", slow()).renewed(costs_ns, move || Ok(slow()))
        });
        let original = original.renewed(costs_ns, || Ok(make()));
        contests.push(Contest::new([original].into_iter().chain(slowed).collect(), Some(control)));
    }
    let question = Question { chance: 1.0 - CONFIDENCE, ..Question::any(NONE) };
    let goal = Goal::Answer { question, of_control: true };
    let bootstrap = Bootstrap { confidence: CONFIDENCE, ..Bootstrap::default() };
    let plan = Plan { budget_s: options.budget_s, seed: 0, bootstrap, goal };
    let mut relay = Relay { observer, watch: &mut watch, clock, places: Vec::new() };
    let end = schedule::run(&mut contests, &plan, clock, &mut relay);

    let (mut copies, mut slowed) = (Vec::new(), Vec::new());
    for (seed, contest) in (0..).zip(&contests) {
        let (rows, control) = contest.rows();
        let bootstrap = Bootstrap { seed, ..plan.bootstrap };
        let ask = |row: &Row| at_look(row, rows.first()?, &question, &bootstrap);
        copies.extend(control.as_ref().and_then(ask));
        slowed.extend(rows.get(1).and_then(ask));
    }
    let ratios = |looks: &[Look]| looks.iter().map(|look| Ratio::of(&look.interval)).collect();
    let differs = |look: &&Look| matches!(look.answer, Answer::Above | Answer::Below);
    let trials = copies.len() as u32;
    let quiet = trials - copies.iter().filter(differs).count() as u32;
    let found = slowed.iter().filter(|look| look.answer == Answer::Above).count() as u32;
    Ok(Outcome {
        subject: subject.to_owned(),
        trials,
        quiet,
        quiet_share: wilson(quiet, trials, 0.95),
        planted: options.planted,
        found,
        found_share: wilson(found, slowed.len() as u32, 0.95),
        health: watch.end(clock, quiet, trials),
        copies: ratios(&copies),
        slowed: ratios(&slowed),
        interrupted: end == End::Interrupted,
    })
}

/// A subject that waits for arithmetic alone and needs no library: a dependent chain of 64-bit
/// products folded to 64 bits, a few nanoseconds each.
#[derive(Clone, Debug)]
pub struct Kernel {
    state: u64,
}

impl Kernel {
    /// What messages call it.
    pub const NAME: &'static str = "a chain of 64-bit products";

    /// Starts the chain at a fixed value.
    pub fn new() -> Self {
        Self { state: 1 }
    }

    fn step(state: u64) -> u64 {
        // The golden ratio's bits: odd, and without a pattern; the added constant keeps zero from
        // being a fixed point.
        let product = u128::from(state) * 0x9e37_79b9_7f4a_7c15 + 0x2545_f491;
        (product as u64) ^ ((product >> 64) as u64)
    }
}

impl Default for Kernel {
    fn default() -> Self {
        Self::new()
    }
}

impl Body for Kernel {
    fn run(&mut self, calls: u32) {
        for _ in 0..calls {
            self.state = black_box(Self::step(self.state));
        }
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        Ok(Self::step(index as u64).to_be_bytes().to_vec())
    }
}

/// A subject that waits for memory: lines of a table of 4 MiB, larger than most caches of the
/// second level, at places that nothing foresees. Eight loads a call, which do not wait for each
/// other.
#[derive(Debug)]
pub struct Gather {
    table: Rc<Table>,
    state: u64,
}

/// What all copies of [`Gather`] read.
#[derive(Debug)]
pub struct Table {
    words: Vec<u64>,
    copies: Cell<u64>,
}

impl Gather {
    /// What messages call it.
    pub const NAME: &'static str = "loads from a table of 4 MiB";

    /// Words of a line.
    const LINE: usize = 8;

    /// The table.
    pub fn table() -> Rc<Table> {
        Rc::new(Table { words: (0..1u64 << 19).collect(), copies: Cell::new(0) })
    }

    /// A new copy, which starts at a place of its own: a copy that followed another would find its
    /// lines in the cache.
    pub fn new(table: &Rc<Table>) -> Self {
        table.copies.set(table.copies.get() + 1);
        let state = Kernel::step(table.copies.get().wrapping_mul(0xd134_2543_de82_ef95));
        Self { table: Rc::clone(table), state }
    }

    fn step(&mut self) -> u64 {
        let lines = self.table.words.len() / Self::LINE;
        (0..8).fold(0, |sum: u64, _| {
            self.state = Kernel::step(self.state);
            // The upper half of the product tells as little of the next place as a cache could use.
            let line = (self.state >> 32) as usize % lines;
            sum.wrapping_add(self.table.words[line * Self::LINE])
        })
    }
}

impl Body for Gather {
    fn run(&mut self, calls: u32) {
        for _ in 0..calls {
            black_box(self.step());
        }
    }

    fn answer(&mut self, _: usize) -> Result<Vec<u8>, Refusal> {
        Ok(Self::new(&self.table).step().to_be_bytes().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::clock::simulated::{Behaviour, SimulatedClock, SyntheticBody};

    struct Silent;
    impl Observer for Silent {
        fn visited(&mut self, _: usize, _: usize, _: f64, _: f64) {}
    }

    fn machine() -> Machine {
        Machine {
            cpu: String::new(),
            cpu_id: String::new(),
            features: Vec::new(),
            cpus: 1000,
            caches: String::new(),
            system: String::new(),
            virtual_machine: false,
            clock_ghz: 1.0,
            fingerprint: String::new(),
        }
    }

    fn outcome(seed: u64, planted: Option<f64>, behaviour: Behaviour) -> Result<Outcome, Suspect> {
        let clock = SimulatedClock::new(seed, 0.02);
        let make =
            || -> Box<dyn Body> { Box::new(SyntheticBody { clock: clock.clone(), behaviour }) };
        let options = Options { trials: 20, planted, budget_s: 30.0 };
        run("synthetic", &make, &machine(), &options, &clock, &mut Silent)
    }

    /// The command at a small budget, on a noisy clock whose truth is known.
    #[test]
    fn one_per_cent_is_found_and_copies_are_quiet() {
        for seed in 0..3 {
            let outcome = outcome(seed, Some(0.01), Behaviour::Steady(40.0)).expect("honest work");
            assert!(
                outcome.passed(),
                "quiet {} and found {} of {}",
                outcome.quiet,
                outcome.found,
                outcome.trials
            );
            assert_eq!((outcome.trials, outcome.slowed.len()), (20, 20));
            assert!(
                outcome.found_share.0 > 0.7 && outcome.found_share.1 >= 0.95,
                "{:?}",
                outcome.found_share
            );
        }
    }

    #[test]
    fn nothing_planted_nothing_found() {
        let copies = outcome(3, None, Behaviour::Steady(40.0)).expect("honest work");
        assert!(copies.passed() && copies.slowed.is_empty() && copies.found == 0);
        // A slowdown of nothing is a third copy: it must not be found in most trials.
        let third = outcome(3, Some(0.0), Behaviour::Steady(40.0)).expect("honest work");
        assert!(!third.passed() && third.found <= 1, "found {}", third.found);
    }

    #[test]
    fn a_subject_without_work_is_refused() {
        assert!(outcome(3, None, Behaviour::Removed(9.0)).is_err());
    }

    #[test]
    fn the_table_is_read_at_many_places() {
        let table = Gather::table();
        let (mut gather, other) = (Gather::new(&table), Gather::new(&table));
        assert_ne!(gather.state, other.state, "no copy follows another");
        let first = gather.state;
        gather.run(3);
        // Eight loads a call.
        assert_eq!(gather.state, (0..24).fold(first, |state, _| Kernel::step(state)));
        let sums: std::collections::HashSet<u64> = (0..1000).map(|_| gather.step()).collect();
        assert!(sums.len() > 990);
    }

    #[test]
    fn the_kernel_does_its_calls() {
        let mut kernel = Kernel::new();
        kernel.run(3);
        let expected = (0..3).fold(1, |state, _| Kernel::step(state));
        assert_eq!(kernel.state, expected);
        assert_eq!(kernel.answer(1), Ok(Kernel::step(1).to_be_bytes().to_vec()));
    }
}
