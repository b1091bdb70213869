//! Workers built from commits: what `compare` and `bisect` set side by side.
//!
//! All commits are checked out one after another into one folder and built into one target folder,
//! so that cargo compiles again only what a commit changes, and so that two commits of equal code
//! give the same program, byte for byte. What is built is kept under its commit's name and never
//! built again. The user's own checkout is not touched: its index and its files are others.

pub mod lock;

use crate::commands::interrupt;
use crate::terminal::progress::say;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{error, fmt, io};

/// Where and what to build.
#[derive(Clone, Debug)]
pub struct Builder {
    repository: PathBuf,
    cache: PathBuf,
    package: String,
    program: String,
    quiet: bool,
}

/// A commit's worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The commit in full.
    pub commit: String,
    /// The executable.
    pub program: PathBuf,
    /// SHA-256 of the executable, in hexadecimal.
    pub hash: String,
    /// The text of its lock file; empty if it has none.
    pub lock: String,
}

/// Why there is no worker of a commit.
#[derive(Debug)]
pub enum NotBuilt {
    /// Not inside a checkout of git, or git is not installed.
    NoRepository,
    /// git refused; what it said.
    Git(String),
    /// The commit has no such package.
    NoPackage {
        /// The commit.
        commit: String,
        /// The package's manifest.
        package: String,
    },
    /// cargo failed; what it said last, if it was not seen already.
    Cargo {
        /// The commit.
        commit: String,
        /// The end of what cargo said.
        said: String,
    },
    /// A file of the cache.
    Io(io::Error),
}

impl fmt::Display for NotBuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRepository => {
                f.write_str("this is no checkout of git, or git is not installed")
            }
            Self::Git(said) => write!(f, "git says: {said}"),
            Self::NoPackage { commit, package } => {
                write!(
                    f,
                    "commit {} has no {package}: it cannot be measured in a process of its own",
                    short(commit)
                )
            }
            Self::Cargo { commit, said } => {
                write!(f, "commit {} cannot be built: {said}", short(commit))
            }
            Self::Io(error) => write!(f, "the cache of builds: {error}"),
        }
    }
}

impl error::Error for NotBuilt {}

impl From<io::Error> for NotBuilt {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The first ten digits of a commit, as git shows them.
pub fn short(commit: &str) -> &str {
    commit.get(..10).unwrap_or(commit)
}

impl Builder {
    /// For the checkout around `folder`; its cache lies under the checkout's `target` folder.
    /// `package` is the manifest, from the root, of the package whose executable `program` is the
    /// worker.
    ///
    /// # Errors
    /// [`NotBuilt::NoRepository`].
    pub fn around(
        folder: &Path,
        package: &str,
        program: &str,
        quiet: bool,
    ) -> Result<Self, NotBuilt> {
        let ask =
            Command::new("git").args(["rev-parse", "--show-toplevel"]).current_dir(folder).output();
        let root = ask
            .ok()
            .filter(|ask| ask.status.success())
            .and_then(|ask| String::from_utf8(ask.stdout).ok());
        let repository =
            root.map(|root| PathBuf::from(root.trim())).ok_or(NotBuilt::NoRepository)?;
        let cache = repository.join("target").join("compare");
        Ok(Self {
            repository,
            cache,
            package: package.to_owned(),
            program: program.to_owned(),
            quiet,
        })
    }

    /// The full name of the commit that a branch, a tag or any other name of git means.
    ///
    /// # Errors
    /// [`NotBuilt::Git`] if it means none.
    pub fn commit(&self, name: &str) -> Result<String, NotBuilt> {
        self.git(&[
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &format!("{name}^{{commit}}"),
        ])
        .map_err(|_| NotBuilt::Git(format!("there is no commit '{name}'")))
    }

    /// The commits after `good` up to `bad`, along first parents, oldest first.
    ///
    /// # Errors
    /// [`NotBuilt::Git`], also if `good` does not lie before `bad`.
    pub fn between(&self, good: &str, bad: &str) -> Result<Vec<String>, NotBuilt> {
        let before = format!("{} does not lie before {}", short(good), short(bad));
        self.git(&["merge-base", "--is-ancestor", good, bad]).map_err(|_| NotBuilt::Git(before))?;
        let list =
            self.git(&["rev-list", "--first-parent", "--reverse", &format!("{good}..{bad}")])?;
        Ok(list.lines().map(str::to_owned).collect())
    }

    /// A commit's first line.
    ///
    /// # Errors
    /// [`NotBuilt::Git`].
    pub fn subject(&self, commit: &str) -> Result<String, NotBuilt> {
        self.git(&["show", "--no-patch", "--format=%s", commit])
    }

