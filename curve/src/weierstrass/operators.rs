//! `+`, `−`, `·` and sums, on values and references.

use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::{Affine, Group, Projective, Weierstrass};
use crate::field::{Anywhere, Canonical, Red};

macro_rules! binary {
    ($trait:ident, $method:ident, $left:ident, $right:ident, |$a:ident, $b:ident| $body:expr) => {
        impl<C: Weierstrass<Base: Canonical>> $trait<&$right<C>> for &$left<C> {
            type Output = Projective<C>;

            #[inline(never)]
            fn $method(self, other: &$right<C>) -> Projective<C> {
                let ($a, $b) = (self, other);
                $body
            }
        }

        impl<C: Weierstrass<Base: Canonical>> $trait<$right<C>> for &$left<C> {
            type Output = Projective<C>;

            fn $method(self, other: $right<C>) -> Projective<C> {
                $trait::$method(self, &other)
            }
        }

        impl<C: Weierstrass<Base: Canonical>> $trait<&$right<C>> for $left<C> {
            type Output = Projective<C>;

            fn $method(self, other: &$right<C>) -> Projective<C> {
                $trait::$method(&self, other)
            }
        }

        impl<C: Weierstrass<Base: Canonical>> $trait<$right<C>> for $left<C> {
            type Output = Projective<C>;

            fn $method(self, other: $right<C>) -> Projective<C> {
                $trait::$method(&self, &other)
            }
        }
    };
}

binary!(Add, add, Projective, Projective, |a, b| Projective::add(a, b));
binary!(Add, add, Projective, Affine, |a, b| a.add_mixed(b));
binary!(Add, add, Affine, Projective, |a, b| b.add_mixed(a));
binary!(Add, add, Affine, Affine, |a, b| a.to_projective().add_mixed(b));
binary!(Sub, sub, Projective, Projective, |a, b| Projective::sub(a, b));
binary!(Sub, sub, Projective, Affine, |a, b| a.add_mixed(&b.neg()));
binary!(Sub, sub, Affine, Projective, |a, b| b.neg().add_mixed(a));
binary!(Sub, sub, Affine, Affine, |a, b| a.to_projective().add_mixed(&b.neg()));

macro_rules! unary_and_scalar {
    ($point:ident, $scalar:ty) => {
        impl<C: Weierstrass<Base: Canonical>> Neg for &$point<C> {
            type Output = $point<C>;

            fn neg(self) -> $point<C> {
                $point::neg(self)
            }
        }

        impl<C: Weierstrass<Base: Canonical>> Neg for $point<C> {
            type Output = $point<C>;

            fn neg(self) -> $point<C> {
                $point::neg(&self)
            }
        }

        impl<C: Group> Mul<&$scalar> for &$point<C> {
            type Output = Projective<C>;

            fn mul(self, k: &$scalar) -> Projective<C> {
                $point::mul(self, k)
            }
        }

        impl<C: Group> Mul<$scalar> for &$point<C> {
            type Output = Projective<C>;

            fn mul(self, k: $scalar) -> Projective<C> {
                $point::mul(self, &k)
            }
        }

        impl<C: Group> Mul<&$scalar> for $point<C> {
            type Output = Projective<C>;

            fn mul(self, k: &$scalar) -> Projective<C> {
                $point::mul(&self, k)
            }
        }

        impl<C: Group> Mul<$scalar> for $point<C> {
            type Output = Projective<C>;

            fn mul(self, k: $scalar) -> Projective<C> {
                $point::mul(&self, &k)
            }
        }

        impl<'a, C: Weierstrass<Base: Anywhere>> Sum<&'a $point<C>> for Projective<C> {
            fn sum<I: Iterator<Item = &'a $point<C>>>(points: I) -> Self {
                points.fold(Self::identity(), |sum, point| sum + point)
            }
        }

        impl<C: Weierstrass<Base: Anywhere>> Sum<$point<C>> for Projective<C> {
            fn sum<I: Iterator<Item = $point<C>>>(points: I) -> Self {
                points.fold(Self::identity(), |sum, point| sum + point)
            }
        }

        impl<C: Weierstrass<Base: Canonical>> AddAssign<&$point<C>> for Projective<C> {
            fn add_assign(&mut self, other: &$point<C>) {
                *self = &*self + other;
            }
        }

        impl<C: Weierstrass<Base: Canonical>> AddAssign<$point<C>> for Projective<C> {
            fn add_assign(&mut self, other: $point<C>) {
                *self = &*self + &other;
            }
        }

        impl<C: Weierstrass<Base: Canonical>> SubAssign<&$point<C>> for Projective<C> {
            fn sub_assign(&mut self, other: &$point<C>) {
                *self = &*self - other;
            }
        }

        impl<C: Weierstrass<Base: Canonical>> SubAssign<$point<C>> for Projective<C> {
            fn sub_assign(&mut self, other: $point<C>) {
                *self = &*self - &other;
            }
        }
    };
}

unary_and_scalar!(Projective, Red<C::Scalar>);
unary_and_scalar!(Affine, Red<C::Scalar>);

impl<C: Group> MulAssign<&Red<C::Scalar>> for Projective<C> {
    fn mul_assign(&mut self, k: &Red<C::Scalar>) {
        *self = Projective::mul(self, k);
    }
}

impl<C: Weierstrass<Base: Canonical>> From<Affine<C>> for Projective<C> {
    fn from(point: Affine<C>) -> Self {
        point.to_projective()
    }
}

impl<C: Weierstrass<Base: Canonical>> From<&Affine<C>> for Projective<C> {
    fn from(point: &Affine<C>) -> Self {
        point.to_projective()
    }
}

/// One inversion, constant-time.
impl<C: Weierstrass<Base: Canonical>> From<Projective<C>> for Affine<C> {
    fn from(point: Projective<C>) -> Self {
        point.to_affine()
    }
}

/// One inversion, constant-time.
impl<C: Weierstrass<Base: Canonical>> From<&Projective<C>> for Affine<C> {
    fn from(point: &Projective<C>) -> Self {
        point.to_affine()
    }
}
