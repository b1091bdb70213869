//! Tables of results.

use super::units;
use crate::measure::compare::{Verdict, record_words};
use crate::store::record::{Operation, Row};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// A plain table: no frame, so that it reads well, pipes well, and survives being pasted into an issue.
pub fn plain(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header.iter().copied());
    table
}

/// The table as text: without a margin to the left, and without spaces at the ends of lines.
pub fn text(table: &mut Table) -> String {
    if let Some(column) = table.column_mut(0) {
        column.set_padding((0, 1));
    }
    table.trim_fmt()
}

/// Aligns the columns with these indices to the right: numbers.
pub fn right(table: &mut Table, columns: &[usize]) {
    for &index in columns {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// The table of a run: per operation the baseline's time, the fastest peer under the same contract, and what that allows to say.
pub fn results(operations: &[Operation], baseline: &str) -> Table {
    let mut table = plain(&["operation", baseline, "best peer", "its time", "ratio [95 %]", "verdict", "contract"]);
    for operation in operations {
        table.add_row(result_row(operation, baseline));
    }
    right(&mut table, &[1, 3]);
    table
}

/// The peer with the least time among those that are comparable.
pub fn best_peer(operation: &Operation) -> Option<&Row> {
    let comparable = operation.rows.iter().filter(|row| row.ratio.is_some());
    comparable.min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns))
}

fn result_row(operation: &Operation, baseline: &str) -> [String; 7] {
    let dash = || "-".to_owned();
    let ours = operation.rows.iter().find(|row| row.implementation == baseline);
    let our_time = ours.map_or_else(dash, |row| units::time(row.cpu_ns));
    let contract = ours.or(operation.rows.first()).map_or_else(dash, |row| record_words(&row.contract));
    let title = operation.title.clone();
    let others = operation.rows.iter().filter(|row| row.implementation != baseline);
    match (best_peer(operation), best_peer(operation).and_then(|row| row.ratio)) {
        (Some(peer), Some(ratio)) => [
            title,
            our_time,
            peer.implementation.clone(),
            units::time(peer.cpu_ns),
            units::ratio(&ratio),
            Verdict::of(&ratio).word().to_owned(),
            contract,
        ],
        _ => {
            let least = others.min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns));
            let verdict = match (ours, least) {
                (None, _) => format!("{baseline} has no figure"),
                (Some(_), None) => "no peer".to_owned(),
                (Some(ours), Some(row)) if row.contract != ours.contract => "other contract".to_owned(),
                (Some(_), Some(_)) => "too few visits".to_owned(),
            };
            // A time under another contract is shown in the report, never here beside ours.
            [title, our_time, dash(), dash(), dash(), verdict, contract]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::jsonl::tests::sample;

    #[test]
    fn the_best_comparable_peer_is_shown() {
        let mut operation = sample().operations.remove(0);
        let mut other = operation.rows[1].clone();
        other.implementation = "faster".into();
        other.cpu_ns = 10.0;
        operation.rows.push(other.clone());
        other.implementation = "unequal".into();
        other.cpu_ns = 1.0;
        other.ratio = None;
        operation.rows.push(other);
        let row = result_row(&operation, "curvemark");
        assert_eq!(
            row,
            ["A title", "19.2 ns", "faster", "10.0 ns", "1.25 [1.20, 1.31]", "faster", "parsed, constant time"]
        );
    }

    #[test]
    fn what_cannot_be_compared_is_said_in_words() {
        let mut operation = sample().operations.remove(0);
        operation.rows[1].ratio = None;
        assert_eq!(result_row(&operation, "curvemark")[2..6], ["-", "-", "-", "too few visits"]);
        operation.rows[1].contract.time = "variable".into();
        assert_eq!(result_row(&operation, "curvemark")[5], "other contract");
        assert_eq!(result_row(&operation, "nobody")[5], "nobody has no figure");
        operation.rows.truncate(1);
        assert_eq!(result_row(&operation, "curvemark")[5], "no peer");
    }

    #[test]
    fn tables_are_plain_text() {
        let text = text(&mut results(&sample().operations, "curvemark"));
        assert_eq!(text.lines().count(), 3);
        assert!(text.starts_with("operation") && !text.contains('\u{1b}'));
    }
}
