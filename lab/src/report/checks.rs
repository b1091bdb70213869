//! What was checked before anything was timed, and whether the machine can be believed.

use maud::{Markup, html};

use super::detail::held;
use super::extent::Extent;
use super::model::Model;
use super::number;
use super::summary::{Checked, failures, remarks, words};
use record::{Gate, Suite};

/// A remark has an input in it, which may be thousands of digits: what a reader needs of it is its
/// beginning.
const LONGEST: usize = 240;

/// The beginning of a long text, and how long it is.
fn shortened(text: &str) -> String {
    let mut beginning: String = text.chars().take(LONGEST).collect();
    if beginning.len() < text.len() {
        beginning += &format!(
            "… ({} characters, in the stored run)",
            number::count(text.chars().count() as u64)
        );
    }
    beginning
}

/// Suites that passed, by the first word of their names: how many, and their cases.
fn by_kind<'a>(suites: &[&'a Suite]) -> Vec<(&'a str, u64, u64)> {
    let mut kinds: Vec<(&str, u64, u64)> = Vec::new();
    for suite in suites {
        let kind = suite.name.split('/').next().unwrap_or_default();
        match kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, count, passed)) => (*count, *passed) = (*count + 1, *passed + suite.passed),
            None => kinds.push((kind, 1, suite.passed)),
        }
    }
    kinds
}

