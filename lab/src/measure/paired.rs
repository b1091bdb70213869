//! Two sides of the same thing, measured in one run: a base and a candidate, and the base once more
//! as control.
//!
//! Both sides are implementations, mostly workers of two commits ([`super::launched`]). They must
//! give equal answers before anything is timed. Each operation is asked whether the candidate
//! differs by more than a threshold, at four looks that share the error; over the whole run false
//! discoveries are limited; and a difference counts only when a second measurement, in new
//! processes and with other seeds, finds it again.

use super::budget::{Budget, stretch, took};
use super::clock::{Clock, Wall};
use super::compare::{Row, contract_words};
use super::contest::{Contest, Entry};
use super::fitness::Watch;
use super::schedule::{self, End, Goal, Observer, Plan, at_look};
use super::session::{Relay, again};
use crate::inputs::{POOL, Sampler, pool};
use peer_api::pin::Pin;
use peer_api::{Case, Implementation, Operation, Shape};
use record::statistics::discovery::{FALSE_DISCOVERIES, discoveries};
use record::statistics::sequential::{Answer, Look, Question};
use record::statistics::{Bootstrap, median};
use record::{Health, Machine, Ratio};
use serde::Serialize;
use std::rc::Rc;

/// What a comparison is told.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Seed of inputs and orders.
    pub seed: u64,
    /// Seconds for comparing answers, calibrating and visits.
    pub budget_s: f64,
    /// Whether to pin the thread, and the workers with it.
    pub pin: bool,
    /// What is asked of every operation.
    pub question: Question,
}

/// What a comparison says of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The candidate takes longer, beyond the threshold and beyond chance.
    Slower,
    /// It takes less, likewise.
    Faster,
    /// The difference is surely within the threshold.
    Same,
    /// It is surely no slower than the threshold allows; whether it is faster is not decided.
    NotSlower,
    /// The measurement does not decide.
    Undecided,
    /// It seemed to differ, and a second measurement did not find that again.
    NotConfirmed,
}

impl Change {
    /// In a word or two.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Slower => "slower",
            Self::Faster => "faster",
            Self::Same => "same",
            Self::NotSlower => "not slower",
            Self::Undecided => "undecided",
            Self::NotConfirmed => "not confirmed",
        }
    }
}

/// One operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// Its id.
    pub operation: String,
    /// In words.
    pub title: String,
    /// The contract of both sides.
    pub contract: String,
    /// Median time of the base, thread-CPU.
    pub base_ns: f64,
    /// Median time of the candidate.
    pub candidate_ns: f64,
    /// The candidate's time over the base's, with the interval of one look; its resolution is the
    /// smallest change that would have been seen in four of five repetitions.
    pub ratio: Ratio,
    /// The probability of such a difference by chance, over all looks.
    pub chance: f64,
    /// What follows.
    pub change: Change,
    /// The second measurement, where there was one.
    pub confirmation: Option<Ratio>,
    /// A second copy of the base over the first.
    pub control: Option<Ratio>,
    /// Visits.
    pub visits: u32,
    /// Processes, or places in memory, per side.
    pub launches: u32,
}

/// What came out.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The operations that both sides offer under one contract and of which there are rounds.
    pub pairs: Vec<Pair>,
    /// Operations in which the sides gave different answers; then nothing was timed.
    pub disagreements: Vec<String>,
    /// Whether it can be believed.
    pub health: Health,
    /// Operations that could not be compared, and why: sentences.
    pub missing: Vec<String>,
    /// Why it ended.
    #[serde(skip)]
    pub end: End,
}

/// One operation on its way.
struct Prepared<'a> {
    operation: &'static Operation,
    contract: String,
    contest: Contest<'a>,
}

