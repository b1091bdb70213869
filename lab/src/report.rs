//! The report: one run as one HTML page.
//!
//! The page is self-contained: style, script and data are inside, it asks the network for nothing
//! (a policy in its head forbids it), and it reads and prints without the script, which adds
//! search, other views, tooltips and the download. Every figure and every sentence with a figure is
//! made from the [`Run`]. Ratios of rows with different contracts are never shown: see
//! [`axis`](fn@axis::axis).

use maud::{DOCTYPE, Markup, PreEscaped, html};

use extent::{EXTENTS, Extent, Record};
use findings::Listed;
use model::Model;
use record::Run;
use record::findings::{Claim, Evidence, Finding, all};
use record::history::{self, History};
use record::sweep::Sweep;

pub mod axis;
mod calculator;
mod chart;
mod checks;
mod detail;
pub mod extent;
mod fair;
mod findings;
pub mod front;
mod lanes;
mod machines;
mod matrix;
mod method;
mod model;
mod number;
mod overview;
pub mod platforms;
pub mod readme;
pub mod scoreboard;
mod summary;
pub mod sweep;

/// What else is known when a page is made: other stored runs and sweeps, oldest first, and
/// published claims.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<'a> {
    /// Runs; the page's own may be among them.
    pub runs: &'a [Run],
    /// Sweeps.
    pub sweeps: &'a [Sweep],
    /// Claims.
    pub claims: &'a [Claim],
}

/// What follows from a run and what lies beside it.
struct Said {
    /// Those whose number is one, what matters most first.
    findings: Vec<Finding>,
    /// The lanes of all runs; none where the run stands alone.
    history: Option<History>,
}

impl Beside<'_> {
    fn said(&self, run: &Run) -> Said {
        let mut runs: Vec<Run> =
            self.runs.iter().filter(|other| other.id != run.id).cloned().collect();
        runs.push(run.clone());
        runs.sort_by(|a, b| a.id.cmp(&b.id));
        let evidence =
            Evidence { runs: &runs, sweeps: self.sweeps, claims: self.claims, now: None };
        let findings = all(&evidence)
            .into_iter()
            .filter(|finding| finding.statistic.value.is_finite())
            .collect();
        Said { findings, history: (runs.len() > 1).then(|| history::of(&runs)) }
    }
}

const STYLE: &str = include_str!("report/style.css");
const SCRIPT: &str = include_str!("report/script.js");

/// Nothing is loaded from anywhere, and nothing is sent.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// A page around this body, with the style of all pages and this one's own. A script is allowed
/// where there is one.
fn document(title: &str, style: &str, body: &Markup, script: &str) -> String {
    let policy = if script.is_empty() {
        POLICY.to_owned()
    } else {
        format!("{POLICY}; script-src 'unsafe-inline'")
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body {
                (body)
                @if !script.is_empty() { script { (PreEscaped(script)) } }
            }
        }
    };
    page.into_string()
}

/// The page for a run.
pub fn html(run: &Run) -> String {
    html_beside(run, &Beside::default())
}

/// The page for a run, with what other records say beside it: findings of all, the histories of its
/// operations, the growth of batches, the machines.
pub fn html_beside(run: &Run, beside: &Beside<'_>) -> String {
    let said = beside.said(run);
    let mut page = String::new();
    for extent in &EXTENTS {
        page = render(run, beside, &said, extent);
        if page.len() <= extent.limit {
            break;
        }
    }
    page
}

/// The record as a page embeds it.
fn embedded(run: &Run, record: Record) -> Option<Run> {
    let mut run = run.clone();
    if record == Record::Nothing {
        return None;
    }
    if record != Record::Whole {
        for operation in &mut run.operations {
            operation.control_ln.clear();
            operation.control_visit.clear();
            for row in &mut operation.rows {
                row.rounds_ln.clear();
                row.rounds_visit.clear();
                row.rounds_ns.clear();
            }
        }
    }
    if record == Record::Figures {
        run.gate.suites.clear();
        run.operations.iter_mut().for_each(|operation| operation.probes.clear());
    }
    Some(run)
}

fn render(run: &Run, beside: &Beside<'_>, said: &Said, extent: &Extent) -> String {
    let model = Model::new(run);
    let listed = Listed::new(&said.findings);
    let json = embedded(run, extent.record).map(|record| method::json(&record));
    let body = html! {
        a.skip href="#main" { "To the content" }
        (masthead(run, beside))
        (chart::definitions())
        main #main {
            (findings::alarm(&listed))
            (summary::section(&model, &findings::tally(&listed)))
            (overview::toolbar(&model, extent))
            (overview::section(&model, extent))
            (detail::section(&model, extent))
            @if json.is_some() { (calculator::section(&model)) }
            (findings::section(&model, &listed, extent))
            (sweep::section(run, beside.sweeps, extent))
            (lanes::section(&model, said.history.as_ref(), extent))
            (checks::gate(&run.gate, extent))
            (matrix::section(&model, extent))
            (checks::health(&model))
            (machines::section(run, beside.runs))
            (method::participants(&run.implementations))
            (method::method(&run.method))
            (method::reproduce(run))
            (method::data(run, json.as_deref(), extent.record))
        }
        div #tip role="tooltip" hidden {}
    };
    let style = if beside.sweeps.is_empty() { "" } else { sweep::CHARTS };
    document(&format!("curvemark {}, run {}", run.build.version, run.id), style, &body, SCRIPT)
}

fn masthead(run: &Run, beside: &Beside<'_>) -> Markup {
    let anchors = [
        ("overview", "Overview"),
        ("operations", "Operations"),
        ("findings", "Findings"),
        ("growth", "Growth"),
        ("history", "History"),
        ("checks", "Checks"),
        ("matrix", "Edge cases"),
        ("health", "Machine fitness"),
        ("machines", "Machines"),
        ("participants", "Libraries"),
        ("method", "Method"),
        ("data", "Data"),
    ];
    let there = |anchor: &str| match anchor {
        "overview" | "operations" => !run.operations.is_empty(),
        "growth" => sweep::grown(run, beside.sweeps).next().is_some(),
        "history" => beside.runs.iter().any(|other| other.id != run.id),
        _ => true,
    };
    html! {
        header {
            h1 { "curvemark " span.version { (run.build.version) } }
            // Beside the title, so that the sections have a line of their own.
            button #theme type="button" hidden {}
            nav aria-label="Sections" {
                @for (anchor, name) in anchors.into_iter().filter(|(anchor, _)| there(anchor)) {
                    a href={ "#" (anchor) } { (name) }
                }
            }
        }
    }
}
