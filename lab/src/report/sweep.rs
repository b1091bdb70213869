//! The page of a sweep: one chart of times per item over numbers of items for each family, both
//! axes logarithmic, and the table of crossovers. As self-contained as the report of a run; it has
//! no script. And the part of a README that quotes a sweep.

use maud::{Markup, html};

use super::extent::Extent;
use super::front::has_changes;
use super::model::slugged;
use super::readme::{Refused, address, between, code, escape, plain_spaces};
use super::scoreboard::{commit_words, machine_words};
use super::summary::words;
use super::{document, number};
use crate::implementations::BASELINE;
use crate::measure::sweep::{Curve, Found, Point, Sweep};
use record::Run;
use record::findings::{Evidence, Finding, growth};

/// The line above the growth in a README, and the one below it.
pub const MARKERS: [&str; 2] = ["<!-- curvemark:growth -->", "<!-- /curvemark:growth -->"];

/// What a chart needs beyond the style of all pages. Lines differ in dashes too, not in colour
/// alone.
pub(super) const CHARTS: &str = "
figure { margin: 1rem 0 2rem; }
/* Smaller, its words could not be read: it scrolls. */
svg.growth { width: 100%; min-width: 44rem; max-width: 60rem; height: auto; font-size: 12px; }
svg.growth text { fill: var(--muted); }
svg.growth .grid { stroke: var(--line); }
svg.growth polyline { fill: none; stroke-width: 2; }
.row0 { stroke: var(--faster); } .row1 { stroke: var(--faster); stroke-dasharray: 7 3; } .row2 { stroke: var(--faster); stroke-dasharray: 2 3; }
.row3 { stroke: var(--slower); } .row4 { stroke: var(--slower); stroke-dasharray: 7 3; } .row5 { stroke: var(--slower); stroke-dasharray: 2 3; }
.row6 { stroke: var(--even); } .row7 { stroke: var(--even); stroke-dasharray: 7 3; } .row8 { stroke: var(--even); stroke-dasharray: 2 3; }
svg.growth circle { fill: var(--paper); stroke-width: 2; stroke-dasharray: none; }
svg.growth .crossing { stroke: var(--ink); }
svg.growth .crossing.unsure { stroke-dasharray: 3 4; }
svg.growth .between { fill: var(--ink); opacity: .13; }
svg.growth text.at { fill: var(--ink); stroke: none; }
svg.growth text.name { fill: var(--ink); stroke: none; }
table.sweep td, table.sweep th { text-align: right; padding: .1rem .8rem .1rem 0; }
";

/// The drawing's size, and its margins.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 40.0;

/// The margin on the right, where the names stand: as wide as the longest needs, at about so much a
/// letter.
fn right(names: &[&str]) -> f64 {
    let letters = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    56.0 + 6.4 * letters.max(20) as f64
}

/// The page for a sweep.
pub fn page(sweep: &Sweep) -> String {
    let body = html! {
        header { h1 { "curvemark " span.version { (sweep.build.version) } ": growth of batches" } }
        main {
            p {
                @match sweep.threads {
                    Some(threads) => { "Wall time per item, on one thread and on " (threads) " threads of " }
                    None => { "Thread-CPU time per item, on one thread of " }
                }
                (sweep.machine.cpu) ". At every size all answers were compared before "
                "anything was timed, and all implementations ran interleaved. Only equal contracts are drawn."
            }
            @for curve in &sweep.families { h2 { (curve.title) } (family(curve, &crossings(sweep, curve))) }
            @if !sweep.crossovers.is_empty() { (crossovers(&sweep.crossovers)) }
            @if !sweep.remarks.is_empty() {
                h2 { "What was left out" }
                ul { @for remark in &sweep.remarks { li { (words(remark)) } } }
            }
            h2 { "Who took part" }
            ul {
                @for one in &sweep.implementations { li { (one.name) ": " (one.version) ", " (one.engine) } }
            }
            p { "Sweep " code { (sweep.id) } " of " (sweep.started) ", seed " (sweep.seed) ", " (sweep.budget_s) " s for each point." }
        }
    };
    document(&format!("curvemark {}, sweep {}", sweep.build.version, sweep.id), CHARTS, &body, "")
}

