//! The curves without pairings in the emulator: published cases, then rows. In software; their
//! fields fold or have eight words, which the RSA block is not asked for.

use emulator::lockstep::Comparison;

use crate::Outcome;
use crate::board::{Answer, Board, Operation, Status};
use crate::rows::{Request, Rows};
use crate::steps::{SECRETS, scalar};
use crate::toolchain::{CURVES, Toolchain};
use crate::vectors::{Case, cases};

type Error = Box<dyn std::error::Error>;

/// Cases of each suite; the host runs them all.
const MOST: usize = 12;
/// Cases of Ed25519 that say by which seed they were signed, before all others.
const SEEDS: usize = 5;

pub fn load(toolchain: &Toolchain) -> Result<Board, Error> {
    Board::load(&toolchain.build(&CURVES)?)
}

fn ask(board: &Board, operation: Operation, fields: &[Vec<u8>]) -> Result<Answer, Error> {
    board.ask(operation, &fields.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// The bytes of these lines of a case.
fn bytes<const N: usize>(case: &Case, keys: [&str; N]) -> Result<Vec<Vec<u8>>, Error> {
    keys.iter().map(|key| Ok(case.bytes(key)?)).collect()
}

/// Signatures and whether they hold.
fn verdicts(
    board: &Board,
    suite: &str,
    operation: Operation,
    keys: [&str; 3],
    holds: &str,
    most: usize,
) -> Outcome {
    let cases = cases(suite)?;
    for case in cases.iter().take(most) {
        let good = ask(board, operation, &bytes(case, keys)?)?.status == Status::Good;
        if good != (case.text(holds) == "yes") {
            return Err(format!("{suite}: {}: another verdict", case.text("name")).into());
        }
    }
    println!(
        "{suite}: {} of {} cases in the emulator, as published",
        cases.len().min(most),
        cases.len()
    );
    Ok(())
}

/// Requests whose responses are known.
fn answers(board: &Board, suite: &str, most: usize, known: &[Known]) -> Outcome {
    for Known { filter: (key, value), operation, request, response, from } in known {
        let cases = cases(suite)?;
        let of_kind: Vec<&Case> =
            cases.iter().filter(|case| case.text(key) == *value).take(most).collect();
        for case in &of_kind {
            let fields: Result<Vec<Vec<u8>>, Error> =
                request.iter().map(|key| Ok(case.bytes(key)?)).collect();
            let answer = ask(board, *operation, &fields?)?;
            let expected: Result<Vec<Vec<u8>>, Error> =
                response.iter().map(|key| Ok(case.bytes(key)?)).collect();
            if answer.status != Status::Good || answer.fields[*from..] != expected?[..] {
                return Err(format!(
                    "{suite}: {}: the image gives something else",
                    case.text("name")
                )
                .into());
            }
        }
        if of_kind.is_empty() {
            return Err(format!("{suite}: no case of {value}").into());
        }
        println!("{suite}, {value}: {} cases in the emulator, as published", of_kind.len());
    }
    Ok(())
}

/// Cases whose line `filter.0` is `filter.1`: the lines that are asked, and those that answer from
/// the field `from` on.
struct Known {
    filter: (&'static str, &'static str),
    operation: Operation,
    request: &'static [&'static str],
    response: &'static [&'static str],
    from: usize,
}

pub fn check(toolchain: &Toolchain, most: usize) -> Outcome {
    let board = &load(toolchain)?;
    let most = most.min(MOST);
    let ecdsa = ["key", "message", "signature"];
    verdicts(board, "ecdsa-secp256k1", Operation::VerifySecp256k1, ecdsa, "holds", most)?;
    verdicts(board, "ecdsa-p256", Operation::VerifyP256, ecdsa, "holds", most)?;
    verdicts(
        board,
        "ed25519-verify",
        Operation::VerifyEd25519,
        ["key", "msg", "sig"],
        "zip215",
        most,
    )?;
    let signatures = Known {
        filter: ("curve", "secp256k1"),
        operation: Operation::SignSecp256k1,
        request: &["secret", "digest"],
        response: &["signature"],
        from: 1,
    };
    answers(board, "ecdsa-sign", most, &[signatures])?;
    // The cases of RFC 8032 come first, and have seeds.
    let by_seed = Known {
        filter: ("zip215", "yes"),
        operation: Operation::SignEd25519,
        request: &["seed", "msg"],
        response: &["key", "sig"],
        from: 0,
    };
    answers(board, "ed25519-verify", most.min(SEEDS), &[by_seed])?;
    let proof = Known {
        filter: ("kind", "prove"),
        operation: Operation::LegacyProve,
        request: &["k", "message"],
        response: &["key", "promise", "e", "s"],
        from: 0,
    };
    let promise = Known {
        filter: ("kind", "promise"),
        operation: Operation::LegacyCheck,
        request: &["key", "message", "promise", "e", "s"],
        response: &[],
        from: 0,
    };
    answers(board, "cashu-legacy", most, &[proof, promise])?;
    // What a round gives is made of operations whose answers are published, and the image verifies
    // its signature with the key.
    for case in cases("cashu-legacy")?.iter().filter(|case| case.text("kind") == "blind") {
        let mut request = bytes(case, ["secret", "r"])?;
        request.push(vec![0x27; 32]);
        let answer = ask(board, Operation::LegacyRound, &request)?;
        if answer.status != Status::Good || answer.fields[0] != case.bytes("message")? {
            return Err(format!(
                "cashu-legacy: {}: the image gives something else",
                case.text("name")
            )
            .into());
        }
    }
    in_step(board)
}

