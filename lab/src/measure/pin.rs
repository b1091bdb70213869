//! Keeps the measuring thread on one CPU while it measures.

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
        }
        assert_eq!(sched_getaffinity(None).expect("Linux offers it"), before);
    }
}
