//! curvemark with a mistake, for tests of what the gate notices.

use crate::implementations::Curvemark;
use peer_api::body::Prepared;
use peer_api::{About, Body, Case, Contract, Implementation, Operation, Refusal};

/// Changes arguments.
pub(super) type Before = fn(&mut Case);
/// Changes an answer.
pub(super) type After = fn(&mut Vec<u8>);

/// curvemark with one mistake.
pub(super) struct Wrong {
    pub(super) before: Before,
    pub(super) after: After,
}

struct Twisted {
    body: Box<dyn Body>,
    after: After,
}

impl Body for Twisted {
    fn run(&mut self, calls: u32) {
        self.body.run(calls);
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        let mut answer = self.body.answer(index)?;
        (self.after)(&mut answer);
        Ok(answer)
    }
}

impl Implementation for Wrong {
    fn about(&self) -> About {
        Curvemark.about()
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        Curvemark.contract(operation)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        let mut pool = pool.to_vec();
        pool.iter_mut().for_each(self.before);
        Ok(Box::new(Twisted { body: Curvemark.prepare(operation, &pool)?, after: self.after }))
    }
}
