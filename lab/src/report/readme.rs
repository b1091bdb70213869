//! The part of a README that quotes a run: a table of the headline operations between two markers,
//! or of all operations of a run that measured a table of its own, and what a reader must know to
//! judge it.
//!
//! Every figure and every sentence with a figure is made from the [`Run`]. A ratio is shown only
//! for peers that do the same work under curvemark's contract, as everywhere in this report
//! ([`axis`](super::axis)). All that comes from the record is escaped, so no text of a run becomes
//! markup or ends the block.

use std::fmt::{self, Write};

use super::axis::{EVEN, Mark, Verdict, contract_words};
use super::fair::{self, Cell, Fair, PlainRuns};
use super::front;
use super::method::selection;
use super::model::{self, Entry, Model, OURS, Tally};
use super::number;
use super::summary::{Checked, capital};
use crate::measure::gas::{mgas_per_second, under};
use crate::measure::session::HEADLINE;
use record::fair::has_ifma;
use record::{Build, Contract, Machine, Ratio, Row, Run};

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
/// newest one with it, if there is one.
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
    // The block of the run's own table, or else the one for all runs.
    let own = table_name(run)
        .map(|name| [START, END].map(|line| line.replace(" -->", &format!(" {name} -->"))));
    let own = own.filter(|[start, end]| {
        [start, end].into_iter().any(|line| marker(readme, line, START).is_some())
    });
    let markers = own.as_ref().map_or([START, END], |[start, end]| [start, end]);
    between(readme, markers, [START, END], || scoreboard(run, file, stored))
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

