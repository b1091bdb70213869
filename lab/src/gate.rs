//! The correctness gate: nothing is timed before it has passed.
//!
//! Five kinds of suites, in this order:
//!
//! - known answers (`suites`): published cases, from [`vectors`], through a [`subject::Subject`];
//! - algebraic laws ([`laws`]): what must hold of any inputs, with slow integers of another library as the judge of fields;
//! - agreement (`agreement`): all implementations give the same bytes on random inputs and edges;
//! - encodings (`encodings`): which malformed points each implementation takes, against the specification;
//! - threads ([`stress`]): the same answers from four threads at once.
//!
//! A difference among peers that the specification decides against a peer is a remark and no failure: it stands among the suite's
//! `failures` with the word `remark`, and is not counted in `failed`. The gate can be checked itself: [`mutants`].

use std::time::Instant;

use peer_api::Implementation;

use crate::store::record;

mod agreement;
mod ask;
mod encodings;
mod inputs;
pub mod laws;
pub mod mutants;
pub mod stress;
pub mod subject;
mod suites;
mod tally;
pub mod vectors;

use subject::Subject;
use vectors::Origin;

/// The name of the implementation that the gate is about; the others are its witnesses.
pub const OURS: &str = "curvemark";

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Edges and some dozens of random inputs: seconds.
    Quick,
    /// At least ten thousand random inputs for every operation but the batches: minutes.
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

/// Runs every suite. The vectors are the full suites if the variable [`vectors::FOLDER`] names them, else the repository's own.
///
/// All runs on the calling thread but for the suite of threads, since an `Implementation` need not be `Send`. Neither a wrong answer nor a
/// panic in an implementation ends the gate: both are failures in the record.
pub fn check(
    tier: Tier,
    subject: &dyn Subject,
    implementations: &[Box<dyn Implementation>],
    progress: Progress<'_>,
) -> record::Gate {
    check_with(tier, &Origin::from_environment(), subject, implementations, progress)
}

/// As [`check`], with the vectors' origin given.
pub fn check_with(
    tier: Tier,
    origin: &Origin,
    subject: &dyn Subject,
    implementations: &[Box<dyn Implementation>],
    progress: Progress<'_>,
) -> record::Gate {
    let start = Instant::now();
    let vectors = origin.load();
    let mut all = suites::all(subject, &vectors, progress);
    all.push(laws::of_subject(tier, subject, progress));
    all.extend(laws::of_implementations(tier, implementations, progress));
    all.extend(agreement::all(tier, &vectors, implementations, progress));
    all.extend(encodings::all(&vectors, implementations, progress));
    all.push(stress::threads(subject, progress));
    record::Gate {
        tier: tier.words().to_owned(),
        vectors: origin.words().to_owned(),
        suites: all,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Whether a gate lets the measurement begin: there were suites, and no case of any failed. A suite is skipped only where an operation
/// has fewer than two implementations, so that nobody could agree.
pub fn passed(gate: &record::Gate) -> bool {
    !gate.suites.is_empty() && gate.suites.iter().all(|suite| suite.failed == 0)
}
