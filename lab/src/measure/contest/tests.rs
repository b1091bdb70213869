//! Contests on a simulated clock.

use super::*;
use crate::measure::clock::simulated::{Behaviour, SimulatedClock, SyntheticBody};
use peer_api::Time;
use rand_chacha::rand_core::SeedableRng;
use std::cell::Cell;
use std::rc::Rc;

fn entry(clock: &SimulatedClock, behaviour: Behaviour) -> Result<Entry<'static>, Suspect> {
    let body = Box::new(SyntheticBody { clock: clock.clone(), behaviour });
    Entry::calibrate("synthetic", Contract::parsed(Time::Constant), body, clock)
}

#[test]
fn blocks_are_a_fifth_of_a_millisecond_or_one_call() {
    let clock = SimulatedClock::new(1, 0.0);
    for (ns, calls) in
        [(0.5, 400_000), (10.0, 20_000), (1000.0, 200), (90_000.0, 2), (150_000.0, 1), (4e6, 1)]
    {
        let entry = entry(&clock, Behaviour::Steady(ns)).expect("honest work");
        assert_eq!(entry.calls, calls, "{ns} ns per call");
    }
    let noisy = SimulatedClock::new(1, 0.02);
    for ns in [3.0, 77.0, 12_345.0, 100_000.0] {
        let block = entry(&noisy, Behaviour::Steady(ns)).expect("honest work").calls as f64 * ns;
        assert!((1e5..5e5).contains(&block), "{ns} ns per call: block of {block} ns");
    }
}

#[test]
fn removed_work_is_no_figure() {
    let clock = SimulatedClock::new(1, 0.0);
    // Nothing is left of the loop.
    assert!(matches!(
        entry(&clock, Behaviour::Removed(5.0)).map(|_| ()),
        Err(Suspect::TooFast { .. })
    ));
    // The loop counter is left.
    assert!(matches!(
        entry(&clock, Behaviour::Steady(0.2)).map(|_| ()),
        Err(Suspect::TooFast { .. })
    ));
    // One call is left, and it is long enough to pass for work.
    for ns in [60_000.0, 1e6] {
        let suspect = entry(&clock, Behaviour::Removed(ns)).map(|_| ());
        assert!(
            matches!(suspect, Err(Suspect::DoesNotGrow { growth }) if (growth - 1.0).abs() < 1e-6),
            "{suspect:?}"
        );
    }
}

#[test]
fn a_preempted_calibration_refuses_nobody() {
    for seed in 0..200 {
        let clock = SimulatedClock::new(seed, 0.05);
        assert!(entry(&clock, Behaviour::Steady(50.0)).is_ok(), "seed {seed}");
        assert!(entry(&clock, Behaviour::Steady(7e5)).is_ok(), "seed {seed}");
    }
}

#[test]
fn every_round_has_everybody_once() {
    let clock = SimulatedClock::new(9, 0.0);
    let first = entry(&clock, Behaviour::Steady(100.0)).expect("honest work");
    let second = entry(&clock, Behaviour::Steady(250.0)).expect("honest work");
    let body =
        Box::new(SyntheticBody { clock: clock.clone(), behaviour: Behaviour::Steady(100.0) });
    let control = first.twin("control", body);
    let mut contest = Contest::new(vec![first, second], Some(control));
    assert!((contest.round_ns() - 1.8e6).abs() < 1.0, "three entries, three passes, 0.2 ms");
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..5 {
        contest.visit(50e6, &mut random, &clock);
    }
    let (rows, control) = contest.rows();
    let control = control.expect("it was given");
    for row in rows.iter().chain([&control]) {
        assert_eq!((row.rounds.len(), row.visits()), (5 * 28, 5));
    }
    assert!(rows[0].rounds.iter().all(|round| (round.cpu_ns - 100.0).abs() < 1e-6));
    assert!(rows[1].rounds.iter().all(|round| (round.cpu_ns - 250.0).abs() < 1e-6));
    assert!((clock.seconds() - 0.25).abs() < 0.03, "five visits of 50 ms: {}", clock.seconds());
    assert_eq!(contest.blocks_of_visit(), (28 * 9, 0));
}

#[test]
fn bodies_are_made_anew_for_every_visit_unless_that_takes_too_long() {
    for (costs_ns, renewals) in [(0.0, 7), (1e6, 7), (20e6, 4), (1e9, 0)] {
        let clock = SimulatedClock::new(9, 0.0);
        let fresh =
            |ns| Box::new(SyntheticBody { clock: clock.clone(), behaviour: Behaviour::Steady(ns) });
        let made = Cell::new(0);
        let first = entry(&clock, Behaviour::Steady(100.0)).expect("honest work");
        // Each new body is slower: the rounds must be those of the newest.
        let control = first.twin("control", fresh(100.0)).renewed(0.0, || Ok(fresh(100.0)));
        let first = first.renewed(costs_ns, || {
            clock.work(costs_ns);
            made.set(made.get() + 1);
            Ok(fresh(100.0 + f64::from(made.get())))
        });
        let mut contest = Contest::new(vec![first], Some(control));
        let mut random = ChaCha8Rng::seed_from_u64(4);
        for _ in 0..8 {
            contest.visit(50e6, &mut random, &clock);
        }
        assert_eq!((contest.renewals(), made.get()), (renewals, renewals), "{costs_ns} ns each");
        let rounds = &contest.rows().0[0].rounds;
        let last = rounds.last().expect("rounds").cpu_ns;
        assert!((last - 100.0 - f64::from(renewals)).abs() < 1e-6, "{last}");
    }
}

