//! The findings measured by themselves: implementations with planted faults, run as a worker as
//! every peer is, must be found out, and the sound ones beside them must not.

use crate::inputs::PeerSampler;
use crate::measure::clock::Clock;
use crate::measure::machine::machine;
use crate::measure::schedule::Observer;
use crate::measure::session::{Measured, Options, measure};
use crate::measure::sweep::{Method, Sweep, contestants, curve};
use crate::probes::{Found, Withheld, after, attach, before, secrets};
use curvemark::eddsa::{Rfc8032Strict, Signature, SigningKey, VerifyingKey};
use peer_api::families::family;
use peer_api::worker::client::{Launch, find};
use peer_api::{Case, Implementation, Operation, operation};
use probe::Attack;
use record::findings::{Claim, Evidence, Finding, Severity, all};
use record::probe::Probed;
use record::{Gate, Run, SCHEMA, runs};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The operations of the planted implementations.
const OPERATIONS: [&str; 5] = [
    "codec/base64_decode",
    "bls12-381/g1_decode",
    "ed25519/sign_with_public_key",
    "ed25519/public_key",
    "ed25519/sign",
];

/// The family of the planted tables, and sizes of them: one entry of 64 bytes, 32 KiB, 256 KiB, 8
/// MiB.
const TABLES: (&str, [usize; 4]) = ("tables/lookup", [1, 512, 4096, 131_072]);

/// Who must be found out, and by what.
pub const PLANTED: &[(&str, &str)] = &[
    ("loose", "F15"),
    ("oracle", "F16"),
    ("threaded", "F18"),
    ("mixing", "F20"),
    ("mixed prover", "F20"),
    ("unchecked", "F06"),
    ("leaky", "F28"),
    ("removed", "F29"),
    ("twice", "F17"),
    ("tables", "F09"),
    ("checked", "F21"),
];

/// Who must not be found out. An entry that takes a public key is worth a word however sound it is:
/// `bound` is looked at apart.
pub const SOUND: &[&str] = &["strict", "twin", "checked", "steady", "prover"];

/// Findings that are about whoever has a fault and nobody else: not about every host (F21), every
/// table (F09), or every entry that takes a key (F16).
const FAULTS: [&str; 7] = ["F06", "F15", "F17", "F18", "F20", "F28", "F29"];

/// A decoder that does everything sixteen times over takes at least so many times as long, whatever
/// asking it costs.
const MANY_TIMES: f64 = 4.0;

/// Seconds for the measurement.
const BUDGET_S: f64 = 2.0;

/// What came out.
pub struct Outcome {
    /// The stored run.
    pub run: Run,
    /// Where it lies.
    pub path: PathBuf,
    /// The stored sweep of the tables.
    pub sweep: Sweep,
    /// What was found in both.
    pub findings: Vec<Finding>,
}

