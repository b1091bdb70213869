//! The table of all claims on a binary.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::binary::Binary;
use crate::contract::{Contract, Program};
use crate::kernels::{self, WITHOUT};
use crate::proof::{self, Proved};
use crate::refusal::Refusal;

/// One claim on one instance of a kernel.
pub struct Row {
    /// The kernel.
    pub kernel: String,
    /// Its instructions up to the return, if they are assembly.
    pub instructions: Option<usize>,
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
    let mut kernels: Vec<(&str, Vec<&Contract>)> = Vec::new();
    for contract in &contracts {
        match kernels.iter_mut().find(|(kernel, _)| *kernel == contract.kernel) {
            Some((_, claims)) => claims.push(contract),
            None => kernels.push((contract.kernel, vec![contract])),
        }
    }
    for (kernel, claims) in kernels {
        let (x86, arm64) = (binary.code(kernel), binary.arm64_code(kernel));
        let rv32 = binary.rv32_code(kernel);
        let instances = x86.iter().map(Program::from).chain(arm64.iter().map(Program::from));
        let instances: Vec<Program<'_>> = instances.chain(rv32.iter().map(Program::from)).collect();
        if instances.is_empty() {
            report.absent.insert(kernel);
        }
        let mut rows: Vec<Row> = Vec::new();
        for code in instances {
            if let Program::X86(code) = code
                && let Some(reason) = kernels::excused(kernel, binary, code)
            {
                report.without.push((kernel.to_owned(), reason));
                continue;
            }
            let mut of_instance: Vec<Row> = Vec::new();
            let mut likely: Vec<&&Contract> =
                claims.iter().filter(|contract| proof::may_be_of(contract, binary, code)).collect();
            let is_known = likely.len() == 1;
            if likely.is_empty() {
                likely.extend(claims.first());
            }
            for contract in likely {
                let row = row(contract, binary, code);
                let (ends, proved) = (contract.one_of, row.verdict.is_ok());
                // Of those that are not kept, the one that came furthest says most.
                if !ends || proved || of_instance.iter().all(|other| other.time <= row.time) {
                    if ends {
                        of_instance.clear();
                    }
                    of_instance.push(row);
                }
                if ends && proved {
                    break;
                }
            }
            if let [Row { verdict: Err(_), condition, .. }] = &mut of_instance[..]
                && claims.len() > 1
                && !is_known
            {
                "of a modulus or form that is not told".clone_into(condition);
            }
            rows.extend(of_instance);
        }
        // The compiler orders instances as it likes.
        if claims.iter().any(|contract| contract.one_of) {
            rows.sort_by(|one, other| {
                (&one.condition, &one.claim).cmp(&(&other.condition, &other.claim))
            });
        }
        report.rows.extend(rows);
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

fn row(contract: &Contract, binary: &Binary, code: Program<'_>) -> Row {
    let start = Instant::now();
    let verdict = proof::prove(contract, binary, code);
    Row {
        kernel: contract.kernel.to_owned(),
        // Compiled code has as many as the compiler likes.
        instructions: if contract.one_of { None } else { code.instructions() },
        claim: contract.claim.clone(),
        condition: contract.condition.clone(),
        verdict,
        time: start.elapsed(),
    }
}

impl Report {
    /// How many claims are proved.
    #[must_use]
    pub fn proved(&self) -> usize {
        self.rows.iter().filter(|row| row.verdict.is_ok()).count()
    }

    /// The claims as Markdown, with the seconds that each took: of these no two runs agree.
    #[must_use]
    pub fn table(&self) -> String {
        let mut out = String::new();
        let mut last = "";
        for row in &self.rows {
            let verdict = match &row.verdict {
                Ok(Proved { cases: 1, .. }) => "proved".to_owned(),
                Ok(proved) => format!("proved, in {} cases", proved.cases),
                Err(refusal) => match kernels::OPEN.iter().find(|(open, _)| *open == row.kernel) {
                    Some((_, reason)) => format!("NOT PROVED: {reason}"),
                    None => format!("NOT PROVED: {refusal}"),
                },
            };
            if last != row.kernel {
                let name = row.kernel.trim_start_matches("limb::");
                let size =
                    row.instructions.map_or("compiled".to_owned(), |n| format!("{n} instructions"));
                let _ = writeln!(out, "* `{name}`, {size}");
                last = &row.kernel;
            }
            let seconds = row.time.as_secs_f64();
            for line in wrapped(
                &format!("{}. If {}: {verdict} [{seconds:.2} s].", row.claim, row.condition),
                94,
            ) {
                let _ = writeln!(out, "{line}");
            }
        }
        out
    }

    /// The claims that are neither proved nor known to be open.
    #[must_use]
    pub fn failed(&self) -> Vec<&Row> {
        let is_open = |row: &&Row| kernels::OPEN.iter().any(|(kernel, _)| *kernel == row.kernel);
        self.rows.iter().filter(|row| row.verdict.is_err()).filter(|row| !is_open(row)).collect()
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
