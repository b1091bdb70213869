//! The cases of encodings: bytes of all lengths, and texts that are right, wrong and nearly right.

use peer_api::Operation;

use super::generate::{Expect, Generated, Sink};
use crate::gate::Tier;
use crate::gate::inputs::{Random, round};
use crate::oracle::codec;

/// Gives every case of an operation to `sink`.
pub(super) fn for_each(tier: Tier, operation: &Operation, random: &mut Random, sink: Sink<'_>) {
    let verb = operation.id.rsplit('/').next().unwrap_or_default();
    let count = if tier == Tier::Quick { 64 } else { 10_000 };
    let Some(encoding) = verb.strip_suffix("_decode") else {
        for length in 0..count.min(512) {
            sink(Generated::new(Expect::Accept, "random", &[&random.bytes(length)]));
            let zeros = [&vec![0; length & 7][..], &random.bytes(length >> 3)].concat();
            sink(Generated::new(Expect::Accept, "zeros in front", &[&zeros]));
        }
        return;
    };
    for index in 0..count {
        let bytes = random.bytes(round(&[32, 48, 1, 2, 3, 0, 33, 64], index).to_owned());
        let Some(text) = codec::answer(&format!("{encoding}_encode"), &bytes) else { return };
        sink(Generated::new(Expect::Accept, "a text", &[&text]));
        let (changed, why) = changed(index, text, random);
        // Some changes make another good text: all must say the same.
        sink(Generated::new(Expect::Same, why, &[&changed]));
    }
}

/// A text changed in the `index`-th way, going round.
fn changed(index: usize, mut text: Vec<u8>, random: &mut Random) -> (Vec<u8>, &'static str) {
    let place = random.index(text.len().max(1));
    let why = match index & 7 {
        0 => {
            text.pop();
            "the last character away"
        }
        1 => {
            text.push(b'=');
            "one more sign of padding"
        }
        2 => {
            // Bits that belong to no byte, where the text is padded.
            let last = text.iter().rposition(|c| *c != b'=').unwrap_or_default();
            if let Some(c) = text.get_mut(last) {
                *c = *round(b"BCDEFGHb9", index >> 3);
            }
            "another last digit"
        }
        3 => {
            text.insert(place.min(text.len()), *round(b" \n-_0OIl\0\xff", index >> 3));
            "a character in between"
        }
        4 => {
            text.make_ascii_uppercase();
            "in upper case"
        }
        5 => {
            text.insert(0, *round(b"10A", index >> 3));
            "another first digit"
        }
        6 => {
            let length = random.index(70);
            return (random.bytes(length), "random bytes");
        }
        _ => {
            if let Some(c) = text.get_mut(place) {
                *c ^= 1 << random.index(7);
            }
            "one bit changed"
        }
    };
    (text, why)
}