/// The block between the markers: the verdict in one sentence, the table, the machine, the run, how
/// to repeat it, and what other CPUs gave.
///
/// # Errors
/// [`Refused::NoHeadline`] and [`Refused::Incorrect`].
pub fn scoreboard(run: &Run, file: &str, stored: &[Linked<'_>]) -> Result<String, Refused> {
    if !Checked::of(&run.gate).good() {
        return Err(Refused::Incorrect);
    }
    let model = Model::new(run);
    let entries: Vec<&Entry<'_>> = if table_name(run).is_some() {
        model.entries().collect()
    } else {
        HEADLINE
            .iter()
            .filter_map(|id| model.entries().find(|entry| entry.operation.id == *id))
            .collect()
    };
    if entries.is_empty() {
        return Err(Refused::NoHeadline);
    }
    let plain = PlainRuns::among(stored);
    let seconds: Vec<Option<Second<'_>>> =
        entries.iter().map(|entry| Second::of(run, entry, &plain)).collect();
    let paragraphs = [
        fitness(run),
        verdict(run, &entries),
        second_verdict(&seconds),
        table(run, &entries, &seconds),
        reading(run, &entries, &seconds),
        participants(run, &entries, &seconds),
        machine(run),
        source(run, file),
        command(run),
        elsewhere(run, &entries, stored),
    ];
    let text =
        paragraphs.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n");
    Ok(plain_spaces(&format!("\n{text}\n\n")))
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

/// The title of an operation, in a table of its own with its curve where the run has several.
fn title(run: &Run, entry: &Entry<'_>) -> String {
    match table_name(run) {
        Some(_) => escape(&model::title(run, entry)),
        None => escape(&entry.operation.title),
    }
}

/// What must be known before any figure is read: nothing, if the machine was fit.
fn fitness(run: &Run) -> String {
    if run.health.fit {
        return String::new();
    }
    let mut text =
        "**The machine was not fit to measure when this run was made, so its figures are not a claim.**".to_owned();
    for remark in &run.health.remarks {
        let _ = write!(text, " {}", remark_words(remark));
    }
    text
}

/// How often curvemark is faster, level and slower, and in what range the ratios lie.
fn verdict(run: &Run, entries: &[&Entry<'_>]) -> String {
    let compared: Vec<(&Entry<'_>, Mark<'_>)> =
        entries.iter().filter_map(|entry| Some((*entry, entry.best()?))).collect();
    let by_ratio = |a: &&(&Entry<'_>, Mark<'_>), b: &&(&Entry<'_>, Mark<'_>)| {
        a.1.ratio().value.total_cmp(&b.1.ratio().value)
    };
    let (Some(least), Some(most)) =
        (compared.iter().min_by(by_ratio), compared.iter().max_by(by_ratio))
    else {
        return format!(
            "No operation of this run has a peer of {OURS}'s contract, so nothing is compared."
        );
    };
    let tally = Tally::of(compared.iter().map(|(_, mark)| *mark));
    let mut text = format!(
        "Against the best peer of equal contract, {OURS} is faster in {}, level (within {}) in {} and slower in {} of {}",
        tally.count(Verdict::Faster),
        number::chosen(EVEN),
        tally.count(Verdict::Even),
        tally.count(Verdict::Slower),
        number::counted(tally.total(), "operation", "operations"),
    );
    if tally.count(Verdict::Unclear) > 0 {
        let _ = write!(text, "; in {} the run cannot tell", tally.count(Verdict::Unclear));
    }
    let end = |(entry, mark): &(&Entry<'_>, Mark<'_>)| {
        format!("{} ({})", number::ratio(mark.ratio().value), title(run, entry))
    };
    let _ = write!(text, ". The ratios lie between {} and {}.", end(least), end(most));
    text
}

/// What stands next to the best peer's ratio: what a CPU without AVX-512 IFMA gives, for a run on
/// one that has it; else curvemark on its next slower engine.
enum Second<'a> {
    Fair(Cell<'a>),
    Slower(&'a Row, Option<Ratio>),
}

impl<'a> Second<'a> {
    fn of(run: &'a Run, entry: &Entry<'a>, plain: &PlainRuns<'a>) -> Option<Self> {
        if has_ifma(&run.machine) {
            return plain.column(run, entry).map(Self::Fair);
        }
        let row = entry.slower()?;
        Some(Self::Slower(row, front::over_slower(entry)))
    }

    fn ratio(&self) -> Option<Ratio> {
        match self {
            Self::Fair(cell) => cell.fair.ratio(),
            Self::Slower(_, ratio) => *ratio,
        }
    }

    /// What the reader has who has what this is of.
    fn words(&self) -> String {
        match self {
            Self::Fair(_) => slower_words("curvemark (adx)"),
            Self::Slower(row, _) => slower_words(&row.implementation),
        }
    }

    /// The run on another CPU that it is of, and how a link reaches it.
    const fn elsewhere(&self) -> Option<(&'a Run, &'a str)> {
        match self {
            Self::Fair(Cell { run, link: Some(link), .. }) => Some((run, link)),
            _ => None,
        }
    }
}

/// The same count for the last column, if there is one.
fn second_verdict(seconds: &[Option<Second<'_>>]) -> String {
    let Some(first) = seconds.iter().flatten().next() else { return String::new() };
    let verdicts: Vec<Verdict> =
        seconds.iter().filter_map(|second| Some(Verdict::on(&second.as_ref()?.ratio()?))).collect();
    let count = |verdict| verdicts.iter().filter(|one| **one == verdict).count();
    let mut text = format!(
        "{} it is faster in {}, level in {} and slower in {} of {}",
        capital(&first.words()),
        count(Verdict::Faster),
        count(Verdict::Even),
        count(Verdict::Slower),
        verdicts.len(),
    );
    if count(Verdict::Unclear) > 0 {
        let _ = write!(text, "; in {} the run cannot tell", count(Verdict::Unclear));
    }
    let unfair = |second: &&Second<'_>| {
        matches!(second, Second::Fair(Cell { fair: Fair::Unfair { .. }, .. }))
    };
    let unfair = seconds.iter().flatten().filter(unfair).count();
    if unfair > 0 {
        let _ = write!(text, "; {unfair} more have no fair figure");
    }
    text + "."
}

/// What the reader has who has what this row ran on.
pub(super) fn slower_words(implementation: &str) -> String {
    match implementation {
        "curvemark (adx)" => "without AVX-512".to_owned(),
        other => format!("as {}", escape(other)),
    }
}

fn table(run: &Run, entries: &[&Entry<'_>], seconds: &[Option<Second<'_>>]) -> String {
    let second = seconds.iter().flatten().next();
    let (head, rule) = match second {
        Some(second) => (format!(" {}: time, ratio |", second.words()), "---|"),
        None => (String::new(), ""),
    };
    let gas = priced(entries);
    let head =
        gas.map_or_else(|| head.clone(), |fork| format!(" gas, {} | Mgas/s |{head}", escape(fork)));
    let rule = if gas.is_some() { format!("---:|---|{rule}") } else { rule.to_owned() };
    let mut text = format!(
        "| operation | what is timed | {OURS} | best peer | its time | ratio [{} interval] | {OURS} is |{head}\n|---|---|---:|---|---:|---|---|{rule}",
        number::chosen(run.method.confidence)
    );
    for (entry, cell) in entries.iter().zip(seconds) {
        let ours =
            entry.ours.map_or_else(|| number::ABSENT.to_owned(), |row| number::time(row.cpu_ns));
        let contract =
            entry.ours.map_or_else(|| number::ABSENT.to_owned(), |row| contract(&row.contract));
        let _ = write!(text, "\n| {} | {contract} | {ours} |", title(run, entry));
        match entry.best() {
            Some(mark) => {
                let ratio = mark.ratio();
                let _ = write!(
                    text,
                    " {} | {} | {} [{}, {}] | {} |",
                    escape(version(run, &mark.row().implementation)),
                    number::time(mark.row().cpu_ns),
                    number::ratio(ratio.value),
                    number::ratio(ratio.low),
                    number::ratio(ratio.high),
                    word(mark.verdict()),
                );
            }
            None => text += " none of this contract | – | – | not compared |",
        }
        if let Some(fork) = gas {
            text += &gas_cells(entry, fork);
        }
        if second.is_some() {
            text += &second_cell(entry, cell.as_ref());
        }
    }
    text
}

/// The newest fork whose prices the run has, where it has contracts of the Ethereum machine.
fn priced<'a>(entries: &[&Entry<'a>]) -> Option<&'a str> {
    entries.iter().find_map(|entry| entry.operation.gas.last()).map(|gas| gas.fork.as_str())
}

