//! F01, F02, F07, F09, F14: what sweeps over sizes say.

use super::fit::{ONE, affine, divided, zero};
use super::words::{bytes, count, digits, list, percent, share, time};
use super::{Confidence, Evidence, Finding, Severity, Statistic};
use crate::run::{Operation, Ratio, Row, Run};
use crate::sweep::{Curve, Point, Sweep};

/// The coverage of the intervals of sweeps.
const LEVEL: f64 = 0.95;

/// The newest sweep of each family, of one thread or beside threads, on each machine.
pub(super) fn curves<'a>(evidence: &Evidence<'a>) -> Vec<(&'a Sweep, &'a Curve)> {
    let mut found: Vec<(&Sweep, &Curve)> = Vec::new();
    for sweep in evidence.sweeps.iter().rev() {
        for curve in &sweep.families {
            let known = found.iter().any(|(other, known)| {
                known.id == curve.id
                    && other.machine.fingerprint == sweep.machine.fingerprint
                    && other.threads == sweep.threads
            });
            if !known && !curve.points.is_empty() {
                found.push((sweep, curve));
            }
        }
    }
    found
}

/// The names of a curve's rows.
fn names(curve: &Curve) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for row in curve.points.iter().flat_map(|point| &point.rows) {
        if !names.contains(&row.implementation.as_str()) {
            names.push(&row.implementation);
        }
    }
    names
}

/// A row's time over the first row's.
pub(super) fn over_first(point: &Point, name: &str) -> Option<Ratio> {
    let index = point.rows.iter().position(|row| row.implementation == name)?;
    if index == 0 { Some(ONE) } else { point.rows[index].interval }
}

/// A row's time.
fn time_of(point: &Point, name: &str) -> Option<f64> {
    point.rows.iter().find(|row| row.implementation == name).map(|row| row.cpu_ns)
}

/// F01: two ways of one task, of which one takes less time for few items and the other for many.
/// Both must win beyond their intervals somewhere; in between a straight line over logarithms says
/// where they meet, and the ends of the intervals, joined in the same way, how surely.
pub fn crossover(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (sweep, curve) in curves(evidence).into_iter().filter(|(sweep, _)| sweep.threads.is_none())
    {
        let names = names(curve);
        for (i, &one) in names.iter().enumerate() {
            for &other in &names[i + 1..] {
                found.extend(meeting(sweep, curve, one, other));
            }
        }
    }
    found
}

/// Where two rows of a curve meet, the one that takes less time for few items named first.
pub(super) fn meeting(sweep: &Sweep, curve: &Curve, one: &str, other: &str) -> Option<Finding> {
    // The time of `one` over that of `other`.
    let ratios: Vec<(f64, Ratio)> = curve
        .points
        .iter()
        .filter_map(|point| {
            Some((
                point.items as f64,
                divided(&over_first(point, one)?, &over_first(point, other)?),
            ))
        })
        .collect();
    let surely_less = |ratio: &Ratio| ratio.high < 1.0;
    let surely_more = |ratio: &Ratio| ratio.low > 1.0;
    // Whoever wins surely at the largest size is `large`; there must be a size below at which the
    // other wins surely.
    let (small, large, ratios) = match ratios.last() {
        Some((_, last)) if surely_more(last) => (one, other, ratios),
        Some((_, last)) if surely_less(last) => {
            let turned = ratios.iter().map(|(n, ratio)| (*n, divided(&ONE, ratio))).collect();
            (other, one, turned)
        }
        _ => return None,
    };
    if !ratios.iter().any(|(_, ratio)| surely_less(ratio)) {
        return None;
    }
    let meet = |value: fn(&Ratio) -> f64| {
        let last = ratios.iter().rposition(|(_, ratio)| value(ratio) < 1.0)?;
        let (below, above) = (ratios.get(last)?, ratios.get(last + 1)?);
        Some(zero((below.0, value(&below.1).ln()), (above.0, value(&above.1).ln())))
    };
    // A curve that lies higher passes one earlier.
    let (at, low, high) =
        (meet(|ratio| ratio.value)?, meet(|ratio| ratio.high)?, meet(|ratio| ratio.low)?);
    let (most, last) = ratios.last()?;
    let Curve { item, title, .. } = curve;
    Some(Finding {
        id: "F01".to_owned(),
        severity: Severity::Advice,
        operations: vec![curve.id.clone()],
        implementations: vec![small.to_owned(), large.to_owned()],
        statistic: Statistic::between(
            &format!("{item} from which on {large} takes less time"),
            at,
            low,
            high,
        ),
        confidence: Confidence::Level(LEVEL),
        sentence: format!(
            "{title}: {small} takes less time up to {} {item} [{}, {}], {large} beyond; at {most} {item} {small} takes {} times as long.",
            digits(at),
            digits(low),
            digits(high),
            digits(last.value),
        ),
        sources: vec![sweep.id.clone()],
    })
}

