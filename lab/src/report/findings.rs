//! What follows from the figures: the findings, what matters most first, each with the number that
//! decided it, how sure it is, and links to what it is about.

use maud::{Markup, html};
use std::collections::{HashMap, HashSet};

use super::extent::Extent;
use super::model::{Model, slugged};
use super::number;
use record::findings::{Finding, Severity, Statistic, title};

/// A finding beyond this many of one kind and severity stands in a fold with its like; an operation
/// beyond so many of one finding is counted.
const MOST: usize = 6;

/// The findings in the order of the page, with anchors that say what they are about, so that a link
/// to one is the same in the next report.
pub struct Listed<'a> {
    all: Vec<(String, &'a Finding)>,
}

impl<'a> Listed<'a> {
    /// Of findings that are sorted by severity.
    pub fn new(findings: &'a [Finding]) -> Self {
        let mut taken = HashSet::new();
        let anchored = findings.iter().map(|finding| {
            let about =
                finding.operations.first().into_iter().chain(finding.implementations.first());
            let words: Vec<&str> =
                [finding.id.as_str()].into_iter().chain(about.map(String::as_str)).collect();
            let plain = slugged(&words.join("-"));
            let mut anchor = plain.clone();
            for n in 2.. {
                if taken.insert(anchor.clone()) {
                    break;
                }
                anchor = format!("{plain}-{n}");
            }
            (anchor, finding)
        });
        Self { all: anchored.collect() }
    }

    /// How many there are of a severity.
    pub fn count(&self, severity: Severity) -> u64 {
        self.all.iter().filter(|(_, one)| one.severity == severity).count() as u64
    }

    /// `1 concerning security, 2 warnings`, none for nothing.
    pub fn words(&self) -> String {
        let each = Severity::ALL.into_iter().rev().map(|severity| (severity, self.count(severity)));
        let words = each.filter(|(_, n)| *n > 0).map(|(severity, n)| match severity {
            Severity::Security => format!("{} of security", number::count(n)),
            Severity::Warning => number::counted(n, "warning", "warnings"),
            Severity::Advice => format!("{} of advice", number::count(n)),
            Severity::Info => format!("{} worth knowing", number::count(n)),
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

/// What must be known before any figure is read.
pub fn alarm(listed: &Listed<'_>) -> Markup {
    let security = listed.count(Severity::Security);
    html! {
        @if security > 0 {
            div.banner.bad role="alert" {
                strong { (number::counted(security, "finding concerns", "findings concern")) " security." }
                " " a href="#findings" { "See what was found" } "."
            }
        }
    }
}

/// How many findings there are.
pub fn tally(listed: &Listed<'_>) -> Markup {
    html! {
        @if !listed.all.is_empty() {
            a href="#findings" { "Findings" } ": " (listed.words()) "."
        }
    }
}

/// The section.
pub fn section(model: &Model<'_>, listed: &Listed<'_>, extent: &Extent) -> Markup {
    html! {
        section #findings aria-labelledby="findings-title" {
            h2 #findings-title { "Findings" }
            p.muted {
                "Findings are conclusions from stored figures, and from nothing else: the same files always give the same findings. "
                code { "docs/findings.md" } " says for each kind what triggers it, which statistic decides, and what it cannot see."
            }
            @if listed.all.is_empty() { p { "Nothing was found." } } @else { p { (listed.words()) "." } }
            @for severity in Severity::ALL.into_iter().rev() {
                @let group: Vec<_> = listed.all.iter().filter(|(_, one)| one.severity == severity).collect();
                @if !group.is_empty() {
                    h3.severity id={ "severity-" (severity.name()) } { span.sign.(class(severity)) aria-hidden="true" { (sign(severity)) } (heading(severity)) }
                    (kinds(model, &group, extent))
                }
            }
        }
    }
}

/// A shape for a severity, beside its name.
const fn sign(severity: Severity) -> &'static str {
    match severity {
        Severity::Security => "■",
        Severity::Warning => "▲",
        Severity::Advice => "◆",
        Severity::Info => "●",
    }
}

/// The class in the style sheet.
const fn class(severity: Severity) -> &'static str {
    match severity {
        Severity::Security => "security",
        Severity::Warning => "warning",
        Severity::Advice => "advice",
        Severity::Info => "known",
    }
}

const fn heading(severity: Severity) -> &'static str {
    match severity {
        Severity::Security => "Security",
        Severity::Warning => "Warnings",
        Severity::Advice => "Advice",
        Severity::Info => "Worth knowing",
    }
}

/// The severity of one finding.
const fn of_one(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "Warning",
        other => heading(other),
    }
}

