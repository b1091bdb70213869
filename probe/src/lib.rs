//! What the lab asks of an implementation besides its time: which bytes it takes, who works for it,
//! what it answers to several callers at once.
//!
//! Each function asks an [`Implementation`], in this process or in another, and gives back a plain
//! account of what was answered ([`record::probe`]); what follows from it is for
//! [`record::findings`] to say. Nothing here knows a curve.
#![forbid(unsafe_code)]
#![allow(clippy::integer_division_remainder_used, reason = "it divides counts, never secrets")]

mod codec;
mod host;
mod leak;
mod signing;

pub use codec::codec;
pub use host::{host, hosted};
pub use leak::{between, leak};
pub use signing::{Ask, Attack, Loot, Verify, signing};

use peer_api::{Body, Case, Implementation, Kind, Operation, Refusal, audit};
use record::probe::{Probe, Probed, Threads, Together, Trial};

/// One input of an adversarial corpus.
#[derive(Clone, Debug)]
pub struct Input {
    /// What is wrong with it, or `valid`.
    pub class: String,
    /// The arguments.
    pub case: Case,
    /// Whether the specification takes it.
    pub valid: bool,
}

/// The answers of an implementation to single cases: a pool with a bad case in it may be refused as
/// a whole.
fn ask(
    implementation: &dyn Implementation,
    operation: &Operation,
    case: &Case,
) -> Result<Vec<u8>, Refusal> {
    implementation
        .prepare(operation, std::slice::from_ref(case))
        .and_then(|mut body| body.answer(0))
}

/// What an implementation takes of a corpus: an answer, or for operations whose answer is a
/// verdict, the verdict one. Inputs that it cannot be asked are left out, and so are those in which
/// it was lost.
pub fn corpus(
    implementation: &dyn Implementation,
    operation: &Operation,
    inputs: &[Input],
) -> Option<Vec<Trial>> {
    implementation.contract(operation)?;
    let trial = |input: &Input| {
        let taken = match ask(implementation, operation, &input.case) {
            Ok(verdict) if operation.result == Kind::Verdict => verdict == [1],
            Ok(_) => true,
            Err(Refusal::Invalid) => false,
            Err(Refusal::Unsupported(_) | Refusal::Lost(_)) => return None,
        };
        Some(Trial { class: input.class.clone(), valid: input.valid, taken })
    };
    Some(inputs.iter().filter_map(trial).collect())
}

/// Who works during `calls` calls of a body. `None` where its process does not say, or was lost.
pub fn threads(body: &mut dyn Body, calls: u32) -> Option<Threads> {
    let seen = match body.audited(calls) {
        Some(answer) => answer.ok()?,
        None => audit::audit(body, calls),
    };
    let calls = f64::from(calls.max(1));
    Some(Threads {
        process_ns: seen.process_ns / calls,
        thread_ns: seen.thread_ns / calls,
        wall_ns: seen.wall_ns / calls,
        extra_threads: seen.extra_threads,
        rounds: seen.rounds,
    })
}

/// Every case to a lone caller, then all of them to several at once, `rounds` times. `None` where
/// it cannot be asked so.
pub fn together(
    implementation: &dyn Implementation,
    operation: &Operation,
    cases: &[Case],
    callers: u32,
    rounds: u32,
    seed: u64,
) -> Option<Together> {
    let alone: Vec<_> = cases.iter().map(|case| ask(implementation, operation, case)).collect();
    let mut seen = Together { callers, asked: 0, wrong: 0, of_others: 0, seed };
    for _ in 0..rounds {
        let answers = implementation.answers_together(operation, cases, callers)?;
        for (place, answer) in answers.iter().enumerate() {
            seen.asked += 1;
            if *answer == alone[place] {
                continue;
            }
            seen.wrong += 1;
            let of_another =
                alone.iter().enumerate().any(|(other, known)| other != place && known == answer);
            seen.of_others += u64::from(of_another && answer.is_ok());
        }
    }
    Some(seen)
}

/// A probe of an implementation, for the record.
pub fn of(implementation: &dyn Implementation, found: Probed) -> Probe {
    Probe { implementation: implementation.about().name.to_owned(), found }
}

/// Why an implementation must not be timed on an operation: it gave a wrong answer, or took what it
/// must refuse.
pub fn withheld(probes: &[Probe], name: &str) -> Option<String> {
    let why = |probe: &Probe| match &probe.found {
        Probed::Together(seen) if seen.wrong > 0 => {
            Some(format!("{} of {} answers to several callers are wrong", seen.wrong, seen.asked))
        }
        Probed::Corpus(trials) => {
            let wrong = trials.iter().filter(|trial| trial.taken != trial.valid).count();
            (wrong > 0)
                .then(|| format!("{wrong} of {} verdicts on the corpus are wrong", trials.len()))
        }
        Probed::Codec(codec) => {
            let taken: u32 = codec.classes.iter().map(|class| class.taken).sum();
            (taken > 0 || codec.lost > 0)
                .then(|| format!("it takes {taken} texts that encode nothing"))
        }
        Probed::Signing(signing) if signing.signs_under_another_key => {
            Some("it signs under a public key that is not its own".to_owned())
        }
        _ => None,
    };
    probes.iter().filter(|probe| probe.implementation == name).find_map(why)
}
