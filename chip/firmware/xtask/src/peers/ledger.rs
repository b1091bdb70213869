//! The committed counts of other libraries, `chip/firmware/peers.txt`: every event of each row, so
//! that the models can price them where no compiler is at hand; who compiled them; and how many
//! times fewer instructions curvemark's rows take than blst's by GCC.

use std::collections::BTreeMap;
use std::path::PathBuf;

use emulator::{Counters, Event, Ledger};

use super::{BLST, BY_CLANG, COMPARED, Counted, calibration, count};
use crate::Outcome;
use crate::board::Board;
use crate::ledger::allowed;
use crate::toolchain::Toolchain;

type Error = Box<dyn std::error::Error>;

fn path() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "peers.txt"].iter().collect()
}

/// A row as it is committed.
#[derive(Clone)]
struct Line {
    stack: u64,
    counters: Counters,
}

impl Line {
    fn figures(&self) -> [u64; 2] {
        [self.counters.instructions(), self.stack]
    }
}

#[derive(Clone, Default)]
struct Committed {
    compilers: BTreeMap<String, String>,
    rows: BTreeMap<String, Line>,
    /// Hundredths: so many times fewer instructions at least.
    fewer: BTreeMap<String, u64>,
}

/// The compiler of a row.
fn compiler(row: &str) -> &'static str {
    match row {
        row if row.starts_with(BY_CLANG) => "clang",
        row if row.starts_with("zkcrypto/") => "rustc",
        _ => "gcc",
    }
}

impl Committed {
    fn parse(text: &str) -> Result<Self, Error> {
        let mut out = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            match line.split(" | ").collect::<Vec<_>>()[..] {
                ["compiler", name, version] => {
                    drop(out.compilers.insert(name.into(), version.into()))
                }
                ["fewer", row, times] => {
                    let (whole, hundredths) =
                        times.split_once('.').ok_or("a number with two decimals")?;
                    out.fewer.insert(row.into(), format!("{whole}{hundredths:0<2}").parse()?);
                }
                [row, stack, events] => {
                    let mut counters = Counters::default();
                    for event in events.split(", ") {
                        let (name, number) =
                            event.split_once(' ').ok_or("an event and its number")?;
                        let known = Event::ALL.into_iter().find(|event| event.name() == name);
                        counters[known.ok_or("an event of another name")?] = number.parse()?;
                    }
                    out.rows.insert(row.into(), Line { stack: stack.parse()?, counters });
                }
                _ => return Err(format!("peers.txt: {line}").into()),
            }
        }
        Ok(out)
    }

    fn of(counted: Counted) -> Self {
        let compilers = counted
            .compilers
            .into_iter()
            .map(|(name, version)| (name.to_owned(), version))
            .collect();
        let line =
            |row: emulator::Row| Line { stack: row.stack.into(), counters: row.ledger.counters };
        let rows = counted.rows.into_iter().map(|(name, row)| (name, line(row))).collect();
        Self { compilers, rows, fewer: BTreeMap::new() }
    }

    fn text(&self) -> String {
        let mut text = String::from(
            "# Counted in the emulator; written by `xtask ledger peers`. row | stack in bytes | events; all of C at -O3, Rust with fat LTO\n\
             # fewer | row | so many times fewer instructions than blst's row by GCC, at least\n",
        );
        for (name, version) in &self.compilers {
            text += &format!("compiler | {name} | {version}\n");
        }
        for (row, hundredths) in &self.fewer {
            text += &format!("fewer | {row} | {}.{:02}\n", hundredths / 100, hundredths % 100);
        }
        for (name, line) in &self.rows {
            let events: Vec<String> = Event::ALL
                .into_iter()
                .filter(|event| line.counters[*event] != 0)
                .map(|event| format!("{} {}", event.name(), line.counters[event]))
                .collect();
            text += &format!("{name} | {} | {}\n", line.stack, events.join(", "));
        }
        text
    }

    /// The lines in which what was found is not what is committed. Rows whose compiler is not there
    /// are not found.
    fn differences(&self, found: &Self) -> Result<Vec<String>, Error> {
        let mut wrong = Vec::new();
        for (compiler_name, version) in &found.compilers {
            let committed =
                self.compilers.get(compiler_name).ok_or("a compiler that is not committed")?;
            let of = |rows: &BTreeMap<String, Line>| {
                let own = rows.iter().filter(|(row, _)| compiler(row) == compiler_name);
                own.map(|(row, line)| (row.clone(), line.figures())).collect::<BTreeMap<_, _>>()
            };
            let (expected, found) = (of(&self.rows), of(&found.rows));
            if !expected.keys().eq(found.keys()) {
                return Err(format!(
                    "peers.txt has other rows of {compiler_name} than {:?}",
                    found.keys()
                )
                .into());
            }
            for ((row, expected), found) in expected.iter().zip(found.values()) {
                let near = |(found, expected): (&u64, &u64)| {
                    found.abs_diff(*expected) * 1000 <= expected * allowed(committed == version)
                };
                if !found.iter().zip(expected).all(near) {
                    wrong.push(format!("{row}: {found:?}, not {expected:?}"));
                }
            }
        }
        Ok(wrong)
    }

    /// Instructions of a row of blst by GCC over those of curvemark's, in hundredths; `None` where
    /// the row is not there.
    fn times_fewer(&self, row: &str, own: u64) -> Option<u64> {
        (self.rows.get(&format!("{BLST}{row}"))?.counters.instructions() * 100).checked_div(own)
    }

    /// The rows in which curvemark has lost ground.
    fn lost(&self, peers: &Self, own: impl Fn(&str) -> Option<u64>) -> Vec<String> {
        let lines = self.fewer.iter().filter_map(|(row, held)| {
            let times = peers.times_fewer(row, own(row)?)?;
            (times < *held).then(|| {
                format!("{row}: {times} hundredths of its instructions are blst's, not {held}")
            })
        });
        lines.collect()
    }
}

