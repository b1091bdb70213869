//! The clocks that blocks are timed with.
//!
//! The measurement asks a [`Clock`] trait, so that its tests run on a clock that bodies advance
//! themselves: they are deterministic and never depend on how busy a machine is. The machine's own
//! clocks are [`SystemClock`], which workers read too.

mod surroundings;

pub use peer_api::clock::{Reading, SystemClock};
pub use surroundings::{Surroundings, Ticks};

use peer_api::{Operation, Shape};

/// Something that tells the time.
pub trait Clock {
    /// Now. The thread's time is read innermost, since it is the one that ratios are made of:
    /// [`Clock::start`] reads it last and [`Clock::stop`] first.
    fn start(&self) -> Reading;

    /// Now, read in the opposite order.
    fn stop(&self) -> Reading;

    /// Whether [`Reading::cpu_ns`] is thread time and not a copy of the wall time.
    fn has_cpu_time(&self) -> bool;

    /// What a block of no work seems to take, to be subtracted from every block.
    fn overhead(&self) -> Reading {
        Reading::default()
    }

    /// What this clock would have said of a time that another process took with its own.
    fn taken(&self, reading: Reading) -> Reading {
        reading
    }

    /// What else went on where this clock stands.
    fn surroundings(&self) -> Surroundings;
}

impl Clock for SystemClock {
    fn start(&self) -> Reading {
        Self::start(self)
    }

    fn stop(&self) -> Reading {
        Self::stop(self)
    }

    fn has_cpu_time(&self) -> bool {
        Self::has_cpu_time(self)
    }

    fn overhead(&self) -> Reading {
        Self::overhead(self)
    }

    fn surroundings(&self) -> Surroundings {
        Surroundings::now()
    }
}

/// A clock whose thread time is the wall time: for work that other threads share.
pub struct Wall<'a>(pub &'a dyn Clock);

impl<'a> Wall<'a> {
    /// The clock that times an operation: this one where it may keep all CPUs busy,
    /// else the one that it is made of.
    pub fn for_operation(&'a self, operation: &Operation) -> &'a dyn Clock {
        if operation.shape == Shape::Threads { self } else { self.0 }
    }

    fn of(reading: Reading) -> Reading {
        Reading { cpu_ns: reading.wall_ns, ..reading }
    }
}

impl Clock for Wall<'_> {
    fn start(&self) -> Reading {
        Self::of(self.0.start())
    }

    fn stop(&self) -> Reading {
        Self::of(self.0.stop())
    }

    fn has_cpu_time(&self) -> bool {
        false
    }

    fn overhead(&self) -> Reading {
        Self::of(self.0.overhead())
    }

    fn taken(&self, reading: Reading) -> Reading {
        Self::of(self.0.taken(reading))
    }

    fn surroundings(&self) -> Surroundings {
        self.0.surroundings()
    }
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
    fn the_systems_clock_moves() {
        assert!(resolution(&SystemClock::new()).wall_ns > 0.0);
    }
}
