//! Other libraries on the same requests, in the same emulator, priced by the same models: blst and
//! libsecp256k1 where a compiler of C for the chip is installed, zkcrypto's bls12_381 anyway. Their
//! sources are those of their crates, which cargo fetches by the lock file.
//!
//! What is counted is compared with `chip/firmware/peers.txt`; the modelled times of blst with what
//! others published of a chip ([`calibration`]).

mod calibration;
mod ledger;

use emulator::Row;
use num_bigint::BigUint;

use crate::Outcome;
use crate::board::{Answer, Board, Operation, Status};
use crate::budgets::{Sizes, alone};
use crate::kernels::{BASE, number};
use crate::rows::{self, Rows};
use crate::toolchain::{C, C_FAST, C_SHORT, Toolchain, peers};
use crate::vectors::{Case, cases};

pub use ledger::{check, write};

type Error = Box<dyn std::error::Error>;

/// What stands before the names of rows by Clang; those of blst and libsecp256k1 without it are
/// GCC's.
const BY_CLANG: &str = "clang/";
/// The rows that curvemark and blst both have, and the library of the row that it is compared with.
const COMPARED: [&str; 2] = ["bdhke_full_round", "pairing_verification"];
const BLST: &str = "blst/";

/// Rows of other libraries, and who compiled them.
struct Counted {
    rows: Rows,
    compilers: Vec<(&'static str, String)>,
}

/// What each library is asked, and what curvemark answered.
struct Questions {
    round: Vec<Vec<u8>>,
    signature: Vec<Vec<u8>>,
    verification: Vec<Vec<u8>>,
}

fn ask(board: &Board, operation: Operation, fields: &[Vec<u8>]) -> Result<Answer, Error> {
    board.ask(operation, &fields.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

impl Questions {
    fn new(own: &Board) -> Result<Self, Error> {
        let [(_, (_, round)), (_, (operation, verification))] = rows::compared(own)?;
        if ask(own, operation, &verification)?.status != Status::Good {
            return Err("curvemark's own signature does not hold".into());
        }
        let signature = ask(own, Operation::Round, &round)?.fields;
        Ok(Self { round, signature, verification })
    }

    /// A round, whose bytes must be curvemark's.
    fn round(&self, board: &Board, operation: Operation, rows: &mut Rows) -> Outcome {
        let answer = ask(board, operation, &self.round)?;
        if answer.status != Status::Good || answer.fields != self.signature {
            return Err(format!("{operation:?}: not the bytes that curvemark gives").into());
        }
        put(rows, answer.rows);
        Ok(())
    }

    /// A signature that holds, and its verdict on another secret.
    fn verify(&self, board: &Board, operation: Operation, rows: &mut Rows) -> Outcome {
        let answer = ask(board, operation, &self.verification)?;
        let [key, _, signature] = &self.verification[..] else { return Err("three fields".into()) };
        let other =
            ask(board, operation, &[key.clone(), b"another secret".to_vec(), signature.clone()])?
                .status;
        if [answer.status, other] != [Status::Good, Status::NotSigned] {
            return Err(format!("{operation:?}: {:?} and {other:?}", answer.status).into());
        }
        put(rows, answer.rows);
        Ok(())
    }
}

fn put(rows: &mut Rows, counted: Vec<Row>) {
    rows.extend(counted.into_iter().map(|row| (row.name.clone(), row)));
}

/// Products of blst against big integers.
fn products(board: &Board, rows: &mut Rows) -> Outcome {
    let fields = [vec![0x11; 48], vec![0x0b; 48]];
    let [a, b] = [0, 1].map(|index: usize| BigUint::from_bytes_be(&fields[index]));
    let p = number(BASE)?;
    let answer = ask(board, Operation::BlstProducts, &fields)?;
    let found: Vec<BigUint> =
        answer.fields.iter().map(|bytes| BigUint::from_bytes_be(bytes)).collect();
    if answer.status != Status::Good || found != [&a * &b % &p, &a * &a % &p] {
        return Err("blst multiplies otherwise".into());
    }
    put(rows, answer.rows);
    Ok(())
}

/// Published cases of ECDSA by libsecp256k1.
fn ecdsa(board: &Board, rows: &mut Rows) -> Outcome {
    let first = |suite: &str, key: &str, value: &str| -> Result<Case, Error> {
        cases(suite)?
            .into_iter()
            .find(|case| case.text(key) == value)
            .ok_or_else(|| "no such case".into())
    };
    let known = first("ecdsa-sign", "curve", "secp256k1")?;
    let answer =
        ask(board, Operation::LibsecpSign, &[known.bytes("secret")?, known.bytes("digest")?])?;
    if answer.status != Status::Good || answer.fields.get(1) != Some(&known.bytes("signature")?) {
        return Err("libsecp256k1 signs otherwise than was published".into());
    }
    put(rows, answer.rows);
    for holds in ["yes", "no"] {
        let case = first("ecdsa-secp256k1", "holds", holds)?;
        let fields = [case.bytes("key")?, case.bytes("message")?, case.bytes("signature")?];
        let answer = ask(board, Operation::LibsecpVerify, &fields)?;
        if (answer.status == Status::Good) != (holds == "yes") {
            return Err("libsecp256k1 has another verdict than was published".into());
        }
        if holds == "yes" {
            put(rows, answer.rows);
        }
    }
    Ok(())
}

/// Runs every row, each on a machine with a cold cache, and says which compiler is not there.
fn count(own: &Board, toolchain: &Toolchain) -> Result<Counted, Error> {
    let questions = Questions::new(own)?;
    let (mut rows, mut compilers) = (Rows::new(), vec![("rustc", toolchain.version().to_owned())]);
    let gcc = C::Gcc.find();
    let board = Board::load(&toolchain.build(&peers(gcc.as_ref().map(|_| (C::Gcc, C_FAST))))?)?;
    questions.round(&board, Operation::ZkcryptoRound, &mut rows)?;
    questions.verify(&board, Operation::ZkcryptoVerify, &mut rows)?;
    if let Some((_, version)) = gcc {
        compilers.push(("gcc", version));
        questions.round(&board, Operation::BlstRound, &mut rows)?;
        questions.verify(&board, Operation::BlstVerify, &mut rows)?;
        questions.verify(&board, Operation::BlstVerifyByTwoLoops, &mut rows)?;
        products(&board, &mut rows)?;
        ecdsa(&board, &mut rows)?;
    } else {
        println!(
            "SKIPPED: no GCC for the chip (package gcc-riscv64-unknown-elf): blst and libsecp256k1 are neither counted nor compared with"
        );
    }
    if let Some((_, version)) = C::Clang.find() {
        compilers.push(("clang", version));
        let board = Board::load(&toolchain.build(&peers(Some((C::Clang, C_FAST))))?)?;
        let mut by_clang = Rows::new();
        questions.round(&board, Operation::BlstRound, &mut by_clang)?;
        questions.verify(&board, Operation::BlstVerifyByTwoLoops, &mut by_clang)?;
        rows.extend(by_clang.into_iter().map(|(name, row)| (format!("{BY_CLANG}{name}"), row)));
    } else {
        println!(
            "SKIPPED: no Clang for RISC-V (package clang-19): the models' calibration is checked from the committed counts alone"
        );
    }
    Ok(Counted { rows, compilers })
}

/// The table, how many times fewer instructions curvemark takes than blst, and how the models stand
/// to what was published.
pub fn print(own: &Board, toolchain: &Toolchain) -> Outcome {
    let Counted { rows, compilers } = count(own, toolchain)?;
    for (name, version) in &compilers {
        println!("{name}: {version}");
    }
    rows::table(&rows);
    for (row, (operation, fields)) in rows::compared(own)? {
        let Some(peer) = rows.get(&format!("{BLST}{row}")) else { continue };
        for ours in ask(own, operation, &fields)?.rows {
            let ratio = peer.ledger.counters.instructions() as f64
                / ours.ledger.counters.instructions() as f64;
            println!("{row}: {ratio:.2} times fewer instructions than blst by gcc -O3");
        }
    }
    calibration::print(&rows);
    Ok(())
}

/// Prints what blst takes of flash for a round and for a verification alone, by GCC at its fastest
/// and at its shortest, and how many instructions it then runs.
pub fn print_flash(own: &Board, toolchain: &Toolchain) -> Outcome {
    if C::Gcc.find().is_none() {
        println!("SKIPPED: no GCC for the chip: what blst takes of flash is not counted");
        return Ok(());
    }
    for (level, flags) in [("-O3", C_FAST), ("-Os", C_SHORT)] {
        for ((row, (_, fields)), operation) in
            rows::compared(own)?.into_iter().zip([Operation::BlstRound, Operation::BlstVerify])
        {
            let board = alone(toolchain, peers(Some((C::Gcc, flags))), operation)?;
            let bytes = Sizes::of(&board)?.flash();
            for row_of_it in ask(&board, operation, &fields)?.rows {
                let instructions = row_of_it.ledger.counters.instructions();
                println!(
                    "{:<36} {bytes:>7}, {instructions} instructions",
                    format!("{BLST}{row}, gcc {level}")
                );
            }
        }
    }
    Ok(())
}
