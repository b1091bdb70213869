//! What a run has measured so far, on disk while it runs, and what is left of it if it is killed.
//!
//! Operations are visited in turns until the budget is spent, so the figures of all of them become
//! final only when the run ends. Until then their visits go into a file of their own, `ID.journal`:
//! the header, then what is measured ([`Plan`]), then each visit's rounds as they come. Every line
//! goes to the operating system with one `write`, at its end, and nothing is ever written over. At
//! the end the run is stored whole ([`crate::runs`]) and the journal goes; a run that did not come
//! so far is made from its journal by [`recover`], with the figures that its rounds give and a mark
//! that it is unfit. So a run has one file, in one form, whose hash is final, and a kill at any
//! moment costs at most the visit that was being written.
//!
//! The lines are not forced to the disk one by one: that would take milliseconds of the machine
//! between the blocks that are timed. Only the header is, so a loss of power, other than a kill,
//! may cost visits of the last seconds.

use crate::jsonl::Header;
use crate::rounds::{Entrant, Round, Timed, fill};
use crate::run::{Gas, Health, Operation, Part, Run};
use crate::statistics::Bootstrap;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How the file of a journal ends.
pub const EXTENSION: &str = "journal";

/// An operation that will be visited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// As in [`Operation`].
    pub id: String,
    /// As in [`Operation`].
    pub title: String,
    /// As in [`Operation`].
    pub shape: String,
    /// As in [`Operation`].
    pub note: String,
    /// As in [`Operation`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gas: Vec<Gas>,
    /// As in [`Operation`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Who takes part, in the order of the rounds; the control is not named.
    pub entrants: Vec<Entrant>,
    /// Whether the first is the baseline.
    pub baselined: bool,
    /// Whether a control comes after them.
    pub controlled: bool,
}

impl Plan {
    /// The operation, without rows.
    pub fn operation(&self) -> Operation {
        Operation {
            id: self.id.clone(),
            title: self.title.clone(),
            shape: self.shape.clone(),
            note: self.note.clone(),
            rows: Vec::new(),
            control: None,
            control_ln: Vec::new(),
            control_visit: Vec::new(),
            gas: self.gas.clone(),
            probes: Vec::new(),
            parts: self.parts.clone(),
        }
    }
}

/// The rounds of one visit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Visit {
    /// Index of the operation among the plans.
    pub operation: usize,
    /// Which visit of this operation, from zero.
    pub visit: u32,
    /// Seconds since the measurement began.
    pub at_s: f64,
    /// Thread-CPU nanoseconds per call: a list for each entrant, the control last. Empty for
    /// whoever was lost on the way.
    pub cpu_ns: Vec<Vec<f64>>,
    /// Wall nanoseconds per call, likewise.
    pub wall_ns: Vec<Vec<f64>>,
}

/// Any line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// The first.
    Header(Box<Header>),
    /// The second: what is measured.
    Plan(Vec<Plan>),
    /// All others.
    Visit(Visit),
}

/// The journal of a run under way. While it lives, others see that the run does ([`is_live`]).
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    failed: Option<io::ErrorKind>,
}

impl Journal {
    /// Begins a journal in a new file.
    ///
    /// # Errors
    /// Those of the file system; [`io::ErrorKind::AlreadyExists`] if there is such a file.
    pub(crate) fn create(path: &Path, header: &Header) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        crate::runs::lock(&file)?;
        let mut journal = Self { file, path: path.to_owned(), failed: None };
        let first = journal.write(&Line::Header(Box::new(header.clone())));
        first.and_then(|()| journal.file.sync_all()).inspect_err(|_| {
            // A journal without its first line is nobody's. It may be beyond removing, too.
            let _ = std::fs::remove_file(path);
        })?;
        Ok(journal)
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes what will be measured, before the first visit.
    ///
    /// # Errors
    /// As [`Self::visit`].
    pub fn plan(&mut self, plans: &[Plan]) -> io::Result<()> {
        self.write(&Line::Plan(plans.to_vec()))
    }

    /// Notes a visit.
    ///
    /// # Errors
    /// Those of the file system. After one, every further line is refused with its kind: a line
    /// behind half a line would be lost to whoever recovers.
    pub fn visit(&mut self, visit: Visit) -> io::Result<()> {
        let whole = |times: Vec<f64>| {
            if times.iter().all(|ns| ns.is_finite()) { times } else { Vec::new() }
        };
        let cpu_ns = visit.cpu_ns.into_iter().map(whole).collect();
        let wall_ns = visit.wall_ns.into_iter().map(whole).collect();
        self.write(&Line::Visit(Visit { cpu_ns, wall_ns, ..visit }))
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        if let Some(kind) = self.failed {
            return Err(kind.into());
        }
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        self.file.write_all(&bytes).inspect_err(|error| self.failed = Some(error.kind()))
    }
}

/// Whether the run of this journal is under way: its process holds a lock that ends with it,
/// however it ends.
///
/// # Errors
/// Those of opening the file.
pub fn is_live(path: &Path) -> io::Result<bool> {
    // A writer holds it alone; readers do not disturb each other.
    match File::open(path)?.try_lock_shared() {
        Err(std::fs::TryLockError::WouldBlock) => Ok(true),
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(false),
    }
}

