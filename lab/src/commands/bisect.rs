//! `curvemark bisect`: which commit made an operation slower, by paired runs against the good end.

use super::bar::Bar;
use super::compare::percent;
use super::compare::side::{Builds, not_built};
use super::interrupt::Guard;
use super::run::budget;
use super::{Exit, Failure, World, json, operation_named};
use crate::builds::{Builder, NotBuilt, short};
use crate::measure::launched::Launched;
use crate::measure::machine::machine;
use crate::measure::paired::{Compared, Options, compare};
use crate::measure::schedule::End;
use crate::terminal::live::Shown;
use crate::terminal::progress::Progress;
use crate::terminal::table::{plain, text};
use crate::terminal::units;
use clap::Args;
use peer_api::Operation;
use record::Ratio;
use record::statistics::sequential::Question;
use serde::Serialize;
use std::io::Write;

/// Arguments of `bisect`.
#[derive(Debug, Args)]
#[command(
    after_help = "Each commit on the way is built once and measured next to GOOD in one run, as `compare` does \
    it; it counts as bad if it has more than half of the change between the two ends. Commits that \
    cannot be built are passed over and named. What was measured while the machine was unfit is \
    measured again, twice at most.\n\n\
    Exits with 0 if one commit was found, with 4 if the machine was unfit three times, with 5 if \
    the ends do not differ, or if a measurement does not decide.\n\n\
    Example:\n  \
    curvemark bisect bls12-381/pairing v1 HEAD"
)]
pub struct Arguments {
    /// The operation that became slower
    operation: String,
    /// A commit at which it was fast
    good: String,
    /// A later commit at which it is slow
    #[arg(default_value = "HEAD")]
    bad: String,
    /// Seconds to measure each commit, building not counted
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = budget)]
    budget: f64,
    /// The ends must differ by more than this many per cent
    #[arg(long, value_name = "PERCENT", default_value = "1", value_parser = percent)]
    threshold: f64,
    /// Seed of the inputs and of every order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    builds: Builds,
    /// Do not pin the measuring thread to a CPU
    #[arg(long)]
    no_pin: bool,
    /// Do not say on stderr how far it is, nor what cargo does
    #[arg(long)]
    quiet: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// How often a commit is measured before an unfit machine ends the search: building takes minutes,
/// and a disturbance passes.
const TRIES: u32 = 3;

/// One commit that was looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Step {
    commit: String,
    /// Its time over that of the good end.
    ratio: Option<Ratio>,
    /// `good`, `bad`, `undecided`, or why there is no figure.
    verdict: String,
}

/// The answer of `--json`.
#[derive(Serialize)]
struct Whole<'a> {
    operation: &'static str,
    steps: &'a [Step],
    /// The first bad commit, and those before it that could not be built and may be the one.
    found: Option<&'a str>,
    passed_over: &'a [String],
}

/// What is measured, and where it was good.
struct Search<'a, 'w> {
    arguments: &'a Arguments,
    world: &'a World<'w>,
    builder: Builder,
    operation: [&'static Operation; 1],
    good: Launched,
    good_hash: String,
    steps: Vec<Step>,
    guard: Guard,
    progress: Progress,
}

/// What a commit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Good,
    Bad,
    Unknown,
    NotBuilt,
}

