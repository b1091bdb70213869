//! The correctness gate: nothing is timed before it has passed.
//!
//! Seven kinds of suites, in this order:
//!
//! - known answers (`suites`): published cases, from [`vectors`], through a [`subject::Subject`];
//! - algebraic laws ([`laws`]): what must hold of any inputs, with slow integers of another library
//!   as the judge of fields;
//! - agreement (`agreement`): all implementations give the same bytes on random inputs and edges;
//! - encodings (`encodings`): which malformed points each implementation takes, against the
//!   specification;
//! - threads ([`stress`]): the same answers from four threads at once;
//! - garbage (`fuzzing`): a verdict or an error for every input of every function that takes bytes,
//!   in the full tier;
//! - programs (`evmmax`): random ones of EVMMAX, whose witness is its own generic backend.
//!
//! A difference among peers that the specification decides against a peer is a remark and no
//! failure: it stands among the suite's `failures` with the word `remark`, and is not counted in
//! `failed`. The gate can be checked itself: [`mutants`]. [`engines`] runs it on every engine of
//! the CPU.

use std::time::Instant;

use peer_api::Implementation;

use crate::names::Names;

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
pub(crate) use garbage::names as garbage_names;
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
    /// At least ten thousand random inputs for every operation but the batches: minutes. Then
    /// garbage: hours, see [`Stage::Garbage`].
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
    /// Random and mutated bytes for every function that takes bytes: no panic, no input that takes
    /// 10 ms. In the full tier a million for each that takes under 20 µs, and ten minutes of a CPU
    /// for each slower one, unless `CURVEMARK_GARBAGE` and `CURVEMARK_GARBAGE_SECONDS` say other
    /// numbers.
    Garbage,
    /// Random programs of EVMMAX on all its backends: two thousand, or in the full tier a million.
    Evmmax,
}

impl Stage {
    /// All, in the order in which they run.
    pub const ALL: [Self; 7] = [
        Self::Vectors,
        Self::Laws,
        Self::Agreement,
        Self::Encodings,
        Self::Threads,
        Self::Garbage,
        Self::Evmmax,
    ];

    /// The first part of its suites' names.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vectors => "vectors",
            Self::Laws => "laws",
            Self::Agreement => "agreement",
            Self::Encodings => "encodings",
            Self::Threads => "threads",
            Self::Garbage => "garbage",
            Self::Evmmax => "evmmax",
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
    /// The operations of [`Stage::Agreement`] and the functions of [`Stage::Garbage`] whose names
    /// are meant, where not all are.
    pub only: Option<Names>,
    /// The names of implementations that are not asked, since nothing of theirs is timed.
    pub without: Vec<&'static str>,
}

impl Plan {
    /// Everything, with the full published suites if the variable [`vectors::FOLDER`] names them.
    pub fn of(tier: Tier) -> Self {
        Self {
            tier,
            origin: Origin::from_environment(),
            stages: Stage::ALL.to_vec(),
            only: None,
            without: Vec::new(),
        }
    }

    /// Whether an operation or a function of this name is asked for.
    fn has(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|names| names.has(name))
    }
}

/// Runs every suite of a plan.
///
/// All runs on the calling thread but for the suite of threads, since an `Implementation` need not
/// be `Send`. Neither a wrong answer nor a panic in an implementation ends the gate: both are
/// failures in the record.
pub fn check(
    plan: &Plan,
    subject: &dyn Subject,
    implementations: &[Box<dyn Implementation>],
    progress: Progress<'_>,
) -> record::Gate {
    let start = Instant::now();
    let tier = plan.tier;
    let vectors = plan.origin.load();
    let asked = |one: &&dyn Implementation| !plan.without.contains(&one.about().name);
    let implementations: Vec<&dyn Implementation> =
        implementations.iter().map(Box::as_ref).filter(asked).collect();
    let implementations = implementations.as_slice();
    let mut all = Vec::new();
    for stage in Stage::ALL {
        match stage {
            _ if !plan.stages.contains(&stage) => {
                all.push(tally::skipped(stage.name(), "not asked for"))
            }
            Stage::Vectors => all.extend(suites::all(subject, &vectors, progress)),
            Stage::Laws => {
                all.push(laws::of_subject(tier, subject, progress));
                all.extend(laws::of_implementations(tier, implementations, progress));
            }
            Stage::Agreement => {
                all.extend(agreement::all(plan, &vectors, implementations, progress))
            }
            Stage::Encodings => all.extend(encodings::all(&vectors, implementations, progress)),
            Stage::Threads => all.push(stress::threads(subject, progress)),
            Stage::Garbage => all.extend(garbage::all(plan, progress)),
            Stage::Evmmax => all.push(evmmax::programs(tier, progress)),
        }
    }
    record::Gate {
        tier: tier.words().to_owned(),
        vectors: plan.origin.words().to_owned(),
        suites: all,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Whether a gate lets the measurement begin: suites ran, and no case of any failed. A suite is
/// skipped where an operation has fewer than two implementations, so that nobody could agree, and
/// where the plan leaves out its stage.
pub fn passed(gate: &record::Gate) -> bool {
    gate.suites.iter().all(|suite| suite.failed == 0)
        && gate.suites.iter().any(|suite| suite.passed > 0)
}
