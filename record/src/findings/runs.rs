//! F22, F23, F24, F27: what runs say beside earlier ones, and about themselves.

use super::cost::BACKEND;
use super::fit::{ONE, divided};
use super::words::{count, digits, more, percent};
use super::{Confidence, Evidence, Finding, OWN, Severity, Statistic};
use crate::run::{Operation, Ratio, Row, Run};
use crate::statistics::quantile;
use std::time::Duration;

/// A smaller change than this is not reported, however narrow the interval: it is what runs of the
/// same code differ by.
const TAU: f64 = 0.02;

/// Two runs on one machine, one after the other, with an operation of the same definition in both.
struct Step<'a> {
    before: (&'a Run, &'a Operation),
    after: (&'a Run, &'a Operation),
}

/// The last step of each operation on each machine: earlier ones are for the history to show.
fn steps<'a>(evidence: &Evidence<'a>) -> Vec<Step<'a>> {
    let mut found: Vec<Step<'_>> = Vec::new();
    for (index, run) in evidence.runs.iter().enumerate().rev() {
        for operation in &run.operations {
            let known = |step: &Step<'_>| {
                step.after.1.id == operation.id
                    && step.after.0.machine.fingerprint == run.machine.fingerprint
            };
            if found.iter().any(known) {
                continue;
            }
            let earlier = evidence.runs[..index].iter().rev().filter(|before| {
                before.machine.fingerprint == run.machine.fingerprint
                    && before.health.fit == run.health.fit
            });
            let before = earlier
                .filter_map(|before| Some((before, super::operation(before, &operation.id)?)));
            if let Some(before) = before.into_iter().find(|(_, other)| other.note == operation.note)
            {
                found.push(Step { before, after: (run, operation) });
            }
        }
    }
    found
}

/// Version and features, in one.
fn version<'a>(run: &'a Run, name: &str) -> Option<(&'a str, &'a [String])> {
    run.implementations
        .iter()
        .find(|one| one.name == name)
        .map(|one| (one.version.as_str(), &one.features[..]))
}

/// Whether an implementation is the same in both runs. What names its back end is compared where
/// both runs have it: older ones do not.
fn unchanged(step: &Step<'_>, name: &str) -> bool {
    let (Some(before), Some(after)) = (version(step.before.0, name), version(step.after.0, name))
    else {
        return false;
    };
    let plain = |features: &'_ [String]| -> Vec<String> {
        features.iter().filter(|feature| !feature.starts_with(BACKEND)).cloned().collect()
    };
    let label = |features: &'_ [String]| {
        features.iter().find(|feature| feature.starts_with(BACKEND)).cloned()
    };
    let labels = label(before.1).zip(label(after.1));
    before.0 == after.0
        && plain(before.1) == plain(after.1)
        && labels.is_none_or(|(before, after)| before == after)
}

/// The narrower a ratio, the better its row serves as reference.
fn width(row: &Row) -> f64 {
    row.ratio.map_or(f64::INFINITY, |ratio| ratio.high / ratio.low)
}

/// F22: curvemark's time beside a peer that did not change, in two runs of different commits on one
/// machine. What the machine did to both runs cancels.
pub fn change(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for step in steps(evidence) {
        let ((before, old), (after, new)) = (step.before, step.after);
        if before.build.commit == after.build.commit {
            continue;
        }
        let peers = new.rows.iter().filter(|row| !super::is_own(&row.implementation));
        let peers = peers.filter(|row| unchanged(&step, &row.implementation));
        let Some(peer) = peers.min_by(|a, b| width(a).total_cmp(&width(b))) else { continue };
        let earlier = super::row(old, &peer.implementation);
        let same_contract = super::row(old, OWN)
            .zip(super::row(new, OWN))
            .is_some_and(|(a, b)| a.contract == b.contract);
        let (Some(then), Some(now)) = (earlier.and_then(|row| row.ratio), peer.ratio) else {
            continue;
        };
        // The peer's time over ours, now over then; turned, our time now over then.
        let ours = divided(&ONE, &divided(&now, &then));
        if !same_contract || (ours.low <= 1.0 + TAU && ours.high >= 1.0 - TAU) {
            continue;
        }
        let slower = ours.low > 1.0;
        let commits = |run: &Run| run.build.commit.clone().unwrap_or_else(|| "unknown".to_owned());
        found.push(Finding {
            id: "F22".to_owned(),
            severity: if slower { Severity::Warning } else { Severity::Info },
            operations: vec![new.id.clone()],
            implementations: vec![OWN.to_owned(), peer.implementation.clone()],
            statistic: Statistic::between(
                "our time now over then, next to a peer",
                ours.value,
                ours.low,
                ours.high,
            ),
            confidence: Confidence::Level(after.method.confidence),
            sentence: format!(
                "{}: {OWN} takes {} time, {} to {}, next to {} from {} to {}.",
                new.title,
                more(ours.value),
                percent(ours.low),
                percent(ours.high),
                peer.implementation,
                commits(before),
                commits(after)
            ),
            sources: vec![before.id.clone(), after.id.clone()],
        });
    }
    found
}

