//! The file of a run: JSON Lines, written whole or not at all.
//!
//! The first line is the header (everything that is known before the first block), then comes one
//! line per operation, then the summary; a run that is part of a folder's chain ends with its seal
//! ([`crate::chain`]). Text that is read line by line keeps its history well under version control,
//! and a reader can take the header of a thousand runs without parsing their rounds.
//! `docs/store.md` describes the format.

use crate::chain::Seal;
use crate::run::{Build, Gate, Health, Implementation, Machine, Method, Operation, Run, SCHEMA};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::{error, fmt};

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`SCHEMA`].
    pub schema: u32,
    /// As in [`Run`].
    pub id: String,
    /// As in [`Run`].
    pub started: String,
    /// As in [`Run`].
    pub build: Build,
    /// As in [`Run`].
    pub machine: Machine,
    /// As in [`Run`].
    pub method: Method,
    /// As in [`Run`].
    pub gate: Gate,
    /// As in [`Run`].
    pub implementations: Vec<Implementation>,
}

impl Header {
    /// The header of `run`.
    pub fn of(run: &Run) -> Self {
        Self {
            schema: run.schema,
            id: run.id.clone(),
            started: run.started.clone(),
            build: run.build.clone(),
            machine: run.machine.clone(),
            method: run.method.clone(),
            gate: run.gate.clone(),
            implementations: run.implementations.clone(),
        }
    }

    /// The run that begins so, with what came after.
    pub fn with(self, operations: Vec<Operation>, seconds: f64, health: Health) -> Run {
        Run {
            schema: self.schema,
            id: self.id,
            started: self.started,
            seconds,
            build: self.build,
            machine: self.machine,
            method: self.method,
            gate: self.gate,
            implementations: self.implementations,
            operations,
            health,
        }
    }
}

/// The line after the operations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// As in [`Run`].
    pub seconds: f64,
    /// Lines of operations before this one: a file that lost some is recognised.
    pub operations: usize,
    /// As in [`Run`].
    pub health: Health,
}

/// Any line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// The first.
    Header(Box<Header>),
    /// Between.
    Operation(Box<Operation>),
    /// After them.
    Summary(Summary),
    /// The last of a file in a chain.
    Seal(Seal),
}

/// Why a file is not a run. Lines count from one.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    Io(io::Error),
    /// It was written by a newer curvemark.
    Newer {
        /// The line that says so.
        line: usize,
        /// Its schema.
        schema: u32,
    },
    /// A line is not what it should be.
    Line {
        /// Which.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It ends before its summary, after this line; after none if there is nothing in it.
    Truncated {
        /// The last line that is there.
        line: usize,
    },
    /// It ends within its seal: the run itself is whole.
    Seal {
        /// The line of the seal.
        line: usize,
    },
}

/// What to do about a file that was cut off.
pub(crate) const WHOLE: &str = "put a whole copy in its place";

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::Newer { line, schema } => write!(
                f,
                "line {line}: written with schema {schema}, this curvemark reads up to {SCHEMA}; use a newer curvemark"
            ),
            Self::Line { line, problem } => write!(f, "line {line}: {problem}"),
            Self::Truncated { line: 0 } => write!(f, "the file is empty; {WHOLE}"),
            Self::Truncated { line } => {
                write!(f, "the file ends after line {line}, before its summary; {WHOLE}")
            }
            Self::Seal { line } => {
                let before = line - 1;
                write!(
                    f,
                    "line {line}: the seal was cut off; {WHOLE}. `head -n {before}` has the whole run, without its place in the chain"
                )
            }
        }
    }
}

impl error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Writes `run` to `out`.
///
/// # Errors
/// Those of `out`.
pub fn write(run: &Run, out: &mut impl Write) -> io::Result<()> {
    line(out, &Line::Header(Box::new(Header::of(run))))?;
    for operation in &run.operations {
        line(out, &Line::Operation(Box::new(operation.clone())))?;
    }
    let summary = Summary {
        seconds: run.seconds,
        operations: run.operations.len(),
        health: run.health.clone(),
    };
    line(out, &Line::Summary(summary))
}

fn line(out: &mut impl Write, line: &Line) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// Writes `run` to a new file at `path`: into a temporary neighbour first, which takes the name
/// when it is complete and on disk.
///
/// # Errors
/// Those of the file system; then there is no file at `path`, or the one that was there before.
pub fn save(run: &Run, path: &Path) -> io::Result<()> {
    replace(path, |out| write(run, out))
}