/// Compares `candidate` with `base`. The calling thread does all the work that is not the workers',
/// and is pinned meanwhile if the options say so.
#[expect(
    clippy::too_many_arguments,
    reason = "what a measurement is made of, as in `session::measure`"
)]
pub fn compare(
    base: &dyn Implementation,
    candidate: &dyn Implementation,
    operations: &[&'static Operation],
    sampler: &dyn Sampler,
    machine: &Machine,
    options: &Options,
    clock: &dyn Clock,
    observer: &mut dyn Observer,
) -> Compared {
    let budget = Budget::new(clock, options.budget_s);
    let pin = if options.pin { Pin::last_cpu() } else { None };
    if let Some(pin) = &pin {
        [base, candidate].iter().for_each(|side| side.pin(pin.cpu()));
    }
    let pinned = options.pin.then_some(pin.is_some());
    let mut watch = Watch::begin(clock, pinned, machine.cpus, machine.virtual_machine).of_pairs();
    let (mut prepared, mut missing, mut disagreements) = (Vec::new(), Vec::new(), Vec::new());
    let mut places = Vec::new();
    let (mut unbegun, mut without_room) = (Vec::new(), Vec::new());
    for (place, &operation) in operations.iter().enumerate() {
        if observer.stop() {
            unbegun.push(operation.id);
            continue;
        }
        if budget.is_prepared() {
            without_room.push(operation.id);
            continue;
        }
        observer.prepares(place);
        match prepare(base, candidate, operation, sampler, options.seed, &budget, clock) {
            Ok(ready) => {
                prepared.push(ready);
                places.push(place);
            }
            Err(Obstacle::Neither) => {}
            Err(Obstacle::NoRoom) => without_room.push(operation.id),
            Err(Obstacle::Disagree(what)) => {
                disagreements.push(format!("{}: {what}", operation.id))
            }
            Err(Obstacle::Missing(why)) => {
                missing.push(format!("{} was not compared: {why}.", operation.id))
            }
        }
    }
    let slow = stretch(&took(prepared.iter().map(|ready| &ready.contest)));
    let rounds_ns: Vec<f64> =
        prepared.iter().map(|ready| slow * ready.contest.round_ns()).collect();
    let holds = without_room.is_empty().then(|| Budget::that_holds(&rounds_ns));
    let out = budget.without_room(&rounds_ns);
    for index in (0..out.len()).rev().filter(|&index| out[index]) {
        without_room.push(prepared.remove(index).operation.id);
        places.remove(index);
    }
    missing.extend(budget.remark(&without_room, holds));
    if !unbegun.is_empty() {
        missing.push(format!("Not compared before it was interrupted: {}.", unbegun.join(", ")));
    }
    if !disagreements.is_empty() {
        let health = watch.end(clock, 0, 0);
        return Compared { pairs: Vec::new(), disagreements, health, missing, end: End::Enough };
    }

    let bootstrap = Bootstrap { seed: options.seed, ..Bootstrap::default() };
    let goal = Goal::Answer { question: options.question, of_control: false };
    let plan = Plan { budget_s: budget.left(), seed: options.seed, bootstrap, goal };
    let about: Vec<(&'static Operation, String)> =
        prepared.iter().map(|ready| (ready.operation, ready.contract.clone())).collect();
    let mut contests: Vec<Contest<'_>> = prepared.into_iter().map(|ready| ready.contest).collect();
    let mut relay = Relay { observer, watch: &mut watch, clock, places };
    let end = schedule::run(&mut contests, &plan, clock, &mut relay);

    let mut found = Vec::new();
    for ((operation, contract), contest) in about.into_iter().zip(&contests) {
        let lost: Vec<String> =
            contest.lost().map(|(name, why)| format!("{name}: {why}")).collect();
        match pair(operation, contract, contest, options, &bootstrap) {
            Some(pair) if lost.is_empty() => found.push(pair),
            _ => {
                let why = match (lost.is_empty(), end) {
                    (false, _) => lost.join("; "),
                    (true, End::Interrupted) => "it was interrupted too soon".to_owned(),
                    (true, End::Enough | End::Budget) => "there was no time for it".to_owned(),
                };
                missing.push(format!("{} was not compared: {why}.", operation.id));
            }
        }
    }
    let chances: Vec<f64> = found.iter().map(|(_, look)| look.chance).collect();
    let rare = discoveries(&chances, FALSE_DISCOVERIES);
    let pairs: Vec<Pair> = found
        .into_iter()
        .zip(rare)
        .map(|((pair, look), rare)| judged(pair, &look, rare, &options.question))
        .collect();
    let controls: Vec<Ratio> = pairs.iter().filter_map(|pair| pair.control).collect();
    let held = controls.iter().filter(|ratio| ratio.low <= 1.0 && 1.0 <= ratio.high).count();
    let health = watch.end(clock, held as u32, controls.len() as u32);
    Compared { pairs, disagreements, health, missing, end }
}

/// Measures again what seemed to differ, with another seed, and says which of it did not hold.
/// `again` measures operations.
pub fn confirm(first: &mut Compared, mut again: impl FnMut(&[String]) -> Compared) {
    let differs = |pair: &&mut Pair| matches!(pair.change, Change::Slower | Change::Faster);
    let ids: Vec<String> =
        first.pairs.iter_mut().filter(differs).map(|pair| pair.operation.clone()).collect();
    if ids.is_empty() {
        return;
    }
    let second = again(&ids);
    for pair in first.pairs.iter_mut().filter(differs) {
        let found = second.pairs.iter().find(|other| other.operation == pair.operation);
        pair.confirmation = found.map(|found| found.ratio);
        pair.change = match (pair.change, found.map(|found| found.change)) {
            (first, Some(second)) if first == second => first,
            // A gain that is not found again leaves what both measurements say: that it is no loss.
            (Change::Faster, Some(Change::Same | Change::NotSlower)) => Change::NotSlower,
            _ => Change::NotConfirmed,
        };
    }
    if second.end == End::Interrupted {
        first.end = End::Interrupted;
    }
}

/// Why an operation is not measured.
enum Obstacle {
    /// Nobody offers it, which is no news.
    Neither,
    /// The budget has no room to compare all answers.
    NoRoom,
    /// The answers differ.
    Disagree(String),
    /// Anything else, in words.
    Missing(String),
}

/// Checks that both sides do the same thing, and calibrates them and the control.
fn prepare<'a>(
    base: &'a dyn Implementation,
    candidate: &'a dyn Implementation,
    operation: &'static Operation,
    sampler: &dyn Sampler,
    seed: u64,
    budget: &Budget<'_>,
    clock: &dyn Clock,
) -> Result<Prepared<'a>, Obstacle> {
    let contract = match (base.contract(operation), candidate.contract(operation)) {
        (None, None) => return Err(Obstacle::Neither),
        (Some(_), None) => {
            return Err(Obstacle::Missing("the candidate does not offer it".to_owned()));
        }
        (None, Some(_)) => return Err(Obstacle::Missing("the base does not offer it".to_owned())),
        (Some(old), Some(new)) if old != new => {
            let words = [&old, &new].map(contract_words);
            return Err(Obstacle::Missing(format!(
                "the base is {}, the candidate {}",
                words[0], words[1]
            )));
        }
        (Some(contract), Some(_)) => contract,
    };
    let missing =
        |side: &str, why: &dyn std::fmt::Display| Obstacle::Missing(format!("{side}: {why}"));
    let cases = pool(operation, seed, POOL, sampler).map_err(|why| missing("its inputs", &why))?;
    let cases = Rc::<[Case]>::from(cases);
    let start = clock.start().wall_ns;
    let mut ours = base.prepare(operation, &cases).map_err(|why| missing("the base", &why))?;
    let costs_ns = clock.start().wall_ns - start;
    let mut theirs =
        candidate.prepare(operation, &cases).map_err(|why| missing("the candidate", &why))?;
    for index in 0..cases.len() {
        // Nothing is timed of which not all answers were compared.
        if budget.is_prepared() {
            return Err(Obstacle::NoRoom);
        }
        let (old, new) = (ours.answer(index), theirs.answer(index));
        if old != new {
            let said = |answer: Result<Vec<u8>, peer_api::Refusal>| match answer {
                Ok(bytes) => base16ct::lower::encode_string(&bytes).chars().take(64).collect(),
                Err(why) => why.to_string(),
            };
            return Err(Obstacle::Disagree(format!(
                "in case {index} of seed {seed} the base says {}, the candidate {}",
                said(old),
                said(new)
            )));
        }
    }
    let copy = base.prepare(operation, &cases).map_err(|why| missing("the control", &why))?;
    let wall = Wall(clock);
    let timer = wall.for_operation(operation);
    let calibrate = |name, body| {
        Entry::calibrate_within(budget.longest_call_ns(), name, contract, body, timer)
            .map_err(|suspect| missing(&format!("the {name}"), &suspect))
    };
    let old = calibrate("base", ours)?;
    let new =
        calibrate("candidate", theirs)?.renewed(costs_ns, again(candidate, operation, &cases));
    let control = old.twin("control", copy).renewed(costs_ns, again(base, operation, &cases));
    let old = old.renewed(costs_ns, again(base, operation, &cases));
    let contest = Contest::new(vec![old, new], Some(control));
    let contest = contest.by_wall(operation.shape == Shape::Threads);
    Ok(Prepared { operation, contract: contract_words(&contract), contest })
}

