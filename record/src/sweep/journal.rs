//! What a sweep has measured so far, on disk while it runs, and what is left of it if it is killed.
//!
//! As a run has one ([`crate::journal`]): `ID.sweep-journal`, lines of JSON that are appended with
//! one `write` each. Since a point is final when it is measured, a line is a point, and what is
//! left needs no more than to be put together. At the end the sweep is stored whole and its journal
//! goes.

use super::{Curve, Found, Point, Sweep};
use crate::runs;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{error, fmt};

/// How the file of a sweep's journal ends.
pub const EXTENSION: &str = "sweep-journal";

/// Where the journal of the sweep with this id lies while it runs.
pub fn path(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.{EXTENSION}"))
}

/// Any line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// The first: the sweep without curves.
    Sweep(Box<Sweep>),
    /// A curve begins; it has no points yet.
    Curve(Curve),
    /// A point of the curve that began last.
    Point(Point),
    /// A crossover.
    Crossover(Found),
    /// Something was left out.
    Remark(String),
}

/// The journal of a sweep under way. While it lives, others see that the sweep does
/// ([`crate::journal::is_live`]).
#[derive(Debug)]
pub struct Journal {
    file: File,
    failed: Option<io::ErrorKind>,
}

impl Journal {
    /// Begins the journal of a sweep in `folder`, which is made if need be.
    ///
    /// # Errors
    /// Those of the file system. An id that exists is an error.
    pub fn begin(folder: &Path, sweep: &Sweep) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        // Under the folder's lock, so that nobody takes a journal that is not locked yet for one
        // that was left behind.
        let _alone = runs::alone(folder)?;
        let path = path(folder, &sweep.id);
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        runs::lock(&file)?;
        let mut journal = Self { file, failed: None };
        let bare = Sweep { families: Vec::new(), crossovers: Vec::new(), ..sweep.clone() };
        let first = journal.write(&Line::Sweep(Box::new(bare)));
        first.and_then(|()| journal.file.sync_all()).inspect_err(|_| {
            // A journal without its first line is nobody's. It may be beyond removing, too.
            let _ = fs::remove_file(&path);
        })?;
        Ok(journal)
    }

    /// A curve begins.
    ///
    /// # Errors
    /// Those of the file system. After one, every further line is refused with its kind: a line
    /// behind half a line would be lost to whoever recovers.
    pub fn curve(&mut self, curve: &Curve) -> io::Result<()> {
        self.write(&Line::Curve(Curve { points: Vec::new(), ..curve.clone() }))
    }

    /// A point of the curve that began last.
    ///
    /// # Errors
    /// As [`Self::curve`].
    pub fn point(&mut self, point: &Point) -> io::Result<()> {
        self.write(&Line::Point(point.clone()))
    }

    /// A crossover.
    ///
    /// # Errors
    /// As [`Self::curve`].
    pub fn crossover(&mut self, found: &Found) -> io::Result<()> {
        self.write(&Line::Crossover(found.clone()))
    }

    /// Something was left out.
    ///
    /// # Errors
    /// As [`Self::curve`].
    pub fn remark(&mut self, remark: &str) -> io::Result<()> {
        self.write(&Line::Remark(remark.to_owned()))
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        if let Some(kind) = self.failed {
            return Err(kind.into());
        }
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        self.file.write_all(&bytes).inspect_err(|error| self.failed = Some(error.kind()))
    }
}

/// What a journal gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Recovered {
    /// The sweep, with a remark that says what happened.
    pub sweep: Sweep,
    /// Bytes after the last whole line, which are dropped.
    pub dropped: usize,
}

/// Why a journal gives no sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lost {
    /// The sweep ended before its first point.
    Nothing {
        /// Bytes in the file.
        bytes: usize,
    },
    /// The first line is no sweep, or one of a newer curvemark.
    NotAJournal,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing { bytes } => {
                write!(
                    f,
                    "the sweep ended before its first point was stored; {bytes} bytes hold no measurement"
                )
            }
            Self::NotAJournal => {
                f.write_str("the first line is not a sweep that this curvemark reads")
            }
        }
    }
}

impl error::Error for Lost {}

