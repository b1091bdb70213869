//! Every Cashu v3 case of `vectors/` in the image: the published bytes, or the published refusal.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Outcome;
use crate::board::{Board, Operation, Status};

/// A case: its lines in order.
pub struct Case(Vec<(String, String)>);

impl Case {
    fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    pub fn text(&self, key: &str) -> &str {
        self.0.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value)
    }

    pub fn bytes(&self, key: &str) -> Result<Vec<u8>, base16ct::Error> {
        base16ct::lower::decode_vec(self.text(key))
    }

    /// Eight bytes of a decimal number, the lowest first; none where the case has none.
    fn number(&self, key: &str) -> Result<Vec<u8>, std::num::ParseIntError> {
        Ok(match self.text(key) {
            "" => Vec::new(),
            digits => digits.parse::<u64>()?.to_le_bytes().to_vec(),
        })
    }
}

pub fn cases(suite: &str) -> Result<Vec<Case>, Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../vectors");
    let text = std::fs::read_to_string(folder.join(format!("{suite}.txt")))?;
    let mut parts = text.trim_end().split("\n\n");
    let lines = |part: &str| {
        let pairs = part.lines().filter_map(|line| line.split_once(" ="));
        Case(pairs.map(|(key, value)| (key.to_owned(), value.trim_start().to_owned())).collect())
    };
    let header = lines(parts.next().ok_or("an empty file")?);
    let cases: Vec<Case> = parts.map(lines).collect();
    if header.text("count").parse() != Ok(cases.len()) {
        return Err(format!("{suite}: {} cases, not {}", cases.len(), header.text("count")).into());
    }
    Ok(cases)
}

type Run = fn(&Board, &Case) -> Result<bool, Box<dyn std::error::Error>>;

/// Runs all cases, or the first `most` of each suite.
pub fn check(board: &Board, most: usize) -> Outcome {
    let suites: [(&str, Run); 5] = [
        ("cashu-v3-roundtrip", roundtrip),
        ("cashu-v3-points", point),
        ("cashu-v3-secrets", secret),
        ("cashu-v3-keyset-id", keyset),
        ("cashu-v3-batch", batch),
    ];
    for (suite, run) in suites {
        let cases = cases(suite)?;
        let of_each = |case: &Case| match run(board, case) {
            Ok(true) => Ok(()),
            Ok(false) => {
                Err(format!("{suite}: {}: the image gives something else", case.text("name")))
            }
            Err(error) => Err(format!("{suite}: {}: {error}", case.text("name"))),
        };
        side_by_side(&cases[..cases.len().min(most)], of_each)?;
        println!(
            "{suite}: {} of {} cases in the emulator, as published",
            cases.len().min(most),
            cases.len()
        );
    }
    Ok(())
}

/// Runs cases on all processors of this machine, until one is wrong.
fn side_by_side(
    cases: &[Case],
    run: impl Fn(&Case) -> Result<(), String> + Sync,
) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut cases = std::iter::from_fn(|| cases.get(next.fetch_add(1, Ordering::Relaxed)));
        let outcome = cases.try_for_each(&run);
        // After a wrong one the others need not begin.
        if outcome.is_err() {
            next.store(usize::MAX / 2, Ordering::Relaxed);
        }
        outcome
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let ended = running
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err("a case panicked".into())));
        ended.collect::<Vec<_>>().into_iter().collect()
    })
}

/// Whether this is what came back.
fn gives(
    board: &Board,
    operation: Operation,
    fields: &[&[u8]],
    expected: &[&[u8]],
) -> Result<bool, Box<dyn std::error::Error>> {
    let answer = board.ask(operation, fields)?;
    Ok(answer.status == Status::Good && answer.fields == expected)
}

fn roundtrip(board: &Board, case: &Case) -> Result<bool, Box<dyn std::error::Error>> {
    let [secret, r, a] = [case.bytes("secret")?, case.bytes("r")?, case.bytes("a")?];
    let [y, k, blinded, promise, c] =
        ["y", "k", "b-blind", "c-blind", "c"].map(|key| case.bytes(key));
    let (y, k, blinded, promise, c) = (y?, k?, blinded?, promise?, c?);
    Ok(gives(board, Operation::Hash, &[&secret], &[&y])?
        && gives(board, Operation::PublicKey, &[&a], &[&k])?
        && gives(board, Operation::Blind, &[&r, &secret], &[&blinded])?
        && gives(board, Operation::Sign, &[&a, &blinded], &[&promise])?
        && gives(board, Operation::Unblind, &[&r, &promise], &[&c])?
        && gives(board, Operation::Verify, &[&k, &secret, &c], &[])?)
}

fn point(board: &Board, case: &Case) -> Result<bool, Box<dyn std::error::Error>> {
    let operation =
        if case.text("group") == "g1" { Operation::ValidateG1 } else { Operation::ValidateG2 };
    let valid = match case.bytes("text") {
        Ok(bytes) => board.ask(operation, &[&bytes])?.status == Status::Good,
        // What is not lower-case hexadecimal never reaches the chip.
        Err(_) => false,
    };
    Ok(valid == (case.text("valid") == "yes"))
}

fn secret(board: &Board, case: &Case) -> Result<bool, Box<dyn std::error::Error>> {
    let attempt = case.text("attempt").parse::<u32>()?.to_le_bytes();
    let fields: [&[u8]; 3] =
        [&case.bytes("seed")?, &case.bytes("keyset")?, &case.number("counter")?];
    gives(
        board,
        Operation::Derive,
        &fields,
        &[&case.bytes("secret-key")?, &case.bytes("blinding-factor")?, &attempt],
    )
}

fn keyset(board: &Board, case: &Case) -> Result<bool, Box<dyn std::error::Error>> {
    let mut fields = vec![case.text("unit").as_bytes().to_vec(), case.number("input-fee-ppk")?];
    for key in case.all("key") {
        let (amount, key) = key.split_once(',').ok_or("amount and key")?;
        fields.extend([
            amount.parse::<u64>()?.to_le_bytes().to_vec(),
            base16ct::lower::decode_vec(key)?,
        ]);
    }
    let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
    if case.text("id").is_empty() {
        return Ok(board.ask(Operation::Keyset, &fields)?.status != Status::Good);
    }
    gives(board, Operation::Keyset, &fields, &[&case.bytes("id")?])
}

fn batch(board: &Board, case: &Case) -> Result<bool, Box<dyn std::error::Error>> {
    let mut fields = Vec::new();
    for part in case.all("proof").flat_map(|proof| proof.split(',')) {
        fields.push(base16ct::lower::decode_vec(part)?);
    }
    let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
    let answer = board.ask(Operation::Batch, &fields)?;
    let mut expected = vec![case.bytes("challenge")?];
    for (weight, counter) in case.all("weight").zip(case.all("counter")) {
        expected.extend([
            base16ct::lower::decode_vec(weight)?,
            counter.parse::<u32>()?.to_le_bytes().to_vec(),
        ]);
    }
    let verdict = if case.text("verify") == "yes" { Status::Good } else { Status::NotSigned };
    Ok(answer.status == verdict && answer.fields == expected)
}
