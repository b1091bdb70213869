//! One fold per operation: the comparisons under curvemark's contract with their rounds, then every row with all its figures, by
//! contract.

use maud::{Markup, html};

use super::axis::{Axis, Mark, contract_words};
use super::model::{Entry, Group, Model, OURS};
use super::overview::verdict;
use super::{chart, number};
use crate::store::record::{Contract, Ratio, Row};

/// The section.
pub fn section(model: &Model<'_>) -> Markup {
    if model.run.operations.is_empty() {
        return html! {};
    }
    html! {
        section #operations aria-labelledby="operations-title" {
            h2 #operations-title { "Each operation" }
            p.muted { "All rows, by contract. A ratio stands only beside rows of " (OURS) "’s own contract." }
            button #unfold type="button" hidden { "Open all" }
            @for family in &model.families {
                div.family data-family=(family.slug) {
                    h3 { (family.title) }
                    @for entry in &family.entries { (fold(entry)) }
                }
            }
        }
    }
}

fn fold(entry: &Entry<'_>) -> Markup {
    let operation = entry.operation;
    html! {
        details data-op=(entry.slug) {
            summary {
                span.title { (operation.title) }
                code { (operation.id) }
                span.number { @if let Some(ours) = entry.ours { (number::time(ours.cpu_ns)) } }
                @if let Some(best) = entry.best() {
                    span.number { (number::ratio(best.ratio().value)) }
                    (verdict(best.verdict()))
                } @else {
                    span.number {}
                    span.muted { "no peer of equal contract" }
                }
            }
            // The anchor is inside, so that a browser opens the fold for a link even without the script.
            div.inside id=(entry.slug) {
                p {
                    (shape(&operation.shape))
                    @if !operation.note.is_empty() { " " span.muted { "Agreed: " (operation.note) "." } }
                }
                @if !entry.axis.marks().is_empty() { (ratios(&entry.axis, &entry.slug)) }
                (times(entry))
                (control(operation.control.as_ref()))
            }
        }
    }
}

/// How calls follow each other, in a sentence.
fn shape(shape: &str) -> String {
    match shape {
        "chain" => "Latency: each call takes the result of the one before.".to_owned(),
        "independent" => "Throughput: the calls are independent and walk through the pool.".to_owned(),
        other => format!("Calls: {other}."),
    }
}

/// The comparisons: everything on one axis, which holds one contract.
fn ratios(axis: &Axis<'_>, slug: &str) -> Markup {
    let grid = format!("grid-{slug}");
    html! {
        div.scroll role="region" aria-label="Ratios" tabindex="0" {
            table.ratios {
                caption { "Peer’s time ÷ " (OURS) "’s, same contract" }
                thead {
                    tr {
                        th scope="col" { "Peer" }
                        th.chart scope="col" { span.hidden { "Chart" } (chart::scale(axis, &grid)) }
                        th.number scope="col" { "Ratio" }
                        th.number scope="col" { "Interval" }
                        th.number scope="col" { "Resolution" }
                        th scope="col" { "Verdict" }
                        th.rounds scope="col" { "Rounds, by visit" }
                    }
                }
                tbody { @for mark in axis.marks() { (compared(axis, mark, &grid)) } }
            }
        }
    }
}

fn compared(axis: &Axis<'_>, mark: &Mark<'_>, grid: &str) -> Markup {
    let ratio = mark.ratio();
    html! {
        tr data-peer=(mark.row().implementation) {
            th scope="row" { (mark.row().implementation) }
            td.chart { (chart::lane(axis, mark, grid)) }
            td.number { (number::ratio(ratio.value)) }
            td.number { (number::interval(ratio.low, ratio.high)) }
            td.number { (number::percent(ratio.resolution)) }
            td { (verdict(mark.verdict())) }
            td.rounds { (chart::strip(mark)) }
        }
    }
}

/// Every row with its times, a body per contract.
fn times(entry: &Entry<'_>) -> Markup {
    html! {
        div.scroll role="region" aria-label="Times" tabindex="0" {
            table.times {
                caption { "Time per call" }
                thead {
                    tr {
                        th scope="col" { "Implementation" }
                        @for head in ["CPU, median", "CPU, 10 %", "CPU, 90 %", "Wall, median", "Calls per block", "Rounds", "Visits"] {
                            th.number scope="col" { (head) }
                        }
                    }
                }
                @for group in &entry.groups { (rows(group, entry.ours.is_some())) }
            }
        }
    }
}

fn rows(group: &Group<'_>, with_ours: bool) -> Markup {
    html! {
        tbody.other[!group.ours] {
            tr.contract {
                th colspan="8" scope="rowgroup" {
                    (badges(group.contract))
                    @if !group.ours && with_ours { " " span.muted { "another contract than " (OURS) "’s: no ratio" } }
                }
            }
            @for row in &group.rows { (row_of_times(row)) }
        }
    }
}

fn row_of_times(row: &Row) -> Markup {
    html! {
        tr.own[row.implementation == OURS] data-peer=(row.implementation) {
            th scope="row" { (row.implementation) }
            @for time in [row.cpu_ns, row.p10_ns, row.p90_ns, row.wall_ns] { td.number { (number::time(time)) } }
            @for count in [row.calls, row.rounds, row.visits] { td.number { (number::count(u64::from(count))) } }
        }
    }
}

/// A contract as three labels.
pub fn badges(contract: &Contract) -> Markup {
    html! { @for word in contract_words(contract) { span.badge { (word) } " " } }
}

/// What the A/A control of the operation showed.
fn control(control: Option<&Ratio>) -> Markup {
    html! {
        @if let Some(control) = control {
            p.muted {
                "A/A control, a second copy of " (OURS) " against the first: " (number::ratio(control.value))
                " [" (number::interval(control.low, control.high)) "], which "
                @if held(control) { "holds 1." } @else { strong { "does not hold 1." } }
            }
        }
    }
}

/// Whether a control's interval holds one.
pub fn held(control: &Ratio) -> bool {
    control.low <= 1.0 && control.high >= 1.0
}
