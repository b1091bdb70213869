//! The table that the README shows: eight operations with two ratios each, and how often curvemark
//! is faster on a CPU with AVX-512 IFMA and on one without.
//!
//! The first ratio is from the newest stored run of each table on a CPU with AVX-512 IFMA. The
//! second stands for a CPU without it, see `fair`.

use std::collections::HashSet;
use std::fmt::Write;

use super::axis::{EVEN, Mark, Verdict};
use super::fair::{self, Cell, PlainRuns};
use super::model::{Entry, Model};
use super::number;
use super::readme::{Linked, Refused, address, between, escape, plain_spaces, table_name};
use super::scoreboard::version;
use super::summary::Checked;
use crate::measure::tables::TABLES;
use record::fair::has_ifma;
use record::{Build, Ratio, Run};

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

/// The newest run of each table on a CPU with AVX-512 IFMA that has curvemark without it too.
fn newest<'a>(stored: &'a [Linked<'_>]) -> Vec<Source<'a>> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (run, link) in stored.iter().rev() {
        let of_a_table = table_name(run)
            .filter(|name| TABLES.iter().any(|table| table.name == *name && table.slower_engine));
        let Some(table) = of_a_table.filter(|_| has_ifma(&run.machine)) else { continue };
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
    let plain = PlainRuns::among(stored);
    let mut used: Vec<&Source<'_>> = Vec::new();
    let mut elsewhere: Vec<(&Run, &str)> = Vec::new();
    for (id, words) in ROWS {
        let found = sources.iter().find_map(|source| {
            Some((source, source.model.entries().find(|e| e.operation.id == id)?))
        });
        let (source, entry) = found.ok_or(Refused::NoRow(id))?;
        let run = source.model.run;
        let (mark, second) =
            entry.best().zip(plain.column(run, entry)).ok_or(Refused::NoRow(id))?;
        if has_changes(&run.build) {
            return Err(Refused::Changes);
        }
        let _ = write!(
            rows,
            "\n| {words} | {} | {} | {} |",
            escape(version(run, &mark.row().implementation)),
            number::ratio(mark.ratio().value),
            second
                .fair
                .ratio()
                .map_or_else(|| number::ABSENT.to_owned(), |ratio| number::ratio(ratio.value)),
        );
        if let Cell { run, link: Some(link), .. } = second
            && !elsewhere.iter().any(|(other, _)| other.id == run.id)
        {
            elsewhere.push((run, link));
        }
        if !used.iter().any(|other| std::ptr::eq(*other, source)) {
            used.push(source);
        }
    }
    let text = [counts(&sources, &plain), rows, origin(&used, &sources, &elsewhere)].join("\n\n");
    Ok(plain_spaces(&format!("\n{text}\n\n")))
}

/// The best peer's time over that of curvemark on a slower engine. The interval is as wide as the
/// two it is made of allow.
pub(super) fn over_slower(entry: &Entry<'_>) -> Option<Ratio> {
    Some(fair::over(entry.best()?.ratio(), entry.slower()?.ratio?))
}

/// How often curvemark is faster, level and slower, on both kinds of machine.
fn counts<'a>(sources: &'a [Source<'a>], plain: &PlainRuns<'a>) -> String {
    let mut seen = HashSet::new();
    let mut counted = [[0_u64; Verdict::ALL.len()]; 2];
    let mut unfair = 0_u64;
    let all = sources
        .iter()
        .flat_map(|source| source.model.entries().map(|entry| (source.model.run, entry)));
    for (run, entry) in all {
        let verdict = entry.best().as_ref().map(Mark::verdict);
        // An operation that stands in two tables counts once.
        if let Some((first, second)) = verdict.zip(plain.column(run, entry))
            && seen.insert(entry.operation.id.as_str())
        {
            counted[0][first as usize] += 1;
            match second.fair.ratio() {
                Some(ratio) => counted[1][Verdict::on(&ratio) as usize] += 1,
                None => unfair += 1,
            }
        }
    }
    let line = |on: &str, level: &str, counts: &[u64]| {
        let count = |verdict: Verdict| counts[verdict as usize];
        let mut text = format!(
            "* {on}: faster in {}, {level} in {}, slower in {}",
            count(Verdict::Faster),
            count(Verdict::Even),
            count(Verdict::Slower),
        );
        if count(Verdict::Unclear) > 0 {
            let _ = write!(text, ", undecided in {}", count(Verdict::Unclear));
        }
        text
    };
    let level = format!("level (within {})", number::chosen(EVEN));
    let first = line("On a CPU with AVX-512 IFMA", &level, &counted[0]);
    let mut second = line("On any x86-64 with ADX", "level", &counted[1]);
    if unfair > 0 {
        let _ = write!(second, ", no figure in {unfair}");
    }
    let head = format!(
        "Against the fastest other library that does the same work with the same checks, in {}:",
        number::counted(counted[0].iter().sum(), "operation", "operations"),
    );
    format!("{head}\n\n{first}.\n{second}.")
}

/// What the figures mean, and where they come from.
fn origin(used: &[&Source<'_>], counted: &[Source<'_>], elsewhere: &[(&Run, &str)]) -> String {
    let cpu = |run: &Run| escape(&run.machine.cpu_name());
    let listed = |all: Vec<String>| {
        let mut once: Vec<String> = Vec::new();
        all.into_iter().for_each(|one| {
            if !once.contains(&one) {
                once.push(one);
            }
        });
        once.join("; ")
    };
    let runs: Vec<String> = used
        .iter()
        .map(|source| {
            let table = table_name(source.model.run).unwrap_or_default();
            format!("[{}]({})", escape(table), address(source.link))
        })
        .collect();
    let mut text = format!(
        "A figure is the other library's time over curvemark's: above 1, curvemark is faster. \
         Measured on {} in runs of committed code: {}.",
        listed(used.iter().map(|source| cpu(source.model.run)).collect()),
        runs.join(", "),
    );
    text += " In the second column curvemark ran without AVX-512, next to builds and code of others \
             that need none";
    if elsewhere.is_empty() {
        text += ".";
    } else {
        let links: Vec<String> = elsewhere
            .iter()
            .map(|(run, link)| format!("[{}]({})", escape(&run.id), address(link)))
            .collect();
        let cpus = listed(elsewhere.iter().map(|(run, _)| cpu(run)).collect());
        let _ = write!(text, ", or all ran on {cpus}: {}.", links.join(", "));
    }
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
