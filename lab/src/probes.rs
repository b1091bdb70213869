//! What a run finds out about implementations besides their time, for the record and the findings.
//!
//! Before anything is timed: what they take of the adversarial corpus, which texts a decoder takes,
//! whether several callers at once are answered as a lone one. Whoever fails the last has no figure
//! ([`Withheld`]). After: who works during a call.

use crate::gate::adversarial;
use crate::gate::vectors::Origin;
use crate::inputs::{POOL, Sampler, pool};
use crate::measure::clock::Clock;
use peer_api::body::Prepared;
use peer_api::families::Family;
use peer_api::host::Hosted;
use peer_api::{
    About, Answer, Body, Case, Contract, Curve, Implementation, Kind, Operation, Shape, Time,
};
use record::Run;
use record::findings::behaviour;
use record::probe::{Leak, Probe, Probed, Setup, Threads};
use std::borrow::Borrow;

/// Threads that ask at the same time.
const CALLERS: u32 = 4;

/// Cases that they ask.
const CASES: u32 = 16;

/// An operation that takes longer is asked by one caller at a time: to ask it several times would
/// take too long.
const LONG: [&str; 4] = ["kzg", "groth16", "evm", "cashu-v3"];

/// A call that takes longer than this, nanoseconds, is not done again to see who works.
const SLOW_NS: f64 = 5e6;

/// Requests of a host, with the operation and with each stand-in; the least counts.
const REQUESTS: u32 = 10;

