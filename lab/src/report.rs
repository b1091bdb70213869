//! The report: one run as one HTML page.
//!
//! The page is self-contained: style, script and data are inside, it asks the network for nothing (a policy in its head forbids
//! it), and it reads and prints without the script, which adds search, other views, tooltips and the download. Every figure and
//! every sentence with a figure is made from the [`Run`]. Ratios of rows with different contracts are never shown: see
//! [`axis`](fn@axis::axis).

use maud::{DOCTYPE, Markup, PreEscaped, html};

use model::Model;
use record::Run;

pub mod axis;
mod calculator;
mod chart;
mod checks;
mod detail;
mod method;
mod model;
mod number;
mod overview;
pub mod platforms;
pub mod readme;
mod summary;
pub mod sweep;

/// A page beyond this many bytes leaves the values of the single rounds out of the embedded record.
const LIMIT: usize = 290_000;

const STYLE: &str = include_str!("report/style.css");
const SCRIPT: &str = include_str!("report/script.js");

/// Nothing is loaded from anywhere, and nothing is sent.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// A page around this body, with the style of all pages and this one's own. A script is allowed where there is one.
fn document(title: &str, style: &str, body: &Markup, script: &str) -> String {
    let policy = if script.is_empty() { POLICY.to_owned() } else { format!("{POLICY}; script-src 'unsafe-inline'") };
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
    let page = render(run, &method::json(run), true);
    if page.len() <= LIMIT { page } else { render(run, &method::json(&without_rounds(run)), false) }
}

/// The record without the values of the single rounds.
fn without_rounds(run: &Run) -> Run {
    let mut run = run.clone();
    for row in run.operations.iter_mut().flat_map(|operation| &mut operation.rows) {
        row.rounds_ln.clear();
        row.rounds_visit.clear();
    }
    run
}

fn render(run: &Run, json: &str, rounds: bool) -> String {
    let model = Model::new(run);
    let body = html! {
        a.skip href="#main" { "To the content" }
        (masthead(run))
        (chart::definitions())
        main #main {
            (summary::section(&model))
            (overview::toolbar(&model))
            (overview::section(&model))
            (detail::section(&model))
            (calculator::section(&model))
            (checks::gate(&run.gate))
            (checks::health(&model))
            (method::participants(&run.implementations))
            (method::method(&run.method))
            (method::reproduce(run))
            (method::data(run, json, rounds))
        }
        div #tip role="tooltip" hidden {}
    };
    document(&format!("curvemark {}, run {}", run.build.version, run.id), "", &body, SCRIPT)
}

fn masthead(run: &Run) -> Markup {
    let anchors = [
        ("overview", "Overview"),
        ("operations", "Operations"),
        ("checks", "Checks"),
        ("health", "Health"),
        ("participants", "Participants"),
        ("method", "Method"),
        ("data", "Data"),
    ];
    html! {
        header {
            h1 { "curvemark " span.version { (run.build.version) } }
            nav aria-label="Sections" {
                @for (anchor, name) in anchors {
                    @if !(run.operations.is_empty() && matches!(anchor, "overview" | "operations")) {
                        a href={ "#" (anchor) } { (name) }
                    }
                }
            }
            button #theme type="button" hidden {}
        }
    }
}
