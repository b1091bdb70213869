//! `curvemark sweep`: the growth of batch operations with the number of their items, and where
//! lanes begin to win.

use super::engine::EngineArgument;
use super::interrupt::{self, Guard};
use super::keep::{but_stored, not_stored};
use super::report::{check_place, write_page};
use super::run::{about, budget, starting};
use super::worker::WorkerArgument;
use super::{Exit, Failure, World, json, make_folder, refuse_empty};
use crate::implementations::{BASELINE, OnEngine, OnThreads, baseline, hash_functions, schemes};
use crate::inputs::items;
use crate::measure::clock::{Clock, Wall};
use crate::measure::machine::machine;
use crate::measure::sweep::{
    Curve, Fault, Found, LEAST_POOL, MOST, Method, SCHEMA, Sweep, contestants, curve, has_lanes,
    sizes,
};
use crate::report::sweep::page;
use crate::terminal::progress::{Progress, say};
use crate::terminal::{table, units};
use ::curve::crossover::{self, Crossover};
use clap::Args;
use peer_api::Implementation;
use peer_api::families::{FAMILIES, Family};
use peer_api::pin::Pin;
use record::findings::{Evidence, growth};
use record::runs;
use record::sweep::journal::{self, Journal};
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

/// Arguments of `sweep`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    curvemark sweep                              all families up to 1024 items\n  \
    curvemark sweep --filter msm --max 262144 --budget 30\n  \
    curvemark sweep --crossovers                 where lanes begin to win, and the table in the code\n  \
    curvemark sweep --threads 4 --max 4096       curvemark on one thread and on four\n\n\
    At every size all answers are compared before anything is timed. Ctrl-C keeps what has been measured.")]
pub struct Arguments {
    /// Only families whose name contains this, such as msm or decode
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Most items, up to 262144
    #[arg(long, value_name = "ITEMS", default_value = "1024", value_parser = most)]
    max: usize,
    /// Seconds for each point; an implementation that needs more for one call stops there
    #[arg(long, value_name = "SECONDS", default_value = "0.2", value_parser = budget)]
    budget: f64,
    /// Instead of growth, measure for each line of the table of crossovers where the second of its
    /// two ways begins to win. Lines whose ways this CPU does not run are left out
    #[arg(long)]
    crossovers: bool,
    /// Compare one thread with this many, in wall time, in place of engines and peers
    #[arg(long, value_name = "THREADS", value_parser = clap::value_parser!(u16).range(2..=1024), conflicts_with = "crossovers")]
    threads: Option<u16>,
    /// Seed of the inputs and of every order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    engine: EngineArgument,
    #[command(flatten)]
    pub(super) worker: WorkerArgument,
    /// Where to write the page
    #[arg(long, value_name = "FILE", default_value = "sweep.html")]
    out: PathBuf,
    /// The folder in which the sweep is stored
    #[arg(long, value_name = "FOLDER", default_value = runs::FOLDER)]
    runs: PathBuf,
    /// Write the sweep as JSON to stdout, in place of the tables
    #[arg(long)]
    json: bool,
    /// Do not pin the measuring thread to a CPU
    #[arg(long)]
    no_pin: bool,
    /// No progress and no tables: only errors
    #[arg(long)]
    quiet: bool,
}

fn most(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(items) if (1..=MOST).contains(&items) => Ok(items),
        _ => Err(format!("a number of items from 1 to {MOST}")),
    }
}

