//! Published cases of all contracts: outputs, failures and gas.
//!
//! In `vectors/` is a part; the whole, which is go-ethereum's `core/vm/testdata/precompiles` at
//! `02b73d4e`, the assets of EIP-2537 and EIP-7951, and failures on BN254 of this project's making,
//! in the folder that `CURVEMARK_VECTORS` names. No case is skipped.

use crate::{suites, vectors};
use std::collections::HashMap;

use evm::Fork;
use evm::precompiles::{Error, Precompile, run};

/// A call with just its gas, and with less; the expected bytes, or none for a failure.
fn check(
    name: &str,
    contract: Precompile,
    fork: Fork,
    input: &[u8],
    expected: Option<(&[u8], u64)>,
) {
    let call = |gas| run(fork, &contract.address(), input, gas).expect("the fork has the contract");
    let Some((bytes, gas)) = expected else {
        let refused = call(1 << 32);
        assert!(refused.is_err(), "{name}");
        assert_ne!(refused, Err(Error::OutOfGas), "{name}");
        return;
    };
    assert_eq!(contract.gas(fork, input), gas, "{name}: gas");
    let output = call(gas).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!((output.bytes.as_slice(), output.gas), (bytes, gas), "{name}");
    if let Some(less) = gas.checked_sub(1) {
        assert_eq!(call(less), Err(Error::OutOfGas), "{name}");
    }
}

/// Calls that were made, with what they gave: some stand in two files.
type Made = HashMap<(Precompile, Vec<u8>), (Vec<u8>, u64)>;

/// A file of the full suites: a list of objects of `Input`, `Name`, and either `Expected` and `Gas`
/// or `ExpectedError`. How many there are.
fn file(path: &str, contract: Precompile, fork: Fork, gas: Option<u64>, made: &mut Made) -> usize {
    let Some(cases) = suites::json(&format!("evm-precompiles/{path}")) else { return 0 };
    let cases = cases.as_array().expect("a list");
    for case in cases {
        let name = format!("{path}: {}", case["Name"]);
        let input = suites::hex(case, "Input");
        if case.get("ExpectedError").is_some() {
            check(&name, contract, fork, &input, None);
        } else {
            let gas = gas.unwrap_or_else(|| case["Gas"].as_u64().expect("gas"));
            let expected = suites::hex(case, "Expected");
            match made.get(&(contract, input.clone())) {
                Some(before) if contract.since() == Fork::Prague => {
                    assert_eq!(*before, (expected, gas), "{name}")
                }
                _ => {
                    check(&name, contract, fork, &input, Some((&expected, gas)));
                    made.insert((contract, input), (expected, gas));
                }
            }
        }
    }
    cases.len()
}

/// What every clone runs.
#[test]
fn carried() {
    let cases = vectors::cases(include_str!("../../../vectors/evm-precompiles.txt"));
    for case in &cases {
        let (name, input) = (case.text("name"), case.bytes("input"));
        let contract = match case.text("contract") {
            "sha256" => Precompile::Sha256,
            "modexp" => Precompile::ModExp,
            "blake2f" => Precompile::Blake2F,
            "point-evaluation" => Precompile::PointEvaluation,
            "bls12-g1-add" => Precompile::Bls12G1Add,
            "bls12-g2-add" => Precompile::Bls12G2Add,
            "bls12-g1-msm" => Precompile::Bls12G1Msm,
            "bls12-g2-msm" => Precompile::Bls12G2Msm,
            "bls12-pairing" => Precompile::Bls12Pairing,
            "bls12-map-fp-to-g1" => Precompile::Bls12MapFpToG1,
            "bls12-map-fp2-to-g2" => Precompile::Bls12MapFp2ToG2,
            "p256-verify" => Precompile::P256Verify,
            other => panic!("{other} is none of them"),
        };
        let output = (case.text("output") != "error").then(|| case.bytes("output"));
        for fork in Fork::ALL.into_iter().filter(|&fork| fork >= contract.since()) {
            // No source but the forks' own has the price of a power.
            let gas = match case.list("gas")[..] {
                [gas] => gas.parse().expect("a number"),
                _ => contract.gas(fork, &input),
            };
            check(name, contract, fork, &input, output.as_deref().map(|output| (output, gas)));
        }
    }
    assert_eq!(cases.len(), 172);
}

/// So many cases, or none where the suites are not there.
fn files(expected: usize, list: &[(&str, Precompile, Fork)]) {
    let mut made = Made::new();
    let count: usize = list
        .iter()
        .map(|(path, contract, fork)| file(path, *contract, *fork, None, &mut made))
        .sum();
    assert_eq!(count, if std::env::var_os("CURVEMARK_VECTORS").is_some() { expected } else { 0 });
}

#[test]
fn signatures_and_hashes() {
    files(
        796,
        &[
            ("geth/ecRecover.json", Precompile::EcRecover, Fork::Istanbul),
            ("geth/blake2F.json", Precompile::Blake2F, Fork::Istanbul),
            ("geth/fail-blake2f.json", Precompile::Blake2F, Fork::Istanbul),
            ("geth/p256Verify.json", Precompile::P256Verify, Fork::Osaka),
        ],
    );
}

/// The EIP's own copy has the price of RIP-7212.
#[test]
fn p256_as_in_the_eip() {
    let count = file(
        "eip-7951/test-vectors.json",
        Precompile::P256Verify,
        Fork::Osaka,
        Some(6_900),
        &mut Made::new(),
    );
    assert!(count == 781 || std::env::var_os("CURVEMARK_VECTORS").is_none());
}

