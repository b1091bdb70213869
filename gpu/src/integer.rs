//! Integers of the generator: words of 32 bits, lowest first. Public numbers only.

/// a + b, of as many words.
///
/// # Panics
/// If the sum has a word more.
pub fn add(a: &[u32], b: &[u32]) -> Vec<u32> {
    assert_eq!(a.len(), b.len(), "as many words");
    let mut carry = 0;
    let out = a.iter().zip(b).map(|(&x, &y)| {
        let sum = u64::from(x) + u64::from(y) + carry;
        carry = sum >> 32;
        sum as u32
    });
    let out = out.collect();
    assert_eq!(carry, 0, "the sum fits");
    out
}

/// k·a, of as many words.
///
/// # Panics
/// If the product has a word more.
pub fn times(a: &[u32], k: u32) -> Vec<u32> {
    let mut carry = 0;
    let out = a.iter().map(|&x| {
        let sum = u64::from(x) * u64::from(k) + carry;
        carry = sum >> 32;
        sum as u32
    });
    let out = out.collect();
    assert_eq!(carry, 0, "the product fits");
    out
}

/// The words of big-endian bytes, four for each.
///
/// # Panics
/// If they are no whole words.
pub fn from_be_bytes(bytes: &[u8]) -> Vec<u32> {
    let (rest, words) = bytes.as_rchunks::<4>();
    assert!(rest.is_empty(), "whole words");
    words.iter().rev().map(|&word| u32::from_be_bytes(word)).collect()
}

/// The big-endian bytes of words.
pub fn to_be_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().rev().flat_map(|word| word.to_be_bytes()).collect()
}
