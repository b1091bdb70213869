//! JUnit's XML, for the panes of CI services: a test case for each suite of the gate and for each
//! row, and one that says whether the machine was fit. A row never fails: whether a time is too
//! long is for a comparison to say.

use super::series;
use crate::run::Run;
use std::fmt::Write;

/// The document.
pub fn text(run: &Run) -> String {
    let mut gate = Suite::default();
    for suite in &run.gate.suites {
        let verdict = match &suite.skipped {
            Some(why) => Verdict::Skipped(why.clone()),
            None if suite.failed > 0 || suite.passed == 0 => {
                let first = suite.failures.first().map_or("no case ran", String::as_str);
                Verdict::Failed(format!(
                    "{} of {} cases failed: {first}",
                    suite.failed,
                    suite.failed + suite.passed
                ))
            }
            None => Verdict::Passed(suite.shows.clone()),
        };
        gate.case("gate", &suite.name, 0.0, &verdict);
    }
    let mut measured = Suite::default();
    for series in series(run) {
        let row = series.row;
        let ratio = row.ratio.map_or(String::new(), |ratio| {
            format!(
                "; {:.4} times curvemark's time ({:.4} to {:.4})",
                ratio.value, ratio.low, ratio.high
            )
        });
        let said = format!(
            "{:.5e} ns per call ({:.5e} to {:.5e}){ratio}",
            row.cpu_ns, series.low, series.high
        );
        measured.case(
            &series.operation.id,
            &row.implementation,
            row.cpu_ns / 1e9,
            &Verdict::Passed(said),
        );
    }
    let fit = match run.health.fit {
        true => Verdict::Passed(run.health.remarks.join(" ")),
        false => Verdict::Failed(run.health.remarks.join(" ")),
    };
    measured.case("machine", "fit to measure", 0.0, &fit);
    let started = run.started.trim_end_matches('Z');
    let (tests, failures) = (gate.tests + measured.tests, gate.failures + measured.failures);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    write!(out, "<testsuites name=\"curvemark {}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n{}{}</testsuites>\n",
        escaped(&run.id),
        gate.element("gate", run.gate.seconds, started),
        measured.element("measurement", (run.seconds - run.gate.seconds).max(0.0), started),
    )
    .expect("a string takes everything");
    out
}

enum Verdict {
    Passed(String),
    Failed(String),
    Skipped(String),
}

#[derive(Default)]
struct Suite {
    cases: String,
    tests: usize,
    failures: usize,
    skipped: usize,
}

impl Suite {
    fn case(&mut self, class: &str, name: &str, seconds: f64, verdict: &Verdict) {
        self.tests += 1;
        let inside = match verdict {
            Verdict::Passed(said) if said.is_empty() => String::new(),
            Verdict::Passed(said) => format!("<system-out>{}</system-out>", escaped(said)),
            Verdict::Failed(why) => {
                self.failures += 1;
                format!("<failure message=\"{}\" type=\"curvemark\"></failure>", escaped(why))
            }
            Verdict::Skipped(why) => {
                self.skipped += 1;
                format!("<skipped message=\"{}\"></skipped>", escaped(why))
            }
        };
        let (class, name) = (escaped(class), escaped(name));
        writeln!(
            self.cases,
            "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{seconds:.9}\">{inside}</testcase>"
        )
        .expect("a string takes everything");
    }

    fn element(&self, name: &str, seconds: f64, started: &str) -> String {
        let Self { cases, tests, failures, skipped } = self;
        format!(
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{seconds:.3}\" timestamp=\"{}\">\n{cases}  </testsuite>\n",
            escaped(started)
        )
    }
}

/// Text and attributes of XML 1.0; what it cannot hold becomes U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
