//! Scalars by their bytes.

use core::fmt;

use curvemark::bls12_381::{Fr, FrEngine, SecretScalar};
use curvemark::curve::hash_to_curve::{Xmd, hash_to_field};
use curvemark::hash::Sha256;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// An integer of 256 bits by its bytes, least significant first: a secret key, or a random factor
/// of [`Signature::verify_multiple_aggregate_signatures`](crate::Signature). It need not be below
/// the order of the groups. Wiped from memory when dropped.
///
/// [Example](crate#example).
#[derive(Clone, Default)]
pub struct blst_scalar {
    /// The bytes, least significant first.
    pub b: [u8; 32],
}

impl blst_scalar {
    /// The scalar of a message under a domain separation tag: 48 bytes of expand_message_xmd with
    /// SHA-256 (RFC 9380 §5.3.1), modulo r; none if that is zero.
    pub fn hash_to(msg: &[u8], dst: &[u8]) -> Option<Self> {
        let [scalar] = hash_to_field::<FrEngine, Xmd<Sha256>, 1>(msg, dst);
        (scalar != Fr::zero()).then(|| Self { b: scalar.to_le_bytes() })
    }

    /// The scalar of big-endian bytes.
    pub(crate) fn from_be_bytes(bytes: &[u8; 32]) -> Self {
        let mut out = Self { b: *bytes };
        out.b.reverse();
        out
    }

    /// The big-endian bytes.
    pub(crate) fn to_be_bytes(&self) -> Zeroizing<[u8; 32]> {
        let mut out = Zeroizing::new(self.b);
        out.reverse();
        out
    }

    /// The scalar modulo r, for arithmetic with secrets; none if it is not below r.
    pub(crate) fn to_secret(&self) -> Option<SecretScalar> {
        SecretScalar::from_be_bytes(&self.to_be_bytes()[..]).ok()
    }

    /// Whether this is a secret key: above zero and below r.
    pub(crate) fn is_secret_key(&self) -> bool {
        self.to_secret().is_some_and(|scalar| scalar.not_zero().is_ok())
    }
}

/// Constant-time.
impl PartialEq for blst_scalar {
    fn eq(&self, other: &Self) -> bool {
        self.b.iter().zip(&other.b).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }
}

impl Eq for blst_scalar {}

/// It does not show the value.
impl fmt::Debug for blst_scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("blst_scalar(…)")
    }
}

impl Zeroize for blst_scalar {
    fn zeroize(&mut self) {
        self.b.zeroize();
    }
}

impl Drop for blst_scalar {
    fn drop(&mut self) {
        self.zeroize();
    }
}

impl ZeroizeOnDrop for blst_scalar {}

/// A public factor as an integer of four words, least significant first, of which only the lowest
/// bits count; no bits stand for the factor one, as blst has it.
pub(crate) fn factor(bytes: &[u8], bits: usize) -> [u64; 4] {
    if bits == 0 {
        return [1, 0, 0, 0];
    }
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(low_bits(bytes, bits).chunks(8)) {
        let mut buffer = [0; 8];
        buffer[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(buffer);
    }
    words
}

/// The lowest bits of a little-endian integer of public bytes: as many bytes as hold them.
pub(crate) fn low_bits(bytes: &[u8], bits: usize) -> Vec<u8> {
    let mut low = bytes[..bits.div_ceil(8)].to_vec();
    if let (Some(last), over) = (low.last_mut(), bits & 7)
        && over != 0
    {
        *last &= (1 << over) - 1;
    }
    low
}

/// An integer of four words modulo r.
pub(crate) fn reduced(words: &[u64; 4]) -> Fr {
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Fr::from_wide_le_bytes(&bytes).unwrap_or_else(|_| unreachable!("32 bytes are at most 64"))
}
