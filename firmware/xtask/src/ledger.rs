//! The committed counts, `firmware/ledger.txt`: instructions and stack of each row, instructions of each kernel, and the compiler that made them.
//!
//! The same compiler must come within half a per cent, kernels exactly; another is compared within ten per cent, and the difference is printed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::Outcome;
use crate::board::Board;
use crate::rows;
use crate::toolchain::Toolchain;

/// In parts of a thousand.
const SAME_COMPILER: u64 = 5;
const OTHER_COMPILER: u64 = 100;

fn path() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "ledger.txt"].iter().collect()
}

/// What is counted, by name: the figures of its line.
type Counts = BTreeMap<String, Vec<u64>>;

/// Kernels have one figure, rows two.
const KERNEL: usize = 1;

fn count(board: &Board, toolchain: &Toolchain) -> Result<Counts, Box<dyn std::error::Error>> {
    let mut found = rows::all(board)?;
    found.append(&mut rows::peripheral(toolchain)?);
    let rows = found.into_iter().map(|(name, row)| (name, vec![row.ledger.counters.instructions(), row.stack.into()]));
    let kernels = rows::kernels(board)?.into_iter().map(|(name, instructions)| (name, vec![instructions]));
    Ok(rows.chain(kernels).collect())
}

pub fn write(board: &Board, toolchain: &Toolchain) -> Outcome {
    let mut text = String::from(
        "# Counted in the emulator; written by `xtask ledger`. row | instructions | stack in bytes, or kernel | instructions\n",
    );
    text += &format!("compiler | {} | -O3, fat LTO, one codegen unit\n", toolchain.version());
    for (name, figures) in count(board, toolchain)? {
        text += &figures.iter().fold(name, |line, figure| format!("{line} | {figure}"));
        text += "\n";
    }
    Ok(std::fs::write(path(), text)?)
}

pub fn check(board: &Board, toolchain: &Toolchain) -> Outcome {
    let text = std::fs::read_to_string(path())?;
    let mut lines = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(" | "));
    let compiler = match lines.next().ok_or("an empty ledger")?.collect::<Vec<_>>()[..] {
        ["compiler", version, _] => version,
        _ => return Err("the ledger names no compiler".into()),
    };
    let same = compiler == toolchain.version();
    if !same {
        println!("the ledger is of {compiler}: compared within {} %", OTHER_COMPILER / 10);
    }
    let mut expected = Counts::new();
    for mut line in lines {
        let name = line.next().ok_or("a line without a name")?.to_owned();
        expected.insert(name, line.map(str::parse).collect::<Result<_, _>>()?);
    }
    let found = count(board, toolchain)?;
    if !expected.keys().eq(found.keys()) {
        return Err(format!("the ledger has other lines than {:?}", found.keys()).into());
    }
    let mut wrong = Vec::new();
    for ((name, expected), found) in expected.iter().zip(found.values()) {
        let allowed = match (same, expected.len() == KERNEL) {
            (true, true) => 0,
            (true, false) => SAME_COMPILER,
            (false, _) => OTHER_COMPILER,
        };
        let near = |(found, expected): (&u64, &u64)| found.abs_diff(*expected) * 1000 <= expected * allowed;
        if found.len() != expected.len() || !found.iter().zip(expected).all(near) {
            wrong.push(format!("{name}: {found:?}, not {expected:?}"));
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    println!("counts: {} lines as in the ledger", found.len());
    Ok(())
}