/// Makes a sweep from what is left of its journal: every whole line counts, and what follows the
/// last one is dropped. A line that is whole but damaged ends it too.
///
/// # Errors
/// [`Lost`].
pub fn recover(journal: &[u8]) -> Result<Recovered, Lost> {
    let mut lines =
        journal.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let nothing = Lost::Nothing { bytes: journal.len() };
    let first = lines.next().ok_or(nothing)?;
    let Ok(Line::Sweep(sweep)) = serde_json::from_slice(first) else {
        return Err(Lost::NotAJournal);
    };
    if !sweep.is_readable() {
        return Err(Lost::NotAJournal);
    }
    let (mut sweep, mut kept, mut points) = (*sweep, first.len(), 0usize);
    for line in lines {
        match serde_json::from_slice(line) {
            Ok(Line::Curve(curve)) => sweep.families.push(curve),
            Ok(Line::Point(point)) => match sweep.families.last_mut() {
                Some(curve) => {
                    curve.points.push(point);
                    points += 1;
                }
                None => break,
            },
            Ok(Line::Crossover(found)) => {
                points += found.points.len();
                sweep.crossovers.push(found);
            }
            Ok(Line::Remark(remark)) => sweep.remarks.push(remark),
            Ok(Line::Sweep(_)) | Err(_) => break,
        }
        kept += line.len();
    }
    if points == 0 {
        return Err(nothing);
    }
    // Sizes between others are measured last.
    sweep.families.iter_mut().for_each(|curve| curve.points.sort_by_key(|point| point.items));
    let dropped = journal.len() - kept;
    let tail = if dropped == 0 {
        String::new()
    } else {
        format!(", and {dropped} bytes of an unfinished one were dropped")
    };
    sweep
        .remarks
        .insert(0, format!("The sweep did not come to its end: {points} points are kept{tail}."));
    Ok(Recovered { sweep, dropped })
}