/// The price of a call, and what the fastest engine, and the best peer, do of it in a second.
fn gas_cells(entry: &Entry<'_>, fork: &str) -> String {
    let Some(gas) = under(&entry.operation.gas, fork) else { return " – | – |".to_owned() };
    let rows = [entry.ours, entry.best().map(|mark| mark.row())];
    let speeds = rows.map(|row| {
        row.map_or_else(
            || number::ABSENT.to_owned(),
            |row| number::cost(mgas_per_second(gas, row.cpu_ns)),
        )
    });
    format!(" {} | {} |", number::count(gas), speeds.join(", "))
}

/// What curvemark takes in the last column, and the best peer's time over that; the peer, where it
/// is not the one that stands in the row; or why there is no ratio.
fn second_cell(entry: &Entry<'_>, second: Option<&Second<'_>>) -> String {
    let (time, ratio) = match second {
        None => return format!(" {} |", number::ABSENT),
        Some(Second::Slower(row, ratio)) => {
            let ratio =
                ratio.map_or_else(|| number::ABSENT.to_owned(), |one| number::ratio(one.value));
            (row.cpu_ns, ratio)
        }
        Some(Second::Fair(Cell { fair: Fair::Unfair { peer, why }, .. })) => {
            return format!(" {} ({} {}) |", number::ABSENT, escape(peer), why.words());
        }
        Some(Second::Fair(Cell { fair: Fair::Ratio { peer, own, ratio }, link, .. })) => {
            let mut text = number::ratio(ratio.value);
            if let Some(link) = link {
                text = format!("[{text}]({})", address(link));
            }
            let best = entry.best().map(|mark| mark.row().implementation.as_str());
            if best != Some(peer.implementation.as_str()) {
                let _ = write!(text, " ({})", escape(&peer.implementation));
            }
            (own.cpu_ns, text)
        }
    };
    format!(" {}, {ratio} |", number::time(time))
}

