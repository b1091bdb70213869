//! `+`, `−`, `·` and sums, on values and references.

use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::{Edwards, EdwardsGroup, EdwardsPoint};
use crate::field::{Canonical, Field, Red};
use crate::scalar::{ScalarField, SecretScalar};

macro_rules! binary {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl<C: Edwards<Base: Canonical>> $trait<&EdwardsPoint<C>> for &EdwardsPoint<C> {
            type Output = EdwardsPoint<C>;

            fn $method(self, other: &EdwardsPoint<C>) -> EdwardsPoint<C> {
                EdwardsPoint::$method(self, other)
            }
        }

        impl<C: Edwards<Base: Canonical>> $trait<EdwardsPoint<C>> for &EdwardsPoint<C> {
            type Output = EdwardsPoint<C>;

            fn $method(self, other: EdwardsPoint<C>) -> EdwardsPoint<C> {
                EdwardsPoint::$method(self, &other)
            }
        }

        impl<C: Edwards<Base: Canonical>> $trait<&EdwardsPoint<C>> for EdwardsPoint<C> {
            type Output = EdwardsPoint<C>;

            fn $method(self, other: &EdwardsPoint<C>) -> EdwardsPoint<C> {
                EdwardsPoint::$method(&self, other)
            }
        }

        impl<C: Edwards<Base: Canonical>> $trait<EdwardsPoint<C>> for EdwardsPoint<C> {
            type Output = EdwardsPoint<C>;

            fn $method(self, other: EdwardsPoint<C>) -> EdwardsPoint<C> {
                EdwardsPoint::$method(&self, &other)
            }
        }

        impl<C: Edwards<Base: Canonical>> $assign<&EdwardsPoint<C>> for EdwardsPoint<C> {
            fn $assign_method(&mut self, other: &EdwardsPoint<C>) {
                *self = EdwardsPoint::$method(self, other);
            }
        }
    };
}

binary!(Add, add, AddAssign, add_assign);
binary!(Sub, sub, SubAssign, sub_assign);

impl<C: Edwards<Base: Canonical>> Neg for EdwardsPoint<C> {
    type Output = Self;

    fn neg(self) -> Self {
        Self::neg(&self)
    }
}

impl<C: Edwards<Base: Canonical>> Neg for &EdwardsPoint<C> {
    type Output = EdwardsPoint<C>;

    fn neg(self) -> EdwardsPoint<C> {
        EdwardsPoint::neg(self)
    }
}

impl<C: Edwards<Base: Canonical + Field<Ctx = ()>>> Sum for EdwardsPoint<C> {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::identity(), |sum, point| sum + point)
    }
}

/// Constant-time; the integer behind the scalar.
impl<C: EdwardsGroup> Mul<&Red<C::Scalar>> for &EdwardsPoint<C> {
    type Output = EdwardsPoint<C>;

    fn mul(self, k: &Red<C::Scalar>) -> EdwardsPoint<C> {
        EdwardsPoint::mul(self, k)
    }
}

/// Constant-time; the integer behind the scalar.
impl<C: EdwardsGroup> Mul<Red<C::Scalar>> for EdwardsPoint<C> {
    type Output = EdwardsPoint<C>;

    fn mul(self, k: Red<C::Scalar>) -> EdwardsPoint<C> {
        EdwardsPoint::mul(&self, &k)
    }
}

/// Constant-time.
impl<C: EdwardsGroup<Scalar: ScalarField>> Mul<&SecretScalar<C::Scalar>> for &EdwardsPoint<C> {
    type Output = EdwardsPoint<C>;

    fn mul(self, k: &SecretScalar<C::Scalar>) -> EdwardsPoint<C> {
        EdwardsPoint::mul(self, k.expose())
    }
}
