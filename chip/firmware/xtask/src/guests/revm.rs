//! A block of transactions in `revm` inside the guest, with curvemark's arithmetic and with that of
//! `revm`'s own libraries. What can be seen of it afterwards must be what `revm` gives on this
//! machine with the libraries that it takes by default: success, gas and output of each
//! transaction, and each account.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use super::inputs::{Call, bytes};
use super::{Counts, Error, OWN, REVM, Table, WIDTHS, side_by_side};
use crate::board::{Board, Operation, Status};
use crate::toolchain::{Toolchain, Width, build_revm, guest_revm};

/// The row.
pub const ROW: &str = "revm_block";

/// The rows whose calls are in the block: one of each contract, but for the identity's.
const CALLS: [&str; 17] = [
    "ecrecover",
    "sha256_64",
    "ripemd160_64",
    "modexp_32_full",
    "bn254_add",
    "bn254_mul",
    "bn254_pairing_2",
    "blake2f_12",
    "point_evaluation",
    "bls12_g1_add",
    "bls12_g1_msm_1",
    "bls12_g2_add",
    "bls12_g2_msm_1",
    "bls12_pairing_2",
    "bls12_map_fp_to_g1",
    "bls12_map_fp2_to_g2",
    "p256_verify",
];
const IDENTITY: u16 = 4;

/// Transfers of money in the block, `revm-native/src/main.rs`.
const TRANSFERS: usize = 200;
/// What is written of a transaction before its output: success, gas, and the output's length.
const BEFORE_OUTPUT: usize = 1 + 8 + 4;

/// A block, and what can be seen of it afterwards.
struct Block {
    bytes: Vec<u8>,
    result: Vec<u8>,
}

/// The calls of contracts as `revm-native` reads them.
fn lines(calls: &[Call]) -> Result<String, Error> {
    let mut out = String::new();
    let mut line = |contract: u16, input: &[u8]| {
        writeln!(out, "{contract:x} {}", base16ct::lower::encode_string(input))
    };
    line(IDENTITY, &bytes(11, 64))?;
    for name in CALLS {
        let call = calls.iter().find(|call| call.name == name);
        let call = call.ok_or_else(|| format!("no row {name}"))?;
        line(call.contract, &call.input)?;
    }
    Ok(out)
}

/// Has this machine make the block, and run it.
fn native(calls: &[Call]) -> Result<Block, Error> {
    let mut program =
        Command::new(build_revm()?).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    program.stdin.take().ok_or("no input")?.write_all(lines(calls)?.as_bytes())?;
    let output = program.wait_with_output()?;
    if !output.status.success() {
        return Err("the block was not made".into());
    }
    let text = String::from_utf8(output.stdout)?;
    let (block, result) = text.trim().split_once('\n').ok_or("a block and a result")?;
    let [bytes, result] = [block, result].map(base16ct::lower::decode_vec);
    Ok(Block { bytes: bytes?, result: result? })
}

/// Whether each transaction succeeded: that all fail alike would show nothing.
fn all_succeed(mut result: &[u8]) -> bool {
    (0..TRANSFERS + CALLS.len() + 1).all(|_| {
        let Some((before, rest)) = result.split_first_chunk::<BEFORE_OUTPUT>() else {
            return false;
        };
        let [success, .., a, b, c, d] = *before;
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let Some((_, rest)) = rest.split_at_checked(length) else { return false };
        result = rest;
        success == 1
    })
}

/// Counts the block by each library, on each width that there is a compiler for.
pub fn counts(toolchain: &Toolchain, calls: &[Call]) -> Result<Table, Error> {
    if !toolchain.takes_files() {
        println!("SKIPPED: no library for targets of a file (rust-src): no block of revm");
        return Ok(Table::new());
    }
    let block = native(calls)?;
    if !all_succeed(&block.result) {
        return Err("a transaction of the block fails".into());
    }
    let mut boards = Vec::new();
    for width in WIDTHS {
        boards.push((width, Board::guest(&toolchain.build(&guest_revm(width))?)?));
    }
    let questions: Vec<(Width, &Board, &str)> = boards
        .iter()
        .flat_map(|(width, board)| [OWN, REVM].map(|library| (*width, board, library)))
        .collect();
    let counted = side_by_side(&questions, |(width, board, library)| {
        let answer = board
            .ask(Operation::GuestBlock, &[library.as_bytes(), &block.bytes])
            .map_err(|error| format!("{}: {library}: {error}", width.name()))?;
        match (answer.status, &answer.rows[..], answer.fields.as_slice()) {
            (Status::Good, [row], [result]) if *result == block.result => {
                Ok(((*width, ROW.to_owned(), (*library).to_owned()), Counts::of(row)))
            }
            (Status::Good, [_], [_]) => {
                Err(format!("{}: {library}: another result than here", width.name()).into())
            }
            (status, ..) => Err(format!("{}: {library}: {status:?}", width.name()).into()),
        }
    })?;
    Ok(counted.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transaction_that_fails_is_seen() {
        let good = [&[1][..], &[0; 8], &[0, 0, 0, 2], b"ab"].concat();
        let bad = [&[0][..], &[0; 8], &[0; 4]].concat();
        let count = TRANSFERS + CALLS.len() + 1;
        assert!(all_succeed(&good.repeat(count)));
        assert!(!all_succeed(&[good.repeat(count - 1), bad].concat()));
        assert!(!all_succeed(&good.repeat(count - 1)));
        assert!(!all_succeed(&good.repeat(count)[..count * good.len() - 1]));
    }
}
