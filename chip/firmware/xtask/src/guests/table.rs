//! The table: each call by each library, and a block as a sum of calls.

use std::fmt::Write as _;

use super::{Counts, Error, HINTED, OWN, PEERS, Table, WIDTHS, is_c, revm};
use crate::toolchain::Width;

/// What a block's calls are: those of the lab's `evm/block_mix_1000`.
const MIX: [(&str, u64); 7] = [
    ("modexp_32_full", 253),
    ("ecrecover", 250),
    ("sha256_64", 329),
    ("bn254_add", 100),
    ("bn254_mul", 60),
    ("bn254_pairing_2", 1),
    ("point_evaluation", 7),
];
/// Calls of contracts in a block: 70 million in the 60 days that the mix is of, a block each 12
/// seconds.
const CALLS: u64 = 162;
/// Transactions in a block, whose senders are recovered.
const SENDERS: u64 = 200;

/// The rows that are sums.
const MIX_ROW: &str = "block_mix_1000";
const BLOCK_ROW: &str = "block";

/// The rows in the table's order; those of one width.
const ROWS: [&str; 25] = [
    "ecrecover",
    "p256_verify",
    "sha256_64",
    "sha256_1024",
    "ripemd160_64",
    "blake2f_12",
    "modexp_32_full",
    "modexp_256_65537",
    "modexp_256_full",
    "bn254_add",
    "bn254_mul",
    "bn254_pairing_2",
    "bn254_pairing_4",
    "point_evaluation",
    "bls12_g1_add",
    "bls12_g1_msm_1",
    "bls12_g1_msm_128",
    "bls12_g2_add",
    "bls12_g2_msm_1",
    "bls12_g2_msm_128",
    "bls12_pairing_2",
    "bls12_map_fp_to_g1",
    "bls12_map_fp2_to_g2",
    "bls_verify",
    revm::ROW,
];

/// Which libraries a sum of calls takes.
#[derive(Clone, Copy)]
enum Side {
    Own,
    /// The best of the others for each call; curvemark's where there is no other.
    Others,
}

fn counts(table: &Table, width: Width, row: &str, library: &str) -> Option<Counts> {
    table.get(&(width, row.to_owned(), library.to_owned())).copied()
}

/// The other library that takes the fewest instructions.
fn best(table: &Table, width: Width, row: &str) -> Option<(&'static str, Counts)> {
    PEERS
        .into_iter()
        .filter_map(|(library, _)| Some((library, counts(table, width, row, library)?)))
        .min_by_key(|(_, counts)| counts.instructions)
}

fn side(table: &Table, width: Width, row: &str, side: Side) -> Option<u64> {
    let own = counts(table, width, row, OWN)?.instructions;
    Some(match side {
        Side::Own => own,
        Side::Others => best(table, width, row).map_or(own, |(_, counts)| counts.instructions),
    })
}

/// Instructions of 1,000 calls of the mix.
fn mix(table: &Table, width: Width, of: Side) -> Option<u64> {
    MIX.into_iter().map(|(row, count)| Some(count * side(table, width, row, of)?)).sum()
}

/// Those of a block: its senders, and so many calls in the proportions of the mix.
fn block(table: &Table, width: Width, of: Side) -> Option<u64> {
    let senders = SENDERS * side(table, width, "ecrecover", of)?;
    Some(senders + mix(table, width, of)? * CALLS / 1000)
}

/// A number with commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn times(others: u64, own: u64) -> String {
    format!("{:.2}", others as f64 / own as f64)
}

/// The table of each width, as Markdown.
pub fn text(table: &Table) -> Result<String, Error> {
    let mut out = String::new();
    for width in WIDTHS {
        if !table.keys().any(|(of, ..)| *of == width) {
            continue;
        }
        let name = width.name();
        writeln!(out, "### {name}\n")?;
        writeln!(
            out,
            "| call | curvemark | of them loads, stores | best other | its instructions | times fewer | with a hint | times fewer | all others |"
        )?;
        writeln!(out, "|---|---:|---:|---|---:|---:|---:|---:|---|")?;
        for row in ROWS {
            let Some(own) = counts(table, width, row, OWN) else {
                // Not every compiler can build that image.
                if row == revm::ROW {
                    continue;
                }
                return Err(format!("{name}: no row {row}").into());
            };
            let memory = format!("{}, {}", grouped(own.loads), grouped(own.stores));
            let instructions = grouped(own.instructions);
            let Some((library, other)) = best(table, width, row) else {
                writeln!(out, "| {row} | {instructions} | {memory} | | | | | | |")?;
                continue;
            };
            let others: Vec<String> = PEERS
                .into_iter()
                .filter(|(other, _)| *other != library)
                .filter_map(|(other, _)| {
                    let counts = counts(table, width, row, other)?;
                    Some(format!("{other} {}", grouped(counts.instructions)))
                })
                .collect();
            let hinted = counts(table, width, row, HINTED).map_or_else(
                || " | ".to_owned(),
                |hinted| {
                    let ratio = times(other.instructions, hinted.instructions);
                    format!("{} | {ratio}", grouped(hinted.instructions))
                },
            );
            writeln!(
                out,
                "| {row} | {instructions} | {memory} | {library} | {} | {} | {hinted} | {} |",
                grouped(other.instructions),
                times(other.instructions, own.instructions),
                others.join(", ")
            )?;
        }
        for (row, sum) in [
            (MIX_ROW, mix as fn(&Table, Width, Side) -> Option<u64>),
            (BLOCK_ROW, block as fn(&Table, Width, Side) -> Option<u64>),
        ] {
            if let (Some(own), Some(others)) =
                (sum(table, width, Side::Own), sum(table, width, Side::Others))
            {
                let (ours, theirs) = (grouped(own), grouped(others));
                let ratio = times(others, own);
                writeln!(
                    out,
                    "| {row} | {ours} | | the best for each call | {theirs} | {ratio} | | | |"
                )?;
            }
        }
        out.push('\n');
    }
    if !table.keys().any(|(_, _, library)| is_c(library)) {
        out.push_str("Libraries in C were not counted: there was no compiler of C.\n\n");
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_block_is_the_sum_of_its_calls() {
        let counts = |instructions| Counts { instructions, loads: 0, stores: 0 };
        let width = Width::Rv64;
        let mut table = Table::new();
        for (row, _) in MIX {
            table.insert((width, row.into(), OWN.into()), counts(10));
        }
        table.insert((width, "ecrecover".into(), "rustcrypto".into()), counts(30));
        table.insert((width, "ecrecover".into(), "libsecp256k1".into()), counts(20));
        assert_eq!(mix(&table, width, Side::Own), Some(10_000));
        assert_eq!(mix(&table, width, Side::Others), Some(10_000 + 250 * 10));
        assert_eq!(block(&table, width, Side::Own), Some(200 * 10 + 1_620));
        assert_eq!(block(&table, width, Side::Others), Some(200 * 20 + 2_025));
    }
}
