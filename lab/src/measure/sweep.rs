//! How batch operations grow with the number of their items, beside the peers and beside
//! curvemark's own engines; and where one way of curvemark's overtakes another.
//!
//! At every size all answers are compared before anything is timed; then the blocks of all run
//! interleaved, as in [`contest`](super::contest), visit by visit until the interval is narrow or
//! the point's budget is spent. Whoever would take longer than that budget for a single call leaves
//! the sweep at that size, and the remarks say so; the sweep of a family ends with its baseline.

use super::clock::Clock;
use super::compare::{Row, compare, contract_record, contract_words};
use super::contest::{Contest, Entry};
use super::schedule::{NARROW, VISIT_NS};
use crate::implementations::Forced;
use curve::crossover::Crossover;
use peer_api::families::Family;
use peer_api::{Body, Case, Implementation};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use record::statistics::{Bootstrap, FEWEST_VISITS, quantile};
pub use record::sweep::{Curve, Found, Point, PointRow, SCHEMA, Sweep};
use std::fmt;

/// Most items of a sweep.
pub const MOST: usize = 1 << 18;

/// Items that are made at least, so that small batches are not always the same.
pub const LEAST_POOL: usize = 256;

/// Batches that calls go round.
const BATCHES: usize = 16;

/// A point may take so many times its budget to come to the visits that an interval needs: without
/// one nothing is said of where curves cross.
const OVERRUN: f64 = 4.0;

/// A choice that costs more than this beyond the other one is called wrong, if its interval lies
/// beyond one too.
const REGRET: f64 = 1.05;

/// Why a point has no figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Answers differ: nothing was timed.
    Disagree(String),
    /// Somebody did not take the input, or did no work.
    Unusable(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Disagree(why) | Self::Unusable(why)) = self;
        f.write_str(why)
    }
}

/// Sizes up to a limit: all up to nine, then powers of two, and with `dense` also what is half as
/// much again; the limit itself.
pub fn sizes(most: usize, dense: bool) -> Vec<usize> {
    let mut sizes: Vec<usize> = (1..10).chain((4..=18).map(|k| 1 << k)).collect();
    if dense {
        sizes.extend((3..18).map(|k| 3 << k >> 1));
    }
    sizes.push(most);
    sizes.retain(|&size| size <= most);
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Who takes part in one curve, with the time of an item as last seen.
pub struct Contestant<'a> {
    name: String,
    implementation: &'a dyn Implementation,
    item_ns: Option<f64>,
}

impl<'a> Contestant<'a> {
    /// Not yet measured.
    pub fn new(implementation: &'a dyn Implementation) -> Self {
        Self { name: implementation.about().name.to_owned(), implementation, item_ns: None }
    }
}

/// How points are measured.
#[derive(Clone, Copy)]
pub struct Method<'a> {
    /// Seconds for each point.
    pub budget_s: f64,
    /// Seed of orders.
    pub seed: u64,
    /// What blocks are timed with.
    pub clock: &'a dyn Clock,
}

