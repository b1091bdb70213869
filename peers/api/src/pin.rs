//! Keeps the measuring thread on one CPU while it measures, and lets threads of a pool run on all.
//!
//! A thread inherits the CPUs of the one that starts it. A pool that a pinned thread starts would
//! have all its threads on one CPU, so [`unpinned`] starts it from a thread with the CPUs from
//! before the first pin.

use std::panic::resume_unwind;
#[cfg(target_os = "linux")]
use std::sync::OnceLock;
use std::thread;

/// The CPUs that this process could use before it was pinned for the first time.
#[cfg(target_os = "linux")]
static BEFORE: OnceLock<rustix::thread::CpuSet> = OnceLock::new();

/// Does `work` on a thread of its own, which may use all CPUs that the process could use before it
/// was pinned. Threads that it starts may too. The caller waits.
pub fn unpinned<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let freed = || {
        #[cfg(target_os = "linux")]
        if let Some(before) = BEFORE.get() {
            // If the system refuses, it has fewer CPUs, and the figure is the worse for it.
            let _ = rustix::thread::sched_setaffinity(None, before);
        }
        work()
    };
    thread::scope(|scope| scope.spawn(freed).join()).unwrap_or_else(|panic| resume_unwind(panic))
}

/// As many threads as may run at once, if this one is not pinned: one at least.
pub fn threads() -> usize {
    unpinned(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Pins the calling thread on creation and gives its CPUs back when dropped.
#[derive(Debug)]
pub struct Pin {
    #[cfg(target_os = "linux")]
    before: rustix::thread::CpuSet,
    cpu: u32,
}

impl Pin {
    /// Pins the calling thread to the last CPU that it may use: CPU 0 gets most of the interrupts.
    /// `None` where the system does not offer this or refuses.
    #[cfg(target_os = "linux")]
    pub fn last_cpu() -> Option<Self> {
        let allowed = rustix::thread::sched_getaffinity(None).ok()?;
        Self::to(Self::numbers(&allowed).last()?)
    }

    /// Not offered by this system.
    #[cfg(not(target_os = "linux"))]
    pub fn last_cpu() -> Option<Self> {
        None
    }

    /// Pins the calling thread to one CPU. `None` where the system does not offer this or refuses.
    #[cfg(target_os = "linux")]
    pub fn to(cpu: u32) -> Option<Self> {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let before = sched_getaffinity(None).ok()?;
        BEFORE.get_or_init(|| before);
        let mut only = CpuSet::new();
        only.set(usize::try_from(cpu).ok().filter(|cpu| *cpu < CpuSet::MAX_CPU)?);
        sched_setaffinity(None, &only).ok()?;
        Some(Self { before, cpu })
    }

    /// Not offered by this system.
    #[cfg(not(target_os = "linux"))]
    pub fn to(_: u32) -> Option<Self> {
        None
    }

    /// The other CPUs that the thread might use before, in order.
    #[cfg(target_os = "linux")]
    pub fn others(&self) -> Vec<u32> {
        Self::numbers(&self.before).filter(|cpu| *cpu != self.cpu).collect()
    }

    /// Not told by this system.
    #[cfg(not(target_os = "linux"))]
    pub fn others(&self) -> Vec<u32> {
        Vec::new()
    }

    #[cfg(target_os = "linux")]
    fn numbers(set: &rustix::thread::CpuSet) -> impl Iterator<Item = u32> + '_ {
        let all = (0..rustix::thread::CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu));
        all.filter_map(|cpu| u32::try_from(cpu).ok())
    }

    /// The CPU's number.
    pub fn cpu(&self) -> u32 {
        self.cpu
    }

    /// Leaves the thread there to its end.
    pub fn keep(self) {
        std::mem::forget(self);
    }
}

#[cfg(target_os = "linux")]
impl Drop for Pin {
    fn drop(&mut self) {
        // If the system refuses now, the thread stays where it is, which harms nobody.
        let _ = rustix::thread::sched_setaffinity(None, &self.before);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::thread::sched_getaffinity;

    #[test]
    fn a_pin_holds_and_lets_go() {
        let before = sched_getaffinity(None).expect("Linux offers it");
        if let Some(pin) = Pin::last_cpu() {
            let during = sched_getaffinity(None).expect("Linux offers it");
            assert_eq!(during.count(), 1);
            assert!(during.is_set(pin.cpu() as usize));
            assert_eq!(pin.others().len() + 1, before.count() as usize);
            assert!(!pin.others().contains(&pin.cpu()));
            let free = unpinned(|| sched_getaffinity(None).expect("Linux offers it"));
            assert_eq!(free, before, "threads of a pool have the CPUs from before");
            assert_eq!(sched_getaffinity(None).expect("Linux offers it"), during);
        }
        assert_eq!(sched_getaffinity(None).expect("Linux offers it"), before);
    }
}