/// `readme` with the growth of `sweep` between [`MARKERS`], as [`rewrite`](super::readme::rewrite)
/// does it for runs.
///
/// # Errors
/// [`Refused`].
pub fn rewrite(readme: &str, sweep: &Sweep, file: &str) -> Result<String, Refused> {
    if has_changes(&sweep.build) {
        return Err(Refused::Changes);
    }
    between(readme, MARKERS, MARKERS, || quoted(sweep, file))
}

/// A table for each family: times per item at 1, 4, 16, … items, and the best peer's over
/// curvemark's.
fn quoted(sweep: &Sweep, file: &str) -> Result<String, Refused> {
    let mut paragraphs = Vec::new();
    for curve in sweep.families.iter().filter(|_| sweep.threads.is_none()) {
        let names = names(&curve.points);
        let quoted = |point: &&Point| point.items.is_power_of_two() && point.items.ilog2() & 1 == 0;
        if names.len() < 2 || !curve.points.iter().any(|point| quoted(&point)) {
            continue;
        }
        let heads = names.iter().map(|name| format!(" {} |", escape(name))).collect::<String>();
        let mut text = format!(
            "{}, time per item:\n\n| {} |{heads} best peer | ratio |\n|---:|{}---|---:|",
            escape(&curve.title),
            escape(&curve.item),
            "---:|".repeat(names.len())
        );
        for point in curve.points.iter().filter(quoted) {
            text += &format!("\n| {} |", number::count(point.items as u64));
            for name in &names {
                text += &format!(
                    " {} |",
                    item_ns(point, name).map_or_else(|| "–".to_owned(), number::time)
                );
            }
            let peers = point.rows.iter().filter(|row| !row.implementation.starts_with(BASELINE));
            text += &match peers.min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns)) {
                Some(best) => {
                    let interval = best.interval.as_ref();
                    let interval = interval
                        .map_or(String::new(), |at| format!(" [{:.2}, {:.2}]", at.low, at.high));
                    format!(" {} | {:.2}{interval} |", escape(&best.implementation), best.ratio)
                }
                None => " – | – |".to_owned(),
            };
        }
        paragraphs.push(text);
    }
    if paragraphs.is_empty() {
        return Err(Refused::NoGrowth);
    }
    paragraphs.push(format!(
        "{} Sweep [`{}`]({}) of {}: {}, {}, seed {}.",
        machine_words(&sweep.machine),
        code(&sweep.id),
        address(file),
        escape(sweep.started.split('T').next().unwrap_or_default()),
        commit_words(&sweep.build),
        escape(&sweep.build.compiler),
        sweep.seed,
    ));
    Ok(plain_spaces(&format!("\n{}\n\n", paragraphs.join("\n\n"))))
}

/// Who is in the points, in order of appearance.
fn names(points: &[Point]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for row in points.iter().flat_map(|point| &point.rows) {
        if !names.contains(&row.implementation.as_str()) {
            names.push(&row.implementation);
        }
    }
    names
}

/// The time of an item of somebody at a size.
fn item_ns(point: &Point, name: &str) -> Option<f64> {
    let row = point.rows.iter().find(|row| row.implementation == name)?;
    Some(row.cpu_ns / point.items as f64)
}

/// The newest curve of each family that was measured on the machine of a run, in order of the
/// families.
pub(super) fn grown<'a>(
    run: &'a Run,
    sweeps: &'a [Sweep],
) -> impl Iterator<Item = (&'a Sweep, &'a Curve)> {
    let usable = move |sweep: &&Sweep| {
        sweep.threads.is_none() && sweep.machine.fingerprint == run.machine.fingerprint
    };
    let mut newest: Vec<(&Sweep, &Curve)> = Vec::new();
    for sweep in sweeps.iter().rev().filter(usable) {
        for curve in sweep.families.iter().filter(|curve| curve.points.len() > 1) {
            if !newest.iter().any(|(_, known)| known.id == curve.id) {
                newest.push((sweep, curve));
            }
        }
    }
    newest.sort_by(|a, b| a.1.id.cmp(&b.1.id));
    newest.into_iter()
}

