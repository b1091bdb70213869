//! A stored sweep: how batch operations grow with the number of their items, and where one way of
//! curvemark's overtakes another.

use crate::chain::Seal;
use crate::jsonl::WHOLE;
use crate::run::{Build, Contract, Implementation, Machine, Ratio};
use crate::runs::{self, Stored};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::{fs, io};

pub mod journal;

/// The format of a stored sweep. The second has the seal of a chain as its last member.
pub const SCHEMA: u32 = 2;

/// A whole sweep, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Its id; the name of its file begins with it.
    pub id: String,
    /// Start, RFC 3339, UTC.
    pub started: String,
    /// How long it took.
    pub seconds: f64,
    /// What was built.
    pub build: Build,
    /// Where it ran.
    pub machine: Machine,
    /// Seed of inputs and orders.
    pub seed: u64,
    /// Seconds for each point.
    pub budget_s: f64,
    /// The threads that one thread was measured beside, in wall time; absent where it was
    /// thread-CPU time.
    pub threads: Option<u16>,
    /// Whether the thread was pinned to a CPU.
    pub pinned: bool,
    /// Who took part, the baseline first.
    pub implementations: Vec<Implementation>,
    /// The curves.
    pub families: Vec<Curve>,
    /// The crossovers, where they were asked for.
    pub crossovers: Vec<Found>,
    /// What was left out and why.
    pub remarks: Vec<String>,
}

impl Sweep {
    /// What the names of files of stored sweeps end with, after the id.
    pub const SUFFIX: &'static str = ".sweep.json";

    /// A stored sweep.
    ///
    /// # Errors
    /// Why the file is none that this version reads.
    pub fn load(path: &Path) -> Result<Self, String> {
        Self::parse(&fs::read(path).map_err(|error| error.to_string())?)
    }

    /// A stored sweep, from the bytes of its file.
    ///
    /// # Errors
    /// Why they are none that this version reads.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let sweep: Self = serde_json::from_slice(bytes).map_err(|error| {
            match (bytes.is_empty(), error.is_eof()) {
                (true, _) => format!("the file is empty; {WHOLE}"),
                (_, true) => format!("it ends too soon: the file was cut off; {WHOLE}"),
                _ => format!("no stored sweep: {error}"),
            }
        })?;
        if !sweep.is_readable() {
            return Err(format!(
                "a sweep of format {}; this version reads up to {SCHEMA}",
                sweep.schema
            ));
        }
        Ok(sweep)
    }

    /// Whether this version reads its format.
    const fn is_readable(&self) -> bool {
        matches!(self.schema, 1..=SCHEMA)
    }

    /// Whether a file's name is that of a stored sweep.
    pub fn is_file(path: &Path) -> bool {
        path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(Self::SUFFIX))
    }

    /// Where the sweep with this id lies.
    pub fn path(folder: &Path, id: &str) -> PathBuf {
        folder.join(format!("{id}{}", Self::SUFFIX))
    }

    /// Stores it under its id, whole or not at all, as the last of the folder's chain
    /// ([`crate::chain`]); its journal, if there is one, goes. An id that exists is never
    /// overwritten.
    ///
    /// # Errors
    /// Those of the file system; then nothing is stored, and a journal stays.
    pub fn save(&self, folder: &Path) -> io::Result<Stored> {
        fs::create_dir_all(folder)?;
        let _alone = runs::alone(folder)?;
        self.save_alone(folder)
    }

    /// As [`Self::save`], under the lock of `folder`.
    fn save_alone(&self, folder: &Path) -> io::Result<Stored> {
        let mut text = serde_json::to_string_pretty(self)?;
        // The seal is the last member, and closes the object again.
        let end = text.strip_suffix("\n}").ok_or(io::ErrorKind::InvalidData)?.len();
        text.truncate(end);
        let (path, journal) = (Self::path(folder, &self.id), journal::path(folder, &self.id));
        runs::append(folder, path, &self.id, &journal, text.into_bytes(), Seal::member)
    }
}

/// Every sweep in `folder`, oldest first, each with its path; what cannot be read is given with its
/// reason. The journal of a sweep that was killed gives what it kept; nothing is written. A folder
/// that does not exist holds none.
///
/// # Errors
/// Those of listing the folder.
pub fn list(folder: &Path) -> io::Result<Vec<(PathBuf, Result<Sweep, String>)>> {
    let mut all: Vec<(PathBuf, Result<Sweep, String>)> = runs::files(folder, "json")?
        .into_iter()
        .filter(|path| Sweep::is_file(path))
        .map(|path| (path.clone(), Sweep::load(&path)))
        .collect();
    for path in runs::files(folder, journal::EXTENSION)? {
        if all.iter().any(|(stored, _)| *stored == path.with_extension("sweep.json")) {
            continue;
        }
        let sweep = if crate::journal::is_live(&path)? {
            Err("the sweep is under way".to_owned())
        } else {
            let left = journal::recover(&fs::read(&path)?).map(|left| left.sweep);
            left.map_err(|lost| lost.to_string())
        };
        all.push((path, sweep));
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(all)
}

/// The points of one family.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The family.
    pub id: String,
    /// What it does.
    pub title: String,
    /// What an item is.
    pub item: String,
    /// The contract of all rows.
    pub contract: Contract,
    /// In order of size.
    pub points: Vec<Point>,
}

/// All rows at one size, measured interleaved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// How many items.
    pub items: usize,
    /// The baseline first.
    pub rows: Vec<PointRow>,
    /// Bytes of the table, or of whatever a call reads again and again at this size, where the
    /// family says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_bytes: Option<u64>,
}

/// One implementation at one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointRow {
    /// Who.
    pub implementation: String,
    /// Median over rounds of the time of a call, nanoseconds: thread-CPU time, or wall time in a
    /// sweep over threads.
    pub cpu_ns: f64,
    /// Rounds.
    pub rounds: u32,
    /// Median over rounds of this row's time over the first row's; 1 for the first.
    pub ratio: f64,
    /// Its interval, where there were visits enough.
    pub interval: Option<Ratio>,
}

/// Both ways of one crossover, on one family.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The crossover's name.
    pub name: String,
    /// The family.
    pub family: String,
    /// The ways below and beyond.
    pub ways: [String; 2],
    /// The least number of items for the second way, in the code.
    pub in_code: usize,
    /// The least measured size from which on the second way took less time at every size; absent if
    /// there is none.
    pub measured: Option<usize>,
    /// The sizes at which the code takes the slower way: its time is at least 5 % more, and its
    /// interval beyond one.
    pub wrong: Vec<usize>,
    /// Sizes, and the time of the first way over the second's.
    pub points: Vec<Point>,
}
