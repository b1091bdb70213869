//! A clock that only the bodies under measurement move: the truth of every test that uses it is
//! known.

use super::{Clock, Reading, Surroundings, Ticks};
use peer_api::{About, Body, Case, Contract, Implementation, Operation, Refusal, Time};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use record::statistics::below;
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Debug)]
struct State {
    now: Reading,
    random: ChaCha8Rng,
    noise: f64,
    /// Common factor of the present stretch of time, redrawn every 20 ms of wall time: what makes
    /// the rounds of a visit alike.
    factor: f64,
    redraw_at: f64,
    surroundings: Surroundings,
    /// Of a hundred ticks of its machine, which pass whenever it is asked about them, so many go to
    /// others, and how often yet.
    stolen: (u64, u32),
    /// From so many nanoseconds on, so much wall time passes for each of thread time.
    shared: (f64, f64),
}

/// A clock and the machine that moves it; clones share the time.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedClock(Rc<RefCell<State>>);

impl SimulatedClock {
    /// `noise` is the relative size of a block's scatter; one block in twelve is preempted on top
    /// of that.
    pub(crate) fn new(seed: u64, noise: f64) -> Self {
        let random = ChaCha8Rng::seed_from_u64(seed);
        let (now, ticks) = (Reading::default(), Some(Ticks { steal: 0, total: 0 }));
        let surroundings = Surroundings { load: Some(0.0), ticks };
        let state = State {
            now,
            random,
            noise,
            factor: 1.0,
            redraw_at: 0.0,
            surroundings,
            stolen: (0, 0),
            shared: (0.0, 1.0),
        };
        Self(Rc::new(RefCell::new(state)))
    }

    /// The same on a machine that is not there for so many hundredths of the time.
    pub(crate) fn stolen(self, percent: u64) -> Self {
        self.stolen_at_first(percent, u32::MAX)
    }

    /// The same the first times that it is asked about its machine.
    pub(crate) fn stolen_at_first(self, percent: u64, times: u32) -> Self {
        self.0.borrow_mut().stolen = (percent, times);
        self
    }

    /// The same on a machine on which others work too, from so many seconds on: so much wall time
    /// passes for each of the thread's.
    pub(crate) fn shared(self, from_s: f64, stretch: f64) -> Self {
        self.0.borrow_mut().shared = (from_s * 1e9, stretch);
        self
    }

    /// Lets a block of `ns` of pure work pass.
    pub(crate) fn work(&self, ns: f64) {
        let mut state = self.0.borrow_mut();
        let state = &mut *state;
        let mut uniform = || (f64::from(state.random.next_u32()) + 0.5) / 4_294_967_296.0;
        if state.now.wall_ns >= state.redraw_at {
            state.factor = 1.0 + 5.0 * state.noise * uniform();
            state.redraw_at = state.now.wall_ns + 2e7;
        }
        let scatter = 1.0 - state.noise * uniform().ln();
        let cpu = ns * state.factor * scatter;
        let preempted =
            if below(&mut state.random, 12) == 0 && state.noise > 0.0 { 3e6 } else { 0.0 };
        state.now.cpu_ns += cpu;
        let stretch = if state.now.wall_ns < state.shared.0 { 1.0 } else { state.shared.1 };
        state.now.wall_ns += stretch * cpu + preempted;
    }

    /// Seconds that have passed.
    pub(crate) fn seconds(&self) -> f64 {
        self.0.borrow().now.wall_ns / 1e9
    }
}

impl Clock for SimulatedClock {
    /// Moves the wall time by a hair, since a clock that never moves by itself is none.
    fn start(&self) -> Reading {
        let mut state = self.0.borrow_mut();
        state.now.wall_ns += 1e-5;
        state.now
    }

    fn stop(&self) -> Reading {
        self.0.borrow().now
    }

    fn has_cpu_time(&self) -> bool {
        true
    }

    fn surroundings(&self) -> Surroundings {
        let mut state = self.0.borrow_mut();
        let (percent, left) = &mut state.stolen;
        let stolen = if *left > 0 { *percent } else { 0 };
        *left = left.saturating_sub(1);
        if let Some(ticks) = &mut state.surroundings.ticks {
            (ticks.steal, ticks.total) = (ticks.steal + stolen, ticks.total + 100);
        }
        state.surroundings
    }
}

/// How a synthetic body behaves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Behaviour {
    /// So many nanoseconds per call.
    Steady(f64),
    /// A body that the compiler has removed: a block takes this long whatever the number of calls.
    Removed(f64),
}

/// A body of known cost.
pub(crate) struct SyntheticBody {
    pub(crate) clock: SimulatedClock,
    pub(crate) behaviour: Behaviour,
}

impl Body for SyntheticBody {
    fn run(&mut self, calls: u32) {
        match self.behaviour {
            Behaviour::Steady(ns) => self.clock.work(ns * f64::from(calls)),
            Behaviour::Removed(ns) => self.clock.work(ns),
        }
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        Ok(vec![index as u8])
    }
}

/// A library whose every operation costs the same.
pub(crate) struct SyntheticLibrary {
    pub(crate) name: &'static str,
    pub(crate) clock: SimulatedClock,
    pub(crate) behaviour: Behaviour,
    pub(crate) contract: Contract,
}

impl SyntheticLibrary {
    pub(crate) fn steady(name: &'static str, clock: &SimulatedClock, ns: f64) -> Self {
        let contract = Contract::parsed(Time::Constant);
        Self { name, clock: clock.clone(), behaviour: Behaviour::Steady(ns), contract }
    }
}

impl Implementation for SyntheticLibrary {
    fn about(&self) -> About {
        let (features, flags) = (Vec::new(), Vec::new());
        About {
            name: self.name,
            version: format!("{} 1.0", self.name),
            features,
            flags,
            engine: "simulated".into(),
        }
    }

    fn contract(&self, _: &Operation) -> Option<Contract> {
        Some(self.contract)
    }

    fn prepare(&self, _: &Operation, _: &[Case]) -> Result<Box<dyn Body>, Refusal> {
        Ok(Box::new(SyntheticBody { clock: self.clock.clone(), behaviour: self.behaviour }))
    }
}
