//! BN254 against published answers, through Ethereum's precompiled contracts 6, 7 and 8 (EIP-196,
//! EIP-197), and the pairing's values.
//!
//! `bn254/precompiles.json` holds inputs of our own with the answers on which ark-bn254 0.6.0 and
//! substrate-bn 0.6.0 agree; the last cases, values of the pairing, are those of ark-bn254.
//! `vectors/bn254-refused.txt` holds errors. Where `CURVEMARK_VECTORS` names the folder,
//! go-ethereum's files and the derived refusals are read too.

use crate::vectors as text;
use curve::bn254::{Fr, G1, G1Affine, G2, G2Affine, Pair, pairing, pairing_product_is_one};
use curve::error::PointError;
use curve::weierstrass::Projective;

use crate::json::Value;

/// As much of the input as the contract reads, with zeros where it is shorter.
fn padded<const N: usize>(input: &[u8]) -> [u8; N] {
    core::array::from_fn(|i| input.get(i).copied().unwrap_or(0))
}

/// Contract 6.
fn add(input: &[u8]) -> Result<Vec<u8>, PointError> {
    let input: [u8; 128] = padded(input);
    Ok((G1::from_eip196(&input[..64])? + G1::from_eip196(&input[64..])?).to_eip196().to_vec())
}

/// Contract 7: the scalar is any integer of 256 bits.
fn mul(input: &[u8]) -> Result<Vec<u8>, PointError> {
    let input: [u8; 96] = padded(input);
    let point = G1::from_eip196(&input[..64])?;
    let scalar = Fr::from_uniform_bytes(&input[64..]);
    let product = point * scalar;
    assert_eq!(point.mul_vartime(&scalar), product);
    Ok(product.to_eip196().to_vec())
}

/// Contract 8.
fn check(input: &[u8]) -> Result<Vec<u8>, PointError> {
    let (pairs, rest) = input.as_chunks::<192>();
    if !rest.is_empty() {
        return Err(PointError::Length);
    }
    let points: Result<Vec<_>, PointError> = pairs
        .iter()
        .map(|pair| Ok((G1Affine::from_eip196(&pair[..64])?, G2Affine::from_eip196(&pair[64..])?)))
        .collect();
    let mut pairs: Vec<Pair> = points?.iter().map(|(p, q)| Pair::from_points(p, q)).collect();
    let mut out = vec![0; 32];
    out[31] = pairing_product_is_one(&mut pairs).unwrap_u8();
    Ok(out)
}

/// What a contract, or one of our own operations, answers.
fn answer(contract: &str, input: &[u8]) -> Result<Vec<u8>, PointError> {
    match contract {
        "bn256Add" => add(input),
        "bn256ScalarMul" => mul(input),
        "bn256Pairing" => check(input),
        "g2Mul" => {
            let (point, scalar) = input.split_at(128);
            let (point, scalar): (Projective<_>, _) =
                (G2::from_eip196(point)?, Fr::from_uniform_bytes(scalar));
            let product = point * scalar;
            assert_eq!(point.mul_vartime(&scalar), product);
            Ok(product.to_eip196().to_vec())
        }
        "pairingValue" => {
            let (p, q) = input.split_at(64);
            let mut out = vec![0; 384];
            pairing(&G1Affine::from_eip196(p)?, &G2Affine::from_eip196(q)?).to_bytes(&mut out);
            Ok(out)
        }
        other => panic!("no contract is called {other}"),
    }
}

/// The cases of a file in go-ethereum's form; those of one contract alone do not name it.
fn run(json: &str, contract: Option<&str>) -> usize {
    let cases = Value::parse(json);
    for case in cases.list() {
        let name = case.get("Name").text();
        let contract = contract.unwrap_or_else(|| case.get("Precompile").text());
        let answer = answer(contract, &case.get("Input").bytes());
        if case.has("ExpectedError") {
            assert!(answer.is_err(), "{contract}: {name} is refused");
        } else {
            assert_eq!(answer, Ok(case.get("Expected").bytes()), "{contract}: {name}");
        }
    }
    cases.list().len()
}

#[test]
fn two_libraries_agree() {
    assert_eq!(run(include_str!("bn254_precompiles.json"), None), 54);
}

#[test]
fn errors_are_errors() {
    let cases = text::cases(include_str!("../../../vectors/bn254-refused.txt"));
    for case in &cases {
        assert!(
            answer(case.text("contract"), &case.bytes("input")).is_err(),
            "{}",
            case.text("name")
        );
    }
    assert_eq!(cases.len(), 18);
}

#[test]
fn all_published_cases() {
    let Some(folder) = std::env::var_os("CURVEMARK_VECTORS") else {
        println!("CURVEMARK_VECTORS is not set: the cases of this repository only");
        return;
    };
    let folder = std::path::Path::new(&folder).join("evm-precompiles");
    let read =
        |file: &str| std::fs::read_to_string(folder.join(file)).expect("the suite can be read");
    assert_eq!(run(&read("geth/bn256Add.json"), Some("bn256Add")), 16);
    assert_eq!(run(&read("geth/bn256ScalarMul.json"), Some("bn256ScalarMul")), 19);
    assert_eq!(run(&read("geth/bn256Pairing.json"), Some("bn256Pairing")), 14);
    assert_eq!(run(&read("derived_fail-bn256.json"), None), 18);
}