impl Method<'_> {
    /// One size: all contestants that are quick enough for it; none if the first one is not. The
    /// others are dropped, with a remark.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn point(
        &self,
        family: &Family,
        items: usize,
        pool: &[Case],
        contestants: &mut Vec<Contestant<'_>>,
        remarks: &mut Vec<String>,
    ) -> Result<Option<Point>, Fault> {
        let before = contestants.first().map(|first| first.name.clone());
        contestants.retain(|contestant| {
            let seconds = contestant.item_ns.map_or(0.0, |ns| ns * items as f64 / 1e9);
            let stays = seconds <= self.budget_s;
            if !stays {
                let Contestant { name, .. } = contestant;
                remarks.push(format!(
                    "{name} stops before {items} {}: {}.",
                    family.item, family.title
                ));
            }
            stays
        });
        if contestants.first().map(|first| &first.name) != before.as_ref() {
            return Ok(None);
        }
        let batches: Vec<&[Case]> = pool.chunks_exact(items).take(BATCHES).collect();
        let entries = self.entries(family, &batches, contestants)?;
        let mut contest = Contest::new(entries, None);
        let mut random = ChaCha8Rng::seed_from_u64(self.seed ^ items as u64);
        let bootstrap = Bootstrap { seed: self.seed, resamples: 400, ..Bootstrap::default() };
        let visit_ns = (self.budget_s * 1e9 / 8.0).min(VISIT_NS);
        let start = self.clock.start().wall_ns;
        loop {
            contest.visit(visit_ns, &mut random, self.clock);
            let narrow = contest.visits() > 3 && {
                let rows = contest.rows().0;
                let interval =
                    |row| compare(row, &rows[0], &bootstrap).ok().and_then(|found| found.interval);
                rows[1..]
                    .iter()
                    .all(|row| interval(row).is_some_and(|found| found.half_width() <= NARROW))
            };
            let spent = (self.clock.start().wall_ns - start) / 1e9;
            let interval =
                contest.visits() >= FEWEST_VISITS as u32 || spent >= OVERRUN * self.budget_s;
            if narrow || (interval && spent >= self.budget_s) {
                break;
            }
        }
        let rows = contest.rows().0;
        let rows: Vec<PointRow> =
            rows.iter().filter_map(|row| point_row(row, &rows[0], &bootstrap)).collect();
        for contestant in contestants.iter_mut() {
            if let Some(row) = rows.iter().find(|row| row.implementation == contestant.name) {
                contestant.item_ns = Some(row.cpu_ns / items as f64);
            }
        }
        Ok(Some(Point { items, rows, table_bytes: family.table_bytes(items) }))
    }

    /// Everybody, prepared, of one answer, calibrated.
    fn entries(
        &self,
        family: &Family,
        batches: &[&[Case]],
        contestants: &[Contestant<'_>],
    ) -> Result<Vec<Entry<'static>>, Fault> {
        let items = batches.first().map_or(0, |batch| batch.len());
        let unusable = |name: &str, why: &dyn fmt::Display| {
            Fault::Unusable(format!(
                "{name} has no figure for {} of {items} {}: {why}",
                family.title, family.item
            ))
        };
        let mut bodies: Vec<(&Contestant<'_>, Box<dyn Body>)> = Vec::new();
        let mut expected: Option<Vec<Vec<u8>>> = None;
        for contestant in contestants {
            let name = &contestant.name;
            let refused = |refusal| unusable(name, &refusal);
            let mut body =
                contestant.implementation.prepare_family(family, batches).map_err(refused)?;
            let ends = [0, batches.len() - 1].map(|index| body.answer(index));
            let answers = ends.into_iter().collect::<Result<Vec<_>, _>>().map_err(refused)?;
            match &expected {
                Some(expected) if *expected != answers => {
                    return Err(Fault::Disagree(format!(
                        "{name} and {} disagree on {} of {items} {}: nothing more was timed",
                        contestants[0].name, family.title, family.item
                    )));
                }
                Some(_) => {}
                None => expected = Some(answers),
            }
            bodies.push((contestant, body));
        }
        let calibrate = |(contestant, body): (&Contestant<'_>, _)| {
            let Contestant { name, implementation, .. } = contestant;
            let contract = implementation
                .family_contract(family)
                .ok_or_else(|| unusable(name, &"it is not offered"))?;
            Entry::calibrate(name, contract, body, self.clock)
                .map_err(|suspect| unusable(name, &suspect))
        };
        bodies.into_iter().map(calibrate).collect()
    }

    /// Both ways of a crossover on one of its families, from one item on.
    ///
    /// # Errors
    /// [`Fault`]; [`None`] if `stop` said so.
    pub fn crossover(
        &self,
        crossover: &'static Crossover,
        family: &Family,
        pool: &[Case],
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Found>, Fault> {
        let ways = [false, true].map(|second| Forced {
            name: crossover.ways[usize::from(second)],
            crossover,
            second,
        });
        let least = crossover.least_of(family.id).unwrap_or(crossover.least);
        let mut points = Vec::new();
        // Twice as far as the figure lies, and at least two vectors.
        for items in sizes(pool.len().min(least.saturating_mul(2).clamp(16, 512)), true) {
            if stop() {
                return Ok(None);
            }
            // The second way first: ratios are the first way's time over the second's.
            let mut contestants = vec![Contestant::new(&ways[1]), Contestant::new(&ways[0])];
            match self.point(family, items, pool, &mut contestants, &mut Vec::new())? {
                Some(point) => points.push(point),
                None => break,
            }
        }
        let wins = |point: &Point| point.rows.get(1).is_some_and(|row| row.ratio > 1.0);
        let from = points.iter().rposition(|point| !wins(point)).map_or(0, |last| last + 1);
        let measured = points.get(from).map(|point| point.items);
        let wrong =
            points.iter().filter(|point| is_wrong(point, least)).map(|point| point.items).collect();
        Ok(Some(Found {
            name: crossover.name.to_owned(),
            family: family.id.to_owned(),
            ways: crossover.ways.map(str::to_owned),
            in_code: least,
            measured,
            wrong,
            points,
        }))
    }
}

/// Whether the code takes the slower of two ways at this size.
fn is_wrong(point: &Point, least: usize) -> bool {
    let Some(row) = point.rows.get(1) else { return false };
    if point.items >= least {
        row.ratio < 1.0 / REGRET && row.interval.is_none_or(|found| found.high < 1.0)
    } else {
        row.ratio > REGRET && row.interval.is_none_or(|found| found.low > 1.0)
    }
}

fn point_row(row: &Row, first: &Row, bootstrap: &Bootstrap) -> Option<PointRow> {
    let cpu: Vec<f64> = row.rounds.iter().map(|round| round.cpu_ns).collect();
    let comparison = compare(row, first, bootstrap).ok()?;
    Some(PointRow {
        implementation: row.implementation.clone(),
        cpu_ns: quantile(&cpu, 0.5)?,
        rounds: u32::try_from(cpu.len()).unwrap_or(u32::MAX),
        ratio: quantile(&comparison.rounds_ln, 0.5)?.exp(),
        interval: comparison.ratio(),
    })
}

/// The contestants of a family, the baseline first and then those of the same contract; the others
/// are remarks.
pub fn contestants<'a>(
    family: &Family,
    all: impl IntoIterator<Item = &'a dyn Implementation>,
    remarks: &mut Vec<String>,
) -> Vec<Contestant<'a>> {
    let mut found: Vec<Contestant<'a>> = Vec::new();
    let mut baseline = None;
    for implementation in all {
        let Some(contract) = implementation.family_contract(family) else { continue };
        let name = implementation.about().name;
        match baseline {
            Some(ours) if ours != contract => {
                remarks.push(format!(
                    "{name} is not next to {}: {}.",
                    family.title,
                    contract_words(&contract)
                ));
            }
            _ => {
                baseline = Some(contract);
                found.push(Contestant::new(implementation));
            }
        }
    }
    found
}

