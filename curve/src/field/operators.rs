//! `+`, `−`, `·` by value for engines whose elements are `Copy`; formulas use references.

use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::{Field, Kernels, Lazy, Red};

macro_rules! by_value {
    ($trait:ident, $method:ident) => {
        impl<F: Field<Raw: Copy>> $trait for Red<F> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                $trait::$method(&self, &other)
            }
        }

        impl<F: Field<Raw: Copy>> $trait<&Red<F>> for Red<F> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: &Self) -> Self {
                $trait::$method(&self, other)
            }
        }

        impl<F: Field<Raw: Copy>> $trait<Red<F>> for &Red<F> {
            type Output = Red<F>;

            #[inline(always)]
            fn $method(self, other: Red<F>) -> Red<F> {
                $trait::$method(self, &other)
            }
        }
    };
}

macro_rules! in_place {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl<F: Field<Raw: Copy>> $assign for Red<F> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(&*self, &other);
            }
        }

        impl<F: Field<Raw: Copy>> $assign<&Red<F>> for Red<F> {
            #[inline(always)]
            fn $assign_method(&mut self, other: &Self) {
                *self = $trait::$method(&*self, other);
            }
        }
    };
}

by_value!(Add, add);
by_value!(Sub, sub);
by_value!(Mul, mul);
in_place!(Add, add, AddAssign, add_assign);
in_place!(Sub, sub, SubAssign, sub_assign);

impl<F: Field> MulAssign<&Self> for Red<F> {
    #[inline(always)]
    fn mul_assign(&mut self, other: &Self) {
        F::Kernels::mul_assign(self.raw_mut(), other.raw());
    }
}

impl<F: Field> MulAssign<&Lazy<F>> for Red<F> {
    #[inline(always)]
    fn mul_assign(&mut self, other: &Lazy<F>) {
        F::Kernels::mul_assign(self.raw_mut(), other.raw());
    }
}

impl<F: Field> MulAssign for Red<F> {
    #[inline(always)]
    fn mul_assign(&mut self, other: Self) {
        F::Kernels::mul_assign(self.raw_mut(), other.raw());
    }
}

impl<F: Field<Raw: Copy>> Neg for Red<F> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        -&self
    }
}

impl<F: Field<Raw: Copy, Ctx = ()>> Sum for Red<F> {
    fn sum<I: Iterator<Item = Self>>(elements: I) -> Self {
        elements.fold(Self::zero(), |sum, element| sum + element)
    }
}

impl<F: Field<Raw: Copy, Ctx = ()>> Product for Red<F> {
    fn product<I: Iterator<Item = Self>>(elements: I) -> Self {
        elements.fold(Self::one(), |product, element| product * element)
    }
}
