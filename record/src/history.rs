//! What became of each figure from run to run.
//!
//! A *lane* is a series of figures that may be set beside each other: one implementation on one
//! operation, by one definition and engine, on one machine. Its value is the logarithm of the tenth
//! percentile of thread-CPU time, which of all reductions repeats best on a shared machine. What
//! all lanes of a machine do together in a run is the machine's doing: their *common mode*, the
//! median of what each is off its own middle, is subtracted and told as an event of the run. In
//! what remains changes of level are searched ([`changes`]).
//!
//! A change is a suspicion, not a verdict: it names the two commits that a paired comparison should
//! measure.

pub mod changes;

use crate::chain::{hex, json_text};
use crate::run::{Operation, Row, Run};
use crate::statistics::median;
use changes::{drifts, noise, potts, splits};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// With fewer points nothing is said of a lane: only a paired comparison can.
pub const FEWEST: usize = 8;

/// With fewer lanes in a run what they have in common cannot be told from what they do themselves.
pub const FEWEST_LANES: usize = 8;

/// No change below this is told, in log units.
pub const LEAST: f64 = 0.01;

/// Nor one below this many standard deviations of the lane's noise.
pub const LEAST_NOISE: f64 = 3.0;

/// A common mode above this is told as an event, in log units.
pub const EVENT: f64 = 0.01;

/// What makes figures comparable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Key {
    /// The operation's id.
    pub operation: String,
    /// Who.
    pub implementation: String,
    /// The machine's fingerprint.
    pub machine: String,
    /// The engine, as the run names it.
    pub engine: String,
    /// [`definition`].
    pub definition: String,
}

/// One run in a lane.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    /// The run's id.
    pub run: String,
    /// When it started.
    pub started: String,
    /// The commit of curvemark, where it is known.
    pub commit: Option<String>,
    /// Version of the implementation.
    pub version: String,
    /// ln of nanoseconds.
    pub ln: f64,
    /// The same without the common mode of its run.
    pub own: f64,
}

/// A change of level in a lane.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Index of the first point of the new level.
    pub at: usize,
    /// New level over old: above one is slower.
    pub factor: f64,
    /// The chance of it without a change.
    pub p: f64,
    /// Whether the other method sees it too, at most one point away.
    pub agreed: bool,
    /// Whether a line explains it better than a step: then it has no one place.
    pub drift: bool,
    /// The commits of the last point before and of the first after.
    pub commits: (Option<String>, Option<String>),
    /// The versions there, if they differ: a change of a peer has its reason in it.
    pub versions: Option<(String, String)>,
}

/// A series of comparable figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lane {
    /// What they have in common.
    pub key: Key,
    /// By time.
    pub points: Vec<Point>,
    /// Its changes. Empty too where there are fewer than [`FEWEST`] points: see [`Lane::is_short`].
    pub changes: Vec<Change>,
}

impl Lane {
    /// Whether it is too short to be judged.
    pub fn is_short(&self) -> bool {
        self.points.len() < FEWEST
    }
}

/// What all figures of a run did together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// The run.
    pub run: String,
    /// Its machine.
    pub machine: String,
    /// The common factor: above one is slower.
    pub factor: f64,
    /// How many lanes it is the median of.
    pub lanes: usize,
}

/// A run on another machine than the run before.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MachineChange {
    /// The first run on the new machine.
    pub run: String,
    /// CPU and fingerprint before.
    pub before: (String, String),
    /// CPU and fingerprint after.
    pub after: (String, String),
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct History {
    /// By operation, implementation and machine.
    pub lanes: Vec<Lane>,
    /// Runs in which all figures of a machine moved together, by time.
    pub events: Vec<Event>,
    /// Where lanes end and others begin since the machine is another.
    pub machines: Vec<MachineChange>,
    /// Runs that were left out since they were unfit.
    pub unfit: usize,
}

/// Twelve hexadecimal digits that stand for what a figure is of: shape and note of the operation,
/// and the contract of the row. Figures from before and after a change of definition are not of the
/// same thing.
pub fn definition(operation: &Operation, row: &Row) -> String {
    let contract = &row.contract;
    let parts =
        [&operation.shape, &operation.note, &contract.input, &contract.checks, &contract.time];
    hex(&Sha256::digest(json_text(&parts))[..6])
}

