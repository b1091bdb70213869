//! `curvemark run`: check, measure, show, store, report.

use super::bar::Bar;
use super::check::{passed, show, summary};
use super::engine::EngineArgument;
use super::interrupt::Guard;
use super::keep::{Keeper, but_stored, not_stored};
use super::report::{FILE, check_place, write_page};
use super::worker::WorkerArgument;
use super::{Exit, Failure, World, curve_named, json, make_folder, select};
use crate::gate::engines::Engines;
use crate::gate::{Plan, Tier};
use crate::implementations::{BASELINE, FewerThreads, OnEngine, baseline};
use crate::measure::budget::Budget;
use crate::measure::compare::Verdict;
use crate::measure::machine::machine;
use crate::measure::schedule::End;
use crate::measure::session::{HEADLINE, Measured, Options, measure};
use crate::measure::tables::{TABLES, Table};
use crate::probes::{self, Withheld, attach};
use crate::report::html;
use crate::shell;
use crate::terminal::live::Shown;
use crate::terminal::progress::{Progress, say};
use crate::terminal::{table, units};
use clap::Args;
use peer_api::{Implementation, Operation, Shape};
use record::findings::{self, Evidence, Severity};
use record::jsonl::Header;
use record::runs;
use record::{Gate, Health, Method, Run, SCHEMA};
use serde::Serialize;
use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

/// Arguments of `run`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    curvemark run                         the headline operations\n  \
    curvemark run --filter 'g1_*'         what matches\n  \
    curvemark run --curve bn254           every operation of one curve\n  \
    curvemark run --all --budget 180      everything, three minutes\n  \
    curvemark run --table scalar          a table: its operations, next to the libraries that it names\n  \
    curvemark run --worker ./mine.py      what your own executable offers: docs/worker-protocol.md\n  \
    curvemark run --json --quiet > run.json\n\n\
    Nothing is timed before the checks have passed. Ctrl-C and SIGTERM keep what has been measured.")]
pub struct Arguments {
    /// Only operations that match: a pattern such as 'g1_*', or a part of the name
    #[arg(long, value_name = "GLOB", conflicts_with = "all")]
    filter: Option<String>,
    /// Every operation on this curve: bls12-381, bn254, secp256k1, p256, ed25519, pallas
    #[arg(long, value_name = "NAME")]
    curve: Option<String>,
    /// The operations of a named table, next to the peers that it names: scalar, batch,
    /// signatures, agreement, cashu, poseidon, kzg, groth16, evm, clients, protocols, pasta,
    /// verkle, threads, founding
    #[arg(long, value_name = "NAME", conflicts_with_all = ["all", "filter", "curve"])]
    table: Option<String>,
    /// Seconds after the checks, preparing included; what has no room is left out and named
    #[arg(long, value_name = "SECONDS", default_value = "45", value_parser = budget)]
    budget: f64,
    /// Seed of the inputs and of every order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Measure every operation, not only the most important
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    engine: EngineArgument,
    #[command(flatten)]
    pub(super) worker: WorkerArgument,
    /// Where to write the report
    #[arg(long, value_name = "FILE", default_value = FILE)]
    out: PathBuf,
    /// The folder in which the run is stored
    #[arg(long, value_name = "FOLDER", default_value = runs::FOLDER)]
    runs: PathBuf,
    /// Write the run as JSON to stdout, in place of the table
    #[arg(long)]
    json: bool,
    /// Exit with 4 if the machine was unfit, with 5 if a comparison remained undecided
    #[arg(long)]
    strict: bool,
    /// Also test whether the time of operations on secrets depends on the secret, where the
    /// contract says that it does not. Takes up to a second each, beyond the budget
    #[arg(long)]
    secrets: bool,
    /// Do not pin the measuring thread to a CPU
    #[arg(long)]
    no_pin: bool,
    /// No progress and no table: only errors
    #[arg(long)]
    quiet: bool,
}

impl Arguments {
    /// Whether the operations are those that the user's own executables offer.
    fn asks_guests(&self) -> bool {
        let chosen = self.all || self.filter.is_some() || self.curve.is_some();
        !self.worker.workers.is_empty() && !chosen && self.table.is_none()
    }