impl Outcome {
    /// Whether an implementation was found out by a finding.
    pub fn has(&self, name: &str, id: &str) -> bool {
        self.findings
            .iter()
            .any(|one| one.id == id && one.implementations.first().is_some_and(|who| who == name))
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
            // What a host gains is said of every host.
            let about = self.findings.iter().filter(|one| one.id != "F21");
            let about =
                about.filter(|one| one.implementations.first().is_some_and(|who| who == name));
            problems.extend(about.map(|one| format!("{} finds {name}: {}", one.id, one.sentence)));
        }
        for finding in self.findings.iter().filter(|one| FAULTS.contains(&one.id.as_str())) {
            let named = |who: &String| PLANTED.contains(&(who.as_str(), finding.id.as_str()));
            if !finding.implementations.first().is_some_and(named) {
                problems.push(format!(
                    "{} finds somebody without that fault: {}",
                    finding.id, finding.sentence
                ));
            }
        }
        // Beside both that stand on the same crate. `threaded`, slower still, names no back end,
        // and nothing is said of it.
        let slow: Vec<&Finding> = self.findings.iter().filter(|one| one.id == "F17").collect();
        let mut beside: Vec<&str> =
            slow.iter().filter_map(|one| one.implementations.get(1)).map(String::as_str).collect();
        beside.sort_unstable();
        if beside != ["strict", "twin"] || slow.iter().any(|one| one.statistic.value < MANY_TIMES) {
            problems.push(format!("F17 finds twice beside {}", beside.join(", ")));
        }
        // It says constant time, and its row says that it does.
        let leaks = self.findings.iter().find(|one| one.id == "F28");
        if !leaks.is_some_and(|one| {
            one.severity == Severity::Security && one.sentence.contains("constant time")
        }) {
            problems.push("F28 does not say that leaky breaks its word".to_owned());
        }
        let timed = |name: &str| {
            self.run
                .operations
                .iter()
                .flat_map(|operation| &operation.rows)
                .any(|row| row.implementation == name)
        };
        for name in ["loose", "oracle", "mixing", "mixed prover", "unchecked", "removed"] {
            if timed(name) {
                problems.push(format!("{name} has a figure"));
            }
        }
        for name in SOUND {
            if !timed(name) {
                problems.push(format!("{name} has no figure"));
            }
        }
        let [slow, flat] = ["tables", "flat"].map(|name| self.past_the_cache(name));
        if slow < SLOWED || flat > FLAT {
            problems.push(format!(
                "past the caches tables take {slow:.2} times as long, and flat ones {flat:.2}"
            ));
        }
        let [much, little] = ["checked", "strict"].map(|name| self.value("F21", name));
        if !(much > 0.3 && little < 0.2) {
            problems
                .push(format!("of a host's time {much:.2} and {little:.2} are to be gained, one much and one nothing"));
        }
        let claims: Vec<&Finding> = self.findings.iter().filter(|one| one.id == "F25").collect();
        let held = claims.iter().filter(|one| one.sentence.contains(": it holds")).count();
        if (claims.len(), held) != (2, 1) {
            problems.push(format!("of a false and a true claim {held} of {} hold", claims.len()));
        }
        problems
    }

    /// The number of a finding on an implementation.
    fn value(&self, id: &str, name: &str) -> f64 {
        let of_it = |one: &&Finding| {
            one.id == id && one.implementations.first().is_some_and(|who| who == name)
        };
        self.findings.iter().find(of_it).map_or(f64::NAN, |one| one.statistic.value)
    }

    /// Time on the largest table over that on the best.
    fn past_the_cache(&self, name: &str) -> f64 {
        let points = self.sweep.families.iter().flat_map(|curve| &curve.points);
        let times =
            points.filter_map(|point| point.rows.iter().find(|row| row.implementation == name));
        let times: Vec<f64> = times.map(|row| row.cpu_ns).collect();
        times
            .last()
            .map_or(f64::NAN, |last| last / times.iter().copied().fold(f64::INFINITY, f64::min))
    }
}

/// What missing a cache costs at least, and what a table that is not read may seem to.
const SLOWED: f64 = 1.5;
const FLAT: f64 = 1.3;

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
pub fn run(
    worker: &Launch,
    attack: &Attack,
    folder: &Path,
    clock: &dyn Clock,
) -> Result<Outcome, String> {
    let met = find(worker, "")?;
    if !met.outdated.is_empty() {
        return Err(format!(
            "the worker is of another state of the sources: {}",
            met.outdated.join(", ")
        ));
    }
    let all_of_them: Vec<Box<dyn Implementation>> = met
        .implementations
        .into_iter()
        .map(|remote| Box::new(remote) as Box<dyn Implementation>)
        .collect();
    let operations: Vec<&'static Operation> =
        OPERATIONS.iter().filter_map(|id| operation(id)).collect();
    let mut found = before(&all_of_them, &operations, &PeerSampler, 1, &|_| true);
    found.extend(oracles(&all_of_them, attack));
    found.extend(secrets(&all_of_them, &operations, &PeerSampler, 1, &|_| true));
    let flat: Vec<_> = found.iter().map(|(_, probe)| probe.clone()).collect();
    // Here nobody is a peer whose users might want to know how fast it would be: who fails any
    // probe has no figure.
    let failing = |name: &str| probe::withheld(&flat, name).is_some();
    let admitted: Vec<Withheld<'_>> = all_of_them
        .iter()
        .map(|one| Withheld::new(one.as_ref(), &found, |probe| failing(&probe.implementation)))
        .collect();
    let taking_part: Vec<&dyn Implementation> =
        admitted.iter().map(|one| one as &dyn Implementation).collect();
    let machine = machine(clock);
    let started = runs::started(SystemTime::now());
    let options = Options { seed: 1, budget_s: BUDGET_S, pin: false, table: None };
    let Measured { operations: measured, method, health, probes, .. } =
        measure(&taking_part, &operations, &PeerSampler, &machine, &options, clock, &mut Silent);
    found.extend(probes);
    found.extend(after(&taking_part, &operations, &measured, &PeerSampler, 1, &|_| true));
    let mut run = Run {
        schema: SCHEMA,
        id: runs::new_id(&started),
        started,
        seconds: BUDGET_S,
        build: crate::measure::build::current(),
        machine,
        method,
        gate: Gate {
            tier: "quick".into(),
            vectors: "none".into(),
            suites: Vec::new(),
            seconds: 0.0,
        },
        implementations: taking_part.iter().map(|one| crate::commands::run::about(*one)).collect(),
        operations: measured,
        health,
    };
    attach(&mut run, found);
    let path = runs::save(&run, folder).map_err(|error| error.to_string())?.path;
    let read = record::jsonl::load(&path).map_err(|error| error.to_string())?;
    let sweep = tables(&all_of_them, &read, clock)?;
    let swept = sweep.save(folder).map_err(|error| error.to_string())?;
    let sweep = Sweep::load(&swept.path)?;
    let claims = claims(&read);
    let evidence = Evidence {
        runs: std::slice::from_ref(&read),
        sweeps: std::slice::from_ref(&sweep),
        claims: &claims,
        now: None,
    };
    let findings = all(&evidence);
    Ok(Outcome { run: read, path, sweep, findings })
}

