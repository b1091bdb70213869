//! What became of figures from run to run, where other stored runs stand beside this one: a line for each implementation of each operation, and where it changed.

use maud::{Markup, html};

use super::model::Model;
use super::number;
use record::Run;
use record::history::{self, Change, FEWEST, Lane};
use std::collections::HashMap;

/// Lanes with a change are all shown, and of the others so many.
const MOST: usize = 120;

/// The section; nothing where the run stands alone.
pub fn section(model: &Model<'_>, beside: &[Run]) -> Markup {
    let run = model.run;
    let mut runs: Vec<Run> = beside.iter().filter(|other| other.id != run.id).cloned().collect();
    runs.push(run.clone());
    if runs.len() < 2 {
        return html! {};
    }
    let history = history::of(&runs);
    let slugs: HashMap<&str, &str> =
        model.entries().map(|entry| (entry.operation.id.as_str(), entry.slug.as_str())).collect();
    let here =
        |lane: &&Lane| lane.key.machine == run.machine.fingerprint && slugs.contains_key(lane.key.operation.as_str());
    let mut lanes: Vec<&Lane> = history.lanes.iter().filter(here).filter(|lane| lane.points.len() > 1).collect();
    lanes.sort_by_key(|lane| lane.changes.is_empty());
    let changed = lanes.iter().filter(|lane| !lane.changes.is_empty()).count();
    let left = lanes.len().saturating_sub(MOST.max(changed));
    lanes.truncate(MOST.max(changed));
    html! {
        section #history aria-labelledby="history-title" {
            h2 #history-title { "From run to run" }
            p.muted {
                "A line is one implementation on one operation, by one definition and engine, on this machine: the tenth percentile of thread-CPU time in each fit run, less what all lines of the machine did "
                "together. From " (FEWEST) " runs on, changes of level are searched; a change is a suspicion that names two commits, which " code { "curvemark compare" } " can measure."
            }
            @if lanes.is_empty() { p { "No operation of this run has a figure of an earlier fit run on this machine." } } @else {
                div.scroll role="region" aria-label="From run to run" tabindex="0" {
                    table.lanes {
                        thead { tr { @for head in ["Operation", "Implementation", "Runs", "Line", "First", "Last", "Changes"] { th scope="col" { (head) } } } }
                        tbody {
                            @for lane in &lanes {
                                tr {
                                    th scope="row" { a href={ "#" (slugs[lane.key.operation.as_str()]) } { (lane.key.operation) } }
                                    td { (lane.key.implementation) }
                                    td.number { (lane.points.len()) }
                                    td { (line(lane)) }
                                    td.number { (end(lane, 0)) }
                                    td.number { (end(lane, lane.points.len() - 1)) }
                                    td { (changes(lane)) }
                                }
                            }
                        }
                    }
                }
            }
            @if left > 0 { p.muted { (number::counted(left as u64, "line", "lines")) " without a change are left out." } }
            @for event in history.events.iter().filter(|event| event.machine == run.machine.fingerprint) {
                p { "In run " code { (event.run) } " all " (event.lanes) " lines moved by " (percent(event.factor)) " together; that is removed above." }
            }
            @for change in &history.machines {
                p { "Run " code { (change.run) } " is on another machine, " (change.after.0) " (" code { (change.after.1) } ") after " (change.before.0) " (" code { (change.before.1) } "): its lines are others." }
            }
            @if history.unfit > 0 { p.muted { (number::counted(history.unfit as u64, "run was unfit and is", "runs were unfit and are")) " left out." } }
        }
    }
}

fn end(lane: &Lane, place: usize) -> String {
    lane.points.get(place).map_or_else(|| number::ABSENT.to_owned(), |point| number::time(point.ln.exp()))
}

fn percent(factor: f64) -> String {
    format!("{:+.1}\u{202f}%", 100.0 * (factor - 1.0))
}

/// A line through the points, ten units apart, of at least 2 % height; a stroke where the level changes.
fn line(lane: &Lane) -> Markup {
    let own = lane.points.iter().map(|point| point.own);
    let (low, high) = own.clone().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), ln| (l.min(ln), h.max(ln)));
    let (middle, reach) = (f64::midpoint(low, high), ((high - low) / 2.0).max(0.01));
    let y = |ln: f64| (50.0 - 45.0 * (ln - middle) / reach).round();
    let points: Vec<String> = own.enumerate().map(|(at, ln)| format!("{} {}", 10 * at, y(ln))).collect();
    let width = 10 * (lane.points.len() - 1);
    html! {
        svg.lane-line viewBox={ "0 0 " (width) " 100" } preserveAspectRatio="none" aria-hidden="true" {
            polyline points=(points.join(" ")) {}
            @for change in &lane.changes { path d={ "M" (10 * change.at - 5) " 0V100" } {} }
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
        @for (index, change) in lane.changes.iter().enumerate() { @if index > 0 { "; " } (words(change)) }
    }
}
