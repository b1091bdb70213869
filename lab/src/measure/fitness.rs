//! Whether the figures of a run can be believed: what the machine was doing meanwhile.
//!
//! [`Watch`] collects evidence during a run, [`judge`] turns evidence into a verdict and is a pure
//! function. An unfit machine does not stop a run; it marks it.

use super::clock::{Clock, Surroundings, SystemClock, resolution};
use super::machine::step_ns;
use peer_api::pin;
use record::Health;
use std::hint::black_box;
use std::sync::Barrier;
use std::thread;

/// Canaries may differ by this much, relative, between start, middle and end.
pub const CANARY_TOLERANCE: f64 = 0.02;

/// The share of CPU time that the hypervisor may give to others.
pub const STEAL_TOLERANCE: f64 = 0.01;

/// What threads that have a core each may wait for it, over what they work.
pub const CROWDING_TOLERANCE: f64 = 1.1;

/// The share of controls that must hold one.
pub const CONTROL_SHARE: f64 = 0.9;

/// Everything that the verdict depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Logical CPUs.
    pub cpus: u32,
    /// Load average of the last minute before the run.
    pub load: Option<f64>,
    /// Whether all that is concluded is ratios of sides that ran interleaved: then other work on
    /// the machine is a note, and the controls decide.
    pub paired: bool,
    /// Share of CPU time stolen during the run.
    pub steal: Option<f64>,
    /// Smallest step of the wall clock, nanoseconds.
    pub timer_ns: f64,
    /// Whether thread-CPU time was available.
    pub cpu_time: bool,
    /// Whether the thread was pinned; `None` if that was not wanted.
    pub pinned: Option<bool>,
    /// Whether a hypervisor runs the machine.
    pub virtual_machine: bool,
    /// Whether the lab was built with optimisation.
    pub optimised: bool,
    /// How much longer threads took that all worked at once than they worked ([`crowding`]), for a
    /// run of operations on all threads.
    pub crowding: Option<f64>,
    /// Nanoseconds per step of the dependent chain, in order of time.
    pub canary_ns: Vec<f64>,
    /// Controls whose interval held one.
    pub control_held: u32,
    /// All controls.
    pub control_total: u32,
}

/// Turns evidence into a verdict with reasons. Reasons against come first.
pub fn judge(evidence: &Evidence) -> Health {
    let (mut against, mut notes) = (Vec::new(), Vec::new());
    if let (Some(least), Some(most)) = bounds(&evidence.canary_ns)
        && most > least * (1.0 + CANARY_TOLERANCE)
    {
        let percent = (most / least - 1.0) * 100.0;
        against.push(format!(
            "The core's speed changed during the run: its clock canaries differ by {percent:.1} %."
        ));
    }
    if let Some(crowding) = evidence.crowding.filter(|most| *most > CROWDING_TOLERANCE) {
        against.push(format!(
            "Not all cores were idle: of threads that worked at once, one took {crowding:.2} times its own CPU time."
        ));
    }
    if let Some(steal) = evidence.steal.filter(|steal| *steal > STEAL_TOLERANCE) {
        against
            .push(format!("The hypervisor gave {:.1} % of the CPU time to others.", steal * 100.0));
    }
    if evidence.timer_ns > 1000.0 {
        against.push(format!(
            "The clock moves in steps of {:.1} µs, too coarse for blocks of 0.2 ms.",
            evidence.timer_ns / 1e3
        ));
    }
    // One miss is what a 95 % interval is allowed even when the controls are few.
    let missed = evidence.control_total - evidence.control_held.min(evidence.control_total);
    let needed = CONTROL_SHARE * f64::from(evidence.control_total);
    if missed > 1 && f64::from(evidence.control_held) < needed {
        against.push(format!(
            "Only {} of {} controls (a second copy of the baseline against the first) held 1 in their interval.",
            evidence.control_held, evidence.control_total
        ));
    }
    if let Some(load) = evidence.load {
        let busy = |load| {
            format!(
                "The load average was {load:.1} before the run began, on {} CPUs.",
                evidence.cpus
            )
        };
        if load > f64::from(evidence.cpus) && !evidence.paired {
            against.push(busy(load));
        } else if load > 0.5 * f64::from(evidence.cpus) {
            notes.push(busy(load));
        }
    }
    if !evidence.cpu_time {
        notes.push(
            "This system tells no CPU time of a thread: all figures are wall time.".to_owned(),
        );
    }
    if evidence.pinned == Some(false) {
        notes.push("The measuring thread could not be pinned to a CPU.".to_owned());
    }
    if evidence.virtual_machine {
        notes.push("This is a virtual machine: others may share its cores and caches.".to_owned());
    }
    if !evidence.optimised {
        notes.push(
            "This is not a release build: its figures say nothing about a released curvemark."
                .to_owned(),
        );
    }
    let fit = against.is_empty();
    against.append(&mut notes);
    Health {
        fit,
        remarks: against,
        control_held: evidence.control_held,
        control_total: evidence.control_total,
        canary_ns: evidence.canary_ns.clone(),
    }
}