/// The part of a run's page that tells of sweeps on its machine; nothing where there are none.
pub(super) fn section(run: &Run, sweeps: &[Sweep], extent: &Extent) -> Markup {
    let mut curves: Vec<_> = grown(run, sweeps).collect();
    let left = curves.split_off(extent.curves.min(curves.len()));
    html! {
        @if !curves.is_empty() {
            section #growth aria-labelledby="growth-title" {
                h2 #growth-title { "Growth" }
                p.muted { "Thread-CPU time per item over the number of items, both logarithmic, from the newest sweep of each family on this machine. Only equal contracts are drawn." }
                @for (sweep, curve) in curves {
                    h3 id={ "growth-" (slugged(&curve.id)) } { (curve.title) span.muted { " (sweep " code { (sweep.id) } ")" } }
                    (family(curve, &crossings(sweep, curve)))
                }
                @if !left.is_empty() {
                    p.muted {
                        "Left out to keep the page small, and drawn by " code { "curvemark report" } " of their sweeps: "
                        @for (index, (sweep, curve)) in left.iter().enumerate() { @if index > 0 { ", " } (curve.title) " (" code { (sweep.id) } ")" } "."
                    }
                }
            }
        }
    }
}

fn family(curve: &Curve, crossings: &[Crossing]) -> Markup {
    let names = names(&curve.points);
    html! {
        figure {
            div.scroll role="group" aria-label={ (curve.title) ": drawing" } tabindex="0" { (chart(curve, &names, crossings)) }
            figcaption.muted { (caption(curve, &names, crossings)) }
        }
        div.scroll role="group" aria-label={ (curve.title) ": time per item" } tabindex="0" {
            table.sweep {
                caption.hidden { (curve.title) ": time per item" }
                thead { tr { th scope="col" { (curve.item) } @for name in &names { th scope="col" { (name) } } } }
                tbody {
                    @for point in &curve.points {
                        tr {
                            th scope="row" { (number::count(point.items as u64)) }
                            @for name in &names { td { (item_ns(point, name).map_or_else(|| number::ABSENT.to_owned(), number::time)) } }
                        }
                    }
                }
            }
        }
    }
}

/// The time of an item of somebody at a size that was measured.
fn time_at(curve: &Curve, name: &str, items: usize) -> Option<f64> {
    item_ns(curve.points.iter().find(|point| point.items == items)?, name)
}

/// From how many measured items on an item of somebody costs at most a twentieth more than at the
/// best size: beyond, larger batches gain little.
fn knee(curve: &Curve, name: &str) -> Option<usize> {
    let times: Vec<(usize, f64)> = curve
        .points
        .iter()
        .filter_map(|point| Some((point.items, item_ns(point, name)?)))
        .collect();
    let best = times.iter().map(|(_, ns)| *ns).min_by(f64::total_cmp)?;
    times.iter().find(|(_, ns)| *ns <= 1.05 * best).map(|(items, _)| *items)
}

/// Where two lines cross.
#[derive(Clone, Debug, PartialEq)]
struct Crossing {
    /// At so many items.
    at: f64,
    /// Surely between these, where both sides win beyond their intervals.
    between: Option<(f64, f64)>,
    /// Who takes less time below.
    below: String,
    /// Who does beyond.
    beyond: String,
}

/// The crossings of a curve: those of which a finding is sure, and of the baseline's line those
/// that the figures alone suggest.
fn crossings(sweep: &Sweep, curve: &Curve) -> Vec<Crossing> {
    let one = Sweep { families: vec![curve.clone()], ..sweep.clone() };
    let sure = growth::crossover(&Evidence::of_sweeps(&[one])).into_iter().filter_map(|finding| {
        let Finding { implementations, statistic, .. } = finding;
        let [below, beyond]: [String; 2] = implementations.try_into().ok()?;
        Some(Crossing {
            at: statistic.value,
            between: statistic.low.zip(statistic.high),
            below,
            beyond,
        })
    });
    let mut all: Vec<Crossing> = sure.collect();
    let same = |known: &Crossing, other: &Crossing| {
        let pair = [&other.below, &other.beyond];
        pair.contains(&&known.below) && pair.contains(&&known.beyond)
    };
    for unsure in by_figures(curve) {
        if !all.iter().any(|known| same(known, &unsure)) {
            all.push(unsure);
        }
    }
    all.sort_by(|a, b| a.at.total_cmp(&b.at));
    all
}

