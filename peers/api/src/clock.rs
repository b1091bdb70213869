//! The machine's own clocks, read in the same way by the lab and by every worker process.

use std::time::Instant;

/// A reading, in nanoseconds from an origin of the clock's own, or a stretch of time between two of
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// Time that passed for everybody.
    pub wall_ns: f64,
    /// Time that this thread spent on a CPU; the wall time again where the system cannot say.
    pub cpu_ns: f64,
}

impl Reading {
    /// The time from `start` to this reading, less what an empty block seems to take. Never less
    /// than a tenth of a nanosecond: a coarse clock may see nothing, and logarithms are taken
    /// later.
    pub fn since(&self, start: &Self, overhead: &Self) -> Self {
        Self {
            wall_ns: (self.wall_ns - start.wall_ns - overhead.wall_ns).max(0.1),
            cpu_ns: (self.cpu_ns - start.cpu_ns - overhead.cpu_ns).max(0.1),
        }
    }
}

/// The machine's own clocks.
#[derive(Clone, Debug)]
pub struct SystemClock {
    origin: Instant,
    overhead: Reading,
    cpu_time: bool,
}

impl SystemClock {
    /// Starts at zero and measures its own overhead: the least of 2000 empty blocks, less than 2
    /// ms.
    pub fn new() -> Self {
        let mut clock = Self {
            origin: Instant::now(),
            overhead: Reading::default(),
            cpu_time: thread_time_ns().is_some(),
        };
        let mut least = Reading { wall_ns: f64::INFINITY, cpu_ns: f64::INFINITY };
        for _ in 0..2000 {
            let start = clock.start();
            let stop = clock.stop();
            least.wall_ns = least.wall_ns.min(stop.wall_ns - start.wall_ns);
            least.cpu_ns = least.cpu_ns.min(stop.cpu_ns - start.cpu_ns);
        }
        clock.overhead = least;
        clock
    }

    /// Now. The thread's time is read last, since it is the one that ratios are made of.
    pub fn start(&self) -> Reading {
        let wall_ns = self.wall_ns();
        Reading { wall_ns, cpu_ns: thread_time_ns().unwrap_or(wall_ns) }
    }

    /// Now. The thread's time is read first.
    pub fn stop(&self) -> Reading {
        let cpu_ns = thread_time_ns();
        let wall_ns = self.wall_ns();
        Reading { wall_ns, cpu_ns: cpu_ns.unwrap_or(wall_ns) }
    }

    /// Whether [`Reading::cpu_ns`] is thread time and not a copy of the wall time.
    pub const fn has_cpu_time(&self) -> bool {
        self.cpu_time
    }

    /// What a block of no work seems to take, to be subtracted from every block.
    pub const fn overhead(&self) -> Reading {
        self.overhead
    }

    fn wall_ns(&self) -> f64 {
        self.origin.elapsed().as_nanos() as f64
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

/// CPU time of the calling thread.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd"))]
fn thread_time_ns() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(time.tv_sec as f64 * 1e9 + time.tv_nsec as f64)
}

#[cfg(not(any(
    target_os = "linux",
    target_os = "android",
    target_os = "macos",
    target_os = "freebsd"
)))]
fn thread_time_ns() -> Option<f64> {
    None
}

#[cfg(test)]
mod tests {
    use super::{Reading, SystemClock};

    #[test]
    fn the_systems_clock_goes_forward() {
        let clock = SystemClock::new();
        let start = clock.start();
        let stop = clock.stop();
        assert!(stop.wall_ns >= start.wall_ns && stop.cpu_ns >= start.cpu_ns);
        assert!(clock.overhead().wall_ns >= 0.0 && clock.overhead().cpu_ns >= 0.0);
    }

    #[test]
    fn a_stretch_is_never_nothing() {
        let (early, late) =
            (Reading { wall_ns: 5.0, cpu_ns: 5.0 }, Reading { wall_ns: 9.0, cpu_ns: 6.0 });
        let overhead = Reading { wall_ns: 1.0, cpu_ns: 1.0 };
        assert_eq!(late.since(&early, &overhead), Reading { wall_ns: 3.0, cpu_ns: 0.1 });
    }
}
