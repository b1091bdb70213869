//! F18, F19, F20: threads that nobody asked for, that do not pay, or that disturb each other.

use super::growth::curves;
use super::words::{count, digits, share, time};
use super::{Confidence, Evidence, Finding, Severity, Statistic};
use crate::probe::Probed;

/// CPU time of the process over that of the calling thread from which on others are said to work.
const OTHERS: f64 = 1.05;

/// The same where nobody compared with a caller who works alone: threads of the program, or the
/// thread that counts, have been seen to take a tenth of a block.
const UNCOMPARED: f64 = 1.25;

/// F18: during a call, CPU time is spent in the process that is not the caller's.
pub fn unwanted(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        for probe in &operation.probes {
            let Probed::Threads(threads) = &probe.found else { continue };
            let ratio = threads.process_ns / threads.thread_ns.max(1.0);
            let compared = threads.rounds > 0;
            let starts = compared && threads.extra_threads > 0;
            if ratio <= if compared { OTHERS } else { UNCOMPARED } && !starts {
                continue;
            }
            let name = &probe.implementation;
            let what = match threads.extra_threads {
                0 => "lets threads work".to_owned(),
                extra => format!("starts {}", count(extra.into(), "thread")),
            };
            found.push(Finding {
                id: "F18".to_owned(),
                severity: Severity::Warning,
                operations: vec![operation.id.clone()],
                implementations: vec![name.clone()],
                statistic: Statistic::plain("CPU time of the process over that of the caller", ratio),
                confidence: Confidence::Seen,
                sentence: format!(
                    "{}: {name} {what} that nobody asked for; a call takes {} of CPU time, of which the caller's thread spends {}, and {} of wall time.",
                    operation.title,
                    time(threads.process_ns),
                    time(threads.thread_ns),
                    time(threads.wall_ns)
                ),
                sources: vec![run.id.clone()],
            });
        }
    }
    found
}

/// F19: sizes at which threads take longer than one alone, and how well they are used at the
/// largest.
pub fn efficiency(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (sweep, curve) in curves(evidence) {
        let Some(threads) = sweep.threads else { continue };
        let beside: Vec<_> = curve
            .points
            .iter()
            .filter_map(|point| Some((point.items, point.rows.first()?, point.rows.get(1)?)))
            .collect();
        let Some((most, _, last)) = beside.last() else { continue };
        // The ratio is the time on threads over that of one.
        let slower: Vec<usize> = beside
            .iter()
            .filter(|(_, _, row)| row.interval.is_some_and(|ratio| ratio.low > 1.0))
            .map(|(items, ..)| *items)
            .collect();
        let used = 1.0 / (f64::from(threads) * last.ratio);
        let worse = match slower.last() {
            Some(items) => {
                format!(" Up to {items} {} they take longer than one thread.", curve.item)
            }
            None => String::new(),
        };
        let interval = last.interval.map_or((None, None), |ratio| {
            (
                Some(1.0 / (f64::from(threads) * ratio.high)),
                Some(1.0 / (f64::from(threads) * ratio.low)),
            )
        });
        found.push(Finding {
            id: "F19".to_owned(),
            severity: if slower.is_empty() && used > HALF {
                Severity::Info
            } else {
                Severity::Advice
            },
            operations: vec![curve.id.clone()],
            implementations: vec![last.implementation.clone()],
            statistic: Statistic {
                name: "efficiency of the threads".to_owned(),
                value: used,
                low: interval.0,
                high: interval.1,
            },
            confidence: Confidence::Level(0.95),
            sentence: format!(
                "{}: {threads} threads do the work of {} at {most} {}, an efficiency of {}.{worse}",
                curve.title,
                digits(1.0 / last.ratio),
                curve.item,
                share(used)
            ),
            sources: vec![sweep.id.clone()],
        });
    }
    found
}

/// An efficiency below this is worth a word.
const HALF: f64 = 0.5;

/// F20: an answer to one of several callers is another than to a lone one.
pub fn together(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        for probe in &operation.probes {
            let Probed::Together(seen) = &probe.found else { continue };
            if seen.wrong == 0 {
                continue;
            }
            let others = match seen.of_others {
                0 => String::new(),
                n => format!(
                    " {n} of them {} to another caller's input.",
                    if n == 1 { "was the answer" } else { "were answers" }
                ),
            };
            let name = &probe.implementation;
            let timed = super::row(operation, name).is_some();
            let withheld = if timed { "" } else { " It has no figure." };
            found.push(Finding {
                id: "F20".to_owned(),
                severity: Severity::Security,
                operations: vec![operation.id.clone()],
                implementations: vec![name.clone()],
                statistic: Statistic::plain("share of wrong answers", seen.wrong as f64 / seen.asked.max(1) as f64),
                confidence: Confidence::Seen,
                sentence: format!(
                    "{}: {name} gives {} to {} at once, {} of {} (inputs of seed {}).{others}{withheld}",
                    operation.title,
                    count(seen.wrong, "wrong answer"),
                    count(seen.callers.into(), "caller"),
                    seen.wrong,
                    seen.asked,
                    seen.seed
                ),
                sources: vec![run.id.clone()],
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::{Probe, Threads};
    use crate::run::Run;
    use crate::sample::sample;

    fn found(process_ns: f64, extra_threads: u32, rounds: u32) -> Option<Finding> {
        let mut run: Run = sample();
        let threads = Threads { process_ns, thread_ns: 33.8, wall_ns: 33.9, extra_threads, rounds };
        run.operations[0].probes =
            vec![Probe { implementation: "curvemark".into(), found: Probed::Threads(threads) }];
        unwanted(&Evidence::of_runs(&[run])).pop()
    }

    #[test]
    fn a_tenth_of_a_block_is_nobodys_unless_it_was_compared() {
        // Times of a run of curvemark's own field multiplication, which has no thread, by a method
        // that compared nothing.
        assert!(found(36.7, 0, 0).is_none() && found(36.7, 1, 0).is_none());
        assert!(found(33.8, 0, 12).is_none() && found(35.0, 0, 12).is_none());
        let works = found(36.7, 0, 12).expect("in twelve rounds of twelve");
        assert!(works.sentence.contains("lets threads work"), "{}", works.sentence);
        assert!(found(67.0, 0, 0).is_some(), "twice the time is no accident");
        let starts = found(34.0, 4, 12).expect("they were seen in every round");
        assert!(starts.sentence.contains("starts 4 threads"), "{}", starts.sentence);
    }
}
