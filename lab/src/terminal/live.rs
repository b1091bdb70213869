//! What a measurement has found so far, while it runs: the operations visited last with their
//! ratios and intervals, how much of the core others take, and the time that is left at most.
//!
//! It is drawn above the bar, on a terminal alone; in a pipe nothing of it is even computed. Words
//! and figures carry everything.

use super::progress::Progress;
use super::table::{plain, right, text_for_stderr};
use super::units;
use crate::measure::compare::{Verdict, compare};
use crate::measure::contest::Contest;
use record::Ratio;
use record::statistics::Bootstrap;

/// Lines of operations.
const LINES: usize = 10;

/// Resamples of an interval that is gone in a second.
const RESAMPLES: u32 = 200;

/// Whose time is over whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The fastest comparable peer's over the baseline's, and what that says of the baseline.
    BestPeer,
    /// The candidate's over the base's.
    Change,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    operation: usize,
    title: &'static str,
    who: String,
    ratio: Option<Ratio>,
    visits: u32,
}

/// The table above the bar.
#[derive(Debug)]
pub struct Live<'a> {
    progress: &'a Progress,
    shown: Shown,
    activity: &'static str,
    titles: Vec<&'static str>,
    /// The operation visited last comes last.
    lines: Vec<Line>,
    blocks: u64,
    shared: u64,
}

impl<'a> Live<'a> {
    /// A table without lines, for operations of these titles.
    pub fn new(
        progress: &'a Progress,
        shown: Shown,
        activity: &'static str,
        titles: Vec<&'static str>,
    ) -> Self {
        Self { progress, shown, activity, titles, lines: Vec::new(), blocks: 0, shared: 0 }
    }

    /// An operation is about to be prepared.
    pub fn prepares(&self, operation: usize) {
        let title = self.titles.get(operation).copied().unwrap_or_default();
        let (number, all) = (operation + 1, self.titles.len());
        self.progress.phase("preparing", format!("operation {number} of {all}: {title}"));
        self.progress.at(operation as u64, all as u64);
    }

    /// The time that is over, and how many operations are open.
    pub fn visited(&self, operation: usize, open: usize, spent: f64, budget: f64) {
        let title = self.titles.get(operation).copied().unwrap_or_default();
        self.progress.phase(self.activity, self.words(title, open, budget - spent));
        self.progress.at((spent * 1e3) as u64, (budget * 1e3) as u64);
    }

    fn words(&self, title: &str, open: usize, left: f64) -> String {
        let percent = 100.0 * self.shared as f64 / self.blocks.max(1) as f64;
        let left = units::seconds(left.max(0.0));
        format!(
            "{left} left at most, core shared in {percent:.0} % of blocks, {open} open: {title}"
        )
    }

    /// The rounds of the operation that was just visited.
    pub fn stands(&mut self, operation: usize, contest: &Contest<'_>) {
        let (blocks, shared) = contest.blocks_of_visit();
        (self.blocks, self.shared) = (self.blocks + blocks, self.shared + shared);
        if self.progress.is_hidden() {
            return;
        }
        let line = self.line(operation, contest);
        self.lines.retain(|line| line.operation != operation);
        self.lines.push(line);
        self.progress.table(self.render());
    }

    fn line(&self, operation: usize, contest: &Contest<'_>) -> Line {
        let bootstrap = Bootstrap { resamples: RESAMPLES, ..Bootstrap::default() };
        let (rows, _) = contest.rows();
        let found = rows.split_first().and_then(|(first, others)| {
            let compared = others.iter().filter_map(|row| {
                let ratio = compare(row, first, &bootstrap).ok()?.ratio()?;
                Some((row.implementation.clone(), ratio))
            });
            compared.min_by(|a, b| a.1.value.total_cmp(&b.1.value))
        });
        let title = self.titles.get(operation).copied().unwrap_or_default();
        let (who, ratio) =
            found.map_or_else(|| ("-".to_owned(), None), |(who, ratio)| (who, Some(ratio)));
        Line { operation, title, who, ratio, visits: contest.visits() }
    }

    fn render(&self) -> String {
        let heads = match self.shown {
            Shown::BestPeer => ["operation", "best peer", "ratio [95 %]", "verdict", "visits"],
            Shown::Change => ["operation", "", "candidate over base [95 %]", "so far", "visits"],
        };
        let mut table = plain(&heads);
        for line in self.lines.iter().rev().take(LINES) {
            let ratio = line.ratio.as_ref();
            table.add_row([
                line.title.to_owned(),
                if self.shown == Shown::BestPeer { line.who.clone() } else { String::new() },
                ratio.map_or_else(|| "-".to_owned(), units::ratio),
                ratio.map_or("-", |ratio| self.verdict(ratio)).to_owned(),
                line.visits.to_string(),
            ]);
        }
        right(&mut table, &[4]);
        text_for_stderr(&mut table)
    }

    fn verdict(&self, ratio: &Ratio) -> &'static str {
        match (self.shown, Verdict::of(ratio)) {
            // A peer that takes longer makes the baseline faster; a candidate that takes longer is
            // slower.
            (Shown::BestPeer, verdict) => verdict.word(),
            (Shown::Change, Verdict::Faster) => "slower",
            (Shown::Change, Verdict::Slower) => "faster",
            (Shown::Change, Verdict::Level) => "same",
            (Shown::Change, Verdict::Undecided) => "undecided",
        }
    }
}

impl Drop for Live<'_> {
    fn drop(&mut self) {
        self.progress.table(String::new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(operation: usize, title: &'static str, ratio: Option<(f64, f64, f64)>) -> Line {
        let ratio = ratio.map(|(value, low, high)| Ratio { value, low, high, resolution: 0.002 });
        Line { operation, title, who: "peer".into(), ratio, visits: 8 }
    }

    #[test]
    fn the_newest_stand_first_with_words_and_no_colour() {
        let progress = Progress::new(1, true);
        let mut live = Live::new(&progress, Shown::BestPeer, "measuring", vec!["one", "two"]);
        live.lines = vec![line(0, "one", Some((1.5, 1.49, 1.51))), line(1, "two", None)];
        let text = live.render();
        let rows: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[1], ["two", "peer", "-", "-", "8"]);
        assert_eq!(rows[2], ["one", "peer", "1.500", "[1.490,", "1.510]", "faster", "8"]);
        assert!(!text.contains('\u{1b}'));
        live.shown = Shown::Change;
        assert!(live.render().contains("slower"), "a candidate that takes longer");
        live.lines = (0..40).map(|i| line(i, "many", None)).collect();
        assert_eq!(live.render().lines().count(), LINES + 1);
    }

    #[test]
    fn the_gauge_and_the_time_left_are_words() {
        let progress = Progress::new(1, true);
        let mut live = Live::new(&progress, Shown::Change, "comparing", vec!["one"]);
        (live.blocks, live.shared) = (200, 9);
        assert_eq!(
            live.words("one", 3, 12.3),
            "12 s left at most, core shared in 4 % of blocks, 3 open: one"
        );
        live.visited(0, 1, 1.0, 2.0);
    }
}
