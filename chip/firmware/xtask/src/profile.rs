//! Where a row's instructions go: by symbol.

use emulator::Profile;

use crate::Outcome;
use crate::board::Board;
use crate::rows::Request;
use crate::toolchain::Toolchain;
use crate::{curves, multiplied, rows, rv64, small};

/// Symbols that are printed.
const MOST: usize = 40;

/// Prints instructions and calls by symbol of everything that the request of one row does, set-up
/// included.
pub fn print(board: &Board, toolchain: &Toolchain, row: &str) -> Outcome {
    if let Some(row) = row.strip_prefix(rows::MULTIPLIED) {
        let board = &multiplied::load(toolchain)?;
        return of(board, rows::request(board, row)?);
    }
    if let Some(row) = row.strip_prefix(small::PREFIX) {
        let board = &small::load(toolchain)?;
        return of(board, rows::request(board, row)?);
    }
    if let Some(row) = row.strip_prefix(rv64::PREFIX) {
        return rv64::load(toolchain)?
            .map_or(Ok(()), |board| of(&board, rows::request(&board, row)?));
    }
    match curves::request(row)? {
        Some(request) => of(&curves::load(toolchain)?, request),
        None => of(board, rows::request(board, row)?),
    }
}

fn of(board: &Board, (operation, fields): Request) -> Outcome {
    let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
    let mut profile = Profile::new(board.image());
    board.watch(operation, &fields, |step| profile.watch(step))?;
    println!("{:>12} {:>12} {:>9}  symbol", "own", "with callees", "calls");
    for (name, counts) in profile.finish().into_iter().take(MOST) {
        println!("{:>12} {:>12} {:>9}  {name}", counts.exclusive, counts.inclusive, counts.calls);
    }
    Ok(())
}