/// The figures of an operation; none without an interval.
fn pair(
    operation: &Operation,
    contract: String,
    contest: &Contest<'_>,
    options: &Options,
    bootstrap: &Bootstrap,
) -> Option<(Pair, Look)> {
    let (rows, control) = contest.rows();
    let [base, candidate] = &rows[..] else { return None };
    let ask = |row: &Row| at_look(row, base, &options.question, bootstrap);
    let look = ask(candidate)?;
    let pair = Pair {
        operation: operation.id.to_owned(),
        title: operation.title.to_owned(),
        contract,
        base_ns: middle(base)?,
        candidate_ns: middle(candidate)?,
        ratio: Ratio::of(&look.interval),
        chance: look.chance,
        change: Change::Undecided,
        confirmation: None,
        control: control.as_ref().and_then(ask).map(|look| Ratio::of(&look.interval)),
        visits: contest.visits(),
        launches: contest.renewals() + 1,
    };
    Some((pair, look))
}

/// The median of a row's rounds, thread-CPU, per call.
fn middle(row: &Row) -> Option<f64> {
    let times: Vec<f64> = row.rounds.iter().map(|round| round.cpu_ns).collect();
    median(&times)
}

/// What follows from a look. A gain that hovers about the threshold is neither surely beyond it nor
/// surely within, however long one measures; but it is surely no loss, and a gate asks no more.
fn judged(mut pair: Pair, look: &Look, rare: bool, question: &Question) -> Pair {
    pair.change = match look.answer {
        Answer::Above if rare => Change::Slower,
        Answer::Below if rare => Change::Faster,
        Answer::Equal => Change::Same,
        _ if look.interval.high < question.equal_within => Change::NotSlower,
        _ => Change::Undecided,
    };
    pair
}

#[cfg(test)]
mod tests;
