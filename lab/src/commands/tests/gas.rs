//! `curvemark gas`, on stored runs and on a simulated clock.

use super::*;
use crate::inputs::PeerSampler;
use record::sample::sample;
use record::{Gas, Ratio, Row};

/// A stored run in which P256VERIFY takes curvemark 30 µs and revm 270 µs, and the inputs of Osaka
/// cost 6900 gas.
fn stored(folder: &Folder) -> String {
    let mut run = sample();
    let operation = &mut run.operations[0];
    operation.id = "evm/p256verify".into();
    operation.title = "P256VERIFY".into();
    operation.gas = vec![Gas { fork: "Osaka".into(), gas: 6_900 }];
    let ratio = Ratio { value: 9.0, low: 8.9, high: 9.1, resolution: 0.01 };
    operation.rows[0].cpu_ns = 30_000.0;
    operation.rows[1] = Row {
        implementation: "revm ethereum".into(),
        cpu_ns: 270_000.0,
        ratio: Some(ratio),
        ..operation.rows[1].clone()
    };
    let path = folder.0.join("run.jsonl");
    jsonl::save(&run, &path).expect("a file");
    path.display().to_string()
}

#[test]
fn prices_of_a_stored_run() {
    let folder = Folder::new("gas");
    let file = stored(&folder);
    let (exit, out, err) = plain(&["gas", &file]);
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    let line = out.lines().find(|line| line.starts_with("P256VERIFY")).expect("a row");
    let words: Vec<&str> = line.split_whitespace().collect();
    // 6900 gas in 30 µs; 3000 gas at 10 ns; 3000 / 6900; EIP-7904's gas; 6900 gas in 270 µs.
    assert_eq!(
        words,
        [
            "P256VERIFY",
            "30.0",
            "µs",
            "6900",
            "230",
            "3000",
            "0.43",
            "3814",
            "revm",
            "ethereum",
            "270",
            "µs",
            "25.6"
        ]
    );
    assert!(
        out.contains("100 million gas per second")
            && out.contains("from the run 20260102T030405Z-00ff"),
        "{out}"
    );

    let (_, out, _) = plain(&["gas", &file, "--ns-per-gas", "2.5", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&out).expect("one JSON value");
    assert_eq!((&answer["fork"], &answer["ns_per_gas"]), (&"Osaka".into(), &2.5.into()));
    let rows = answer["rows"].as_array().expect("rows");
    assert_eq!(
        (rows.len(), &rows[0]["worth"], &rows[1]["worth"]),
        (2, &12_000.into(), &108_000.into())
    );
    assert_eq!(rows[1]["implementation"], "revm ethereum");
    assert!(
        rows[0]["ratio"].as_f64().is_some_and(|ratio| (ratio - 12_000.0 / 6_900.0).abs() < 1e-9)
    );

    // 3814 gas of 10 ns are as many of 2.5 ns, four times over.
    assert!(rows.iter().all(|row| row["worst_client"] == 15_256), "{rows:?}");

    // Amsterdam has Osaka's prices, which is what stored runs have.
    let (exit, out, _) = plain(&["gas", &file, "--fork", "amsterdam"]);
    let line = out.lines().find(|line| line.starts_with("P256VERIFY")).expect("a row");
    assert_eq!(line.split_whitespace().collect::<Vec<_>>()[3..6], ["6900", "230", "3000"]);
    assert!(out.contains("gas, Amsterdam") && exit == Exit::Good, "{out}");

    // Prague does not have the contract: what the time is worth can be said all the same.
    let (exit, out, _) = plain(&["gas", &file, "--fork", "PRAGUE"]);
    let line = out.lines().find(|line| line.starts_with("P256VERIFY")).expect("a row");
    assert_eq!(line.split_whitespace().collect::<Vec<_>>()[3..7], ["-", "-", "3000", "-"]);
    assert_eq!(exit, Exit::Good);
}

#[test]
fn a_measurement_of_now() {
    let clock = SimulatedClock::new(1, 0.01);
    let run = |gate: Gate| {
        let check = move |_: &Plan,
                          _: Engines,
                          _: &[Box<dyn Implementation>],
                          _: &dyn Fn(&str, u64, u64)| gate.clone();
        let all = || {
            two(&clock)
                .into_iter()
                .map(|one| Box::new(one) as Box<dyn Implementation>)
                .collect::<Vec<_>>()
                .into()
        };
        let implementations = LazyCell::new(Box::new(all) as Box<dyn FnOnce() -> Cast + '_>);
        let world = World { implementations, sampler: &PeerSampler, clock: &clock, check: &check };
        let line = [
            "curvemark",
            "gas",
            "--filter",
            "evm/sha256_32",
            "--budget",
            "0.2",
            "--no-pin",
            "--json",
        ];
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let exit = execute(line.map(OsString::from), &world, &mut out, &mut err);
        (exit, String::from_utf8(out).expect("text"), String::from_utf8(err).expect("text"))
    };
    let (exit, out, err) = run(gate(0, 3));
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    let answer: serde_json::Value = serde_json::from_str(&out).expect("one JSON value");
    // 60 and 12 for one word, in about 20 ns.
    assert_eq!((&answer["rows"][0]["gas"], &answer["run"]), (&72.into(), &serde_json::Value::Null));
    assert!(
        answer["rows"][0]["mgas_per_s"]
            .as_f64()
            .is_some_and(|speed| (3_400.0..3_800.0).contains(&speed)),
        "{answer}"
    );
    let (exit, out, err) = run(gate(1, 50));
    assert_eq!((exit, out.as_str()), (Exit::Incorrect, ""));
    assert!(err.contains("nothing was timed"), "{err}");
}

#[test]
fn wrong_arguments() {
    let folder = Folder::new("gas-wrong");
    let file = stored(&folder);
    let none = folder.0.join("none.jsonl").display().to_string();
    let without = folder.0.join("without.jsonl");
    jsonl::save(&sample(), &without).expect("a file");
    let without = without.display().to_string();
    for (arguments, words) in [
        (
            vec!["gas", &file, "--fork", "paris"],
            "istanbul, berlin, cancun, prague, osaka, amsterdam",
        ),
        (vec!["gas", &file, "--ns-per-gas", "0"], "from 0.001 to 1000000"),
        (vec!["gas", &file, "--ns-per-gas", "ten"], "from 0.001 to 1000000"),
        (vec!["gas", &file, "--budget", "3"], "cannot be used with"),
        (vec!["gas", &file, "--filter", "nothing"], "no precompile matches 'nothing'"),
        (vec!["gas", &file, "--filter", "sha256_32"], "has no precompiles"),
        (vec!["gas", "--filter", "fp_mul"], "no precompile matches 'fp_mul'"),
        (vec!["gas", &none], "none.jsonl"),
        (vec!["gas", &without], "has no precompiles"),
    ] {
        let (exit, out, err) = plain(&arguments);
        assert_eq!((exit, out.as_str()), (Exit::Usage, ""), "{arguments:?}");
        assert!(err.contains(words) && err.lines().count() == 1, "{arguments:?}: {err}");
    }
}
