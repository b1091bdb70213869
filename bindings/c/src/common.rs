//! What many functions share: lists, randomness, threads.

use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;

use crate::status::Status;

/// Most threads that a call may ask for.
const MOST_THREADS: usize = 1024;

/// Items of so many bytes, one after the other.
pub(crate) fn items(bytes: &[u8], each: usize) -> Result<Vec<&[u8]>, Status> {
    if each == 0 || !bytes.len().is_multiple_of(each) {
        return Err(Status::Length);
    }
    Ok(bytes.chunks_exact(each).collect())
}

/// Messages of these lengths, one after the other, and nothing after them.
pub(crate) fn messages<'m>(bytes: &'m [u8], lengths: &[usize]) -> Result<Vec<&'m [u8]>, Status> {
    let mut rest = bytes;
    let mut messages = Vec::with_capacity(lengths.len());
    for length in lengths {
        let (message, after) = rest.split_at_checked(*length).ok_or(Status::Length)?;
        messages.push(message);
        rest = after;
    }
    if rest.is_empty() { Ok(messages) } else { Err(Status::Length) }
}

/// Fails if lists differ in their numbers of items.
pub(crate) fn as_many(count: usize, others: &[usize]) -> Result<(), Status> {
    if others.iter().all(|other| *other == count) { Ok(()) } else { Err(Status::Count) }
}

/// The operating system's generator, which was asked once whether it works.
pub(crate) fn system_rng() -> Result<UnwrapErr<SysRng>, Status> {
    getrandom::u32().map_err(|_| Status::Randomness)?;
    Ok(UnwrapErr(SysRng))
}

/// `on_threads!(threads, serial, parallel)` runs the first or the second function: see `run`.
#[cfg(feature = "parallel")]
macro_rules! on_threads {
    ($threads:expr, $serial:expr, $parallel:expr $(,)?) => {
        $crate::common::run($threads, $serial, $parallel)
    };
}

/// Without threads the second function is not even compiled.
#[cfg(not(feature = "parallel"))]
macro_rules! on_threads {
    ($threads:expr, $serial:expr, $parallel:expr $(,)?) => {
        $crate::common::run_here($threads, $serial)
    };
}

pub(crate) use on_threads;

/// Runs a function on the caller's thread, the only one that there is.
#[cfg(not(feature = "parallel"))]
pub(crate) fn run_here<T>(threads: usize, serial: impl FnOnce() -> T) -> Result<T, Status> {
    match threads {
        0 | 1 => Ok(serial()),
        2..=MOST_THREADS => Err(Status::Threads),
        _ => Err(Status::Argument),
    }
}

/// Runs the first or the second function: on the caller's thread for 1, on as many threads as asked
/// for otherwise, and on as many as the machine has for 0. The threads end before the call does: so
/// nothing is left behind when the library is unloaded, or missing after a fork.
#[cfg(feature = "parallel")]
pub(crate) fn run<T: Send>(
    threads: usize,
    serial: impl FnOnce() -> T,
    parallel: impl FnOnce() -> T + Send,
) -> Result<T, Status> {
    match threads {
        1 => Ok(serial()),
        0..=MOST_THREADS => {
            // Scoped threads are waited for. A pool of its own only tells its threads to end.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.build_scoped(rayon::ThreadBuilder::run, |pool| pool.install(parallel))
                .map_err(|_| Status::Threads)
        }
        _ => Err(Status::Argument),
    }
}

/// The status of a verdict, as a byte.
pub(crate) fn verdict_byte<E: Into<Status>>(verdict: Result<(), E>) -> u8 {
    match verdict {
        Ok(()) => Status::Ok as u8,
        Err(error) => error.into() as u8,
    }
}
