//! Scalars modulo r: bytes, secrets, and the digits in base |x| that the endomorphisms take.

use core::fmt;
use core::ops::{Add, Mul, Neg, Sub};

use limb::ct::{declassify, opaque};
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::{Fr, G1Curve, G2Curve, X};
use crate::error::ScalarError;
use crate::weierstrass::{Affine, Integer, Projective};

impl Fr {
    /// The 32 big-endian bytes of the integer below r.
    pub fn to_be_bytes(&self) -> [u8; 32] {
        let mut out = [0; 32];
        self.to_bytes(&mut out);
        out
    }

    /// The scalar of 32 big-endian bytes. Constant-time in the value.
    ///
    /// # Errors
    /// [`ScalarError::Length`], [`ScalarError::NotCanonical`].
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Self, ScalarError> {
        if bytes.len() != Self::BYTES {
            return Err(ScalarError::Length);
        }
        let (value, canonical) = Self::from_bytes(bytes);
        // Public: the caller learns it from the error.
        if declassify(canonical) { Ok(value) } else { Err(ScalarError::NotCanonical) }
    }

    /// The 32 little-endian bytes of the integer below r.
    pub fn to_le_bytes(&self) -> [u8; 32] {
        let mut out = self.to_be_bytes();
        out.reverse();
        out
    }

    /// The scalar of 32 little-endian bytes. Constant-time in the value.
    ///
    /// # Errors
    /// [`ScalarError::Length`], [`ScalarError::NotCanonical`].
    pub fn from_le_bytes(bytes: &[u8]) -> Result<Self, ScalarError> {
        let mut buffer: [u8; 32] = bytes.try_into().map_err(|_| ScalarError::Length)?;
        buffer.reverse();
        let out = Self::from_be_bytes(&buffer);
        buffer.zeroize();
        out
    }

    /// A scalar from a generator: 64 bytes reduced modulo r, so that its distance from uniform is below 2^-256.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut bytes = Zeroizing::new([0; 64]);
        rng.fill_bytes(bytes.as_mut());
        Self::from_uniform_bytes(bytes.as_ref())
    }

    /// This scalar unless it is zero, for protocols that refuse it.
    ///
    /// # Errors
    /// [`ScalarError::Zero`].
    pub fn not_zero(self) -> Result<Self, ScalarError> {
        // Public: the caller learns it from the error.
        if declassify(self.is_zero()) { Err(ScalarError::Zero) } else { Ok(self) }
    }
}

impl From<u64> for Fr {
    fn from(value: u64) -> Self {
        Self::from_uniform_bytes(&value.to_be_bytes())
    }
}

/// A scalar that is a secret: wiped when dropped, never shown, and with constant-time operations only.
///
/// It is not `Copy`, has no `Debug` of its value and no equality; [`SecretScalar::expose`] is the one way to its value.
#[derive(Clone)]
pub struct SecretScalar(Fr);

impl SecretScalar {
    /// Takes a scalar as a secret. The caller's own copy is the caller's to wipe.
    pub fn new(scalar: Fr) -> Self {
        Self(scalar)
    }

    /// The secret of 32 big-endian bytes.
    ///
    /// # Errors
    /// [`ScalarError::Length`], [`ScalarError::NotCanonical`].
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Self, ScalarError> {
        Fr::from_be_bytes(bytes).map(Self)
    }

    /// A fresh secret; see [`Fr::random`].
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        Self(Fr::random(rng))
    }

    /// The 32 big-endian bytes, in a buffer that wipes itself.
    pub fn to_be_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.0.to_be_bytes())
    }

    /// The value itself. Whoever copies it answers for the copy.
    pub fn expose(&self) -> &Fr {
        &self.0
    }

    /// This secret unless it is zero.
    ///
    /// # Errors
    /// [`ScalarError::Zero`].
    pub fn not_zero(self) -> Result<Self, ScalarError> {
        // Public: the caller learns it from the error.
        if declassify(self.0.is_zero()) { Err(ScalarError::Zero) } else { Ok(self) }
    }

    /// 1/s; zero for zero. Constant-time.
    #[must_use]
    pub fn invert(&self) -> Self {
        Self(self.0.invert())
    }
}

