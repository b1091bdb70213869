//! What docs/proofs.md has from the tool is current. `CURVEMARK_WRITE_PROOFS=1` writes it.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;

use prove::kernels::{EXCUSED, OPEN, WITHOUT};
use prove::report::Report;

use crate::reasons::{FOUND, KINDS};

/// The files to be trusted, with what is in them.
const TRUSTED: &[(&[&str], &str)] = &[
    (&["check"], "the rules"),
    (&["polynomial", "rational"], "polynomials, bounds, exact numbers"),
    (&["words", "machine", "x86", "arm64", "rv32", "lanes"], "what instructions do"),
    (
        &[
            "contract",
            "kernels",
            "kernels/adx",
            "kernels/arm64",
            "kernels/blocks",
            "kernels/reductions",
            "kernels/ladder",
            "kernels/lanes",
            "kernels/ifma",
            "kernels/columns",
            "kernels/rows",
            "kernels/four",
            "kernels/remainders",
            "kernels/lookups",
            "kernels/rv32",
        ],
        "what is claimed",
    ),
    (
        &["proof", "prover", "binary", "refusal", "report"],
        "every case, functions by name, the list",
    ),
];

/// The files that need not be.
const OTHERS: &[&str] = &["search", "main", "lib"];

/// Lines that are neither empty nor a comment, up to the tests of a file.
fn code(name: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/{name}.rs"));
    let text = std::fs::read_to_string(path).expect("a file of the package");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

fn trusted() -> String {
    let mut out =
        String::from("| files in `prove/src` | what is there | lines of code |\n|---|---|---:|\n");
    let mut all = 0;
    for (files, what) in TRUSTED {
        let lines: usize = files.iter().map(|file| code(file)).sum();
        let names: Vec<String> = files.iter().map(|file| format!("`{file}`")).collect();
        let _ = writeln!(out, "| {} | {what} | {lines} |", names.join(", "));
        all += lines;
    }
    let _ = writeln!(out, "| all of these | | {all} |");
    let _ = writeln!(out, "| `search` | finds certificates: not trusted | {} |", code("search"));
    out
}

#[test]
fn times_are_no_part_of_the_page() {
    assert_eq!(untimed("a [0.12 s].\n  b [c s]"), untimed("a [13.50\n s]. b [c s]"));
    assert_ne!(untimed("proved [0.12 s]."), untimed("NOT PROVED [0.12 s]."));
}

#[test]
fn every_file_is_counted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for (folder, prefix) in [(folder.clone(), ""), (folder.join("kernels"), "kernels/")] {
        for entry in
            std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"))
        {
            if let Some(name) = entry.file_name().to_string_lossy().strip_suffix(".rs") {
                found.push(format!("{prefix}{name}"));
            }
        }
    }
    let mut listed: Vec<String> = TRUSTED
        .iter()
        .flat_map(|(files, _)| *files)
        .chain(OTHERS)
        .map(|file| (*file).to_owned())
        .collect();
    found.sort();
    listed.sort();
    assert_eq!(found, listed);
}

/// The sections of x86-64 are current.
pub fn is_current(report: &Report) {
    let mut without = String::new();
    let excused = EXCUSED.iter().map(|(kernel, _, reason)| (*kernel, *reason));
    for (name, reason) in excused.chain(OPEN.iter().chain(WITHOUT).copied()) {
        let _ = writeln!(without, "* `{name}`:\n  {reason}");
    }
    let mut reasons = String::new();
    for kind in KINDS {
        let _ = writeln!(reasons, "* {kind}");
    }
    for (kernel, mutant, why) in FOUND {
        let _ = writeln!(reasons, "* in `{kernel}`, {mutant}:\n  {why}");
    }
    are_current(&[
        ("trusted lines begin", "trusted lines end", trusted()),
        ("table begins", "table ends", report.table()),
        ("reasons begin", "reasons end", reasons),
        ("functions without begin", "functions without end", without),
    ]);
}

/// That of ARM64 is.
pub fn is_current_for_arm64(report: &Report) {
    are_current(&[("table of ARM64 begins", "table of ARM64 ends", report.table())]);
}

/// That of RV32 is.
pub fn is_current_for_rv32(report: &Report) {
    are_current(&[("table of RV32 begins", "table of RV32 ends", report.table())]);
}

/// The words of a page, but for how long proofs took: `[`, a number, ` s]`.
fn untimed(page: &str) -> String {
    let mut out = String::new();
    let mut words = page.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let seconds = word.strip_prefix('[').is_some_and(|number| number.parse::<f64>().is_ok());
        match words.peek().and_then(|next| next.strip_prefix("s]")) {
            Some(end) if seconds => {
                out.push_str(end);
                words.next();
            }
            _ => {
                out.push(' ');
                out.push_str(word);
            }
        }
    }
    out
}

/// One test at a time reads and writes the page.
static PAGE: Mutex<()> = Mutex::new(());

fn are_current(sections: &[(&str, &str, String)]) {
    let alone = PAGE.lock().expect("no other test panicked there");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/proofs.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let mut current = page.clone();
    for (begin, end, text) in sections {
        let [begin, end] = [begin, end].map(|mark| format!("<!-- the {mark} -->\n"));
        let (before, rest) = current.split_once(&begin).expect("a section's begin");
        let (_, after) = rest.split_once(&end).expect("a section's end");
        current = format!("{before}{begin}\n{text}\n{end}{after}");
    }
    if std::env::var_os("CURVEMARK_WRITE_PROOFS").is_some() {
        std::fs::write(&path, &current).expect("the page can be written");
        return;
    }
    let is_same = untimed(&page) == untimed(&current);
    drop(alone);
    assert!(is_same, "docs/proofs.md is not current: CURVEMARK_WRITE_PROOFS=1 writes it");
}
