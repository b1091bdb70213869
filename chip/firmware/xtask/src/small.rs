//! Cashu v3 in software, in code that is to be small (`--cfg curvemark_small`): the kernels are
//! loops, and the words' crate is compiled for size too.

use crate::Outcome;
use crate::board::Board;
use crate::budgets::Sizes;
use crate::rows::{self, Rows};
use crate::toolchain::{CHECKS_SMALL, SMALL, Toolchain};
use crate::{kernels, steps, vectors};

type Error = Box<dyn std::error::Error>;

/// What stands before the names of rows and kernels.
pub const PREFIX: &str = "small/";

pub fn load(toolchain: &Toolchain) -> Result<Board, Error> {
    Board::load(&toolchain.build(&SMALL)?)
}

/// The image of checks.
pub fn checks(toolchain: &Toolchain) -> Result<Board, Error> {
    Board::load(&toolchain.build(&CHECKS_SMALL)?)
}

/// Every row, with the answers of the image that is not small.
pub fn rows(software: &Board, toolchain: &Toolchain) -> Result<Rows, Error> {
    rows::beside(software, &load(toolchain)?, PREFIX)
}

/// Field arithmetic, published cases and secrets in step.
pub fn check(toolchain: &Toolchain, most: usize) -> Outcome {
    println!("In small code:");
    let (board, checks) = (load(toolchain)?, checks(toolchain)?);
    kernels::check(&checks)?;
    vectors::check(&board, most)?;
    steps::check(&board, &checks)
}

pub fn print(software: &Board, toolchain: &Toolchain) -> Outcome {
    println!("in software, in small code: {}", Sizes::of(&load(toolchain)?)?);
    rows::table(&rows(software, toolchain)?);
    Ok(())
}
