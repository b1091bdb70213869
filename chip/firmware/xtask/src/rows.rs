//! The rows: what was counted of each operation, and what the models make of it.

use std::collections::BTreeMap;

use emulator::{Event, Model, Profile, Row};

use crate::Outcome;
use crate::board::{Answer, Board, Operation, Status};
use crate::budgets::Sizes;
use crate::toolchain::{CHECKS, CHECKS_MULTIPLIED, DRIVER, Toolchain};
use crate::{checks, curves, multiplied, peers, rv64, small};

type Error = Box<dyn std::error::Error>;

/// Rows by name.
pub type Rows = BTreeMap<String, Row>;

/// A scalar of one repeated byte.
const R: [u8; 32] = [0x35; 32];
const A: [u8; 32] = [0x27; 32];
const SECRET: &[u8] = b"a secret";
/// Proofs in a token.
const TOKEN: usize = 10;

/// What the board is asked.
pub type Request = (Operation, Vec<Vec<u8>>);

/// What rows run on: made once, by the board itself.
struct Inputs {
    key: Vec<u8>,
    blinded: Vec<u8>,
    promise: Vec<u8>,
    signature: Vec<u8>,
}

impl Inputs {
    fn new(board: &Board) -> Result<Self, Error> {
        let ask = |operation, fields: &[&[u8]]| {
            answer(board, operation, fields).map(|answer| answer.fields.concat())
        };
        let key = ask(Operation::PublicKey, &[&A])?;
        let blinded = ask(Operation::Blind, &[&R, SECRET])?;
        let promise = ask(Operation::Sign, &[&A, &blinded])?;
        let signature = ask(Operation::Unblind, &[&R, &promise])?;
        Ok(Self { key, blinded, promise, signature })
    }
}

pub fn answer(board: &Board, operation: Operation, fields: &[&[u8]]) -> Result<Answer, Error> {
    let answer = board.ask(operation, fields)?;
    if answer.status != Status::Good {
        return Err(format!("{operation:?}: {:?}", answer.status).into());
    }
    Ok(answer)
}

/// A token of ten proofs under so many keys.
fn token(board: &Board, keys: usize) -> Result<Request, Error> {
    let mut fields = Vec::new();
    for proof in 0..TOKEN {
        let secret = format!("secret {proof}").into_bytes();
        let mut a = A;
        a[31] = (proof % keys) as u8;
        let signature = answer(board, Operation::Round, &[&a, &R, &secret])?.fields.concat();
        let key = answer(board, Operation::PublicKey, &[&a])?.fields.concat();
        fields.extend([secret, signature, key]);
    }
    Ok((Operation::Batch, fields))
}

/// The requests, each with the row that it is made for; fixed inputs.
pub fn requests(board: &Board) -> Result<Vec<(&'static str, Request)>, Error> {
    let Inputs { key, blinded, promise, signature } = Inputs::new(board)?;
    let (a, r, secret) = (A.to_vec(), R.to_vec(), SECRET.to_vec());
    Ok(vec![
        ("g2_mul_public_key", (Operation::PublicKey, vec![a.clone()])),
        ("hash_to_g1", (Operation::Hash, vec![secret.clone()])),
        ("blind", (Operation::Blind, vec![r.clone(), secret.clone()])),
        ("g1_mul_sign", (Operation::Sign, vec![a.clone(), blinded.clone()])),
        ("unblind", (Operation::Unblind, vec![r.clone(), promise])),
        ("validate_g1", (Operation::ValidateG1, vec![blinded])),
        ("validate_g2", (Operation::ValidateG2, vec![key.clone()])),
        ("bdhke_full_round", (Operation::Round, vec![a, r, secret.clone()])),
        ("pairing_verification", (Operation::Verify, vec![key, secret, signature])),
        ("verify_batch_10_one_key", token(board, 1)?),
        ("verify_batch_10_four_keys", token(board, 4)?),
        ("verify_batch_10_ten_keys", token(board, TOKEN)?),
    ])
}

/// The requests of the rows that other libraries have too.
pub fn compared(board: &Board) -> Result<[(&'static str, Request); 2], Error> {
    let Inputs { key, signature, .. } = Inputs::new(board)?;
    Ok([
        ("bdhke_full_round", (Operation::Round, vec![A.to_vec(), R.to_vec(), SECRET.to_vec()])),
        ("pairing_verification", (Operation::Verify, vec![key, SECRET.to_vec(), signature])),
    ])
}

/// The names of all rows.
pub fn names(board: &Board) -> Result<Vec<&'static str>, Error> {
    Ok(requests(board)?.into_iter().map(|(name, _)| name).collect())
}

