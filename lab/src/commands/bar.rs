//! What a measurement shows while it runs, until Ctrl-C ends it: the live table above its bar.

use super::interrupt::Guard;
use crate::measure::contest::Contest;
use crate::measure::schedule::Observer;
use crate::terminal::live::{Live, Shown};
use crate::terminal::progress::Progress;
use peer_api::Operation;

/// The observer of a measurement at a terminal.
pub(super) struct Bar<'a> {
    live: Live<'a>,
    guard: &'a Guard,
}

impl<'a> Bar<'a> {
    /// For these operations; `activity` is what the bar calls it.
    pub(super) fn new(
        progress: &'a Progress,
        guard: &'a Guard,
        shown: Shown,
        activity: &'static str,
        operations: &[&'static Operation],
    ) -> Self {
        let titles = operations.iter().map(|operation| operation.title).collect();
        Self { live: Live::new(progress, shown, activity, titles), guard }
    }
}

impl Observer for Bar<'_> {
    fn prepares(&mut self, operation: usize) {
        self.live.prepares(operation);
    }

    fn visited(&mut self, operation: usize, open: usize, spent: f64, budget: f64) {
        self.guard.measures();
        self.live.visited(operation, open, spent, budget);
    }

    fn stands(&mut self, operation: usize, contest: &Contest<'_>) {
        self.live.stands(operation, contest);
    }

    fn stop(&self) -> bool {
        self.guard.asked()
    }
}
