//! The table of all claims on a binary.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use iced_x86::Mnemonic;

use crate::binary::Binary;
use crate::kernels::{self, WITHOUT};
use crate::proof::{self, Proved};
use crate::refusal::Refusal;

/// One claim on one instance of a kernel.
pub struct Row {
    /// The kernel.
    pub kernel: String,
    /// Its instructions up to the return.
    pub instructions: usize,
    /// The claim, in words.
    pub claim: String,
    /// Of which moduli and operands.
    pub condition: String,
    /// Whether it is proved.
    pub verdict: Result<Proved, Refusal>,
    /// How long search and check took.
    pub time: Duration,
}

/// All claims on a binary.
pub struct Report {
    /// The claims.
    pub rows: Vec<Row>,
    /// Functions without a contract that are known, and why they have none.
    pub without: Vec<(String, &'static str)>,
    /// Functions that have neither: an error.
    pub unknown: Vec<String>,
    /// Contracts whose kernel is not in this binary.
    pub absent: BTreeSet<&'static str>,
}

/// Proves all that it can of a binary.
#[must_use]
pub fn report(binary: &Binary) -> Report {
    let contracts = kernels::contracts(binary);
    let mut report = Report {
        rows: Vec::new(),
        without: Vec::new(),
        unknown: Vec::new(),
        absent: BTreeSet::new(),
    };
    for contract in &contracts {
        let instances = binary.code(contract.kernel);
        if instances.is_empty() {
            report.absent.insert(contract.kernel);
        }
        for code in instances {
            let start = Instant::now();
            let verdict = proof::prove(contract, binary, &code);
            let end = code.0.iter().position(|instruction| instruction.mnemonic() == Mnemonic::Ret);
            report.rows.push(Row {
                kernel: contract.kernel.to_owned(),
                instructions: end.map_or(0, |end| end + 1),
                claim: contract.claim.clone(),
                condition: contract.condition.clone(),
                verdict,
                time: start.elapsed(),
            });
        }
    }
    for name in binary.names().filter(|name| kernels::is_of_family(name)) {
        if contracts.iter().any(|contract| contract.kernel == name) {
            continue;
        }
        match WITHOUT.iter().find(|(known, _)| *known == name) {
            Some((_, reason)) => report.without.push((name.to_owned(), reason)),
            None => report.unknown.push(name.to_owned()),
        }
    }
    report
}

impl Report {
    /// How many claims are proved.
    #[must_use]
    pub fn proved(&self) -> usize {
        self.rows.iter().filter(|row| row.verdict.is_ok()).count()
    }

    /// The claims as Markdown. What takes how long is left out if `stable`, since no two runs agree.
    #[must_use]
    pub fn table(&self, stable: bool) -> String {
        let mut out = String::new();
        let mut last = "";
        for row in &self.rows {
            let verdict = match &row.verdict {
                Ok(proved) => format!("proved; {} cases", proved.cases),
                Err(refusal) => format!("NOT PROVED: {refusal}"),
            };
            if last != row.kernel {
                let name = row.kernel.trim_start_matches("limb::");
                let _ = writeln!(out, "* `{name}`, {} instructions", row.instructions);
                last = &row.kernel;
            }
            let time =
                if stable { String::new() } else { format!(", {:.2} s", row.time.as_secs_f64()) };
            for line in
                wrapped(&format!("{}. If {}: {verdict}{time}.", row.claim, row.condition), 94)
            {
                let _ = writeln!(out, "{line}");
            }
        }
        out
    }

    /// The functions without a contract as Markdown.
    #[must_use]
    pub fn list_without(&self) -> String {
        let mut out = String::new();
        for (name, reason) in &self.without {
            let _ = writeln!(out, "* `{name}`\n  {reason}");
        }
        out
    }
}

/// An item of a list under another, in lines that pages may have.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec!["  -".to_owned()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a first line");
        if line.chars().count() + 1 + word.chars().count() > width {
            lines.push(format!("    {word}"));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines
}