/// What was found out about implementations on operations.
pub type Found = Vec<(&'static str, Probe)>;

/// Whether there is time for one question more; it is told which.
pub type Room<'a> = &'a dyn Fn(&Operation) -> bool;

/// What can be found out before anything is timed, of operations that there is `room` for.
pub fn before<'a, I: Borrow<dyn Implementation + 'a>>(
    implementations: &[I],
    operations: &[&'static Operation],
    sampler: &dyn Sampler,
    seed: u64,
    room: Room<'_>,
) -> Found {
    let mut found = Found::new();
    let vectors = Origin::Repository.load();
    for &operation in operations {
        if !room(operation) {
            continue;
        }
        let corpus = adversarial(&vectors, operation.id);
        let offers = implementations
            .iter()
            .map(Borrow::borrow)
            .filter(|one| one.contract(operation).is_some());
        let mut cases = None;
        for implementation in offers {
            let mut keep = |probed| found.push((operation.id, probe::of(implementation, probed)));
            if !corpus.is_empty()
                && let Some(trials) = probe::corpus(implementation, operation, &corpus)
            {
                keep(Probed::Corpus(trials));
            }
            if operation.id == "codec/base64_decode"
                && let Some(codec) = probe::codec(implementation, seed)
            {
                keep(Probed::Codec(codec));
            }
            if LONG.contains(&operation.id.split('/').next().unwrap_or_default())
                || operation.each().is_some()
                || operation.shape == Shape::Threads
            {
                continue;
            }
            let cases = cases
                .get_or_insert_with(|| pool(operation, seed, CASES, sampler).unwrap_or_default());
            if !cases.is_empty()
                && let Some(together) =
                    probe::together(implementation, operation, cases, CALLERS, 1, seed)
            {
                keep(Probed::Together(together));
            }
        }
    }
    found
}

/// Who worked during calls of the operations of a run, each for a block or two, and what hosts gain
/// of those that have one; operations that take long are left out.
pub fn after<'a, I: Borrow<dyn Implementation + 'a>>(
    implementations: &[I],
    operations: &[&'static Operation],
    run: &[record::Operation],
    sampler: &dyn Sampler,
    seed: u64,
    room: Room<'_>,
) -> Found {
    let mut found = Found::new();
    for measured in run {
        let Some(operation) = operations.iter().find(|operation| operation.id == measured.id)
        else {
            continue;
        };
        if !room(operation) {
            continue;
        }
        let cases = pool(operation, seed, 1, sampler).unwrap_or_default();
        for row in measured.rows.iter().filter(|row| row.cpu_ns < SLOW_NS) {
            let who = implementations
                .iter()
                .map(Borrow::borrow)
                .find(|one| one.about().name == row.implementation);
            let Some(implementation) = who else { continue };
            let Ok(mut body) = implementation.prepare(operation, &cases) else { continue };
            if operation.shape != Shape::Threads
                && let Some(threads) = who_works(body.as_mut(), row.calls)
            {
                found.push((operation.id, probe::of(implementation, Probed::Threads(threads))));
            }
            // Delays of the operation's own size, and none that a clock cannot keep.
            let step = row.cpu_ns.max(20_000.0) as u64;
            let hosted = probe::hosted(
                implementation,
                operation,
                &cases,
                &[0, step, 2 * step, 4 * step],
                REQUESTS,
            );
            found.extend(
                hosted.map(|host| (operation.id, probe::of(implementation, Probed::Host(host)))),
            );
        }
    }
    found
}

/// Who works during calls of a body. A worker that does not compare with a caller alone is asked
/// three times, and the least counts: others of its process may have worked meanwhile.
fn who_works(body: &mut dyn Body, calls: u32) -> Option<Threads> {
    let others = |threads: &Threads| threads.process_ns / threads.thread_ns.max(1.0);
    let mut least: Option<Threads> = None;
    for _ in 0..3 {
        let Some(seen) = probe::threads(body, calls) else { break };
        let fewer = |least: &Threads| {
            (seen.extra_threads, others(&seen)) < (least.extra_threads, others(least))
        };
        if least.as_ref().is_none_or(fewer) {
            least = Some(seen);
        }
        if seen.rounds > 0 {
            break;
        }
    }
    least
}

/// Operations on a secret, and the place of it among their arguments.
const SECRETS: [(&str, usize); 20] = [
    ("bls12-381/bls_public_key", 0),
    ("bls12-381/bls_sign", 0),
    ("bls12-381/g1_mul", 1),
    ("bls12-381/g2_mul", 1),
    ("cashu-v3/sign", 1),
    ("ed25519/generator_mul", 0),
    ("ed25519/mul", 1),
    ("ed25519/public_key", 0),
    ("ed25519/sign", 0),
    ("ed25519/x25519", 0),
    ("ed25519/x25519_public_key", 0),
    ("p256/ecdh", 0),
    ("p256/ecdsa_sign", 0),
    ("p256/generator_mul", 0),
    ("p256/mul", 1),
    ("secp256k1/ecdh", 0),
    ("secp256k1/ecdsa_sign", 0),
    ("secp256k1/generator_mul", 0),
    ("secp256k1/mul", 1),
    ("secp256k1/schnorr_sign", 0),
];

/// Calls of a block, and blocks of each class.
const LEAK: (u32, u32) = (4, 60);

/// Whether time depends on the secret, of implementations whose contract says that it does not: the
/// secret one, or a seed of zeros, beside random ones, all else equal. Others of the machine may
/// have disturbed one class more than the other: whoever seems to leak is asked twice more, and the
/// least counts.
pub fn secrets<'a, I: Borrow<dyn Implementation + 'a>>(
    implementations: &[I],
    operations: &[&'static Operation],
    sampler: &dyn Sampler,
    seed: u64,
    room: Room<'_>,
) -> Found {
    let mut found = Found::new();
    for &operation in operations {
        let Some((_, place)) = SECRETS.iter().find(|(id, _)| *id == operation.id) else { continue };
        if !room(operation) {
            break;
        }
        let random = pool(operation, seed, POOL, sampler).unwrap_or_default();
        let Some(fixed) = random
            .iter()
            .map(|case| with_small_secret(operation, case, *place))
            .collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        for implementation in implementations.iter().map(Borrow::borrow) {
            if implementation
                .contract(operation)
                .is_none_or(|contract| contract.time != Time::Constant)
            {
                continue;
            }
            let (calls, blocks) = LEAK;
            let ask = |time: u64| {
                let classes = [&fixed[..], &random];
                probe::between(implementation, operation, classes, calls, blocks, seed ^ time)
            };
            let mut least: Option<Leak> = None;
            for time in 0..3 {
                let Some(seen) = ask(time) else { break };
                if least.is_none_or(|least| seen.t.abs() < least.t.abs()) {
                    least = Some(seen);
                }
                if !behaviour::told_apart(&seen) {
                    break;
                }
            }
            found.extend(
                least.map(|leak| (operation.id, probe::of(implementation, Probed::Leak(leak)))),
            );
        }
    }
    found
}

/// The case with a secret of one, or where the secret is a seed, of zeros.
fn with_small_secret(operation: &Operation, case: &Case, place: usize) -> Option<Case> {
    let mut case = case.clone();
    let secret = case.get_mut(place)?;
    secret.fill(0);
    if operation.args.get(place) == Some(&Kind::Fr) {
        let least = if operation.curve() == Some(Curve::Ed25519) {
            secret.first_mut()
        } else {
            secret.last_mut()
        };
        *least? = 1;
    }
    Some(case)
}

/// What the operations of a run with a table (`…_table`) take to prepare beyond those without,
/// where both were measured.
pub fn setups<'a, I: Borrow<dyn Implementation + 'a>>(
    implementations: &[I],
    run: &[record::Operation],
    sampler: &dyn Sampler,
    seed: u64,
    clock: &dyn Clock,
    room: Room<'_>,
) -> Found {
    let mut found = Found::new();
    for measured in run {
        let Some((with, without)) =
            measured.id.strip_suffix("_table").map(|stem| (&measured.id, stem))
        else {
            continue;
        };
        let (Some(with), Some(without)) = (peer_api::operation(with), peer_api::operation(without))
        else {
            continue;
        };
        if !room(with) {
            continue;
        }
        let cases = pool(with, seed, 1, sampler).unwrap_or_default();
        for implementation in implementations.iter().map(Borrow::borrow) {
            let name = implementation.about().name;
            if !measured.rows.iter().any(|row| row.implementation == name) {
                continue;
            }
            let prepare = |operation| {
                let start = clock.start();
                let made = implementation.prepare(operation, &cases).is_ok();
                made.then(|| clock.stop().wall_ns - start.wall_ns)
            };
            if let (Some(long), Some(short)) = (prepare(with), prepare(without)) {
                let setup_ns = (long - short).max(0.0);
                let setup = Setup { without: without.id.to_owned(), setup_ns, bytes: None };
                found.push((with.id, probe::of(implementation, Probed::Setup(setup))));
            }
        }
    }
    found
}

/// Puts what was found out into the operations of a run; an operation that nobody has a figure for
/// stands there without rows.
pub fn attach(run: &mut Run, found: Found) {
    for (id, probe) in found {
        if let Some(operation) = run.operations.iter_mut().find(|operation| operation.id == id) {
            operation.probes.push(probe);
        } else if let Some(known) = peer_api::operation(id) {
            run.operations.push(record::Operation {
                id: id.to_owned(),
                title: known.title.to_owned(),
                shape: "independent".to_owned(),
                note: known.note.to_owned(),
                rows: Vec::new(),
                control: None,
                control_ln: Vec::new(),
                control_visit: Vec::new(),
                gas: Vec::new(),
                probes: vec![probe],
                parts: Vec::new(),
            });
        }
    }
}

/// An implementation without the operations that it must not be timed on.
pub struct Withheld<'a> {
    inner: &'a (dyn Implementation + 'a),
    operations: Vec<&'static str>,
}

impl<'a> Withheld<'a> {
    /// `why` says of an operation whether it is withheld.
    pub fn new(
        inner: &'a (dyn Implementation + 'a),
        found: &Found,
        why: impl Fn(&Probe) -> bool,
    ) -> Self {
        let name = inner.about().name;
        let of_it = found.iter().filter(|(_, probe)| probe.implementation == name && why(probe));
        Self { inner, operations: of_it.map(|(id, _)| *id).collect() }
    }
}

/// Whether callers were answered wrongly: the one thing that makes every figure of a run
/// meaningless, whoever is measured.
pub fn answers_wrongly(probe: &Probe) -> bool {
    matches!(&probe.found, Probed::Together(seen) if seen.wrong > 0)
}

impl Implementation for Withheld<'_> {
    fn about(&self) -> About {
        self.inner.about()
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        self.inner.contract(operation).filter(|_| !self.operations.contains(&operation.id))
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        self.inner.prepare(operation, pool)
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        self.inner.family_contract(family)
    }

    fn prepare_family(&self, family: &Family, batches: &[&[Case]]) -> Prepared {
        self.inner.prepare_family(family, batches)
    }

    fn answers_together(
        &self,
        operation: &Operation,
        cases: &[Case],
        callers: u32,
    ) -> Option<Vec<Answer>> {
        self.inner.answers_together(operation, cases, callers)
    }

    fn hosted(
        &self,
        operation: &Operation,
        cases: &[Case],
        delays_ns: &[u64],
        rounds: u32,
    ) -> Option<Hosted> {
        self.inner.hosted(operation, cases, delays_ns, rounds)
    }

    fn pin(&self, cpu: u32) {
        self.inner.pin(cpu);
    }
}
