//! The rows, each once for each event. The requests are those of `chip/firmware/xtask`.

use esp_println::println;

use crate::answer::{Status, answer};
use crate::cases::{Bytes, cases, line, text};
use crate::curves;
use crate::mailbox::{Fields, Response};
use crate::marker::{EVENTS, count, of_token, on_block};

const A: [u8; 32] = [0x27; 32];
const R: [u8; 32] = [0x35; 32];
const SECRET: &[u8] = b"a secret";
/// Proofs in a token.
const TOKEN: usize = 10;

/// The first field of what an operation answers.
fn first<const N: usize>(operation: u32, fields: &[&[u8]]) -> Option<[u8; N]> {
    let mut response = Response::new();
    match answer(operation, Fields(fields), &mut response) {
        Status::Good => response.field(0),
        _ => None,
    }
}

/// Prints one row for each event. What an operation does beside its row is not counted.
fn each_event(mut work: impl FnMut() -> bool) -> Option<()> {
    for event in 0..EVENTS.len() {
        count(Some(event));
        let good = work();
        count(None);
        if !good {
            println!("a row did not end well");
            return None;
        }
    }
    Some(())
}

fn row(operation: u32, fields: &[&[u8]]) -> Option<()> {
    each_event(|| matches!(answer(operation, Fields(fields), &mut Response::new()), Status::Good))
}

/// The rows of Cashu v3, by what multiplies now.
pub fn print(block: bool) -> Option<()> {
    on_block(block);
    let key: [u8; 96] = first(3, &[&A])?;
    let blinded: [u8; 48] = first(5, &[&R, SECRET])?;
    let promise: [u8; 48] = first(6, &[&A, &blinded])?;
    let signature: [u8; 48] = first(7, &[&R, &promise])?;
    row(3, &[&A])?;
    row(4, &[SECRET])?;
    row(5, &[&R, SECRET])?;
    row(6, &[&A, &blinded])?;
    row(7, &[&R, &promise])?;
    row(1, &[&blinded])?;
    row(2, &[&key])?;
    row(12, &[&A, &R, SECRET])?;
    row(8, &[&key, SECRET, &signature])?;
    token(1, 1)?;
    token(2, TOKEN)
}

/// A token of ten proofs under so many keys, and what [`of_token`] calls it.
fn token(kind: usize, distinct: usize) -> Option<()> {
    let (mut secrets, mut signatures, mut keys) =
        ([*b"secret 0"; TOKEN], [[0; 48]; TOKEN], [[0; 96]; TOKEN]);
    for (index, ((secret, signature), key)) in
        secrets.iter_mut().zip(&mut signatures).zip(&mut keys).enumerate()
    {
        let mut a = A;
        let ([.., digit], [.., last]) = (&mut *secret, &mut a);
        *digit += index as u8;
        *last = if distinct == TOKEN { index as u8 } else { 0 };
        *signature = first(12, &[&a, &R, &*secret])?;
        *key = first(3, &[&a])?;
    }
    let mut fields: [&[u8]; 3 * TOKEN] = [&[]; 3 * TOKEN];
    let parts = secrets.iter().zip(&signatures).zip(&keys);
    for (places, ((secret, signature), key)) in fields.as_chunks_mut::<3>().0.iter_mut().zip(parts)
    {
        *places = [secret, signature, key];
    }
    of_token(kind);
    let counted =
        each_event(|| matches!(answer(11, Fields(&fields), &mut Response::new()), Status::Good));
    of_token(0);
    counted
}

/// The first case of a file whose line `key` is `value`, with the bytes of these lines.
fn case<const N: usize>(
    file: &'static str,
    (key, value): (&str, &str),
    keys: [&str; N],
) -> Option<[Bytes; N]> {
    let found = cases(file).find(|case| text(case, key) == Some(value))?;
    let lines = keys.map(|key| line(found, key));
    lines.iter().all(Option::is_some).then(|| lines.map(|line| line.unwrap_or_default()))
}

fn curve_row<const N: usize>(operation: u32, lines: Option<[Bytes; N]>) -> Option<()> {
    let lines = lines?;
    let fields = lines.each_ref().map(Bytes::get);
    each_event(|| {
        curves::answer(operation, Fields(&fields), &mut Response::new()) == Some(Some(()))
    })
}

/// The rows of curves without pairings, on published cases.
pub fn print_curves() -> Option<()> {
    on_block(false);
    let ecdsa = ["key", "message", "signature"];
    let holds = ("holds", "yes");
    curve_row(48, case(include_str!("../../../../vectors/ecdsa-secp256k1.txt"), holds, ecdsa))?;
    curve_row(49, case(include_str!("../../../../vectors/ecdsa-p256.txt"), holds, ecdsa))?;
    let ed25519 = include_str!("../../../../vectors/ed25519-verify.txt");
    curve_row(50, case(ed25519, ("zip215", "yes"), ["key", "msg", "sig"]))?;
    let sign = include_str!("../../../../vectors/ecdsa-sign.txt");
    curve_row(51, case(sign, ("curve", "secp256k1"), ["secret", "digest"]))?;
    let legacy = include_str!("../../../../vectors/cashu-legacy.txt");
    curve_row(52, case(legacy, ("kind", "prove"), ["k", "message"]))?;
    curve_row(53, case(legacy, ("kind", "promise"), ["key", "message", "promise", "e", "s"]))
}
