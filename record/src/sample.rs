//! A small run and a small sweep, complete in every part, for tests of what reads them.

use crate::sweep::{self, Curve, Point, PointRow, Sweep};
use crate::{
    Build, Contract, Gate, Health, Implementation, Machine, Method, Operation, Ratio, Row, Run,
    SCHEMA, Suite,
};

/// The run: two operations, each with a row of curvemark and one of a peer. Its names try the
/// encoding.
pub fn sample() -> Run {
    let ratio = Ratio { value: 1.25, low: 1.2, high: 1.31, resolution: 0.07 };
    let row = |name: &str, ratio| Row {
        implementation: name.into(),
        contract: Contract {
            input: "parsed".into(),
            checks: "none".into(),
            time: "constant".into(),
        },
        cpu_ns: 19.25,
        wall_ns: 20.5,
        p10_ns: 19.0,
        p90_ns: 22.0,
        calls: 10_000,
        rounds: 8,
        visits: 8,
        ratio,
        rounds_ln: vec![0.2231, -0.0001],
        rounds_visit: vec![0, 1],
        rounds_ns: Vec::new(),
    };
    let operation = |id: &str| Operation {
        id: id.into(),
        title: "A title".into(),
        shape: "chain".into(),
        note: String::new(),
        rows: vec![row("curvemark", None), row("other", Some(ratio))],
        control: Some(Ratio { value: 1.0, low: 0.999, high: 1.001, resolution: 0.0016 }),
        control_ln: Vec::new(),
        control_visit: Vec::new(),
        gas: Vec::new(),
        probes: Vec::new(),
        parts: Vec::new(),
    };
    Run {
        schema: SCHEMA,
        id: "20260102T030405Z-00ff".into(),
        started: "2026-01-02T03:04:05Z".into(),
        seconds: 12.5,
        build: Build {
            version: "0.1.0".into(),
            commit: Some("abcdef0+".into()),
            compiler: "rustc 1.95.0".into(),
            profile: "release".into(),
            target: "x86_64-unknown-linux-gnu".into(),
        },
        machine: Machine {
            cpu: "GenuineIntel µArch \"quoted\"".into(),
            cpu_id: "family 6".into(),
            features: vec!["adx".into()],
            cpus: 2,
            caches: "L1d 48K".into(),
            system: "Linux".into(),
            virtual_machine: true,
            clock_ghz: 2.9,
            fingerprint: "0123456789ab".into(),
        },
        method: Method {
            seed: u64::MAX,
            pool: 64,
            block_us: 200.0,
            passes: 3,
            budget_s: 45.0,
            pinned: true,
            confidence: 0.95,
            resamples: 2000,
            ranks: true,
            selection: None,
        },
        gate: Gate {
            tier: "quick".into(),
            vectors: "the repository's own".into(),
            suites: vec![Suite {
                name: "vectors/x".into(),
                shows: "Something.".into(),
                source: "RFC 9380".into(),
                passed: 3,
                failures: Vec::new(),
                failed: 0,
                skipped: None,
            }],
            seconds: 0.5,
        },
        implementations: vec![Implementation {
            name: "curvemark".into(),
            version: "curvemark 0.1.0".into(),
            features: Vec::new(),
            flags: Vec::new(),
            engine: "portable".into(),
        }],
        operations: vec![operation("a/one"), operation("a/two")],
        health: Health {
            fit: true,
            remarks: vec!["This is a virtual machine.".into()],
            control_held: 2,
            control_total: 2,
            canary_ns: vec![0.345, 0.346, 0.345],
        },
    }
}

/// A sweep over two families, of three sizes and of two.
pub fn sweep(id: &str) -> Sweep {
    let run = sample();
    let row = |name: &str, ns: f64| PointRow {
        implementation: name.into(),
        cpu_ns: ns,
        rounds: 30,
        ratio: 1.0,
        interval: None,
    };
    let point = |items: usize| Point {
        items,
        rows: vec![row("curvemark", 10.25 * items as f64), row("other", 30.5 * items as f64)],
        table_bytes: None,
    };
    let curve = |id: &str, sizes: &[usize]| Curve {
        id: id.into(),
        title: "A title".into(),
        item: "items".into(),
        contract: Contract {
            input: "parsed".into(),
            checks: "none".into(),
            time: "constant".into(),
        },
        points: sizes.iter().map(|&items| point(items)).collect(),
    };
    Sweep {
        schema: sweep::SCHEMA,
        id: id.into(),
        started: run.started,
        seconds: 0.0,
        build: run.build,
        machine: run.machine,
        seed: 1,
        budget_s: 0.2,
        threads: None,
        pinned: true,
        implementations: run.implementations,
        families: vec![curve("a/one", &[1, 2, 4]), curve("a/two", &[1, 2])],
        crossovers: Vec::new(),
        remarks: vec!["Something was left out.".into()],
    }
}
