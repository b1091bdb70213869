//! The folder of runs: names of new runs, and what lies there.

use crate::jsonl::{self, ReadError};
use crate::run::Run;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

/// Where runs lie unless said otherwise, seen from the current folder.
pub const FOLDER: &str = "runs";

/// The start of a run: RFC 3339 in UTC, to the second.
pub fn started(now: SystemTime) -> String {
    humantime::format_rfc3339_seconds(now).to_string()
}

/// A new id: `20260102T030405Z-00ff`. The random digits tell runs of the same second apart; sorting by id is sorting by time.
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

/// Stores a run under its id and says where. An id that exists is never overwritten.
///
/// # Errors
/// Those of the file system.
pub fn save(run: &Run, folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = path(folder, &run.id);
    if path.exists() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{} exists", path.display())));
    }
    jsonl::save(run, &path)?;
    Ok(path)
}

/// Every run in `folder`, oldest first, each with its path; what cannot be read is given with its reason. A folder that does not
/// exist holds none.
///
/// # Errors
/// Those of listing the folder.
pub fn list(folder: &Path) -> io::Result<Vec<(PathBuf, Result<Run, ReadError>)>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths.into_iter().map(|path| (path.clone(), jsonl::load(&path))).collect())
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
        save(&later, &folder).expect("a new file");
        save(&sample(), &folder).expect("a new file");
        assert_eq!(save(&sample(), &folder).expect_err("it exists").kind(), io::ErrorKind::AlreadyExists);
        fs::write(folder.join("20280101T000000Z-0000.jsonl"), "nonsense").expect("a new file");
        fs::write(folder.join("notes.txt"), "not a run").expect("a new file");
        let found = list(&folder).expect("it exists");
        let ids: Vec<Option<&str>> =
            found.iter().map(|(_, run)| run.as_ref().ok().map(|run| run.id.as_str())).collect();
        assert_eq!(ids, [Some("20260102T030405Z-00ff"), Some("20270102T030405Z-0000"), None]);
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