/// The same operations on other CPUs, each in its newest fit run of this table: what holds on one
/// need not on another.
fn elsewhere(run: &Run, entries: &[&Entry<'_>], stored: &[Linked<'_>]) -> String {
    let cpu = |run: &Run| (run.machine.cpu.clone(), run.machine.cpu_id.clone());
    let mut seen = vec![cpu(run)];
    let mut others = Vec::new();
    for (other, link) in stored.iter().rev() {
        let of_this_table = table_name(run).is_some() && table_name(other) == table_name(run);
        if of_this_table
            && other.health.fit
            && Checked::of(&other.gate).good()
            && !seen.contains(&cpu(other))
        {
            seen.push(cpu(other));
            others.push((Model::new(other), *other, link));
        }
    }
    if others.is_empty() {
        return String::new();
    }
    let second = |model: &Model<'_>, run: &Run| {
        has_ifma(&run.machine) && model.entries().any(|entry| fair::of(run, entry).is_some())
    };
    let second = others.iter().any(|(model, other, _)| second(model, other));
    let mut text = format!(
        "On other CPUs, in the newest run of each whose machine was fit: the best peer's time over {OURS}'s{}.\n\n| operation |",
        if second {
            ", and what stands for a CPU without AVX-512 IFMA, as in the last column"
        } else {
            ""
        }
    );
    for (_, other, link) in &others {
        let _ = write!(
            text,
            " [{} ({}), {} GHz]({}) |",
            escape(&other.machine.cpu),
            escape(&other.machine.cpu_id),
            number::plain((other.machine.clock_ghz * 10.0).round() / 10.0),
            address(link)
        );
    }
    text += "\n|---|";
    text += &"---|".repeat(others.len());
    for entry in entries {
        let _ = write!(text, "\n| {} |", title(run, entry));
        for (model, other, _) in &others {
            let there = model.entries().find(|other| other.operation.id == entry.operation.id);
            let ratios = there.and_then(|there| {
                let ratio = number::ratio(there.best()?.ratio().value);
                let second = has_ifma(&other.machine).then(|| fair::of(other, there)).flatten();
                Some(match second {
                    Some(Fair::Ratio { ratio: second, .. }) => {
                        format!("{ratio}, {}", number::ratio(second.value))
                    }
                    Some(Fair::Unfair { .. }) => format!("{ratio}, {}", number::ABSENT),
                    None => ratio,
                })
            });
            let _ = write!(text, " {} |", ratios.as_deref().unwrap_or(number::ABSENT));
        }
    }
    text
}

/// What the columns mean.
fn reading(run: &Run, entries: &[&Entry<'_>], seconds: &[Option<Second<'_>>]) -> String {
    let mut text = format!(
        "Times are thread-CPU time per call. A ratio is the peer's time over {OURS}'s: above 1, {OURS} takes less. Only equal \
         contracts are compared: a peer that takes variable time where {OURS} takes constant time has no ratio."
    );
    text += &reading_second(run, entries, seconds);
    if let Some(fork) = priced(entries) {
        let _ = write!(
            text,
            " Gas is {}'s price of the call; Mgas/s is that over the time, {OURS}'s and the best peer's.",
            escape(fork)
        );
    }
    text
}

/// What the last column means, and where it was measured.
fn reading_second(run: &Run, entries: &[&Entry<'_>], seconds: &[Option<Second<'_>>]) -> String {
    let mut text = String::new();
    let of_this_run = |second: &&Second<'_>| second.elsewhere().is_none();
    let row = entries.iter().find_map(|entry| entry.slower());
    if let Some(row) = row.filter(|_| seconds.iter().flatten().any(|one| of_this_run(&one))) {
        let engine = run.implementations.iter().find(|who| who.name == row.implementation);
        let engine =
            engine.map_or(String::new(), |who| format!(" (it ran on {})", escape(&who.engine)));
        let _ = write!(
            text,
            " The last column is {OURS} once more in the same rounds, without its fastest engine{engine}. It has the time, and the \
             best peer's time over that."
        );
    }
    if has_ifma(&run.machine) && seconds.iter().any(Option::is_some) {
        text += " It stands for a CPU with ADX and without AVX-512 IFMA, so its peers are those builds and \
                 paths that such a CPU would run; the peer is named where it is another one.";
    }
    let mut machines: Vec<String> = Vec::new();
    for (other, _) in seconds.iter().flatten().filter_map(Second::elsewhere) {
        let date = escape(other.started.split('T').next().unwrap_or_default());
        let words =
            format!("{} ({}), {date}", escape(&other.machine.cpu), escape(&other.machine.cpu_id));
        if !machines.contains(&words) {
            machines.push(words);
        }
    }
    if !machines.is_empty() {
        let _ = write!(
            text,
            " Where it has a link, it is of that run, on such a CPU: {}.",
            machines.join("; ")
        );
    }
    text
}