/// F02: a fixed cost and a cost per item, and whether that is all.
pub fn scaling(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (sweep, curve) in curves(evidence).into_iter().filter(|(sweep, _)| sweep.threads.is_none())
    {
        for name in names(curve) {
            let points: Vec<(f64, f64)> = curve
                .points
                .iter()
                .filter_map(|point| Some((point.items as f64, time_of(point, name)?)))
                .collect();
            let Some(fit) = affine(&points).filter(|fit| fit.b > 0.0) else { continue };
            let (title, item) = (&curve.title, &curve.item);
            let half = (fit.a / fit.b).max(0.0);
            let linear = fit.worst <= LINEAR;
            let rest = if linear {
                String::new()
            } else {
                format!(
                    " A straight line is off by up to {}: the growth has steps or bends.",
                    share(fit.worst)
                )
            };
            let sentence = if fit.a > 0.0 {
                format!(
                    "{title}, {name}: {} once and {} for each of the {item}; half of the speed of many is reached at {} {item}.{rest}",
                    time(fit.a),
                    time(fit.b),
                    digits(half)
                )
            } else {
                format!(
                    "{title}, {name}: {} for each of the {item}, and no fixed cost to be seen.{rest}",
                    time(fit.b)
                )
            };
            found.push(Finding {
                id: "F02".to_owned(),
                severity: Severity::Info,
                operations: vec![curve.id.clone()],
                implementations: vec![name.to_owned()],
                statistic: Statistic::plain("nanoseconds per item", fit.b),
                confidence: Confidence::Suggested,
                sentence,
                sources: vec![sweep.id.clone()],
            });
        }
    }
    found
}

/// A line that misses no point by more than this is called straight.
const LINEAR: f64 = 0.1;

/// F07: one variant saves about the same work at every size, so that its gain is seen for few items
/// and vanishes for many: the gain times the size stays within a factor of three while the gain
/// itself falls by four or more, and the last interval holds one.
pub fn constant_saving(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (sweep, curve) in curves(evidence).into_iter().filter(|(sweep, _)| sweep.threads.is_none())
    {
        for name in names(curve).into_iter().skip(1) {
            let gains: Vec<(usize, Ratio)> = curve
                .points
                .iter()
                .filter_map(|point| Some((point.items, over_first(point, name)?)))
                .collect();
            let sure: Vec<(f64, f64)> = gains
                .iter()
                .take_while(|(_, ratio)| ratio.low > 1.0)
                .map(|(n, ratio)| (*n as f64, ratio.value - 1.0))
                .collect();
            let (Some(first), Some(last), Some((_, end))) =
                (sure.first(), sure.last(), gains.last())
            else {
                continue;
            };
            let products = sure.iter().map(|(n, gain)| n * gain);
            let (least, most) =
                products.fold((f64::INFINITY, 0.0_f64), |(l, m), p| (l.min(p), m.max(p)));
            let vanishes = end.low <= 1.0 && end.value - 1.0 < first.1 / 4.0;
            if sure.len() < 3 || most > 3.0 * least || first.1 < 4.0 * last.1 || !vanishes {
                continue;
            }
            let ours = &curve.points[0].rows[0].implementation;
            let (title, item) = (&curve.title, &curve.item);
            found.push(Finding {
                id: "F07".to_owned(),
                severity: Severity::Info,
                operations: vec![curve.id.clone()],
                implementations: vec![ours.clone(), name.to_owned()],
                statistic: Statistic::between("largest number of items with a gain", last.0, first.0, last.0),
                confidence: Confidence::Level(LEVEL),
                sentence: format!(
                    "{title}: {ours} saves a constant against {name}: {} at {} {item}, {} at {}, and beyond that nothing that could be told from none.",
                    percent(1.0 + first.1),
                    first.0,
                    percent(1.0 + last.1),
                    last.0
                ),
                sources: vec![sweep.id.clone()],
            });
        }
    }
    found
}

/// F09: of the sizes of a table, the smallest that is not surely slower than the best by more than
/// a percent; and where tables pass a cache.
pub fn knee(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (sweep, curve) in curves(evidence) {
        let sized: Vec<(&Point, u64)> =
            curve.points.iter().filter_map(|point| Some((point, point.table_bytes?))).collect();
        for name in names(curve) {
            let times: Vec<(u64, usize, f64)> = sized
                .iter()
                .filter_map(|(point, size)| Some((*size, point.items, time_of(point, name)?)))
                .collect();
            let Some(best) = times.iter().min_by(|a, b| a.2.total_cmp(&b.2)) else { continue };
            let Some(knee) = times.iter().find(|(_, _, ns)| *ns <= best.2 * (1.0 + TAU)) else {
                continue;
            };
            let Some(largest) = times.last().filter(|_| times.len() >= 3) else { continue };
            let passed: Vec<String> = caches(&sweep.machine.caches)
                .into_iter()
                .filter(|(_, size)| times[0].0 <= *size && *size < largest.0)
                .map(|(name, size)| format!("{name} of {}", bytes(size)))
                .collect();
            if passed.is_empty() && knee.0 == largest.0 {
                continue;
            }
            let beyond = if passed.is_empty() {
                String::new()
            } else {
                format!(
                    " The sizes pass {}: the largest takes {} against the best.",
                    list(&passed),
                    percent(largest.2 / best.2)
                )
            };
            found.push(Finding {
                id: "F09".to_owned(),
                severity: Severity::Advice,
                operations: vec![curve.id.clone()],
                implementations: vec![name.to_owned()],
                statistic: Statistic::plain(
                    "bytes of the smallest table within the tolerance of the best",
                    knee.0 as f64,
                ),
                confidence: Confidence::Suggested,
                sentence: format!(
                    "{}, {name}: a table of {} ({} {}) takes {} a call, within {} of the best of all sizes.{beyond}",
                    curve.title,
                    bytes(knee.0),
                    knee.1,
                    curve.item,
                    time(knee.2),
                    share(TAU),
                ),
                sources: vec![sweep.id.clone()],
            });
        }
    }
    found
}

