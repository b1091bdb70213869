//! Verification of ECDSA signatures on secp256k1 and P-256 (FIPS 186-5, §6.4.2; SEC 1 version 2.0, §4.1.4), one by one or many at once.
//!
//! A [`Signature`] is the pair (r, s) with both from 1 to n − 1, 64 bytes `r ‖ s`, big-endian, as IEEE P1363 writes it. For each signature
//! (r, s) of a message (r, n − s) is one too. Protocols that must not take both, as Bitcoin and Ethereum since their EIP-2 and BIP-146, read
//! signatures by [`Signature::from_bytes_low_s`], others by [`Signature::from_bytes`]: the choice stands where the bytes come in.
//!
//! Keys and signatures are checked when they are read, so a verification has one answer: the signature is the key's on this digest, or not.
//! All of it is of public data and in variable time.
//!
//! ```
//! use curvemark::ecdsa::{Secp256k1, Signature, Verifier, VerifyingKey};
//!
//! # fn run(key: &[u8], signature: &[u8], digests: &[[u8; 32]]) -> Result<(), curvemark::ecdsa::Error> {
//! let verifier = Verifier::<Secp256k1>::new(); // 32 KiB: made once
//! let key = VerifyingKey::from_sec1(key)?;
//! let signature = Signature::from_bytes_low_s(signature)?;
//! assert!(verifier.verify_prehashed(&key, &digests[0], &signature));
//!
//! // Eight at a time on vectors, where the CPU has them; a verdict each.
//! let mut verdicts = [false; 2];
//! verifier.verify_each_prehashed(&[key; 2], &digests[..2], &[signature; 2], &mut verdicts)?;
//! # Ok(()) }
//! ```

use core::fmt;

use curve::error::{BatchError, PointError};
use curve::field::{Anywhere, Red};
use curve::scalar::ScalarField;
use curve::scalar_mul::OddMultiples;
use curve::weierstrass::{Affine, GroupInLanes, Jacobian, Projective, Sec1Encoding};
use sha2::{Digest, Sha256};

pub use curve::p256::P256;
pub use curve::secp256k1::Secp256k1;

/// A curve of ECDSA: a whole curve of prime order, with coordinates and scalars of 256 bits.
pub trait Curve: Sec1Encoding<Base: Anywhere, Scalar: ScalarField> + GroupInLanes {}

impl Curve for Secp256k1 {}
impl Curve for P256 {}

/// Why an input is not acceptable.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A signature does not have 64 bytes.
    Length,
    /// r is zero, or not below the order.
    R,
    /// s is zero, or not below the order.
    S,
    /// s is the higher of two, and the caller takes the lower alone.
    HighS,
    /// The bytes are not those of a key, for this reason.
    Key(PointError),
    /// The lists of a batch differ in length.
    LengthMismatch,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("a signature does not have 64 bytes"),
            Self::R => f.write_str("r is zero or not below the order of the group"),
            Self::S => f.write_str("s is zero or not below the order of the group"),
            Self::HighS => f.write_str("s is above half the order of the group"),
            Self::Key(reason) => reason.fmt(f),
            Self::LengthMismatch => f.write_str("the lists of the batch differ in length"),
        }
    }
}

impl core::error::Error for Error {}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        Self::Key(reason)
    }
}

/// A public key: a point of the group that is not the identity.
#[derive(Clone, Copy, Debug)]
pub struct VerifyingKey<C: Curve>(Affine<C>);

impl<C: Curve> PartialEq for VerifyingKey<C> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<C: Curve> Eq for VerifyingKey<C> {}

impl<C: Curve> VerifyingKey<C> {
    /// The key of 33 or 65 bytes: see [`Affine::from_sec1`].
    ///
    /// # Errors
    /// [`Error::Key`].
    pub fn from_sec1(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self(Affine::from_sec1(bytes)?))
    }

    /// The key at a point.
    ///
    /// # Errors
    /// [`Error::Key`] with [`PointError::Identity`].
    pub fn from_point(point: Affine<C>) -> Result<Self, Error> {
        Ok(Self(point.not_identity()?))
    }

    /// The point of the key.
    pub const fn as_point(&self) -> &Affine<C> {
        &self.0
    }
}

