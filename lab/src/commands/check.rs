//! `curvemark check`: the correctness gate alone.

use super::engine::EngineArgument;
use super::run::starting;
use super::worker::WorkerArgument;
use super::{Exit, Failure, World, json, names};
use crate::gate::engines::Engines;
use crate::gate::mutants::{self, InOperations, SelfTest};
use crate::gate::subject::Subject;
use crate::gate::{Plan, REMARK, Stage, Tier, garbage_names};
use crate::implementations::{self, CurvemarkSubject, Unweighted};
use crate::terminal::progress::Progress;
use crate::terminal::table::{plain, right, text};
use crate::terminal::units;
use clap::{Args, ValueEnum};
use peer_api::OPERATIONS;
use record::{Gate, Suite};
use std::io::Write;

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    curvemark check\n  \
    curvemark check --tier full --json\n  \
    curvemark check --tier full --filter 'bls12-381/*pairing*'\n  \
    curvemark check --tier full --stage garbage --filter kzg\n  \
    curvemark check --worker ./mine.py    your own executable too: docs/worker-protocol.md\n  \
    curvemark check --self-test           plant faults, and see that the gate finds them\n\n\
    The full tier feeds a million inputs of garbage to each function that takes under 20 µs, and ten minutes of a CPU of it to each \
    other. CURVEMARK_GARBAGE and CURVEMARK_GARBAGE_SECONDS set other numbers.")]
pub struct Arguments {
    /// How much to check: quick takes a minute or two; full takes minutes more, then hours of
    /// garbage for every function that takes bytes
    #[arg(long, value_enum, default_value_t = Level::Quick)]
    tier: Level,
    /// Only these kinds of suites: vectors, laws, agreement, encodings, threads, garbage, evmmax;
    /// may be given several times
    #[arg(long, value_name = "STAGE", value_parser = stage)]
    stage: Vec<Stage>,
    /// Only the agreement of operations and the garbage of functions that match: a pattern such as
    /// 'g1_*', or a part of the name. Other kinds of suites run if --stage names them
    #[arg(long, value_name = "GLOB")]
    filter: Option<String>,
    /// Check the gate itself: plant faults and see that they are found
    #[arg(long, conflicts_with_all = ["stage", "filter"])]
    self_test: bool,
    #[command(flatten)]
    engine: EngineArgument,
    #[command(flatten)]
    pub(super) worker: WorkerArgument,
    /// Do not say on stderr how far it is
    #[arg(long)]
    quiet: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Level {
    Quick,
    Full,
}

/// A kind of suites by its name.
fn stage(name: &str) -> Result<Stage, String> {
    let known = Stage::ALL.map(Stage::name);
    Stage::ALL
        .into_iter()
        .find(|stage| stage.name() == name)
        .ok_or_else(|| format!("there are {}", known.join(", ")))
}

impl Arguments {
    /// What is asked for.
    ///
    /// # Errors
    /// [`Exit::Usage`] for a filter that is no pattern, or means neither an operation nor a
    /// function.
    fn plan(&self, tier: Tier) -> Result<Plan, Failure> {
        let mut plan = Plan::of(tier);
        if !self.stage.is_empty() {
            plan.stages.clone_from(&self.stage);
        }
        if let Some(filter) = &self.filter {
            let names = names(filter)?;
            let known = OPERATIONS.iter().any(|one| names.has(one.id))
                || garbage_names().any(|name| names.has(&name));
            if !known {
                return Err(Failure::usage(format!(
                    "neither an operation nor a function matches '{filter}'; `curvemark list` names operations"
                )));
            }
            if self.stage.is_empty() {
                plan.stages = vec![Stage::Agreement, Stage::Garbage];
            }
            plan.only = Some(names);
        }
        Ok(plan)
    }
}

/// Runs `check`.
///
/// # Errors
/// [`Failure::Output`] if `out` fails.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let _limit = arguments.engine.apply()?;
    let progress = Progress::new(1, arguments.quiet);
    let tell = |suite: &str, done: u64, total: u64| progress.suite(suite, done, total);
    if arguments.self_test {
        let broken: [(&str, &dyn Subject); 1] =
            [("frobenius-constant", &CurvemarkSubject::WRONG_FROBENIUS)];
        let weights = InOperations {
            name: "weights-of-one",
            operations: &Unweighted::OPERATIONS,
            broken: &implementations::linked_with(Box::new(Unweighted)),
            sound: &implementations::linked(),
        };
        let result = mutants::self_test(&CurvemarkSubject::SOUND, &broken, &[weights], &tell);
        progress.clear();
        if arguments.json {
            json(out, &result)?;
        } else {
            show_self_test(&result, out)?;
        }
        return Ok(if result.passed() { Exit::Good } else { Exit::Incorrect });
    }
    let tier = match arguments.tier {
        Level::Quick => Tier::Quick,
        Level::Full => Tier::Full,
    };
    let plan = arguments.plan(tier)?;
    starting(&progress);
    WorkerArgument::apply(world)?;
    let gate = (world.check)(&plan, Engines::All, &world.implementations, &tell);
    progress.clear();
    if arguments.json {
        json(out, &gate)?;
    } else {
        show(&gate.suites, out)?;
        writeln!(out, "\n{}", summary(&gate))?;
        if let Some(names) = &plan.only {
            writeln!(out, "only those operations and functions that '{}' names", names.text())?;
        }
    }
    Ok(if passed(&gate.suites) { Exit::Good } else { Exit::Incorrect })
}

