//! F25: what others have claimed, beside what was measured here.

use super::fit::{ONE, divided};
use super::growth::{curves, meeting, over_first};
use super::words::{count, digits, list};
use super::{Confidence, Evidence, Finding, OWN, Severity, Statistic, operation, row};
use crate::claims::{Claim, Kind};
use crate::run::{Contract, Machine, Ratio, Row, Run};
use crate::sweep::Curve;

/// A claim is off if it lies this far from what is measured on a machine, relative.
const OFF: f64 = 0.1;

/// What was measured on a machine.
struct Measured<'a> {
    machine: &'a Machine,
    /// The run or sweep.
    source: &'a str,
    confidence: f64,
    /// The ratio, or the number of items, with its interval.
    found: Ratio,
}

/// F25: each claim beside every machine that has both rows under one contract. Where rows are there
/// and their contracts differ, that is what is said.
pub fn claims(evidence: &Evidence<'_>) -> Vec<Finding> {
    let of = |claim: &Claim| {
        let mut measured = of_families(evidence, claim);
        if claim.kind == Kind::Ratio && claim.items.is_none() {
            measured = of_runs(evidence, claim);
            if measured.is_empty() {
                return unequal(evidence, claim);
            }
        }
        (!measured.is_empty()).then(|| finding(claim, &measured))
    };
    evidence.claims.iter().filter_map(of).collect()
}

/// The ratio of two rows without a common one in their rounds, by what nine tenths of the rounds of
/// each are: wider than an interval.
fn scattered(slower: &Row, faster: &Row) -> Ratio {
    let (low, high) = (slower.p10_ns / faster.p90_ns, slower.p90_ns / faster.p10_ns);
    Ratio { value: slower.cpu_ns / faster.cpu_ns, low, high, resolution: high / low - 1.0 }
}

/// The newest rows of both on each machine: a later run may have the operation without one of them.
fn rows<'a>(evidence: &Evidence<'a>, claim: &Claim) -> Vec<(&'a Run, &'a Row, &'a Row)> {
    let mut found: Vec<(&Run, &Row, &Row)> = Vec::new();
    for run in evidence.runs.iter().rev() {
        let known =
            found.iter().any(|(other, ..)| other.machine.fingerprint == run.machine.fingerprint);
        let both = operation(run, &claim.operation)
            .and_then(|operation| row(operation, &claim.slower).zip(row(operation, &claim.faster)));
        found.extend(both.filter(|_| !known).map(|(slower, faster)| (run, slower, faster)));
    }
    found
}

/// A ratio of an operation, under one contract.
fn of_runs<'a>(evidence: &Evidence<'a>, claim: &Claim) -> Vec<Measured<'a>> {
    let equal = rows(evidence, claim)
        .into_iter()
        .filter(|(_, slower, faster)| slower.contract == faster.contract);
    let measured = equal.map(|(run, slower, faster)| {
        let over_own = |row: &Row| if row.implementation == OWN { Some(ONE) } else { row.ratio };
        let paired = over_own(slower)
            .zip(over_own(faster))
            .map(|(slower, faster)| divided(&slower, &faster));
        let found = paired.unwrap_or_else(|| scattered(slower, faster));
        Measured {
            machine: &run.machine,
            source: &run.id,
            confidence: run.method.confidence,
            found,
        }
    });
    measured.collect()
}

/// A ratio at a size, or a crossover, of a family, from the newest sweep on each machine. All rows
/// of a family have one contract.
fn of_families<'a>(evidence: &Evidence<'a>, claim: &Claim) -> Vec<Measured<'a>> {
    let of_it = curves(evidence)
        .into_iter()
        .filter(|(sweep, curve)| sweep.threads.is_none() && curve.id == claim.operation);
    let measured = of_it.filter_map(|(sweep, curve)| {
        let found = match (claim.kind, claim.items) {
            (Kind::Ratio, Some(items)) => at_items(curve, claim, f64::from(items))?,
            (Kind::Ratio, None) => return None,
            (Kind::Crossover, _) => {
                let met = meeting(sweep, curve, &claim.slower, &claim.faster)?;
                // Crossed the other way round, the claim has it backwards: there is no such
                // crossover.
                (met.implementations == [claim.slower.clone(), claim.faster.clone()])
                    .then_some(())?;
                let (value, low, high) =
                    (met.statistic.value, met.statistic.low?, met.statistic.high?);
                Ratio { value, low, high, resolution: high / low - 1.0 }
            }
        };
        Some(Measured { machine: &sweep.machine, source: &sweep.id, confidence: 0.95, found })
    });
    measured.collect()
}

