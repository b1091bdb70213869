//! Random bytes, and valid inputs with something changed: a verdict or an error, never a panic,
//! whatever the bytes.
//!
//! An ordinary run takes seconds. The full one is `curvemark check --tier full`.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use evm::Fork;
use evm::precompiles::{Precompile, run as call};
use fuzzing::{Amount, Inputs, Problem, Target, feed};

/// Inputs of an ordinary run.
const FAST: usize = 3000;
const SLOW: usize = 40;

#[test]
fn every_target_takes_garbage() {
    for target in fuzzing::all() {
        let mut inputs = Inputs::new(target, 1);
        inputs.valid().iter().for_each(|data| run(target, data));
        for _ in 0..if target.fast { FAST } else { SLOW } {
            run(target, &inputs.draw());
        }
    }
}

#[test]
fn no_bytes_at_all_and_a_few() {
    for target in fuzzing::all() {
        for length in 0..4 {
            [0x00, 0x80, 0xff].iter().for_each(|byte| run(target, &vec![*byte; length]));
        }
    }
}

/// The modules are those that have fuzz targets, and each chooses its targets by the first byte.
#[test]
fn every_module_has_a_fuzz_target() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/fuzz_targets");
    let files: BTreeMap<String, String> = std::fs::read_dir(folder)
        .expect("the targets")
        .map(|entry| {
            let path = entry.expect("a file").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("a source"))
        })
        .collect();
    assert!(files.keys().eq(fuzzing::TARGETS.iter().map(|(module, _)| module)));
    // That they compile is seen in `.ci/long features`.
    for (module, text) in &files {
        let call = format!("fuzz_target!(|data: &[u8]| fuzzing::any(\"{module}\", data));");
        assert!(text.contains(&call), "{module} does not call its targets: {text}");
    }
    for (module, targets) in fuzzing::TARGETS {
        assert!(!targets.is_empty() && targets.len() < 256);
        fuzzing::any(module, &[]);
        fuzzing::any(module, &[255]);
        fuzzing::any(module, &[0]);
    }
}

/// The body, which names the input if it panics.
fn run(target: &Target, data: &[u8]) {
    struct Witness<'a>(&'a Target, &'a [u8]);
    impl Drop for Witness<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                let hex: String = self.1.iter().map(|byte| format!("{byte:02x}")).collect();
                println!("{}: {hex}", self.0.name);
            }
        }
    }
    let _witness = Witness(target, data);
    (target.body)(data);
}

/// No contract is fed with what it refuses alone.
#[test]
fn valid_calls_of_contracts_have_outputs() {
    let (_, targets) =
        fuzzing::TARGETS.iter().find(|(module, _)| *module == "contracts").expect("the module");
    assert_eq!(targets.len(), Precompile::ALL.len());
    for (target, contract) in targets.iter().zip(Precompile::ALL) {
        let good = |input: &Vec<u8>| {
            call(Fork::Osaka, &contract.address(), input, 120_000).is_some_and(|out| out.is_ok())
        };
        let taken = Inputs::new(target, 1).valid().iter().filter(|input| good(input)).count();
        assert!(taken >= 2, "{}: {taken}", target.name);
    }
}

const fn target(body: fn(&[u8]), fast: bool) -> Target {
    Target { name: "a target", body, valid: |_| vec![0; 8], fast, heap: 0 }
}

/// Inputs are counted; a panic is caught with its message and the input that brings it again; a
/// slow target is fed for the time, and says how far it is.
#[test]
fn problems_are_found_and_counted() {
    let amount = Amount { inputs: 2000, time: Duration::from_millis(50) };
    // A clock that each question puts forward by a millisecond.
    let asked = Cell::new(0);
    let spent = || Duration::from_millis(asked.replace(asked.get() + 1));
    let good = feed(&target(|_| {}, true), 1, amount, &spent, &mut |_, _| {});
    assert!((2000..2100).contains(&good.good) && good.bad == 0 && good.problems.is_empty());
    let body = |data: &[u8]| assert!(data.len() < 1000, "too long");
    let bad = feed(&target(body, true), 1, amount, &spent, &mut |_, _| {});
    assert!(bad.bad > 0 && bad.good > bad.bad, "{} {}", bad.good, bad.bad);
    let Problem::Panic { message, input } = &bad.problems[0] else { panic!("no panic") };
    assert!(message == "too long" && input.len() >= 1000);
    let mut told = Vec::new();
    let slow =
        feed(&target(|_| {}, false), 1, amount, &spent, &mut |done, part| told.push((done, part)));
    assert!(
        slow.good == 16 + 49 && told.first().is_some_and(|first| first.0 == 16 && first.1 < 1000)
    );
}
