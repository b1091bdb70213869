//! curvemark with a mistake, for tests of what the gate notices.

use crate::gate::subject::Answer;
use crate::implementations::Curvemark;
use peer_api::body::Prepared;
use peer_api::{About, Body, Case, Contract, Implementation, Operation};

/// Changes arguments.
pub(super) type Before = fn(&mut Case);
/// Changes an answer, or a refusal.
pub(super) type After = fn(Answer) -> Answer;

/// Arguments as they are.
pub(super) const AS_IT_IS: Before = |_| ();
/// Answers as they are.
pub(super) const SAME: After = |answer| answer;
/// The last bit of an answer is another one.
pub(super) const LAST_BIT: After =
    |answer| changed(answer, |bytes| bytes.iter_mut().rev().take(1).for_each(flip));
/// The lowest bit of the first byte is: the sign of a compressed point.
pub(super) const FIRST_BYTE: After =
    |answer| changed(answer, |bytes| bytes.iter_mut().take(1).for_each(flip));
/// Every verdict is yes.
pub(super) const YES: After = |answer| changed(answer, |verdicts| verdicts.fill(1));

fn flip(byte: &mut u8) {
    *byte ^= 1;
}

fn changed(answer: Answer, change: fn(&mut Vec<u8>)) -> Answer {
    answer.map(|mut bytes| {
        change(&mut bytes);
        bytes
    })
}

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

    fn answer(&mut self, index: usize) -> Answer {
        (self.after)(self.body.answer(index))
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