/// Package, version and engine of those that stand in a row.
fn participants(run: &Run, entries: &[&Entry<'_>], seconds: &[Option<Second<'_>>]) -> String {
    let in_second = |name: &str| {
        seconds.iter().flatten().any(|second| match second {
            Second::Fair(Cell { fair: Fair::Ratio { peer, .. }, link: None, .. }) => {
                peer.implementation == name
            }
            _ => false,
        })
    };
    let in_a_row = |name: &str| {
        in_second(name)
            || entries.iter().any(|entry| {
                let rows = [entry.ours, entry.slower(), entry.best().map(|mark| mark.row())];
                rows.into_iter().flatten().any(|row| row.implementation == name)
            })
    };
    let named: Vec<String> = run
        .implementations
        .iter()
        .filter(|who| in_a_row(&who.name))
        .map(|who| format!("{} ({})", escape(&who.version), escape(&who.engine)))
        .collect();
    format!("In the table: {}.", named.join("; "))
}

/// Where it was measured, and what the run remarks on that.
fn machine(run: &Run) -> String {
    let mut text = machine_words(&run.machine);
    // On an unfit machine the remarks stand above all figures.
    for remark in run.health.remarks.iter().filter(|_| run.health.fit) {
        let _ = write!(text, " {}", remark_words(remark));
    }
    text
}

/// A remark as Markdown: what stands between backticks in it is code.
fn remark_words(remark: &str) -> String {
    let parts: Vec<&str> = remark.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escape(remark);
    }
    let mut text = String::new();
    for (k, part) in parts.into_iter().enumerate() {
        if k % 2 == 0 {
            text += &escape(part);
        } else {
            let words: Vec<String> = part.split_whitespace().map(code).collect();
            let _ = write!(text, "`{}`", words.join(" "));
        }
    }
    text
}

/// Where it was measured.
pub(super) fn machine_words(machine: &Machine) -> String {
    format!(
        "Machine: {} ({}), {}{}, {} GHz measured; fingerprint `{}`.",
        escape(&machine.cpu),
        escape(&machine.cpu_id),
        number::counted(u64::from(machine.cpus), "CPU", "CPUs"),
        if machine.virtual_machine { " of a virtual machine" } else { "" },
        number::plain((machine.clock_ghz * 1000.0).round() / 1000.0),
        code(&machine.fingerprint),
    )
}

/// What was built.
pub(super) fn commit_words(build: &Build) -> String {
    match &build.commit {
        Some(commit) => match commit.strip_suffix('+') {
            Some(commit) => format!("commit `{}` with changes beyond it", code(commit)),
            None => format!("commit `{}`", code(commit)),
        },
        None => "an unknown commit".to_owned(),
    }
}

/// Which run it was: its id, its date, its build, its checks, its controls, and what of the
/// headline it lacks.
fn source(run: &Run, file: &str) -> String {
    let commit = commit_words(&run.build);
    let checked = Checked::of(&run.gate);
    let mut text = format!(
        "Run [`{}`]({}) of {}: {commit}, {}, {} build. {} in {} passed before it; {} of {} A/A controls held.",
        code(&run.id),
        address(file),
        escape(run.started.split('T').next().unwrap_or_default()),
        escape(&run.build.compiler),
        escape(&run.build.profile),
        number::counted(checked.passed, "case", "cases"),
        number::counted(checked.suites, "suite", "suites"),
        run.health.control_held,
        run.health.control_total,
    );
    let missing: Vec<&str> = HEADLINE
        .iter()
        .copied()
        .filter(|id| run.operations.iter().all(|operation| operation.id != *id))
        .collect();
    if !missing.is_empty() && table_name(run).is_none() {
        let _ = write!(text, " Not measured in it: {}.", escape(&missing.join(", ")));
    }
    text + " To repeat it:"
}

/// The command that measures the same with the same inputs.
fn command(run: &Run) -> String {
    format!(
        "<!-- not run: takes minutes of an idle machine -->\n```sh\ncargo run --release -- run{} --seed {} --budget {}{}\n```",
        selection(run),
        run.method.seed,
        number::plain(run.method.budget_s),
        if run.method.pinned { "" } else { " --no-pin" },
    )
}

/// A contract in the words that tell it from others: `parsed, constant time`.
fn contract(contract: &Contract) -> String {
    let words = contract_words(contract);
    escape(
        &words
            .iter()
            .filter(|word| *word != "no checks")
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(", "),
    )
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Faster => "faster",
        Verdict::Even => "level",
        Verdict::Slower => "slower",
        Verdict::Unclear => "undecided",
    }
}

/// Package and version of an implementation, or its name where the record does not know it.
pub(super) fn version<'a>(run: &'a Run, name: &'a str) -> &'a str {
    run.implementations.iter().find(|who| who.name == name).map_or(name, |who| &who.version)
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
