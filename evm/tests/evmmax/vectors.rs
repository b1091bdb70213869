//! `vectors/evmmax.json` on the small machine. The runner is this file: another client needs no
//! more.

use evm::evmmax::machine::{End, run};
use evm::evmmax::{Backend, Dialect, Rules};
use serde_json::Value;

use crate::hex;

fn check(case: &Value, backend: Backend, fused: bool) {
    let name = case["name"].as_str().expect("a name");
    let dialect = Dialect::from_name(case["dialect"].as_str().expect("a dialect"))
        .expect("a dialect of ours");
    let bytes = |key: &str| hex(case[key].as_str().unwrap_or_default());
    let gas = case["gas"].as_u64().unwrap_or(1_000_000);
    let rules = Rules { backend, fused, ..Rules::of(dialect) };
    let outcome = run(&rules, &bytes("code"), &bytes("call_data"), gas);
    if case["halt"] == true {
        assert!(matches!(outcome.end, End::Halted(_)), "{dialect:?}: {name}: {outcome:?}");
        assert_eq!(outcome.gas_used, gas, "{name}");
    } else {
        assert_eq!(outcome.end, End::Returned(bytes("return")), "{dialect:?}: {name}");
        assert_eq!(
            outcome.gas_used,
            case["gas_used"].as_u64().expect("gas"),
            "{dialect:?}: {name}: gas"
        );
    }
}

#[test]
fn all_cases() {
    let cases: Value =
        serde_json::from_str(include_str!("../../../vectors/evmmax.json")).expect("JSON");
    let cases = cases["cases"].as_array().expect("a list");
    assert!(cases.len() > 100, "{} cases", cases.len());
    for case in cases {
        for backend in [Backend::Generic, Backend::Fixed, Backend::Recognised] {
            check(case, backend, false);
            check(case, backend, true);
        }
    }
}

#[test]
fn the_script_makes_the_file_again() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tools/evmmax_vectors.py");
    let Ok(made) = std::process::Command::new("python3").arg(script).output() else {
        eprintln!("SKIPPED: the_script_makes_the_file_again: there is no python3");
        return;
    };
    assert!(made.status.success());
    assert!(
        made.stdout == include_bytes!("../../../vectors/evmmax.json"),
        "the script gives another file"
    );
}