/// Whether figures may follow: something was checked, and nothing failed.
pub fn passed(suites: &[Suite]) -> bool {
    suites.iter().any(|suite| suite.passed > 0) && suites.iter().all(|suite| suite.failed == 0)
}

/// One sentence on the whole.
pub fn summary(gate: &Gate) -> String {
    let cases: u64 = gate.suites.iter().map(|suite| suite.passed).sum();
    let failed: u64 = gate.suites.iter().map(|suite| suite.failed).sum();
    let skipped = gate.suites.iter().filter(|suite| suite.skipped.is_some()).count();
    let suites = units::count(gate.suites.len() as u64, "suite");
    let mut text = format!(
        "checked {} in {suites}, {}",
        units::count(cases + failed, "case"),
        units::seconds(gate.seconds)
    );
    text += &format!("; vectors: {}", gate.vectors);
    if skipped > 0 {
        text += &format!("; {skipped} not run");
    }
    text += &match (failed, cases) {
        (0, 0) => ": NOTHING WAS CHECKED".to_owned(),
        (0, _) => ": all passed".to_owned(),
        (failed, _) => format!(": {failed} FAILED"),
    };
    text
}

/// The table of suites, then the failures one by one.
///
/// # Errors
/// Those of `out`.
pub fn show(suites: &[Suite], out: &mut dyn Write) -> Result<(), Failure> {
    if !suites.is_empty() {
        let mut table = plain(&["suite", "passed", "failed", "what it shows"]);
        for suite in suites {
            let shows = suite
                .skipped
                .as_ref()
                .map_or_else(|| suite.shows.clone(), |why| format!("not run: {why}"));
            table.add_row([
                suite.name.clone(),
                suite.passed.to_string(),
                suite.failed.to_string(),
                shows,
            ]);
        }
        right(&mut table, &[1, 2]);
        writeln!(out, "{}", text(&mut table))?;
    }
    for suite in suites {
        for failure in &suite.failures {
            match failure.strip_prefix(REMARK) {
                Some(remark) => writeln!(out, "remark {}: {}", suite.name, brief(remark))?,
                None => writeln!(out, "FAILED {}: {failure}", suite.name)?,
            }
        }
    }
    Ok(())
}

/// A remark without the most of a long input: what is wrong with curvemark is shown whole, what
/// with a peer is in the JSON.
fn brief(remark: &str) -> String {
    const LONG: usize = 96;
    const SHOWN: usize = 64;
    let shortened = |word: &str| match word.char_indices().nth(SHOWN) {
        Some((end, _)) if word.chars().count() > LONG => {
            format!(
                "{}… ({})",
                &word[..end],
                units::count(word.chars().count() as u64, "character")
            )
        }
        _ => word.to_owned(),
    };
    remark.split(' ').map(shortened).collect::<Vec<_>>().join(" ")
}

/// The table of planted faults, then the verdict.
///
/// # Errors
/// Those of `out`.
fn show_self_test(result: &SelfTest, out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = plain(&["planted fault", "found by"]);
    for fate in &result.fates {
        let found =
            if fate.killed_by.is_empty() { "NOBODY".to_owned() } else { fate.killed_by.join(", ") };
        table.add_row([fate.mutation.clone(), found]);
    }
    writeln!(out, "{}", text(&mut table))?;
    for suite in &result.broken {
        writeln!(out, "FAILED {suite}: fails without any planted fault")?;
    }
    let survivors: Vec<&str> = result.survivors().collect();
    let verdict = match (result.passed(), survivors.is_empty()) {
        (true, _) => {
            format!("{}: all found", units::count(result.fates.len() as u64, "planted fault"))
        }
        (false, false) => format!("NOT FOUND: {}", survivors.join(", ")),
        (false, true) => "the gate does not pass by itself".to_owned(),
    };
    writeln!(out, "\n{verdict}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::brief;

    #[test]
    fn long_words_of_remarks_are_cut() {
        assert_eq!(
            brief("a peer: must be refused; input 00ff"),
            "a peer: must be refused; input 00ff"
        );
        let (just, long) = ("ä".repeat(96), "ä".repeat(97));
        assert_eq!(brief(&format!("input {just}")), format!("input {just}"));
        assert_eq!(
            brief(&format!("input {long} 01")),
            format!("input {}… (97 characters) 01", "ä".repeat(64))
        );
    }
}
