//! Tables of results. On a terminal they are as wide as it is; in a pipe a row is a line, whatever
//! its length, since that is what `grep` and `less -S` want.

use super::units;
use crate::implementations::is_own;
use crate::measure::compare::{Verdict, record_words};
use crate::measure::cost::in_field_multiplications;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use peer_api::{Curve, protocol};
use record::{Operation, Row};
use std::io;
use std::sync::OnceLock;

/// The columns of the terminals behind stdout and stderr, where they are any.
static WIDTHS: OnceLock<[Option<u16>; 2]> = OnceLock::new();

/// From now on tables fit the terminal. Only the program itself asks for that: tests want the same
/// lines wherever they run.
pub fn fit_terminal() {
    WIDTHS.get_or_init(|| {
        let columns = |size: Option<(terminal_size::Width, _)>| size.map(|(width, _)| width.0);
        [
            columns(terminal_size::terminal_size_of(io::stdout())),
            columns(terminal_size::terminal_size_of(io::stderr())),
        ]
    });
}

/// A plain table: no frame, so that it reads well, pipes well, and survives being pasted into an
/// issue.
pub fn plain(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header.iter().copied());
    table
}

/// The table as text for stdout: without a margin to the left, and without spaces at the ends of
/// lines.
pub fn text(table: &mut Table) -> String {
    text_with_spare(table, &[])
}

/// As [`text`]. Where the terminal is too narrow, columns that can be spared are left out, those
/// first that come first in `spare`, and a last line names them.
pub fn text_with_spare(table: &mut Table, spare: &[usize]) -> String {
    fitted(table, spare, WIDTHS.get().and_then(|widths| widths[0]))
}

/// As [`text`], for stderr.
pub fn text_for_stderr(table: &mut Table) -> String {
    fitted(table, &[], WIDTHS.get().and_then(|widths| widths[1]))
}

