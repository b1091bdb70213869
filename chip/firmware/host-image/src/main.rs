//! The operations of `chip/firmware/image`, by its own source, as a program of this machine: a
//! request comes on the standard input as the chip finds it in its mailbox.
//!
//! `curvemark-host-image OPERATION` writes the response, byte for byte what the chip's mailbox
//! would hold. `curvemark-host-image OPERATION MILLISECONDS` answers again and again until the rows
//! alone took that long; then it writes the engine's name and how many nanoseconds each row took, a
//! line each.
#![forbid(unsafe_code)]

#[path = "../../image/src/answer.rs"]
mod answer;
mod mailbox;
mod marker;
mod scratch;

use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Duration;

type Error = Box<dyn std::error::Error>;

/// The part of the time that is spent before anything counts, so that caches and predictors know
/// the work.
const WARM_UP: u32 = 4;

fn respond(operation: u32, request: &[u8]) -> Vec<u8> {
    let mut response = mailbox::Response::new();
    let status = answer::answer(operation, mailbox::Fields::of(request), &mut response);
    response.finish(status as u8)
}

/// What each row took, until they took `least` together.
fn time(operation: u32, request: &[u8], least: Duration) -> Result<Vec<Duration>, Error> {
    let expected = respond(operation, request);
    let (mut rows, mut total) = (Vec::new(), Duration::ZERO);
    while total < least {
        if respond(operation, request) != expected {
            return Err("the same request is answered otherwise".into());
        }
        let row = marker::take().ok_or("the request comes to no row")?;
        rows.push(row);
        total += row;
    }
    Ok(rows)
}

fn run(operation: u32, milliseconds: Option<u64>) -> Result<(), Error> {
    let mut request = Vec::new();
    std::io::stdin().read_to_end(&mut request)?;
    let mut out = std::io::stdout().lock();
    let Some(milliseconds) = milliseconds else {
        return Ok(out.write_all(&respond(operation, &request))?);
    };
    let least = Duration::from_millis(milliseconds);
    time(operation, &request, least / WARM_UP)?;
    let rows = time(operation, &request, least)?;
    writeln!(out, "{}", limb::cpu::engine().name())?;
    for row in rows {
        writeln!(out, "{}", row.as_nanos())?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Result<Vec<u64>, _> =
        std::env::args().skip(1).map(|argument| argument.parse()).collect();
    let parsed = match arguments.as_deref() {
        Ok([operation]) => Some((operation, None)),
        Ok([operation, milliseconds]) => Some((operation, Some(*milliseconds))),
        _ => None,
    };
    let Some((Ok(operation), milliseconds)) =
        parsed.map(|(operation, time)| (u32::try_from(*operation), time))
    else {
        eprintln!(
            "usage: curvemark-host-image OPERATION [MILLISECONDS], and a request on the standard input"
        );
        return ExitCode::from(2);
    };
    match run(operation, milliseconds) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}
