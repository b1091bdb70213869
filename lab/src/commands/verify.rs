//! `curvemark report --verify`: whether the stored runs are what was stored.

use super::{Exit, Failure, json, text_of};
use record::verify::{self, Noted, Verified};
use std::io::Write;
use std::path::Path;

/// The heads that were noted elsewhere: given one by one, or a line each in a file.
///
/// # Errors
/// [`Exit::Usage`] for what is no head.
pub fn noted(heads: &[String], file: Option<&Path>) -> Result<Vec<Noted>, Failure> {
    let text = match file {
        Some(file) => text_of(file)?,
        None => String::new(),
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let parse = |text: &str| {
        let wrong = || {
            Failure::usage(format!(
                "'{text}' is no head: 64 hexadecimal digits, or a line of the file HEAD"
            ))
        };
        Noted::parse(text).ok_or_else(wrong)
    };
    heads.iter().map(String::as_str).chain(lines).map(parse).collect()
}

/// Checks the folder and says what was found.
///
/// # Errors
/// [`Exit::Invalid`] if a run is not what was stored, or its figures not what its rounds give.
pub fn run(
    folder: &Path,
    noted: &[Noted],
    as_json: bool,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    // The usual folder, too, must be there and hold runs: to verify nothing proves nothing.
    if !folder.is_dir() {
        return Err(super::no_folder(folder));
    }
    let found = verify::folder(folder, noted)
        .map_err(|error| Failure::usage(format!("cannot read {}: {error}", folder.display())))?;
    if found.chain.is_empty() && found.unsealed.is_empty() && found.problems.is_empty() {
        let folder = folder.display();
        return Err(Failure::usage(format!("no runs in {folder}: nothing was verified")));
    }
    if as_json {
        json(out, &found)?;
    } else {
        show(&found, out)?;
    }
    let Some(first) = found.problems.first() else { return Ok(Exit::Good) };
    let place = first.number.map(|number| format!(" (number {number})")).unwrap_or_default();
    Err(Failure::Said(
        Exit::Invalid,
        format!(
            "the first run that is not what was stored is {}{place}: {}",
            first.run, first.what
        ),
    ))
}

fn show(found: &Verified, out: &mut dyn Write) -> Result<(), Failure> {
    let (runs, unsealed) = (found.chain.len(), found.unsealed.len());
    writeln!(
        out,
        "chain:    {runs} runs and sweeps, the first {} vouched for by a head from elsewhere; {unsealed} more without a seal",
        found.vouched
    )?;
    writeln!(
        out,
        "figures:  {} computed again and equal; {} have no rounds to compute them from",
        found.figures, found.unfounded
    )?;
    if let Some(head) = &found.head {
        writeln!(out, "head:     {}", head.link.hash)?;
    }
    for remark in &found.remarks {
        writeln!(out, "- {remark}")?;
    }
    for problem in &found.problems {
        let place = problem.number.map(|number| format!(" (number {number})")).unwrap_or_default();
        writeln!(out, "WRONG: {}{place}: {}", problem.run, problem.what)?;
    }
    Ok(())
}
