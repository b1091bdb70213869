//! The drawings: a line of the ratio chart, its scale, and the strip of the rounds. Plain SVG,
//! sized by the style sheet, coloured by classes, so that it prints and follows the theme.
//!
//! Bars and scales are hidden from screen readers: each stands in a table row whose cells say the
//! same in figures. A strip says in words between which ratios its line runs.

use maud::{Markup, html};

use super::axis::{Axis, Mark};
use super::number;
use record::Row;

/// A coordinate with one decimal: on a chart of a thousand pixels, finer than the eye.
fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// What all drawings share: the cap of a whisker.
pub fn definitions() -> Markup {
    html! {
        svg.definitions width="0" height="0" aria-hidden="true" {
            marker #cap viewBox="0 0 2 8" refX="1" refY="4" markerWidth="2" markerHeight="8" markerUnits="userSpaceOnUse" {
                path d="M1 0V8" {}
            }
        }
    }
}

/// The scale above a ratio chart. It also defines the grid, which every line of the chart shows by
/// reference to `grid`.
pub fn scale(axis: &Axis<'_>, grid: &str) -> Markup {
    let ticks = axis.ticks();
    let one = axis.position(1.0);
    // Each side is named where there is room for its name.
    let sides = [(one > 20.0, "end", "-9", "← slower"), (one < 80.0, "start", "9", "faster →")];
    let one = at(one);
    html! {
        svg.scale aria-hidden="true" {
            defs {
                g id=(grid) {
                    @for &tick in ticks.iter().filter(|&&tick| tick != 1.0) {
                        @let x = at(axis.position(tick));
                        line.grid x1={ (x) "%" } x2={ (x) "%" } y1="0" y2="100%" {}
                    }
                    line.one x1={ (one) "%" } x2={ (one) "%" } y1="0" y2="100%" {}
                }
            }
            @for (_, anchor, shift, word) in sides.iter().filter(|side| side.0) {
                text.side x={ (one) "%" } y="11" dx=(shift) text-anchor=(anchor) { (word) }
            }
            @for &tick in &ticks {
                text x={ (at(axis.position(tick))) "%" } y="29" text-anchor="middle" class=[(tick == 1.0).then_some("one")] { (label(tick)) }
            }
        }
    }
}

/// A tick in as few characters as it has.
fn label(tick: f64) -> String {
    if (1e-4..1e4).contains(&tick) {
        // Removes what the multiplication by a power of ten left: 0.7000000000000001.
        let text = format!("{tick:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{tick:e}")
    }
}

/// One line of a ratio chart: a bar from 1.0 to the ratio, and the interval as a whisker. The row
/// around it has the verdict's class, which colours the bar.
pub fn lane(axis: &Axis<'_>, mark: &Mark<'_>, grid: &str) -> Markup {
    let ratio = mark.ratio();
    let (one, value) = (axis.position(1.0), axis.position(ratio.value));
    let (low, high) = (axis.position(ratio.low), axis.position(ratio.high));
    html! {
        svg.lane aria-hidden="true" {
            use href={ "#" (grid) } {}
            rect x={ (at(one.min(value))) "%" } width={ (at((value - one).abs())) "%" } {}
            line x1={ (at(low)) "%" } x2={ (at(high)) "%" } {}
        }
    }
}

/// A line of a ratio chart without a comparison: the grid alone.
pub fn empty_lane(grid: &str) -> Markup {
    html! { svg.lane aria-hidden="true" { use href={ "#" (grid) } {} } }
}

/// A strip shows at most so many columns; beyond that, neighbouring visits share one.
const COLUMNS: usize = 20;

/// One column of a strip, in logarithms of the ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Column {
    low: f64,
    median: f64,
    high: f64,
}

/// The rounds of a row in the order in which they were run: a line through the medians of the
/// visits, in a band from their lowest to their highest round. A drift, a jump or a bad second is
/// seen at once. Nothing is drawn for fewer than two columns.
///
/// The vertical scale is the strip's own: it holds the middle of the rounds and the interval; what
/// lies beyond ends at the edge. Horizontally a unit is a column, vertically a hundredth of the
/// height; the script reads the figures back through `data-low` and `data-high`, the logarithms at
/// the lower and the upper edge.
pub fn strip(mark: &Mark<'_>) -> Markup {
    let columns = columns(mark.row());
    if columns.len() < 2 {
        return html! { "none stored" };
    }
    let (low, high) = range(&columns, mark);
    let y = |ln: f64| (100.0 * (high - ln) / (high - low)).clamp(0.0, 100.0).round();
    let points = |value: fn(&Column) -> f64| {
        columns.iter().enumerate().map(move |(x, column)| (x, y(value(column))))
    };
    let join = |points: &mut dyn Iterator<Item = (usize, f64)>| {
        points.map(|(x, y)| format!("{x} {y}")).collect::<Vec<_>>().join(" ")
    };
    let lows: Vec<_> = points(|column| column.low).collect();
    let band = join(&mut points(|column| column.high).chain(lows.into_iter().rev()));
    let last = columns.len() - 1;
    let (one, ratio) = (y(0.0), y(mark.ratio().value.ln()));
    html! {
        svg.strip viewBox={ "0 0 " (last) " 100" } preserveAspectRatio="none" role="img" aria-label=(spoken(&columns))
            data-low=(format!("{low:.4}")) data-high=(format!("{high:.4}")) {
            polygon points=(band) {}
            @if (low..=high).contains(&0.0) { path.one d={ "M0 " (one) "H" (last) } {} }
            path d={ "M0 " (ratio) "H" (last) } {}
            polyline points=(join(&mut points(|column| column.median))) {}
        }
        " ±" (number::percent(((high - low) / 2.0).exp() - 1.0))
    }
}

