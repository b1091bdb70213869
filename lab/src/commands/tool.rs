//! What the tools share: the commands that try a protocol by hand, on files and hexadecimal.
//!
//! Their exit codes are [`Exit::Good`] (0) for valid or done, [`Exit::Invalid`] (7) for well
//! formed but not valid, [`Exit::Usage`] (2) for input that is not acceptable, with one line on
//! stderr that names the field and the reason. Stdout has the answer and nothing else, in one line.

pub mod files;
pub mod input;
pub mod signing;

use super::{Exit, Failure};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};

/// Input that is not acceptable: the field and the reason.
pub fn refuse(field: &str, reason: impl Display) -> Failure {
    Failure::usage(format!("{field}: {reason}"))
}

/// A reason of a protocol, said of a field.
pub fn because<E: Display>(field: &str) -> impl FnOnce(E) -> Failure + use<'_, E> {
    move |reason| refuse(field, reason)
}

/// Writes one line.
///
/// # Errors
/// [`Failure::Output`].
pub fn line(out: &mut dyn Write, text: &str) -> Result<Exit, Failure> {
    answer(out, Exit::Good, text)
}

/// Writes a value as one line of JSON.
///
/// # Errors
/// [`Failure::Output`].
pub fn json_line(out: &mut dyn Write, value: &impl Serialize) -> Result<Exit, Failure> {
    line(out, &json_text(value)?)
}

/// A value as JSON.
///
/// # Errors
/// [`Failure::Output`] for values that JSON has not.
pub fn json_text(value: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(value).map_err(io::Error::from)?)
}

/// Writes hexadecimal digits, or an object that has them under the field's name.
///
/// # Errors
/// [`Failure::Output`].
pub fn hex_line(
    out: &mut dyn Write,
    json: bool,
    field: &str,
    bytes: &[u8],
) -> Result<Exit, Failure> {
    let digits = base16ct::lower::encode_string(bytes);
    if json { json_line(out, &BTreeMap::from([(field, digits)])) } else { line(out, &digits) }
}

#[derive(Serialize)]
struct Verdict {
    valid: bool,
}

/// Writes `valid` (0), or `not valid` with the reason (7); as JSON without the reason.
///
/// # Errors
/// [`Failure::Output`].
pub fn verdict(
    out: &mut dyn Write,
    json: bool,
    valid: bool,
    reason: impl Display,
) -> Result<Exit, Failure> {
    let exit = if valid { Exit::Good } else { Exit::Invalid };
    let words = if valid { "valid".to_owned() } else { format!("not valid: {reason}") };
    answer(out, exit, &if json { json_text(&Verdict { valid })? } else { words })
}

/// Writes one line and ends with `exit`, even when nobody reads the line: a verdict must not get
/// better by a closed pipe.
///
/// # Errors
/// [`Failure::Output`] if writing fails for another reason.
pub fn answer(out: &mut dyn Write, exit: Exit, text: &str) -> Result<Exit, Failure> {
    // In one piece, so that nothing of it stays in a buffer to fail again.
    match out.write_all(format!("{text}\n").as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(exit),
    }
}
