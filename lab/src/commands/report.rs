//! `curvemark report`: the page of a stored run or sweep, or the part of a README that quotes it.

use super::{Exit, Failure, json, runs_of, sweeps_of, text_of, verify};
use crate::implementations::BASELINE;
use crate::measure::sweep::Sweep;
use crate::report::{Beside, html, html_beside, readme, sweep};
use clap::Args;
use record::Run;
use record::{jsonl, platforms, runs};
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the page goes unless said otherwise.
pub const FILE: &str = "report.html";

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    curvemark report runs/20260102T030405Z-00ff.jsonl\n  \
    curvemark report 20260102T030405Z-00ff --out old.html\n  \
    curvemark report results/20260102T030405Z-00ff.jsonl --beside results\n  \
    curvemark report results/20260102T030405Z-00ff.jsonl --readme README.md\n  \
    curvemark report --verify --runs results --head 5f2b…\n  \
    curvemark report --platforms results --ledger chip/firmware/ledger.txt --out platforms.html\n\n\
    --readme writes between the lines <!-- curvemark:scoreboard --> and <!-- /curvemark:scoreboard -->, for a sweep \
    <!-- curvemark:growth --> and <!-- /curvemark:growth -->, and no page. Between <!-- curvemark:front --> and \
    <!-- /curvemark:front --> it writes eight rows from the newest runs in the folder of this one. A run of a tree with \
    changes is refused. With \
    --check it writes nothing: exit code 0 if the file is what the run gives, 1 if it is not.\n\n\
    --verify names the first run that is not what was stored, with exit code 7. A head that was kept outside the folder is what proves \
    it: without one, whoever changes a run can hash the rest again.")]
pub struct Arguments {
    /// A stored run or sweep: its file, or its id in the folder `runs`
    #[arg(value_name = "RUN.jsonl")]
    run: Option<PathBuf>,
    /// Check all runs of a folder: their bytes by the chain of hashes, their figures by their
    /// rounds
    #[arg(long, conflicts_with_all = ["run", "readme", "out", "platforms"])]
    verify: bool,
    /// With --verify: the folder of the runs
    #[arg(long, value_name = "FOLDER", default_value = runs::FOLDER, requires = "verify")]
    runs: PathBuf,
    /// With --verify: a head that `run` printed, or a line of a file HEAD, kept outside the folder;
    /// may be given often
    #[arg(long, value_name = "HASH", requires = "verify")]
    head: Vec<String>,
    /// With --verify: a file of such heads, one a line
    #[arg(long, value_name = "FILE", requires = "verify")]
    heads: Option<PathBuf>,
    /// The table of a few operations by machine, from all runs in this folder and from what others
    /// have published
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["run", "readme"])]
    platforms: Option<PathBuf>,
    /// With --platforms: a ledger of counted instructions of the emulated chip
    #[arg(long, value_name = "FILE", requires = "platforms")]
    ledger: Option<PathBuf>,
    /// With --platforms: what a board printed, `platform | name` and lines
    /// `operation | nanoseconds`; may be given several times
    #[arg(long, value_name = "FILE", requires = "platforms")]
    board: Vec<PathBuf>,
    /// With --platforms: print the table as Markdown, and write no page
    #[arg(long, requires = "platforms")]
    markdown: bool,
    /// With a run: what all runs and sweeps in this folder say about it, too: findings, histories,
    /// growth, machines
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["verify", "platforms", "readme"])]
    beside: Option<PathBuf>,
    /// With --beside: published claims to set next to it, as `curvemark findings` takes them; may
    /// be given often
    #[arg(long, value_name = "FILE", requires = "beside")]
    claims: Vec<PathBuf>,
    /// Where to write the page
    #[arg(long, value_name = "FILE", default_value = FILE)]
    out: PathBuf,
    /// Rewrite the scoreboard of this Markdown file from the run, instead of making a page
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    readme: Option<PathBuf>,
    /// With --readme: compare, and write nothing
    #[arg(long, requires = "readme")]
    check: bool,
    /// Write JSON about what was done
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    run: &'a str,
    report: String,
}

#[derive(Serialize)]
struct ReadmeAnswer<'a> {
    run: &'a str,
    readme: String,
    /// Whether the file was already what the run gives.
    current: bool,
    /// Whether it was written.
    written: bool,
    /// What must be said of the run that is quoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
}

