//! What must hold before anything is counted: published cases, and products of the block beside the
//! processor's own.

use esp_println::println;

use crate::answer::{Status, answer};
use crate::kernels;
use crate::mailbox::{Fields, Response};

const ROUNDTRIP: &str = include_str!("../../../../vectors/cashu-v3-roundtrip.txt");

/// Bytes of one line, which are more than any of these cases has.
const MAX: usize = 256;
/// Operands of the diagnostic; all pairs of them are multiplied.
const OPERANDS: usize = 100;

/// Bytes from hexadecimal text.
pub struct Bytes {
    bytes: [u8; MAX],
    length: usize,
}

impl Default for Bytes {
    fn default() -> Self {
        Self { bytes: [0; MAX], length: 0 }
    }
}

impl Bytes {
    fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; MAX];
        let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
        for (place, pair) in bytes.get_mut(..pairs.len())?.iter_mut().zip(pairs) {
            *place = u8::from_str_radix(core::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Self { bytes, length: pairs.len() })
    }

    pub fn get(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or(&[])
    }
}

/// The cases of a file of `vectors/`.
pub fn cases(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.split("\n\n").skip(1)
}

/// The text of a line of a case.
pub fn text(case: &'static str, key: &str) -> Option<&'static str> {
    let lines = case.lines().filter_map(|line| line.split_once(" ="));
    lines.filter(|(name, _)| *name == key).map(|(_, value)| value.trim_start()).next()
}

/// The bytes of a line of a case.
pub fn line(case: &'static str, key: &str) -> Option<Bytes> {
    Bytes::parse(text(case, key)?)
}

/// Whether an operation ends well with this one field, or with none.
fn gives(operation: u32, fields: &[&[u8]], expected: &[u8]) -> bool {
    fn is<const N: usize>(response: &Response, expected: &[u8]) -> bool {
        response.field::<N>(0).is_some_and(|field| field == expected)
    }
    let mut response = Response::new();
    let good = matches!(answer(operation, Fields(fields), &mut response), Status::Good);
    good && match expected.len() {
        0 => true,
        48 => is::<48>(&response, expected),
        _ => is::<96>(&response, expected),
    }
}

fn roundtrip(case: &'static str) -> Option<bool> {
    let [secret, r, a] = [line(case, "secret")?, line(case, "r")?, line(case, "a")?];
    let [y, k, c] = [line(case, "y")?, line(case, "k")?, line(case, "c")?];
    let [blinded, promise] = [line(case, "b-blind")?, line(case, "c-blind")?];
    Some(
        gives(4, &[secret.get()], y.get())
            && gives(3, &[a.get()], k.get())
            && gives(5, &[r.get(), secret.get()], blinded.get())
            && gives(6, &[a.get(), blinded.get()], promise.get())
            && gives(7, &[r.get(), promise.get()], c.get())
            && gives(8, &[k.get(), secret.get(), c.get()], &[]),
    )
}

/// Every case of a round, by what multiplies now.
pub fn check(multiplier: &str) -> Option<()> {
    let mut checked = 0;
    for case in cases(ROUNDTRIP) {
        if roundtrip(case) != Some(true) {
            println!("{multiplier}: {}: something else", text(case, "name").unwrap_or("a case"));
            return None;
        }
        checked += 1;
    }
    println!("{multiplier}: {checked} cases of Cashu v3 as published");
    (checked > 0).then_some(())
}

/// Products on the block beside the processor's own, of operands at the ends of their range and
/// between.
pub fn products() -> Option<()> {
    let mut operands = [[0; 48]; OPERANDS];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for (index, operand) in operands.iter_mut().enumerate() {
        let fixed = match index {
            0 => Some(0),
            1 => Some(u8::MAX),
            _ => None,
        };
        for byte in operand.iter_mut() {
            // Marsaglia's xorshift.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            *byte = fixed.unwrap_or((state >> 32) as u8);
        }
        // The highest byte of p is 0x1a: below 2p, since products take operands up to there.
        let [.., highest] = operand;
        *highest &= if index % 2 == 0 { 0x1f } else { 0x0f };
    }
    let mut fields: [&[u8]; OPERANDS] = [&[]; OPERANDS];
    for (field, operand) in fields.iter_mut().zip(&operands) {
        *field = operand;
    }
    let mut response = Response::new();
    match kernels::diagnostic(Fields(&fields), &mut response) {
        Status::Good => {
            println!("{} products of the RSA block as by the processor", OPERANDS * OPERANDS)
        }
        _ => {
            println!(
                "the RSA block multiplies otherwise: {:x?} by {:x?}",
                response.field::<48>(0),
                response.field::<48>(1)
            );
            return None;
        }
    }
    Some(())
}
