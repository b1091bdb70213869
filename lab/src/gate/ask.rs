//! Asks implementations: many cases in one pool, or one.

use peer_api::{Body, Case, Curve, Implementation, Operation, Refusal};

use super::OURS;
use super::subject::Answer;

/// Cases in one pool: enough to spread the cost of preparing, small enough to stay small in memory.
pub(crate) const POOL: usize = 256;

/// The answers to `cases`, in order.
///
/// An implementation that parses its pool beforehand refuses a whole pool for one bad case; then
/// each case becomes a pool of its own, and a refused pool is the answer to its case.
pub(crate) fn ask(
    implementation: &dyn Implementation,
    operation: &Operation,
    cases: &[Case],
) -> Vec<Answer> {
    let all =
        |body: &mut dyn Body, count: usize| (0..count).map(|index| body.answer(index)).collect();
    match implementation.prepare(operation, cases) {
        Ok(mut body) => all(&mut *body, cases.len()),
        Err(Refusal::Invalid) if cases.len() > 1 => cases
            .iter()
            .flat_map(|case| ask(implementation, operation, core::slice::from_ref(case)))
            .collect(),
        Err(refusal) => cases.iter().map(|_| Err(refusal.clone())).collect(),
    }
}

/// Whether an implementation offers anything on a curve.
pub(crate) fn serves(implementation: &dyn Implementation, curve: Curve) -> bool {
    let mut operations =
        peer_api::OPERATIONS.iter().filter(|operation| operation.curve() == Some(curve));
    operations.any(|operation| implementation.contract(operation).is_some())
}

/// One operation of one implementation as a function.
#[derive(Clone, Copy)]
pub(crate) struct Function<'a> {
    implementation: &'a dyn Implementation,
    operation: &'static Operation,
}

impl<'a> Function<'a> {
    /// `None` if the implementation does not offer it.
    pub(crate) fn new(implementation: &'a dyn Implementation, id: &str) -> Option<Self> {
        let operation = peer_api::operation(id)?;
        implementation.contract(operation).map(|_| Self { implementation, operation })
    }

    /// The first of `implementations` that offers it; a witness before our own, so that inputs do
    /// not come from what is being checked.
    pub(crate) fn witness(implementations: &[&'a dyn Implementation], id: &str) -> Option<Self> {
        let mut offers: Vec<_> =
            implementations.iter().filter_map(|one| Self::new(*one, id)).collect();
        offers.sort_by_key(|one| one.implementation.about().name == OURS);
        offers.first().copied()
    }

    pub(crate) fn call(&self, arguments: &[&[u8]]) -> Answer {
        let case = arguments.iter().map(|argument| argument.to_vec()).collect();
        ask(self.implementation, self.operation, &[case]).swap_remove(0)
    }
}