/// The section on the correctness gate. Failures come first and in full.
pub fn gate(gate: &Gate, extent: &Extent) -> Markup {
    let checked = Checked::of(gate);
    let failing: Vec<&Suite> = gate.suites.iter().filter(|suite| failed(suite)).collect();
    let named = |suite: &&Suite| failed(suite) || suite.skipped.is_some() || suite.passed == 0;
    let (shown, summed): (Vec<&Suite>, Vec<&Suite>) = gate.suites.iter().partition(named);
    html! {
        section #checks aria-labelledby="checks-title" {
            h2 #checks-title { "What was checked" }
            p.muted {
                "Before anything is timed, every suite must pass. Expected values come from published files and from other libraries, never from the code under test. "
                "This run: tier " (gate.tier) ", vectors from " (gate.vectors) ", in " (number::seconds(gate.seconds)) "."
            }
            @if !failing.is_empty() {
                div.banner.bad {
                    strong { "✕ " (number::counted(checked.failed, "case", "cases")) " failed." }
                    dl.failures {
                        @for suite in failing {
                            dt { code { (suite.name) } }
                            @for failure in failures(suite) { dd { (failure) } }
                            @let listed = failures(suite).count() as u64;
                            @if suite.failed > listed {
                                dd.muted { (number::count(suite.failed - listed)) " more, not listed." }
                            }
                        }
                    }
                }
            }
            (remarked(gate))
            @if gate.suites.is_empty() {
                p { "No suite was run." }
            } @else {
                div.scroll role="group" aria-label="Suites" tabindex="0" {
                    table.suites {
                        caption { (number::counted(gate.suites.len() as u64, "suite", "suites")) ", " (number::counted(checked.passed, "case", "cases")) " passed, " (number::count(checked.failed)) " failed" }
                        (heads())
                        tbody {
                            @for suite in &shown { (row(suite)) }
                            @for (kind, count, passed) in by_kind(&summed) {
                                tr {
                                    td.result { span.good { span aria-hidden="true" { "✓" } " passed" } }
                                    th scope="row" { code { (kind) } }
                                    td colspan="2" { (number::counted(count, "suite", "suites")) ", by name " @if extent.full { "below" } @else { "in the stored run" } }
                                    td.number { (number::count(passed)) }
                                    td.number { "0" }
                                }
                            }
                        }
                    }
                }
                @if extent.full && !summed.is_empty() {
                    details.plain {
                        summary { span { "What passed, by name: " (number::counted(summed.len() as u64, "suite", "suites")) } }
                        div.scroll role="group" aria-label="Suites that passed" tabindex="0" {
                            table.suites {
                                (heads())
                                tbody { @for suite in &summed { (row(suite)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The heads of a table of suites.
fn heads() -> Markup {
    html! {
        thead {
            tr {
                th { "Result" }
                th { "Suite" }
                th { "What it shows" }
                th { "Expected values from" }
                th.number { "Passed" }
                th.number { "Failed" }
            }
        }
    }
}

/// What fails nothing, folded: it has inputs in it, and would fill screens.
fn remarked(gate: &Gate) -> Markup {
    let suites: Vec<&Suite> =
        gate.suites.iter().filter(|suite| remarks(suite).next().is_some()).collect();
    let count = suites.iter().map(|suite| remarks(suite).count() as u64).sum();
    html! {
        @if !suites.is_empty() {
            p.muted { "Where another library departs from the specification, or gave no answer, this is remarked on. It fails nothing." }
            details.plain {
                summary {
                    span {
                        (number::counted(count, "remark", "remarks")) " in "
                        (number::counted(suites.len() as u64, "suite", "suites"))
                    }
                }
                dl.failures {
                    @for suite in suites {
                        dt { code { (suite.name) } }
                        @for remark in remarks(suite) { dd { (shortened(remark)) } }
                    }
                }
            }
        }
    }
}

fn failed(suite: &Suite) -> bool {
    suite.failed > 0 || failures(suite).next().is_some()
}

fn row(suite: &Suite) -> Markup {
    html! {
        tr {
            td.result {
                @if failed(suite) {
                    span.bad { span aria-hidden="true" { "✕" } " failed" }
                } @else if suite.skipped.is_some() {
                    span.muted { span aria-hidden="true" { "○" } " skipped" }
                } @else if suite.passed == 0 {
                    span.muted { span aria-hidden="true" { "○" } " no cases" }
                } @else {
                    span.good { span aria-hidden="true" { "✓" } " passed" }
                }
            }
            th scope="row" { code { (suite.name) } }
            td {
                (suite.shows)
                @if let Some(why) = &suite.skipped { div.muted { "Skipped: " (why) } }
            }
            td { (suite.source) }
            td.number { (number::count(suite.passed)) }
            td.number { (number::count(suite.failed)) }
        }
    }
}

/// The section on the machine's health.
pub fn health(model: &Model<'_>) -> Markup {
    let health = &model.run.health;
    let off: Vec<_> = model
        .entries()
        .filter_map(|entry| {
            Some((entry, entry.operation.control.filter(|control| !held(control))?))
        })
        .collect();
    html! {
        section #health aria-labelledby="health-title" {
            h2 #health-title { "Machine fitness: can the figures be believed?" }
            p.statement {
                @if health.fit { span.mark.good aria-hidden="true" { "✓" } "The machine was fit to measure." }
                @else { span.mark.bad aria-hidden="true" { "✕" } "The machine was not fit to measure." }
            }
            @if !health.remarks.is_empty() { ul.remarks { @for remark in &health.remarks { li { (words(remark)) } } } }
            dl.wide {
                dt { "A/A controls" }
                dd {
                    @if health.control_total == 0 {
                        "None were run."
                    } @else {
                        (health.control_held) " of " (health.control_total) " held 1 in their interval. At a confidence of "
                        (number::chosen(model.run.method.confidence)) ", about "
                        (number::chosen(1.0 - model.run.method.confidence)) " miss it by chance."
                    }
                    @if !off.is_empty() {
                        " Missed: "
                        @for (index, (entry, control)) in off.iter().enumerate() {
                            @if index > 0 { ", " }
                            a href={ "#" (entry.slug) } { (entry.operation.title) }
                            " (" (number::interval(control.low, control.high)) ")"
                        }
                        "."
                    }
                }
                dt { "Clock canaries" }
                dd { (canaries(&health.canary_ns)) }
            }
        }
    }
}

/// The steps of the clock's canary and how far they lie apart.
fn canaries(ns: &[f64]) -> Markup {
    let low = ns.iter().copied().fold(f64::INFINITY, f64::min);
    let high = ns.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    html! {
        @if ns.is_empty() {
            "None were taken."
        } @else {
            @for (index, step) in ns.iter().enumerate() {
                @if index > 0 { ", " }
                @if step.is_finite() { (format!("{step:.4}")) } @else { (number::ABSENT) } " ns"
            }
            " per step of a dependent chain, in the order taken; they lie " (number::percent(high / low - 1.0)) " apart."
        }
    }
}
