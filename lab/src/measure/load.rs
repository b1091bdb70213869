//! A neighbour that the method must stand: another core that moves memory as fast as it can.
//!
//! Two buffers of 64 MiB, more than most caches of the last level, are copied to and fro on a CPU
//! that is not measured. Cores share that cache, the way to memory and, in virtual machines, much
//! more, so this is what a build or a test run beside a measurement does to it.

use peer_api::pin::Pin;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// Bytes that are copied.
pub const BYTES: usize = 64 << 20;

/// A thread that copies until this is dropped.
#[derive(Debug)]
pub struct Load {
    stop: Arc<AtomicBool>,
    copied: Arc<AtomicU64>,
    thread: Option<JoinHandle<()>>,
    cpu: u32,
    start: Instant,
}

impl Load {
    /// Starts to copy on a CPU other than the measured one. `None` where this process may use no
    /// other.
    pub fn beside(measured: &Pin) -> Option<Self> {
        let cpu = measured.others().into_iter().next()?;
        let (stop, copied) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (asked, count) = (Arc::clone(&stop), Arc::clone(&copied));
        let thread = thread::Builder::new().name("load".to_owned()).spawn(move || {
            let _pin = Pin::to(cpu);
            // One half onto the other, in pieces, so that it ends soon when asked.
            let mut memory = vec![1u8; 2 * BYTES];
            while !asked.load(Ordering::Relaxed) {
                let (from, to) = memory.split_at_mut(BYTES);
                for (from, to) in from.chunks(1 << 20).zip(to.chunks_mut(1 << 20)) {
                    to.copy_from_slice(black_box(from));
                    if asked.load(Ordering::Relaxed) {
                        break;
                    }
                    count.fetch_add(from.len() as u64, Ordering::Relaxed);
                }
                black_box(&mut memory);
            }
        });
        Some(Self { stop, copied, thread: Some(thread.ok()?), cpu, start: Instant::now() })
    }

    /// What it did so far, a sentence.
    pub fn words(&self) -> String {
        let rate = self.copied.load(Ordering::Relaxed) as f64
            / self.start.elapsed().as_secs_f64().max(1e-9)
            / 1e9;
        format!("{} MiB copied again and again on CPU {}, {rate:.1} GB/s", BYTES >> 20, self.cpu)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // It ended by itself only if it panicked, which concerns nobody now.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_works_beside_the_measured_core_and_ends() {
        let Some(pin) = Pin::last_cpu() else { return };
        let load = Load::beside(&pin);
        assert_eq!(load.is_some(), !pin.others().is_empty());
        if let Some(load) = load {
            assert_ne!(load.cpu, pin.cpu());
            while load.copied.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
            assert!(
                load.words().starts_with("64 MiB copied again and again on CPU "),
                "{}",
                load.words()
            );
        }
    }
}
