//! Cashu v3 with its products on the RSA block: 10,000 products before anything else, every vector,
//! secrets in step, and software where the block is set up wrongly or has other habits.

use std::path::Path;

use emulator::Quirks;

use crate::Outcome;
use crate::board::{Board, Operation, SetUp, Status};
use crate::kernels::{BASE, bytes, number, operands};
use crate::toolchain::{CHECKS_MULTIPLIED, MULTIPLIED, Toolchain};
use crate::{steps, vectors};

type Error = Box<dyn std::error::Error>;

/// Operands of the diagnostic; all pairs of them are multiplied.
const OPERANDS: usize = 100;
/// Operations of the block that a self-test may take before it finds the block wrong.
const SELF_TEST: u64 = 64;
/// Operations after which one block falls silent, in the midst of its work.
const DYING: u64 = 1_000;

/// The image, after the diagnostic.
pub fn load(toolchain: &Toolchain) -> Result<Board, Error> {
    diagnostic(&Board::load(&toolchain.build(&CHECKS_MULTIPLIED)?)?)?;
    Board::load(&toolchain.build(&MULTIPLIED)?)
}

/// Products on the block against the processor's own, in the image of checks: what stops everything
/// if one differs.
fn diagnostic(board: &Board) -> Outcome {
    let p = number(BASE)?;
    let fixed = operands(&p, 48, 0).len();
    let operands: Vec<Vec<u8>> = operands(&(&p << 1_u8), 48, OPERANDS - fixed)
        .iter()
        .map(|operand| bytes(operand, 48))
        .collect();
    let fields: Vec<&[u8]> = operands.iter().map(Vec::as_slice).collect();
    let answer = board.ask(Operation::Diagnostic, &fields)?;
    let products = (operands.len() * operands.len()) as u32;
    if answer.status != Status::Good || answer.fields != [products.to_le_bytes()] {
        return Err(format!(
            "the block multiplies otherwise than the processor: {:x?}",
            answer.fields
        )
        .into());
    }
    if answer.operations < u64::from(products) || answer.peripheral != (0, false) {
        return Err(format!(
            "{} operations of the block, {:?}",
            answer.operations, answer.peripheral
        )
        .into());
    }
    println!("RSA block: {products} products as by the processor");
    Ok(())
}

pub fn check(software: &Board, toolchain: &Toolchain, most: usize) -> Outcome {
    let board = load(toolchain)?;
    println!("On the RSA block:");
    vectors::check(&board, most)?;
    let checks = toolchain.build(&CHECKS_MULTIPLIED)?;
    steps::check(&board, &Board::load(&checks)?)?;
    wrong(software, &checks)
}

/// Blocks that are set up wrongly, or behave otherwise: software gives what the image in software
/// gives.
fn wrong(software: &Board, file: &Path) -> Outcome {
    let fields: [&[u8]; 3] = [&[0x27; 32], &[0x35; 32], b"a secret"];
    let expected = software.ask(Operation::Round, &fields)?.fields;
    let usual = Quirks::default();
    let silent = Quirks { polls_until_idle: u32::MAX, ..usual };
    let without = Quirks { early_exit: false, ..usual };
    let dying = Quirks { operations_until_silence: DYING as u32, ..usual };
    let boards = [
        ("the block as it is", usual, SetUp::Right),
        ("a wrong M'", usual, SetUp::Prime),
        ("operands beyond the bound", usual, SetUp::Operand),
        ("a stale Z", usual, SetUp::StaleZ),
        ("constant time left on", usual, SetUp::ConstantTime),
        ("not used", usual, SetUp::Unused),
        ("no early exit", without, SetUp::Right),
        ("never idle", silent, SetUp::Right),
        ("silent after a thousand products", dying, SetUp::Right),
    ];
    for (name, quirks, set_up) in boards {
        let answer = Board::with(file, quirks)?.set_up(set_up).ask(Operation::Round, &fields)?;
        let by_block = answer.operations > DYING + 1;
        if answer.status != Status::Good || answer.fields != expected {
            return Err(format!("{name}: a round gives something else").into());
        }
        let until = if quirks == dying { DYING + 1 } else { SELF_TEST };
        if by_block != (quirks == usual && set_up == SetUp::Right)
            || !by_block && answer.operations > until
        {
            return Err(format!("{name}: {} operations of the block", answer.operations).into());
        }
        println!(
            "{name}: {} operations of the block, the bytes of a round as in software",
            answer.operations
        );
    }
    Ok(())
}
