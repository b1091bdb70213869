//! The findings measured by themselves: implementations with planted faults, run as a worker as every peer is, must be found out, and the sound ones
//! beside them must not.

use crate::inputs::PeerSampler;
use crate::measure::clock::Clock;
use crate::measure::machine::machine;
use crate::measure::schedule::Observer;
use crate::measure::session::{Measured, Options, measure};
use crate::probes::{Found, Withheld, after, attach, before};
use curvemark::eddsa::{Rfc8032Strict, Signature, SigningKey, VerifyingKey};
use peer_api::worker::client::{Launch, find};
use peer_api::{Case, Implementation, Operation, operation};
use probe::Attack;
use record::findings::{Evidence, Finding, all};
use record::probe::Probed;
use record::{Gate, Run, SCHEMA, runs};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The operations of the planted implementations.
const OPERATIONS: [&str; 4] =
    ["codec/base64_decode", "bls12-381/g1_decode", "ed25519/sign_with_public_key", "ed25519/public_key"];

/// Who must be found out, and by what.
pub const PLANTED: &[(&str, &str)] = &[
    ("loose", "F15"),
    ("oracle", "F16"),
    ("threaded", "F18"),
    ("mixing", "F20"),
    ("unchecked", "F06"),
    ("leaky", "F28"),
    ("removed", "F29"),
    ("twice", "F17"),
];

/// Who must not be found out. An entry that takes a public key is worth a word however sound it is: `bound` is looked at apart.
pub const SOUND: &[&str] = &["strict", "checked", "steady"];

/// Seconds for the measurement.
const BUDGET_S: f64 = 2.0;

/// What came out.
pub struct Outcome {
    /// The stored run.
    pub run: Run,
    /// Where it lies.
    pub path: PathBuf,
    /// What was found in it.
    pub findings: Vec<Finding>,
}

impl Outcome {
    /// Whether an implementation was found out by a finding.
    pub fn has(&self, name: &str, id: &str) -> bool {
        self.findings.iter().any(|one| one.id == id && one.implementations.first().is_some_and(|who| who == name))
    }

    /// What is not as it must be, each in a sentence; nothing if all is well.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for (name, id) in PLANTED {
            if !self.has(name, id) {
                problems.push(format!("{id} does not find {name}"));
            }
        }
        for name in SOUND {
            let about = self.findings.iter().filter(|one| one.implementations.first().is_some_and(|who| who == name));
            problems.extend(about.map(|one| format!("{} finds {name}: {}", one.id, one.sentence)));
        }
        let timed = |name: &str| {
            self.run.operations.iter().flat_map(|operation| &operation.rows).any(|row| row.implementation == name)
        };
        for name in ["loose", "oracle", "mixing", "unchecked", "removed"] {
            if timed(name) {
                problems.push(format!("{name} has a figure"));
            }
        }
        for name in ["strict", "checked", "steady"] {
            if !timed(name) {
                problems.push(format!("{name} has no figure"));
            }
        }
        problems
    }
}

struct Silent;

impl Observer for Silent {
    fn visited(&mut self, _: usize, _: usize, _: f64, _: f64) {}

    fn stop(&self) -> bool {
        false
    }
}

/// Meets the worker, measures it, stores the run in `folder`, reads it back and looks for findings.
///
/// # Errors
/// Why it could not be done, in words.
pub fn run(worker: &Launch, attack: &Attack, folder: &Path, clock: &dyn Clock) -> Result<Outcome, String> {
    let met = find(worker, "")?;
    if !met.outdated.is_empty() {
        return Err(format!("the worker is of another state of the sources: {}", met.outdated.join(", ")));
    }
    let all_of_them: Vec<Box<dyn Implementation>> =
        met.implementations.into_iter().map(|remote| Box::new(remote) as Box<dyn Implementation>).collect();
    let operations: Vec<&'static Operation> = OPERATIONS.iter().filter_map(|id| operation(id)).collect();
    let mut found = before(&all_of_them, &operations, &PeerSampler, 1);
    found.extend(secrets(&all_of_them, attack));
    let flat: Vec<_> = found.iter().map(|(_, probe)| probe.clone()).collect();
    // Here nobody is a peer whose users might want to know how fast it would be: who fails any probe has no figure.
    let failing = |name: &str| probe::withheld(&flat, name).is_some();
    let admitted: Vec<Withheld<'_>> = all_of_them
        .iter()
        .map(|one| Withheld::new(one.as_ref(), &found, |probe| failing(&probe.implementation)))
        .collect();
    let taking_part: Vec<&dyn Implementation> = admitted.iter().map(|one| one as &dyn Implementation).collect();
    let machine = machine(clock);
    let started = runs::started(SystemTime::now());
    let options = Options { seed: 1, budget_s: BUDGET_S, pin: false, table: None };
    let Measured { operations: measured, method, health, probes, .. } =
        measure(&taking_part, &operations, &PeerSampler, &machine, &options, clock, &mut Silent);
    found.extend(probes);
    found.extend(after(&taking_part, &operations, &measured, &PeerSampler, 1));
    let mut run = Run {
        schema: SCHEMA,
        id: runs::new_id(&started),
        started,
        seconds: BUDGET_S,
        build: crate::measure::build::current(),
        machine,
        method,
        gate: Gate { tier: "quick".into(), vectors: "none".into(), suites: Vec::new(), seconds: 0.0 },
        implementations: taking_part.iter().map(|one| crate::commands::run::about(*one)).collect(),
        operations: measured,
        health,
    };
    attach(&mut run, found);
    let path = runs::save(&run, folder).map_err(|error| error.to_string())?.path;
    let read = record::jsonl::load(&path).map_err(|error| error.to_string())?;
    let findings = all(&Evidence::of_runs(std::slice::from_ref(&read)));
    Ok(Outcome { run: read, path, findings })
}

/// What concerns secrets: the oracle, whose key an attack in another process takes, and times of two classes of seeds.
fn secrets(implementations: &[Box<dyn Implementation>], attack: &Attack) -> Found {
    let seed: [u8; 32] = Sha256::digest(b"the seed of a signer").into();
    let public =
        |seed: &[u8; 32]| SigningKey::from_bytes(seed).map(|key| key.verifying_key::<Rfc8032Strict>().to_bytes());
    let verify = |key: &[u8], message: &[u8], signature: &[u8]| {
        let key = VerifyingKey::<Rfc8032Strict>::from_bytes(key);
        key.and_then(|key| key.verify(message, &Signature::from_bytes(signature)?)).is_ok()
    };
    let mut found = Found::new();
    let random: Vec<Case> = (0..64u8).map(|n| vec![Sha256::digest([n]).to_vec()]).collect();
    for one in implementations {
        if let (Ok(key), Ok(other)) = (public(&seed), public(&[7; 32]))
            && let Some((seen, _)) = probe::signing(one.as_ref(), &seed, &key, &other, attack, &verify)
        {
            found.push(("ed25519/sign_with_public_key", probe::of(one.as_ref(), Probed::Signing(seen))));
        }
        let derive = operation("ed25519/public_key").filter(|operation| one.contract(operation).is_some());
        if let Some(derive) = derive
            && let Some(seen) = probe::leak(one.as_ref(), derive, &vec![vec![0; 32]], &random, 8, 60, 1)
        {
            found.push((derive.id, probe::of(one.as_ref(), Probed::Leak(seen))));
        }
    }
    found
}
