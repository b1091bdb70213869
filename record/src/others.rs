//! What the authors of other libraries have published of them, on machines of their own.
//!
//! The list is `record/published/peers.csv` (RFC 4180), with the columns
//!
//! | column | holds |
//! |---|---|
//! | `source` | the repository, and the commit, file or pull request in it |
//! | `date` | when it was published |
//! | `machine` | as the source describes it |
//! | `operation` | by the source's own name |
//! | `unit` | of both values |
//! | `value` | what the library takes |
//! | `peer value` | what another takes next to it, if the source has that |
//! | `note` | who that other is, and what is to be known |
//!
//! None of it was measured here, so it stands on a page of its own, and on no axis with what was.

use std::fmt::Write;

use crate::claims::fields;

/// The first line of the list.
pub const HEADER: &str = "source,date,machine,operation,unit,value,peer value,note";

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Who says so.
    pub source: String,
    /// When.
    pub date: String,
    /// On which machine.
    pub machine: String,
    /// Of which operation.
    pub operation: String,
    /// In which unit.
    pub unit: String,
    /// The figure, as it was published.
    pub value: String,
    /// That of the library next to it; empty if there is none.
    pub peer_value: String,
    /// What is to be known.
    pub note: String,
}

impl Figure {
    /// The other library's value over this one; none where there is no other.
    pub fn ratio(&self) -> Option<f64> {
        let [value, peer] = [&self.value, &self.peer_value].map(|text| text.parse::<f64>().ok());
        Some(peer? / value?)
    }
}

/// Reads the list.
///
/// # Errors
/// The number of the first line that is none of the list's, from one, and what is wrong with it.
pub fn read(text: &str) -> Result<Vec<Figure>, (usize, &'static str)> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, header)| header != HEADER) {
        return Err((1, "not the list's header"));
    }
    lines.map(|(index, line)| figure(line).map_err(|why| (index + 1, why))).collect()
}

fn figure(line: &str) -> Result<Figure, &'static str> {
    let [source, date, machine, operation, unit, value, peer_value, note]: [String; 8] =
        fields(line)
            .ok_or("a quote does not end")?
            .try_into()
            .map_err(|_| "not as many columns as the header has")?;
    let positive = |text: &str| text.parse::<f64>().is_ok_and(|value| value > 0.0);
    if !positive(&value) || !(peer_value.is_empty() || positive(&peer_value)) {
        return Err("a value that is not positive");
    }
    if [&source, &date, &machine, &operation, &unit].iter().any(|text| text.is_empty()) {
        return Err("something is empty");
    }
    Ok(Figure { source, date, machine, operation, unit, value, peer_value, note })
}

/// The page `docs/published.md`.
///
/// # Panics
/// If a figure is not one of [`read`].
pub fn page(figures: &[Figure]) -> String {
    let mut out = format!(
        "# What others have published\n\n\
         These {} figures of other libraries were published by their authors, on machines of\n\
         their own. None was measured here, so no table and no picture of this project has them\n\
         next to its own. What was measured here stands in [SCOREBOARD.md](../SCOREBOARD.md).\n\n\
         A ratio is the other library's time over that of the library that the section is about:\n\
         above 1, the section's library takes less. Ratios of one machine compare better than\n\
         times of two.\n\n\
         The figures are `record/published/peers.csv`. This page is made from it, by\n\
         `CURVEMARK_WRITE_PUBLISHED=1 cargo test -p curvemark-record --test others`.\n",
        figures.len(),
    );
    let mut section = None;
    for figure in figures {
        let here = (&figure.source, &figure.date, &figure.machine);
        if section != Some(here) {
            section = Some(here);
            let library = figure.source.split([' ', ',']).next().unwrap_or(&figure.source);
            write!(
                out,
                "\n## {library}, {}\n\n* Source: {}\n* Machine: {}\n\n\
                 | operation | time | the other | ratio | note |\n|---|---:|---:|---:|---|\n",
                figure.date, figure.source, figure.machine
            )
            .expect("a string takes everything");
        }
        let unit = &figure.unit;
        let other = match &figure.peer_value[..] {
            "" => String::new(),
            value => format!("{value} {unit}"),
        };
        let ratio = figure.ratio().map_or(String::new(), |ratio| format!("{ratio:.2}"));
        let time = format!("{} {unit}", figure.value);
        let cells = [&figure.operation, &time, &other, &ratio, &figure.note];
        writeln!(out, "| {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
            .expect("a string takes everything");
    }
    out
}
