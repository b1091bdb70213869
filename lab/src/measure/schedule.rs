//! How the time budget is spent: visits of all operations, shuffled, until each has what it needs.
//!
//! Every operation first gets [`FIRST_VISITS`] visits, one per *epoch*, in an order that is drawn
//! anew each epoch: a bad second of the machine then hits many operations a little instead of one
//! entirely. Then, and again after [`LOOKS`], those that have what the run is for ([`Goal`]) stop,
//! and the rest of the budget goes to the others. The looks are few and known beforehand, since a
//! rule that is asked after every visit stops at the moments that look narrow by chance, and its
//! intervals are false: after widths, which say nothing of where an interval lies, four looks cost
//! next to no coverage; after answers, they share the error.

use super::budget::{OVERRUN, SHORTEST_VISIT_NS, stretch, took};
use super::clock::{Clock, Reading};
use super::compare::{Comparison, Row, compare};
use super::contest::Contest;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use record::Method;
use record::journal::{self, Visit};
use record::statistics::sequential::{Answer, LOOKS, Look, Question, look};
use record::statistics::{Bootstrap, FEWEST_VISITS, shuffle};

/// Visits that every operation gets before anything is concluded.
pub const FIRST_VISITS: u32 = LOOKS[0];

/// Visits that most answers take: some two looks, and now and then all of them.
const VISITS_TO_AN_ANSWER: u32 = 24;

/// Target length of a visit, nanoseconds of thread time.
pub const VISIT_NS: f64 = 50e6;

/// A half width, in log units, that is narrow enough to stop at: a resolution of 0.8 %.
pub const NARROW: f64 = 0.005;

/// What the schedule is told to do.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Seconds to spend on visits: what the budget of the run has left for them.
    pub budget_s: f64,
    /// Seed of all orders.
    pub seed: u64,
    /// How intervals are computed at the end; looks on the way use fewer resamples.
    pub bootstrap: Bootstrap,
    /// What the visits are for.
    pub goal: Goal,
}

/// What an operation must have to be left alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// Intervals no wider than [`NARROW`] to either side.
    Narrow,
    /// An answer for every row against the first, at the last look at the latest.
    Answer {
        /// What is asked.
        question: Question,
        /// Whether it is asked of the control too.
        of_control: bool,
    },
}

/// Why the schedule ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every operation had what it needs, or had its last look.
    Enough,
    /// The budget was spent.
    Budget,
    /// The observer asked to stop.
    Interrupted,
}

/// Who is told how the schedule goes, between visits and never inside one.
pub trait Observer {
    /// An operation (an index into those that were asked for) is about to be prepared.
    fn prepares(&mut self, operation: usize) {
        let _ = operation;
    }

    /// What will be visited, and how: once, before the first visit.
    fn begin(&mut self, method: &Method, plans: &[journal::Plan]) {
        let _ = (method, plans);
    }

    /// The rounds of the visit that is just over, to be kept if the run does not come to its end.
    fn measured(&mut self, visit: &dyn Fn() -> Visit) {
        let _ = visit;
    }

    /// `spent` of `budget` seconds are over; `operation` (an index) was just visited, and `open`
    /// operations are not yet narrow.
    fn visited(&mut self, operation: usize, open: usize, spent: f64, budget: f64);

    /// The rounds of the operation that was just visited.
    fn stands(&mut self, operation: usize, contest: &Contest<'_>) {
        let _ = (operation, contest);
    }

    /// Whether to stop now and keep what there is.
    fn stop(&self) -> bool {
        false
    }

    /// Called once, when half of the time is over: the moment of the middle canary.
    fn halfway(&mut self) {}
}

