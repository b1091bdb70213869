//! A benchmark history that others have published, read as this lab reads its own.
//!
//! What was published are typical times per commit and criterion's verdicts, without the machine.
//! So the machine is inferred: the spread of all figures between two runs tells whether the CPU is
//! of the same kind, and SHA-256 against BLAKE2b tells whether it has instructions for SHA-256,
//! since nothing else of that size sets the two apart. Sentences are made from the figures alone.

use crate::statistics::median;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Two runs whose figures differ among themselves by more than this, as a robust standard deviation
/// of log-ratios, are not from one kind of CPU: between equal ones it is 0.003 to 0.04 in the
/// published history, between others 0.09 to 0.15.
const OTHER_CPU: f64 = 0.06;

/// A time as it was published.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Nanoseconds per call.
    pub ns: f64,
    /// Half of its interval's width.
    pub half: f64,
    /// Criterion's verdict against the run before: `R`, `I`, `N`, if there was one.
    pub verdict: Option<char>,
}

/// The figures of a commit.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// First digits of the commit.
    pub commit: String,
    /// By benchmark.
    pub figures: BTreeMap<String, Figure>,
}

/// The first line of a table of a published history.
pub const HEADER: &str = "commit,id,typical_ns,half_ns,verdict";

/// Reads the table under [`HEADER`], runs in the order of time.
///
/// # Errors
/// The number of the first line that is no such row, from one.
pub fn read(table: &str) -> Result<Vec<Published>, usize> {
    let mut runs: Vec<Published> = Vec::new();
    let mut lines = table.lines().enumerate();
    if lines.next().is_none_or(|(_, header)| header != HEADER) {
        return Err(1);
    }
    for (index, line) in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let number =
            |text: &str| text.parse::<f64>().ok().filter(|ns| ns.is_finite() && *ns >= 0.0);
        let [commit, id, ns, half, verdict] = fields[..] else { return Err(index + 1) };
        let (Some(ns), Some(half)) = (number(ns).filter(|&ns| ns > 0.0), number(half)) else {
            return Err(index + 1);
        };
        let figure = Figure { ns, half, verdict: verdict.chars().next() };
        match runs.last_mut().filter(|run| run.commit == commit) {
            Some(run) => drop(run.figures.insert(id.to_owned(), figure)),
            None => {
                let figures = BTreeMap::from([(id.to_owned(), figure)]);
                runs.push(Published { commit: commit.to_owned(), figures });
            }
        }
    }
    Ok(runs)
}

/// What lies between a run and the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Benchmarks that both have.
    pub common: usize,
    /// Median of their log-ratios: what all did together.
    pub mode: f64,
    /// Robust standard deviation around it.
    pub spread: f64,
    /// Benchmarks that moved by more than 5 %.
    pub moved: usize,
    /// The same when the common mode is removed.
    pub moved_alone: usize,
    /// Criterion's verdicts in the newer run: regressed, improved, no change.
    pub verdicts: [usize; 3],
}

impl Step {
    /// Compares two runs. `None` if they have nothing in common.
    pub fn between(old: &Published, new: &Published) -> Option<Self> {
        let pairs =
            new.figures.iter().filter_map(|(id, figure)| Some((figure, old.figures.get(id)?)));
        let logs: Vec<f64> = pairs.map(|(new, old)| (new.ns / old.ns).ln()).collect();
        let mode = median(&logs)?;
        let off: Vec<f64> = logs.iter().map(|log| (log - mode).abs()).collect();
        // The median of |N(0, σ²)| is the third quartile of the normal distribution times σ.
        let spread = median(&off)? * 1.4826;
        let beyond =
            |logs: &mut dyn Iterator<Item = f64>| logs.filter(|log| log.abs() > 0.05).count();
        let verdicts = ['R', 'I', 'N'].map(|verdict| {
            new.figures.values().filter(|figure| figure.verdict == Some(verdict)).count()
        });
        let (moved, moved_alone) =
            (beyond(&mut logs.iter().copied()), beyond(&mut off.iter().copied()));
        Some(Self { common: logs.len(), mode, spread, moved, moved_alone, verdicts })
    }

