//! The correctness gate: nothing is timed before it has passed.
//!
//! Six kinds of suites, in this order:
//!
//! - known answers (`suites`): published cases, from [`vectors`], through a [`subject::Subject`];
//! - algebraic laws ([`laws`]): what must hold of any inputs, with slow integers of another library as the judge of
//!   fields;
//! - agreement (`agreement`): all implementations give the same bytes on random inputs and edges;
//! - encodings (`encodings`): which malformed points each implementation takes, against the specification;
//! - threads ([`stress`]): the same answers from four threads at once;
//! - garbage (`garbage`): a verdict or an error for every input of every function that takes bytes, in the full tier.
//!
//! [`engines::check`] adds random programs of EVMMAX (`evmmax`), whose witness is its own generic backend.
//!
//! A difference among peers that the specification decides against a peer is a remark and no failure: it stands among
//! the suite's `failures` with the word `remark`, and is not counted in `failed`. The gate can be checked itself:
//! [`mutants`]. [`engines`] runs it on every engine of the CPU.

use std::time::Instant;

use peer_api::Implementation;

mod agreement;
mod ask;
mod encodings;
pub mod engines;
mod evmmax;
mod garbage;
mod inputs;
pub mod laws;
pub mod mutants;
pub mod stress;
mod suites;
mod tally;
pub mod vectors;

pub(crate) use encodings::corpus as adversarial;
pub use peer_api::subject;
use peer_api::subject::Subject;
pub(crate) use tally::REMARK;
use vectors::Origin;

/// The name of the implementation that the gate is about; the others are its witnesses.
pub const OURS: &str = "curvemark";

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Edges and some dozens of random inputs: seconds.
    Quick,
    /// At least ten thousand random inputs for every operation but the batches: minutes. Then garbage: hours, see [`Stage::Garbage`].
    Full,
}

impl Tier {
    /// As a record says it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Full => "full",
        }
    }
}

/// Hears the name of the suite, the checks done and the checks there are.
pub type Progress<'a> = &'a dyn Fn(&str, u64, u64);

/// A kind of suites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Known answers.
    Vectors,
    /// Algebraic laws, of the stack and of each implementation.
    Laws,
    /// Agreement of the implementations.
    Agreement,
    /// What each implementation takes and refuses.
    Encodings,
    /// Several threads at once.
    Threads,
    /// Random and mutated bytes for every function that takes bytes: no panic, no input that takes 10 ms. In the full tier a million for each that takes under
    /// 20 µs, and ten minutes of a thread for each slower one, unless `CURVEMARK_GARBAGE` and `CURVEMARK_GARBAGE_SECONDS` say other numbers.
    Garbage,
}

impl Stage {
    /// All, in the order in which they run.
    pub const ALL: [Self; 6] =
        [Self::Vectors, Self::Laws, Self::Agreement, Self::Encodings, Self::Threads, Self::Garbage];

    /// The first part of its suites' names.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vectors => "vectors",
            Self::Laws => "laws",
            Self::Agreement => "agreement",
            Self::Encodings => "encodings",
            Self::Threads => "threads",
            Self::Garbage => "garbage",
        }
    }
}

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How much.
    pub tier: Tier,
    /// Which vectors.
    pub origin: Origin,
    /// Which kinds of suites. One that is left out stands in the record as skipped.
    pub stages: Vec<Stage>,
}

impl Plan {
    /// Everything, with the full published suites if the variable [`vectors::FOLDER`] names them.
    pub fn of(tier: Tier) -> Self {
        Self { tier, origin: Origin::from_environment(), stages: Stage::ALL.to_vec() }
    }
}

/// Runs every suite. The vectors are the full suites if the variable [`vectors::FOLDER`] names them, else the
/// repository's own.
///
/// All runs on the calling thread but for the suite of threads, since an `Implementation` need not be `Send`. Neither a
/// wrong answer nor a panic in an implementation ends the gate: both are failures in the record.
pub fn check(
    tier: Tier,
    subject: &dyn Subject,
    implementations: &[Box<dyn Implementation>],
    progress: Progress<'_>,
) -> record::Gate {
    check_with(&Plan::of(tier), subject, implementations, progress)
}

/// As [`check`], by a plan.
pub fn check_with(
    plan: &Plan,
    subject: &dyn Subject,
    implementations: &[Box<dyn Implementation>],
    progress: Progress<'_>,
) -> record::Gate {
    let start = Instant::now();
    let tier = plan.tier;
    let vectors = plan.origin.load();
    let mut all = Vec::new();
    for stage in Stage::ALL {
        match stage {
            _ if !plan.stages.contains(&stage) => all.push(tally::skipped(stage.name(), "not asked for")),
            Stage::Vectors => all.extend(suites::all(subject, &vectors, progress)),
            Stage::Laws => {
                all.push(laws::of_subject(tier, subject, progress));
                all.extend(laws::of_implementations(tier, implementations, progress));
            }
            Stage::Agreement => all.extend(agreement::all(tier, &vectors, implementations, progress)),
            Stage::Encodings => all.extend(encodings::all(&vectors, implementations, progress)),
            Stage::Threads => all.push(stress::threads(subject, progress)),
            Stage::Garbage => all.extend(garbage::all(tier, progress)),
        }
    }
    record::Gate {
        tier: tier.words().to_owned(),
        vectors: plan.origin.words().to_owned(),
        suites: all,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Whether a gate lets the measurement begin: suites ran, and no case of any failed. A suite is skipped where an
/// operation has fewer than two implementations, so that nobody could agree, and where the plan leaves out its stage.
pub fn passed(gate: &record::Gate) -> bool {
    gate.suites.iter().all(|suite| suite.failed == 0) && gate.suites.iter().any(|suite| suite.passed > 0)
}