#[test]
fn modular_powers() {
    files(
        109,
        &[
            ("geth/modexp.json", Precompile::ModExp, Fork::Istanbul),
            ("geth/modexp_eip2565.json", Precompile::ModExp, Fork::Berlin),
            ("geth/modexp_eip7883.json", Precompile::ModExp, Fork::Osaka),
        ],
    );
}

#[test]
fn bn254() {
    files(
        49,
        &[
            ("geth/bn256Add.json", Precompile::Bn254Add, Fork::Istanbul),
            ("geth/bn256ScalarMul.json", Precompile::Bn254Mul, Fork::Istanbul),
            ("geth/bn256Pairing.json", Precompile::Bn254Pairing, Fork::Istanbul),
        ],
    );
}

/// Those of every clone, which are all.
#[test]
fn bn254_refused() {
    let cases = vectors::cases(include_str!("../../../vectors/bn254-refused.txt"));
    assert_eq!(cases.len(), 18);
    for case in cases {
        let contract = match case.text("contract") {
            "bn256Add" => Precompile::Bn254Add,
            "bn256ScalarMul" => Precompile::Bn254Mul,
            "bn256Pairing" => Precompile::Bn254Pairing,
            other => panic!("{other} is none of them"),
        };
        check(case.text("name"), contract, Fork::Istanbul, &case.bytes("input"), None);
    }
}

#[test]
fn point_evaluation() {
    files(1, &[("geth/pointEvaluation.json", Precompile::PointEvaluation, Fork::Cancun)]);
}

#[test]
fn bls12_381_additions_and_maps() {
    let contracts = [
        ("geth/blsG1Add.json", Precompile::Bls12G1Add, Fork::Prague),
        ("geth/blsG2Add.json", Precompile::Bls12G2Add, Fork::Prague),
        ("geth/blsMapG1.json", Precompile::Bls12MapFpToG1, Fork::Prague),
        ("geth/blsMapG2.json", Precompile::Bls12MapFp2ToG2, Fork::Prague),
        ("geth/fail-blsG1Add.json", Precompile::Bls12G1Add, Fork::Prague),
        ("geth/fail-blsG2Add.json", Precompile::Bls12G2Add, Fork::Prague),
        ("geth/fail-blsMapG1.json", Precompile::Bls12MapFpToG1, Fork::Prague),
        ("geth/fail-blsMapG2.json", Precompile::Bls12MapFp2ToG2, Fork::Prague),
        ("eip-2537/add_G1_bls.json", Precompile::Bls12G1Add, Fork::Prague),
        ("eip-2537/add_G2_bls.json", Precompile::Bls12G2Add, Fork::Prague),
        ("eip-2537/map_fp_to_G1_bls.json", Precompile::Bls12MapFpToG1, Fork::Osaka),
        ("eip-2537/map_fp2_to_G2_bls.json", Precompile::Bls12MapFp2ToG2, Fork::Osaka),
        ("eip-2537/fail-add_G1_bls.json", Precompile::Bls12G1Add, Fork::Prague),
        ("eip-2537/fail-add_G2_bls.json", Precompile::Bls12G2Add, Fork::Prague),
        ("eip-2537/fail-map_fp_to_G1_bls.json", Precompile::Bls12MapFpToG1, Fork::Prague),
        ("eip-2537/fail-map_fp2_to_G2_bls.json", Precompile::Bls12MapFp2ToG2, Fork::Prague),
    ];
    files(508, &contracts);
}

#[test]
fn bls12_381_sums_of_products() {
    let contracts = [
        ("geth/blsG1Mul.json", Precompile::Bls12G1Msm, Fork::Prague),
        ("geth/blsG2Mul.json", Precompile::Bls12G2Msm, Fork::Prague),
        ("geth/blsG1MultiExp.json", Precompile::Bls12G1Msm, Fork::Prague),
        ("geth/blsG2MultiExp.json", Precompile::Bls12G2Msm, Fork::Prague),
        ("geth/fail-blsG1Mul.json", Precompile::Bls12G1Msm, Fork::Prague),
        ("geth/fail-blsG2Mul.json", Precompile::Bls12G2Msm, Fork::Prague),
        ("geth/fail-blsG1MultiExp.json", Precompile::Bls12G1Msm, Fork::Prague),
        ("geth/fail-blsG2MultiExp.json", Precompile::Bls12G2Msm, Fork::Prague),
        ("eip-2537/mul_G1_bls.json", Precompile::Bls12G1Msm, Fork::Prague),
        ("eip-2537/mul_G2_bls.json", Precompile::Bls12G2Msm, Fork::Prague),
        ("eip-2537/msm_G1_bls.json", Precompile::Bls12G1Msm, Fork::Osaka),
        ("eip-2537/fail-mul_G1_bls.json", Precompile::Bls12G1Msm, Fork::Prague),
        ("eip-2537/fail-mul_G2_bls.json", Precompile::Bls12G2Msm, Fork::Prague),
        ("eip-2537/fail-msm_G1_bls.json", Precompile::Bls12G1Msm, Fork::Prague),
        ("eip-2537/fail-msm_G2_bls.json", Precompile::Bls12G2Msm, Fork::Prague),
    ];
    files(574, &contracts);
}

#[test]
fn bls12_381_pairings() {
    let contracts = [
        ("geth/blsPairing.json", Precompile::Bls12Pairing, Fork::Prague),
        ("geth/fail-blsPairing.json", Precompile::Bls12Pairing, Fork::Prague),
        ("eip-2537/pairing_check_bls.json", Precompile::Bls12Pairing, Fork::Osaka),
        ("eip-2537/fail-pairing_check_bls.json", Precompile::Bls12Pairing, Fork::Prague),
    ];
    files(155, &contracts);
}
