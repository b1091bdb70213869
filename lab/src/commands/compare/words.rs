//! A comparison in words: for a terminal, and as a comment.

use super::Summary;
use crate::measure::paired::{Change, Compared, Pair};
use crate::terminal::table::{plain as table, right, text};
use crate::terminal::units;
use record::Ratio;
use std::fmt::Write;

/// `+1.23 % [+1.10, +1.36]`.
pub(in crate::commands) fn change(ratio: &Ratio) -> String {
    let percent = |value: f64| (value - 1.0) * 100.0;
    format!(
        "{:+.2} % [{:+.2}, {:+.2}]",
        percent(ratio.value),
        percent(ratio.low),
        percent(ratio.high)
    )
}

/// What was found, one row an operation, the gravest first.
fn sorted(found: &Compared) -> Vec<&Pair> {
    let mut pairs: Vec<&Pair> = found.pairs.iter().collect();
    let rank = |pair: &&Pair| match pair.change {
        Change::Slower => 0,
        Change::NotConfirmed => 1,
        Change::Undecided => 2,
        Change::Faster => 3,
        Change::NotSlower => 4,
        Change::Same => 5,
    };
    pairs.sort_by_key(rank);
    pairs
}

/// One sentence that says it all.
fn sentence(summary: &Summary<'_>) -> String {
    let threshold = summary.threshold_percent;
    let count = |change: Change| {
        summary
            .found
            .map_or(0, |found| found.pairs.iter().filter(|pair| pair.change == change).count())
    };
    let operations = |n: usize| units::count(n as u64, "operation");
    let total = summary.found.map_or(0, |found| found.pairs.len());
    let open = count(Change::Undecided) + count(Change::NotConfirmed);
    match summary.verdict {
        "same program" => {
            "Both sides are the same program, byte for byte: nothing can have changed, and nothing was measured."
                .to_owned()
        }
        "different answers" => "The two sides give different answers: nothing was timed.".to_owned(),
        "machine unfit" => "The machine was unfit to measure: there is no verdict.".to_owned(),
        "regression" => format!(
            "Regression: {} of {total} slower by more than {threshold} %, found twice.",
            operations(count(Change::Slower))
        ),
        "interrupted" => "Interrupted: what had been measured by then is shown.".to_owned(),
        verdict if verdict.starts_with("inconclusive") && total == 0 => {
            "Nothing was compared: the two sides offer none of the operations asked for under one contract.".to_owned()
        }
        verdict if verdict.starts_with("inconclusive") => {
            format!("Inconclusive for {} of {total}: more time, or a quieter machine, would decide.", operations(open))
        }
        _ => format!("No regression: none of {} slower by more than {threshold} %.", operations(total)),
    }
}

/// For a terminal or a log.
pub(super) fn plain(summary: &Summary<'_>) -> String {
    let mut out =
        format!("base       {}\ncandidate  {}\n", summary.base.words(), summary.candidate.words());
    for line in &summary.lock {
        let _ = writeln!(out, "lock file  {line}");
    }
    if let Some(found) = summary.found {
        if !found.pairs.is_empty() {
            let mut rows = table(&[
                "operation",
                "base",
                "candidate",
                "change [95 % over all looks]",
                "seen from",
                "verdict",
                "visits",
            ]);
            for pair in sorted(found) {
                rows.add_row([
                    pair.operation.clone(),
                    units::time(pair.base_ns),
                    units::time(pair.candidate_ns),
                    change(&pair.ratio),
                    format!("{:.2} %", pair.ratio.resolution * 100.0),
                    pair.change.words().to_owned(),
                    pair.visits.to_string(),
                ]);
            }
            right(&mut rows, &[1, 2, 4, 6]);
            let _ = writeln!(out, "\n{}\n", text(&mut rows));
        }
        for pair in sorted(found) {
            if let Some(second) = &pair.confirmation {
                let _ =
                    writeln!(out, "{} again, in new processes: {}", pair.operation, change(second));
            }
        }
        notes(found, "", &mut out);
    }
    let _ = writeln!(out, "{}", sentence(summary));
    out
}

/// As a comment on a change.
pub(super) fn markdown(summary: &Summary<'_>) -> String {
    let mut out = format!("**{}**\n\n", sentence(summary));
    let _ = writeln!(out, "| | |\n|---|---|\n| base | {} |", escaped(&summary.base.words()));
    let _ = writeln!(out, "| candidate | {} |", escaped(&summary.candidate.words()));
    if !summary.lock.is_empty() {
        let _ = writeln!(out, "| lock file | {} |", escaped(&summary.lock.join("; ")));
    }
    let Some(found) = summary.found else { return out };
    let (shown, same): (Vec<&Pair>, Vec<&Pair>) =
        sorted(found).into_iter().partition(|pair| pair.change != Change::Same);
    let row = |out: &mut String, pair: &Pair| {
        let again = pair
            .confirmation
            .as_ref()
            .map(|again| format!("; again {}", change(again)))
            .unwrap_or_default();
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {}{again} | {:.2} % | {} |",
            pair.operation,
            units::time(pair.base_ns),
            units::time(pair.candidate_ns),
            change(&pair.ratio),
            pair.ratio.resolution * 100.0,
            pair.change.words()
        );
    };
    let head = "\n| operation | base | candidate | change | seen from | verdict |\n|---|---:|---:|---|---:|---|\n";
    if !shown.is_empty() {
        out.push_str(head);
        shown.into_iter().for_each(|pair| row(&mut out, pair));
    }
    if !same.is_empty() {
        let _ = writeln!(
            out,
            "\n<details><summary>{} the same</summary>\n{head}",
            units::count(same.len() as u64, "operation")
        );
        // The head ends with a newline of its own, which a table must not have behind it.
        out.truncate(out.trim_end().len());
        out.push('\n');
        same.into_iter().for_each(|pair| row(&mut out, pair));
        out.push_str("\n</details>\n");
    }
    out.push('\n');
    notes(found, "- ", &mut out);
    out
}

fn notes(found: &Compared, bullet: &str, out: &mut String) {
    for line in found.disagreements.iter().chain(&found.missing) {
        let _ = writeln!(out, "{bullet}{line}");
    }
    let health = &found.health;
    let fit = if health.fit {
        "The machine was fit to measure"
    } else {
        "THE MACHINE WAS UNFIT TO MEASURE"
    };
    let (held, total) = (health.control_held, health.control_total);
    let controls = if total == 0 {
        String::new()
    } else {
        format!("; {held} of {total} controls (the base against itself) held")
    };
    let _ = writeln!(out, "{bullet}{fit}{controls}.");
    for remark in &health.remarks {
        let _ = writeln!(out, "{bullet}{remark}");
    }
}

/// Text that stays in its cell and is no markup.
fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|c| "|`*_<>[]\\".contains(c).then_some('\\').into_iter().chain([c]))
        .collect()
}