/// Runs `report`.
///
/// # Errors
/// [`Failure`] if the run cannot be read or the page not written; with `--check`, if the file is
/// not what the run gives.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    if let Some(folder) = &arguments.platforms {
        return by_machine(folder, arguments, out);
    }
    if arguments.verify {
        let noted = verify::noted(&arguments.head, arguments.heads.as_deref())?;
        return verify::run(&arguments.runs, &noted, arguments.json, out);
    }
    let given = arguments.run.as_deref().ok_or_else(|| {
        Failure::usage(
            "no run is named: give the file of a stored run or sweep, or its id in the folder \
             `runs` (see curvemark report --help)",
        )
    })?;
    let path = found(given)?;
    let stored = Stored::load(&path)
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    if let Some(file) = &arguments.readme {
        return quote(&stored, &path, file, arguments, out);
    }
    check_place(&arguments.out)?;
    let page = match (&stored, &arguments.beside) {
        (Stored::Run(run), Some(folder)) => {
            let (runs, sweeps) = records(folder)?;
            let claims = super::findings::claims(&arguments.claims)?;
            html_beside(run, &Beside { runs: &runs, sweeps: &sweeps, claims: &claims })
        }
        (Stored::Sweep(_), Some(_)) => {
            return Err(Failure::usage("--beside takes a run: a sweep's page has only the sweep"));
        }
        (_, None) => stored.page(),
    };
    write_page(&page, &arguments.out)?;
    let report = arguments.out.display().to_string();
    if arguments.json {
        json(out, &Answer { run: stored.id(), report })?;
    } else {
        writeln!(out, "report: {report}")?;
    }
    Ok(Exit::Good)
}

/// `--platforms`.
fn by_machine(folder: &Path, arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let wrong = |file: &Path, error: &dyn std::fmt::Display| {
        Failure::usage(format!("{}: {error}", file.display()))
    };
    let runs: Vec<Run> = runs_of(folder)?.into_iter().map(|(_, run)| run).collect();
    let mut all = platforms::measured(&runs, BASELINE);
    if let Some(file) = &arguments.ledger {
        let chip = platforms::counted("ESP32-C3, emulated", &text_of(file)?);
        all.push(chip.ok_or_else(|| wrong(file, &"no row of it is in the table"))?);
    }
    for file in &arguments.board {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        all.push(platforms::printed(&text_of(file)?, &name).map_err(|error| wrong(file, &error))?);
    }
    all.extend(platforms::published());
    if arguments.markdown {
        write!(out, "{}", platforms::markdown(&all))?;
        return Ok(Exit::Good);
    }
    check_place(&arguments.out)?;
    write_page(&crate::report::platforms::page(&all), &arguments.out)?;
    writeln!(out, "report: {}", arguments.out.display())?;
    Ok(Exit::Good)
}

/// All runs and sweeps of a folder that can be read, oldest first.
fn records(folder: &Path) -> Result<(Vec<Run>, Vec<Sweep>), Failure> {
    let runs = runs_of(folder)?.into_iter().map(|(_, run)| run).collect();
    let sweeps = sweeps_of(folder)?.into_iter().map(|(_, sweep)| sweep).collect();
    Ok((runs, sweeps))
}

/// What a file may hold.
enum Stored {
    Run(Box<Run>),
    Sweep(Box<Sweep>),
}

impl Stored {
    fn load(path: &Path) -> Result<Self, String> {
        if path.to_string_lossy().ends_with(Sweep::SUFFIX) {
            return Ok(Self::Sweep(Box::new(Sweep::load(path)?)));
        }
        jsonl::load(path).map(|run| Self::Run(Box::new(run))).map_err(|error| error.to_string())
    }

    fn id(&self) -> &str {
        match self {
            Self::Run(run) => &run.id,
            Self::Sweep(sweep) => &sweep.id,
        }
    }

    fn page(&self) -> String {
        match self {
            Self::Run(run) => html(run),
            Self::Sweep(sweep) => sweep::page(sweep),
        }
    }

