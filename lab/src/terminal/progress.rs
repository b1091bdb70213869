//! Progress on stderr, only where stderr is a terminal: a pipe or a log gets none of it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::cell::RefCell;
use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::sync::{Arc, Mutex, PoisonError};

/// A bar, or nothing where nobody would see it. No thread redraws it: a thread of ours would
/// disturb what is measured, so it moves only when it is told something.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    suite: RefCell<String>,
    /// Lines above the bar, each ended.
    table: Arc<Mutex<String>>,
}

impl Progress {
    /// A bar of so many steps; hidden if `quiet`, or if stderr is not a terminal.
    pub fn new(steps: u64, quiet: bool) -> Self {
        let hidden = quiet || !stderr().is_terminal();
        let target = if hidden {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr_with_hz(5)
        };
        let bar = ProgressBar::with_draw_target(Some(steps), target);
        // The template is a constant; the plain style stands in should a new version of the crate
        // refuse it.
        let style = ProgressStyle::with_template(
            "{table}{prefix:>10} [{bar:30}] {percent:>3} %  {wide_msg}",
        );
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ");
        let table = Arc::new(Mutex::new(String::new()));
        let shown = Arc::clone(&table);
        bar.set_style(style.with_key("table", move |_: &ProgressState, out: &mut dyn Write| {
            // Whoever panicked while he wrote it left text all the same.
            let _ = out.write_str(&shown.lock().unwrap_or_else(PoisonError::into_inner));
        }));
        Self { bar, suite: RefCell::default(), table }
    }

    /// Whether nobody sees it.
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

    /// Names the activity and what it is busy with.
    pub fn phase(&self, prefix: &'static str, message: String) {
        self.bar.set_prefix(prefix);
        self.bar.set_message(message);
    }

    /// Moves the bar to `done` of `total`.
    pub fn at(&self, done: u64, total: u64) {
        self.bar.set_length(total.max(1));
        self.bar.set_position(done.min(total));
    }

    /// As the gate reports: suite, cases done, cases in all.
    pub fn suite(&self, name: &str, done: u64, total: u64) {
        if *self.suite.borrow() != name {
            name.clone_into(&mut self.suite.borrow_mut());
            self.phase("checking", name.to_owned());
        }
        self.at(done, total);
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
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
        progress.suite("vectors/x", 3, 0);
        progress.suite("vectors/x", 9, 5);
        assert_eq!((progress.bar.position(), progress.bar.length()), (5, Some(5)));
    }
}
