//! F08, F10, F11, F12, F17, F26: where time goes, and which scheme or part would cost less.

use super::words::{self, digits, list, time};
use super::{Confidence, Evidence, Finding, OWN, Severity, Statistic};
use crate::run::{Operation, Row, Run};

/// The newest time of an implementation's operation on the machine of a run.
fn time_of(evidence: &Evidence<'_>, machine: &str, id: &str, name: &str) -> Option<f64> {
    let newest = evidence.runs.iter().rev().filter(|run| run.machine.fingerprint == machine);
    newest
        .filter_map(|run| super::row(super::operation(run, id)?, name))
        .map(|row| row.cpu_ns)
        .next()
}

/// Curves of about the same strength, on which the same protocol can be expected to cost about as
/// many multiplications.
const PEERS: &[&[&str]] = &[&["secp256k1", "p256", "ed25519"], &["bls12-381", "bn254"]];

/// A cost this many times that of the best sibling is worth a look.
const SLOW: f64 = 2.0;

/// F08: the same verb of one implementation on curves of about equal strength, in multiplications
/// of each curve's own field.
pub fn sibling(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        let Some((curve, verb)) = operation.id.split_once('/') else { continue };
        let Some(group) = PEERS.iter().find(|group| group.contains(&curve)) else { continue };
        if verb.starts_with("fp") || verb.starts_with("fr_") {
            continue;
        }
        let machine = &run.machine.fingerprint;
        for row in &operation.rows {
            let name = &row.implementation;
            let muls = |curve: &str, ns: f64| {
                Some(ns / time_of(evidence, machine, &format!("{curve}/fp_mul"), name)?)
            };
            let Some(ours) = muls(curve, row.cpu_ns) else { continue };
            let others = group.iter().filter(|other| **other != curve).filter_map(|other| {
                Some((
                    *other,
                    muls(other, time_of(evidence, machine, &format!("{other}/{verb}"), name)?)?,
                ))
            });
            let Some((best, cost)) = others.min_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
            if ours < SLOW * cost {
                continue;
            }
            found.push(Finding {
                id: "F08".to_owned(),
                severity: Severity::Advice,
                operations: vec![operation.id.clone(), format!("{best}/{verb}")],
                implementations: vec![name.clone()],
                statistic: Statistic::plain("cost over that of the sibling, in field multiplications", ours / cost),
                confidence: Confidence::Suggested,
                sentence: format!(
                    "{name}: {verb} costs {} field multiplications on {curve} and {} on {best}, {} times as many: what it does on {curve} can be made better.",
                    digits(ours),
                    digits(cost),
                    digits(ours / cost)
                ),
                sources: vec![run.id.clone()],
            });
        }
    }
    found
}

/// The times of an operation's parts by one implementation, in the same run.
fn parts<'a>(run: &'a Run, operation: &'a Operation, name: &str) -> Option<Vec<(&'a str, f64)>> {
    if operation.parts.is_empty() {
        return None;
    }
    let of = |part: &'a crate::run::Part| {
        let row = super::row(super::operation(run, &part.operation)?, name)?;
        Some((part.operation.as_str(), row.cpu_ns * part.times))
    };
    operation.parts.iter().map(of).collect()
}

/// A part that makes up this much is worth a word.
const LARGE: f64 = 0.25;

fn largest_part(run: &Run, operation: &Operation, row: &Row) -> Option<Finding> {
    let name = &row.implementation;
    let parts = parts(run, operation, name)?;
    let sum: f64 = parts.iter().map(|(_, ns)| ns).sum();
    let (largest, ns) = parts.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let part = ns / row.cpu_ns;
    if part < LARGE {
        return None;
    }
    let half = row.cpu_ns - ns / 2.0;
    let rest = if sum < row.cpu_ns {
        format!("{} are none of its parts", words::share(1.0 - sum / row.cpu_ns))
    } else {
        format!(
            "done by themselves its parts take {} of the whole, which shares work between them",
            words::share(sum / row.cpu_ns)
        )
    };
    Some(Finding {
        id: "F10".to_owned(),
        severity: Severity::Info,
        operations: vec![operation.id.clone(), (*largest).to_owned()],
        implementations: vec![name.clone()],
        statistic: Statistic::plain("share of the largest part", part),
        confidence: Confidence::Suggested,
        sentence: format!(
            "{}, {name}: {largest} is {} of {}; were it twice as fast, the whole would take {}; {rest}.",
            operation.title,
            words::share(part),
            time(row.cpu_ns),
            time(half)
        ),
        sources: vec![run.id.clone()],
    })
}

/// F10: what part of an operation is most of it, and what the whole would gain if that part became
/// faster.
pub fn share(evidence: &Evidence<'_>) -> Vec<Finding> {
    let rows = evidence.newest().into_iter().flat_map(|(run, operation)| {
        operation.rows.iter().filter_map(move |row| largest_part(run, operation, row))
    });
    rows.collect()
}

