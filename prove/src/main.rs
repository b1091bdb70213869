//! `cargo run --release -p curvemark-prove -- FILE`: proves the kernels of a linked binary, prints
//! the table, and fails if a claim is not proved or a kernel has no contract. With a part of a
//! kernel's name after the file it only says of each claim on such a kernel, and of each instance,
//! what became of it, and fails never.

use std::process::ExitCode;

use num_bigint::BigInt;
use prove::{binary::Binary, contract::Program, kernels, proof, report};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of a binary with symbols")?;
    let binary = Binary::parse(&std::fs::read(path)?)?;
    if let Some(part) = std::env::args().nth(2) {
        explain(&binary, &part);
        return Ok(ExitCode::SUCCESS);
    }
    let report = report::report(&binary);
    println!("{}", report.table());
    println!("Without a contract:\n\n{}", report.list_without());
    for kernel in &report.absent {
        println!("not in this binary: {kernel}");
    }
    for name in &report.unknown {
        println!("NO CONTRACT AND NO REASON: {name}");
    }
    println!("{} of {} claims are proved.", report.proved(), report.rows.len());
    for row in report.failed() {
        println!("NOT PROVED, AND NOT KNOWN TO BE OPEN: {}, {}", row.kernel, row.condition);
    }
    let good = report.failed().is_empty() && report.unknown.is_empty();
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What became of each claim on kernels with this part in their names.
fn explain(binary: &Binary, part: &str) {
    for contract in kernels::contracts(binary).iter().filter(|c| c.kernel.contains(part)) {
        let (arm64, rv32) = (binary.arm64_code(contract.kernel), binary.rv32_code(contract.kernel));
        let others = arm64.iter().map(Program::from).chain(rv32.iter().map(Program::from));
        for (at, code) in others.enumerate() {
            let some = Box::new(|limit: &BigInt| limit - limit / 3);
            let verdict = match proof::try_numbers(contract, binary, code, some) {
                Err(why) if contract.one_of => Err(why),
                _ => proof::prove(contract, binary, code),
            };
            println!(
                "{} {at}, {}, {}: {verdict:?}",
                contract.kernel, contract.claim, contract.condition
            );
        }
        for code in binary.code(contract.kernel) {
            let some = Box::new(|limit: &BigInt| limit - limit / 3);
            let numbers = proof::try_numbers(contract, binary, &code, some);
            let verdict = match numbers {
                Err(why) if contract.one_of => format!("no instance of it: {why}"),
                _ => format!("{:?}", proof::prove(contract, binary, &code)),
            };
            let first = code.0.first().map_or(0, iced_x86::Instruction::ip);
            println!(
                "{} at {first:x}, {}, {}: {verdict}",
                contract.kernel, contract.claim, contract.condition
            );
        }
    }
}