/// Runs `sweep`.
///
/// # Errors
/// [`Failure`] for arguments that cannot be used, if answers differ, or if a file or `out` cannot
/// be written.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let families = selected(arguments.filter.as_deref())?;
    WorkerArgument::apply(world)?;
    let _limit = arguments.engine.apply()?;
    check_place(&arguments.out)?;
    let folder = &arguments.runs;
    make_folder(folder)?;
    let left = journal::recover_all(folder).map_err(|error| {
        Failure::usage(format!("cannot use the folder {}: {error}", folder.display()))
    })?;
    let progress = Progress::new(1, arguments.quiet);
    starting(&progress);
    let (began, started) = (Instant::now(), runs::started(SystemTime::now()));
    let machine = machine(world.clock);
    if let Some(threads) = arguments.threads {
        // Before this thread is pinned: threads inherit that.
        OnThreads::start(threads.into())
            .map_err(|reason| Failure::usage(format!("--threads: {reason}")))?;
    }
    let pin = if arguments.no_pin { None } else { Pin::last_cpu() };
    let wall = Wall(world.clock);
    let ours = baseline(&world.implementations);
    let own: Vec<Box<dyn Implementation>> = match (ours, arguments.threads) {
        (None, _) => Vec::new(),
        (_, Some(_)) => vec![Box::new(OnThreads)],
        (_, None) => {
            let hashes = hash_functions().into_iter().chain(peer_core::hash_functions());
            let ways = schemes().into_iter().chain(hashes).map(|one| Box::new(one) as _);
            OnEngine::slower().map(|one| Box::new(one) as _).chain(ways).collect()
        }
    };
    // The baseline, itself on slower engines or on threads, the peers.
    let first = ours.map(|index| world.implementations[index].as_ref());
    let others = world.implementations.iter().enumerate().filter(|(index, _)| Some(*index) != ours);
    let peers = others.map(|(_, peer)| peer.as_ref()).filter(|_| arguments.threads.is_none());
    let all: Vec<&dyn Implementation> =
        first.into_iter().chain(own.iter().map(AsRef::as_ref)).chain(peers).collect();
    // Processes of workers run where this thread does.
    if let Some(pin) = &pin {
        all.iter().for_each(|one| one.pin(pin.cpu()));
    }

    let mut sweep = Sweep {
        schema: SCHEMA,
        id: runs::new_id(&started),
        started,
        seconds: 0.0,
        build: crate::measure::build::current(),
        machine,
        seed: arguments.seed,
        budget_s: arguments.budget,
        threads: arguments.threads,
        pinned: pin.is_some(),
        implementations: all
            .iter()
            .filter(|one| !offered(**one).is_empty())
            .map(|one| about(*one))
            .collect(),
        families: Vec::new(),
        crossovers: Vec::new(),
        remarks: Vec::new(),
    };
    let mut kept = Kept::begin(folder, &sweep);
    let path = journal::path(folder, &sweep.id);
    // What is left of a sweep whose answers differ, or that measured nothing, is no sweep.
    let forget = || {
        let _ = fs::remove_file(&path);
    };
    let guard = Guard::new();
    let clock: &dyn Clock = if arguments.threads.is_some() { &wall } else { world.clock };
    let method = Method { budget_s: arguments.budget, seed: arguments.seed, clock };
    let mut unbegun = Vec::new();
    for (index, family) in families.iter().enumerate() {
        if guard.asked() {
            unbegun.push(family.title);
            continue;
        }
        progress.phase("preparing", family.title.to_owned());
        progress.at(index as u64, families.len() as u64);
        let pool = match items(family, arguments.seed, arguments.max.max(LEAST_POOL), world.sampler)
        {
            Ok(pool) => pool,
            Err(reason) => {
                sweep.remarks.push(format!("{} was not measured: {reason}.", family.title));
                continue;
            }
        };
        let pool = &pool[..];
        if arguments.crossovers {
            let decides = |line: &Crossover| {
                line.least_of(family.id).is_some() && (line.without_lanes || has_lanes())
            };
            for line in crossover::TABLE.into_iter().filter(|line| decides(line)) {
                progress.phase("measuring", format!("{}: {}", family.title, line.name));
                let pool = &pool[..arguments.max.min(pool.len())];
                match method.crossover(line, family, pool, &|| guard.asked()) {
                    Ok(Some(found)) => {
                        kept.keep(|journal| journal.crossover(&found));
                        sweep.crossovers.push(found);
                    }
                    Ok(None) => break,
                    Err(fault) => sweep.remarks.push(tolerated(fault).inspect_err(|_| forget())?),
                }
            }
            continue;
        }
        let mut contestants = contestants(family, all.iter().copied(), &mut sweep.remarks);
        let Some(mut curve) = curve(family, &contestants) else { continue };
        kept.remarks(&sweep.remarks);
        kept.keep(|journal| journal.curve(&curve));
        for items in sizes(arguments.max, false) {
            if guard.asked() {
                break;
            }
            progress.phase("measuring", format!("{}, {items} {}", family.title, family.item));
            match method.point(family, items, pool, &mut contestants, &mut sweep.remarks) {
                Ok(Some(point)) => {
                    kept.remarks(&sweep.remarks);
                    kept.keep(|journal| journal.point(&point));
                    curve.points.push(point);
                }
                Ok(None) => break,
                Err(fault) => {
                    sweep.remarks.push(tolerated(fault).inspect_err(|_| forget())?);
                    break;
                }
            }
        }
        // Where two curves surely cross, the sizes between which they do are drawn together.
        let mut again = self::contestants(family, all.iter().copied(), &mut Vec::new());
        for _ in 0..MOST_BETWEEN {
            if guard.asked() {
                break;
            }
            let Some(items) = between(&sweep, &curve) else { break };
            progress.phase("measuring", format!("{}, {items} {}", family.title, family.item));
            match method.point(family, items, pool, &mut again, &mut Vec::new()) {
                Ok(Some(point)) => {
                    kept.keep(|journal| journal.point(&point));
                    curve.points.push(point);
                    curve.points.sort_by_key(|point| point.items);
                }
                Ok(None) => break,
                Err(fault) => {
                    sweep.remarks.push(tolerated(fault).inspect_err(|_| forget())?);
                    break;
                }
            }
        }
        sweep.families.push(curve);
    }
    let interrupted = guard.asked();
    drop((guard, pin));
    progress.clear();
    sweep.seconds = (began.elapsed().as_secs_f64() * 1e3).round() / 1e3;
    if interrupted {
        let not = match unbegun.as_slice() {
            [] => String::new(),
            them => format!(" Not measured before that: {}.", them.join(", ")),
        };
        sweep.remarks.insert(
            0,
            format!("The sweep was interrupted: what had been measured by then is kept.{not}"),
        );
    }
    let (journal, unkept) = kept.end();
    if sweep.families.iter().all(|curve| curve.points.is_empty()) && sweep.crossovers.is_empty() {
        forget();
        let reasons = sweep.remarks.join(" ");
        let exit = if interrupted { Exit::Interrupted } else { Exit::Inconclusive };
        return Err(Failure::Said(exit, format!("nothing was measured. {reasons}")));
    }
    let kept = unkept.is_none();
    sweep.remarks.extend(unkept);
    let stored = match sweep.save(folder) {
        Ok(stored) => stored,
        Err(error) => return Err(unstored(&sweep, &error, kept, arguments, out)),
    };
    drop(journal);
    let written = write_page(&page(&sweep), &arguments.out);
    let shown = if arguments.json {
        json(out, &Stored { sweep: &sweep, head: &stored.head.link.hash })
    } else if !arguments.quiet {
        let left = left.iter().try_for_each(|left| writeln!(out, "{left}"));
        let page = written.is_ok().then_some(arguments.out.as_path());
        left.map_err(Failure::from).and_then(|()| present_stored(&sweep, &stored, page, out))
    } else {
        Ok(())
    };
    if interrupted {
        say(&sweep.remarks[0]);
    }
    let shown = shown.and_then(|()| Ok(out.flush()?));
    shown.and(written).map_err(|failure| but_stored(failure, "sweep", &stored.path))?;
    Ok(if interrupted { Exit::Inconclusive } else { Exit::Good })
}