/// The planted tables and their flat twin, swept past the caches.
fn tables(
    implementations: &[Box<dyn Implementation>],
    run: &Run,
    clock: &dyn Clock,
) -> Result<Sweep, String> {
    let (id, sizes) = TABLES;
    let family = family(id).ok_or("there is no family of tables")?;
    let offers = |one: &&dyn Implementation| one.family_contract(family).is_some();
    let offering: Vec<&dyn Implementation> =
        implementations.iter().map(Box::as_ref).filter(offers).collect();
    let mut remarks = Vec::new();
    let mut taking_part = contestants(family, offering.iter().copied(), &mut remarks);
    let mut grown = curve(family, &taking_part).ok_or("nobody serves tables")?;
    let method = Method { budget_s: 0.2, seed: 1, clock };
    let pool: Vec<Case> = vec![vec![vec![0; 32]]; sizes[sizes.len() - 1]];
    for items in sizes {
        let point = method.point(family, items, &pool, &mut taking_part, &mut remarks);
        grown.points.extend(point.map_err(|fault| fault.to_string())?);
    }
    Ok(Sweep {
        schema: record::sweep::SCHEMA,
        id: run.id.clone(),
        started: run.started.clone(),
        seconds: 0.0,
        build: run.build.clone(),
        machine: run.machine.clone(),
        seed: 1,
        budget_s: method.budget_s,
        threads: None,
        pinned: false,
        implementations: offering.iter().map(|one| crate::commands::run::about(*one)).collect(),
        families: vec![grown],
        crossovers: Vec::new(),
        remarks,
    })
}

/// That the decoder which does everything many times over is as fast as the other, which is false;
/// and that it takes as long as it does.
fn claims(run: &Run) -> Vec<Claim> {
    let id = OPERATIONS[0];
    let time = |name: &str| {
        let rows = run
            .operations
            .iter()
            .filter(|operation| operation.id == id)
            .flat_map(|operation| &operation.rows);
        rows.into_iter().find(|row| row.implementation == name).map(|row| row.cpu_ns)
    };
    let Some(measured) = time("twice").zip(time("strict")).map(|(slow, fast)| slow / fast) else {
        return Vec::new();
    };
    let claim = |ratio| Claim::ratio("planted", id, "twice", "strict", ratio);
    vec![claim(1.0), claim(measured)]
}

/// The oracle, whose key an attack in another process takes.
fn oracles(implementations: &[Box<dyn Implementation>], attack: &Attack) -> Found {
    let seed: [u8; 32] = Sha256::digest(b"the seed of a signer").into();
    let public = |seed: &[u8; 32]| {
        SigningKey::from_bytes(seed).map(|key| key.verifying_key::<Rfc8032Strict>().to_bytes())
    };
    let verify = |key: &[u8], message: &[u8], signature: &[u8]| {
        let key = VerifyingKey::<Rfc8032Strict>::from_bytes(key);
        key.and_then(|key| key.verify(message, &Signature::from_bytes(signature)?)).is_ok()
    };
    let mut found = Found::new();
    for one in implementations {
        if let (Ok(key), Ok(other)) = (public(&seed), public(&[7; 32]))
            && let Some((seen, _)) =
                probe::signing(one.as_ref(), &seed, &key, &other, attack, &verify)
        {
            found.push((
                "ed25519/sign_with_public_key",
                probe::of(one.as_ref(), Probed::Signing(seen)),
            ));
        }
    }
    found
}
