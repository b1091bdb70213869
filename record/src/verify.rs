//! Whether the runs of a folder are what was stored, and their figures what their rounds give.
//!
//! Three things are checked. Each file's bytes against its own seal: that finds damage. Each seal
//! against the next one's: that finds a file that was changed and sealed again, dropped, put in or
//! moved. And the chain against heads that were *noted elsewhere*: that finds whoever did all of it
//! over, up to the last run and `HEAD`. Without the third, who can write to the folder can change
//! anything in it.
//!
//! Beside that, every ratio with its interval is computed again from the rounds that stand beside
//! it, and every time that has its rounds.

use crate::chain::{self, Head, Link, Seal};
use crate::jsonl;
use crate::run::{Ratio, Row, Run};
use crate::statistics::{Bootstrap, quantile};
use crate::sweep::Sweep;
use crate::{rounds, runs};
use serde::Serialize;
use std::path::Path;
use std::{fs, io};

/// Rounds are stored to 0.01 %, so what follows from them is known to half of that, and a product
/// of two to that.
const TOLERANCE: f64 = 1.5e-4;

/// A head that somebody kept: a hash alone, or with its number and id, as the file `HEAD` has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noted {
    /// The hash.
    Hash(String),
    /// All of it: then a run that is missing can be named.
    Head(Head),
}

impl Noted {
    /// Reads a hash, or a line of `HEAD`. `None` if it is neither.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if chain::is_hash(text) {
            return Some(Self::Hash(text.to_owned()));
        }
        text.parse().ok().map(Self::Head)
    }

    fn hash(&self) -> &str {
        match self {
            Self::Hash(hash) => hash,
            Self::Head(head) => &head.link.hash,
        }
    }
}

/// Something that is not as it was stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Place in the chain, where there is one: problems are in this order.
    pub number: Option<u64>,
    /// The id of the run or sweep.
    pub run: String,
    /// What is wrong, a sentence.
    pub what: String,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// The ids of the chain, in its order.
    pub chain: Vec<String>,
    /// The head that the files give.
    pub head: Option<Head>,
    /// How many runs of the chain, from the first, a head from elsewhere vouches for.
    pub vouched: u64,
    /// Runs without a seal, from before there were any: their figures are checked, their bytes are
    /// not.
    pub unsealed: Vec<String>,
    /// Everything that is wrong; the first is the first run that was tampered with.
    pub problems: Vec<Problem>,
    /// What to know, each a sentence.
    pub remarks: Vec<String>,
    /// Figures that were computed again, and agree.
    pub figures: usize,
    /// Figures whose rounds are not stored: they rest on the seal alone.
    pub unfounded: usize,
}

/// A file with a seal.
struct Sealed {
    id: String,
    seal: Seal,
}

impl Sealed {
    fn link(&self) -> Link {
        Link { id: self.id.clone(), hash: self.seal.hash.clone() }
    }
}

/// Checks all runs in `folder`, against the heads that were `noted` elsewhere.
///
/// # Errors
/// Those of reading the folder. What is wrong with its files is no error.
pub fn folder(folder: &Path, noted: &[Noted]) -> io::Result<Verified> {
    let mut found = Verified::default();
    let mut sealed = Vec::new();
    for (path, id) in runs::stored(folder)? {
        let check = if Sweep::is_file(&path) { sweep } else { file };
        check(&fs::read(&path)?, id, &mut found, &mut sealed);
    }
    sealed.sort_by(|a, b| (a.seal.number, &a.id).cmp(&(b.seal.number, &b.id)));
    links(&sealed, &mut found);
    found.chain = sealed.iter().map(|run| run.id.clone()).collect();
    found.head = sealed.last().map(|last| last.seal.head(&last.id));
    own_head(folder, &sealed, &mut found);
    heads(&sealed, noted, &mut found);
    // A run without a place comes last: its file says nothing of where it was.
    found.problems.sort_by_key(|problem| problem.number.unwrap_or(u64::MAX));
    Ok(found)
}

