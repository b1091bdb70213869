//! A body that does what another does and a stated share more: the known slowdown by which the lab
//! tests itself.

use peer_api::{Body, Refusal};

/// Runs the inner body, and `extra` more calls of it per call.
///
/// Whole calls are added, the remainder being carried over to the next block; so `extra` is met
/// within each block only if a block has well over `1 / extra` calls. For longer operations most
/// blocks would be unchanged, and a median rightly sees nothing.
pub struct Planted {
    inner: Box<dyn Body>,
    extra: f64,
    owed: f64,
}

impl Planted {
    /// Adds a share of `extra`, for instance 0.03.
    pub fn new(inner: Box<dyn Body>, extra: f64) -> Self {
        Self { inner, extra, owed: 0.0 }
    }
}

impl Body for Planted {
    fn run(&mut self, calls: u32) {
        self.owed += f64::from(calls) * self.extra;
        let whole = self.owed.floor();
        self.owed -= whole;
        self.inner.run(calls + whole as u32);
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        self.inner.answer(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::clock::Clock;
    use crate::measure::clock::simulated::{Behaviour, SimulatedClock, SyntheticBody};
    use crate::measure::compare::compare;
    use crate::measure::contest::{Contest, Entry};
    use peer_api::{Contract, Time};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;
    use record::statistics::Bootstrap;

    #[test]
    fn the_share_is_met_over_many_blocks() {
        let clock = SimulatedClock::new(0, 0.0);
        let inner =
            Box::new(SyntheticBody { clock: clock.clone(), behaviour: Behaviour::Steady(1.0) });
        let mut planted = Planted::new(inner, 0.03);
        for _ in 0..10 {
            planted.run(70);
        }
        assert!((clock.start().cpu_ns - 721.0).abs() < 1.01);
    }

    /// The whole chain — calibration, rounds, medians, bootstrap — finds a slowdown of 3 % on a
    /// noisy machine, and its control stays at one.
    #[test]
    fn a_planted_slowdown_is_found_and_the_control_holds() {
        for first in [0, 100, 200] {
            let (mut found, mut held) = (0, 0);
            for seed in first..first + 20 {
                let clock = SimulatedClock::new(seed, 0.02);
                let body = || {
                    Box::new(SyntheticBody {
                        clock: clock.clone(),
                        behaviour: Behaviour::Steady(50.0),
                    })
                };
                let contract = Contract::parsed(Time::Constant);
                let original =
                    Entry::calibrate("original", contract, body(), &clock).expect("honest work");
                let slow = original.twin("planted", Box::new(Planted::new(body(), 0.03)));
                let control = original.twin("control", body());
                let mut contest = Contest::new(vec![original, slow], Some(control));
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                for _ in 0..8 {
                    contest.visit(50e6, &mut random, &clock);
                }
                let (rows, control) = contest.rows();
                let of = |row| {
                    compare(row, &rows[0], &Bootstrap::default()).expect("equal contracts").interval
                };
                let (planted, control) = (
                    of(&rows[1]).expect("8 visits"),
                    of(&control.expect("given")).expect("8 visits"),
                );
                found += u32::from(planted.low > 0.0);
                held += u32::from(control.contains(0.0));
                assert!((planted.median - 1.03_f64.ln()).abs() < 0.02, "{planted:?}");
            }
            assert!(found >= 19, "found {found} of 20");
            assert!(held >= 18, "the control held in {held} of 20");
        }
    }
}