/// A sweep that cannot be stored, such as on a full disk, is shown, so that its figures are not
/// lost. The failure says what is left of it.
fn unstored(
    sweep: &Sweep,
    error: &io::Error,
    kept: bool,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Failure {
    let page = match write_page(&page(sweep), &arguments.out) {
        Ok(()) => format!("The page is in {}.", arguments.out.display()),
        Err(_) => "The page cannot be written either.".to_owned(),
    };
    let points = if kept {
        let name = format!("{}.{}", sweep.id, journal::EXTENSION);
        format!("Its points stay in {name} there: mend that, and the next sweep stores them")
    } else {
        "Not all of its points were kept".to_owned()
    };
    let folder = arguments.runs.display();
    let message = format!("cannot store the sweep in {folder}: {error}. {page} {points}");
    let show = |out: &mut dyn Write| present(sweep, out);
    let shown = match arguments.json {
        true => json(out, sweep).is_ok(),
        false => !arguments.quiet && show(out).is_ok(),
    };
    let shown = shown && out.flush().is_ok();
    not_stored(message, shown, &show)
}

/// The answer of `--json`: the sweep, and the head of the chain that it now is.
#[derive(Serialize)]
struct Stored<'a> {
    #[serde(flatten)]
    sweep: &'a Sweep,
    head: &'a str,
}

/// Sizes that are measured between others, for each family.
const MOST_BETWEEN: usize = 12;

/// Sizes nearer to each other than this are near enough: a line between them is off by less than
/// intervals are wide.
const NEAR: f64 = 1.15;