/// Writes a file whole or not at all. Its content is on disk before it has its name; the name
/// itself is when the folder's own pages are written, which the caller may ask for. What is no
/// file, such as `/dev/null`, is written to and stays what it is.
///
/// # Errors
/// Those of the file system and of `fill`.
pub fn replace(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    if is_device(path) {
        let mut out = BufWriter::new(File::options().append(true).open(path)?);
        fill(&mut out)?;
        return out.flush();
    }
    let temporary = neighbour(path)?;
    let written = (|| {
        let mut out = BufWriter::new(File::create(&temporary)?);
        fill(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(&temporary, path)
    })();
    if written.is_err() {
        // It may never have come to be; the first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Whether [`replace`] could write a file there: makes its neighbour and removes it again.
///
/// # Errors
/// Those of the file system.
pub fn try_place(path: &Path) -> io::Result<()> {
    if is_device(path) {
        return File::options().append(true).open(path).map(drop);
    }
    let temporary = neighbour(path)?;
    File::create(&temporary)?;
    fs::remove_file(&temporary)
}

/// Whether something else than a file is there, such as `/dev/null` or a pipe. It is written to:
/// a file in its place would be a loss for all programs. `/dev/stdout` may stand for a file.
fn is_device(path: &Path) -> bool {
    let open = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    let there = fs::metadata(path);
    there.is_ok_and(|there| !there.is_file() && !there.is_dir())
        || open.iter().any(|open| path.starts_with(open))
}

/// The file that takes the place of `path` when it is whole.
fn neighbour(path: &Path) -> io::Result<PathBuf> {
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(name))
}

/// Reads a run.
///
/// # Errors
/// [`ReadError`], naming the line.
pub fn read(input: impl BufRead) -> Result<Run, ReadError> {
    let mut header: Option<Header> = None;
    let mut summary: Option<Summary> = None;
    let mut operations = Vec::new();
    let mut sealed = false;
    let mut last = 0;
    for (index, text) in input.lines().enumerate() {
        let number = index + 1;
        last = number;
        let wrong = |problem: &str| ReadError::Line { line: number, problem: problem.to_owned() };
        let text = text.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => wrong("not UTF-8 text"),
            _ => ReadError::Io(error),
        })?;
        if sealed {
            return Err(wrong("something follows the seal"));
        }
        if header.is_none() {
            refuse_newer(&text, number)?;
        }
        let line = match parse(&text, number) {
            // Behind a summary nothing but a seal can begin.
            Err(ReadError::Line { .. }) if summary.is_some() && is_cut_seal(&text) => {
                return Err(ReadError::Seal { line: number });
            }
            line => line?,
        };
        match (line, header.is_some()) {
            (Line::Header(found), false) => header = Some(*found),
            (Line::Header(_), true) => return Err(wrong("a second header")),
            (_, false) => return Err(wrong("the first line is not a header")),
            (Line::Seal(_), true) if summary.is_some() => sealed = true,
            (Line::Seal(_), true) => return Err(wrong("a seal before the summary")),
            (_, true) if summary.is_some() => return Err(wrong("something follows the summary")),
            (Line::Operation(operation), true) => operations.push(*operation),
            (Line::Summary(found), true) if found.operations == operations.len() => {
                summary = Some(found)
            }
            (Line::Summary(found), true) => {
                let (said, there) = (found.operations, operations.len());
                return Err(wrong(&format!(
                    "the summary counts {said} operations, {there} are there"
                )));
            }
        }
    }
    let (Some(header), Some(summary)) = (header, summary) else {
        return Err(ReadError::Truncated { line: last });
    };
    Ok(header.with(operations, summary.seconds, summary.health))
}

/// Reads the run at `path`.
///
/// # Errors
/// [`ReadError`], naming the line.
pub fn load(path: &Path) -> Result<Run, ReadError> {
    read(BufReader::new(File::open(path)?))
}

fn parse(text: &str, number: usize) -> Result<Line, ReadError> {
    serde_json::from_str(text)
        .map_err(|error| ReadError::Line { line: number, problem: problem(&error) })
}

/// Whether a line is the beginning of a seal, and no more.
fn is_cut_seal(text: &str) -> bool {
    const BEGINNING: &str = r#"{"seal":"#;
    let cut = serde_json::from_str::<Line>(text).is_err_and(|error| error.is_eof());
    cut && (text.starts_with(BEGINNING) || BEGINNING.starts_with(text))
}

/// What is wrong with a line. The parser counts lines within it, where there is one.
fn problem(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return format!("it ends too soon: the file was cut off; {WHOLE}");
    }
    let (said, place) =
        (error.to_string(), format!(" at line {} column {}", error.line(), error.column()));
    let said = said.strip_suffix(&place).unwrap_or(&said);
    format!("no line of a run: {said}, at character {}", error.column())
}

/// Looks at the schema alone: a newer header may have any shape, and must not fail as malformed.
fn refuse_newer(text: &str, number: usize) -> Result<(), ReadError> {
    #[derive(Deserialize)]
    struct Version {
        schema: u32,
    }
    #[derive(Deserialize)]
    struct Any {
        header: Version,
    }
    match serde_json::from_str::<Any>(text) {
        Ok(any) if any.header.schema > SCHEMA => {
            Err(ReadError::Newer { line: number, schema: any.header.schema })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
