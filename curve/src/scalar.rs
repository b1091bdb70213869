//! Scalars: the integers modulo the order of a group, their bytes, and secrets among them.
//!
//! # Example
//!
//! ```
//! use curvemark_curve::bls12_381::{G1, SecretScalar};
//! # let mut rng = getrandom::rand_core::UnwrapErr(getrandom::SysRng);
//!
//! let a = SecretScalar::random(&mut rng); // any `rand_core::CryptoRng`
//! let b = SecretScalar::from_be_bytes(&[7; 32])?;
//! let g = G1::generator();
//! assert_eq!(&g * &(&a + &b), (&g * &a).add(&(&g * &b)));
//! // It does not show its value, and is wiped when it is dropped.
//! assert_eq!(format!("{a:?}"), "SecretScalar(…)");
//! # Ok::<(), curvemark_curve::error::ScalarError>(())
//! ```

use core::fmt;
use core::ops::{Add, Mul, Neg, Sub};

use limb::ct::declassify;
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::error::ScalarError;
use crate::field::{Canonical, Field, Red};
use crate::weierstrass::{Affine, Group, Projective};

mod batch;

/// The integers modulo the prime order of a group, which has 249 to 256 bits.
///
/// [Example](self#example).
pub trait ScalarField: Canonical + Field<Ctx = ()> {}

/// Scalars that `From<u64>` makes: all but Grumpkin's, which are coordinates of BN254. With it a
/// literal without a type, as in `bn254::Fp::from(5)`, would be both a `u32` and a `u64`, and what
/// compiles must not depend on a feature.
///
/// [Example](self#example).
pub trait FromU64: ScalarField {}

/// A scalar that is a secret: wiped when dropped, never shown, and with constant-time operations
/// only.
///
/// It is not `Copy`, has no `Debug` of its value and no equality; [`SecretScalar::expose`] is the
/// one way to its value.
///
/// [Example](self#example).
#[derive(Clone)]
pub struct SecretScalar<S: ScalarField>(Red<S>);

impl<S: ScalarField> SecretScalar<S> {
    /// Takes a scalar as a secret. The caller's own copy is the caller's to wipe.
    pub fn new(scalar: Red<S>) -> Self {
        Self(scalar)
    }

    /// The secret of 32 big-endian bytes.
    ///
    /// # Errors
    /// [`ScalarError::Length`], [`ScalarError::NotCanonical`].
    #[inline(never)]
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Self, ScalarError> {
        Red::from_be_bytes(bytes).map(Self)
    }

    /// A fresh secret; see [`Red::random`].
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        Self(Red::random(rng))
    }

    /// The 32 big-endian bytes, in a buffer that wipes itself.
    pub fn to_be_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.0.to_be_bytes())
    }

    /// The value itself. Whoever copies it answers for the copy.
    pub fn expose(&self) -> &Red<S> {
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

impl<S: ScalarField> Drop for SecretScalar<S> {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl<S: ScalarField> ZeroizeOnDrop for SecretScalar<S> {}

impl<S: ScalarField> fmt::Debug for SecretScalar<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretScalar(…)")
    }
}

impl<S: ScalarField> Add for &SecretScalar<S> {
    type Output = SecretScalar<S>;

    fn add(self, other: Self) -> SecretScalar<S> {
        SecretScalar(&self.0 + &other.0)
    }
}

impl<S: ScalarField> Sub for &SecretScalar<S> {
    type Output = SecretScalar<S>;

    fn sub(self, other: Self) -> SecretScalar<S> {
        SecretScalar(&self.0 - &other.0)
    }
}

impl<S: ScalarField> Mul for &SecretScalar<S> {
    type Output = SecretScalar<S>;

    fn mul(self, other: Self) -> SecretScalar<S> {
        SecretScalar(&self.0 * &other.0)
    }
}

impl<S: ScalarField> Mul<&Red<S>> for &SecretScalar<S> {
    type Output = SecretScalar<S>;

    fn mul(self, other: &Red<S>) -> SecretScalar<S> {
        SecretScalar(&self.0 * other)
    }
}

impl<S: ScalarField> Neg for &SecretScalar<S> {
    type Output = SecretScalar<S>;

    fn neg(self) -> SecretScalar<S> {
        SecretScalar(-&self.0)
    }
}

/// Constant-time.
impl<C: Group<Scalar: ScalarField>> Mul<&SecretScalar<C::Scalar>> for &Projective<C> {
    type Output = Projective<C>;

    fn mul(self, k: &SecretScalar<C::Scalar>) -> Projective<C> {
        Projective::mul(self, &k.0)
    }
}

/// Constant-time.
impl<C: Group<Scalar: ScalarField>> Mul<&SecretScalar<C::Scalar>> for &Affine<C> {
    type Output = Projective<C>;

    fn mul(self, k: &SecretScalar<C::Scalar>) -> Projective<C> {
        Affine::mul(self, &k.0)
    }
}