/// F23: an implementation is of another version or has other features than in the run before on
/// this machine, and its time beside one that is the same moved; or it takes inputs now that it
/// refused.
pub fn dependency(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for step in steps(evidence) {
        let ((before, old), (after, new)) = (step.before, step.after);
        for row in &new.rows {
            let name = &row.implementation;
            let Some(earlier) =
                super::row(old, name).filter(|_| !super::is_own(name) && !unchanged(&step, name))
            else {
                continue;
            };
            let (Some(from), Some(to)) = (version(before, name), version(after, name)) else {
                continue;
            };
            let references = new.rows.iter().filter(|other| !super::is_own(&other.implementation));
            let same = references.filter(|other| {
                other.implementation != *name && unchanged(&step, &other.implementation)
            });
            let Some(reference) = same.min_by(|a, b| width(a).total_cmp(&width(b))) else {
                continue;
            };
            let Some(then) = super::row(old, &reference.implementation) else { continue };
            let moved = |row: &Row, reference: &Row| Some(divided(&row.ratio?, &reference.ratio?));
            let (Some(now), Some(then)) = (moved(row, reference), moved(earlier, then)) else {
                continue;
            };
            let change = divided(&now, &then);
            if change.low <= 1.0 + TAU && change.high >= 1.0 - TAU {
                continue;
            }
            let what = if from.0 == to.0 {
                "other features".to_owned()
            } else {
                format!("{} to {}", from.0, to.0)
            };
            found.push(Finding {
                id: "F23".to_owned(),
                // Other features are chosen by whoever builds; another version brings code that
                // nobody here has read.
                severity: if from.0 == to.0 { Severity::Warning } else { Severity::Security },
                operations: vec![new.id.clone()],
                implementations: vec![name.clone(), reference.implementation.clone()],
                statistic: Statistic::between("time after over before, next to an unchanged one", change.value, change.low, change.high),
                confidence: Confidence::Level(after.method.confidence),
                sentence: format!(
                    "{}: with {what}, {name} takes {} time, {} to {}, next to {}, which did not change. What else changed in it should be read before it is used.",
                    new.title,
                    more(change.value),
                    percent(change.low),
                    percent(change.high),
                    reference.implementation
                ),
                sources: vec![before.id.clone(), after.id.clone()],
            });
        }
    }
    found
}

/// A row that cannot show a change of this size says little.
const COARSE: f64 = 0.05;

/// Controls that should hold.
const CONTROLS: f64 = 0.9;

/// F24: rows whose interval is too wide for small changes, rows of two speeds, and runs whose
/// controls did not hold.
pub fn unstable(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for run in evidence.newest_runs() {
        let health = &run.health;
        let held = f64::from(health.control_held) / f64::from(health.control_total.max(1));
        if health.control_total > 0 && held < CONTROLS {
            found.push(Finding {
                id: "F24".to_owned(),
                severity: Severity::Warning,
                operations: Vec::new(),
                implementations: Vec::new(),
                statistic: Statistic::plain("share of controls that held", held),
                confidence: Confidence::Seen,
                sentence: format!(
                    "{} of {} held: equal copies did not look equal, and intervals of this run are too narrow.",
                    health.control_held,
                    count(health.control_total.into(), "control")
                ),
                sources: vec![run.id.clone()],
            });
        }
        let rows = run
            .operations
            .iter()
            .flat_map(|operation| operation.rows.iter().map(move |row| (operation, row)));
        let coarse: Vec<(&Operation, &Row, Ratio)> = rows
            .clone()
            .filter_map(|(operation, row)| {
                Some((operation, row, row.ratio.filter(|ratio| ratio.resolution > COARSE)?))
            })
            .collect();
        if let Some((worst, row, ratio)) =
            coarse.iter().max_by(|a, b| a.2.resolution.total_cmp(&b.2.resolution))
        {
            found.push(Finding {
                id: "F24".to_owned(),
                severity: Severity::Advice,
                operations: coarse.iter().map(|(operation, ..)| operation.id.clone()).collect(),
                implementations: vec![row.implementation.clone()],
                statistic: Statistic::plain(
                    "smallest change that the worst row can show",
                    ratio.resolution,
                ),
                confidence: Confidence::Level(run.method.confidence),
                sentence: format!(
                    "{} cannot show a change of {}; the worst, {} by {}, cannot show less than {}.",
                    count(coarse.len() as u64, "ratio"),
                    percent(1.0 + COARSE),
                    worst.id,
                    row.implementation,
                    percent(1.0 + ratio.resolution)
                ),
                sources: vec![run.id.clone()],
            });
        }
        for (operation, row) in rows {
            let Some((low, high, part)) = two_speeds(&row.rounds_ln) else { continue };
            found.push(Finding {
                id: "F24".to_owned(),
                severity: Severity::Advice,
                operations: vec![operation.id.clone()],
                implementations: vec![row.implementation.clone()],
                statistic: Statistic::between("distance of the two speeds", (high - low).exp(), low.exp(), high.exp()),
                confidence: Confidence::Suggested,
                sentence: format!(
                    "{}, {}: rounds are of two kinds, with ratios near {} and near {}, {} of them of the latter, and few between: their median is neither.",
                    operation.title,
                    row.implementation,
                    digits(low.exp()),
                    digits(high.exp()),
                    super::words::share(part)
                ),
                sources: vec![run.id.clone()],
            });
        }
    }
    found
}