/// The findings of one severity by kind; many of one kind are folded, and whatever is only worth
/// knowing.
fn kinds(model: &Model<'_>, group: &[&(String, &Finding)], extent: &Extent) -> Markup {
    let mut ids: Vec<&str> = group.iter().map(|(_, one)| one.id.as_str()).collect();
    ids.dedup();
    let slugs: HashMap<&str, &str> =
        model.entries().map(|entry| (entry.operation.id.as_str(), entry.slug.as_str())).collect();
    html! {
        @for id in ids {
            @let same: Vec<_> = group.iter().filter(|(_, one)| one.id == id).collect();
            @let folded = same.len() > MOST.min(extent.findings) || same.iter().all(|(_, one)| one.severity == Severity::Info);
            @if folded {
                details.plain {
                    summary { code { (id) } " " (title(id)) span.muted { ": " (number::counted(same.len() as u64, "finding", "findings")) } }
                    @for (anchor, finding) in same.iter().take(extent.findings) { (one(&slugs, anchor, finding)) }
                    @if same.len() > extent.findings {
                        p.muted { (number::counted((same.len() - extent.findings) as u64, "more is", "more are")) " left out here; " code { "curvemark findings --severity info" } " lists all." }
                    }
                }
            } @else {
                @for (anchor, finding) in same { (one(&slugs, anchor, finding)) }
            }
        }
    }
}

fn one(slugs: &HashMap<&str, &str>, anchor: &str, finding: &Finding) -> Markup {
    let Finding {
        id,
        severity,
        operations,
        implementations,
        statistic,
        confidence,
        sentence,
        sources,
    } = finding;
    html! {
        article.finding.(class(*severity)) id=(anchor) aria-labelledby={ (anchor) "-title" } {
            h4 id={ (anchor) "-title" } {
                code { (id) } " " (title(id)) " "
                a.anchor href={ "#" (anchor) } aria-label={ "Link to this finding: " (id) ", " (title(id)) } { "#" }
            }
            p { (sentence) }
            dl.evidence {
                dt { "Severity" } dd { (of_one(*severity)) }
                dt { "Decided by" } dd { (decided(statistic)) }
                dt { "How sure" } dd { (confidence) }
                @if !operations.is_empty() || !implementations.is_empty() {
                    dt { "About" }
                    dd {
                        @for (index, operation) in operations.iter().take(MOST).enumerate() {
                            @if index > 0 { ", " }
                            @match slugs.get(operation.as_str()) {
                                Some(slug) => a href={ "#" (slug) } { (operation) },
                                None => (operation),
                            }
                        }
                        @if operations.len() > MOST { " and " (number::count((operations.len() - MOST) as u64)) " more" }
                        @if !implementations.is_empty() { "; " (implementations.join(", ")) }
                        @if PROBED.contains(&id.as_str()) && operations.iter().any(|one| slugs.contains_key(one.as_str())) {
                            " (" a href="#matrix" { "what it takes and refuses" } ")"
                        }
                    }
                }
                dt { "From" }
                dd {
                    @for (index, source) in sources.iter().take(MOST).enumerate() { @if index > 0 { ", " } code { (source) } }
                    @if sources.len() > MOST { " and " (number::count((sources.len() - MOST) as u64)) " more" }
                }
            }
        }
    }
}

/// Findings whose evidence stands in the matrix.
const PROBED: [&str; 4] = ["F06", "F15", "F16", "F20"];

/// The number that decided, with its interval.
fn decided(statistic: &Statistic) -> String {
    let Statistic { name, value, low, high } = statistic;
    // All as integers, or none.
    let whole = [Some(*value), *low, *high]
        .into_iter()
        .flatten()
        .all(|value| value.abs() >= 10.0 && value.fract() == 0.0);
    let figure = |value: f64| {
        // A number that stands for never, or for no end.
        if !value.is_finite() || value.abs() > 1e15 {
            return number::ABSENT.to_owned();
        }
        let sign = if value < 0.0 { "−" } else { "" };
        let value = value.abs();
        let text = if whole { number::count(value as u64) } else { number::ratio(value) };
        format!("{sign}{text}")
    };
    let value = figure(*value);
    match (low, high) {
        (Some(low), Some(high)) => format!("{name}: {value} [{}, {}]", figure(*low), figure(*high)),
        _ => format!("{name}: {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::findings::Confidence;

    fn finding(id: &str, severity: Severity) -> Finding {
        Finding {
            id: id.to_owned(),
            severity,
            operations: vec!["a/one".to_owned()],
            implementations: vec!["other".to_owned()],
            statistic: Statistic::plain("share", 0.5),
            confidence: Confidence::Seen,
            sentence: "Something.".to_owned(),
            sources: Vec::new(),
        }
    }

    #[test]
    fn anchors_say_what_a_finding_is_about_and_do_not_repeat() {
        let findings = [finding("F06", Severity::Security), finding("F06", Severity::Security)];
        let listed = Listed::new(&findings);
        let anchors: Vec<&str> = listed.all.iter().map(|(anchor, _)| anchor.as_str()).collect();
        assert_eq!(anchors, ["f06-a-one-other", "f06-a-one-other-2"]);
        assert_eq!(listed.words(), "2 of security");
    }

    #[test]
    fn numbers_have_their_interval_and_none_is_without_end() {
        assert_eq!(
            decided(&Statistic::between("items", 40.2, 39.0, 41.5)),
            "items: 40.20 [39.00, 41.50]"
        );
        assert_eq!(
            decided(&Statistic::plain("bytes", 65_536.0)).replace('\u{202f}', " "),
            "bytes: 65 536"
        );
        assert_eq!(decided(&Statistic::plain("t", -12.5)), "t: −12.50");
        assert_eq!(decided(&Statistic::plain("calls", f64::MAX)), "calls: –");
    }
}
