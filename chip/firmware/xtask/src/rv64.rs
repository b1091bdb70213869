//! The image of Cashu v3 for a processor of 64 bits: the same sources, words of 64 bits and the
//! code of no chip, counted as RV64IMC. What the compiler is told is `riscv64gc`; an instruction on
//! atomics or floating point would be a fault, and there is none.
//!
//! No model is of such a processor, so that its rows have no time.

use emulator::Event;

use crate::Outcome;
use crate::board::Board;
use crate::rows::{self, Rows};
use crate::toolchain::{RV64, Toolchain};
use crate::vectors;

type Error = Box<dyn std::error::Error>;

/// What stands before the names of rows.
pub const PREFIX: &str = "rv64/";

/// The image; none where the compiler has no library for it, which is said.
pub fn load(toolchain: &Toolchain) -> Result<Option<Board>, Error> {
    if !toolchain.has_64() {
        println!(
            "SKIPPED: no library for riscv64gc-unknown-none-elf (rustup target add it, or rust-src): nothing is counted as of 64 bits"
        );
        return Ok(None);
    }
    Board::load(&toolchain.build(&RV64)?).map(Some)
}

/// Every row, with the chip's answers.
pub fn rows(chip: &Board, toolchain: &Toolchain) -> Result<Rows, Error> {
    load(toolchain)?.map_or(Ok(Rows::new()), |board| rows::beside(chip, &board, PREFIX))
}

/// Every published case.
pub fn check(toolchain: &Toolchain, most: usize) -> Outcome {
    load(toolchain)?.map_or(Ok(()), |board| vectors::check(&board, most))
}

pub fn print(chip: &Board, toolchain: &Toolchain) -> Outcome {
    println!("counted as RV64IMC, and modelled on no processor:");
    println!("{:<36} {:>13} {:>11} {:>7}", "row", "instructions", "multiplies", "stack");
    for (name, row) in rows(chip, toolchain)? {
        let counters = &row.ledger.counters;
        let multiplies = counters[Event::Mul] + counters[Event::MulHigh];
        println!("{name:<36} {:>13} {multiplies:>11} {:>7}", counters.instructions(), row.stack);
    }
    Ok(())
}
