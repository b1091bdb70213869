//! Instructions of functions in this very binary, as `objdump` shows them.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The code of this binary: by address the name of each function and its instructions, without what
/// fills the gap to the next one.
pub struct Disassembly(BTreeMap<u64, (String, Vec<String>)>);

impl Disassembly {
    /// `None`, loudly, where there is no `objdump`.
    pub fn of_this_binary() -> Option<Self> {
        let binary = std::env::current_exe().expect("a test has a binary");
        // Under an emulator this runs on the machine below it, whose own `objdump` knows no ARM64.
        let names: &[&str] = if cfg!(target_arch = "aarch64") {
            &["aarch64-linux-gnu-objdump", "objdump"]
        } else {
            &["objdump"]
        };
        let outputs = names.iter().filter_map(|name| {
            Command::new(name).args(["-d", "--no-show-raw-insn", "-C"]).arg(&binary).output().ok()
        });
        let Some(output) = { outputs }.find(|output| output.status.success()) else {
            eprintln!(
                "SKIPPED: no {} here, the instructions were not counted",
                names.join(", no ")
            );
            return None;
        };
        let text = String::from_utf8_lossy(&output.stdout);
        Some(Self(text.split("\n\n").filter_map(|block| function(block.trim_start())).collect()))
    }

    /// The instructions of every function of this name: generic ones have one for each of their
    /// instances.
    pub fn instances<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [String]> {
        self.0
            .values()
            .filter(move |function| function.0 == name)
            .map(|function| function.1.as_slice())
    }

    /// The instructions of the function of this name as far as its first return, which ends a
    /// kernel: constants may follow. `None` if there is no such function.
    pub fn up_to_return(&self, name: &str) -> Option<usize> {
        Some(self.of_kernel(name)?.len())
    }

    /// Those instructions.
    pub fn of_kernel(&self, name: &str) -> Option<&[String]> {
        let (_, instructions) = self.0.values().find(|function| function.0 == name)?;
        let end = instructions.iter().position(|text| text.starts_with("ret"))? + 1;
        instructions.get(..end)
    }

    /// How many instructions of this kind each function of this name executes, with those that it
    /// calls, at any depth: for code without loops. Sorted.
    pub fn executed(&self, name: &str, kind: &str) -> Vec<usize> {
        let functions = self.0.iter().filter(|(_, function)| function.0 == name);
        let mut counts: Vec<usize> = functions.map(|(at, _)| self.executed_at(*at, kind)).collect();
        counts.sort_unstable();
        counts
    }

    fn executed_at(&self, at: u64, kind: &str) -> usize {
        let Some((_, instructions)) = self.0.get(&at) else { return 0 };
        let count = |text: &String| match text.split_whitespace().collect::<Vec<_>>()[..] {
            // Not a jump within the function, nor one back to it.
            ["call" | "jmp", to, ..] => match u64::from_str_radix(to, 16) {
                Ok(to) if to != at => self.executed_at(to, kind),
                _ => 0,
            },
            [first, ..] => usize::from(first.starts_with(kind)),
            [] => 0,
        };
        instructions.iter().map(count).sum()
    }

    /// The instructions of the function of this name and, once each, of those in this binary that
    /// it calls, at any depth.
    pub fn with_calls(&self, name: &str) -> usize {
        let mut open: Vec<u64> =
            self.0.iter().filter(|(_, function)| function.0 == name).map(|(at, _)| *at).collect();
        let mut seen = BTreeSet::new();
        let mut count = 0;
        while let Some(at) = open.pop() {
            let Some((_, instructions)) = self.0.get(&at).filter(|_| seen.insert(at)) else {
                continue;
            };
            count += instructions.len();
            // Jumps within a function have an address of no function, or its own.
            let leaves = instructions
                .iter()
                .filter(|text| text.starts_with("call ") || text.starts_with("jmp "));
            open.extend(
                leaves.filter_map(|text| {
                    u64::from_str_radix(text.split_whitespace().nth(1)?, 16).ok()
                }),
            );
        }
        count
    }
}

/// `0000000000012340 <name>:` and a line for each instruction.
fn function(block: &str) -> Option<(u64, (String, Vec<String>))> {
    let (head, lines) = block.split_once('\n')?;
    let (address, name) = head.strip_suffix(">:")?.split_once(" <")?;
    let texts = lines.lines().filter_map(|line| Some(line.split_once('\t')?.1.trim().to_owned()));
    let mut instructions: Vec<String> = texts.collect();
    while instructions.last().is_some_and(|text| fills(text)) {
        instructions.pop();
    }
    Some((u64::from_str_radix(address, 16).ok()?, (name.to_owned(), instructions)))
}

/// Whether an instruction does nothing, as those do that align the next function.
fn fills(text: &str) -> bool {
    ["nop", "cs nop", "data16", "int3", "xchg   %ax,%ax"].iter().any(|fill| text.starts_with(fill))
}
