//! The method measured by itself: copies that are equal must look equal, and a known slowdown must be seen.
//!
//! Many contests run side by side as the operations of a run would: each has an original, a second copy of it, and, if wanted, a
//! third that does a stated share more. The share of copies that hold one in their interval, and of slowdowns found, is what the
//! method is worth on this machine at this hour.

use super::clock::Clock;
use super::compare::compare;
use super::contest::{Contest, Entry, Suspect};
use super::fitness::{CONTROL_SHARE, Watch};
use super::planted::Planted;
use super::schedule::{self, End, Observer, Plan};
use super::session::Relay;
use peer_api::{Body, Contract, Refusal, Time};
use record::statistics::Bootstrap;
use record::{Health, Machine, Ratio};
use serde::Serialize;
use std::hint::black_box;

/// The share of planted slowdowns that must be found.
pub const FOUND_SHARE: f64 = 0.95;

/// What to try.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Contests side by side.
    pub trials: u32,
    /// The slowdown to plant, relative; none for copies alone.
    pub planted: Option<f64>,
    /// Seconds in all.
    pub budget_s: f64,
    /// Seed of all orders.
    pub seed: u64,
}

/// What was seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// What ran.
    pub subject: String,
    /// Trials with an interval.
    pub trials: u32,
    /// Copies whose interval held one.
    pub held: u32,
    /// The slowdown that was planted, relative.
    pub planted: Option<f64>,
    /// Slowdowns whose interval lay above one.
    pub found: u32,
    /// Each copy over its original.
    pub copies: Vec<Ratio>,
    /// Each slowed copy over its original.
    pub slowed: Vec<Ratio>,
    /// The machine meanwhile.
    pub health: Health,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl Outcome {
    /// Whether the method works here: enough copies held, enough slowdowns found.
    pub fn passed(&self) -> bool {
        let share = |count: u32, needed: f64| f64::from(count) >= needed * f64::from(self.trials);
        self.trials > 0 && share(self.held, CONTROL_SHARE) && (self.planted.is_none() || share(self.found, FOUND_SHARE))
    }
}

/// Runs the trials. `make` prepares the subject anew each time it is called.
///
/// # Errors
/// [`Suspect`] if the subject does no work.
pub fn run(
    subject: &str,
    make: &mut dyn FnMut() -> Box<dyn Body>,
    machine: &Machine,
    options: &Options,
    clock: &dyn Clock,
    observer: &mut dyn Observer,
) -> Result<Outcome, Suspect> {
    let mut watch = Watch::begin(clock, None, machine.cpus, machine.virtual_machine);
    // What the contract says does not matter between copies.
    let contract = Contract::parsed(Time::Variable);
    let mut contests = Vec::new();
    for _ in 0..options.trials {
        let original = Entry::calibrate("original", contract, make(), clock)?;
        let control = original.twin("copy", make());
        let slowed = options.planted.map(|extra| original.twin("slowed", Box::new(Planted::new(make(), extra))));
        contests.push(Contest::new([original].into_iter().chain(slowed).collect(), Some(control)));
    }
    let bootstrap = Bootstrap { seed: options.seed, ..Bootstrap::default() };
    let plan = Plan { budget_s: options.budget_s, seed: options.seed, bootstrap };
    let mut relay = Relay { observer, watch: &mut watch, clock };
    let end = schedule::run(&mut contests, &plan, clock, &mut relay);

    let (mut copies, mut slowed) = (Vec::new(), Vec::new());
    for contest in &contests {
        let (rows, control) = contest.rows();
        let ratio = |row| compare(row, &rows[0], &bootstrap).ok()?.ratio();
        copies.extend(control.as_ref().and_then(ratio));
        slowed.extend(rows.get(1).and_then(ratio));
    }
    let held = copies.iter().filter(|ratio| ratio.low <= 1.0 && 1.0 <= ratio.high).count() as u32;
    let found = slowed.iter().filter(|ratio| ratio.low > 1.0).count() as u32;
    Ok(Outcome {
        subject: subject.to_owned(),
        trials: copies.len() as u32,
        held,
        planted: options.planted,
        found,
        health: watch.end(clock, held, copies.len() as u32),
        copies,
        slowed,
        interrupted: end == End::Interrupted,
    })
}

/// A subject that needs no library: a dependent chain of 64-bit products folded to 64 bits, a few nanoseconds each.
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
        // The golden ratio's bits: odd, and without a pattern; the added constant keeps zero from being a fixed point.
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
        let mut make = || -> Box<dyn Body> { Box::new(SyntheticBody { clock: clock.clone(), behaviour }) };
        let options = Options { trials: 20, planted, budget_s: 8.0, seed };
        run("synthetic", &mut make, &machine(), &options, &clock, &mut Silent)
    }

    #[test]
    fn three_per_cent_is_found_and_copies_are_equal() {
        for seed in 0..5 {
            let outcome = outcome(seed, Some(0.03), Behaviour::Steady(40.0)).expect("honest work");
            assert!(outcome.passed(), "held {} and found {} of {}", outcome.held, outcome.found, outcome.trials);
            assert_eq!((outcome.trials, outcome.slowed.len()), (20, 20));
        }
    }

    #[test]
    fn nothing_planted_nothing_found() {
        let copies = outcome(3, None, Behaviour::Steady(40.0)).expect("honest work");
        assert!(copies.passed() && copies.slowed.is_empty() && copies.found == 0);
        // A slowdown of nothing is a third copy: it must not be found in most trials.
        let third = outcome(3, Some(0.0), Behaviour::Steady(40.0)).expect("honest work");
        assert!(!third.passed() && third.found <= 2, "found {}", third.found);
    }

    #[test]
    fn a_subject_without_work_is_refused() {
        assert!(outcome(3, None, Behaviour::Removed(9.0)).is_err());
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
