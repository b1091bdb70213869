//! Bounds of values as multiples of the modulus: exact rationals, rounded up where they must be.

use std::fmt;
use std::ops::Add;

/// A bound k: the value is at most k·p. In units of 2^-32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bound(pub(crate) u128);

impl Bound {
    /// Zero: of the value zero.
    pub const ZERO: Self = Self(0);
    /// Of a reduced value.
    pub const ONE: Self = Self::of(1);

    /// An integer.
    pub const fn of(k: u32) -> Self {
        Self((k as u128) << 32)
    }

    /// The smallest integer that is at least this.
    ///
    /// # Panics
    /// If it has more than 32 bits.
    pub fn ceil(self) -> u32 {
        self.0.div_ceil(1 << 32).try_into().expect("bounds are small")
    }

    /// The product, rounded up.
    ///
    /// # Panics
    /// If it has more than 64 bits before the point.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let product = self.0.checked_mul(other.0).expect("bounds are small");
        Self(product.div_ceil(1 << 32))
    }

    /// What is left after k was subtracted from what is at least k.
    pub(crate) fn less(self, k: u32) -> Self {
        Self(self.0.saturating_sub(Self::of(k).0))
    }

    /// The half, rounded up to an integer.
    pub(crate) fn half_ceil(self) -> u32 {
        Self(self.0.div_ceil(2)).ceil()
    }
}

impl Add for Bound {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4}", self.0 as f64 / f64::from(2u32).powi(32))
    }
}
