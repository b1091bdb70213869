//! Encodings of bytes as text, digit by digit, and Base58 by large integers.

use num_bigint::BigUint;

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const HEX: &[u8; 16] = b"0123456789abcdef";
/// Bitcoin's: without 0, O, I and l.
const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// What an operation of `codec/` answers, or `None` where the input must be refused.
pub fn answer(verb: &str, input: &[u8]) -> Option<Vec<u8>> {
    match verb {
        "base64_encode" => Some(base64(input)),
        "base64_decode" => base64_bytes(input),
        "hex_encode" => Some(hex(input)),
        "hex_decode" => hex_bytes(input),
        "base58_encode" => Some(base58(input)),
        "base58_decode" => base58_bytes(input),
        _ => None,
    }
}

/// RFC 4648, section 4: 24 bits are four digits.
pub fn base64(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0_usize, |bits, place| {
            bits << 8 | usize::from(group.get(place).copied().unwrap_or_default())
        });
        for digit in 0..4 {
            let used = digit <= group.len();
            text.push(if used { BASE64[bits >> (18 - 6 * digit) & 63] } else { b'=' });
        }
    }
    text
}

/// The bytes that are encoded so, if there are any: what decodes must encode to the same text.
fn base64_bytes(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.strip_suffix(b"==").or_else(|| text.strip_suffix(b"=")).unwrap_or(text);
    let (mut bytes, mut bits, mut length) = (Vec::new(), 0_usize, 0);
    for digit in digits {
        bits = (bits << 6 | BASE64.iter().position(|known| known == digit)?) & 0xffff;
        length += 6;
        if length >= 8 {
            length -= 8;
            bytes.push((bits >> length) as u8);
        }
    }
    (base64(&bytes) == text).then_some(bytes)
}

/// Two digits a byte.
pub fn hex(bytes: &[u8]) -> Vec<u8> {
    bytes
        .iter()
        .flat_map(|byte| [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]])
        .collect()
}

fn hex_bytes(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |digit: u8| HEX.iter().position(|known| *known == digit);
    let (pairs, rest) = text.as_chunks::<2>();
    let byte = |[high, low]: &[u8; 2]| Some((digit(*high)? << 4 | digit(*low)?) as u8);
    rest.is_empty().then(|| pairs.iter().map(byte).collect())?
}

/// The number of the bytes in 58 digits, and a `1` for each zero byte in front.
pub fn base58(bytes: &[u8]) -> Vec<u8> {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let number = BigUint::from_bytes_be(&bytes[zeros..]);
    let digits = if zeros == bytes.len() { Vec::new() } else { number.to_radix_be(58) };
    let mut text = vec![BASE58[0]; zeros];
    text.extend(digits.iter().map(|digit| BASE58[usize::from(*digit)]));
    text
}

fn base58_bytes(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |digit: &u8| BASE58.iter().position(|known| known == digit);
    let digits =
        text.iter().map(|one| digit(one).map(|digit| digit as u8)).collect::<Option<Vec<u8>>>()?;
    let zeros = digits.iter().take_while(|digit| **digit == 0).count();
    let mut bytes = vec![0; zeros];
    if zeros < digits.len() {
        bytes.extend(BigUint::from_radix_be(&digits[zeros..], 58)?.to_bytes_be());
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4648, section 10, and the examples of draft-msporny-base58-03.
    #[test]
    fn published_texts() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), encoded.as_bytes());
            assert_eq!(base64_bytes(encoded.as_bytes()), Some(text.as_bytes().to_vec()));
        }
        let hello = b"Hello World!";
        assert_eq!(base58(hello), b"2NEpo7TZRRrLZSi2U");
        assert_eq!(base58(&[0, 0, 0x28, 0x7f, 0xb4, 0xcd]), b"11233QC4");
        assert_eq!(base58_bytes(b"11233QC4"), Some(vec![0, 0, 0x28, 0x7f, 0xb4, 0xcd]));
        assert_eq!(hex(b"foobar"), b"666f6f626172");
        assert_eq!(hex_bytes(b"666f6f626172"), Some(b"foobar".to_vec()));
    }

    #[test]
    fn texts_of_nothing_are_refused() {
        for text in ["Zg", "Zg=", "Zh==", "Zm9v====", "Z===", "Zm 9", "Zm9=", "=", "Zm9v="] {
            assert_eq!(base64_bytes(text.as_bytes()), None, "{text}");
        }
        for text in ["6", "6G", "6A", "0x"] {
            assert_eq!(hex_bytes(text.as_bytes()), None, "{text}");
        }
        for text in ["0", "O", "I", "l", " 1"] {
            assert_eq!(base58_bytes(text.as_bytes()), None, "{text}");
        }
    }
}
