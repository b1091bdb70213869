//! The driver of the RSA block, beside big integers: set up rightly, set up wrongly, and on blocks
//! with other habits.

use std::path::Path;

use emulator::Quirks;
use num_bigint::BigUint;

use crate::Outcome;
use crate::board::{Board, Operation, Status};
use crate::kernels::{BASE, bytes, number, operands};
use crate::toolchain::{DRIVER, Toolchain};

/// Operands; all pairs of them are multiplied.
const OPERANDS: usize = 100;
/// Products in a request; the response holds no more.
const AT_ONCE: usize = 40;
/// Squarings in a row.
const SQUARINGS: u8 = 5;

/// What the image says of the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Used = 0,
    Silent = 1,
    Wrong = 2,
}

/// The numbers of the image's faults.
#[derive(Debug, Clone, Copy)]
enum Fault {
    None = 0,
    Prime = 1,
    Operand = 2,
    StaleZ = 3,
    ConstantTime = 4,
}

type Pair<'a> = (&'a BigUint, &'a BigUint);

/// Multiplies pairs on the board, which must say this of the block; the products are right in any
/// case.
fn products(board: &Board, fault: Fault, squarings: u8, pairs: &[Pair<'_>], said: Said) -> Outcome {
    let p = number(BASE)?;
    let inverse = (BigUint::from(1_u8) << 384_u16).modinv(&p).ok_or("an odd modulus")?;
    let mut request = vec![vec![fault as u8], vec![squarings]];
    let mut expected = Vec::new();
    for (a, b) in pairs {
        request.extend([bytes(a, 48), bytes(b, 48)]);
        expected.push(bytes(&(*a * *b * &inverse % &p), 48));
        if squarings > 0 {
            let power =
                (0..squarings).fold((*a).clone(), |power, _| &power * &power * &inverse % &p);
            expected.push(bytes(&power, 48));
        }
    }
    expected.push(vec![said as u8]);
    let request: Vec<&[u8]> = request.iter().map(Vec::as_slice).collect();
    let answer = board.ask(Operation::Products, &request)?;
    if answer.status != Status::Good || answer.fields != expected {
        let says = answer.fields.last();
        return Err(format!(
            "{fault:?}: a product is wrong, or the block is not {said:?}: it says {says:?}"
        )
        .into());
    }
    if answer.peripheral != (0, false) && said == Said::Used {
        return Err(
            format!("{fault:?}: accesses lost, and left at work: {:?}", answer.peripheral).into()
        );
    }
    Ok(())
}

pub fn check(toolchain: &Toolchain) -> Outcome {
    let file = toolchain.build(&DRIVER)?;
    all_pairs(&file)?;
    let p = number(BASE)?;
    let some = operands(&(&p << 1_u8), 48, 3);
    let pairs: Vec<Pair<'_>> = some.iter().zip(some.iter().rev()).collect();
    let (few, _) = pairs.split_at(AT_ONCE / 2);

    let board = Board::load(&file)?;
    for fault in [Fault::Prime, Fault::Operand, Fault::StaleZ, Fault::ConstantTime] {
        products(&board, fault, 0, few, Said::Wrong)?;
        println!("RSA block, {fault:?}: noticed; software multiplied, and rightly");
    }
    let usual = Quirks::default();
    let habits = [
        ("no early exit", Quirks { early_exit: false, ..usual }, Said::Wrong),
        ("never clean", Quirks { polls_until_clean: u32::MAX, ..usual }, Said::Silent),
        ("never idle", Quirks { polls_until_idle: u32::MAX, ..usual }, Said::Silent),
        ("clean late", Quirks { polls_until_clean: 5_000, ..usual }, Said::Used),
        ("idle late", Quirks { polls_until_idle: 300, ..usual }, Said::Used),
        ("Z is kept", Quirks { early_exit_clobbers_z: false, ..usual }, Said::Used),
        (
            "memories outlive power",
            Quirks { power_down_loses_memory: false, clock_resets: false, ..usual },
            Said::Used,
        ),
    ];
    for (habit, quirks, said) in habits {
        products(&Board::with(&file, quirks)?, Fault::None, SQUARINGS, few, said)?;
        println!("RSA block, {habit}: {said:?}, products right");
    }
    Ok(())
}

/// All pairs of operands, lazy ones among them, through the block.
fn all_pairs(file: &Path) -> Outcome {
    let board = Board::load(file)?;
    let p = number(BASE)?;
    let fixed = operands(&p, 48, 0).len();
    let operands = operands(&(&p << 1_u8), 48, OPERANDS - fixed);
    let pairs: Vec<Pair<'_>> =
        operands.iter().flat_map(|a| operands.iter().map(move |b| (a, b))).collect();
    for some in pairs.chunks(AT_ONCE) {
        products(&board, Fault::None, 0, some, Said::Used)?;
    }
    println!("RSA block: {} products as by big integers", pairs.len());
    Ok(())
}
