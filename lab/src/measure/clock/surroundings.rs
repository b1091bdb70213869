//! What else the machine did, as its kernel tells it: how many wanted its CPUs, and how much of
//! them a hypervisor gave to others.

use std::fs;

/// A reading, to be compared with a later one. Nothing is known where no kernel tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Surroundings {
    /// The load average of the last minute.
    pub load: Option<f64>,
    /// CPU time since boot.
    pub ticks: Option<Ticks>,
}

impl Surroundings {
    /// Those of this machine, from Linux's `/proc`.
    pub fn now() -> Self {
        let load =
            || fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok();
        let ticks = || Ticks::parse(&fs::read_to_string("/proc/stat").ok()?);
        Self { load: load(), ticks: ticks() }
    }

    /// The share of CPU time that went to others since `before`.
    pub fn stolen_since(&self, before: &Self) -> Option<f64> {
        let (before, after) = before.ticks.zip(self.ticks)?;
        let total = after.total.saturating_sub(before.total);
        Some(if total == 0 {
            0.0
        } else {
            after.steal.saturating_sub(before.steal) as f64 / total as f64
        })
    }
}

/// CPU time since boot, in the kernel's ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ticks {
    /// What the hypervisor gave to others while this machine wanted it.
    pub steal: u64,
    /// All of it.
    pub total: u64,
}

impl Ticks {
    /// From the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal,
    /// then two that are already counted in the first two.
    fn parse(stat: &str) -> Option<Self> {
        let mut words = stat.lines().next()?.split_whitespace();
        (words.next()? == "cpu").then_some(())?;
        let ticks: Vec<u64> = words.take(8).map(str::parse).collect::<Result<_, _>>().ok()?;
        Some(Self { steal: *ticks.get(7)?, total: ticks.iter().sum() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(stat: &str) -> Surroundings {
        Surroundings { load: None, ticks: Ticks::parse(stat) }
    }

    #[test]
    fn steal_is_read_from_the_kernels_first_line() {
        let before = of("cpu  100 0 50 800 0 0 0 50 9 9\ncpu0 1 1 1");
        let after = of("cpu  150 0 50 840 0 0 0 60 9 9\n");
        assert_eq!(before.ticks, Some(Ticks { steal: 50, total: 1000 }));
        assert!((after.stolen_since(&before).expect("both are known") - 0.1).abs() < 1e-12);
        assert_eq!(after.stolen_since(&after), Some(0.0));
        for unknown in ["cpu 1 2 3", "", "intr 1 2 3 4 5 6 7 8"] {
            assert_eq!(of(unknown).ticks, None);
            assert_eq!(after.stolen_since(&of(unknown)), None);
        }
    }
}
