//! What a command says on stderr while it works: a bar where stderr is a terminal, else a line for
//! each stage, and one now and then within a stage that lasts.

use crate::commands::interrupt;
use curve::engines::cpu::Engine;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::{self, IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// In a pipe a stage that lasts says so again after this time.
const AGAIN: Duration = Duration::from_secs(15);

/// Whether a bar stands on the terminal. Its line has no end.
static BAR: AtomicBool = AtomicBool::new(false);

/// Where progress goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Bar,
    Lines,
    Nothing,
}

/// A bar, lines, or nothing. No thread redraws or repeats them: a thread of ours would disturb what
/// is measured, so something is shown only when something is told.
#[derive(Debug)]
pub struct Progress {
    shown: Shown,
    bar: ProgressBar,
    /// The stage of which a line was written, and when one was written last.
    stage: RefCell<(String, Instant)>,
    suite: RefCell<String>,
    /// The suites that have begun. Some run side by side and tell in turn.
    begun: RefCell<BTreeSet<String>>,
    /// How many suites there are; 0 where nobody said so.
    suites: Cell<u64>,
    /// Lines above the bar, each ended.
    table: Arc<Mutex<String>>,
}

impl Progress {
    /// A bar of so many steps, or lines if stderr is no terminal; nothing if `quiet`.
    pub fn new(steps: u64, quiet: bool) -> Self {
        let shown = match (quiet, stderr().is_terminal()) {
            (true, _) => Shown::Nothing,
            (false, true) => Shown::Bar,
            (false, false) => Shown::Lines,
        };
        BAR.store(shown == Shown::Bar, Ordering::SeqCst);
        let target = match shown {
            Shown::Bar => ProgressDrawTarget::stderr_with_hz(5),
            Shown::Lines | Shown::Nothing => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(steps), target);
        // The template is a constant; the plain style stands in should a new version of the crate
        // refuse it.
        let style = ProgressStyle::with_template(
            "{table}{prefix:>10} [{bar:30}] {percent:>3} %  {wide_msg}",
        );
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ");
        let table = Arc::new(Mutex::new(String::new()));
        let lines = Arc::clone(&table);
        bar.set_style(style.with_key("table", move |_: &ProgressState, out: &mut dyn Write| {
            // Whoever panicked while he wrote it left text all the same.
            let _ = out.write_str(&lines.lock().unwrap_or_else(PoisonError::into_inner));
        }));
        Self {
            shown,
            bar,
            stage: RefCell::new((String::new(), Instant::now())),
            suite: RefCell::default(),
            begun: RefCell::default(),
            suites: Cell::default(),
            table,
        }
    }