/// What a larger table must save to be worth its memory.
const TAU: f64 = 0.01;

/// The caches for data of a machine, as its record has them: `L1d 32K, L1i 32K, L2 1024K`.
pub(super) fn caches(words: &str) -> Vec<(String, u64)> {
    let data = words
        .split(", ")
        .filter_map(|cache| cache.split_once(' '))
        .filter(|(name, _)| *name != "L1i");
    data.filter_map(|(name, size)| {
        let (number, unit) = size.split_at(size.find(|c: char| !c.is_ascii_digit())?);
        let scale = match unit {
            "K" => 1 << 10,
            "M" => 1 << 20,
            _ => return None,
        };
        Some((name.to_owned(), number.parse::<u64>().ok()? * scale))
    })
    .collect()
}

/// F14: one operation at several sizes of its input, `…_1`, `…_8`, `…_32`: what a further item
/// costs, or that it costs nothing.
pub fn flat(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for run in evidence.newest_runs() {
        let mut stems: Vec<&str> =
            run.operations.iter().filter_map(|one| sized(&one.id)).map(|(stem, _)| stem).collect();
        stems.dedup();
        for stem in stems {
            let sizes: Vec<(u32, &Operation)> = run
                .operations
                .iter()
                .filter_map(|one| {
                    sized(&one.id).filter(|(other, _)| *other == stem).map(|(_, n)| (n, one))
                })
                .collect();
            let own = |one: &&Row| super::is_own(&one.implementation);
            let Some((_, first)) = sizes.first() else { continue };
            for name in
                first.rows.iter().filter(|row| !own(row) || row.implementation == super::OWN)
            {
                found.extend(slope(run, stem, &sizes, &name.implementation));
            }
        }
    }
    found
}

/// The stem and the size of an id that ends with a number.
fn sized(id: &str) -> Option<(&str, u32)> {
    let (stem, number) = id.rsplit_once('_')?;
    Some((stem, number.parse().ok()?))
}

/// The spread of a row's rounds on either side of its figure, relative.
fn spread(row: &Row) -> f64 {
    ((row.p90_ns - row.p10_ns) / (2.0 * row.cpu_ns)).abs() / f64::from(row.visits.max(1)).sqrt()
}

fn slope(run: &Run, stem: &str, sizes: &[(u32, &Operation)], name: &str) -> Option<Finding> {
    let rows: Vec<(u32, &Row)> = sizes
        .iter()
        .filter_map(|(n, operation)| Some((*n, super::row(operation, name)?)))
        .collect();
    let points: Vec<(f64, f64)> = rows.iter().map(|(n, row)| (f64::from(*n), row.cpu_ns)).collect();
    let fit = affine(&points)?;
    let ((least, first), (most, last)) = (rows.first()?, rows.last()?);
    let ratio = last.cpu_ns / first.cpu_ns;
    // Beyond the scatter of both ends, or one percent, whichever is more.
    let margin = 2.0 * (spread(first) + spread(last)).max(0.005);
    let (low, high) = (ratio * (1.0 - margin), ratio * (1.0 + margin));
    let sentence = if low <= 1.0 && 1.0 <= high {
        format!(
            "{stem}, {name}: the size of the input does not matter: {} at size {most} against size {least}, within the scatter of {}.",
            percent(ratio),
            share(margin)
        )
    } else {
        let fixed = if fit.a > 0.0 { format!("{} once and ", time(fit.a)) } else { String::new() };
        format!(
            "{stem}, {name}: {fixed}{} for each further item, from size {least} to {most}.",
            time(fit.b)
        )
    };
    Some(Finding {
        id: "F14".to_owned(),
        severity: Severity::Info,
        operations: sizes.iter().map(|(_, operation)| operation.id.clone()).collect(),
        implementations: vec![name.to_owned()],
        statistic: Statistic::between(
            "time at the largest size over the time at the smallest",
            ratio,
            low,
            high,
        ),
        confidence: Confidence::Suggested,
        sentence: format!("{sentence} ({} measured.)", count(rows.len() as u64, "size")),
        sources: vec![run.id.clone()],
    })
}