/// Public keys and signatures of secrets, with one trace: the comb and what is read of it.
fn in_step(board: &Board) -> Outcome {
    let digest = [0x5a; 32];
    let mut compared = 0;
    for index in 1..SECRETS {
        let requests = [scalar(0), scalar(index)];
        let [first, second] = requests.each_ref().map(|secret| [&secret[..], &digest]);
        match board.compare(Operation::SignSecp256k1, &first, &second)? {
            Comparison::Same { instructions, divisions: 0, .. } => compared += instructions,
            Comparison::Same { divisions, .. } => {
                return Err(format!("secp256k1: {divisions} divisions").into());
            }
            Comparison::Differs(found) => {
                return Err(format!("secp256k1 shows its secret: {found}").into());
            }
        }
    }
    println!("SignSecp256k1: {SECRETS} secrets, one trace; {compared} instructions compared");
    Ok(())
}

/// What is asked for rows, each request with those that it makes: the first valid case of each
/// suite.
fn requests() -> Result<[(&'static [&'static str], Request); 9], Error> {
    let first = |suite: &str, key: &str, value: &str| -> Result<Case, Error> {
        cases(suite)?
            .into_iter()
            .find(|case| case.text(key) == value)
            .ok_or_else(|| "no such case".into())
    };
    let ecdsa = ["key", "message", "signature"];
    let ed25519 = first("ed25519-verify", "zip215", "yes")?;
    let mut round = bytes(&first("cashu-legacy", "kind", "blind")?, ["secret", "r"])?;
    round.push(vec![0x27; 32]);
    Ok([
        (
            &["secp256k1_verify"],
            (Operation::VerifySecp256k1, bytes(&first("ecdsa-secp256k1", "holds", "yes")?, ecdsa)?),
        ),
        (
            &["p256_verify"],
            (Operation::VerifyP256, bytes(&first("ecdsa-p256", "holds", "yes")?, ecdsa)?),
        ),
        (&["ed25519_verify"], (Operation::VerifyEd25519, bytes(&ed25519, ["key", "msg", "sig"])?)),
        (&["ed25519_sign"], (Operation::SignEd25519, bytes(&ed25519, ["seed", "msg"])?)),
        (
            &["secp256k1_mul_generator", "secp256k1_sign"],
            (
                Operation::SignSecp256k1,
                bytes(&first("ecdsa-sign", "curve", "secp256k1")?, ["secret", "digest"])?,
            ),
        ),
        (
            &["legacy_sign_with_proof"],
            (
                Operation::LegacyProve,
                bytes(&first("cashu-legacy", "kind", "prove")?, ["k", "message"])?,
            ),
        ),
        (
            &["legacy_verify_proof"],
            (
                Operation::LegacyCheck,
                bytes(
                    &first("cashu-legacy", "kind", "promise")?,
                    ["key", "message", "promise", "e", "s"],
                )?,
            ),
        ),
        (&["legacy_verify_10_proofs"], (Operation::LegacyCheckTen, token()?)),
        (&["legacy_full_round"], (Operation::LegacyRound, round)),
    ])
}

/// Ten proofs, of the published ones in turn.
fn token() -> Result<Vec<Vec<u8>>, Error> {
    let cases = cases("cashu-legacy")?;
    let promises = cases.iter().filter(|case| case.text("kind") == "promise").cycle().take(10);
    let mut fields = Vec::new();
    for case in promises {
        fields.extend(bytes(case, ["key", "message", "promise", "e", "s"])?);
    }
    Ok(fields)
}

/// The request that makes a row, if it is one of these.
pub fn request(row: &str) -> Result<Option<Request>, Error> {
    Ok(requests()?.into_iter().find(|(rows, _)| rows.contains(&row)).map(|(_, request)| request))
}

/// The rows.
pub fn rows(board: &Board) -> Result<Rows, Error> {
    let mut rows = Rows::new();
    for (names, (operation, fields)) in requests()? {
        let answer = ask(board, operation, &fields)?;
        if answer.status != Status::Good {
            return Err(format!("{operation:?}: {:?}", answer.status).into());
        }
        if !answer.rows.iter().map(|row| row.name.as_str()).eq(names.iter().copied()) {
            return Err(format!("{operation:?} makes other rows than {names:?}").into());
        }
        rows.extend(answer.rows.into_iter().map(|row| (row.name.clone(), row)));
    }
    Ok(rows)
}