fn bounds(values: &[f64]) -> (Option<f64>, Option<f64>) {
    (values.iter().copied().reduce(f64::min), values.iter().copied().reduce(f64::max))
}

/// The wall time of a chain of products, of which so many threads do one each at once, over the CPU
/// time of the thread: the most of all threads, which is 1 where each has a core to itself. The
/// least of some rounds, since a moment's work of others is none.
pub fn crowding(threads: usize) -> f64 {
    const STEPS: u32 = 2_000_000;
    let clock = SystemClock::new();
    let start = Barrier::new(threads);
    let chain = || {
        start.wait();
        let began = clock.start();
        black_box((0..STEPS).fold(3u64, |state, _| black_box(state.wrapping_mul(5))));
        let took = clock.stop().since(&began, &clock.overhead());
        took.wall_ns / took.cpu_ns
    };
    let round = || {
        pin::unpinned(|| {
            thread::scope(|scope| {
                let all: Vec<_> = (0..threads).map(|_| scope.spawn(chain)).collect();
                all.into_iter().filter_map(|one| one.join().ok()).collect::<Vec<_>>()
            })
        })
    };
    crowd_of((0..5).map(|_| round()))
}

/// The crowd that rounds have seen, each the wall time of every thread over its CPU time. In a
/// round the thread counts that waited most; of the rounds the best one does, since whoever else
/// works now and then is no crowd.
fn crowd_of(rounds: impl Iterator<Item = Vec<f64>>) -> f64 {
    rounds.map(|threads| threads.into_iter().fold(1.0, f64::max)).fold(f64::INFINITY, f64::min)
}

/// Collects evidence from the start of a run to its end.
#[derive(Debug)]
pub struct Watch {
    evidence: Evidence,
    before: Surroundings,
}

impl Watch {
    /// Starts to watch, with the first canary. `pinned` as in [`Evidence::pinned`].
    pub fn begin(
        clock: &dyn Clock,
        pinned: Option<bool>,
        cpus: u32,
        virtual_machine: bool,
    ) -> Self {
        let before = clock.surroundings();
        let evidence = Evidence {
            cpus,
            load: before.load,
            paired: false,
            steal: None,
            timer_ns: resolution(clock).wall_ns,
            cpu_time: clock.has_cpu_time(),
            pinned,
            virtual_machine,
            optimised: !cfg!(debug_assertions),
            crowding: None,
            canary_ns: vec![step_ns(clock)],
            control_held: 0,
            control_total: 0,
        };
        Self { evidence, before }
    }

    /// The same for a run that concludes nothing but ratios, see [`Evidence::paired`].
    pub fn of_pairs(mut self) -> Self {
        self.evidence.paired = true;
        self
    }

    /// Looks whether all cores are idle, in 0.1 s. The worst look counts.
    pub fn crowding(&mut self) {
        let seen = crowding(pin::threads());
        self.evidence.crowding = Some(self.evidence.crowding.map_or(seen, |most| most.max(seen)));
    }

