//! The committed counts, `chip/firmware/guests.txt`, and the table in `docs/guests.md`.
//!
//! The ledger names its compilers. What one of them compiled must take exactly the instructions,
//! loads and stores of the ledger; what another compiled may take two per cent more or less
//! instructions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{Counted, Counts, Error, Table, What, Width, count, is_c, published, revm, table};
use crate::Outcome;
use crate::toolchain::Toolchain;

/// In parts of a thousand.
const OTHER_COMPILER: u64 = 20;

const BEGIN: &str = "<!-- written by `guests write`: begin -->\n";
const END: &str = "<!-- written by `guests write`: end -->\n";

fn ledger() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "guests.txt"].iter().collect()
}

fn page() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "..", "docs", "guests.md"].iter().collect()
}

#[derive(Default)]
struct Committed {
    compilers: BTreeMap<String, String>,
    table: Table,
}

impl Committed {
    fn parse(text: &str) -> Result<Self, Error> {
        let mut out = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            match line.split(" | ").collect::<Vec<_>>()[..] {
                ["compiler", name, version] => {
                    out.compilers.insert(name.into(), version.into());
                }
                [width, row, library, instructions, loads, stores] => {
                    let width = Width::of(width).ok_or("a width of another name")?;
                    let [instructions, loads, stores] =
                        [instructions.parse()?, loads.parse()?, stores.parse()?];
                    out.table.insert(
                        (width, row.into(), library.into()),
                        Counts { instructions, loads, stores },
                    );
                }
                _ => return Err(format!("guests.txt: {line}").into()),
            }
        }
        Ok(out)
    }

    /// The lines that are not as committed.
    fn differences(&self, found: &Counted) -> Vec<String> {
        let compiler = |name: &str| found.compilers.iter().find(|(of, _)| *of == name);
        let same = |name: &str| {
            compiler(name).is_some_and(|(_, found)| self.compilers.get(name) == Some(found))
        };
        let (same_rust, same_c) = (same("rustc"), same("gcc"));
        let mut wrong = Vec::new();
        for (key, expected) in &self.table {
            let (width, row, library) = key;
            let widths = found.table.keys().any(|(of, ..)| of == width);
            let built = row != revm::ROW || found.table.keys().any(|(_, of, _)| of == row);
            if !widths || !built || (is_c(library) && compiler("gcc").is_none()) {
                continue;
            }
            let same = same_rust && (same_c || !is_c(library));
            let name = format!("{}/{row}/{library}", width.name());
            match found.table.get(key) {
                None => wrong.push(format!("{name}: not counted")),
                Some(counts) if same && counts != expected => {
                    wrong.push(format!("{name}: {counts:?}, not {expected:?}"));
                }
                Some(counts) => {
                    let (counts, expected) = (counts.instructions, expected.instructions);
                    if counts.abs_diff(expected) * 1000 > expected * OTHER_COMPILER {
                        wrong.push(format!("{name}: {counts}, not {expected} within 2 %"));
                    }
                }
            }
        }
        let new = found.table.keys().filter(|key| !self.table.contains_key(key));
        wrong.extend(
            new.map(|(width, row, library)| format!("{}/{row}/{library} is new", width.name())),
        );
        wrong
    }
}

fn text(counted: &Counted) -> String {
    let mut out = String::from(
        "# Counted in the emulator; written by `xtask guests write`. width | call | library | instructions | loads among them | stores among them; all at -O3, Rust with fat LTO\n",
    );
    for (name, version) in &counted.compilers {
        out += &format!("compiler | {name} | {version}\n");
    }
    for ((width, row, library), counts) in &counted.table {
        let Counts { instructions, loads, stores } = counts;
        let width = width.name();
        out += &format!("{width} | {row} | {library} | {instructions} | {loads} | {stores}\n");
    }
    out
}

/// The page with another table.
fn with_table(page: &str, table: &str) -> Result<String, Error> {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) = parts.ok_or("docs/guests.md has no place for the table")?;
    Ok(format!("{before}{BEGIN}\n{table}{END}{after}"))
}

/// Writes the ledger and the page's table.
pub fn write(toolchain: &Toolchain) -> Outcome {
    write_counted(&count(toolchain, What::All)?)
}

/// The same with curvemark's counts of calls anew, and all others as they are in the ledger: of one
/// compiler, since a row compares.
pub fn write_own(toolchain: &Toolchain) -> Outcome {
    let committed = Committed::parse(&std::fs::read_to_string(ledger())?)?;
    let mut counted = count(toolchain, What::Own)?;
    let rustc = counted.compilers.iter().find(|(name, _)| *name == "rustc");
    if rustc.map(|(_, version)| version) != committed.compilers.get("rustc") {
        return Err("the ledger is of another compiler: all of it is to be counted".into());
    }
    counted.compilers.retain(|(name, _)| *name == "rustc");
    let gcc = committed.compilers.get("gcc").cloned();
    counted.compilers.extend(gcc.map(|version| ("gcc", version)));
    for (key, counts) in committed.table {
        counted.table.entry(key).or_insert(counts);
    }
    write_counted(&counted)
}

fn write_counted(counted: &Counted) -> Outcome {
    std::fs::write(ledger(), text(counted))?;
    let written = with_table(&std::fs::read_to_string(page())?, &table::text(&counted.table)?)?;
    Ok(std::fs::write(page(), written)?)
}

/// Every published case, and the counts; the page's table is the ledger's.
pub fn check(toolchain: &Toolchain) -> Outcome {
    published::check(toolchain)?;
    let committed = Committed::parse(&std::fs::read_to_string(ledger())?)?;
    let counted = count(toolchain, What::All)?;
    let wrong = committed.differences(&counted);
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    println!("counts: {} lines as in the ledger", counted.table.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn committed() -> Result<Committed, Error> {
        Committed::parse(&std::fs::read_to_string(ledger())?)
    }

    #[test]
    fn the_page_has_the_ledgers_table() -> Result<(), Error> {
        let page = std::fs::read_to_string(page())?;
        assert_eq!(with_table(&page, &table::text(&committed()?.table)?)?, page);
        Ok(())
    }

    #[test]
    fn the_ledger_gates_exactly_and_another_compiler_by_two_per_cent() -> Result<(), Error> {
        let committed = committed()?;
        let key = (Width::Rv64, "ecrecover".to_owned(), super::super::OWN.to_owned());
        let wrong = |compiler: &str, thousandths: u64| {
            let mut table = committed.table.clone();
            if let Some(counts) = table.get_mut(&key) {
                counts.instructions += counts.instructions * thousandths / 1000;
            }
            let gcc = committed.compilers.get("gcc").cloned().unwrap_or_default();
            let compilers = vec![("rustc", compiler.to_owned()), ("gcc", gcc)];
            committed.differences(&Counted { table, compilers }).len()
        };
        let same = committed.compilers.get("rustc").ok_or("a compiler")?;
        assert_eq!([wrong(same, 0), wrong(same, 1)], [0, 1]);
        assert_eq!([wrong("another", 19), wrong("another", 21)], [0, 1]);
        Ok(())
    }
}
