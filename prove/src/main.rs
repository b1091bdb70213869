//! `cargo run --release -p curvemark-prove -- FILE`: proves the kernels of a linked binary, prints
//! the table, and fails if a claim is not proved or a kernel has no contract.

use std::process::ExitCode;

use prove::{binary::Binary, report};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of a binary with symbols")?;
    let binary = Binary::parse(&std::fs::read(path)?)?;
    if let Ok(only) = std::env::var("ONLY") {
        for c in prove::kernels::contracts(&binary).iter().filter(|c| c.kernel.contains(&only)) {
            for code in binary.code(c.kernel) {
                let likely = prove::proof::may_be_of(c, &binary, &code);
                let some = Box::new(|limit: &num_bigint::BigInt| limit - limit / 3);
                let why = (!likely).then(|| prove::proof::try_numbers(c, &binary, &code, some));
                let verdict = likely.then(|| prove::proof::prove(c, &binary, &code));
                println!("{} {} {verdict:?} {why:?}", c.kernel, c.condition);
            }
        }
        return Ok(ExitCode::SUCCESS);
    }
    let report = report::report(&binary);
    println!("{}", report.table(false));
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
