//! Keys, inputs and pre-outputs.

use core::fmt;
use core::marker::PhantomData;

use curve::bandersnatch::{Scalar, SecretScalar};
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::encoded::{Encoded, mul_generator};
use super::transcript::{Transcript, output, residue};
use super::{Error, Suite};

/// An input: the point of some data.
///
/// [Examples](crate::bandersnatch_vrf#examples).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Input<S: Suite>(pub(super) Encoded, PhantomData<S>);

/// A pre-output, x times the point of an input: of the order ℓ, and not the identity.
///
/// [Examples](crate::bandersnatch_vrf#examples).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PreOutput<S: Suite>(pub(super) Encoded, PhantomData<S>);

/// A public key, x times the generator: of the order ℓ, and not the identity.
///
/// [Examples](crate::bandersnatch_vrf#examples).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey<S: Suite>(pub(super) Encoded, PhantomData<S>);

impl<S: Suite> fmt::Debug for Input<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Input({:?})", self.0)
    }
}

impl<S: Suite> fmt::Debug for PreOutput<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreOutput({:?})", self.0)
    }
}

impl<S: Suite> fmt::Debug for PublicKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({:?})", self.0)
    }
}

impl<S: Suite> Input<S> {
    /// The input of some data, which may be empty: hash_to_curve of RFC 9380 §3, with the
    /// expansion of the suite. Constant-time in the content.
    ///
    /// Cost: two maps to the curve, and an inversion.
    #[inline(never)]
    pub fn new(data: &[u8]) -> Self {
        Self(Encoded::of(S::input_to_point(data)), PhantomData)
    }

    /// The encoding of the point, 32 bytes.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0.bytes
    }
}

impl<S: Suite> PreOutput<S> {
    /// x times the point of an input. Constant-time.
    pub(super) fn of(input: &Input<S>, x: &SecretScalar) -> Self {
        Self(Encoded::of(input.0.point.mul(x.expose())), PhantomData)
    }

    /// The pre-output of its 32 bytes. Cost: a square root and two Legendre symbols.
    ///
    /// # Errors
    /// [`Error::PreOutput`].
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let encoded = Encoded::read_not_identity(bytes).map_err(Error::PreOutput)?;
        Ok(Self(encoded, PhantomData))
    }

    /// The 32 bytes.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0.bytes
    }

    /// The output, `N` bytes of it, **whether or not it is anybody's**: for who has made the
    /// pre-output, or verified a proof of it before. All others take what a verification gives,
    /// which is the first 32 bytes. Constant-time.
    #[must_use]
    pub fn to_hash_unverified<const N: usize>(&self) -> [u8; N] {
        let mut out = [0; N];
        output::<S>(&self.0.bytes, &mut out);
        out
    }
}

impl<S: Suite> PublicKey<S> {
    /// The key of its 32 bytes. Cost: a square root and two Legendre symbols.
    ///
    /// # Errors
    /// [`Error::Key`].
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let encoded = Encoded::read_not_identity(bytes).map_err(Error::Key)?;
        Ok(Self(encoded, PhantomData))
    }

    /// The 32 bytes.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0.bytes
    }
}

/// A secret key, a scalar x, with its public key. All of it is wiped when dropped, and never shown.
/// A move leaves the bytes where they were: keep a key in one place, or in a box.
///
/// [Examples](crate::bandersnatch_vrf#examples).
#[derive(Clone)]
pub struct SecretKey<S: Suite> {
    pub(super) x: SecretScalar,
    pub(super) public: PublicKey<S>,
}

impl<S: Suite> Drop for SecretKey<S> {
    fn drop(&mut self) {
        // The scalar wipes itself.
        self.public.0.zeroize();
    }
}

impl<S: Suite> ZeroizeOnDrop for SecretKey<S> {}

impl<S: Suite> fmt::Debug for SecretKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

impl<S: Suite> SecretKey<S> {
    /// The key of a scalar that is not zero. Constant-time; one multiplication of the generator.
    fn of(x: SecretScalar) -> Self {
        let public = PublicKey(Encoded::of(mul_generator(x.expose())), PhantomData);
        Self { x, public }
    }

    /// The key of a seed, which may be any 32 bytes: x is a hash of it. Constant-time.
    #[inline(never)]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        let integer = SecretScalar::new(residue(seed));
        for counter in 0..=u8::MAX {
            let mut transcript = Transcript::new::<S>(seed);
            if counter > 0 {
                transcript.absorb(&[counter]);
            }
            // That the first is zero has a chance of 2^-252.
            if let Ok(x) = transcript.nonce(&integer).not_zero() {
                return Self::of(x);
            }
        }
        unreachable!("256 hashes that are zero modulo ℓ")
    }

    /// The key of 32 bytes: x, from 1 to ℓ − 1, little-endian. Constant-time but for the verdict.
    ///
    /// # Errors
    /// [`Error::SecretKey`].
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self::of(SecretScalar::new(Scalar::from_le_bytes(bytes)?).not_zero()?))
    }

    /// A fresh key, of a random seed.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut seed = Zeroizing::new([0; 32]);
        rng.fill_bytes(seed.as_mut());
        Self::from_seed(&seed)
    }

    /// x, 32 bytes, little-endian, in a buffer that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.x.expose().to_le_bytes())
    }

    /// The bytes of the public key.
    pub const fn public_bytes(&self) -> [u8; 32] {
        self.public.to_bytes()
    }

    /// The public key.
    pub const fn public_key(&self) -> PublicKey<S> {
        self.public
    }

    /// The output for an input, without a proof: as random as the key is secret. Constant-time;
    /// one multiplication of the input.
    #[must_use]
    #[inline(never)]
    pub fn hash(&self, input: &Input<S>) -> [u8; 32] {
        PreOutput::of(input, &self.x).to_hash_unverified()
    }
}