impl Drop for SecretScalar {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for SecretScalar {}

impl fmt::Debug for SecretScalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretScalar(…)")
    }
}

impl Add for &SecretScalar {
    type Output = SecretScalar;

    fn add(self, other: Self) -> SecretScalar {
        SecretScalar(&self.0 + &other.0)
    }
}

impl Sub for &SecretScalar {
    type Output = SecretScalar;

    fn sub(self, other: Self) -> SecretScalar {
        SecretScalar(&self.0 - &other.0)
    }
}

impl Mul for &SecretScalar {
    type Output = SecretScalar;

    fn mul(self, other: Self) -> SecretScalar {
        SecretScalar(&self.0 * &other.0)
    }
}

impl Mul<&Fr> for &SecretScalar {
    type Output = SecretScalar;

    fn mul(self, other: &Fr) -> SecretScalar {
        SecretScalar(&self.0 * other)
    }
}

impl Neg for &SecretScalar {
    type Output = SecretScalar;

    fn neg(self) -> SecretScalar {
        SecretScalar(-&self.0)
    }
}

macro_rules! point_times_secret {
    ($curve:ty) => {
        impl Mul<&SecretScalar> for &Projective<$curve> {
            type Output = Projective<$curve>;

            /// Constant-time.
            fn mul(self, k: &SecretScalar) -> Projective<$curve> {
                Projective::mul(self, &k.0)
            }
        }

        impl Mul<&SecretScalar> for &Affine<$curve> {
            type Output = Projective<$curve>;

            /// Constant-time.
            fn mul(self, k: &SecretScalar) -> Projective<$curve> {
                Affine::mul(self, &k.0)
            }
        }
    };
}

point_times_secret!(G1Curve);
point_times_secret!(G2Curve);

/// ⌊(2^128 − 1)/|x|⌋ − 2^64: the reciprocal of |x|, whose top bit is set.
pub(super) const X_RECIPROCAL: u64 = 0x3812_04ca_56cd_56b5;

/// The digits of k < x⁴ in base |x|, least significant first. Constant-time: no division instruction sees the scalar.
pub(super) fn digits_base_x(k: &Integer) -> [u64; 4] {
    let mut quotient = *k;
    let mut digits = [0; 4];
    for digit in &mut digits[..3] {
        let mut remainder = 0;
        for limb in quotient.iter_mut().rev() {
            (*limb, remainder) = divide_by_x(remainder, *limb);
        }
        *digit = remainder;
    }
    digits[3] = quotient[0];
    quotient.zeroize();
    digits
}

/// (high·2^64 + low) divided by |x|, for high < |x|: quotient and remainder.
///
/// N. Möller, T. Granlund, "Improved division by invariant integers" (IEEE Transactions on Computers, 2011), algorithm 4, with
/// both corrections by masks. The sum does not overflow: (2^64 + reciprocal)·high ≤ (2^128 − 1)·(|x| − 1)/|x|.
#[inline(always)]
fn divide_by_x(high: u64, low: u64) -> (u64, u64) {
    let estimate = u128::from(X_RECIPROCAL) * u128::from(high) + ((u128::from(high) << 64) | u128::from(low));
    let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
    let mut remainder = low.wrapping_sub(quotient.wrapping_mul(X));
    // One too many, if the remainder is above the estimate's low half.
    let (_, above) = (estimate as u64).overflowing_sub(remainder);
    let mask = opaque(u64::from(above).wrapping_neg());
    quotient = quotient.wrapping_add(mask);
    remainder = remainder.wrapping_add(mask & X);
    // One too few, which is rare.
    let (_, below) = remainder.overflowing_sub(X);
    let mask = opaque(u64::from(!below).wrapping_neg());
    (quotient.wrapping_sub(mask), remainder.wrapping_sub(mask & X))
}
