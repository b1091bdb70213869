//! Encodings of bytes as text. Texts are bytes here; those that are no UTF-8 are refused.

use curvemark::encoding::{Base64, base58, hex};
use peer_api::body::{Prepared, independent, parse_all, refusing};
use peer_api::{Case, Checks, Contract, Operation, Time};

use super::unserved;

/// Base64 and hexadecimal are in constant time here, which other libraries do not promise.
pub(super) fn contract() -> Contract {
    Contract::bytes(Checks::None, Time::Variable)
}

pub(super) fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    let cases = parse_all(operation, pool, |case| case.first().cloned())?;
    let text = |text: &String| text.as_bytes().to_vec();
    match verb {
        "base64_encode" => independent(cases, |bytes| Base64::Padded.encode(bytes), text),
        "base64_decode" => decoding(cases, |text| Base64::Padded.decode(text).ok()),
        "hex_encode" => independent(cases, |bytes| hex::encode(bytes), text),
        "hex_decode" => decoding(cases, |text| hex::decode(text).ok()),
        "base58_encode" => refusing(cases, |bytes| base58::encode(bytes).ok(), text),
        "base58_decode" => decoding(cases, |text| base58::decode(text).ok()),
        _ => Err(unserved(operation)),
    }
}

fn decoding(cases: Vec<Vec<u8>>, decode: fn(&str) -> Option<Vec<u8>>) -> Prepared {
    refusing(cases, move |text| decode(str::from_utf8(text).ok()?), Vec::clone)
}
