//! Builds the firmware image, runs it in the emulator, and prints what was counted and what the
//! models make of it. Each line goes after `cargo run --manifest-path chip/firmware/Cargo.toml --`:
//!
//! ```text
//! check         all of the following as far as `budgets`, and counts by what `ledger` wrote
//! check quick   with the first case of each suite
//! cashu         of those, Cashu v3 in software and on the RSA block: as far as `multiplied`
//! peripheral    the driver of the RSA block, set up rightly and wrongly
//! kernels       field arithmetic against big integers
//! vectors       every Cashu v3 vector
//! steps         secrets in step
//! multiplied    vectors and steps on the RSA block, after 10,000 products
//! small         arithmetic, vectors and steps in code that is to be small
//! rv64          every Cashu v3 vector on a processor of 64 bits
//! curves        cases of ECDSA, Ed25519 and Cashu on secp256k1
//! peers         other libraries: their answers and counts, and the models' calibration
//! panics        how many panics each image can reach
//! panics list   each of them
//! budgets       stack of each row, flash and SRAM of each image, flash of a round and a verification alone, scratch of a pair
//! flash         flash of each operation alone; flash peers: of blst's round and verification
//! host          a program of this machine: its answers to the rows' requests are the chip's
//! rows          the table of rows
//! rows curves   those of curves without pairings alone
//! rows kernels  those of field arithmetic, of parts of a pairing and of the RSA block alone
//! rows rv64     those of a processor of 64 bits alone
//! rows small    those in code that is to be small alone
//! rows peers    those of other libraries alone
//! rows host     the same operations on this machine, after `host`: wall-clock time, which `rows` leaves out
//! profile ROW   instructions and calls by symbol; rsa/ROW for the RSA block, small/ROW for small code, rv64/ROW for 64 bits
//! board         type-checks the program for a board, which was never run
//! guests        the table of a zkVM's guest: precompiles by curvemark and by others, in docs/guests.md
//! guests check  published cases in the guest, and its counts by what `guests write` wrote
//! guests write  that ledger, and the page's table
//! guests write own  the same where only curvemark's calls are counted anew
//! guests block  of these, the block in `revm` alone, compared and counted
//! guests profile ROW  where a call's instructions go: rv64im/ecrecover, or rv64im/ecrecover/rustcrypto
//! compiler      says which compiler is found
//! ledger        writes the table that `check` compares with
//! ledger peers  that of other libraries, by all of GCC, Clang and Rust
//! ledger panics that of panics
//! ledger budgets that of budgets, where they became smaller
//! ```
//!
//! Exit codes: 0 good, 2 usage, 3 something is wrong, 4 not run, because no compiler for the chip
//! was found. Nothing here is a measurement of a chip; `rows host` alone measures, and this
//! machine.
#![forbid(unsafe_code)]

mod board;
mod budgets;
mod curves;
mod guests;
mod host;
mod kernels;
mod ledger;
mod multiplied;
mod panics;
mod peers;
mod peripheral;
mod profile;
mod rows;
mod rv64;
mod small;
mod steps;
mod toolchain;
mod vectors;

use std::process::ExitCode;

use board::Board;
use toolchain::{Image, Toolchain};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// What needs a compiler and no chip.
type Apart = fn(&Toolchain, &str) -> Outcome;

type Task = Box<dyn Fn(&Board, &Toolchain) -> Outcome>;