    /// Whether the two ran on CPUs of different kinds.
    pub fn other_cpu(&self) -> bool {
        self.spread > OTHER_CPU
    }
}

/// The hash functions whose order depends on the CPU, and the size of message, as the benchmarks
/// are named.
const HASHES: [(&str, &str); 5] = [
    ("SHA-256", "Hash/Sha256/1024"),
    ("SHA-512", "Hash/Sha512/1024"),
    ("SHA3-256", "Hash/Sha3_256/1024"),
    ("BLAKE2b", "Hash/Blake2b256/1024"),
    ("BLAKE3", "Hash/Blake3/1024"),
];

impl Published {
    fn ns(&self, id: &str) -> Option<f64> {
        self.figures.get(id).map(|figure| figure.ns)
    }

    /// SHA-256's time over that of BLAKE2b for 1 KiB: below one only with instructions for SHA-256,
    /// about four without.
    pub fn canary(&self) -> Option<f64> {
        Some(self.ns("Hash/Sha256/1024")? / self.ns("Hash/Blake2b256/1024")?)
    }

    /// The hash functions by their time for 1 KiB, least first.
    pub fn hashes(&self) -> Vec<(&'static str, f64)> {
        let mut found: Vec<_> =
            HASHES.iter().filter_map(|(name, id)| Some((*name, self.ns(id)?))).collect();
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        found
    }

    /// From how many items on `second` is faster than `first`, both named up to their size, by
    /// straight lines between the sizes that were measured; and the least and the most that it can
    /// be when each time is off by its interval. `None` if they do not cross once.
    pub fn crossover(&self, first: &str, second: &str) -> Option<[f64; 3]> {
        let sizes = |prefix: &str| -> BTreeMap<u32, Figure> {
            let named = self
                .figures
                .iter()
                .filter_map(|(id, figure)| Some((id.strip_prefix(prefix)?, figure)));
            named
                .filter_map(|(size, figure)| Some((size.strip_prefix('/')?.parse().ok()?, *figure)))
                .collect()
        };
        let (first, second) = (sizes(first), sizes(second));
        let both: Vec<(f64, Figure, Figure)> = first
            .iter()
            .filter_map(|(size, figure)| Some((f64::from(*size), *figure, *second.get(size)?)))
            .collect();
        // The sign of the error of each: the crossing comes earliest when the first is slower than
        // it seems and the second faster.
        let at = |sign: f64| {
            let gap = |(_, first, second): &(f64, Figure, Figure)| {
                (first.ns + sign * first.half) - (second.ns - sign * second.half)
            };
            let mut crossings =
                both.windows(2).filter(|pair| gap(&pair[0]) <= 0.0 && gap(&pair[1]) > 0.0);
            let pair = crossings.next().filter(|_| crossings.next().is_none())?;
            let (from, to) = (gap(&pair[0]), gap(&pair[1]));
            Some(pair[0].0 + (pair[1].0 - pair[0].0) * from / (from - to))
        };
        Some([at(0.0)?, at(1.0)?, at(-1.0)?])
    }
}

