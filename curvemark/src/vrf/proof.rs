//! Proofs: their bytes, what is hashed of them, and the output.

use core::fmt;

use curve::field::Red;
use sha2::Digest;

use super::arithmetic::Arithmetic;
use super::group::{Bytes, Group, PointOf, ScalarOf, scalar_from_bytes, scalar_to_bytes};
use super::{Error, Suite};

/// A proof: Γ, the challenge c and the response s.
///
/// [Example](crate::vrf).
#[derive(Clone, Copy)]
pub struct Proof<S: Suite> {
    pub(super) gamma: S::KeyBytes,
    /// −Γ.
    pub(super) minus: PointOf<S::Group>,
    pub(super) c: [u8; 16],
    pub(super) s: Red<ScalarOf<S::Group>>,
}

impl<S: Suite> fmt::Debug for Proof<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Proof(")?;
        self.to_bytes().as_ref().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

impl<S: Suite> PartialEq for Proof<S> {
    fn eq(&self, other: &Self) -> bool {
        self.to_bytes() == other.to_bytes()
    }
}

impl<S: Suite> Eq for Proof<S> {}

impl<S: Suite> Proof<S> {
    /// Bytes of a proof.
    pub const BYTES: usize = S::ProofBytes::LENGTH;

    /// The proof of the bytes `Γ ‖ c ‖ s`: ECVRF_decode_proof of RFC 9381, §5.4.4. Γ must have its
    /// canonical encoding and not be of small order, which no honest proof has and no verification
    /// would take. Cost: a square root.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::S`], [`Error::Gamma`], [`Error::SmallOrder`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.len() != Self::BYTES {
            return Err(Error::Length);
        }
        let (gamma, rest) = bytes.split_at_checked(S::KeyBytes::LENGTH).ok_or(Error::Length)?;
        let (c, s) = rest.split_first_chunk().ok_or(Error::Length)?;
        let s = scalar_from_bytes::<S::Group>(s).map_err(|_| Error::S)?;
        let point = S::Group::decode(gamma).map_err(Error::Gamma)?;
        if S::Group::is_small_order(&point) {
            return Err(Error::SmallOrder);
        }
        let minus = <S::Group as Group>::Arithmetic::negate(&point);
        let gamma = gamma.try_into().map_err(|_| Error::Length)?;
        Ok(Self { gamma, minus, c: *c, s })
    }

    /// `Γ ‖ c ‖ s`.
    pub fn to_bytes(&self) -> S::ProofBytes {
        let mut out = S::ProofBytes::ZERO;
        let s = scalar_to_bytes::<S::Group>(&self.s);
        let parts = self.gamma.as_ref().iter().chain(&self.c).chain(&s);
        out.as_mut().iter_mut().zip(parts).for_each(|(out, byte)| *out = *byte);
        out
    }

    /// The output that this proof is for, **whether or not it proves anything**: for who has made
    /// the proof, or verified it before. All others take what
    /// [`PublicKey::verify`](super::PublicKey::verify) gives. ECVRF_proof_to_hash of RFC 9381,
    /// §5.2. Constant-time.
    #[must_use]
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn to_hash_unverified(&self) -> S::Output {
        if !S::Group::COFACTOR {
            return output::<S>(&self.gamma);
        }
        let gamma = <S::Group as Group>::Arithmetic::negate(&self.minus);
        output::<S>(&S::Group::encode(&S::Group::clear_cofactor(&gamma)))
    }
}

/// c of the key, H, Γ, U and V: RFC 9381, §5.4.3.
pub(super) fn challenge<S: Suite>(points: [&S::KeyBytes; 5]) -> [u8; 16] {
    let mut hash = <S::Group as Group>::Hash::new();
    hash.update(S::STRING);
    hash.update([0x02]);
    points.iter().for_each(|point| hash.update(point));
    hash.update([0x00]);
    let digest = hash.finalize();
    let first = digest.first_chunk();
    *first.unwrap_or_else(|| unreachable!("a digest has 16 bytes and more"))
}

/// The output, by the encoding of what is hashed of Γ.
pub(super) fn output<S: Suite>(gamma: &S::KeyBytes) -> S::Output {
    let mut hash = <S::Group as Group>::Hash::new();
    hash.update(S::STRING);
    hash.update([0x03]);
    hash.update(gamma);
    hash.update([0x00]);
    let mut out = S::Output::ZERO;
    out.as_mut().iter_mut().zip(hash.finalize()).for_each(|(out, byte)| *out = byte);
    out
}
