//! `curvemark export` and `curvemark import`: figures for other tools, and figures of other tools.

use super::{Exit, Failure, report, text_of};
use clap::{Args, Subcommand};
use record::export::{FORMATS, File, Format};
use record::{import, jsonl};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(after_help = formats())]
pub struct Arguments {
    /// A stored run: its file, or its id in the folder `runs`
    #[arg(value_name = "RUN.jsonl")]
    run: PathBuf,
    /// One of the formats below
    #[arg(long, value_name = "NAME", value_parser = format_named)]
    format: Format,
    /// Write into this folder, in place of stdout
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

fn formats() -> String {
    let lines: String =
        FORMATS.iter().map(|format| format!("\n  {:<11} {}", format.name, format.reader)).collect();
    format!(
        "Formats:{lines}\n\nExample:\n  curvemark export 20260102T030405Z-00ff --format go > new.txt\n  benchstat old.txt new.txt"
    )
}

fn format_named(name: &str) -> Result<Format, String> {
    let names = || FORMATS.map(|format| format.name).join(", ");
    FORMATS
        .into_iter()
        .find(|format| format.name == name)
        .ok_or_else(|| format!("there are {}", names()))
}

/// Runs `export`.
///
/// # Errors
/// [`Failure`] if the run cannot be read, or a file or `out` not be written.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let path = report::found(&arguments.run)?;
    let run = jsonl::load(&path)
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    let files = (arguments.format.files)(&run);
    let Some(folder) = &arguments.out else {
        return match &files[..] {
            [file] => Ok(write!(out, "{}", file.text).map(|()| Exit::Good)?),
            files => {
                let name = arguments.format.name;
                Err(Failure::usage(format!(
                    "{name} has {} files here: --out FOLDER says where",
                    files.len()
                )))
            }
        };
    };
    for file in &files {
        let place = place(folder, file);
        let parent = place.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| {
            Failure::usage(format!("cannot make the folder {}: {error}", parent.display()))
        })?;
        report::write_page(&file.text, &place)?;
        writeln!(out, "{}", place.display())?;
    }
    Ok(Exit::Good)
}

/// Names of libraries come from the run: none of them may lead out of the folder.
fn place(folder: &Path, file: &File) -> PathBuf {
    let plain = |name: &str| match name {
        "" | "." | ".." => "_".to_owned(),
        name => name.replace(['\\', ':', '\0'], "_"),
    };
    file.name.split('/').fold(folder.to_owned(), |place, name| place.join(plain(name)))
}

/// Arguments of `import`.
#[derive(Debug, Args)]
#[command(
    after_help = "Prints rows of a history, which `curvemark history --published` reads.\n\nExample:\n  \
    cargo criterion --message-format=json > new.json\n  \
    curvemark import criterion new.json --commit $(git rev-parse --short HEAD) >> history.csv"
)]
pub struct ImportArguments {
    #[command(subcommand)]
    from: From,
}

#[derive(Debug, Subcommand)]
enum From {
    /// The messages of cargo criterion --message-format=json
    Criterion(Source),
    /// The text of go test -bench
    Go(Source),
}

#[derive(Debug, Args)]
struct Source {
    /// What the tool wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The commit that was measured
    #[arg(long, value_name = "COMMIT", default_value = "unknown")]
    commit: String,
    /// Begin with the line of the columns' names, for a new table
    #[arg(long)]
    header: bool,
}

/// Runs `import`.
///
/// # Errors
/// [`Failure`] if the file is not what it should be, or if `out` fails.
pub fn import(arguments: &ImportArguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (From::Criterion(source) | From::Go(source)) = &arguments.from;
    let wrong = |error: &dyn std::fmt::Display| {
        Failure::usage(format!("{}: {error}", source.file.display()))
    };
    let text = text_of(&source.file)?;
    let found = match &arguments.from {
        From::Criterion(_) => import::criterion::read(&text),
        From::Go(_) => import::go::read(&text),
    };
    let found = found.map_err(|error| wrong(&error))?;
    if found.is_empty() {
        return Err(wrong(&"there is no benchmark in it"));
    }
    if source.header {
        writeln!(out, "commit,id,typical_ns,half_ns,verdict")?;
    }
    write!(out, "{}", import::table(&source.commit, &found))?;
    Ok(Exit::Good)
}
