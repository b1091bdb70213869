//! What a name on the command line means: a commit, a worker's file, an implementation, or a stored
//! run.

use super::super::{Exit, Failure, World, report};
use crate::builds::{Builder, Built, NotBuilt, short};
use crate::measure::launched::Launched;
use clap::Args;
use peer_api::Implementation;
use record::sweep::Sweep;
use record::{Run, jsonl};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// What is built of a commit.
#[derive(Debug, Args)]
pub struct Builds {
    /// The manifest of the package that is built of a commit, from the root of the checkout
    #[arg(long, value_name = "FILE", default_value = "peers/worker/Cargo.toml")]
    package: String,
    /// The executable of that package, which speaks the worker protocol
    #[arg(long, value_name = "NAME", default_value = "curvemark-worker")]
    program: String,
    /// The checkout; the one around the current folder unless said
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    repository: PathBuf,
}

impl Builds {
    /// The builder of this checkout.
    ///
    /// # Errors
    /// [`NotBuilt::NoRepository`].
    pub fn builder(&self, quiet: bool) -> Result<Builder, NotBuilt> {
        Builder::around(&self.repository, &self.package, &self.program, quiet)
    }
}

/// One side of a comparison.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// A commit, built.
    Commit {
        /// What the user called it.
        name: String,
        /// In full.
        commit: String,
        /// Its first line.
        subject: String,
        /// SHA-256 of its worker.
        hash: String,
        /// The build.
        #[serde(skip)]
        built: Built,
    },
    /// A worker's file.
    Program {
        /// What the user called it.
        name: String,
        /// Which of its implementations; without a name it has one.
        serves: Option<String>,
        /// SHA-256.
        hash: String,
        /// Where.
        #[serde(skip)]
        path: PathBuf,
    },
    /// An implementation of this build or of its workers.
    Implementation {
        /// Its name.
        name: String,
    },
    /// A stored run.
    Stored(Stored),
}

/// A stored run as one side.
#[derive(Debug, Serialize)]
pub struct Stored {
    /// The run's id.
    pub id: String,
    /// The run.
    #[serde(skip)]
    pub run: Box<Run>,
}

/// What is measured of a side.
pub enum Ready<'a> {
    /// A worker, started anew for every visit.
    Launched(Box<Launched>),
    /// An implementation of this world.
    Here(&'a dyn Implementation),
}

impl Ready<'_> {
    /// As an implementation like any other.
    pub fn of<'a>(ready: &'a Ready<'_>) -> &'a dyn Implementation {
        match ready {
            Ready::Launched(launched) => &**launched,
            Ready::Here(implementation) => *implementation,
        }
    }
}

/// A failure of building, for the user.
pub fn not_built(why: &NotBuilt) -> Failure {
    Failure::Said(Exit::Usage, why.to_string())
}

impl Side {
    /// Finds out what a name means, and builds it if it is a commit.
    ///
    /// # Errors
    /// [`Failure`] if it means nothing, or cannot be built or read.
    pub fn find(
        name: &str,
        world: &World<'_>,
        builds: &Builds,
        quiet: bool,
    ) -> Result<Self, Failure> {
        let path = report::find(Path::new(name));
        if path.is_file() {
            return Self::file(name, &path, None);
        }
        if let Some((file, serves)) = name.rsplit_once(':')
            && Path::new(file).is_file()
        {
            return Self::file(file, Path::new(file), Some(serves));
        }
        // Asking who takes part starts every worker: names of commits are the usual case and come
        // first.
        let builder = builds.builder(quiet);
        if let Ok(builder) = &builder
            && let Ok(commit) = builder.commit(name)
        {
            let built = builder.build(&commit).map_err(|why| not_built(&why))?;
            let subject = builder.subject(&commit).unwrap_or_default();
            return Ok(Self::Commit {
                name: name.to_owned(),
                commit,
                subject,
                hash: built.hash.clone(),
                built,
            });
        }
        if world.implementations.iter().any(|implementation| implementation.about().name == name) {
            return Ok(Self::Implementation { name: name.to_owned() });
        }
        let no_git = builder.err().map(|why| format!(" ({why})")).unwrap_or_default();
        Err(Failure::usage(format!(
            "'{name}' is no commit of this checkout{no_git}, no file, and no implementation; `curvemark peers` names those"
        )))
    }