/// F11: an implementation that is the fastest with a verb on one curve, and on another of about
/// equal strength, where it has other operations, lacks it. Runs of a table are left out: the table
/// chose who takes part.
pub fn hole(evidence: &Evidence<'_>) -> Vec<Finding> {
    let whole = |run: &&&Run| run.method.selection.as_deref() == Some("--all");
    let mut found = Vec::new();
    for run in evidence.newest_runs().iter().filter(whole) {
        for operation in &run.operations {
            let Some((curve, verb)) = operation.id.split_once('/') else { continue };
            let peers = operation
                .rows
                .iter()
                .filter(|row| row.implementation == OWN || !super::is_own(&row.implementation));
            let Some(best) = peers.clone().min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns)) else {
                continue;
            };
            let second = peers.filter(|row| row.implementation != best.implementation);
            let Some(second) = second.min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns)) else {
                continue;
            };
            let Some(group) = PEERS.iter().find(|group| group.contains(&curve)) else { continue };
            for other in group.iter().filter(|other| **other != curve) {
                let name = &best.implementation;
                let Some(there) = super::operation(run, &format!("{other}/{verb}")) else {
                    continue;
                };
                let served = run.operations.iter().any(|one| {
                    one.id.split_once('/').is_some_and(|(curve, _)| curve == *other)
                        && super::row(one, name).is_some()
                });
                if super::row(there, name).is_some() || !served || best.cpu_ns * 1.1 > second.cpu_ns
                {
                    continue;
                }
                found.push(Finding {
                    id: "F11".to_owned(),
                    severity: Severity::Info,
                    operations: vec![operation.id.clone(), there.id.clone()],
                    implementations: vec![name.clone()],
                    statistic: Statistic::plain("ratio to the second best", second.cpu_ns / best.cpu_ns),
                    confidence: Confidence::Suggested,
                    sentence: format!(
                        "{name} is the fastest at {} by a factor of {} and has no {verb} on {other}, where it has other operations.",
                        operation.id,
                        digits(second.cpu_ns / best.cpu_ns)
                    ),
                    sources: vec![run.id.clone()],
                });
            }
        }
    }
    found
}

/// A prediction must be this much better than the best whole to be worth a word.
const WORTH: f64 = 0.9;

/// F12: an operation of parts that different implementations do best, cheaper in sum than the best
/// whole; what is left over is what conversions between the implementations may cost.
pub fn mix(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in
        evidence.newest().into_iter().filter(|(_, operation)| operation.parts.len() > 1)
    {
        let Some(whole) = operation.rows.iter().min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns)) else {
            continue;
        };
        let best = operation.parts.iter().map(|part| {
            let rows = &super::operation(run, &part.operation)?.rows;
            let row = rows.iter().min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns))?;
            Some((part, row, row.cpu_ns * part.times))
        });
        let Some(best) = best.collect::<Option<Vec<_>>>() else { continue };
        let sum: f64 = best.iter().map(|(.., ns)| ns).sum();
        let mut names: Vec<String> =
            best.iter().map(|(_, row, _)| row.implementation.clone()).collect();
        names.sort();
        names.dedup();
        if names.len() < 2 || sum > whole.cpu_ns * WORTH {
            continue;
        }
        let who: Vec<String> = best
            .iter()
            .map(|(part, row, _)| format!("{} by {}", part.operation, row.implementation))
            .collect();
        found.push(Finding {
            id: "F12".to_owned(),
            severity: Severity::Advice,
            operations: vec![operation.id.clone()],
            implementations: names,
            statistic: Statistic::plain("predicted time over that of the best", sum / whole.cpu_ns),
            confidence: Confidence::Suggested,
            sentence: format!(
                "{}: {} would take {} in sum, {} of the best whole, {} by {}; {} are left for conversions between them.",
                operation.title,
                list(&who),
                time(sum),
                words::share(sum / whole.cpu_ns),
                time(whole.cpu_ns),
                whole.implementation,
                time(whole.cpu_ns - sum)
            ),
            sources: vec![run.id.clone()],
        });
    }
    found
}

/// What a feature's name begins with that names the arithmetic under an implementation.
pub const BACKEND: &str = "backend ";

