//! What the three adapters share about bytes: the two moduli, fixed-width slices, byte order, and
//! the hash-to-curve tags.

/// The modulus of the base field, p = (x − 1)²·(x⁴ − x² + 1)/3 + x with x = −0xd201000000010000,
/// big-endian.
pub(crate) const P: [u8; 48] = [
    0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6, 0x43, 0x4b, 0xac, 0xd7,
    0x64, 0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf, 0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24,
    0x1e, 0xab, 0xff, 0xfe, 0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab,
];

/// The order of the groups, r = x⁴ − x² + 1 with x = −0xd201000000010000, big-endian.
pub(crate) const R: [u8; 32] = [
    0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48, 0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8, 0x05,
    0x53, 0xbd, 0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x01,
];

/// The tag of the `hash_to_g1` operation.
pub(crate) const HASH_TO_G1_DST: &[u8] = b"CURVEMARK-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";

/// The tag of the `hash_to_g2` operation.
pub(crate) const HASH_TO_G2_DST: &[u8] = b"CURVEMARK-V01-CS01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";

/// The slice as an array, if it has that length.
pub(crate) fn fixed<const N: usize>(bytes: &[u8]) -> Option<&[u8; N]> {
    bytes.try_into().ok()
}

/// The slice as a base field element's 48 bytes, if it is below p.
pub(crate) fn below_p(bytes: &[u8]) -> Option<&[u8; 48]> {
    // Arrays compare from the first byte on, which for big-endian numbers of one width is the order
    // of the numbers.
    fixed(bytes).filter(|bytes| **bytes < P)
}

/// The slice as a scalar's 32 bytes, if it is below r.
pub(crate) fn below_r(bytes: &[u8]) -> Option<&[u8; 32]> {
    fixed(bytes).filter(|bytes| **bytes < R)
}

/// The same number in the other byte order.
pub(crate) fn reversed<const N: usize>(mut bytes: [u8; N]) -> [u8; N] {
    bytes.reverse();
    bytes
}

/// The `N` equal parts of a slice, each `M` bytes.
pub(crate) fn parts<const N: usize, const M: usize>(bytes: &[u8]) -> Option<[&[u8; M]; N]> {
    if bytes.len() != N * M {
        return None;
    }
    let mut parts = bytes.as_chunks::<M>().0.iter();
    let mut out = [&[0; M]; N];
    for slot in &mut out {
        *slot = parts.next()?;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::{HASH_TO_G1_DST, HASH_TO_G2_DST};

    #[test]
    fn tags_are_those_of_the_operations() {
        for (id, tag) in
            [("bls12-381/hash_to_g1", HASH_TO_G1_DST), ("bls12-381/hash_to_g2", HASH_TO_G2_DST)]
        {
            let note = peer_api::operation(id).expect("a known operation").note;
            let (_, stated) = note.split_once("DST ").expect("the note states the tag");
            assert_eq!(stated.as_bytes(), tag);
        }
    }
}
