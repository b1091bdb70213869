//! Where a README quotes a run: the block between two markers ([`scoreboard`](super::scoreboard)),
//! as Markdown in lines of one width. All other bytes of the README are kept.
//!
//! All that comes from the record is escaped, so no text of a run becomes markup or ends the block.

use std::fmt::{self, Write};

use super::front;
use super::scoreboard::block;
use super::summary::capital;
use super::sweep::MARKERS;
use crate::measure::tables::{TABLES, Table};
use record::Run;
use record::fair::has_ifma;

/// The line above the block. A block for runs of one table alone has the table's name before the
/// last word: `<!-- curvemark:scoreboard batch -->`.
pub const START: &str = "<!-- curvemark:scoreboard -->";
/// The line below it, with the same name if the first has one.
pub const END: &str = "<!-- /curvemark:scoreboard -->";

/// Runs of trees with changes that are quoted, since nothing newer of their tables is stored. The
/// list does not grow.
pub const WITH_CHANGES: [&str; 2] = ["20261123T111707Z-0ac1", "20261123T112844Z-be17"];

/// What must be said to whoever quotes this run: that it is one of [`WITH_CHANGES`].
pub fn remark(id: &str) -> Option<String> {
    WITH_CHANGES.contains(&id).then(|| {
        format!(
            "run {id} is of a tree with changes that no commit has, so nobody can repeat it: it is \
             on the list of old runs that are quoted all the same"
        )
    })
}

/// A stored run, and how a link reaches it.
pub type Linked<'a> = (&'a Run, String);