impl Search<'_, '_> {
    /// Measures a commit beside the good end and keeps a step. `Above` the question is bad, `Equal`
    /// or below is good.
    fn try_commit(
        &mut self,
        commit: &str,
        question: Question,
    ) -> Result<(Kind, Option<Ratio>), Failure> {
        let built = match self.builder.build(commit) {
            // Whoever interrupts a build ends cargo: that says nothing about the commit.
            _ if self.guard.asked() => return Err(self.interrupted(commit)),
            Ok(built) => built,
            Err(why @ (NotBuilt::Cargo { .. } | NotBuilt::NoPackage { .. })) => {
                self.steps.push(Step {
                    commit: commit.to_owned(),
                    ratio: None,
                    verdict: why.to_string(),
                });
                return Ok((Kind::NotBuilt, None));
            }
            Err(why) => return Err(not_built(&why)),
        };
        let step = |ratio, verdict: &str| Step {
            commit: commit.to_owned(),
            ratio,
            verdict: verdict.to_owned(),
        };
        if built.hash == self.good_hash {
            self.steps.push(step(None, "good: the same program"));
            return Ok((Kind::Good, None));
        }
        let unusable =
            |why| Failure::usage(format!("the worker of {} cannot be used: {why}", short(commit)));
        let candidate = Launched::find(&built.program, self.arguments.seed).map_err(unusable)?;
        let Arguments { seed, budget, no_pin, .. } = *self.arguments;
        let options = Options { seed, budget_s: budget, pin: !no_pin, question };
        let World { sampler, clock, .. } = self.world;
        let measure = || {
            let mut bar =
                Bar::new(&self.progress, &self.guard, Shown::Change, "bisecting", &self.operation);
            let machine = machine(*clock);
            compare(
                &self.good,
                &candidate,
                &self.operation,
                *sampler,
                &machine,
                &options,
                *clock,
                &mut bar,
            )
        };
        let mut compared = measure();
        for _ in 1..TRIES {
            // What is final on an unfit machine too: other answers, the user's wish, and that there
            // is nothing to measure.
            if compared.health.fit || compared.end == End::Interrupted || compared.pairs.is_empty()
            {
                break;
            }
            compared = measure();
        }
        let Compared { pairs, disagreements, missing, end, health } = compared;
        if end == End::Interrupted {
            return Err(self.interrupted(commit));
        }
        if let Some(problem) = disagreements.first() {
            return Err(Failure::Said(Exit::Incorrect, format!("at {}, {problem}", short(commit))));
        }
        let Some(pair) = pairs.first() else {
            let why = missing.first().map_or("there was no time for it", String::as_str);
            return Err(Failure::Said(Exit::Inconclusive, format!("at {}: {why}", short(commit))));
        };
        if !health.fit {
            let why = health.remarks.join(" ");
            return Err(Failure::Said(
                Exit::Unfit,
                format!("at {}, the machine was unfit {TRIES} times: {why}", short(commit)),
            ));
        }
        let limit = question.differs_by.exp();
        let kind = if pair.ratio.low > limit {
            Kind::Bad
        } else if pair.ratio.high < limit {
            Kind::Good
        } else {
            Kind::Unknown
        };
        let word = match kind {
            Kind::Bad => "bad",
            Kind::Good => "good",
            _ => "undecided",
        };
        self.steps.push(step(Some(pair.ratio), word));
        Ok((kind, Some(pair.ratio)))
    }

    /// What is said when somebody ends the search.
    fn interrupted(&self, commit: &str) -> Failure {
        let (exit, tried) = match self.steps.len() as u64 {
            0 => (Exit::Interrupted, "no commit was measured".to_owned()),
            n => (Exit::Inconclusive, format!("after {}", units::count(n, "commit"))),
        };
        Failure::Said(exit, format!("interrupted at {}, {tried}", short(commit)))
    }
}

