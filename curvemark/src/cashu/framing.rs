//! Framed bytes, as the newer hashes of Cashu take them: every part behind its length, numbers
//! without leading zeros. So no two lists of parts give the same bytes.

use sha2::{Digest, Sha256};

/// The big-endian bytes of a number without leading zeros; none for zero.
pub struct Minimal {
    bytes: [u8; 8],
    zeros: usize,
}

impl Minimal {
    pub fn of(number: u64) -> Self {
        Self { bytes: number.to_be_bytes(), zeros: (number.leading_zeros() >> 3) as usize }
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(self.zeros..).unwrap_or_default()
    }
}

/// Feeds the length of a part, four bytes big-endian. None for a part of 2^32 bytes or more;
/// nothing is fed then.
pub fn length(hash: &mut Sha256, bytes: usize) -> Option<()> {
    hash.update(u32::try_from(bytes).ok()?.to_be_bytes());
    Some(())
}

/// Feeds a part behind its length; none as of [`length`].
pub fn frame(hash: &mut Sha256, part: &[u8]) -> Option<()> {
    length(hash, part.len())?;
    hash.update(part);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_leading_zeros() {
        for (number, bytes) in [
            (0, &[][..]),
            (1, &[1]),
            (255, &[255]),
            (256, &[1, 0]),
            (1 << 53, &[0x20, 0, 0, 0, 0, 0, 0]),
            (u64::MAX, &[255; 8]),
        ] {
            assert_eq!(Minimal::of(number).as_bytes(), bytes, "{number}");
        }
    }

    #[test]
    fn a_part_follows_its_length() {
        let mut hash = Sha256::new();
        frame(&mut hash, b"part").expect("a short part");
        frame(&mut hash, b"").expect("a short part");
        assert_eq!(hash.finalize(), Sha256::digest(b"\0\0\0\x04part\0\0\0\0"));
    }
}
