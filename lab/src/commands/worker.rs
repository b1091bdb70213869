//! `--worker`, the option of all commands that ask implementations: executables of the user's own,
//! which speak the protocol of `docs/worker-protocol.md`.

use super::{Failure, World};
use crate::implementations::Cast;
use crate::shell;
use clap::Args;
use peer_api::worker::client::{Found, Launch, find};
use std::path::{Path, PathBuf};

/// The option.
#[derive(Debug, Args)]
pub struct WorkerArgument {
    /// An executable that speaks the worker protocol and takes part too; may be given several times
    #[arg(long = "worker", value_name = "FILE")]
    pub workers: Vec<PathBuf>,
}

impl WorkerArgument {
    /// Whether all who were to take part do.
    ///
    /// # Errors
    /// [`Exit::Usage`](super::Exit::Usage) with the reason of the first who does not.
    pub fn apply(world: &World<'_>) -> Result<(), Failure> {
        match world.implementations.unusable.first() {
            Some(reason) => Err(Failure::usage(reason.clone())),
            None => Ok(()),
        }
    }

    /// The option as for a shell, for whoever repeats a run. Names of files alone: where they lie
    /// is nobody's business.
    pub fn repeated(&self) -> Option<String> {
        let names = self.workers.iter().filter_map(|path| path.file_name());
        let words: Vec<String> = names
            .map(|name| {
                format!("--worker {}", shell::word(&format!("./{}", name.to_string_lossy())))
            })
            .collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}

/// Starts an executable and lets its implementations take part.
pub(super) fn join(path: &Path, cast: &mut Cast) {
    let shown = path.display();
    // A bare name would be looked for among the system's programs.
    let program = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    if !program.is_file() {
        let why = if program.is_dir() { "it is a folder" } else { "there is no such file" };
        cast.unusable.push(format!("--worker {shown}: {why}"));
        return;
    }
    match find(&Launch::new(program), "") {
        Ok(Found { implementations, outdated }) => {
            implementations.into_iter().for_each(|remote| cast.join(Box::new(remote)));
            if !outdated.is_empty() {
                let them = outdated.join(", ");
                cast.remarks.push(format!(
                    "Of {shown} these are left out, for this build knows them not or in another way: {them}."
                ));
            }
        }
        Err(reason) => cast.unusable.push(format!("--worker {shown}: {reason}")),
    }
}