/// The ratio at a size: as measured, or on a line over logarithms between the sizes around it.
fn at_items(curve: &Curve, claim: &Claim, items: f64) -> Option<Ratio> {
    let ratios: Vec<(f64, Ratio)> = curve
        .points
        .iter()
        .filter_map(|point| {
            let (slower, faster) =
                (over_first(point, &claim.slower)?, over_first(point, &claim.faster)?);
            Some((point.items as f64, divided(&slower, &faster)))
        })
        .collect();
    let above = ratios.iter().position(|(size, _)| *size >= items)?;
    let (size, ratio) = ratios[above];
    if size <= items {
        return Some(ratio);
    }
    let (before, below) = *ratios.get(above.checked_sub(1)?)?;
    let part = (items / before).ln() / (size / before).ln();
    let between =
        |of: fn(&Ratio) -> f64| (of(&below).ln() * (1.0 - part) + of(&ratio).ln() * part).exp();
    Some(Ratio {
        value: between(|ratio| ratio.value),
        low: between(|ratio| ratio.low),
        high: between(|ratio| ratio.high),
        resolution: below.resolution.max(ratio.resolution),
    })
}

/// What is claimed, in words.
fn words(claim: &Claim) -> String {
    let [low, high] = claim.ends().map(digits);
    let value = if low == high {
        digits(claim.value)
    } else {
        format!("{} ({low} to {high})", digits(claim.value))
    };
    let Claim { operation, slower, faster, source, .. } = claim;
    match claim.kind {
        Kind::Ratio => {
            let at = claim.items.map_or(String::new(), |items| format!(" at {items} items"));
            format!(
                "{operation}: {slower} is claimed to take {value} times as long as {faster}{at} ({source})"
            )
        }
        Kind::Crossover => {
            format!(
                "{operation}: {faster} is claimed to take less time than {slower} from {value} items on ({source})"
            )
        }
    }
}

fn finding(claim: &Claim, measured: &[Measured<'_>]) -> Finding {
    let [least, most] = claim.ends();
    let far = |found: &Ratio| least > found.high * (1.0 + OFF) || most < found.low * (1.0 - OFF);
    let off = measured.iter().filter(|one| far(&one.found)).count();
    let machines: Vec<String> = measured
        .iter()
        .map(|one| {
            let Ratio { value, low, high, .. } = one.found;
            format!("{} [{}, {}] on {}", digits(value), digits(low), digits(high), one.machine.cpu)
        })
        .collect();
    let verdict = match off {
        0 => "it holds".to_owned(),
        off if off == measured.len() => "it does not hold".to_owned(),
        off => format!("it does not hold on {off} of {}", count(measured.len() as u64, "machine")),
    };
    let few = if measured.len() < 2 { " A single machine decides nothing." } else { "" };
    let first = &measured[0];
    let name =
        if claim.kind == Kind::Ratio { "measured ratio" } else { "measured number of items" };
    Finding {
        id: "F25".to_owned(),
        severity: if off > 0 && measured.len() > 1 { Severity::Warning } else { Severity::Info },
        operations: vec![claim.operation.clone()],
        implementations: vec![claim.slower.clone(), claim.faster.clone()],
        statistic: Statistic::between(name, first.found.value, first.found.low, first.found.high),
        confidence: Confidence::Level(first.confidence),
        sentence: format!("{}; measured {}: {verdict}.{few}", words(claim), list(&machines)),
        sources: measured.iter().map(|one| one.source.to_owned()).collect(),
    }
}

/// A claim about two rows that do not do the same.
fn unequal(evidence: &Evidence<'_>, claim: &Claim) -> Option<Finding> {
    let rows = rows(evidence, claim);
    let (_, slower, faster) = rows.first()?;
    let words_of = |contract: &Contract| {
        let Contract { input, checks, time } = contract;
        if checks == "none" {
            format!("{input}, {time} time")
        } else {
            format!("{input}, {checks}, {time} time")
        }
    };
    Some(Finding {
        id: "F25".to_owned(),
        severity: Severity::Info,
        operations: vec![claim.operation.clone()],
        implementations: vec![claim.slower.clone(), claim.faster.clone()],
        statistic: Statistic::plain("machines on which both do the same", 0.0),
        confidence: Confidence::Seen,
        sentence: format!(
            "{}; the two do not do the same, {} against {}, so no ratio is set next to it.",
            words(claim),
            words_of(&slower.contract),
            words_of(&faster.contract)
        ),
        sources: rows.iter().map(|(run, ..)| run.id.clone()).collect(),
    })
}