    /// Whether there is no bar, so that nobody sees the table above it.
    pub fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Sets the lines above the bar; none for an empty text.
    pub fn table(&self, mut text: String) {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        *self.table.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// Names the activity and what it is busy with. In a pipe a new activity is a line, and so is
    /// one that goes on for long.
    pub fn phase(&self, activity: &'static str, message: String) {
        let nothing = activity == "preparing" && !interrupt::is_measuring();
        let nothing = if nothing { "nothing was measured yet; " } else { "" };
        interrupt::at(format!("{nothing}it was {activity}: {message}"));
        self.tell(activity, &message);
        self.bar.set_prefix(activity);
        self.bar.set_message(message);
    }

    /// A line on a terminal too: for what is followed by the output of another program.
    pub fn step(&self, activity: &'static str, message: &str) {
        interrupt::at(format!("it was {activity}: {message}"));
        if self.shown != Shown::Nothing {
            self.bar.suspend(|| say(&format!("{activity}: {message}")));
        }
    }

    fn tell(&self, stage: &str, message: &str) {
        if self.shown != Shown::Lines {
            return;
        }
        let (last, at) = &mut *self.stage.borrow_mut();
        if last == stage && at.elapsed() < AGAIN {
            return;
        }
        stage.clone_into(last);
        *at = Instant::now();
        let activity = stage.split_whitespace().next().unwrap_or_default();
        say(&format!("{activity}: {message}"));
    }

    /// Moves the bar to `done` of `total`.
    pub fn at(&self, done: u64, total: u64) {
        self.bar.set_length(total.max(1));
        self.bar.set_position(done.min(total));
    }

    /// As the gate reports: suite, cases done, cases in all. A suite without a name says how many
    /// suites there are.
    pub fn suite(&self, name: &str, done: u64, total: u64) {
        if name.is_empty() {
            self.begun.borrow_mut().clear();
            return self.suites.set(total);
        }
        if *self.suite.borrow() != name {
            name.clone_into(&mut self.suite.borrow_mut());
            self.begun.borrow_mut().insert(name.to_owned());
            let place = self.place(name);
            interrupt::at(format!("it was checking: {place}"));
            self.bar.set_prefix("checking");
            self.bar.set_message(place);
        }
        if self.shown == Shown::Lines {
            // A line for each kind of suites, and again on each engine whose name comes first.
            let first = name.split('/').next().unwrap_or_default();
            let parts = 1 + usize::from(Engine::ALL.iter().any(|engine| engine.name() == first));
            let kind = name.split('/').take(parts).collect::<Vec<_>>().join("/");
            self.tell(&format!("checking {kind}"), &self.place(name));
        }
        self.at(done, total);
    }

    /// Where the gate is, in words.
    fn place(&self, name: &str) -> String {
        let number = self.begun.borrow().len();
        match self.suites.get() {
            0 => format!("suite {number}, {name}"),
            all => format!("suite {number} of {all}, {name}"),
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
        BAR.store(false, Ordering::SeqCst);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// As [`say`], from a thread that knows nothing of a bar: below it if there is one.
pub fn say_below(line: &str) {
    if BAR.load(Ordering::SeqCst) {
        // With stderr gone there is nobody left to tell.
        let _ = io::Write::write_all(&mut stderr(), b"\n");
    }
    say(line);
}

/// A line of the command on stderr. With stderr gone there is nobody left to tell.
pub fn say(line: &str) {
    // A test's own output is kept from the terminal only if it is printed so.
    if cfg!(test) {
        eprintln!("curvemark: {line}");
    } else {
        let _ = io::Write::write_fmt(&mut stderr(), format_args!("curvemark: {line}\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quiet_bar_is_hidden_and_takes_everything() {
        let progress = Progress::new(10, true);
        assert!(progress.is_hidden());
        progress.table("two\nlines".into());
        progress.suite("", 0, 7);
        progress.suite("vectors/x", 3, 0);
        progress.suite("vectors/x", 9, 5);
        progress.suite("vectors/y", 9, 5);
        assert_eq!((progress.bar.position(), progress.bar.length()), (5, Some(5)));
        assert_eq!(progress.place("vectors/y"), "suite 2 of 7, vectors/y");
    }

    #[test]
    fn a_stage_is_a_line_and_repeats_itself_only_after_a_while() {
        let mut progress = Progress::new(10, true);
        progress.shown = Shown::Lines;
        let stage = || progress.stage.borrow().0.clone();
        progress.phase("preparing", "inputs".into());
        assert_eq!(stage(), "preparing");
        let first = progress.stage.borrow().1;
        progress.phase("preparing", "more inputs".into());
        assert_eq!(progress.stage.borrow().1, first, "no second line so soon");
        progress.suite("adx/vectors/x", 0, 1);
        assert_eq!(stage(), "checking adx/vectors");
        progress.suite("laws/y", 0, 1);
        assert_eq!(stage(), "checking laws");
        if let Some(before) = first.checked_sub(2 * AGAIN) {
            progress.stage.borrow_mut().1 = before;
            progress.suite("laws/y", 1, 1);
            assert!(progress.stage.borrow().1 > before, "it says so again");
        }
    }
}
