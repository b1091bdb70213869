//! The chart of all operations: a table with a bar in each row, once against the best peer, and once against each peer by name. The
//! page shows one of them at a time; without the script it is the first.

use maud::{Markup, html};

use super::axis::{Axis, Mark, short};
use super::model::{Entry, Model, OURS};
use super::summary::headline;
use super::{chart, number};

/// One way to look at the run.
struct View<'m, 'a> {
    /// For the script: `best` or the name of a peer.
    key: &'m str,
    /// In words, after "against".
    against: String,
    /// The identifier of its grid.
    grid: String,
    /// The comparisons, on one scale.
    axis: Axis<'a>,
}

impl<'a> View<'_, 'a> {
    /// The comparison that this view shows for an operation.
    fn mark(&self, entry: &Entry<'a>) -> Option<Mark<'a>> {
        if self.is_best() { entry.best() } else { entry.against(self.key) }
    }

    fn is_best(&self) -> bool {
        self.grid == "grid-best"
    }
}

/// What the script needs to filter: hidden until it runs.
pub fn toolbar(model: &Model<'_>) -> Markup {
    html! {
        form #filters role="search" aria-label="Filter the operations" hidden {
            label { "Find " input #find type="search" placeholder="operation" autocomplete="off"; }
            label {
                "Family "
                select #family {
                    option value="" { "all" }
                    @for family in &model.families { option value=(family.slug) { (family.title) } }
                }
            }
            label {
                "Compare with "
                select #peer {
                    option value="" { "the best peer" }
                    @for (index, peer) in model.peers.iter().enumerate() { option value=(index) data-name=(peer) { (peer) } }
                }
            }
            output #shown for="find family peer" aria-live="polite" {}
        }
    }
}

/// The section.
pub fn section(model: &Model<'_>) -> Markup {
    if model.run.operations.is_empty() {
        return html! {};
    }
    let stack = |pick: &dyn Fn(&Mark<'_>, &Entry<'_>) -> bool| {
        Axis::stacked(model.entries().map(|entry| entry.axis.only(|mark| pick(mark, entry))))
    };
    let name = |mark: &Mark<'_>| mark.row().implementation.clone();
    let best = View {
        key: "",
        against: "the best peer".to_owned(),
        grid: "grid-best".to_owned(),
        axis: stack(&|mark, entry| entry.best().is_some_and(|best| name(&best) == name(mark))),
    };
    let mut views = vec![best];
    for (index, &peer) in model.peers.iter().enumerate() {
        views.push(View {
            key: peer,
            against: peer.to_owned(),
            grid: format!("grid-{index}"),
            axis: stack(&|mark, _| mark.row().implementation == peer),
        });
    }
    html! {
        section #overview aria-labelledby="overview-title" {
            h2 #overview-title { "All operations" }
            p.muted.wide {
                "A peer’s time divided by " (OURS) "’s, on a logarithmic scale; the stroke at the end of a bar is the "
                (number::chosen(model.run.method.confidence)) " interval."
            }
            @for view in &views { (table(model, view)) }
        }
    }
}

fn table<'a>(model: &Model<'a>, view: &View<'_, 'a>) -> Markup {
    let sentence = headline(view.axis.marks().iter().copied(), model.run.operations.len(), &view.against);
    html! {
        table.bars data-view=(view.grid.trim_start_matches("grid-")) hidden[!view.is_best()] {
            // The best view's sentence stands on the first screen.
            caption class=[view.is_best().then_some("hidden")] { (sentence) }
            thead {
                tr {
                    th { "Operation" }
                    th { "Contract" }
                    th { (OURS) }
                    th { @if view.is_best() { "Best peer" } @else { (view.key) } }
                    th {
                        span.hidden { "Chart" }
                        (chart::scale(&view.axis, &view.grid))
                    }
                    th { "Ratio" }
                    th { "Interval" }
                    th { "Verdict" }
                }
            }
            @for family in &model.families {
                tbody data-family=(family.slug) {
                    tr.family { th colspan="8" scope="rowgroup" { (family.title) } }
                    @for entry in &family.entries { (line(entry, view)) }
                }
            }
        }
    }
}

/// One operation. The cells have no classes and no scopes, since there are many: the style sheet counts them, and a column of heads
/// alone heads the rows by itself.
fn line<'a>(entry: &Entry<'a>, view: &View<'_, 'a>) -> Markup {
    let mark = view.mark(entry);
    html! {
        tr class=[mark.map(|mark| mark.verdict().class())] {
            th { a href={ "#" (entry.slug) } { (entry.operation.title) } }
            td { @if let Some(ours) = entry.ours { (short(&ours.contract)) } }
            td { @match entry.ours { Some(ours) => (number::time(ours.cpu_ns)), None => (number::ABSENT) } }
            @match mark {
                Some(mark) => {
                    @let ratio = mark.ratio();
                    td {
                        @if view.is_best() { span { (mark.row().implementation) } " " }
                        (number::time(mark.row().cpu_ns))
                    }
                    td { (chart::lane(&view.axis, &mark, &view.grid)) }
                    td { (number::ratio(ratio.value)) }
                    td { (number::interval(ratio.low, ratio.high)) }
                    td.verdict { (mark.verdict().word()) }
                }
                None => {
                    td { (number::ABSENT) }
                    td { (chart::empty_lane(&view.grid)) }
                    td.none colspan="3" { "no row under this contract" }
                }
            }
        }
    }
}
