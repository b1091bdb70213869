//! `curvemark report`: the page of a stored run.

use super::{Exit, Failure, json};
use crate::report::html;
use crate::store::{jsonl, runs};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the page goes unless said otherwise.
pub const FILE: &str = "report.html";

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    curvemark report runs/20260102T030405Z-00ff.jsonl\n  \
    curvemark report 20260102T030405Z-00ff --out old.html")]
pub struct Arguments {
    /// A stored run: its file, or its id in the folder `runs`
    #[arg(value_name = "RUN.jsonl")]
    run: PathBuf,
    /// Where to write the page
    #[arg(long, value_name = "FILE", default_value = FILE)]
    out: PathBuf,
    /// Write JSON about what was done
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    run: &'a str,
    report: String,
}

/// Runs `report`.
///
/// # Errors
/// [`Failure`] if the run cannot be read or the page not written.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let path = find(&arguments.run);
    let run = jsonl::load(&path).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    check_place(&arguments.out)?;
    write_page(&html(&run), &arguments.out)?;
    let report = arguments.out.display().to_string();
    if arguments.json {
        json(out, &Answer { run: &run.id, report })?;
    } else {
        writeln!(out, "report: {report}")?;
    }
    Ok(Exit::Good)
}

/// The file as given, or the run of that id.
fn find(run: &Path) -> PathBuf {
    match run.to_str() {
        Some(id) if !run.exists() && run.components().count() == 1 && run.extension().is_none() => {
            runs::path(Path::new(runs::FOLDER), id)
        }
        _ => run.to_owned(),
    }
}

/// Refuses a place where no file can be written, before minutes are spent on its content.
///
/// # Errors
/// [`Exit::Usage`].
pub fn check_place(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if file.is_dir() => Err(Failure::usage(format!("{} is a folder", file.display()))),
        Some(folder) if !folder.is_dir() => Err(Failure::usage(format!("there is no folder {}", folder.display()))),
        _ => Ok(()),
    }
}

/// Writes the page whole or not at all.
///
/// # Errors
/// [`Exit::Usage`].
pub fn write_page(page: &str, file: &Path) -> Result<(), Failure> {
    jsonl::replace(file, |out| out.write_all(page.as_bytes()))
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", file.display())))
}
