//! The folder of runs: names of new runs, how they come to lie there, and what does.
//!
//! A run under way has a journal ([`crate::journal`]); a stored run has one file, written whole,
//! and its place in the chain ([`crate::chain`]), which sweeps are part of too. Names are taken by
//! creating files that must not exist; the chain grows, and journals begin and are recovered, under
//! an advisory lock on the file `LOCK`, so that any number of processes may use one folder.

use crate::chain::{self, Head, Link, Seal};
use crate::journal::{self, Journal, Lost, Recovered};
use crate::jsonl::{self, Header, ReadError};
use crate::run::Run;
use crate::sweep::Sweep;
use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{error, fmt, fs, io};

/// Where runs lie unless said otherwise, seen from the current folder.
pub const FOLDER: &str = "runs";

/// The file that whoever appends to the chain locks. It is empty and stays.
const LOCK: &str = "LOCK";

/// The start of a run: RFC 3339 in UTC, to the second.
pub fn started(now: SystemTime) -> String {
    humantime::format_rfc3339_seconds(now).to_string()
}

/// A new id: `20260102T030405Z-00ff`. The random digits tell runs of the same second apart; sorting
/// by id is sorting by time.
pub fn new_id(started: &str) -> String {
    let digits: String = started.chars().filter(|c| !matches!(c, '-' | ':')).collect();
    // The standard library's hash keys are the one source of randomness that needs no dependency.
    let random = RandomState::new().build_hasher().finish() & 0xffff;
    format!("{digits}-{random:04x}")
}

/// Where the run with this id lies.
pub fn path(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.jsonl"))
}

/// Where its journal lies while it runs.
pub fn journal_path(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.{}", journal::EXTENSION))
}

/// A run or sweep that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its file.
    pub path: PathBuf,
    /// The head of the chain, which now is this: to be noted elsewhere.
    pub head: Head,
}

/// Begins the journal of the run with this header, in `folder`, which is made if need be.
///
/// # Errors
/// Those of the file system. An id that exists is an error.
pub fn begin(folder: &Path, header: &Header) -> io::Result<Journal> {
    fs::create_dir_all(folder)?;
    // Under the folder's lock, so that nobody takes a journal that is not locked yet for one that
    // was left behind.
    let _alone = alone(folder)?;
    let path = path(folder, &header.id);
    if path.exists() {
        return Err(exists(&path));
    }
    Journal::create(&journal_path(folder, &header.id), header)
}

/// Stores a run under its id, as the last of the folder's chain. An id that exists is never
/// overwritten. Its journal, if there is one, goes.
///
/// The file gets its name when all of it is on disk, and the head follows it. A process that is
/// killed in between leaves a head that is one run behind, and the next run finds that out from the
/// seals.
///
/// # Errors
/// Those of the file system; then nothing is stored, and a journal stays.
pub fn save(run: &Run, folder: &Path) -> io::Result<Stored> {
    fs::create_dir_all(folder)?;
    let _alone = alone(folder)?;
    save_alone(run, folder)
}

/// As [`save`], under the lock of `folder`.
fn save_alone(run: &Run, folder: &Path) -> io::Result<Stored> {
    let mut body = Vec::new();
    jsonl::write(run, &mut body)?;
    append(folder, path(folder, &run.id), &run.id, &journal_path(folder, &run.id), body, Seal::line)
}

/// Writes `body` with its seal, in the form that `end` gives it, to `path`, as the last of the
/// chain of `folder`, whose lock is held; then `journal` goes.
pub(crate) fn append(
    folder: &Path,
    path: PathBuf,
    id: &str,
    journal: &Path,
    mut body: Vec<u8>,
    end: fn(&Seal) -> String,
) -> io::Result<Stored> {
    if path.exists() {
        return Err(exists(&path));
    }
    let seal = Seal::new(&body, head(folder)?.as_ref());
    body.extend_from_slice(end(&seal).as_bytes());
    jsonl::replace(&path, |out| out.write_all(&body))?;
    let head = seal.head(id);
    // It is stored from here on, whatever a disk that is full now refuses: who comes next finds the
    // head from the seals, and removes the journal of a run that is stored.
    let _ = chain::write_head(folder, &head);
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    let _ = fs::remove_file(journal);
    Ok(Stored { path, head })
}

fn exists(path: &Path) -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, format!("{} exists", path.display()))
}