/// Stores what sweeps that were killed left in `folder`, and says so, a sentence for each. Sweeps
/// under way are not touched. A folder that does not exist holds none.
///
/// # Errors
/// Those of the file system; what was not stored by then stays as it was.
pub fn recover_all(folder: &Path) -> io::Result<Vec<String>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let _alone = runs::alone(folder)?;
    // A head that cannot be read is said now, and not when a sweep has been measured.
    runs::head(folder)?;
    for path in runs::files(folder, "tmp")? {
        // Whoever writes one holds the lock: these have lost their writers.
        if path.to_string_lossy().contains(Sweep::SUFFIX) {
            fs::remove_file(&path)?;
        }
    }
    let mut said = Vec::new();
    for path in runs::files(folder, EXTENSION)? {
        if crate::journal::is_live(&path)? {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        said.push(match recover(&fs::read(&path)?) {
            Ok(Recovered { sweep, .. }) if self::path(folder, &sweep.id) != path => {
                format!("{name} is left as it is: it is the journal of sweep {}", sweep.id)
            }
            Ok(Recovered { sweep, .. }) if Sweep::path(folder, &sweep.id).exists() => {
                // It was killed after it was stored: nothing of it is missing.
                fs::remove_file(&path)?;
                format!("{name} is removed: its sweep is stored")
            }
            Ok(Recovered { sweep, .. }) => {
                sweep.save_alone(folder)?;
                format!(
                    "sweep {} was left behind and is stored now. {}",
                    sweep.id, sweep.remarks[0]
                )
            }
            Err(lost @ Lost::Nothing { .. }) => {
                fs::remove_file(&path)?;
                format!("{name} is removed: {lost}")
            }
            Err(lost) => format!("{name} is left as it is: {lost}"),
        });
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::super::list;
    use super::*;
    use crate::sample::sweep;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("curvemark-sweeps-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    /// What a sweep that goes its way writes; the journal is left behind if `whole` is not asked
    /// for.
    fn measure(folder: &Path, id: &str) -> Sweep {
        let sweep = sweep(id);
        let mut journal = Journal::begin(folder, &sweep).expect("a new file");
        for curve in &sweep.families {
            journal.curve(curve).expect("a disk");
            curve.points.iter().for_each(|point| journal.point(point).expect("a disk"));
        }
        sweep
    }

    #[test]
    fn wherever_it_ends_every_whole_point_is_kept() {
        let folder = folder("cut");
        let sweep = measure(&folder, "20260102T030405Z-00ff");
        let bytes = fs::read(path(&folder, &sweep.id)).expect("it was left behind");
        let ends: Vec<usize> = bytes
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'\n')
            .map(|(i, _)| i + 1)
            .collect();
        // The sweep, two curves of three points and of two.
        assert_eq!(ends.len(), 8);
        for cut in 0..=bytes.len() {
            let whole = ends.iter().filter(|end| **end <= cut).count();
            let points = [0, 0, 0, 1, 2, 3, 3, 4, 5][whole];
            match recover(&bytes[..cut]) {
                Ok(found) => {
                    let kept: usize =
                        found.sweep.families.iter().map(|curve| curve.points.len()).sum();
                    assert_eq!(
                        (kept, found.dropped),
                        (points, cut - ends[whole - 1]),
                        "cut at {cut}"
                    );
                    assert!(found.sweep.remarks[0].contains(&format!("{points} points are kept")));
                    assert_eq!(
                        found.sweep.families[0].points[..],
                        sweep.families[0].points[..points.min(3)]
                    );
                }
                Err(lost) => {
                    assert_eq!((lost, points), (Lost::Nothing { bytes: cut }, 0), "cut at {cut}")
                }
            }
        }
        // A byte that is another one ends it too.
        let mut damaged = bytes.clone();
        damaged[ends[3] + 2] = b'#';
        let found = recover(&damaged).expect("the points before it");
        assert_eq!(
            (found.sweep.families[0].points.len(), found.dropped),
            (2, bytes.len() - ends[3])
        );
        let newer =
            String::from_utf8(bytes).expect("text").replacen("\"schema\":2", "\"schema\":3", 1);
        assert_eq!(recover(newer.as_bytes()), Err(Lost::NotAJournal));
        fs::remove_dir_all(&folder).expect("it is ours");
    }

    #[test]
    fn a_head_that_cannot_be_read_is_said_before_anything_is_measured() {
        let folder = folder("head");
        fs::create_dir_all(&folder).expect("a temporary folder");
        assert_eq!(recover_all(&folder).expect("nothing is there"), Vec::<String>::new());
        fs::write(folder.join("HEAD"), "2 20270102T0304").expect("a file");
        let said = recover_all(&folder).expect_err("it was cut off").to_string();
        assert!(said.ends_with("so remove it"), "{said}");
        fs::remove_dir_all(&folder).expect("it is ours");
    }

    #[test]
    fn what_was_left_behind_is_stored_once_and_what_goes_on_is_let_be() {
        let folder = folder("store");
        let left = measure(&folder, "20260102T030405Z-0001");
        let alive = sweep("20260102T030405Z-0002");
        let journal = Journal::begin(&folder, &alive).expect("a new file");
        let read =
            |folder: &Path| list(folder).expect("it opens").into_iter().map(|(_, sweep)| sweep);
        let [shown, under_way] = read(&folder).collect::<Vec<_>>().try_into().expect("both");
        assert_eq!(shown.expect("it can be read before it is stored").families, left.families);
        assert!(under_way.is_err_and(|why| why.contains("under way")));
        let said = recover_all(&folder).expect("it opens");
        assert!(said.len() == 1 && said[0].contains("5 points are kept"), "{said:?}");
        assert!(
            recover_all(&folder).expect("it opens").is_empty(),
            "a second time there is nothing left"
        );
        assert_eq!(
            Sweep::load(&Sweep::path(&folder, &left.id)).expect("stored").families,
            left.families
        );
        assert!(path(&folder, &alive.id).exists() && !path(&folder, &left.id).exists());
        let taken = left.save(&folder).expect_err("an id is never taken twice");
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
        // A sweep that comes to its end has no journal left.
        alive.save(&folder).expect("a disk");
        drop(journal);
        assert!(!path(&folder, &alive.id).exists() && read(&folder).all(|sweep| sweep.is_ok()));
        let begun = Journal::begin(&folder, &sweep("20260102T030405Z-0003")).expect("a new file");
        drop(begun);
        let said = recover_all(&folder).expect("it opens");
        assert!(said[0].contains("before its first point"), "{said:?}");
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
