//! Who took part, how it was measured, how to do it again, and the data. The text on the method is
//! made from the run's own parameters, so it cannot describe another one.

use maud::{Markup, PreEscaped, html};

use super::axis::{EVEN, Verdict};
use super::extent::Record;
use super::model::{OURS, slugged};
use super::number;
use crate::measure::session::HEADLINE;
use crate::shell::without_needless_quotes;
use record::statistics::rank::COUNTED;
use record::statistics::{FEWEST_VISITS, FLOOR};
use record::{Implementation, Method, Run};

/// Names of so many characters together are not folded.
const SHORT: usize = 40;

/// The section on who took part.
pub fn participants(implementations: &[Implementation]) -> Markup {
    let list = |words: &[String]| {
        html! {
            @if words.is_empty() { span.muted { "none" } }
            @for (index, word) in words.iter().enumerate() { @if index > 0 { ", " } code { (word) } }
        }
    };
    // A dozen features of thirty libraries would fill screens.
    let folded = |words: &[String], what: (&str, &str)| {
        html! {
            @if words.iter().map(String::len).sum::<usize>() <= SHORT {
                (list(words))
            } @else {
                details.plain {
                    summary { span { (number::counted(words.len() as u64, what.0, what.1)) } }
                    (list(words))
                }
            }
        }
    };
    html! {
        section #participants aria-labelledby="participants-title" {
            h2 #participants-title { "Libraries that took part" }
            @if implementations.is_empty() {
                p { "Nobody." }
            } @else {
                div.scroll role="group" aria-label="Implementations" tabindex="0" {
                    table.participants {
                        thead {
                            tr { @for head in ["Name", "Version", "Engine on this CPU", "Features", "Flags"] { th { (head) } } }
                        }
                        tbody {
                            @for who in implementations {
                                tr.own[who.name == OURS] {
                                    th scope="row" { (who.name) }
                                    td { (who.version) }
                                    td { (who.engine) }
                                    td { (folded(&who.features, ("feature", "features"))) }
                                    td { (folded(&who.flags, ("flag", "flags"))) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The section on how it was measured, with the definitions of what the page prints.
pub fn method(method: &Method) -> Markup {
    html! {
        section #method aria-labelledby="method-title" {
            h2 #method-title { "How it was measured" }
            p {
                "Every implementation gets the same inputs: a pool of " (number::counted(u64::from(method.pool), "case", "cases"))
                " per operation, made from seed " (method.seed) ", through which the calls rotate. "
                "Calls are timed in blocks of about " (number::plain(method.block_us)) " µs; an operation that takes longer is timed one call at a time. "
                "In a pass, all implementations of an operation run one block each, in random order; a round is "
                (number::counted(u64::from(method.passes), "pass", "passes")) ", of which each implementation keeps its smallest time. "
                "Rounds come in visits, spread over the run so that no bad second owns an operation. "
                "The budget was " (number::seconds(method.budget_s)) " for all operations together; one whose intervals are narrow ends early, and its time goes to the others. "
                "That rule looks at the width of an interval, never at where it lies. "
                @if method.pinned { "The measuring thread was pinned to one CPU." } @else { "The measuring thread was not pinned to a CPU." }
            }
            dl.wide {
                dt { "Time" }
                dd { "Thread-CPU time per call, and wall time of operations on all threads: the median over the rounds. The 10 % and 90 % columns are percentiles of the same rounds. Wall time stands next to it; where the two differ, something else ran." }
                dt { "Ratio" }
                dd { "The other library’s time divided by " (OURS) "’s, taken within each round, so that what slows both cancels; the median over the rounds. Above 1, " (OURS) " is faster." }
                dt { "Interval" }
                dd { (interval(method)) }
                dt { "Resolution" }
                dd { "The smallest relative change that this measurement would have shown in four of five repetitions. A difference below it is not seen, which does not mean that there is none." }
                dt { "Contract" }
                dd { "What is timed, that is, what happens inside the clock: whether the input is parsed, which checks are made, and whether the time is independent of the values. Only rows of equal contract are compared; on all others this page prints no ratio." }
                dt { "Best other library" }
                dd { "The fastest of those that have " (OURS) "’s contract for the operation." }
                dt { "Verdict" }
                dd {
                    strong { (Verdict::Faster.word()) } " or " strong { (Verdict::Slower.word()) } ": the interval does not hold 1, and the ratio is further than " (number::chosen(EVEN)) " from it. "
                    strong { (Verdict::Even.word()) } ": the ratio is nearer, and so is the whole interval if it holds 1. "
                    strong { (Verdict::Unclear.word()) } ": the interval holds 1 and reaches further; this run cannot tell."
                }
                dt { "A/A control" }
                dd { "A second copy of " (OURS) " in the same rounds. Its true ratio is 1, so what it shows is the error of the measurement itself." }
            }
        }
    }
}

/// What an interval of this run is.
fn interval(method: &Method) -> String {
    let (confidence, resamples) = (number::chosen(method.confidence), u64::from(method.resamples));
    let bootstrap = format!(
        "a bootstrap with {} that draws whole visits, since rounds of one visit resemble each other, its quantiles widened for few visits as Student's t is",
        number::counted(resamples, "resample", "resamples")
    );
    let ends = format!(
        "There is none for fewer than {FEWEST_VISITS} visits, and it reaches at least {} to either side of the median.",
        number::chosen(FLOOR)
    );
    if method.ranks {
        format!(
            "Where the ratio lies at a confidence of {confidence}: to either side the farther end of two intervals. One is Wilcoxon's for the medians of the visits, by signs and ranks \
             (Hodges and Lehmann), which is exact for any distribution that is symmetric about its middle, as that of two interchangeable sides is whatever the machine does: counted up to \
             {COUNTED} visits, and by the normal distribution beyond. The other is {bootstrap}. {ends}"
        )
    } else {
        format!("Where the ratio lies at a confidence of {confidence}: {bootstrap}. {ends}")
    }
}

/// The section on how to repeat the run.
pub fn reproduce(run: &Run) -> Markup {
    let mut lines = Vec::new();
    if let Some(commit) = &run.build.commit {
        lines.push(format!("git checkout {}", commit.trim_end_matches('+')));
    }
    lines.push(format!("cargo run --release -- check --tier {}", run.gate.tier));
    let selection = selection(run);
    lines.push(format!(
        "cargo run --release -- run{selection} --seed {} --budget {}{}",
        run.method.seed,
        number::plain(run.method.budget_s),
        if run.method.pinned { "" } else { " --no-pin" },
    ));
    let dirty = run.build.commit.as_ref().is_some_and(|commit| commit.ends_with('+'));
    html! {
        section #reproduce aria-labelledby="reproduce-title" {
            h2 #reproduce-title { "Do it again" }
            p { "The first command checks, the second checks and measures and writes a page like this one. Times are comparable only between machines of the same fingerprint, here " code { (run.machine.fingerprint) } "." }
            @if selection != " --all" {
                p { "This run measured " (number::counted(run.operations.len() as u64, "operation", "operations")) " of those that the lab knows: without an option it measures the headline, with " code { "--filter" } " what matches, with " code { "--all" } " every one." }
            }
            @if dirty { p { "This build had changes beyond the commit, so its figures may not be reproducible from it." } }
            div.scroll role="group" aria-label="The commands" tabindex="0" { pre { code { @for line in &lines { (line) "\n" } } } }
        }
    }
}

/// The options that chose the operations, after a space where there are any. A record from before
/// they were kept holds everything or the headline.
pub fn selection(run: &Run) -> String {
    match &run.method.selection {
        Some(options) if options.is_empty() => String::new(),
        Some(options) => format!(" {}", without_needless_quotes(options)),
        None if run
            .operations
            .iter()
            .all(|operation| HEADLINE.contains(&operation.id.as_str())) =>
        {
            String::new()
        }
        None => " --all".to_owned(),
    }
}

/// What an embedded record leaves out.
const fn left_out(record: Record) -> Option<&'static str> {
    match record {
        Record::Whole => None,
        Record::WithoutRounds => Some("the values of the single rounds are left out; they are"),
        Record::Figures => Some(
            "the values of the single rounds, what was probed and the suites of the gate are left out; they are",
        ),
        Record::Nothing => Some("the record is left out, and with it the calculator; it is"),
    }
}

/// The section with the run itself, as much of it as is embedded.
pub fn data(run: &Run, json: Option<&str>, record: Record) -> Markup {
    html! {
        section #data aria-labelledby="data-title" {
            h2 #data-title { "Data" }
            p {
                "Everything on this page is computed from one record of the run" @if json.is_some() { ", which is embedded in it as JSON" } ". "
                @if let Some(what) = left_out(record) { "To keep the page small, " (what) " in the stored run " code { (run.id) } "." }
            }
            @if let Some(json) = json {
                p #raw hidden {
                    button #download type="button" data-name={ "curvemark-" (slugged(&run.id)) ".json" } { "Download the record" } " "
                    button #download-csv type="button" data-name={ "curvemark-" (slugged(&run.id)) ".csv" } { "Download the figures as CSV" } " "
                    button #copy type="button" { "Copy the figures as a table" } " "
                    output #copied aria-live="polite" {}
                }
                noscript { p.muted { "It is in the source of this page, in the element with the identifier " code { "run-data" } "." } }
                script #run-data type="application/json" { (PreEscaped(json)) }
            }
        }
    }
}

/// The record as JSON that cannot end the element around it: in JSON, `<` occurs inside strings
/// alone, where it may be escaped.
pub fn json(run: &Run) -> String {
    serde_json::to_string(run)
        .map_or_else(|_| "null".to_owned(), |text| text.replace('<', "\\u003c"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::sample::sample;

    #[test]
    fn the_interval_is_told_as_the_run_computed_it() {
        let exact = interval(&sample().method);
        assert!(
            exact.contains("Wilcoxon") && exact.contains("bootstrap with 2000 resamples"),
            "{exact}"
        );
        assert!(
            exact.contains("fewer than 4 visits")
                && exact.replace('\u{202f}', " ").contains("0.1 %"),
            "{exact}"
        );
        let before = interval(&Method { ranks: false, ..sample().method });
        assert!(!before.contains("Wilcoxon") && before.contains("bootstrap"), "{before}");
    }
}