/// Where the lines of the baseline and of somebody else cross, between two measured sizes, on the
/// chart's own logarithmic scales.
fn by_figures(curve: &Curve) -> Vec<Crossing> {
    let names = names(&curve.points);
    let Some((ours, others)) = names.split_first() else { return Vec::new() };
    let mut found = Vec::new();
    for other in others {
        let gaps: Vec<(f64, f64)> = curve
            .points
            .iter()
            .filter_map(|point| {
                Some((
                    (point.items as f64).ln(),
                    (item_ns(point, ours)? / item_ns(point, other)?).ln(),
                ))
            })
            .collect();
        for pair in gaps.windows(2) {
            let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
            if y0 * y1 < 0.0 {
                let at = (x0 - y0 * (x1 - x0) / (y1 - y0)).exp();
                let (below, beyond) = if y0 > 0.0 { (other, ours) } else { (ours, other) };
                let (below, beyond) = ((*below).to_owned(), (*beyond).to_owned());
                found.push(Crossing { at, between: None, below, beyond });
            }
        }
    }
    found
}

/// The marks of a chart, in words.
fn caption(curve: &Curve, names: &[&str], crossings: &[Crossing]) -> String {
    let mut words = String::from(
        "The ring on a line is its knee, the first size at which an item costs at most 5 % more than at the best one: ",
    );
    let knees = names
        .iter()
        .filter_map(|name| Some(format!("{name} {}", number::count(knee(curve, name)? as u64))));
    words += &knees.collect::<Vec<_>>().join(", ");
    words.push('.');
    for Crossing { at, between, below, beyond } in crossings {
        let at = number::count(at.round() as u64);
        words += &match between {
            Some((low, high)) => {
                format!(" Up to {at} [{low:.1}, {high:.1}] {below} takes less, beyond {beyond}.")
            }
            None => format!(" Below about {at} {below} takes less, beyond {beyond}."),
        };
    }
    if crossings.iter().any(|crossing| crossing.between.is_some()) {
        words += " A line with a band is a crossing with its interval.";
    }
    words
}

fn chart(curve: &Curve, names: &[&str], crossings: &[Crossing]) -> Markup {
    let times: Vec<f64> = curve
        .points
        .iter()
        .flat_map(|point| names.iter().filter_map(|name| item_ns(point, name)))
        .collect();
    let (low, high) =
        times.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &ns| (low.min(ns), high.max(ns)));
    let most = curve.points.last().map_or(2, |point| point.items.max(2)) as f64;
    if !(low > 0.0 && high.is_finite() && low <= high) {
        return html! {};
    }
    // Whole decades, at least one.
    let (bottom, top) = (low.log10().floor(), (high.log10().ceil()).max(low.log10().floor() + 1.0));
    let end = WIDTH - right(names);
    let x = |items: f64| LEFT + (end - LEFT) * items.ln() / most.ln();
    let y = |ns: f64| TOP + (HEIGHT - TOP - BOTTOM) * (top - ns.log10()) / (top - bottom);
    let decades: Vec<f64> =
        (bottom as i32..=top as i32).map(|decade| 10_f64.powi(decade)).collect();
    let ticks: Vec<f64> =
        (0..=18).step_by(2).map(|k| f64::from(1 << k)).filter(|&items| items <= most).collect();
    let line = |name: &str| {
        let at = curve
            .points
            .iter()
            .filter_map(|point| Some((x(point.items as f64), y(item_ns(point, name)?))));
        at.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
    };
    html! {
        svg.growth viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label={ (curve.title) ": time per item; the table below has the figures" } {
            @for ns in decades {
                line.grid x1=(LEFT) x2=(end) y1=(y(ns)) y2=(y(ns)) {}
                text x=(LEFT - 6.0) y=(y(ns) + 4.0) text-anchor="end" { (number::time(ns)) }
            }
            @for items in ticks {
                line.grid x1=(x(items)) x2=(x(items)) y1=(TOP) y2=(HEIGHT - BOTTOM) {}
                text x=(x(items)) y=(HEIGHT - BOTTOM + 16.0) text-anchor="middle" { (number::count(items as u64)) }
            }
            text x=(end) y=(HEIGHT - 6.0) text-anchor="end" { (curve.item) }
            @for (index, name) in names.iter().enumerate() {
                @let class = format!("row{}", index.min(8));
                polyline class=(class) points=(line(name)) {}
                @let place = TOP + 14.0 + 20.0 * index as f64;
                line class=(class) x1=(end + 16.0) x2=(end + 46.0) y1=(place) y2=(place) stroke-width="2" {}
                @if let Some(items) = knee(curve, name) && let Some(ns) = time_at(curve, name, items) {
                    circle class=(class) cx=(format!("{:.1}", x(items as f64))) cy=(format!("{:.1}", y(ns))) r="5" {}
                }
                text.name x=(end + 52.0) y=(place + 4.0) { (name) }
            }
            // One group, so that bands that overlap are no darker than one.
            g.between {
                @for (low, high) in crossings.iter().filter_map(|crossing| crossing.between) {
                    @let (from, to) = (x(low.max(1.0)), x(high.min(most)));
                    rect x=(format!("{from:.1}")) width=(format!("{:.1}", (to - from).max(1.0))) y=(TOP) height=(HEIGHT - TOP - BOTTOM) {}
                }
            }
            @for (index, crossing) in crossings.iter().enumerate() {
                @let place = x(crossing.at);
                line class={ "crossing" @if crossing.between.is_none() { " unsure" } } x1=(format!("{place:.1}")) x2=(format!("{place:.1}")) y1=(TOP) y2=(HEIGHT - BOTTOM) {}
                // Neighbours write below each other.
                text.at x=(format!("{:.1}", place + 4.0)) y=(TOP + 12.0 + 13.0 * (index % 12) as f64) {
                    @if crossing.between.is_none() { "≈ " }
                    (number::count(crossing.at.round() as u64))
                }
            }
        }
    }
}

