//! F05, F06, F13, F15, F16: whether two figures are of the same work, and whether the work is done
//! at all.

use super::words::{digits, list, share, time};
use super::{Confidence, Evidence, Finding, Severity, Statistic};
use crate::probe::{Codec, Probed, Signing, Trial};
use crate::run::{Operation, Row, Run};

/// Operations that read points or keys from bytes.
fn parses(id: &str) -> bool {
    id.contains("decode") || id.contains("subgroup_check")
}

/// F05: rows of one operation under different contracts, which must not be compared; and how much
/// of an operation from bytes its parsing is, where the lab says what the operation is made of.
pub fn parsing(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        found.extend(unequal(run, operation));
        for row in operation.rows.iter().filter(|row| row.contract.input == "bytes") {
            found.extend(parsed_inside(run, operation, row));
        }
    }
    found
}

fn unequal(run: &Run, operation: &Operation) -> Option<Finding> {
    let first = operation.rows.first()?;
    let other = operation.rows.iter().find(|row| row.contract.input != first.contract.input)?;
    let ratio = other.cpu_ns / first.cpu_ns;
    Some(Finding {
        id: "F05".to_owned(),
        severity: Severity::Warning,
        operations: vec![operation.id.clone()],
        implementations: vec![first.implementation.clone(), other.implementation.clone()],
        statistic: Statistic::plain("ratio of the two times", ratio),
        confidence: Confidence::Seen,
        sentence: format!(
            "{}: {} takes {} and {} takes {}; that the latter takes {} times as long says nothing about the work they share, and they are not compared.",
            operation.title,
            first.implementation,
            words(&first.contract.input),
            other.implementation,
            words(&other.contract.input),
            digits(ratio)
        ),
        sources: vec![run.id.clone()],
    })
}

/// What an input is, in words.
fn words(input: &str) -> &str {
    if input == "bytes" { "bytes, which it parses" } else { "values parsed before" }
}

fn parsed_inside(run: &Run, operation: &Operation, row: &Row) -> Option<Finding> {
    let mut parsing = 0.0;
    let mut all = 0.0;
    for part in &operation.parts {
        let ns = super::row(super::operation(run, &part.operation)?, &row.implementation)?.cpu_ns
            * part.times;
        all += ns;
        if parses(&part.operation) {
            parsing += ns;
        }
    }
    if parsing <= 0.0 {
        return None;
    }
    let part = parsing / row.cpu_ns;
    Some(Finding {
        id: "F05".to_owned(),
        severity: Severity::Info,
        operations: vec![operation.id.clone()],
        implementations: vec![row.implementation.clone()],
        statistic: Statistic::plain("share of parsing", part),
        confidence: Confidence::Suggested,
        sentence: format!(
            "{}, {}: {} of {} go into reading and checking points from bytes, {}; the parts that the lab measures by themselves add up to {} of the whole.",
            operation.title,
            row.implementation,
            time(parsing),
            time(row.cpu_ns),
            share(part),
            share(all / row.cpu_ns)
        ),
        sources: vec![run.id.clone()],
    })
}

/// F06: what an implementation took of the adversarial corpus although the specification refuses
/// it. A row whose contract promises the check is a lie that somebody may rely on; without the
/// promise, the figure is not one of the same work.
pub fn validation(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        for probe in &operation.probes {
            if let Probed::Corpus(trials) = &probe.found {
                found.extend(taken(run, operation, &probe.implementation, trials));
            }
        }
    }
    found
}

fn taken(run: &Run, operation: &Operation, name: &str, trials: &[Trial]) -> Option<Finding> {
    let invalid = trials.iter().filter(|trial| !trial.valid).count();
    let wrong: Vec<&Trial> = trials.iter().filter(|trial| !trial.valid && trial.taken).collect();
    if wrong.is_empty() {
        return None;
    }
    let mut classes: Vec<String> = wrong.iter().map(|trial| trial.class.clone()).collect();
    classes.sort();
    classes.dedup();
    let more = classes.len().saturating_sub(MOST);
    classes.truncate(MOST);
    if more > 0 {
        classes.push(format!("{more} more"));
    }
    let beside = operation.rows.iter().find(|row| row.implementation != name);
    let ratio =
        super::row(operation, name).zip(beside).map(|(row, other)| other.cpu_ns / row.cpu_ns);
    let fast = match (ratio, beside) {
        (Some(ratio), Some(other)) if ratio > 1.0 => {
            format!(
                " Without the check it is {} times as fast as {}.",
                digits(ratio),
                other.implementation
            )
        }
        _ => String::new(),
    };
    Some(Finding {
        id: "F06".to_owned(),
        severity: Severity::Security,
        operations: vec![operation.id.clone()],
        implementations: vec![name.to_owned()],
        statistic: Statistic::plain(
            "share of invalid inputs that were taken",
            wrong.len() as f64 / invalid as f64,
        ),
        confidence: Confidence::Seen,
        sentence: format!(
            "{}: {name} takes {} of {invalid} inputs that the specification refuses: {}.{fast}",
            operation.title,
            wrong.len(),
            list(&classes)
        ),
        sources: vec![run.id.clone()],
    })
}

/// Classes that a sentence names.
const MOST: usize = 4;

