//! The first screen: what was checked, how the speed compares, on which machine, of which build.
//! Every sentence is made from the run; where the run does not allow a claim, the sentence says why
//! instead.

use maud::{Markup, html};

use super::axis::{Mark, Verdict};
use super::model::{Entry, Model, OURS, Tally, title};
use super::number;
use super::scoreboard::slower_words;
use super::{fair, front};
use crate::gate::REMARK;
use record::fair::has_ifma;
use record::{Gate, Run, Suite};

/// The failures of a suite, in words, without its remarks.
pub fn failures(suite: &Suite) -> impl Iterator<Item = &str> {
    suite.failures.iter().map(String::as_str).filter(|failure| !failure.starts_with(REMARK))
}

/// What a suite remarks on: where a peer departs from the specification, or was lost. No failure of
/// the gate.
pub fn remarks(suite: &Suite) -> impl Iterator<Item = &str> {
    suite.failures.iter().filter_map(|failure| failure.strip_prefix(REMARK))
}

/// A remark: what stands between backticks in it is code.
pub fn words(remark: &str) -> Markup {
    html! {
        @for (place, part) in remark.split('`').enumerate() {
            @if place % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

/// What the gate found, all suites together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Suites that ran.
    pub suites: u64,
    /// Suites that did not.
    pub skipped: u64,
    /// Cases that passed.
    pub passed: u64,
    /// Cases that failed.
    pub failed: u64,
    /// Suites with a failure.
    pub bad: u64,
}

impl Checked {
    /// Sums the suites.
    pub fn of(gate: &Gate) -> Self {
        let mut sum = Self { suites: 0, skipped: 0, passed: 0, failed: 0, bad: 0 };
        for suite in &gate.suites {
            // A failure in words without a count is a failure all the same.
            let failed = suite.failed.max(failures(suite).count() as u64);
            sum.suites += u64::from(suite.skipped.is_none());
            sum.skipped += u64::from(suite.skipped.is_some());
            sum.passed += suite.passed;
            sum.failed += failed;
            sum.bad += u64::from(failed > 0);
        }
        sum
    }

    /// Whether there is something, and all of it passed.
    pub const fn good(&self) -> bool {
        self.failed == 0 && self.passed > 0
    }
}

/// How often which verdict was given, the first with the number of all and with whom curvemark is
/// compared, if that is to be said: `faster than blst in 30 of 32 operations, slower in 2`. A
/// verdict that was never given is not told.
fn counted(tally: &Tally, against: Option<&str>) -> String {
    let mut words = String::new();
    for verdict in Verdict::ALL.into_iter().filter(|verdict| tally.count(*verdict) > 0) {
        let (verb, joint) = match verdict {
            Verdict::Faster | Verdict::Slower => (verdict.word(), "than"),
            Verdict::Even => (verdict.word(), "of"),
            Verdict::Unclear => (verdict.word(), "against"),
        };
        let count = number::count(tally.count(verdict));
        if words.is_empty() {
            let all = number::counted(tally.total(), "operation", "operations");
            let against = against.map_or_else(String::new, |who| format!(" {joint} {who}"));
            words = format!("{verb}{against} in\u{a0}{count} of {all}");
        } else {
            words += &format!(", {verb} in\u{a0}{count}");
        }
    }
    words
}

/// Whom curvemark is compared with where no library is named.
const BEST: &str = "the best other library";

/// The sentence on speed, for the comparisons of one view: with the best peer of each operation, or
/// with one by name.
pub fn headline<'a>(
    marks: impl IntoIterator<Item = Mark<'a>>,
    operations: usize,
    peer: Option<&str>,
) -> String {
    let tally = Tally::of(marks);
    if operations == 0 {
        return "Nothing was measured in this run.".to_owned();
    }
    if tally.total() == 0 {
        return format!(
            "No comparison: in none of {} was {} measured doing the same work as {OURS}.",
            number::counted(operations as u64, "operation", "operations"),
            peer.unwrap_or("another library"),
        );
    }
    capital(&counted(&tally, Some(peer.unwrap_or(BEST)))) + "."
}

/// A sentence from words.
pub fn capital(words: &str) -> String {
    let mut rest = words.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// What of the CPU curvemark used, in the words of the CPU's data sheet. An engine that has none of
/// these is named in full elsewhere.
fn engine(run: &Run) -> Option<&'static str> {
    let own = run.implementations.iter().find(|implementation| implementation.name == OURS)?;
    let known = [
        ("IFMA", "AVX-512 IFMA"),
        ("AVX2", "AVX2 and ADX"),
        ("ADX", "ADX"),
        ("portable", "portable code"),
    ];
    known.into_iter().find(|(word, _)| own.engine.contains(word)).map(|(_, words)| words)
}

/// So many slower operations are named before the rest is folded.
const NAMED: usize = 6;

/// The operations in which curvemark is slower, the slowest first, each with a link.
fn slower(model: &Model<'_>) -> Markup {
    let mut found: Vec<(&Entry<'_>, f64)> = model
        .entries()
        .filter_map(|entry| Some((entry, entry.best()?)))
        .filter(|(_, mark)| mark.verdict() == Verdict::Slower)
        .map(|(entry, mark)| (entry, mark.ratio().value))
        .collect();
    found.sort_by(|a, b| a.1.total_cmp(&b.1));
    let list = |found: &[(&Entry<'_>, f64)]| {
        html! {
            @for (index, (entry, ratio)) in found.iter().enumerate() {
                @if index > 0 { ", " }
                a href={ "#" (entry.slug) } { (title(model.run, entry)) } " (" (number::ratio(*ratio)) ")"
            }
        }
    };
    let (first, rest) = found.split_at(NAMED.min(found.len()));
    html! {
        @if !first.is_empty() {
            p.slower-ones {
                span.sign.warning aria-hidden="true" { "▼" } "Slower: " (list(first))
                @if rest.is_empty() { "." } @else { ", and " (number::count(rest.len() as u64)) " more." }
            }
        }
        @if !rest.is_empty() {
            details.plain { summary { "All others that are slower" } p { (list(rest)) "." } }
        }
    }
}

/// The same count for a CPU without AVX-512 IFMA, or for curvemark on a slower engine, if that took
/// part.
fn without_vectors(model: &Model<'_>) -> Markup {
    let mut tally = Tally::default();
    let ratio = |entry: &Entry<'_>| match has_ifma(&model.run.machine) {
        true => fair::of(model.run, entry)?.ratio(),
        false => front::over_slower(entry),
    };
    for ratio in model.entries().filter_map(ratio) {
        tally.add(Verdict::on(&ratio));
    }
    let row = model.entries().find_map(Entry::slower);
    html! {
        @if let (Some(row), true) = (row, tally.total() > 0) {
            p.muted {
                (capital(&slower_words(&row.implementation))) ", in the same rounds: "
                (counted(&tally, None)) "."
            }
        }
    }
}

/// The sentence on correctness.
fn correctness(checked: &Checked) -> String {
    if checked.failed > 0 {
        format!(
            "{} of {} failed, in {} of {}.",
            number::count(checked.failed),
            number::counted(checked.passed + checked.failed, "case", "cases"),
            number::count(checked.bad),
            number::counted(checked.suites, "suite", "suites"),
        )
    } else if checked.passed == 0 {
        "Nothing was checked.".to_owned()
    } else {
        let cases = number::counted(checked.passed, "case", "cases");
        format!("{cases} in {}: all passed.", number::counted(checked.suites, "suite", "suites"))
    }
}

/// What must be known before any figure is read.
fn banners(model: &Model<'_>, checked: &Checked) -> Markup {
    let run = model.run;
    html! {
        @if checked.failed > 0 {
            div.banner.bad role="alert" {
                strong { "Correctness failed." }
                " " (number::counted(checked.failed, "case", "cases")) " did not give the expected answer: "
                a href="#checks" { "see which" } ". No figure on this page is a claim."
            }
        } @else if !checked.good() {
            div.banner.bad role="alert" {
                strong { "Nothing was checked." } " Without a passed check no figure on this page is a claim."
            }
        }
        @if !run.health.fit {
            div.banner.unfit role="alert" {
                strong { "This machine was not fit to measure." }
                " The figures below are shown to explain that, not as a claim."
                @if !run.health.remarks.is_empty() {
                    ul { @for remark in &run.health.remarks { li { (words(remark)) } } }
                }
            }
        }
    }
}

/// The first screen, up to the chart, with the number of findings.
pub fn section(model: &Model<'_>, findings: &Markup) -> Markup {
    let run = model.run;
    let checked = Checked::of(&run.gate);
    let operations = run.operations.len();
    let best: Vec<Mark<'_>> = model.entries().filter_map(|entry| entry.best()).collect();
    let claim = checked.good() && run.health.fit;
    html! {
        (banners(model, &checked))
        div.statements {
            section aria-labelledby="said-correct" {
                h2 #said-correct { "Correctness" }
                p.statement {
                    @if checked.good() { span.mark.good aria-hidden="true" { "✓" } } @else { span.mark.bad aria-hidden="true" { "✕" } }
                    (correctness(&checked))
                }
                p.muted {
                    @if checked.skipped > 0 {
                        a href="#checks" { (number::counted(checked.skipped, "suite was skipped", "suites were skipped")) } ". "
                    }
                    (findings)
                }
            }
            section aria-labelledby="said-speed" {
                h2 #said-speed { "Speed" }
                p.statement {
                    @if !claim { span.void { "Not a claim: " } }
                    @match engine(run) {
                        Some(engine) if !best.is_empty() => {
                            "With " (engine) ", " (counted(&Tally::of(best), Some(BEST))) "."
                        },
                        _ => (headline(best, operations, None)),
                    }
                }
                (slower(model))
                (without_vectors(model))
            }
        }
        (facts(run))
    }
}

/// What was built, in words that say whether anybody can build it again.
pub fn commit(run: &Run) -> Markup {
    html! {
        @match run.build.commit.as_deref() {
            None => { "of no known commit" },
            Some(commit) => @match commit.strip_suffix('+') {
                Some(clean) => { "commit " code { (clean) } strong.changed { " with changes that no commit has" } },
                None => { "commit " code { (commit) } },
            },
        }
    }
}

/// So many peers are named on the first screen; all of them stand where it says who took part.
const SHOWN: usize = 6;

/// The machine, the build and the run: in one line, and side by side where that is opened.
fn facts(run: &Run) -> Markup {
    let (machine, build) = (&run.machine, &run.build);
    let own = run.implementations.iter().find(|implementation| implementation.name == OURS);
    html! {
        details.plain.about {
            summary {
                (machine.cpu_name())
                @if let Some(own) = own { " · " (engine(run).unwrap_or(&own.engine)) }
                " · " (build.compiler.split(" (").next().unwrap_or_default())
                " · " (run.started.split('T').next().unwrap_or_default())
                " · " (commit(run))
            }
        div.facts {
            section aria-labelledby="fact-machine" {
                h2 #fact-machine { "Machine" }
                dl {
                    dt { "CPU" } dd { (machine.cpu) " " span.muted { "(" (machine.cpu_id) ")" } }
                    dt { "Clock" } dd { (number::plain((machine.clock_ghz * 1000.0).round() / 1000.0)) " GHz, measured" }
                    dt { "CPUs" } dd {
                        (machine.cpus) @if machine.virtual_machine { ", in a virtual machine" } @else { ", no hypervisor seen" }
                    }
                    dt { "Features" } dd { @if machine.features.is_empty() { "none of note" } @else { (machine.features.join(", ")) } }
                    dt { "Caches" } dd { (machine.caches) }
                    dt { "System" } dd { (machine.system) }
                    dt { "Fingerprint" } dd { code { (machine.fingerprint) } }
                }
            }
            section aria-labelledby="fact-build" {
                h2 #fact-build { "Build" }
                dl {
                    dt { "Version" } dd { (OURS) " " (build.version) }
                    dt { "Source" } dd { (commit(run)) }
                    @if let Some(own) = own {
                        dt { "Engine" } dd { (own.engine) }
                    }
                    dt { "Compiler" } dd { (build.compiler) }
                    dt { "Profile" } dd { (build.profile) }
                    dt { "Target" } dd { (build.target) }
                }
            }
            section aria-labelledby="fact-run" {
                h2 #fact-run { "Run" }
                dl {
                    dt { "Id" } dd { code { (run.id) } }
                    dt { "Started" } dd { time datetime=(run.started) { (run.started) } }
                    dt { "Took" } dd { (number::seconds(run.seconds)) }
                    dt { "Libraries" } dd {
                        @let peers: Vec<&str> = run.implementations.iter().map(|who| who.name.as_str()).filter(|name| *name != OURS).collect();
                        @match peers.len() {
                            0 => "none",
                            n if n > SHOWN => { (peers[..SHOWN].join(", ")) " and " a href="#participants" { (number::count((n - SHOWN) as u64)) " more" } },
                            _ => (peers.join(", ")),
                        }
                    }
                    dt { "A/A controls" } dd {
                        @if run.health.control_total == 0 { "none" }
                        @else { a href="#health" { (run.health.control_held) " of " (run.health.control_total) " held" } }
                    }
                    dt { "Seed" } dd { (run.method.seed) }
                }
            }
        }
        }
    }
}