/// One file: its seal, its lines, its figures.
fn file(bytes: &[u8], id: String, found: &mut Verified, sealed: &mut Vec<Sealed>) {
    let (body, seal) = Seal::split(bytes);
    let number = seal.as_ref().map(|seal| seal.number);
    let mut problem = |what: String| found.problems.push(Problem { number, run: id.clone(), what });
    if seal.as_ref().is_some_and(|seal| !seal.covers(body)) {
        problem("its bytes are not those that were sealed".to_owned());
    }
    match jsonl::read(bytes) {
        Err(error) => problem(format!("it cannot be read: {error}")),
        Ok(run) => {
            if run.id != id {
                problem(format!("its file has this name, and holds run {}", run.id));
            }
            if seal.is_none() && run.schema > 1 {
                problem("its seal is gone: a run of its schema is stored with one".to_owned());
            } else if seal.is_none() {
                found.unsealed.push(id.clone());
            }
            let mut figures = Figures::of(&run);
            found.figures += figures.agree;
            found.unfounded += figures.unfounded;
            found.problems.extend(figures.wrong.drain(..).map(|what| Problem {
                number,
                run: id.clone(),
                what,
            }));
        }
    }
    sealed.extend(seal.map(|seal| Sealed { id, seal }));
}

/// The file of a sweep: its seal, and whether it is one. Its figures have no rounds beside them.
fn sweep(bytes: &[u8], id: String, found: &mut Verified, sealed: &mut Vec<Sealed>) {
    let (body, seal) = Seal::split_member(bytes);
    let number = seal.as_ref().map(|seal| seal.number);
    let mut problem = |what: String| found.problems.push(Problem { number, run: id.clone(), what });
    if seal.as_ref().is_some_and(|seal| !seal.covers(body)) {
        problem("its bytes are not those that were sealed".to_owned());
    }
    match Sweep::parse(bytes) {
        Err(error) => problem(format!("it cannot be read: {error}")),
        Ok(sweep) => {
            if sweep.id != id {
                problem(format!("its file has this name, and holds sweep {}", sweep.id));
            }
            if seal.is_none() && sweep.schema > 1 {
                problem("its seal is gone: a sweep of its format is stored with one".to_owned());
            } else if seal.is_none() {
                found.unsealed.push(id.clone());
            }
            let points = sweep.families.iter().flat_map(|curve| &curve.points);
            let crossed = sweep.crossovers.iter().flat_map(|crossover| &crossover.points);
            // The time and the ratio of each row.
            found.unfounded +=
                2 * points.chain(crossed).map(|point| point.rows.len()).sum::<usize>();
        }
    }
    sealed.extend(seal.map(|seal| Sealed { id, seal }));
}

/// The seals against each other. `sealed` is in the order of its numbers.
fn links(sealed: &[Sealed], found: &mut Verified) {
    let mut problem = |number, run: &str, what| {
        found.problems.push(Problem { number: Some(number), run: run.to_owned(), what })
    };
    let mut before: Option<&Sealed> = None;
    for this in sealed {
        let number = this.seal.number;
        let expected = before.map_or(1, |before| before.seal.number.saturating_add(1));
        let names = this.seal.previous.as_ref();
        if let Some(before) = before.filter(|before| before.seal.number == number) {
            problem(
                number,
                &this.id,
                format!("it claims the place of run {}, number {number}", before.id),
            );
        } else if number > expected {
            let missing = names.map_or("", |link| link.id.as_str());
            let what = format!(
                "it is missing, number {}: run {} was stored after it",
                number - 1,
                this.id
            );
            problem(number - 1, missing, what);
        } else if names != before.map(Sealed::link).as_ref() {
            match (names, before) {
                (Some(link), Some(before)) if link.id == before.id => {
                    let (now, then, next) = (&before.seal.hash, &link.hash, &this.id);
                    let what = format!(
                        "it was changed and sealed again: its hash is {now}, and {then} when run {next} was stored"
                    );
                    problem(before.seal.number, &before.id, what);
                }
                (link, before) => {
                    let said = link.map_or("no run".to_owned(), |link| format!("run {}", link.id));
                    let there =
                        before.map_or("no run".to_owned(), |before| format!("run {}", before.id));
                    problem(
                        number,
                        &this.id,
                        format!("it was stored after {said}, and {there} stands before it"),
                    );
                }
            }
        }
        before = Some(this);
    }
}

