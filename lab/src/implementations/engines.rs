//! curvemark on one of its engines, for comparing them with each other.

use curve::engines::cpu::Engine;
use peer_api::body::Prepared;
use peer_api::{About, Body, Case, Contract, Implementation, Operation, Refusal};

use super::Curvemark;
use crate::engine::{Limit, allowed};

/// curvemark with this engine at most, under a name of the caller's.
pub struct OnEngine {
    /// The name among the implementations.
    pub name: &'static str,
    /// The engine.
    pub engine: Engine,
}

impl OnEngine {
    /// curvemark on the next slower engine than the one in force, if there is one; its name has the engine's behind it.
    pub fn next_slower() -> Option<Self> {
        let engine = *allowed().get(1)?;
        let name = match engine {
            Engine::Portable => "curvemark (portable)",
            Engine::Adx => "curvemark (adx)",
            Engine::Lanes => "curvemark (lanes)",
        };
        Some(Self { name, engine })
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