/// F13: what is prepared once, and after how many calls it has paid.
pub fn preparation(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        for probe in &operation.probes {
            let Probed::Setup(setup) = &probe.found else { continue };
            let name = &probe.implementation;
            let plain = super::operation(run, &setup.without).and_then(|one| super::row(one, name));
            let (Some(with), Some(plain)) = (super::row(operation, name), plain) else { continue };
            let saving = plain.cpu_ns - with.cpu_ns;
            let scatter = (plain.p90_ns - plain.p10_ns) / 2.0;
            let (value, sentence) = if saving > scatter.max(plain.cpu_ns * 0.01) {
                let uses = (setup.setup_ns / saving).ceil().max(1.0);
                (
                    uses,
                    format!(
                        "{}, {name}: preparing takes {} and saves {} of {} a call: it has paid after {uses} calls.",
                        operation.title,
                        time(setup.setup_ns),
                        time(saving),
                        time(plain.cpu_ns)
                    ),
                )
            } else {
                (
                    f64::INFINITY,
                    format!(
                        "{}, {name}: preparing takes {} and saves nothing that can be told from the scatter of {}: it never pays.",
                        operation.title,
                        time(setup.setup_ns),
                        time(scatter)
                    ),
                )
            };
            found.push(Finding {
                id: "F13".to_owned(),
                severity: if value.is_finite() { Severity::Info } else { Severity::Advice },
                operations: vec![operation.id.clone(), setup.without.clone()],
                implementations: vec![name.clone()],
                statistic: Statistic::plain(
                    "calls after which preparing has paid",
                    value.min(f64::MAX),
                ),
                confidence: Confidence::Suggested,
                sentence,
                sources: vec![run.id.clone()],
            });
        }
    }
    found
}

/// F15: a decoder that takes several texts for one value, so that whoever compares texts is fooled.
pub fn codec(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        for probe in &operation.probes {
            if let Probed::Codec(codec) = &probe.found {
                found.extend(malleable(run, operation, &probe.implementation, codec));
            }
        }
    }
    found
}

fn malleable(run: &Run, operation: &Operation, name: &str, codec: &Codec) -> Option<Finding> {
    let loose: Vec<String> = codec
        .classes
        .iter()
        .filter(|class| class.taken > 0)
        .map(|class| format!("{} ({} of {})", class.class, class.taken, class.offered))
        .collect();
    if loose.is_empty() && codec.lost == 0 {
        return None;
    }
    let (offered, taken) =
        codec.classes.iter().fold((0, 0), |(o, t), class| (o + class.offered, t + class.taken));
    let example = match &codec.example {
        Some([one, other]) => format!(" {one:?} and {other:?} are one value to it."),
        None => String::new(),
    };
    let rivals = operation.rows.iter().filter(|row| row.implementation != name);
    let strict = rivals.min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns));
    let speed = match super::row(operation, name).zip(strict) {
        Some((row, other)) => {
            format!(
                " It takes {}, and {} takes {}.",
                time(row.cpu_ns),
                other.implementation,
                time(other.cpu_ns)
            )
        }
        None => String::new(),
    };
    let lost = if codec.lost == 0 {
        String::new()
    } else {
        format!(" It does not give back {} of {} values.", codec.lost, codec.values + codec.lost)
    };
    let what =
        if loose.is_empty() { "no text but the canonical one".to_owned() } else { list(&loose) };
    Some(Finding {
        id: "F15".to_owned(),
        severity: Severity::Security,
        operations: vec![operation.id.clone()],
        implementations: vec![name.to_owned()],
        statistic: Statistic::plain(
            "share of texts of no value that were taken",
            f64::from(taken) / f64::from(offered.max(1)),
        ),
        confidence: Confidence::Seen,
        sentence: format!(
            "{}: {name} takes {what}: up to {} texts for one value.{example}{lost}{speed}",
            operation.title, codec.most_texts
        ),
        sources: vec![run.id.clone()],
    })
}

/// F16: an entry that signs under whatever public key it is given. Two signatures of one message
/// under two public keys give the secret key away.
pub fn signing(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        for probe in &operation.probes {
            if let Probed::Signing(signing) = &probe.found {
                found.push(oracle(run, operation, &probe.implementation, *signing));
            }
        }
    }
    found
}

fn oracle(run: &Run, operation: &Operation, name: &str, signing: Signing) -> Finding {
    let Signing { signs_under_another_key, repeats_commitment, extracted, forged } = signing;
    let (severity, sentence) = if extracted {
        let forgery = if forged {
            ", and a message that it never signed was signed with it and verified"
        } else {
            ""
        };
        (
            Severity::Security,
            format!(
                "{name} signs under a public key that the caller gives. From two of its signatures of one message under two keys another process computed \
                 the secret scalar of the public key{forgery}. This is the double public key oracle of RUSTSEC-2022-0093."
            ),
        )
    } else if signs_under_another_key && repeats_commitment {
        (
            Severity::Security,
            format!(
                "{name} signs under a public key that is not that of its secret key, with the same commitment."
            ),
        )
    } else if signs_under_another_key {
        (
            Severity::Warning,
            format!(
                "{name} signs under a public key that is not that of its secret key, with another commitment each time."
            ),
        )
    } else {
        (
            Severity::Advice,
            format!(
                "{name} has a signing entry that takes a public key; it refused or ignored a wrong one, but the parameter can only do harm."
            ),
        )
    };
    Finding {
        id: "F16".to_owned(),
        severity,
        operations: vec![operation.id.clone()],
        implementations: vec![name.to_owned()],
        statistic: Statistic::plain("secret keys extracted", f64::from(u8::from(extracted))),
        confidence: Confidence::Seen,
        sentence,
        sources: vec![run.id.clone()],
    }
}
