//! What keeps a run's visits on disk while it measures, so that a run that is killed is not lost.

use super::interrupt;
use crate::measure::contest::Contest;
use crate::measure::schedule::Observer;
use record::Method;
use record::journal::{Journal, Plan, Visit};
use record::jsonl::Header;
use record::runs;
use std::io;
use std::path::Path;

/// An observer that writes the journal of the run, and passes everything on. A disk that fails
/// stops the journal, not the run.
pub struct Keeper<'a> {
    observer: &'a mut dyn Observer,
    folder: &'a Path,
    header: &'a dyn Fn(&Method) -> Header,
    journal: Option<Journal>,
    failed: Option<io::Error>,
}

impl<'a> Keeper<'a> {
    /// `header` makes the first line when the method is known. No file is made before.
    pub fn new(
        observer: &'a mut dyn Observer,
        folder: &'a Path,
        header: &'a dyn Fn(&Method) -> Header,
    ) -> Self {
        Self { observer, folder, header, journal: None, failed: None }
    }

    /// The journal, to be held until the run is stored, and what to know about it.
    pub fn end(self) -> (Option<Journal>, Option<String>) {
        interrupt::keeps(String::new());
        let said = self.failed.map(|error| {
            format!("The visits could not be kept while the run went on, so that a kill would have lost it: {error}.")
        });
        (self.journal, said)
    }

    fn keep(&mut self, write: impl FnOnce(&mut Journal) -> io::Result<()>) {
        if self.failed.is_none()
            && let Some(journal) = &mut self.journal
        {
            self.failed = write(journal).err();
            if self.failed.is_some() {
                let path = journal.path().display();
                interrupt::keeps(format!("only its first visits are in {path}"));
            }
        }
    }
}

impl Observer for Keeper<'_> {
    fn prepares(&mut self, operation: usize) {
        self.observer.prepares(operation);
    }

    fn begin(&mut self, method: &Method, plans: &[Plan]) {
        match runs::begin(self.folder, &(self.header)(method)) {
            Ok(journal) => self.journal = Some(journal),
            Err(error) => self.failed = Some(error),
        }
        if let Some(journal) = &self.journal {
            let path = journal.path().display();
            interrupt::keeps(format!("its visits are in {path}, and the next run stores them"));
        }
        self.keep(|journal| journal.plan(plans));
        self.observer.begin(method, plans);
    }

    fn measured(&mut self, visit: &dyn Fn() -> Visit) {
        self.keep(|journal| journal.visit(visit()));
        self.observer.measured(visit);
    }

    fn visited(&mut self, operation: usize, open: usize, spent: f64, budget: f64) {
        self.observer.visited(operation, open, spent, budget);
    }

    fn stands(&mut self, operation: usize, contest: &Contest<'_>) {
        self.observer.stands(operation, contest);
    }

    fn stop(&self) -> bool {
        self.observer.stop()
    }

    fn halfway(&mut self) {
        self.observer.halfway();
    }
}