    /// Another canary.
    pub fn canary(&mut self, clock: &dyn Clock) {
        self.evidence.canary_ns.push(step_ns(clock));
    }

    /// Ends with a last canary and the outcome of the controls.
    pub fn end(mut self, clock: &dyn Clock, control_held: u32, control_total: u32) -> Health {
        self.canary(clock);
        self.evidence.control_held = control_held;
        self.evidence.control_total = control_total;
        self.evidence.steal = clock.surroundings().stolen_since(&self.before);
        judge(&self.evidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Evidence {
        Evidence {
            cpus: 4,
            load: Some(0.3),
            paired: false,
            steal: Some(0.0),
            timer_ns: 30.0,
            cpu_time: true,
            pinned: Some(true),
            virtual_machine: false,
            optimised: true,
            crowding: None,
            canary_ns: vec![0.300, 0.301, 0.305],
            control_held: 19,
            control_total: 20,
        }
    }

    #[test]
    fn a_quiet_machine_is_fit_and_has_no_remarks() {
        let health = judge(&good());
        assert!(health.fit && health.remarks.is_empty(), "{health:?}");
        assert_eq!((health.control_held, health.control_total), (19, 20));
    }

    #[test]
    fn each_reason_alone_makes_a_machine_unfit() {
        let spoil: [fn(&mut Evidence); 6] = [
            |e| e.crowding = Some(1.5),
            |e| e.canary_ns[1] = 0.33,
            |e| e.steal = Some(0.05),
            |e| e.timer_ns = 15_000.0,
            |e| e.control_held = 17,
            |e| e.load = Some(6.0),
        ];
        for spoil in spoil {
            let mut evidence = good();
            spoil(&mut evidence);
            let health = judge(&evidence);
            assert!(!health.fit && health.remarks.len() == 1, "{health:?}");
        }
    }

    #[test]
    fn a_crowd_is_seen_in_every_round_by_one_thread_at_least() {
        let crowd = |rounds: &[&[f64]]| crowd_of(rounds.iter().map(|round| round.to_vec()));
        assert_eq!(crowd(&[&[1.0, 1.9], &[2.1, 1.0], &[1.0, 1.8]]), 1.8);
        assert_eq!(crowd(&[&[1.9, 2.0], &[1.01, 1.0], &[1.5, 1.0]]), 1.01);
        // A clock that counts CPU time too high does not make room.
        assert_eq!(crowd(&[&[0.8, 0.9]]), 1.0);
    }

    #[test]
    fn a_look_has_a_figure_whatever_the_machine_does() {
        // Whether this machine has a crowd just now is no matter for a test.
        let seen = crowding(2 * pin::threads());
        assert!(seen.is_finite() && seen >= 1.0, "{seen}");
    }

    #[test]
    fn notes_do_not_condemn() {
        let note: [fn(&mut Evidence); 6] = [
            |e| e.load = Some(2.5),
            |e| (e.load, e.paired) = (Some(9.0), true),
            |e| e.cpu_time = false,
            |e| e.pinned = Some(false),
            |e| e.virtual_machine = true,
            |e| e.optimised = false,
        ];
        for note in note {
            let mut evidence = good();
            note(&mut evidence);
            let health = judge(&evidence);
            assert!(health.fit && health.remarks.len() == 1, "{health:?}");
        }
    }

    #[test]
    fn one_missed_control_of_few_is_chance() {
        for (held, total, fit) in [
            (0, 0, true),
            (0, 1, true),
            (4, 5, true),
            (3, 5, false),
            (18, 20, true),
            (17, 20, false),
        ] {
            let health = judge(&Evidence { control_held: held, control_total: total, ..good() });
            assert_eq!(health.fit, fit, "{held} of {total}");
        }
    }

    #[test]
    fn a_watch_has_a_canary_at_either_end() {
        let clock = SystemClock::new();
        let mut watch = Watch::begin(&clock, None, 2, false);
        watch.canary(&clock);
        assert_eq!(watch.end(&clock, 0, 0).canary_ns.len(), 3);
    }
}
