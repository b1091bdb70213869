//! The committed counts, `chip/firmware/ledger.txt`: instructions and stack of each row,
//! instructions of each kernel, and the compiler that made them.
//!
//! The same compiler must come within half a per cent, kernels exactly; another is compared within
//! ten per cent, and the difference is printed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::Outcome;
use crate::board::Board;
use crate::toolchain::Toolchain;
use crate::{checks, curves, multiplied, rows, rv64, small};

/// In parts of a thousand.
const SAME_COMPILER: u64 = 5;
const OTHER_COMPILER: u64 = 100;

/// By how many thousandths a row may differ from what is committed.
pub const fn allowed(same_compiler: bool) -> u64 {
    if same_compiler { SAME_COMPILER } else { OTHER_COMPILER }
}

/// The committed figures by name.
pub fn committed() -> Result<Counts, Box<dyn std::error::Error>> {
    Ok(parse(&std::fs::read_to_string(path())?)?.1)
}

fn path() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "ledger.txt"].iter().collect()
}

/// What is counted, by name: the figures of its line.
pub type Counts = BTreeMap<String, Vec<u64>>;

/// Kernels have one figure, rows two.
const KERNEL: usize = 1;

/// Counts, and prints the rows' table.
fn count(board: &Board, toolchain: &Toolchain) -> Result<Counts, Box<dyn std::error::Error>> {
    let mut found = rows::all(board)?;
    found.append(&mut rows::peripheral(toolchain)?);
    found.append(&mut rows::parts(toolchain)?);
    found.append(&mut rows::all_multiplied(&multiplied::load(toolchain)?)?);
    found.append(&mut curves::rows(&curves::load(toolchain)?)?);
    found.append(&mut small::rows(board, toolchain)?);
    rows::table(&found);
    found.append(&mut rv64::rows(board, toolchain)?);
    let rows = found
        .into_iter()
        .map(|(name, row)| (name, vec![row.ledger.counters.instructions(), row.stack.into()]));
    let mut kernels = rows::kernels(&checks(toolchain)?)?;
    let small = rows::kernels(&small::checks(toolchain)?)?;
    kernels.extend(
        small
            .into_iter()
            .map(|(name, instructions)| (format!("{}{name}", small::PREFIX), instructions)),
    );
    Ok(rows
        .chain(kernels.into_iter().map(|(name, instructions)| (name, vec![instructions])))
        .collect())
}

pub fn write(board: &Board, toolchain: &Toolchain) -> Outcome {
    let mut text = String::from(
        "# Counted in the emulator; written by `xtask ledger`. row | instructions | stack in bytes, or kernel | instructions\n",
    );
    text += &format!(
        "compiler | {} | words and driver -O3, in small code words too -Os, the rest -Os, SHA-2 compact, fat LTO, one codegen unit\n",
        toolchain.version()
    );
    for (name, figures) in count(board, toolchain)? {
        text += &figures.iter().fold(name, |line, figure| format!("{line} | {figure}"));
        text += "\n";
    }
    Ok(std::fs::write(path(), text)?)
}

/// The compiler's version, and the figures.
fn parse(text: &str) -> Result<(&str, Counts), Box<dyn std::error::Error>> {
    let mut lines =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(" | "));
    let compiler = match lines.next().ok_or("an empty ledger")?.collect::<Vec<_>>()[..] {
        ["compiler", version, _] => version,
        _ => return Err("the ledger names no compiler".into()),
    };
    let mut counts = Counts::new();
    for mut line in lines {
        let name = line.next().ok_or("a line without a name")?.to_owned();
        counts.insert(name, line.map(str::parse).collect::<Result<_, _>>()?);
    }
    Ok((compiler, counts))
}

/// The lines that are not as expected, of the same compiler or another.
fn differences(
    same: bool,
    expected: &Counts,
    found: &Counts,
) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    if !expected.keys().eq(found.keys()) {
        return Err(format!("the ledger has other lines than {:?}", found.keys()).into());
    }
    let mut wrong = Vec::new();
    for ((name, expected), found) in expected.iter().zip(found.values()) {
        let allowed = match (same, expected.len() == KERNEL) {
            (true, true) => 0,
            (same, _) => allowed(same),
        };
        let near = |(found, expected): (&u64, &u64)| {
            found.abs_diff(*expected) * 1000 <= expected * allowed
        };
        if found.len() != expected.len() || !found.iter().zip(expected).all(near) {
            wrong.push(format!("{name}: {found:?}, not {expected:?}"));
        }
    }
    Ok(wrong)
}

pub fn check(board: &Board, toolchain: &Toolchain) -> Outcome {
    let text = std::fs::read_to_string(path())?;
    let (compiler, mut expected) = parse(&text)?;
    let same = compiler == toolchain.version();
    if !same {
        println!("the ledger is of {compiler}: compared within {} %", OTHER_COMPILER / 10);
    }
    if !toolchain.has_64() {
        expected.retain(|name, _| !name.starts_with(rv64::PREFIX));
    }
    let found = count(board, toolchain)?;
    let wrong = differences(same, &expected, &found)?;
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    println!("counts: {} lines as in the ledger", found.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_ledger_gates_kernels_exactly_and_rows_by_half_a_per_cent() {
        let text = std::fs::read_to_string(path()).expect("the ledger is committed");
        let (compiler, expected) = parse(&text).expect("it is well formed");
        assert!(compiler.starts_with("rustc "));
        let wrong = |same, name: &str, thousandths: u64| {
            let mut found = expected.clone();
            found.get_mut(name).expect("a line")[0] += expected[name][0] * thousandths / 1000;
            differences(same, &expected, &found).expect("the same lines").len()
        };
        for (name, thousandths, of_same, of_other) in [
            ("pairing_verification", 0, 0, 0),
            ("pairing_verification", 5, 0, 0),
            ("pairing_verification", 6, 1, 0),
            ("pairing_verification", 101, 1, 1),
            ("product::long", 0, 0, 0),
            ("product::long", 1, 1, 0),
            ("product::long", 101, 1, 1),
        ] {
            assert_eq!(
                [wrong(true, name, thousandths), wrong(false, name, thousandths)],
                [of_same, of_other],
                "{name}"
            );
        }
        let mut without = expected.clone();
        without.remove("rsa_mul");
        assert!(differences(true, &expected, &without).is_err());
    }
}
