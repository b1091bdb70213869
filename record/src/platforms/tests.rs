use super::*;
use crate::run::{SCHEMA, Suite};

/// From JSON, as a stored run is, so that fields of later versions are no concern of this test.
fn run(id: &str, fingerprint: &str, fit: bool, figures: &[(&str, f64)]) -> Run {
    let operations: Vec<serde_json::Value> = figures
        .iter()
        .map(|(id, ns)| {
            let row = serde_json::json!({
                "implementation": "curvemark", "contract": {"input": "parsed", "checks": "none", "time": "constant"},
                "cpu_ns": ns, "wall_ns": ns, "p10_ns": ns, "p90_ns": ns, "calls": 1, "rounds": 1, "visits": 1, "ratio": null,
                "rounds_ln": [], "rounds_visit": [],
            });
            serde_json::json!({"id": id, "title": "t", "shape": "chain", "note": "", "rows": [row], "control": null})
        })
        .collect();
    let value = serde_json::json!({
        "schema": SCHEMA, "id": id, "started": "2026-01-01T00:00:00Z", "seconds": 1.0,
        "build": {"version": "0", "commit": null, "compiler": "c", "profile": "p", "target": "t"},
        "machine": {
            "cpu": format!("CPU {fingerprint}"), "cpu_id": "family 1", "features": [], "cpus": 1, "caches": "", "system": "",
            "virtual_machine": false, "clock_ghz": 2.5, "fingerprint": fingerprint,
        },
        "method": {
            "seed": 1, "pool": 1, "block_us": 200.0, "passes": 3, "budget_s": 1.0, "pinned": true, "confidence": 0.95, "resamples": 10,
        },
        "gate": {"tier": "quick", "vectors": "", "suites": [], "seconds": 0.0},
        "implementations": [{"name": "curvemark", "version": "0", "features": [], "flags": [], "engine": "portable"}],
        "operations": operations,
        "health": {"fit": fit, "remarks": [], "control_held": 1, "control_total": 1, "canary_ns": []},
    });
    serde_json::from_value(value).expect("a run")
}

#[test]
fn the_newest_figure_of_each_machine_counts() {
    let runs = [
        run("3", "b", false, &[("bls12-381/pairing", 900.0)]),
        run(
            "1",
            "a",
            true,
            &[("bls12-381/pairing", 700.0), ("bls12-381/fp_mul", 30.0), ("evm/ecrecover", 1.0)],
        ),
        run("2", "a", true, &[("bls12-381/pairing", 600.0)]),
        run("4", "a", true, &[("evm/ecrecover", 1.0)]),
    ];
    let all = measured(&runs, "curvemark");
    assert_eq!(all.len(), 2);
    let [a, b] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!(a.figure("bls12-381/pairing"), Some(Figure::Time(600.0)));
    assert_eq!(a.figure("bls12-381/fp_mul"), Some(Figure::Time(30.0)));
    assert_eq!(a.figure("evm/ecrecover"), None);
    assert_eq!(a.source, Source::Measured { runs: vec!["1".into(), "2".into()], fit: true });
    assert_eq!(a.details, "2.50 GHz; curvemark: portable");
    assert_eq!(b.source, Source::Measured { runs: vec!["3".into()], fit: false });
    assert!(measured(&runs, "nobody").is_empty());
}

#[test]
fn a_run_whose_gate_failed_has_no_figures() {
    let mut bad = run("1", "a", true, &[("bls12-381/pairing", 700.0)]);
    let suite = serde_json::json!({
        "name": "s", "shows": "", "source": "", "passed": 1, "failures": ["x"], "failed": 1, "skipped": null,
    });
    bad.gate.suites = vec![serde_json::from_value::<Suite>(suite).expect("a suite")];
    assert!(measured(&[bad], "curvemark").is_empty());
}

#[test]
fn a_ledger_has_instructions_and_a_board_has_times() {
    let ledger = "# row | instructions | stack\ncompiler | rustc 1 | -O3\nfp_mul | 2000 | 64\nblind | 9 | 9\n\nsecp256k1/generator_mul | 1234567 | 8\n";
    let chip = counted("ESP32-C3", ledger).expect("rows");
    assert_eq!(chip.figures.len(), 2);
    assert_eq!(chip.figure("bls12-381/fp_mul"), Some(Figure::Instructions(2000)));
    assert!(chip.details.contains("rustc 1"));
    assert_eq!(counted("ESP32-C3", "blind | 9 | 9\n"), None);

    let wire = "boot\nplatform | ESP32-C3\ndetails | 160 MHz\nsecp256k1/fp_mul | 7458 ns\nfree heap | 123\n";
    let board = printed(wire, "log.txt").expect("a platform");
    assert_eq!(
        (board.name.as_str(), board.figure("secp256k1/fp_mul")),
        ("ESP32-C3", Some(Figure::Time(7458.0)))
    );
    assert!(printed("secp256k1/fp_mul | 1", "f").expect_err("no name").contains("platform"));
    for bad in ["-1", "0", "inf", "fast"] {
        let wire = format!("platform | x\nsecp256k1/fp_mul | {bad}\n");
        assert!(printed(&wire, "f").is_err(), "{bad}");
    }
    assert!(printed("platform | x\n", "f").is_err());
}

#[test]
fn the_table_says_what_each_column_is() {
    let mut all = measured(&[run("1", "a|b", true, &[("secp256k1/fp_mul", 12.34)])], "curvemark");
    all.extend(counted("chip", "fp_mul | 1234567 | 1"));
    all.extend(published());
    let text = markdown(&all);
    let lines: Vec<&str> = text.lines().collect();
    let columns = |line: &str| line.replace("\\|", "").matches('|').count();
    assert!(lines[..4].iter().all(|line| columns(line) == all.len() + 2), "{text}");
    assert!(
        lines[0].contains("CPU a\\|b (family 1) (measured)")
            && lines[0].contains("ESP32-S3 (published)"),
        "{text}"
    );
    assert!(text.contains("| 12.3 ns | – | 7.46 µs | 197 ns | 33.0 ns |"), "{text}");
    assert!(
        text.contains("1 234 567 instr.") && text.contains("published by others and not run here"),
        "{text}"
    );
    assert!(!text.contains("field inversion"), "an empty row");
}
