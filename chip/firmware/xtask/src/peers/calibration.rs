//! What the models make of blst's counts, beside what was published of a chip, and the ratios of
//! both that the models were published with (`chip/emulator/models/esp32c3.txt`: blst 0.3.16 by
//! Clang 19 at -O3, to which two constants of model B were fitted; and by GCC 12 at -O3).

use emulator::{Ledger, Model};

use super::BY_CLANG;
use crate::rows::Rows;

/// A row whose time was published.
struct Known {
    row: &'static str,
    /// Milliseconds on an ESP32-C3, zeugmaster/bls-bench, whose compiler is not known.
    published: f64,
    /// Modelled over published, by models A and B, of Clang's code.
    by_clang: [f64; 2],
    /// The same of GCC's.
    by_gcc: [f64; 2],
}

const KNOWN: [Known; 2] = [
    Known {
        row: "blst/bdhke_full_round",
        published: 459.0,
        by_clang: [0.864, 1.006],
        by_gcc: [283.0 / 459.0, 349.0 / 459.0],
    },
    Known {
        row: "blst/pairing_verification_two_loops",
        published: 1310.0,
        by_clang: [0.847, 0.995],
        by_gcc: [818.0 / 1310.0, 1002.0 / 1310.0],
    },
];

/// How far the ratios may be from those: blst 0.3.17 is not 0.3.16, and where its code lies decides
/// on misses.
const TOLERANCE: f64 = 0.03;

/// Each known row that is there: its name, what it came to, and whether that is near.
pub(super) fn ratios<'a>(
    ledger: impl Fn(&str) -> Option<Ledger> + 'a,
) -> impl Iterator<Item = (String, String, bool)> + 'a {
    let model = Model::esp32c3();
    let cases = KNOWN.iter().flat_map(|known| {
        [
            (format!("{BY_CLANG}{}", known.row), known.published, known.by_clang),
            (known.row.to_owned(), known.published, known.by_gcc),
        ]
    });
    cases.filter_map(move |(row, published, expected)| {
        let ratio = model.time(&ledger(&row)?).over_milliseconds(published)?;
        Some((row, ratio.to_string(), ratio.is_near(expected, TOLERANCE)))
    })
}

pub(super) fn print(rows: &Rows) {
    for (row, ratio, near) in ratios(|name| rows.get(name).map(|row| row.ledger)) {
        let told = if near {
            "as the models were published with"
        } else {
            "NOT as the models were published with"
        };
        println!("{row}: modelled over published {ratio}, {told}");
    }
}