/// The folder's own head: it shows accidents, and what somebody forgot.
fn own_head(folder: &Path, sealed: &[Sealed], found: &mut Verified) {
    match chain::read_head(folder) {
        Err(error) => found.problems.push(Problem {
            number: None,
            run: chain::HEAD.to_owned(),
            what: error.to_string(),
        }),
        Ok(None) if sealed.is_empty() => {}
        Ok(None) => found.remarks.push(format!("The file {} is missing.", chain::HEAD)),
        Ok(Some(head)) => {
            if !sealed.iter().any(|run| run.seal.head(&run.id) == head) {
                let what = format!(
                    "{} names it as number {}, and no file has that place and hash",
                    chain::HEAD,
                    head.number
                );
                found.problems.push(Problem { number: Some(head.number), run: head.link.id, what });
            } else if let Some(ahead) =
                sealed.last().map(|last| last.seal.number - head.number).filter(|&ahead| ahead > 0)
            {
                let s = if ahead == 1 { "" } else { "s" };
                found.remarks.push(format!(
                    "{} is {ahead} run{s} behind: whoever stored them was stopped before saying so.",
                    chain::HEAD
                ));
            }
        }
    }
}

/// The chain against heads that were noted elsewhere.
fn heads(sealed: &[Sealed], noted: &[Noted], found: &mut Verified) {
    let holding = |noted: &Noted| sealed.iter().find(|run| run.seal.hash == noted.hash());
    // A head vouches for a chain that is whole up to it.
    let whole =
        found.problems.iter().filter_map(|problem| problem.number).min().unwrap_or(u64::MAX);
    let vouched = noted.iter().filter_map(holding).map(|run| run.seal.number).max().unwrap_or(0);
    found.vouched = vouched.min(whole.saturating_sub(1));
    for noted in noted.iter().filter(|noted| holding(noted).is_none()) {
        let hash = noted.hash();
        let (number, run, what) = match noted {
            Noted::Head(head) => {
                let (number, id) = (head.number, &head.link.id);
                let from = found.vouched + 1;
                let range = if from >= number {
                    String::new()
                } else {
                    format!(", or one before it from number {from} on")
                };
                let what = format!(
                    "it is not what it was when its head {hash} was noted, as number {number}: it was changed or dropped{range}, and what follows sealed again"
                );
                (Some(number), id.clone(), what)
            }
            Noted::Hash(_) => {
                let first = sealed.iter().find(|run| run.seal.number > found.vouched);
                let run = first.map_or_else(|| "the last".to_owned(), |run| run.id.clone());
                let what = format!(
                    "it, or one after it, was changed or dropped and the chain sealed again: no run has the noted hash {hash}"
                );
                (first.map(|run| run.seal.number), run, what)
            }
        };
        found.problems.push(Problem { number, run, what });
    }
    let last = sealed.last().map_or(0, |last| last.seal.number);
    if last > 0 && noted.is_empty() {
        found.remarks.push(
            "No head from elsewhere was given: a chain that was changed and sealed again to its end would look the same.".to_owned(),
        );
    } else if found.vouched < last {
        found.remarks.push(format!(
            "Heads from elsewhere vouch for the runs up to number {}; the {} after it rest on what lies in the folder.",
            found.vouched,
            last - found.vouched
        ));
    }
    if !found.unsealed.is_empty() {
        found.remarks.push(format!(
            "{} runs and sweeps are from before there were seals: of their bytes nothing is known.",
            found.unsealed.len()
        ));
    }
}

/// The figures of a run against its rounds.
#[derive(Default)]
struct Figures {
    agree: usize,
    unfounded: usize,
    wrong: Vec<String>,
}