/// Visits `contests` until they are narrow, the budget is spent, or the observer stops it.
pub fn run(
    contests: &mut [Contest<'_>],
    plan: &Plan,
    clock: &dyn Clock,
    observer: &mut dyn Observer,
) -> End {
    let start = clock.start().wall_ns;
    let spent = || (clock.start().wall_ns - start) / 1e9;
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    // Each has orders of its own, so that an operation's seed says everything about it.
    let own = |i: usize| ChaCha8Rng::seed_from_u64(plan.seed.wrapping_add(i as u64));
    let mut randoms: Vec<ChaCha8Rng> = (0..contests.len()).map(own).collect();
    let mut open: Vec<usize> = (0..contests.len()).collect();
    let visits = if plan.goal == Goal::Narrow { FIRST_VISITS } else { VISITS_TO_AN_ANSWER };
    let rounds_ns: Vec<f64> = contests.iter().map(Contest::round_ns).collect();
    let mut taken = took(&*contests);
    let mut slow = stretch(&taken);
    let mut visit_ns = VISIT_NS;
    let mut next_look = FIRST_VISITS;
    let (mut halfway, mut out_of_time) = (false, false);
    for epoch in 1.. {
        shuffle(&mut open, &mut random);
        // Where others have come to work on the machine, visits get shorter.
        if epoch <= visits {
            let rounds: Vec<f64> = open.iter().map(|&i| rounds_ns[i]).collect();
            let left_s = (plan.budget_s - spent()) / slow;
            visit_ns = visit_ns.min(visit_length(&rounds, visits + 1 - epoch, left_s));
        }
        // The first visits may overrun. One that would take longer is not begun.
        let limit =
            if epoch <= FIRST_VISITS { plan.budget_s * (1.0 + OVERRUN) } else { plan.budget_s };
        // Whoever takes too long now is closed; shorter ones may still have room.
        let mut closed = Vec::new();
        for &i in &open {
            if observer.stop() {
                return End::Interrupted;
            }
            let until = spent() + contests[i].next_ns(visit_ns, slow) / 1e9;
            if until > limit {
                closed.push(i);
                continue;
            }
            if until + slow * kept_for_shorter(i, &open, contests, &rounds_ns) / 1e9 > limit {
                // It has its turn when those have theirs. Answers need all visits in step.
                if plan.goal != Goal::Narrow {
                    closed.push(i);
                }
                continue;
            }
            contests[i].visit(visit_ns, &mut randoms[i], clock);
            observer.measured(&|| contests[i].last_visit(i, spent()));
            observer.visited(i, open.len(), spent(), plan.budget_s);
            observer.stands(i, &contests[i]);
            // By time or by visits, whichever comes first: a run that stops early still has a
            // middle.
            if !halfway && (spent() > plan.budget_s / 2.0 || epoch == FIRST_VISITS / 2 + 1) {
                halfway = true;
                observer.halfway();
            }
        }
        let before = std::mem::replace(&mut taken, took(&*contests));
        if taken.cpu_ns > before.cpu_ns {
            slow = stretch(&taken.since(&before, &Reading::default()));
        }
        out_of_time |= !closed.is_empty();
        open.retain(|i| !closed.contains(i));
        if epoch == next_look {
            open.retain(|&i| !has_enough(&contests[i], plan));
            next_look *= 2;
        }
        if open.is_empty() {
            return if out_of_time { End::Budget } else { End::Enough };
        }
    }
    End::Budget
}

/// Nanoseconds of thread time that shorter operations among `open` still need for an interval, each
/// with visits of one round: a long visit must not cost them that.
fn kept_for_shorter(i: usize, open: &[usize], contests: &[Contest<'_>], rounds_ns: &[f64]) -> f64 {
    let shorter = open.iter().filter(|&&j| (rounds_ns[j], j) < (rounds_ns[i], i));
    let missing = |j: usize| FEWEST_VISITS.saturating_sub(contests[j].visits() as usize) as f64;
    shorter.map(|&j| missing(j) * rounds_ns[j].max(SHORTEST_VISIT_NS)).sum()
}

/// Fifty milliseconds, or less where the budget does not hold so many visits of that for everybody.
/// Whose round takes longer than a visit should has visits of a round, and leaves less to the
/// others.
fn visit_length(rounds_ns: &[f64], visits: u32, budget_s: f64) -> f64 {
    let mut rounds_ns = rounds_ns.to_vec();
    rounds_ns.sort_by(f64::total_cmp);
    let mut left_ns = budget_s * 1e9 / f64::from(visits);
    let mut fair = left_ns / rounds_ns.len().max(1) as f64;
    while let Some(longest) = rounds_ns.pop().filter(|longest| *longest > fair) {
        left_ns -= longest;
        fair = left_ns / rounds_ns.len().max(1) as f64;
    }
    fair.clamp(SHORTEST_VISIT_NS, VISIT_NS)
}

/// Whether the operation has what the run is for. A fifth of the resamples is enough to decide
/// whether to go on.
fn has_enough(contest: &Contest<'_>, plan: &Plan) -> bool {
    let bootstrap = Bootstrap { resamples: plan.bootstrap.resamples.div_ceil(5), ..plan.bootstrap };
    match plan.goal {
        // Whoever waited for the shorter ones may not have an interval yet.
        Goal::Narrow => contest.visits() >= FEWEST_VISITS as u32 && is_narrow(contest, &bootstrap),
        Goal::Answer { question, of_control } => {
            let last = contest.visits() >= LOOKS[LOOKS.len() - 1];
            let (rows, control) = contest.rows();
            let Some((first, others)) = rows.split_first() else { return true };
            let asked = others.iter().chain(control.as_ref().filter(|_| of_control));
            let open = |row| {
                at_look(row, first, &question, &bootstrap)
                    .is_some_and(|look| look.answer == Answer::Open)
            };
            last || !asked.into_iter().any(open)
        }
    }
}

/// A look at two rows; none where they are not comparable or have too few visits.
pub fn at_look(row: &Row, first: &Row, question: &Question, bootstrap: &Bootstrap) -> Option<Look> {
    let comparison = compare(row, first, bootstrap).ok()?;
    look(&comparison.rounds_ln, &comparison.rounds_visit, question, bootstrap)
}

/// Whether every interval of the operation is narrow.
fn is_narrow(contest: &Contest<'_>, bootstrap: &Bootstrap) -> bool {
    let (rows, control) = contest.rows();
    let narrow = |comparison: &Comparison| {
        comparison.interval.is_some_and(|found| found.half_width() <= NARROW)
    };
    // Against the first row, whoever that is: what counts here is the scatter, not whose ratio it
    // will be.
    let Some((first, others)) = rows.split_first() else { return true };
    let mut comparable = others
        .iter()
        .chain(&control)
        .filter_map(|row| compare(row, first, bootstrap).ok())
        .peekable();
    if comparable.peek().is_none() {
        return true;
    }
    comparable.all(|comparison| narrow(&comparison))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::clock::simulated::{Behaviour, SimulatedClock, SyntheticBody};
    use crate::measure::contest::Entry;
    use peer_api::{Contract, Time};

    #[derive(Default)]
    struct Log {
        order: Vec<usize>,
        halves: u32,
        stop_after: usize,
    }

    impl Observer for Log {
        fn visited(&mut self, operation: usize, _: usize, _: f64, _: f64) {
            self.order.push(operation);
        }
        fn stop(&self) -> bool {
            self.stop_after > 0 && self.order.len() >= self.stop_after
        }
        fn halfway(&mut self) {
            self.halves += 1;
        }
    }

    fn contest(clock: &SimulatedClock, ns: &[f64]) -> Contest<'static> {
        let body =
            |ns| Box::new(SyntheticBody { clock: clock.clone(), behaviour: Behaviour::Steady(ns) });
        let contract = Contract::parsed(Time::Constant);
        let entries: Vec<Entry> = ns
            .iter()
            .map(|&ns| {
                Entry::calibrate("synthetic", contract, body(ns), clock).expect("honest work")
            })
            .collect();
        let control = entries[0].twin("control", body(ns[0]));
        Contest::new(entries, Some(control))
    }

    fn plan(budget_s: f64) -> Plan {
        Plan { budget_s, seed: 11, bootstrap: Bootstrap::default(), goal: Goal::Narrow }
    }

    #[test]
    fn quiet_operations_stop_after_their_first_visits() {
        let clock = SimulatedClock::new(2, 0.0);
        let mut contests: Vec<Contest> = (0..5).map(|_| contest(&clock, &[100.0, 130.0])).collect();
        let mut log = Log::default();
        assert_eq!(run(&mut contests, &plan(60.0), &clock, &mut log), End::Enough);
        assert!(contests.iter().all(|contest| contest.visits() == FIRST_VISITS));
        assert_eq!((log.order.len(), log.halves), (40, 1));
        let epochs: Vec<&[usize]> = log.order.chunks(5).collect();
        assert!(
            epochs.iter().any(|epoch| *epoch != epochs[0]),
            "the order is drawn anew each epoch"
        );
        assert!(clock.seconds() < 4.0, "nothing is spent without need");
    }

    #[test]
    fn the_noisy_operation_gets_the_rest_of_the_budget() {
        let (quiet, noisy) = (SimulatedClock::new(2, 0.0), SimulatedClock::new(3, 0.4));
        let mut contests = vec![contest(&quiet, &[100.0, 130.0]), contest(&noisy, &[100.0, 130.0])];
        let mut log = Log::default();
        // The schedule reads the noisy clock, which alone moves with the noisy operation.
        assert_eq!(run(&mut contests, &plan(3.0), &noisy, &mut log), End::Budget);
        assert!(contests[1].visits() > 2 * FIRST_VISITS, "{} visits", contests[1].visits());
        assert_eq!(contests[1].rows().0[0].visits(), contests[1].visits());
    }

    #[test]
    fn an_answer_is_waited_for_until_the_last_look() {
        let question = Question::gate(0.01, 3);
        let asked = Plan { goal: Goal::Answer { question, of_control: false }, ..plan(60.0) };
        let clock = SimulatedClock::new(2, 0.002);
        let mut contests = vec![
            contest(&clock, &[100.0, 130.0]),
            contest(&clock, &[100.0, 100.0]),
            contest(&clock, &[100.0, 101.005]),
        ];
        assert_eq!(run(&mut contests, &asked, &clock, &mut Log::default()), End::Enough);
        let visits: Vec<u32> = contests.iter().map(Contest::visits).collect();
        assert_eq!(
            visits,
            [16, 8, 64],
            "a difference must be rare, equality is seen at once, the threshold itself never"
        );
        let answers = contests.iter().map(|contest| {
            let rows = contest.rows().0;
            at_look(&rows[1], &rows[0], &question, &Bootstrap::default()).expect("visits").answer
        });
        assert_eq!(answers.collect::<Vec<_>>(), [Answer::Above, Answer::Equal, Answer::Open]);
    }

    #[test]
    fn a_small_budget_shortens_visits_before_it_drops_them() {
        let clock = SimulatedClock::new(2, 0.0);
        let mut contests: Vec<Contest> =
            (0..10).map(|_| contest(&clock, &[100.0, 130.0])).collect();
        let before = clock.seconds();
        run(&mut contests, &plan(0.8), &clock, &mut Log::default());
        assert!(contests.iter().all(|contest| contest.visits() == FIRST_VISITS));
        let spent = clock.seconds() - before;
        assert!((0.6..1.25).contains(&spent), "spent {spent} s of 0.8");
        assert_eq!(visit_length(&[1e6; 10], 8, 45.0), VISIT_NS);
        assert_eq!(visit_length(&[1e6; 100], 8, 0.0), 2e6);
        let fair = visit_length(&[1e9, 1e6, 1e6], 8, 8.16);
        assert!((fair - 10e6).abs() < 1.0, "what the long one leaves: {fair}");
    }

    #[test]
    fn a_visit_that_does_not_fit_is_not_begun() {
        let clock = SimulatedClock::new(2, 0.0);
        // Rounds of 9 s and of 1.8 ms.
        let mut contests = vec![contest(&clock, &[1e9, 1e9]), contest(&clock, &[100.0, 130.0])];
        let before = clock.seconds();
        let end = run(&mut contests, &plan(30.0), &clock, &mut Log::default());
        let spent = clock.seconds() - before;
        assert_eq!((end, contests[0].visits()), (End::Budget, 3));
        assert_eq!(contests[1].visits(), FIRST_VISITS, "the short one has all of its visits");
        assert!(spent <= 1.2 * 30.0, "spent {spent} s of 30");
    }

    #[test]
    fn an_interruption_keeps_what_there_is() {
        let clock = SimulatedClock::new(2, 0.0);
        let mut contests: Vec<Contest> = (0..3).map(|_| contest(&clock, &[100.0, 130.0])).collect();
        let mut log = Log { stop_after: 7, ..Log::default() };
        assert_eq!(run(&mut contests, &plan(60.0), &clock, &mut log), End::Interrupted);
        assert_eq!(contests.iter().map(Contest::visits).sum::<u32>(), 7);
    }

    #[test]
    fn nothing_to_measure_ends_at_once() {
        let clock = SimulatedClock::new(2, 0.0);
        assert_eq!(run(&mut [], &plan(60.0), &clock, &mut Log::default()), End::Enough);
    }
}
