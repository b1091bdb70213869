//! Public keys and verification, one by one or many at once.

use core::fmt;

use curve::error::BatchError;
use curve::field::Red;
use curve::scalar_mul::{OddMultiples, sum_of_two_vartime};
use curve::weierstrass::{Affine, Jacobian, Projective};
use sha2::{Digest, Sha256};

use super::{Curve, Error, Signature};

/// A public key: a point of the group that is not the identity.
///
/// [Example](crate::ecdsa).
#[derive(Clone, Copy, Debug)]
pub struct VerifyingKey<C: Curve>(pub(super) Affine<C>);

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
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_sec1(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self(Affine::from_sec1(bytes)?))
    }

    /// The key at a point.
    ///
    /// # Errors
    /// [`Error::Key`] with [`PointError::Identity`](curve::error::PointError::Identity).
    pub fn from_point(point: Affine<C>) -> Result<Self, Error> {
        Ok(Self(point.not_identity()?))
    }

    /// The point of the key.
    pub const fn as_point(&self) -> &Affine<C> {
        &self.0
    }

    /// The compressed encoding of SEC 1: 33 bytes.
    pub fn to_sec1(&self) -> [u8; 33] {
        self.0.to_sec1_unchecked_identity()
    }

    /// The uncompressed encoding of SEC 1: 65 bytes.
    pub fn to_sec1_uncompressed(&self) -> [u8; 65] {
        self.0.to_sec1_uncompressed_unchecked_identity()
    }

    /// That a signature is this key's on a message, hashed with SHA-256: see
    /// [`VerifyingKey::verify_prehashed`].
    ///
    /// # Errors
    /// [`Error::NotSigned`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn verify(&self, message: &[u8], signature: &Signature<C>) -> Result<(), Error> {
        self.verify_prehashed(&Sha256::digest(message).into(), signature)
    }

    /// As [`Verifier::verify_prehashed`], with the tables that the process keeps where there is
    /// `std`. Without it there are few multiples of the generator, which are data on secp256k1 with
    /// the feature `generator-combs`, and else made each time: more additions than a [`Verifier`]
    /// takes, and 30 KiB less space.
    ///
    /// # Errors
    /// [`Error::NotSigned`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn verify_prehashed(
        &self,
        digest: &[u8; 32],
        signature: &Signature<C>,
    ) -> Result<(), Error> {
        if let Some(verifier) = C::verifier() {
            return verifier.verify_prehashed(self, digest, signature);
        }
        // A chip needs the other inversion anyway.
        let inverse = if cfg!(target_arch = "riscv32") {
            signature.s.invert()
        } else {
            signature.s.invert_vartime()
        };
        let [a, b] = factors(digest, signature, &inverse);
        let point = Jacobian::from_affine_vartime(&self.0);
        let sum = sum_with_generator_vartime::<C>(&a, &b, &point);
        Order::new().accepts(&sum.to_projective(), &signature.r)
    }
}

/// a·G + b·P where no table is kept: by multiples of the generator that are data, if there are any.
#[cfg_attr(target_arch = "riscv32", inline(always))]
pub(super) fn sum_with_generator_vartime<C: Curve>(
    a: &Red<C::Scalar>,
    b: &Red<C::Scalar>,
    point: &Jacobian<C>,
) -> Jacobian<C> {
    C::sum_by_data_vartime(a, b, point).unwrap_or_else(|| {
        let generator = Jacobian::from_affine_vartime(&Affine::generator());
        sum_of_two_vartime(&[generator, *point], [a, b])
    })
}

/// n beside the base field, for what r says of x.
#[derive(Clone)]
pub(super) struct Order<C: Curve> {
    /// n as an element of the base field.
    order: Red<C::Base>,
    /// p − n, big-endian: the coordinates from n to p − 1 are n more than integers below it.
    above: [u8; 32],
}

impl<C: Curve> Order<C> {
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub(super) fn new() -> Self {
        let last = (-&Red::<C::Scalar>::one()).to_be_bytes();
        let order = &Red::<C::Base>::from_uniform_bytes(&last) + &Red::one();
        let mut above = [0; 32];
        (-&order).to_bytes(&mut above);
        Self { order, above }
    }

    /// Adds n to the integer of 32 big-endian bytes, if the sum is below p.
    pub(super) fn add_to(&self, x: &mut [u8]) -> Option<()> {
        if *x >= self.above[..] {
            return None;
        }
        (&Red::<C::Base>::from_uniform_bytes(x) + &self.order).to_bytes(x);
        Some(())
    }

