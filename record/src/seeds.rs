//! What five documents print that the project was founded on: every row and every figure of theirs,
//! and what measures it here, or why nothing does.
//!
//! The list is `record/published/seeds.csv` (RFC 4180), with the columns
//!
//! | column | holds |
//! |---|---|
//! | `seed` | the document's number: see [`DOCUMENTS`] |
//! | `place` | the table, the figure or the section in it |
//! | `row` | the document's own name of the row; what is meant, where a sentence has the figure |
//! | `published` | the figure, as the document prints it |
//! | `measured` | what measures or counts it here: see [`Measured`]; several have `; ` between them |
//! | `reason` | why nothing does, or what of it is missing: see [`Reason`] |
//! | `note` | what a reader should know besides |
//!
//! A line has something in `measured`, in `reason`, or in both. Whether what it names exists is a
//! question for the lab, which knows operations: `lab/src/commands/tests/seeds.rs` asks it.

use std::fmt::Write;

use crate::claims::fields;

/// The documents, in the order of their numbers.
pub const DOCUMENTS: [&str; 5] = [
    "Cashu's bls-bench on the ESP32-C3",
    "Constantine 0.1.0 and 0.2.0, the announcements",
    "UltrafastSecp256k1 on the ESP32-S3",
    "Fastcrypto: Pioneering Cryptography Via Continuous Benchmarking",
    "G1 multiplication by EVMMAX",
];

/// The first line of the list.
pub const HEADER: &str = "seed,place,row,published,measured,reason,note";

/// What measures or counts a row here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measured {
    /// An operation of the lab, by its id: `bls12-381/g1_mul`.
    Operation(String),
    /// A family of operations, which `curvemark sweep` draws: `sweep bls12-381/verify_sets`.
    Sweep(String),
    /// Another command of the lab: `curvemark evmmax table`.
    Command(String),
    /// A row that is counted in the chip's emulator: `chip rsa/blind`.
    Chip(String),
}

/// Why nothing measures a row here, or not all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It takes a machine that is not at hand: `no board`.
    NoBoard,
    /// It could be had: `not built yet: NAME`. The name is that of the operation, of the family or
    /// of the peer that would measure it.
    NotBuilt(String),
    /// It is not what the project is about: `outside the project: WHY`.
    Outside(String),
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The document, from zero.
    pub seed: usize,
    /// Where in it.
    pub place: String,
    /// Its own name of the row.
    pub row: String,
    /// The figure as it prints it.
    pub published: String,
    /// What measures it here.
    pub measured: Vec<Measured>,
    /// Why nothing does, or what is missing.
    pub reason: Option<Reason>,
    /// What a reader should know besides; may be empty.
    pub note: String,
}

/// Reads the list.
///
/// # Errors
/// The number of the first line that is none of the list's, from one, and what is wrong with it.
pub fn read(text: &str) -> Result<Vec<Row>, (usize, &'static str)> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, header)| header != HEADER) {
        return Err((1, "not the list's header"));
    }
    lines.map(|(index, line)| row(line).map_err(|why| (index + 1, why))).collect()
}

fn row(line: &str) -> Result<Row, &'static str> {
    let [seed, place, row, published, measured, reason, note]: [String; 7] = fields(line)
        .ok_or("a quote does not end")?
        .try_into()
        .map_err(|_| "not as many columns as the header has")?;
    let seed =
        seed.parse().ok().filter(|seed| *seed < DOCUMENTS.len()).ok_or("no such document")?;
    if [&place, &row].iter().any(|text| text.is_empty()) {
        return Err("no place or no name");
    }
    let measured = match &measured[..] {
        "" => Vec::new(),
        some => some.split("; ").map(self::measured).collect::<Option<_>>().ok_or(MEASURED)?,
    };
    let reason = match &reason[..] {
        "" => None,
        some => Some(self::reason(some).ok_or("a reason that is not one of the three")?),
    };
    if measured.is_empty() && reason.is_none() {
        return Err("nothing measures it, and no reason says why");
    }
    Ok(Row { seed, place, row, published, measured, reason, note })
}

const MEASURED: &str = "neither an operation nor a sweep, a command or a row of the chip";

fn measured(text: &str) -> Option<Measured> {
    let one = |text: &str| (!text.is_empty() && !text.contains(' ')).then(|| text.to_owned());
    if let Some(family) = text.strip_prefix("sweep ") {
        return one(family).map(Measured::Sweep);
    }
    if let Some(row) = text.strip_prefix("chip ") {
        return one(row).map(Measured::Chip);
    }
    if text.starts_with("curvemark ") {
        return Some(Measured::Command(text.to_owned()));
    }
    one(text).filter(|id| id.contains('/')).map(Measured::Operation)
}

