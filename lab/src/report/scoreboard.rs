//! What a README quotes of a run: a table of the headline operations, or of all operations of a run
//! that measured a table of its own, and what a reader must know to judge it.
//!
//! Every figure and every sentence with a figure is made from the [`Run`]. A ratio is shown only
//! for peers that do the same work under curvemark's contract, as everywhere in this report
//! ([`axis`](super::axis)).

use std::fmt::Write;

use super::axis::{EVEN, Mark, Verdict, contract_words};
use super::fair::{self, Cell, Fair, PlainRuns};
use super::front;
use super::method::selection;
use super::model::{self, Entry, Model, OURS, Tally};
use super::number;
use super::readme::{Linked, Refused, address, code, escape, plain_spaces, table_name};
use super::summary::{Checked, capital};
use crate::implementations::FewerThreads;
use crate::measure::gas::{mgas_per_second, under};
use crate::measure::session::HEADLINE;
use record::fair::has_ifma;
use record::{Build, Contract, Machine, Ratio, Row, Run};

/// The block between the markers: the verdict in one sentence, the table, what its columns mean,
/// the machine, the run, how to repeat it, and what other CPUs gave.
///
/// # Errors
/// [`Refused::NoHeadline`] and [`Refused::Incorrect`].
pub fn scoreboard(run: &Run, file: &str, stored: &[Linked<'_>]) -> Result<String, Refused> {
    block(run, file, stored, true)
}

/// The same. Where many blocks follow each other, the page says above them what the columns of all
/// mean, and the block is not `whole`.
pub(super) fn block(
    run: &Run,
    file: &str,
    stored: &[Linked<'_>],
    whole: bool,
) -> Result<String, Refused> {
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
        reading(run, &entries, &seconds, whole),
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
    let fewer = fewer_threads(entries);
    let gas = priced(entries);
    let (mut head, mut rule) = (head, rule.to_owned());
    for own in &fewer {
        let _ = write!(head, " on {}: time, ratio |", threads_words(own));
        rule += "---|";
    }
    let head =
        gas.map_or_else(|| head.clone(), |fork| format!(" gas, {} | Mgas/s |{head}", escape(fork)));
    let rule = if gas.is_some() { format!("---:|---|{rule}") } else { rule };
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
        for own in &fewer {
            text += &fewer_cell(entry, own);
        }
    }
    text
}

/// curvemark on fewer threads, where that was measured next to all.
fn fewer_threads(entries: &[&Entry<'_>]) -> Vec<FewerThreads> {
    let has = |entry: &&Entry<'_>, own: &FewerThreads| {
        entry.operation.rows.iter().any(|row| row.implementation == own.name())
    };
    let there = |own: &FewerThreads| entries.iter().any(|entry| has(entry, own));
    FewerThreads::ALL.into_iter().filter(there).collect()
}

fn threads_words(own: &FewerThreads) -> String {
    number::counted(own.threads() as u64, "thread", "threads")
}

/// What curvemark takes on fewer threads, and that over what it takes on all.
fn fewer_cell(entry: &Entry<'_>, own: &FewerThreads) -> String {
    let row = entry.operation.rows.iter().find(|row| row.implementation == own.name());
    let Some(row) = row else { return format!(" {} |", number::ABSENT) };
    let ratio = row.ratio.map_or_else(|| number::ABSENT.to_owned(), |one| number::ratio(one.value));
    format!(" {}, {ratio} |", number::time(row.cpu_ns))
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
            " [{}, {} GHz]({}) |",
            escape(&other.machine.cpu_name()),
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
                let vectors = has_ifma(&other.machine) || fair::without_vectors(there).is_some();
                let second = vectors.then(|| fair::of(other, there)).flatten();
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

/// What the columns mean: all of it, or only what not every run has.
fn reading(
    run: &Run,
    entries: &[&Entry<'_>],
    seconds: &[Option<Second<'_>>],
    whole: bool,
) -> String {
    let on_threads = |entry: &&Entry<'_>| entry.operation.shape == "threads";
    let rows_on_threads = entries.iter().filter(|entry| on_threads(entry)).count();
    let times = match rows_on_threads {
        0 => "thread-CPU time".to_owned(),
        all if all == entries.len() => format!(
            "wall time, with as many threads as the machine runs at once ({})",
            run.machine.cpus
        ),
        _ => format!(
            "thread-CPU time, and wall time of rows on all threads ({} here)",
            run.machine.cpus
        ),
    };
    let mut sentences = Vec::new();
    if whole || rows_on_threads > 0 {
        sentences.push(format!("Times are {times} per call."));
    }
    if whole {
        sentences.push(format!(
            "A ratio is the peer's time over {OURS}'s: above 1, {OURS} takes less. Only equal contracts are \
             compared: a peer that takes variable time where {OURS} takes constant time has no ratio."
        ));
        sentences.extend(last_column(run, entries, seconds));
    }
    sentences.extend(linked(seconds));
    if !fewer_threads(entries).is_empty() {
        sentences.push(format!(
            "On fewer threads it is {OURS} itself, and its time there over that on all."
        ));
    }
    if let Some(fork) = priced(entries) {
        sentences.push(format!(
            "Gas is {}'s price of the call; Mgas/s is that over the time, {OURS}'s and the best peer's.",
            escape(fork)
        ));
    }
    sentences.join(" ")
}

/// What the last column means.
fn last_column(run: &Run, entries: &[&Entry<'_>], seconds: &[Option<Second<'_>>]) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut of_this_run = seconds.iter().flatten().filter(|one| one.elsewhere().is_none());
    if of_this_run.next().is_some() && entries.iter().any(|entry| entry.slower().is_some()) {
        sentences.push(format!(
            "The last column is {OURS} once more in the same rounds, without its fastest engine. It has the time, and the \
             best peer's time over that."
        ));
    }
    if has_ifma(&run.machine) && seconds.iter().any(Option::is_some) {
        let words = "It stands for a CPU with ADX and without AVX-512 IFMA, so its peers are those builds and \
                     paths that such a CPU would run; the peer is named where it is another one.";
        sentences.push(words.to_owned());
    }
    sentences
}

/// Where the last column was measured, if that was in other runs.
fn linked(seconds: &[Option<Second<'_>>]) -> Option<String> {
    let mut machines: Vec<String> = Vec::new();
    for (other, _) in seconds.iter().flatten().filter_map(Second::elsewhere) {
        let date = escape(other.started.split('T').next().unwrap_or_default());
        let words = format!("{}, {date}", escape(&other.machine.cpu_name()));
        if !machines.contains(&words) {
            machines.push(words);
        }
    }
    (!machines.is_empty()).then(|| {
        let machines = machines.join("; ");
        format!(
            "Where the last column has a link, it is of that run, on a CPU without AVX-512 IFMA: {machines}."
        )
    })
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
        "Machine: {}, {}{}, {} GHz measured; fingerprint `{}`.",
        escape(&machine.cpu_name()),
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
