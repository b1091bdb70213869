//! Where a row's instructions go: by symbol.

use emulator::Profile;

use crate::Outcome;
use crate::board::Board;
use crate::toolchain::Toolchain;
use crate::{multiplied, rows, rv64};

/// Symbols that are printed.
const MOST: usize = 40;

/// Prints instructions and calls by symbol of everything that the request of one row does, set-up included.
pub fn print(board: &Board, toolchain: &Toolchain, row: &str) -> Outcome {
    if let Some(row) = row.strip_prefix(rows::MULTIPLIED) {
        return of(&multiplied::load(toolchain)?, row);
    }
    match row.strip_prefix(rv64::PREFIX) {
        Some(row) => rv64::load(toolchain)?.map_or(Ok(()), |board| of(&board, row)),
        None => of(board, row),
    }
}

fn of(board: &Board, row: &str) -> Outcome {
    let (operation, fields) = rows::request(board, row)?;
    let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
    let mut profile = Profile::new(board.image());
    board.watch(operation, &fields, |step| profile.watch(step))?;
    println!("{:>12} {:>12} {:>9}  symbol", "own", "with callees", "calls");
    for (name, counts) in profile.finish().into_iter().take(MOST) {
        println!("{:>12} {:>12} {:>9}  {name}", counts.exclusive, counts.inclusive, counts.calls);
    }
    Ok(())
}