/// What the line of a strip shows, without the line.
fn spoken(columns: &[Column]) -> String {
    let medians = || columns.iter().map(|column| column.median.exp());
    let (low, high) = (medians().fold(f64::INFINITY, f64::min), medians().fold(0.0, f64::max));
    format!("medians {} to {}", number::ratio(low), number::ratio(high))
}

/// The rounds by visit, neighbouring visits together where there are more than [`COLUMNS`].
fn columns(row: &Row) -> Vec<Column> {
    let mut visits: Vec<Vec<f64>> = Vec::new();
    let mut last = None;
    for (&ln, &visit) in
        row.rounds_ln.iter().zip(&row.rounds_visit).filter(|(ln, _)| ln.is_finite())
    {
        if last != Some(visit) {
            visits.push(Vec::new());
            last = Some(visit);
        }
        if let Some(rounds) = visits.last_mut() {
            rounds.push(ln);
        }
    }
    visits
        .chunks(visits.len().div_ceil(COLUMNS).max(1))
        .map(|chunk| {
            let mut rounds = chunk.concat();
            rounds.sort_by(f64::total_cmp);
            Column {
                low: rounds[0],
                median: rounds[rounds.len() >> 1],
                high: rounds[rounds.len() - 1],
            }
        })
        .collect()
}

/// The vertical scale: all medians but the most extreme tenth, and the interval, with room for as
/// much again.
fn range(columns: &[Column], mark: &Mark<'_>) -> (f64, f64) {
    let mut medians: Vec<f64> = columns.iter().map(|column| column.median).collect();
    medians.sort_by(f64::total_cmp);
    let cut = (medians.len() as f64 * 0.05).floor() as usize;
    let ratio = mark.ratio();
    let low = medians[cut].min(ratio.low.ln());
    let high = medians[medians.len() - 1 - cut].max(ratio.high.ln());
    let centre = 0.5 * (low + high);
    // At least one per cent each way, so that quiet rows look quiet.
    let reach = (high - low).max(0.01);
    (centre - reach, centre + reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Contract;

    fn row(rounds: &[(f64, u32)]) -> Row {
        Row {
            implementation: "peer".to_owned(),
            contract: Contract {
                input: "parsed".to_owned(),
                checks: "none".to_owned(),
                time: "constant".to_owned(),
            },
            cpu_ns: 1.0,
            wall_ns: 1.0,
            p10_ns: 1.0,
            p90_ns: 1.0,
            calls: 1,
            rounds: 1,
            visits: 1,
            ratio: None,
            rounds_ln: rounds.iter().map(|round| round.0).collect(),
            rounds_visit: rounds.iter().map(|round| round.1).collect(),
            rounds_ns: Vec::new(),
        }
    }

    #[test]
    fn columns_are_visits_in_order() {
        let found = columns(&row(&[(0.3, 0), (0.1, 0), (0.2, 0), (f64::NAN, 1), (0.5, 2)]));
        assert_eq!(
            found,
            [
                Column { low: 0.1, median: 0.2, high: 0.3 },
                Column { low: 0.5, median: 0.5, high: 0.5 }
            ]
        );
        assert!(columns(&row(&[])).is_empty());
        assert_eq!(
            spoken(&columns(&row(&[(0.2, 0), (0.0, 1), (0.1, 2)]))),
            "medians 1.000 to 1.221"
        );
    }

    #[test]
    fn many_visits_share_columns() {
        let rounds: Vec<(f64, u32)> = (0..1000).map(|visit| (0.0, visit)).collect();
        assert_eq!(columns(&row(&rounds)).len(), COLUMNS);
    }

    #[test]
    fn labels_are_short() {
        assert_eq!(
            [1.0, 0.1 * 7.0, 0.01, 1000.0, 1e5, 1e-6].map(label),
            ["1", "0.7", "0.01", "1000", "1e5", "1e-6"]
        );
    }
}
