//! F21, F28, F29: what a host gains, what time gives away, and bodies that do no work.

use super::words::{digits, share, time};
use super::{Confidence, Evidence, Finding, Severity, Statistic};
use crate::probe::{Leak, Probed};

/// F21: a host's time with stand-ins of several delays. Its slope says how often the operation lies
/// on the path of a request; with no delay at all, how much the operation can ever matter.
pub fn host(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        for probe in &operation.probes {
            let Probed::Host(host) = &probe.found else { continue };
            let points: Vec<(f64, f64)> =
                host.delayed.iter().map(|[delay, request]| (*delay, *request)).collect();
            let Some(fit) = super::fit::affine(&points) else { continue };
            let part = (1.0 - fit.a / host.real_ns).clamp(0.0, 1.0);
            found.push(Finding {
                id: "F21".to_owned(),
                severity: Severity::Info,
                operations: vec![operation.id.clone()],
                implementations: vec![probe.implementation.clone()],
                statistic: Statistic::plain("share of the request", part),
                confidence: Confidence::Suggested,
                sentence: format!(
                    "{}: {} of a request of {}; without it a request would take {}, so that no implementation gains the host more than a factor of {}. \
                     Each nanosecond of it costs the request {}.",
                    operation.title,
                    share(part),
                    time(host.real_ns),
                    time(fit.a),
                    digits(host.real_ns / fit.a.max(1.0)),
                    digits(fit.b)
                ),
                sources: vec![run.id.clone()],
            });
        }
    }
    found
}

/// Welch's t from which on two classes are told apart: 4.5, as Reparaz, Balasch and Verbauwhede
/// have it ("Dude, is my code constant time?", DATE 2017).
const TOLD_APART: f64 = 4.5;

/// A difference of means below this is the lab's own, whatever t says: no block is timed better.
const LEAST: f64 = 0.005;

/// Whether a test tells two classes of secrets apart.
pub fn told_apart(leak: &Leak) -> bool {
    leak.t.abs() > TOLD_APART && (leak.ratio - 1.0).abs() >= LEAST
}

/// F28: time on one secret differs from time on others.
pub fn leak(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        for probe in &operation.probes {
            let Probed::Leak(leak) = &probe.found else { continue };
            if !told_apart(leak) {
                continue;
            }
            let name = &probe.implementation;
            let claims =
                super::row(operation, name).is_some_and(|row| row.contract.time == "constant");
            let promise = if claims { " although it says constant time" } else { "" };
            found.push(Finding {
                id: "F28".to_owned(),
                severity: if claims { Severity::Security } else { Severity::Warning },
                operations: vec![operation.id.clone()],
                implementations: vec![name.clone()],
                statistic: Statistic::plain("Welch's t", leak.t),
                confidence: Confidence::Seen,
                sentence: format!(
                    "{}: {name} takes {} times as long on one secret as on random ones{promise}; t is {} over {} blocks of each, {TOLD_APART} is the line. \
                     A t below the line would prove nothing.",
                    operation.title,
                    digits(leak.ratio),
                    digits(leak.t),
                    leak.blocks
                ),
                sources: vec![run.id.clone()],
            });
        }
    }
    found
}

/// F29: a body whose time was not that of work, so that it has no figure.
pub fn no_work(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        for probe in &operation.probes {
            let Probed::NoWork(why) = &probe.found else { continue };
            found.push(Finding {
                id: "F29".to_owned(),
                severity: Severity::Warning,
                operations: vec![operation.id.clone()],
                implementations: vec![probe.implementation.clone()],
                statistic: Statistic::plain("rows withheld", 1.0),
                confidence: Confidence::Seen,
                sentence: format!(
                    "{}: {} has no figure, for {why}.",
                    operation.title, probe.implementation
                ),
                sources: vec![run.id.clone()],
            });
        }
    }
    found
}