/// Curvemark's instructions for a row, as they are committed.
fn own(row: &str) -> Option<u64> {
    crate::ledger::committed().ok()?.get(row)?.first().copied()
}

/// Compares with what is committed, as far as compilers are there.
pub fn check(board: &Board, toolchain: &Toolchain) -> Outcome {
    let committed = Committed::parse(&std::fs::read_to_string(path())?)?;
    let found = Committed::of(count(board, toolchain)?);
    let mut wrong = committed.differences(&found)?;
    wrong.extend(committed.lost(&found, own));
    let ledger = |name: &str| found.rows.get(name).map(|line| Ledger::of(line.counters));
    for (row, ratio, near) in calibration::ratios(ledger) {
        println!("{row}: modelled over published {ratio}");
        if !near {
            wrong.push(format!(
                "{row}: the models give another ratio than they were published with: {ratio}"
            ));
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    println!("other libraries: {} lines as committed", found.rows.len());
    Ok(())
}

/// Writes the file, by all three compilers.
pub fn write(board: &Board, toolchain: &Toolchain) -> Outcome {
    let mut found = Committed::of(count(board, toolchain)?);
    if found.compilers.len() != 3 {
        return Err("peers.txt is written where all compilers are".into());
    }
    for row in COMPARED {
        let own = own(row).ok_or("no such row of curvemark")?;
        // A per cent is left to compilers of another day.
        let held = found.times_fewer(row, own).ok_or("no such row of blst")? * 99 / 100;
        found.fewer.insert(row.to_owned(), held);
    }
    Ok(std::fs::write(path(), found.text())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn committed() -> Committed {
        Committed::parse(&std::fs::read_to_string(path()).expect("the file is committed"))
            .expect("it is well formed")
    }

    /// What the models make of so many per cent of everything that is committed.
    fn calibrated(committed: &Committed, per_cent: u64) -> Vec<(String, String, bool)> {
        let ledger = |name: &str| {
            let mut counters = committed.rows.get(name)?.counters;
            for event in Event::ALL {
                counters[event] = counters[event] * per_cent / 100;
            }
            Some(Ledger::of(counters))
        };
        calibration::ratios(ledger).collect()
    }

    #[test]
    fn the_models_stand_to_published_times_of_a_chip_as_they_were_published_with() {
        let committed = committed();
        let ratios = calibrated(&committed, 100);
        assert_eq!(ratios.len(), 4);
        assert!(ratios.iter().all(|(_, _, near)| *near), "{ratios:?}");
        for per_cent in [93, 107] {
            let ratios = calibrated(&committed, per_cent);
            assert!(ratios.iter().all(|(_, _, near)| !near), "{per_cent} per cent: {ratios:?}");
        }
    }

    #[test]
    fn fewer_instructions_than_the_best_build_of_blst() {
        let committed = committed();
        assert!(committed.fewer.keys().eq(COMPARED));
        assert_eq!(committed.lost(&committed, own), Vec::<String>::new());
        for row in COMPARED {
            // With a fifth more instructions of curvemark's the gate closes.
            let more =
                |name: &str| own(name).map(|count| if name == row { count * 6 / 5 } else { count });
            assert_eq!(committed.lost(&committed, more).len(), 1, "{row}");
            // One loop for both pairs is the better build of the two.
            let instructions = |name: &str| committed.rows[name].counters.instructions();
            assert!(
                instructions("blst/pairing_verification")
                    < instructions("blst/pairing_verification_two_loops")
            );
        }
    }

    #[test]
    fn other_counts_and_missing_rows_are_noticed_and_missing_compilers_are_not() {
        let committed = committed();
        assert_eq!(
            Committed::parse(&committed.text()).expect("its own text").text(),
            committed.text()
        );
        assert_eq!(
            committed.differences(&committed).expect("the same lines"),
            Vec::<String>::new()
        );
        let row = "blst/bdhke_full_round";
        let changed = |thousandths: u64, version: &str| {
            let mut found = committed.clone();
            found.compilers.insert("gcc".to_owned(), version.to_owned());
            let alu = &mut found.rows.get_mut(row).expect("a row").counters[Event::Alu];
            *alu += committed.rows[row].counters.instructions() * thousandths / 1000;
            committed.differences(&found).expect("the same lines").len()
        };
        let same = committed.compilers["gcc"].clone();
        assert_eq!(
            [
                changed(5, &same),
                changed(6, &same),
                changed(100, "another"),
                changed(101, "another")
            ],
            [0, 1, 0, 1]
        );
        let mut without = committed.clone();
        without.rows.remove(row);
        assert!(committed.differences(&without).is_err());
        without.rows.retain(|row, _| compiler(row) != "gcc");
        without.compilers.remove("gcc");
        assert_eq!(
            committed.differences(&without).expect("rows of two compilers"),
            Vec::<String>::new()
        );
    }
}