/// What the history shows, a sentence a line, each from its figures alone.
pub fn sentences(runs: &[Published]) -> String {
    let mut out = String::new();
    for pair in runs.windows(2) {
        if let Some(step) = Step::between(&pair[0], &pair[1]) {
            let (old, new) = (&pair[0].commit, &pair[1].commit);
            let [regressed, improved, level] = step.verdicts;
            say(
                &mut out,
                &format!(
                    "{old} to {new}: {} benchmarks moved by {:+.1} % in common and by {:.1} % around that; {} moved by over 5 %, {} when the common mode is removed; criterion said regressed {regressed}, improved {improved}, no change {level}.",
                    step.common,
                    100.0 * step.mode.exp_m1(),
                    100.0 * step.spread,
                    step.moved,
                    step.moved_alone,
                ),
            );
            if step.other_cpu() {
                let why = canary_words(&pair[0], &pair[1]).unwrap_or_default();
                say(
                    &mut out,
                    &format!(
                        "{old} to {new}: the machine is another, and no benchmark is to be compared{why}."
                    ),
                );
            }
        }
    }
    for (name, second) in [("min-sig", "BLS12381MinSig"), ("min-pk", "BLS12381MinPk")] {
        let second = format!("Verify batch/{second}_aggregated");
        let found: Vec<[f64; 3]> = runs
            .iter()
            .filter_map(|run| run.crossover("Verify batch/Ed25519_batch", &second))
            .collect();
        let sorted = |i: usize| found.iter().map(|at| at[i]).collect::<Vec<f64>>();
        let least = |i| sorted(i).into_iter().fold(f64::INFINITY, f64::min);
        let most = |i| sorted(i).into_iter().fold(0.0, f64::max);
        if let Some(middle) = median(&sorted(0)) {
            say(
                &mut out,
                &format!(
                    "A batch of Ed25519 signatures takes longer than a BLS aggregate ({name}) from {middle:.1} signatures on: {:.1} to {:.1} in {} runs, {:.1} to {:.1} with the intervals of each.",
                    least(0),
                    most(0),
                    found.len(),
                    least(1),
                    most(2),
                ),
            );
        }
    }
    if let Some(text) = table_size(runs) {
        say(&mut out, &text);
    }
    if let Some(text) = rank_flip(runs) {
        say(&mut out, &text);
    }
    out
}

fn say(out: &mut String, sentence: &str) {
    writeln!(out, "{sentence}").expect("a string takes everything");
}

fn canary_words(old: &Published, new: &Published) -> Option<String> {
    let (before, after) = (old.canary()?, new.canary()?);
    let which = if after < 1.0 {
        "the new CPU has instructions for SHA-256, the old one had none"
    } else {
        "the new CPU has no instructions for SHA-256, the old one had"
    };
    let words = format!(
        ": SHA-256 took {before:.2} times the time of BLAKE2b and takes {after:.2}, so {which}"
    );
    ((before < 1.0) != (after < 1.0)).then_some(words)
}

/// Tables of 128 points against tables of 256.
fn table_size(runs: &[Published]) -> Option<String> {
    let name = |points: u32| format!("Double Scalar Multiplication/Secp256r1 Straus ({points})");
    let mut ratios = Vec::new();
    for run in runs {
        if let (Some(large), Some(small)) = (run.ns(&name(256)), run.ns(&name(128))) {
            ratios.push(large / small);
        }
    }
    let (least, most) = (
        ratios.iter().copied().fold(f64::INFINITY, f64::min),
        ratios.iter().copied().fold(0.0, f64::max),
    );
    let verdict = match () {
        () if least >= 0.99 && most < 1.02 => "128 = 256 points: twice the memory gains nothing",
        () if most < 0.99 => "256 points are faster than 128",
        () => "128 and 256 points are not told apart",
    };
    (!ratios.is_empty()).then(|| {
        let count = ratios.len();
        format!("Double scalar multiplication on P-256: {verdict}; 256 points take {least:.4} to {most:.4} times the time of 128 in {count} runs.")
    })
}

/// The order of hash functions on CPUs with and without instructions for SHA-256.
fn rank_flip(runs: &[Published]) -> Option<String> {
    let of = |with: bool| {
        runs.iter().rev().find(|run| run.canary().is_some_and(|canary| (canary < 1.0) == with))
    };
    let words = |run: &Published| {
        let order: Vec<String> =
            run.hashes().iter().map(|(name, ns)| format!("{name} {:.2}", ns / 1e3)).collect();
        format!("{} µs ({})", order.join(", "), run.commit)
    };
    let (with, without) = (of(true)?, of(false)?);
    let rank = |run: &Published| {
        run.hashes().iter().position(|(name, _)| *name == "SHA-256").map(|at| at + 1)
    };
    Some(format!(
        "SHA-256 of 1 KiB is number {} of {} hash functions with instructions for it, {}, and number {} without, {}: the order is the machine's.",
        rank(with)?,
        with.hashes().len(),
        words(with),
        rank(without)?,
        words(without)
    ))
}

#[cfg(test)]
mod tests;
