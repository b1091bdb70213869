//! The committed counts, `firmware/ledger.txt`: instructions and stack of each row, and the compiler that made them.
//!
//! The same compiler must come within half a per cent; another is compared within ten per cent, and the difference is printed.

use std::path::PathBuf;

use crate::Outcome;
use crate::rows::Rows;
use crate::toolchain::Toolchain;

/// In parts of a thousand.
const SAME_COMPILER: u64 = 5;
const OTHER_COMPILER: u64 = 100;

fn path() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "ledger.txt"].iter().collect()
}

pub fn write(rows: &Rows, toolchain: &Toolchain) -> Outcome {
    let mut text =
        String::from("# Counted in the emulator; written by `xtask ledger`. row | instructions | stack in bytes\n");
    text += &format!("compiler | {} | -O3, fat LTO, one codegen unit\n", toolchain.version());
    for (name, row) in rows {
        text += &format!("{name} | {} | {}\n", row.ledger.counters.instructions(), row.stack);
    }
    Ok(std::fs::write(path(), text)?)
}

pub fn check(rows: &Rows, toolchain: &Toolchain) -> Outcome {
    let text = std::fs::read_to_string(path())?;
    let lines: Vec<Vec<&str>> =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(" | ").collect()).collect();
    let compiler = lines.iter().find(|line| line[0] == "compiler").and_then(|line| line.get(1)).ok_or("no compiler")?;
    let same = *compiler == toolchain.version();
    let allowed = if same { SAME_COMPILER } else { OTHER_COMPILER };
    if !same {
        println!("the ledger is of {compiler}: compared within {} %", OTHER_COMPILER / 10);
    }
    let expected: Vec<&Vec<&str>> = lines.iter().filter(|line| line[0] != "compiler").collect();
    if expected.len() != rows.len() {
        return Err(format!("the ledger has {} rows, the image {}", expected.len(), rows.len()).into());
    }
    let mut wrong = Vec::new();
    for line in expected {
        let [name, instructions, stack] = line[..] else { return Err("a line of the ledger has three parts".into()) };
        let row = rows.get(name).ok_or(format!("the image has no row {name}"))?;
        let found = [row.ledger.counters.instructions(), row.stack.into()];
        for (what, found, expected) in [("instructions", found[0], instructions), ("bytes of stack", found[1], stack)] {
            let expected: u64 = expected.parse()?;
            if found.abs_diff(expected) * 1000 > expected * allowed {
                wrong.push(format!("{name}: {found} {what}, not {expected}"));
            }
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    println!("counts: {} rows as in the ledger", rows.len());
    Ok(())
}
