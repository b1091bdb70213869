//! Operations that are another on all threads.

use std::sync::{Mutex, PoisonError};

use peer_api::body::Prepared;
use peer_api::{Case, Operation, Refusal, pin};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{bls, groth16, kzg, unserved};

/// A pool of so many threads, which may use all CPUs.
#[derive(Clone, Copy)]
pub(super) struct Threads {
    pub(super) count: usize,
    /// Fewer than the machine runs at once.
    pub(super) fewer: bool,
}

impl Threads {
    /// As many as the machine runs at once.
    pub(super) fn all() -> Self {
        Self { count: pin::threads(), fewer: false }
    }

    /// So many.
    pub(super) fn new(count: usize) -> Self {
        Self { count, fewer: count < pin::threads() }
    }

    /// The pool, which is kept for whoever asks next.
    fn pool(self) -> Result<&'static ThreadPool, Refusal> {
        static KEPT: Mutex<Vec<&'static ThreadPool>> = Mutex::new(Vec::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = kept.iter().find(|pool| pool.current_num_threads() == self.count) {
            return Ok(pool);
        }
        let build = || ThreadPoolBuilder::new().num_threads(self.count).build();
        let pool = pin::unpinned(build)
            .map_err(|error| Refusal::Unsupported(format!("no pool of threads: {error}")))?;
        let pool: &'static ThreadPool = Box::leak(Box::new(pool));
        kept.push(pool);
        Ok(pool)
    }
}

/// What the operation `alone` does on one thread, on these.
pub(super) fn prepare(alone: &Operation, pool: &[Case], threads: Threads) -> Prepared {
    let (group, verb) = alone.id.split_once('/').unwrap_or_default();
    match group {
        "kzg" => kzg::prepare(verb, alone, pool, Some(threads.pool()?)),
        "groth16" => {
            // As many callers as ask, whatever the machine runs at once; or as many as the row has.
            let callers = if threads.fewer { threads.count } else { alone.args.len() };
            groth16::prove_together(alone, pool, callers)
        }
        _ if verb.starts_with("bls_batch_verify_") => {
            bls::verify_sets_on(threads.pool()?, alone, pool)
        }
        _ => Err(unserved(alone)),
    }
}
