//! Runs paths under memcheck or callgrind, and judges.

use core::fmt;

use crate::paths::Path;
use crate::secrets::Secrets;
use crate::valgrind;

/// What was seen of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Memcheck's reports while it ran with marked secrets.
    pub reports: usize,
    /// How many of them are verdicts that it declares.
    pub verdicts: usize,
    /// Whether the marks reached the result.
    pub reached: bool,
    /// Whether the result is the one of the plain run.
    pub equal: bool,
}

impl Finding {
    /// Whether the path is free of secret-dependent branches and addresses, and was really
    /// examined.
    pub const fn is_clean(&self) -> bool {
        self.reports == self.verdicts && self.reached && self.equal
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.reports, self.verdicts) {
            (reports, verdicts) if reports != verdicts => {
                write!(
                    f,
                    "FAILED: {reports} reports of secret-dependent branches or addresses, for {verdicts} verdicts"
                )
            }
            _ if !self.equal => f.write_str("FAILED: another result than without marks"),
            _ if !self.reached => {
                f.write_str("FAILED: no mark reached the result, so nothing was examined")
            }
            (_, 0) => f.write_str("clean"),
            (_, verdicts) => write!(f, "clean, {verdicts} public"),
        }
    }
}

/// Runs a path plain, then marked, and counts the reports of the second run. Under memcheck.
pub fn examine(path: &Path) -> Finding {
    let expected = (path.run)(&Secrets::PLAIN);
    let before = valgrind::reports();
    let mut found = (path.run)(&Secrets::MARKED);
    let reports = valgrind::reports() - before;
    let reached = valgrind::is_marked(&found);
    valgrind::make_defined(found.as_mut_slice());
    Finding { reports, verdicts: path.verdicts, reached, equal: expected == found }
}

/// Runs a path once and has callgrind write down what was executed since its last secret came in.
/// Under callgrind.
pub fn trace(path: &Path) {
    valgrind::forget_executed();
    core::hint::black_box((path.run)(&Secrets::TRACED));
    valgrind::dump_executed(path.name);
}