/// F17: two implementations on the same arithmetic that differ by half as much again under equal
/// contracts.
pub fn backend(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (run, operation) in evidence.newest() {
        let label = |row: &Row| {
            let about = run.implementations.iter().find(|one| one.name == row.implementation)?;
            about
                .features
                .iter()
                .find_map(|feature| feature.strip_prefix(BACKEND))
                .map(str::to_owned)
        };
        for (i, one) in operation.rows.iter().enumerate() {
            let Some(shared) = label(one) else { continue };
            for other in
                operation.rows[i + 1..].iter().filter(|other| other.contract == one.contract)
            {
                if label(other).as_ref() != Some(&shared) {
                    continue;
                }
                let (fast, slow) =
                    if one.cpu_ns < other.cpu_ns { (one, other) } else { (other, one) };
                let ratio = slow.cpu_ns / fast.cpu_ns;
                // Beyond the scatter of both.
                if ratio < 1.5 || slow.p10_ns < fast.p90_ns {
                    continue;
                }
                found.push(Finding {
                    id: "F17".to_owned(),
                    severity: Severity::Advice,
                    operations: vec![operation.id.clone()],
                    implementations: vec![slow.implementation.clone(), fast.implementation.clone()],
                    statistic: Statistic::between(
                        "ratio on the same back end",
                        ratio,
                        slow.p10_ns / fast.p90_ns,
                        slow.p90_ns / fast.p10_ns,
                    ),
                    confidence: Confidence::Suggested,
                    sentence: format!(
                        "{}: {} takes {} times as long as {} on the same arithmetic, {shared}: the difference lies above it.",
                        operation.title,
                        slow.implementation,
                        digits(ratio),
                        fast.implementation
                    ),
                    sources: vec![run.id.clone()],
                });
            }
        }
    }
    found
}

/// A signature scheme: its operations, and the bytes of a public key and of a signature.
struct Scheme {
    name: &'static str,
    sign: &'static str,
    verify: &'static str,
    bytes: [u32; 2],
}

/// The schemes, with their sizes: SEC 1 compressed keys with the 64 bytes of r and s; BIP-340; RFC
/// 8032; draft-irtf-cfrg-bls-signature-05, minimal keys.
const SCHEMES: &[Scheme] = &[
    Scheme {
        name: "ECDSA on secp256k1",
        sign: "secp256k1/ecdsa_sign",
        verify: "secp256k1/ecdsa_verify",
        bytes: [33, 64],
    },
    Scheme {
        name: "ECDSA on P-256",
        sign: "p256/ecdsa_sign",
        verify: "p256/ecdsa_verify",
        bytes: [33, 64],
    },
    Scheme {
        name: "Schnorr of BIP-340",
        sign: "secp256k1/schnorr_sign",
        verify: "secp256k1/schnorr_verify",
        bytes: [32, 64],
    },
    Scheme { name: "Ed25519", sign: "ed25519/sign", verify: "ed25519/verify", bytes: [32, 64] },
    Scheme {
        name: "BLS with keys in G1",
        sign: "bls12-381/bls_sign",
        verify: "bls12-381/bls_verify",
        bytes: [48, 96],
    },
];

/// F26: the schemes of a run that no other beats in signing, verifying and bytes at once, and those
/// that one beats in all.
pub fn choice(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for run in evidence.newest_runs() {
        let best = |id| {
            let rows = &super::operation(run, id)?.rows;
            let rows = rows
                .iter()
                .filter(|row| row.implementation == OWN || !super::is_own(&row.implementation));
            rows.min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns)).map(|row| row.cpu_ns)
        };
        let measured: Vec<(&Scheme, [f64; 3])> = SCHEMES
            .iter()
            .filter_map(|one| {
                Some((
                    one,
                    [best(one.sign)?, best(one.verify)?, f64::from(one.bytes[0] + one.bytes[1])],
                ))
            })
            .collect();
        if measured.len() < 2 {
            continue;
        }
        // Less than a hundredth is a tie.
        let beats = |a: &[f64; 3], b: &[f64; 3]| {
            a.iter().zip(b).all(|(a, b)| *a <= b * 1.01)
                && a.iter().zip(b).any(|(a, b)| *a < b * 0.99)
        };
        let said = |(one, [sign, verify, _]): &(&Scheme, [f64; 3])| {
            let [key, signature] = one.bytes;
            format!(
                "{} (signs in {}, verifies in {}, {key} + {signature} bytes)",
                one.name,
                time(*sign),
                time(*verify)
            )
        };
        let (front, beaten): (Vec<_>, Vec<_>) = measured
            .iter()
            .partition(|(_, cost)| !measured.iter().any(|(_, other)| beats(other, cost)));
        let front_words: Vec<String> = front.iter().map(&said).collect();
        let beaten_words: Vec<String> = beaten.iter().map(said).collect();
        let rest = if beaten.is_empty() {
            "none is beaten in all three".to_owned()
        } else {
            format!("beaten in all three: {}", list(&beaten_words))
        };
        found.push(Finding {
            id: "F26".to_owned(),
            severity: Severity::Info,
            operations: measured.iter().map(|(one, _)| one.verify.to_owned()).collect(),
            implementations: Vec::new(),
            statistic: Statistic::plain("schemes that no other beats", front.len() as f64),
            confidence: Confidence::Suggested,
            sentence: format!(
                "By the fastest implementation of each on {}, the schemes to choose from are {}; {rest}. For one signature: batches and aggregates change it.",
                run.machine.cpu,
                list(&front_words)
            ),
            sources: vec![run.id.clone()],
        });
    }
    found
}
