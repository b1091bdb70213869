//! The gate on every engine that this CPU runs.
//!
//! All of it runs on the fastest one, beside all peers. On each slower one, which is what users of
//! other CPUs get, the stack meets the known answers, the laws and the threads again, and every
//! operation is compared with the fastest engine's, which was compared with the peers: to ask those
//! again would double the time and show nothing more.

use curve::engines::cpu::Engine;
use peer_api::Implementation;

use super::subject::Subject;
use super::tally;
use super::{OURS, Plan, Progress, Stage};
use crate::engine::{Limit, allowed};
use crate::implementations::OnEngine;
use record::Gate;

/// The engines that are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engines {
    /// The fastest one that is allowed: what a run that follows will time.
    InForce,
    /// That one and all slower ones.
    All,
}

/// What a slower engine meets.
const STAGES: [Stage; 4] = [Stage::Vectors, Stage::Laws, Stage::Agreement, Stage::Threads];

/// As [`super::check`], for curvemark on these engines. Suites of slower ones begin with the
/// engine's name. First of all it tells how many suites there are, under no name.
pub fn check(
    plan: &Plan,
    engines: Engines,
    subject: &dyn Subject,
    implementations: &[Box<dyn Implementation>],
    progress: Progress<'_>,
) -> Gate {
    let suites = tally::count(|tell| {
        all(plan, engines, subject, implementations, tell);
    });
    progress("", 0, suites);
    all(plan, engines, subject, implementations, progress)
}

fn all(
    plan: &Plan,
    engines: Engines,
    subject: &dyn Subject,
    implementations: &[Box<dyn Implementation>],
    progress: Progress<'_>,
) -> Gate {
    let mut gate = super::check(plan, subject, implementations, progress);
    if engines == Engines::InForce {
        return gate;
    }
    if let [fastest, slower @ ..] = allowed().as_slice() {
        for &engine in slower {
            let again = on(engine, *fastest, plan, subject, progress);
            let ran = again.suites.into_iter().filter(|suite| suite.skipped.is_none());
            gate.suites.extend(ran);
            gate.seconds += again.seconds;
        }
    }
    gate
}

fn on(
    engine: Engine,
    fastest: Engine,
    asked: &Plan,
    subject: &dyn Subject,
    progress: Progress<'_>,
) -> Gate {
    let plan = |stages: Vec<Stage>| Plan { stages, ..asked.clone() };
    let named = |suite: &str| format!("{}/{suite}", engine.name());
    let tell = |suite: &str, done: u64, total: u64| progress(&named(suite), done, total);
    let pair =
        |engine: Engine, name| Box::new(OnEngine { name, engine }) as Box<dyn Implementation>;
    let stages = STAGES.into_iter().filter(|stage| asked.stages.contains(stage));
    let (alone, compared): (Vec<Stage>, Vec<Stage>) =
        stages.partition(|stage| *stage != Stage::Agreement);
    let mut gate = {
        let _limit = Limit::to(engine);
        super::check(&plan(alone), subject, &[pair(engine, OURS)], &tell)
    };
    let other = match fastest {
        Engine::Portable => "curvemark (portable)",
        Engine::Adx => "curvemark (adx)",
        Engine::Doubles => "curvemark (doubles)",
        Engine::Doubles512 => "curvemark (doubles512)",
        Engine::Lanes => "curvemark (lanes)",
        Engine::Rns => "curvemark (rns)",
    };
    let agreement =
        super::check(&plan(compared), subject, &[pair(engine, OURS), pair(fastest, other)], &tell);
    gate.suites.extend(agreement.suites);
    gate.seconds += agreement.seconds;
    gate.suites.iter_mut().for_each(|suite| suite.name = named(&suite.name));
    gate
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::Tier;
    use crate::implementations::{CurvemarkSubject, linked};
    use std::cell::{Cell, RefCell};

    #[test]
    fn the_suites_that_are_told_of_are_as_many_as_were_announced() {
        let stages = vec![Stage::Vectors, Stage::Encodings, Stage::Threads];
        let plan = Plan { stages, ..Plan::of(Tier::Quick) };
        let (announced, begun) = (Cell::new(0), RefCell::new(Vec::<String>::new()));
        let tell = |name: &str, _: u64, total: u64| {
            if name.is_empty() {
                assert!(begun.borrow().is_empty(), "before anything is checked");
                announced.set(total);
            } else if begun.borrow().last().is_none_or(|last| last != name) {
                begun.borrow_mut().push(name.to_owned());
            }
        };
        let gate = check(&plan, Engines::All, &CurvemarkSubject::SOUND, &linked(), &tell);
        assert!(gate.suites.iter().all(|suite| suite.failed == 0));
        assert_eq!(announced.get(), begun.borrow().len() as u64, "{:?}", begun.borrow());
        assert!(announced.get() > 10);
    }
}