/// A signature: r and s, integers from 1 to n − 1.
#[derive(Clone, Copy, Debug)]
pub struct Signature<C: Curve> {
    r: Red<C::Scalar>,
    s: Red<C::Scalar>,
}

impl<C: Curve> PartialEq for Signature<C> {
    fn eq(&self, other: &Self) -> bool {
        self.r == other.r && self.s == other.s
    }
}

impl<C: Curve> Eq for Signature<C> {}

impl<C: Curve> Signature<C> {
    /// Bytes of a signature.
    pub const BYTES: usize = 64;

    /// The signature of the 64 bytes `r ‖ s`, big-endian, with either s.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::R`], [`Error::S`], tested in this order.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let halves: &[u8; 64] = bytes.try_into().map_err(|_| Error::Length)?;
        let (r, s) = halves.split_at(32);
        let part = |bytes, error| Red::from_be_bytes(bytes).and_then(Red::not_zero).map_err(|_| error);
        Ok(Self { r: part(r, Error::R)?, s: part(s, Error::S)? })
    }

    /// As [`Signature::from_bytes`], with s at most half the order alone.
    ///
    /// # Errors
    /// Those and [`Error::HighS`].
    pub fn from_bytes_low_s(bytes: &[u8]) -> Result<Self, Error> {
        let signature = Self::from_bytes(bytes)?;
        if signature.has_low_s() { Ok(signature) } else { Err(Error::HighS) }
    }

    /// `r ‖ s`, big-endian.
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut out = [0; 64];
        out[..32].copy_from_slice(&self.r.to_be_bytes());
        out[32..].copy_from_slice(&self.s.to_be_bytes());
        out
    }

    /// Whether s is at most half the order.
    pub fn has_low_s(&self) -> bool {
        !bool::from(self.s.is_largest())
    }

    /// The signature of the same message with the lower s.
    #[must_use]
    pub fn normalize_s(&self) -> Self {
        Self { r: self.r, s: self.s.negate_if(&self.s.is_largest()) }
    }
}

/// Odd multiples of the generator that a verifier keeps.
const MULTIPLES: usize = 512;

/// Signatures of a batch that share an inversion, and space on the stack: 27 KiB.
const CHUNK: usize = 64;

/// What verifications have in common: 512 multiples of the generator in 32 KiB. Make one, and keep it.
#[derive(Clone)]
pub struct Verifier<C: Curve> {
    generator: OddMultiples<Jacobian<C>, MULTIPLES>,
    /// n as an element of the base field.
    order: Red<C::Base>,
    /// p − n, big-endian: the coordinates from n to p − 1 are n more than integers below it.
    above: [u8; 32],
}

impl<C: Curve> fmt::Debug for Verifier<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verifier").finish_non_exhaustive()
    }
}

impl<C: Curve> Default for Verifier<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Curve> Verifier<C> {
    /// Computes the multiples: half a millisecond.
    pub fn new() -> Self {
        let last = (-&Red::<C::Scalar>::one()).to_be_bytes();
        let order = &Red::<C::Base>::from_uniform_bytes(&last) + &Red::one();
        let mut above = [0; 32];
        (-&order).to_bytes(&mut above);
        let generator = Jacobian::from_affine_vartime(&Affine::generator());
        Self { generator: OddMultiples::new(&generator), order, above }
    }

    /// Whether a signature is the key's on a message, hashed with SHA-256.
    pub fn verify(&self, key: &VerifyingKey<C>, message: &[u8], signature: &Signature<C>) -> bool {
        self.verify_prehashed(key, &Sha256::digest(message).into(), signature)
    }