/// A curve without points yet.
pub fn curve(family: &Family, contestants: &[Contestant<'_>]) -> Option<Curve> {
    let contract = contestants.first()?.implementation.family_contract(family)?;
    Some(Curve {
        id: family.id.to_owned(),
        title: family.title.to_owned(),
        item: family.item.to_owned(),
        contract: contract_record(&contract),
        points: Vec::new(),
    })
}

/// Whether the fastest engine that is in force has lanes.
pub fn has_lanes() -> bool {
    use curve::engines::cpu::Engine;
    crate::engine::allowed().iter().any(|engine| engine.has_doubles() || *engine == Engine::Lanes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Ratio;

    fn point(items: usize, ratio: f64, interval: Option<(f64, f64)>) -> Point {
        let row = |ratio, interval: Option<(f64, f64)>| PointRow {
            implementation: "one".to_owned(),
            cpu_ns: 1.0,
            rounds: 1,
            ratio,
            interval: interval.map(|(low, high)| Ratio {
                value: ratio,
                low,
                high,
                resolution: 0.01,
            }),
        };
        Point { items, rows: vec![row(1.0, None), row(ratio, interval)], table_bytes: None }
    }

    #[test]
    fn sizes_grow_and_end_at_the_limit() {
        assert_eq!(sizes(1, true), [1]);
        assert_eq!(sizes(20, false), [1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 20]);
        assert_eq!(sizes(24, true), [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 24]);
        assert_eq!(sizes(MOST, false).last(), Some(&MOST));
    }

    #[test]
    fn a_choice_is_wrong_where_it_costs_time_beyond_doubt() {
        // The ratio is the first way's time over the second's.
        assert!(is_wrong(&point(2, 1.2, None), 3) && !is_wrong(&point(3, 1.2, None), 3));
        assert!(
            is_wrong(&point(4, 0.8, Some((0.78, 0.82))), 3) && !is_wrong(&point(2, 0.8, None), 3)
        );
        assert!(!is_wrong(&point(4, 0.97, None), 3), "a small loss is none");
        assert!(!is_wrong(&point(4, 0.8, Some((0.6, 1.1))), 3), "an unclear loss is none");
    }
}