    /// That x of a point is r modulo n. In homogeneous coordinates, x = X/Z, without an inversion.
    fn accepts(&self, point: &Projective<C>, r: &Red<C::Scalar>) -> Result<(), Error> {
        if self.is_x(r, |x| point.has_x(x).into()) { Ok(()) } else { Err(Error::NotSigned) }
    }

    /// Whether some coordinate is r modulo n: it is r, or r + n where that is below p.
    pub(super) fn is_x(&self, r: &Red<C::Scalar>, is: impl Fn(&Red<C::Base>) -> bool) -> bool {
        let bytes = r.to_be_bytes();
        let least = Red::<C::Base>::from_uniform_bytes(&bytes);
        is(&least) || (bytes < self.above && is(&(&least + &self.order)))
    }
}

/// Odd multiples of the generator that a verifier keeps.
const MULTIPLES: usize = 512;

/// Signatures of a batch that share an inversion, and space on the stack: 27 KiB.
const CHUNK: usize = 64;

/// What verifications have in common: 512 multiples of the generator in 32 KiB. Make one, and keep
/// it.
///
/// [Example](crate::ecdsa).
#[derive(Clone)]
pub struct Verifier<C: Curve> {
    pub(crate) generator: OddMultiples<Jacobian<C>, MULTIPLES>,
    pub(super) order: Order<C>,
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
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn new() -> Self {
        let generator = Jacobian::from_affine_vartime(&Affine::generator());
        Self { generator: OddMultiples::new(&generator), order: Order::new() }
    }

    /// That a signature is the key's on a message, hashed with SHA-256.
    ///
    /// # Errors
    /// [`Error::NotSigned`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn verify(
        &self,
        key: &VerifyingKey<C>,
        message: &[u8],
        signature: &Signature<C>,
    ) -> Result<(), Error> {
        self.verify_prehashed(key, &Sha256::digest(message).into(), signature)
    }

    /// That a signature is the key's on a digest of 32 bytes; of another length:
    /// [`leftmost_32`](super::leftmost_32).
    ///
    /// The digest must be that of a hash function, computed here or by somebody trusted: for
    /// digests of their own choice others can make signatures that hold.
    ///
    /// Cost: an inversion modulo n and a·G + b·P.
    ///
    /// # Errors
    /// [`Error::NotSigned`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn verify_prehashed(
        &self,
        key: &VerifyingKey<C>,
        digest: &[u8; 32],
        signature: &Signature<C>,
    ) -> Result<(), Error> {
        let [a, b] = factors(digest, signature, &signature.s.invert_vartime());
        let sum =
            self.generator.double_base_vartime(&a, &b, &Jacobian::from_affine_vartime(&key.0));
        self.order.accepts(&sum.to_projective(), &signature.r)
    }

    /// [`Verifier::verify_prehashed`] of each signature, by its key on its digest: a verdict each,
    /// which depends on nothing else. Eight at a time on vectors where the CPU has them; 64 share
    /// an inversion.
    ///
    /// # Errors
    /// [`Error::Empty`]; [`Error::LengthMismatch`] if the lists are not of one length. No verdict
    /// is written then.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn verify_each_prehashed(
        &self,
        keys: &[VerifyingKey<C>],
        digests: &[[u8; 32]],
        signatures: &[Signature<C>],
        verdicts: &mut [Result<(), Error>],
    ) -> Result<(), Error> {
        let lengths = [keys.len(), digests.len(), signatures.len()];
        if lengths.iter().any(|length| *length != verdicts.len()) {
            return Err(Error::LengthMismatch);
        }
        if verdicts.is_empty() {
            return Err(Error::Empty);
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
        verdicts: &mut [Result<(), Error>],
    ) -> Result<(), BatchError> {
        let count = keys.len();
        let mut a = [Red::<C::Scalar>::zero(); CHUNK];
        let mut b = a;
        // Going up, b[i] is the product of s below i; going down, `inverse` that of 1/s up to i (P.
        // L. Montgomery, 1987). s is not zero.
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
        self.generator.double_base_batch_vartime(
            &a[..count],
            &b[..count],
            &points[..count],
            &mut sums[..count],
        )?;
        for ((verdict, sum), signature) in verdicts.iter_mut().zip(&sums).zip(signatures) {
            *verdict = self.order.accepts(sum, &signature.r);
        }
        Ok(())
    }
}

/// z/s and r/s.
fn factors<C: Curve>(
    digest: &[u8; 32],
    signature: &Signature<C>,
    inverse: &Red<C::Scalar>,
) -> [Red<C::Scalar>; 2] {
    [&Red::from_uniform_bytes(digest) * inverse, &signature.r * inverse]
}
