//! The rows: what was counted of each operation, and what the models make of it.

use std::collections::BTreeMap;

use emulator::{Event, Model, Row};

use crate::Outcome;
use crate::board::{Board, Operation, Status};
use crate::toolchain::Toolchain;

/// Rows by name.
pub type Rows = BTreeMap<String, Row>;

/// A scalar of one repeated byte.
const R: [u8; 32] = [0x35; 32];
const A: [u8; 32] = [0x27; 32];
/// Proofs in a token.
const TOKEN: usize = 10;

/// Runs every operation once, on fixed inputs, each on a machine with a cold cache.
pub fn all(board: &Board) -> Result<Rows, Box<dyn std::error::Error>> {
    let mut rows = Rows::new();
    let mut ask = |operation, fields: &[&[u8]], suffix: &str| -> Result<Vec<u8>, Box<dyn std::error::Error>> {
        let answer = board.ask(operation, fields)?;
        if answer.status != Status::Good {
            return Err(format!("{operation:?}: {:?}", answer.status).into());
        }
        for row in answer.rows {
            rows.insert(format!("{}{suffix}", row.name), row);
        }
        Ok(answer.fields.concat())
    };
    let key = ask(Operation::PublicKey, &[&A], "")?;
    ask(Operation::Hash, &[b"a secret"], "")?;
    let blinded = ask(Operation::Blind, &[&R, b"a secret"], "")?;
    let promise = ask(Operation::Sign, &[&A, &blinded], "")?;
    let signature = ask(Operation::Unblind, &[&R, &promise], "")?;
    ask(Operation::ValidateG1, &[&blinded], "")?;
    ask(Operation::ValidateG2, &[&key], "")?;
    ask(Operation::Round, &[&A, &R, b"a secret"], "")?;
    ask(Operation::Verify, &[&key, b"a secret", &signature], "")?;
    for (suffix, keys) in [("_10_one_key", 1), ("_10_ten_keys", TOKEN)] {
        let mut fields = Vec::new();
        for proof in 0..TOKEN {
            let secret = format!("secret {proof}").into_bytes();
            let mut a = A;
            a[31] = (proof % keys) as u8;
            let signature = board.ask(Operation::Round, &[&a, &R, &secret])?.fields.concat();
            let key = board.ask(Operation::PublicKey, &[&a])?.fields.concat();
            fields.extend([secret, signature, key]);
        }
        let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
        ask(Operation::Batch, &fields, suffix)?;
    }
    Ok(rows)
}

pub fn print(board: &Board, toolchain: &Toolchain) -> Outcome {
    let model = Model::esp32c3();
    println!("counted in the emulator, image by {}; modelled for 160 MHz, measured on no chip", toolchain.version());
    let flash: usize = board
        .image()
        .segments()
        .iter()
        .filter(|part| part.address < 0x3fc8_0000 || part.address >= 0x4200_0000)
        .map(|part| part.bytes.len())
        .sum();
    println!("flash of the image: {flash} bytes");
    println!("{:<28} {:>13} {:>11} {:>10} {:>7}  modelled", "row", "instructions", "multiplies", "misses", "stack");
    for (name, row) in all(board)? {
        let counters = &row.ledger.counters;
        let multiplies = counters[Event::Mul] + counters[Event::MulHigh];
        let misses = counters[Event::FetchMiss] + counters[Event::DataMiss];
        println!(
            "{name:<28} {:>13} {multiplies:>11} {misses:>10} {:>7}  {}",
            counters.instructions(),
            row.stack,
            model.time(&row.ledger)
        );
    }
    Ok(())
}