/// A size between two that enclose a sure crossing and lie far apart: the widest first. None where
/// all are near.
fn between(sweep: &Sweep, curve: &Curve) -> Option<usize> {
    let alone = Sweep { families: vec![curve.clone()], crossovers: Vec::new(), ..sweep.clone() };
    let sizes: Vec<usize> = curve.points.iter().map(|point| point.items).collect();
    let found = growth::crossover(&Evidence::of_sweeps(&[alone]));
    let gap = |at: f64| {
        let above = sizes.iter().position(|&items| items as f64 > at)?;
        let (low, high) = (sizes[above.checked_sub(1)?], sizes[above]);
        let middle = ((low * high) as f64).sqrt().round() as usize;
        (low < middle && middle < high && high as f64 > NEAR * low as f64)
            .then_some((high as f64 / low as f64, middle))
    };
    let gaps = found.iter().filter_map(|finding| gap(finding.statistic.value));
    gaps.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, middle)| middle)
}

/// The journal of a sweep, for as long as the disk takes it: a disk that fails stops the journal,
/// not the sweep.
struct Kept {
    journal: Option<Journal>,
    remarks: usize,
    failed: Option<io::Error>,
}

impl Kept {
    fn begin(folder: &Path, sweep: &Sweep) -> Self {
        let (journal, failed) = match Journal::begin(folder, sweep) {
            Ok(journal) => {
                let path = journal::path(folder, &sweep.id);
                let path = path.display();
                interrupt::keeps(format!(
                    "its points are in {path}, and the next sweep stores them"
                ));
                (Some(journal), None)
            }
            Err(error) => (None, Some(error)),
        };
        Self { journal, remarks: sweep.remarks.len(), failed }
    }

    fn keep(&mut self, write: impl FnOnce(&mut Journal) -> io::Result<()>) {
        if self.failed.is_none()
            && let Some(journal) = &mut self.journal
        {
            self.failed = write(journal).err();
            if self.failed.is_some() {
                interrupt::keeps("only its first points are on disk".to_owned());
            }
        }
    }

    /// Those remarks that are new.
    fn remarks(&mut self, all: &[String]) {
        for remark in &all[self.remarks.min(all.len())..] {
            self.keep(|journal| journal.remark(remark));
        }
        self.remarks = all.len();
    }

    /// The journal, to be held until the sweep is stored, and what there is to know about it.
    fn end(self) -> (Option<Journal>, Option<String>) {
        interrupt::keeps(String::new());
        let said = self.failed.map(|error| {
            format!("The points could not be kept while the sweep went on, so that a kill would have lost it: {error}.")
        });
        (self.journal, said)
    }
}

/// A fault that ends a curve, as a remark; wrong answers end everything.
fn tolerated(fault: Fault) -> Result<String, Failure> {
    match fault {
        Fault::Disagree(why) => Err(Failure::Said(Exit::Incorrect, why)),
        Fault::Unusable(why) => Ok(format!("{why}.")),
    }
}

fn selected(filter: Option<&str>) -> Result<Vec<&'static Family>, Failure> {
    filter.map_or(Ok(()), refuse_empty)?;
    let found: Vec<_> = FAMILIES
        .iter()
        .filter(|family| filter.is_none_or(|part| family.id.contains(part)))
        .collect();
    if found.is_empty() {
        let known: Vec<&str> = FAMILIES.iter().map(|family| family.id).collect();
        let filter = filter.unwrap_or_default();
        return Err(Failure::usage(format!(
            "no family matches '{filter}'; there are {}",
            known.join(", ")
        )));
    }
    Ok(found)
}

/// The families that somebody offers.
fn offered(implementation: &dyn Implementation) -> Vec<&'static Family> {
    FAMILIES.iter().filter(|family| implementation.family_contract(family).is_some()).collect()
}

/// What a sweep says on a terminal; `page` is where its page is.
fn present_stored(
    sweep: &Sweep,
    stored: &runs::Stored,
    page: Option<&Path>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    present(sweep, out)?;
    writeln!(out, "\nsweep: {}\nhead:  {}", stored.path.display(), stored.head.link.hash)?;
    Ok(page.map_or(Ok(()), |page| writeln!(out, "page:  {}", page.display()))?)
}

fn present(sweep: &Sweep, out: &mut dyn Write) -> Result<(), Failure> {
    for curve in &sweep.families {
        let rest = match sweep.threads {
            Some(threads) => {
                format!(
                    "wall time per item on one thread and on {threads}, and the latter over the former"
                )
            }
            None => "thread-CPU time per item, and the best peer's over curvemark's".to_owned(),
        };
        writeln!(out, "{}: {rest}\n", curve.title)?;
        writeln!(out, "{}\n", growth(curve))?;
    }
    if !sweep.crossovers.is_empty() {
        writeln!(out, "{}\n", found(&sweep.crossovers))?;
        let wrong = sweep.crossovers.iter().filter(|found| !found.wrong.is_empty()).count();
        match wrong {
            0 => writeln!(
                out,
                "The table in the code takes the faster way at every size, within 5 %."
            )?,
            wrong => writeln!(
                out,
                "{} of the table in the code (curve/src/crossover.rs) would be another on this machine.",
                units::count(wrong as u64, "line")
            )?,
        }
    }
    for remark in &sweep.remarks {
        writeln!(out, "- {remark}")?;
    }
    Ok(())
}

