//! The table that the README shows: eight operations with two ratios each, and how often curvemark
//! is faster on a CPU with AVX-512 IFMA and on one without.
//!
//! Every figure is from the newest stored run of each table. Both ratios of a row were measured in
//! the same rounds on one machine: the second is curvemark with its vectors turned off.

use std::collections::HashSet;
use std::fmt::Write;

use super::axis::{EVEN, Mark, Verdict};
use super::model::{Entry, Model};
use super::number;
use super::readme::{Linked, Refused, address, between, escape, plain_spaces, table_name, version};
use super::summary::Checked;
use crate::measure::tables::TABLES;
use record::{Build, Ratio};

/// The line above the table, and the one below it.
pub const MARKERS: [&str; 2] = ["<!-- curvemark:front -->", "<!-- /curvemark:front -->"];

/// The rows: the operation, and what the README calls it.
pub const ROWS: [(&str, &str); 8] = [
    ("bls12-381/bls_verify", "BLS: verify a signature, from bytes"),
    ("bls12-381/bls_batch_verify_60", "BLS: verify 60 signatures at once"),
    ("secp256k1/ecdsa_verify", "ECDSA on secp256k1: verify"),
    ("p256/ecdsa_sign", "ECDSA on P-256: sign"),
    ("ed25519/verify", "Ed25519: verify"),
    ("kzg/verify_blob", "KZG (EIP-4844): verify a blob"),
    ("groth16/bn254_verify_1", "Groth16 on BN254: verify, 1 input"),
    ("evm/bn254_pairingcheck_2", "Ethereum precompile 8: 2 pairings"),
];

/// `readme` with the table between [`MARKERS`], made from the newest of the runs in `stored`. They
/// are given oldest first.
///
/// # Errors
/// [`Refused`].
pub fn rewrite(readme: &str, stored: &[Linked<'_>]) -> Result<String, Refused> {
    between(readme, MARKERS, MARKERS, || block(stored))
}

/// A run, read, and how a link reaches it.
struct Source<'a> {
    model: Model<'a>,
    link: &'a str,
}

/// The newest run of each table that has curvemark on both kinds of machine.
fn newest<'a>(stored: &'a [Linked<'_>]) -> Vec<Source<'a>> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (run, link) in stored.iter().rev() {
        let of_a_table = table_name(run)
            .filter(|name| TABLES.iter().any(|table| table.name == *name && table.slower_engine));
        let Some(table) = of_a_table else { continue };
        let model = Model::new(run);
        if model.entries().any(|entry| entry.slower().is_some()) && seen.insert(table) {
            found.push(Source { model, link });
        }
    }
    found
}

/// The text between the markers.
fn block(stored: &[Linked<'_>]) -> Result<String, Refused> {
    let sources = newest(stored);
    if sources.iter().any(|source| !Checked::of(&source.model.run.gate).good()) {
        return Err(Refused::Incorrect);
    }
    let mut rows = String::from(
        "| operation | fastest other library | with AVX-512 IFMA | any x86-64 with ADX |\n\
         |---|---|---:|---:|",
    );
    let mut used: Vec<&Source<'_>> = Vec::new();
    for (id, words) in ROWS {
        let found = sources.iter().find_map(|source| {
            Some((source, source.model.entries().find(|e| e.operation.id == id)?))
        });
        let (source, entry) = found.ok_or(Refused::NoRow(id))?;
        let (mark, second) = entry.best().zip(without_vectors(entry)).ok_or(Refused::NoRow(id))?;
        let run = source.model.run;
        if has_changes(&run.build) {
            return Err(Refused::Changes);
        }
        let _ = write!(
            rows,
            "\n| {words} | {} | {} | {} |",
            escape(version(run, &mark.row().implementation)),
            number::ratio(mark.ratio().value),
            number::ratio(second.value),
        );
        if !used.iter().any(|other| std::ptr::eq(*other, source)) {
            used.push(source);
        }
    }
    let text = [counts(&sources), rows, origin(&used, &sources)].join("\n\n");
    Ok(plain_spaces(&format!("\n{text}\n\n")))
}

/// The best peer's time over that of curvemark without vectors. The interval is as wide as the two
/// it is made of allow.
pub(super) fn without_vectors(entry: &Entry<'_>) -> Option<Ratio> {
    let (peer, own) = (entry.best()?.ratio(), entry.slower()?.ratio?);
    Some(Ratio {
        value: peer.value / own.value,
        low: peer.low / own.high,
        high: peer.high / own.low,
        resolution: peer.resolution.max(own.resolution),
    })
}

/// How often curvemark is faster, level and slower, on both kinds of machine.
fn counts(sources: &[Source<'_>]) -> String {
    let mut seen = HashSet::new();
    let mut counted = [[0_u64; Verdict::ALL.len()]; 2];
    for entry in sources.iter().flat_map(|source| source.model.entries()) {
        let verdicts = entry.best().as_ref().map(Mark::verdict);
        let second = without_vectors(entry).map(|ratio| Verdict::on(&ratio));
        // An operation that stands in two tables counts once.
        if let Some((first, second)) = verdicts.zip(second)
            && seen.insert(entry.operation.id.as_str())
        {
            counted[0][first as usize] += 1;
            counted[1][second as usize] += 1;
        }
    }
    let line = |on: &str, counts: &[u64]| {
        let count = |verdict: Verdict| counts[verdict as usize];
        let mut text = format!(
            "* {on}: faster in {}, level (within {}) in {}, slower in {}",
            count(Verdict::Faster),
            number::chosen(EVEN),
            count(Verdict::Even),
            count(Verdict::Slower),
        );
        if count(Verdict::Unclear) > 0 {
            let _ = write!(text, ", undecided in {}", count(Verdict::Unclear));
        }
        text + "."
    };
    let head = format!(
        "Against the fastest other library that does the same work with the same checks, in {}:",
        number::counted(counted[0].iter().sum(), "operation", "operations"),
    );
    format!(
        "{}\n\n{}\n{}",
        head,
        line("On a CPU with AVX-512 IFMA", &counted[0]),
        line("On any x86-64 CPU with ADX", &counted[1]),
    )
}

/// What the figures mean, and where they come from.
fn origin(used: &[&Source<'_>], counted: &[Source<'_>]) -> String {
    let mut machines: Vec<String> = Vec::new();
    let mut runs: Vec<String> = Vec::new();
    for source in used {
        let (run, machine) = (source.model.run, &source.model.run.machine);
        let words = format!("{} ({})", escape(&machine.cpu), escape(&machine.cpu_id));
        if !machines.contains(&words) {
            machines.push(words);
        }
        let table = table_name(run).unwrap_or_default();
        runs.push(format!("[{}]({})", escape(table), address(source.link)));
    }
    let mut text = format!(
        "A figure is the other library's time over curvemark's: above 1, curvemark is faster. Both \
         columns were measured on {}; for the second one, curvemark ran without AVX-512. Stored \
         runs, of committed code: {}.",
        machines.join("; "),
        runs.join(", "),
    );
    let changed: Vec<&str> = counted
        .iter()
        .filter(|source| has_changes(&source.model.run.build))
        .filter_map(|source| table_name(source.model.run))
        .collect();
    if !changed.is_empty() {
        let _ = write!(
            text,
            " The counts include tables of code that was not committed: {}.",
            escape(&changed.join(", ")),
        );
    }
    text
}

/// Whether a build is of a tree with changes that no commit has: nobody can make it again.
pub(super) fn has_changes(build: &Build) -> bool {
    build.commit.as_deref().is_none_or(|commit| commit.ends_with('+'))
}
