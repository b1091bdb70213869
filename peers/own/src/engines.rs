//! curvemark on one of its engines, by one of two ways, or on threads, for comparing them with each
//! other.

use curve::crossover::{self, Crossover};
use curve::engines::cpu::Engine;
use peer_api::body::Prepared;
use peer_api::families::Family;
use peer_api::{About, Body, Case, Contract, Implementation, Operation, Refusal, pin};

use crate::engine::{Limit, allowed};
use crate::rows::Curvemark;

/// curvemark with this engine at most, under a name of the caller's.
pub struct OnEngine {
    /// The name among the implementations.
    pub name: &'static str,
    /// The engine.
    pub engine: Engine,
}

impl OnEngine {
    /// curvemark on the fastest slower engine that needs no vectors; where the one in force needs
    /// none, on the next one.
    pub fn without_vectors() -> Option<Self> {
        Self::slower().find(|one| one.engine <= Engine::Adx)
    }

    /// curvemark on every slower engine than the one in force, the next one first; its name has the
    /// engine's behind it.
    pub fn slower() -> impl Iterator<Item = Self> {
        allowed().into_iter().skip(1).map(|engine| {
            let name = match engine {
                Engine::Portable => "curvemark (portable)",
                Engine::Adx => "curvemark (adx)",
                Engine::Doubles => "curvemark (doubles)",
                Engine::Doubles512 => "curvemark (doubles512)",
                Engine::Lanes => "curvemark (lanes)",
                Engine::Rns => "curvemark (rns)",
            };
            Self { name, engine }
        })
    }
}

impl Implementation for OnEngine {
    fn about(&self) -> About {
        let _limit = Limit::to(self.engine);
        About { name: self.name, ..Curvemark.about() }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        Curvemark.contract(operation)
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        Curvemark.family_contract(family)
    }

    fn prepare_family(&self, family: &Family, batches: &[&[Case]]) -> Prepared {
        let _limit = Limit::to(self.engine);
        Ok(Box::new(Limited {
            engine: self.engine,
            body: Curvemark.prepare_family(family, batches)?,
        }))
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        let _limit = Limit::to(self.engine);
        Ok(Box::new(Limited { engine: self.engine, body: Curvemark.prepare(operation, pool)? }))
    }
}

/// A body that runs on an engine.
struct Limited {
    engine: Engine,
    body: Box<dyn Body>,
}

impl Body for Limited {
    fn run(&mut self, calls: u32) {
        let _limit = Limit::to(self.engine);
        self.body.run(calls);
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        let _limit = Limit::to(self.engine);
        self.body.answer(index)
    }
}

/// curvemark by one way of a crossover whatever the number of items, for families alone.
pub struct Forced {
    /// The name among the implementations.
    pub name: &'static str,
    /// Which figure does not count.
    pub crossover: &'static Crossover,
    /// Whether the second way is taken.
    pub second: bool,
}

impl Forced {
    /// `then` by this way.
    fn during<R>(crossover: &'static Crossover, second: bool, then: impl FnOnce() -> R) -> R {
        struct Back;
        impl Drop for Back {
            fn drop(&mut self) {
                crossover::force(None);
            }
        }
        let _back = Back;
        let _limit = crossover.without_lanes.then(|| Limit::to(Engine::Adx));
        crossover::force(Some((crossover, second)));
        then()
    }
}

impl Implementation for Forced {
    fn about(&self) -> About {
        About { name: self.name, ..Curvemark.about() }
    }

    fn contract(&self, _: &Operation) -> Option<Contract> {
        None
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        Curvemark.family_contract(family)
    }

    fn prepare(&self, operation: &Operation, _: &[Case]) -> Prepared {
        Err(no_batch(operation))
    }

    fn prepare_family(&self, family: &Family, batches: &[&[Case]]) -> Prepared {
        let body = Curvemark.prepare_family(family, batches)?;
        Ok(Box::new(ForcedBody { crossover: self.crossover, second: self.second, body }))
    }
}

/// A body that goes one way.
struct ForcedBody {
    crossover: &'static Crossover,
    second: bool,
    body: Box<dyn Body>,
}

impl Body for ForcedBody {
    fn run(&mut self, calls: u32) {
        Forced::during(self.crossover, self.second, || self.body.run(calls));
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        Forced::during(self.crossover, self.second, || self.body.answer(index))
    }
}

/// curvemark on fewer threads than the machine runs at once, for operations on all threads alone.
pub struct FewerThreads {
    name: &'static str,
    threads: usize,
}

impl FewerThreads {
    /// One thread and two.
    pub const ALL: [Self; 2] = [
        Self { name: "curvemark (1 thread)", threads: 1 },
        Self { name: "curvemark (2 threads)", threads: 2 },
    ];

    /// Those than which the machine runs more.
    pub fn here() -> impl Iterator<Item = Self> {
        let most = pin::threads();
        Self::ALL.into_iter().filter(move |one| one.threads < most)
    }

    /// Whose name this is, whatever the machine.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name == name)
    }

    /// Its name among the implementations.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// How many.
    pub const fn threads(&self) -> usize {
        self.threads
    }
}

impl Implementation for FewerThreads {
    fn about(&self) -> About {
        About { name: self.name, ..Curvemark.about() }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        Curvemark.contract(operation.alone()?)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        let alone = operation
            .alone()
            .ok_or_else(|| Refusal::Unsupported(format!("{} is on one thread", operation.id)))?;
        Curvemark::prepare_on(alone, pool, self.threads)
    }
}

/// curvemark on the threads of rayon's pool, for families alone.
pub struct OnThreads;

impl OnThreads {
    /// Its name among the implementations.
    pub const NAME: &'static str = "curvemark (threads)";

    /// Starts rayon's pool with so many threads.
    ///
    /// # Errors
    /// The reason, where threads cannot be started, or this process has a pool of another size
    /// already.
    pub fn start(threads: usize) -> Result<(), String> {
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build_global() {
            Err(error) if rayon::current_num_threads() != threads => Err(error.to_string()),
            _ => Ok(()),
        }
    }
}

impl Implementation for OnThreads {
    fn about(&self) -> About {
        About { name: Self::NAME, ..Curvemark.about() }
    }

    fn contract(&self, _: &Operation) -> Option<Contract> {
        None
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        Curvemark.family_contract(family)
    }

    fn prepare(&self, operation: &Operation, _: &[Case]) -> Prepared {
        Err(no_batch(operation))
    }

    fn prepare_family(&self, family: &Family, batches: &[&[Case]]) -> Prepared {
        Curvemark::prepare_on_threads(family, batches)
    }
}

fn no_batch(operation: &Operation) -> Refusal {
    Refusal::Unsupported(format!("{} is no batch of any size", operation.id))
}
