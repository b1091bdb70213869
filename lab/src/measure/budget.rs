//! How the seconds of a measurement are shared out, and what they have no room for.
//!
//! Seconds are of wall time. Bodies are timed in thread time, of which there is less where others
//! work on the machine too. So whatever is expected is the thread time, times what passed for each
//! of it so far ([`stretch`]).
//!
//! The budget holds everything between the gate and the figures: making inputs, preparing and
//! calibrating bodies, visits, and making bodies anew. Preparing may take a half of it; operations
//! that are not prepared by then are left out. Of the others those are left out, the dearest first,
//! whose visits have no room even if each is visited as rarely as an interval allows
//! ([`FEWEST_VISITS`]). A body whose calls are so long that it could not be calibrated and visited
//! in what is left has no figure. All of them are named in the remarks of the run.

use super::clock::{Clock, Reading};
use super::contest::{CALIBRATION_CALLS, Contest, PASSES, add};
use super::schedule::FIRST_VISITS;
use record::statistics::FEWEST_VISITS;

/// The share that may go into preparing.
const PREPARING: f64 = 0.5;

/// Calls of a body before it has an interval: to see that it works, to calibrate it, to visit it.
const LEAST_CALLS: f64 = (2 + CALIBRATION_CALLS + PASSES * FEWEST_VISITS as u32) as f64;

/// The share of the budget that may be overrun by what was begun.
pub const OVERRUN: f64 = 0.1;

/// The shortest visit, nanoseconds.
pub const SHORTEST_VISIT_NS: f64 = 2e6;

/// Nanoseconds of wall time that passed for each of thread time: 1 on an idle machine.
pub fn stretch(took: &Reading) -> f64 {
    if took.cpu_ns > 0.0 { (took.wall_ns / took.cpu_ns).max(1.0) } else { 1.0 }
}

/// What all contests took up to now, calibration and visits.
pub fn took<'a, 'b: 'a>(contests: impl IntoIterator<Item = &'a Contest<'b>>) -> Reading {
    let mut all = Reading::default();
    contests.into_iter().for_each(|contest| add(&mut all, &contest.took()));
    all
}

/// A number of seconds, from now on.
pub struct Budget<'a> {
    clock: &'a dyn Clock,
    began_ns: f64,
    seconds: f64,
}

impl<'a> Budget<'a> {
    /// It begins now.
    pub fn new(clock: &'a dyn Clock, seconds: f64) -> Self {
        Self { clock, began_ns: clock.start().wall_ns, seconds }
    }

    /// Seconds since it began.
    pub fn spent(&self) -> f64 {
        (self.clock.start().wall_ns - self.began_ns) / 1e9
    }

    /// Seconds that are left of it.
    pub fn left(&self) -> f64 {
        (self.seconds - self.spent()).max(0.0)
    }

    /// Whether nothing more can be prepared.
    pub fn is_prepared(&self) -> bool {
        self.spent() > PREPARING * self.seconds
    }

    /// Whether something more may be begun after the visits that takes so many seconds.
    pub fn has_room_after(&self, takes_s: f64) -> bool {
        self.spent() + takes_s < (1.0 + OVERRUN) * self.seconds
    }

    /// The longest call, nanoseconds of wall time, of a body that can still be calibrated and
    /// visited.
    pub fn longest_call_ns(&self) -> f64 {
        1e9 * self.left() / LEAST_CALLS
    }

    /// Says of operations whose rounds take so long, nanoseconds of wall time, which have no room
    /// in what is left. A lone operation that has room for a visit stays.
    pub fn without_room(&self, rounds_ns: &[f64]) -> Vec<bool> {
        let left_ns = 1e9 * self.left();
        let visit = |i: usize| rounds_ns[i].max(SHORTEST_VISIT_NS);
        let mut order: Vec<usize> = (0..rounds_ns.len()).collect();
        order.sort_by(|a, b| visit(*a).total_cmp(&visit(*b)));
        let mut needed = 0.0;
        let mut out = vec![false; rounds_ns.len()];
        for (place, &i) in order.iter().enumerate() {
            let visits = if place == 0 { 1 } else { FEWEST_VISITS };
            // The first was counted for one visit alone.
            let before =
                if place == 1 { (FEWEST_VISITS - 1) as f64 * visit(order[0]) } else { 0.0 };
            needed += before + visits as f64 * visit(i);
            out[i] = needed > left_ns;
        }
        out
    }

    /// The budget that holds operations whose rounds take so long with all the visits that they
    /// should have, in whole tens of seconds: twice the visits, since preparing takes up to a half.
    pub fn that_holds(rounds_ns: &[f64]) -> f64 {
        let visits: f64 = rounds_ns.iter().map(|ns| ns.max(SHORTEST_VISIT_NS)).sum();
        (f64::from(FIRST_VISITS) * visits / PREPARING / 1e10).ceil() * 10.0
    }

    /// The sentence about operations that there is no room for, if there are any. `holds` seconds
    /// would have it, as far as that is known.
    pub fn remark(&self, operations: &[&str], holds: Option<f64>) -> Option<String> {
        if operations.is_empty() {
            return None;
        }
        let more = match holds {
            Some(seconds) => format!("--budget {seconds:.0} has it"),
            None => "a longer --budget has it".to_owned(),
        };
        Some(format!("Left out, since the budget has no room: {}; {more}.", operations.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::clock::simulated::SimulatedClock;

    #[test]
    fn the_dearest_are_left_out_first() {
        let clock = SimulatedClock::new(1, 0.0);
        let budget = Budget::new(&clock, 20.0);
        let fewest = FEWEST_VISITS as f64;
        let second = 1e9;
        let out = |rounds: &[f64]| budget.without_room(rounds);
        assert!(out(&[]).is_empty());
        assert_eq!(out(&[second, 1e6, 2.0 * second]), [false, false, false]);
        assert_eq!(out(&[40.0 * second / fewest, 1e6, second]), [true, false, false]);
        assert_eq!(out(&[19.0 * second]), [false], "a visit, though no interval");
        assert_eq!(out(&[21.0 * second]), [true]);
        assert_eq!(out(&[19.0 * second, 19.5 * second]), [false, true]);
        assert!(!budget.is_prepared());
        clock.work(11e9);
        assert!(budget.is_prepared() && (budget.left() - 9.0).abs() < 1e-3);
        assert!(budget.longest_call_ns() < 1e9);
        clock.work(10e9);
        assert!(budget.has_room_after(0.9) && !budget.has_room_after(1.1), "22 s are the end");
        assert_eq!(Budget::that_holds(&[second]), 20.0);
    }

    #[test]
    fn what_is_left_out_is_named() {
        let clock = SimulatedClock::new(1, 0.0);
        let budget = Budget::new(&clock, 20.0);
        assert_eq!(budget.remark(&[], None), None);
        assert_eq!(
            budget.remark(&["a/one", "a/two"], Some(130.0)).as_deref(),
            Some("Left out, since the budget has no room: a/one, a/two; --budget 130 has it.")
        );
    }
}
