//! What keeps a run's visits on disk while it measures, so that a run that is killed is not lost,
//! and what is said where a disk takes nothing more.

use super::{Failure, interrupt, unwritten};
use crate::measure::contest::Contest;
use crate::measure::schedule::Observer;
use record::Method;
use record::journal::{Journal, Plan, Visit};
use record::jsonl::Header;
use record::runs;
use std::io::{self, Write};
use std::path::Path;

/// A failure to show what is stored, a run or a sweep, with what is not lost.
pub(super) fn but_stored(failure: Failure, what: &str, path: &Path) -> Failure {
    let path = path.display();
    let more = format!("The {what} is stored in {path}, and `curvemark report {path}` shows it");
    match failure {
        Failure::Said(exit, message) => Failure::Said(exit, format!("{message}. {more}")),
        Failure::Output(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Failure::usage(format!("{}. {more}", unwritten(&error)))
        }
        closed @ Failure::Output(_) => closed,
    }
}

/// The failure to store what was measured. Its figures, which `show` writes, come with it if stdout
/// has not shown them: there they would be lost.
pub(super) fn not_stored(
    message: String,
    shown: bool,
    show: &dyn Fn(&mut dyn Write) -> Result<(), Failure>,
) -> Failure {
    let mut text = Vec::new();
    if shown || show(&mut text).is_err() {
        return Failure::usage(message);
    }
    let text = String::from_utf8_lossy(&text);
    Failure::usage(format!("{message}. Its figures:\n\n{}", text.trim_end()))
}

/// An observer that writes the journal of the run, and passes everything on. A disk that fails
/// stops the journal, not the run.
pub struct Keeper<'a> {
    observer: &'a mut dyn Observer,
    folder: &'a Path,
    header: &'a dyn Fn(&Method) -> Header,
    /// What the journal begins with, until the first visit: a run that is killed before it leaves
    /// no file.
    first: Option<(Method, Vec<Plan>)>,
    journal: Option<Journal>,
    failed: Option<io::Error>,
}

impl<'a> Keeper<'a> {
    /// `header` makes the first line when the method is known. No file is made before the first
    /// visit is over.
    pub fn new(
        observer: &'a mut dyn Observer,
        folder: &'a Path,
        header: &'a dyn Fn(&Method) -> Header,
    ) -> Self {
        Self { observer, folder, header, first: None, journal: None, failed: None }
    }

    /// The journal, to be held until the run is stored, and what to know about it.
    pub fn end(self) -> (Option<Journal>, Option<String>) {
        interrupt::keeps(String::new());
        let said = self.failed.map(|error| {
            format!("The visits could not be kept while the run went on, so that a kill would have lost it: {error}.")
        });
        (self.journal, said)
    }

    /// Begins the journal, if it is not there yet.
    fn start(&mut self) {
        let Some((method, plans)) = self.first.take() else { return };
        match runs::begin(self.folder, &(self.header)(&method)) {
            Ok(journal) => self.journal = Some(journal),
            Err(error) => self.failed = Some(error),
        }
        if let Some(journal) = &self.journal {
            let path = journal.path().display();
            interrupt::keeps(format!("its visits are in {path}, and the next run stores them"));
        }
        self.keep(|journal| journal.plan(&plans));
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
        self.first = Some((method.clone(), plans.to_vec()));
        self.observer.begin(method, plans);
    }

    fn measured(&mut self, visit: &dyn Fn() -> Visit) {
        self.start();
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
