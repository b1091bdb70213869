//! The choice of the engine, in a process of its own, since the limit is a process's: one test, so
//! that nothing runs beside it.

use curve::engines::cpu::{self, Engine};
use lab::commands::{Exit, World, execute};
use lab::engine::{allowed, words};
use lab::implementations::{Curvemark, OnEngine};
use lab::inputs::{PeerSampler, pool};
use lab::measure::clock::SystemClock;
use peer_api::{Implementation, operation};
use record::{Gate, Run, Suite};
use std::cell::LazyCell;
use std::ffi::OsString;
use std::process::Command;

/// A run of one operation of curvemark's, with more options.
fn run(options: &[&str]) -> Run {
    let folder = std::env::temp_dir().join(format!("curvemark-engine-{}", std::process::id()));
    let path = |name: &str| folder.join(name).display().to_string();
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let clock = SystemClock::new();
    let suite = Suite { passed: 1, ..lab_suite() };
    let gate = Gate {
        tier: "quick".into(),
        vectors: "the repository's own".into(),
        suites: vec![suite],
        seconds: 0.0,
    };
    let world = World {
        implementations: LazyCell::new(Box::new(|| {
            vec![Box::new(Curvemark) as Box<dyn Implementation>].into()
        })),
        sampler: &PeerSampler,
        clock: &clock,
        check: &|_, _, _, _| gate.clone(),
    };
    let (page, runs) = (path("report.html"), path("runs"));
    let fixed = [
        "curvemark",
        "run",
        "--filter",
        "bls12-381/fp2_mul",
        "--budget",
        "0.2",
        "--no-pin",
        "--json",
    ];
    let places = ["--out", page.as_str(), "--runs", runs.as_str()];
    let line = fixed.iter().chain(&places).chain(options).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = execute(line, &world, &mut out, &mut err);
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(exit, Exit::Good, "{}", String::from_utf8_lossy(&err));
    serde_json::from_slice(&out).expect("one JSON value")
}

fn lab_suite() -> Suite {
    let text = || "x".to_owned();
    Suite {
        name: text(),
        shows: text(),
        source: text(),
        passed: 0,
        failures: vec![],
        failed: 0,
        skipped: None,
    }
}

/// `curvemark` itself, with a value of the variable.
fn with_variable(value: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_curvemark"));
    let output = command
        .args(["aa", "--budget", "0.1", "--trials", "1", "--quiet"])
        .env("CURVEMARK_ENGINE", value);
    let output = output.output().expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn the_engine_is_chosen_named_and_given_back() {
    let best = cpu::detected();
    let engine = |run: &Run| run.implementations[0].engine.clone();
    assert_eq!(engine(&run(&[])), words());
    let limited = run(&["--engine", "portable"]);
    assert!(engine(&limited).starts_with("portable, "), "{}", engine(&limited));
    assert!(
        limited
            .method
            .selection
            .as_deref()
            .is_some_and(|text| text.ends_with(" --engine portable"))
    );
    assert_eq!(cpu::engine(), best, "the limit ends with the command");
    let begins = [
        "portable",
        "ADX",
        "AVX2 lanes of doubles and ADX",
        "AVX-512 lanes of doubles and ADX",
        "AVX-512 IFMA lanes and ADX",
        "AVX-512 IFMA lanes and residue numbers",
    ][best as usize];
    assert!(
        words().starts_with(if words().ends_with("64-bit words") { begins } else { "portable" }),
        "{}",
        words()
    );

    let all = allowed();
    assert_eq!((all.first(), all.last()), (Some(&best), Some(&Engine::Portable)));
    for id in ["bls12-381/fp12_mul", "bls12-381/g1_mul", "bn254/g2_add", "p256/mul"] {
        let operation = operation(id).expect("it exists");
        let cases = pool(operation, 3, 2, &PeerSampler).expect("inputs");
        let answers = all.iter().map(|&engine| {
            let on = OnEngine { name: "curvemark", engine };
            let mut body = on.prepare(operation, &cases).expect("it is served");
            body.run(3);
            body.answer(1)
        });
        let answers: Vec<_> = answers.collect();
        assert!(
            answers[0].is_ok() && answers.iter().all(|answer| *answer == answers[0]),
            "{id}: {answers:?}"
        );
        assert_eq!(cpu::engine(), best, "{id}: the limit ends with the call");
    }

    let (exit, err) = with_variable("abacus");
    assert_eq!(
        (exit, err.as_str()),
        (
            Some(2),
            "curvemark: CURVEMARK_ENGINE: no engine 'abacus'; there are portable, adx, doubles, \
             doubles512, lanes, rns\n"
        )
    );
    assert_ne!(with_variable("portable").0, Some(2));
    assert_ne!(with_variable("").0, Some(2), "an empty variable is none");
}
