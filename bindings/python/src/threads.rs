//! The interpreter's lock and our threads.
//!
//! A call that takes more than some microseconds runs in `Python::detach`: other threads of Python
//! go on meanwhile. It uses one thread itself unless the caller says `threads=`; then it makes a
//! pool of so many for the call, since nothing is kept between calls.

use rayon::ThreadPoolBuilder;

use crate::failure::Failure;

/// Most threads of a call.
const MOST: usize = 1024;

/// The serial function for one thread, the parallel one in a pool otherwise.
pub fn on_threads<T: Send>(
    threads: usize,
    serial: impl FnOnce() -> T,
    parallel: impl FnOnce() -> T + Send,
) -> Result<T, Failure> {
    if threads == 1 {
        return Ok(serial());
    }
    if !(1..=MOST).contains(&threads) {
        return Err(Failure::input("Threads", format!("threads: 1 to {MOST} are possible")));
    }
    Ok(ThreadPoolBuilder::new().num_threads(threads).build()?.install(parallel))
}