    /// The options that choose the operations, for whoever repeats the run in a shell.
    fn selection(&self) -> String {
        let all = self.all.then(|| "--all".to_owned());
        let filter = self.filter.as_ref().map(|filter| format!("--filter {}", shell::word(filter)));
        // A curve that is none was refused before anything was measured.
        let curve = self.curve.as_ref().and_then(|curve| curve_named(curve).ok());
        let curve = curve.map(|curve| format!("--curve {}", curve.id()));
        let table = self.table.as_ref().map(|table| format!("--table {}", shell::word(table)));
        [all, curve, filter, table, self.engine.repeated(), self.worker.repeated()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Seconds that a measurement may take: `60`, `60s`, `2m`.
///
/// # Errors
/// What is accepted, in words.
pub fn budget(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.strip_suffix('m') {
        Some(minutes) => (minutes, 60.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    match number.parse::<f64>().map(|number| number * unit) {
        Ok(seconds) if (0.1..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0.1 to 86400".to_owned()),
    }
}

/// The answer of `--json` when nothing was timed.
#[derive(Serialize)]
struct Refused<'a> {
    error: &'static str,
    gate: &'a Gate,
}

/// The answer of `--json` to a run that was stored: the run, and the head of the chain that it now
/// is.
#[derive(Serialize)]
struct Stored<'a> {
    #[serde(flatten)]
    run: &'a Run,
    head: &'a str,
}

/// Runs `run`.
///
/// # Errors
/// [`Failure`] for arguments that cannot be used, or if a file or `out` cannot be written.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let table = arguments.table.as_deref().map(table_named).transpose()?;
    let _limit = arguments.engine.apply()?;
    let progress = Progress::new(1, arguments.quiet);
    // What is wrong with the arguments is said before anything is started, where that is known.
    if arguments.asks_guests() {
        starting(&progress);
    }
    let mut operations =
        table.map_or_else(|| selection(arguments, world), |table| Ok(table.operations()))?;
    check_place(&arguments.out)?;
    let folder = &arguments.runs;
    make_folder(folder)?;
    let left = runs::recover(folder).map_err(|error| {
        Failure::usage(format!("cannot use the folder {}: {error}", folder.display()))
    })?;
    starting(&progress);
    WorkerArgument::apply(world)?;
    let number_asked = operations.len();
    let (clock, started) = (Instant::now(), runs::started(SystemTime::now()));

    // Of a peer in a process of its own something is timed, or it is not asked: with all peers that
    // can be built, a gate that asks everybody takes minutes.
    let idle = world.implementations.idle(|one| {
        operations.iter().any(|operation| {
            one.contract(operation).is_some()
                && table.is_none_or(|table| table.admits(operation, one.about().name))
        })
    });
    let gate = (world.check)(
        &Plan { without: idle.clone(), ..Plan::of(Tier::Quick) },
        Engines::InForce,
        &world.implementations,
        &|suite, done, total| {
            progress.suite(suite, done, total);
        },
    );
    if !passed(&gate.suites) {
        progress.clear();
        if arguments.json {
            json(
                out,
                &Refused {
                    error: "the correctness gate did not pass: nothing was timed",
                    gate: &gate,
                },
            )?;
        } else {
            show(&gate.suites, out)?;
            writeln!(out, "\n{}", summary(&gate))?;
        }
        return Err(Failure::Said(
            Exit::Incorrect,
            "the correctness gate did not pass: nothing was timed".to_owned(),
        ));
    }

    let budget = Budget::new(world.clock, arguments.budget);
    let (number, seconds) = (number_asked as u64, units::seconds(arguments.budget));
    let operations_in_words = units::count(number, "operation");
    progress.phase("preparing", format!("{operations_in_words}, which have {seconds} in all"));
    progress.at(0, 1);
    let machine = machine(world.clock);
    let slower = world.implementations.on_engines && table.is_some_and(|table| table.slower_engine);
    let slower = if slower { OnEngine::without_vectors() } else { None };
    let mut taking_part: Vec<&dyn Implementation> =
        world.implementations.iter().map(Box::as_ref).collect();
    taking_part.retain(|one| !idle.contains(&one.about().name));
    taking_part.extend(slower.as_ref().map(|own| own as &dyn Implementation));
    let on_threads = operations.iter().any(|operation| operation.shape == Shape::Threads);
    let fewer: Vec<FewerThreads> = match world.implementations.on_engines && on_threads {
        true => FewerThreads::here().collect(),
        false => Vec::new(),
    };
    taking_part.extend(fewer.iter().map(|own| own as &dyn Implementation));
    // Whoever is not asked what it answers to several callers at once is not timed either.
    let unasked = RefCell::new(Vec::new());
    let room = |operation: &Operation| {
        progress.phase("preparing", format!("questions about {}", operation.title));
        let room = !budget.is_prepared();
        if !room {
            unasked.borrow_mut().push(operation.id);
        }
        room
    };
    let mut found = probes::before(&taking_part, &operations, world.sampler, arguments.seed, &room);
    let unasked = unasked.into_inner();
    operations.retain(|operation| !unasked.contains(&operation.id));
    let admitted: Vec<Withheld<'_>> = taking_part
        .iter()
        .map(|one| Withheld::new(*one, &found, probes::answers_wrongly))
        .collect();
    let taking_part: Vec<&dyn Implementation> =
        admitted.iter().map(|one| one as &dyn Implementation).collect();
    let implementations: Vec<record::Implementation> =
        taking_part.iter().map(|one| about(*one)).collect();
    let id = runs::new_id(&started);
    let header = |method: &Method| Header {
        schema: SCHEMA,
        id: id.clone(),
        started: started.clone(),
        build: crate::measure::build::current(),
        machine: machine.clone(),
        // The budget that was asked for, of which questions took a part.
        method: Method {
            selection: Some(arguments.selection()),
            budget_s: arguments.budget,
            ..method.clone()
        },
        gate: gate.clone(),
        implementations: implementations.clone(),
    };
    let guard = Guard::before_visits();
    let options =
        Options { seed: arguments.seed, budget_s: budget.left(), pin: !arguments.no_pin, table };
    let mut bar = Bar::new(&progress, &guard, Shown::BestPeer, "measuring", &operations);
    let mut keeper = Keeper::new(&mut bar, folder, &header);
    let measured = measure(
        &taking_part,
        &operations,
        world.sampler,
        &machine,
        &options,
        world.clock,
        &mut keeper,
    );
    let (journal, unkept) = keeper.end();
    drop(bar);
    let unseen = RefCell::new(Vec::new());
    let room = |operation: &Operation| {
        let known = measured.preparing_s.iter().find(|(id, _)| *id == operation.id);
        let takes_s = known.map_or(0.0, |(_, seconds)| *seconds);
        let room = !guard.asked() && budget.has_room_after(takes_s);
        if room {
            progress.phase("looking", format!("who works during {}", operation.title));
        } else {
            unseen.borrow_mut().push(operation.id);
        }
        room
    };
    found.extend(probes::after(
        &taking_part,
        &operations,
        &measured.operations,
        world.sampler,
        arguments.seed,
        &room,
    ));
    if arguments.secrets && !guard.asked() {
        let room = |operation: &Operation| {
            let what = format!("whether times depend on the secret: {}", operation.title);
            progress.phase("looking", what);
            !guard.asked()
        };
        let (sampler, seed) = (world.sampler, arguments.seed);
        found.extend(probes::secrets(&taking_part, &operations, sampler, seed, &room));
    }
    found.extend(probes::setups(
        &taking_part,
        &measured.operations,
        world.sampler,
        arguments.seed,
        world.clock,
        &room,
    ));
    progress.clear();
    let interrupted = guard.asked();

    let Measured { operations, method, mut health, suspects, probes, end, .. } = measured;
    health.remarks.extend(budget.remark(&unasked, None));
    let mut unseen = unseen.into_inner();
    unseen.dedup();
    if !unseen.is_empty() {
        let what = if interrupted {
            let unseen = units::count(unseen.len() as u64, "operation");
            format!("of {unseen}, since the run was interrupted")
        } else {
            format!("for want of time: {}", unseen.join(", "))
        };
        health.remarks.push(format!("Not asked who works during a call, {what}."));
    }
    let kept = unkept.is_none();
    health.remarks.extend(unkept);
    health.remarks.extend(world.implementations.remarks.iter().cloned());
    let seconds = (clock.elapsed().as_secs_f64() * 1e3).round() / 1e3;
    let mut run = header(&method).with(operations, seconds, health);
    let nothing = run.operations.is_empty();
    found.extend(probes);
    // An operation without any figure is no part of a run: who lost it stands among the remarks.
    found.retain(|(id, _)| run.operations.iter().any(|operation| operation.id == *id));
    attach(&mut run, found);
    if nothing {
        // Without a visit there is nothing to recover either.
        let _ = journal.map(|journal| fs::remove_file(journal.path()));
        let reasons = run.health.remarks.join(" ");
        let exit = if interrupted { Exit::Interrupted } else { Exit::Inconclusive };
        return Err(Failure::Said(exit, format!("nothing was measured. {reasons}")));
    }
    // The run first: whatever happens to the page, the figures are safe.
    let stored = match runs::save(&run, folder) {
        Ok(stored) => stored,
        Err(error) => return unstored(&run, &error, kept, arguments, world, out),
    };
    drop(journal);
    let page = write_page(&html(&run), &arguments.out);
    let page_of = page.is_ok().then_some(arguments.out.as_path());
    let shown = if arguments.json {
        json(out, &Stored { run: &run, head: &stored.head.link.hash })
    } else if !arguments.quiet {
        let left = left.iter().try_for_each(|left| writeln!(out, "{left}"));
        left.map_err(Failure::from).and_then(|()| present(&run, world, &stored, page_of, out))
    } else {
        Ok(())
    };
    if interrupted {
        say(&interrupted_words(&run, number_asked));
    }
    let shown = shown.and_then(|()| Ok(out.flush()?));
    shown.and(page).map_err(|failure| but_stored(failure, "run", &stored.path))?;
    if !suspects.is_empty() {
        return Err(Failure::Said(Exit::Inconclusive, suspects.join(" ")));
    }
    Ok(exit(&run, interrupted || end == End::Interrupted, arguments.strict))
}

/// Shows a run that cannot be stored, such as on a full disk, so that its figures are not lost.
///
/// # Errors
/// Always, with what is left of it.
fn unstored(
    run: &Run,
    error: &io::Error,
    kept: bool,
    arguments: &Arguments,
    world: &World<'_>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let page = match write_page(&html(run), &arguments.out) {
        Ok(()) => format!("The page is in {}.", arguments.out.display()),
        Err(_) => "The page cannot be written either.".to_owned(),
    };
    let visits = if kept {
        let id = &run.id;
        format!("The visits stay in {id}.journal there: mend that, and the next run stores them")
    } else {
        "Not all of its visits were kept".to_owned()
    };
    let folder = arguments.runs.display();
    let message = format!("cannot store the run in {folder}: {error}. {page} {visits}");
    let show = |out: &mut dyn Write| figures(run, world, out);
    let shown = match arguments.json {
        true => json(out, run).is_ok(),
        false => !arguments.quiet && show(out).is_ok(),
    };
    let shown = shown && out.flush().is_ok();
    Err(not_stored(message, shown, &show))
}

/// Says that the libraries are asked who they are, which may start processes.
pub(super) fn starting(progress: &Progress) {
    progress.phase("starting", "the libraries that take part".to_owned());
}

/// What became of a run that was interrupted.
fn interrupted_words(run: &Run, asked: usize) -> String {
    let measured = run.operations.iter().filter(|operation| !operation.rows.is_empty()).count();
    let others = ["Not measured", "Left out"];
    let not = run
        .health
        .remarks
        .iter()
        .filter(|remark| others.iter().any(|beginning| remark.starts_with(beginning)));
    let not: String = not.map(|remark| format!(" {remark}")).collect();
    format!("interrupted: {measured} of {asked} operations have figures, which are kept.{not}")
}

/// The code of a run that was stored. Whoever interrupts it asks for no verdict.
fn exit(run: &Run, interrupted: bool, strict: bool) -> Exit {
    let ratios =
        run.operations.iter().flat_map(|operation| &operation.rows).filter_map(|row| row.ratio);
    if interrupted {
        Exit::Inconclusive
    } else if strict && !run.health.fit {
        Exit::Unfit
    } else if strict && ratios.into_iter().any(|r| Verdict::of(&r) == Verdict::Undecided) {
        Exit::Inconclusive
    } else {
        Exit::Good
    }
}

fn table_named(name: &str) -> Result<&'static Table, Failure> {
    Table::named(name).ok_or_else(|| {
        let known: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        Failure::usage(format!("no table '{name}'; there are {}", known.join(", ")))
    })
}

fn selection(arguments: &Arguments, world: &World<'_>) -> Result<Vec<&'static Operation>, Failure> {
    let Arguments { filter, curve, all, .. } = arguments;
    let whole = *all || filter.is_some() || curve.is_some();
    let wanted = |operation: &Operation| {
        // Whoever brings an executable asks what it is worth.
        whole
            || if arguments.asks_guests() {
                world.implementations.guest_offers(operation)
            } else {
                HEADLINE.contains(&operation.id)
            }
    };
    select(filter.as_deref(), curve.as_deref(), wanted)
}

pub(crate) fn about(implementation: &dyn Implementation) -> record::Implementation {
    let about = implementation.about();
    record::Implementation {
        name: about.name.to_owned(),
        version: about.version,
        features: about.features,
        flags: about.flags,
        engine: about.engine,
    }
}

/// Findings that are shown at the end of a run; `curvemark findings` has the rest.
const MOST_FINDINGS: usize = 5;

/// What a run says on a terminal.
fn present(
    run: &Run,
    world: &World<'_>,
    stored: &runs::Stored,
    page: Option<&Path>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    figures(run, world, out)?;
    writeln!(out, "\nrun:    {}", stored.path.display())?;
    page.map_or(Ok(()), |page| writeln!(out, "report: {}", page.display()))?;
    // Noted elsewhere, it proves later that nothing before it was changed: see `report --verify`.
    writeln!(out, "head:   {}", stored.head.link.hash)?;
    Ok(())
}

/// Who was measured where, the table of results, and what there is to know about them.
fn figures(run: &Run, world: &World<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let machine = &run.machine;
    let commit = run.build.commit.as_ref().map(|commit| format!(" ({commit})")).unwrap_or_default();
    writeln!(
        out,
        "curvemark {}{commit}, {} build, {}",
        run.build.version, run.build.profile, run.build.compiler
    )?;
    writeln!(
        out,
        "{}, {:.2} GHz, {}",
        machine.cpu,
        machine.clock_ghz,
        units::count(machine.cpus.into(), "CPU")
    )?;
    let name = baseline(&world.implementations)
        .map_or(BASELINE, |index| world.implementations[index].about().name);
    if let Some(ours) =
        run.implementations.iter().find(|implementation| implementation.name == name)
    {
        writeln!(out, "engine of {name}: {}", ours.engine)?;
    }
    writeln!(out, "{}\n", summary(&run.gate))?;
    // What is for specialists goes first, then whose time the ratio is made of.
    let mut results = table::results(&run.operations, name);
    writeln!(out, "{}\n", table::text_with_spare(&mut results, &[2, 5, 8, 4]))?;
    writeln!(out, "A ratio is the peer's time over {name}'s: above 1, {name} takes less.")?;
    writeln!(
        out,
        "Fp muls: a time divided by that of the same implementation's own Fp multiplication on that curve in this run; - where there is none."
    )?;
    for line in health_lines(&run.health) {
        writeln!(out, "{line}")?;
    }
    let alone = std::slice::from_ref(run);
    let found = findings::all(&Evidence::of_runs(alone)).into_iter();
    for finding in found.filter(|finding| finding.severity >= Severity::Warning).take(MOST_FINDINGS)
    {
        writeln!(out, "- {} {}: {}", finding.id, finding.severity, finding.sentence)?;
    }
    Ok(())
}

fn health_lines(health: &Health) -> Vec<String> {
    let fit = if health.fit {
        "The machine was fit to measure"
    } else {
        "THE MACHINE WAS UNFIT TO MEASURE"
    };
    let controls =
        format!("{fit}; {} of {} controls held.", health.control_held, health.control_total);
    [controls]
        .into_iter()
        .chain(health.remarks.iter().map(|remark| format!("- {remark}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_interrupts_a_run_gets_no_verdict() {
        let mut run = record::sample::sample();
        run.health.fit = false;
        assert_eq!(exit(&run, true, true), Exit::Inconclusive);
        assert_eq!((exit(&run, false, true), exit(&run, false, false)), (Exit::Unfit, Exit::Good));
    }

    /// What is said of figures that stdout or a page did not take.
    #[test]
    fn what_is_stored_is_not_called_lost() {
        let (full, gone) = (io::ErrorKind::StorageFull, io::ErrorKind::BrokenPipe);
        let said = |failure| match but_stored(failure, "run", Path::new("runs/x.jsonl")) {
            Failure::Said(Exit::Usage, message) => message,
            other => panic!("{other:?}"),
        };
        let more =
            ". The run is stored in runs/x.jsonl, and `curvemark report runs/x.jsonl` shows it";
        assert!(
            said(Failure::Output(full.into())).starts_with("cannot write to standard output: ")
        );
        assert!(said(Failure::Output(full.into())).ends_with(more));
        assert_eq!(
            said(Failure::usage("cannot write x.html")),
            format!("cannot write x.html{more}")
        );
        let closed = but_stored(Failure::Output(gone.into()), "run", Path::new("x"));
        assert!(matches!(closed, Failure::Output(error) if error.kind() == gone));
        let show = |out: &mut dyn Write| Ok(write!(out, "figures\n\n")?);
        let said = |shown| match not_stored("cannot store it".to_owned(), shown, &show) {
            Failure::Said(Exit::Usage, message) => message,
            other => panic!("{other:?}"),
        };
        assert_eq!(said(true), "cannot store it");
        assert_eq!(said(false), "cannot store it. Its figures:\n\nfigures");
    }
}