    fn rewrite(
        &self,
        readme: &str,
        link: &str,
        stored: &[readme::Linked<'_>],
    ) -> Result<String, readme::Refused> {
        match self {
            Self::Run(run) => readme::rewrite(readme, run, link, stored),
            Self::Sweep(sweep) => sweep::rewrite(readme, sweep, link),
        }
    }
}

/// `--readme`: the file is written whole or not at all, and not touched if it is already right.
fn quote(
    stored: &Stored,
    path: &Path,
    file: &Path,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let id = stored.id();
    let wrong =
        |error: &dyn std::fmt::Display| Failure::usage(format!("{}: {error}", file.display()));
    // Behind a link lies the file to replace, not the link.
    let place = fs::canonicalize(file).map_err(|error| wrong(&error))?;
    let old = text_of(&place)?;
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = runs_of(folder)?;
    let beside: Vec<_> = beside.iter().map(|(path, run)| (run, link(path, &place))).collect();
    let new =
        stored.rewrite(&old, &link(path, &place), &beside).map_err(|refused| match refused {
            readme::Refused::Incorrect
            | readme::Refused::NoHeadline
            | readme::Refused::NoGrowth
            | readme::Refused::Changes => {
                let exit = if refused == readme::Refused::Incorrect {
                    Exit::Incorrect
                } else {
                    Exit::Usage
                };
                Failure::Said(exit, format!("run {id}: {refused}"))
            }
            refused => wrong(&refused),
        })?;
    let current = new == old;
    let written = !current && !arguments.check;
    if written {
        write_page(&new, &place)?;
    }
    let remark = readme::remark(id);
    if arguments.json {
        let readme = file.display().to_string();
        json(out, &ReadmeAnswer { run: id, readme, current, written, remark })?;
    } else if current || written {
        let state = if written { "written" } else { "as it should be" };
        writeln!(out, "readme: {} is {state}", file.display())?;
        if let Some(remark) = remark {
            writeln!(out, "{remark}")?;
        }
    }
    if current || written {
        return Ok(Exit::Good);
    }
    let file = file.display();
    Err(Failure::Said(
        Exit::Regression,
        format!("{file} is not what run {id} gives; without --check it is rewritten"),
    ))
}

/// How a link from `readme` reaches the stored run: relative if it lies in the same folder or
/// below. Elsewhere the name must do, since a path could tell whose machine this is.
fn link(stored: &Path, readme: &Path) -> String {
    let place = fs::canonicalize(stored).ok();
    let below = place
        .as_deref()
        .zip(readme.parent())
        .and_then(|(place, folder)| place.strip_prefix(folder).ok());
    let names: Vec<_> = match below {
        Some(below) => below.iter().map(|name| name.to_string_lossy()).collect(),
        None => stored.file_name().into_iter().map(|name| name.to_string_lossy()).collect(),
    };
    names.join("/")
}

/// The file as given, or the run of that id.
pub(super) fn find(run: &Path) -> PathBuf {
    match run.to_str() {
        Some(id) if !run.exists() && run.components().count() == 1 && run.extension().is_none() => {
            let run = runs::path(Path::new(runs::FOLDER), id);
            let sweep = run.with_file_name(format!("{id}{}", Sweep::SUFFIX));
            if sweep.exists() { sweep } else { run }
        }
        _ => run.to_owned(),
    }
}

/// As [`find`], of what is there.
///
/// # Errors
/// [`Exit::Usage`] for a file and an id that there is not.
pub(super) fn found(run: &Path) -> Result<PathBuf, Failure> {
    let path = find(run);
    if path.is_dir() {
        let shown = path.display();
        return Err(Failure::usage(format!("{shown} is a folder, where a file is needed")));
    }
    if path.exists() {
        return Ok(path);
    }
    let (given, folder) = (run.display(), runs::FOLDER);
    let more = if path == run {
        String::new()
    } else {
        format!(", and no run of this id in {folder}; `curvemark history` names those that are")
    };
    Err(Failure::usage(format!("there is no file {given}{more}")))
}

/// Refuses a place where no file can be written, before minutes are spent on its content.
///
/// # Errors
/// [`Exit::Usage`].
pub fn check_place(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if file.is_dir() => Err(Failure::usage(format!("{} is a folder", file.display()))),
        Some(folder) if !folder.is_dir() => {
            Err(Failure::usage(format!("there is no folder {}", folder.display())))
        }
        // A folder of somebody else, or of a file system that takes nothing, says so only when it
        // is asked to.
        _ => jsonl::try_place(file)
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", file.display()))),
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
