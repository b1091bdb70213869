//! Counts the cases of one suite while it runs, and makes its record.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use peer_api::Refusal;

use super::Progress;
use super::subject::Answer;
use super::vectors::cases::hex;
use record::Suite;

/// Failures that are kept in words; the rest are counted.
const KEPT: usize = 8;

/// The first word of an entry among a suite's failures that does not fail the suite.
pub(crate) const REMARK: &str = "remark: ";

thread_local! {
    /// Whether suites are only counted.
    static COUNTING: Cell<bool> = const { Cell::new(false) };
}

/// How many suites tell of their progress in `gate`: it runs without any of their cases.
pub(crate) fn count(gate: impl FnOnce(Progress<'_>)) -> u64 {
    let suites = Cell::new(0);
    COUNTING.set(true);
    gate(&|_, _, _| suites.set(suites.get() + 1));
    COUNTING.set(false);
    suites.get()
}

/// Whether suites are only counted.
pub(crate) fn counting() -> bool {
    COUNTING.get()
}

/// A suite while it runs.
pub(crate) struct Tally<'a> {
    suite: Suite,
    total: u64,
    progress: Progress<'a>,
    remarks: Vec<String>,
    remarked: u64,
}

/// What a suite is called, what it shows, and where its expected values come from.
pub(crate) struct Title {
    pub(crate) name: String,
    pub(crate) shows: String,
    pub(crate) source: String,
}

impl Title {
    pub(crate) fn new(
        name: impl Into<String>,
        shows: impl Into<String>,
        source: impl Into<String>,
    ) -> Self {
        Self { name: name.into(), shows: shows.into(), source: source.into() }
    }
}

/// Runs a suite of about `total` checks. A panic inside is a failure with its message, and ends
/// this suite alone; a suite that checked nothing has failed.
pub(crate) fn run(
    title: Title,
    total: usize,
    progress: Progress<'_>,
    body: impl FnOnce(&mut Tally<'_>),
) -> Suite {
    let Title { name, shows, source } = title;
    let suite =
        Suite { name, shows, source, passed: 0, failures: vec![], failed: 0, skipped: None };
    let mut tally = Tally { suite, total: total as u64, progress, remarks: vec![], remarked: 0 };
    tally.tick();
    if counting() {
        return tally.suite;
    }
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(&mut tally))) {
        let message = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
        tally.fail(format!("panic: {}", message.as_deref().unwrap_or("without a message")));
    }
    tally.finish()
}

/// As [`run`], for a suite over whatever an implementation offers: one that offers nothing of it is
/// skipped.
pub(crate) fn run_offered(
    title: Title,
    total: usize,
    progress: Progress<'_>,
    body: impl FnOnce(&mut Tally<'_>),
) -> Suite {
    let name = title.name.clone();
    let mut nothing = false;
    let suite = run(title, total, progress, |tally| {
        body(tally);
        nothing = tally.done() == 0;
    });
    if nothing {
        skipped(&name, "the implementation offers none of these operations")
    } else {
        suite
    }
}

/// The record of a suite whose cases could not be had.
pub(crate) fn unusable(title: Title, problem: &dyn core::fmt::Display) -> Suite {
    let Title { name, shows, source } = title;
    Suite {
        name,
        shows,
        source,
        passed: 0,
        failures: vec![problem.to_string()],
        failed: 1,
        skipped: None,
    }
}

/// The record of a suite, or of a stage, that did not run.
pub(crate) fn skipped(name: &str, why: &str) -> Suite {
    let (name, skipped) = (name.to_owned(), Some(why.to_owned()));
    Suite {
        name,
        shows: String::new(),
        source: String::new(),
        passed: 0,
        failures: vec![],
        failed: 0,
        skipped,
    }
}

impl Tally<'_> {
    fn done(&self) -> u64 {
        self.suite.passed + self.suite.failed + self.remarked
    }

    fn tick(&self) {
        let done = self.done();
        (self.progress)(&self.suite.name, done, self.total.max(done));
    }

    pub(crate) fn pass(&mut self) {
        self.suite.passed += 1;
        self.tick();
    }

    pub(crate) fn fail(&mut self, what: String) {
        self.suite.failed += 1;
        if self.suite.failures.len() < KEPT {
            self.suite.failures.push(what);
        }
        self.tick();
    }

    /// A case that came out differently from the specification without failing the gate.
    pub(crate) fn remark(&mut self, what: String) {
        self.remarked += 1;
        if self.remarks.len() < KEPT {
            self.remarks.push(format!("{REMARK}{what}"));
        }
        self.tick();
    }

    pub(crate) fn holds(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if holds { self.pass() } else { self.fail(what()) }
    }

    /// The two sides of a law have an answer, and it is the same.
    pub(crate) fn same(&mut self, law: &str, left: &Answer, right: &Answer) {
        match right {
            Ok(bytes) => self.equal(law, bytes, left),
            // Of an implementation in another process: the stack's own process cannot be lost.
            Err(Refusal::Lost(reason)) => self.remark(format!("{law}: lost ({reason})")),
            Err(_) => self.fail(format!("{law}: right side {}", words(right))),
        }
    }

    pub(crate) fn equal(&mut self, what: &str, expected: &[u8], answer: &Answer) {
        if let Err(Refusal::Lost(reason)) = answer {
            return self.remark(format!("{what}: lost ({reason})"));
        }
        self.holds(matches!(answer, Ok(bytes) if bytes == expected), || {
            format!("{what}: {}, expected {}", words(answer), hex(expected))
        });
    }

    pub(crate) fn verdict(&mut self, what: &str, expected: bool, answer: &Answer) {
        self.equal(what, &[u8::from(expected)], answer);
    }

    pub(crate) fn refused(&mut self, what: &str, answer: &Answer) {
        self.holds(matches!(answer, Err(Refusal::Invalid)), || {
            format!("{what}: {}, must be refused", words(answer))
        });
    }

    fn finish(mut self) -> Suite {
        if self.done() == 0 {
            self.fail("no case was checked".to_owned());
        }
        self.suite.failures.append(&mut self.remarks);
        self.suite
    }
}

/// An answer as a message shows it.
pub(crate) fn words(answer: &Answer) -> String {
    match answer {
        // All cells of a blob; whoever looks for the difference asks again.
        Ok(bytes) if bytes.len() > 1 << 17 => {
            format!("{}… ({} bytes)", hex(&bytes[..32]), bytes.len())
        }
        Ok(bytes) => hex(bytes),
        Err(Refusal::Invalid) => "refused".to_owned(),
        Err(Refusal::Unsupported(reason)) => format!("not offered ({reason})"),
        Err(Refusal::Lost(reason)) => format!("lost ({reason})"),
    }
}