/// The last of the chain: what `HEAD` names, or those that were stored after it without coming to
/// say so. Where `HEAD` is lost, that whose seal has the highest number.
///
/// # Errors
/// Those of the file system, and of a `HEAD` that cannot be read.
pub fn head(folder: &Path) -> io::Result<Option<Head>> {
    let mut head = chain::read_head(folder)?;
    let mut sealed: Vec<(Head, Option<Link>)> = Vec::new();
    for (path, id) in stored(folder)? {
        let Some(seal) = chain::seal_of(&path) else { continue };
        // At most a few are ahead: as many as were killed since the head was last written.
        if head.as_ref().is_none_or(|head| seal.number > head.number) {
            sealed.push((seal.head(&id), seal.previous));
        }
    }
    sealed.sort_by_key(|(head, _)| head.number);
    if head.is_none() {
        return Ok(sealed.pop().map(|(head, _)| head));
    }
    for (next, previous) in sealed {
        if head.as_ref().is_some_and(|head| previous.as_ref() == Some(&head.link)) {
            head = Some(next);
        }
    }
    Ok(head)
}

/// The files of stored runs and sweeps, each with its id, in the order of the ids.
pub(crate) fn stored(folder: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let sweeps = files(folder, "json")?.into_iter().filter(|path| Sweep::is_file(path));
    let paths = files(folder, "jsonl")?.into_iter().chain(sweeps);
    let id = |path: &Path| name(path).split('.').next().unwrap_or_default().to_owned();
    let mut all: Vec<(PathBuf, String)> = paths.map(|path| (path.clone(), id(&path))).collect();
    all.sort_by(|a, b| a.1.cmp(&b.1));
    Ok(all)
}

/// The lock of a folder: while it lives, nobody else appends to the chain, begins a journal or
/// recovers one.
pub(crate) fn alone(folder: &Path) -> io::Result<File> {
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
    lock(&file)?;
    Ok(file)
}

/// Locks a file until it is closed, or its process ends.
///
/// # Errors
/// Those of the file system. On one without locks nobody is kept out: names are still never taken
/// twice.
pub(crate) fn lock(file: &File) -> io::Result<()> {
    match file.lock() {
        Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(error),
        _ => Ok(()),
    }
}

/// What [`recover`] did with a journal that was left behind.
#[derive(Debug)]
pub enum Found {
    /// It became a run.
    Stored {
        /// The run, as it is stored.
        run: Box<Run>,
        /// Where.
        stored: Stored,
        /// Bytes that were dropped.
        dropped: usize,
    },
    /// There was nothing in it to keep, and it was removed. The bytes that were dropped.
    Empty {
        /// Its file.
        path: PathBuf,
        /// Bytes that were dropped.
        bytes: usize,
    },
    /// It was left as it is.
    Left {
        /// Its file.
        path: PathBuf,
        /// Why.
        problem: String,
    },
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stored { run, .. } => {
                let remark = run.health.remarks.first().map_or("", String::as_str);
                write!(
                    f,
                    "run {} was left behind and is stored now, marked as unfit. {remark}",
                    run.id
                )
            }
            Self::Empty { path, bytes } => {
                let name = name(path);
                write!(
                    f,
                    "{name} was left behind by a run that ended before its first visit was stored: {bytes} bytes were dropped"
                )
            }
            Self::Left { path, problem } => write!(f, "{} is left as it is: {problem}", name(path)),
        }
    }
}

fn name(path: &Path) -> std::borrow::Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// Stores what runs that were killed left in `folder`, each as a run that is marked as unfit, and
/// removes their journals and unfinished files, and brings `HEAD` up to the last run of the chain.
/// Runs under way are not touched. A folder that does not exist holds none.
///
/// # Errors
/// Those of the file system; what was not stored by then stays as it was.
pub fn recover(folder: &Path) -> io::Result<Vec<Found>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let _alone = alone(folder)?;
    // Whoever writes one holds the lock: these have lost their writers.
    for path in files(folder, "tmp")? {
        let name = name(&path);
        if name.contains(".jsonl.") || name.starts_with(chain::HEAD) {
            fs::remove_file(&path)?;
        }
    }
    let last = head(folder)?;
    if let Some(last) =
        last.filter(|last| chain::read_head(folder).ok().flatten().as_ref() != Some(last))
    {
        chain::write_head(folder, &last)?;
    }
    let mut found = Vec::new();
    for path in files(folder, journal::EXTENSION)? {
        if !journal::is_live(&path)? {
            found.push(recover_one(folder, &path)?);
        }
    }
    Ok(found)
}

fn recover_one(folder: &Path, path: &Path) -> io::Result<Found> {
    let path = path.to_owned();
    match journal::recover(&fs::read(&path)?) {
        Ok(Recovered { run, dropped, .. }) => {
            if journal_path(folder, &run.id) != path {
                let problem = format!("it is the journal of run {}", run.id);
                return Ok(Found::Left { path, problem });
            }
            if self::path(folder, &run.id).exists() {
                // It was killed after its run was stored: nothing of it is missing.
                fs::remove_file(&path)?;
                return Ok(Found::Left {
                    path,
                    problem: "its run is stored; the journal was removed".to_owned(),
                });
            }
            let stored = save_alone(&run, folder).map_err(|error| {
                let name = name(&path);
                io::Error::new(error.kind(), format!("{name} cannot become a run: {error}"))
            })?;
            Ok(Found::Stored { run: Box::new(run), stored, dropped })
        }
        Err(Lost::Nothing { bytes }) => {
            fs::remove_file(&path)?;
            Ok(Found::Empty { path, bytes })
        }
        Err(lost) => Ok(Found::Left { path, problem: lost.to_string() }),
    }
}