impl Figures {
    fn of(run: &Run) -> Self {
        let mut this = Self::default();
        let bootstrap = Bootstrap::of(&run.method);
        for operation in &run.operations {
            for (row, ns) in operation.rows.iter().zip(rounds::times(operation)) {
                this.row(&operation.id, row, ns.as_deref(), &bootstrap);
            }
            let control = (&operation.control_ln[..], &operation.control_visit[..]);
            this.ratio(
                &format!("the control of {}", operation.id),
                operation.control,
                control,
                &bootstrap,
            );
        }
        this.health(run);
        this
    }

    fn row(&mut self, operation: &str, row: &Row, ns: Option<&[f64]>, bootstrap: &Bootstrap) {
        let name = format!("{} on {operation}", row.implementation);
        self.ratio(&name, row.ratio, (&row.rounds_ln, &row.rounds_visit), bootstrap);
        let Some(ns) = ns else {
            self.unfounded += 4;
            return;
        };
        // Wall times have no rounds.
        self.unfounded += 1;
        for (what, q, stored) in [
            ("time", 0.5, row.cpu_ns),
            ("tenth percentile", 0.1, row.p10_ns),
            ("ninetieth percentile", 0.9, row.p90_ns),
        ] {
            let again = quantile(ns, q).unwrap_or(f64::NAN);
            self.compare(close(stored, again), || {
                format!(
                    "the {what} of {name} is stored as {stored} ns, and its rounds give {again:.5}"
                )
            });
        }
        if ns.len() != row.rounds as usize {
            self.wrong.push(format!("{name} has {} rounds and says {}", ns.len(), row.rounds));
        }
    }

    fn ratio(
        &mut self,
        name: &str,
        stored: Option<Ratio>,
        (ln, visits): (&[f64], &[u32]),
        bootstrap: &Bootstrap,
    ) {
        if ln.len() != visits.len() {
            self.wrong.push(format!(
                "{name} has {} rounds, and the visits of {}",
                ln.len(),
                visits.len()
            ));
            return;
        }
        match (stored, rounds::ratio(ln, visits, bootstrap)) {
            (None, None) => {}
            (Some(_), None) if ln.is_empty() => self.unfounded += 1,
            (Some(stored), Some(again)) => {
                let agree = close(stored.value, again.value)
                    && close(stored.low, again.low)
                    && close(stored.high, again.high)
                    && (stored.resolution - again.resolution).abs() < 2.0 * TOLERANCE;
                let words = |ratio: Ratio| {
                    format!("{:.4} ({:.4} to {:.4})", ratio.value, ratio.low, ratio.high)
                };
                self.compare(agree, || {
                    format!(
                        "the ratio of {name} is stored as {}, and its rounds give {}",
                        words(stored),
                        words(again)
                    )
                });
            }
            (stored, _) => {
                let (is, gives) =
                    if stored.is_some() { ("a ratio", "none") } else { ("no ratio", "one") };
                self.wrong.push(format!("{name} has {is}, and its rounds give {gives}"));
            }
        }
    }

    fn health(&mut self, run: &Run) {
        let controls = run.operations.iter().filter_map(|operation| operation.control);
        let held = controls.clone().filter(|ratio| ratio.low <= 1.0 && 1.0 <= ratio.high).count();
        let (total, health) = (controls.count(), &run.health);
        self.compare(
            (health.control_held as usize, health.control_total as usize) == (held, total),
            || {
                format!(
                    "{} of {} controls are said to hold, and {held} of {total} do",
                    health.control_held, health.control_total
                )
            },
        );
    }

    fn compare(&mut self, agree: bool, what: impl FnOnce() -> String) {
        if agree { self.agree += 1 } else { self.wrong.push(what()) }
    }
}

fn close(stored: f64, again: f64) -> bool {
    stored > 0.0 && again > 0.0 && (stored / again).ln().abs() < TOLERANCE
}

#[cfg(test)]
mod tests;