/// Two clusters of rounds with a gap between them that is wider than both: their medians, and the
/// share of the upper.
fn two_speeds(rounds: &[f64]) -> Option<(f64, f64, f64)> {
    if rounds.len() < 40 {
        return None;
    }
    let mut sorted = rounds.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let tenth = sorted.len() / 10;
    let middle = &sorted[tenth..sorted.len() - tenth];
    let gap = middle.windows(2).enumerate().map(|(i, pair)| (tenth + i + 1, pair[1] - pair[0]));
    let (at, gap) = gap.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let (below, above) = sorted.split_at(at);
    let width = |part: &[f64]| Some(quantile(part, 0.9)? - quantile(part, 0.1)?);
    let wide = width(below)?.max(width(above)?);
    let few = below.len().min(above.len()) * 5 >= sorted.len();
    (few && gap > 0.01 && gap > wide).then_some((
        quantile(below, 0.5)?,
        quantile(above, 0.5)?,
        above.len() as f64 / sorted.len() as f64,
    ))
}

/// A figure older than this should be measured again.
const OLD: Duration = Duration::from_secs(180 * 86_400);

/// F27: operations whose newest figure from a fit machine is old.
pub fn fresh(evidence: &Evidence<'_>) -> Vec<Finding> {
    let Some(now) = evidence.now else { return Vec::new() };
    let mut found: Vec<Finding> = Vec::new();
    let mut machines: Vec<&str> =
        evidence.runs.iter().map(|run| run.machine.fingerprint.as_str()).collect();
    machines.sort_unstable();
    machines.dedup();
    for machine in machines {
        let on_it: Vec<Run> = evidence
            .runs
            .iter()
            .filter(|run| run.machine.fingerprint == machine && run.health.fit)
            .cloned()
            .collect();
        let old: Vec<(String, u64, String)> = Evidence::of_runs(&on_it)
            .newest()
            .into_iter()
            .filter_map(|(run, operation)| {
                let age = now.duration_since(humantime::parse_rfc3339(&run.started).ok()?).ok()?;
                (age > OLD).then(|| (operation.id.clone(), age.as_secs() / 86_400, run.id.clone()))
            })
            .collect();
        let Some((oldest, days, _)) = old.iter().max_by_key(|(_, days, _)| *days) else { continue };
        let mut sources: Vec<String> = old.iter().map(|(.., run)| run.clone()).collect();
        sources.sort();
        sources.dedup();
        found.push(Finding {
            id: "F27".to_owned(),
            severity: Severity::Info,
            operations: old.iter().map(|(id, ..)| id.clone()).collect(),
            implementations: Vec::new(),
            statistic: Statistic::plain("days since the oldest was measured", *days as f64),
            confidence: Confidence::Seen,
            sentence: format!(
                "{} on machine {machine} {} last measured more than {} days ago; the oldest is {oldest}, {} ago.",
                count(old.len() as u64, "operation"),
                if old.len() == 1 { "was" } else { "were" },
                OLD.as_secs() / 86_400,
                count(*days, "day")
            ),
            sources,
        });
    }
    found
}
