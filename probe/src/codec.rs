//! Differential decoding: every value has one text, and a decoder that takes another one for it is
//! malleable.

use base64ct::{Base64, Encoding};
use peer_api::{Implementation, operation};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use record::probe::{Codec, TextClass};
use std::collections::BTreeMap;

/// The alphabet of RFC 4648, section 4.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Texts made from the encoding of a value, by class. None of them is the encoding of any value.
fn variants(text: &str) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    let stripped = text.trim_end_matches('=');
    let padding = text.len() - stripped.len();
    if let (Some(last), 1..) = (stripped.bytes().last(), padding) {
        // One symbol of padding leaves two spare bits, two leave four.
        let spare = 1usize << (2 * padding);
        let place = ALPHABET.iter().position(|symbol| *symbol == last).unwrap_or_default();
        for bits in 1..spare {
            let other = char::from(ALPHABET[(place + bits) & 63]);
            all.push((
                "spare bits that are not zero",
                format!("{}{other}{}", &stripped[..stripped.len() - 1], &text[stripped.len()..]),
            ));
        }
        all.push(("padding that is missing", stripped.to_owned()));
        if padding == 2 {
            all.push(("padding that is missing", format!("{stripped}=")));
        }
    }
    all.push(("padding that is too much", format!("{text}=")));
    all.push(("padding that is too much", format!("{text}====")));
    let middle = text.len() / 2;
    let with = |inside: &str| format!("{}{inside}{}", &text[..middle], &text[middle..]);
    all.push(("padding inside", with("=")));
    all.push(("white space", with("\n")));
    all.push(("white space", with(" ")));
    all.push(("white space", format!("{text}\n")));
    all.push(("white space", format!("{text}\r\n")));
    if text.contains(['+', '/']) {
        all.push(("the other alphabet", text.replace('+', "-").replace('/', "_")));
    }
    all.push(("symbols of no alphabet", with("*")));
    all.push(("symbols of no alphabet", with("é")));
    all.push(("symbols of no alphabet", with("\0")));
    all
}

/// Decodes values of 0 to 33 bytes from a seed, from their encoding and from every variant of it.
/// `None` if the implementation has no `codec/base64_decode`.
pub fn codec(implementation: &dyn Implementation, seed: u64) -> Option<Codec> {
    let operation = operation("codec/base64_decode")?;
    implementation.contract(operation)?;
    let mut random = ChaCha20Rng::seed_from_u64(seed);
    let mut found = Codec { values: 0, lost: 0, classes: Vec::new(), most_texts: 1, example: None };
    let mut classes: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for length in 0..=33 {
        let mut value = vec![0; length];
        random.fill_bytes(&mut value);
        let text = Base64::encode_string(&value);
        let decode =
            |text: &str| super::ask(implementation, operation, &vec![text.as_bytes().to_vec()]);
        if decode(&text).as_ref() == Ok(&value) {
            found.values += 1
        } else {
            found.lost += 1
        }
        let mut texts = 1;
        for (class, variant) in variants(&text) {
            let counts = classes.entry(class).or_default();
            counts.0 += 1;
            let Ok(decoded) = decode(&variant) else { continue };
            counts.1 += 1;
            if decoded == value {
                texts += 1;
                found.example.get_or_insert_with(|| [text.clone(), variant]);
            }
        }
        found.most_texts = found.most_texts.max(texts);
    }
    found.classes = classes
        .into_iter()
        .map(|(class, (offered, taken))| TextClass { class: class.to_owned(), offered, taken })
        .collect();
    Some(found)
}