/// What a journal gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Recovered {
    /// The run, marked as unfit, with a remark that says what happened.
    pub run: Run,
    /// Visits that are kept.
    pub visits: usize,
    /// Bytes after the last whole line, which are dropped.
    pub dropped: usize,
}

/// Why a journal gives no run. What is lost is said in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lost {
    /// The run ended before its first visit was complete.
    Nothing {
        /// Bytes in the file.
        bytes: usize,
    },
    /// The first line is no header of a run, or one of a newer curvemark.
    NotAJournal,
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nothing { bytes } => {
                write!(
                    f,
                    "the run ended before its first visit was stored; {bytes} bytes hold no measurement"
                )
            }
            Self::NotAJournal => {
                f.write_str("the first line is not the header of a run that this curvemark reads")
            }
        }
    }
}

impl std::error::Error for Lost {}

/// Makes a run from what is left of its journal: every whole visit counts, and what follows the
/// last whole line is dropped. A line that is whole but damaged ends it too.
///
/// # Errors
/// [`Lost`].
pub fn recover(journal: &[u8]) -> Result<Recovered, Lost> {
    let mut lines =
        journal.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let nothing = Lost::Nothing { bytes: journal.len() };
    let first = lines.next().ok_or(nothing)?;
    let Ok(Line::Header(header)) = serde_json::from_slice(first) else {
        return Err(Lost::NotAJournal);
    };
    if header.schema > crate::SCHEMA {
        return Err(Lost::NotAJournal);
    }
    let second = lines.next().ok_or(nothing)?;
    let Ok(Line::Plan(plans)) = serde_json::from_slice(second) else { return Err(nothing) };
    let mut kept = first.len() + second.len();
    let mut timed: Vec<Vec<Timed>> = plans.iter().map(entrants).collect();
    let (mut visits, mut seconds) = (0, 0.0);
    for line in lines {
        let Ok(Line::Visit(visit)) = serde_json::from_slice(line) else { break };
        if timed.get_mut(visit.operation).is_none_or(|timed| !add(timed, &visit)) {
            break;
        }
        kept += line.len();
        visits += 1;
        seconds = visit.at_s;
    }
    if visits == 0 {
        return Err(nothing);
    }
    let dropped = journal.len() - kept;
    let bootstrap = Bootstrap::of(&header.method);
    let operations: Vec<Operation> = plans
        .iter()
        .zip(timed)
        .filter_map(|(plan, timed)| operation(plan, timed, &bootstrap))
        .collect();
    let health = health(&operations, plans.len(), visits, dropped);
    Ok(Recovered { run: header.with(operations, seconds, health), visits, dropped })
}

/// The plan's entrants and its control, without rounds.
fn entrants(plan: &Plan) -> Vec<Timed> {
    let control = plan.entrants.first().filter(|_| plan.controlled);
    plan.entrants
        .iter()
        .chain(control)
        .map(|entrant| Timed { entrant: entrant.clone(), rounds: Vec::new() })
        .collect()
}

/// Adds the rounds of a visit; `false` if they are not of these entrants.
fn add(timed: &mut [Timed], visit: &Visit) -> bool {
    let lists = visit.cpu_ns.iter().zip(&visit.wall_ns);
    if visit.cpu_ns.len() != timed.len()
        || lists.len() != timed.len()
        || lists.clone().any(|(cpu, wall)| cpu.len() != wall.len())
    {
        return false;
    }
    for (timed, (cpu, wall)) in timed.iter_mut().zip(lists) {
        let rounds = cpu.iter().zip(wall).map(|(&cpu_ns, &wall_ns)| Round {
            visit: visit.visit,
            cpu_ns,
            wall_ns,
        });
        timed.rounds.extend(rounds);
    }
    true
}

/// The operation with the figures of its rounds. Whoever was lost on the way has none: its rounds
/// would not be those of the others.
fn operation(plan: &Plan, mut timed: Vec<Timed>, bootstrap: &Bootstrap) -> Option<Operation> {
    let most = timed.iter().map(|timed| timed.rounds.len()).max().filter(|&most| most > 0)?;
    let control = if plan.controlled { timed.pop() } else { None };
    let whole = |timed: &Timed| timed.rounds.len() == most;
    let baselined = plan.baselined && timed.first().is_some_and(whole);
    timed.retain(whole);
    let mut operation = plan.operation();
    fill(
        &mut operation,
        &timed,
        control.as_ref().filter(|control| whole(control)),
        baselined,
        bootstrap,
    );
    Some(operation)
}

fn health(operations: &[Operation], planned: usize, visits: usize, dropped: usize) -> Health {
    let controls = operations.iter().filter_map(|operation| operation.control);
    let held = controls.clone().filter(|ratio| ratio.low <= 1.0 && 1.0 <= ratio.high).count();
    let (there, tail) = (
        operations.len(),
        if dropped == 0 {
            String::new()
        } else {
            format!(", and {dropped} bytes of an unfinished one were dropped")
        },
    );
    let mut remarks = vec![format!(
        "The run did not come to its end: {visits} visits of {there} of {planned} operations are kept{tail}."
    )];
    remarks.push("Whether the machine stayed fit to measure is not known.".to_owned());
    Health {
        fit: false,
        remarks,
        control_held: held as u32,
        control_total: controls.count() as u32,
        canary_ns: Vec::new(),
    }
}

#[cfg(test)]
mod tests;
