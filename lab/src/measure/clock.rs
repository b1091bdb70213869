//! The clocks that blocks are timed with.
//!
//! The measurement asks a [`Clock`] trait, so that its tests run on a clock that bodies advance themselves: they are
//! deterministic and never depend on how busy a machine is.

use std::time::Instant;

/// A reading, in nanoseconds from an origin of the clock's own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// Time that passed for everybody.
    pub wall_ns: f64,
    /// Time that this thread spent on a CPU; the wall time again where the system cannot say.
    pub cpu_ns: f64,
}

/// Something that tells the time.
pub trait Clock {
    /// Now. The thread's time is read innermost, since it is the one that ratios are made of: [`Clock::start`] reads it last and
    /// [`Clock::stop`] first.
    fn start(&self) -> Reading;

    /// Now, read in the opposite order.
    fn stop(&self) -> Reading;

    /// Whether [`Reading::cpu_ns`] is thread time and not a copy of the wall time.
    fn has_cpu_time(&self) -> bool;

    /// What a block of no work seems to take, to be subtracted from every block.
    fn overhead(&self) -> Reading {
        Reading::default()
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
    /// Starts at zero and measures its own overhead: the least of 2000 empty blocks, less than 2 ms.
    pub fn new() -> Self {
        let mut clock =
            Self { origin: Instant::now(), overhead: Reading::default(), cpu_time: thread_time_ns().is_some() };
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

    fn wall_ns(&self) -> f64 {
        self.origin.elapsed().as_nanos() as f64
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn start(&self) -> Reading {
        let wall_ns = self.wall_ns();
        Reading { wall_ns, cpu_ns: thread_time_ns().unwrap_or(wall_ns) }
    }

    fn stop(&self) -> Reading {
        let cpu_ns = thread_time_ns();
        let wall_ns = self.wall_ns();
        Reading { wall_ns, cpu_ns: cpu_ns.unwrap_or(wall_ns) }
    }

    fn has_cpu_time(&self) -> bool {
        self.cpu_time
    }

    fn overhead(&self) -> Reading {
        self.overhead
    }
}

/// CPU time of the calling thread.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd"))]
fn thread_time_ns() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(time.tv_sec as f64 * 1e9 + time.tv_nsec as f64)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd")))]
fn thread_time_ns() -> Option<f64> {
    None
}

/// The smallest step that the clock was seen to make, in nanoseconds, wall and thread time.
pub fn resolution(clock: &dyn Clock) -> Reading {
    let mut least = Reading { wall_ns: f64::INFINITY, cpu_ns: f64::INFINITY };
    let mut last = clock.start();
    for _ in 0..2000 {
        let now = clock.start();
        let (wall, cpu) = (now.wall_ns - last.wall_ns, now.cpu_ns - last.cpu_ns);
        if wall > 0.0 {
            least.wall_ns = least.wall_ns.min(wall);
        }
        if cpu > 0.0 {
            least.cpu_ns = least.cpu_ns.min(cpu);
        }
        last = now;
    }
    least
}

#[cfg(test)]
pub(crate) mod simulated;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_clock_goes_forward() {
        let clock = SystemClock::new();
        let start = clock.start();
        let stop = clock.stop();
        assert!(stop.wall_ns >= start.wall_ns && stop.cpu_ns >= start.cpu_ns);
        assert!(clock.overhead().wall_ns >= 0.0 && clock.overhead().cpu_ns >= 0.0);
        assert!(resolution(&clock).wall_ns > 0.0);
    }
}