/// Why a README cannot quote a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The text does not have this marker, as a line of its own.
    Missing(&'static str),
    /// The text has this marker more than once.
    Twice(&'static str),
    /// The second of these markers stands before the first.
    Order([&'static str; 2]),
    /// The run has none of the headline operations.
    NoHeadline,
    /// The sweep was one of crossovers or of threads, or it has no sizes.
    NoGrowth,
    /// The run's correctness gate did not pass: its figures are no claim.
    Incorrect,
    /// The run, or the sweep, is of a tree with changes that no commit has.
    Changes,
    /// No stored run has this operation on both kinds of machine.
    NoRow(&'static str),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(marker) => write!(f, "there is no line {marker}"),
            Self::Twice(marker) => write!(f, "the line {marker} is there more than once"),
            Self::Order([start, end]) => write!(f, "the line {end} stands before {start}"),
            Self::NoHeadline => write!(f, "the run has none of the headline operations"),
            Self::NoGrowth => write!(f, "the sweep has no growth next to other implementations"),
            Self::Incorrect => {
                write!(f, "the correctness gate of the run did not pass: no figure of it is quoted")
            }
            Self::Changes => write!(
                f,
                "it is of no known commit, or of a tree with changes beyond it: no figure of it is quoted"
            ),
            Self::NoRow(id) => {
                write!(f, "no stored run has {id} next to a peer, with vectors and without")
            }
        }
    }
}

impl std::error::Error for Refused {}

/// `readme` with the block of `run` between the markers. All other bytes are kept, and so is the
/// kind of line ends. `file` is the stored run as a link from the README reaches it, with `/`
/// between folders; `stored` are the runs it lies among, oldest first, of which the newest of each
/// other CPU stand beside it. Where the text has the markers of [`front`], that table is made from
/// `stored` too. A run of a table on a CPU without AVX-512 IFMA stands in the last column of the
/// newest one with it, if there is one. A text with blocks of other tables gets a section for one
/// that it lacks.
///
/// # Errors
/// [`Refused`].
pub fn rewrite(
    readme: &str,
    run: &Run,
    file: &str,
    stored: &[Linked<'_>],
) -> Result<String, Refused> {
    if front::has_changes(&run.build) && !WITH_CHANGES.contains(&run.id.as_str()) {
        return Err(Refused::Changes);
    }
    let newest_with_ifma = || {
        stored
            .iter()
            .rev()
            .find(|(other, _)| has_ifma(&other.machine) && table_name(other) == table_name(run))
    };
    let of_a_plain_cpu = table_name(run).is_some() && !has_ifma(&run.machine);
    let (run, file) = match of_a_plain_cpu.then(newest_with_ifma).flatten() {
        Some((other, link)) => (*other, link.as_str()),
        None => (run, file),
    };
    let there = |line| marker(readme, line, START).is_some();
    let fronted;
    let readme = if front::MARKERS.into_iter().any(there) {
        fronted = front::rewrite(readme, stored)?;
        // A page may have the table of all runs only.
        if !fronted.contains(START.trim_end_matches(" -->")) {
            return Ok(fronted);
        }
        fronted.as_str()
    } else {
        readme
    };
    let sectioned;
    let readme = match table_name(run).and_then(Table::named) {
        Some(table) if lacks(readme, table) => {
            sectioned = with_section(readme, table);
            sectioned.as_str()
        }
        _ => readme,
    };
    // The block of the run's own table, or else the one for all runs.
    let own = table_name(run).map(own_markers);
    let own = own.filter(|[start, end]| {
        [start, end].into_iter().any(|line| marker(readme, line, START).is_some())
    });
    let markers = own.as_ref().map_or([START, END], |[start, end]| [start, end]);
    // A page with a block for each table says above them what the columns mean.
    between(readme, markers, [START, END], || block(run, file, stored, own.is_none()))
}

/// The markers of a table's own block.
fn own_markers(name: &str) -> [String; 2] {
    [START, END].map(|line| line.replace(" -->", &format!(" {name} -->")))
}

/// Whether a text has blocks of other tables, and none of this one.
fn lacks(readme: &str, table: &Table) -> bool {
    let has = |name: &str| own_markers(name).iter().any(|line| readme.contains(line));
    !has(table.name) && TABLES.iter().any(|other| has(other.name))
}

/// `readme` with a section for a table that was never quoted, behind those of the others: before
/// the growth, where that has one.
fn with_section(readme: &str, table: &Table) -> String {
    let [start, end] = own_markers(table.name);
    let (title, about) = (capital(table.name), folded(&format!("{}.", capital(table.about))));
    let growth = readme.find(MARKERS[0]).and_then(|at| readme[..at].rfind("\n## "));
    let (before, after) = readme.split_at(growth.map_or(readme.len(), |at| at + 1));
    format!("{}\n\n## {title}\n\n{about}\n{start}\n{end}\n\n{after}", before.trim_end())
        .trim_end()
        .to_owned()
        + "\n"
}

/// `readme` with a block between two markers, which an error calls by `names`.
pub(super) fn between(
    readme: &str,
    markers: [&str; 2],
    names: [&'static str; 2],
    block: impl FnOnce() -> Result<String, Refused>,
) -> Result<String, Refused> {
    let (_, first) = marker(readme, markers[0], names[0]).ok_or(Refused::Missing(names[0]))??;
    let (last, _) = marker(readme, markers[1], names[1]).ok_or(Refused::Missing(names[1]))??;
    if last < first {
        return Err(Refused::Order(names));
    }
    let mut block = folded(&block()?);
    if readme[..first].ends_with("\r\n") {
        block = block.replace('\n', "\r\n");
    }
    Ok([&readme[..first], &block, &readme[last..]].concat())
}

/// Columns of a line of text. Lines of tables and of code are as long as they are.
const COLUMNS: usize = 100;

/// The block with its text in lines of at most [`COLUMNS`]. A line never begins with a word that
/// Markdown would take for the beginning of something else.
fn folded(block: &str) -> String {
    let mut out = String::with_capacity(block.len());
    let mut in_code = false;
    for line in block.lines() {
        in_code ^= line.starts_with("```");
        let kept = in_code || line.starts_with(['|', '`']);
        let mut width = 0;
        for word in line.split(' ') {
            let long = word.chars().count();
            let code = word.starts_with('`') && !word.starts_with("``");
            let item =
                word.strip_suffix(['.', ')']).is_some_and(|number| number.parse::<u64>().is_ok());
            let begins = word.starts_with(|c: char| c.is_alphanumeric() || "([".contains(c));
            let plain = code || (begins && !item);
            let joint = if width == 0 {
                ""
            } else if !kept && plain && width + 1 + long > COLUMNS {
                width = 0;
                "\n"
            } else {
                width += 1;
                " "
            };
            out.extend([joint, word]);
            width += long;
        }
        out.push('\n');
    }
    out
}

/// Where the line of this marker begins, and where the next one does, if there is one.
fn marker(text: &str, marker: &str, name: &'static str) -> Option<Result<(usize, usize), Refused>> {
    let mut found = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.trim() == marker && found.replace((start, start + line.len())).is_some() {
            return Some(Err(Refused::Twice(name)));
        }
        start += line.len();
    }
    found.map(Ok)
}

/// The name of the table that the run measured, which is quoted whole.
pub fn table_name(run: &Run) -> Option<&str> {
    let options = run.method.selection.as_deref()?;
    // Records from when every argument was quoted are read too.
    options
        .split_whitespace()
        .skip_while(|word| *word != "--table")
        .nth(1)
        .map(|name| name.trim_matches('\''))
}

/// Text of the record as plain text of one line of Markdown, also within a table.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '\\' | '|' | '*' | '`' | '[' | ']' | '~' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Text of the record inside a code span, which knows no escapes: identifiers need nothing but
/// these.
pub(super) fn code(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+'))
        .collect()
}

/// A relative address inside a link: everything but plain names is percent-encoded.
pub(super) fn address(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' => {
                out.push(char::from(byte))
            }
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// Spaces that a search finds, in place of those that a page needs to keep a figure and its unit
/// together.
pub(super) fn plain_spaces(text: &str) -> String {
    text.replace(['\u{202f}', '\u{a0}'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_was_never_quoted_gets_a_section_before_the_growth() {
        let table = Table::named("threads").expect("it exists");
        let [start, end] = own_markers("scalar");
        let (start, end) = (start.as_str(), end.as_str());
        let growth = format!("## Growth\n\n{}\n{}\n", MARKERS[0], MARKERS[1]);
        let text = format!("# Board\n\n{start}\n{end}\n\n{growth}");
        assert!(lacks(&text, table));
        assert!(!lacks("# Board\n", table), "it has no tables");
        let with = with_section(&text, table);
        assert!(!lacks(&with, table));
        let section = with.strip_prefix(&format!("# Board\n\n{start}\n{end}\n\n## Threads\n\n"));
        let section = section.expect("it stands behind the others");
        let [own, own_end] = own_markers("threads");
        assert!(section.ends_with(&format!("\n{own}\n{own_end}\n\n{growth}")), "{with}");
        let last = with_section(&format!("{start}\n{end}\n"), table);
        assert!(last.ends_with(&format!("\n{own}\n{own_end}\n")), "{last}");
    }
}
