//! F03 and F04: what another machine changes.

use super::words::{digits, list, percent};
use super::{Confidence, Evidence, Finding, OWN, Severity, Statistic};
use crate::run::{Implementation, Machine, Operation, Ratio, Run};
use crate::statistics::{median, quantile};

/// An implementation as a run had it: the same code and the same features. curvemark's code is that
/// of the commit.
fn identity<'a>(run: &'a Run, name: &str) -> Option<(&'a Implementation, Option<&'a str>)> {
    let found = run.implementations.iter().find(|one| one.name == name)?;
    let commit = run.build.commit.as_deref().filter(|_| super::is_own(name));
    Some((found, commit))
}

/// Whether two runs had the same code of an implementation; the engine may differ, for the CPU
/// chooses it.
fn same_code(a: &Run, b: &Run, name: &str) -> bool {
    match (identity(a, name), identity(b, name)) {
        (Some((one, at)), Some((other, then))) => {
            one.version == other.version && one.features == other.features && at == then
        }
        _ => false,
    }
}

/// What a machine has that another has not.
fn gained(from: &Machine, to: &Machine) -> Vec<String> {
    let more = |a: &Machine, b: &Machine, sign: char| -> Vec<String> {
        b.features
            .iter()
            .filter(|one| !a.features.contains(one))
            .map(|one| format!("{sign}{one}"))
            .collect()
    };
    let mut changes = more(from, to, '+');
    changes.extend(more(to, from, '-'));
    changes
}

/// A row's time over the baseline's.
fn over_own(operation: &Operation, name: &str) -> Option<Ratio> {
    if name == OWN { Some(super::fit::ONE) } else { super::row(operation, name)?.ratio }
}

/// F03: of two implementations, of the same code in both runs, one takes less time on one machine
/// and the other on another, beyond both intervals.
pub fn order(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let newest = evidence.newest();
    for (i, (here, operation)) in newest.iter().enumerate() {
        for (there, other) in &newest[i + 1..] {
            if other.id != operation.id || other.note != operation.note {
                continue;
            }
            let names: Vec<&str> =
                operation.rows.iter().map(|row| row.implementation.as_str()).collect();
            for (k, &a) in names.iter().enumerate() {
                for &b in &names[k + 1..] {
                    if same_code(here, there, a) && same_code(here, there, b) {
                        found.extend(reversed((here, operation), (there, other), a, b));
                    }
                }
            }
        }
    }
    found
}

fn reversed(
    (here, one): (&Run, &Operation),
    (there, other): (&Run, &Operation),
    a: &str,
    b: &str,
) -> Option<Finding> {
    let ratio =
        |operation| Some(super::fit::divided(&over_own(operation, a)?, &over_own(operation, b)?));
    let (mut first, mut second): (Ratio, Ratio) = (ratio(one)?, ratio(other)?);
    let (mut winner, mut loser) = (a, b);
    if first.low > 1.0 {
        (winner, loser) = (b, a);
        (first, second) = (
            super::fit::divided(&super::fit::ONE, &first),
            super::fit::divided(&super::fit::ONE, &second),
        );
    }
    if first.high >= 1.0 || second.low <= 1.0 {
        return None;
    }
    let changes = gained(&here.machine, &there.machine);
    let features = if changes.is_empty() {
        "the features that the record keeps are the same".to_owned()
    } else {
        format!("the latter differs by {}", list(&changes))
    };
    Some(Finding {
        id: "F03".to_owned(),
        severity: Severity::Advice,
        operations: vec![one.id.clone()],
        implementations: vec![winner.to_owned(), loser.to_owned()],
        statistic: Statistic::between(
            "ratio of the two on the second machine",
            second.value,
            second.low,
            second.high,
        ),
        confidence: Confidence::Level(there.method.confidence),
        sentence: format!(
            "{}: {winner} takes {} times the time of {loser} on {} and {} times on {}; {features}.",
            one.title,
            digits(first.value),
            here.machine.cpu,
            digits(second.value),
            there.machine.cpu
        ),
        sources: vec![here.id.clone(), there.id.clone()],
    })
}

/// F04: between a run and the next one the machine changed, and with it the times of code that did
/// not.
pub fn flip(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for (index, run) in evidence.runs.iter().enumerate() {
        // The run before it that has operations in common: tables are measured in turn.
        let before =
            evidence.runs[..index].iter().rev().map(|before| (before, unchanged(before, run)));
        let Some((before, moves)) = before.into_iter().find(|(_, moves)| !moves.is_empty()) else {
            continue;
        };
        if before.machine.fingerprint == run.machine.fingerprint {
            continue;
        }
        let ratios: Vec<f64> = moves.iter().map(|(_, _, ratio)| *ratio).collect();
        let (Some(middle), Some(low), Some(high)) =
            (median(&ratios), quantile(&ratios, 0.05), quantile(&ratios, 0.95))
        else {
            continue;
        };
        let largest = moves.iter().max_by(|a, b| a.2.ln().abs().total_cmp(&b.2.ln().abs()));
        let Some((operation, name, most)) = largest else { continue };
        let changes = gained(&before.machine, &run.machine);
        let features =
            if changes.is_empty() { String::new() } else { format!(", {}", changes.join(", ")) };
        let mut operations: Vec<String> =
            moves.iter().map(|(operation, ..)| operation.clone()).collect();
        operations.dedup();
        let mut implementations: Vec<String> =
            moves.iter().map(|(_, name, _)| name.clone()).collect();
        implementations.sort();
        implementations.dedup();
        found.push(Finding {
            id: "F04".to_owned(),
            severity: Severity::Warning,
            operations,
            implementations,
            statistic: Statistic::between("median ratio of times of unchanged code, and nine tenths of them", middle, low, high),
            confidence: Confidence::Seen,
            sentence: format!(
                "The machine changed {}{features}: code that did not change moved by {} in the median of {}, most of all {name} on \
                 {operation} by {}. Absolute times of the two runs are not comparable.",
                from_to(&before.machine, &run.machine),
                percent(middle),
                if let [_] = ratios[..] { "one row".to_owned() } else { format!("{} rows", ratios.len()) },
                percent(*most)
            ),
            sources: vec![before.id.clone(), run.id.clone()],
        });
    }
    found
}

/// From which machine to which: two may have one name.
fn from_to(before: &Machine, after: &Machine) -> String {
    match before.cpu == after.cpu {
        true => format!("from one {} to another", after.cpu),
        false => format!("from {} to {}", before.cpu, after.cpu),
    }
}

/// The rows of two runs whose code is the same, with the later time over the earlier.
fn unchanged(before: &Run, after: &Run) -> Vec<(String, String, f64)> {
    let mut moves = Vec::new();
    for operation in &after.operations {
        let Some(earlier) =
            super::operation(before, &operation.id).filter(|one| one.note == operation.note)
        else {
            continue;
        };
        for row in &operation.rows {
            if let Some(old) = super::row(earlier, &row.implementation)
                && same_code(before, after, &row.implementation)
                && old.contract == row.contract
            {
                moves.push((
                    operation.id.clone(),
                    row.implementation.clone(),
                    row.cpu_ns / old.cpu_ns,
                ));
            }
        }
    }
    moves
}
