//! Two stored runs beside each other: what they say, and why that is no verdict.

use super::super::Failure;
use crate::terminal::table::{plain, right, text};
use crate::terminal::units;
use record::Run;
use std::io::Write;

/// Shows the times of equal rows of two runs. Two runs are never paired: whatever the machine did
/// in between is in the ratio, so there is no interval and no verdict.
///
/// # Errors
/// [`Failure`] if the runs are of different machines, or if `out` fails.
pub fn compare(base: &Run, candidate: &Run, out: &mut dyn Write) -> Result<(), Failure> {
    if base.machine.fingerprint != candidate.machine.fingerprint {
        return Err(Failure::usage(format!(
            "the runs are of different machines ({} and {}): no time of one says anything about the other's",
            base.machine.fingerprint, candidate.machine.fingerprint
        )));
    }
    let mut table = plain(&["operation", "implementation", &base.id, &candidate.id, "ratio"]);
    let mut rows = 0;
    for operation in &candidate.operations {
        let Some(before) = base.operations.iter().find(|before| before.id == operation.id) else {
            continue;
        };
        for row in &operation.rows {
            let same = |old: &&record::Row| {
                old.implementation == row.implementation && old.contract == row.contract
            };
            let Some(old) = before.rows.iter().find(same) else { continue };
            rows += 1;
            table.add_row([
                operation.id.clone(),
                row.implementation.clone(),
                units::time(old.p10_ns),
                units::time(row.p10_ns),
                format!("{:.3}", row.p10_ns / old.p10_ns),
            ]);
        }
    }
    right(&mut table, &[2, 3, 4]);
    if rows == 0 {
        return Err(Failure::usage("the two runs have no row in common"));
    }
    writeln!(out, "{}\n", text(&mut table))?;
    writeln!(
        out,
        "Tenth percentiles of thread-CPU time; the ratio is the second run's over the first's."
    )?;
    writeln!(
        out,
        "The runs were measured at different times, so the ratios have no interval and there is no verdict;"
    )?;
    writeln!(out, "`curvemark compare` of the two commits measures them side by side.")?;
    Ok(())
}
