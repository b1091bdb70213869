//! The operations of the image as a program of this machine, by this machine's compiler and on
//! curvemark's fastest engine here. It must give the chip's bytes; what is timed after that is
//! wall-clock time of this machine, and says nothing of the chip.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Outcome;
use crate::board::{self, Answer, Board, Operation, Status};
use crate::{rows, toolchain};

type Error = Box<dyn std::error::Error>;

/// What stands before the names of rows.
const PREFIX: &str = "host/";

/// How long a row is repeated.
const MILLISECONDS: u32 = 250;

/// A request that both answer alike.
struct Case {
    row: &'static str,
    operation: Operation,
    request: Vec<u8>,
    /// Of the row on the chip.
    instructions: u64,
}

/// Runs the program on a request.
fn run(
    program: &Path,
    operation: Operation,
    more: &[String],
    request: &[u8],
) -> Result<Vec<u8>, Error> {
    let mut command = Command::new(program);
    command
        .arg((operation as u32).to_string())
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn()?;
    let written = child.stdin.take().ok_or("no standard input")?.write_all(request);
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("{operation:?} on this machine: {}", output.status).into());
    }
    written?;
    Ok(output.stdout)
}

/// The request as the program has it and the chip's answer, which the program must give byte for
/// byte.
fn alike(
    chip: &Board,
    program: &Path,
    operation: Operation,
    fields: &[Vec<u8>],
) -> Result<(Vec<u8>, Answer), Error> {
    let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
    let (request, there) = (board::request(&fields)?, chip.ask(operation, &fields)?);
    let here = run(program, operation, &[], &request)?;
    if here != there.response {
        let [here, there] =
            [&here, &there.response].map(|bytes| base16ct::lower::encode_string(bytes));
        return Err(format!("{operation:?}: this machine answers {here}, the chip {there}").into());
    }
    Ok((request, there))
}

/// The rows' requests, and each once more with its last bit flipped, which most operations refuse.
fn gate(chip: &Board, program: &Path) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    for (row, (operation, mut fields)) in rows::requests(chip)? {
        let (request, there) = alike(chip, program, operation, &fields)?;
        // A refusal would be timed as if it were the operation.
        if there.status != Status::Good {
            return Err(format!("{row}: {:?}", there.status).into());
        }
        let instructions = there.rows.iter().map(|row| row.ledger.counters.instructions()).sum();
        cases.push(Case { row, operation, request, instructions });
        *fields.last_mut().and_then(|field| field.last_mut()).ok_or("an empty request")? ^= 1;
        alike(chip, program, operation, &fields)?;
    }
    println!(
        "on this machine: the answers to {} requests are the chip's, byte for byte",
        2 * cases.len()
    );
    Ok(cases)
}

pub fn check(chip: &Board) -> Outcome {
    gate(chip, &toolchain::build_host()?).map(|_| ())
}

/// What the program says of its time.
#[derive(Debug, PartialEq)]
struct Times {
    engine: String,
    /// Of each repetition, the shortest first; at least one.
    nanoseconds: Vec<u64>,
}

impl Times {
    /// The engine's name, and a line for each repetition.
    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let engine = lines.next()?.to_owned();
        let mut nanoseconds: Vec<u64> = lines.map(str::parse).collect::<Result<_, _>>().ok()?;
        nanoseconds.sort_unstable();
        (!nanoseconds.is_empty()).then_some(Self { engine, nanoseconds })
    }

    fn minimum(&self) -> u64 {
        self.nanoseconds[0]
    }

    /// Of an even number of repetitions the mean of both in the middle.
    fn median(&self) -> u64 {
        let all = &self.nanoseconds;
        u64::midpoint(all[(all.len() - 1) / 2], all[all.len() / 2])
    }
}

/// The CPU's name in `/proc/cpuinfo`, which not every system has.
fn cpu(info: &str) -> String {
    let names = info.lines().filter_map(|line| line.split_once(':'));
    let found = names
        .filter(|(key, _)| key.trim() == "model name")
        .map(|(_, name)| name.trim().to_owned())
        .next();
    found.unwrap_or_else(|| {
        format!("a CPU of {}, which does not say its name", std::env::consts::ARCH)
    })
}

pub fn print(chip: &Board) -> Outcome {
    let program = toolchain::build_host()?;
    let mut timed = Vec::new();
    for case in gate(chip, &program)? {
        let printed = run(&program, case.operation, &[MILLISECONDS.to_string()], &case.request)?;
        let times =
            Times::parse(&String::from_utf8(printed)?).ok_or("the program's times are none")?;
        timed.push((case, times));
    }
    timed.sort_by_key(|(case, _)| case.row);
    let engine = timed.first().map_or("", |(_, times)| &times.engine);
    let cpu = cpu(&std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default());
    println!(
        "measured on this machine in wall-clock time, and on no chip: {cpu}, one thread, engine {engine}"
    );
    println!(
        "program by {}, -O3; the instructions are of the chip's image and kernels, counted in the emulator",
        toolchain::host_version()?
    );
    println!(
        "{:<36} {:>12} {:>12} {:>11}  {:>17}",
        "row", "minimum, µs", "median, µs", "repetitions", "chip: instructions"
    );
    for (Case { row, instructions, .. }, times) in timed {
        let [minimum, median] =
            [times.minimum(), times.median()].map(|nanoseconds| nanoseconds as f64 / 1e3);
        let name = format!("{PREFIX}{row}");
        println!(
            "{name:<36} {minimum:>12.1} {median:>12.1} {:>11}  {instructions:>17}",
            times.nanoseconds.len()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_sorted_and_what_is_no_time_is_refused() {
        let times = |text| {
            Times::parse(text).map(|times| (times.engine.clone(), times.minimum(), times.median()))
        };
        let rns = |minimum, median| Some(("rns".to_owned(), minimum, median));
        assert_eq!(times("rns\n7\n"), rns(7, 7));
        assert_eq!(times("rns\n30\n10\n20\n"), rns(10, 20));
        assert_eq!(times("rns\n40\n9\n10\n20\n"), rns(9, 15));
        for text in ["", "rns\n", "rns\n1\nx\n", "rns\n-1\n"] {
            assert_eq!(Times::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_cpu_has_its_name_or_none() {
        assert_eq!(
            cpu("processor\t: 0\nmodel\t\t: 17\nmodel name\t: Some: CPU \nmodel name\t: other\n"),
            "Some: CPU"
        );
        assert!(cpu("processor\t: 0\n").contains(std::env::consts::ARCH));
    }

    #[test]
    fn a_program_that_fails_gives_no_answer() {
        assert!(run(Path::new("false"), Operation::Hash, &[], &[0; 1 << 17]).is_err());
    }
}