fn reason(text: &str) -> Option<Reason> {
    if text == "no board" {
        return Some(Reason::NoBoard);
    }
    let (reason, of) = text.split_once(": ")?;
    let of = (!of.trim().is_empty()).then(|| of.to_owned())?;
    match reason {
        "not built yet" => Some(Reason::NotBuilt(of)),
        "outside the project" => Some(Reason::Outside(of)),
        _ => None,
    }
}

impl Measured {
    /// As a page shows it.
    fn shown(&self) -> String {
        match self {
            Self::Operation(id) => format!("`{id}`"),
            Self::Sweep(family) => format!("sweep `{family}`"),
            Self::Command(command) => format!("`{command}`"),
            Self::Chip(row) => format!("chip: `{row}`"),
        }
    }
}

impl Reason {
    /// As a page shows it.
    fn shown(&self) -> String {
        match self {
            Self::NoBoard => "no board".to_owned(),
            Self::NotBuilt(name) => format!("not built yet: {name}"),
            Self::Outside(why) => format!("outside the project: {why}"),
        }
    }
}

/// The page about the list, `docs/seeds.md`.
pub fn page(rows: &[Row]) -> String {
    let count = |wanted: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| wanted(row)).count();
    let mut out = format!(
        "# What the founding documents print\n\n\
         curvemark began with five documents. They print {} rows and figures. {} of these are\n\
         measured or counted here in full, and {} in part. {} are not, and the table says why.\n\n\
         * An id such as `kzg/commit` is an operation: `curvemark run --filter ID` measures it.\n\
         * *Sweep* is a family of operations by size: `curvemark sweep --filter ID` draws it.\n\
         * *Chip* is a row that the emulator counts ([how](esp32.md)). No board was at hand.\n\n\
         Of a row that has its time in several units, the list has one. Sizes, dates and clock\n\
         rates are not in it. It is `record/published/seeds.csv`. This page is made from it, by\n\
         `CURVEMARK_WRITE_SEEDS=1 cargo test -p curvemark-record --test seeds`. A test of the lab\n\
         fails if an operation of the list does not exist, or if one exists that the list says is\n\
         not built.\n",
        rows.len(),
        count(&|row| row.reason.is_none()),
        count(&|row| row.reason.is_some() && !row.measured.is_empty()),
        count(&|row| row.measured.is_empty()),
    );
    for (seed, document) in DOCUMENTS.iter().enumerate() {
        write!(
            out,
            "\n## {seed}: {document}\n\n| where | row | printed | here |\n|---|---|---|---|\n"
        )
        .expect("a string takes everything");
        for row in rows.iter().filter(|row| row.seed == seed) {
            let mut here: Vec<String> = row.measured.iter().map(Measured::shown).collect();
            here.extend(row.reason.as_ref().map(Reason::shown));
            here.extend((!row.note.is_empty()).then(|| row.note.clone()));
            let cells = [&row.place, &row.row, &row.published, &here.join("; ")];
            writeln!(out, "| {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
                .expect("a string takes everything");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(line: &str) -> Result<Vec<Row>, (usize, &'static str)> {
        read(&format!("{HEADER}\n{line}\n"))
    }

    #[test]
    fn lines_are_read() {
        let rows =
            list("4,\"a, b\",r,1 ms,a/b; sweep a/c; chip d; curvemark evmmax table,no board,n")
                .expect("a line");
        assert_eq!(
            rows[0].measured,
            [
                Measured::Operation("a/b".into()),
                Measured::Sweep("a/c".into()),
                Measured::Chip("d".into()),
                Measured::Command("curvemark evmmax table".into()),
            ]
        );
        assert_eq!((rows[0].seed, rows[0].reason.clone()), (4, Some(Reason::NoBoard)));
        let built = list("0,p,r,,,not built yet: a,").expect("a line");
        assert_eq!(built[0].reason, Some(Reason::NotBuilt("a".into())));
    }

    #[test]
    fn lines_that_say_nothing_are_refused() {
        for line in [
            "0,p,r,1,,,",
            "5,p,r,1,a/b,,",
            "0,,r,1,a/b,,",
            "0,p,,1,a/b,,",
            "0,p,r,1,ab,,",
            "0,p,r,1,a/b;a/c d,,",
            "0,p,r,1,,later,",
            "0,p,r,1,,not built yet: ,",
            "0,p,r,1,,other: why,",
            "0,p,r,1,a/b,",
            "\"0,p,r,1,a/b,,",
        ] {
            assert_eq!(list(line).map_err(|(line, _)| line), Err(2), "{line}");
        }
        assert_eq!(read("seed\n").map_err(|(line, _)| line), Err(1));
    }

    #[test]
    fn the_page_has_every_line() {
        let rows = list("0,p,\"a | b\",1 ms,a/b,no board,a note").expect("a line");
        let page = page(&rows);
        assert!(page.contains("| p | a \\| b | 1 ms | `a/b`; no board; a note |"), "{page}");
        assert!(page.contains("0 of these") && page.contains("and 1 in part. 0 are not"), "{page}");
    }
}
