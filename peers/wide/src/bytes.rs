//! Fixed widths, halves, and byte order.

/// The slice as an array, if it has that length.
pub fn fixed<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    bytes.try_into().ok()
}

/// The same number in the other byte order.
pub fn reversed<const N: usize>(mut bytes: [u8; N]) -> [u8; N] {
    bytes.reverse();
    bytes
}

/// The `N` parts of 32 bytes of a slice.
pub fn words<const N: usize>(bytes: &[u8]) -> Option<[[u8; 32]; N]> {
    bytes.as_chunks::<32>().0.try_into().ok().filter(|_| bytes.len() == 32 * N)
}

/// One byte, 1 for true.
pub fn verdict(valid: &bool) -> Vec<u8> {
    vec![u8::from(*valid)]
}