/// Runs `bisect`.
///
/// # Errors
/// [`Failure`] for arguments that cannot be used, for commits that cannot be built at the ends, or
/// if `out` fails.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let operation = operation_named(&arguments.operation)?;
    let builder = arguments.builds.builder(arguments.quiet).map_err(|why| not_built(&why))?;
    let commit = |name: &str| builder.commit(name).map_err(|why| not_built(&why));
    let (good, bad) = (commit(&arguments.good)?, commit(&arguments.bad)?);
    let line = builder.between(&good, &bad).map_err(|why| not_built(&why))?;
    if line.is_empty() {
        return Err(Failure::usage("the two ends are one commit"));
    }
    let built = builder.build(&good).map_err(|why| not_built(&why))?;
    let worker = Launched::find(&built.program, arguments.seed).map_err(|why| {
        Failure::usage(format!("the worker of {} cannot be used: {why}", short(&good)))
    })?;
    let mut search = Search {
        arguments,
        world,
        builder,
        operation: [operation],
        good: worker,
        good_hash: built.hash,
        steps: Vec::new(),
        guard: Guard::before_visits(),
        progress: Progress::new(1, arguments.quiet),
    };
    let found = match narrow(&mut search, &line) {
        // What was found out until then is worth as much as before.
        Err(why) if search.guard.asked() && !search.steps.is_empty() => {
            search.progress.clear();
            if !arguments.json {
                write!(out, "{}", steps_table(&search.steps))?;
            }
            return Err(why);
        }
        found => found?,
    };
    let Search { builder, steps, progress, .. } = search;
    progress.clear();
    let (first, passed_over) = match &found {
        Some(range) => (range.last().map(String::as_str), &range[..range.len() - 1]),
        None => (None, &[][..]),
    };
    if arguments.json {
        json(out, &Whole { operation: operation.id, steps: &steps, found: first, passed_over })?;
    } else {
        show(&steps, first, passed_over, &builder, out)?;
    }
    Ok(if first.is_some() { Exit::Good } else { Exit::Inconclusive })
}

/// The first bad commit of a line whose last is bad, at the end of those before it that could not
/// be built; none if a measurement does not decide.
fn narrow(search: &mut Search<'_, '_>, line: &[String]) -> Result<Option<Vec<String>>, Failure> {
    let threshold = (search.arguments.threshold / 100.0).ln_1p();
    let ends = search.try_commit(&line[line.len() - 1], Question::gate(threshold, 1))?;
    let (Kind::Bad, Some(ratio)) = ends else { return Ok(None) };
    let half = ratio.value.ln() / 2.0;
    let question = Question { differs_by: half, equal_within: half, chance: 1.0 };
    // Everything before `low` is good, `high` is bad.
    let (mut low, mut high) = (0, line.len() - 1);
    let mut broken = vec![false; line.len()];
    while low < high {
        let middle = low.midpoint(high);
        // The nearest that can be built: later ones first, then earlier ones.
        let mut places = (middle..high).chain((low..middle).rev()).filter(|place| !broken[*place]);
        let Some(place) = places.next() else { break };
        match search.try_commit(&line[place], question)?.0 {
            Kind::Good => low = place + 1,
            Kind::Bad => high = place,
            Kind::NotBuilt => broken[place] = true,
            Kind::Unknown => return Ok(None),
        }
    }
    Ok(Some(line[low..=high].to_vec()))
}

/// What is known of each commit that was tried, and an empty line.
fn steps_table(steps: &[Step]) -> String {
    let mut table = plain(&["commit", "against GOOD", "verdict"]);
    for Step { commit, ratio, verdict } in steps {
        let change = ratio.as_ref().map_or_else(|| "-".to_owned(), super::compare::change);
        table.add_row([short(commit).to_owned(), change, verdict.clone()]);
    }
    format!("{}\n\n", text(&mut table))
}

fn show(
    steps: &[Step],
    first: Option<&str>,
    passed_over: &[String],
    builder: &Builder,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    write!(out, "{}", steps_table(steps))?;
    match first {
        Some(first) => {
            let subject = builder.subject(first).unwrap_or_default();
            writeln!(out, "The first slow commit is {} {subject}", short(first))?;
            if !passed_over.is_empty() {
                let names: Vec<&str> = passed_over.iter().map(|commit| short(commit)).collect();
                writeln!(
                    out,
                    "or one of those before it that cannot be built: {}",
                    names.join(", ")
                )?;
            }
        }
        None => writeln!(out, "No commit was found: see the last line of the table.")?,
    }
    Ok(())
}
