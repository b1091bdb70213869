//! The same few operations on one machine beside another: what stored runs measured, what a chip's
//! emulator counted, what a board printed, and what others have published, each marked as what it
//! is. Nothing here is typed in but the published figures, which carry their source.

use crate::run::Run;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The operations of the table, in its order: id, and words for a reader.
pub const QUANTITIES: [(&str, &str); 15] = [
    ("secp256k1/fp_mul", "secp256k1: field multiplication"),
    ("secp256k1/fp_sqr", "secp256k1: field squaring"),
    ("secp256k1/fp_add", "secp256k1: field addition"),
    ("secp256k1/fp_inv", "secp256k1: field inversion"),
    ("secp256k1/generator_mul", "secp256k1: generator multiplication"),
    ("p256/generator_mul", "P-256: generator multiplication"),
    ("ed25519/generator_mul", "Ed25519: generator multiplication"),
    ("bls12-381/fp_mul", "BLS12-381: field multiplication"),
    ("bls12-381/fp_sqr", "BLS12-381: field squaring"),
    ("bls12-381/fp_add", "BLS12-381: field addition"),
    ("bls12-381/fp_inv", "BLS12-381: field inversion"),
    ("bls12-381/g1_mul", "BLS12-381: multiplication in G1"),
    ("bls12-381/hash_to_g1", "BLS12-381: hash to G1"),
    ("bls12-381/pairing", "BLS12-381: pairing"),
    ("bn254/pairing", "BN254: pairing"),
];

/// Where the figures of a platform are from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Stored runs, by their ids; and whether the machine was fit in all of them.
    Measured {
        /// The ids, oldest first.
        runs: Vec<String>,
        /// Whether every run found its machine fit to measure.
        fit: bool,
    },
    /// Instructions that an emulator counted: exact, and no time.
    Counted(String),
    /// Printed by a board, which nobody but it has measured.
    Printed(String),
    /// Published by others; never run here.
    Published(String),
}

impl Source {
    /// One word for the head of a column.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Measured { fit: true, .. } => "measured",
            Self::Measured { fit: false, .. } => "measured, unfit",
            Self::Counted(_) => "counted",
            Self::Printed(_) => "printed by the board",
            Self::Published(_) => "published",
        }
    }

    /// A sentence for the foot of the table.
    pub fn sentence(&self) -> String {
        match self {
            Self::Measured { runs, fit } => {
                let unfit =
                    if *fit { "" } else { "; the machine was not fit in every one of them" };
                let noun = if runs.len() == 1 { "run" } else { "runs" };
                format!("measured by the lab, {noun} {}{unfit}", runs.join(", "))
            }
            Self::Counted(from) => {
                format!("instructions counted by the emulator, exact and no time: {from}")
            }
            Self::Printed(from) => format!("printed by the board itself, outside the lab: {from}"),
            Self::Published(from) => format!("published by others and not run here: {from}"),
        }
    }
}

/// A figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Figure {
    /// Nanoseconds per call.
    Time(f64),
    /// Instructions per call.
    Instructions(u64),
}

/// One machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// A short name.
    pub name: String,
    /// Clock, code, engine: whatever a reader must know, in words.
    pub details: String,
    /// Where the figures are from.
    pub source: Source,
    /// By the id of the operation.
    pub figures: BTreeMap<String, Figure>,
}

impl Platform {
    /// The figure of an operation.
    pub fn figure(&self, id: &str) -> Option<Figure> {
        self.figures.get(id).copied()
    }
}

