//! The chart of all operations: a table with a bar in each row, once against the best peer, and
//! once against each peer by name. The page shows one of them at a time; without the script it is
//! the first.

use maud::{Markup, html};

use super::axis::{Axis, Mark, short};
use super::extent::Extent;
use super::model::{Entry, Model, OURS};
use super::summary::headline;
use super::{chart, number};
use record::Row;

/// One way to look at the run.
struct View<'a> {
    /// The peer; without one, the best of each operation.
    peer: Option<&'a str>,
    /// For the script: `best` or the place of the peer.
    key: String,
    /// The identifier of its grid.
    grid: String,
    /// The comparisons, on one scale.
    axis: Axis<'a>,
}

impl<'a> View<'a> {
    fn new(model: &Model<'a>, peer: Option<&'a str>, key: String) -> Self {
        let axes = model.entries().map(|entry| match shown(entry, peer) {
            Some(wanted) => entry.axis.only(|mark| std::ptr::eq(mark.row(), wanted.row())),
            None => entry.axis.only(|_| false),
        });
        Self { peer, grid: format!("grid-{key}"), key, axis: Axis::stacked(axes) }
    }
}

impl View<'_> {
    /// Whether there is a line for this operation.
    fn has(&self, entry: &Entry<'_>) -> bool {
        self.peer.is_none_or(|peer| entry.against(peer).is_some())
    }
}

/// The comparison that a view shows for an operation.
fn shown<'a>(entry: &Entry<'a>, peer: Option<&str>) -> Option<Mark<'a>> {
    peer.map_or_else(|| entry.best(), |peer| entry.against(peer))
}

/// What the script needs to filter: hidden until it runs.
pub fn toolbar(model: &Model<'_>, extent: &Extent) -> Markup {
    html! {
        // Open from the start where there is room: the script sees to it.
        details.plain #tools hidden {
        summary { "Find, filter, compare with one library" }
        form #filters role="search" aria-label="Filter the operations" {
            label { "Find " input #find type="search" placeholder="operation" autocomplete="off"; }
            label {
                "Family "
                select #family {
                    option value="" { "all" }
                    @for family in &model.families { option value=(family.slug) { (family.title) } }
                }
            }
            // With one peer there is nothing to choose.
            label hidden[!has_views(model, extent)] {
                "Compare with "
                select #peer {
                    option value="" { "the best other library" }
                    @if has_views(model, extent) { @for (index, peer) in model.peers.iter().enumerate() { option value=(index) data-name=(peer) { (peer) } } }
                }
            }
            output #shown for="find family peer" aria-live="polite" {}
        }
        }
    }
}

/// Whether each peer has a view of its own: with one there is nothing to choose.
fn has_views(model: &Model<'_>, extent: &Extent) -> bool {
    extent.full && model.peers.len() > 1
}

/// The section.
pub fn section(model: &Model<'_>, extent: &Extent) -> Markup {
    if model.run.operations.is_empty() {
        return html! {};
    }
    let mut views = vec![View::new(model, None, "best".to_owned())];
    if has_views(model, extent) {
        let peers = model.peers.iter().enumerate();
        views.extend(peers.map(|(index, &peer)| View::new(model, Some(peer), index.to_string())));
    }
    let without = model.entries().filter(|entry| entry.best().is_none()).count();
    let twice =
        model.peers.iter().any(|name| name.ends_with(" native") || name.ends_with(" plain"));
    html! {
        section #overview aria-labelledby="overview-title" {
            h2 #overview-title { "All operations" }
            p.muted.wide {
                "A bar is the other library’s time divided by " (OURS) "’s"
                span.more {
                    ", on a logarithmic scale; the stroke at its end is the "
                    (number::chosen(model.run.method.confidence)) " interval"
                }
                ". Only libraries that do the same work with the same checks are compared"
                @if without > 0 { ": " (number::counted(without as u64, "operation has", "operations have")) " none" }
                "."
                @if twice {
                    span.more { " “native” after a name: built for this CPU only, with the library’s own fast paths switched on; “plain”: built as it comes." }
                }
            }
            p.special {
                label { input #special type="checkbox"; " Show what is timed, and costs in multiplications" }
                span.muted.costs {
                    " Fp muls: both times divided by those of each library’s own Fp multiplication on that curve in this run, which shows an algorithm apart from its kernel."
                }
            }
            @for view in &views { (table(model, view)) }
        }
    }
}

fn table<'a>(model: &Model<'a>, view: &View<'a>) -> Markup {
    let sentence =
        headline(view.axis.marks().iter().copied(), model.run.operations.len(), view.peer);
    html! {
        table.bars data-view=(view.key) hidden[view.peer.is_some()] {
            // The best view's sentence stands on the first screen.
            caption class=[view.peer.is_none().then_some("hidden")] { (sentence) }
            thead {
                tr {
                    th { "Operation" }
                    th { "What is timed" }
                    th { (OURS) }
                    th { (view.peer.unwrap_or("Best other library")) }
                    th {
                        span.hidden { "Chart" }
                        (chart::scale(&view.axis, &view.grid))
                    }
                    th { "Ratio" }
                    th { "Interval" }
                    th { "Verdict" }
                    th { "Fp muls" }
                }
            }
            // A peer's own view has the operations that it can be compared in: most peers serve one
            // curve of five.
            @for family in model.families.iter().filter(|family| family.entries.iter().any(|entry| view.has(entry))) {
                tbody data-family=(family.slug) {
                    tr.family { th colspan="9" scope="rowgroup" { (family.title) } }
                    @for entry in family.entries.iter().filter(|entry| view.has(entry)) { (line(model, entry, view)) }
                }
            }
        }
    }
}

/// One operation. The cells have no classes and no scopes, since there are many: the style sheet
/// counts them, and a column of heads alone heads the rows by itself.
fn line<'a>(model: &Model<'a>, entry: &Entry<'a>, view: &View<'a>) -> Markup {
    let mark = shown(entry, view.peer);
    let cost = |row: Option<&Row>| row.and_then(|row| model.cost(entry, row));
    let shown_cost = |row| cost(row).map_or_else(|| number::ABSENT.to_owned(), number::cost);
    html! {
        tr class=[mark.map(|mark| mark.verdict().class())] {
            th { a href={ "#" (entry.slug) } { (entry.operation.title) } }
            td { @if let Some(ours) = entry.ours { (short(&ours.contract)) } }
            td { @match entry.ours { Some(ours) => (number::time(ours.cpu_ns)), None => (number::ABSENT) } }
            @match mark {
                Some(mark) => {
                    @let ratio = mark.ratio();
                    td {
                        @if view.peer.is_none() { span { (mark.row().implementation) } " " }
                        (number::time(mark.row().cpu_ns))
                    }
                    td { (chart::lane(&view.axis, &mark, &view.grid)) }
                    td { (number::ratio(ratio.value)) }
                    td { (number::interval(ratio.low, ratio.high)) }
                    td.verdict { (mark.verdict().word()) }
                    td {
                        @if cost(entry.ours).or(cost(Some(mark.row()))).is_some() { (shown_cost(entry.ours)) " : " (shown_cost(Some(mark.row()))) }
                    }
                }
                None => {
                    td { (number::ABSENT) }
                    td { (chart::empty_lane(&view.grid)) }
                    td.none colspan="3" { "no other library does the same work" }
                    td { (shown_cost(entry.ours)) }
                }
            }
        }
    }
}
