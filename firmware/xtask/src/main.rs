//! Builds the firmware image, runs it in the emulator, and prints what was counted and what the models make of it.
//!
//! ```text
//! cargo run --manifest-path firmware/Cargo.toml -- check     every Cashu v3 vector, secrets in step, counts against the ledger
//! cargo run --manifest-path firmware/Cargo.toml -- check quick   the first case of each suite, and the rest as above
//! cargo run --manifest-path firmware/Cargo.toml -- rows      the table of rows
//! cargo run --manifest-path firmware/Cargo.toml -- ledger    writes the table that `check` compares with
//! ```
//!
//! Exit codes: 0 good, 2 usage, 3 something is wrong, 4 not run, because no compiler for the chip was found. Nothing here is a
//! measurement of a chip.
#![forbid(unsafe_code)]

mod board;
mod ledger;
mod rows;
mod steps;
mod toolchain;
mod vectors;

use std::process::ExitCode;

use board::Board;
use toolchain::Toolchain;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let task: fn(&Board, &Toolchain) -> Outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["check"] => |board, toolchain| check(board, toolchain, usize::MAX),
        ["check", "quick"] => |board, toolchain| check(board, toolchain, 1),
        ["rows"] => |board, toolchain| rows::print(board, toolchain),
        ["ledger"] => |board, toolchain| ledger::write(&rows::all(board)?, toolchain),
        _ => {
            eprintln!("usage: check [quick] | rows | ledger");
            return ExitCode::from(2);
        }
    };
    let Some(toolchain) = Toolchain::find() else {
        eprintln!(
            "NOT RUN: no compiler for {} was found, so no firmware row was counted and none was checked.",
            toolchain::TARGET
        );
        eprintln!("{}", toolchain::HOW_TO);
        return ExitCode::from(4);
    };
    eprintln!("compiler: {} ({})", toolchain.version(), toolchain.route());
    let outcome = toolchain.build().and_then(|file| Board::load(&file)).and_then(|board| task(&board, &toolchain));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}

fn check(board: &Board, toolchain: &Toolchain, most: usize) -> Outcome {
    vectors::check(board, most)?;
    steps::check(board)?;
    ledger::check(&rows::all(board)?, toolchain)
}