fn task(work: impl Fn(&Board, &Toolchain) -> Outcome + 'static) -> Option<Task> {
    Some(Box::new(work))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let apart: Option<(Apart, &str)> = match words[..] {
        ["guests"] => Some((|toolchain, _| guests::print(toolchain), "")),
        ["guests", "check"] => Some((|toolchain, _| guests::check(toolchain), "")),
        ["guests", "write"] => Some((|toolchain, _| guests::write(toolchain), "")),
        ["guests", "write", "own"] => Some((|toolchain, _| guests::write_own(toolchain), "")),
        ["guests", "block"] => Some((|toolchain, _| guests::print_block(toolchain), "")),
        ["guests", "profile", row] => Some((guests::profile, row)),
        _ => None,
    };
    let task: Option<Task> = match words[..] {
        _ if apart.is_some() => None,
        ["vectors"] => task(|board, _| vectors::check(board, usize::MAX)),
        ["steps"] => task(|board, toolchain| steps::check(board, &checks(toolchain)?)),
        ["multiplied"] => task(|board, toolchain| multiplied::check(board, toolchain, usize::MAX)),
        ["small"] => task(|_, toolchain| small::check(toolchain, usize::MAX)),
        ["curves"] => task(|_, toolchain| curves::check(toolchain, usize::MAX)),
        ["rv64"] => task(|_, toolchain| rv64::check(toolchain, usize::MAX)),
        ["host"] => task(|board, _| host::check(board)),
        ["kernels"] => task(|_, toolchain| kernels::check(&checks(toolchain)?)),
        ["peripheral"] => task(|_, toolchain| peripheral::check(toolchain)),
        ["check"] => task(|board, toolchain| check(board, toolchain, usize::MAX)),
        ["check", "quick"] => task(|board, toolchain| check(board, toolchain, 1)),
        ["cashu"] => task(|board, toolchain| {
            ahead(toolchain, &MULTIPLIED_AHEAD, || check_cashu(board, toolchain, usize::MAX))
        }),
        ["rows"] => task(rows::print),
        ["rows", "curves"] => task(|_, toolchain| rows::print_curves(toolchain)),
        ["rows", "kernels"] => task(|_, toolchain| rows::print_kernels(toolchain)),
        ["rows", "small"] => task(small::print),
        ["rows", "rv64"] => task(rv64::print),
        ["rows", "host"] => task(|board, _| host::print(board)),
        ["rows", "peers"] => task(peers::print),
        ["peers"] => task(peers::check),
        ["panics"] => task(|_, toolchain| panics::check(toolchain)),
        ["panics", "list"] => task(|_, toolchain| panics::print(toolchain)),
        ["profile", row] => {
            let row = row.to_owned();
            task(move |board, toolchain| profile::print(board, toolchain, &row))
        }
        ["ledger"] => task(ledger::write),
        ["ledger", "peers"] => task(peers::write),
        ["flash"] => task(budgets::print),
        ["flash", "peers"] => task(peers::print_flash),
        ["budgets"] => task(budgets::check),
        ["ledger", "budgets"] => task(budgets::write),
        ["ledger", "panics"] => task(|_, toolchain| panics::write(toolchain)),
        ["board"] => task(|_, toolchain| toolchain.check_board()),
        ["compiler"] => None,
        _ => {
            eprintln!(
                "usage: check [quick] | cashu | peripheral | kernels | vectors | steps | multiplied | small | rv64 | host | curves | peers | panics [list] | budgets | flash [peers] | board | rows [curves | kernels | small | rv64 | peers | host] | profile ROW | ledger [peers | panics | budgets] | guests [check | write [own] | block | profile ROW] | compiler"
            );
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
    let outcome = match (apart, task) {
        (Some((work, row)), _) => work(&toolchain, row),
        (None, None) => return ExitCode::SUCCESS,
        (None, Some(task)) => toolchain
            .build(&toolchain::SOFTWARE)
            .and_then(|file| Board::load(&file))
            .and_then(|board| {
                eprintln!("running in the emulator: {}", arguments.join(" "));
                task(&board, &toolchain)
            }),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}

/// The image of checks, in software.
fn checks(toolchain: &Toolchain) -> Result<Board, Box<dyn std::error::Error>> {
    Board::load(&toolchain.build(&toolchain::CHECKS)?)
}

const MULTIPLIED_AHEAD: [Image; 2] = [toolchain::CHECKS_MULTIPLIED, toolchain::MULTIPLIED];
const ALL_AHEAD: [Image; 4] = [
    toolchain::CHECKS_MULTIPLIED,
    toolchain::MULTIPLIED,
    toolchain::CHECKS_SMALL,
    toolchain::SMALL,
];

/// Builds what is checked later while what is checked first runs: images that are built otherwise
/// lie in folders of their own, where cargo does not wait for them. Whoever needs one that is not
/// there builds it again, and says what is wrong.
fn ahead(toolchain: &Toolchain, images: &[Image], check: impl FnOnce() -> Outcome) -> Outcome {
    std::thread::scope(|scope| {
        scope
            .spawn(|| images.iter().try_for_each(|image| toolchain.build(image).map(drop)).is_ok());
        check()
    })
}

fn check(board: &Board, toolchain: &Toolchain, most: usize) -> Outcome {
    ahead(toolchain, &ALL_AHEAD, || check_all(board, toolchain, most))
}

/// Cashu v3 in software and on the RSA block.
fn check_cashu(board: &Board, toolchain: &Toolchain, most: usize) -> Outcome {
    peripheral::check(toolchain)?;
    let checks = checks(toolchain)?;
    kernels::check(&checks)?;
    vectors::check(board, most)?;
    steps::check(board, &checks)?;
    multiplied::check(board, toolchain, most)
}

fn check_all(board: &Board, toolchain: &Toolchain, most: usize) -> Outcome {
    check_cashu(board, toolchain, most)?;
    small::check(toolchain, most)?;
    rv64::check(toolchain, most)?;
    curves::check(toolchain, most)?;
    peers::check(board, toolchain)?;
    panics::check(toolchain)?;
    ledger::check(board, toolchain)?;
    // Last, since images with one operation alone push out those with all.
    budgets::check(board, toolchain)
}
