//! One fold per operation: every row with all its figures, by contract. Those of curvemark's
//! contract have a ratio and their rounds; the others have neither.

use maud::{Markup, html};

use super::axis::{Mark, contract_words};
use super::extent::Extent;
use super::model::{Entry, Model, OURS};
use super::{chart, number};
use crate::measure::gas::mgas_per_second;
use record::{Operation, Ratio, Row};

/// The section.
pub fn section(model: &Model<'_>, extent: &Extent) -> Markup {
    if model.run.operations.is_empty() {
        return html! {};
    }
    html! {
        section #operations aria-labelledby="operations-title" {
            h2 #operations-title { "Each operation" }
            p.muted {
                "All rows, grouped by " a href="#method" { "what is timed" } ". Times are per call. The last column divides the time by that of the same library’s own Fp multiplication, on the same curve in this run. Only rows that do the same work as " (OURS) " have a ratio. "
                "The strip at the end of such a row shows its rounds in the order in which they ran. The line is the median of each visit, and the band reaches from its lowest to its highest round. The percentage is half the height of the strip."
                @if !extent.full { " To keep the page small there are no strips here: the rounds are in the stored run." }
            }
            button #unfold type="button" hidden { "Open all" }
            @for family in &model.families {
                div.family data-family=(family.slug) {
                    h3 { (family.title) }
                    @for entry in &family.entries { (fold(model, entry, extent)) }
                }
            }
        }
    }
}

fn fold(model: &Model<'_>, entry: &Entry<'_>, extent: &Extent) -> Markup {
    let operation = entry.operation;
    let best = entry.best();
    html! {
        details class=[best.map(|best| best.verdict().class())] {
            summary {
                span { (operation.title) }
                code { (operation.id) }
                span { @if let Some(ours) = entry.ours { (number::time(ours.cpu_ns)) } }
                span { @if let Some(best) = best { (number::ratio(best.ratio().value)) } }
                @match best {
                    Some(best) => span.verdict { (best.verdict().word()) },
                    None => span.none { "no other" },
                }
            }
            // The anchor is inside, so that a browser opens the fold for a link even without the
            // script.
            div id=(entry.slug) {
                p {
                    (shape(&operation.shape))
                    @if !operation.note.is_empty() { br; span.muted { (operation.note) } }
                }
                (rows(model, entry, extent))
                (gas(operation))
                (parts(model, entry))
                (control(operation.control.as_ref()))
            }
        }
    }
}

/// How calls follow each other, in a sentence.
fn shape(shape: &str) -> String {
    match shape {
        "chain" => "Latency: each call takes the result of the one before.".to_owned(),
        "independent" => {
            "Throughput: the calls are independent and walk through the pool.".to_owned()
        }
        "threads" => {
            "All threads: a call keeps as many as it can busy. All times are wall time, in \
                      the column of the CPU too."
                .to_owned()
        }
        other => format!("Calls: {other}."),
    }
}

/// Every row, a body per contract. As in the overview, the cells have neither classes nor scopes.
fn rows(model: &Model<'_>, entry: &Entry<'_>, extent: &Extent) -> Markup {
    const HEADS: [&str; 14] = [
        "Implementation",
        "CPU",
        "10 %",
        "90 %",
        "Wall",
        "Calls per block",
        "Rounds",
        "Visits",
        "Ratio",
        "Interval",
        "Resolution",
        "Verdict",
        "Rounds by visit",
        "In Fp multiplications",
    ];
    html! {
        div.scroll role="group" aria-label={ "Rows of " (entry.operation.id) } tabindex="0" {
            table.rows {
                thead { tr { @for head in HEADS { th { (head) } } } }
                @for group in &entry.groups {
                    tbody class=[(!group.ours).then_some("other")] {
                        tr.contract {
                            th colspan="14" scope="rowgroup" {
                                @for word in contract_words(group.contract) { span { (word) } " " }
                                @if !group.ours && entry.ours.is_some() { "another contract than " (OURS) "’s: no ratio" }
                            }
                        }
                        @for row in &group.rows { (one_row(row, entry.mark(row), model.cost(entry, row), extent)) }
                    }
                }
            }
        }
    }
}

fn one_row(row: &Row, mark: Option<&Mark<'_>>, cost: Option<f64>, extent: &Extent) -> Markup {
    let class = if row.implementation == OURS {
        Some("own")
    } else {
        mark.map(|mark| mark.verdict().class())
    };
    html! {
        tr class=[class] {
            th { (row.implementation) }
            @for time in [row.cpu_ns, row.p10_ns, row.p90_ns, row.wall_ns] { td { (number::time(time)) } }
            @for count in [row.calls, row.rounds, row.visits] { td { (number::count(u64::from(count))) } }
            @match mark {
                Some(mark) => {
                    @let ratio = mark.ratio();
                    td { (number::ratio(ratio.value)) }
                    td { (number::interval(ratio.low, ratio.high)) }
                    td { (number::percent(ratio.resolution)) }
                    td.verdict { (mark.verdict().word()) }
                    td { @if extent.full { (chart::strip(mark)) } }
                }
                None => td colspan="5" {}
            }
            td { (cost.map_or_else(|| number::ABSENT.to_string(), number::cost)) }
        }
    }
}

/// What a call of curvemark's is made of, by the times of its own parts in this run: a share each,
/// and what is left or shared.
fn parts(model: &Model<'_>, entry: &Entry<'_>) -> Markup {
    let time_of = |id: &str| {
        let operation = model.run.operations.iter().find(|operation| operation.id == id)?;
        operation.rows.iter().find(|row| row.implementation == OURS).map(|row| row.cpu_ns)
    };
    let Some(ours) = entry.ours.filter(|row| row.cpu_ns > 0.0) else { return html! {} };
    let known: Vec<(&str, f64, f64)> = entry
        .operation
        .parts
        .iter()
        .filter_map(|part| {
            Some((
                part.operation.as_str(),
                part.times,
                part.times * time_of(&part.operation)? / ours.cpu_ns,
            ))
        })
        .collect();
    let sum: f64 = known.iter().map(|(.., share)| share).sum();
    html! {
        @if !known.is_empty() {
            p {
                "Parts, measured by themselves in this run, of " (OURS) "’s time: "
                @for (index, (id, times, share)) in known.iter().enumerate() {
                    @if index > 0 { ", " }
                    @if *times != 1.0 { (number::plain(*times)) " × " }
                    code { (id) } " " (number::percent(*share))
                }
                "; together " (number::percent(sum)) @if sum > 1.0 { ", since in the whole they share work" } "."
            }
            span.shares aria-hidden="true" { @for (.., share) in &known { i style={ "width:" (format!("{:.1}", 100.0 * share / sum.max(1.0))) "%" } {} } }
        }
    }
}

/// For contracts of the Ethereum machine: what each row makes of the price under each fork.
fn gas(operation: &Operation) -> Markup {
    html! {
        @if !operation.gas.is_empty() {
            div.scroll role="group" aria-label={ "Gas of " (operation.id) } tabindex="0" {
                table.rows {
                    thead {
                        tr {
                            th { "Million gas per second" }
                            @for gas in &operation.gas { th { (gas.fork) ": " (number::count(gas.gas)) " gas" } }
                        }
                    }
                    tbody {
                        @for row in &operation.rows {
                            tr {
                                th { (row.implementation) }
                                @for gas in &operation.gas { td { (number::cost(mgas_per_second(gas.gas, row.cpu_ns))) } }
                            }
                        }
                    }
                }
            }
        }
    }
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
