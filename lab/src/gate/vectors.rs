//! The published cases: the repository's own (`vectors/*.txt`, inside the program) or the full
//! suites from a folder.
//!
//! Both give the same case types. A file that cannot be read does not end the gate: its [`Problem`]
//! takes the place of the cases and fails the suite that needs them.

use core::fmt;
use std::path::PathBuf;

pub mod cases;
mod format;
mod full;
mod repository;

use cases::{
    Batch, Expand, HashToCurve, Keyset, Multiple, Pairing, PointText, RoundTrip, Secret, Signature,
    Uncompressed,
};

/// The variable that names the folder of the full suites.
pub const FOLDER: &str = "CURVEMARK_VECTORS";

/// Why a file of vectors cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem(String);

impl Problem {
    pub(crate) fn at_line(file: &str, line: usize, what: String) -> Self {
        Self(format!("{file}:{line}: {what}"))
    }

    pub(crate) fn of_file(file: &str, what: impl fmt::Display) -> Self {
        Self(format!("{file}: {what}"))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Problem {}

/// Cases with their source.
#[derive(Clone, Debug, PartialEq)]
pub struct Set<T> {
    /// Where the expected values come from.
    pub source: String,
    /// At least one.
    pub cases: Vec<T>,
}

impl<T> Set<T> {
    fn new(file: &str, source: String, cases: Vec<T>, minimum: usize) -> Result<Self, Problem> {
        if cases.len() < minimum {
            let count = cases.len();
            return Err(Problem::of_file(
                file,
                format_args!("has {count} cases, at least {minimum} are needed"),
            ));
        }
        Ok(Self { source, cases })
    }
}

/// Cases, or why there are none.
pub type Loaded<T> = Result<Set<T>, Problem>;

/// Where the cases come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The files inside the program.
    Repository,
    /// A folder with the full suites.
    Full(PathBuf),
}

impl Origin {
    /// The folder that the variable [`FOLDER`] names, or else the repository's own files.
    pub fn from_environment() -> Self {
        match std::env::var_os(FOLDER) {
            Some(folder) if !folder.is_empty() => Self::Full(folder.into()),
            _ => Self::Repository,
        }
    }

    /// As a record says it: no path.
    pub fn words(&self) -> &'static str {
        match self {
            Self::Repository => "the repository's own",
            Self::Full(_) => "the full suites",
        }
    }

    /// Reads everything.
    pub fn load(&self) -> Vectors {
        match self {
            Self::Repository => repository::load(),
            Self::Full(folder) => full::load(folder),
        }
    }
}

/// All cases.
#[derive(Clone, Debug)]
pub struct Vectors {
    /// RFC 9380 expand_message_xmd.
    pub expand: Loaded<Expand>,
    /// RFC 9380 for G1.
    pub hash_g1: Loaded<HashToCurve>,
    /// RFC 9380 for G2.
    pub hash_g2: Loaded<HashToCurve>,
    /// Multiples of the generators.
    pub multiples: Loaded<Multiple>,
    /// Uncompressed encodings.
    pub uncompressed: Loaded<Uncompressed>,
    /// Signatures in G1.
    pub min_sig: Loaded<Signature>,
    /// Signatures in G2.
    pub min_pk: Loaded<Signature>,
    /// Pairing values.
    pub pairings: Loaded<Pairing>,
    /// Cashu v3 round trips.
    pub round_trips: Loaded<RoundTrip>,
    /// Cashu v3 batches.
    pub batches: Loaded<Batch>,
    /// Cashu v3 point validation: compressed encodings.
    pub points: Loaded<PointText>,
    /// Cashu v3 keyset ids.
    pub keysets: Loaded<Keyset>,
    /// Cashu v3 deterministic secrets.
    pub secrets: Loaded<Secret>,
}
