//! Published cases of the precompiles inside the guests: outputs and failures.

use std::path::{Path, PathBuf};

use super::{Error, OWN, WIDTHS, ask, load_own, side_by_side};
use crate::Outcome;
use crate::board::Status;
use crate::toolchain::Toolchain;
use crate::vectors::cases;

/// Of the full suites each so-manieth case runs, which together with all that the repository
/// carries takes minutes.
const EACH: usize = 16;

struct Published {
    name: String,
    contract: u16,
    input: Vec<u8>,
    /// None where the contract fails.
    output: Option<Vec<u8>>,
}

/// The files of the full suites under Osaka's rules, and their contracts.
const FILES: [(&str, u16); 26] = [
    ("geth/ecRecover.json", 1),
    ("geth/modexp_eip7883.json", 5),
    ("geth/bn256Add.json", 6),
    ("geth/bn256ScalarMul.json", 7),
    ("geth/bn256Pairing.json", 8),
    ("geth/blake2F.json", 9),
    ("geth/fail-blake2f.json", 9),
    ("geth/pointEvaluation.json", 0x0a),
    ("geth/blsG1Add.json", 0x0b),
    ("geth/fail-blsG1Add.json", 0x0b),
    ("geth/blsG1Mul.json", 0x0c),
    ("geth/fail-blsG1Mul.json", 0x0c),
    ("geth/blsG1MultiExp.json", 0x0c),
    ("geth/fail-blsG1MultiExp.json", 0x0c),
    ("geth/blsG2Add.json", 0x0d),
    ("geth/fail-blsG2Add.json", 0x0d),
    ("geth/blsG2Mul.json", 0x0e),
    ("geth/fail-blsG2Mul.json", 0x0e),
    ("geth/blsG2MultiExp.json", 0x0e),
    ("geth/fail-blsG2MultiExp.json", 0x0e),
    ("geth/blsPairing.json", 0x0f),
    ("geth/fail-blsPairing.json", 0x0f),
    ("geth/blsMapG1.json", 0x10),
    ("geth/blsMapG2.json", 0x11),
    ("geth/fail-blsMapG2.json", 0x11),
    ("geth/p256Verify.json", 0x100),
];

fn contract(name: &str) -> Result<u16, Error> {
    Ok(match name {
        "sha256" => 2,
        "modexp" => 5,
        "bn256Add" => 6,
        "bn256ScalarMul" => 7,
        "bn256Pairing" => 8,
        "blake2f" => 9,
        "point-evaluation" => 0x0a,
        "bls12-g1-add" => 0x0b,
        "bls12-g1-msm" => 0x0c,
        "bls12-g2-add" => 0x0d,
        "bls12-g2-msm" => 0x0e,
        "bls12-pairing" => 0x0f,
        "bls12-map-fp-to-g1" => 0x10,
        "bls12-map-fp2-to-g2" => 0x11,
        "p256-verify" => 0x100,
        other => return Err(format!("{other} is no contract").into()),
    })
}

/// What every clone has.
fn carried() -> Result<Vec<Published>, Error> {
    let mut out = Vec::new();
    for suite in ["evm-precompiles", "bn254-refused"] {
        for case in cases(suite)? {
            let fails = suite == "bn254-refused" || case.text("output") == "error";
            out.push(Published {
                name: format!("{suite}: {}", case.text("name")),
                contract: contract(case.text("contract"))?,
                input: case.bytes("input")?,
                output: if fails { None } else { Some(case.bytes("output")?) },
            });
        }
    }
    Ok(out)
}

/// The text behind a key of an object without objects in it; none of these has an escaped quote.
fn text<'a>(object: &'a str, key: &str) -> Option<&'a str> {
    let (_, after) = object.split_once(&format!("\"{key}\":"))?;
    after.trim_start().strip_prefix('"')?.split('"').next()
}

fn hexadecimal(text: &str) -> Result<Vec<u8>, Error> {
    Ok(base16ct::mixed::decode_vec(text)?)
}

/// A file of the full suites.
fn file(path: &Path, contract: u16) -> Result<Vec<Published>, Error> {
    let all = std::fs::read_to_string(path).map_err(|error| format!("{path:?}: {error}"))?;
    let case = |object: &str| {
        let input = text(object, "Input").ok_or("a case without an input")?;
        let output = match object.contains("\"ExpectedError\"") {
            true => None,
            false => {
                Some(hexadecimal(text(object, "Expected").ok_or("a case without an output")?)?)
            }
        };
        let name = format!("{}: {}", path.display(), text(object, "Name").unwrap_or("?"));
        Ok(Published { name, contract, input: hexadecimal(input)?, output })
    };
    all.split('{').skip(1).map(case).collect()
}

/// Runs what the repository carries, and with `CURVEMARK_VECTORS` a part of the full suites.
pub fn check(toolchain: &Toolchain) -> Outcome {
    let mut all = carried()?;
    let carried = all.len();
    if let Some(folder) = std::env::var_os("CURVEMARK_VECTORS").map(PathBuf::from) {
        for (name, contract) in FILES {
            let of_file = file(&folder.join("evm-precompiles").join(name), contract)?;
            all.extend(of_file.into_iter().step_by(EACH));
        }
    }
    for width in WIDTHS {
        let Some(board) = load_own(toolchain, width)? else { continue };
        side_by_side(&all, |case| {
            let answer = ask(&board, OWN, case.contract, &case.input, &[])
                .map_err(|error| format!("{}: {error}", case.name))?;
            let found = match (answer.status, &answer.fields[..]) {
                (Status::Good, [output]) => Some(output),
                _ => None,
            };
            if found != case.output.as_ref() {
                return Err(format!("{}: the guest gives something else", case.name).into());
            }
            Ok(())
        })?;
        println!(
            "{}: {carried} cases that the repository carries and {} of the full suites, as published",
            width.name(),
            all.len() - carried
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_objects_are_read() {
        let object =
            "\n \"Input\": \"00ff\",\n \"Expected\":\"\",\n \"Name\": \"a b\",\n \"Gas\": 3 }";
        assert_eq!(text(object, "Input"), Some("00ff"));
        assert_eq!(text(object, "Expected"), Some(""));
        assert_eq!(text(object, "Name"), Some("a b"));
        assert_eq!(text(object, "ExpectedError"), None);
    }

    #[test]
    fn all_carried_cases_have_contracts() -> Result<(), Error> {
        assert_eq!(carried()?.len(), 172 + 18);
        Ok(())
    }
}
