//! Ctrl-C and SIGTERM. The first one after the first visit ends a measurement in order, so that
//! what was measured is kept. Any other ends the process, which says where it was.

use super::Exit;
use crate::terminal::progress::say_below;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, Once, PoisonError};

static MEASURING: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicBool = AtomicBool::new(false);
static INSTALL: Once = Once::new();

/// What the command is doing, for whoever interrupts it.
static DOING: Mutex<String> = Mutex::new(String::new());

/// Where what was measured so far is kept, in words, if it is.
static KEPT: Mutex<String> = Mutex::new(String::new());

/// The process that the command waits for, such as cargo; 0 for none.
static CHILD: AtomicU32 = AtomicU32::new(0);

fn put(place: &Mutex<String>, words: String) {
    *place.lock().unwrap_or_else(PoisonError::into_inner) = words;
}

fn words(place: &Mutex<String>) -> String {
    place.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Says what is being done, in words that a line can end with.
pub fn at(words: String) {
    put(&DOING, words);
}

/// Says where that is kept which is lost to this process if it ends now; nothing for no words.
pub fn keeps(words: String) {
    put(&KEPT, words);
}

/// Whether a measurement is under way that has something to keep.
pub fn is_measuring() -> bool {
    MEASURING.load(Ordering::SeqCst)
}

/// Begins to listen. Where no handler can be installed, signals keep their usual effect.
pub fn listen() {
    INSTALL.call_once(|| {
        let _ = install();
    });
}

#[cfg(unix)]
fn install() -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    // It sleeps until a signal comes, and so disturbs no measurement.
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || signals.forever().for_each(|_| interrupted()))
        .map(drop)
}

#[cfg(not(unix))]
fn install() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(interrupted)
}

fn interrupted() {
    if is_measuring() && !ASKED.swap(true, Ordering::SeqCst) {
        say_below(
            "interrupted: it ends after the present visit and keeps what was measured; \
             a second signal ends it now",
        );
        // Between visits it may wait for another process, which nobody needs any more.
        end_child();
        return;
    }
    let said = [words(&DOING), words(&KEPT)];
    let said: Vec<&str> = said.iter().map(String::as_str).filter(|one| !one.is_empty()).collect();
    say_below(format!("interrupted: {}", said.join("; ")).trim_end_matches(": "));
    end_child();
    std::process::exit(Exit::Interrupted as i32);
}

/// A terminal tells every process of its group; whoever signals this process alone means the one
/// that it waits for too.
fn end_child() {
    #[cfg(unix)]
    if let Some(child) =
        i32::try_from(CHILD.load(Ordering::SeqCst)).ok().and_then(rustix::process::Pid::from_raw)
    {
        // It may have ended by itself.
        let _ = rustix::process::kill_process(child, rustix::process::Signal::TERM);
    }
}

/// Runs a process to its end, as [`Command::status`] does; whoever ends this one ends that.
///
/// # Errors
/// Those of starting it.
pub fn status(command: &mut Command) -> io::Result<ExitStatus> {
    let mut child = command.spawn()?;
    let _waiting = Waiting::of(&child);
    child.wait()
}

/// While it lives, whoever ends this process ends that one too.
#[derive(Debug)]
pub struct Waiting(());

impl Waiting {
    /// For a process that was started.
    pub fn of(child: &Child) -> Self {
        CHILD.store(child.id(), Ordering::SeqCst);
        Self(())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        CHILD.store(0, Ordering::SeqCst);
    }
}

/// While this lives, and something was measured, the first signal is a question that
/// [`Guard::asked`] answers.
#[derive(Debug)]
pub struct Guard(());

impl Guard {
    /// Begins to measure.
    pub fn new() -> Self {
        let guard = Self::before_visits();
        guard.measures();
        guard
    }

    /// Begins to prepare: until [`Guard::measures`] there is nothing to keep, and a signal ends the
    /// process at once.
    pub fn before_visits() -> Self {
        ASKED.store(false, Ordering::SeqCst);
        Self(())
    }

    /// From now on there is something to keep.
    pub fn measures(&self) {
        MEASURING.store(true, Ordering::SeqCst);
    }

    /// Whether somebody interrupted since this guard began.
    pub fn asked(&self) -> bool {
        ASKED.load(Ordering::SeqCst)
    }
}

impl Default for Guard {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        MEASURING.store(false, Ordering::SeqCst);
    }
}