/// One line per size: each row's time per item, and the ratio of the best peer, or of curvemark on
/// threads.
fn growth(curve: &Curve) -> String {
    let mut names: Vec<&str> = Vec::new();
    for row in curve.points.iter().flat_map(|point| &point.rows) {
        if !names.contains(&row.implementation.as_str()) {
            names.push(&row.implementation);
        }
    }
    let heads: Vec<&str> = [curve.item.as_str()]
        .into_iter()
        .chain(names.iter().copied())
        .chain(["next to", "ratio"])
        .collect();
    let mut table = table::plain(&heads);
    for point in &curve.points {
        let time = |name: &&str| {
            let row = point.rows.iter().find(|row| row.implementation == **name);
            row.map_or_else(|| "-".to_owned(), |row| units::time(row.cpu_ns / point.items as f64))
        };
        let beside = |name: &str| name == OnThreads::NAME || !name.starts_with(BASELINE);
        let peers = point.rows.iter().filter(|row| beside(&row.implementation));
        let best = peers.min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns));
        let last = best.map_or_else(
            || ["-".to_owned(), "-".to_owned()],
            |row| {
                let ratio =
                    row.interval.as_ref().map_or_else(|| format!("{:.2}", row.ratio), units::ratio);
                [row.implementation.clone(), ratio]
            },
        );
        table.add_row(
            [point.items.to_string()].into_iter().chain(names.iter().map(time)).chain(last),
        );
    }
    let columns: Vec<usize> = (0..=names.len()).collect();
    table::right(&mut table, &columns);
    table::text(&mut table)
}

fn found(crossovers: &[Found]) -> String {
    let mut table = table::plain(&[
        "crossover",
        "operation",
        "in the code",
        "measured",
        "slower by the code at",
    ]);
    for found in crossovers {
        let measured = match (found.measured, found.points.last()) {
            (Some(items), _) => format!("from {items}"),
            (None, Some(last)) => format!("not up to {}", last.items),
            (None, None) => "-".to_owned(),
        };
        let wrong: Vec<String> = found.wrong.iter().map(usize::to_string).collect();
        let wrong = if wrong.is_empty() { "-".to_owned() } else { wrong.join(", ") };
        table.add_row([
            found.name.clone(),
            found.family.clone(),
            format!("from {}", found.in_code),
            measured,
            wrong,
        ]);
    }
    table::text(&mut table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::sweep::{Point, PointRow};
    use record::Ratio;
    use record::sample;

    #[test]
    fn sizes_come_together_around_a_crossing() {
        // They meet at 2000 + 1000 n = 40000 + 50 n: at 40.
        let point = |items: usize| {
            let (batch, sum) = (2_000.0 + 1_000.0 * items as f64, 40_000.0 + 50.0 * items as f64);
            let ratio = sum / batch;
            let row = |name: &str, cpu_ns, ratio, interval| PointRow {
                implementation: name.into(),
                cpu_ns,
                rounds: 30,
                ratio,
                interval,
            };
            let interval =
                Ratio { value: ratio, low: ratio * 0.995, high: ratio * 1.005, resolution: 0.01 };
            Point {
                items,
                rows: vec![row("batch", batch, 1.0, None), row("sum", sum, ratio, Some(interval))],
                table_bytes: None,
            }
        };
        let sweep = sample::sweep("20260102T030405Z-00ff");
        let mut curve =
            Curve { points: [1, 8, 32, 64, 128].map(point).to_vec(), ..sweep.families[0].clone() };
        let mut measured = Vec::new();
        while let Some(items) = between(&sweep, &curve) {
            measured.push(items);
            curve.points.push(point(items));
            curve.points.sort_by_key(|point| point.items);
        }
        assert_eq!(measured, [45, 38, 41], "the middles of 32 and 64, of 32 and 45, of 38 and 45");
        let found = growth::crossover(&Evidence::of_sweeps(&[Sweep {
            families: vec![curve.clone()],
            ..sweep.clone()
        }]));
        assert!((found[0].statistic.value - 40.0).abs() < 0.2, "{found:?}");
        curve.points.truncate(2);
        assert_eq!(between(&sweep, &curve), None, "without a crossing there is nothing between");
    }
}