    /// Whether a signature is the key's on a digest of 32 bytes; of a longer digest the first 32.
    ///
    /// The digest must be that of a hash function, computed here or by somebody trusted: for digests of their own choice others can make
    /// signatures that hold.
    ///
    /// Cost: an inversion modulo n and a·G + b·P.
    pub fn verify_prehashed(&self, key: &VerifyingKey<C>, digest: &[u8; 32], signature: &Signature<C>) -> bool {
        let [a, b] = factors(digest, signature, &signature.s.invert_vartime());
        let sum = self.generator.double_base_vartime(&a, &b, &Jacobian::from_affine_vartime(&key.0));
        self.accepts(&sum.to_projective(), &signature.r)
    }

    /// [`Verifier::verify_prehashed`] of each signature, by its key on its digest: a verdict each, which depends on nothing else. Eight at a
    /// time on vectors where the CPU has them; 64 share an inversion. Nothing to do is no error.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if the lists are not of one length; no verdict is written then.
    pub fn verify_each_prehashed(
        &self,
        keys: &[VerifyingKey<C>],
        digests: &[[u8; 32]],
        signatures: &[Signature<C>],
        verdicts: &mut [bool],
    ) -> Result<(), Error> {
        let lengths = [keys.len(), digests.len(), signatures.len()];
        if lengths.iter().any(|length| *length != verdicts.len()) {
            return Err(Error::LengthMismatch);
        }
        let items = keys.chunks(CHUNK).zip(digests.chunks(CHUNK)).zip(signatures.chunks(CHUNK));
        for (((keys, digests), signatures), verdicts) in items.zip(verdicts.chunks_mut(CHUNK)) {
            if self.verify_chunk(keys, digests, signatures, verdicts).is_err() {
                unreachable!("chunks are of one length, and not empty");
            }
        }
        Ok(())
    }

    /// At most [`CHUNK`] of them.
    fn verify_chunk(
        &self,
        keys: &[VerifyingKey<C>],
        digests: &[[u8; 32]],
        signatures: &[Signature<C>],
        verdicts: &mut [bool],
    ) -> Result<(), BatchError> {
        let count = keys.len();
        let mut a = [Red::<C::Scalar>::zero(); CHUNK];
        let mut b = a;
        // Going up, b[i] is the product of s below i; going down, `inverse` that of 1/s up to i (P. L. Montgomery, 1987). s is not zero.
        let mut product = Red::one();
        for (before, signature) in b.iter_mut().zip(signatures) {
            *before = product;
            product *= &signature.s;
        }
        let mut inverse = product.invert_vartime();
        for (i, (digest, signature)) in digests.iter().zip(signatures).enumerate().rev() {
            [a[i], b[i]] = factors(digest, signature, &(&inverse * &b[i]));
            inverse *= &signature.s;
        }
        let mut points = [Affine::identity(); CHUNK];
        points.iter_mut().zip(keys).for_each(|(point, key)| *point = key.0);
        let mut sums = [Projective::identity(); CHUNK];
        self.generator.double_base_batch_vartime(&a[..count], &b[..count], &points[..count], &mut sums[..count])?;
        for ((verdict, sum), signature) in verdicts.iter_mut().zip(&sums).zip(signatures) {
            *verdict = self.accepts(sum, &signature.r);
        }
        Ok(())
    }

    /// Whether x of a point is r modulo n: x is r, or r + n where that is below p. In homogeneous coordinates, x = X/Z, without an inversion.
    fn accepts(&self, point: &Projective<C>, r: &Red<C::Scalar>) -> bool {
        let bytes = r.to_be_bytes();
        let least = Red::<C::Base>::from_uniform_bytes(&bytes);
        let is = |x: &Red<C::Base>| bool::from(point.has_x(x));
        is(&least) || (bytes < self.above && is(&(&least + &self.order)))
    }
}

/// z/s and r/s.
fn factors<C: Curve>(digest: &[u8; 32], signature: &Signature<C>, inverse: &Red<C::Scalar>) -> [Red<C::Scalar>; 2] {
    [&Red::from_uniform_bytes(digest) * inverse, &signature.r * inverse]
}
