//! The first screen: what was checked, how the speed compares, on which machine, of which build.
//! Every sentence is made from the run; where the run does not allow a claim, the sentence says why
//! instead.

use maud::{Markup, html};

use super::axis::{Mark, Verdict};
use super::model::{Model, OURS, Tally};
use super::number;
use crate::gate::REMARK;
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
            "No comparison: in none of {} was {} measured under {OURS}’s contract.",
            number::counted(operations as u64, "operation", "operations"),
            peer.unwrap_or("a peer"),
        );
    }
    let against = peer.unwrap_or("the best peer");
    let mut sentence = format!(
        "Faster than {against} in\u{a0}{} of {}, {} in\u{a0}{}, slower in\u{a0}{}",
        number::count(tally.count(Verdict::Faster)),
        number::counted(tally.total(), "operation", "operations"),
        Verdict::Even.word(),
        number::count(tally.count(Verdict::Even)),
        number::count(tally.count(Verdict::Slower)),
    );
    if tally.count(Verdict::Unclear) > 0 {
        sentence += &format!(", unclear in\u{a0}{}", number::count(tally.count(Verdict::Unclear)));
    }
    sentence + "."
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
                    ul { @for remark in &run.health.remarks { li { (remark) } } }
                }
            }
        }
    }
}

/// The first screen, up to the chart.
pub fn section(model: &Model<'_>) -> Markup {
    let run = model.run;
    let checked = Checked::of(&run.gate);
    let operations = run.operations.len();
    let best: Vec<Mark<'_>> = model.entries().filter_map(|entry| entry.best()).collect();
    let without = operations - best.len();
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
                    "Tier " (run.gate.tier) ", vectors from " (run.gate.vectors) ", in " (number::seconds(run.gate.seconds)) "."
                    @if checked.skipped > 0 {
                        " " a href="#checks" { (number::counted(checked.skipped, "suite was skipped", "suites were skipped")) } "."
                    }
                }
            }
            section aria-labelledby="said-speed" {
                h2 #said-speed { "Speed" }
                p.statement {
                    @if !claim { span.void { "Not a claim: " } }
                    (headline(best, operations, None))
                }
                @if without < operations {
                    p.muted {
                        "Against peers that do the same work under the same contract, measured in the same rounds."
                        @if without > 0 {
                            " " (number::counted(without as u64, "more operation has", "more operations have"))
                            " no such peer in this run."
                        }
                    }
                }
            }
        }
        (facts(run))
    }
}

/// So many peers are named on the first screen; all of them stand where it says who took part.
const SHOWN: usize = 6;

/// The machine, the build and the run, side by side.
fn facts(run: &Run) -> Markup {
    let (machine, build) = (&run.machine, &run.build);
    html! {
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
                    dt { "Commit" } dd { @match &build.commit { Some(commit) => code { (commit) }, None => "unknown" } }
                    @if let Some(own) = run.implementations.iter().find(|implementation| implementation.name == OURS) {
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
                    dt { "Peers" } dd {
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
