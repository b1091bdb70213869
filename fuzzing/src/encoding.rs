//! Texts of bytes.

use curvemark::encoding::{Base64, base58, bech32, hex};

use crate::{Target, random};

/// Of a text of 64 KiB and more: itself, its bytes, and their text.
const HEAP: usize = 1 << 20;

pub const TARGETS: &[Target] =
    &[Target { name: "encodings", body: encodings, valid: a_text, fast: true, heap: HEAP }];

/// A text: in every encoding that takes it, the bytes have that text and no other.
fn encodings(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(bytes) = hex::decode(&text) {
        assert_eq!(hex::encode(&bytes), text);
    }
    for variant in
        [Base64::Padded, Base64::Unpadded, Base64::UrlSafePadded, Base64::UrlSafeUnpadded]
    {
        if let Ok(bytes) = variant.decode(&text) {
            assert_eq!(variant.encode(&bytes), text);
        }
        assert_eq!(variant.decode(&variant.encode(data)).as_deref(), Ok(data));
    }
    if let Ok(bytes) = base58::decode(&text) {
        assert_eq!(base58::encode(&bytes).as_deref(), Ok(&*text));
    }
    if let Ok(bytes) = base58::decode_check(&text) {
        assert_eq!(base58::encode_check(&bytes).as_deref(), Ok(&*text));
    }
    for checksum in [bech32::Checksum::Bech32, bech32::Checksum::Bech32m] {
        if let Ok((prefix, bytes)) = bech32::decode(checksum, &text) {
            assert_eq!(bech32::encode(checksum, &prefix, &bytes), Ok(text.to_lowercase()));
        }
        if let Ok((prefix, symbols)) = bech32::decode_symbols(checksum, &text) {
            assert_eq!(
                bech32::encode_symbols(checksum, &prefix, &symbols),
                Ok(text.to_lowercase())
            );
        }
    }
    if let Ok(bytes) = bech32::bytes_of_symbols(data) {
        assert_eq!(bech32::symbols_of_bytes(&bytes), data);
    }
}

/// Texts of each encoding, and symbols.
fn a_text(number: u64) -> Vec<u8> {
    let bytes: [u8; 31] = random(number);
    let text = match number & 7 {
        0 => Ok(hex::encode(&bytes)),
        1 => Ok(Base64::Padded.encode(&bytes)),
        2 => Ok(Base64::UrlSafeUnpadded.encode(&bytes)),
        3 => base58::encode(&bytes),
        4 => base58::encode_check(&bytes),
        5 => bech32::encode(bech32::Checksum::Bech32, "bc", &bytes),
        6 => bech32::encode(bech32::Checksum::Bech32m, "bc", &bytes),
        _ => return bech32::symbols_of_bytes(&bytes),
    };
    text.expect("short").into_bytes()
}