fn fitted(table: &mut Table, spare: &[usize], width: Option<u16>) -> String {
    if let Some(column) = table.column_mut(0) {
        column.set_padding((0, 1));
    }
    let Some(width) = width else { return table.trim_fmt() };
    let needs: Vec<u16> = table
        .column_max_content_widths()
        .into_iter()
        .zip(table.column_iter())
        .map(|(content, column)| content.saturating_add(column.padding_width()))
        .collect();
    let mut needed: u32 = needs.iter().copied().map(u32::from).sum();
    let heads: Vec<String> = table
        .header()
        .map(|header| header.cell_iter().map(comfy_table::Cell::content).collect())
        .unwrap_or_default();
    let mut left_out = Vec::new();
    for &index in spare {
        if needed <= width.into() {
            break;
        }
        let (Some(column), Some(need)) = (table.column_mut(index), needs.get(index)) else {
            continue;
        };
        column.set_constraint(ColumnConstraint::Hidden);
        needed -= u32::from(*need);
        left_out.extend(heads.get(index).cloned());
    }
    if needed > width.into() {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    let mut text = table.trim_fmt();
    if !left_out.is_empty() {
        text += &format!(
            "\n(left out in {width} columns: {}; a pipe gets them: | less -S)",
            left_out.join(", ")
        );
    }
    text
}

/// Aligns the columns with these indices to the right: numbers.
pub fn right(table: &mut Table, columns: &[usize]) {
    for &index in columns {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// The table of a run: per operation the baseline's time, the fastest peer under the same contract,
/// and what that allows to say. Operations of several curves stand under the names of their curves.
/// Costs are in the implementation's own field multiplications, as [`in_field_multiplications`] has
/// them.
pub fn results(operations: &[Operation], baseline: &str) -> Table {
    let heads = [
        "operation",
        baseline,
        "Fp muls",
        "best peer",
        "its time",
        "Fp muls",
        "ratio [95 %]",
        "verdict",
        "contract",
    ];
    let mut table = plain(&heads);
    let group = |operation: &Operation| match (protocol(&operation.id), Curve::of(&operation.id)) {
        (Some((_, name)), _) => name.to_owned(),
        (None, Some(curve)) => curve.name().to_owned(),
        _ => operation.id.split('/').next().unwrap_or_default().to_owned(),
    };
    let several = operations.windows(2).any(|pair| group(&pair[0]) != group(&pair[1]));
    let mut last = None;
    for operation in operations {
        let group = group(operation);
        if several && last.as_ref() != Some(&group) {
            table.add_row([format!("[{group}]")]);
            last = Some(group);
        }
        table.add_row(result_row(operations, operation, baseline));
    }
    right(&mut table, &[1, 2, 4, 5]);
    table
}

/// The peer with the least time among those that are comparable.
pub fn best_peer(operation: &Operation) -> Option<&Row> {
    let peer = |row: &&Row| row.ratio.is_some() && !is_own(&row.implementation);
    let comparable = operation.rows.iter().filter(peer);
    comparable.min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns))
}

fn result_row(operations: &[Operation], operation: &Operation, baseline: &str) -> [String; 9] {
    let dash = || "-".to_owned();
    let cost = |row: &Row| {
        in_field_multiplications(operations, operation, row).map_or_else(dash, units::cost)
    };
    let ours = operation.rows.iter().find(|row| row.implementation == baseline);
    let our_time = ours.map_or_else(dash, |row| units::time(row.cpu_ns));
    let our_cost = ours.map_or_else(dash, cost);
    let contract =
        ours.or(operation.rows.first()).map_or_else(dash, |row| record_words(&row.contract));
    let title = operation.title.clone();
    // curvemark on another engine is no peer.
    let other = |row: &&Row| {
        row.implementation != baseline && (ours.is_none() || !is_own(&row.implementation))
    };
    let others = operation.rows.iter().filter(other);
    match (best_peer(operation), best_peer(operation).and_then(|row| row.ratio)) {
        (Some(peer), Some(ratio)) => [
            title,
            our_time,
            our_cost,
            peer.implementation.clone(),
            units::time(peer.cpu_ns),
            cost(peer),
            units::ratio(&ratio),
            Verdict::of(&ratio).word().to_owned(),
            contract,
        ],
        _ => {
            let least = others.min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns));
            let verdict = match (ours, least) {
                (None, _) => format!("{baseline} has no figure"),
                (Some(_), None) => "no peer".to_owned(),
                (Some(ours), Some(row)) if row.contract != ours.contract => {
                    "other contract".to_owned()
                }
                (Some(_), Some(_)) => "too few visits".to_owned(),
            };
            // A time under another contract is shown in the report, never here beside ours; where
            // we have none, nothing stands beside it.
            let alone = least.filter(|_| ours.is_none());
            let name = alone.map_or_else(dash, |row| row.implementation.clone());
            let time = alone.map_or_else(dash, |row| units::time(row.cpu_ns));
            [
                title,
                our_time,
                our_cost,
                name,
                time,
                alone.map_or_else(dash, cost),
                dash(),
                verdict,
                contract,
            ]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::sample::sample;

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
        let row = result_row(&[], &operation, "curvemark");
        let ratio = "1.25 [1.20, 1.31]";
        let contract = "parsed, constant time";
        assert_eq!(
            row,
            ["A title", "19.2 ns", "-", "faster", "10.0 ns", "-", ratio, "faster", contract]
        );
        operation.id = "bn254/fp_mul".into();
        let row = result_row(std::slice::from_ref(&operation), &operation, "curvemark");
        assert_eq!((row[2].as_str(), row[5].as_str()), ("1.00", "1.00"));
    }

    #[test]
    fn what_cannot_be_compared_is_said_in_words() {
        let mut operation = sample().operations.remove(0);
        operation.rows[1].ratio = None;
        assert_eq!(
            result_row(&[], &operation, "curvemark")[3..8],
            ["-", "-", "-", "-", "too few visits"]
        );
        operation.rows[1].contract.time = "variable".into();
        assert_eq!(result_row(&[], &operation, "curvemark")[7], "other contract");
        let mut lone = operation.clone();
        lone.rows[1].implementation = "curvemark (portable)".into();
        assert_eq!(result_row(&[], &lone, "curvemark")[7], "no peer");
        // Nobody to compare with: the least time of the others is shown all the same.
        let row = result_row(&[], &operation, "nobody");
        assert_eq!(row[1..5], ["-", "-", "curvemark", "19.2 ns"]);
        assert_eq!(row[6..8], ["-", "nobody has no figure"]);
        operation.rows.truncate(1);
        assert_eq!(result_row(&[], &operation, "curvemark")[7], "no peer");
    }

    #[test]
    fn tables_fit_a_terminal() {
        let rows = || {
            let mut table = plain(&["name", "what it shows", "figure"]);
            table.add_row(["short", "a sentence of some words that is long", "12"]);
            table
        };
        let widest = |text: &str| text.lines().map(|line| line.chars().count()).max();
        let whole = fitted(&mut rows(), &[], None);
        assert_eq!(whole.lines().count(), 2, "a row is a line in a pipe");
        assert_eq!(fitted(&mut rows(), &[1], Some(200)), whole);
        let wrapped = fitted(&mut rows(), &[], Some(30));
        assert!(widest(&wrapped) <= Some(30) && wrapped.contains("words"), "{wrapped}");
        let without = fitted(&mut rows(), &[1, 2], Some(30));
        assert!(!without.contains("sentence") && without.contains("12"), "{without}");
        assert!(
            without
                .ends_with("(left out in 30 columns: what it shows; a pipe gets them: | less -S)"),
            "{without}"
        );
    }

    #[test]
    fn tables_are_plain_text() {
        let text = text(&mut results(&sample().operations, "curvemark"));
        assert_eq!(text.lines().count(), 3);
        let mut several = sample().operations;
        several
            .iter_mut()
            .zip(["bn254/fp_mul", "cashu-v3/sign"])
            .for_each(|(operation, id)| operation.id = id.into());
        let grouped = super::text(&mut results(&several, "curvemark"));
        assert!(grouped.contains("\n[BN254]\n") && grouped.contains("\n[Cashu v3]\n"), "{grouped}");
        assert!(text.starts_with("operation") && !text.contains('\u{1b}'));
    }
}