/// The history of `runs`, which may come in any order. Unfit runs are left out and counted.
pub fn of(runs: &[Run]) -> History {
    let mut fit: Vec<&Run> = runs.iter().filter(|run| run.health.fit).collect();
    fit.sort_by(|a, b| a.id.cmp(&b.id));
    let mut lanes = collect(&fit);
    let events = remove_common_mode(&mut lanes);
    lanes.iter_mut().for_each(find_changes);
    let machines =
        fit.windows(2).filter(|pair| pair[0].machine.fingerprint != pair[1].machine.fingerprint);
    let machine = |run: &Run| (run.machine.cpu.clone(), run.machine.fingerprint.clone());
    let machines = machines
        .map(|pair| MachineChange {
            run: pair[1].id.clone(),
            before: machine(pair[0]),
            after: machine(pair[1]),
        })
        .collect();
    History { lanes, events, machines, unfit: runs.len() - fit.len() }
}

fn collect(runs: &[&Run]) -> Vec<Lane> {
    let mut lanes: BTreeMap<Key, Vec<Point>> = BTreeMap::new();
    for run in runs {
        for operation in &run.operations {
            for row in operation.rows.iter().filter(|row| row.p10_ns > 0.0) {
                let about =
                    run.implementations.iter().find(|about| about.name == row.implementation);
                let key = Key {
                    operation: operation.id.clone(),
                    implementation: row.implementation.clone(),
                    machine: run.machine.fingerprint.clone(),
                    engine: about.map(|about| about.engine.clone()).unwrap_or_default(),
                    definition: definition(operation, row),
                };
                let ln = row.p10_ns.ln();
                lanes.entry(key).or_default().push(Point {
                    run: run.id.clone(),
                    started: run.started.clone(),
                    commit: run.build.commit.clone(),
                    version: about.map(|about| about.version.clone()).unwrap_or_default(),
                    ln,
                    own: ln,
                });
            }
        }
    }
    lanes.into_iter().map(|(key, points)| Lane { key, points, changes: Vec::new() }).collect()
}

/// Subtracts from each point what all lanes of its machine have in common in its run, and gives
/// what is large.
fn remove_common_mode(lanes: &mut [Lane]) -> Vec<Event> {
    let mut off: BTreeMap<(String, String), Vec<f64>> = BTreeMap::new();
    for lane in lanes.iter() {
        let values: Vec<f64> = lane.points.iter().map(|point| point.ln).collect();
        // A lane of one point is off its middle by nothing, whatever the machine did.
        let Some(middle) = median(&values).filter(|_| values.len() > 1) else { continue };
        for point in &lane.points {
            off.entry((point.run.clone(), lane.key.machine.clone()))
                .or_default()
                .push(point.ln - middle);
        }
    }
    off.retain(|_, residuals| residuals.len() >= FEWEST_LANES);
    let common: BTreeMap<_, f64> = off
        .iter()
        .map(|(run, residuals)| (run.clone(), median(residuals).unwrap_or(0.0)))
        .collect();
    for lane in lanes {
        for point in &mut lane.points {
            let common =
                common.get(&(point.run.clone(), lane.key.machine.clone())).copied().unwrap_or(0.0);
            point.own = point.ln - common;
        }
    }
    let large = common.into_iter().filter(|(_, common)| common.abs() >= EVENT);
    large
        .map(|((run, machine), common)| {
            let lanes = off[&(run.clone(), machine.clone())].len();
            Event { run, machine, factor: common.exp(), lanes }
        })
        .collect()
}

fn find_changes(lane: &mut Lane) {
    if lane.is_short() {
        return;
    }
    let values: Vec<f64> = lane.points.iter().map(|point| point.own).collect();
    let least = LEAST.max(LEAST_NOISE * noise(&values));
    let (found, jumps) = (splits(&values), potts(&values));
    for (i, split) in found.iter().enumerate() {
        if (split.after - split.before).abs() < least {
            continue;
        }
        let start = i.checked_sub(1).map_or(0, |before| found[before].at);
        let end = found.get(i + 1).map_or(values.len(), |next| next.at);
        let (before, after) = (&lane.points[split.at - 1], &lane.points[split.at]);
        lane.changes.push(Change {
            at: split.at,
            factor: (split.after - split.before).exp(),
            p: split.p,
            agreed: jumps.iter().any(|jump| jump.abs_diff(split.at) <= 1),
            drift: drifts(&values[start..end], split.at - start),
            commits: (before.commit.clone(), after.commit.clone()),
            versions: (before.version != after.version)
                .then(|| (before.version.clone(), after.version.clone())),
        });
    }
}

#[cfg(test)]
mod tests;