/// The machines of some runs, in the order in which they first appear, with the newest figure of
/// `who` for each operation. A run that a gate did not pass has none.
pub fn measured(runs: &[Run], who: &str) -> Vec<Platform> {
    let mut runs: Vec<&Run> =
        runs.iter().filter(|run| run.gate.suites.iter().all(|suite| suite.failed == 0)).collect();
    runs.sort_by(|a, b| a.id.cmp(&b.id));
    let mut all: Vec<(String, Platform, BTreeMap<String, &Run>)> = Vec::new();
    for run in runs {
        let rows: Vec<(&str, f64)> = run
            .operations
            .iter()
            .filter(|operation| QUANTITIES.iter().any(|(id, _)| *id == operation.id))
            .filter_map(|operation| {
                let row = operation.rows.iter().find(|row| row.implementation == who)?;
                Some((operation.id.as_str(), row.cpu_ns))
            })
            .collect();
        if rows.is_empty() {
            continue;
        }
        let key = &run.machine.fingerprint;
        let place = all.iter().position(|(known, ..)| known == key).unwrap_or_else(|| {
            all.push((key.clone(), machine(run), BTreeMap::new()));
            all.len() - 1
        });
        let (_, platform, from) = &mut all[place];
        for (id, ns) in rows {
            platform.figures.insert(id.to_owned(), Figure::Time(ns));
            from.insert(id.to_owned(), run);
        }
    }
    let finish = |(_, mut platform, from): (String, Platform, BTreeMap<String, &Run>)| {
        let mut ids: Vec<String> = from.values().map(|run| run.id.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        platform.source =
            Source::Measured { runs: ids, fit: from.values().all(|run| run.health.fit) };
        // Newer runs may have had a faster engine than older ones.
        let mut engines: Vec<&str> = from.values().filter_map(|run| engine(run, who)).collect();
        engines.sort_unstable();
        engines.dedup();
        platform.details += &format!("; {who}: {}", engines.join("; in other runs: "));
        platform
    };
    all.into_iter().map(finish).collect()
}

fn engine<'a>(run: &'a Run, who: &str) -> Option<&'a str> {
    run.implementations.iter().find(|one| one.name == who).map(|one| one.engine.as_str())
}

fn machine(run: &Run) -> Platform {
    let machine = &run.machine;
    Platform {
        name: machine.cpu_name(),
        details: format!("{:.2} GHz", machine.clock_ghz),
        source: Source::Measured { runs: Vec::new(), fit: true },
        figures: BTreeMap::new(),
    }
}

/// What stands in the ledger of the firmware for an operation of the table.
const LEDGER: [(&str, &str); 9] = [
    ("fp_mul", "bls12-381/fp_mul"),
    ("fp_sqr", "bls12-381/fp_sqr"),
    ("fp_add", "bls12-381/fp_add"),
    ("fp_inv", "bls12-381/fp_inv"),
    ("hash_to_g1", "bls12-381/hash_to_g1"),
    ("koblitz_mul", "secp256k1/fp_mul"),
    ("koblitz_sqr", "secp256k1/fp_sqr"),
    ("koblitz_add", "secp256k1/fp_add"),
    ("generator_mul", "secp256k1/generator_mul"),
];

/// The chip of `chip/firmware/ledger.txt`: lines `row | instructions | stack`, of which those that
/// the table knows, by their name there or by an operation's id. `None` if there is none of them.
pub fn counted(name: &str, ledger: &str) -> Option<Platform> {
    let mut platform = Platform {
        name: name.to_owned(),
        details: "instructions, not nanoseconds".to_owned(),
        source: Source::Counted("chip/firmware/ledger.txt".to_owned()),
        figures: BTreeMap::new(),
    };
    for line in ledger.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split('|').map(str::trim);
        let (Some(row), Some(count)) = (parts.next(), parts.next()) else { continue };
        if row == "compiler" {
            platform.details = format!("instructions, not nanoseconds; {count}");
        }
        let named = LEDGER.iter().find(|(known, _)| *known == row).map(|(_, id)| *id);
        let id = named.or_else(|| QUANTITIES.iter().map(|(id, _)| *id).find(|id| *id == row));
        if let (Some(id), Ok(count)) = (id, count.parse()) {
            platform.figures.insert(id.to_owned(), Figure::Instructions(count));
        }
    }
    (!platform.figures.is_empty()).then_some(platform)
}

