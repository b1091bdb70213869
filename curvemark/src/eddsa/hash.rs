//! The hashes of Ed25519 and its variants: SHA-512, with the prefix dom2 where there is one (RFC
//! 8032, §5.1).

use curve::ed25519::Fr;
use sha2::{Digest, Sha512};
use zeroize::Zeroizing;

use super::Error;

/// Which of the variants, with its context.
#[derive(Clone, Copy)]
pub(super) enum Variant<'a> {
    /// Ed25519: no prefix.
    Pure,
    /// Ed25519ctx, or Ed25519ph.
    Prefixed { prehashed: bool, context: &'a [u8], length: u8 },
}

impl<'a> Variant<'a> {
    /// Ed25519ctx. Its context must not be empty: RFC 8032 advises against it, and Ed25519 is there
    /// for that.
    pub(super) fn context(context: &'a [u8]) -> Result<Self, Error> {
        if context.is_empty() { Err(Error::Context) } else { Self::prefixed(false, context) }
    }

    /// Ed25519ph.
    pub(super) fn prehashed(context: &'a [u8]) -> Result<Self, Error> {
        Self::prefixed(true, context)
    }

    fn prefixed(prehashed: bool, context: &'a [u8]) -> Result<Self, Error> {
        let length = u8::try_from(context.len()).map_err(|_| Error::Context)?;
        Ok(Self::Prefixed { prehashed, context, length })
    }

    /// SHA-512 of dom2 and these parts. Constant-time.
    pub(super) fn hash(self, parts: &[&[u8]]) -> Zeroizing<[u8; 64]> {
        let mut hash = Sha512::new();
        if let Self::Prefixed { prehashed, context, length } = self {
            hash.update(b"SigEd25519 no Ed25519 collisions");
            hash.update([u8::from(prehashed), length]);
            hash.update(context);
        }
        parts.iter().for_each(|part| hash.update(part));
        Zeroizing::new(hash.finalize().into())
    }

    /// [`hash`](Self::hash), modulo ℓ. Constant-time.
    pub(super) fn scalar(self, parts: &[&[u8]]) -> Fr {
        residue(self.hash(parts))
    }
}

/// A little-endian integer modulo ℓ. Constant-time.
pub(super) fn residue<const N: usize>(mut bytes: Zeroizing<[u8; N]>) -> Fr {
    bytes.reverse();
    Fr::from_uniform_bytes(bytes.as_slice())
}

/// k of the equation.
pub(super) fn challenge(variant: Variant<'_>, r: &[u8; 32], key: &[u8; 32], message: &[u8]) -> Fr {
    variant.scalar(&[r, key, message])
}