fn crossovers(found: &[Found]) -> Markup {
    html! {
        h2 { "Crossovers" }
        p { "The number of items from which the second of two ways takes less time, next to the number that the code has." }
        div.scroll role="group" aria-label="Crossovers" tabindex="0" {
            table.sweep {
                caption.hidden { "Crossovers in the code and as measured" }
                thead { tr { @for head in ["crossover", "operation", "in the code", "measured"] { th scope="col" { (head) } } } }
                tbody {
                    @for found in found {
                        tr {
                            th scope="row" { (found.name) }
                            td { (found.family) }
                            td { (found.in_code) }
                            td { (found.measured.map_or_else(|| "beyond what was measured".to_owned(), |items| items.to_string())) }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lines: a hundred and something per batch against a steady price per item.
    fn curve() -> Curve {
        let point = |items: usize| {
            let row = |who: &str, ns: f64| serde_json::json!({"implementation": who, "cpu_ns": ns, "rounds": 9, "ratio": 1.0, "interval": null});
            serde_json::json!({"items": items, "rows": [row("curvemark", 100.0 + items as f64), row("other", 11.0 * items as f64)]})
        };
        let points: Vec<_> = [1, 2, 4, 8, 16, 64, 256, 1024, 4096].map(point).to_vec();
        let template = serde_json::json!({
            "id": "f", "title": "A family", "item": "items", "note": "", "points": points, "contract": {"input": "parsed", "checks": "none", "time": "constant"},
        });
        serde_json::from_value(template).expect("a curve")
    }

    #[test]
    fn the_crossing_lies_where_both_cost_the_same() {
        let curve = curve();
        let names = names(&curve.points);
        let found = by_figures(&curve);
        let [crossing] = found.as_slice() else { panic!("{found:?}") };
        // 100 + n = 11 n.
        assert!((9.0..11.0).contains(&crossing.at), "{crossing:?}");
        assert_eq!((crossing.below.as_str(), crossing.beyond.as_str()), ("other", "curvemark"));
        assert_eq!(
            (knee(&curve, "curvemark"), knee(&curve, "other"), knee(&curve, "nobody")),
            (Some(4096), Some(1), None)
        );
        let words = caption(&curve, &names, &found);
        assert!(
            words.contains("curvemark 4096, other 1.")
                && words.contains("Below about 10 other takes less"),
            "{words}"
        );
        let sure = [Crossing { between: Some((9.5, 10.5)), ..crossing.clone() }];
        assert!(caption(&curve, &names, &sure).contains("Up to 10 [9.5, 10.5] other takes less"));
        let drawn = chart(&curve, &names, &sure).into_string();
        assert!(drawn.contains("<g class=\"between\"><rect x=") && !drawn.contains("unsure"));
        assert!(chart(&curve, &names, &found).into_string().contains("crossing unsure"));
    }
}