/// The body that was made last runs faster, as one does whose cases are still in the caches.
struct Warm {
    clock: SimulatedClock,
    made: Rc<Cell<u32>>,
    place: u32,
}

impl Warm {
    fn body(clock: &SimulatedClock, made: &Rc<Cell<u32>>) -> Box<dyn Body> {
        made.set(made.get() + 1);
        Box::new(Self { clock: clock.clone(), made: Rc::clone(made), place: made.get() })
    }
}

impl Body for Warm {
    fn run(&mut self, calls: u32) {
        let ns = if self.place == self.made.get() { 99.0 } else { 100.0 };
        self.clock.work(ns * f64::from(calls));
    }

    fn answer(&mut self, _: usize) -> Result<Vec<u8>, Refusal> {
        Ok(Vec::new())
    }
}

#[test]
fn nobody_is_always_made_last() {
    let clock = SimulatedClock::new(9, 0.0);
    let made = Rc::new(Cell::new(0));
    let fresh = || Ok(Warm::body(&clock, &made));
    let contract = Contract::parsed(Time::Constant);
    let first = Entry::calibrate("first", contract, Warm::body(&clock, &made), &clock)
        .expect("honest work");
    let control = first.twin("control", Warm::body(&clock, &made)).renewed(0.0, fresh);
    let mut contest = Contest::new(vec![first.renewed(0.0, fresh)], Some(control));
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..65 {
        contest.visit(2e6, &mut random, &clock);
    }
    let (rows, control) = contest.rows();
    let pairs = rows[0].rounds.iter().zip(&control.as_ref().expect("given").rounds);
    let lead =
        pairs.filter(|(first, _)| first.visit > 0).map(|(first, copy)| copy.cpu_ns < first.cpu_ns);
    let (faster, all) =
        lead.fold((0, 0), |(faster, all), lead| (faster + u32::from(lead), all + 1));
    // Of 64 visits half, with a standard deviation of 4.
    assert!(
        3 * faster > all && 3 * faster < 2 * all,
        "the control leads in {faster} of {all} rounds"
    );
}

#[test]
fn who_cannot_be_made_again_is_lost() {
    let clock = SimulatedClock::new(9, 0.0);
    let first = entry(&clock, Behaviour::Steady(100.0)).expect("honest work");
    let mut left = 3;
    let first = first.renewed(0.0, || {
        left -= 1;
        let behaviour = Behaviour::Steady(100.0);
        if left == 0 {
            Err(Refusal::Lost("gone".into()))
        } else {
            Ok(Box::new(SyntheticBody { clock: clock.clone(), behaviour }))
        }
    });
    let mut contest = Contest::new(vec![first], None);
    for _ in 0..4 {
        contest.visit(50e6, &mut ChaCha8Rng::seed_from_u64(4), &clock);
    }
    assert_eq!(contest.lost().collect::<Vec<_>>(), [("synthetic", &Refusal::Lost("gone".into()))]);
    assert!(contest.rows().0.is_empty());
}

#[test]
fn blocks_in_which_others_had_the_core_are_counted() {
    let clock = SimulatedClock::new(9, 0.01);
    let mut contest =
        Contest::new(vec![entry(&clock, Behaviour::Steady(100.0)).expect("honest work")], None);
    contest.visit(500e6, &mut ChaCha8Rng::seed_from_u64(4), &clock);
    let (blocks, shared) = contest.blocks_of_visit();
    // One block in twelve is preempted.
    assert!(blocks > 2000 && (blocks / 16..blocks / 9).contains(&shared), "{shared} of {blocks}");
}

#[test]
fn long_calls_still_get_a_round_per_visit() {
    let clock = SimulatedClock::new(9, 0.0);
    let mut contest =
        Contest::new(vec![entry(&clock, Behaviour::Steady(9e7)).expect("honest work")], None);
    contest.visit(50e6, &mut ChaCha8Rng::seed_from_u64(4), &clock);
    let (rows, control) = contest.rows();
    assert_eq!((rows[0].rounds.len(), control), (1, None));
}

/// A visit that makes bodies anew takes longer than the one before: a budget has to know.
#[test]
fn making_bodies_anew_counts_with_the_visit_that_does_it() {
    let (clock, seconds) = (SimulatedClock::new(9, 0.0), 1e9);
    let body = |ns| -> Box<dyn Body> {
        Box::new(SyntheticBody { clock: clock.clone(), behaviour: Behaviour::Steady(ns) })
    };
    let first = entry(&clock, Behaviour::Steady(seconds)).expect("honest work");
    let control = first.twin("control", body(seconds)).renewed(0.0, || Ok(body(seconds)));
    let first = first.renewed(2.0 * seconds, || {
        clock.work(2.0 * seconds);
        Ok(body(seconds))
    });
    let mut contest = Contest::new(vec![first], Some(control));
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for (renewals, next) in [(0, 6.0), (0, 6.0), (1, 8.0), (2, 8.0)] {
        let found = contest.next_ns(50e6, 1.0) / seconds;
        assert!((found - next).abs() < 1e-3, "{found}");
        contest.visit(50e6, &mut random, &clock);
        assert_eq!(contest.renewals(), renewals, "a quarter of what was measured before");
    }
}