/// Why a file of the folder gives no run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unreadable {
    /// It is damaged.
    Read(ReadError),
    /// Its run is under way.
    Live,
    /// Its run was killed, and nothing of it can be kept.
    Lost(Lost),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Live => f.write_str("the run is under way"),
            Self::Lost(lost) => lost.fmt(f),
        }
    }
}

impl error::Error for Unreadable {}

/// Every run in `folder`, oldest first, each with its path; what cannot be read is given with its
/// reason. A journal that was left behind gives the run that [`recover`] would store; nothing is
/// written. A folder that does not exist holds none.
///
/// # Errors
/// Those of listing the folder.
pub fn list(folder: &Path) -> io::Result<Vec<(PathBuf, Result<Run, Unreadable>)>> {
    let journals = files(folder, journal::EXTENSION)?;
    let mut paths = files(folder, "jsonl")?;
    // The journal of a run that is stored has only not been removed yet.
    paths.extend(journals.into_iter().filter(|journal| !journal.with_extension("jsonl").exists()));
    paths.sort();
    Ok(paths.into_iter().map(|path| (path.clone(), load(&path))).collect())
}

/// The run in a file of the folder, or in a journal that was left behind.
fn load(path: &Path) -> Result<Run, Unreadable> {
    if path.extension().is_none_or(|extension| extension != journal::EXTENSION) {
        return jsonl::load(path).map_err(Unreadable::Read);
    }
    let io = |error| Unreadable::Read(ReadError::Io(error));
    if journal::is_live(path).map_err(io)? {
        return Err(Unreadable::Live);
    }
    let text = fs::read(path).map_err(io)?;
    journal::recover(&text).map(|recovered| recovered.run).map_err(Unreadable::Lost)
}

/// The files of `folder` with this extension, in order of their names.
pub(crate) fn files(folder: &Path, wanted: &str) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == wanted) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;
    use std::time::Duration;

    #[test]
    fn ids_sort_by_time_and_differ() {
        let at = |seconds| started(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(1_767_323_045), "2026-01-02T03:04:05Z");
        let id = new_id(&at(1_767_323_045));
        assert!(id.starts_with("20260102T030405Z-") && id.len() == 21, "{id}");
        assert!(new_id(&at(1)) < new_id(&at(2)));
        let ids: std::collections::HashSet<String> = (0..20).map(|_| new_id(&at(1))).collect();
        assert!(ids.len() > 15, "four random digits");
    }

    #[test]
    fn a_folder_lists_its_runs_and_their_troubles() {
        let folder = std::env::temp_dir().join(format!("curvemark-runs-{}", std::process::id()));
        assert!(list(&folder).expect("absent means empty").is_empty());
        let later = Run { id: "20270102T030405Z-0000".into(), ..sample() };
        let first = save(&later, &folder).expect("a new file");
        let second = save(&sample(), &folder).expect("a new file");
        assert_eq!((first.head.number, second.head.number), (1, 2));
        assert_eq!(head(&folder).expect("readable"), Some(second.head));
        assert_eq!(
            save(&sample(), &folder).expect_err("it exists").kind(),
            io::ErrorKind::AlreadyExists
        );
        fs::write(folder.join("20280101T000000Z-0000.jsonl"), "nonsense").expect("a new file");
        fs::write(folder.join("notes.txt"), "not a run").expect("a new file");
        let found = list(&folder).expect("it exists");
        let ids: Vec<Option<&str>> =
            found.iter().map(|(_, run)| run.as_ref().ok().map(|run| run.id.as_str())).collect();
        assert_eq!(ids, [Some("20260102T030405Z-00ff"), Some("20270102T030405Z-0000"), None]);
        fs::remove_dir_all(&folder).expect("it is ours");
    }

    /// As on a disk that is full after the run itself: what is stored is not called lost.
    #[test]
    fn a_run_is_stored_though_the_head_cannot_be_written() {
        let folder = std::env::temp_dir().join(format!("curvemark-head-{}", std::process::id()));
        let in_the_way = folder.join(format!("HEAD.{}.tmp", std::process::id()));
        fs::create_dir_all(&in_the_way).expect("a temporary folder");
        let stored = save(&sample(), &folder).expect("the run is on disk");
        assert!(stored.path.exists() && chain::read_head(&folder).expect("readable").is_none());
        assert_eq!(head(&folder).expect("readable"), Some(stored.head), "found by its seal");
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