/// What a board printed: lines `platform | name`, `details | words`, and `operation | nanoseconds`;
/// other lines are what else was on the wire.
///
/// # Errors
/// What is missing, in words.
pub fn printed(text: &str, file: &str) -> Result<Platform, String> {
    let fields = |line: &str| {
        line.split_once('|').map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
    };
    let (mut name, mut details, mut figures) = (None, String::new(), BTreeMap::new());
    for (key, value) in text.lines().filter_map(fields) {
        let known = QUANTITIES.iter().any(|(id, _)| *id == key);
        match (key.as_str(), value.trim_end_matches("ns").trim().parse::<f64>()) {
            ("platform", _) => name = Some(value),
            ("details", _) => details = value,
            (_, Ok(ns)) if known && ns > 0.0 && ns.is_finite() => {
                figures.insert(key, Figure::Time(ns));
            }
            (_, _) if known => return Err(format!("{key}: {value:?} is no time in nanoseconds")),
            _ => (),
        }
    }
    let name = name.ok_or("no line `platform | name`")?;
    if figures.is_empty() {
        return Err("no line `operation | nanoseconds` with an operation of the table".to_owned());
    }
    Ok(Platform { name, details, source: Source::Printed(file.to_owned()), figures })
}

/// Figures of others for the same operations, with their source.
pub fn published() -> Vec<Platform> {
    const SOURCE: &str = "UltrafastSecp256k1, “ESP32 Benchmarks”, 13 February 2026";
    let one = |name: &str, details: &str, figures: &[(&str, f64)]| Platform {
        name: name.to_owned(),
        details: details.to_owned(),
        source: Source::Published(SOURCE.to_owned()),
        figures: figures
            .iter()
            .map(|(id, ns)| (format!("secp256k1/{id}"), Figure::Time(*ns)))
            .collect(),
    };
    vec![
        one(
            "ESP32-S3",
            "240 MHz; portable C++",
            &[
                ("fp_mul", 7458.0),
                ("fp_sqr", 7592.0),
                ("fp_add", 636.0),
                ("generator_mul", 2_483_000.0),
            ],
        ),
        one(
            "Milk-V Mars (RISC-V)",
            "1.5 GHz; C++",
            &[("fp_mul", 197.0), ("generator_mul", 40_000.0)],
        ),
        one("x86-64 (i5)", "3.5 GHz; C++", &[("fp_mul", 33.0), ("generator_mul", 5000.0)]),
    ]
}

/// The operations that any of them has.
pub fn rows(platforms: &[Platform]) -> Vec<(&'static str, &'static str)> {
    let has = |id: &str| platforms.iter().any(|platform| platform.figure(id).is_some());
    QUANTITIES.into_iter().filter(|(id, _)| has(id)).collect()
}

/// A figure in words: `33.6 ns`, `2.48 ms`, `5 985 207 instr.`.
pub fn words(figure: Figure) -> String {
    match figure {
        Figure::Time(ns) => {
            let (value, unit) = match ns {
                x if x < 999.5 => (x, "ns"),
                x if x < 999.5e3 => (x * 1e-3, "µs"),
                x if x < 999.5e6 => (x * 1e-6, "ms"),
                x => (x * 1e-9, "s"),
            };
            let decimals = match value {
                x if x < 9.995 => 2,
                x if x < 99.95 => 1,
                _ => 0,
            };
            format!("{value:.decimals$} {unit}")
        }
        Figure::Instructions(count) => {
            let digits = count.to_string();
            let mut text = String::new();
            for (index, digit) in digits.chars().enumerate() {
                if index > 0 && (digits.len() - index).is_multiple_of(3) {
                    text.push(' ');
                }
                text.push(digit);
            }
            format!("{text} instr.")
        }
    }
}

/// The table in Markdown, then a line on each platform.
pub fn markdown(platforms: &[Platform]) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let mut text = String::from("| |");
    for platform in platforms {
        let _ = write!(text, " {} ({}) |", cell(&platform.name), platform.source.word());
    }
    text += "\n|---|";
    text += &"---:|".repeat(platforms.len());
    text.push('\n');
    for (id, title) in rows(platforms) {
        let _ = write!(text, "| {title} |");
        for platform in platforms {
            let _ =
                write!(text, " {} |", platform.figure(id).map_or_else(|| "–".to_owned(), words));
        }
        text.push('\n');
    }
    text.push('\n');
    for platform in platforms {
        let _ = writeln!(
            text,
            "* {}: {}. {}.",
            platform.name,
            platform.source.sentence(),
            platform.details
        );
    }
    text
}

#[cfg(test)]
mod tests;