    /// Whether tracked files of the checkout differ from the commit that is checked out.
    pub fn is_dirty(&self) -> bool {
        self.git(&["status", "--porcelain", "--untracked-files=no"])
            .is_ok_and(|said| !said.is_empty())
    }

    fn git(&self, arguments: &[&str]) -> Result<String, NotBuilt> {
        let output = Command::new("git").args(arguments).current_dir(&self.repository).output()?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        if output.status.success() {
            Ok(text(&output.stdout))
        } else {
            Err(NotBuilt::Git(text(&output.stderr)))
        }
    }

    /// The worker of a commit, from the cache or built now: seconds to minutes. Whoever else builds
    /// here is waited for.
    ///
    /// # Errors
    /// [`NotBuilt`].
    pub fn build(&self, commit: &str) -> Result<Built, NotBuilt> {
        let home = self.cache.join("builds").join(commit);
        fs::create_dir_all(&home)?;
        let (program, lock_file) = (home.join(&self.program), home.join("Cargo.lock"));
        if !program.is_file() {
            let guard = File::create(self.cache.join("lock"))?;
            guard.lock()?;
            let tree = self.check_out(commit)?;
            let manifest = tree.join(&self.package);
            if !manifest.is_file() {
                return Err(NotBuilt::NoPackage {
                    commit: commit.to_owned(),
                    package: self.package.clone(),
                });
            }
            let made = self.cargo(commit, &manifest)?;
            // The lock file of the package, or of the workspace around it.
            let locks = manifest.ancestors().skip(1).take_while(|folder| folder.starts_with(&tree));
            match locks.map(|folder| folder.join("Cargo.lock")).find(|lock| lock.is_file()) {
                Some(lock) => drop(fs::copy(lock, &lock_file)?),
                None => fs::write(&lock_file, "")?,
            }
            // It takes its name when it is whole.
            let unfinished = home.join("unfinished");
            fs::copy(made, &unfinished)?;
            fs::rename(unfinished, &program)?;
        }
        let hash =
            Sha256::digest(fs::read(&program)?).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Built { commit: commit.to_owned(), program, hash, lock: fs::read_to_string(lock_file)? })
    }

    /// Brings the files of a commit to the folder of all builds. Files that are equal keep their
    /// times, so cargo leaves them alone.
    fn check_out(&self, commit: &str) -> Result<PathBuf, NotBuilt> {
        let (tree, index) = (self.cache.join("tree"), self.cache.join("index"));
        if !tree.is_dir() && index.exists() {
            fs::remove_file(&index)?;
        }
        fs::create_dir_all(&tree)?;
        let git_folder = self.git(&["rev-parse", "--absolute-git-dir"])?;
        let output = Command::new("git")
            .args(["--git-dir", &git_folder, "--work-tree"])
            .arg(&tree)
            .args(["read-tree", "--reset", "-u", commit])
            .env("GIT_INDEX_FILE", &index)
            .current_dir(&tree)
            .output()?;
        if !output.status.success() {
            return Err(NotBuilt::Git(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        }
        Ok(tree)
    }

    /// Builds the worker and says where it is.
    fn cargo(&self, commit: &str, manifest: &Path) -> Result<PathBuf, NotBuilt> {
        let target = self.cache.join("target");
        let mut cargo = Command::new("cargo");
        cargo
            .args(["build", "--release", "--locked", "--bin", &self.program, "--manifest-path"])
            .arg(manifest);
        cargo.arg("--target-dir").arg(&target).stdin(Stdio::null());
        // Flags of the caller's own would make it another program than a user of that commit gets.
        for variable in
            ["CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "CARGO_TARGET_DIR", "CARGO_BUILD_TARGET"]
        {
            cargo.env_remove(variable);
        }
        let failed = |said: String| NotBuilt::Cargo { commit: commit.to_owned(), said };
        let unavailable = |error: io::Error| failed(format!("cargo cannot be started: {error}"));
        if !self.quiet {
            say(&format!("building: {} of commit {}, with cargo", self.program, short(commit)));
        }
        if self.quiet {
            let output = cargo.output().map_err(unavailable)?;
            if !output.status.success() {
                let said = String::from_utf8_lossy(&output.stderr);
                let line =
                    said.lines().find(|line| line.starts_with("error")).unwrap_or("cargo failed");
                return Err(failed(line.to_owned()));
            }
        } else if !interrupt::status(&mut cargo).map_err(unavailable)?.success() {
            return Err(failed("cargo said why above".to_owned()));
        }
        Ok(target.join("release").join(format!("{}{}", self.program, std::env::consts::EXE_SUFFIX)))
    }
}
