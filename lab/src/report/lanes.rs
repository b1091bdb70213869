//! What became of figures from run to run, where other stored runs stand beside this one: a line
//! for each implementation of each operation, and where it changed.

use maud::{Markup, html};

use super::extent::{Extent, NAMED, thinned};
use super::model::Model;
use super::number;
use record::history::{Change, FEWEST, History, Lane};
use std::collections::HashMap;

/// Of so many changes of a lane the last are told.
const CHANGES: usize = 3;

/// The section; nothing where the run stands alone.
pub fn section(model: &Model<'_>, history: Option<&History>, extent: &Extent) -> Markup {
    let run = model.run;
    let Some(history) = history else { return html! {} };
    let slugs: HashMap<&str, &str> =
        model.entries().map(|entry| (entry.operation.id.as_str(), entry.slug.as_str())).collect();
    let here = |lane: &&Lane| {
        lane.key.machine == run.machine.fingerprint
            && slugs.contains_key(lane.key.operation.as_str())
    };
    let mut lanes: Vec<&Lane> =
        history.lanes.iter().filter(here).filter(|lane| lane.points.len() > 1).collect();
    lanes.sort_by_key(|lane| lane.changes.is_empty());
    let left = lanes.split_off(extent.lanes.min(lanes.len()));
    let events: Vec<_> =
        history.events.iter().filter(|event| event.machine == run.machine.fingerprint).collect();
    html! {
        section #history aria-labelledby="history-title" {
            h2 #history-title { "From run to run" }
            p.muted {
                "Each line shows one library on one operation, with one engine on this machine. Its figure is the tenth percentile of thread-CPU time in each run that was fit, less what all lines of the machine did together. "
                "From " (FEWEST) " runs on, the lab looks for changes of level. A change is a suspicion. It names two commits, which " code { "curvemark compare" } " can measure."
            }
            @if lanes.is_empty() { p { "No operation of this run has a figure of an earlier fit run on this machine." } } @else {
                div.scroll role="group" aria-label="From run to run" tabindex="0" {
                    table.lanes {
                        thead { tr { @for head in ["Operation", "Implementation", "Runs", "Line", "First", "Last", "Changes"] { th scope="col" { (head) } } } }
                        tbody {
                            @for lane in &lanes {
                                tr {
                                    th scope="row" { a href={ "#" (slugs[lane.key.operation.as_str()]) } { (lane.key.operation) } }
                                    td { (lane.key.implementation) }
                                    td.number { (lane.points.len()) }
                                    td { (line(lane, extent.columns)) }
                                    td.number { (end(lane, 0)) }
                                    td.number { (end(lane, lane.points.len() - 1)) }
                                    td { (changes(lane)) }
                                }
                            }
                        }
                    }
                }
            }
            @if !left.is_empty() {
                p.muted {
                    (number::counted(left.len() as u64, "line", "lines")) " more, "
                    @match left.iter().filter(|lane| !lane.changes.is_empty()).count() { 0 => "none of them with a change", some => { (number::count(some as u64)) " of them with a change" } }
                    ": " code { "curvemark history" } " shows them."
                }
            }
            (last(&events, ["earlier run", "earlier runs"], |event| html! {
                "In run " code { (event.run) } " all " (event.lanes) " lines moved by " (percent(event.factor)) " together; that is removed above."
            }))
            (last(&history.machines, ["earlier change", "earlier changes"], |change| html! {
                "Run " code { (change.run) } " is on another machine, " (change.after.0) " (" code { (change.after.1) } ") after " (change.before.0) " (" code { (change.before.1) } "): its lines are others."
            }))
            @if history.unfit > 0 { p.muted { (number::counted(history.unfit as u64, "run was unfit and is", "runs were unfit and are")) " left out." } }
        }
    }
}

/// A paragraph for each of the last, and how many were before.
fn last<T>(all: &[T], [one, many]: [&str; 2], words: impl Fn(&T) -> Markup) -> Markup {
    let from = all.len().saturating_sub(NAMED);
    html! {
        @if from > 0 { p.muted { (number::counted(from as u64, one, many)) " not told here." } }
        @for each in &all[from..] { p { (words(each)) } }
    }
}

fn end(lane: &Lane, place: usize) -> String {
    lane.points
        .get(place)
        .map_or_else(|| number::ABSENT.to_owned(), |point| number::time(point.ln.exp()))
}

fn percent(factor: f64) -> String {
    format!("{:+.1}\u{202f}%", 100.0 * (factor - 1.0))
}

/// A line through the points, of at least 2 % height, drawn in so many columns; a stroke where the
/// level changes.
fn line(lane: &Lane, columns: usize) -> Markup {
    let own: Vec<f64> = lane.points.iter().map(|point| point.own).collect();
    let (low, high) = own
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h): (f64, f64), &ln| (l.min(ln), h.max(ln)));
    let (middle, reach) = (f64::midpoint(low, high), ((high - low) / 2.0).max(0.01));
    let y = |ln: f64| (50.0 - 45.0 * (ln - middle) / reach).round();
    // Ten units for each step, or less where there are many.
    let width = (10 * (own.len() - 1)).min(1000) as f64;
    let x = |place: f64| (width * place / (own.len() - 1) as f64).round();
    let points: Vec<String> = thinned(&own, columns)
        .into_iter()
        .map(|at| format!("{} {}", x(at as f64), y(own[at])))
        .collect();
    html! {
        svg.lane-line viewBox={ "0 0 " (width) " 100" } preserveAspectRatio="none" aria-hidden="true" {
            polyline points=(points.join(" ")) {}
            @for change in &lane.changes { path d={ "M" (x(change.at as f64 - 0.5)) " 0V100" } {} }
        }
    }
}

fn changes(lane: &Lane) -> Markup {
    let words = |change: &Change| {
        let run = lane.points.get(change.at).map_or("", |point| point.run.as_str());
        let kind = if change.drift { "drifts around" } else { "changes at" };
        let why = match (&change.versions, &change.commits) {
            (Some((old, new)), _) => format!(": {old} became {new}"),
            (None, (Some(old), Some(new))) => format!(": compare {old} {new}"),
            _ => String::new(),
        };
        format!("{kind} {run} by {}{why}", percent(change.factor))
    };
    html! {
        @if lane.is_short() { span.muted { "too few runs" } }
        @else if lane.changes.is_empty() { span.muted { "none" } }
        @let from = lane.changes.len().saturating_sub(CHANGES);
        @if from > 0 { (number::counted(from as u64, "earlier one", "earlier ones")) "; " }
        @for (index, change) in lane.changes[from..].iter().enumerate() { @if index > 0 { "; " } (words(change)) }
    }
}
