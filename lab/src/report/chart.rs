//! The drawings: a line of the ratio chart, its scale, and the strip of the rounds. Plain SVG, sized by the style sheet, coloured by
//! classes, so that it prints and follows the theme.
//!
//! All of them are hidden from screen readers: each stands in a table row whose cells say the same in figures.

use maud::{Markup, html};

use super::axis::{Axis, Mark};
use super::number;
use crate::store::record::Row;

/// A coordinate with one decimal: on a chart of a thousand pixels, finer than the eye.
fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// The scale above a ratio chart. It also defines the grid, which every line of the chart shows by reference to `grid`.
pub fn scale(axis: &Axis<'_>, grid: &str) -> Markup {
    let ticks = axis.ticks();
    let one = at(axis.position(1.0));
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
            @for &tick in &ticks {
                text x={ (at(axis.position(tick))) "%" } y="11" class=[(tick == 1.0).then_some("one")] { (label(tick)) }
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

/// One line of a ratio chart: a bar from 1.0 to the ratio, and the interval as a whisker.
pub fn lane(axis: &Axis<'_>, mark: &Mark<'_>, grid: &str) -> Markup {
    let ratio = mark.ratio();
    let (one, value) = (axis.position(1.0), axis.position(ratio.value));
    let (low, high) = (axis.position(ratio.low), axis.position(ratio.high));
    html! {
        svg.lane aria-hidden="true" {
            use href={ "#" (grid) } {}
            rect class=(mark.verdict().class()) x={ (at(one.min(value))) "%" } width={ (at((value - one).abs())) "%" } {}
            line.whisker x1={ (at(low)) "%" } x2={ (at(high)) "%" } {}
        }
    }
}

/// A line of a ratio chart without a comparison: the grid alone.
pub fn empty_lane(grid: &str) -> Markup {
    html! { svg.lane aria-hidden="true" { use href={ "#" (grid) } {} } }
}

/// Width and height of a strip, in its own units.
const STRIP: (f64, f64) = (240.0, 40.0);

/// A strip shows at most so many columns; beyond that, neighbouring visits share one.
const COLUMNS: usize = 40;

/// One column of a strip, in logarithms of the ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Column {
    low: f64,
    median: f64,
    high: f64,
}

/// The rounds of a row in the order in which they were run: per visit a line from the lowest to the highest round, and a dash at the
/// median. A drift, a jump, or two modes are seen at once. Nothing is drawn for fewer than two columns.
///
/// The vertical scale is the strip's own: it holds the middle of the rounds and the interval; what lies beyond ends at the edge.
pub fn strip(mark: &Mark<'_>) -> Markup {
    let columns = columns(mark.row());
    if columns.len() < 2 {
        return html! { span.muted { "none stored" } };
    }
    let (width, height) = STRIP;
    let (low, high) = range(&columns, mark);
    let x = |index: usize| (index as f64 + 0.5) * width / columns.len() as f64;
    let y = |ln: f64| (2.0 + (height - 4.0) * (high - ln) / (high - low)).clamp(0.5, height - 0.5);
    let dash = at((0.6 * width / columns.len() as f64).min(6.0));
    let half = (0.3 * width / columns.len() as f64).min(3.0);
    let (mut ranges, mut medians) = (String::new(), String::new());
    for (index, column) in columns.iter().enumerate() {
        // A dot of no height would not be painted.
        let (top, bottom) = (y(column.high), y(column.low).max(y(column.high) + 0.5));
        ranges += &format!("M{} {}V{}", at(x(index)), at(top), at(bottom));
        medians += &format!("M{} {}h{dash}", at(x(index) - half), at(y(column.median)));
    }
    let ratio = at(y(mark.ratio().value.ln()));
    html! {
        svg.strip viewBox={ "0 0 " (width) " " (height) } preserveAspectRatio="none" aria-hidden="true"
            data-low=(format!("{low:.5}")) data-high=(format!("{high:.5}")) {
            @if (low..=high).contains(&0.0) {
                @let one = at(y(0.0));
                line.one x1="0" x2=(width) y1=(one) y2=(one) {}
            }
            line.value x1="0" x2=(width) y1=(ratio) y2=(ratio) {}
            path.range d=(ranges) {}
            path.median d=(medians) {}
        }
        span.note { "±" (number::percent(((high - low) / 2.0).exp() - 1.0)) }
    }
}

/// The rounds by visit, neighbouring visits together where there are more than [`COLUMNS`].
fn columns(row: &Row) -> Vec<Column> {
    let mut visits: Vec<Vec<f64>> = Vec::new();
    let mut last = None;
    for (&ln, &visit) in row.rounds_ln.iter().zip(&row.rounds_visit).filter(|(ln, _)| ln.is_finite()) {
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
            Column { low: rounds[0], median: rounds[rounds.len() >> 1], high: rounds[rounds.len() - 1] }
        })
        .collect()
}

/// The vertical scale: all medians but the most extreme tenth, and the interval, with room for as much again.
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
    use crate::store::record::Contract;

    fn row(rounds: &[(f64, u32)]) -> Row {
        Row {
            implementation: "peer".to_owned(),
            contract: Contract { input: "parsed".to_owned(), checks: "none".to_owned(), time: "constant".to_owned() },
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
        }
    }

    #[test]
    fn columns_are_visits_in_order() {
        let found = columns(&row(&[(0.3, 0), (0.1, 0), (0.2, 0), (f64::NAN, 1), (0.5, 2)]));
        assert_eq!(found, [Column { low: 0.1, median: 0.2, high: 0.3 }, Column { low: 0.5, median: 0.5, high: 0.5 }]);
        assert!(columns(&row(&[])).is_empty());
    }

    #[test]
    fn many_visits_share_columns() {
        let rounds: Vec<(f64, u32)> = (0..1000).map(|visit| (0.0, visit)).collect();
        assert_eq!(columns(&row(&rounds)).len(), COLUMNS);
    }

    #[test]
    fn labels_are_short() {
        assert_eq!([1.0, 0.1 * 7.0, 0.01, 1000.0, 1e5, 1e-6].map(label), ["1", "0.7", "0.01", "1000", "1e5", "1e-6"]);
    }
}