    fn file(name: &str, path: &Path, serves: Option<&str>) -> Result<Self, Failure> {
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            let run =
                jsonl::load(path).map_err(|error| Failure::usage(format!("{name}: {error}")))?;
            return Ok(Self::Stored(Stored { id: run.id.clone(), run: Box::new(run) }));
        }
        if Sweep::is_file(path) {
            let why = "a sweep is no side of a comparison; `curvemark report` shows it";
            return Err(Failure::usage(format!("{name}: {why}")));
        }
        let unreadable = |error: std::io::Error| Failure::usage(format!("{name}: {error}"));
        let bytes = std::fs::read(path).map_err(unreadable)?;
        let hash = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let (name, serves) = (name.to_owned(), serves.map(str::to_owned));
        Ok(Self::Program { name, serves, hash, path: path.canonicalize().map_err(unreadable)? })
    }

    /// What is to be measured.
    ///
    /// # Errors
    /// [`Failure`] if a worker is none, or if this is a stored run: its figures cannot be set
    /// beside those of another day.
    pub fn ready<'a>(&self, world: &'a World<'_>, seed: u64) -> Result<Ready<'a>, Failure> {
        let launched = |found: Result<Launched, String>, name: &str| {
            let found =
                found.map_err(|why| Failure::usage(format!("{name} cannot be measured: {why}")));
            Ok(Ready::Launched(Box::new(found?)))
        };
        match self {
            Self::Commit { built, name, .. } => {
                launched(Launched::find(&built.program, seed), name)
            }
            Self::Program { path, name, serves, .. } => {
                launched(Launched::find_named(path, serves.as_deref(), seed), name)
            }
            Self::Implementation { name } => {
                let found = world
                    .implementations
                    .iter()
                    .find(|implementation| implementation.about().name == name);
                found
                    .map(|implementation| Ready::Here(&**implementation))
                    .ok_or_else(|| Failure::usage(format!("{name} is gone")))
            }
            Self::Stored(stored) => Err(Failure::usage(format!(
                "the run {} was measured at another time: only another stored run can be set next to it",
                stored.id
            ))),
        }
    }

    /// The build, of a commit.
    pub fn built(&self) -> Option<&Built> {
        match self {
            Self::Commit { built, .. } => Some(built),
            _ => None,
        }
    }

    /// SHA-256 of the worker, if it is one, and which of its implementations is meant.
    pub fn program(&self) -> Option<(&str, Option<&str>)> {
        match self {
            Self::Commit { hash, .. } => Some((hash, None)),
            Self::Program { hash, serves, .. } => Some((hash, serves.as_deref())),
            _ => None,
        }
    }

    /// In words, without any path.
    pub fn words(&self) -> String {
        match self {
            Self::Commit { name, commit, subject, .. } if commit.starts_with(name.as_str()) => {
                format!("{} {subject}", short(commit))
            }
            Self::Commit { name, commit, subject, .. } => {
                format!("{name} = {} {subject}", short(commit))
            }
            Self::Program { name, serves, hash, .. } => {
                let file = Path::new(name)
                    .file_name()
                    .map_or_else(|| name.clone(), |file| file.to_string_lossy().into());
                let who = serves.as_ref().map(|serves| format!("{serves} of ")).unwrap_or_default();
                format!("{who}{file}, SHA-256 {}", short(hash))
            }
            Self::Implementation { name } => name.clone(),
            Self::Stored(stored) => stored.id.clone(),
        }
    }
}
