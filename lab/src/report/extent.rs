//! How much a page tells, so that no page is larger than [`LIMIT`], whatever the run and however
//! many lie beside it.
//!
//! A page is made by the first of [`EXTENTS`] with which it fits. Each tells less than the one
//! before of what the stored runs have anyway; a figure of the run, a verdict, a failure or a count
//! is never left out, and where something is, the page says how much.

/// No page has more bytes: it opens at once, and goes by mail.
pub const LIMIT: usize = 1_000_000;

/// A page with more bytes than this leaves out the values of the single rounds, which most readers
/// never download.
pub const WITH_ROUNDS: usize = 290_000;

/// What of the run's record is embedded in the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// All of it.
    Whole,
    /// Without the values of the single rounds.
    WithoutRounds,
    /// The figures alone: without rounds, what was probed and the suites of the gate.
    Figures,
    /// Nothing; then there is no calculator.
    Nothing,
}

/// How much a page tells.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The embedded record.
    pub record: Record,
    /// The most bytes with which it is taken.
    pub limit: usize,
    /// Whether there are drawings of the rounds, views against each peer, every suite of the gate
    /// and every table of what is taken and refused.
    pub full: bool,
    /// The most lines of the history.
    pub lanes: usize,
    /// The most columns in which a line of the history is drawn.
    pub columns: usize,
    /// The most findings of one kind and severity.
    pub findings: usize,
    /// The most curves of growth.
    pub curves: usize,
}

const fn extent(
    record: Record,
    limit: usize,
    full: bool,
    [lanes, columns, findings, curves]: [usize; 4],
) -> Extent {
    Extent { record, limit, full, lanes, columns, findings, curves }
}

/// From all that there is to what every page has.
pub const EXTENTS: [Extent; 5] = [
    extent(Record::Whole, WITH_ROUNDS, true, [120, 200, 60, 40]),
    extent(Record::WithoutRounds, LIMIT, true, [120, 200, 60, 40]),
    extent(Record::Figures, LIMIT, true, [120, 100, 30, 40]),
    extent(Record::Figures, LIMIT, false, [60, 60, 10, 20]),
    extent(Record::Nothing, LIMIT, false, [30, 40, 4, 10]),
];

/// Lists of what grows with the number of runs show so many; the rest is counted.
pub const NAMED: usize = 8;

/// The places of a line of `values` that a drawing of so many columns needs: all of them, or in
/// each column the least and the greatest, in their order.
pub fn thinned(values: &[f64], columns: usize) -> Vec<usize> {
    if values.len() <= 2 * columns {
        return (0..values.len()).collect();
    }
    let mut kept = vec![0];
    for column in 0..columns {
        let (from, to) = (column * values.len() / columns, (column + 1) * values.len() / columns);
        let by = |a: &usize, b: &usize| values[*a].total_cmp(&values[*b]);
        let (least, most) = ((from..to).min_by(by), (from..to).max_by(by));
        let (Some(least), Some(most)) = (least, most) else { continue };
        kept.extend([least.min(most), least.max(most)]);
    }
    kept.push(values.len() - 1);
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_line_keeps_its_ends_and_its_extremes() {
        let mut values: Vec<f64> = (0..1000).map(|i| f64::from(i % 7)).collect();
        (values[431], values[777]) = (99.0, -99.0);
        let kept = thinned(&values, 40);
        assert!(kept.len() <= 82 && kept.is_sorted(), "{}", kept.len());
        assert!([0, 431, 777, 999].iter().all(|place| kept.contains(place)));
        assert_eq!(thinned(&values[..9], 5), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(thinned(&[], 5).is_empty());
    }

    #[test]
    fn each_extent_tells_no_more_than_the_one_before() {
        for pair in EXTENTS.windows(2) {
            let size = |one: &Extent| {
                [one.lanes, one.columns, one.findings, one.curves, usize::from(one.full)]
            };
            assert!(
                size(&pair[0]).iter().zip(size(&pair[1])).all(|(before, after)| *before >= after)
            );
            assert!(pair[1].limit <= LIMIT);
        }
    }
}