/// The request of one row.
pub fn request(board: &Board, row: &str) -> Result<Request, Error> {
    let found = requests(board)?.into_iter().find(|(name, _)| *name == row);
    found.map(|(_, request)| request).ok_or_else(|| format!("no row {row}").into())
}

/// Operands: below both moduli, and no word is zero or all ones.
const OPERANDS: [[u8; 48]; 2] = [[0x11; 48], [0x0b; 48]];

/// Runs products on the RSA block: setting it up and its self-test, one product, and a hundred
/// squarings in a row.
pub fn peripheral(toolchain: &Toolchain) -> Result<Rows, Error> {
    let board = Board::load(&toolchain.build(&DRIVER)?)?;
    let [a, b] = &OPERANDS;
    let rows = answer(&board, Operation::Products, &[&[0], &[100], a, b])?.rows;
    Ok(rows.into_iter().map(|row| (row.name.clone(), row)).collect())
}

/// What operations are made of, in software and on the RSA block: the same answers. Of the block's
/// rows those that have its products.
pub fn parts(toolchain: &Toolchain) -> Result<Rows, Error> {
    let boards = [&CHECKS, &CHECKS_MULTIPLIED].map(|image| Board::load(&toolchain.build(image)?));
    let [software, block] = boards;
    let (software, block) = (software?, block?);
    let Inputs { key, signature, .. } = Inputs::new(&software)?;
    let [a, b] = &OPERANDS;
    let fields: [&[u8]; 4] = [a, b, &signature, &key];
    let (in_software, on_block) =
        (answer(&software, Operation::Parts, &fields)?, answer(&block, Operation::Parts, &fields)?);
    if in_software.fields != on_block.fields {
        return Err("parts: the block answers otherwise than software".into());
    }
    let mut out: Rows = in_software.rows.into_iter().map(|row| (row.name.clone(), row)).collect();
    for row in on_block.rows {
        if row.ledger.counters[Event::RsaOperation] > 0 && row.name != "rsa_serve" {
            out.insert(format!("{MULTIPLIED}{}", row.name), row);
        }
    }
    Ok(out)
}

/// Instructions of each kernel of `limb::rv32` in an image of checks, by symbol: what a call
/// executes, without the kernels that it calls.
pub fn kernels(board: &Board) -> Result<BTreeMap<String, u64>, Error> {
    let mut out = BTreeMap::new();
    let [a, b] = &OPERANDS;
    for (operation, length) in
        [(Operation::Base, 48), (Operation::Scalar, 32), (Operation::Folding, 32)]
    {
        let mut profile = Profile::new(board.image());
        board.watch(operation, &[&a[..length], &b[..length]], |step| profile.watch(step))?;
        for (symbol, counts) in profile.finish() {
            let Some(mut name) = kernel(&symbol) else { continue };
            // These are one function for each length.
            if name.starts_with("small::") || name.starts_with("linear::") {
                name += if length == 48 { "::long" } else { "::short" };
            }
            // These are one function for each modulus, whose c is of one word or of two.
            if name.starts_with("folding::") {
                name += if symbol.contains("Koblitz") { "::two_words" } else { "::one_word" };
            }
            let each = counts.exclusive.checked_div(counts.calls).unwrap_or(0);
            if each * counts.calls != counts.exclusive {
                return Err(format!("{name}: its calls differ").into());
            }
            out.insert(name, each);
        }
    }
    Ok(out)
}

/// `product::long` from a symbol with the path `limb::rv32::product::long`. Sums of several terms
/// are functions by how many those are, and no kernels.
fn kernel(symbol: &str) -> Option<String> {
    let (_, mut rest) = symbol.split_once("4limb4rv32")?;
    let mut names = Vec::new();
    while names.len() < 2 {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (length, after) = rest.split_at(digits);
        let (name, after) = after.split_at_checked(length.parse().ok()?)?;
        names.push(name);
        rest = after;
    }
    Some(names.join("::")).filter(|name| name != "small::combination")
}

/// Runs every operation once, on fixed inputs, each on a machine with a cold cache.
pub fn all(board: &Board) -> Result<Rows, Error> {
    let mut rows = Rows::new();
    for (name, (operation, fields)) in requests(board)? {
        let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
        for row in answer(board, operation, &fields)?.rows {
            rows.insert(name.to_owned(), row);
        }
    }
    Ok(rows)
}

/// What stands before the names of rows on the RSA block.
pub const MULTIPLIED: &str = "rsa/";

/// As [`all`], on the RSA block.
pub fn all_multiplied(board: &Board) -> Result<Rows, Error> {
    Ok(all(board)?.into_iter().map(|(name, row)| (format!("{MULTIPLIED}{name}"), row)).collect())
}

/// As [`all`], on an image that is built otherwise: of what `board` makes, with the same answers,
/// or it is an error.
pub fn beside(board: &Board, other: &Board, prefix: &str) -> Result<Rows, Error> {
    let mut out = Rows::new();
    for (name, (operation, fields)) in requests(board)? {
        let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
        let (here, there) =
            (answer(board, operation, &fields)?, answer(other, operation, &fields)?);
        if here.fields != there.fields {
            return Err(format!("{prefix}{name}: another answer than {name}'s").into());
        }
        out.extend(there.rows.into_iter().map(|row| (format!("{prefix}{name}"), row)));
    }
    Ok(out)
}

pub fn print(board: &Board, toolchain: &Toolchain) -> Outcome {
    println!(
        "counted in the emulator, image by {}; modelled for 160 MHz, measured on no chip",
        toolchain.version()
    );
    println!("in software: {}", Sizes::of(board)?);
    table(&all(board)?);
    let multiplied = multiplied::load(toolchain)?;
    println!("on the RSA block: {}", Sizes::of(&multiplied)?);
    table(&all_multiplied(&multiplied)?);
    small::print(board, toolchain)?;
    print_curves(toolchain)?;
    print_kernels(toolchain)?;
    rv64::print(board, toolchain)?;
    peers::print(board, toolchain)
}

/// The table of curves without pairings alone.
pub fn print_curves(toolchain: &Toolchain) -> Outcome {
    let board = curves::load(toolchain)?;
    println!("curves without pairings: {}", Sizes::of(&board)?);
    table(&curves::rows(&board)?);
    Ok(())
}

/// The table of kernels and parts alone.
pub fn print_kernels(toolchain: &Toolchain) -> Outcome {
    table(&parts(toolchain)?);
    table(&peripheral(toolchain)?);
    for (name, instructions) in kernels(&checks(toolchain)?)? {
        println!("{name:<28} {instructions:>13}");
    }
    Ok(())
}

/// What others published of a chip for the same operation: milliseconds, and where.
fn published(row: &str) -> &'static str {
    match row {
        "bdhke_full_round" => "459 ms (zeugmaster/bls-bench: blst in C)",
        "pairing_verification" => "1310 ms (zeugmaster/bls-bench: blst in C)",
        "rsa/bdhke_full_round" => "104 ms (zeugmaster/bls-bench: blst on the block)",
        "rsa/pairing_verification" => "304 ms (zeugmaster/bls-bench: blst on the block)",
        "rsa/verify_batch_10_one_key" => "about 900 ms (zeugmaster/bls-bench: blst on the block)",
        "rsa/verify_batch_10_ten_keys" => "1930 ms (zeugmaster/nucula: blst on the block)",
        _ => "",
    }
}

/// Prints the rows as a table: what was counted, and what the models make of it.
pub fn table(rows: &Rows) {
    let model = Model::esp32c3();
    println!(
        "{:<36} {:>13} {:>11} {:>8} {:>10} {:>7}  {:<48} published by others, on hardware",
        "row", "instructions", "multiplies", "block", "misses", "stack", "modelled"
    );
    for (name, row) in rows {
        let counters = &row.ledger.counters;
        let multiplies = counters[Event::Mul] + counters[Event::MulHigh];
        let misses = counters[Event::FetchMiss] + counters[Event::DataMiss];
        let line = format!(
            "{name:<36} {:>13} {multiplies:>11} {:>8} {misses:>10} {:>7}  {:<48} {}",
            counters.instructions(),
            counters[Event::RsaOperation],
            row.stack,
            model.time(&row.ledger).to_string(),
            published(name)
        );
        println!("{}", line.trim_end());
    }
}
